"""Spans, evidence and what was decided as rows of the workspace."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable
from typing import Any

from chartveil.domain import Evidence, Span, Verdict
from chartveil.store.workspace_facts import DocumentFacts


def evidence_json(evidence: Iterable[Evidence]) -> str:
    """Evidence as JSON, without what is empty."""
    return json.dumps(
        [
            {k: v for k in Evidence.__slots__ if (v := getattr(e, k)) is not None and v != ""}
            for e in evidence
        ],
        separators=(",", ":"),
    )


def span_row(run_id: str, document_id: str, span: Span, *, recovered: bool) -> tuple[Any, ...]:
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
