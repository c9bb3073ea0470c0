"""Builds a case report from its notes and decisions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from chartveil.case_report.affiliation import with_affiliation_spans
from chartveil.case_report.ages import find_ages
from chartveil.case_report.detected_names import with_consistent_names
from chartveil.case_report.model import (
    Alteration,
    AlterationKind,
    AlteredNote,
    CaseDecisions,
    CaseNote,
    CaseReport,
    Consent,
    Contradiction,
    DatedEvent,
    IndexEvent,
    IndirectFact,
    PersonKind,
)
from chartveil.case_report.names_as_roles import alter_people
from chartveil.case_report.patients import PatientGroup, group_by_patient
from chartveil.case_report.people import CasePeople, find_people
from chartveil.case_report.places import (
    Ladder,
    alter_contacts,
    alter_occupations,
    alter_places,
)
from chartveil.case_report.rewriting import altered_text, combine_alterations
from chartveil.case_report.times.events import DatedNote
from chartveil.case_report.times.finding import FormMatches
from chartveil.case_report.times.index_events import find_contradictions, propose_index
from chartveil.case_report.times.placing import date_notes
from chartveil.case_report.times.wording import TimeWriter
from chartveil.domain.labels import Label
from chartveil.domain.wording import capitalized

FactFinder: TypeAlias = Callable[[Sequence[CaseNote]], Sequence[IndirectFact]]
"""Finds the indirect facts of notes."""


@dataclass(frozen=True, slots=True)
class CaseTools:
    """The functions that find facts and ladders of wordings; each may be missing.

    Attributes:
        find_facts: of all notes of the case.
        occupation_ladder: of an occupation as it is written.
        times: what was found of times in texts, for the next time the case is built.
    """

    find_facts: FactFinder | None = None
    occupation_ladder: Ladder | None = None
    times: FormMatches = field(default_factory=FormMatches, compare=False)


def build_case(
    notes: Sequence[CaseNote],
    decisions: CaseDecisions,
    *,
    id: int = 0,
    title: str = "",
    unread: tuple[tuple[str, str], ...] = (),
    tools: CaseTools | None = None,
) -> CaseReport:
    """The case; the same notes and decisions give the same.

    Args:
        notes: as they were read.
        decisions: as they stand.
        id, title: of the case in the store.
        unread: files that could not be read: name and why.
        tools: what finds facts and ladders.
    """
    tools = tools or CaseTools()
    ours = with_consistent_names([n for n in notes if n.id not in decisions.other_patient])
    if decisions.affiliation:
        ours = [with_affiliation_spans(n, decisions.affiliation) for n in ours]
    groups = group_by_patient(ours, decisions.patient, decisions.same_patient)
    dated = date_notes(ours, decisions.note_dates, decisions.dates, tools.times)
    proposals = propose_index(dated)
    index = decisions.index or (proposals[0] if proposals else None)
    writer = TimeWriter(index, decisions.style)
    in_order = [d.note for d in dated]
    people = find_people(in_order, groups[0].name if groups else "", decisions.people)
    facts = _facts(in_order, decisions, tools, people)
    seen: dict[str, str] = {}
    altered = []
    for number, note in enumerate(dated, 1):
        made = _alterations(note, writer, people, facts, decisions, tools, seen)
        text = altered_text(note.note.text, made)
        altered.append(AlteredNote(note.note, note.when, _heading(note, writer), made, text, number))
    return CaseReport(
        id,
        title,
        tuple(altered),
        tuple(g.name for g in groups if g.notes),
        index,
        proposals,
        tuple(e for d, a in zip(dated, altered, strict=True) for e in _events(d, a, writer)),
        (*_patient_contradictions(groups), *find_contradictions(dated)),
        facts,
        people.people,
        decisions,
        unread,
        tuple(_remarks(ours, dated, groups, index, unread)),
    )


def _facts(
    notes: Sequence[CaseNote], decisions: CaseDecisions, tools: CaseTools, people: CasePeople
) -> tuple[IndirectFact, ...]:
    found = list(tools.find_facts(notes)) if tools.find_facts is not None else []
    order = {n.id: i for i, n in enumerate(notes)}
    found += [f for f in decisions.own_facts if f.note in order]
    texts = {n.id: n.text for n in notes}
    out = {}
    for fact in sorted(found, key=lambda f: (order[f.note], f.start, f.end, f.category)):
        person = fact.person or _person_beside(fact, texts[fact.note], people)
        out[fact.key] = replace(fact, person=person, decision=decisions.facts.get(fact.key))
    return tuple(out.values())


def _person_beside(fact: IndirectFact, text: str, people: CasePeople) -> str:
    """The relative of whom the sentence of a fact speaks; empty for none."""
    start, end = _sentence(text, fact.start, fact.end)
    for person in people.people[1:]:
        if any(note == fact.note and a < end and start < b for note, a, b in person.mentions):
            return person.key
    return ""


def _alterations(
    note: DatedNote,
    writer: TimeWriter,
    people: CasePeople,
    facts: Sequence[IndirectFact],
    decisions: CaseDecisions,
    tools: CaseTools,
    seen: dict[str, str],
) -> tuple[Alteration, ...]:
    text, made = note.note.text, []
    for key, words in decisions.wordings.items():
        if key.startswith(f"{note.note.id}:"):
            start, end = map(int, key.partition(":")[2].split("-"))
            made.append(Alteration(start, end, words, AlterationKind.OWN, Label.IDNUM, "own wording", key))
    ages, places = find_ages(text, note.note.spans), alter_places(note.note, seen)
    treating = [
        span
        for person in people.people
        if person.kind is PersonKind.PROVIDER
        for span in person.mentions
        if span[0] == note.note.id
    ]
    for fact in facts:
        if fact.decision is None and any(a < fact.end and fact.start < b for _, a, b in treating):
            continue  # who treats becomes a role: ``Prof Osei`` is no person of standing
        if fact.note == note.note.id and (altered := _altered_fact(fact, ages, places)) is not None:
            made.append(altered)
    refused = {p.key for p in people.people if p.consent is Consent.REFUSED}
    for person in people.people:
        if person.key in refused:
            for at, start, end in person.mentions:
                if at == note.note.id:
                    a, b = _sentence(text, start, end)
                    reason = "consent was refused"
                    made.append(Alteration(a, b, "", AlterationKind.FACT, Label.RELATIVE, reason, person.key))
    for time in note.times:
        written = writer.write(time, text)
        if written is not None:
            start, end, words = written
            key = f"{note.note.id}:{time.expression.start}"
            made.append(Alteration(start, end, words, AlterationKind.DATE, Label.DATE, time.basis, key))
    made += ages
    made += alter_people(note.note, people)
    made += places
    made += alter_contacts(note.note)
    made += alter_occupations(note.note, tools.occupation_ladder)
    return combine_alterations(text, made)


def _altered_fact(
    fact: IndirectFact, ages: Sequence[Alteration], places: Sequence[Alteration]
) -> Alteration | None:
    """What stands for a fact; None where it stays, or is part of an institution (``Corning glassworks``)."""
    words, (start, end) = fact.wording, fact.altered_range
    if words is None:
        return None
    if fact.decision is None and any(p.start <= start and end <= p.end for p in places):
        return None
    # ``a 61-year-old glassblower``: the band of the age stays beside the wider word.
    age = next((a for a in ages if a.start <= start and start < a.end < end), None)
    if age is not None and (m := re.match(r"an?\s+(?=\S)", words)):
        start, words = age.end, " " + words[m.end() :]
    return Alteration(start, end, words, AlterationKind.FACT, Label.PROFESSION, fact.reason, fact.key)


_SENTENCE_STOP = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bvs)(?<!\bSt)[.!?](?=\s|$)|\n")


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence or line around a range."""
    stops = [m.end() for m in _SENTENCE_STOP.finditer(text, 0, start)]
    first = stops[-1] if stops else 0
    first += len(text[first:start]) - len(text[first:start].lstrip())
    stop = _SENTENCE_STOP.search(text, end)
    if stop is None:
        return first, len(text)
    return first, stop.start() if stop.group() == "\n" else stop.end()


