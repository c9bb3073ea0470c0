"""Places what expressions of time mean: each note's own day, and the days that every expression may mean."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from chartveil.case_report.model import CaseNote, Certainty, DayRange
from chartveil.case_report.time_expressions import (
    TimeExpression,
    TimeKind,
    find_times,
    writes_days_first,
)
from chartveil.lexicon.calendar import calendar_words

_DAY = dt.timedelta(1)
_HEAD = 700
"""Characters in which a note's own date may stand without a field name."""
_OWN_FIELDS = re.compile(
    r"(?:date(?:/time)?|date of (?:service|visit|exam(?:ination)?|encounter|consultation|consult|report|"
    r"review|"
    r"clinic|assessment|note|study|contact|call|dictation|admission note)|(?:visit|service|exam|clinic|"
    r"encounter|"
    r"note|report|study|consult|assessment|call|contact|event) date|dos|seen(?: on)?|date seen|"
    r"clinic|dictated|typed|date typed|reported|d|dd|written|time|date & time|procedure date|"
    r"date of (?:procedure|surgery|operation)|(?:surgery|operation) date|received|sent|date sent)"
)
_END_FIELDS = re.compile(r"(?:date of )?discharged?(?: date)?|date of (?:death|discharge)|discharged on")
_START_FIELDS = re.compile(
    r"(?:date of )?(?:admission|admitted|admit|arrival|presentation)(?: date)?|admitted on|doa"
)
_BIRTH_FIELDS = re.compile(r"(?:d\.?o\.?b\.?|date of birth|birth ?date|born|dob/age|birth)")
_FUTURE = re.compile(
    r"\b(?:will|(?<!after the )(?<!after his )(?<!after her )next|turns? (?=\d)|follow[- ]?up|f/u|"
    r"return(?:s|ing)?|rtc|recheck|scheduled|booked|appointment|appt|due|"
    r"plan(?:ned|s)?|"
    r"see (?:me|us|him|her) (?:again|back)|review(?: again)? (?:on|in)|come back|starting|to start|to be|"
    r"(?-i:may)|might|shall|should|can|could|would|to stop|to begin|to wean|wean|hopes?|hoping|wants?|"
    r"(?:he|she|they|i)['’]d|starts?(?! of)|begins?|opens?|stop|resumes?|restart|repeat|goes back|"
    r"moves? to|moving|"
    r"see (?:me|us|him|her|them)|staying|ready|(?:put|list|listed) (?:her|him|them)?\s?(?:down )?for|"
    r"not before|(?:first|second|third) due|out by|means? to|remind|"
    r"expires?|arranged for|expected|upcoming|admit(?:ted)? for surgery on|listed for|going to)\b"
    r"(?:[^.\n]|\.(?=\S)|(?<=\bDr)\.|(?<=\bMr)\.|(?<=\bMrs)\.|(?<=\bMs)\.)*$",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"\b(?:by|through|thru|until|till|before)\s+(?:the\s+)?$", re.IGNORECASE)
_BEFORE_NOW = re.compile(
    r"\b(?:since|ago)\s+(?:the\s+|early\s+|late\s+)*$|"
    r"\b(?:was|were|had been|been)\s+(?:due|booked|planned|scheduled|expected|put off)\b[^.\n]*$|"
    r"\bdue\b[^.\n]*\b(?:given|done|taken|was|were|had)\b[^.\n]*$",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|since|ago|began|started|came|went|fell|underwent|received|showed|felt|saw|noticed|"
    r"\w{3,}ed)\b[^.\n]*$",
    re.IGNORECASE,
)
_FILE_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)")
_OPERATION = re.compile(
    r"\b(?:surgery|operation|operated|operative|underwent|went to (?:the )?(?:or|theatre)|"
    r"taken to (?:the )?(?:or|theatre)|"
    r"\w+ectomy|\w+otomy|\w+ostomy|\w+plasty|\w+rrhaphy|arthrodesis|resection|transplant(?:ation)?|cabg|orif|"
    r"c-?section|ca?esarean|fixation|bypass|repair|excision|amputation|procedure|s/p)\b",
    re.IGNORECASE,
)
_ADMISSION = re.compile(
    r"\b(?:admitted|admission|admit|hospitali[sz]ed|presented|brought (?:in|to)|came to (?:the )?(?:ed|er|"
    r"hospital))\b",
    re.IGNORECASE,
)
_FIGURES = re.compile(r"\d{1,2}/\d{1,2}")
_MOVING = {"eid": 183, "ramadan": 183}
_FEASTS = frozenset(
    ("passover", "diwali", "hanukkah", "rosh hashanah", "yom kippur", "lunar new year", "tet")
)
_TERMS = {"autumn": (9, 12), "fall": (8, 12), "spring": (1, 4), "summer": (4, 7)}
"""First and last month of terms and semesters at schools."""
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
SHORT_SLACK = {"day": 0, "week": 3, "month": 15, "year": 183}
"""Days to either side of ``n units ago``."""


