"""Places what expressions of time mean: each note's own day, and the days that every expression may mean."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from chartveil.case_report.model import Basis, CaseNote, Certainty, DayRange
from chartveil.case_report.times.appositions import with_appositions
from chartveil.case_report.times.counts.births import with_births, with_known_births
from chartveil.case_report.times.counts.counted_days import own_days_by_count, with_counted_days
from chartveil.case_report.times.events import DatedNote, PlacedTime, begins_entry, is_addendum
from chartveil.case_report.times.expressions import (
    COUNTED_DAYS,
    FormContext,
    TimeExpression,
    TimeKind,
    is_birth,
)
from chartveil.case_report.times.finding import (
    FormMatches,
    find_times,
    votes_for_days_first,
    votes_of_neighbours,
)
from chartveil.case_report.times.holidays import days_of
from chartveil.case_report.times.lookalikes import is_months
from chartveil.case_report.times.note_days import OwnDay, between_neighbours, own_day, with_years
from chartveil.case_report.times.note_placing.case_days import CaseDays
from chartveil.case_report.times.note_placing.note_context import NoteContext
from chartveil.case_report.times.note_placing.place_time import place_time
from chartveil.case_report.times.words import time_words
from chartveil.lexicon.calendar import day_or_none

_LEAD_IN = re.compile(
    r"(?:(?:on|in|at|by|since|until|of|for|from|over|during|the|that|this|last|next|an?|early|late|mid|about|around|week|"
    r"w/c|commencing|beginning|day|before|after)[\s-]+)+",
    re.IGNORECASE,
)
"""Words that an expression of time may begin with in one version of its forms and not in another."""


def date_notes(
    notes: Sequence[CaseNote],
    decided_notes: Mapping[str, DayRange] | None = None,
    decided: Mapping[str, DayRange] | None = None,
    matches: FormMatches | None = None,
) -> list[DatedNote]:
    """All notes with their days and times, in the order of their days; those without a day stand last.

    Args:
        notes: of one patient.
        decided_notes: days of notes by id, as a person said.
        decided: days of expressions by ``note:start``, as a person said.
        matches: of texts that may be asked for again.
    """
    matches = matches or FormMatches()
    votes, by_itself = _orders(notes, matches)
    usual = list(votes.values())
    most = usual.count(True) > usual.count(False)
    order = {id: most if vote is None else vote for id, vote in votes.items()}
    open_order = usual.count(True) == usual.count(False)
    read, own = _read_notes(notes, order, decided_notes or {}, matches)
    own = with_years(notes, own, read)
    country = _country(notes, months_first=not most and False in usual)
    case = CaseDays(read, own, country)

    entries: dict[str, dict[int, dt.date]] = {}

    def placed_with(case: CaseDays) -> list[DatedNote]:
        placed = []
        for note in notes:
            either = open_order and votes[note.id] is None
            context = NoteContext(
                note,
                own[note.id][0],
                case,
                either_order=either,
                day_first=by_itself and order[note.id] and False not in usual,
                counted_entries=entries.get(note.id),
                discharged=own[note.id][2] == "the day of discharge",
            )
            times = _placed_times(context, note, read[note.id], own[note.id], decided or {})
            placed.append(DatedNote(note, *own[note.id], times))
        return placed

    placed = placed_with(case)
    if counted := own_days_by_count(placed):
        own |= {id: (day, None, "counted at its head") for id, day in counted.items()}
    between = between_neighbours(notes, own)
    own |= between
    if counted or between:
        case = CaseDays(read, own, country)
        placed = placed_with(case)
    if case.learn(placed):
        placed = placed_with(case)
    counted_days = with_counted_days(with_births(placed))
    entries |= {n.note.id: found for n in counted_days if (found := _counted_entries(n))}
    if entries:
        counted_days = with_counted_days(with_births(placed_with(case)))
    placed = [_without_loose(n) for n in counted_days]
    placed = [with_appositions(n, southern=case.southern) for n in placed]
    last = dt.date.max
    return sorted(
        placed, key=lambda n: (n.when.first if n.when else last, n.when.last if n.when else last, n.note.name)
    )


def _orders(notes: Sequence[CaseNote], matches: FormMatches) -> tuple[dict[str, bool | None], bool]:
    """Whether each note writes the day first in figures; None where it does not tell. And whether there are
    dates that tell it by themselves, and not by days beside them alone.

    A note that is not sure goes by the others where they are.
    """
    counts = {n.id: votes_for_days_first(n.text) for n in notes}
    by_itself = any(counts.values())
    if not by_itself:
        told = {
            day
            for n in notes
            for e in find_times(n.text, n.spans, matches=matches)
            if e.kind is TimeKind.DATE and e.year and e.month and e.day and not is_birth(e)
            if not _IN_FIGURES.match(n.text, e.start)
            if (day := day_or_none(e.year, e.month, e.day)) is not None
        }
        counts = {n.id: votes_of_neighbours(n.text, told) for n in notes}
        if abs(sum(counts.values())) < _NO_CHANCE:
            counts = dict.fromkeys(counts, 0)
    case = sum(c for c in counts.values() if abs(c) > 1)
    sure = {id: c if abs(c) > 1 or c * case >= 0 else 0 for id, c in counts.items()}
    return {id: c > 0 if c else None for id, c in sure.items()}, by_itself


_NO_CHANCE = 2
"""Votes of the days around by which the order of dates is told."""
_IN_FIGURES = re.compile(r"\d{1,2}[/.-]\d")
"""A date that hangs on which of its figures is the month."""
_INLINE = re.compile(r"[.;] :")
"""Around a count that heads an entry within its line: ``6/9 line in. Day 33: first feed.``"""


def _counted_entries(note: DatedNote) -> dict[int, dt.date]:
    """Days of the entries of a note that a count heads, by where it stands: ``DOL 5: ...``."""
    text = note.note.text
    return {
        t.expression.start: t.when.first
        for t in note.times
        if t.expression.kind in COUNTED_DAYS and t.when is not None and t.when.is_exact
        if begins_entry(text, t.expression.start)
        or is_addendum(text, t.expression.start, t.expression.end)
        or _INLINE.fullmatch(text[t.expression.start - 2 : t.expression.start] + text[t.expression.end :][:1])
        if text[: t.expression.start].strip().count("\n")
        and re.match(r"[ ]?[:.–-]\s|[ ]{2}", text[t.expression.end :])
    }


def _without_loose(note: DatedNote) -> DatedNote:
    """The note without what may be a time and leads to none: ``T2 to D8``, ``that summer`` of a year that is
    not told."""
    return replace(note, times=tuple(t for t in note.times if t.when or not _is_loose(t.expression)))


def _is_loose(e: TimeExpression) -> bool:
    return e.part == "loose" or (e.kind is TimeKind.SEASON and e.relation == "that")


def _read_notes(
    notes: Sequence[CaseNote],
    order: Mapping[str, bool],
    decided: Mapping[str, DayRange],
    matches: FormMatches,
) -> tuple[dict[str, list[TimeExpression]], dict[str, OwnDay]]:
    """The expressions and the own day of each note, read with what all notes say: the days that are surely
    dates, and each note's own day.

    Args:
        notes: of one patient.
        order: whether a note writes the day first, by its id.
        decided: days of notes by id, as a person said.
        matches: of texts that may be asked for again.
    """
    read = {n.id: find_times(n.text, n.spans, day_first=order[n.id], matches=matches) for n in notes}
    own = {n.id: own_day(n, read[n.id], decided.get(n.id)) for n in notes}
    years_found = with_years(notes, dict(own), read)
    days = {id: when.middle if when is not None else None for id, (when, _, _) in years_found.items()}
    known = {
        (e.month, e.day)
        for n in notes
        for e in read[n.id]
        if e.kind is TimeKind.DATE and e.month and e.day and not is_birth(e)
        if not (order[n.id] and _may_be_months(e, n.text, days[n.id]))
    }
    written = {
        days_first: {
            form.format(*((d, m) if days_first else (m, d))) for m, d in known for form in _BARE_FORMS
        }
        for days_first in (True, False)
    }
    read = {
        n.id: find_times(
            n.text,
            n.spans,
            day_first=order[n.id],
            known_days=written[order[n.id]],
            written_on=days[n.id],
            matches=matches,
        )
        for n in notes
    }
    read = with_known_births(read)
    own = {n.id: own_day(n, read[n.id], decided.get(n.id)) for n in notes}
    for n in notes:
        # ``Ward round 2/3``: nothing but its place at the head says that it is a day.
        if own[n.id][:2] == (None, None) and (m := _TITLE_DAY.match(n.text)):
            known_here = {*written[order[n.id]], m[1]}
            read[n.id] = find_times(
                n.text, n.spans, day_first=order[n.id], known_days=known_here, matches=matches
            )
            own[n.id] = own_day(n, read[n.id], None)
    return read, own


def _may_be_months(e: TimeExpression, text: str, written_on: dt.date | None) -> bool:
    """Whether a day without a year may be a number of days, weeks or months."""
    context = FormContext(text, day_first=True, written_on=written_on)
    return e.year is None and is_months(text[e.start : e.end], text, e.start, context)


def _country(notes: Sequence[CaseNote], *, months_first: bool) -> str:
    """The code of the country that the notes come from; empty where their words do not tell.

    Args:
        notes: of the case.
        months_first: whether their dates have the month first, as those of the United States.
    """
    found = {c: sum(bool(p.search(n.text)) for n in notes) for c, p in time_words().countries.items()}
    most = max(found.values())
    if not most:
        return "us" if months_first else ""
    likeliest = [c for c, n in found.items() if n == most]
    return likeliest[0] if len(likeliest) == 1 else ""


_BARE_FORMS = ("{}/{}", "{:02d}/{:02d}")


def _placed_times(
    context: NoteContext,
    note: CaseNote,
    read: Sequence[TimeExpression],
    own: OwnDay,
    decided: Mapping[str, DayRange],
) -> tuple[PlacedTime, ...]:
    when, expression, _ = own
    context.until = max((d for e in read if (d := _full_day(e)) is not None), default=None)
    times = []
    for e in read:
        time = place_time(e, context)
        if said := _said_of(e, note, decided):
            time = replace(time, when=said, certainty=Certainty.DECIDED, basis=Basis.DECIDED)
        elif expression is e and when is not None:
            time = replace(time, when=when)
        times.append(time)
        context.passed(time)
    return tuple(times)


def _full_day(e: TimeExpression) -> dt.date | None:
    """The day that an expression writes with its year; None for none, and for one of birth."""
    if e.kind is not TimeKind.DATE or is_birth(e) or not (e.year and e.month and e.day):
        return None
    return days_of(e.year, e.month, e.day).first


def _said_of(e: TimeExpression, note: CaseNote, decided: Mapping[str, DayRange]) -> DayRange | None:
    """What a person said of an expression: under its key, or under that of one that began elsewhere in the
    same words (``the Friday``, ``Friday``) when it was decided."""
    if (said := decided.get(f"{note.id}:{e.start}")) is not None:
        return said
    for key, when in decided.items():
        id, _, at = key.rpartition(":")
        if id == note.id and at.isdecimal():
            inside = e.start < int(at) < e.end
            if inside or (int(at) < e.start and _LEAD_IN.fullmatch(note.text, int(at), e.start)):
                return when
    return None


_TITLE_DAY = re.compile(
    r"\s*[^\n]{0,40}?(?<![\d/.-])(\d{1,2}/\d{1,2})(?![\d/%-]|\.\d|\s*(?:mg|ml|cm|weeks?)\b)"
)
"""A day and month in a note's title."""
