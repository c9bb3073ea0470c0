"""Rules: patterns with validators, context and a score, one module a family."""

from __future__ import annotations

from chartveil.detect.rules.engine import RuleDetector


def build_rules() -> RuleDetector:
    """The detector with the rules and vetoes of every family."""
    from chartveil.detect.rules import ages, contacts, dates, ids, names, organizations, places

    families = (dates, ages, contacts, ids, names, places, organizations)
    rules = [rule for family in families for rule in family.RULES]
    vetoes = [veto for family in families for veto in family.VETOES]
    return RuleDetector(rules, vetoes)
