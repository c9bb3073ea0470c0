"""Tells what supports a span: models alone, or also a rule, list or person."""

from __future__ import annotations

from chartveil.domain.span import Evidence, EvidenceKind, Span

INITIALS_EVIDENCE = "initials"
"""Name of the evidence for the initials of a person of the document."""


def is_initials(span: Span) -> bool:
    """Whether a span is taken for being the initials of a person of the document."""
    return any(e.kind is EvidenceKind.PROPAGATION and e.name == INITIALS_EVIDENCE for e in span.evidence)


def _is_firm(evidence: Evidence) -> bool:
    """Whether a reason is more than a model's vote, and speaks for the span."""
    return evidence.kind not in (EvidenceKind.MODEL, EvidenceKind.MERGE, EvidenceKind.DOUBT)


def supported_by_models_only(span: Span) -> bool:
    """Whether models speak for a span, and nothing firmer does."""
    return bool(span.evidence) and not any(map(_is_firm, span.evidence))


def firmly_supported_ranges(span: Span) -> list[tuple[int, int]]:
    """Ranges of the text that more than models' votes cover, as far as the span reaches."""
    found = []
    for e in span.evidence:
        if _is_firm(e):
            start, end = (span.start, span.end) if e.start is None or e.end is None else (e.start, e.end)
            if start < span.end and span.start < end:
                found.append((max(start, span.start), min(end, span.end)))
    return found
