"""Reads rows and columns of days that stand without their month: the head of a chart (``14 15 16``), the days
of a drug, the first column of a register (``13.5``)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from chartveil.case_report.times.expressions import DAY_ZERO, FormContext, TimeExpression, TimeKind
from chartveil.case_report.times.number_words import month_number, weekday_number
from chartveil.case_report.times.words import MONTH, WEEKDAY
from chartveil.lexicon.calendar import day_or_none, is_day

_GAP = r"(?:[ ]{1,8}|[ ]*\t[ ]*|[ ]*\|[ ]*)"
_ROW = re.compile(
    rf"(?:^|(?<=\n)|(?<=[ \t|]))(?<!\d[ ])(?P<days>(?:\d{{1,2}}{_GAP}){{2,}}\d{{1,2}})"
    rf"(?:{_GAP}(?P<month>{MONTH}))?(?=[ \t|]*(?:x[ \t]*)?(?:\n|$)|{_GAP}\d{{1,2}}/\d{{1,2}}[ \t|]*(?:\n|$))",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"(?:^|\n|[ \t|])[ \t]*(?P<what>DOLs?|days?[ ]of[ ]life|PODs?|post[- ]?op(?:erative)?[ ]days?|HDs?|"
    r"hospital[ ]days?)[ ]*:?[ \t|]*$",
    re.IGNORECASE,
)
"""What leads a row of counted days."""
OTHER_COUNT = re.compile(
    r"\b(?:weeks?|wks?|visits?|cycles?|sessions?|doses?|hours?|hrs?|mins?|minutes?|bands?|leads?|levels?|grades?|scores?|"
    r"items?|grams?|years?|age|no\.?|cm|kg|ml\S*|mg\S*|wt\s\S+|freq|x)[ \t:|]*$",
    re.IGNORECASE,
)
"""What leads a row of numbers that are no days."""
_DATE_LABEL = re.compile(r"(?:^|[ \t|])dates?[ ]?:?[ \t|]*$", re.IGNORECASE)
_MONTH_FIELD = re.compile(rf"\bmonth(?:[ ]of)?[ ]*:?[ ]*(?:{MONTH})", re.IGNORECASE)
_LEAST_FIRST = 4
"""A row that begins with a smaller number may count anything."""
_FEWEST = 4
_DOTTED = re.compile(r"(?:^|(?<=\n))[ \t]*(\d{1,2})\.(\d{1,2})(?=[ ]{2}|\t|[ ]*\|)")
_BORN = re.compile(
    r"\b(?:birth|born|DOB)[ ,:=]{1,3}(\d{1,2})\.(\d{1,2})(?![.\d]|\s*(?:kg|g|cm|weeks?|wks?)\b)",
    re.IGNORECASE,
)
_DOTTED_FULL = re.compile(r"(?:^|\n)[ \t]*\d{1,2}\.\d{1,2}\.(?:20)?\d\d(?=[ ]{2}|\t|[ ]*\||[ ]*\n)")


def days_of_rows(context: FormContext, dates: Sequence[TimeExpression]) -> Iterator[list[TimeExpression]]:
    """The days of each row and column.

    Args:
        context: the note.
        dates: what else was read of the note, by which a row of numbers is known for one of days.
    """
    last: tuple[int, int] | None = None
    for m in _ROW.finditer(context.text):
        goes_on = last is not None and _goes_on(m, last, context.text)
        if days := _days_of_row(m, context, dates, goes_on=goes_on):
            last = (days[-1].day or 0, days[-1].end) if days[-1].part == "row" else None
            if named := _weekdays_above(days, context.text):
                yield named
            yield days
    yield from _column(context)
    yield from _dated_lines(context)
    yield from _days_from_zero(context)
    yield from _weekdays_from_date(context, dates)


_DAY_AND_DATE = re.compile(
    r"(?:^|(?<=\n))[ \t|]*(?:study |treatment |titration )?day(?: no\.?)?(?:[ ]{2,}|[ ]*[\t|][ \t|]*)"
    r"date\b[^\n]*\n",
    re.IGNORECASE,
)
_NUMBERED_ROW = re.compile(r"[ \t|]*(\d{1,3})(?:[ ]{2,}|[ ]*[\t|][ \t|]*)(?=\d{1,2}[/.-])[^\n]*(?:\n|$)")


def counted_rows(text: str) -> Iterator[TimeExpression]:
    """The numbers of a first column ``Day`` beside one of dates, which count the days of a course."""
    for head in _DAY_AND_DATE.finditer(text):
        at = head.end()
        while row := _NUMBERED_ROW.match(text, at):
            yield TimeExpression(*row.span(1), TimeKind.NOTE_DAY, number=int(row[1]))
            at = row.end()


_WEEKDAYS_ROW = re.compile(
    rf"[ \t|]*(?:[A-Za-z]{{3,8}}[ \t:|]+)??({WEEKDAY}(?:[ \t|]+{WEEKDAY})+)[ \t|]*", re.IGNORECASE
)
_NEXT_ROW = 31


def _goes_on(m: re.Match[str], last: tuple[int, int], text: str) -> bool:
    """Whether a row begins with the day after the last of the row before it: the next week of a chart."""
    first = re.match(r"\d{1,2}", m["days"])
    follows = first is not None and int(first.group()) in (last[0] + 1, 1 if last[0] >= _LEAST_LAST else 0)
    return follows and text.count("\n", last[1], m.start()) < _NEXT_ROW


_LEAST_LAST = 28


def _row_above(text: str, at: int) -> tuple[re.Match[str], int] | None:
    """A row of weekdays in the line above a place, and where that line begins."""
    begin = text.rfind("\n", 0, at)
    above = text.rfind("\n", 0, max(begin, 0)) + 1
    m = _WEEKDAYS_ROW.fullmatch(text, above, begin) if begin > 0 else None
    return (m, above) if m else None


def _weekdays_above(days: Sequence[TimeExpression], text: str) -> list[TimeExpression]:
    """The weekdays above a row of days, each as its day: ``Mon Tue Wed`` above ``19 20 21``."""
    above = _row_above(text, days[0].start) if days[0].part == "row" else None
    named = (
        list(re.finditer(WEEKDAY, text[above[0].start(1) : above[0].end(1)], re.IGNORECASE)) if above else []
    )
    if above is None or len(named) != len(days):
        return []
    at = above[0].start(1)
    return [
        replace(e, start=at + w.start(), end=at + w.end(), weekday=weekday_number(w.group()))
        for e, w in zip(days, named, strict=True)
    ]


def _heads_columns(m: re.Match[str], text: str) -> bool:
    """Whether a row stands above a table of values: alone in its line, with as many in the line below."""
    line = text[text.rfind("\n", 0, m.start("days")) + 1 : m.start("days")]
    end = text.find("\n", m.end())
    below = text[end + 1 :].partition("\n")[0] if end >= 0 else ""
    values = [c for c in re.split(r"[ ]{2,}|\t|\|", below.strip(" |\t")) if c.strip()]
    return not line.strip(" |\t") and 0 <= len(values) - len(re.findall(r"\d+", m["days"])) <= 1


_MONTH_AT_HEAD = re.compile(
    rf"\s*(?:[^\n]*\n){{0,2}}[^\n]*\b{MONTH},?[ ]+(?:19|20)\d\d\b[ \t]*(?:\n|$)", re.IGNORECASE
)


def _days_of_row(
    m: re.Match[str], context: FormContext, dates: Sequence[TimeExpression], *, goes_on: bool = False
) -> list[TimeExpression]:
    text, at = context.text, m.start("days")
    found = list(re.finditer(r"\d{1,2}", m["days"]))
    numbers = [int(d.group()) for d in found]
    before = text[text.rfind("\n", 0, at) + 1 : at]
    if (count := _COUNT.search(before)) and all(a < b for a, b in pairwise(numbers)):
        return _counted(count, at, found, before)
    ends_month = any(a > b for a, b in pairwise(numbers))
    follow = all(b == a + 1 or (a > 27 and b == 1) for a, b in pairwise(numbers))
    ordered = follow or (not ends_month and all(a < b for a, b in pairwise(numbers)))
    if not ordered or not all(1 <= n <= 31 for n in numbers) or OTHER_COUNT.search(before):
        return []
    if m["month"]:
        month = month_number(m["month"])
        return [
            TimeExpression(at + d.start(), at + d.end(), TimeKind.DATE, month=month, day=int(d.group()))
            for d in found[:-1]
        ] + [
            TimeExpression(
                at + found[-1].start(), m.end("month"), TimeKind.DATE, month=month, day=numbers[-1]
            )
        ]
    known = bool(_MONTH_FIELD.search(text)) or any(e.day in numbers for e in dates if e.kind is TimeKind.DATE)
    if context.written_on is not None:
        known = known or context.written_on.day in numbers
    above = _row_above(text, at)
    if above is not None and len(re.findall(WEEKDAY, above[0][1], re.IGNORECASE)) == len(numbers):
        follow = known = True
    elif goes_on and follow:
        known = True
    elif (_MONTH_AT_HEAD.match(text) or _MONTH_FIELD.search(text)) and _heads_columns(m, text):
        follow = known = True
    elif _DATE_LABEL.search(before) and known and len(numbers) >= _FEWEST - 1:
        follow = True
    elif numbers[0] < _LEAST_FIRST and not goes_on and not _MONTH_FIELD.search(text):
        return []
    if not (follow and known and len(numbers) >= _FEWEST - 1) or (
        len(numbers) < _FEWEST and above is None and not _DATE_LABEL.search(before)
    ):
        return []
    return [
        TimeExpression(at + d.start(), at + d.end(), TimeKind.DATE, day=int(d.group()), part="row")
        for d in found
    ]


def _counted(
    count: re.Match[str], at: int, found: Sequence[re.Match[str]], before: str
) -> list[TimeExpression]:
    """``DOL  1  2  5``: each as a count of its own, the first with what it counts."""
    what = count["what"].lower()
    kind = TimeKind.HOSPITAL_DAY if what.startswith("h") else TimeKind.POSTOPERATIVE
    name = "birth" if what.startswith(("dol", "day")) else ""
    first = at - len(before) + count.start("what")
    return [
        TimeExpression(
            first if n == 0 else at + d.start(), at + d.end(), kind, number=int(d.group()), name=name
        )
        for n, d in enumerate(found)
    ]


_SIGNED = re.compile(
    rf"(?:^|(?<=\n))[ \t|]*(?P<what>(?:[a-z]+[ ])?days?|D)[ ]?:?{_GAP}"
    rf"(?P<days>[+−–-]?\d{{1,3}}(?:{_GAP}[ ]*[+−–-]?\d{{1,3}}){{3,}})[ \t|]*(?=\n|$)",
    re.IGNORECASE,
)
"""``day  -5  0  +2  +3``, ``day  0  1  2  4  8``: the head of a chart that counts from a day 0."""


def _days_from_zero(context: FormContext) -> Iterator[list[TimeExpression]]:
    """The days at the head of a chart that counts from 0, or with a sign; they rise."""
    for m in _SIGNED.finditer(context.text):
        found = list(re.finditer(r"([+−–-]?)(\d{1,3})", m["days"]))
        numbers = [int(d[2]) * (-1 if d[1] in ("−", "–", "-") else 1) for d in found]
        signed = any(d[1] for d in found)
        if not all(a < b for a, b in pairwise(numbers)) or not (signed or numbers[0] == 0):
            continue
        kind, name = (TimeKind.POSTOPERATIVE, DAY_ZERO) if signed else (TimeKind.NOTE_DAY, "")
        at = m.start("days")
        yield [
            TimeExpression(
                m.start("what") if n == 0 else at + d.start(), at + d.end(), kind, number=number, name=name
            )
            for n, (d, number) in enumerate(zip(found, numbers, strict=True))
        ]


_WEEKDAY_RUN = re.compile(rf"{WEEKDAY}(?:{_GAP}{WEEKDAY}){{3,}}", re.IGNORECASE)
_BEFORE_RUN = 24
"""Signs between a date and the weekdays that go on from it."""


def _weekdays_from_date(
    context: FormContext, dates: Sequence[TimeExpression]
) -> Iterator[list[TimeExpression]]:
    """``adm 24/4  Mon Tue Wed Thu``: weekdays one after the other, the first of them that of the date before
    them in their line, or at the end of the line above where they are the head of a chart."""
    for m in _WEEKDAY_RUN.finditer(context.text):
        found = list(re.finditer(WEEKDAY, m.group(), re.IGNORECASE))
        names = [weekday_number(d.group()) for d in found]
        before = [e for e in dates if e.kind is TimeKind.DATE and e.month and e.day and e.end <= m.start()]
        last = max(before, key=lambda e: e.end, default=None)
        if last is None or any(b != (a + 1) % 7 for a, b in pairwise(names)):
            continue
        between = context.text[last.end : m.start()]
        year = last.year or (context.written_on.year if context.written_on else 0)
        first = day_or_none(year, last.month or 0, last.day or 0)
        above = between.count("\n") in (1, 2) and not between.strip() and _ends_line(context.text, m.end())
        near = len(between) <= _BEFORE_RUN and "\n" not in between
        if not (near or above) or first is None or first.weekday() != names[0]:
            continue
        days = [first + dt.timedelta(n) for n in range(len(names))]
        yield [
            TimeExpression(
                m.start() + d.start(), m.start() + d.end(), TimeKind.DATE, day.year, day.month, day.day
            )
            for d, day in zip(found, days, strict=True)
        ]


def _ends_line(text: str, at: int) -> bool:
    return not text[at:].partition("\n")[0].strip(" \t|")


_DATED = re.compile(r"(?:^|(?<=\n))[ \t]*(\d{1,2})([-.])(\d{1,2})(?=[ \t]|:|\n|$)")
_DASHED_INSIDE = re.compile(
    r"\b(?:on|by|since|until|till|thru|through|from|due|day|of|for|start\w*|stop\w*|dated?)[ ]+"
    r"(\d{1,2})-(\d{1,2})(?![\w/-]|\.\d)",
    re.IGNORECASE,
)
_FEWEST_ENTRIES = 3


def _dated_lines(context: FormContext) -> Iterator[list[TimeExpression]]:
    """``11-26``, ``12-1``, ``31.3``: days and months that begin the lines of a diary, where they go on from
    line to line; with a dash in such a note also those behind a preposition. With a point they may be values:
    then there is one more, a day above 12, and the day stands first."""
    every = list(_DATED.finditer(context.text))
    for sign, fewest, more in (("-", _FEWEST_ENTRIES, _DASHED_INSIDE), (".", _FEWEST_ENTRIES + 1, None)):
        lines = [m for m in every if m[2] == sign]
        days = [(int(m[1]), int(m[3])) if context.day_first else (int(m[3]), int(m[1])) for m in lines]
        if len(set(days)) < fewest or not all(is_day(month, day) for day, month in days):
            continue
        if sign == "." and not (context.day_first and max(day for day, _ in days) > _LAST_MONTH):
            continue
        if sum((a[1], a[0]) > (b[1], b[0]) for a, b in pairwise(days)) > 1:
            continue
        yield from _as_dates(context, [(m.start(1), m.end(3), int(m[1]), int(m[3])) for m in lines])
        if more is not None:
            found = more.finditer(context.text)
            yield from _as_dates(context, [(m.start(1), m.end(2), int(m[1]), int(m[2])) for m in found])


_LAST_MONTH = 12


def _as_dates(
    context: FormContext, found: Sequence[tuple[int, int, int, int]]
) -> Iterator[list[TimeExpression]]:
    """Two numbers each as day and month, where they are such: start, end, and both."""
    for start, end, first, second in found:
        day, month = (first, second) if context.day_first else (second, first)
        if is_day(month, day):
            yield [TimeExpression(start, end, TimeKind.DATE, month=month, day=day)]


def _column(context: FormContext) -> Iterator[list[TimeExpression]]:
    """``13.5``, ``6.9``: days and months of a register whose first column has a day in full."""
    text = context.text
    if not context.day_first:
        return
    for m in _BORN.finditer(text):
        if is_day(int(m[2]), int(m[1])):
            yield [TimeExpression(m.start(1), m.end(2), TimeKind.DATE, month=int(m[2]), day=int(m[1]))]
    if not _DOTTED_FULL.search(text):
        return
    for m in _DOTTED.finditer(text):
        day, month = int(m[1]), int(m[2])
        if is_day(month, day):
            yield [TimeExpression(m.start(1), m.end(2), TimeKind.DATE, month=month, day=day)]
