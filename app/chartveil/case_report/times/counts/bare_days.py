"""Counts that do not say from what: ``Rejection on day 7``, ``since day 1``."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace

from chartveil.case_report.model import Basis, Certainty, DayRange
from chartveil.case_report.times.counts.heads import (
    FIRST_LINES,
    NEAR,
    SENTENCE,
    TOLD_OF,
    note_counts_from_one,
    placed_on,
    stands_at_head,
    told_on,
)
from chartveil.case_report.times.counts.known_events import Events, day_of_cycle
from chartveil.case_report.times.counts.treatments import going_on
from chartveil.case_report.times.events import DatedNote, PlacedTime, is_operation_note
from chartveil.case_report.times.expressions import TimeExpression, TimeKind
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.words import time_words

TOLD_NEAR, _SAME_CLAUSE = 300, 30
"""Characters between a count and the day that it is counted from."""
_NOUN_BEFORE = re.compile(r"(?:^|[\s,;(])([A-Za-z][\w-]{2,})[ ]$")
_HEAD_OF_ENTRY = 60
"""Characters of a line in which an entry says which day it is."""


def _of_its_entry(t: PlacedTime, note: DatedNote) -> PlacedTime | None:
    """A day of a course that is named by what is given, at the head of an entry, is the day of the entry:
    ``6/16 HD 3, steroid day 1``; None elsewhere."""
    text, at = note.note.text, t.expression.start
    named = _NOUN_BEFORE.search(text[max(0, at - 24) : at])
    day = t.seen_from or (note.when.first if note.when is not None and note.when.is_exact else None)
    if text[at : at + 4].lower() == "days" or named is None or day is None:
        return None
    if time_words().events["course"].fullmatch(named[1]) is None:
        return None
    if at - (text.rfind("\n", 0, at) + 1) > _HEAD_OF_ENTRY:
        return None
    return placed_on(t, day, Basis.OWN_DAY)


def bare_day(t: PlacedTime, note: DatedNote, events: Events, passed: Sequence[PlacedTime]) -> PlacedTime:
    """``Rejection on day 7``: from the operation or the admission before the note; where both may be meant it
    is a range that holds both."""
    if note.when is None or (_heads_of(note, events) is not None and t.seen_from is None):
        return t
    if (of_entry := _of_its_entry(t, note)) is not None:
        return of_entry
    if (zero := _ZERO_BEHIND.match(note.note.text, t.expression.end)) is not None:
        known = [d for d in events.named(zero[1].lower(), note) if d <= told_on(t, note)]
        return placed_on(t, known[-1] + t.expression.number * DAY, Basis.EVENT) if known else t
    text, at = note.note.text, t.expression.start
    if (zero := _DAY_OF.search(text[max(0, at - SENTENCE) : at])) is not None:
        known = [d for d in events.named(zero[1].lower(), note) if d <= told_on(t, note)]
        if known:
            return placed_on(t, known[-1] + t.expression.number * DAY, Basis.EVENT)
    told = passed[-1] if passed else None
    between = note.note.text[told.expression.end : t.expression.start] if told is not None else ""
    in_sentence = bool(between) and not re.search(r"[.;?!]\s|\n", between)
    if (t.expression.part == "loose" or in_sentence) and (goes_on := going_on(t, note, passed)) is not t:
        return goes_on
    count, latest = t.expression.number, told_on(t, note)
    course = day_of_cycle(t.expression, note, events) or events.day_of_course(t.expression, latest)
    if course is not None and events.is_of_infant and not events.cycles and not events.counts_from_one:
        course -= note_counts_from_one(note) * DAY
    if is_operation_note(note.note) and note.when.is_exact and note.when.first in events.operations:
        return placed_on(t, note.when.first + count * DAY, Basis.EVENT)
    if _TODAY.search(note.note.text[max(0, t.expression.start - 8) : t.expression.start]):
        return placed_on(t, t.seen_from or note.when.first, Basis.OWN_DAY)
    if t.seen_from is not None and between and not between.strip(" \t:–-"):
        return placed_on(t, t.seen_from, Basis.OWN_DAY)
    if _BEGINS.search(note.note.text[max(0, t.expression.start - 12) : t.expression.start]):
        return _beginning(t, note, events, told)
    after_surgery = _AFTER_SURGERY.search(
        note.note.text[max(0, t.expression.start - SENTENCE) : t.expression.start]
    )
    of_operation = after_surgery is not None or _is_near(events.operations, latest)
    if course is not None and (
        t.expression.part == "loose" or not of_operation or (events.counts_life(latest) and not after_surgery)
    ):
        return placed_on(t, course, Basis.EVENT)
    if t.expression.part == "loose":
        treated = told is not None and told.expression.kind is TimeKind.TREATMENT_DAY
        return t if treated and len(between) < SENTENCE else _own_by_count(t, note, events)
    if told is not None and told.when is not None and told.when.first in events.operations:
        between = note.note.text[told.expression.end : t.expression.start]
        if len(between) < _SAME_CLAUSE and not re.search(r"[.\n;]", between):
            return placed_on(t, told.when.first + count * DAY, Basis.EVENT)
    zeros = events.transplants_counted()
    if zeros:
        return placed_on(t, max(zeros) + count * DAY, Basis.EVENT)
    return _from_any(t, note, events, after_surgery=after_surgery is not None)


_DAY_OF = re.compile(
    r"\bday of (?:the |her |his |their )?"
    r"(injury|accident|fall|burn|surgery|operation|birth|delivery|transplant)\b[^.\n]*$",
    re.IGNORECASE,
)
"""``B on the day of injury, C on day 4``"""
_ZERO_BEHIND = re.compile(
    r"[ ](?:after|post|following|from)[- ](?:the |her |his |their )?([A-Za-z]{3,})", re.IGNORECASE
)
"""``day 3 after ligation``"""
_AFTER_SURGERY = re.compile(
    r"\b(?:post-?op(?:erative(?:ly)?)?|after (?:the |her |his )?(?:surgery|operation|theatre|procedure))\b"
    r"[^.\n]*$",
    re.IGNORECASE,
)
"""``Postoperatively she was well; ileus on day 4``"""
_CLAUSE = 40
"""Characters to either side of a count in which a word names what it counts to."""


def _from_any(t: PlacedTime, note: DatedNote, events: Events, *, after_surgery: bool) -> PlacedTime:
    """A bare count from all that it may be told from: the operations and the admission of the stay; of these
    the one that leads to the operation that its clause names (``taken to theatre on day 3``)."""
    count, latest = t.expression.number, told_on(t, note)
    own = [
        x.when.first
        for x in note.times
        if x.when and time_words().fields["starts"].fullmatch(x.expression.field)
    ]
    admitted = [d for d in (*events.admissions, *own) if d <= latest and (latest - d < NEAR or d in own)][-1:]
    operated = [d for d in events.operations if d <= latest and latest - d < NEAR and admitted <= [d]]
    days = [d + count * DAY for d in operated[-1:]]
    if not (after_surgery and days):
        days += [d + (count - 1) * DAY for d in admitted]
        # Who came from another hospital may be told from the injury.
        hurt = [d for d in events.injuries if admitted and 0 * DAY < admitted[0] - d < NEAR][-1:]
        days += [d + count * DAY for d in hurt]
    if not days:
        return t
    e = t.expression
    text = note.note.text
    clause = (
        _STOP.split(text[max(0, e.start - _CLAUSE) : e.start])[-1]
        + _STOP.split(text[e.end : e.end + _CLAUSE])[0]
    )
    named = [d for d in days if d in events.operations]
    if named and time_words().events["operation"].search(clause):
        return placed_on(t, named[0], Basis.EVENT)
    if max(days) - min(days) < 2 * DAY and events.operations:
        return placed_on(t, days[0], Basis.EVENT)
    when = DayRange(min(days), max(days))
    return replace(t, when=when, certainty=Certainty.RANGE, basis=Basis.TWO_ZEROS)


_STOP = re.compile(r"[.;\n]")


def _own_by_count(t: PlacedTime, note: DatedNote, events: Events) -> PlacedTime:
    """A bare ``Day 4`` that leads from an admission or operation to the day it is told on: that day."""
    told_of = TOLD_OF.search(note.note.text[max(0, t.expression.start - 14) : t.expression.start])
    if note.when is None or not note.when.is_exact or told_of or t.expression.number < _LEAST_COUNT:
        return t
    own = t.seen_from or note.when.first
    counts = (t.expression.number, t.expression.number - 1)
    leads = any(
        own - day == count * DAY
        for days, may in ((events.admissions, counts), (events.operations, counts[:1]))
        for day in days
        for count in may
    )
    return placed_on(t, own, Basis.OWN_DAY) if leads else t


_LEAST_COUNT = 2


def _is_near(days: Sequence[dt.date], latest: dt.date) -> bool:
    """Whether one of some days lies shortly before another."""
    return any(0 * DAY <= latest - d < NEAR for d in days)


_TODAY = re.compile(r"\btoday[ ,(]+$", re.IGNORECASE)
_BEGINS = re.compile(r"(?:=\s*|\b(?:being|as|called)\s+)$")
"""Before the day that a count begins with: ``admission = day 1``."""


def _beginning(t: PlacedTime, note: DatedNote, events: Events, told: PlacedTime | None) -> PlacedTime:
    """The day that a count begins with: the one that is told right before it, else that of the event."""
    text, at = note.note.text, t.expression.start
    if told is not None and told.when is not None and told.when.is_exact and at - told.expression.end < 14:
        return placed_on(t, told.when.first, Basis.BESIDE)
    words = time_words().events
    for name, days in (("admission", events.admissions), ("operation", events.operations)):
        near = [d for d in days if note.when is not None and d <= note.when.last]
        if near and words[name].search(text[max(0, at - 30) : at]):
            return placed_on(t, near[-1], Basis.EVENT)
    return t


def with_own_count(note: DatedNote, events: Events) -> DatedNote:
    """``since day 1`` in a note that says at its head which day it is (``Day 3``, ``day 2 post EVT``)."""
    head = _heads_of(note, events)
    if head is None or note.when is None or not note.when.is_exact:
        return note
    zero = note.when.first - head.number * DAY
    times = []
    for t in note.times:
        loose = t.expression.part == "loose"
        if t.expression.kind is TimeKind.NOTE_DAY and not loose and t.certainty is not Certainty.DECIDED:
            t = placed_on(t, zero + t.expression.number * DAY, Basis.OTHER_COUNT)
        times.append(t)
    return replace(note, times=tuple(times))


_HEAD_COUNT = re.compile(r"Day\b|(?<=\()[Dd](?:ay\b|\d)|(?<=[ \t]{2})D\d")
"""What a note's own count looks like at its head: ``Day 3``, ``(day 6)``, ``19/11/18   D12``."""


def _heads_of(note: DatedNote, events: Events) -> TimeExpression | None:
    """What says at the head of a note which day of a count it is."""
    heads = [t for t in note.times if t.expression.start < FIRST_LINES and t.seen_from is None]
    own = [t for t in heads if t.expression.kind is TimeKind.POSTOPERATIVE and t.when == note.when]
    if not is_operation_note(note.note):
        own += [t for t in heads if t.expression.kind is TimeKind.HOSPITAL_DAY and t.when == note.when]
    counts = [
        t
        for t in heads
        if t.expression.kind is TimeKind.NOTE_DAY and t.expression.part != "loose"
        if not (events.leads_elsewhere(t.expression, note) and not stands_at_head(t.expression, note))
    ]
    text = note.note.text
    named = [t for t in counts if _HEAD_COUNT.match(text, t.expression.start)]
    return next((t.expression for t in (*named, *own)), None)
