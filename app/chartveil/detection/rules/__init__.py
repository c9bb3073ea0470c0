"""Rules: patterns with what must stand beside them and a score, read from files of data."""

from __future__ import annotations

from pathlib import Path

from chartveil.detection.rules.engine import RuleDetector
from chartveil.detection.rules.rule_files import SiteRules, load_rules, load_site_rules


def build_rules(language: str = "en", site: Path | None = None) -> RuleDetector:
    """The detector with our rules for a language and the site's own.

    Args:
        language: of the texts, as the folders of ``resources/rules`` are called.
        site: folder of the site, with its lists; None without.

    Raises:
        ResourceError: if there are no rules for the language, or a file of them is not valid.
        InputError: if a file of the site's rules is not valid.
    """
    ours = load_rules(language)
    own = SiteRules() if site is None else load_site_rules(site, {rule.id for rule in ours})
    return RuleDetector([*(rule for rule in ours if rule.id not in own.off), *own.rules])
