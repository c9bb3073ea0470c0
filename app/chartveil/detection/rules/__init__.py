"""Rules: patterns with what must stand beside them and a score, read from files of data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chartveil.detection.rules.engine import LanguageRules, RuleDetector
from chartveil.detection.rules.rule import Rule
from chartveil.detection.rules.rule_files import SiteRules, load_rules, load_site_rules
from chartveil.domain.languages import HOME_LANGUAGE, LanguagePart, find_language
from chartveil.domain.uncovered_passage import PassageSource


def build_rules(*, site: Path | None = None, passages: PassageSource | None = None) -> RuleDetector:
    """The detector with our rules and the site's own.

    Args:
        site: folder of the site, with its lists; None without.
        passages: finds the passages in other languages, on which the rules of these run; None for English
            rules alone.

    Raises:
        ResourceError: if a file of rules is not valid.
        InputError: if a file of the site's rules is not valid.
    """
    ours = _bundled_rules(HOME_LANGUAGE, find_language().file(LanguagePart.RULES))
    others = [
        (one, _bundled_rules(one.code, one.files[LanguagePart.RULES]))
        for one in (passages.languages if passages is not None else ())
        if one.code != HOME_LANGUAGE and LanguagePart.RULES in one.files
    ]
    known = {rule.id for rules in (ours, *(rules for _, rules in others)) for rule in rules}
    own = SiteRules() if site is None else load_site_rules(site, known)
    home = [*(rule for rule in ours if rule.id not in own.off), *own.rules]
    further = [LanguageRules(one, tuple(r for r in rules if r.id not in own.off)) for one, rules in others]
    return RuleDetector(home, further=further, passages=passages)


@cache
def _bundled_rules(code: str, folder: Path) -> tuple[Rule, ...]:
    """The rules of a language, read and compiled once a process."""
    return load_rules() if code == HOME_LANGUAGE else load_rules(folder=folder)
