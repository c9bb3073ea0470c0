"""Reads whole dates, in texts and in a file of patients.

Only whole dates count: a day, a month and a year, in any order and spelling that the date rules know. Which
of ``3/4/51`` is the month is not decided: both readings are kept, as what is looked for is one known day.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from chartveil.detection.lists.misspellings import ocr_key, within_one_typo
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words, month_numbers, read_number

_FILLERS = frozenset(("of", "the", "de", "del", "den", "da"))
_GAP = re.compile(r"[ \t]{0,2}[,./\-–'’]?[ \t]{0,2}(?:\r?\n[ \t]*)?")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_CLOCK = re.compile(r"(\d{1,2})t\d{2}")
_GLUED = re.compile(r"(\d{1,2})([a-z]{3,9})(\d{4}|\d{2})")
_RUN = re.compile(r"(?:\d{8}|\d{12}|\d{14})")
_PAIR = re.compile(r"\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ]\d")
_ISO = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})(?!\d)")
_MONTHS_A_YEAR = 12
_LONGEST_MONTH = 10
_CENTURIES = (1900, 2000)
_FIRST, _LAST = 1850, 2100
_MOST_FILLERS = 2

MONTH_FIRST, DAY_FIRST = "month first", "day first"
DATE_ORDERS = (MONTH_FIRST, DAY_FIRST)


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A whole date in a text.

    Attributes:
        start, end: its range.
        possible_days: the day that it is, or the few that it may be.
    """

    start: int
    end: int
    possible_days: frozenset[dt.date]


@dataclass(frozen=True, slots=True)
class _Token:
    """A word that may be part of a date: its range, figures in it, or the month that it names. With a year
    it is a whole one by itself (``04Mar1951``), and the figures are the day's. ``sign`` stands before it."""

    start: int
    end: int
    figures: str = ""
    month: int = 0
    year: str = ""
    sign: str = ""


def find_whole_dates(
    text: str, ranges: Sequence[tuple[int, int]], keys: Sequence[str], orders: Sequence[str] = DATE_ORDERS
) -> list[WrittenDate]:
    """The whole dates of a text, sorted.

    Args:
        text: the text.
        ranges, keys: its words and their keys, as of ``lexicon.LookedUpWords``.
        orders: how dates in figures with the year last may be read.
    """
    found: list[WrittenDate] = []
    for run in _runs(text, ranges, keys):
        for i, token in enumerate(run):
            alone = _alone(token, orders)
            if alone:
                found.append(WrittenDate(token.start, token.end, alone))
            elif i + 2 < len(run):
                days = _days(run[i], run[i + 1], run[i + 2], orders)
                if days:
                    found.append(WrittenDate(token.start, run[i + 2].end, days))
    return found


def read_birth_date(text: str, orders: Sequence[str] = DATE_ORDERS) -> frozenset[dt.date]:
    """The day that a cell names, or the days that it may name; nothing if it names none."""
    if m := _ISO.match(text):
        return _made(int(m[2]), m[3], m[1])
    ranges = [m.span() for m in re.finditer(r"[^\W_]+", text)]
    dates = find_whole_dates(text, ranges, [text[a:b].casefold() for a, b in ranges], orders)
    return dates[0].possible_days if dates else frozenset()


def date_orders_of_column(cells: Sequence[str]) -> Sequence[str]:
    """How the dates of one column are to be read: one order where some date allows no other."""
    pairs = {(int(m[1]) > _MONTHS_A_YEAR, int(m[2]) > _MONTHS_A_YEAR) for c in cells if (m := _PAIR.match(c))}
    day_first, month_first = (True, False) in pairs, (False, True) in pairs
    if day_first == month_first:
        return DATE_ORDERS
    return (DAY_FIRST,) if day_first else (MONTH_FIRST,)


