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
    mentions: Mentions | None = None,
) -> list[Span]:
    """New finds for places that name again what the spans name; to be merged with the spans.

    Args:
        view: the document.
        spans: what was found, disjoint and sorted.
        is_common: tells whether a folded word is an ordinary word of the language.
        claimed: ranges that recovery claims for medical terms.
        mentions: what to follow instead of the spans: finds of the patient's other documents.

    Returns:
        Finds that no span covers yet, sorted, with propagation as their evidence.
    """
    covered = bytearray(len(view.text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    for start, end in claimed:
        covered[start:end] = b"\2" * (end - start)
    found = []
    own = mentions is None
    for mention in (mentions or Mentions(view.text, spans, is_common)).find(view):
        here = covered[mention.start : mention.end]
        if 2 in here or 0 not in here:
            continue
        origin, label = mention.origin, mention.label
        score = round(origin.score * _FADE, 4)
        detail = f"repeats the span at {origin.start}" if own else "found in another document of this patient"
        name = "same-document" if own else "same-patient"
        evidence = Evidence(EvidenceKind.PROPAGATION, name, label, score, detail=detail)
        found.append(Span(mention.start, mention.end, label, score, (evidence,)))
    return found
