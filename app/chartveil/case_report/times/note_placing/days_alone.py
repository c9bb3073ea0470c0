"""Finds the month of a day alone: ``the 9th``, the days of a row."""

from __future__ import annotations

import datetime as dt
import re

from chartveil.case_report.model import Basis, DayRange
from chartveil.case_report.times.events import begins_entry
from chartveil.case_report.times.expressions import TimeExpression
from chartveil.case_report.times.holidays import DAY, days_of
from chartveil.case_report.times.note_placing.nearest_days import is_much_nearer
from chartveil.case_report.times.note_placing.note_context import RUN_TO, NoteContext
from chartveil.case_report.times.note_placing.relative_times import months_before
from chartveil.case_report.times.sides import PUT_OFF, Side

_MONTH_OF_ENTRIES = 27
_WEEKDAY_TELLS = 70 * DAY
"""A weekday with a day of the month (``Thursday 24th``) that fits only farther off than this is meant on the
other side."""
_CHANCE = 120 * DAY
_BACK_TO = re.compile(r"\b(?:after|following|before|post|s/p)\b", re.IGNORECASE)


_GOES_ON = 2 * DAY
"""A note that has told of days this long after its own tells from there."""


def day_alone(e: TimeExpression, ref: dt.date, side: Side, note: NoteContext) -> tuple[DayRange, Basis]:
    """``the 9th``: in the month of the date before it in its sentence, else in the note's own or the one
    before, and rather on a day that other notes name. A story runs on: in a new sentence it does not go
    back behind the date before it."""
    assert e.day is not None
    months = [months_before(ref.replace(day=1), n) for n in range(13, -14, -1)]
    if e.weekday >= 0:
        around = [days_of(d.year, d.month, e.day) for d in months]
        right = [c for c in around if c.first.weekday() == e.weekday and c.first.day == e.day]
        ahead = [
            c
            for c in right
            if (c.first >= ref if side is Side.FUTURE else c.first <= ref + 7 * DAY)
            and abs(c.first - ref) < _WEEKDAY_TELLS
        ]
        if side is not Side.OPEN and ahead:
            right = ahead
        # So far away a weekday agrees by chance: ``texted 12th, Mon``.
        nearest = min(right, key=lambda c: abs(c.first - ref), default=None)
        if nearest is not None and abs(nearest.first - ref) < _CHANCE:
            return nearest, Basis.MONTH_OF_NEIGHBOUR
    if note.line_day is not None and side is not Side.FUTURE and begins_entry(note.text, e.start):
        last = note.line_day[0]
        months_on = [months_before(last.replace(day=1), -n) for n in (0, 1)]
        onward = [d for m in months_on if (d := days_of(m.year, m.month, e.day)).first >= last]
        if onward and (onward[0].first - last).days < _MONTH_OF_ENTRIES and _is_in_diary(note.text, e):
            return onward[0], Basis.MONTH_OF_NEIGHBOUR
    if note.last_date is not None and PUT_OFF.search(note.text[: e.start][-40:]):
        told = note.last_date[0]  # ``release May 3 (delayed from the 29th)``
        before_it = [days_of(d.year, d.month, e.day) for d in (months_before(told.replace(day=1), 1), told)]
        return [c for c in before_it if c.first < told][-1], Basis.MONTH_OF_NEIGHBOUR
    if note.run is not None and note.run[1] > note.sentence_start(e.start):
        run = note.run[0]  # ``23 Dec-1 Jan, but for the 27th``
        around = [days_of(d.year, d.month, e.day) for d in months]
        if within := [c for c in around if run.first <= c.first <= run.last]:
            return within[0], Basis.MONTH_OF_NEIGHBOUR
    earlier, own, later = (days_of(d.year, d.month, e.day) for d in months[12:15])
    before = own if own.first <= ref else earlier
    following = own if own.first > ref else later
    if (
        re.search(r"\bby\s+(?:the\s+)?$", note.text[: e.start][-10:])
        and ref - before.first < following.first - ref
    ):
        side = Side.PAST  # ``clearing by the 20th``
    if side is Side.OPEN and is_much_nearer(own, earlier, ref):
        side = Side.FUTURE if own.first > ref else Side.PAST
    if side is Side.FUTURE:
        choices = [c for c in (own, later) if c.first >= ref] or [own]
    else:
        choices = [c for c in (own, earlier) if c.first <= ref + DAY] or [own]
    told, end = note.last_date or (ref, -1)
    begins = note.sentence_start(e.start)
    if note.month_told is not None and note.month_told[2] > max(end, begins):
        return days_of(note.month_told[0], note.month_told[1], e.day), Basis.MONTH_OF_NEIGHBOUR
    near = days_of(told.year, told.month, e.day)
    if end > begins:
        following_month = days_of(*_next_month(told), e.day)
        if near.first < told and RUN_TO.fullmatch(note.text[end : e.start]):
            return following_month, Basis.MONTH_OF_NEIGHBOUR  # ``from Hogmanay to the 3rd``
        back = _BACK_TO.search(note.text[end : e.start])
        if near.first < told and side is not Side.FUTURE and following_month.first <= ref and not back:
            # ``since 27 March, so missed on the 1st``: the words do not tell which month.
            return DayRange(near.first, following_month.first), Basis.MONTH_OF_NEIGHBOUR
        return near, Basis.MONTH_OF_NEIGHBOUR
    runs_on = note.last_date is not None and told <= near.first <= ref
    written = any(c.first.year in note.case.years.get((c.first.month, c.first.day), ()) for c in choices)
    if side is Side.OPEN and note.discharged and note.admitted is not None and note.admitted <= before.first:
        return before, Basis.MONTH_OF_NOTE  # of the stay that a summary tells of
    if side is Side.OPEN and not (runs_on or written) and following.first - ref < ref - before.first:
        # The nearer of the two lies ahead.
        return DayRange(before.first, following.first), Basis.MONTH_OF_NOTE
    told_last = max((day for day, _ in note.days_told), default=ref)
    if side is not Side.FUTURE and told_last > ref + _GOES_ON and not written:
        return DayRange(before.first, following.first), Basis.MONTH_OF_NOTE  # of a chart that goes on
    if side is not Side.FUTURE and 0 <= (ref - choices[0].first).days < 21:
        return choices[0], Basis.MONTH_OF_NOTE  # shortly before the note
    has_come = side is Side.FUTURE and near.first < ref
    if note.last_date is not None and near.first >= told and not has_come:
        choices.append(near)
    years = note.case.years
    known = [c for c in choices if c.first.year in years.get((c.first.month, c.first.day), ())]
    return (known or choices)[0], Basis.MONTH_OF_NOTE


def day_of_row(day: int, at: int, ref: dt.date, note: NoteContext) -> DayRange:
    """A day of a row without its month: the next after the one before it, the first the nearest to the
    note or the day before."""
    told, end = note.last_date or (ref, -1)
    follows = end >= 0 and "\n" not in note.text[end:at] and not note.text[end:at].strip(" |\t")
    months = [months_before(told.replace(day=1), n) for n in (1, 0, -1)]
    choices = [days_of(m.year, m.month, day) for m in months]
    if follows:
        return next(c for c in choices if c.first > told)
    own = note.own_month
    if own is not None:
        return days_of(own.year, own.month, day)
    return min(choices, key=lambda c: abs(c.first - told))


def _is_in_diary(text: str, e: TimeExpression) -> bool:
    """Whether a day of the month leads its line as the days of a diary do."""
    return re.match(r"[ ]{2}|\t|[ ]?[:–-][ ]", text[e.end : e.end + 4]) is not None


def _next_month(date: dt.date) -> tuple[int, int]:
    return date.year + date.month // 12, date.month % 12 + 1