@dataclass(frozen=True, slots=True)
class PlacedTime:
    """An expression of time and when it means.

    Attributes:
        expression: as it was read.
        when: the days it may mean; None where that cannot be told.
        certainty: how it was placed.
        reason: how, free of text.
        is_future: whether the words before it say that it lies ahead of the note.
    """

    expression: TimeExpression
    when: DayRange | None
    certainty: Certainty
    reason: str
    is_future: bool = False


@dataclass(frozen=True, slots=True)
class DatedNote:
    """A note with its own day and all its times.

    Attributes:
        note: as it was read.
        when: its own day; None where it has none.
        own: the expression that it was taken from; None for none.
        reason: where it was taken from, free of text.
        times: in order.
    """

    note: CaseNote
    when: DayRange | None
    own: TimeExpression | None
    reason: str
    times: tuple[PlacedTime, ...] = ()


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
    own = {n.id: _own_day(n, read[n.id], (decided_notes or {}).get(n.id)) for n in notes}
    own = _with_years(notes, own, read)
    case = _CaseDays(read, own)
    placed = []
    for note in notes:
        when, expression, reason = own[note.id]
        at = _NotePlacer(note, when, case, either_order=open_order and votes[note.id] is None)
        times = []
        for e in read[note.id]:
            time = at.place(e)
            if said := (decided or {}).get(f"{note.id}:{e.start}"):
                time = replace(time, when=said, certainty=Certainty.DECIDED, reason="a person said so")
            elif expression is e and when is not None and time.when is None:
                time = replace(time, when=when)
            times.append(time)
            at.passed(time)
        placed.append(DatedNote(note, when, expression, reason, tuple(times)))
    placed = _with_births(placed)
    placed = [_with_own_count(_with_hospital_days(n, placed)) for n in placed]
    last = dt.date.max
    return sorted(
        placed, key=lambda n: (n.when.first if n.when else last, n.when.last if n.when else last, n.note.name)
    )


_BARE_FORMS = ("{}/{}", "{:02d}/{:02d}")


# A note's own day


_Own = tuple[DayRange | None, TimeExpression | None, str]


def _own_day(note: CaseNote, times: Sequence[TimeExpression], said: DayRange | None) -> _Own:
    if said is not None:
        return said, None, "a person said so"
    dates = [e for e in times if e.kind is TimeKind.DATE and not is_birth(e) and e.day and e.month]
    full = [e for e in dates if e.year]
    for fields, reason in (
        (_OWN_FIELDS, "its date field"),
        (_END_FIELDS, "the day of discharge"),
        (_START_FIELDS, "the day of admission"),
    ):
        for candidates in (full, dates):
            if found := next((e for e in candidates if fields.fullmatch(e.field)), None):
                return _written(found), found, reason
    if note.given_date:
        day = dt.date.fromisoformat(note.given_date)
        return DayRange(day, day), None, "the date beside it in its table"
    for admitted in (False, True):
        for e in full:
            if _heads_note(note.text, e, dates, admitted=admitted):
                return _written(e), e, "the first date at its head"
    if m := _FILE_DATE.search(note.name):
        day = dt.date(int(m[1]), int(m[2]), min(int(m[3]), calendar.monthrange(int(m[1]), int(m[2]))[1]))
        return DayRange(day, day), None, "the name of its file"
    for e in dates:
        if _heads_note(note.text, e, dates, admitted=True):
            return _written(e), e, "the first date at its head"
    signed = [
        e for e in full if e.start > len(note.text) - 400 and _SIGNED.search(note.text[: e.start][-120:])
    ]
    if signed:
        return _written(signed[-1]), signed[-1], "the day it was signed"
    births = [e for e in times if is_birth(e) and e.year and e.month and e.day]
    if births and re.search(
        r"\b(?:birth record|delivery|newborn|"
        r"neonatal)\b",
        note.text[:200],
        re.IGNORECASE,
    ):
        return _written(births[0]), None, "the day of birth"
    if written := [(w, e) for e in full if (w := _written(e)) is not None]:
        latest, e = max(written, key=lambda pair: pair[0])
        return latest, e, "the latest date in it"
    months = [e for e in times if e.kind is TimeKind.DATE and e.month and e.year and not is_birth(e)]
    if found := next((e for e in months if _OWN_FIELDS.fullmatch(e.field)), None):
        return _written(found), found, "its date field"
    return None, None, ""


