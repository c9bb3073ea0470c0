"""Finds the day of a weekday: by the note, its week, or the time before."""

from __future__ import annotations

import datetime as dt
import re

from chartveil.case_report.model import DayRange
from chartveil.case_report.times.events import begins_entry, heads_entry, names_shift
from chartveil.case_report.times.expressions import TimeExpression
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.note_placing.nearest_days import one_or_both
from chartveil.case_report.times.note_placing.note_context import NoteContext
from chartveil.case_report.times.sides import Side

_BETWEEN_SESSIONS = 4
"""Days after an entry of a numbered record within which a weekday in it lies behind it."""
_COLUMN_BEHIND = re.compile(r"[ ]{2}|\t|[ ]?[:–-][ ]|,?[ ](?:\d{1,2}[:.]?\d\d)\b")
"""Behind the weekday that begins an entry."""
_HALF_A_WEEK = 3
_NEAR_DATE = 45
"""Characters between a date and the weekday that names it."""
_NEW_CLAUSE = re.compile(
    r"[.;\n]|\b(?:and|then|again|next|but|until|till|to|by|since|before|after)\b|[-–]", re.IGNORECASE
)
_ON = re.compile(r"\w\W+on\s+$", re.IGNORECASE)
"""``538 on 19/12, 201 on Monday``: another day than the one before."""
_FASTING = re.compile(
    r"\b(?:npo|nbm|nil by mouth|nil per os|fast(?:ed|ing)?|midnight|starve\w*)\b[^.;\n]*$", re.IGNORECASE
)
"""Before the evening before an operation."""
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_INLINE, _INLINE_HEAD = re.compile(r"[.;]\s+$"), re.compile(r"[ ]?[:–-][ ]")
"""``Day 33: first feed. Sat: better.``: entries of one line."""
_BEFORE_ADMISSION = re.compile(
    r"\b(?:PTA|(?:prior to|before) (?:admission|presentation|adm|arrival|coming in))\b", re.IGNORECASE
)
_UP_TO = re.compile(r"\b(?:by|until|till|til|to)\s+$", re.IGNORECASE)
"""``faces by the Thursday``: after what was told before."""


def weekday_meant(e: TimeExpression, ref: dt.date, side: Side, note: NoteContext) -> DayRange:
    """The weekday that is meant: of the note, of its week, or of the time told before."""
    if e.unit == "week":
        monday = ref - DAY * ref.weekday() + 7 * DAY * {"last": -1, "next": 1}.get(e.relation, 0)
        day = monday + DAY * (e.number + 7 * e.weeks)
        return DayRange(day, day)
    if e.unit == "ahead":  # ``RV 2 wks Tues``
        middle = ref + 7 * e.weeks * DAY
        after = (e.number - middle.weekday()) % 7
        day = middle + (after if after <= _HALF_A_WEEK else after - 7) * DAY
        return DayRange(day, day)
    told = note.day_told_before(e.start) if e.relation in ("that", "following", "previous") else None
    if told is not None:
        after = (e.number - told.weekday()) % 7
        if e.relation == "that":
            follows = _UP_TO.search(note.text[: e.start][-8:])
            day = told + DAY * (after if after < 4 or follows else after - 7)
            if side is Side.PAST and day > ref >= told - 7 * DAY:
                day -= 7 * DAY
        else:
            day = told + DAY * ((after or 7) if e.relation == "following" else (after or 7) - 7)
            day += 7 * DAY * e.weeks
            day -= 7 * DAY * (e.relation == "previous" and not after)
        return DayRange(day, day)
    if (named := _date_of_weekday(e, note) or _before_admission(e, note)) is not None:
        return named
    if (
        note.days_told
        and not e.relation
        and _INLINE.search(note.text[: e.start][-3:])
        and note.text[e.end : e.end + 1] == ":"
    ):
        told, end = note.days_told[-1]
        if "\n" not in note.text[end : e.start] and _INLINE_HEAD.match(note.text, end):
            return DayRange(
                told + (e.number - told.weekday()) % 7 * DAY, told + (e.number - told.weekday()) % 7 * DAY
            )
    if not (e.relation or e.unit) and heads_entry(note.text, e.start, e.end):
        # The next heading of a diary: ``Friday`` below ``Tuesday 31 October``; a day has several shifts.
        shift = names_shift(note.text, e.end)
        begun = note.own if shift else None
        if (before := note.last_entry[0] if note.last_entry is not None else begun) is not None:
            days = (e.number - before.weekday()) % 7 or (0 if shift else 7)
            return DayRange(*[before + days * DAY] * 2)
    if note.line_day is not None and not e.relation and begins_entry(note.text, e.start):
        line = note.line_day[0]
        heads = note.text[: note.line_day[1]].lstrip().count("\n") < 2 and note.entry is None
        if _COLUMN_BEHIND.match(note.text, e.end) and (
            not heads or "\n\n" not in note.text[note.line_day[1] : e.start]
        ):
            after = (e.number - line.weekday()) % 7
            return DayRange(line + after * DAY, line + after * DAY)
    if note.last_date is not None and note.last_date[0] > ref and _FASTING.search(note.text[: e.start][-40:]):
        day = note.last_date[0] - ((note.last_date[0].weekday() - e.number) % 7 or 7) * DAY
        if day > ref and "\n\n" not in note.text[note.last_date[1] : e.start]:
            return DayRange(day, day)
    if not (e.relation or e.unit) and side is not Side.FUTURE and (of_chart := _in_chart(e, ref, note)):
        return of_chart
    back, ahead = (ref.weekday() - e.number) % 7, (e.number - ref.weekday()) % 7
    if not e.relation and note.day_of_entry(e.start) is not None:
        # The next line of a diary, and what a record of sessions tells between two of them.
        soon = note.is_numbered and 0 < ahead < _BETWEEN_SESSIONS
        if soon or (ahead and begins_entry(note.text, e.start)):
            return DayRange(ref + ahead * DAY, ref + ahead * DAY)
    if not back and e.relation == "next" and e.weeks > 0:
        # ``Friday fortnight`` on a Friday: from this day, or from the next.
        return DayRange(ref + 7 * e.weeks * DAY, ref + 7 * (e.weeks + 1) * DAY)
    earlier, later = ref - DAY * (back or (0 if e.unit == "ago" else 7)), ref + DAY * (ahead or 7)
    if e.relation == "following":
        side = Side.FUTURE
    elif e.relation in ("last", "previous"):
        side = Side.PAST
    elif e.relation == "this" and side is Side.OPEN:
        side = Side.FUTURE
    elif not back and e.relation != "next":
        # The weekday of the note itself: this day or a week from it.
        first, last = (ref, later) if side is Side.FUTURE else (earlier, ref)
        heads = note.text[: e.start].lstrip().count("\n") < 2 and not note.text[e.end :].partition("\n")[
            0
        ].strip(" .|")
        own = (note.tells_discharge and side is not Side.FUTURE) or heads
        return DayRange(ref, ref) if own else DayRange(first, last)
    if side is Side.OPEN and _FROM.search(note.text[: e.start][-8:]):
        return DayRange(earlier, later)
    if side is Side.OPEN:
        return one_or_both(DayRange(earlier, earlier), DayRange(later, later), ref)
    day = (earlier if side is Side.PAST else later) + 7 * DAY * e.weeks
    said_next = note.text[e.start : e.end].lower().startswith("next")
    near = (2 if said_next else 1) * DAY
    if abs(day - ref) <= near and e.relation in ("last", "next") and not (e.weeks or e.unit):
        # ``next Friday`` on a Thursday: rather not tomorrow, and who knows.
        week = 7 * DAY if e.relation == "next" else -7 * DAY
        return DayRange(min(day, day + week), max(day, day + week))
    return DayRange(day, day)


