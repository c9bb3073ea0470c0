"""Days after an operation, in hospital and of a note's own count."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from chartveil.case_report.model import Basis, Certainty, DayRange
from chartveil.case_report.times.counts.bare_days import TOLD_NEAR, bare_day, with_own_count
from chartveil.case_report.times.counts.heads import (
    NEAR,
    in_first_lines,
    is_at_head,
    is_counted,
    note_counts_from_one,
    placed_on,
    told_on,
)
from chartveil.case_report.times.counts.known_events import NEWBORN, OF_BIRTH, Events
from chartveil.case_report.times.counts.treatments import with_treatments
from chartveil.case_report.times.events import DatedNote, PlacedTime
from chartveil.case_report.times.expressions import (
    COUNTED_DAYS,
    DAY_ZERO,
    TimeExpression,
    TimeKind,
    is_birth,
)
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.sides import Side

_CHILDHOOD = 16 * 366 * DAY
_SOON = 14 * DAY
"""A count may lead this far beyond its note: a plan for the days to come."""


def with_counted_days(notes: Sequence[DatedNote]) -> list[DatedNote]:
    """The notes with days after an operation, in hospital and of a note's own count placed."""
    if not any(is_counted(t.expression) for n in notes for t in n.times):
        return list(notes)
    events = Events(notes)
    counted = [with_own_count(_with_days_of_events(n, events), events) for n in notes]
    return with_treatments(counted, events)


def own_days_by_count(notes: Sequence[DatedNote]) -> dict[str, DayRange]:
    """Own days, by id, of notes without a date whose head counts them: ``DOL 21 / POD 2, Thursday``.

    Only where all that the head says leads to one day.
    """
    undated = [n for n in notes if n.when is None and any(is_at_head(t.expression, n) for t in n.times)]
    if not undated:
        return {}
    events = Events(notes)
    out = {}
    for n in undated:
        heads = [t.expression for t in n.times if is_at_head(t.expression, n)]
        counted = [e for e in heads if e.kind is not TimeKind.WEEKDAY]
        days: set[dt.date] | None = None
        for e in counted:
            may_be = {day + events.count_of(e) * DAY for day in events.starts(e)}
            days = may_be if days is None else days & may_be
        weekdays = {e.number for e in heads if e.kind is TimeKind.WEEKDAY and not e.relation and not e.unit}
        left = [d for d in days or () if not weekdays or d.weekday() in weekdays]
        if len(left) == 1:
            out[n.note.id] = DayRange(left[0], left[0])
    return out


_BESIDE = re.compile(r"[ \t|]*(?:(?:[01]\d|2[0-3])[:.h]?[0-5]\d[ \t|]+)?|[ \t]*[(=:][ \t]*")
"""Between a date and the count of its row or entry, whichever stands first."""


def _zeros_beside(note: DatedNote) -> dict[tuple[TimeKind, str], dt.date]:
    """The days that counts are told from, by kind and name, as those beside dates of the note agree on:
    ``22/4  POD 10`` and ``24/4  POD 12``."""
    zeros: dict[tuple[TimeKind, str], set[dt.date]] = {}
    for pair in pairwise(note.times):
        between = note.note.text[pair[0].expression.end : pair[1].expression.start]
        counts = [t.expression for t in pair if t.expression.kind in COUNTED_DAYS]
        dates = [t for t in pair if t.expression.kind is TimeKind.DATE and not is_birth(t.expression)]
        if len(counts) == len(dates) == 1 and _BESIDE.fullmatch(between) and counts[0].part != "loose":
            when = dates[0].when
            if when is not None and when.is_exact:
                zero = when.first - counts[0].number * DAY
                zeros.setdefault((counts[0].kind, counts[0].name), set()).add(zero)
    return {key: min(days) for key, days in zeros.items() if len(days) == 1}


def _with_days_of_events(note: DatedNote, events: Events) -> DatedNote:
    times: list[PlacedTime] = []
    zeros = _zeros_beside(note)
    for t in note.times:
        e = t.expression
        if t.certainty is not Certainty.DECIDED and is_counted(e):
            if (zero := zeros.get((e.kind, e.name))) is not None and e.part != "loose":
                t = placed_on(t, zero + e.number * DAY, Basis.OTHER_COUNT)
            elif e.kind is TimeKind.TREATMENT_DAY:
                pass  # placed when all notes are known
            elif e.kind is TimeKind.WEEKDAY:
                t = _weekday_beside(t, note, events)
            elif e.kind is TimeKind.NOTE_DAY:
                t = bare_day(t, note, events, times)
            else:
                t = _counted(t, note, events, times)
        times.append(t)
    return replace(note, times=tuple(times))


def _weekday_beside(t: PlacedTime, note: DatedNote, events: Events) -> PlacedTime:
    """``the Sunday before delivery``, ``the Monday after her operation``."""
    e, latest = t.expression, told_on(t, note)
    known = events.named(e.name, note)
    known = [d for d in known if d <= latest] or known
    if not known:
        return t
    step = -DAY if e.relation == "previous" else DAY
    day = known[-1] + step
    while day.weekday() != e.number:
        day += step
    return placed_on(t, day, Basis.EVENT)