_SIGNED = re.compile(r"\b(?:signed|dictated|typed|entered|authenticated|verified|written)\b", re.IGNORECASE)


_ELSE = re.compile(
    r"\b(?:edd|lmp|due|born|dob|since|from|of|until|till|until|dx(?:['’]?d)?|diagnosed|onset|died|"
    r"operated|surgery|"
    r"cabg|s/p|scan|by|until|for|last|next|expires?)\W*$",
    re.IGNORECASE,
)
"""Words before a date at a note's head that make it another day than the note's own."""


_ADMITTED = re.compile(r"\b(?:adm|admit(?:ted)?|admission|arrival)\W*$", re.IGNORECASE)


def _heads_note(text: str, e: TimeExpression, dates: Sequence[TimeExpression], *, admitted: bool) -> bool:
    """Whether a date stands at the head of a note as its own: in its first lines and no running text, and not
    the first day of a run (``10-16 March``).

    Args:
        text: of the note.
        e: the date.
        dates: all of the note.
        admitted: whether a day of admission will do.
    """
    before = text[max(0, e.start - 14) : e.start]
    if e.start >= _HEAD or e.field or _ELSE.search(before) or (not admitted and _ADMITTED.search(before)):
        return False
    if any(0 < d.start - e.end < 4 and re.fullmatch(r"\s?[-–]\s?", text[e.end : d.start]) for d in dates):
        return False
    a = text.rfind("\n", 0, e.start) + 1
    b = text.find("\n", e.end)
    line = text[a : b if b >= 0 else len(text)].strip()
    lines_before = [x for x in text[:a].split("\n") if x.strip()]
    at_edge = not text[a : e.start].strip() or not text[e.end : a + len(line)].strip(" .,:")
    if len(lines_before) < 3 and (len(line) < 110 or not text[a : e.start].strip()):
        return True
    return (at_edge and len(line) < 90) or len(line) < 50


def _written(e: TimeExpression) -> DayRange | None:
    """The days that a date names by itself; None for one without a year."""
    if e.year is None:
        return None
    return _days_of(e.year, e.month, e.day)


def _days_of(year: int, month: int | None, day: int | None) -> DayRange:
    if month is None:
        return DayRange(dt.date(year, 1, 1), dt.date(year, 12, 31))
    last = calendar.monthrange(year, month)[1]
    if day is None:
        return DayRange(dt.date(year, month, 1), dt.date(year, month, last))
    date = dt.date(year, month, min(day, last))
    return DayRange(date, date)


def is_birth(e: TimeExpression) -> bool:
    """Whether an expression is a date of birth."""
    return e.birth or bool(_BIRTH_FIELDS.fullmatch(e.field))


def _with_years(
    notes: Sequence[CaseNote], own: dict[str, _Own], read: Mapping[str, Sequence[TimeExpression]]
) -> dict[str, _Own]:
    """Own days without a year get the one that brings them nearest to the other notes."""
    known = [when.middle.toordinal() for when, _, _ in own.values() if when is not None]
    if not known:
        known = [
            w.middle.toordinal()
            for times in read.values()
            for e in times
            if not is_birth(e) and e.kind is TimeKind.DATE and (w := _written(e)) is not None and e.month
        ]
    if not known:
        return own
    middle = median(known)
    out = dict(own)
    for note in notes:
        when, e, reason = own[note.id]
        if when is None and e is not None and e.month and e.day:
            # A full date of the note itself tells more than the other notes.
            inside = [
                w.middle.toordinal()
                for x in read[note.id]
                if not is_birth(x) and (w := _written(x)) and x.day
            ]
            near = median(inside) if inside else middle
            year = dt.date.fromordinal(int(near)).year
            choices = [_days_of(y, e.month, e.day) for y in (year - 1, year, year + 1)]
            best = min(choices, key=lambda c: abs(c.first.toordinal() - near))
            out[note.id] = best, e, f"{reason}, its year from the other notes"
    return out


