"""Carries what was found once to every other place of the document that names it.

``Smith`` from ``Dr. Jane Smith``, in capitals, with a possessive, over a line break. A place that
recovery claims for a medical term is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from chartveil.domain import Evidence, EvidenceKind, Label, Span
from chartveil.mentions import Mention, Mentions
from chartveil.words import View

_FADE = 0.95
"""A mention is a little less sure than what it repeats."""
_PEOPLE = frozenset((Label.PATIENT, Label.RELATIVE, Label.DOCTOR))
_THING = regex.compile(
    r"(?<![\p{L}\d])(?i:the|an?|no|some|every|each|any|this|that|his|her|my|our|their|your)[ \t]{1,2}\Z"
)
_OF_PEOPLE = regex.compile(
    r"[ ](?i:family|home|house|residence|couple|boys?|girls?|twins?|brothers|sisters|kids)\b"
)
_POSSESSIVE = frozenset("his her my our their your".split())


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
        if 2 in here or 0 not in here or _is_thing(view.text, mention):
            continue
        origin, label = mention.origin, mention.label
        score = round(origin.score * _FADE, 4)
        detail = f"repeats the span at {origin.start}" if own else "found in another document of this patient"
        name = "same-document" if own else "same-patient"
        evidence = Evidence(EvidenceKind.PROPAGATION, name, label, score, detail=detail)
        found.append(Span(mention.start, mention.end, label, score, (evidence,)))
    return found


def things(view: View, spans: Sequence[Span], is_common: Callable[[str], bool]) -> list[tuple[int, int]]:
    """Places that say a word of a person's name and mean a thing: they stay, for the leak check too."""
    found = Mentions(view.text, spans, is_common).find(view)
    return [(m.start, m.end) for m in found if _is_thing(view.text, m)]


def _is_thing(text: str, mention: Mention) -> bool:
    """Whether an article or the like before one word of a person's name tells that it is a thing here: ``the
    bishop`` beside Len Bishop, ``THE CHO IN THE DIET ORDER`` beside Dr. Cho."""
    word = text[mention.start : mention.end]
    if mention.label not in _PEOPLE or not word.isalpha() or _OF_PEOPLE.match(text, mention.end):
        return False
    before = _THING.search(text, max(0, mention.start - 8), mention.start)
    if before is None:
        return False
    return word.islower() or before[0].strip().lower() not in _POSSESSIVE
