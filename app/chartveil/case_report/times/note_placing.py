"""Places the times of one note, in their order."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence

from chartveil.case_report.model import CaseNote, Certainty, DayRange
from chartveil.case_report.times.events import DatedNote, PlacedTime, begins_entry, is_addendum, is_numbered
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import (
    DAY,
    bank_holidays,
    beside_holiday,
    beside_stretch,
    days_of,
    days_of_holiday,
    holiday_days,
    season_days,
    third_of,
    weekday_of_month,
)
from chartveil.case_report.times.moon_feasts import TWO_FEASTS
from chartveil.case_report.times.note_days import OwnDay
from chartveil.case_report.times.sides import Side, side_of
from chartveil.case_report.times.words import time_words

_MONTH_AND_YEAR = re.compile(r"[A-Za-z]{3,9}\.?\s\d\d")
_YEARS_SHORTENED = 12
"""A year without its century lies at most this long before its note."""
_BETWEEN_SESSIONS = 4
"""Days after an entry of a numbered record within which a weekday in it lies behind it."""
_FIGURES = re.compile(r"\d{1,2}/\d{1,2}")
_HEAD_OF_NOTE = 200
"""Characters in which a date that begins its line is rather the note's own."""
_YEAR = 366
_MOST_OF_YEAR = 300 * DAY
_TELLS = (TimeKind.DATE, TimeKind.SEASON, TimeKind.HOLIDAY, TimeKind.YEARS)
"""Kinds of times from which ``that November`` may be told."""
_MARGIN = dt.timedelta(21)
"""What is told without a year lies, if nothing else tells, between the first and last note, or this near."""
_NEAR_BY = 300
"""Characters between a time and the one that it is told from (``the Monday before``)."""
_MONTH_OF_ENTRIES = 27
_YEAR_BESIDE = {"last year": -1, "next year": 1}
_WEEKDAY_TELLS = 70 * DAY
"""A weekday with a day of the month (``Thursday 24th``) that fits only farther off than this is meant on the
other side."""
_JUST_BEEN, _FAR_AHEAD = 60 * DAY, 300 * DAY
"""A feast that was some days ago is meant, whatever the words around it say, and not the one in a year."""
_FEW_DAYS = 6 * DAY
"""A feast whose day is known but for these is told as one whose day is."""
_SLACK = {"day": 0, "week": 3, "month": 15, "year": 183}
"""Days to either side of ``n units ago``."""


