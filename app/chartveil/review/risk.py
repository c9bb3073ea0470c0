"""How much a second look at an item is worth, and why.

Risk says where a reviewer's hour goes first; it is no probability. Each reason for doubt has a weight in
[0, 1]; reasons are taken together as if they were independent, and the whole counts by how far a leak of the
label leads to a person (``domain.labels.LabelRisk``). The weights are set by judgement, not fitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chartveil.domain.labels import Label, LabelRisk
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.review.model import DecisionState, ReviewCounts

_BY_LABEL = {LabelRisk.HIGH: 1.0, LabelRisk.MODERATE: 0.85, LabelRisk.LOW: 0.6}
_LEAST_DOUBT = 0.02
"""Doubt in an item that nothing speaks against."""
_NOTABLE = 0.2
"""Doubt from which it is said that the label points to one person."""
_LOW_SCORE, _LOWEST_SCORE = 0.25, 0.6
_SINGLE_VOTE = 0.3
_OTHER_LABEL, _OTHER_KIND = 0.25, 0.4
_UNLISTED, _RESIDUAL = 0.3, 0.5
_MAYBE_MEDICAL = 0.25
_RECOVERED_ALONE = 0.15
_RECOVERED_BUT_LISTED, _RECOVERED_BUT_RULE, _RECOVERED_BUT_MODELS = 0.4, 0.3, 0.25

_FIRM_EVIDENCE = frozenset(
    (EvidenceKind.RULE, EvidenceKind.DOSSIER, EvidenceKind.PROPAGATION, EvidenceKind.LEAK_CHECK)
)
_MEDICAL = "may be a medical term or value"
_UNLISTED_NAME = "unlisted"
"""Name, in evidence, of what proposes words that no list explains."""
_LISTS = {
    "surnames": "a surname",
    "first_names": "a first name",
    "first_names+surnames": "first name and surname",
    "cities": "a town",
    "counties": "a county",
    "hospitals": "a hospital",
    "companies": "a company",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class ItemRisk:
    """How much a second look at an item is worth, and why.

    Attributes:
        score: in [0, 1].
        reasons: short phrases for people, the weightiest first; empty where nothing speaks against the item.
    """

    score: float
    reasons: tuple[str, ...] = ()


def item_risk(
    span: Span,
    state: DecisionState,
    *,
    doubtful: float = 0.6,
    voters: Mapping[Label, int] | None = None,
    listed: str = "",
) -> ItemRisk:
    """The risk of an item.

    Accepting or rejecting does not change it, so that the share of risk looked at grows with every decision.

    Args:
        span: of the item, with its evidence.
        state: of the item. An added one that nothing else found has no risk: a person just looked.
        doubtful: score below which a span is doubtful, in [0, 1].
        voters: how many models vote on each label; None where that is not known.
        listed: what lists of names hold its text as, with an article, e.g. ``a surname``; looked at for items
            that were recovered. Empty for nothing; then what the evidence tells counts.
    """
    if state is DecisionState.ADDED and not was_found(span):
        return ItemRisk(0.0)
    if state is DecisionState.RECOVERED or was_recovered(span):
        doubts = _recovered_doubts(span, listed)
    else:
        doubts = _proposed_doubts(span, doubtful, voters or {})
    sure = 1 - _LEAST_DOUBT
    for weight, _ in doubts:
        sure *= 1 - weight
    reasons = [reason for _, reason in sorted(doubts, key=lambda d: -d[0])]
    risk = span.label.info.risk
    if risk is LabelRisk.HIGH and 1 - sure >= _NOTABLE:
        reasons.append("points to one person")
    return ItemRisk(round((1 - sure) * _BY_LABEL[risk], 4), tuple(reasons))


def doubt_reasons(
    span: Span, *, doubtful: float = 0.6, voters: Mapping[Label, int] | None = None
) -> tuple[str, ...]:
    """Why a proposed span is doubtful; empty where it is not.

    It is when its score is below the policy's line, when recovery holds a reason against it, when models gave
    it different labels, or when one model of several took it and nothing firmer speaks for it.
    """
    reasons = []
    if span.score < doubtful:
        reasons.append("low score")
    if _may_be_medical(span):
        reasons.append(_MEDICAL)
    reasons += [reason for _, reason in _vote_doubts(span, voters or {})]
    return tuple(reasons)


def count_voters(spans: Iterable[Span]) -> dict[Label, int]:
    """How many models speak for each label somewhere in the spans."""
    seen: dict[Label, set[str]] = {}
    for span in spans:
        for e in _models(span):
            if e.label is not None:
                seen.setdefault(e.label, set()).add(e.name)
    return {label: len(names) for label, names in seen.items()}


def was_found(span: Span) -> bool:
    """Whether anything but a reviewer speaks for the span."""
    return any(e.kind is not EvidenceKind.REVIEWER for e in span.evidence)


def was_recovered(span: Span) -> bool:
    """Whether the span was recovered, whatever was decided since."""
    return any(e.kind is EvidenceKind.RECOVERY for e in span.evidence)


def share_of_risk_seen(counts: Iterable[ReviewCounts]) -> float:
    """Share of the risk of documents that was looked at, in [0, 1]; 1 where there is none."""
    total = seen = 0.0
    for c in counts:
        total += c.risk
        seen += c.risk_seen
    return min(seen / total, 1.0) if total > 0 else 1.0


def _proposed_doubts(span: Span, line: float, voters: Mapping[Label, int]) -> list[tuple[float, str]]:
    doubts = _vote_doubts(span, voters)
    if span.score < line:
        depth = (line - span.score) / line
        doubts.append((_LOW_SCORE + (_LOWEST_SCORE - _LOW_SCORE) * depth, "low score"))
    if any(e.kind is EvidenceKind.LEAK_CHECK for e in span.evidence):
        doubts.append((_RESIDUAL, "seen by the leak check alone"))
    if _may_be_medical(span):
        doubts.append((_MAYBE_MEDICAL, _MEDICAL))
    speaking = [e for e in span.evidence if e.kind not in (EvidenceKind.REVIEWER, EvidenceKind.DOUBT)]
    kinds = {(e.kind, e.name) for e in speaking}
    if kinds == {(EvidenceKind.DICTIONARY, _UNLISTED_NAME)}:
        doubts.append((_UNLISTED, "rare word, nothing else speaks for it"))
    return doubts


def _may_be_medical(span: Span) -> bool:
    """Whether something would have recovered the span, had it been less sure."""
    return any(e.kind is EvidenceKind.DOUBT for e in span.evidence)


def _vote_doubts(span: Span, voters: Mapping[Label, int]) -> list[tuple[float, str]]:
    """What the models' votes leave in doubt."""
    models = _models(span)
    doubts = []
    labels = {e.label for e in models if e.label is not None}
    if len({label.group for label in labels}) > 1:
        doubts.append((_OTHER_KIND, "models disagree on the kind"))
    elif len(labels) > 1:
        doubts.append((_OTHER_LABEL, "models disagree on the label"))
    asked = max((voters.get(label, 0) for label in labels), default=0)
    if len({e.name for e in models}) == 1 and asked > 1 and not _is_backed(span):
        doubts.append((_SINGLE_VOTE, f"one of {_number(asked)} models"))
    return doubts


def _recovered_doubts(span: Span, listed: str) -> list[tuple[float, str]]:
    doubts = []
    held = listed or next(
        (_LISTS[e.name] for e in span.evidence if e.kind is EvidenceKind.DICTIONARY and e.name in _LISTS), ""
    )
    if held:
        doubts.append((_RECOVERED_BUT_LISTED, f"recovered, but also {held}"))
    if any(e.kind is EvidenceKind.RULE for e in span.evidence):
        doubts.append((_RECOVERED_BUT_RULE, "recovered, but a rule found it"))
    models = len({e.name for e in _models(span)})
    if models > 1:
        doubts.append((_RECOVERED_BUT_MODELS, f"recovered, but {_number(models)} models took it"))
    return doubts or [(_RECOVERED_ALONE, "recovered as medical")]


def _models(span: Span) -> list[Evidence]:
    return [e for e in span.evidence if e.kind is EvidenceKind.MODEL]


def _is_backed(span: Span) -> bool:
    """Whether more than a model's vote, or a word's being in no list, speaks for the span."""
    return any(
        e.kind in _FIRM_EVIDENCE or (e.kind is EvidenceKind.DICTIONARY and e.name != _UNLISTED_NAME)
        for e in span.evidence
    )


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)
