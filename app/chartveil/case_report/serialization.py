"""Writes notes and decisions of a case as JSON for the store, and reads them back."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from chartveil.case_report.model import (
    CaseDecisions,
    CaseNote,
    Consent,
    DateStyle,
    DayRange,
    FactCategory,
    FactChoice,
    FactDecision,
    IndexEvent,
    IndexKind,
    IndirectFact,
    Rung,
)
from chartveil.domain.labels import Label
from chartveil.domain.span import Span

# Kinds of decisions, as they are stored.
PATIENT, OTHER_PATIENT, INDEX, NOTE_DATE, DATE, FACT, PERSON, WORDING, OWN_FACT, STYLE, ASSUMPTIONS = (
    "patient",
    "other-patient",
    "index",
    "note-date",
    "date",
    "fact",
    "person",
    "wording",
    "own-fact",
    "style",
    "assumptions",
)
PROFILE, SEARCHED, AFFILIATION = "profile", "searched", "affiliation"


def note_to_json(note: CaseNote, facts: Iterable[IndirectFact]) -> str:
    """A note with its indirect facts as JSON. The evidence of its spans is not kept."""
    spans = [(s.start, s.end, s.label, s.score) for s in note.spans]
    kept = {**asdict(replace(note, spans=())), "spans": spans, "facts": [_plain(f) for f in facts]}
    return json.dumps(kept, ensure_ascii=False)


def note_from_json(facts: dict[str, Any]) -> tuple[CaseNote, list[IndirectFact]]:
    """The note and its facts, from what ``note_to_json`` wrote (parsed)."""
    spans = tuple(Span(start, end, Label(label), score) for start, end, label, score in facts["spans"])
    ranges = {k: tuple((a, b) for a, b in facts[k]) for k in ("ordinary", "recovered")}
    found = [fact_from_json(f) for f in facts.pop("facts", ())]
    note = CaseNote(**{**facts, **ranges, "spans": spans, "uncovered": tuple(facts["uncovered"])})
    return note, found


def decision_to_json(value: Any) -> str:
    """The value of a decision as JSON."""
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, DayRange):
        return [value.first.isoformat(), value.last.isoformat()]
    if isinstance(value, IndexEvent):
        return {**asdict(value), "date": value.date.isoformat()}
    if isinstance(value, IndirectFact):
        return {**asdict(value), "decision": None}
    if isinstance(value, FactDecision):
        return asdict(value)
    return value


def _day_range(value: list[str]) -> DayRange:
    return DayRange(*map(dt.date.fromisoformat, value))


def _index(value: dict[str, Any]) -> IndexEvent:
    return IndexEvent(
        **{**value, "kind": IndexKind(value["kind"]), "date": dt.date.fromisoformat(value["date"])}
    )


def fact_from_json(value: dict[str, Any]) -> IndirectFact:
    """The fact that ``decision_to_json`` wrote, without its decision."""
    ladder = tuple(Rung(**rung) for rung in value["ladder"])
    return IndirectFact(**{**value, "category": FactCategory(value["category"]), "ladder": ladder})


def decisions_from_json(rows: Iterable[tuple[str, str, str]]) -> CaseDecisions:
    """All decisions of a case, from kind, key and value of each as the store has them."""
    by_kind: dict[str, dict[str, Any]] = {}
    for kind, key, value in rows:
        by_kind.setdefault(kind, {})[key] = json.loads(value)

    def all_of(kind: str) -> dict[str, Any]:
        return by_kind.get(kind, {})

    def one(kind: str, default: Any = None) -> Any:
        return all_of(kind).get("", default)

    index = one(INDEX)
    return CaseDecisions(
        patient=one(PATIENT, ""),
        other_patient=frozenset(note for note, other in all_of(OTHER_PATIENT).items() if other),
        same_patient=frozenset(note for note, other in all_of(OTHER_PATIENT).items() if not other),
        index=_index(index) if index else None,
        note_dates={k: _day_range(v) for k, v in all_of(NOTE_DATE).items()},
        dates={k: _day_range(v) for k, v in all_of(DATE).items()},
        facts={k: FactDecision(**{**v, "choice": FactChoice(v["choice"])}) for k, v in all_of(FACT).items()},
        people={k: (role, Consent(consent), why) for k, (role, consent, why) in all_of(PERSON).items()},
        wordings=all_of(WORDING),
        own_facts=tuple(fact_from_json(v) for _, v in sorted(all_of(OWN_FACT).items())),
        style=DateStyle(one(STYLE, DateStyle.DAYS)),
        assumptions=one(ASSUMPTIONS, {}),
        profile=one(PROFILE, ""),
        searched=all_of(SEARCHED),
        affiliation=one(AFFILIATION, ""),
    )
