"""Places the times of a note on days, each kind in its own way."""

from __future__ import annotations

import datetime as dt
import re

from chartveil.case_report.model import Basis, Certainty, DayRange
from chartveil.case_report.times.events import PlacedTime
from chartveil.case_report.times.expressions import TimeExpression, TimeKind
from chartveil.case_report.times.holidays import (
    DAY,
    beside_holiday,
    beside_stretch,
    holiday_days,
    season_days,
    third_of,
)
from chartveil.case_report.times.note_placing.competing_readings import with_other_readings
from chartveil.case_report.times.note_placing.dates import date_meant
from chartveil.case_report.times.note_placing.feasts import holiday_meant
from chartveil.case_report.times.note_placing.months_and_seasons import season_meant
from chartveil.case_report.times.note_placing.note_context import NoteContext
from chartveil.case_report.times.note_placing.relative_times import certainty_of_ago, days_ago, days_of_period
from chartveil.case_report.times.note_placing.weekdays import weekday_meant
from chartveil.case_report.times.sides import Side, side_of

_UNTIL = re.compile(r"\b(?:until|till|til|by)\s+(?:the\s+)?$", re.IGNORECASE)
_ORDERED = re.compile(
    r"\d\s?(?:mg|mcg|g|ml|units?|tabs?)\b|\b(?:bd|od|tds|qds|bid|tid|qid|daily|continue|take|off work|"
    r"review|return|will|please|to be|f/?u|follow)\b",
    re.IGNORECASE,
)
"""In a sentence of a note of discharge that tells what is to come."""


_COMES_BACK = (TimeKind.DATE, TimeKind.SEASON, TimeKind.HOLIDAY)


def place_time(e: TimeExpression, note: NoteContext) -> PlacedTime:
    """When an expression means, by what its note has told before it.

    Args:
        e: the expression.
        note: that it stands in, which has told the times before it.
    """
    alone = e.kind is TimeKind.WEEKDAY and not (e.relation or e.unit or e.weeks)
    seen_from = note.day_of_copy(e.start) or note.day_of_entry(e.start)
    side = side_of(note.text, e.start, e.end, strict=alone and seen_from is None)
    if note.discharged and e.kind is TimeKind.WEEKDAY and side is Side.FUTURE and _is_of_stay(e, note.text):
        side = Side.PAST
    if e.relation.startswith(("last", "next")):
        side = Side.PAST if e.relation.startswith("last") else Side.FUTURE
    ref = seen_from or note.ref
    comes_back = e.kind in _COMES_BACK and not (e.day or e.year or e.relation)
    if seen_from is None and comes_back and side is not Side.FUTURE:
        ref = note.told_until or ref  # in a chart: ``solids started Feb``
    time = PlacedTime(e, *_placed(e, ref, side, note), side, seen_from)
    return with_other_readings(time, ref, note, lambda day: _placed(e, day, side, note)[0])


def _is_of_stay(e: TimeExpression, text: str) -> bool:
    """Whether ``until Saturday`` in a note of discharge tells of the stay, and not of a drug or plan."""
    line = text[text.rfind("\n", 0, e.start) + 1 : e.start]
    sentence = re.split(r"[.;]\s", line)[-1]
    return _UNTIL.search(sentence) is not None and not _ORDERED.search(sentence)


def _placed(
    e: TimeExpression, ref: dt.date | None, side: Side, note: NoteContext
) -> tuple[DayRange | None, Certainty, Basis]:
    kind = e.kind
    if kind is TimeKind.DATE:
        return date_meant(e, ref, side, note)
    if kind is TimeKind.YEARS:
        first = dt.date(e.year or 1, 8, 1) if e.unit == "school" else dt.date(e.year or 1, 1, 1)
        last = dt.date(e.last_year, 6, 30) if e.unit == "school" else dt.date(e.last_year, 12, 31)
        return third_of(DayRange(first, last), e.part), Certainty.RANGE, Basis.WRITTEN
    if kind is TimeKind.SEASON and e.year:
        exact = bool(e.last_year)
        season = season_days(e.name, e.year, exact=exact, southern=note.case.southern)
        return third_of(season, e.part), Certainty.RANGE, Basis.WRITTEN
    if kind is TimeKind.HOLIDAY and e.year and e.name != "bank holiday":
        day = beside_holiday(e, holiday_days(e.name, e.year, note.case.country))
        certainty = Certainty.WRITTEN if day.is_exact else Certainty.RANGE
        return day, certainty, Basis.WRITTEN
    if ref is None or kind in (TimeKind.HABIT, TimeKind.UNREAD):
        return None, Certainty.RANGE, Basis.NOT_TOLD
    if kind is TimeKind.SEASON:
        if (meant := season_meant(e, ref, side, note)) is None:
            return None, Certainty.RANGE, Basis.NOT_TOLD
        season = third_of(meant, e.part)
        if e.number:
            beside = beside_stretch(e, season)
            certainty = Certainty.PLACED if beside.is_exact else Certainty.RANGE
            return beside, certainty, Basis.SEASON
        return season, Certainty.RANGE, Basis.SEASON
    if kind is TimeKind.WEEKDAY and e.unit == "event":
        return None, Certainty.RANGE, Basis.NOT_TOLD
    if kind in (TimeKind.HOLIDAY, TimeKind.WEEKDAY):
        found = (
            holiday_meant(e, ref, side, note)
            if kind is TimeKind.HOLIDAY
            else weekday_meant(e, ref, side, note)
        )
        basis = Basis.FEAST if kind is TimeKind.HOLIDAY else Basis.WEEKDAY
        if kind is TimeKind.WEEKDAY and not found.is_exact and e.relation:
            basis = Basis.TWO_WEEKS
        elif kind is TimeKind.WEEKDAY and not found.is_exact:
            basis = Basis.TWO_SIDES
        found = _wide(found, note.slack)
        return found, Certainty.PLACED if found.is_exact else Certainty.RANGE, basis
    if kind is TimeKind.DAY_WORD:
        day = DayRange(ref + DAY * e.number, ref + DAY * e.number)
        return _wide(day, note.slack), Certainty.WRITTEN, Basis.OF_NOTE
    if kind is TimeKind.AGO:
        return _wide(days_ago(e, ref), note.slack), certainty_of_ago(e), Basis.OF_NOTE
    if kind is TimeKind.PERIOD:
        if e.relation == "after":
            told = note.day_told_before(e.start)
            if told is None or told == note.own:
                return None, Certainty.RANGE, Basis.NOT_TOLD
            ref = told
        return days_of_period(e, ref, side), Certainty.RANGE, Basis.OF_NOTE
    return None, Certainty.RANGE, Basis.NOT_TOLD


def _wide(days: DayRange, slack: dt.timedelta) -> DayRange:
    return DayRange(days.first - slack, days.last + slack)
