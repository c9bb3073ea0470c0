"""Carries what was found once to every other place of the document that names it.

``Smith`` from ``Dr. Jane Smith``, in capitals, with a possessive, over a line break. A place that
recovery claims for a medical term is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chartveil.domain import Evidence, EvidenceKind, Span
from chartveil.mentions import Mentions
from chartveil.words import View

_FADE = 0.95
"""A mention is a little less sure than what it repeats."""


def propagate(
    view: View,
    spans: Sequence[Span],
    is_common: Callable[[str], bool],
    claimed: Sequence[tuple[int, int]] = (),
) -> list[Span]:
    """New finds for places that name again what the spans name; to be merged with the spans.

    Args:
        view: the document.
        spans: what was found, disjoint and sorted.
        is_common: tells whether a folded word is an ordinary word of the language.
        claimed: ranges that recovery claims for medical terms.

    Returns:
        Finds that no span covers yet, sorted, with propagation as their evidence.
    """
    covered = bytearray(len(view.text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    for start, end in claimed:
        covered[start:end] = b"\2" * (end - start)
    found = []
    for mention in Mentions(view.text, spans, is_common).find(view):
        here = covered[mention.start : mention.end]
        if 2 in here or 0 not in here:
            continue
        origin = mention.origin
        score = round(origin.score * _FADE, 4)
        evidence = Evidence(
            EvidenceKind.PROPAGATION,
            "same-document",
            origin.label,
            score,
            detail=f"repeats the span at {origin.start}",
        )
        found.append(Span(mention.start, mention.end, origin.label, score, (evidence,)))
    return found
