"""Finds every expression of time in a note that leads to a calendar: dates, partial ones, and words such as
``last March``, ``POD 2``, ``two weeks ago``. Durations (``for six months``) lead to none and are not found.

What an expression means is found by ``placing``; here it is only read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from chartveil.case_report.times.detected_dates import DAY_ALONE, dates_of_spans
from chartveil.case_report.times.expressions import TimeExpression, TimeKind
from chartveil.case_report.times.forms import read_form, weekday_number
from chartveil.case_report.times.lookalikes import (
    ACUITY,
    COUNT,
    COUNTED_OTHERWISE,
    COUNTED_UNIT,
    NOT_A_DATE,
    SCHOOL,
    can_only_be_a_day,
    is_acuity,
    is_amount,
    is_clock,
    is_day_word,
    is_months,
    is_part_of_week,
)
from chartveil.case_report.times.words import WEEKDAY, time_words
from chartveil.domain.labels import Label
from chartveil.domain.span import Span

_BIRTH = re.compile(
    r"\b(?:d\.?\s?o\.?\s?b\.?|born|birth\s?date|date\s+of\s+birth|birthdate|née?|b\.)(?:\s+(?:is|was|on|"
    r"in))*\W*$",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?:^|\n|\t| {2,}|[|;,.]\s*|"
    r"(?<=[\d)])[ ])[ \t]*((?:[A-Za-z][\w/&'’-]*[ ]){0,4}[A-Za-z][\w/&'’-]*)[ ]?[:#][ \t]*$"
)
_BARE_DAY = re.compile(r"(?<![\d/.:-])(\d{1,2}/\d{1,2})(?![\d/%-]|\.\d|\s*(?:strength|power|pain|mg|ml|cm))")
_BEGINS_COUNT = re.compile(r"\s*(?:=|being|was|is|as)\s*day\s?[01]\b", re.IGNORECASE)
"""``1/12 being day 0``"""


def find_times(
    text: str,
    spans: Sequence[Span] = (),
    *,
    day_first: bool = False,
    pivot: int = 2040,
    known_days: Collection[str] = (),
) -> list[TimeExpression]:
    """Every expression of time of a text that leads to a calendar, in order; they do not overlap.

    Args:
        text: of the note.
        spans: what detection found; its dates are read where the grammar here finds none, and each is given
            back, at worst as ``UNREAD``.
        day_first: read ``4/5/19`` as the fourth of May.
        pivot: years of two digits are read as the latest year before this one.
        known_days: days without a year that are surely dates elsewhere in the case (``3/6``): they are dates
            here too.
    """
    taken = [
        s
        for s in spans
        if s.label is Label.DATE
        and not is_amount(s, text)
        and not SCHOOL.match(s.text(text))
        and not COUNTED_OTHERWISE.search(text[max(0, s.start - 9) : s.end])
        and not is_part_of_week(s.text(text), text, s.start)
        and not is_acuity(s.text(text), text, s.start)
        and not (day_first and is_months(s.text(text), text, s.start))
        and not is_clock(s.text(text), text, s.start)
        and not (DAY_ALONE.fullmatch(s.text(text).strip()) and COUNTED_UNIT.match(text, s.end))
    ]
    others = [
        s
        for s in spans
        if s.label not in (Label.DATE, Label.AGE)
        and not is_day_word(s.text(text))
        and not COUNT.fullmatch(s.text(text).strip())
    ]
    found: list[tuple[int, int, list[TimeExpression]]] = []
    for name, pattern in time_words().forms:
        for m in pattern.finditer(text):
            if any(s.start < m.end() and m.start() < s.end for s in others):
                continue
            read = read_form(name, m, text, day_first=day_first, pivot=pivot)
            if read:
                found.append((m.start(), max(m.end(), read[-1].end), read))
    found += dates_of_spans(text, taken, day_first=day_first, pivot=pivot)
    for m in _BARE_DAY.finditer(text):
        if is_part_of_week(m[1], text, m.start()) or is_acuity(m[1], text, m.start()):
            continue
        if day_first and is_months(m[1], text, m.start()):
            continue
        begins_count = _BEGINS_COUNT.match(text, m.end())
        if (
            begins_count
            or m[1] in known_days
            or can_only_be_a_day(m[1], text, m.start(), day_first=day_first)
        ) and not NOT_A_DATE.search(text[max(0, m.start() - 24) : m.start()]):
            read = read_form("date", m, text, day_first=day_first, pivot=pivot)
            found.append((m.start(), m.end(), read))
    # The longest at each place; of equals the one that the grammar names first.
    found.sort(key=lambda f: (-(f[1] - f[0]), f[0]))
    kept: list[tuple[int, int, list[TimeExpression]]] = []
    for start, end, read in found:
        if all(end <= a or b <= start for a, b, _ in kept):
            kept.append((start, end, read))
    read_ranges = [(a, b) for a, b, _ in kept]
    for s in taken:
        if not any(a < s.end and s.start < b for a, b in read_ranges):
            kept.append((s.start, s.end, [TimeExpression(s.start, s.end, TimeKind.UNREAD)]))
    out: list[TimeExpression] = []
    read_all = sorted((e for _, _, read in kept for e in read), key=lambda e: e.start)
    for e in _with_years_of_runs(read_all, text):
        e = _with_surroundings(e, text)
        if out and e.start < out[-1].end:
            if e.kind is TimeKind.WEEKDAY:
                continue  # it went with the date before it
            if out[-1].kind is TimeKind.WEEKDAY:
                e = replace(e, start=out.pop().start)
                out.append(e)
                continue
            e = replace(e, start=out[-1].end)
        if e.start < e.end:
            out.append(e)
    return out


_TO = re.compile(r"\s*(?:-|–|—|to|until|till|through|thru)\s*(?:the\s+)?", re.IGNORECASE)


def _with_years_of_runs(read: Sequence[TimeExpression], text: str) -> list[TimeExpression]:
    """The first day of a run gets the year that only its last has: ``1st April to 11th May 2016``."""
    out = list(read)
    for n, (a, b) in enumerate(pairwise(read)):
        days = a.kind is b.kind is TimeKind.DATE and a.month and a.day and b.month and b.year
        if days and a.year is None and not a.relation and _TO.fullmatch(text[a.end : b.start]):
            turns = (a.month or 0, a.day or 0) > (b.month or 0, b.day or 31)
            out[n] = replace(a, year=(b.year or 0) - turns)
    return out


_WEEK_OF = re.compile(
    r"\b(?:the\s+)?(w(?:ee)?k\s+(?:of|commencing|beginning|starting)|w/c)\s+(?:on\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_WEEKDAY_BEFORE = re.compile(rf"\b{WEEKDAY},?[ ](?:the[ ])?\Z", re.IGNORECASE)
_WEEKDAY_AFTER = re.compile(
    rf"(?:,[ ](?:an?[ ])?|[ ]{{0,3}}\((?:an?[ ])?|[ ]){WEEKDAY}(?![a-z])\)?", re.IGNORECASE
)


def _with_surroundings(e: TimeExpression, text: str) -> TimeExpression:
    """The expression with what stands around it: a weekday that goes with it, a field name, a birth."""
    start, end = e.start, e.end
    short = re.search(r"\b[A-Za-z]{3,4}\.$", text[start:end])
    if text[end - 1] == "." and not (short and re.match(r"\s*[a-z\d,;]", text[end:])):
        end -= 1  # the stop of a sentence, not of an abbreviation
    weekday = e.weekday
    if e.kind is TimeKind.DATE and e.day:
        if inside := re.match(rf"(?:{WEEKDAY})", text[start:end], re.IGNORECASE):
            weekday = weekday_number(inside.group())
        if m := _WEEKDAY_BEFORE.search(text[max(0, start - 14) : start]):
            start -= len(m.group())
            weekday = weekday_number(m.group())
        after = _WEEKDAY_AFTER.match(text, end)
        if after and (after.group().count("(") == after.group().count(")")):
            end = after.end()
            weekday = weekday_number(after.group())
    if (
        e.kind is TimeKind.DATE
        and text[start - 1 : start] in ("'", "’", "‘")
        and text[start : start + 2].isdigit()
    ):
        start -= 1  # ``'98``
    part = e.part
    if e.kind is TimeKind.DATE and e.day and (week := _WEEK_OF.search(text[max(0, start - 26) : start])):
        start -= len(week.group())
        part = "week of" if week[1].lower().endswith("of") else "week from"
    before = text[max(0, e.start - 60) : e.start]
    field = _FIELD.search(before if e.start > 60 else "\n" + before)
    return replace(
        e,
        start=start,
        end=end,
        birth=e.kind is TimeKind.DATE and (e.birth or bool(_BIRTH.search(before))),
        field=" ".join(field[1].lower().split()) if field else "",
        weekday=weekday,
        part=part,
    )


def writes_days_first(text: str) -> bool | None:
    """Whether the dates of a text can only be read with the day first; None where they do not tell."""
    votes = 0
    for m in re.finditer(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d\d)(?!\d)", text):
        a, b = int(m[1]), int(m[3])
        votes += 2 * ((12 < a <= 31 and b <= 12) - (12 < b <= 31 and a <= 12))
    for m in _BARE_DAY.finditer(text):
        a, b = (int(x) for x in m[1].split("/"))
        if NOT_A_DATE.search(text[max(0, m.start() - 24) : m.start()]):
            continue
        if not ACUITY.search(text[max(0, m.start() - 60) : m.start()]):
            votes += (12 < a <= 31 and 0 < b <= 12) - (12 < b <= 31 and 0 < a <= 12 and a not in (6, 10))
    return None if votes == 0 else votes > 0
