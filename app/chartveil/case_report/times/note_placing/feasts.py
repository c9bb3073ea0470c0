"""Finds the year of a holiday in a note."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from chartveil.case_report.model import DayRange
from chartveil.case_report.times.expressions import TimeExpression
from chartveil.case_report.times.holidays import (
    DAY,
    bank_holidays,
    beside_holiday,
    days_of,
    days_of_holiday,
    holiday_days,
)
from chartveil.case_report.times.moon_feasts import TWO_FEASTS
from chartveil.case_report.times.note_placing.nearest_days import (
    FAR_AHEAD,
    JUST_BEEN,
    TWO_STEPS,
    YEAR_BESIDE,
    around,
    beside_note,
    one_or_both,
    two_steps,
)
from chartveil.case_report.times.note_placing.note_context import NoteContext
from chartveil.case_report.times.sides import Side

_NEAR_ENTRY = 30 * DAY
"""The day of a holiday that lies this near to an entry of a diary is meant."""
_APPOSED = re.compile(r"[ ]?[,(=][ ]?(?:the[ ])?|[ ][-–][ ]|[ ]{1,3}\(?(?:the[ ])?")
_MOVED = re.compile(r"[ ]\(?obs(?:erved)?\b", re.IGNORECASE)
_OBSERVED = 3
"""Days by which the day that people stay at home on may be off the feast."""
_TOWARDS = re.compile(r"\b(?:by|until|till|around|about)\s+(?:the\s+)?$", re.IGNORECASE)


def holiday_meant(e: TimeExpression, ref: dt.date, side: Side, note: NoteContext) -> DayRange:
    """The days of a holiday, or beside it, in the year that is meant."""
    years = range(ref.year - 1, ref.year + 2)
    country = note.case.country
    if e.name == "bank holiday":
        days = [d for y in years for d in bank_holidays(y, e.month, e.part.split(" ")[0], country)]
        days = days or [days_of(y, e.month, None) for y in years]
        choices = [beside_holiday(e, day) for day in days]
    else:
        names = TWO_FEASTS.get(e.name, (e.name,))
        days = sorted((holiday_days(n, y, country) for y in years for n in names), key=lambda day: day.first)
        choices = [beside_holiday(e, day) for day in days]
    if (same := _date_of_holiday(e, choices, note)) is not None:
        return same
    if not e.number and (near := _one_of_its_days(e, note)) is not None:
        return near
    if e.name != "bank holiday":
        told = note.days_of_told(e, ref, lambda y: holiday_days(e.name, y, country))
        if told is not None:
            return told
        if e.relation in TWO_STEPS:
            return two_steps(e.relation, ref, lambda y: holiday_days(e.name, y, country))
    if e.relation in YEAR_BESIDE:
        return next(c for c in choices if c.middle.year == ref.year + YEAR_BESIDE[e.relation])
    if e.relation == "this":
        return min(choices, key=lambda c: abs(c.middle - ref))
    if e.relation in ("last", "previous"):
        return [c for c in choices if c.middle < ref][-1]
    if note.time_told is not None and e.name != "bank holiday":
        years = range(note.time_told[0].first.year, note.time_told[0].first.year + 2)
        choices_of_told = [
            beside_holiday(e, holiday_days(n, y, country))
            for y in years
            for n in TWO_FEASTS.get(e.name, (e.name,))
        ]
    else:
        choices_of_told = choices
    if not e.relation and (onward := note.onward_from_told(e, choices_of_told, ref)) is not None:
        return onward
    if side is Side.OPEN and e.relation != "next":
        before, after = around(choices, ref)
        if after.is_exact and ref - before.last >= FAR_AHEAD and after.first - ref <= JUST_BEEN:
            return after
        inside = note.case.within((before, after))
        return inside[0] if len(inside) == 1 else one_or_both(before, after, ref)
    told_later = any(day > ref for day, _ in note.days_told)
    nearest = min(choices, key=lambda c: abs(c.middle - ref))
    if note.is_numbered and note.day_of_entry(e.start) is not None:
        return nearest
    ends = told_later or _TOWARDS.search(note.text[: e.start][-20:]) is not None
    return beside_note(choices, ref, side, note.case, ends=ends)


def _one_of_its_days(e: TimeExpression, note: NoteContext) -> DayRange | None:
    """The one near the day of its entry of several days on which the parts of a country keep a holiday;
    None where that does not tell."""
    told = note.days_told[-1][0] if note.days_told else None
    if told is None or note.day_of_entry(e.start) is None or e.name == "bank holiday":
        return None
    days = [
        d
        for y in (told.year - 1, told.year, told.year + 1)
        for d in days_of_holiday(e.name, y, note.case.country)
    ]
    near = [d for d in days if abs(d - told) <= _NEAR_ENTRY]
    others = [d for d in days if abs(d - told) <= 3 * _NEAR_ENTRY]
    several = len(days_of_holiday(e.name, told.year, note.case.country)) > 1
    return DayRange(near[0], near[0]) if several and len(near) == len(others) == 1 else None


def _date_of_holiday(e: TimeExpression, choices: Sequence[DayRange], note: NoteContext) -> DayRange | None:
    """The date right before a holiday that is its day: ``11/5/2019 (Election Day)``; None for none."""
    if note.last_date is None or not _APPOSED.fullmatch(note.text[note.last_date[1] : e.start]):
        return None
    day, names = note.last_date[0], TWO_FEASTS.get(e.name, (e.name,))
    if e.name != "bank holiday":
        years = range(day.year - 1, day.year + 2)
        choices = [beside_holiday(e, holiday_days(n, y, note.case.country)) for y in years for n in names]
    off = _OBSERVED * DAY if _MOVED.match(note.text, e.end) else 0 * DAY
    return DayRange(day, day) if any(c.first - off <= day <= c.last + off for c in choices) else None
