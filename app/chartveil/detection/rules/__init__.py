"""Rules: patterns with validators, context and a score, one module a family."""

from __future__ import annotations

from chartveil.detection.rules.engine import RuleDetector


def build_rules() -> RuleDetector:
    """The detector with the rules and vetoes of every family."""
    from chartveil.detection.rules import contacts
    from chartveil.detection.rules.ages import rules as ages
    from chartveil.detection.rules.dates import rules as dates
    from chartveil.detection.rules.ids import rules as ids
    from chartveil.detection.rules.names import rules as names
    from chartveil.detection.rules.organizations import rules as organizations
    from chartveil.detection.rules.places import rules as places

    families = (dates, ages, contacts, ids, names, places, organizations)
    rules = [rule for family in families for rule in family.RULES]
    vetoes = [veto for family in families for veto in family.VETOES]
    return RuleDetector(rules, vetoes)