def _runs(text: str, ranges: Sequence[tuple[int, int]], keys: Sequence[str]) -> Iterator[list[_Token]]:
    """Words that may be parts of dates, where they stand together; fillers are passed over."""
    run: list[_Token] = []
    end = fillers = 0
    for (start, stop), key in zip(ranges, keys, strict=True):
        near = run and _GAP.fullmatch(text, end, start)
        if near and key in _FILLERS and fillers < _MOST_FILLERS:
            end, fillers = stop, fillers + 1
            continue
        token = _token(key, start, stop)
        if run and (token is None or not near):
            yield run
            run = []
        if token is not None:
            run.append(replace(token, sign=text[end:start].strip()) if run else token)
        end, fillers = stop, 0
    if run:
        yield run


def _token(key: str, start: int, end: int) -> _Token | None:
    if key[:1].isdigit():
        if m := _ORDINAL.fullmatch(key):
            return _Token(start, end, m[1])
        if m := _CLOCK.fullmatch(key):
            return _Token(start, start + len(m[1]), m[1])
        if (m := _GLUED.fullmatch(key)) and (month := _month(m[2])):
            return _Token(start, end, m[1], month, m[3])
    if len(key) <= 4 or key.isdecimal():
        value = read_number(key)
        if value is not None and any(map(str.isdigit, key)):
            return _Token(start, end, str(value).zfill(len(key)))
    month = _month(key)
    return _Token(start, end, month=month) if month else None


@lru_cache(maxsize=4096)
def _month(key: str) -> int:
    """The month that a word names in a language we know; in English also one that a scanner misread, and a
    whole name with one typing error. 0 for none."""
    if not 3 <= len(key) <= _LONGEST_MONTH:
        return 0
    word = fold(key)
    if word in month_numbers():
        return month_numbers()[word]
    read = ocr_key(word)
    english = _misread_months()
    return english.get(read) or next(
        (n for name, n in english.items() if len(name) > 4 and within_one_typo(read, name)), 0
    )


@cache
def _misread_months() -> dict[str, int]:
    """English names of months, with letters that text recognition confuses made one."""
    words = calendar_words()
    names = (words.months["en"], words.month_abbreviations["en"])
    return {ocr_key(fold(name)): n for group in names for n, name in enumerate(group, 1)}


def _alone(token: _Token, orders: Sequence[str]) -> frozenset[dt.date]:
    if token.year:
        return _made(token.month, token.figures, token.year)
    figures = token.figures
    if not _RUN.fullmatch(figures):
        return frozenset()
    days = _made(int(figures[4:6]), figures[6:8], figures[:4])
    if len(figures) == 8:
        days |= _in_order(figures[:2], figures[2:4], figures[4:], orders)
    return days


def _days(a: _Token, b: _Token, c: _Token, orders: Sequence[str]) -> frozenset[dt.date]:
    months = [t for t in (a, b, c) if t.month]
    if len(months) > 1:
        return frozenset()
    if months:
        first, last = (t for t in (a, b, c) if not t.month)
        if months[0] is c:
            return frozenset()
        if len(first.figures) == 4:
            return _made(months[0].month, last.figures, first.figures)
        return _made(months[0].month, first.figures, last.figures)
    if b.sign != c.sign:
        return frozenset()
    if len(a.figures) == 4:
        return _made(int(b.figures), c.figures, a.figures) if len(b.figures) <= 2 else frozenset()
    if max(len(a.figures), len(b.figures)) > 2:
        return frozenset()
    return _in_order(a.figures, b.figures, c.figures, orders)


def _in_order(a: str, b: str, year: str, orders: Sequence[str]) -> frozenset[dt.date]:
    days: frozenset[dt.date] = frozenset()
    if MONTH_FIRST in orders:
        days |= _made(int(a), b, year)
    if DAY_FIRST in orders:
        days |= _made(int(b), a, year)
    return days


def _made(month: int, day: str, year: str) -> frozenset[dt.date]:
    """The day of the calendar that this is; a year of two figures is one of two centuries."""
    if len(year) not in (2, 4) or len(day) > 2:
        return frozenset()
    years = [int(year)] if len(year) == 4 else [c + int(year) for c in _CENTURIES]
    made = set()
    for y in years:
        if _FIRST <= y <= _LAST:
            try:
                made.add(dt.date(y, month, int(day)))
            except ValueError:
                continue
    return frozenset(made)
