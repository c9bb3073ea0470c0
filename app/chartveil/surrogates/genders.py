"""Tells from a note whether a person is a woman or a man."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FEMALE_KIN = (
    "wife|mother|mom|mum|mama|daughter|dtr|sister|aunt|auntie|niece|grandmother|grandma|granddaughter|"
    "girlfriend|fiancée|widow"
)
_MALE_KIN = (
    "husband|father|dad|son|brother|uncle|nephew|grandfather|grandpa|grandson|boyfriend|fiancé|widower"
)
_TITLES = {"F": "mrs|ms|miss|sra|señora|madame|frau", "M": "mr|shri|señor|monsieur|herr"}
_KINS = {"F": _FEMALE_KIN, "M": _MALE_KIN}
_BETWEEN = r"[^\w.!?\n]{1,3}"
"""Text that may stand between a word of kinship and a name; no end of a sentence."""
_BEFORE = {
    sex: re.compile(rf"\b(?:(?:{kin})(?:-in-law)?{_BETWEEN}|(?:{_TITLES[sex]})\W{{1,3}})$", re.IGNORECASE)
    for sex, kin in _KINS.items()
}
_CALLED = {
    sex: re.compile(rf"\b(?i:{kin})(?:-in-law)?{_BETWEEN}([A-Z][\w'’-]+)") for sex, kin in _KINS.items()
}
_AFTER = {
    sex: re.compile(rf"{_BETWEEN}(?:(?:his|her|their|the|pt'?s|patient'?s)\s+)?(?:{kin})\b", re.IGNORECASE)
    for sex, kin in _KINS.items()
}
_HEADER = re.compile(r"\b(?:sex|gender)\b(?:\s+at\s+birth)?\s*[:=|,\t]?\s*(female|male|f|m)\b", re.IGNORECASE)
_PID = re.compile(r"^PID\|(?:[^|\r\n]*\|){7}([FM])\b", re.MULTILINE)
_AGED = re.compile(
    r"\b\d{1,3}[\s-]*(?:years?|yrs?|y|months?|mos?|weeks?|days?)[\s/.-]*(?:old|o)?\b\.?[\s,-]*"
    r"(?:(?!with|who|whose|and|has|had|an?\b|the\b|\d)[\w/-]+\s+){0,3}?"
    r"((?i:female|woman|lady|girl|male|man|gentleman|boy)|[FM])\b|\b(?:[1-9]\d)\s?([FM])\b"
)
_SHE = re.compile(r"\b(?:she|her|hers|herself)\b", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
_KIN = re.compile(rf"\b(?:{_FEMALE_KIN}|{_MALE_KIN})\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?\n]+")
_FEMALE = frozenset("female f woman lady girl".split())


def gender_beside(text: str, start: int, end: int, *, kin_after: bool = True) -> str:
    """F, M, or empty: what a title or a word of kin beside a name says.

    Args:
        text: the note.
        start, end: where the name stands.
        kin_after: whether one behind it counts (``Jean, her husband``).
    """
    before, after = text[max(0, start - 24) : start], text[end : end + 32]
    for sex in "FM":
        if _BEFORE[sex].search(before) or (kin_after and _AFTER[sex].match(after)):
            return sex
    return ""


def relatives_called(text: str) -> Iterator[tuple[str, str]]:
    """Each word that a word of kin stands before, as a name, with F or M: ``her son Einar``."""
    for sex, pattern in _CALLED.items():
        for m in pattern.finditer(text):
            yield m[1], sex


def header_gender(text: str) -> str:
    """F, M, or empty: what a field of the header or of HL7 (PID-8) says of the patient."""
    m = _PID.search(text) or _HEADER.search(text)
    return ("F" if m[1].lower() in _FEMALE else "M") if m else ""


def patient_gender(text: str) -> str:
    """F, M, or empty: what the note says of its patient.

    A field counts most (``header_gender``), then ``a 45-year-old woman``, then pronouns: where
    those of one gender are three times those of the other, sentences about kin left out.
    """
    if told := header_gender(text):
        return told
    if m := _AGED.search(text):
        return "F" if (m[1] or m[2]).lower() in _FEMALE else "M"
    plain = " ".join(s for s in _SENTENCE.findall(text) if not _KIN.search(s))
    she, he = len(_SHE.findall(plain)), len(_HE.findall(plain))
    return "F" if she > 3 * he else "M" if he > 3 * she else ""
