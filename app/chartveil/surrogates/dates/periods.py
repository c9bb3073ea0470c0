"""Moves times without a day or month: decades, seasons, quarters, weekdays, runs of years.

These are moved with the patient's other dates as far as they are that fine: a season by the middle of its
months (of the northern hemisphere), a weekday by the days that are no whole weeks. A decade stays: no shift
of less than a year moves one, and it tells less than the year that the rule allows (45 CFR
164.514(b)(2)(i)(C)).
"""

from __future__ import annotations

import datetime as dt
import re

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words
from chartveil.surrogates.dates.parsing import DatePart, calendar_names
from chartveil.surrogates.text_shape import with_case_of

_NEAR = r"(?P<near>(?:(?:the|early|mid|late|in|since|last|this|next|on|every|of|by|late|past|end)[\s-]+)*)"
_DECADE = re.compile(
    _NEAR + r"(?:['’‘]?\d0['’]?s|(?:18|19|20)\d0['’]?s|(?:nineteen[\s-])?"
    r"(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)|noughties)",
    re.IGNORECASE,
)
_SEASON_NAMES = ("winter", "spring", "summer", "autumn")
_SEASON = re.compile(
    _NEAR + r"(?P<season>winter|spring|summer|autumn|fall)"
    r"(?P<mid>\s+of\s+(?:the\s+year\s+)?|,?\s+|\s*['’])?(?P<year>(?<=['’])\d\d|\d{4})?(?P<end>['’]s)?",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"(?:(?P<q>Q)(?P<n>[1-4])|(?P<n2>[1-4])(?P<q2>Q))(?P<mid>[\s/-]*)(?P<year>\d{4})", re.IGNORECASE
)
_YEARS = re.compile(r"(?P<a>(?:18|19|20)\d\d)(?P<mid>\s*[-–/]\s*)(?P<b>\d\d)")
_WEEKDAY = re.compile(_NEAR + r"(?P<day>[^\W\d_]{3,10})(?P<end>\.?(?:['’]?s)?)", re.IGNORECASE)


def shift_period(text: str, days: int, anchor: int) -> str | None:
    """The period moved, in the form it was written in; None if the text is no such period.

    Args:
        text: the text of a date span that names neither day nor month.
        days: the shift.
        anchor: year of the document, for a season without a year.
    """
    if is_decade(text):
        return text
    if m := _SEASON.fullmatch(text):
        return _season(m, days, anchor)
    if m := _QUARTER.fullmatch(text):
        return _quarter(m, days)
    if m := _YEARS.fullmatch(text):
        moved = (dt.date(int(m["a"]), 7, 1) + dt.timedelta(days)).year
        return f"{moved}{m['mid']}{(int(m['b']) + moved - int(m['a'])) % 100:02d}"
    if m := _WEEKDAY.fullmatch(text):
        return _weekday(m, days)
    return None


def is_decade(text: str) -> bool:
    """Whether the text names a decade: ``the 1990s``, ``'80s``, ``early nineties``."""
    return bool(_DECADE.fullmatch(text))


def is_year_range(text: str) -> bool:
    """Whether the text is a run of years such as ``2019-20``."""
    return bool(_YEARS.fullmatch(text))


def _season(m: re.Match[str], days: int, anchor: int) -> str:
    word = m["season"]
    number = _SEASON_NAMES.index("autumn" if word.lower() == "fall" else word.lower())
    year = int(m["year"]) if m["year"] else anchor
    full = year if year >= 100 else anchor // 100 * 100 + year
    old = dt.date(full, 1 + 3 * number, 15)
    new = old + dt.timedelta(days)
    # December opens a winter that has the next year's name.
    season = _SEASON_NAMES[new.month % 12 // 3]
    named = new.year + (new.month == 12)
    if season == "autumn" and word.lower() != "autumn":
        season = "fall"
    written = "" if not m["year"] else f"{named:04d}" if len(m["year"]) == 4 else f"{named % 100:02d}"
    return m["near"] + with_case_of(word, season) + (m["mid"] or "") + written + (m["end"] or "")


def _quarter(m: re.Match[str], days: int) -> str:
    quarter = int(m["n"] or m["n2"])
    new = dt.date(int(m["year"]), 3 * quarter - 1, 15) + dt.timedelta(days)
    number = (new.month + 2) // 3
    head = f"{m['q']}{number}" if m["q"] else f"{number}{m['q2']}"
    return f"{head}{m['mid']}{new.year}"


def _weekday(m: re.Match[str], days: int) -> str | None:
    word = m["day"]
    stem, plural = (word, "") if fold(word) in calendar_names() else (word[:-1], word[-1:])
    part, number, language = calendar_names().get(fold(stem), (DatePart.LITERAL, 0, ""))
    if part is DatePart.WEEKDAY:
        new = calendar_words().weekdays[language][(number + days) % 7]
    elif part is DatePart.WEEKDAY_ABBREVIATION:
        new = calendar_words().weekday_abbreviations[(number + days) % 7]
    else:
        return None
    return m["near"] + with_case_of(stem, new) + plural + m["end"]
