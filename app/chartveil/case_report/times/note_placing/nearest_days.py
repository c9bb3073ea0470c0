"""Chooses among days that recur each year: the last, the next, or the nearest to a note."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from chartveil.case_report.model import DayRange
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.note_placing.case_days import CaseDays
from chartveil.case_report.times.sides import Side

JUST_BEEN, FAR_AHEAD = 60 * DAY, 300 * DAY
"""A feast that was some days ago is meant, whatever the words around it say, and not the one in a year."""
_FEW_DAYS = 6 * DAY
"""A feast whose day is known but for these is told as one whose day is."""
TWO_STEPS = ("before last", "after next")
YEAR_BESIDE = {"last year": -1, "next year": 1}


def two_steps(relation: str, ref: dt.date, in_year: Callable[[int], DayRange]) -> DayRange:
    """``the summer before last``, ``the Easter after next``."""
    choices = [in_year(y) for y in range(ref.year - 4, ref.year + 4)]
    if relation == "before last":
        return [c for c in choices if c.last < ref][-2]
    return [c for c in choices if c.first > ref][1]


def around(choices: Sequence[DayRange], ref: dt.date) -> tuple[DayRange, DayRange]:
    """The last of some days that has begun, and the next; of the ends each where there is none."""
    begun = [c for c in choices if c.first <= ref]
    to_come = [c for c in choices if c.first > ref]
    return (begun or to_come)[-1], (to_come or begun)[0]


def is_much_nearer(a: DayRange, b: DayRange, ref: dt.date) -> bool:
    """Whether the first of two lies at less than a third of the way of the other."""
    return 3 * abs(a.middle - ref) < abs(b.middle - ref)


def _is_farther(one: DayRange, before: DayRange, after: DayRange, ref: dt.date) -> bool:
    """Whether one of two lies more than twice as far as the other."""
    other = after if one is before else before
    return 2 * abs(other.middle - ref) < abs(one.middle - ref)


def one_or_both(before: DayRange, after: DayRange, ref: dt.date) -> DayRange:
    """The much nearer of two, else the range that holds both."""
    if is_much_nearer(before, after, ref):
        return before
    return after if is_much_nearer(after, before, ref) else DayRange(before.first, after.last)


def beside_note(
    choices: Sequence[DayRange], ref: dt.date, side: Side, case: CaseDays, *, ends: bool = False
) -> DayRange:
    """The last before the note or the next after it. Where the side is open: the one that lies among the
    notes, else the last, unless the next is much nearer.

    Args:
        choices: in order.
        ref: the day that they are seen from.
        side: of that day.
        case: that the note is of.
        ends: whether words say that something ends there (``weaned by mid June``).
    """
    before, after = around(choices, ref)
    if side is Side.FUTURE:
        has_just_been = ref - before.last <= JUST_BEEN and after.first - ref >= FAR_AHEAD
        if before.last - before.first < _FEW_DAYS:
            return before if has_just_been else after
        return before if before.first <= ref <= before.last else after
    if side is Side.OPEN:
        if len(inside := case.within((before, after))) == 1 and not _is_farther(
            inside[0], before, after, ref
        ):
            return inside[0]
        if is_much_nearer(after, before, ref):
            return after
    elif ends and ref - before.last >= FAR_AHEAD and after.first - ref <= JUST_BEEN:
        return after
    return before
