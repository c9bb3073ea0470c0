"""What the workspace stores about a run, a document and a written file, and how it becomes rows."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chartveil.domain.decision import Decision, RegionDecision, Verdict
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import Region
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.uncovered_passage import UncoveredPassage


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a run was made with.

    Attributes:
        app_version: of Chartveil.
        policy, policy_sha256: name and content hash of the policy.
        dictionaries_sha256: hash of the dictionaries' manifest.
        mode: ``surrogate``, ``tag``, ``numbered``, ``mask`` or ``spans``.
        key_id: tells surrogate keys apart without telling them.
        settings: fingerprint of all that shapes an output; equal fingerprints give equal outputs.
        models_sha256: hash of the lists of models, which name the hash of each; empty without models.
    """

    app_version: str
    policy: str
    policy_sha256: str
    dictionaries_sha256: str
    mode: str
    key_id: str
    settings: str
    models_sha256: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """One document's outcome as it is stored.

    ``decisions`` and ``boxes`` are the reviewers', on spans and on parts of pages; where ``decisions`` is
    None, whoever ``record_file`` names accepted every span and every one of ``regions``.
    """

    id: str
    part: str
    format: str
    characters: int
    spans: Sequence[Span]
    recovered: Sequence[Span]
    decisions: Sequence[Decision] | None = None
    regions: Sequence[Region] = ()
    region_decisions: Sequence[RegionDecision] = ()
    passages: Sequence[UncoveredPassage] = ()


@dataclass(frozen=True, slots=True)
class ExportFacts:
    """One written file.

    Attributes:
        name: empty where Chartveil did not make the name, since it may hold PHI.
        sha256: of its content.
        size: in bytes.
    """

    name: str
    sha256: str
    size: int


# Spans, evidence and what was decided as rows of the workspace.


def evidence_json(evidence: Iterable[Evidence]) -> str:
    """Evidence as JSON, without what is empty."""
    return json.dumps(
        [
            {k: v for k in Evidence.__slots__ if (v := getattr(e, k)) is not None and v != ""}
            for e in evidence
        ],
        separators=(",", ":"),
    )


def evidence_from_json(text: str) -> tuple[Evidence, ...]:
    """The evidence that ``evidence_json`` wrote."""
    return tuple(_evidence(e) for e in json.loads(text))


def _evidence(e: dict[str, Any]) -> Evidence:
    label = e.get("label")
    return Evidence(
        EvidenceKind(e["kind"]),
        e.get("name", ""),
        None if label is None else Label(label),
        e.get("score"),
        e.get("start"),
        e.get("end"),
        e.get("detail", ""),
    )


def span_row(run_id: str, document_id: str, span: Span, *, recovered: bool) -> tuple[Any, ...]:
    """A span as a row of ``spans``."""
    evidence = evidence_json(span.evidence)
    return (run_id, document_id, span.start, span.end, span.label, span.score, int(recovered), evidence)


def decision_rows(run_id: str, d: DocumentFacts, decided_by: str, at: str) -> list[tuple[Any, ...]]:
    """What was decided about a document; a reviewer's note may hold PHI and is not kept here."""
    if d.decisions is None:
        return [(run_id, d.id, s.start, s.end, s.label, Verdict.ACCEPTED, decided_by, at) for s in d.spans]
    return [
        (run_id, d.id, x.span.start, x.span.end, x.span.label, x.verdict, x.by, stored_time(x.at))
        for x in d.decisions
    ]


def region_rows(
    run_id: str, d: DocumentFacts, decided_by: str, at: str, first: int, copy: int
) -> list[tuple[Any, ...]]:
    """What was decided about parts of a document's pages, in this copy of it, numbered from ``first``."""
    if d.decisions is None:
        decided = [(r, Verdict.ACCEPTED, decided_by, at) for r in d.regions]
    else:
        decided = [(x.region, x.verdict, x.by, stored_time(x.at)) for x in d.region_decisions]
    return [
        (run_id, d.id, n, r.page, r.left, r.top, r.right, r.bottom, r.kind, r.score, verdict, by, when, copy)
        for n, (r, verdict, by, when) in enumerate(decided, first)
    ]


def stored_time(at: dt.datetime) -> str:
    """A time as it is stored."""
    return at.isoformat(timespec="milliseconds")
