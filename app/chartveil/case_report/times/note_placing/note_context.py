"""The context of a place in a note: its entries, and the times before it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence

from chartveil.case_report.model import CaseNote, DayRange
from chartveil.case_report.times.events import (
    PlacedTime,
    begins_entry,
    heads_entry,
    heads_paragraph,
    is_addendum,
    is_numbered,
    leads_entry,
    leads_line,
    names_entry,
    names_shift,
    runs_on,
    stands_alone,
)
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.note_placing.case_days import CaseDays
from chartveil.case_report.times.sides import Side, tells_past
from chartveil.case_report.times.words import time_words

_HEAD_OF_NOTE = 200
"""Characters in which a date that begins its line is rather the note's own."""
_YEAR = 366
_MOST_OF_YEAR = 300 * DAY
_TELLS = (TimeKind.DATE, TimeKind.SEASON, TimeKind.HOLIDAY, TimeKind.YEARS)
"""Kinds of times from which ``that November`` may be told."""
_NEAR_BY = 300
"""Characters between a time and the one that it is told from (``the Monday before``)."""
_LONG_AGO = 200
"""Days."""
_HEAD_OF_LETTER, _DICTATED_AFTER = 400, 14
"""Characters; days."""
_DEAR = re.compile(r"\n[ \t]*Dear\b")
_LINES_OF_HEADER = 3
_LONGEST_LINE = 260
"""Characters of a line from which on a note is running text, and no chart."""
_FEWEST_LATER = 3
"""Later days that make a note a chart."""
_HAS_TEXT = re.compile(r"[^\n]{0,20}?[A-Za-z]{2}")
"""Behind the date of an entry, and not behind one that stands alone in its line."""
_HEADS_OF_ENTRIES = (TimeKind.DATE, TimeKind.WEEKDAY, TimeKind.HOLIDAY)
_HOUR = re.compile(r"[ T,(]*(?:(?:[01]\d|2[0-3])[:.h]?|\d[:.])[0-5]\d\b|[ ]?:\s")
"""Behind the day of an entry: ``1/25 0910 callback``, ``29.12.22: reached``."""
_END_OF_TITLE = re.compile(
    r"[ \t,(]*(?:(?:at[ ])?\d{1,2}[:.h]?\d\d(?:[ ]?[ap]\.?m\.?)?(?:[ ]?h(?:rs?|ours)?)?)?[)]?"
    r"(?:[ \t,]{1,4}[^\n.]{0,40})?(?:\n|$)",
    re.IGNORECASE,
)
"""Behind the day of a report: its hour, its number, the room."""
_SENDER = re.compile(r"[ \t>*-]*(?:from|sent by|author|by|to|sender)[ ]?:", re.IGNORECASE)
"""What begins the header of a message: ``From: J. Varga, RN    12/1/2021 10:05 AM``."""
_COPIED = re.compile(
    r"\b(?:copied(?: forward)?|c/f|b/f|(?:carried|brought) forward|pasted)\s+from\s+(?:the\s+)?"
    r"(?:(?:note|entry|summary)\s+(?:of|dated)\s+)?$",
    re.IGNORECASE,
)
"""Before the day that text was copied from."""
_OUTDENTED = re.compile(r"\n[A-Za-z]")
"""What ends an indented list of entries."""
RUN_TO = re.compile(r"\s*(?:-|–|to|until|till|through)\s*(?:the\s+)?", re.IGNORECASE)


