"""Initials of who signs: alone on the last line of an entry, with date and time, or after ``/es/``."""

from __future__ import annotations

from typing import Any, Final

import regex

from chartveil.detect.rules.engine import Prefilter, Rule
from chartveil.detect.rules.names_reader import ALL_STOP_WORDS, is_stop_word
from chartveil.detect.rules.names_words import CLINICAL_ABBREVIATIONS
from chartveil.domain import Label
from chartveil.lexicon.initials import NOT_INITIALS
from chartveil.words import TokenizedText

_HEADINGS: Final = frozenset(
    "cv resp gi gu id heme onc endo ms psy sx pe es ass imp rec s o fen lines ppx dispo code pulm "
    "abd ext skin "
    "vs io tx sa fhr ve mh dh sho rmo gcs qc ihc fish ngs iga igg ige pft dlco eeg tib end stop "
    "note copy page "
    "fin the rn md do ed ob er hx fx bp obs abx nkda fhx shx phx pmhx ros heent ekg cxr usa".split()
)
"""Short words that stand alone on a line as a heading, or end one."""


_CLOSES: Final = frozenset("end eof eom fin nb md do np rn pa cc ps tbd nil no na dnr".split())
"""Short words that stand alone on the last line of a document and are nobody's initials. Other
abbreviations (``SP``) need a neighbour to mean anything."""

_WITH_PARTICLE: Final = regex.compile(r"\p{Lu}(?:v|vd|vdr|d|de|dl|ap|al)\p{Lu}{1,2}")
"""Initials of Pim van der Waal, Ana de Lima: no abbreviation is written so."""


def _nobody(letters: str) -> bool:
    low = letters.replace(".", "").lower()
    return (
        low in NOT_INITIALS
        or low in CLINICAL_ABBREVIATIONS
        or low in _HEADINGS
        or is_stop_word(low, ALL_STOP_WORDS)
    )


def check_initials_alone(m: Any, view: TokenizedText) -> float | None:
    """Initials alone on a line that ends an entry, below a line of text."""
    text = view.text
    before = text[max(0, m.start() - 400) : m.start()]
    above = before.rstrip()
    last_of_all = m["DOCTOR"].isupper() and not text[m.end() :].strip()
    nobody = m["DOCTOR"].lower() in _CLOSES if last_of_all else _nobody(m["DOCTOR"])
    if nobody or len(above) < 40 or before.count("\n") - above.count("\n") > 2:
        return None
    last = above[above.rfind("\n") + 1 :].strip()
    if last.isupper() or last.endswith(":") or len(last) < 12:
        return None
    if _WITH_PARTICLE.fullmatch(m["DOCTOR"]):
        return 0.95
    if last_of_all:
        return 0.95  # nothing else is alone on the last line of a document
    return 0.7 if m["when"].strip() else 0.6


def check_signed_initials(m: Any, _view: TokenizedText) -> float | None:
    """Initials after a word for a signature: neither an abbreviation nor a way to take a drug."""
    pair = [m[g] for g in ("DOCTOR", "DOCTOR_2") if m[g]]
    return None if any(_nobody(p) for p in pair) else 0.85


def check_stamped_initials(m: Any, _view: TokenizedText) -> float | None:
    """Initials beside a time in a line of their own: no abbreviation."""
    return None if _nobody(m["DOCTOR"]) else 0.75 if m["DOCTOR"].isupper() else 0.65


INITIAL_RULES: Final = (
    Rule(
        id="NAME-INITIALS-LINE",
        label=Label.DOCTOR,
        pattern=r"^[ \t]{0,24}(?:[-–—~][ ]?)?(?P<DOCTOR>\p{Lu}{2,3}|\p{Lu}\p{Ll}{1,2}\p{Lu}{1,2})"
        r"(?P<when>(?:[ ]{1,3}\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?)?(?:[ ]{1,3}\d{1,2}:?\d\d)?[ \t]{0,4})"
        r"(?=\r?$(?:\r?\n[ \t]*(?:\r?\n|[-=_*]{3}|$)|(?![\s\S])))",
        flags=regex.MULTILINE,
        score=0.6,
        description="initials alone on the line that ends an entry",
        check=check_initials_alone,
    ),
    Rule(
        id="NAME-INITIALS-SIGNED",
        label=Label.DOCTOR,
        pattern=r"(?:/e?s/|\b(?:Sig|SIG|Signed|Rvw['’]?d|Rev['’]d|Reviewed|Verified|Ck['’]?d)):?[ ]{1,2}"
        r"(?P<DOCTOR>\p{Lu}{2,4})(?:[ ]?/[ ]?(?P<DOCTOR_2>\p{Lu}{2,4}))?"
        r"(?=[.]?[ \t]*(?:\r?\n|$)|[ ]{1,3}\d{1,2}[/:]?\d\d)",
        score=0.85,
        description="initials after a signature: /es/ ARP, Sig: RG / EF",
        check=check_signed_initials,
        prefilter=Prefilter(any_of=("/es/", "/s/", "sig", "rvw", "rev", "verified", "ck")),
    ),
    Rule(
        id="NAME-INITIAL-FAREWELL",
        label=Label.PATIENT,
        pattern=r"(?:(?<![\p{L}\d])[xX][oO]+(?:[xX][oO]*){0,3}[,!.]?(?:[ \t]{1,3}|[ \t]{0,3}\r?\n[ \t]*)|"
        r"(?:^[ \t]*|(?<=[.!?])[ \t]{1,3})(?i:thanks?(?:[ ]you|[ ]so[ ]much)?|thx|love|hugs|cheers|best|"
        r"(?:kind[ ]|best[ ]|warm[ ])?regards|sincerely|yours)[,!.]{1,2}(?:[ \t]{1,3}|[ \t]{0,3}\r?\n[ \t]*))"
        r"[-–—]?[ ]?(?P<PATIENT>\p{Lu})(?=\.?[ \t]*(?:\r?\n|$))",
        flags=regex.MULTILINE,
        score=0.85,
        description="an initial behind a farewell: xo W",
        prefilter=Prefilter(
            any_of=("xo", "thank", "thx", "love", "hugs", "cheers", "best", "regards", "sincerely", "yours")
        ),
    ),
    Rule(
        id="NAME-INITIALS-STAMP",
        label=Label.DOCTOR,
        pattern=r"^[ \t]{0,8}\d{1,2}/\d{1,2}(?:/\d{2,4})?[ ]{1,2}(?:[01]?\d|2[0-3]):?[0-5]\d[ ]{1,3}"
        r"(?P<DOCTOR>\p{Lu}{2,3})(?=[ \t]*\r?$|[ ]{2,}\p{Lu})",
        flags=regex.MULTILINE,
        score=0.75,
        description="initials behind day and time at the head of an entry: 02/14 1400 BO",
        check=check_stamped_initials,
    ),
    Rule(
        id="NAME-INITIALS-CLOCK",
        label=Label.DOCTOR,
        pattern=r"^(?P<DOCTOR>\p{Ll}{2,3})[ ](?:[01]\d|2[0-3])[0-5]\d(?=[ \t]*\r?$|[ ]{2,})",
        flags=regex.MULTILINE,
        score=0.65,
        description="initials and the time below an entry: fb 1644",
        check=check_stamped_initials,
    ),
)
