"""Local abbreviations: ``TRMC`` where the same document names ``Twin Rivers Medical Center``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import regex

from chartveil.detect.rules.gates import CAPITAL
from chartveil.detect.rules.names_grown import CueMatch
from chartveil.domain import Label

_SHORT = re.compile(r"[A-Z](?<![^\W_].)[A-Z]{2,5}(?![^\W_])")
_LONG = regex.compile(
    r"(?<![\p{L}])(?:\p{Lu}[\p{L}'’.]+(?:[ -]|(?= ))(?:(?:of|the|for|and|&|de|la) "
    r"){0,2}){1,6}(?:Hospital|Hosp|Center|Centre|Clinic|Infirmary|Pavilion|Institute|System|"
    r"Health|Associates|Practice|Agency|Hospice|Services|Group|Medical|Pharmacy|HOSPITAL|CENTER|CENTRE|"
    r"CLINIC|INFIRMARY|INSTITUTE|SYSTEM|HEALTH|ASSOCIATES|PRACTICE|"
    r"HOSPICE|SERVICES|GROUP)(?![\p{L}])(?: (?:Center|Hospital|System|Group|Clinic|CENTER|HOSPITAL|"
    r"Associates))?",
    regex.VERSION1,
)
# The beginning of the word that ends such a name, and all that may stand before it in the name.
_LONG_HEAD = re.compile(
    r"[ACGHIMPS](?<=[ -].)(?=osp|ent|lini|nfir|avil|nsti|yste|ealt|ssoc|ract|genc|ervi|roup|edic|harm"
    r"|OSP|ENT|LINI|NFIR|NSTI|YSTE|EALT|SSOC|RACT|ERVI|ROUP)"
)
_LONG_BODY = regex.compile(r"[\p{L}'’.& -]*", regex.VERSION1 | regex.REVERSE)
# Where such a name may begin: in a word with a capital before another or a small word.
_LONG_START = re.compile(rf"{CAPITAL}(?<![A-Za-z].)(?=[^\s-]++[ -](?:{CAPITAL}|(?:of|the|for|and|&|de|la) ))")
_LAST_LETTERS = frozenset("ACGHIMPS")
"""With which the last word of such a name begins."""
# Clinical abbreviations that happen to be the initials of an ordinary name of a place of care.
_CLINICAL = frozenset(
    "CHF HTN DNR DNI EMS DOB MRN SSN NPI DEA DOS PCP NKDA ALLERGIES BID TID QID PRN PHQ GAD IOP OCT "
    "ECG EKG EEG EMG "
    "EGD LVEF TTE TEE NSR RRR WBC HGB HCT PLT INR PTT TSH BUN GFR EGFR ESR CRP BNP ABG CSF PSA HIV "
    "HCV HBV PCR "
    "COVID RSV UTI GERD CKD ESRD AKI COPD OSA CPAP DKA IDDM NIDDM LMP EDD NST PPD POD POA HCP NOK FAX "
    "TEL ATTN "
    "NOTE PLAN HISTORY EXAM LABS NAME DATE SEX AGE ADL ROM PROM AROM SOAP DVA VSS SOB DOE NAD CTA "
    "CTAB HEENT PERRL EOMI "
    "CHC PMH PSH FHC ICU CCU PCP CHF MRI COPD DNR PMHC ROS HPI CABG PCI TIA DVT CVA BMI CBC BMP CMP "
    "LDH AST ALT".split()
)


def read_abbreviations(_m: Any, text: str) -> Iterable[CueMatch]:
    """Every mention of initials whose long form stands in the text; the long forms are others' work."""
    shorts = [s for s in _SHORT.finditer(text) if s[0][-1] in _LAST_LETTERS and s[0] not in _CLINICAL]
    if not shorts:
        return ()
    known = _initials(text)
    found = tuple(s.span() for s in shorts if s[0] in known)
    return (CueMatch({Label.HOSPITAL: found}),) if found else ()


def _initials(text: str) -> set[str]:
    """Initials of every name of a place of care in the text, with and without its small words."""
    out: set[str] = set()
    for long in _long_forms(text):
        parts = regex.findall(r"[\p{L}'’.]+|&", long[0])
        capitals = [p[0] for p in parts if p[0].isupper() and p.lower() not in ("of", "the", "and", "for")]
        for first in range(max(0, len(capitals) - 6), len(capitals) - 2):
            out.add("".join(capitals[first:]))
    return out


def _long_forms(text: str) -> Iterator[Any]:
    """The matches of the pattern for long forms, looked for only where words lead to such an end."""
    done = 0
    for head in _LONG_HEAD.finditer(text):
        if head.start() < done:
            continue
        body = _LONG_BODY.match(text, done, head.start())
        for start in _LONG_START.finditer(text, body.start() if body else head.start(), head.end()):
            long = _LONG.match(text, start.start()) if start.start() >= done else None
            if long is not None:
                done = long.end()
                yield long
