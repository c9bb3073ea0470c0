"""Rules: patterns with what must stand beside them and a score, read from files of data."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

from chartveil.detection.rules.engine import RuleDetector
from chartveil.detection.rules.rule_files import SiteRules, load_rules, load_site_rules

_IN_CODE = {
    "names": "names.rules",
    "places": "places.rules",
    "organizations": "organizations.rules",
}
"""Families that were written in code. One is left out when it has a file, or its module is gone."""


def build_rules(language: str = "en", site: Path | None = None) -> RuleDetector:
    """The detector with the rules of every family and the site's own.

    Args:
        language: of the texts, as the folders of ``resources/rules`` are called.
        site: folder of the site, with its lists; None without.

    Raises:
        ResourceError: if there are no rules for the language, or a file of them is not valid.
        InputError: if a file of the site's rules is not valid.
    """
    rules = load_rules(language)
    families = {rule.family for rule in rules}
    old = []
    for family, module in _IN_CODE.items():
        if family not in families:
            name = f"{__name__}.{module}"
            try:
                there = importlib.util.find_spec(name) is not None
            except ModuleNotFoundError:
                there = False
            if there:
                old.append(importlib.import_module(name))
    ours = [*rules, *(rule for family in old for rule in family.RULES)]
    own = SiteRules() if site is None else load_site_rules(site, {rule.id for rule in ours})
    return RuleDetector(
        [*(rule for rule in ours if rule.id not in own.off), *own.rules],
        [veto for family in old for veto in family.VETOES],
    )
