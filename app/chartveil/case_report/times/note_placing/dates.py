"""Completes dates without a year or month."""

from __future__ import annotations

import datetime as dt
import re

from chartveil.case_report.model import Basis, Certainty, DayRange
from chartveil.case_report.times.events import begins_entry
from chartveil.case_report.times.expressions import DAY_OR_COUNT, TimeExpression, is_birth
from chartveil.case_report.times.holidays import DAY, days_of, third_of, weekday_of_month
from chartveil.case_report.times.note_placing.competing_readings import SURELY_DUE
from chartveil.case_report.times.note_placing.days_alone import day_alone, day_of_row
from chartveil.case_report.times.note_placing.months_and_seasons import month_meant
from chartveil.case_report.times.note_placing.nearest_days import around, one_or_both
from chartveil.case_report.times.note_placing.note_context import RUN_TO, NoteContext
from chartveil.case_report.times.note_placing.relative_times import months_before
from chartveil.case_report.times.sides import Side

_MONTH_AND_YEAR = re.compile(r"[A-Za-z]{3,9}\.?\s\d\d")
_YEARS_SHORTENED = 12
"""A year without its century lies at most this long before its note."""
_FIGURES = re.compile(r"\d{1,2}/\d{1,2}")
_YEAR = 366
_LONG_AHEAD = 90 * DAY
_LISTED = re.compile(r"\s*(?:,|&|\band\b|,\s*and\b|\bor\b)\s*(?:then\s+|on\s+)*", re.IGNORECASE)


def date_meant(
    e: TimeExpression, ref: dt.date | None, side: Side, note: NoteContext
) -> tuple[DayRange | None, Certainty, Basis]:
    """The days of a date, their certainty, and what they were placed by.

    Args:
        e: with a year, a month, a day, or some of these.
        ref: the day that it is seen from; None where that is not known.
        side: of that day.
        note: that it stands in.
    """
    if e.unit in ("weekday", "weekend") and e.month and (ref or e.year):
        month = days_of(e.year, e.month, None) if e.year else month_meant(e, ref or dt.date.min, side, note)
        if e.unit == "weekend":
            saturday = weekday_of_month(month, 5, e.number).first
            return DayRange(saturday, saturday + DAY), Certainty.RANGE, Basis.OF_MONTH
        day = weekday_of_month(month, e.weekday, e.number)
        return day, Certainty.PLACED, Basis.OF_MONTH
    if e.year:
        days = third_of(days_of(e.year, e.month, e.day), e.part)
        return days, Certainty.WRITTEN if days.is_exact else Certainty.RANGE, Basis.WRITTEN
    if is_birth(e):
        return None, Certainty.RANGE, Basis.NOT_TOLD
    if e.month and e.day:
        if ref is not None and side is not Side.FUTURE and _is_month_of_year(e, ref, note):
            return days_of(2000 + e.day, e.month, None), Certainty.RANGE, Basis.WRITTEN
        if e.part == DAY_OR_COUNT:
            return _day_or_count(e.month, e.day, ref, side)
        when, certainty, basis = _day_and_month(e, e.month, e.day, ref, side, note)
        if e.part.startswith("week ") and when is not None:
            return third_of(when, e.part), Certainty.RANGE, basis
        return when, certainty, basis
    if ref is None:
        return None, Certainty.RANGE, Basis.NOT_TOLD
    if e.month:
        month = third_of(month_meant(e, ref, side, note), e.part)
        return month, Certainty.RANGE, Basis.YEAR_OF_NOTE
    if e.day is None:
        return None, Certainty.RANGE, Basis.NOT_TOLD
    if e.part == "row":
        return day_of_row(e.day, e.start, ref, note), Certainty.PLACED, Basis.MONTH_OF_NEIGHBOUR
    if e.relation.endswith(" month"):
        step = {"last": 1, "next": -1}.get(e.relation.split()[0], 0)
        other = months_before(ref.replace(day=1), step)
        return days_of(other.year, other.month, e.day), Certainty.WRITTEN, Basis.WRITTEN
    day, basis = day_alone(e, ref, side, note)
    return day, Certainty.PLACED if day.is_exact else Certainty.RANGE, basis


