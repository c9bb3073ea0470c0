"""Finds the year of a month or season in a note."""

from __future__ import annotations

import datetime as dt
import re

from chartveil.case_report.model import DayRange
from chartveil.case_report.times.expressions import TimeExpression
from chartveil.case_report.times.holidays import DAY, days_of, season_days
from chartveil.case_report.times.note_placing.nearest_days import (
    TWO_STEPS,
    YEAR_BESIDE,
    beside_note,
    two_steps,
)
from chartveil.case_report.times.note_placing.note_context import NoteContext
from chartveil.case_report.times.sides import Side
from chartveil.case_report.times.words import time_words

_NEXT_MONTH = 45 * DAY
"""A month that begins this soon is called by its name or ``next month``, and another is meant by ``next``."""
_RUN_OR = re.compile(r"\s*(?:-|–|/|to|until|till|through)\s*(?:the\s+)?", re.IGNORECASE)


def month_meant(e: TimeExpression, ref: dt.date, side: Side, note: NoteContext) -> DayRange:
    """The month that is meant, seen from a day: by the words around it, the time told before, or the side."""
    assert e.month is not None
    if e.relation in ("that year", "following year") and note.month_told is not None:
        return days_of(note.month_told[0] + (e.relation == "following year"), e.month, None)
    if (told := note.days_of_told(e, ref, lambda y: days_of(y, e.month, None))) is not None:
        return told
    if e.relation in TWO_STEPS:
        return two_steps(e.relation, ref, lambda y: days_of(y, e.month, None))
    if e.relation == "that" and len(years := note.case.months.get(e.month, ())) == 1:
        return days_of(min(years), e.month, None)
    if e.relation in YEAR_BESIDE:
        return days_of(ref.year + YEAR_BESIDE[e.relation], e.month, None)
    if e.relation == "this":
        return days_of(ref.year, e.month, None)
    choices = [days_of(y, e.month, None) for y in (ref.year - 1, ref.year, ref.year + 1)]
    if e.relation in ("last", "previous"):
        return [c for c in choices if c.last < ref][-1]
    if e.relation == "next":
        nearest, other = [c for c in (*choices, days_of(ref.year + 2, e.month, None)) if c.first > ref][:2]
        # ``next September`` in August: rather not the one that begins tomorrow, and who knows.
        return nearest if nearest.first - ref > _NEXT_MONTH else DayRange(nearest.first, other.last)
    if note.time_told is not None and _RUN_OR.fullmatch(note.text[note.time_told[1] : e.start]):
        first = note.time_told[0].first  # ``November to January``
        ends_in = [days_of(y, e.month, None) for y in (first.year, first.year + 1)]
        return next(c for c in ends_in if c.first > first)
    ends = re.search(r"\b(?:by|until|till)\s+(?:the\s+)?$", note.text[: e.start][-12:]) is not None
    return beside_note(choices, ref, side, note.case, ends=ends)


def season_meant(e: TimeExpression, ref: dt.date, side: Side, note: NoteContext) -> DayRange | None:
    """The season that is meant, seen from a day, in the half of the earth that the case comes from; None for
    ``that summer`` where no time before it tells which."""
    if e.relation in YEAR_BESIDE:
        return season_days(e.name, ref.year + YEAR_BESIDE[e.relation], southern=note.case.southern)
    names = time_words().several.get(e.name.replace("-", " "), (e.name,))
    choices = sorted(
        (
            season_days(name, y, exact=True, southern=note.case.southern)
            for y in range(ref.year - 2, ref.year + 2)
            for name in names
        ),
        key=lambda c: c.first,
    )
    if (told := note.days_of_told(e, ref, lambda y: _season(e.name, y, note))) is not None:
        return told
    if e.relation == "that":
        return None
    if e.relation in TWO_STEPS:
        return two_steps(e.relation, ref, lambda y: _season(e.name, y, note))
    if e.relation == "next":
        return next(c for c in choices if c.first > ref)
    if e.relation == "this":
        return min(choices, key=lambda c: abs(c.middle - ref))
    if e.relation in ("last", "previous"):
        return [c for c in choices if c.last < ref][-1]
    return beside_note(choices, ref, side, note.case)


def _season(name: str, year: int, note: NoteContext) -> DayRange:
    return season_days(name, year, exact=True, southern=note.case.southern)
