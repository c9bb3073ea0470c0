"""What a reason is, in one line for people."""

from __future__ import annotations

from functools import cache

from chartveil.domain import Evidence, EvidenceKind


def describe_evidence(evidence: Evidence) -> str:
    """What a rule does, by its id; empty for what says enough by itself."""
    if evidence.kind is EvidenceKind.RULE:
        return _rules().get(evidence.name, "")
    return ""


@cache
def _rules() -> dict[str, str]:
    from chartveil.detect.rules import build_rules

    return {rule.id: rule.description for rule in build_rules().rules}