def _day_or_count(
    month: int, day: int, ref: dt.date | None, side: Side
) -> tuple[DayRange | None, Certainty, Basis]:
    """``TCA 10/7``: the days from the one that it may mean to the other; None where it has passed."""
    basis = Basis.DATE_OR_COUNT
    if ref is None or side is Side.PAST:
        return None, Certainty.RANGE, basis
    years = (ref.year, ref.year + 1)
    ahead = next(d for y in years if (d := days_of(y, month, day).first) >= ref or y == years[-1])
    months = month == _MONTHS_OF_YEAR
    counted = months_before(ref, -day) if months else ref + day * DAY
    slack = _HALF_MONTH if months else 0 * DAY
    return DayRange(min(ahead, counted - slack), max(ahead, counted + slack)), Certainty.RANGE, basis


_MONTHS_OF_YEAR, _HALF_MONTH = 12, 15 * DAY


def _is_month_of_year(e: TimeExpression, ref: dt.date, note: NoteContext) -> bool:
    """``DEXA Jan 16``, where notes write the day first (``16 Jan``): a month of a year shortly before."""
    return (
        note.day_first
        and not e.part
        and e.weekday < 0
        and e.day is not None
        and 0 <= ref.year - 2000 - e.day <= _YEARS_SHORTENED
        and (e.month, e.day) not in note.case.years
        and _MONTH_AND_YEAR.fullmatch(note.text, e.start, e.end) is not None
    )


def _day_and_month(
    e: TimeExpression, month: int, day: int, ref: dt.date | None, side: Side, note: NoteContext
) -> tuple[DayRange | None, Certainty, Basis]:
    years, near = note.case.years.get((month, day), set()), ref or note.case.middle
    if e.relation and ref is not None:
        year = ref.year + {"last": -1, "next": 1}.get(e.relation, 0)
        if note.text[e.start : e.end].lower().endswith("last"):  # ``17th January last``
            told = [y for y in years if days_of(y, month, day).first < ref]
            year = max(told, default=ref.year - (days_of(ref.year, month, day).first >= ref))
        return days_of(year, month, day), Certainty.WRITTEN, Basis.WRITTEN
    if note.last_date is not None and RUN_TO.fullmatch(note.text[note.last_date[1] : e.start]):
        first = note.last_date[0]
        later = [d for y in (first.year, first.year + 1) if (d := days_of(y, month, day)).first >= first]
        return later[0], Certainty.PLACED, Basis.YEAR_OF_NEIGHBOUR
    if (day_of_line := _after_line(e, month, day, note)) is not None:
        return day_of_line, Certainty.PLACED, Basis.YEAR_OF_NEIGHBOUR
    if note.last_date is not None and ref is not None and note.last_date[0] > ref and _is_listed(e, note):
        first = note.last_date[0]
        later = [d for y in (first.year, first.year + 1) if (d := days_of(y, month, day)).first >= first]
        return later[0], Certainty.PLACED, Basis.YEAR_OF_NEIGHBOUR
    same = [d for d, _ in note.days_told if (d.month, d.day) == (month, day)]
    if same and side is not Side.FUTURE:  # ``seen 06/20/2018, yearly review due 6/20``
        return DayRange(same[-1], same[-1]), Certainty.PLACED, Basis.SAME_DAY
    if years and near is not None:
        year = min(years, key=lambda y: (abs(days_of(y, month, day).first - near), y))
        named = e.weekday >= 0 and days_of(year, month, day).first.weekday() == e.weekday
        if (
            side is Side.FUTURE
            and not named
            and -290 < (days_of(year + 1, month, day).first - near).days < 290
        ):
            # ``MMR due after 28th December``, the day of birth.
            year += days_of(year, month, day).first < near - 60 * DAY
        if abs(days_of(year, month, day).first - near) < 300 * DAY and not _is_later_one(
            year, month, day, near, side
        ):
            return (
                days_of(year, month, day),
                Certainty.PLACED,
                Basis.SAME_DAY,
            )
    if near is None:
        return None, Certainty.RANGE, Basis.NOT_TOLD
    own_years = [days_of(y, month, day) for y in range(near.year - 2, near.year + 1)]
    if (onward := note.onward_from_told(e, own_years, near)) is not None:
        return onward, Certainty.PLACED, Basis.YEAR_OF_NEIGHBOUR
    if (neighbour := _after_neighbour(e, near, note)) is not None:
        return neighbour, Certainty.PLACED, Basis.YEAR_OF_NEIGHBOUR
    if (below := _below_day(e, month, day, note)) is not None:
        return below, Certainty.PLACED, Basis.YEAR_OF_NEIGHBOUR
    nearest = _nearest(e, near, side, note)
    if (inside := _until_last(e, nearest.first, note)) is not None:
        return inside, Certainty.PLACED, Basis.YEAR_OF_NEIGHBOUR
    return nearest, Certainty.PLACED, Basis.YEAR_OF_NOTE


