"""Month, weekday and holiday names in a date, also as scanning or typing spoilt them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache

from chartveil.surrogates.calendar_words import (
    HOLIDAYS,
    MONTH_ABBREVIATIONS,
    MONTH_NAMES,
    WEEKDAY_ABBREVIATIONS,
    WEEKDAY_NAMES,
)
from chartveil.surrogates.dates_model import DatePart
from chartveil.words import fold

_OCR_WORD = str.maketrans("0153", "olse")
_SCANNED = re.compile(r"[A-Za-z]*(?:[01]|rn|[a-z]I)[A-Za-z01]*")
_LEAST_TYPO = 5
"""Letters of a name from which on a letter may be wrong."""

CalendarName = tuple[DatePart, int, str]
"""What a word is, its number (month from 1, weekday from 0), and its language."""


@lru_cache(maxsize=1)
def calendar_names() -> dict[str, CalendarName]:
    """Folded month and weekday names of all languages; English first where languages agree."""
    out: dict[str, CalendarName] = {}
    for language, names in MONTH_NAMES.items():
        for i, name in enumerate(names, 1):
            out.setdefault(fold(name), (DatePart.MONTH_NAME, i, language))
        for i, name in enumerate(MONTH_ABBREVIATIONS[language], 1):
            out.setdefault(fold(name), (DatePart.MONTH_ABBREVIATION, i, language))
    out["sept"] = (DatePart.MONTH_ABBREVIATION, 9, "en")
    out["sec"] = out["min"] = (DatePart.LITERAL, 0, "en")
    for language, names in WEEKDAY_NAMES.items():
        for i, name in enumerate(names):
            out.setdefault(fold(name), (DatePart.WEEKDAY, i, language))
    for i, name in enumerate(WEEKDAY_ABBREVIATIONS):
        out[name.lower()] = (DatePart.WEEKDAY_ABBREVIATION, i, "en")
    out |= {
        w: (DatePart.WEEKDAY_ABBREVIATION, i, "en")
        for w, i in (("tues", 1), ("thur", 3), ("thurs", 3), ("weds", 2))
    }
    return out


@lru_cache(maxsize=2048)
def read_calendar_name(folded: str) -> CalendarName | None:
    """The month or weekday a folded word names, one letter in six wrong at most."""
    names = calendar_names()
    found = names.get(folded)
    if found is None and len(folded) >= _LEAST_TYPO:
        close = get_close_matches(folded.translate(_OCR_WORD), names, 1, 0.83)
        found = names[close[0]] if close and len(close[0]) >= _LEAST_TYPO else None
    return found


def read_holiday(folded: str) -> str | None:
    """The key in ``HOLIDAYS`` that a folded phrase means."""
    if folded in HOLIDAYS:
        return folded
    close = get_close_matches(folded, HOLIDAYS, 1, 0.85) if len(folded) >= _LEAST_TYPO else []
    return close[0] if close else None


def repair_month_names(text: str) -> str:
    """The text with month names mended that scanning spoilt (``0ct``, ``Novernber``)."""
    return _SCANNED.sub(_mend_month, text)


def _mend_month(m: re.Match[str]) -> str:
    """A month name with scanning errors (``0ct``, ``Novernber``) mended; anything else as it is."""
    word = m.group()
    if word.isdecimal() or (word.isupper() and word.isalpha()):
        return word
    for mended in (word.translate(str.maketrans("01I", "Oll")), word.replace("rn", "m")):
        found = calendar_names().get(fold(mended))
        if found and found[0] in (DatePart.MONTH_NAME, DatePart.MONTH_ABBREVIATION):
            upper = sum(c.isupper() for c in word[1:]) > 1
            return mended.upper() if upper else mended[0] + mended[1:].lower()
    return word
