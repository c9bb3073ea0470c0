"""Edits that mend figures of a scan: letters for digits, stray and lost blanks, wrong marks between them.

Each function gives edits of a text: a range, empty where a blank is put in, and what is to stand there.
Letters become digits only where the whole has the form of a date, a number to ring or the like: ``B12`` and
``L5`` are as they should be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import regex

from chartveil.lexicon.calendar import is_day_month, is_year

_SECONDS = 10.0
_FIGURES = str.maketrans("OoQDlIi|!ZzSsBG", "000011111225586")
_DIGIT_LIKE = r"[0-9OoQDlI|!iZzSsBG]"
MONTH_PATTERN = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|january|february|march|april|june|july|august|sept|"
    r"september|october|november|december)"
)
_SEPARATOR = r"[ ]?[-–/.,~][ ]?"
"""What a scan has for the mark between the parts of a date or number."""
_SIGN = str.maketrans("~–,", "--.")

_Edits = Iterator[tuple[int, int, str]]


def _compiled(pattern: str) -> Any:
    return regex.compile(pattern, regex.VERSION1)


def mend_tildes(text: str) -> _Edits:
    """Tildes for hyphens: ``415~555-0134``, ``62~year-old``."""
    for m in _TILDE.finditer(text, timeout=_SECONDS):
        yield m.start(), m.end(), "-"


_TILDE = _compiled(r"(?<=[\p{L}\d])~(?=[\p{L}\d])")


# ── seams ────────────────────────────────────────────────────────────────────────────────────────────

_DATE = (
    rf"(?:{_DIGIT_LIKE}{{1,2}}[-/.]{_DIGIT_LIKE}{{1,2}}[-/.](?:(?:19|20){_DIGIT_LIKE}{{2}}|{_DIGIT_LIKE}{{2}})|"
    rf"(?:19|20){_DIGIT_LIKE}{{2}}-{_DIGIT_LIKE}{{2}}-{_DIGIT_LIKE}{{2}})"
)
_WHOLE = (
    rf"(?:{_DATE}|\(\d{{3}}\)|\d{{3}}[-.]\d{{3}}[-.]\d{{4}}|\d{{3}}-\d{{2}}-\d{{4}}|\d{{1,2}}/(?:19|20)\d\d)"
)
_FULL = r"(?:\d\d?[-/]\d\d?[-/](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)"
_TIME_BEHIND = _compiled(rf"(?<![\d/.-]){_FULL}(?=\d\d?:\d\d|[0-2]\d[0-5]\d(?!\d))")
_BOUNDARY = re.compile(r"(?<=[0-9)])(?=[^\W\d_])|(?<=[^\W\d_])(?=[0-9(])|(?<=[.:#])(?=[0-9(])")
_SEAMS = tuple(
    map(
        _compiled,
        (
            # A date or number and a word behind or before it.
            rf"(?<=(?<![\d/.-]){_WHOLE})(?=\p{{L}}{{2}}(?!\d))",
            rf"(?<=\p{{L}}[\p{{L}}.:#]|(?<!\p{{L}})[#:])(?={_WHOLE}(?![\d/]))",
            # A cue and its number, a number and the cue behind it.
            r"(?i)(?<=\b(?:dob|mrn|mr#|ssn|npi|age|aged|tel|fax|phone|cell|pager|ext|room|acct|account|zip|"
            r"chart|on|at|of|in|since|from|until|id|no|lic|license|member|accession|claim))(?=\d)",
            r"(?i)(?<=\d)(?=(?:mrn|dob|ssn|age|sex|phone|tel|fax|acct|account|on|at|from|with|by|shown|was|and|"
            r"for|in)\b)",
            rf"(?i)(?<=\b{MONTH_PATTERN})(?=\d)",
            rf"(?i)(?<=(?<!\p{{L}})\d)(?={MONTH_PATTERN}\b)",
        ),
    )
)


def mend_lost_blanks(text: str) -> _Edits:
    """Blanks lost beside figures: ``2023-09-0507:59``, ``DOB03/04/1961``, ``11/2021FROM``."""
    for m in _TIME_BEHIND.finditer(text, timeout=_SECONDS):
        yield m.end(), m.end(), " "
    for m in _BOUNDARY.finditer(text):
        at = m.start()
        for seam in _SEAMS:
            if seam.match(text, at):
                yield at, at, " "
                break


# ── figures ──────────────────────────────────────────────────────────────────────────────────────────


def mend_digits(text: str) -> _Edits:
    """Letters for digits, blanks inside and wrong marks in what has the form of a number."""
    taken = 0
    for place in _START.finditer(text):
        at = place.start()
        run = _RUN.match(text, at)
        if at < taken or run is None or not _ODD.search(run[0]):
            continue
        for pattern, fits in _FORMS:
            m = pattern.match(text, at)
            if m is not None and _mostly_digits(m[0]) and fits(m):
                taken = m.end()
                yield from _as_figures(m)
                break


# The forms cost much more to try than these, and stand nowhere else. None of them looks further than the
# figures at a place, so they need no time limit, which would cost more than a match.
_START = re.compile(r"(?<![^\W_])(?=\(?[OoQDlIiZzSsBG|!]{0,4}[0-9])")
_RUN = re.compile(r"[0-9OoQDlIiZzSsBG()\-–/.,:~ |!]{0,26}")
_ODD = re.compile(r"[A-Za-z|!~,–]|[0-9]\)? ?[-/.] | [-/.][0-9]")


def _mostly_digits(text: str) -> bool:
    digits = sum(map(str.isdigit, text))
    letters = sum(c.isalpha() or c in "|!" for c in text)
    return digits >= max(1, letters)


def _as_figures(m: Any) -> _Edits:
    """The digits of a match for its letters; its marks without blanks."""
    for place, group in enumerate(m.groups(), 1):
        if not group:
            continue
        start, end = m.span(place)
        if group[0] in " -–/.,~":
            # Where two marks differ, one of them was misread.
            yield start, end, _mark(group, m)
        else:
            for i, c in enumerate(group, start):
                if not c.isdigit():
                    yield i, i + 1, c.translate(_FIGURES)


def _mark(group: str, m: Any) -> str:
    marks = {g.strip().translate(_SIGN) for g in m.groups() if g and g[0] in " -–/.,~" and g.strip()}
    mark = group.strip().translate(_SIGN)
    return "/" if "/" in marks else mark or " "


def _any(_m: Any) -> bool:
    return True


def _calendar(m: Any) -> bool:
    """Whether day, month and year (or month and year, day and month) are some."""
    parts = [g.translate(_FIGURES) for g in m.groups() if g and g[0] not in " -–/.,~"]
    if len(parts) == 3 and len(parts[0]) == 4:
        return is_year(parts[0]) and is_day_month(parts[1], parts[2])
    if len(parts) == 3:
        return is_day_month(parts[0], parts[1]) and is_year(parts[2])
    if len(parts[1]) == 4:
        return parts[0].isdigit() and 1 <= int(parts[0]) <= 12 and is_year(parts[1])
    return is_day_month(parts[0], parts[1])


def _digits(least: int, most: int | None = None) -> str:
    return rf"({_DIGIT_LIKE}{{{least},{most or least}}})"


_BEFORE = r"(?<![\p{L}\d/.,~-])"
_BEHIND = r"(?![\d]|[-/]\d)"
_END = r"(?![\p{L}\d]|[-/.,]\d)"
_Form = tuple[Any, Callable[[Any], bool]]
_FORMS: tuple[_Form, ...] = (
    # Dates.
    (
        _compiled(
            rf"{_BEFORE}{_digits(4)}({_SEPARATOR}){_digits(1, 2)}({_SEPARATOR}){_digits(1, 2)}{_BEHIND}"
        ),
        _calendar,
    ),
    (
        _compiled(
            rf"{_BEFORE}{_digits(1, 2)}({_SEPARATOR}){_digits(1, 2)}({_SEPARATOR})"
            rf"({_DIGIT_LIKE}{{4}}|{_DIGIT_LIKE}{{2}}){_BEHIND}"
        ),
        _calendar,
    ),
    # Numbers to ring; the nine figures of a social security number.
    (
        _compiled(
            rf"(?<![\p{{L}}\d-])\(?{_digits(3)}\)?([ ]?[-–.,~ ]?[ ]?){_digits(3)}"
            rf"({_SEPARATOR}|[ ]){_digits(4)}{_END}"
        ),
        _any,
    ),
    (
        _compiled(rf"{_BEFORE}{_digits(3)}([ ]?[-–~][ ]?){_digits(2)}([ ]?[-–~][ ]?){_digits(4)}{_END}"),
        _any,
    ),
    (_compiled(rf"{_BEFORE}(?<!\d[ ]){_digits(3)}([-–~]){_digits(4)}{_END}"), _any),
    (
        _compiled(rf"{_BEFORE}([0Oo]{_DIGIT_LIKE}{{3,4}})([ ]){_digits(3)}([ ]){_digits(3, 4)}{_END}"),
        _any,
    ),
    # Month and year, month and day, times.
    (_compiled(rf"{_BEFORE}{_digits(1, 2)}([ ]?/[ ]?){_digits(4)}{_END}"), _calendar),
    (_compiled(rf"{_BEFORE}{_digits(1, 2)}(/|[ ]/|/[ ]){_digits(1, 2)}{_END}"), _calendar),
    (_compiled(rf"(?<![\p{{L}}\d:]){_digits(1, 2)}:{_digits(2)}{_END}"), _any),
    # Figures beside what tells that they are some: a month, a state, a cue, years.
    (
        _compiled(
            rf"(?i)(?<=\b{MONTH_PATTERN}\.?[ ]){_digits(1, 2)}(?=[,.]?[ ]|st\b|nd\b|rd\b|th\b|[.,;)]|$)"
        ),
        _any,
    ),
    (
        _compiled(rf"(?i)(?<![\p{{L}}\d]){_digits(1, 2)}(?=(?:st|nd|rd|th)?[ -]{MONTH_PATTERN}\b)"),
        _any,
    ),
    (
        _compiled(
            rf"(?i)(?<=\b{MONTH_PATTERN}[ .-]{{1,2}}(?:{_DIGIT_LIKE}{{1,2}}[,.]?[ ])?){_digits(4)}{_END}"
        ),
        _any,
    ),
    (_compiled(rf"(?<=\b[A-Z]{{2}}[ ]){_digits(5)}(?:(-){_digits(4)})?{_END}"), _any),
    (_compiled(rf"(?i)(?<=\b(?:ext|extension|pager|room)\.?[ ]){_digits(2, 5)}{_END}"), _any),
    (_compiled(rf"(?i)(?<=\bage[d:]*[ ]){_digits(2)}{_END}"), _any),
    (
        _compiled(rf"(?i)(?<![\p{{L}}\d.-]){_digits(2)}(?=[ -]?(?:years?|yrs?|y/?o)\b|[ ]?[mf]\b|y\b)"),
        _any,
    ),
    # Long numbers that begin with a digit, or are parts of longer ones.
    (_compiled(r"(?<![\p{L}\d.-])(\d[\dOoIlZSB]{3,}(?<=\d|[OoIl]))(?![\p{L}\d])"), _any),
    (_compiled(r"(?<![\p{L}\d.-])([OoIl]\d[\dOoIl]{3,})(?![\p{L}\d])"), _any),
    (_compiled(r"(?<=\d[-–])((?=[OoIlZSB]*\d)[\dOoIlZSB]{2,})(?![\p{L}\d])"), _any),
    (_compiled(r"(?<![\p{L}\d.-])((?=[OoIlZS]*\d)[\dOoIlZS]{2,})(?=-\d{2})"), _any),
)