def _heading(note: DatedNote, writer: TimeWriter) -> str:
    kind = note.note.note_type or "note"
    when = writer.days(note.when)
    if when == "not known":
        return kind.capitalize()
    return f"{capitalized(when)}: {kind}"


def _events(dated: DatedNote, altered: AlteredNote, writer: TimeWriter) -> list[DatedEvent]:
    text, note = dated.note.text, dated.note
    out = []
    for time in dated.times:
        e = time.expression
        if any(a.start <= e.start and e.end <= a.end and not a.text for a in altered.alterations):
            continue  # left out with its line: a signature, a date of birth
        out.append(
            DatedEvent(
                note.id,
                e.start,
                e.end,
                text[e.start : e.end],
                time.when,
                time.certainty,
                time.basis,
                _label(text, altered, e.start, e.end),
                e is dated.own,
                writer.days(time.when),
            )
        )
    return out


def _label(text: str, altered: AlteredNote, start: int, end: int) -> str:
    """The sentence of a time as it becomes, without the time itself."""
    a, b = _sentence(text, start, end)
    shown = [
        replace(x, start=max(x.start, a) - a, end=min(x.end, b) - a)
        for x in altered.alterations
        if x.start < b and a < x.end
    ]
    words = " ".join(altered_text(text[a:b], shown).split())
    return words if len(words) <= 120 else words[:117].rsplit(" ", 1)[0] + " …"


def _patient_contradictions(groups: Sequence[PatientGroup]) -> list[Contradiction]:
    if len(groups) < 2:
        return []
    places = tuple((note, 0, 0) for group in groups[1:] for note in group.notes)
    words = f"The notes are of {len(groups)} patients, as their headers say."
    return [Contradiction("patient", words, places)]


def _remarks(
    ours: Sequence[CaseNote],
    dated: Sequence[DatedNote],
    groups: Sequence[PatientGroup],
    index: IndexEvent | None,
    unread: Sequence[tuple[str, str]],
) -> list[str]:
    out = []
    if groups and not groups[0].name:
        out.append("No note says who its patient is: say so, or names may be told apart wrongly.")
    if ours and index is None:
        out.append("No note has a date: nothing can be counted from a day 0. Give the notes their days.")
    elif undated := sum(d.when is None for d in dated):
        out.append(f"Notes without a date: {undated}. They stand last; give them their days.")
    languages = sorted({name for n in ours for name in n.uncovered})
    if languages:
        out.append(f"Passages in {', '.join(languages)} are not covered: read them yourself.")
    if unread:
        out.append(f"Files that could not be read: {len(unread)}. The report lacks what they tell.")
    if any(n.has_pages for n in ours):
        out.append("Some notes come from pages or pictures: compare the text with them.")
    return out