class CaseDays:
    """What all notes of a case tell of days: which year a day and month has."""

    def __init__(
        self,
        read: Mapping[str, Sequence[TimeExpression]],
        own: Mapping[str, OwnDay],
        country: str,
    ) -> None:
        self.country = country
        self.southern = country in time_words().southern
        self.months: dict[int, set[int]] = {}
        for times in read.values():
            for e in times:
                if e.kind is TimeKind.DATE and e.year and e.month and not e.day:
                    self.months.setdefault(e.month, set()).add(e.year)
        self.years: dict[tuple[int, int], set[int]] = {}
        for times in read.values():
            for e in times:
                if e.kind is TimeKind.DATE and e.year and e.month and e.day and not is_birth(e):
                    self.years.setdefault((e.month, e.day), set()).add(e.year)
        days = sorted(when.middle for when, _, _ in own.values() if when is not None)
        self.middle = days[len(days) // 2] if days else None
        self.span = DayRange(days[0] - _MARGIN, days[-1] + _MARGIN) if len(days) > 1 else None

    def within(self, choices: Sequence[DayRange]) -> list[DayRange]:
        """Those of some days that lie in the time that the notes tell of."""
        span = self.span
        return [c for c in choices if span is not None and span.first <= c.middle <= span.last]

    def learn(self, notes: Sequence[DatedNote]) -> bool:
        """Takes over years that a weekday beside day and month tells; says whether there was one."""
        known = len(self.years)
        for n in notes:
            for t in n.times:
                e, day = t.expression, t.when.first if t.when is not None and t.when.is_exact else None
                told = e.kind is TimeKind.DATE and e.day is not None and e.year is None and day is not None
                if told and day is not None and day.weekday() == e.weekday:
                    self.years.setdefault((day.month, day.day), {day.year})
        return len(self.years) > known


class NotePlacer:
    """Places the times of one note, in their order."""

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
        self._either_order = either_order
        self._day_first = day_first
        self._last: tuple[dt.date, int] | None = None
        self._mentioned: list[tuple[dt.date, int]] = []
        self._entry: tuple[dt.date, int] | None = None
        self._numbered = False
        self._copy: tuple[dt.date, int, int] | None = None
        self._text = note.text
        self._tells_discharge = "discharge" in note.note_type
        self._case = case
        self._ref = when.middle if when else None
        self._own = self._ref
        self._slack = (when.last - when.first) / 2 if when else dt.timedelta(0)
        is_month = when is not None and when.first.day == 1 and 27 <= (when.last - when.first).days <= 30
        self._own_month = when.first if when is not None and is_month else None
        self._counted_entries = counted_entries or {}
        self._line: tuple[dt.date, int] | None = None
        self._stretch: tuple[DayRange, int] | None = None
        self._discharged = discharged
        self._admitted: dt.date | None = None
        self._month: tuple[int, int, int] | None = None
        self._told: tuple[DayRange, int] | None = None
        self._run: tuple[DayRange, int] | None = None

    def passed(self, time: PlacedTime) -> None:
        """Remembers a time, for ``the 9th`` and ``the Monday before`` after it."""
        e, when = time.expression, time.when
        if (counted := self._counted_entries.get(e.start)) is not None:
            if begins_entry(self._text, e.start) or is_addendum(self._text, e.start, e.end):
                self._entry, self._numbered = (counted, e.end), False
            self._mentioned.append((counted, e.end))
        if when is None or is_birth(e):
            return
        if when.is_exact:
            self._mentioned.append((when.first, e.end))
        if (
            not when.is_exact
            and e.kind in (TimeKind.HOLIDAY, TimeKind.PERIOD)
            and when.last - when.first < 7 * DAY
        ):
            self._stretch = (when, e.end)
        if e.month and when.last - when.first < 32 * DAY:
            self._month = (when.first.year, when.middle.month, e.end)
        if e.kind in _TELLS and when.last - when.first <= _YEAR * DAY and not e.field:
            self._told = when, e.end
        if when.is_exact and time_words().fields["starts"].fullmatch(e.field):
            self._admitted = when.first
        if when.is_exact and self._is_dictation(e, when.first):
            self._ref = when.first
        if when.is_exact and self._last and _RUN_TO.fullmatch(self._text[self._last[1] : e.start]):
            first = self._last[0]
            self._run = (DayRange(first, when.first), e.end) if first <= when.first else None
        if when.is_exact and e.kind in (TimeKind.DATE, TimeKind.HOLIDAY):
            self._last = (when.first, e.end)
        leads = begins_entry(self._text, e.start) and _HAS_TEXT.match(self._text, e.end) is not None
        later = e.start > _HEAD_OF_NOTE or self._line is not None or (leads and when.first != self._own)
        if when.is_exact and e.kind in _HEADS_OF_ENTRIES and leads:
            self._line = (when.first, e.end)
        hour = _HOUR.match(self._text, e.end)
        if not when.is_exact or not (
            e.kind in (TimeKind.DATE, TimeKind.WEEKDAY) or (hour and e.kind is TimeKind.HOLIDAY)
        ):
            return
        if _COPIED.search(self._text[max(0, e.start - 60) : e.start]):
            self._copy = (when.first, e.end, _end_of_copy(self._text, e.end))
            return
        numbered = is_numbered(self._text, e.start) or is_addendum(self._text, e.start, e.end)
        goes_on = e.kind is not TimeKind.WEEKDAY or self._entry is not None
        goes_ahead = self._entry is not None and e.kind is TimeKind.DATE and when.first > self._entry[0]
        tells = numbered or (later and (hour or goes_ahead or time.side is not Side.FUTURE))
        if goes_on and tells and begins_entry(self._text, e.start):
            self._entry = (when.first, e.end)
            self._numbered = is_numbered(self._text, e.start)

    def _is_dictation(self, e: TimeExpression, day: dt.date) -> bool:
        """Whether a letter says at its head that it was dictated on this day, some days after its own: it
        tells from there."""
        if (
            self._own is None
            or e.start > _HEAD_OF_LETTER
            or not 0 <= (day - self._own).days <= _DICTATED_AFTER
        ):
            return False
        dear = _DEAR.search(self._text, e.end, e.end + _HEAD_OF_LETTER)
        return dear is not None and _DICTATED.search(self._text[: e.start][-24:]) is not None

    def _day_of_entry(self, at: int) -> dt.date | None:
        """The day of the entry that a place is in, where a note is a diary: its lines begin with dates."""
        if self._entry is None or "\n\n" in self._text[self._entry[1] : at]:
            return None
        begin = self._text.rfind("\n", 0, self._entry[1]) + 1
        if self._text[begin : begin + 1] in " \t" and _OUTDENTED.search(self._text, self._entry[1], at):
            return None
        return self._entry[0]

    def _told_from(self, at: int) -> dt.date | None:
        """The day that was told last before a place, where it is near."""
        if not self._mentioned or at - self._mentioned[-1][1] > _NEAR_BY:
            return None
        return self._mentioned[-1][0]

    def place(self, e: TimeExpression) -> PlacedTime:
        """When an expression means."""
        side = side_of(self._text, e.start, e.end)
        if self._discharged and e.kind is TimeKind.WEEKDAY and side is Side.FUTURE and self._is_of_stay(e):
            side = Side.PAST
        if e.relation.startswith(("last", "next")):
            side = Side.PAST if e.relation.startswith("last") else Side.FUTURE
        seen_from = self._day_of_copy(e.start) or self._day_of_entry(e.start)
        own, self._ref = self._ref, seen_from or self._ref
        when, certainty, reason = self._placed(e, side)
        self._ref = own
        return PlacedTime(e, when, certainty, reason, side, seen_from)

    def _is_of_stay(self, e: TimeExpression) -> bool:
        """Whether ``until Saturday`` in a note of discharge tells of the stay, and not of a drug or plan."""
        line = self._text[self._text.rfind("\n", 0, e.start) + 1 : e.start]
        sentence = re.split(r"[.;]\s", line)[-1]
        return _UNTIL.search(sentence) is not None and not _ORDERED.search(sentence)

    def _before_admission(self, e: TimeExpression) -> DayRange | None:
        """The weekday before an admission in a sentence that tells what came before it; None elsewhere."""
        if not self._discharged or self._admitted is None or e.relation or e.unit:
            return None
        begin = self._sentence_start(e.start)
        sentence = re.split(r"[.;]\s|\n", self._text[begin + 1 : e.end + 80].lstrip())[0]
        if not _BEFORE_ADMISSION.search(sentence):
            return None
        day = self._admitted - ((self._admitted.weekday() - e.number) % 7 or 7) * DAY
        return DayRange(day, day)

    def _day_of_copy(self, at: int) -> dt.date | None:
        """The day of the note that a place was copied from."""
        return self._copy[0] if self._copy is not None and self._copy[1] <= at < self._copy[2] else None

    def _placed(self, e: TimeExpression, side: Side) -> tuple[DayRange | None, Certainty, str]:
        kind = e.kind
        if kind is TimeKind.DATE:
            return self._date(e, side)
        if kind is TimeKind.YEARS:
            first = dt.date(e.year or 1, 8, 1) if e.unit == "school" else dt.date(e.year or 1, 1, 1)
            last = dt.date(e.last_year, 6, 30) if e.unit == "school" else dt.date(e.last_year, 12, 31)
            return third_of(DayRange(first, last), e.part), Certainty.RANGE, "written"
        if kind is TimeKind.SEASON and e.year:
            exact = bool(e.last_year)
            season = season_days(e.name, e.year, exact=exact, southern=self._case.southern)
            return third_of(season, e.part), Certainty.RANGE, "a season"
        if kind is TimeKind.HOLIDAY and e.year and e.name != "bank holiday":
            day = beside_holiday(e, holiday_days(e.name, e.year, self._case.country))
            certainty = Certainty.WRITTEN if day.is_exact else Certainty.RANGE
            return day, certainty, "a holiday of a known year"
        ref = self._ref
        if ref is None or kind in (TimeKind.HABIT, TimeKind.UNREAD):
            reason = "its note has no date" if ref is None else "no date that can be read"
            return None, Certainty.RANGE, reason
        if kind is TimeKind.SEASON:
            if e.relation == "that" and self._from_told(e, lambda y: self._season(e.name, y)) is None:
                return None, Certainty.RANGE, "told from a time that is not told"
            season = third_of(self._recent_season(e, ref, side), e.part)
            if e.number:
                beside = beside_stretch(e, season)
                certainty = Certainty.PLACED if beside.is_exact else Certainty.RANGE
                return beside, certainty, "counted from a part of the year"
            return season, Certainty.RANGE, "a season beside the note's date"
        if kind is TimeKind.WEEKDAY and e.unit == "event":
            return None, Certainty.RANGE, "counted from an event that has no date"
        if kind in (TimeKind.HOLIDAY, TimeKind.WEEKDAY):
            found = (
                self._recent_holiday(e, ref, side)
                if kind is TimeKind.HOLIDAY
                else self._weekday(e, ref, side)
            )
            reason = f"the {kind} nearest to the note's date"
            if kind is TimeKind.WEEKDAY and not found.is_exact and e.relation:
                reason = "the weekday is the day beside its note, or that of the week beside it"
            elif kind is TimeKind.WEEKDAY and not found.is_exact:
                reason = "no word tells whether it lies before or after its note"
            found = self._wide(found)
            return found, Certainty.PLACED if found.is_exact else Certainty.RANGE, reason
        if kind is TimeKind.DAY_WORD:
            day = DayRange(ref + DAY * e.number, ref + DAY * e.number)
            return self._wide(day), Certainty.WRITTEN, "counted from the note's date"
        if kind is TimeKind.AGO:
            return self._wide(_ago(e, ref)), _ago_certainty(e), "counted from the note's date"
        if kind is TimeKind.PERIOD:
            if e.relation == "after":
                told = self._told_from(e.start)
                if told is None or told == self._own:
                    return None, Certainty.RANGE, "told from a time that is not told"
                ref = told
            return _period(e, ref, side), Certainty.RANGE, "counted from the note's date"
        return None, Certainty.RANGE, "counted from an event that has no date"

    def _wide(self, days: DayRange) -> DayRange:
        return DayRange(days.first - self._slack, days.last + self._slack)

    def _weekday(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        """The weekday that is meant: of the note, of its week, or of the time told before."""
        if e.unit == "week":
            monday = ref - DAY * ref.weekday() + 7 * DAY * {"last": -1, "next": 1}.get(e.relation, 0)
            day = monday + DAY * (e.number + 7 * e.weeks)
            return DayRange(day, day)
        told = self._told_from(e.start) if e.relation in ("that", "following", "previous") else None
        if told is not None:
            after = (e.number - told.weekday()) % 7
            if e.relation == "that":
                follows = _UP_TO.search(self._text[: e.start][-8:])
                day = told + DAY * (after if after < 4 or follows else after - 7)
                if side is Side.PAST and day > ref >= told - 7 * DAY:
                    day -= 7 * DAY
            else:
                day = told + DAY * ((after or 7) if e.relation == "following" else (after or 7) - 7)
                day += 7 * DAY * e.weeks
                day -= 7 * DAY * (e.relation == "previous" and not after)
            return DayRange(day, day)
        if (named := self._date_of_weekday(e) or self._before_admission(e)) is not None:
            return named
        if (
            self._mentioned
            and not e.relation
            and _INLINE.search(self._text[: e.start][-3:])
            and self._text[e.end : e.end + 1] == ":"
        ):
            told, end = self._mentioned[-1]
            if "\n" not in self._text[end : e.start] and _INLINE_HEAD.match(self._text, end):
                return DayRange(
                    told + (e.number - told.weekday()) % 7 * DAY, told + (e.number - told.weekday()) % 7 * DAY
                )
        if self._line is not None and not e.relation and begins_entry(self._text, e.start):
            line = self._line[0]
            heads = self._text[: self._line[1]].lstrip().count("\n") < 2 and self._entry is None
            if _COLUMN_BEHIND.match(self._text, e.end) and (
                not heads or "\n\n" not in self._text[self._line[1] : e.start]
            ):
                after = (e.number - line.weekday()) % 7
                return DayRange(line + after * DAY, line + after * DAY)
        if self._last is not None and self._last[0] > ref and _FASTING.search(self._text[: e.start][-40:]):
            day = self._last[0] - ((self._last[0].weekday() - e.number) % 7 or 7) * DAY
            if day > ref and "\n\n" not in self._text[self._last[1] : e.start]:
                return DayRange(day, day)
        back, ahead = (ref.weekday() - e.number) % 7, (e.number - ref.weekday()) % 7
        if not e.relation and self._day_of_entry(e.start) is not None:
            # The next line of a diary, and what a record of sessions tells between two of them.
            soon = self._numbered and 0 < ahead < _BETWEEN_SESSIONS
            if soon or (ahead and begins_entry(self._text, e.start)):
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
            heads = self._text[: e.start].lstrip().count("\n") < 2 and not self._text[e.end :].partition(
                "\n"
            )[0].strip(" .|")
            own = (self._tells_discharge and side is not Side.FUTURE) or heads
            return DayRange(ref, ref) if own else DayRange(first, last)
        if side is Side.OPEN and _FROM.search(self._text[: e.start][-8:]):
            return DayRange(earlier, later)
        if side is Side.OPEN:
            return _one_or_both(DayRange(earlier, earlier), DayRange(later, later), ref)
        day = (earlier if side is Side.PAST else later) + 7 * DAY * e.weeks
        if abs(day - ref) == DAY and e.relation in ("last", "next") and not (e.weeks or e.unit):
            # ``next Friday`` on a Thursday: rather not tomorrow, and who knows.
            week = 7 * DAY if e.relation == "next" else -7 * DAY
            return DayRange(min(day, day + week), max(day, day + week))
        return DayRange(day, day)

    def _date_of_weekday(self, e: TimeExpression) -> DayRange | None:
        """The date before a weekday in its clause that is one of these (``12 April for a check, Friday``), or
        the day of a short run that is (``over the bank holiday weekend (Sat to Tue)``); None for none."""
        if e.relation or e.unit:
            return None
        if self._last is not None:
            day, end = self._last
            between = self._text[end : e.start]
            if day.weekday() == e.number and len(between) < _NEAR_DATE and not _NEW_CLAUSE.search(between):
                return DayRange(day, day)
        if self._stretch is not None:
            days, end = self._stretch
            between = self._text[end : e.start]
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

    def _date(self, e: TimeExpression, side: Side) -> tuple[DayRange | None, Certainty, str]:
        ref = self._ref
        if e.unit in ("weekday", "weekend") and e.month and (ref or e.year):
            month = (
                days_of(e.year, e.month, None) if e.year else self._recent_month(e, ref or dt.date.min, side)
            )
            if e.unit == "weekend":
                saturday = weekday_of_month(month, 5, e.number).first
                return DayRange(saturday, saturday + DAY), Certainty.RANGE, "a weekend of its month"
            day = weekday_of_month(month, e.weekday, e.number)
            return day, Certainty.PLACED, "a weekday of its month"
        if e.year:
            days = third_of(days_of(e.year, e.month, e.day), e.part)
            return days, Certainty.WRITTEN if days.is_exact else Certainty.RANGE, "written"
        if is_birth(e):
            return None, Certainty.RANGE, "a birthday without a year"
        if e.month and e.day:
            if ref is not None and side is not Side.FUTURE and self._is_month_of_year(e, ref):
                return days_of(2000 + e.day, e.month, None), Certainty.RANGE, "a month and its year"
            when, certainty, reason = self._day_and_month(e, e.month, e.day, side)
            if e.part.startswith("week ") and when is not None:
                return third_of(when, e.part), Certainty.RANGE, reason
            return when, certainty, reason
        if ref is None:
            return None, Certainty.RANGE, "its note has no date"
        if e.month:
            month = third_of(self._recent_month(e, ref, side), e.part)
            return month, Certainty.RANGE, "its year from the note's date"
        if e.day is None:
            return None, Certainty.RANGE, "no date that can be read"
        if e.part == "row":
            return self._day_of_row(e.day, e.start, ref), Certainty.PLACED, "its month from its row"
        if e.relation.endswith(" month"):
            step = {"last": 1, "next": -1}.get(e.relation.split()[0], 0)
            other = months_before(ref.replace(day=1), step)
            return days_of(other.year, other.month, e.day), Certainty.WRITTEN, "its month beside the note's"
        day = self._day_alone(e, ref, side)
        certainty = Certainty.PLACED if day.is_exact else Certainty.RANGE
        return day, certainty, "its month from its neighbours"

    def _is_month_of_year(self, e: TimeExpression, ref: dt.date) -> bool:
        """``DEXA Jan 16``, where notes write the day first (``16 Jan``): a month of a year shortly before."""
        return (
            self._day_first
            and e.weekday < 0
            and e.day is not None
            and 0 <= ref.year - 2000 - e.day <= _YEARS_SHORTENED
            and (e.month, e.day) not in self._case.years
            and _MONTH_AND_YEAR.fullmatch(self._text, e.start, e.end) is not None
        )

    def _day_and_month(
        self, e: TimeExpression, month: int, day: int, side: Side
    ) -> tuple[DayRange | None, Certainty, str]:
        ref = self._ref
        years, near = self._case.years.get((month, day), set()), self._ref or self._case.middle
        if e.relation and ref is not None:
            year = ref.year + {"last": -1, "next": 1}.get(e.relation, 0)
            if self._text[e.start : e.end].lower().endswith("last"):  # ``17th January last``
                told = [y for y in years if days_of(y, month, day).first < ref]
                year = max(told, default=ref.year - (days_of(ref.year, month, day).first >= ref))
            return days_of(year, month, day), Certainty.WRITTEN, "its year beside the note's date"
        if self._last is not None and _RUN_TO.fullmatch(self._text[self._last[1] : e.start]):
            first = self._last[0]
            later = [d for y in (first.year, first.year + 1) if (d := days_of(y, month, day)).first >= first]
            return later[0], Certainty.PLACED, "its year from the date before it"
        if (day_of_line := self._after_line(e, month, day)) is not None:
            return day_of_line, Certainty.PLACED, "its year from the entry before it"
        if self._last is not None and ref is not None and self._last[0] > ref and self._is_listed(e):
            first = self._last[0]
            later = [d for y in (first.year, first.year + 1) if (d := days_of(y, month, day)).first >= first]
            return later[0], Certainty.PLACED, "its year from the date before it"
        if years and near is not None:
            year = min(years, key=lambda y: (abs(days_of(y, month, day).first - near), y))
            if side is Side.FUTURE and -290 < (days_of(year + 1, month, day).first - near).days < 290:
                # ``MMR due after 28th December``, the day of birth.
                year += days_of(year, month, day).first < near - 60 * DAY
            if abs(days_of(year, month, day).first - near) < 300 * DAY:
                return (
                    days_of(year, month, day),
                    Certainty.PLACED,
                    "the same day is written in full elsewhere",
                )
        if near is None:
            return None, Certainty.RANGE, "no note tells the year"
        own_years = [days_of(y, month, day) for y in range(near.year - 2, near.year + 1)]
        if (onward := self._told_onward(e, own_years, near)) is not None:
            return onward, Certainty.PLACED, "its year from the time before it"
        if (neighbour := self._after_neighbour(e, near)) is not None:
            return neighbour, Certainty.PLACED, "its year from the date before it"
        return self._nearest(e, near, side), Certainty.PLACED, "its year from the note's date"

    def _is_listed(self, e: TimeExpression) -> bool:
        """Whether a date stands in a list right behind another."""
        return self._last is not None and _LISTED.fullmatch(self._text[self._last[1] : e.start]) is not None

    def _after_line(self, e: TimeExpression, month: int, day: int) -> DayRange | None:
        """A day that begins a line, in the year that brings it nearest to the one that begins a line before
        it; None where none does, or where its weekday is another."""
        if self._line is None or not begins_entry(self._text, e.start):
            return None
        last = self._line[0]
        choices = [days_of(y, month, day) for y in (last.year - 1, last.year, last.year + 1)]
        nearest = min(choices, key=lambda c: abs(c.first - last))
        return nearest if e.weekday < 0 or nearest.first.weekday() == e.weekday else None

    def _after_neighbour(self, e: TimeExpression, near: dt.date) -> DayRange | None:
        """The day that follows a date long ago in the same paragraph; None where there is none, and where a
        new sentence tells a day shortly before the note.

        ``in September of last year, and in rehabilitation until 29 October``.
        """
        if (
            self._last is None
            or "\n\n" in self._text[self._last[1] : e.start]
            or e.start - self._last[1] > 160
        ):
            return None
        last = self._last[0]
        if (near - last).days < 200 or e.month is None:
            return None
        recent = [days_of(y, e.month, e.day).first for y in (near.year - 1, near.year)]
        if self._last[1] <= self._sentence_start(e.start) and any(0 <= (near - d).days < 60 for d in recent):
            return None
        choices = [days_of(y, e.month, e.day) for y in (last.year, last.year + 1)]
        later = [c for c in choices if 0 <= (c.first - last).days < 200]
        return later[0] if later else None

    def _day_alone(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
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
            if right:
                return min(right, key=lambda c: abs(c.first - ref))
        if self._line is not None and side is not Side.FUTURE and begins_entry(self._text, e.start):
            last = self._line[0]
            months_on = [months_before(last.replace(day=1), -n) for n in (0, 1)]
            onward = [d for m in months_on if (d := days_of(m.year, m.month, e.day)).first >= last]
            if onward and (onward[0].first - last).days < _MONTH_OF_ENTRIES and _is_in_diary(self._text, e):
                return onward[0]
        if self._run is not None and self._run[1] > self._sentence_start(e.start):
            run = self._run[0]  # ``23 Dec-1 Jan, but for the 27th``
            around = [days_of(d.year, d.month, e.day) for d in months]
            if within := [c for c in around if run.first <= c.first <= run.last]:
                return within[0]
        earlier, own, later = (days_of(d.year, d.month, e.day) for d in months[12:15])
        before = own if own.first <= ref else earlier
        following = own if own.first > ref else later
        if (
            re.search(r"\bby\s+(?:the\s+)?$", self._text[: e.start][-10:])
            and ref - before.first < following.first - ref
        ):
            side = Side.PAST  # ``clearing by the 20th``
        if side is Side.OPEN and _is_much_nearer(own, earlier, ref):
            side = Side.FUTURE if own.first > ref else Side.PAST
        if side is Side.FUTURE:
            choices = [c for c in (own, later) if c.first >= ref] or [own]
        else:
            choices = [c for c in (own, earlier) if c.first <= ref + DAY] or [own]
        told, end = self._last or (ref, -1)
        begins = self._sentence_start(e.start)
        if self._month is not None and self._month[2] > max(end, begins):
            return days_of(self._month[0], self._month[1], e.day)
        near = days_of(told.year, told.month, e.day)
        if end > begins:
            following_month = days_of(*_next_month(told), e.day)
            if near.first < told and _RUN_TO.fullmatch(self._text[end : e.start]):
                return following_month  # ``from Hogmanay to the 3rd``
            back = _BACK_TO.search(self._text[end : e.start])
            if near.first < told and side is not Side.FUTURE and following_month.first <= ref and not back:
                # ``since 27 March, so missed on the 1st``: the words do not tell which month.
                return DayRange(near.first, following_month.first)
            return near
        runs_on = self._last is not None and told <= near.first <= ref
        written = any(c.first.year in self._case.years.get((c.first.month, c.first.day), ()) for c in choices)
        if side is Side.OPEN and not (runs_on or written) and following.first - ref < ref - before.first:
            return DayRange(before.first, following.first)  # the nearer of the two lies ahead
        if side is not Side.FUTURE and 0 <= (ref - choices[0].first).days < 21:
            return choices[0]  # shortly before the note
        if self._last is not None and near.first >= told:
            choices.append(near)
        years = self._case.years
        known = [c for c in choices if c.first.year in years.get((c.first.month, c.first.day), ())]
        return (known or choices)[0]

    def _day_of_row(self, day: int, at: int, ref: dt.date) -> DayRange:
        """A day of a row without its month: the next after the one before it, the first the nearest to the
        note or the day before."""
        told, end = self._last or (ref, -1)
        follows = end >= 0 and "\n" not in self._text[end:at] and not self._text[end:at].strip(" |\t")
        months = [months_before(told.replace(day=1), n) for n in (1, 0, -1)]
        choices = [days_of(m.year, m.month, day) for m in months]
        if follows:
            return next(c for c in choices if c.first > told)
        own = self._own_month
        if own is not None:
            return days_of(own.year, own.month, day)
        return min(choices, key=lambda c: abs(c.first - told))

    def _sentence_start(self, at: int) -> int:
        return max(self._text.rfind(stop, 0, at) for stop in (". ", "\n", "; "))

    def _nearest(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        years = (ref.year - 1, ref.year, ref.year + 1)
        choices = [days_of(y, e.month, e.day) for y in years]
        if self._either_order and (e.day or 13) <= 12 and _FIGURES.fullmatch(self._text[e.start : e.end]):
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
            due = _SURELY_DUE.search(self._text[max(0, e.start - 40) : e.start])
            just_been = not due and nearest.first <= ref and (ref - nearest.first).days < 120
            return nearest if ahead >= 290 or (just_been and ahead > 240) else later[0]
        latest = [c for c in choices if c.first <= ref + 2 * DAY][-1]
        back = (ref - latest.first).days
        if side is Side.OPEN and back > 60 and len(inside := self._case.within(choices)) == 1:
            return inside[0]
        since = re.search(r"\bsince\s+$", self._text[: e.start][-8:], re.IGNORECASE)
        if back > (330 if since else 280) or (side is Side.OPEN and back > 240):
            return nearest  # an entry that was added later
        if back > 200 and not since and not self._case.within([latest]) and self._case.within([nearest]):
            return nearest  # a note that its first day heads
        return latest

    def _recent_month(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        assert e.month is not None
        if e.relation in ("that year", "following year") and self._month is not None:
            return days_of(self._month[0] + (e.relation == "following year"), e.month, None)
        if (told := self._from_told(e, lambda y: days_of(y, e.month, None))) is not None:
            return told
        if e.relation in _TWO_STEPS:
            return _two_steps(e.relation, ref, lambda y: days_of(y, e.month, None))
        if e.relation == "that" and len(years := self._case.months.get(e.month, ())) == 1:
            return days_of(min(years), e.month, None)
        if e.relation in _YEAR_BESIDE:
            return days_of(ref.year + _YEAR_BESIDE[e.relation], e.month, None)
        if e.relation == "this":
            return days_of(ref.year, e.month, None)
        choices = [days_of(y, e.month, None) for y in (ref.year - 1, ref.year, ref.year + 1)]
        if e.relation in ("last", "previous"):
            return [c for c in choices if c.last < ref][-1]
        if e.relation == "next":
            return next(c for c in choices if c.first > ref)
        if self._told is not None and _RUN_OR.fullmatch(self._text[self._told[1] : e.start]):
            first = self._told[0].first  # ``November to January``
            ends_in = [days_of(y, e.month, None) for y in (first.year, first.year + 1)]
            return next(c for c in ends_in if c.first > first)
        ends = re.search(r"\b(?:by|until|till)\s+(?:the\s+)?$", self._text[: e.start][-12:]) is not None
        return self._beside_note(choices, ref, side, ends=ends)

    def _recent_season(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        if e.relation in _YEAR_BESIDE:
            return season_days(e.name, ref.year + _YEAR_BESIDE[e.relation], southern=self._case.southern)
        names = time_words().several.get(e.name.replace("-", " "), (e.name,))
        choices = sorted(
            (
                season_days(name, y, exact=True, southern=self._case.southern)
                for y in range(ref.year - 2, ref.year + 2)
                for name in names
            ),
            key=lambda c: c.first,
        )
        if (told := self._from_told(e, lambda y: self._season(e.name, y))) is not None:
            return told
        if e.relation in _TWO_STEPS:
            return _two_steps(e.relation, ref, lambda y: self._season(e.name, y))
        if e.relation == "next":
            return next(c for c in choices if c.first > ref)
        if e.relation == "this":
            return min(choices, key=lambda c: abs(c.middle - ref))
        if e.relation in ("last", "previous"):
            return [c for c in choices if c.last < ref][-1]
        return self._beside_note(choices, ref, side)

    def _season(self, name: str, year: int) -> DayRange:
        return season_days(name, year, exact=True, southern=self._case.southern)

    def _from_told(self, e: TimeExpression, in_year: Callable[[int], DayRange]) -> DayRange | None:
        """The month, season or holiday that is meant by the time told before it: ``that November``, ``the
        following spring``, ``the Christmas before``; None where none is told nearby.

        Args:
            e: the expression.
            in_year: its days in a year.
        """
        if e.relation not in ("that", "following", "previous") or self._told is None:
            return None
        told, end = self._told
        if e.start - end > _NEAR_BY or "\n\n" in self._text[end : e.start]:
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
        has_passed = self._ref is None or meant.first <= self._ref
        return meant if has_passed else None

    def _recent_holiday(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        years = range(ref.year - 1, ref.year + 2)
        country = self._case.country
        if e.name == "bank holiday":
            days = [d for y in years for d in bank_holidays(y, e.month, e.part.split(" ")[0], country)]
            days = days or [days_of(y, e.month, None) for y in years]
            choices = [beside_holiday(e, day) for day in days]
        else:
            names = TWO_FEASTS.get(e.name, (e.name,))
            days = sorted(
                (holiday_days(n, y, country) for y in years for n in names), key=lambda day: day.first
            )
            choices = [beside_holiday(e, day) for day in days]
        if (same := self._date_of_holiday(e, choices)) is not None:
            return same
        if not e.number and (near := self._one_of_its_days(e, ref)) is not None:
            return near
        if e.name != "bank holiday":
            told = self._from_told(e, lambda y: holiday_days(e.name, y, country))
            if told is not None:
                return told
            if e.relation in _TWO_STEPS:
                return _two_steps(e.relation, ref, lambda y: holiday_days(e.name, y, country))
        if e.relation in _YEAR_BESIDE:
            return next(c for c in choices if c.middle.year == ref.year + _YEAR_BESIDE[e.relation])
        if e.relation == "this":
            return min(choices, key=lambda c: abs(c.middle - ref))
        if e.relation in ("last", "previous"):
            return [c for c in choices if c.middle < ref][-1]
        if self._told is not None and e.name != "bank holiday":
            years = range(self._told[0].first.year, self._told[0].first.year + 2)
            choices_of_told = [
                beside_holiday(e, holiday_days(n, y, country))
                for y in years
                for n in TWO_FEASTS.get(e.name, (e.name,))
            ]
        else:
            choices_of_told = choices
        if not e.relation and (onward := self._told_onward(e, choices_of_told, ref)) is not None:
            return onward
        if side is Side.OPEN and e.relation != "next":
            before, after = _around(choices, ref)
            if after.is_exact and ref - before.last >= _FAR_AHEAD and after.first - ref <= _JUST_BEEN:
                return after
            inside = self._case.within((before, after))
            return inside[0] if len(inside) == 1 else _one_or_both(before, after, ref)
        told_later = any(day > ref for day, _ in self._mentioned)
        nearest = min(choices, key=lambda c: abs(c.middle - ref))
        if self._numbered and self._day_of_entry(e.start) is not None:
            return nearest
        ends = told_later or _TOWARDS.search(self._text[: e.start][-20:]) is not None
        return self._beside_note(choices, ref, side, ends=ends)

    def _told_onward(self, e: TimeExpression, choices: Sequence[DayRange], ref: dt.date) -> DayRange | None:
        """What follows a time long ago in the same sentence: ``ill in March of last year and in hospital from
        Easter``; None where none is told there."""
        if self._told is None or self._told[1] <= self._sentence_start(e.start):
            return None
        told = self._told[0]
        if (ref - told.last).days < _LONG_AGO:
            return None
        later = [c for c in choices if 0 <= (c.first - told.first).days < _LONG_AGO and c.first <= ref]
        return later[0] if later else None

    def _one_of_its_days(self, e: TimeExpression, ref: dt.date) -> DayRange | None:
        """The one near the day of its entry of several days on which the parts of a country keep a holiday;
        None where that does not tell."""
        told = self._mentioned[-1][0] if self._mentioned else None
        if told is None or self._day_of_entry(e.start) is None or e.name == "bank holiday":
            return None
        days = [
            d
            for y in (told.year - 1, told.year, told.year + 1)
            for d in days_of_holiday(e.name, y, self._case.country)
        ]
        near = [d for d in days if abs(d - told) <= _NEAR_ENTRY]
        others = [d for d in days if abs(d - told) <= 3 * _NEAR_ENTRY]
        several = len(days_of_holiday(e.name, told.year, self._case.country)) > 1
        return DayRange(near[0], near[0]) if several and len(near) == len(others) == 1 else None

    def _date_of_holiday(self, e: TimeExpression, choices: Sequence[DayRange]) -> DayRange | None:
        """The date right before a holiday that is its day: ``11/5/2019 (Election Day)``; None for none."""
        if self._last is None or not _APPOSED.fullmatch(self._text[self._last[1] : e.start]):
            return None
        day, names = self._last[0], TWO_FEASTS.get(e.name, (e.name,))
        if e.name != "bank holiday":
            years = range(day.year - 1, day.year + 2)
            choices = [
                beside_holiday(e, holiday_days(n, y, self._case.country)) for y in years for n in names
            ]
        return DayRange(day, day) if any(c.first <= day <= c.last for c in choices) else None

    def _beside_note(
        self, choices: Sequence[DayRange], ref: dt.date, side: Side, *, ends: bool = False
    ) -> DayRange:
        """The last before the note or the next after it. Where the side is open: the one that lies among the
        notes, else the last, unless the next is much nearer."""
        before, after = _around(choices, ref)
        if side is Side.FUTURE:
            has_just_been = ref - before.last <= _JUST_BEEN and after.first - ref >= _FAR_AHEAD
            if before.last - before.first < _FEW_DAYS:
                return before if has_just_been else after
            return before if before.first <= ref <= before.last else after
        if side is Side.OPEN:
            if len(inside := self._case.within((before, after))) == 1:
                return inside[0]
            if _is_much_nearer(after, before, ref):
                return after
        elif ends and ref - before.last >= _FAR_AHEAD and after.first - ref <= _JUST_BEEN:
            return after  # ``weaned by mid June``
        return before


_SURELY_DUE = re.compile(
    r"\b(?:ed[dc]|due|will|shall|booked|next|until|till|expires?|from)\b[^.;\n]*$", re.IGNORECASE
)
_COLUMN_BEHIND = re.compile(r"[ ]{2}|\t|[ ]?[:–-][ ]|,?[ ](?:\d{1,2}[:.]?\d\d)\b")
"""Behind the weekday that begins an entry."""
_NEAR_DATE = 45
"""Characters between a date and the weekday that names it."""
_NEW_CLAUSE = re.compile(
    r"[.;\n]|\b(?:and|then|again|next|but|until|till|to|by|since|before|after)\b|[-–]", re.IGNORECASE
)
_FASTING = re.compile(
    r"\b(?:npo|nbm|nil by mouth|nil per os|fast(?:ed|ing)?|midnight|starve\w*)\b[^.;\n]*$", re.IGNORECASE
)
"""Before the evening before an operation."""
_HEAD_OF_LETTER, _DICTATED_AFTER = 400, 14
_DEAR = re.compile(r"\n[ \t]*Dear\b")
_DICTATED = re.compile(r"\bdictated\W*(?:on\s+)?(?:the\s+)?$", re.IGNORECASE)
_HAS_TEXT = re.compile(r"[^\n]{0,20}?[A-Za-z]{2}")
"""Behind the date of an entry, and not behind one that stands alone in its line."""


def _is_in_diary(text: str, e: TimeExpression) -> bool:
    """Whether a day of the month leads its line as the days of a diary do."""
    return re.match(r"[ ]{2}|\t|[ ]?[:–-][ ]", text[e.end : e.end + 4]) is not None


_HEADS_OF_ENTRIES = (TimeKind.DATE, TimeKind.WEEKDAY, TimeKind.HOLIDAY)
_HOUR = re.compile(r"[ T,(]*(?:(?:[01]\d|2[0-3])[:.h]?|\d[:.])[0-5]\d\b|[ ]?:\s")
"""Behind the day of an entry: ``1/25 0910 callback``, ``29.12.22: reached``."""
_COPIED = re.compile(
    r"\b(?:copied(?: forward)?|c/f|b/f|(?:carried|brought) forward|pasted)\s+from\s+(?:the\s+)?"
    r"(?:(?:note|entry|summary)\s+(?:of|dated)\s+)?$",
    re.IGNORECASE,
)
"""Before the day that text was copied from."""


def _end_of_copy(text: str, start: int) -> int:
    """Where copied text ends: at its closing quote, at words that say so, else with its bracket or
    paragraph."""
    if quote := re.compile(r"[^\"“\n]{0,60}\n?[\"“]([^\"”]*)[\"”]").match(text, start):
        return quote.end()
    ends = re.compile(r"\bend (?:of )?cop|\]|\n\n", re.IGNORECASE).search(text, start)
    return ends.start() if ends else len(text)


_APPOSED = re.compile(r"[ ]?[,(=][ ]?(?:the[ ])?|[ ][-–][ ]|[ ]{1,3}\(?(?:the[ ])?")
_LISTED = re.compile(r"\s*(?:,|&|\band\b|,\s*and\b|\bor\b)\s*(?:then\s+|on\s+)*", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_INLINE, _INLINE_HEAD = re.compile(r"[.;]\s+$"), re.compile(r"[ ]?[:–-][ ]")
"""``Day 33: first feed. Sat: better.``: entries of one line."""
_LONG_AGO = 200
_OUTDENTED = re.compile(r"\n[A-Za-z]")
"""What ends an indented list of entries."""
_UNTIL = re.compile(r"\b(?:until|till|til|by)\s+(?:the\s+)?$", re.IGNORECASE)
_ORDERED = re.compile(
    r"\d\s?(?:mg|mcg|g|ml|units?|tabs?)\b|\b(?:bd|od|tds|qds|bid|tid|qid|daily|continue|take|off work|"
    r"review|return|will|please|to be|f/?u|follow)\b",
    re.IGNORECASE,
)
"""In a sentence of a note of discharge that tells what is to come."""
_BEFORE_ADMISSION = re.compile(
    r"\b(?:PTA|(?:prior to|before) (?:admission|presentation|adm|arrival|coming in))\b", re.IGNORECASE
)
_NEAR_ENTRY = 30 * DAY
_UP_TO = re.compile(r"\b(?:by|until|till|til|to)\s+$", re.IGNORECASE)
"""``faces by the Thursday``: after what was told before."""
_TOWARDS = re.compile(r"\b(?:by|until|till|after|before|around|about)\s+(?:the\s+)?$", re.IGNORECASE)
_RUN_OR = re.compile(r"\s*(?:-|–|/|to|until|till|through)\s*(?:the\s+)?", re.IGNORECASE)
_RUN_TO = re.compile(r"\s*(?:-|–|to|until|till|through)\s*(?:the\s+)?", re.IGNORECASE)
_BACK_TO = re.compile(r"\b(?:after|following|before|post|s/p)\b", re.IGNORECASE)


_TWO_STEPS = ("before last", "after next")


def _two_steps(relation: str, ref: dt.date, in_year: Callable[[int], DayRange]) -> DayRange:
    """``the summer before last``, ``the Easter after next``."""
    choices = [in_year(y) for y in range(ref.year - 4, ref.year + 4)]
    if relation == "before last":
        return [c for c in choices if c.last < ref][-2]
    return [c for c in choices if c.first > ref][1]


def _next_month(date: dt.date) -> tuple[int, int]:
    return date.year + date.month // 12, date.month % 12 + 1


def _around(choices: Sequence[DayRange], ref: dt.date) -> tuple[DayRange, DayRange]:
    """The last of some days that has begun, and the next; of the ends each where there is none."""
    begun = [c for c in choices if c.first <= ref]
    to_come = [c for c in choices if c.first > ref]
    return (begun or to_come)[-1], (to_come or begun)[0]


def _is_much_nearer(a: DayRange, b: DayRange, ref: dt.date) -> bool:
    return 3 * abs(a.middle - ref) < abs(b.middle - ref)


def _one_or_both(before: DayRange, after: DayRange, ref: dt.date) -> DayRange:
    """The much nearer of two, else the range that holds both."""
    if _is_much_nearer(before, after, ref):
        return before
    return after if _is_much_nearer(after, before, ref) else DayRange(before.first, after.last)


def months_before(date: dt.date, months: int) -> dt.date:
    """The same day of an earlier month, or the last day of a shorter one."""
    at = date.year * 12 + date.month - 1 - months
    year, month = divmod(at, 12)
    return dt.date(year, month + 1, min(date.day, calendar.monthrange(year, month + 1)[1]))


def _ago(e: TimeExpression, ref: dt.date) -> DayRange:
    days = []
    for n in (e.number, e.last_year):
        if e.unit in ("day", "week"):
            days.append(ref - DAY * n * (7 if e.unit == "week" else 1))
        else:
            days.append(months_before(ref, n * (12 if e.unit == "year" else 1)))
    slack = 0 if e.part == "exact" else _SLACK[e.unit] or (1 if e.part else 0)
    return DayRange(min(days) - slack * DAY, min(max(days) + slack * DAY, ref))


def _ago_certainty(e: TimeExpression) -> Certainty:
    exact = (e.unit == "day" and not e.part and e.number == e.last_year) or e.part == "exact"
    return Certainty.WRITTEN if exact else Certainty.RANGE


def _period(e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
    if e.unit == "weekend" and e.relation in ("this", "the"):
        return _weekend(e.relation, ref, side)
    if e.relation == "until now":  # ``over the past week``
        months = {"month": 1, "year": 12}.get(e.unit, 0)
        return DayRange(months_before(ref, months) if months else ref - 7 * DAY, ref)
    step = {"next": 1, "after": 1, "this": 0}.get(e.relation, -1) + e.weeks
    if e.unit in ("week", "weekend"):
        monday = ref - DAY * ref.weekday() + 7 * step * DAY
        if e.unit == "weekend":
            return DayRange(monday + 5 * DAY, monday + 6 * DAY)
        first, last = _PARTS_OF_WEEK.get(e.part, (0, 6))
        period = DayRange(monday + first * DAY, monday + last * DAY)
    elif e.unit == "month":
        other = months_before(ref.replace(day=1), -step)
        period = third_of(days_of(other.year, other.month, None), e.part)
    else:
        period = third_of(days_of(ref.year + step, None, None), e.part)
    if e.part == "earlier":
        return DayRange(period.first, min(period.last, max(ref, period.first)))
    return DayRange(max(period.first, min(ref, period.last)), period.last) if e.part == "later" else period


_PARTS_OF_WEEK = {"early": (0, 2), "mid": (1, 3), "late": (3, 6)}
"""Days of a week from Monday."""


def _weekend(word: str, ref: dt.date, side: Side) -> DayRange:
    """``the weekend``, ``this weekend``: the last or the coming one; a note of a weekend means its own by
    ``this``."""
    coming = side is Side.FUTURE or (word == "this" and side is Side.OPEN)
    saturday = ref + (5 - ref.weekday()) * DAY
    if word == "this" and ref.weekday() >= 5:
        return DayRange(saturday, saturday + DAY)
    saturday += (7 if saturday <= ref else 0) * DAY if coming else -7 * DAY
    return DayRange(saturday, saturday + DAY)
