"""Proposes the event that is day 0, and finds statements of time that cannot both hold."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from chartveil.case_report.model import Contradiction, IndexEvent, IndexKind
from chartveil.case_report.times.events import DatedNote, begins_entry, event_days
from chartveil.case_report.times.expressions import DAY_ZERO, TimeKind, is_birth
from chartveil.case_report.times.sides import Side
from chartveil.case_report.times.words import time_words

_SYMPTOM = re.compile(
    r"\b(?:began|started|onset|first (?:noticed|noted|felt|symptoms?|developed)|developed|since|noticed|"
    r"fell ill|"
    r"symptoms?|became)\b",
    re.IGNORECASE,
)
_DIAGNOSIS = re.compile(r"\b(?:diagnos\w+|biopsy|confirmed)\b", re.IGNORECASE)
_NEWBORN_YEARS = 1
_NEVER_FIRST = (IndexKind.INJURY, IndexKind.TRANSPLANT, IndexKind.TREATMENT, IndexKind.OTHER)
"""What is proposed and not taken unless a person says so."""
_OPERATIONS, _TREATMENTS, _OTHERS = 3, 2, 2
"""Proposals of a kind, at most."""
_FOCUS, _BEFORE_FOCUS = dt.timedelta(60), dt.timedelta(30)
_BEFORE_A_BED = dt.timedelta(2)
"""Between an arrival that is no emergency of its own and the admission that is written."""
_HEAD_OF_NOTE = 200
_NOT_NOW = re.compile(
    r"\b(?:no|not|denie[sd]|without|h/o|hx(?: of)?|history of|previous|prior|old|past|family|fh|pmh|"
    r"mother|father|brother|sister|since|risk of)\b[^.\n]*$",
    re.IGNORECASE,
)
_FAR = dt.timedelta(15 * 365)
_YEAR = dt.timedelta(366)
_SINGLE_FIELDS = (("admission", "starts"), ("discharge", "ends"))


def propose_index(notes: Sequence[DatedNote]) -> tuple[IndexEvent, ...]:
    """Events that may be day 0, the likeliest first; none where no note has a date."""
    days = [n.when.first for n in notes if n.when is not None and n.when.is_exact]
    exact = [
        t.when.first
        for n in notes
        for t in n.times
        if t.when and t.when.is_exact and not is_birth(t.expression)
    ]
    if not days and not exact:
        return ()
    latest = max(days or exact)
    words = time_words()
    births = birth_days(notes)
    out: list[IndexEvent] = []

    focus_first, focus_last = _focus(days or exact)
    later: list[IndexEvent] = []
    strong = sorted({*_field_days(notes, words.fields["starts"]), *(d for d, _ in _arrivals(notes))})
    operations = event_days(notes, words.events["operation"], fields=words.fields["operated"], surgical=True)

    def add(kind: IndexKind, found: Sequence[dt.date], reason: str, wording: str) -> None:
        near = [d for d in found if latest - _FAR <= d <= latest]
        inside = [d for d in near if focus_first - _BEFORE_FOCUS <= d <= focus_last]
        only = kind is IndexKind.ADMISSION and len(near) == 1 and latest - near[0] <= _YEAR
        if only and (near == strong or not (strong or operations)):
            inside = near  # however long before most notes
        # Of operations each may be the one that the case is about.
        most = _OPERATIONS if kind is IndexKind.OPERATION else 1
        for days_of, where in ((inside[:most], out), ([x for x in near if x not in inside][:1], later)):
            where += [IndexEvent(kind, d, _key_of(notes, d), reason, wording) for d in days_of]

    first_day = min(days or exact)
    infant = [d for d in births if -200 < (first_day - d).days < _NEWBORN_YEARS * 366]
    if infant:
        key = _key_of(notes, infant[0])
        out.append(IndexEvent(IndexKind.BIRTH, infant[0], key, "the patient is an infant", "birth"))
    arrivals = _arrivals(notes)
    admissions = _field_days(notes, words.fields["starts"]) or event_days(
        notes, words.events["admission"], fields=words.fields["starts"]
    )
    if not any(focus_first - _BEFORE_FOCUS <= d <= focus_last for d in admissions):
        admissions = sorted({*admissions, *_told_admissions(notes, focus_first - _BEFORE_FOCUS, focus_last)})
        strong = sorted({*strong, *(d for d in admissions if focus_first - _BEFORE_FOCUS <= d <= focus_last)})
    acute = [d for d, text in arrivals if _tells(words.events["acute"], text)]
    major = [] if acute else [(_told_of_later(notes, d, words.events["major"]), d) for d in operations]
    if any(n for n, _ in major):
        add(IndexKind.OPERATION, [max(major)[1]], "later notes go on naming the operation", "the operation")
    days_of_arrival = sorted({d for d, _ in arrivals})
    after_arrival = [
        d for d in admissions if any(0 * _BEFORE_A_BED <= d - a <= _BEFORE_A_BED for a in days_of_arrival)
    ]
    if not acute:
        add(IndexKind.ADMISSION, after_arrival, "a date of admission is written", "admission")
    add(IndexKind.ADMISSION, days_of_arrival, "a note was written on arrival", "admission")
    add(IndexKind.ADMISSION, admissions, "a date of admission is written", "admission")
    add(IndexKind.OPERATION, operations, "a date stands with an operation", "the operation")
    named = _notes_naming(notes)
    hurt = event_days(notes, words.events["injury"], fields=words.fields["injured"])
    add(IndexKind.INJURY, _most_named(hurt, named), "a date stands with an injury", "the injury")
    add(IndexKind.TRANSPLANT, _day_zeros(notes), "the notes count from this day", "the transplant")
    transplants = event_days(notes, words.events["transplant"])
    add(IndexKind.TRANSPLANT, transplants, "a date stands with a transplant", "the transplant")
    add(IndexKind.DIAGNOSIS, event_days(notes, _DIAGNOSIS), "a date stands with a diagnosis", "diagnosis")
    begun = _most_named(_treatments_begun(notes), named)[:_TREATMENTS]
    for day in begun:
        add(
            IndexKind.TREATMENT,
            [day],
            "a date stands with the start of a treatment",
            "the start of treatment",
        )
    onsets = event_days(notes, _SYMPTOM)
    add(IndexKind.FIRST_SYMPTOM, onsets, "a date stands with the first symptom", "the first symptom")
    out += later
    proposed = {event.date for event in out}
    for day in [d for d in _most_named(named, named) if d not in proposed and named[d] > 1][:_OTHERS]:
        reason = f"{named[day]} notes name this day"
        out.append(IndexEvent(IndexKind.OTHER, day, _key_of(notes, day), reason, "the index event"))
    key = _key_of(notes, first_day)
    out.append(IndexEvent(IndexKind.FIRST_NOTE, first_day, key, "the first note", "the first note"))
    likeliest = next(event for event in out if event.kind not in _NEVER_FIRST)
    out.insert(0, likeliest)
    once: dict[tuple[IndexKind, dt.date], IndexEvent] = {}
    for event in out:
        once.setdefault((event.kind, event.date), event)
    return tuple(once.values())


def _notes_naming(notes: Sequence[DatedNote]) -> dict[dt.date, int]:
    """How many notes name each day."""
    days = [
        {t.when.first for t in n.times if t.when and t.when.is_exact and not is_birth(t.expression)}
        for n in notes
    ]
    return Counter(day for of_note in days for day in of_note)


def _most_named(days: Iterable[dt.date], named: Mapping[dt.date, int]) -> list[dt.date]:
    """Days, those that most notes name first."""
    return sorted(days, key=lambda d: (-named.get(d, 0), d))


def _treatments_begun(notes: Sequence[DatedNote]) -> set[dt.date]:
    """Days on which a drug or other treatment was begun: by words, a field, or as the first of its count."""
    words = time_words()
    counted = {
        t.when.first
        for n in notes
        for t in n.times
        if t.expression.kind is TimeKind.TREATMENT_DAY and t.expression.number == 1
        if t.when is not None and t.when.is_exact
    }
    told = event_days(notes, words.events["begun"], fields=words.fields["begun"], every=True)
    return {*counted, *told}


def _day_zeros(notes: Sequence[DatedNote]) -> list[dt.date]:
    """Days that the notes call day 0 of a count with a sign: ``Day +7``."""
    return sorted(
        {
            t.when.first - t.expression.number * dt.timedelta(1)
            for n in notes
            for t in n.times
            if t.expression.name == DAY_ZERO and t.when is not None and t.when.is_exact
        }
    )


def _arrivals(notes: Sequence[DatedNote]) -> list[tuple[dt.date, str]]:
    """Days and heads of notes that were written when the patient arrived, in order."""
    words = time_words().events["arrival"]
    found = []
    for n in notes:
        head = n.note.text.lstrip()[:_HEAD_OF_NOTE]
        titled = words.search(head.partition("\n")[0]) or words.search(n.note.note_type)
        if titled and n.when is not None and n.when.is_exact:
            found.append((n.when.first, n.note.text))
    return sorted(found)


def _told_admissions(notes: Sequence[DatedNote], first: dt.date, last: dt.date) -> list[dt.date]:
    """The first day in a stretch of time that running text tells as one of admission; none for none."""
    days = event_days(notes, time_words().events["admission"], every=True)
    return [d for d in days if first <= d <= last][:1]


def _tells(words: re.Pattern[str], text: str) -> bool:
    """Whether one of some words stands in a text as something that is so now."""
    return any(not _NOT_NOW.search(text[max(0, m.start() - 40) : m.start()]) for m in words.finditer(text))


def _told_of_later(notes: Sequence[DatedNote], day: dt.date, words: re.Pattern[str]) -> int:
    """How often the notes of a day name a great operation; 0 unless half of the later notes name it, too."""
    own = [n for n in notes if n.when is not None and n.when.is_exact and n.when.first == day]
    after = [n for n in notes if n.when is not None and n.when.first > day]
    told = [_family(m.group()) for n in own for m in words.finditer(n.note.text)]
    named = sum(any(word.search(n.note.text) for word in set(told)) for n in after)
    return len(told) if named and 2 * named >= len(after) else 0


_FAMILIES = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        r"\w*transplant\w*|olt|[dl]dlt|hsct|bmt|post-?tx",
        r"c-?section|ca?esarean|(?:r|1°)?l[ts]cs|section|delivery",
    )
)
"""Names of one operation."""


def _family(word: str) -> re.Pattern[str]:
    """What names the same operation as a word."""
    same = (f for f in _FAMILIES if f.fullmatch(word))
    return next(same, re.compile(re.escape(word), re.IGNORECASE))


def _focus(days: Sequence[dt.date]) -> tuple[dt.date, dt.date]:
    """The stretch of some weeks in which most notes were written: what happened there is the case."""
    first = max(sorted(set(days)), key=lambda d: sum(d <= x <= d + _FOCUS for x in days))
    return first, first + _FOCUS


def _field_days(notes: Sequence[DatedNote], fields: re.Pattern[str]) -> list[dt.date]:
    return sorted(
        {
            t.when.first
            for n in notes
            for t in n.times
            if t.when and t.when.is_exact and fields.fullmatch(t.expression.field)
        }
    )


def _key_of(notes: Sequence[DatedNote], day: dt.date) -> str:
    """Key of the first time that is this day."""
    for n in notes:
        for t in n.times:
            if t.when is not None and t.when.is_exact and t.when.first == day:
                return f"{n.note.id}:{t.expression.start}"
    return ""


def birth_days(notes: Sequence[DatedNote]) -> list[dt.date]:
    """Dates of birth that stand in date-of-birth fields, each once, the commonest first."""
    found: dict[dt.date, int] = {}
    for n in notes:
        for t in n.times:
            if (
                t.when is not None
                and t.when.is_exact
                and is_birth(t.expression)
                and t.expression.start < 1500
            ):
                found[t.when.first] = found.get(t.when.first, 0) + 1
    return sorted(found, key=lambda d: (-found[d], d))


def find_contradictions(notes: Sequence[DatedNote]) -> Iterator[Contradiction]:
    """What cannot be as it is written, in words without names or dates."""
    births = [d for d in birth_days(notes) if _in_header(notes, d)]
    if len(births) > 1:
        places = tuple(
            (n.note.id, t.expression.start, t.expression.end)
            for n in notes
            for t in n.times
            if t.when and t.when.first in births and is_birth(t.expression)
        )
        yield Contradiction("birth", f"The notes give {len(births)} dates of birth.", places)
    for n in notes:
        if n.when is None:
            continue
        written = n.when.last
        for t in n.times:
            e = t.expression
            dated = t.when is not None and t.when.is_exact and e.kind is TimeKind.DATE and not is_birth(e)
            if dated and t.when is not None and begins_entry(n.note.text, e.start):
                written = max(written, t.when.last)
            if (
                t.when is None
                or t.side is not Side.PAST
                or is_birth(e)
                or e.kind is not TimeKind.DATE
                or not e.year
                or not e.day
            ):
                continue
            if t.when.first > written and not e.field:
                words = "A note tells of a day after the one it was written on as if it had passed."
                yield Contradiction("order", words, ((n.note.id, e.start, e.end),))
    names = time_words().fields
    for name, kind in _SINGLE_FIELDS:
        fields = names[kind]
        for n in notes:
            own = [t for t in n.times if fields.fullmatch(t.expression.field) and t.when and t.when.is_exact]
            if len({t.when for t in own}) > 1:
                places = tuple((n.note.id, t.expression.start, t.expression.end) for t in own)
                yield Contradiction("same event", f"One note gives two days of {name}.", places)
    admitted = _field_days(notes, names["starts"])
    discharged = _field_days(notes, names["ends"])
    for n in notes:
        first = [t for t in n.times if names["starts"].fullmatch(t.expression.field) and t.when]
        last = [t for t in n.times if names["ends"].fullmatch(t.expression.field) and t.when]
        if first and last and first[0].when and last[0].when and last[0].when.last < first[0].when.first:
            places = tuple((n.note.id, t.expression.start, t.expression.end) for t in (first[0], last[0]))
            yield Contradiction("order", "The day of discharge lies before that of admission.", places)
            return
    close = [(a, b) for a, b in pairwise(admitted) if (b - a).days < 4]
    if close and not any(a < d <= b for a, b in close for d in discharged):
        places = tuple(
            (n.note.id, t.expression.start, t.expression.end)
            for n in notes
            for t in n.times
            if t.when and names["starts"].fullmatch(t.expression.field) and t.when.first in close[0]
        )
        yield Contradiction("same event", "Notes give different days for one admission.", places)


def _in_header(notes: Sequence[DatedNote], day: dt.date) -> bool:
    return any(
        t.when and t.when.is_exact and t.when.first == day and is_birth(t.expression) and t.expression.field
        for n in notes
        for t in n.times
    )
