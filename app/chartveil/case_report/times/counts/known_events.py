"""Days of the events of a case that others are counted from."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from chartveil.case_report.times.counts.heads import (
    COUNTED,
    FIRST_LINES,
    NEAR,
    SENTENCE,
    TOLD_OF,
    is_at_head,
    stands_at_head,
)
from chartveil.case_report.times.events import DatedNote, event_days
from chartveil.case_report.times.expressions import DAY_ZERO, TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import DAY, days_of
from chartveil.case_report.times.sides import Side
from chartveil.case_report.times.words import time_words

_DISCHARGE = re.compile(
    r"(?<!\w)(?:(?:went|came|sent|taken) home|discharged?|d/c|left hospital)(?!\w)", re.IGNORECASE
)
_AT_BIRTH = 3 * DAY
"""Who is admitted or moved within these days of birth comes from where it was born."""
NEWBORN, _NEXT_BIRTH = 366 * DAY, 200 * DAY
"""A day of life is counted in notes of the first year."""
OF_BIRTH = ("partum", "natal", "delivery", "birth")
_LONGEST_CYCLE = 43 * DAY
"""Days from the first of a cycle to its end, at most."""
KEY = 5
"""Letters by which notes name the same treatment: ``piperacillin-tazobactam``, ``piper``."""
_GIVEN = re.compile(r"\b(?:given|started|commenced|begun|today|infused|administered)\b", re.IGNORECASE)
CYCLE = re.compile(r"c\d+")
_DAY_BESIDE = re.compile(r"[ ]{1,3}|[ ]?[(:=,–-][ ]?")
"""Between the day of a cycle and its date: ``C1D1 Tuesday 2 July``."""


def _own_of_treatment(n: DatedNote, e: TimeExpression) -> dt.date | None:
    """The day that a note gives to a day of a treatment: its own, or of a cycle the date beside it; None for
    none."""
    text = n.note.text
    if CYCLE.fullmatch(e.name):
        for t in n.times:
            exact = t.expression.kind is TimeKind.DATE and t.when is not None and t.when.is_exact
            if exact and t.when is not None and e.end <= t.expression.start:
                if _DAY_BESIDE.fullmatch(text[e.end : t.expression.start]):
                    return t.when.first
                break
        starts = e.number == 1 and _GIVEN.search(text[e.start : e.end + 40].partition(".")[0])
        if text[: e.start].lstrip().count("\n") > 1 and e.start > FIRST_LINES and not starts:
            return None  # not at its head
    if n.when is None or not n.when.is_exact or "discharge" in n.note.note_type:
        return None
    told_of = TOLD_OF.search(text[max(0, e.start - 14) : e.start])
    if (beside := _told_in_sentence(e, n)) is not None and not told_of:
        return beside
    seen_from = next((t.seen_from for t in n.times if t.expression is e), None)
    return None if told_of else seen_from or n.when.first


def _told_in_sentence(e: TimeExpression, n: DatedNote) -> dt.date | None:
    """The day that is told before a place in its sentence: ``seen yesterday, stopped = day 31 of SSZ``; None
    for none."""
    for t in reversed(n.times):
        if t.expression.end <= e.start and t.expression.kind not in COUNTED and not is_birth(t.expression):
            between = n.note.text[t.expression.end : e.start]
            near = len(between) < SENTENCE and not re.search(r"[.;]\s|\n", between)
            exact = near and t.when is not None and t.when.is_exact and t.side is not Side.FUTURE
            return t.when.first if exact and t.when is not None else None
    return None


def _first_of_cycles(notes: Sequence[DatedNote]) -> dict[str, dt.date]:
    """The first day of each cycle (``c1``), as dated notes tell it: rather those that tell of a first day or
    at their head; none where they tell several."""
    firsts = first_days(notes, lambda e: CYCLE.fullmatch(e.name) is not None)
    return {name: min(days) for name, days in firsts.items() if len(days) == 1}


def first_days(
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
                found = strong if e.number == 1 or stands_at_head(e, n) else weak
                found.setdefault(e.name[:KEY], set()).add(day - (e.number - 1) * DAY)
    return {**weak, **strong}


_BETWEEN = re.compile(r"[ \t|,]*[(]?")


def _date_beside(e: TimeExpression, note: DatedNote) -> dt.date | None:
    """The exact date right before a count in its line; None for none."""
    for t in note.times:
        exact = t.expression.kind is TimeKind.DATE and t.when is not None and t.when.is_exact
        before = exact and t.expression.end <= e.start
        if before and t.when and _BETWEEN.fullmatch(note.note.text, t.expression.end, e.start):
            return t.when.first
    return None


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


class Events:
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
        own = {b for b in births if any(abs(d - b) < NEWBORN for d in days)}  # not those of a parent
        told = event_days(notes, words.events["birth"])
        # Who has a date of birth is not born again soon: ``above birth weight since yesterday``.
        self.births = sorted({*(d for d in told if all(abs(d - b) > _NEXT_BIRTH for b in own)), *own})
        self._days_of_birth = sorted(own)
        self.birthdays = sorted(births)
        starts = words.fields["starts"]
        self._in_hospital = days + [
            t.when.first for n in notes for t in n.times if t.when and starts.fullmatch(t.expression.field)
        ]
        self.cycles = _first_of_cycles(notes)
        self.is_of_infant = bool(own)
        self.injuries = event_days(notes, words.events["injury"], fields=words.fields["injured"])
        # Where a field names the day of an injury, others are of scans and visits since.
        written = event_days(notes, re.compile(r"(?!)"), fields=words.fields["injured"])
        self.onsets = written or event_days(notes, words.events["onset"])
        self.discharges = event_days(notes, _DISCHARGE, fields=words.fields["ends"])
        self._life_counts = self._counts_of_life(notes)
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
            if t.expression.name or stands_at_head(t.expression, n)
        )
        if self.told_zeros:
            found[DAY_ZERO] = set(self.told_zeros)
        for n in notes:
            for t in n.times:
                e = t.expression
                heads = e.kind is TimeKind.POSTOPERATIVE and e.name in ("", "burn", DAY_ZERO)
                bare = signed and e.kind is TimeKind.NOTE_DAY and e.part != "loose"
                e = replace(e, name=DAY_ZERO) if bare else e
                counted = (heads or bare) and stands_at_head(e, n)
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
            and is_at_head(t.expression, n)
            if t.expression.name == "birth"
        }
        told |= self._life_counts if len(self._life_counts) == 1 else set()
        return 1 if told == {1} else 0

    def _counts_of_life(self, notes: Sequence[DatedNote]) -> set[int]:
        """The numbers that an infant's notes give the day of birth, where bare counts beside dates
        (``9/11/17   Day 6``) or at the heads of dated notes go on from it; none where most do not."""
        if len(self._days_of_birth) != 1:
            return set()
        born = self._days_of_birth[0]
        firsts: list[int] = []
        for n in notes:
            for t in n.times:
                e = t.expression
                if e.kind is not TimeKind.NOTE_DAY or e.part == "loose":
                    continue
                beside = _date_beside(e, n)
                if beside is None and stands_at_head(e, n) and n.when is not None and n.when.is_exact:
                    beside = n.when.first
                if beside is not None:
                    firsts.append(e.number - (beside - born).days)
        of_life = [first for first in firsts if first in (0, 1)]
        return set(of_life) if len(of_life) > len(firsts) / 2 else set()

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
        near = [
            b
            for b in self.births
            if 0 * DAY <= latest - b < NEAR or (self.counts_life(latest) and b <= latest)
        ]
        if near and (self.is_of_infant or e.part == "loose"):
            return near[-1] + (e.number - self._first_day_of_life) * DAY
        return None

    def in_stay_of_birth(self, latest: dt.date) -> bool:
        """Whether an infant has been in hospital from its birth to a day, whatever was operated meanwhile:
        its days are those of its life."""
        births = [b for b in self._days_of_birth if 0 * DAY <= latest - b < _NEXT_BIRTH]
        if not births:
            return False
        since = [d - births[-1] for d in self._in_hospital if births[-1] <= d <= latest]
        return any(d <= _AT_BIRTH for d in since) and all(
            d - births[-1] <= _AT_BIRTH for d in self.admissions if births[-1] <= d <= latest
        )

    def counts_life(self, latest: dt.date) -> bool:
        """Whether bare counts are days of an infant's life on a day: where it has been in hospital since
        birth, or its dated notes count so, in its first months."""
        counted = bool(self._life_counts) and latest - self._days_of_birth[0] < _NEXT_BIRTH
        return counted or self.in_stay_of_birth(latest)

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
        if e.name in OF_BIRTH:
            return self.births or self.operations
        if e.name in ("stroke", "injury", "trauma", "accident", "burn", "arrest", "mi"):
            return self.onsets or self.admissions
        return self.operations or self.births


_RECAP = re.compile(r"\b(?:C|cycle )(\d{1,2})\b[^.;\n]{0,60}$", re.IGNORECASE)
"""A cycle named before a day of it: ``C1 recap: D10``."""


def day_of_cycle(e: TimeExpression, note: DatedNote, events: Events) -> dt.date | None:
    """The day of the cycle that is named before it in its sentence, or at the head of its note; None for
    none."""
    named = _RECAP.search(note.note.text[max(0, e.start - 70) : e.start])
    heads = [t.expression.name for t in note.times if t.expression.start < FIRST_LINES]
    name = f"c{named[1]}" if named else next((h for h in heads if h in events.cycles), "")
    first = events.cycles.get(name)
    latest = next((t.seen_from for t in note.times if t.expression is e), None)
    if first is None or (not named and latest is not None and latest - first > _LONGEST_CYCLE):
        return None
    return first + (e.number - 1) * DAY
