"""Tells what else a time may mean, and makes it a range where two readings have evidence of their own.

A day that is told as sure and is another is worse than a range. The readers of each kind find the likeliest
day; here stand the clues that speak against it, each with the day that it leads to. Where there is one, the
time becomes a range of both, which is shown as uncertain.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from chartveil.case_report.model import Basis, Certainty, DayRange
from chartveil.case_report.times.events import PlacedTime
from chartveil.case_report.times.expressions import TimeExpression, TimeKind
from chartveil.case_report.times.holidays import DAY, days_of
from chartveil.case_report.times.note_placing.note_context import NoteContext
from chartveil.case_report.times.note_placing.relative_times import months_before
from chartveil.case_report.times.sides import Side

SURELY_DUE = re.compile(
    r"\b(?:ed[dc]|due|will|shall|booked|next|until|till|expires?|from)\b[^.;\n]*$", re.IGNORECASE
)
_PREGNANCY = re.compile(r"\b(?:LMP|ED[DC]|\d\d\+\d|gestation|pregnan\w+|antenatal)\b", re.IGNORECASE)
_BOOKED = re.compile(r"(?:^|[.;,]\s+|\n)(?:she |was )*booked\s+(?:on |at \w+ )?(?:the )?$", re.IGNORECASE)
"""``Booked 19th June``: the first visit of a pregnancy, or a plan."""
_REQUEST = re.compile(r"[ \t]*(?:clinical|indication|history|hx|request|details)\b", re.IGNORECASE)
"""Begins what a report repeats of its request."""
_SOON, _LONG_PAST = 3 * DAY, 300 * DAY
"""A feast that comes within days is kept early, rather than that of last year told of."""
_FROM_TELLING = (TimeKind.WEEKDAY, TimeKind.DAY_WORD, TimeKind.AGO)
"""Kinds of times that hang on the day they are told on."""


def with_other_readings(
    time: PlacedTime,
    ref: dt.date | None,
    note: NoteContext,
    place: Callable[[dt.date], DayRange | None],
) -> PlacedTime:
    """The time, as a range of all its readings where it has several.

    Args:
        time: as its reader placed it; a range stays.
        ref: the day that it was seen from; None where that is not known.
        note: that it stands in.
        place: reads it as seen from another day.
    """
    when = time.when
    if ref is None or when is None or not when.is_exact:
        return time
    others = [*_by_words_and_nearness(time, when.first, ref, note), *_from_other_day(time, ref, note, place)]
    days = [when.first, *(end for o in others for end in (o.first, o.last))]
    both = DayRange(min(days), max(days))
    if both.is_exact:
        return time
    return replace(time, when=both, certainty=Certainty.RANGE, basis=Basis.TWO_READINGS)


def _by_words_and_nearness(
    time: PlacedTime, day: dt.date, ref: dt.date, note: NoteContext
) -> Iterator[DayRange]:
    """Days that lie nearer to the day of telling, where the words around do not say that it is the farther
    one, or contradict each other."""
    e, side = time.expression, time.side
    monday = ref - ref.weekday() * DAY
    if e.kind is TimeKind.WEEKDAY and e.relation == "this" and side is Side.PAST and day < monday:
        yield _days(day + 7 * DAY)  # ``Hold C5 (was this Thursday)``
    if e.weekday >= 0 or e.year or e.relation:
        return
    far = abs(day - ref)
    if e.kind is TimeKind.DATE and time.basis is Basis.YEAR_OF_NOTE and e.month and e.day:
        if side is Side.PAST or (side is Side.FUTURE and not _is_booking(e, note)):
            return
        years = [days_of(day.year + step, e.month, e.day) for step in (-1, 1)]
        yield from (c for c in years if abs(c.first - ref) < far)
    elif e.kind is TimeKind.DATE and time.basis is Basis.MONTH_OF_NOTE:
        if side is not Side.OPEN:
            return
        months = [months_before(day.replace(day=1), step) for step in (-1, 1)]
        yield from (c for m in months if abs((c := days_of(m.year, m.month, e.day)).first - ref) < far)
    elif e.kind is TimeKind.HOLIDAY and side is Side.PAST and far > _LONG_PAST and not e.number:
        coming = months_before(day, -12)
        if 0 * DAY < coming - ref <= _SOON:
            yield _days(coming)  # ``doing the Fourth early``


def _is_booking(e: TimeExpression, note: NoteContext) -> bool:
    """Whether a plan may be the first visit of a pregnancy: ``EDD 31/1/18). Booked 19th June``."""
    booked = _BOOKED.search(note.text[max(0, e.start - 30) : e.start])
    return booked is not None and _PREGNANCY.search(note.text) is not None


def _from_other_day(
    time: PlacedTime, ref: dt.date, note: NoteContext, place: Callable[[dt.date], DayRange | None]
) -> Iterator[DayRange]:
    """What a time means that is told on the later day which leads its line or paragraph, where that may be an
    entry (``20/7 seen by ortho, home tomorrow``), or in the request of a report on the day that its specimen
    came."""
    e = time.expression
    bare = e.kind is TimeKind.DATE and e.day is not None and not (e.month or e.year)
    others = [d for d in (note.day_of_lead(e.start),) if d is not None and d > ref]
    line = note.text[note.text.rfind("\n", 0, e.start) + 1 : e.start]
    if note.received is not None and note.received < ref == note.own and _REQUEST.match(line):
        others.append(note.received)
    if not (bare or e.kind in _FROM_TELLING) or time.basis is Basis.WRITTEN:
        return
    if e.relation not in ("that", "following", "previous"):
        yield from (other for day in others if (other := place(day)) is not None)


def _days(day: dt.date) -> DayRange:
    return DayRange(day, day)
