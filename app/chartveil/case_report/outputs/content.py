"""The content of a case's outputs, before it is written in any format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from chartveil.case_report.model import (
    AlterationKind,
    AlteredNote,
    CaseReport,
    Certainty,
    Consent,
    DateStyle,
    FactChoice,
    PersonKind,
)

_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_WRAPPED = re.compile(r"(?<=[a-z,;])\n(?=[a-z(])")
_RULE = re.compile(r"(?m)^[ \t]*[-=_*]{4,}[ \t]*$\n?")


@dataclass(frozen=True, slots=True)
class ProseSection:
    """A note in the prose: its heading and its paragraphs."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A row of the timeline.

    Attributes:
        interval: ``day 5``, ``3 to 5 years before day 0``.
        event: what happened, as the prose has it.
        note: number of the note that tells it, from 1.
        first, last: days from day 0.
        certainty: how it was placed.
    """

    interval: str
    event: str
    note: int
    first: int
    last: int
    certainty: Certainty


def day_zero(case: CaseReport) -> str:
    """One sentence that says what day 0 is; empty where nothing is counted."""
    if case.index is None:
        return ""
    event = case.index.wording or str(case.index.kind)
    if case.decisions.style is DateStyle.WORDS:
        return f"Times are counted from {event}."
    article = "" if event.startswith("the ") or event in ("admission", "birth", "diagnosis") else "the "
    return f"Day 0 is the day of {article}{event}."


def sections(case: CaseReport) -> tuple[ProseSection, ...]:
    """The notes as prose, in order."""
    return tuple(ProseSection(n.heading, tuple(paragraphs(n))) for n in case.notes)


def paragraphs(note: AlteredNote) -> Iterator[str]:
    """The paragraphs of a note: its lines, those joined that were wrapped."""
    text = _RULE.sub("", note.text.replace("\r\n", "\n"))
    for block in _BLANK_LINES.split(_WRAPPED.sub(" ", text)):
        for line in block.split("\n"):
            plain = " ".join(line.split())
            if plain and plain.casefold() != note.note.note_type.casefold():
                yield plain


def timeline(case: CaseReport) -> tuple[TimelineRow, ...]:
    """The dated events in order, each once; a note's own date stands for the note."""
    if case.index is None:
        return ()
    zero, numbers = case.index.date, {n.note.id: n.number for n in case.notes}
    kinds = {n.note.id: n.note.note_type or "note" for n in case.notes}
    rows: dict[tuple[int, int, str], TimelineRow] = {}
    for e in case.events:
        if e.when is None:
            continue
        first, last = (e.when.first - zero).days, (e.when.last - zero).days
        label = e.label if not e.is_note_date else kinds[e.note].capitalize()
        row = TimelineRow(e.wording, label, numbers[e.note], first, last, e.certainty)
        rows.setdefault((first, last, label.casefold()), row)
    return tuple(sorted(rows.values(), key=lambda r: (r.first, r.last, r.note, r.event)))


_DONE = {
    AlterationKind.DATE: "dates became intervals from one day 0",
    AlterationKind.AGE: "ages became age bands",
    AlterationKind.PERSON: "names became roles or were left out",
    AlterationKind.PLACE: "places became classes or were left out",
    AlterationKind.INSTITUTION: "institutions became classes or were left out",
    AlterationKind.OCCUPATION: "occupations became classes",
    AlterationKind.CONTACT: "numbers and contacts were left out",
    AlterationKind.FACT: "indirect facts were generalised or left out",
    AlterationKind.OWN: "passages were worded anew by the authors",
}


def alteration_counts(case: CaseReport) -> Counter[AlterationKind]:
    """How many places were altered, by kind."""
    return Counter(a.kind for n in case.notes for a in n.alterations)


def statement(case: CaseReport) -> str:
    """The statement that nothing was distorted, as a journal asks for it (ICMJE, Recommendations, II.E.1)."""
    counts = alteration_counts(case)
    done = [f"{_DONE[k]} ({counts[k]})" for k in AlterationKind if counts[k]]
    kept = sum(f.decision is not None and f.decision.choice is FactChoice.KEEP for f in case.facts)
    lines = [
        "To protect the people in this report, the following was altered: " + "; ".join(done) + "."
        if done
        else "Nothing was altered.",
        "The intervals between dated events are those of the records. Nothing was added or exchanged: no "
        "name, "
        "place, occupation or date was made up. Findings, measurements, doses, durations and gestational "
        "ages "
        "stand as they were recorded, where no alteration above names them.",
    ]
    if kept:
        facts = "1 indirect fact was" if kept == 1 else f"{kept:,} indirect facts were"
        lines.append(f"{facts} kept as essential, each with its reason in this log.")
    return "\n".join(lines)


def log_rows(case: CaseReport) -> Iterator[tuple[str, str, str, str]]:
    """Every alteration without its original: note, kind, what stands there now, why."""
    for n in case.notes:
        for a in n.alterations:
            yield f"{n.number}. {n.heading}", a.kind, a.text or "(left out)", a.reason


def fact_rows(case: CaseReport) -> Iterator[tuple[str, str, str]]:
    """Every indirect fact that was kept or changed: category, choice, reason. Without its text."""
    for f in case.facts:
        if f.decision is None:
            yield f.category, "as suggested, decided by nobody", f.reason
        else:
            yield f.category, f.decision.choice, f.decision.reason or f.reason


def people_rows(case: CaseReport) -> Iterator[tuple[str, str]]:
    """Role and consent of everybody but providers mentioned by role alone."""
    for p in case.people:
        if p.kind is not PersonKind.PROVIDER or p.consent is not Consent.NOT_NEEDED:
            yield p.role, p.consent
