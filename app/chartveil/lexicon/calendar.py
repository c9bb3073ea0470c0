"""Days, months, years and holidays: the numbers and words that stand for them, misread ones too."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import REINSTALL, read_toml
from chartveil.domain.tokenized_text import fold

EARLIEST_YEAR: Final = 1880
LATEST_YEAR: Final = 2059

# Figures as scanners misread them, without regard to case where case does not tell.
_FIGURES: Final = str.maketrans("OoQDlIi|!SsZzBgqG", "00001111155228996")
_DAYS_IN_MONTH: Final = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_MOST_FIGURES: Final = 9


def read_number(text: str) -> int | None:
    """The number that figures, some of them perhaps misread, stand for; None if they stand for none, or are
    more than a date has."""
    plain = text.translate(_FIGURES)
    return int(plain) if plain.isdecimal() and plain.isascii() and len(plain) <= _MOST_FIGURES else None


def is_year(text: str) -> bool:
    """Whether the figures are a year of a date: two figures, or four within living memory and plans."""
    value = read_number(text)
    if value is None:
        return False
    return len(text) == 2 or (len(text) == 4 and EARLIEST_YEAR <= value <= LATEST_YEAR)


def is_day_month(a: str, b: str) -> bool:
    """Whether the two numbers are month and day, in either order."""
    x, y = read_number(a), read_number(b)
    if x is None or y is None:
        return False
    return is_day(x, y) or is_day(y, x)


def is_day(month: int, day: int) -> bool:
    """Whether the month has such a day."""
    return 1 <= month <= 12 and 1 <= day <= _DAYS_IN_MONTH[month]


# Words: tables of our own, never the process-wide locale.


_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
ORDINAL_WORDS: tuple[str, ...] = (
    *_UNITS,
    *"tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth".split(),
    "nineteenth",
    "twentieth",
    *(f"twenty-{u}" for u in _UNITS),
    "thirtieth",
    "thirty-first",
)
"""``ORDINAL_WORDS[0]`` is ``first``."""


def day_or_none(year: int, month: int, day: int) -> dt.date | None:
    """The day of these three numbers; None where there is none."""
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def ordinal_suffix(day: int) -> str:
    """``st``, ``nd``, ``rd`` or ``th``."""
    return "th" if 11 <= day % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


@dataclass(frozen=True)
class CalendarWords:
    """The words of ``resources/calendar.toml``.

    Attributes:
        months, month_abbreviations: twelve names by language (ISO 639), English first.
        further_months: folded words for a month that are read and not written, with its number.
        weekdays: seven names from Monday by language.
        weekday_abbreviations: the same in English, shortened.
        holidays: folded name and when it is.
        holiday_spellings: of those that a surrogate may name.
    """

    months: Mapping[str, Sequence[str]]
    month_abbreviations: Mapping[str, Sequence[str]]
    further_months: Mapping[str, int]
    weekdays: Mapping[str, Sequence[str]]
    weekday_abbreviations: Sequence[str]
    holidays: Mapping[str, Sequence[int] | int]
    holiday_spellings: Mapping[str, str]

    def holiday(self, name: str, year: int) -> dt.date:
        """The day of a holiday in a year.

        Raises:
            KeyError: if there is none of this folded name.
        """
        return day_of_rule(self.holidays[name], year)


def day_of_rule(rule: Sequence[int] | int, year: int) -> dt.date:
    """The day that a rule of ``resources/calendar.toml`` means in a year; it says how they are written."""
    if isinstance(rule, int):
        return easter_sunday(year) + dt.timedelta(rule)
    if len(rule) == 2:
        return dt.date(year, *rule)
    month, weekday, n, *later = rule
    return _nth_weekday(year, month, weekday, n) + dt.timedelta(sum(later))


@cache
def calendar_words() -> CalendarWords:
    """The words of ``resources/calendar.toml``, read once a process.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = resources_folder() / "calendar.toml"
    data = read_toml(path, "the calendar")
    try:
        return _calendar_words(data)
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise ResourceError(
            f"the calendar is not whole ({type(e).__name__}).", where=str(path), remedy=REINSTALL
        ) from e


def _calendar_words(data: Mapping[str, Any]) -> CalendarWords:
    months = data["months"]
    weekdays = {language: names.split(", ") for language, names in data["weekdays"].items()}
    return CalendarWords(
        months={language: table["names"].split(", ") for language, table in months.items()},
        month_abbreviations={
            language: table["abbreviations"].split(", ") for language, table in months.items()
        },
        further_months={fold(w): n for table in months.values() for w, n in table.get("also", {}).items()},
        weekday_abbreviations=weekdays.pop("en_abbreviations"),
        weekdays=weekdays,
        holidays=data["holidays"],
        holiday_spellings=data["holiday_spellings"],
    )


@cache
def month_numbers() -> Mapping[str, int]:
    """Every folded word for a month, in all languages, with its number."""
    words = calendar_words()
    numbers = dict(words.further_months)
    for names in (*words.months.values(), *words.month_abbreviations.values()):
        numbers.update({fold(name): number for number, name in enumerate(names, 1)})
    numbers["sept"] = 9
    return numbers


def easter_sunday(year: int) -> dt.date:
    """Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher, Astronomical Algorithms, 1991)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return dt.date(year, month, day + 1)


def _nth_weekday(year: int, month: int, weekday: int, n: int) -> dt.date:
    """The nth weekday (0 is Monday) of a month; the last for n = -1."""
    if n > 0:
        first = dt.date(year, month, 1)
        return first + dt.timedelta((weekday - first.weekday()) % 7 + 7 * (n - 1))
    last = dt.date(year + month // 12, month % 12 + 1, 1) - dt.timedelta(1)
    return last - dt.timedelta((last.weekday() - weekday) % 7)
