"""Whether a sentence came out right, and if not, who spoke for the fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.made_sentences.sentence import MadeSentence
from chartveil.domain.decision import Proposal
from chartveil.domain.labels import Label
from chartveil.domain.span import EvidenceKind, Span
from chartveil.domain.tokenized_text import word_ranges


@dataclass(frozen=True, slots=True)
class Fault:
    """One identifier that was left in part or whole, or one range that had to stay and was taken.

    Attributes:
        missed: True where an identifier was left.
        start, end: the identifier, or the range that had to stay.
        reasons: what led to it, most telling first: for a missed one the reason for which it was recovered, or
            who had found it before it was dropped; for a taken one the rules, lists and models for it.
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
        if goes is not None and i.label not in goes:
            continue
        if not all(all(covered[a:b]) for a, b in words_within(sentence.text, i.start, i.end)):
            faults.append(Fault(True, i.start, i.end, _why_left(i.start, i.end, proposal, found)))
    for start, end in sentence.stays:
        if any(any(covered[a:b]) for a, b in words_within(sentence.text, start, end)):
            faults.append(Fault(False, start, end, _why_taken(start, end, proposal)))
    return faults


def words_within(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The words, or parts of them, that a range holds; the range itself where it holds none."""
    words = [(max(a, start), min(b, end)) for a, b in word_ranges(text) if a < end and start < b]
    return words or [(start, end)]


def _why_left(start: int, end: int, proposal: Proposal, found: Sequence[Span]) -> tuple[str, ...]:
    """Reasons of recovery; else who found it, which judgement then dropped; else that nobody did."""
    recovered = [
        f"recovered: {e.name}" + (f" ({e.detail})" if e.detail else "")
        for s in proposal.recovered
        if s.start < end and start < s.end
        for e in s.evidence
        if e.kind is EvidenceKind.RECOVERY
    ]
    if recovered:
        return tuple(dict.fromkeys(recovered))
    if any(s.start < end and start < s.end for s in proposal.spans):
        return ("taken in part",)
    dropped = [
        f"dropped: {e.kind} {e.name}"
        for s in sorted(found, key=lambda s: -s.score)
        if s.start < end and start < s.end
        for e in s.evidence
    ]
    return tuple(dict.fromkeys(dropped)) or ("nobody found it",)


def _why_taken(start: int, end: int, proposal: Proposal) -> tuple[str, ...]:
    """The reasons for what lies on the range, the surest first."""
    reasons = [
        (e.score or 0.0, f"{s.label}: {e.kind} {e.name}")
        for s in proposal.spans
        if s.start < end and start < s.end
        for e in s.evidence
        if e.kind not in (EvidenceKind.MERGE, EvidenceKind.RECOVERY)
    ]
    return tuple(dict.fromkeys(text for _, text in sorted(reasons, key=lambda r: -r[0])))
