"""Places what expressions of time mean: each note's own day, and the days that every expression may mean."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from chartveil.case_report.model import CaseNote, Certainty, DayRange
from chartveil.case_report.times.counting import (
    own_days_by_count,
    with_births,
    with_counted_days,
    with_known_births,
)
from chartveil.case_report.times.events import DatedNote, PlacedTime, begins_entry, is_numbered
from chartveil.case_report.times.expressions import (
    TimeExpression,
    TimeKind,
    find_times,
    is_birth,
    writes_days_first,
)
from chartveil.case_report.times.holidays import (
    DAY,
    bank_holidays,
    beside_holiday,
    days_of,
    holiday_days,
    season_days,
    third_of,
    weekday_of_month,
)
from chartveil.case_report.times.moon_feasts import TWO_FEASTS
from chartveil.case_report.times.note_days import OwnDay, own_day, with_years
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
_LEAD_IN = re.compile(
    r"(?:(?:on|in|at|by|since|until|of|for|from|over|during|the|that|this|last|next|an?|early|late|mid|about|around|week|"
    r"w/c|commencing|beginning|day|before|after)[\s-]+)+",
    re.IGNORECASE,
)
"""Words that an expression of time may begin with in one version of its forms and not in another."""
_APPOSITION = re.compile(
    r"(?:[ ]?[,(][ ](?:the[ ])?|[ ]\((?:the[ ])?|[ ]?[=–-][ ]?|[ ]{1,5}|\t)"
    r"(?:(?:i\.?e\.?|viz\.?|namely),?[ ])?(?:an?[ ])?"
)
_AGO_IN = re.compile(r",?\s+(?:back\s+)?(?:in|on|around|about|during)\s+(?:the\s+)?")
"""What may stand between ``two years ago`` and its month."""
_YEAR = 366
_MARGIN = dt.timedelta(21)
"""What is told without a year lies, if nothing else tells, between the first and last note, or this near."""
_NEAR_BY = 300
"""Characters between a time and the one that it is told from (``the Monday before``)."""
_YEAR_BESIDE = {"last year": -1, "next year": 1}
_WEEKDAY_TELLS = 70 * DAY
"""A weekday with a day of the month (``Thursday 24th``) that fits only farther off than this is meant on the
other side."""
_JUST_BEEN, _FAR_AHEAD = 60 * DAY, 300 * DAY
"""A feast that was some days ago is meant, whatever the words around it say, and not the one in a year."""
_SLACK = {"day": 0, "week": 3, "month": 15, "year": 183}
"""Days to either side of ``n units ago``."""


def date_notes(
    notes: Sequence[CaseNote],
    decided_notes: Mapping[str, DayRange] | None = None,
    decided: Mapping[str, DayRange] | None = None,
) -> list[DatedNote]:
    """All notes with their days and times, in the order of their days; those without a day stand last.

    Args:
        notes: of one patient.
        decided_notes: days of notes by id, as a person said.
        decided: days of expressions by ``note:start``, as a person said.
    """
    votes = {n.id: writes_days_first(n.text) for n in notes}
    usual = list(votes.values())
    most = usual.count(True) > usual.count(False)
    order = {id: most if vote is None else vote for id, vote in votes.items()}
    open_order = usual.count(True) == usual.count(False)
    read = {n.id: find_times(n.text, n.spans, day_first=order[n.id]) for n in notes}
    known = {
        (e.month, e.day)
        for times in read.values()
        for e in times
        if e.kind is TimeKind.DATE and e.month and e.day and not is_birth(e)
    }
    written = {
        days_first: {
            form.format(*((d, m) if days_first else (m, d))) for m, d in known for form in _BARE_FORMS
        }
        for days_first in (True, False)
    }
    read = {
        n.id: find_times(n.text, n.spans, day_first=order[n.id], known_days=written[order[n.id]])
        for n in notes
    }
    read = with_known_births(read)
    own = {n.id: own_day(n, read[n.id], (decided_notes or {}).get(n.id)) for n in notes}
    for n in notes:
        # ``Ward round 2/3``: nothing but its place at the head says that it is a day.
        if own[n.id][:2] == (None, None) and (m := _TITLE_DAY.match(n.text)):
            known_here = {*written[order[n.id]], m[1]}
            read[n.id] = find_times(n.text, n.spans, day_first=order[n.id], known_days=known_here)
            own[n.id] = own_day(n, read[n.id], None)
    own = with_years(notes, own, read)
    country = _country(notes, months_first=not most and False in usual)
    case = _CaseDays(read, own, country)

    def placed_with(case: _CaseDays) -> list[DatedNote]:
        placed = []
        for note in notes:
            either = open_order and votes[note.id] is None
            placer = _NotePlacer(
                note,
                own[note.id][0],
                case,
                either_order=either,
                day_first=order[note.id] and False not in usual,
            )
            times = _placed_times(placer, note, read[note.id], own[note.id], decided or {})
            placed.append(DatedNote(note, *own[note.id], times))
        return placed

    placed = placed_with(case)
    if counted := own_days_by_count(placed):
        own |= {id: (day, None, "counted at its head") for id, day in counted.items()}
        case = _CaseDays(read, own, country)
        placed = placed_with(case)
    if case.learn(placed):
        placed = placed_with(case)
    placed = [_with_appositions(n, southern=case.southern) for n in with_counted_days(with_births(placed))]
    last = dt.date.max
    return sorted(
        placed, key=lambda n: (n.when.first if n.when else last, n.when.last if n.when else last, n.note.name)
    )


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
    at: _NotePlacer,
    note: CaseNote,
    read: Sequence[TimeExpression],
    own: OwnDay,
    decided: Mapping[str, DayRange],
) -> tuple[PlacedTime, ...]:
    when, expression, _ = own
    times = []
    for e in read:
        time = at.place(e)
        if said := _said_of(e, note, decided):
            time = replace(time, when=said, certainty=Certainty.DECIDED, reason="a person said so")
        elif expression is e and when is not None:
            time = replace(time, when=when)
        times.append(time)
        at.passed(time)
    return tuple(times)


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
_EXACT_KINDS = (TimeKind.DATE, TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY, TimeKind.NOTE_DAY)


def _with_appositions(note: DatedNote, *, southern: bool) -> DatedNote:
    """A weekday right beside a date or a counted day is that day: ``Sunday, POD 5``, ``15 October, the
    Thursday after Thanksgiving``.

    Args:
        note: with its times.
        southern: whether seasons are those of the southern half of the world.
    """
    times = list(note.times)
    for n, (a, b) in enumerate(pairwise(note.times)):
        between = note.note.text[a.expression.end : b.expression.start]
        beside = _APPOSITION.fullmatch(between) or (
            a.expression.kind is TimeKind.AGO and _AGO_IN.fullmatch(between)
        )
        if (day := _last_weekday(times[n], b, between)) is not None:
            times[n + 1] = replace(b, when=day, certainty=Certainty.PLACED, reason="the weekday beside it")
        elif (day := _first_weekday(a, b, between)) is not None:
            times[n] = replace(a, when=day, certainty=Certainty.PLACED, reason="the weekday beside it")
        elif beside and _is_same_day(a, b):
            times[n] = replace(a, when=b.when, certainty=Certainty.PLACED, reason="the date beside it")
        elif beside and (weeks_ago := _weekday_of_weeks(a, b)) is not None:
            times[n], times[n + 1] = weeks_ago
        elif beside and Certainty.DECIDED not in (a.certainty, b.certainty):
            times[n + 1] = _beside(a, b, southern=southern) or times[n + 1]
    for n, t in enumerate(times):
        e = t.expression
        weekday = e.number if e.kind is TimeKind.WEEKDAY else e.weekday
        if e.kind not in (TimeKind.WEEKDAY, TimeKind.HOLIDAY) or weekday < 0 or e.year or e.relation:
            continue
        if t.certainty is Certainty.DECIDED:
            continue
        for other in (*times[n + 1 : n + 2], *times[max(n - 1, 0) : n]):
            first, second = sorted((e, other.expression), key=lambda x: x.start)
            kinds = (*_EXACT_KINDS, TimeKind.HOLIDAY) if e.kind is TimeKind.WEEKDAY else _EXACT_KINDS
            day = other.when if other.expression.kind in kinds else None
            fits = day is not None and day.is_exact and day.first.weekday() == weekday
            if fits and _APPOSITION.fullmatch(note.note.text[first.end : second.start]):
                times[n] = replace(t, when=day, certainty=Certainty.PLACED, reason="the date beside it")
                break
    return replace(note, times=tuple(times))


_RUN = re.compile(r"\s?(?:-|–|to|until|through)\s?")


def _first_weekday(a: PlacedTime, b: PlacedTime, between: str) -> DayRange | None:
    """The first of two weekdays that are a run whose last is known: ``Monday to Thursday last week``."""
    weekdays = a.expression.kind is b.expression.kind is TimeKind.WEEKDAY
    if not weekdays or not _RUN.fullmatch(between.lower()) or a.certainty is Certainty.DECIDED:
        return None
    if b.when is None or not b.when.is_exact or a.expression.relation or not b.expression.relation:
        return None
    day = b.when.first - ((b.expression.number - a.expression.number) % 7 or 7) * DAY
    return DayRange(day, day)


def _last_weekday(a: PlacedTime, b: PlacedTime, between: str) -> DayRange | None:
    """The last of two weekdays that are a run whose first is known: ``fever Thu-Sat``."""
    weekdays = a.expression.kind is b.expression.kind is TimeKind.WEEKDAY
    if not weekdays or not _RUN.fullmatch(between.lower()) or b.certainty is Certainty.DECIDED:
        return None
    if a.when is None or not a.when.is_exact or b.expression.relation or b.expression.unit:
        return None
    day = a.when.first + ((b.expression.number - a.expression.number) % 7 or 7) * DAY
    return DayRange(day, day)


def _is_same_day(a: PlacedTime, b: PlacedTime) -> bool:
    """Whether a number of weeks ago is the day that stands beside it: ``six weeks ago, on May 1``."""
    if a.when is None or b.when is None:
        return False
    ago = a.expression.kind is TimeKind.AGO and b.expression.kind is TimeKind.DATE
    exact = b.when.is_exact and a.certainty is not Certainty.DECIDED
    return ago and exact and a.when.first <= b.when.first <= a.when.last


def _weekday_of_weeks(a: PlacedTime, b: PlacedTime) -> tuple[PlacedTime, PlacedTime] | None:
    """Weeks ago and the weekday beside it, as one day: ``3 weeks ago (Tues)``; None where it is not that."""
    first, second = a.expression, b.expression
    if first.kind is not TimeKind.AGO or second.kind is not TimeKind.WEEKDAY or second.relation:
        return None
    if a.when is None or first.unit not in ("day", "week") or Certainty.DECIDED in (a.certainty, b.certainty):
        return None
    if first.unit == "day" and a.when.is_exact and a.when.first.weekday() != second.number:
        return None
    day = a.when.middle + ((second.number - a.when.middle.weekday() + 3) % 7 - 3) * DAY
    both = DayRange(day, day)
    placed = [
        replace(t, when=both, certainty=Certainty.PLACED, reason="the weekday beside it") for t in (a, b)
    ]
    return placed[0], placed[1]


def _beside(a: PlacedTime, b: PlacedTime, *, southern: bool) -> PlacedTime | None:
    """The second of two times as the first tells it: ``Burns Night (the 25th)``, ``a year ago, in May``."""
    first, second = a.expression, b.expression
    if a.when is None:
        return None
    if second.kind is TimeKind.TREATMENT_DAY and b.when is None and a.when.is_exact:
        return replace(b, when=a.when, certainty=Certainty.PLACED, reason="the day beside it")
    if first.kind is TimeKind.AGO and b.when is not None and b.when.is_exact:
        return None
    years_ago = first.kind is TimeKind.AGO and first.unit == "year" and not (second.year or second.relation)
    if years_ago and second.kind is TimeKind.SEASON:
        middle = a.when.middle
        seasons = [
            season_days(second.name, y, exact=True, southern=southern)
            for y in range(middle.year - 2, middle.year + 2)
        ]
        season = third_of(min(seasons, key=lambda c: abs(c.middle - middle)), second.part)
        return replace(b, when=season, reason="its year from the time before it")
    if second.kind is not TimeKind.DATE or second.year or is_birth(second):
        return None
    day_alone = second.day is not None and second.month is None
    if first.kind is TimeKind.HOLIDAY and day_alone and a.when.is_exact and a.when.first.day == second.day:
        return replace(b, when=a.when, certainty=Certainty.PLACED, reason="the holiday beside it")
    if years_ago and second.month and second.day is None:
        middle = a.when.middle
        years = (middle.year - 1, middle.year, middle.year + 1)
        month = min((days_of(y, second.month, None) for y in years), key=lambda c: abs(c.middle - middle))
        return replace(b, when=month, reason="its year from the time before it")
    return None


# One note


class _CaseDays:
    """What all notes of a case tell of days: which year a day and month has."""

    def __init__(
        self,
        read: Mapping[str, Sequence[TimeExpression]],
        own: Mapping[str, OwnDay],
        country: str,
    ) -> None:
        self.country = country
        self.southern = country in time_words().southern
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


class _NotePlacer:
    """Places the times of one note, in their order."""

    def __init__(
        self,
        note: CaseNote,
        when: DayRange | None,
        case: _CaseDays,
        *,
        either_order: bool = False,
        day_first: bool = False,
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
        self._slack = (when.last - when.first) / 2 if when else dt.timedelta(0)
        self._month: tuple[int, int, int] | None = None

    def passed(self, time: PlacedTime) -> None:
        """Remembers a time, for ``the 9th`` and ``the Monday before`` after it."""
        e, when = time.expression, time.when
        if when is None or is_birth(e):
            return
        if when.is_exact:
            self._mentioned.append((when.first, e.end))
        if e.month and when.last - when.first < 32 * DAY:
            self._month = (when.first.year, when.middle.month, e.end)
        if when.is_exact and e.kind in (TimeKind.DATE, TimeKind.HOLIDAY):
            self._last = (when.first, e.end)
        if not when.is_exact or e.kind not in (TimeKind.DATE, TimeKind.WEEKDAY):
            return
        if _COPIED.search(self._text[max(0, e.start - 60) : e.start]):
            self._copy = (when.first, e.end, _end_of_copy(self._text, e.end))
            return
        numbered = is_numbered(self._text, e.start)
        goes_on = e.kind is TimeKind.DATE or self._entry is not None
        hour = _HOUR.match(self._text, e.end)
        tells = numbered or (e.start > _HEAD_OF_NOTE and (hour or time.side is not Side.FUTURE))
        if goes_on and tells and begins_entry(self._text, e.start):
            self._entry = (when.first, e.end)
            self._numbered = numbered

    def _day_of_entry(self, at: int) -> dt.date | None:
        """The day of the entry that a place is in, where a note is a diary: its lines begin with dates."""
        if self._entry is None or "\n\n" in self._text[self._entry[1] : at]:
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
        if e.relation.startswith(("last", "next")):
            side = Side.PAST if e.relation.startswith("last") else Side.FUTURE
        seen_from = self._day_of_copy(e.start) or self._day_of_entry(e.start)
        own, self._ref = self._ref, seen_from or self._ref
        when, certainty, reason = self._placed(e, side)
        self._ref = own
        return PlacedTime(e, when, certainty, reason, side, seen_from)

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
            season = season_days(e.name, e.year, southern=self._case.southern)
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
            season = third_of(self._recent_season(e, ref, side), e.part)
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
            return _period(e, ref), Certainty.RANGE, "counted from the note's date"
        return None, Certainty.RANGE, "counted from an event that has no date"

    def _wide(self, days: DayRange) -> DayRange:
        return DayRange(days.first - self._slack, days.last + self._slack)

    def _weekday(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        """The weekday that is meant: of the note, of its week, or of the time told before."""
        if e.unit == "week":
            monday = ref - DAY * ref.weekday() + 7 * DAY * {"last": -1, "next": 1}.get(e.relation, 0)
            day = monday + DAY * e.number
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
                day -= 7 * DAY * (e.relation == "previous" and not after)
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
        if side is Side.OPEN:
            return _one_or_both(DayRange(earlier, earlier), DayRange(later, later), ref)
        day = (earlier if side is Side.PAST else later) + 7 * DAY * e.weeks
        if abs(day - ref) == DAY and e.relation in ("last", "next") and not (e.weeks or e.unit):
            # ``next Friday`` on a Thursday: rather not tomorrow, and who knows.
            week = 7 * DAY if e.relation == "next" else -7 * DAY
            return DayRange(min(day, day + week), max(day, day + week))
        return DayRange(day, day)

    def _date(self, e: TimeExpression, side: Side) -> tuple[DayRange | None, Certainty, str]:
        ref = self._ref
        if e.unit == "weekday" and e.month and (ref or e.year):
            month = (
                days_of(e.year, e.month, None) if e.year else self._recent_month(e, ref or dt.date.min, side)
            )
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
        if (neighbour := self._after_neighbour(e, near)) is not None:
            return neighbour, Certainty.PLACED, "its year from the date before it"
        return self._nearest(e, near, side), Certainty.PLACED, "its year from the note's date"

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
        if side is not Side.FUTURE and 0 <= (ref - choices[0].first).days < 21:
            return choices[0]  # shortly before the note
        if self._last is not None and near.first >= told:
            choices.append(near)
        years = self._case.years
        known = [c for c in choices if c.first.year in years.get((c.first.month, c.first.day), ())]
        return (known or choices)[0]

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
        if e.relation in ("that", "following") and self._month is not None:
            return days_of(self._month[0] + (e.relation == "following"), e.month, None)
        if e.relation in _YEAR_BESIDE:
            return days_of(ref.year + _YEAR_BESIDE[e.relation], e.month, None)
        if e.relation == "this":
            return days_of(ref.year, e.month, None)
        choices = [days_of(y, e.month, None) for y in (ref.year - 1, ref.year, ref.year + 1)]
        if e.relation == "last":
            return [c for c in choices if c.last < ref][-1]
        if e.relation == "next":
            return next(c for c in choices if c.first > ref)
        ends = re.search(r"\b(?:by|until|till)\s+(?:the\s+)?$", self._text[: e.start][-12:]) is not None
        return self._beside_note(choices, ref, side, ends=ends)

    def _recent_season(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        if e.relation in _YEAR_BESIDE:
            return season_days(e.name, ref.year + _YEAR_BESIDE[e.relation], southern=self._case.southern)
        choices = [
            season_days(e.name, y, exact=True, southern=self._case.southern)
            for y in range(ref.year - 2, ref.year + 2)
        ]
        if e.relation == "next":
            return next(c for c in choices if c.first > ref)
        if e.relation == "this":
            return min(choices, key=lambda c: abs(c.middle - ref))
        if e.relation == "last":
            return [c for c in choices if c.last < ref][-1]
        return self._beside_note(choices, ref, side)

    def _recent_holiday(self, e: TimeExpression, ref: dt.date, side: Side) -> DayRange:
        years = range(ref.year - 1, ref.year + 2)
        country = self._case.country
        if e.name == "bank holiday":
            days = [d for y in years for d in bank_holidays(y, e.month, e.part.split(" ")[0], country)]
            choices = [beside_holiday(e, day) for day in days]
        else:
            names = TWO_FEASTS.get(e.name, (e.name,))
            days = sorted(
                (holiday_days(n, y, country) for y in years for n in names), key=lambda day: day.first
            )
            choices = [beside_holiday(e, day) for day in days]
        if e.relation in _YEAR_BESIDE:
            return next(c for c in choices if c.middle.year == ref.year + _YEAR_BESIDE[e.relation])
        if e.relation == "this":
            return min(choices, key=lambda c: abs(c.middle - ref))
        if e.relation == "last":
            return [c for c in choices if c.middle < ref][-1]
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

    def _beside_note(
        self, choices: Sequence[DayRange], ref: dt.date, side: Side, *, ends: bool = False
    ) -> DayRange:
        """The last before the note or the next after it. Where the side is open: the one that lies among the
        notes, else the last, unless the next is much nearer."""
        before, after = _around(choices, ref)
        if side is Side.FUTURE:
            has_just_been = ref - before.last <= _JUST_BEEN and after.first - ref >= _FAR_AHEAD
            if before.is_exact:
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
_HOUR = re.compile(r"[ T,(]*(?:[01]\d|2[0-3])[:.h]?[0-5]\d\b|[ ]?:\s")
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


_UP_TO = re.compile(r"\b(?:by|until|till|til|to)\s+$", re.IGNORECASE)
"""``faces by the Thursday``: after what was told before."""
_TOWARDS = re.compile(r"\b(?:by|until|till|after|before|around|about)\s+(?:the\s+)?$", re.IGNORECASE)
_RUN_TO = re.compile(r"\s*(?:-|–|to|until|till|through)\s*(?:the\s+)?", re.IGNORECASE)
_BACK_TO = re.compile(r"\b(?:after|following|before|post|s/p)\b", re.IGNORECASE)


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


def _period(e: TimeExpression, ref: dt.date) -> DayRange:
    step = (1 if e.relation == "next" else -1) + e.weeks
    if e.unit in ("week", "weekend"):
        monday = ref - DAY * ref.weekday() + 7 * step * DAY
        return DayRange(monday + (5 * DAY if e.unit == "weekend" else 0 * DAY), monday + 6 * DAY)
    if e.unit == "month":
        other = months_before(ref.replace(day=1), -step)
        return days_of(other.year, other.month, None)
    return days_of(ref.year + step, None, None)
