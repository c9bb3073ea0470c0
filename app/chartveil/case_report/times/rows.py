"""Reads rows and columns of days that stand without their month: the head of a chart (``14 15 16``), the days
of a drug, the first column of a register (``13.5``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from chartveil.case_report.times.expressions import FormContext, TimeExpression, TimeKind
from chartveil.case_report.times.number_words import month_number
from chartveil.case_report.times.words import MONTH
from chartveil.lexicon.calendar import is_day

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
    for m in _ROW.finditer(context.text):
        if days := _days_of_row(m, context, dates):
            yield days
    yield from _column(context)


def _days_of_row(
    m: re.Match[str], context: FormContext, dates: Sequence[TimeExpression]
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
    if _DATE_LABEL.search(before) and known and len(numbers) >= _FEWEST - 1:
        follow = True
    elif numbers[0] < _LEAST_FIRST and not _MONTH_FIELD.search(text):
        return []
    if not (follow and known and len(numbers) >= _FEWEST - 1) or (
        len(numbers) < _FEWEST and not _DATE_LABEL.search(before)
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
