"""Days that are counted from an event: after an operation, in hospital, in a note's own count."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from chartveil.case_report.model import Certainty, DayRange
from chartveil.case_report.times.events import DatedNote, PlacedTime, event_days, is_operation_note
from chartveil.case_report.times.expressions import COUNTED_DAYS, DAY_ZERO, TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import DAY, days_of
from chartveil.case_report.times.note_days import HEAD
from chartveil.case_report.times.sides import Side
from chartveil.case_report.times.words import time_words

_FAR_BACK = 12 * 366 * DAY
"""From here on an exact day at a note's head, beside a name or number, is a date of birth."""
_COUNTED = (*COUNTED_DAYS, TimeKind.TREATMENT_DAY)
_OLDER_THAN = 2
"""Years after birth from which on a date of birth is no other day of the case."""
_TITLE = 45
"""Characters of a line from which on a stop or comma makes it running text."""
_FIRST_LINES = 200
"""Characters of a note's head."""
_DISCHARGE = re.compile(
    r"(?<!\w)(?:(?:went|came|sent|taken) home|discharged?|d/c|left hospital)(?!\w)", re.IGNORECASE
)
_CHILDHOOD = 16 * 366 * DAY
_NEWBORN, _NEXT_BIRTH = 366 * DAY, 200 * DAY
"""A day of life is counted in notes of the first year."""
_SOON = 14 * DAY
"""A count may lead this far beyond its note: a plan for the days to come."""
_TOLD_NEAR, _SAME_CLAUSE = 300, 30
"""Characters between a count and the day that it is counted from."""
_OF_BIRTH = ("partum", "natal", "delivery", "birth")
_LONGEST_CYCLE = 43 * DAY
"""Days from the first of a cycle to its end, at most."""
_NEAR = 60 * DAY
"""A bare ``day 7`` is counted from an event at most this long before its note."""


def with_counted_days(notes: Sequence[DatedNote]) -> list[DatedNote]:
    """The notes with days after an operation, in hospital and of a note's own count placed."""
    if not any(_is_counted(t.expression) for n in notes for t in n.times):
        return list(notes)
    events = _Events(notes)
    counted = [_with_own_count(_with_days_of_events(n, events), events) for n in notes]
    return _with_treatments(counted, events)


