"""Times that are counted from a day: ``two weeks ago``, ``the past month``, ``this weekend``."""

from __future__ import annotations

import calendar
import datetime as dt

from chartveil.case_report.model import Certainty, DayRange
from chartveil.case_report.times.expressions import TimeExpression
from chartveil.case_report.times.holidays import DAY, days_of, third_of
from chartveil.case_report.times.sides import Side

_SLACK = {"day": 0, "week": 3, "month": 15, "year": 183}
"""Days to either side of ``n units ago``."""
_PARTS_OF_WEEK = {"early": (0, 2), "mid": (1, 3), "late": (3, 6)}
"""Days of a week from Monday."""


def months_before(date: dt.date, months: int) -> dt.date:
    """The same day of an earlier month, or the last day of a shorter one."""
    at = date.year * 12 + date.month - 1 - months
    year, month = divmod(at, 12)
    return dt.date(year, month + 1, min(date.day, calendar.monthrange(year, month + 1)[1]))


def days_ago(e: TimeExpression, ref: dt.date) -> DayRange:
    """The days of ``two weeks ago`` or ``in three days``, seen from a day."""
    days = []
    sign = -1 if e.relation == "ahead" else 1
    for n in (sign * e.number, sign * e.last_year):
        if e.unit in ("day", "week"):
            days.append(ref - DAY * n * (7 if e.unit == "week" else 1))
        else:
            days.append(months_before(ref, n * (12 if e.unit == "year" else 1)))
    slack = 0 if e.part == "exact" else _SLACK[e.unit] or (1 if e.part else 0)
    if sign < 0:
        return DayRange(max(min(days) - slack * DAY, ref), max(days) + slack * DAY)
    return DayRange(min(days) - slack * DAY, min(max(days) + slack * DAY, ref))


def certainty_of_ago(e: TimeExpression) -> Certainty:
    """How certain the days of ``days_ago`` are."""
    exact = (e.unit == "day" and not e.part and e.number == e.last_year) or e.part == "exact"
    return Certainty.WRITTEN if exact else Certainty.RANGE


def days_of_period(e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
    """The days of ``this weekend``, ``last month`` or ``the past year``, seen from a day."""
    if e.unit == "weekend" and e.relation in ("this", "the"):
        return _weekend(e.relation, ref, side)
    if e.relation == "until now":  # ``over the past week``
        months = {"month": 1, "year": 12}.get(e.unit, 0)
        return DayRange(months_before(ref, months) if months else ref - 7 * DAY, ref)
    step = {"next": 1, "after": 1, "this": 0}.get(e.relation, -1) + e.weeks
    if e.unit in ("week", "weekend"):
        monday = ref - DAY * ref.weekday() + 7 * step * DAY
        if e.unit == "weekend":
            return DayRange(monday + 5 * DAY, monday + 6 * DAY)
        first, last = _PARTS_OF_WEEK.get(e.part, (0, 6))
        period = DayRange(monday + first * DAY, monday + last * DAY)
    elif e.unit == "month":
        other = months_before(ref.replace(day=1), -step)
        period = third_of(days_of(other.year, other.month, None), e.part)
    else:
        period = third_of(days_of(ref.year + step, None, None), e.part)
    if e.part == "earlier":
        return DayRange(period.first, min(period.last, max(ref, period.first)))
    return DayRange(max(period.first, min(ref, period.last)), period.last) if e.part == "later" else period


def _weekend(word: str, ref: dt.date, side: Side) -> DayRange:
    """``the weekend``, ``this weekend``: the last or the coming one; a note of a weekend means its own by
    ``this``."""
    coming = side is Side.FUTURE or (word == "this" and side is Side.OPEN)
    saturday = ref + (5 - ref.weekday()) * DAY
    if word == "this" and ref.weekday() >= 5:
        return DayRange(saturday, saturday + DAY)
    saturday += (7 if saturday <= ref else 0) * DAY if coming else -7 * DAY
    return DayRange(saturday, saturday + DAY)