# Everything else


class _CaseDays:
    """What all notes of a case tell of days: which year a day and month has, operations, admissions."""

    def __init__(self, read: Mapping[str, Sequence[TimeExpression]], own: Mapping[str, _Own]) -> None:
        self.years: dict[tuple[int, int], set[int]] = {}
        for times in read.values():
            for e in times:
                if e.kind is TimeKind.DATE and e.year and e.month and e.day and not is_birth(e):
                    self.years.setdefault((e.month, e.day), set()).add(e.year)
        days = sorted(when.middle for when, _, _ in own.values() if when is not None)
        self.middle = days[len(days) // 2] if days else None


class _NotePlacer:
    """Places the times of one note, in their order."""

    def __init__(
        self, note: CaseNote, when: DayRange | None, case: _CaseDays, *, either_order: bool = False
    ) -> None:
        self._either_order = either_order
        self._last: tuple[dt.date, int] | None = None
        self._entry: tuple[dt.date, int] | None = None
        self._text = note.text
        self._case = case
        self._when = when
        self._ref = when.middle if when else None
        self._slack = (when.last - when.first) / 2 if when else dt.timedelta(0)
        self._month: tuple[int, int] | None = None
        self._month_end = 0

    def passed(self, time: PlacedTime) -> None:
        """Remembers the month of a time, for ``the 9th`` after it."""
        if time.when is not None and time.expression.month and time.when.last - time.when.first < 32 * _DAY:
            self._month = (time.when.first.year, time.when.first.month)
            self._month_end = time.expression.end
        e = time.expression
        if time.when is not None and time.when.is_exact and e.kind is TimeKind.DATE and not is_birth(e):
            self._last = (time.when.first, e.end)
            line = self._text[self._text.rfind("\n", 0, e.start) + 1 : e.start]
            if not line.strip(" -*•\t") and e.start > 200 and not time.is_future:
                self._entry = (time.when.first, e.end)

    def _day_of_entry(self, at: int) -> dt.date | None:
        """The day of the entry that a place is in, where a note is a diary: its lines begin with dates."""
        if self._entry is None or "\n\n" in self._text[self._entry[1] : at]:
            return None
        return self._entry[0]

    def place(self, e: TimeExpression) -> PlacedTime:
        """When an expression means."""
        sentence = self._text[max(0, e.start - 90) : e.start]
        future = (
            e.relation != "last"
            and not _BEFORE_NOW.search(sentence)
            and (
                bool(_FUTURE.search(sentence))
                or bool(_UP_TO.search(sentence) and not _PAST.search(re.split(r"[,:;]", sentence)[-1]))
            )
        )
        own, self._ref = self._ref, self._day_of_entry(e.start) or self._ref
        when, certainty, reason = self._placed(e, future)
        self._ref = own
        return PlacedTime(e, when, certainty, reason, future)

    def _placed(self, e: TimeExpression, future: bool) -> tuple[DayRange | None, Certainty, str]:
        kind = e.kind
        if kind is TimeKind.DATE:
            return self._date(e, future)
        if kind is TimeKind.YEARS:
            if e.unit == "school":
                return (
                    DayRange(dt.date(e.year or 1, 8, 1), dt.date(e.last_year, 6, 30)),
                    Certainty.RANGE,
                    "written",
                )
            days = DayRange(dt.date(e.year or 1, 1, 1), dt.date(e.last_year, 12, 31))
            return _third(days, e.part), Certainty.RANGE, "written"
        if kind is TimeKind.SEASON and e.year:
            return _third(_season(e.name, e.year), e.part), Certainty.RANGE, "a season"
        if kind is TimeKind.HOLIDAY and e.year:
            return _beside(e, _holiday(e.name, e.year)), Certainty.WRITTEN, "a holiday of a known year"
        ref = self._ref
        if ref is None or kind in (TimeKind.HABIT, TimeKind.UNREAD):
            return (
                None,
                Certainty.RANGE,
                "its note has no date" if ref is None else "no date that can be read",
            )
        if kind is TimeKind.SEASON:
            return (
                _third(self._recent_season(e, ref, future), e.part),
                Certainty.RANGE,
                "a season beside the note's date",
            )
        if kind is TimeKind.HOLIDAY:
            found = _beside(e, self._recent_holiday(e, ref, future))
            certainty = Certainty.PLACED if found.is_exact else Certainty.RANGE
            return self._wide(found), certainty, "the holiday nearest to the note's date"
        if kind is TimeKind.WEEKDAY:
            back = (ref.weekday() - e.number) % 7
            if e.relation == "next" or (future and e.relation != "last"):
                day = ref + _DAY * ((e.number - ref.weekday()) % 7 or 7)
            elif e.relation == "last":
                day = ref - _DAY * (back or 7)
            else:
                day = ref - _DAY * back
            return self._wide(DayRange(day, day)), Certainty.PLACED, "the weekday nearest to the note's date"
        if kind is TimeKind.DAY_WORD:
            day = ref + _DAY * e.number
            return self._wide(DayRange(day, day)), Certainty.WRITTEN, "counted from the note's date"
        if kind is TimeKind.AGO:
            return self._wide(_ago(e, ref)), _ago_certainty(e), "counted from the note's date"
        if kind is TimeKind.PERIOD:
            return _period(e, ref), Certainty.RANGE, "counted from the note's date"
        return None, Certainty.RANGE, "counted from an event that has no date"

    def _wide(self, days: DayRange) -> DayRange:
        return DayRange(days.first - self._slack, days.last + self._slack)

    def _date(self, e: TimeExpression, future: bool) -> tuple[DayRange | None, Certainty, str]:
        ref = self._ref
        if e.year:
            days = _third(_days_of(e.year, e.month, e.day), e.part)
            return days, Certainty.WRITTEN if days.is_exact else Certainty.RANGE, "written"
        if is_birth(e):
            return None, Certainty.RANGE, "a birthday without a year"
        if e.month and e.day:
            years = self._case.years.get((e.month, e.day), set())
            near = ref or self._case.middle
            if years and near is not None:
                year = min(years, key=lambda y: (abs(_days_of(y, e.month, e.day).first - near), y))
                if abs(_days_of(year, e.month, e.day).first - near) < 300 * _DAY:
                    return (
                        _days_of(year, e.month, e.day),
                        Certainty.PLACED,
                        "the same day is written in full elsewhere",
                    )
            if e.relation and ref is not None:
                year = ref.year + {"last": -1, "next": 1}.get(e.relation, 0)
                return _days_of(year, e.month, e.day), Certainty.WRITTEN, "its year beside the note's date"
            if near is None:
                return None, Certainty.RANGE, "no note tells the year"
            if (neighbour := self._after_neighbour(e, near)) is not None:
                return neighbour, Certainty.PLACED, "its year from the date before it"
            day = self._nearest(e, near, future=future)
            return day, Certainty.PLACED, "its year from the note's date"
        if ref is None:
            return None, Certainty.RANGE, "its note has no date"
        if e.month:
            return (
                _third(self._recent_month(e, ref, future), e.part),
                Certainty.RANGE,
                "its year from the note's date",
            )
        year, month = self._month or (ref.year, ref.month)
        if e.day is None:
            return None, Certainty.RANGE, "no date that can be read"
        return (
            self._day_alone(e, ref, (year, month), future),
            Certainty.PLACED,
            "its month from its neighbours",
        )

    def _after_neighbour(self, e: TimeExpression, near: dt.date) -> DayRange | None:
        """The day that follows a date long ago in the same paragraph; None where there is none.

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
        choices = [_days_of(y, e.month, e.day) for y in (last.year, last.year + 1)]
        later = [c for c in choices if 0 <= (c.first - last).days < 200]
        return later[0] if later else None

    def _day_alone(self, e: TimeExpression, ref: dt.date, context: tuple[int, int], future: bool) -> DayRange:
        """``the 9th``: in the month of the date before it in its sentence, else in the note's own or the one
        before, and rather on a day that other notes name."""
        assert e.day is not None
        earlier, later = ref.replace(day=1) - _DAY, ref.replace(day=28) + 7 * _DAY
        if e.weekday >= 0:
            around = [_days_of(d.year, d.month, e.day) for d in (ref, earlier, later)]
            if right := [c for c in around if c.first.weekday() == e.weekday]:
                return min(right, key=lambda c: abs(c.first - ref))
        own = [_days_of(y, m, e.day) for y, m in ((ref.year, ref.month), (earlier.year, earlier.month))]
        if future:
            own = [_days_of(y, m, e.day) for y, m in ((ref.year, ref.month), (later.year, later.month))]
            own = [c for c in own if c.first >= ref] or own
        else:
            own = [c for c in own if c.first <= ref + _DAY] or own
        near = _days_of(*context, e.day)
        if self._month is not None and self._month_end > self._sentence_start(e.start):
            return near
        known = [c for c in (*own, near) if (c.first.month, c.first.day) in self._case.years]
        return (known or own)[0]

    def _sentence_start(self, at: int) -> int:
        return max(self._text.rfind(stop, 0, at) for stop in (". ", "\n", "; "))

    def _nearest(self, e: TimeExpression, ref: dt.date, *, future: bool) -> DayRange:
        years = (ref.year - 1, ref.year, ref.year + 1)
        choices = [_days_of(y, e.month, e.day) for y in years]
        if self._either_order and (e.day or 13) <= 12 and _FIGURES.fullmatch(self._text[e.start : e.end]):
            # Neither the note nor the case says which of the two is the month: the nearer day is meant.
            other = [_days_of(y, e.day, e.month) for y in years]
            if min(abs(c.first - ref) for c in other) < min(abs(c.first - ref) for c in choices):
                choices = other
        if e.weekday >= 0 and (right := [c for c in choices if c.first.weekday() == e.weekday]):
            return min(right, key=lambda c: abs(c.first - ref))
        if future:
            # What was due some days ago is still told so.
            later = [c for c in choices if c.first >= ref - 14 * _DAY]
            if later and (later[0].first - ref).days < 240:
                return later[0]
            return min(choices, key=lambda c: abs(c.first - ref))
        earlier = [c for c in choices if c.first <= ref + 2 * _DAY]
        before = self._text[max(0, e.start - 60) : e.start]
        latest = earlier[-1]
        if (ref - latest.first).days <= 300 or _PAST.search(before):
            return latest
        return min(choices, key=lambda c: abs(c.first - ref))

    def _recent_month(self, e: TimeExpression, ref: dt.date, future: bool) -> DayRange:
        assert e.month is not None
        if e.relation == "next" or (future and e.relation == ""):
            year = ref.year if e.month > ref.month or (e.month == ref.month and future) else ref.year + 1
        elif e.relation == "this":
            year = ref.year
        else:
            passed = e.month < ref.month or (e.month == ref.month and e.relation != "last")
            year = ref.year if passed else ref.year - 1
        return _days_of(year, e.month, None)

    def _recent_season(self, e: TimeExpression, ref: dt.date, future: bool) -> DayRange:
        choices = [_season(e.name, y, exact=True) for y in range(ref.year - 2, ref.year + 2)]
        if e.relation == "next" or (future and not e.relation):
            return next(c for c in choices if c.first > ref)
        if e.relation == "this":
            return min(choices, key=lambda c: abs(c.middle - ref))
        if e.relation == "last":
            return [c for c in choices if c.last < ref][-1]
        return [c for c in choices if c.first <= ref][-1]

    def _recent_holiday(self, e: TimeExpression, ref: dt.date, future: bool) -> DayRange:
        choices = [_holiday(e.name, y) for y in range(ref.year - 1, ref.year + 2)]
        if e.relation == "next" or (future and not e.relation):
            return next((c for c in choices if c.first > ref), choices[-1])
        if e.relation == "this":
            return choices[1]
        least = ref - _DAY if e.relation == "last" else ref
        return [c for c in choices if c.middle <= least][-1]


def _season(name: str, year: int, *, exact: bool = False) -> DayRange:
    """The days of a season (northern half of the world) or quarter.

    A winter is named by the year it begins or ends in: both are meant where only the year is known.
    """
    if name.startswith("q"):
        month = 3 * int(name[1]) - 2
        return DayRange(dt.date(year, month, 1), _days_of(year, month + 2, None).last)
    if name.endswith(("term", "semester")):
        start, end_month = _TERMS[name.split()[0]]
        if name.endswith("semester") and start == 1:
            end_month = 5
        return DayRange(dt.date(year, start, 1), _days_of(year, end_month, None).last)
    month = _SEASONS[name]
    if month == 12:
        end = _days_of(year + 1, 2, None).last
        return DayRange(dt.date(year, 12, 1) if exact else dt.date(year, 1, 1), end)
    return DayRange(dt.date(year, month, 1), _days_of(year, month + 2, None).last)


def _holiday(name: str, year: int) -> DayRange:
    day = calendar_words().holiday(name, year)
    slack = _MOVING.get(name, 15 if name in _FEASTS else 0)
    return DayRange(day - slack * _DAY, day + slack * _DAY)


def _beside(e: TimeExpression, holiday: DayRange) -> DayRange:
    """The day or week before or after a holiday, where that is what is written."""
    if not e.number:
        return holiday
    if e.weekday >= 0:
        step = _DAY if e.number > 0 else -_DAY
        day = holiday.middle + step
        while day.weekday() != e.weekday:
            day += step
        return DayRange(day, day)
    if e.unit == "week":
        near, far = sorted(
            (holiday.middle + e.number * _DAY * 10 // 7, holiday.middle + (1 if e.number > 0 else -1) * _DAY)
        )
        return DayRange(near, far)
    return DayRange(holiday.first + e.number * _DAY, holiday.last + e.number * _DAY)


def _third(days: DayRange, part: str) -> DayRange:
    """The early, middle or late third of a range."""
    length = (days.last - days.first).days + 1
    if part not in ("early", "mid", "late") or length < 6:
        return days
    third = length // 3
    first = days.first + {"early": 0, "mid": third, "late": length - third}[part] * _DAY
    last = days.first + {"early": third, "mid": length - third, "late": length}[part] * _DAY - _DAY
    return DayRange(first, last)


def months_before(date: dt.date, months: int) -> dt.date:
    """The same day of an earlier month, or the last day of a shorter one."""
    at = date.year * 12 + date.month - 1 - months
    year, month = divmod(at, 12)
    return dt.date(year, month + 1, min(date.day, calendar.monthrange(year, month + 1)[1]))


def _ago(e: TimeExpression, ref: dt.date) -> DayRange:
    days = []
    for n in (e.number, e.last_year):
        if e.unit in ("day", "week"):
            days.append(ref - _DAY * n * (7 if e.unit == "week" else 1))
        else:
            days.append(months_before(ref, n * (12 if e.unit == "year" else 1)))
    slack = SHORT_SLACK[e.unit] or (1 if e.part else 0)
    return DayRange(min(days) - slack * _DAY, min(max(days) + slack * _DAY, ref))


def _ago_certainty(e: TimeExpression) -> Certainty:
    exact = e.unit == "day" and not e.part and e.number == e.last_year
    return Certainty.WRITTEN if exact else Certainty.RANGE


def _period(e: TimeExpression, ref: dt.date) -> DayRange:
    step = 1 if e.relation == "next" else -1
    if e.unit in ("week", "weekend"):
        monday = ref - _DAY * ref.weekday() + 7 * step * _DAY
        return DayRange(monday + (5 * _DAY if e.unit == "weekend" else 0 * _DAY), monday + 6 * _DAY)
    if e.unit == "month":
        other = months_before(ref.replace(day=1), -step)
        return _days_of(other.year, other.month, None)
    return _days_of(ref.year + step, None, None)


def _with_hospital_days(note: DatedNote, notes: Sequence[DatedNote]) -> DatedNote:
    """Days after an operation and in hospital, counted from the operation or admission that is meant."""
    if not any(t.expression.kind in (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY) for t in note.times):
        return note
    operations = event_days(notes, _OPERATION, surgical=True)
    admissions = event_days(notes, _ADMISSION, fields=_START_FIELDS)
    times = []
    for t in note.times:
        e = t.expression
        if t.certainty is Certainty.DECIDED or e.kind not in (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY):
            times.append(t)
            continue
        starts = operations if e.kind is TimeKind.POSTOPERATIVE else admissions
        count = e.number if e.kind is TimeKind.POSTOPERATIVE else max(e.number - 1, 0)
        latest = note.when.last if note.when else dt.date.max
        soon = 14 * _DAY  # a plan for the days to come, or an event of the days before
        known = [d for d in starts if d <= latest and (latest - d < soon or d + count * _DAY <= latest)]
        if known:
            day = known[-1] + count * _DAY
            times.append(
                replace(
                    t, when=DayRange(day, day), certainty=Certainty.PLACED, reason="counted from the event"
                )
            )
        elif note.when is not None and note.when.is_exact and e.start < _HEAD:
            times.append(replace(t, when=note.when, certainty=Certainty.PLACED, reason="the note's own day"))
        else:
            times.append(t)
    return replace(note, times=tuple(times))


_FAR_BACK = 12 * 366 * _DAY
"""From here on an exact day at a note's head, beside a name or number, is a date of birth."""


def _with_births(notes: Sequence[DatedNote]) -> list[DatedNote]:
    """Dates of birth that no word tells as such: a day that another note gives as one, and one at the head of
    a note that lies many years before it."""
    known = {t.when for n in notes for t in n.times if is_birth(t.expression) and t.when and t.when.is_exact}
    out = []
    for n in notes:
        times = []
        for t in n.times:
            e = t.expression
            if (
                t.when is not None
                and t.when.is_exact
                and e.kind is TimeKind.DATE
                and e.year
                and not is_birth(e)
            ):
                old = n.when is not None and n.when.first - t.when.first > _FAR_BACK and not e.field
                if t.when in known or (old and e.start < 400 and n.note.text.count("\n", 0, e.start) < 6):
                    t = replace(t, expression=replace(e, birth=True))
            times.append(t)
        out.append(replace(n, times=tuple(times)))
    return out


def _with_own_count(note: DatedNote) -> DatedNote:
    """``since day 1`` in a note that says at its head which day it is (``Day 3``)."""
    head = next((t.expression for t in note.times if _heads(note, t.expression)), None)
    if head is None or note.when is None or not note.when.is_exact:
        return note
    zero = note.when.first - head.number * _DAY
    times = []
    for t in note.times:
        if t.expression.kind is TimeKind.NOTE_DAY and t.certainty is not Certainty.DECIDED:
            day = zero + t.expression.number * _DAY
            t = replace(
                t, when=DayRange(day, day), certainty=Certainty.PLACED, reason="counted as its note does"
            )
        times.append(t)
    return replace(note, times=tuple(times))


def _heads(note: DatedNote, e: TimeExpression) -> bool:
    return e.kind is TimeKind.NOTE_DAY and e.start < 200 and note.note.text[e.start : e.start + 1] == "D"


def event_days(
    notes: Iterable[DatedNote],
    words: re.Pattern[str],
    *,
    fields: re.Pattern[str] | None = None,
    surgical: bool = False,
) -> list[dt.date]:
    """Days of exact dates that stand with certain words, each once, in order.

    Args:
        notes: of the case.
        words: that stand in the same sentence, or the field name before the date.
        fields: field names that say it too.
        surgical: also the own day of an operative note.

    Days of fields and of operative notes count alone where there are some.
    """
    strong: set[dt.date] = set()
    weak: set[dt.date] = set()
    for n in notes:
        times = [
            t
            for t in n.times
            if t.when is not None and t.when.is_exact and not t.is_future and not is_birth(t.expression)
        ]
        for t in times:
            name = t.expression.field
            if name and ((fields and fields.fullmatch(name)) or words.search(name)):
                strong.add(t.when.first)  # type: ignore[union-attr]
        if surgical and n.when and n.when.is_exact and "operat" in n.note.note_type:
            strong.add(n.when.first)
        for m in words.finditer(n.note.text):
            near = [
                (max(t.expression.start - m.end(), m.start() - t.expression.end), t)
                for t in times
                if not t.expression.field
                and t.expression.kind not in (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY)
                and _one_clause(n.note.text, m.start(), m.end(), t.expression.start, t.expression.end)
            ]
            if near:
                nearest = min(near, key=lambda pair: pair[0])[1]
                weak.add(nearest.when.first)  # type: ignore[union-attr]
    return sorted(strong or weak)


def _one_clause(text: str, a: int, b: int, c: int, d: int) -> bool:
    """Whether two ranges stand in one sentence, near each other, with no other verb's ``and`` between."""
    between = text[b:c] if b <= c else text[d:a]
    return len(between) < 70 and not re.search(
        r"\n|[.;](?=\s)(?<!\bDr\.)(?<!\bMr\.)|\band (?:was|then|had)\b", between
    )


def clause_around(text: str, start: int, end: int, most: int = 110) -> str:
    """The sentence or line around a range, as far as ``most`` characters to either side."""
    before = re.split(r"[.;\n](?=\s|$)|\n", text[max(0, start - most) : start])[-1]
    after = re.split(r"[.;](?=\s|$)|\n", text[end : end + most])[0]
    return before + text[start:end] + after


OPERATION_WORDS = _OPERATION
ADMISSION_WORDS = _ADMISSION
ADMISSION_FIELDS = _START_FIELDS
DISCHARGE_FIELDS = _END_FIELDS
