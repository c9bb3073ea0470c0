"""Local abbreviations: ``TRMC`` where the same document names ``Twin Rivers Medical Center``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import regex

from chartveil.detection.rules.cue_rules import CueMatch
from chartveil.detection.rules.organizations.cued import ORGANIZATION_STOP_WORDS
from chartveil.detection.rules.organizations.occupations import OCCUPATION_END_WORDS
from chartveil.detection.rules.prefilters.match_starts import CAPITAL
from chartveil.detection.rules.words import organizations as tables
from chartveil.detection.rules.words import organizations as words
from chartveil.detection.rules.words.people import (
    CALENDAR_WORDS,
    CLINICAL_WORDS,
    COMMON_WORDS,
    SPECIALTY_WORDS,
)
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

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


# Runs of words that hold a word of care or business: letterheads, fields, and names after a place word.


_HOSPITAL, _ORGANIZATION = Label.HOSPITAL, Label.ORGANIZATION

# A token: no white space and none of the signs that part cells or clauses.
_TOKEN = re.compile(r"[^\s,;:()\[\]|\"“”^=·•<>*{}~]+")
_MISREAD = str.maketrans({"0": "o", "1": "l", "5": "s"})
_BEFORE = words.CARE_WORDS_BEFORE_NAME | words.ORGANIZATION_WORDS_BEFORE_NAME
_HEADS = words.CARE_WORDS | words.ORGANIZATION_WORDS | _BEFORE
_WEAK = words.WEAK_CARE_WORDS | words.WEAK_ORGANIZATION_WORDS
_COMMON = (
    words.LOWERCASE_COMMON_WORDS
    | words.CLINIC_SUBJECT_WORDS
    | words.DOCUMENT_WORDS
    | COMMON_WORDS
    | CALENDAR_WORDS
    | CLINICAL_WORDS
    | SPECIALTY_WORDS
    | tables.GENERIC_CARE_WORDS
    | tables.GENERIC_ORGANIZATION_WORDS
)
_GOES_ON = _HEADS | tables.CARE_CONTINUATIONS | frozenset("north south east west nhs foundation".split())
_SHORTENED = frozenset("st ste mt ft dr no bros co mem med hosp univ ctr assoc inst dept med's inc".split())
"""Words whose full stop ends no sentence."""
_AFTER_CARE = frozenset("plan plans school schools district church fund union insurance".split())
"""Words that make an organisation of what went before: a health plan is no place of care."""
_UNITS = frozenset("ed er icu picu nicu micu sicu cvicu ccu pacu telemetry tts mwf basement".split())
"""Units and shifts behind the name of a place of care, which are no part of it."""
_WITH_UNITS = frozenset(
    "hospital hosp center centre ctr clinic infirmary dialysis church general university univ community "
    "memorial methodist baptist presbyterian pavilion".split()
)
_MOST = 5
"""Largest number of words on either side of the head."""
_PROSE = 45
"""Length of a line, in characters, from which on a line break may part a name."""
_HEAD_LINES = 4
"""How many lines with text make the head of a document."""

_CUE = regex.compile(
    r"(?:\b(?i:at|to|from|in|via|by|near|through|thru|attends|attending|owns|joined|for|with|per|and|see|ask|"
    r"call)|@|w/)[ \n](?:[Tt]he |THE )?\Z",
    regex.VERSION1 | regex.REVERSE,
)
_CUE_SURE = regex.compile(
    r"(?:\b(?i:at|to|from|via)|@)[ \n](?:[Tt]he |THE )?\Z", regex.VERSION1 | regex.REVERSE
)
_FIELD = regex.compile(
    r"(?:\b(?i:site|facility|program|clinic|clin ?ic|hospital|hosp|pharm(?:acy)?|phcy|snf|from|to|unit|"
    r"location|"
    r"loc|destination|dest|receiving|sending|lab|pmd|pcp|gp|cc|cent(?:er|re)|practice|agency|client|referral|"
    r"performing|school|employer|ernployer|ins|insur|insurance|lnsurance|insurer|payer|payor|plan|"
    r"carrier|dme|"
    r"vendor|church|transport|company|organi[sz]ation|org|vision plan|group|transfer)(?: (?i:of choice|"
    r"site|name|"
    r"lab|facility|clinic|hospital|plan|company|code|#?\d))?[ \t]*(?:[:|=]|\.{3,})[ \t]{0,12}|"
    r"\b(?i:insurance|insurer|employer|plan|school|church|pharmacy) \()\Z",
    regex.VERSION1 | regex.REVERSE,
)
_CELL_START = regex.compile(r"(?:^|[|\t]|  |\b[-–—]{1,2} )[ \t*#=~]*\Z", regex.VERSION1 | regex.MULTILINE)
_CELL_END = regex.compile(
    r"[ \t*#=]*(?:\r?\n|$|[|\t]|  |[ ]?[-–—]{1,2} |[ ]?[(,]|[ ]/ |[ ]?#\d)", regex.VERSION1
)


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    low: str
    kind: str
    """T for a first capital, C for capitals, l for small letters, d for digits, & for itself."""


def _low(word: str) -> str:
    """The word in small letters as the tables have it, letters misread as digits put right."""
    low = word.lower().strip(".'’-/").replace("’", "'")
    if low.isalpha() or (low.isascii() and low.upper() == low):
        return low  # letters alone, or none
    if any(c.isdigit() for c in low) and any(c.isalpha() for c in low):
        low = low.translate(_MISREAD)
    return low


def _token(m: re.Match[str]) -> _Token:
    word = m[0]
    low = _low(word)
    first = word[0]
    if word in ("&", "+"):
        kind = "&"
    elif first.isdigit():
        kind = "d" if not word[-1].isalpha() or len(word) < 4 else "C" if word.isupper() else "T"
    elif first.isupper():
        kind = "C" if word.isupper() and len(word) > 1 else "T"
    else:
        kind = "l" if first.isalpha() else "?"
    return _Token(m.start(), m.end(), low, kind)


def read_word_runs(_m: Any, text: str) -> Iterable[CueMatch]:
    """Every run of the text that names a place of care or an organisation."""
    found = list(_TOKEN.finditer(text))
    reader = _Runs(text, found)
    for i, m in enumerate(found):
        word = m[0]
        low = word.lower()
        if low in _HEADS or (not low.isalpha() and _low(word) in _HEADS):
            yield from reader.read(i)


class _Runs:
    """The tokens of a text, read where a head stands."""

    def __init__(self, text: str, found: list[re.Match[str]]) -> None:
        self.text = text
        self._found = found
        self._known: dict[int, _Token] = {}
        self._read_to = -1
        self._head_end: int | None = None

    def at(self, i: int) -> _Token:
        token = self._known.get(i)
        if token is None:
            token = self._known[i] = _token(self._found[i])
        return token

    def read(self, i: int) -> Iterable[CueMatch]:
        """What the head at ``i`` gives; nothing where an earlier head has taken it."""
        if i <= self._read_to:
            return
        head = self.at(i)
        if self._joined(i + 1) and self.at(i + 1).low in _AFTER_CARE:
            return
        if head.kind == "l":
            span = self._lower(i)
        elif head.kind in "TC":
            span = self._capitals(i)
        else:
            span = None
        if span is None:
            return
        first, last = span
        self._read_to = last
        while last > i and self.at(last).low in _UNITS and self.at(last - 1).low in _WITH_UNITS:
            last -= 1  # Itasca Falls Hospital ED; but Quarry Hill Regional ED
        end = self.at(last).end
        while self.text[end - 1] in ".-/'’–" and self.at(last).low not in ("inc", "co", "p.c", "bros"):
            end -= 1
        care = head.low in words.CARE_WORDS or head.low in words.CARE_WORDS_BEFORE_NAME
        yield CueMatch({_HOSPITAL if care else _ORGANIZATION: ((self.at(first).start, end),)})

    def _joined(self, i: int) -> bool:
        """Whether one blank, or a line break in prose, parts token ``i`` from the one before it."""
        if i <= 0 or i >= len(self._found):
            return False
        a, b = self._found[i - 1].end(), self._found[i].start()
        gap = self.text[a:b]
        if gap == " ":
            return not (self.text[a - 1] == "." and self._ends_sentence(i - 1))
        if gap != "\n" or self.text[a - 1] in ".!?" or self.at(i).kind != "T" or self.at(i - 1).kind != "T":
            return False
        line = self.text.rfind("\n", 0, a) + 1
        return a - line > _PROSE and "  " not in self.text[line:a].lstrip()

    def _ends_sentence(self, i: int) -> bool:
        low = self.at(i).low
        return len(low) > 1 and low not in _SHORTENED

    def _fits(self, i: int, kinds: str) -> bool:
        token = self.at(i)
        if token.kind == "&" or (token.low in words.JOINING_WORDS and token.kind in (*kinds, "l")):
            return True
        if token.kind == "d":
            return token.end - token.start < 5
        if token.kind not in kinds or token.low in words.DOCUMENT_WORDS:
            return False
        return token.low not in ORGANIZATION_STOP_WORDS or token.low in _HEADS

    def _capitals(self, i: int) -> tuple[int, int] | None:
        head = self.at(i)
        kinds = "TC" if head.kind == "T" else "C"
        first = i
        while i - first < _MOST and self._joined(first) and self._fits(first - 1, kinds):
            first -= 1
        while first < i and (
            (self.at(first).kind in "&dl" and not self._house_number(first))
            or self.at(first).low in ("of", "and", "at")
        ):
            first += 1
        last = self._forward(i, kinds)
        if not self._proper(first, last, i):
            return None
        return (first, last) if self._stands(first, last, head) else None

    def _house_number(self, i: int) -> bool:
        return self.at(i).kind == "d" and self.at(i).low.endswith(("st", "nd", "rd", "th"))

    def _forward(self, i: int, kinds: str) -> int:
        """The last token of the run: to the end of its cell, else as far as known words lead."""
        far, n = i, len(self._found)
        while far + 1 < n and far - i < _MOST and self._joined(far + 1) and self._fits(far + 1, kinds):
            far += 1
        while (far > i and self.at(far).kind in "&l") or (
            far > i and self.at(far).low in words.JOINING_WORDS
        ):
            far -= 1
        if _CELL_END.match(self.text, self.at(far).end) or self.at(i).low in _BEFORE:
            return far
        last = i
        while last < far:
            nxt = self.at(last + 1)
            if nxt.low in _GOES_ON:
                last += 1
            elif nxt.low in ("of", "for") and last + 2 <= far and (nxt.low == "of" or kinds == "TC"):
                last += 2 + (self.at(last + 2).low in ("the", "la", "las", "los") and last + 3 <= far)
            elif nxt.kind == "&" and last + 2 <= far:
                last += 2
            else:
                break
        return last

    def _proper(self, first: int, last: int, head: int) -> bool:
        """Whether a word of the run is more than common."""
        if self.at(head).low in _BEFORE:
            return last > head
        if last > head + 1 and self.at(head + 1).low in ("of", "for"):
            head, last = head + 1, last
        else:
            last = head
        return any(
            self.at(j).kind in "TC" and len(self.at(j).low) > 1
            and not all(p in _COMMON or p in _HEADS for p in self.at(j).low.split("-"))
            for j in range(first, last + 1) if j != head
        )  # fmt: skip

    def _stands(self, first: int, last: int, head: _Token) -> bool:
        """Whether the run stands where names of places and organisations stand."""
        text, start, end = self.text, self.at(first).start, self.at(last).end
        floor = max(0, start - 40)
        if _FIELD.search(text, floor, start):
            return True
        caps = head.kind == "C"
        weak = head.low in _WEAK
        if _CUE_SURE.search(text, floor, start) or (not caps and _CUE.search(text, floor, start)):
            return True
        cell = _CELL_START.search(text, max(0, start - 24), start) is not None
        if cell and _CELL_END.match(text, end):
            return self._in_head(start) or not (caps or weak)
        return not caps and not weak and not cell

    def _in_head(self, at: int) -> bool:
        if self._head_end is None:
            lines = list(re.finditer(r"[^\n]*\S[^\n]*\n?", self.text[:1200]))[:_HEAD_LINES]
            self._head_end = lines[-1].end() if lines else 0
        return at < self._head_end

    def _lower(self, i: int) -> tuple[int, int] | None:
        """``at prairie regional``: one to three uncommon words between a word of place and the head."""
        low = self.at(i).low
        if low in _BEFORE:
            return self._lower_after(i)
        if low not in words.CARE_WORDS_LOWERCASE and low not in words.ORGANIZATION_WORDS_LOWERCASE:
            return None
        first = i
        while i - first < 3 and self._joined(first) and self._uncommon(first - 1):
            first -= 1
        if first == i:
            return None
        start = self.at(first).start
        last = i
        while self._joined(last + 1) and self.at(last + 1).low in words.CARE_WORDS_LOWERCASE:
            last += 1
        if _CUE_SURE.search(self.text, max(0, start - 12), start) or _FIELD.search(
            self.text, max(0, start - 40), start
        ):
            return first, last
        cell = _CELL_START.search(self.text, max(0, start - 24), start)
        fills = cell is not None and _CELL_END.match(self.text, self.at(last).end)
        return (first, last) if fills and self._in_head(start) else None

    def _lower_after(self, i: int) -> tuple[int, int] | None:
        """``farmacia del valle``: an uncommon word after a word of another tongue, small words between."""
        for j in range(i + 1, min(i + 4, len(self._found))):
            if not self._joined(j):
                break
            if self.at(j).low not in words.JOINING_WORDS:
                return (i, j) if self._uncommon(j) else None
        return None

    def _uncommon(self, i: int) -> bool:
        token = self.at(i)
        return token.kind == "l" and len(token.low) > 2 and token.low not in _COMMON and token.low.isalpha()


_CODES_OF_OTHERS = frozenset(
    "MCH LVH RVH ICH PMH BPH DMC IMC RCH MMC CHC CMC VHC EMC AMC PCH ACH DCH SCH FMH PSH FHC WHC HHC "
    "MCHC MC CH HC "
    "RH MH".split()
)
_CODE_CUE = regex.compile(
    r"(?:\b(?i:at|to|from|via|outside|site|planned|facility|loc|hospital):?|@|\|)[ ]{1,3}\Z",
    regex.VERSION1 | regex.REVERSE,
)
_CODE_UNIT = regex.compile(
    r"[ -](?:ED|ER|ICU|CVICU|NICU|MICU|L&D|OR|device|cards|cardiology|clinic|lab|\d{1,2} ?(?:North|"
    r"South|East|West|"
    r"NORTH|SOUTH|EAST|WEST))(?![\p{L}])",
    regex.VERSION1,
)


def check_hospital_code(m: Any, view: TokenizedText) -> float | None:
    """Initials of a hospital: ``KRMC device clinic``, ``at SFCH``; not what medicine abbreviates alike."""
    if m["HOSPITAL"] in _CODES_OF_OTHERS:
        return None
    led = _CODE_CUE.search(view.text, max(0, m.start() - 16), m.start()) is not None
    return 0.65 if led or _CODE_UNIT.match(view.text, m.end()) else None


def check_name_after_at(m: Any, view: TokenizedText) -> float | None:
    """``at Villa Serena``: no word of the calendar, of titles or of medicine, and one that is uncommon. After
    an occupation (``pilot at ...``) another rule has the employer."""
    before = regex.search(r"\p{L}+(?= (?:at|@) )", view.text[max(0, m.start() - 30) : m.start()])
    if before is not None and before[0].lower() in OCCUPATION_END_WORDS:
        return None
    parts = [p.lower().strip(".'’") for p in regex.findall(r"[\p{L}'’]+", m["HOSPITAL"])]
    if any(p in ORGANIZATION_STOP_WORDS or p in CALENDAR_WORDS or p in words.DOCUMENT_WORDS for p in parts):
        return None
    return 0.6 if any(p not in _COMMON for p in parts) else None
