"""Days of a treatment: ``day 3 of meropenem``, ``C2D8``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from chartveil.case_report.model import Basis, Certainty
from chartveil.case_report.times.counts.heads import COUNTED, SENTENCE, placed_on, told_on
from chartveil.case_report.times.counts.known_events import CYCLE, KEY, Events, day_of_cycle, first_days
from chartveil.case_report.times.events import DatedNote, PlacedTime
from chartveil.case_report.times.expressions import TimeKind
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.words import time_words


def with_treatments(notes: Sequence[DatedNote], events: Events) -> list[DatedNote]:
    """Days of a treatment: the note's own where it says which it is (``day 3 of meropenem``), others counted
    from that."""
    firsts = first_days(notes, lambda _: True)
    out = []
    for n in notes:
        times: list[PlacedTime] = []
        for t in n.times:
            if t.expression.kind is TimeKind.TREATMENT_DAY and t.certainty is not Certainty.DECIDED:
                t = _treated(t, n, firsts.get(t.expression.name[:KEY], set()), events)
            elif t.when is None and t.expression.kind is TimeKind.NOTE_DAY:
                t = going_on(t, n, times)
            times.append(t)
        out.append(replace(n, times=tuple(times)))
    return out


def going_on(t: PlacedTime, note: DatedNote, passed: Sequence[PlacedTime]) -> PlacedTime:
    """A bare day of the count that was told right before it: ``Day 1 post delivery: well. 2nd day: home``."""
    told = passed[-1] if passed else None
    if told is None or told.when is None or not told.when.is_exact or told.expression.kind not in COUNTED:
        return t
    between = note.note.text[told.expression.end : t.expression.start]
    if len(between) > SENTENCE or "\n\n" in between:
        return t
    days = t.expression.number - told.expression.number
    return placed_on(t, told.when.first + days * DAY, Basis.OTHER_COUNT)


def _treated(t: PlacedTime, note: DatedNote, firsts: set[dt.date], events: Events) -> PlacedTime:
    """A day of a treatment, counted from its first day; in a course of chemotherapy, but of antibiotics, from
    that of the cycle: ``vinorelbine D8``."""
    e = t.expression
    of_its_own = CYCLE.fullmatch(e.name) or time_words().events["treatment"].search(e.name)
    if events.cycles and not of_its_own:
        day = day_of_cycle(e, note, events) or events.day_of_course(e, told_on(t, note))
        return placed_on(t, day, Basis.EVENT) if day is not None else t
    if len(firsts) == 1:
        return placed_on(t, min(firsts) + (e.number - 1) * DAY, Basis.OTHER_COUNT)
    return t