class NoteContext:
    """What a note has told up to a place, and how it writes dates.

    What was told is held with the place where it ends.

    Attributes:
        text: of the note.
        case: what all notes tell.
        own: the note's own day; None where it has none.
        ref: the day that the note tells from: its own, or that of its dictation.
        slack: how far its own day may be off, to either side.
        own_month: the first day of a month that is the note's own time, as that of a chart.
        either_order: whether nothing says which of ``4/5`` is the month.
        day_first: whether all notes that tell write the day first.
        discharged: whether its own day is that of discharge.
        tells_discharge: whether it is a note of discharge by its type.
        days_told: all days.
        later_days: dates after its own day that have passed, in a chart or report that goes on over days.
        last_date: the last date or holiday that is one day.
        line_day: the last day that began a line.
        entry: the last day that began an entry of a diary.
        is_numbered: whether that entry has a number.
        is_message: whether it is a message of a thread, which goes on to the next.
        last_entry: the last day that headed an entry, whatever stands between.
        stretch: the last holiday or period of some days.
        month_told: the last year and month.
        time_told: the last time from which ``that November`` may be told.
        run: the last run of days (``23 Dec-1 Jan``).
        admitted: the day of admission.
        received: the day on which the specimen of a report came.
        until: the last day in the note that is written with its year; None for none.
    """

    def __init__(
        self,
        note: CaseNote,
        when: DayRange | None,
        case: CaseDays,
        *,
        either_order: bool = False,
        day_first: bool = False,
        counted_entries: Mapping[int, dt.date] | None = None,
        discharged: bool = False,
    ) -> None:
        self.text = note.text
        self.case = case
        self.own = when.middle if when else None
        self.ref = self.own
        self.slack = (when.last - when.first) / 2 if when else dt.timedelta(0)
        is_month = when is not None and when.first.day == 1 and 27 <= (when.last - when.first).days <= 30
        self.own_month = when.first if when is not None and is_month else None
        self.either_order = either_order
        self.day_first = day_first
        self.discharged = discharged
        self.tells_discharge = "discharge" in note.note_type
        self.days_told: list[tuple[dt.date, int]] = []
        self._is_prose = any(len(line) > _LONGEST_LINE for line in note.text.split("\n"))
        self.later_days: set[dt.date] = set()
        self.last_date: tuple[dt.date, int] | None = None
        self.line_day: tuple[dt.date, int] | None = None
        self.entry: tuple[dt.date, int] | None = None
        self.is_numbered = False
        self.is_message = False
        self.last_entry: tuple[dt.date, int] | None = None
        self._lead: tuple[dt.date, int, str] | None = None
        self.stretch: tuple[DayRange, int] | None = None
        self.month_told: tuple[int, int, int] | None = None
        self.time_told: tuple[DayRange, int] | None = None
        self.run: tuple[DayRange, int] | None = None
        self.admitted: dt.date | None = None
        self.received: dt.date | None = None
        self.until: dt.date | None = None
        self._counted_entries = counted_entries or {}
        self._copy: tuple[dt.date, int, int] | None = None
        # Whether the note's own day stands in the title of a report: others may follow it in the file.
        self._is_of_reports = False

    def passed(self, time: PlacedTime) -> None:
        """Remembers a time, for ``the 9th`` and ``the Monday before`` after it."""
        e, when = time.expression, time.when
        if (counted := self._counted_entries.get(e.start)) is not None:
            if begins_entry(self.text, e.start) or is_addendum(self.text, e.start, e.end):
                self.entry, self.is_numbered, self.is_message = (counted, e.end), False, False
            self.days_told.append((counted, e.end))
        if when is None or is_birth(e):
            return
        if when.is_exact:
            self.days_told.append((when.first, e.end))
            has_passed = time.side is not Side.FUTURE and e.kind is TimeKind.DATE and self.own is not None
            if has_passed and self.own is not None and 0 < (when.first - self.own).days < _LONG_AGO:
                self.later_days.add(when.first)
        if (
            not when.is_exact
            and e.kind in (TimeKind.HOLIDAY, TimeKind.PERIOD)
            and when.last - when.first < 7 * DAY
        ):
            self.stretch = (when, e.end)
        if e.month and when.last - when.first < 32 * DAY:
            self.month_told = (when.first.year, when.middle.month, e.end)
        if e.kind in _TELLS and when.last - when.first <= _YEAR * DAY and not e.field:
            self.time_told = when, e.end
        if when.is_exact and time_words().fields["starts"].fullmatch(e.field):
            self.admitted = when.first
        if when.is_exact and time_words().fields["received"].fullmatch(e.field):
            self.received = when.first
        if when.is_exact and self._is_dictation(e, when.first):
            self.ref = when.first
        if when.is_exact and self.last_date and RUN_TO.fullmatch(self.text[self.last_date[1] : e.start]):
            first = self.last_date[0]
            self.run = (DayRange(first, when.first), e.end) if first <= when.first else None
        if when.is_exact and e.kind in (TimeKind.DATE, TimeKind.HOLIDAY):
            self.last_date = (when.first, e.end)
        leads = begins_entry(self.text, e.start) and _HAS_TEXT.match(self.text, e.end) is not None
        later = e.start > _HEAD_OF_NOTE or self.line_day is not None or (leads and when.first != self.own)
        if when.is_exact and e.kind in _HEADS_OF_ENTRIES and leads:
            self.line_day = (when.first, e.end)
        hour = _HOUR.match(self.text, e.end)
        heading = heads_entry(self.text, e.start, e.end)
        if not when.is_exact or not (
            e.kind in (TimeKind.DATE, TimeKind.WEEKDAY)
            or (e.kind is TimeKind.HOLIDAY and (hour or (heading and self.last_entry is not None)))
        ):
            return
        report = self._begins_report(e)
        self._is_of_reports = self._is_of_reports or (report and when.first == self.own)
        # A day before the note's own is that of a result.
        goes_forward = e.kind is TimeKind.DATE and (self.own is None or when.first >= self.own)
        headed = goes_forward and heads_paragraph(self.text, e.start, e.end)
        if headed or self._begins_message(e) or (report and self._is_of_reports):
            self.entry, self.is_numbered, self.is_message = (when.first, e.end), False, True
            return
        since = self.own if self.entry is None else self.entry[0]
        begins = self.entry is not None and self.day_of_entry(e.start) is None
        onward = (
            e.kind is TimeKind.DATE
            and since is not None
            and (when.first > since or (begins and when.first == since))
        )
        has_text = onward and _HAS_TEXT.match(self.text, e.end) and not runs_on(self.text, e.end)
        if onward and leads_entry(self.text, e.start, e.end):
            told = time.side is Side.PAST or tells_past(self.text, e.end)
            if told or names_entry(self.text, e.start, e.end):
                self.entry, self.is_numbered, self.is_message = (when.first, e.end), False, False
                self.last_entry = self.entry
                return
            # A visit to come rather, which holds for its line.
            self._lead = (when.first, e.end, "\n")
        elif has_text and time.side is not Side.FUTURE and leads_line(self.text, e.start):
            self._lead = (when.first, e.end, "\n\n")
        if _COPIED.search(self.text[max(0, e.start - 60) : e.start]):
            self._copy = (when.first, e.end, _end_of_copy(self.text, e.end))
            return
        numbered = is_numbered(self.text, e.start) or is_addendum(self.text, e.start, e.end)
        shift = heading and names_shift(self.text, e.end)
        alone = heading and self.last_entry is None and stands_alone(self.text, e.start, e.end)
        goes_on = e.kind is not TimeKind.WEEKDAY or self.entry is not None or shift or alone
        goes_ahead = self.entry is not None and e.kind is TimeKind.DATE and when.first > self.entry[0]
        tells = numbered or (later and (hour or goes_ahead or time.side is not Side.FUTURE))
        if goes_on and tells and begins_entry(self.text, e.start) and not runs_on(self.text, e.end):
            self.entry = (when.first, e.end)
            self.is_numbered, self.is_message = is_numbered(self.text, e.start), False
        if (heading and when.first != self.own) or self.entry == (when.first, e.end):
            self.last_entry = (when.first, e.end)

    def _begins_message(self, e: TimeExpression) -> bool:
        """Whether a date is in the field of a message of a thread, or of a later note in one file: it stands
        in the first lines of a block that is not the first."""
        if e.kind is not TimeKind.DATE:
            return False
        begin = self.text.rfind("\n", 0, e.start) + 1
        if e.year and _SENDER.match(self.text, begin, e.start) and _END_OF_TITLE.match(self.text, e.end):
            return True
        if not time_words().note_day["entry_fields"].fullmatch(e.field):
            return False
        block = self.text.rfind("\n\n", 0, e.start)
        return block > 0 and self.text.count("\n", block + 2, e.start) < _LINES_OF_HEADER

    def _begins_report(self, e: TimeExpression) -> bool:
        """Whether a date ends the title of a report, as several may stand in one file:
        ``2) CT THORAX   08-May-2022 09:50``."""
        if e.kind is not TimeKind.DATE or not e.year:
            return False
        begin = self.text.rfind("\n", 0, e.start) + 1
        above = self.text[:begin].rstrip(" \t")
        title = time_words().note_day["report_titles"].search(self.text, begin, e.start)
        return (not above.strip() or above.endswith("\n\n")) and (
            title is not None and _END_OF_TITLE.match(self.text, e.end) is not None
        )

    def _is_dictation(self, e: TimeExpression, day: dt.date) -> bool:
        """Whether a letter says at its head that it was dictated on this day, some days after its own: it
        tells from there."""
        if self.own is None or e.start > _HEAD_OF_LETTER or not 0 <= (day - self.own).days <= _DICTATED_AFTER:
            return False
        later = time_words().note_day["written_later"].search(self.text[: e.start][-60:])
        if later is None or not later.group().lower().startswith("dictated"):
            return later is not None
        return _DEAR.search(self.text, e.end, e.end + _HEAD_OF_LETTER) is not None

    def day_of_entry(self, at: int) -> dt.date | None:
        """The day of the entry that a place is in, where a note is a diary: its lines begin with dates."""
        if self.entry is not None and self.is_message:
            return self.entry[0]
        return self.entry[0] if self.entry is not None and self._reaches(self.entry[1], at) else None

    def _reaches(self, end: int, at: int, stop: str = "\n\n") -> bool:
        """Whether what begins with a date holds until a place: to the next stop, and of an indented line to
        the next that is not."""
        begin = self.text.rfind("\n", 0, end) + 1
        indented = self.text[begin : begin + 1] in (" ", "\t")
        return stop not in self.text[end:at] and not (indented and _OUTDENTED.search(self.text, end, at))

    def day_of_lead(self, at: int) -> dt.date | None:
        """The day after that of its entry which leads the line or paragraph of a place, and may be that of
        another entry."""
        if self._lead is None or not self._reaches(self._lead[1], at, self._lead[2]):
            return None
        return self._lead[0] if self.entry is None or self.entry[1] < self._lead[1] else None

    def day_of_copy(self, at: int) -> dt.date | None:
        """The day of the note that a place was copied from."""
        return self._copy[0] if self._copy is not None and self._copy[1] <= at < self._copy[2] else None

    @property
    def told_until(self) -> dt.date | None:
        """The last day that a chart or report tells of, which goes on over days; None for other notes."""
        if self._is_prose or len(self.later_days) < _FEWEST_LATER:
            return None
        return max(self.later_days)

    def day_told_before(self, at: int) -> dt.date | None:
        """The day that was told last before a place, where it is near."""
        if not self.days_told or at - self.days_told[-1][1] > _NEAR_BY:
            return None
        return self.days_told[-1][0]

    def sentence_start(self, at: int) -> int:
        """Where the stop before a place stands, or -1."""
        return max(self.text.rfind(stop, 0, at) for stop in (". ", "? ", "! ", "\n", "; "))

    def days_of_told(
        self, e: TimeExpression, ref: dt.date, in_year: Callable[[int], DayRange]
    ) -> DayRange | None:
        """The month, season or holiday that is meant by the time told before it: ``that November``, ``the
        following spring``, ``the Christmas before``; None where none is told nearby.

        Args:
            e: the expression.
            ref: the day that it is seen from; what lies after it is not told so.
            in_year: its days in a year.
        """
        if e.relation not in ("that", "following", "previous") or self.time_told is None:
            return None
        told, end = self.time_told
        if e.start - end > _NEAR_BY or "\n\n" in self.text[end : e.start]:
            return None
        choices = [in_year(y) for y in range(told.first.year - 2, told.last.year + 3)]
        if e.relation == "following":
            return next(c for c in choices if c.first > told.last)
        if e.relation == "previous":
            return [c for c in choices if c.last < told.first][-1]
        inside = [c for c in choices if c.first <= told.last and told.first <= c.last]
        if told.last - told.first > _MOST_OF_YEAR:
            meant = next(c for c in choices if c.first.year == told.middle.year)
        else:
            meant = inside[0] if inside else next(c for c in choices if c.first > told.first)
        return meant if meant.first <= ref else None

    def onward_from_told(
        self, e: TimeExpression, choices: Sequence[DayRange], ref: dt.date
    ) -> DayRange | None:
        """What follows a time long ago in the same sentence: ``ill in March of last year and in hospital from
        Easter``; None where none is told there."""
        if self.time_told is None or self.time_told[1] <= self.sentence_start(e.start):
            return None
        told = self.time_told[0]
        if (ref - told.last).days < _LONG_AGO:
            return None
        later = [c for c in choices if 0 <= (c.first - told.first).days < _LONG_AGO and c.first <= ref]
        # ``in 1994 (an overdose on Christmas Eve)``
        within = [c for c in choices if told.first <= c.first and c.last <= told.last]
        return next(iter(later or within), None)


def _end_of_copy(text: str, start: int) -> int:
    """Where copied text ends: at its closing quote, at words that say so, else with its bracket or
    paragraph."""
    if quote := re.compile(r"[^\"“\n]{0,60}\n?[\"“]([^\"”]*)[\"”]").match(text, start):
        return quote.end()
    ends = re.compile(r"\bend (?:of )?cop|\]|\n\n", re.IGNORECASE).search(text, start)
    return ends.start() if ends else len(text)