def _until_last(e: TimeExpression, nearest: dt.date, note: NoteContext) -> DayRange | None:
    """The day between a note's own and the last that it writes with its year, as on a card that goes on for
    months; None where there is none, or where one shortly before the note may be meant."""
    own, until = note.own, note.until
    if own is None or until is None or until - own < _CARD or own - nearest < _LONG_BEFORE:
        return None
    choices = [days_of(y, e.month, e.day) for y in range(own.year, until.year + 1)]
    return next((c for c in choices if own <= c.first <= until), None)


def _below_day(e: TimeExpression, month: int, day: int, note: NoteContext) -> DayRange | None:
    """The day that follows the one above it in the column of a table, soon after it; None elsewhere."""
    begin = note.text.rfind("\n", 0, e.start) + 1
    above = note.text.rfind("\n", 0, max(begin - 1, 0)) + 1
    in_cell = _CELL_BEFORE.search(note.text, begin, e.start) and _CELL_BEHIND.match(note.text, e.end)
    if not begin or not in_cell:
        return None
    column = e.start - begin
    for told, end in reversed(note.days_told):
        if above <= end < begin:
            start = max(note.text.rfind(c, above, end - 1) for c in " \t|") + 1
            if abs(start - above - column) <= _COLUMN:
                later = [days_of(y, month, day) for y in (told.year, told.year + 1)]
                return next((c for c in later if 0 * DAY <= c.first - told <= _NEXT_ROW), None)
    return None


_CELL_BEFORE, _CELL_BEHIND = re.compile(r"(?:[ ]{2}|[\t|][ ]*)$"), re.compile(r"[ ]{2}|[ ]*(?:[\t|\n]|$)")
_COLUMN, _NEXT_ROW = 3, 120 * DAY
_CARD, _LONG_BEFORE = 30 * DAY, 120 * DAY


def _is_later_one(year: int, month: int, day: int, near: dt.date, side: Side) -> bool:
    """Whether a day that is written in full elsewhere comes long after the note, which tells of the one a
    year before: ``since about Feb 14`` in June, and ``a year on`` in a note of the next February."""
    ahead = days_of(year, month, day).first - near
    last = near - days_of(year - 1, month, day).first
    return side is not Side.FUTURE and ahead > _LONG_AHEAD and last < ahead


def _is_listed(e: TimeExpression, note: NoteContext) -> bool:
    """Whether a date stands in a list right behind another."""
    return (
        note.last_date is not None and _LISTED.fullmatch(note.text[note.last_date[1] : e.start]) is not None
    )