_TOLD_OF = re.compile(
    r"\b(?:on|from|since|by|until|till|after|before|at|to|through|thru|start(?:s|ed|ing)?|stop(?:s|ped)?|due|"
    r"complet\w+|finish\w*|end(?:s|ed)?|for|as)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What stands before a day of a treatment that is not the note's own."""
_KEY = 5
"""Letters by which notes name the same treatment: ``piperacillin-tazobactam``, ``piper``."""


def _with_treatments(notes: Sequence[DatedNote], events: _Events) -> list[DatedNote]:
    """Days of a treatment: the note's own where it says which it is (``day 3 of meropenem``), others counted
    from that."""
    firsts = _first_days(notes, lambda _: True)
    out = []
    for n in notes:
        times: list[PlacedTime] = []
        for t in n.times:
            if t.expression.kind is TimeKind.TREATMENT_DAY and t.certainty is not Certainty.DECIDED:
                t = _treated(t, n, firsts.get(t.expression.name[:_KEY], set()), events)
            elif t.when is None and t.expression.kind is TimeKind.NOTE_DAY:
                t = _going_on(t, n, times)
            times.append(t)
        out.append(replace(n, times=tuple(times)))
    return out


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
    return _placed(t, day, "the day of its entry")


def _going_on(t: PlacedTime, note: DatedNote, passed: Sequence[PlacedTime]) -> PlacedTime:
    """A bare day of the count that was told right before it: ``Day 1 post delivery: well. 2nd day: home``."""
    told = passed[-1] if passed else None
    if told is None or told.when is None or not told.when.is_exact or told.expression.kind not in _COUNTED:
        return t
    between = note.note.text[told.expression.end : t.expression.start]
    if len(between) > _SENTENCE or "\n\n" in between:
        return t
    days = t.expression.number - told.expression.number
    return _placed(t, told.when.first + days * DAY, "counted as the day before it")


def _treated(t: PlacedTime, note: DatedNote, firsts: set[dt.date], events: _Events) -> PlacedTime:
    """A day of a treatment, counted from its first day; in a course of chemotherapy, but of antibiotics, from
    that of the cycle: ``vinorelbine D8``."""
    e = t.expression
    of_its_own = _CYCLE.fullmatch(e.name) or time_words().events["treatment"].search(e.name)
    if events.cycles and not of_its_own:
        day = _day_of_cycle(e, note, events) or events.day_of_course(e, _latest(t, note))
        return _placed(t, day, "counted from the cycle") if day is not None else t
    if len(firsts) == 1:
        return _placed(t, min(firsts) + (e.number - 1) * DAY, "counted as another note does")
    return t


_GIVEN = re.compile(r"\b(?:given|started|commenced|begun|today|infused|administered)\b", re.IGNORECASE)
_CYCLE = re.compile(r"c\d+")
_DAY_BESIDE = re.compile(r"[ ]{1,3}|[ ]?[(:=,–-][ ]?")
"""Between the day of a cycle and its date: ``C1D1 Tuesday 2 July``."""


def _own_of_treatment(n: DatedNote, e: TimeExpression) -> dt.date | None:
    """The day that a note gives to a day of a treatment: its own, or of a cycle the date beside it; None for
    none."""
    text = n.note.text
    if _CYCLE.fullmatch(e.name):
        for t in n.times:
            exact = t.expression.kind is TimeKind.DATE and t.when is not None and t.when.is_exact
            if exact and t.when is not None and e.end <= t.expression.start:
                if _DAY_BESIDE.fullmatch(text[e.end : t.expression.start]):
                    return t.when.first
                break
        starts = e.number == 1 and _GIVEN.search(text[e.start : e.end + 40].partition(".")[0])
        if text[: e.start].lstrip().count("\n") > 1 and e.start > _FIRST_LINES and not starts:
            return None  # not at its head
    if n.when is None or not n.when.is_exact or "discharge" in n.note.note_type:
        return None
    told_of = _TOLD_OF.search(text[max(0, e.start - 14) : e.start])
    if (beside := _told_in_sentence(e, n)) is not None and not told_of:
        return beside
    seen_from = next((t.seen_from for t in n.times if t.expression is e), None)
    return None if told_of else seen_from or n.when.first


def _told_in_sentence(e: TimeExpression, n: DatedNote) -> dt.date | None:
    """The day that is told before a place in its sentence: ``seen yesterday, stopped = day 31 of SSZ``; None
    for none."""
    for t in reversed(n.times):
        if t.expression.end <= e.start and t.expression.kind not in _COUNTED:
            between = n.note.text[t.expression.end : e.start]
            near = len(between) < _SENTENCE and not re.search(r"[.;]\s|\n", between)
            exact = near and t.when is not None and t.when.is_exact and t.side is not Side.FUTURE
            return t.when.first if exact and t.when is not None else None
    return None


_SENTENCE = 90


def _first_of_cycles(notes: Sequence[DatedNote]) -> dict[str, dt.date]:
    """The first day of each cycle (``c1``), as dated notes tell it: rather those that tell of a first day or
    at their head; none where they tell several."""
    firsts = _first_days(notes, lambda e: _CYCLE.fullmatch(e.name) is not None)
    return {name: min(days) for name, days in firsts.items() if len(days) == 1}


def _first_days(
    notes: Sequence[DatedNote], is_meant: Callable[[TimeExpression], bool]
) -> dict[str, set[dt.date]]:
    """The first days of treatments, by the letters that tell them apart."""
    weak: dict[str, set[dt.date]] = {}
    strong: dict[str, set[dt.date]] = {}
    for n in notes:
        for t in n.times:
            e = t.expression
            treated = e.kind is TimeKind.TREATMENT_DAY and is_meant(e)
            if treated and (day := _own_of_treatment(n, e)) is not None:
                found = strong if e.number == 1 or _stands_at_head(e, n) else weak
                found.setdefault(e.name[:_KEY], set()).add(day - (e.number - 1) * DAY)
    return {**weak, **strong}


def _is_counted(e: TimeExpression) -> bool:
    return e.kind in _COUNTED or (e.kind is TimeKind.WEEKDAY and e.unit == "event")


def own_days_by_count(notes: Sequence[DatedNote]) -> dict[str, DayRange]:
    """Own days, by id, of notes without a date whose head counts them: ``DOL 21 / POD 2, Thursday``.

    Only where all that the head says leads to one day.
    """
    undated = [n for n in notes if n.when is None and any(_is_at_head(t.expression, n) for t in n.times)]
    if not undated:
        return {}
    events = _Events(notes)
    out = {}
    for n in undated:
        heads = [t.expression for t in n.times if _is_at_head(t.expression, n)]
        counted = [e for e in heads if e.kind is not TimeKind.WEEKDAY]
        days: set[dt.date] | None = None
        for e in counted:
            may_be = {day + events.count_of(e) * DAY for day in events.starts(e)}
            days = may_be if days is None else days & may_be
        weekdays = {e.number for e in heads if e.kind is TimeKind.WEEKDAY and not e.relation and not e.unit}
        left = [d for d in days or () if not weekdays or d.weekday() in weekdays]
        if len(left) == 1:
            out[n.note.id] = DayRange(left[0], left[0])
    return out


def _is_at_head(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a count from an event, or a weekday, stands in the first two lines of a note."""
    kinds = (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY, TimeKind.WEEKDAY)
    return e.kind in kinds and _stands_at_head(e, note)


def _stands_at_head(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a time stands in the first two lines of a note, and in no sentence."""
    before = note.note.text[: e.start]
    in_sentence = _TOLD_OF.search(before[-14:])
    line = _COUNT_BESIDE.sub("", before[before.rfind("\n") + 1 :])
    second = "\n" in before.lstrip()
    runs_on = re.search(r"[.,;]\s" if len(line) > _TITLE else r"[a-z0-9]{3}[.;]\s", line)
    runs_on = runs_on if second or len(line) > _TITLE else None
    in_title = e.start < HEAD and before.lstrip().count("\n") < 2
    return in_title and not in_sentence and not runs_on


_IS_COUNT = re.compile(
    r"\s?(?:(?:[01]\d|2[0-3]):?[0-5]\dh?\s?)?=\s?(?:day|D)\s?(?P<n>0|[+−–-]\d{1,3})\b(?![.,/]?\d)",
    re.IGNORECASE,
)
_ZERO_IS = re.compile(r"(?<!\w)(?:day|D)\s?[+]?0\s?[=:(]\s?$", re.IGNORECASE)


def _told_zeros(note: DatedNote) -> list[dt.date]:
    """Days of which a note says that they are day 0, or as many days from it: ``infused 5/10 1122 = Day 0``,
    ``D0 = 6/2``, ``06/07/2022 = D+28``."""
    text, zeros = note.note.text, []
    for t in note.times:
        e = t.expression
        if e.kind is not TimeKind.DATE or t.when is None or not t.when.is_exact:
            continue
        if counted := _IS_COUNT.match(text, e.end):
            number = int(counted["n"].translate(_MINUS))
            zeros.append(t.when.first - number * DAY)
        elif _ZERO_IS.search(text, max(0, e.start - 12), e.start):
            zeros.append(t.when.first)
    return zeros


_MINUS = str.maketrans("−–", "--")


class _Events:
    """Days of the events of a case that others are counted from."""

    def __init__(self, notes: Sequence[DatedNote]) -> None:
        words = time_words()
        self.operations = event_days(
            notes, words.events["operation"], fields=words.fields["operated"], surgical=True
        )
        self.told_operations = event_days(notes, words.events["operation"], every=True)
        self.transplants = event_days(notes, words.events["transplant"])
        self.admissions = event_days(notes, words.events["admission"], fields=words.fields["starts"])
        births = {t.when.first for n in notes for t in n.times if is_birth(t.expression) and t.when}
        days = [n.when.first for n in notes if n.when is not None]
        own = {b for b in births if any(abs(d - b) < _NEWBORN for d in days)}  # not those of a parent
        told = event_days(notes, words.events["birth"])
        # Who has a date of birth is not born again soon: ``above birth weight since yesterday``.
        self.births = sorted({*(d for d in told if all(abs(d - b) > _NEXT_BIRTH for b in own)), *own})
        self._days_of_birth = sorted(own)
        self.birthdays = sorted(births)
        self.cycles = _first_of_cycles(notes)
        self.is_of_infant = bool(own)
        self.injuries = event_days(notes, words.events["injury"], fields=words.fields["injured"])
        self.onsets = event_days(notes, words.events["onset"])
        self.discharges = event_days(notes, _DISCHARGE, fields=words.fields["ends"])
        self._first_day_of_life = self._first_of_life(notes)
        self.told_zeros = {day for n in notes for day in _told_zeros(n)}
        self._heads = self._told_at_heads(notes)

    def _told_at_heads(self, notes: Sequence[DatedNote]) -> dict[str, set[dt.date]]:
        """Days that dated notes count from at their heads, by the name of the event, but for days beside one
        that is known: ``1/17/22  POD 4``."""
        found: dict[str, set[dt.date]] = {}
        signed = any(
            t.expression.name == DAY_ZERO
            or (t.expression.kind is TimeKind.NOTE_DAY and not t.expression.number)
            for n in notes
            for t in n.times
            if t.expression.name or _stands_at_head(t.expression, n)
        )
        if self.told_zeros:
            found[DAY_ZERO] = set(self.told_zeros)
        for n in notes:
            for t in n.times:
                e = t.expression
                heads = e.kind is TimeKind.POSTOPERATIVE and e.name in ("", "burn", DAY_ZERO)
                bare = signed and e.kind is TimeKind.NOTE_DAY and e.part != "loose"
                e = replace(e, name=DAY_ZERO) if bare else e
                counted = (heads or bare) and _stands_at_head(e, n)
                if counted and n.when is not None and n.when.is_exact:
                    day = n.when.first - e.number * DAY
                    known = (self.operations or self.births) if not e.name else ()
                    if not any(abs(day - other) < 2 * DAY for other in (*known, *found.get(e.name, ()))):
                        found.setdefault(e.name, set()).add(day)
        return found

    def _first_of_life(self, notes: Sequence[DatedNote]) -> int:
        """The number that the notes give the day of birth: 0 or 1, as a dated note tells that says its day of
        life at its head."""
        told = {
            t.expression.number - (n.when.first - self.births[0]).days
            for n in notes
            for t in n.times
            if len(self.births) == 1
            and n.when is not None
            and n.when.is_exact
            and _is_at_head(t.expression, n)
            if t.expression.name == "birth"
        }
        return 1 if told == {1} else 0

    @property
    def counts_from_one(self) -> bool:
        """Whether the notes call the day of birth day 1."""
        return self._first_day_of_life == 1

    def count_of(self, e: TimeExpression) -> int:
        """Days from its event to the day that an expression counts."""
        if e.kind is TimeKind.HOSPITAL_DAY:
            return max(e.number - 1, 0)
        return e.number - (self._first_day_of_life if e.name == "birth" else 0)

    def named(self, name: str, note: DatedNote) -> list[dt.date]:
        """Days of an event that a word names: of an operation, an admission, or what the note tells by it."""
        words = time_words().events
        for pattern, days in (
            (_DISCHARGE, self.discharges),
            (words["admission"], self.admissions),
            (words["operation"], self.operations),
        ):
            if " " in name and pattern.search(name):
                return days
        name = name.split()[-1]
        if _DISCHARGE.fullmatch(name):
            return self.discharges
        if name in ("delivery", "birth", "partum"):
            return self.births
        if name == "birthday" and note.when is not None:
            year = note.when.last.year
            return sorted(days_of(y, b.month, b.day).first for b in self.birthdays for y in (year - 1, year))
        if name in ("chemo", "chemotherapy"):
            return [self.cycles["c1"]] if "c1" in self.cycles else []
        if words["admission"].fullmatch(name):
            return self.admissions
        if words["operation"].fullmatch(name):
            return self.operations
        if words["injury"].fullmatch(name):
            return self.onsets or self.injuries
        return event_days([note], re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE))

    def day_of_course(self, e: TimeExpression, latest: dt.date) -> dt.date | None:
        """The day that a bare count means in a course of chemotherapy or in the life of a newborn, seen from
        a day; None where there is neither."""
        begun = [first for first in self.cycles.values() if first <= latest]
        if begun and latest - max(begun) < _LONGEST_CYCLE:
            return max(begun) + (e.number - 1) * DAY
        near = [b for b in self.births if 0 * DAY <= latest - b < _NEAR]
        if near and (self.is_of_infant or e.part == "loose"):
            return near[-1] + (e.number - self._first_day_of_life) * DAY
        return None

    def transplants_counted(self) -> set[dt.date]:
        """Days that heads of notes count from as those of a transplant (``Day +7``)."""
        return self._heads.get(DAY_ZERO, set())

    def leads_elsewhere(self, e: TimeExpression, note: DatedNote) -> bool:
        """Whether a count leads to another day than its note's own in a course, a newborn's life, or after a
        transplant."""
        if note.when is None or not note.when.is_exact:
            return False
        own = note.when.first
        course = self.day_of_course(e, own)
        if course is not None and abs(course - own) > DAY:
            return True
        zeros = self.transplants_counted()
        return bool(zeros) and own - e.number * DAY not in zeros

    def told(self) -> list[dt.date]:
        """Days of operations and births that notes tell, whatever their heads count from."""
        return [*self.operations, *self.births]

    def starts(self, e: TimeExpression) -> list[dt.date]:
        """Days that an expression may be counted from."""
        if e.kind is TimeKind.HOSPITAL_DAY or e.name == "admission":
            return self.admissions
        if e.name == DAY_ZERO:
            return sorted(self.transplants_counted()) or self.transplants or self.operations or self.births
        if heads := self._heads.get(e.name):
            return sorted({*heads, *(self.operations if not e.name else ())})
        if e.name == "birth" and self._days_of_birth:
            return self._days_of_birth
        if e.name in _OF_BIRTH:
            return self.births or self.operations
        if e.name in ("stroke", "injury", "trauma", "accident", "burn", "arrest", "mi"):
            return self.onsets or self.admissions
        return self.operations or self.births


def _with_days_of_events(note: DatedNote, events: _Events) -> DatedNote:
    times: list[PlacedTime] = []
    for t in note.times:
        e = t.expression
        if t.certainty is not Certainty.DECIDED and _is_counted(e):
            if e.kind is TimeKind.TREATMENT_DAY:
                pass  # placed when all notes are known
            elif e.kind is TimeKind.WEEKDAY:
                t = _weekday_beside(t, note, events)
            elif e.kind is TimeKind.NOTE_DAY:
                t = _bare(t, note, events, times)
            else:
                t = _counted(t, note, events, times)
        times.append(t)
    return replace(note, times=tuple(times))


def _weekday_beside(t: PlacedTime, note: DatedNote, events: _Events) -> PlacedTime:
    """``the Sunday before delivery``, ``the Monday after her operation``."""
    e, latest = t.expression, _latest(t, note)
    known = events.named(e.name, note)
    known = [d for d in known if d <= latest] or known
    if not known:
        return t
    step = -DAY if e.relation == "previous" else DAY
    day = known[-1] + step
    while day.weekday() != e.number:
        day += step
    return _placed(t, day, "counted from the event")


def _told_before(
    e: TimeExpression, note: DatedNote, passed: Sequence[PlacedTime], days: Sequence[dt.date]
) -> dt.date | None:
    """The last of some days that is told before a place in its paragraph; None for none."""
    for other in reversed(passed):
        between = note.note.text[other.expression.end : e.start]
        if "\n\n" in between or len(between) > _TOLD_NEAR:
            return None
        if other.when is not None and other.when.is_exact and other.when.first in days:
            return other.when.first
    return None


_COUNT_BESIDE = re.compile(r"\b(?:POD|PPD|HD|DOL)\s?#?\d+[^.;\n]{0,30}[/,]\s*$", re.IGNORECASE)
"""Another count before one at a head: ``POD 5 debridement / POD 3``."""
_AGAIN = re.compile(
    r"\b(?:revis\w+|re-?op\w*|re-?look|second look|re-?explor\w+|wash-?out|take-?back|"
    r"(?:took|taken|returned?|return|back) (?:back )?to (?:theat(?:re|er)|the or|or))\b[^.;\n]{0,30}$",
    re.IGNORECASE,
)
"""A second operation, before the day after the first: ``revision POD 5``."""


def _latest(t: PlacedTime, note: DatedNote) -> dt.date:
    """The day that a time is told on."""
    return t.seen_from or (note.when.last if note.when else dt.date.max)


def _told_from_one(
    t: PlacedTime,
    note: DatedNote,
    known: list[dt.date],
    count: int,
    latest: dt.date,
    operations: Sequence[dt.date],
) -> list[dt.date]:
    """Those of several days that a count can be told from: of a second operation the first, and none that
    leads beyond what has passed."""
    if len(known) < 2:
        return known
    if _AGAIN.search(note.note.text[max(0, t.expression.start - 60) : t.expression.start]):
        first = [d for d in known if d + count * DAY in known]
        return first or known
    if t.seen_from in known:
        return [d for d in known if d == t.seen_from]
    today = [d for d in known if d + count * DAY == latest and d in operations]
    if t.side is Side.OPEN and today:
        return today  # ``POD 5 debridement / POD 3``
    has_passed = t.side is Side.PAST or t.seen_from is not None
    return [d for d in known if not has_passed or d + count * DAY <= latest] or known


_ANCHORED = re.compile(r"[ ]+(?:from|after|s/p|post|status[ -]post|following)\b", re.IGNORECASE)


def _in_first_lines(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a count stands in the first lines of a note, where it says which day it is."""
    before = note.note.text[: e.start]
    return e.start < _FIRST_LINES and before.lstrip().count("\n") < 4 and not _TOLD_OF.search(before[-14:])


def _is_one_of_heads(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a count is one of several at the head of a note, each from an event of its own."""
    heads = [
        t.expression
        for t in note.times
        if t.expression.kind is TimeKind.POSTOPERATIVE
        and _ANCHORED.match(note.note.text, t.expression.end)
        and _in_first_lines(t.expression, note)
    ]
    return len(heads) > 1 and e in heads


def _counted(t: PlacedTime, note: DatedNote, events: _Events, passed: Sequence[PlacedTime]) -> PlacedTime:
    e = t.expression
    count = events.count_of(e) - (e.name == "birth" and _counts_from_one(note) and not events.counts_from_one)
    latest = _latest(t, note)
    soon = latest + _SOON if note.when else latest
    known = [
        d
        for d in events.starts(e)
        if (e.name == DAY_ZERO and d in events.told_zeros)
        or (d <= latest and (latest - d < _SOON or d + count * DAY <= soon or e.name == DAY_ZERO))
    ]
    if e.kind is TimeKind.POSTOPERATIVE and e.name == "birth" and not any(d <= latest for d in events.births):
        # Of a child that is told of years later.
        known = [b for b in events.birthdays if latest - b < _CHILDHOOD]
    elif e.name in _OF_BIRTH:  # of the baby, not of the mother
        known = [d for d in known if latest - d < _NEWBORN or latest == dt.date.max]
        if not known and e.name != "birth":
            known = [d for d in events.operations if d <= latest and latest - d < _NEWBORN]
    if _is_one_of_heads(e, note) and note.when is not None and note.when.is_exact:
        # ``POD 4 s/p first debridement; POD 1 s/p second look``, of the day of the note
        return _placed(t, note.when.first, "the note's own day")
    if (
        not any(latest - d - count * DAY < _NEAR for d in known)
        and latest != dt.date.max
        and e.kind is TimeKind.POSTOPERATIVE
        and not e.name
    ):
        known = [
            d
            for d in events.told_operations
            if d <= latest and d + count * DAY <= soon and latest - d < _NEAR
        ] or known
    known = _told_from_one(t, note, known, count, latest, events.operations)
    if len(known) > 1 and not _is_at_head(e, note):
        told = _told_before(e, note, passed, known)
        if told is not None:
            return _placed(t, told + count * DAY, "counted from the event told before it")
    own = note.when.first if note.when is not None and note.when.is_exact and t.seen_from is None else None
    counts_own = own is not None and _is_at_head(e, note)
    if own is not None and counts_own and any(abs(d + count * DAY - own) < 2 * DAY for d in events.told()):
        return _placed(t, own, "the note's own day")
    day = known[-1] + count * DAY if known else None
    # At a note's head it is the note's own day, whatever was operated long before.
    if day is not None and not (e.start < _FIRST_LINES and latest - day > _NEAR):
        return _placed(t, day, "counted from the event")
    if own is not None and counts_own:
        return _placed(t, own, "the note's own day")
    return t


def _bare(t: PlacedTime, note: DatedNote, events: _Events, passed: Sequence[PlacedTime]) -> PlacedTime:
    """``Rejection on day 7``: from the operation or the admission before the note; where both may be meant it
    is a range that holds both."""
    if note.when is None or (_heads_of(note, events) is not None and t.seen_from is None):
        return t
    if (of_entry := _of_its_entry(t, note)) is not None:
        return of_entry
    if t.expression.part == "loose" and (goes_on := _going_on(t, note, passed)) is not t:
        return goes_on
    count, latest = t.expression.number, _latest(t, note)
    course = _day_of_cycle(t.expression, note, events) or events.day_of_course(t.expression, latest)
    if course is not None and events.is_of_infant and not events.cycles and not events.counts_from_one:
        course -= _counts_from_one(note) * DAY
    if _TODAY.search(note.note.text[max(0, t.expression.start - 8) : t.expression.start]):
        return _placed(t, t.seen_from or note.when.first, "today")
    told = passed[-1] if passed else None
    between = note.note.text[told.expression.end : t.expression.start] if told is not None else ""
    if t.seen_from is not None and between and not between.strip(" \t:–-"):
        return _placed(t, t.seen_from, "the day of its entry")
    if _BEGINS.search(note.note.text[max(0, t.expression.start - 12) : t.expression.start]):
        return _beginning(t, note, events, told)
    if course is not None and (t.expression.part == "loose" or not _is_near(events.operations, latest)):
        return _placed(t, course, "counted from the course or birth")
    if t.expression.part == "loose":
        treated = told is not None and told.expression.kind is TimeKind.TREATMENT_DAY
        return t if treated and len(between) < _SENTENCE else _own_by_count(t, note, events)
    if is_operation_note(note.note) and note.when.is_exact and note.when.first in events.operations:
        return _placed(t, note.when.first + count * DAY, "counted from the operation of its note")
    if told is not None and told.when is not None and told.when.first in events.operations:
        between = note.note.text[told.expression.end : t.expression.start]
        if len(between) < _SAME_CLAUSE and not re.search(r"[.\n;]", between):
            return _placed(t, told.when.first + count * DAY, "counted from the operation beside it")
    zeros = events.transplants_counted()
    if zeros:
        return _placed(t, max(zeros) + count * DAY, "counted from the transplant")
    days = []
    for starts, first in ((events.operations, 0), (events.admissions, 1)):
        if near := [d for d in starts if d <= latest and latest - d < _NEAR]:
            days.append(near[-1] + (count - first) * DAY)
    if not days:
        return t
    if max(days) - min(days) < 2 * DAY and events.operations:
        return _placed(t, days[0], "counted from the event")
    when = DayRange(min(days), max(days))
    return replace(t, when=when, certainty=Certainty.RANGE, reason="counted from an event that is not told")


def _own_by_count(t: PlacedTime, note: DatedNote, events: _Events) -> PlacedTime:
    """A bare ``Day 4`` that leads from an admission or operation to the day it is told on: that day."""
    told_of = _TOLD_OF.search(note.note.text[max(0, t.expression.start - 14) : t.expression.start])
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
    return _placed(t, own, "the note's own day") if leads else t


_LEAST_COUNT = 2
_FROM_ONE = re.compile(
    r"\bday of birth\s+(?:is\s+|being\s+|=\s*|as\s+|counts as\s+)+(?:DOL|day)\s?1\b|"
    r"\b(?:DOL|day)\s?1\s*(?:=|is|being)\s*(?:the\s+)?(?:day of )?birth\b",
    re.IGNORECASE,
)


def _counts_from_one(note: DatedNote) -> bool:
    """Whether a note says that it calls the day of birth day 1."""
    return _FROM_ONE.search(note.note.text) is not None


def _is_near(days: Sequence[dt.date], latest: dt.date) -> bool:
    """Whether one of some days lies shortly before another."""
    return any(0 * DAY <= latest - d < _NEAR for d in days)


_RECAP = re.compile(r"\b(?:C|cycle )(\d{1,2})\b[^.;\n]{0,60}$", re.IGNORECASE)
"""A cycle named before a day of it: ``C1 recap: D10``."""


def _day_of_cycle(e: TimeExpression, note: DatedNote, events: _Events) -> dt.date | None:
    """The day of the cycle that is named before it in its sentence, or at the head of its note; None for
    none."""
    named = _RECAP.search(note.note.text[max(0, e.start - 70) : e.start])
    heads = [t.expression.name for t in note.times if t.expression.start < _FIRST_LINES]
    name = f"c{named[1]}" if named else next((h for h in heads if h in events.cycles), "")
    first = events.cycles.get(name)
    latest = next((t.seen_from for t in note.times if t.expression is e), None)
    if first is None or (not named and latest is not None and latest - first > _LONGEST_CYCLE):
        return None
    return first + (e.number - 1) * DAY


_TODAY = re.compile(r"\btoday[ ,(]+$", re.IGNORECASE)
_BEGINS = re.compile(r"(?:=\s*|\b(?:being|as|called)\s+)$")
"""Before the day that a count begins with: ``admission = day 1``."""


def _beginning(t: PlacedTime, note: DatedNote, events: _Events, told: PlacedTime | None) -> PlacedTime:
    """The day that a count begins with: the one that is told right before it, else that of the event."""
    text, at = note.note.text, t.expression.start
    if told is not None and told.when is not None and told.when.is_exact and at - told.expression.end < 14:
        return _placed(t, told.when.first, "the day beside it")
    words = time_words().events
    for name, days in (("admission", events.admissions), ("operation", events.operations)):
        near = [d for d in days if note.when is not None and d <= note.when.last]
        if near and words[name].search(text[max(0, at - 30) : at]):
            return _placed(t, near[-1], "the event beside it")
    return t


def _placed(t: PlacedTime, day: dt.date, reason: str) -> PlacedTime:
    return replace(t, when=DayRange(day, day), certainty=Certainty.PLACED, reason=reason)


def with_known_births(
    read: Mapping[str, Sequence[TimeExpression]],
) -> dict[str, list[TimeExpression]]:
    """The expressions of notes; each date that another place calls that of birth is marked as one, unless the
    case is of an infant, where the day of birth is one of admission, too."""
    births = {
        (e.year, e.month, e.day) for times in read.values() for e in times if is_birth(e) and e.year and e.day
    }
    others = [
        e.year
        for times in read.values()
        for e in times
        if e.kind is TimeKind.DATE and e.year and not is_birth(e)
    ]
    births = {b for b in births if others and max(others) - (b[0] or 0) > _OLDER_THAN}
    return {
        id: [
            replace(e, birth=True)
            if e.kind is TimeKind.DATE and not e.field and (e.year, e.month, e.day) in births
            else e
            for e in times
        ]
        for id, times in read.items()
    }


def with_births(notes: Sequence[DatedNote]) -> list[DatedNote]:
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


def _with_own_count(note: DatedNote, events: _Events) -> DatedNote:
    """``since day 1`` in a note that says at its head which day it is (``Day 3``, ``day 2 post EVT``)."""
    head = _heads_of(note, events)
    if head is None or note.when is None or not note.when.is_exact:
        return note
    zero = note.when.first - head.number * DAY
    times = []
    for t in note.times:
        loose = t.expression.part == "loose"
        if t.expression.kind is TimeKind.NOTE_DAY and not loose and t.certainty is not Certainty.DECIDED:
            t = _placed(t, zero + t.expression.number * DAY, "counted as its note does")
        times.append(t)
    return replace(note, times=tuple(times))


_HEAD_COUNT = re.compile(r"Day\b|(?<=\()[Dd](?:ay\b|\d)|(?<=[ \t]{2})D\d")
"""What a note's own count looks like at its head: ``Day 3``, ``(day 6)``, ``19/11/18   D12``."""


def _heads_of(note: DatedNote, events: _Events) -> TimeExpression | None:
    """What says at the head of a note which day of a count it is."""
    heads = [t for t in note.times if t.expression.start < _FIRST_LINES and t.seen_from is None]
    own = [t for t in heads if t.expression.kind is TimeKind.POSTOPERATIVE and t.when == note.when]
    if not is_operation_note(note.note):
        own += [t for t in heads if t.expression.kind is TimeKind.HOSPITAL_DAY and t.when == note.when]
    counts = [
        t
        for t in heads
        if t.expression.kind is TimeKind.NOTE_DAY and t.expression.part != "loose"
        if not (events.leads_elsewhere(t.expression, note) and not _stands_at_head(t.expression, note))
    ]
    text = note.note.text
    named = [t for t in counts if _HEAD_COUNT.match(text, t.expression.start)]
    return next((t.expression for t in (*named, *own)), None)
