"""The places of a note that are shown: what is altered, and what stays though it may tell who it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chartveil.case_report.model import (
    Alteration,
    AlteredNote,
    CaseReport,
    DatedEvent,
    FactCategory,
    IndirectFact,
    Person,
)
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.gui.preview.text_view import PreparedPreview, prepare_preview


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """One marked range of a note's original text.

    Attributes:
        start, end: the range.
        becomes: what stands for it in the prose; the same text where it stays.
        label: gives the colour.
        alteration: what is altered; None where it stays.
        fact, event, person: what it is of, as far as known.
    """

    start: int
    end: int
    becomes: str
    label: Label
    alteration: Alteration | None = None
    fact: IndirectFact | None = None
    event: DatedEvent | None = None
    person: Person | None = None


_COLOURS = {FactCategory.WORK: Label.PROFESSION, FactCategory.RANK: Label.PROFESSION}
"""Labels that lend facts their colour where they stay as they stand; all others have that of numbers."""


def places_of(case: CaseReport, note: AlteredNote) -> tuple[MarkedPlace, ...]:
    """All places of a note in order, disjoint. A fact that another place covers has none of its own."""
    text = note.note.text
    facts = {f.key: f for f in case.facts if f.note == note.note.id}
    events = {e.key: e for e in case.events if e.note == note.note.id}
    people = {p.key: p for p in case.people}
    altered = [
        MarkedPlace(
            a.start,
            a.end,
            a.text,
            a.label,
            a,
            facts.get(a.source) or _fact_at(facts.values(), a),
            events.get(a.source),
            people.get(a.source),
        )
        for a in note.alterations
        if a.start < a.end
    ]
    shown = {place.fact.key for place in altered if place.fact is not None}
    kept = [
        MarkedPlace(f.start, f.end, text[f.start : f.end], _COLOURS.get(f.category, Label.IDNUM), None, f)
        for f in facts.values()
        if f.key not in shown and not any(p.start < f.end and f.start < p.end for p in altered)
    ]
    return tuple(_apart(sorted([*altered, *kept], key=lambda p: (p.start, p.end))))


def _fact_at(facts: Iterable[IndirectFact], altered: Alteration) -> IndirectFact | None:
    """The fact of exactly this range, where the alteration does not say whose it is."""
    return next((f for f in facts if (f.start, f.end) == (altered.start, altered.end)), None)


def _apart(places: list[MarkedPlace]) -> Iterator[MarkedPlace]:
    end = 0
    for place in places:
        if place.start >= end:
            yield place
            end = place.end


def prepared_note(case: CaseReport, note: AlteredNote) -> tuple[tuple[MarkedPlace, ...], PreparedPreview]:
    """A note's places, and both its texts made ready. Needs no window: may run in any thread."""
    places = places_of(case, note)
    replacements = [Replacement(p.start, p.end, p.becomes, p.label) for p in places]
    numbers = {(p.start, p.end): at for at, p in enumerate(places)}
    return places, prepare_preview(note.note.text, replacements, numbers)