def _in_chart(e: TimeExpression, ref: dt.date, note: NoteContext) -> DayRange | None:
    """A weekday in a chart that goes on over days: the next after the date before it in its line, else any in
    the time of the chart; None for other notes, and in entries."""
    until = note.told_until
    if until is None or note.day_of_entry(e.start) is not None:
        return None
    first = ref + (e.number - ref.weekday()) % 7 * DAY
    if note.last_date is not None and ref < note.last_date[0] <= until:
        told, end = note.last_date
        if "\n" not in note.text[end : e.start]:
            return DayRange(*[told + (e.number - told.weekday()) % 7 * DAY] * 2)
    last = until - (until.weekday() - e.number) % 7 * DAY
    return DayRange(first, last) if first <= last else None


def _date_of_weekday(e: TimeExpression, note: NoteContext) -> DayRange | None:
    """The date before a weekday in its clause that is one of these (``12 April for a check, Friday``), or
    the day of a short run that is (``over the bank holiday weekend (Sat to Tue)``); None for none."""
    if e.relation or e.unit:
        return None
    if note.last_date is not None:
        day, end = note.last_date
        between = note.text[end : e.start]
        new = _NEW_CLAUSE.search(between) or _ON.search(between)
        if day.weekday() == e.number and len(between) < _NEAR_DATE and not new:
            return DayRange(day, day)
    if note.stretch is not None:
        days, end = note.stretch
        between = note.text[end : e.start]
        if len(between) < _NEAR_DATE and not re.search(r"[.;\n]", between):
            weekend = days.first.weekday() == 5 and days.last - days.first == DAY
            days = DayRange(days.first - weekend * DAY, days.last + weekend * DAY)
            inside = [
                d
                for n in range((days.last - days.first).days + 1)
                if (d := days.first + n * DAY).weekday() == e.number
            ]
            if len(inside) == 1:
                return DayRange(inside[0], inside[0])
    return None


def _before_admission(e: TimeExpression, note: NoteContext) -> DayRange | None:
    """The weekday before an admission in a sentence that tells what came before it; None elsewhere."""
    if not note.discharged or note.admitted is None or e.relation or e.unit:
        return None
    begin = note.sentence_start(e.start)
    sentence = re.split(r"[.;]\s|\n", note.text[begin + 1 : e.end + 80].lstrip())[0]
    if not _BEFORE_ADMISSION.search(sentence):
        return None
    day = note.admitted - ((note.admitted.weekday() - e.number) % 7 or 7) * DAY
    return DayRange(day, day)
