"""What a number looks like: how sure it is by its shape, its surroundings, and its check digit."""

from __future__ import annotations

import regex

from chartveil.detect.rules import checks
from chartveil.domain import Label

_UNIT_AFTER = regex.compile(
    r"[ \t]?(?:%|°|(?:mg|mcg|ug|g|kg|ml|cc|dl|lbs?|oz|cm|mm|mmhg|iu|units?|meq|mmol|days?|hrs?|hours?|"
    r"min(?:ute)?s?|"
    r"weeks?|wks?|months?|mos?|years?|yrs?|yo|y/o|times|bpm|beats|tabs?|doses?|pm|a\.m|p\.m|o'clock|"
    r"cells?|patients?|"
    r"french|fr|gauge|ga|lpm|bid|tid|qid|qd|prn|refills?|copies|pages?|blade|watts?|joules?|mhz|hz|kv|"
    r"ma)\b)",
    regex.I,
)
_PRODUCT_AFTER = regex.compile(r"[,;]?[ \t]{1,3}(?:S/?N|LOT|Lot|lot)\b|, ?\d{4}\)")
_TIME = regex.compile(
    r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:-.*)?|\d{1,2}:\d\d-\d{1,2}:\d\d|"
    r"\d{1,2}[ap]m?-\d{1,2}[ap]m?"
)
_CLOCK = regex.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_MEASURE = regex.compile(
    r"\d{1,3}\.\d{1,2}(?:\Z|[/-])|[CTLS]\d{1,2}[-/][CTLS]?\d{1,2}\Z|"
    r"\d{1,2}[/-]\d{1,2}\Z|\d{2,3}-\d{2,3}/\d{2,3}-\d{2,3}\Z|\d{1,2}/\d{1,3}/[-+]?\d\Z|"
    r"\d{1,3} (?:RF|R|REF)\d{1,2}\Z"
)
_YEAR = regex.compile(r"(?:19|20)\d\d")
_GENE = regex.compile(r"[A-Z]\d{2,4}[A-Z]|[A-Z]{2,5}\d{1,2}[A-Z]?")
_NOT_BEFORE = regex.compile(
    r"(?i:\b(?:lot|model|cpt|icd(?:-?\d+)?|hcpcs|loinc|ndc|rxnorm|rxcui|snomed|version|ver|bin|pcn|"
    r"protocol|nct|room|rm|bed|stage|"
    r"grade|type|catalog|catalogue|level|build|rev|form|gtin|upc|omb|isbn|grch|hg|images?|series|view|"
    r"mg|flow)\W{0,3}(?:no\.?|#|code)?\W{0,3})\Z"
)


def is_amount_or_code(text: str, start: int, end: int) -> bool:
    """Whether what stands around the number says that it is an amount, a code or a product."""
    return bool(
        _UNIT_AFTER.match(text, end)
        or _PRODUCT_AFTER.match(text, end)
        or _NOT_BEFORE.search(text, max(0, start - 20), start)
    )


def score_of_shape(number: str, sure: bool, marked: bool) -> float | None:
    """Score of a number by its shape, or None where it is none.

    Args:
        number: as written.
        sure: whether its cue hardly announces anything else.
        marked: whether ``#``, ``no.``, ``:`` or the like stands before it.
    """
    n = len(checks.digits(number))
    looks = len(checks.digits_and_lookalikes(number))
    letters = sum(c.isalpha() for c in number)
    if _TIME.fullmatch(number) or _MEASURE.match(number):
        return None
    if regex.match(r"(?i:grch|hg)\d\d", number) or (not regex.search("[2-9]", number) and letters > n):
        return None  # a word with look-alike digits: 0UT, P0ST0P
    if checks.looks_like_date(number):
        return 0.6 if sure and marked and "/" not in number else None
    if sure:
        if _YEAR.fullmatch(number) and not marked:
            return None
        if looks >= 3:
            return 0.95 if marked or n >= 5 else 0.85
        return 0.6 if marked and looks == 2 and len(number) > 2 else None
    if marked:
        return 0.8 if n >= 4 or looks >= 5 else (0.6 if n == 3 and letters else None)
    if _GENE.fullmatch(number):
        return None
    if n >= 5 or (letters and n >= 3 and not regex.fullmatch(r"\d{1,3}[a-z]{1,3}", number)):
        return 0.7
    return 0.5 if n == 4 and not _YEAR.fullmatch(number) and not _CLOCK.fullmatch(number) else None


_SSN_SHAPE = regex.compile(
    r"[\dOlI]{4}|.{0,4}\d{3}.?\d{2}.?\d{4}|.*[Xx*].*\d{4}|"
    r"[\dOlIoSB][\dOlIoSB -]{8,16}[A-Z]{0,2}|\d{7}[A-Z]{1,2}|[A-Z]{2}\d{6}[A-Z]"
)


def score_for_label(label: Label, number: str, score: float | None) -> float | None:
    """The score once the label's own shape and check digit were looked at. A right check digit makes a
    number surer; a wrong one after a cue may be a slip of the pen."""
    n = len(checks.digits(number))
    if label is Label.SSN:
        if _YEAR.fullmatch(number) and score is None:
            return None
        if not (_SSN_SHAPE.fullmatch(number) or regex.fullmatch(r"[\d -]{11,20}", number)):
            return None
        return 0.95 if n >= 9 else max(score or 0.0, 0.85)
    if label is Label.ACCOUNT and score is None and regex.fullmatch(r"[*.…]{2,}\d{2,}", number):
        return 0.85
    if score is None:
        plate = label is Label.VEHICLE and not _MEASURE.match(number) and 2 <= n <= 6 and len(number) >= 5
        return 0.6 if plate else None
    if label is Label.HEALTHPLAN and n < 3:
        return None
    checked = label in (Label.LICENSE, Label.VEHICLE, Label.HEALTHPLAN)
    if checked and (checks.npi(number) or checks.dea(number) or checks.vin(number) or checks.mbi(number)):
        return 0.99
    return score


_INSURER = regex.compile(
    r"(?i)\b(?:ins(?:urance|urer|ured)?|payer|payor|plan|health|mutual|medicaid|member|coverage|hmo|"
    r"ppo|advantage|bcn|pcn|grp|bcbs|"
    r"choice|lnsurance|hea1th|medicare)\b"
)
_AFTER_INSURER = regex.compile(
    r"(?i)\b(?:ins(?:ur(?:ance|er|ed)?)?|lnsurance|payer|payor|plan|hmo|carrier)"
    r"\b[ .:]{1,4}(?:\d:)?[A-Za-z][^\n\d:]{3,44}[ ]\Z"
)
_PERSON = regex.compile(r"(?i)\b(?:pt|patient|name|narne|dob|hosp(?:ital)?|chart|clinic|tx date)\b")


def label_of_bare_id(text: str, start: int) -> Label:
    """What a bare ``ID`` stands for: a plan's where the line names an insurer, the patient's where it
    names a patient, else any other number."""
    line = text[max(text.rfind("\n", 0, start) + 1, start - 70) : start]
    if _INSURER.search(line):
        return Label.HEALTHPLAN
    return Label.MRN if _PERSON.search(line) else Label.IDNUM


def follows_insurer(text: str, start: int) -> bool:
    """Whether the words before ``start`` are the name of an insurer after ``Ins:`` or the like."""
    lead = text[max(0, start - 60) : start].lower()
    if not any(word in lead for word in ("ins", "plan", "pay", "hmo", "carrier")):
        return False  # the pattern is slow
    return _AFTER_INSURER.search(text, max(0, start - 60), start) is not None