def _after_line(e: TimeExpression, month: int, day: int, note: NoteContext) -> DayRange | None:
    """A day that begins a line, in the year that brings it nearest to the one that begins a line before
    it; None where none does, or where its weekday is another."""
    if note.line_day is None or not begins_entry(note.text, e.start):
        return None
    last = note.line_day[0]
    choices = [days_of(y, month, day) for y in (last.year - 1, last.year, last.year + 1)]
    nearest = min(choices, key=lambda c: abs(c.first - last))
    return nearest if e.weekday < 0 or nearest.first.weekday() == e.weekday else None


def _after_neighbour(e: TimeExpression, near: dt.date, note: NoteContext) -> DayRange | None:
    """The day that follows a date long ago in the same paragraph; None where there is none, and where a
    new sentence tells a day shortly before the note.

    ``in September of last year, and in rehabilitation until 29 October``.
    """
    if (
        note.last_date is None
        or "\n\n" in note.text[note.last_date[1] : e.start]
        or e.start - note.last_date[1] > 160
    ):
        return None
    last = note.last_date[0]
    if (near - last).days < 200 or e.month is None:
        return None
    recent = [days_of(y, e.month, e.day).first for y in (near.year - 1, near.year)]
    if note.last_date[1] <= note.sentence_start(e.start) and any(0 <= (near - d).days < 60 for d in recent):
        return None
    choices = [days_of(y, e.month, e.day) for y in (last.year, last.year + 1)]
    later = [c for c in choices if 0 <= (c.first - last).days < 200]
    return later[0] if later else None


_ADDED_LATER = 45 * DAY
"""A day that lies this far ahead of its note and has passed is told by an entry that was added later."""
_EACH_YEAR = re.compile(r"\b(?:birthdays?|b-?day|anniversar(?:y|ies))\W+(?:\w+\W+){0,2}$", re.IGNORECASE)


def _nearest(e: TimeExpression, ref: dt.date, side: Side, note: NoteContext) -> DayRange:
    years = (ref.year - 1, ref.year, ref.year + 1)
    choices = [days_of(y, e.month, e.day) for y in years]
    if side is Side.OPEN and _EACH_YEAR.search(note.text[max(0, e.start - 40) : e.start]):
        return one_or_both(*around(choices, ref), ref)
    if note.either_order and (e.day or 13) <= 12 and _FIGURES.fullmatch(note.text[e.start : e.end]):
        # Neither the note nor the case says which of the two is the month: the nearer day is meant.
        other = [days_of(y, e.day, e.month) for y in years]
        if min(abs(c.first - ref) for c in other) < min(abs(c.first - ref) for c in choices):
            choices = other
    if e.weekday >= 0 and (right := [c for c in choices if c.first.weekday() == e.weekday]):
        return min(right, key=lambda c: abs(c.first - ref))
    nearest = min(choices, key=lambda c: abs(c.first - ref))
    if side is Side.FUTURE:
        # What was due some days ago is still told so.
        later = [c for c in choices if c.first >= ref - 14 * DAY]
        ahead = (later[0].first - ref).days if later else _YEAR
        due = SURELY_DUE.search(note.text[max(0, e.start - 40) : e.start])
        just_been = not due and nearest.first <= ref and (ref - nearest.first).days < 120
        return nearest if ahead >= 290 or (just_been and ahead > 240) else later[0]
    latest = [c for c in choices if c.first <= ref + 2 * DAY][-1]
    back = (ref - latest.first).days
    if side is Side.OPEN and back > 60 and len(inside := note.case.within(choices, ref)) == 1:
        return inside[0]
    since = re.search(r"\bsince\s+$", note.text[: e.start][-8:], re.IGNORECASE)
    soon = side is not Side.PAST or nearest.first - ref <= _ADDED_LATER
    if soon and (back > (330 if since else 280) or (side is Side.OPEN and back > 240)):
        return nearest  # an entry that was added later
    if back > 200 and not since and not note.case.within([latest]) and note.case.within([nearest]):
        return nearest  # a note that its first day heads
    return latest
