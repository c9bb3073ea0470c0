"""Days that are counted from an event: after an operation, in hospital, in a note's own count."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from chartveil.case_report.model import Certainty, DayRange
from chartveil.case_report.times.events import DatedNote, PlacedTime, event_days
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.note_days import HEAD
from chartveil.case_report.times.words import time_words

_FAR_BACK = 12 * 366 * DAY
"""From here on an exact day at a note's head, beside a name or number, is a date of birth."""
_COUNTED = (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY, TimeKind.NOTE_DAY)
_FIRST_LINES = 200
"""Characters of a note's head."""
_SOON = 14 * DAY
"""A count may lead this far beyond its note: a plan for the days to come."""
_NEAR = 60 * DAY
"""A bare ``day 7`` is counted from an event at most this long before its note."""


def with_counted_days(notes: Sequence[DatedNote]) -> list[DatedNote]:
    """The notes with days after an operation, in hospital and of a note's own count placed."""
    if not any(t.expression.kind in _COUNTED for n in notes for t in n.times):
        return list(notes)
    events = _Events(notes)
    return [_with_own_count(_with_days_of_events(n, events)) for n in notes]


class _Events:
    """Days of the events of a case that others are counted from."""

    def __init__(self, notes: Sequence[DatedNote]) -> None:
        words = time_words()
        self.operations = event_days(notes, words.events["operation"], surgical=True)
        self.admissions = event_days(notes, words.events["admission"], fields=words.fields["starts"])
        births = {t.when.first for n in notes for t in n.times if is_birth(t.expression) and t.when}
        self.births = sorted({*event_days(notes, words.events["birth"]), *births})
        self.onsets = event_days(notes, words.events["onset"])

    def starts(self, e: TimeExpression) -> list[dt.date]:
        """Days that an expression may be counted from."""
        if e.kind is TimeKind.HOSPITAL_DAY or e.name == "admission":
            return self.admissions
        if e.name in ("partum", "delivery", "birth"):
            return self.births or self.operations
        if e.name in ("stroke", "injury", "accident", "burn", "arrest", "mi"):
            return self.onsets or self.admissions
        return self.operations


def _with_days_of_events(note: DatedNote, events: _Events) -> DatedNote:
    times = []
    for t in note.times:
        e = t.expression
        if t.certainty is not Certainty.DECIDED and e.kind in _COUNTED:
            t = _bare(t, note, events) if e.kind is TimeKind.NOTE_DAY else _counted(t, note, events)
        times.append(t)
    return replace(note, times=tuple(times))


def _counted(t: PlacedTime, note: DatedNote, events: _Events) -> PlacedTime:
    e = t.expression
    count = max(e.number - 1, 0) if e.kind is TimeKind.HOSPITAL_DAY else e.number
    latest = note.when.last if note.when else dt.date.max
    known = [d for d in events.starts(e) if d <= latest and (latest - d < _SOON or d + count * DAY <= latest)]
    day = known[-1] + count * DAY if known else None
    # At a note's head it is the note's own day, whatever was operated long before.
    if day is not None and not (e.start < _FIRST_LINES and latest - day > _NEAR):
        return _placed(t, day, "counted from the event")
    if note.when is not None and note.when.is_exact and e.start < (_FIRST_LINES if e.name else HEAD):
        return replace(t, when=note.when, certainty=Certainty.PLACED, reason="the note's own day")
    return t


def _bare(t: PlacedTime, note: DatedNote, events: _Events) -> PlacedTime:
    """``Rejection on day 7``: from the operation or the admission before the note; where both may be meant it
    is a range that holds both."""
    if note.when is None or _heads_of(note) is not None:
        return t
    count, latest = t.expression.number, note.when.last
    days = []
    for starts, first in ((events.operations, 0), (events.admissions, 1)):
        if near := [d for d in starts if d <= latest and latest - d < _NEAR]:
            days.append(near[-1] + (count - first) * DAY)
    if not days:
        return t
    if max(days) - min(days) < 2 * DAY and events.operations:
        return _placed(t, days[0], "counted from the event")
    when = DayRange(min(days), max(days))
    return replace(t, when=when, certainty=Certainty.RANGE, reason="counted from an event that is not told")


def _placed(t: PlacedTime, day: dt.date, reason: str) -> PlacedTime:
    return replace(t, when=DayRange(day, day), certainty=Certainty.PLACED, reason=reason)


def with_births(notes: Sequence[DatedNote]) -> list[DatedNote]:
    """Dates of birth that no word tells as such: a day that another note gives as one, and one at the head of
    a note that lies many years before it."""
    known = {t.when for n in notes for t in n.times if is_birth(t.expression) and t.when and t.when.is_exact}
    out = []
    for n in notes:
        times = []
        for t in n.times:
            e = t.expression
            if (
                t.when is not None
                and t.when.is_exact
                and e.kind is TimeKind.DATE
                and e.year
                and not is_birth(e)
            ):
                old = n.when is not None and n.when.first - t.when.first > _FAR_BACK and not e.field
                if t.when in known or (old and e.start < 400 and n.note.text.count("\n", 0, e.start) < 6):
                    t = replace(t, expression=replace(e, birth=True))
            times.append(t)
        out.append(replace(n, times=tuple(times)))
    return out


def _with_own_count(note: DatedNote) -> DatedNote:
    """``since day 1`` in a note that says at its head which day it is (``Day 3``, ``day 2 post EVT``)."""
    head = _heads_of(note)
    if head is None or note.when is None or not note.when.is_exact:
        return note
    zero = note.when.first - head.number * DAY
    times = []
    for t in note.times:
        if t.expression.kind is TimeKind.NOTE_DAY and t.certainty is not Certainty.DECIDED:
            t = _placed(t, zero + t.expression.number * DAY, "counted as its note does")
        times.append(t)
    return replace(note, times=tuple(times))


def _heads_of(note: DatedNote) -> TimeExpression | None:
    """What says at the head of a note which day of a count it is."""
    heads = [t for t in note.times if t.expression.start < _FIRST_LINES]
    own = [t for t in heads if t.expression.kind is TimeKind.POSTOPERATIVE and t.when == note.when]
    counts = [t for t in heads if t.expression.kind is TimeKind.NOTE_DAY]
    named = [t for t in counts if note.note.text[t.expression.start : t.expression.start + 1] == "D"]
    return next((t.expression for t in (*named, *own)), None)
