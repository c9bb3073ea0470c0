"""Whether a sentence came out right, and if not, who spoke for the fault."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.made_sentences.sentence import MadeSentence
from chartveil.domain.decision import Proposal
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import word_ranges


@dataclass(frozen=True, slots=True)
class Fault:
    """Words of one identifier that were left, or words of one range that had to stay and were taken.

    Attributes:
        missed: True where an identifier was left.
        start, end: from the first wrong word to the last.
        reasons: what led to it, most telling first. For words that were left: why they were recovered, or who
            had found them before judgement dropped them. For words that were taken: who spoke for them.
    """

    missed: bool
    start: int
    end: int
    reasons: tuple[str, ...]


def find_faults(
    sentence: MadeSentence, proposal: Proposal, found: Sequence[Span], goes: frozenset[Label] | None
) -> list[Fault]:
    """What is wrong with a proposal for a sentence; nothing where the sentence is right.

    Args:
        sentence: with its truth.
        proposal: what would be taken, and what was recovered.
        found: what the detectors found before judgement.
        goes: labels that count; None for all.
    """
    covered = bytearray(len(sentence.text))
    for s in proposal.spans:
        covered[s.start : s.end] = b"\1" * (s.end - s.start)
    faults = []
    for i in sentence.identifiers:
        if goes is None or i.label in goes:
            left = [w for w in words_within(sentence.text, i.start, i.end) if not all(covered[slice(*w)])]
            if left:
                start, end = left[0][0], left[-1][1]
                faults.append(Fault(True, start, end, _why_left(start, end, proposal, found)))
    for kept in sentence.stays:
        taken = [w for w in words_within(sentence.text, *kept) if any(covered[slice(*w)])]
        if taken:
            start, end = taken[0][0], taken[-1][1]
            faults.append(Fault(False, start, end, _why_taken(start, end, proposal)))
    return faults


def words_within(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The words, or parts of them, that a range holds; the range itself where it holds none."""
    words = [(max(a, start), min(b, end)) for a, b in word_ranges(text) if a < end and start < b]
    return words or [(start, end)]


def _about(spans: Iterable[Span], start: int, end: int) -> list[tuple[Span, Evidence]]:
    """Reasons of spans that saw any of a range."""
    return [
        (s, e)
        for s in spans
        if s.start < end and start < s.end
        for e in s.evidence
        if (s.start if e.start is None else e.start) < end and start < (s.end if e.end is None else e.end)
    ]


def _why_left(start: int, end: int, proposal: Proposal, found: Sequence[Span]) -> tuple[str, ...]:
    recovered = [
        f"recovered: {e.name}" + (f" ({e.detail})" if e.detail else "")
        for _, e in _about(proposal.recovered, start, end)
        if e.kind is EvidenceKind.RECOVERY
    ]
    dropped = [
        f"dropped: {e.kind} {e.name}"
        for _, e in _about(sorted(found, key=lambda s: -s.score), start, end)
        if e.kind is not EvidenceKind.MERGE
    ]
    return tuple(dict.fromkeys(recovered or dropped)) or ("nobody found it",)


def _why_taken(start: int, end: int, proposal: Proposal) -> tuple[str, ...]:
    reasons = [
        (e.score or 0.0, f"{e.label or s.label}: {e.kind} {e.name}")
        for s, e in _about(proposal.spans, start, end)
        if e.kind not in (EvidenceKind.MERGE, EvidenceKind.RECOVERY)
    ]
    ordered = [text for _, text in sorted(reasons, key=lambda r: -r[0])]
    return tuple(dict.fromkeys(ordered)) or ("by a span around it",)