def _told_before(
    e: TimeExpression, note: DatedNote, passed: Sequence[PlacedTime], days: Sequence[dt.date]
) -> dt.date | None:
    """The last of some days that is told before a place in its paragraph; None for none."""
    for other in reversed(passed):
        between = note.note.text[other.expression.end : e.start]
        if "\n\n" in between or len(between) > TOLD_NEAR:
            return None
        if other.when is not None and other.when.is_exact and other.when.first in days:
            return other.when.first
    return None


_AGAIN = re.compile(
    r"\b(?:revis\w+|re-?op\w*|re-?look|second look|re-?explor\w+|wash-?out|take-?back|"
    r"(?:took|taken|returned?|return|back) (?:back )?to (?:theat(?:re|er)|the or|or))\b[^.;\n]{0,30}$",
    re.IGNORECASE,
)
"""A second operation, before the day after the first: ``revision POD 5``."""


def _told_from_one(
    t: PlacedTime,
    note: DatedNote,
    known: list[dt.date],
    count: int,
    latest: dt.date,
    operations: Sequence[dt.date],
) -> list[dt.date]:
    """Those of several days that a count can be told from: of a second operation the first, and none that
    leads beyond what has passed."""
    if len(known) < 2:
        return known
    if _AGAIN.search(note.note.text[max(0, t.expression.start - 60) : t.expression.start]):
        first = [d for d in known if d + count * DAY in known]
        return first or known
    if t.seen_from in known:
        return [d for d in known if d == t.seen_from]
    today = [d for d in known if d + count * DAY == latest and d in operations]
    if t.side is Side.OPEN and today:
        return today  # ``POD 5 debridement / POD 3``
    has_passed = t.side is Side.PAST or t.seen_from is not None
    return [d for d in known if not has_passed or d + count * DAY <= latest] or known


_ANCHORED = re.compile(r"[ ]+(?:from|after|s/p|post|status[ -]post|following)\b", re.IGNORECASE)


def _is_one_of_heads(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a count is one of several at the head of a note, each from an event of its own."""
    heads = [
        t.expression
        for t in note.times
        if t.expression.kind is TimeKind.POSTOPERATIVE
        and _ANCHORED.match(note.note.text, t.expression.end)
        and in_first_lines(t.expression, note)
    ]
    return len(heads) > 1 and e in heads


def _counted(t: PlacedTime, note: DatedNote, events: Events, passed: Sequence[PlacedTime]) -> PlacedTime:
    e = t.expression
    count = events.count_of(e) - (
        e.name == "birth" and note_counts_from_one(note) and not events.counts_from_one
    )
    latest = told_on(t, note)
    soon = latest + _SOON if note.when else latest
    known = [
        d
        for d in events.starts(e)
        if (e.name == DAY_ZERO and d in events.told_zeros)
        or (d <= latest and (latest - d < _SOON or d + count * DAY <= soon or e.name == DAY_ZERO))
    ]
    if e.kind is TimeKind.POSTOPERATIVE and e.name == "birth" and not any(d <= latest for d in events.births):
        # Of a child that is told of years later.
        known = [b for b in events.birthdays if latest - b < _CHILDHOOD]
    elif e.name in OF_BIRTH:  # of the baby, not of the mother
        known = [d for d in known if latest - d < NEWBORN or latest == dt.date.max]
        if not known and e.name != "birth":
            known = [d for d in events.operations if d <= latest and latest - d < NEWBORN]
    if _is_one_of_heads(e, note) and note.when is not None and note.when.is_exact:
        # ``POD 4 s/p first debridement; POD 1 s/p second look``, of the day of the note
        return placed_on(t, note.when.first, Basis.OWN_DAY)
    if (
        not any(latest - d - count * DAY < NEAR for d in known)
        and latest != dt.date.max
        and e.kind is TimeKind.POSTOPERATIVE
        and not e.name
    ):
        known = [
            d for d in events.told_operations if d <= latest and d + count * DAY <= soon and latest - d < NEAR
        ] or known
    known = _told_from_one(t, note, known, count, latest, events.operations)
    if len(known) > 1 and not is_at_head(e, note):
        told = _told_before(e, note, passed, known)
        if told is not None:
            return placed_on(t, told + count * DAY, Basis.EVENT)
    own = note.when.first if note.when is not None and note.when.is_exact and t.seen_from is None else None
    counts_own = own is not None and is_at_head(e, note)
    if own is not None and counts_own and any(abs(d + count * DAY - own) < 2 * DAY for d in events.told()):
        return placed_on(t, own, Basis.OWN_DAY)
    day = known[-1] + count * DAY if known else None
    # One of another time is meant only where it is told right there: else that of the note is not told.
    far = day is not None and not e.name and latest - day > NEAR and note.when is not None
    if day is not None and not (far and _told_before(e, note, passed, known) is None):
        return placed_on(t, day, Basis.EVENT)
    if own is not None and counts_own:
        return placed_on(t, own, Basis.OWN_DAY)
    return t
