"""Runs rules over a text."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.detection.rules.rule import Rule
from chartveil.domain.errors import StageError
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText

_SECONDS = 5.0
_SECONDS_PER_MEGABYTE = 20.0


class RuleDetector:
    """Applies rules.

    Args:
        rules: of unique ids; the order does not change what is found.
        seconds: time allowed for one rule on a text of up to 250 kB; longer texts get more. None for the
            usual.

    Raises:
        ValueError: if two rules have one id.
    """

    name = "rules"

    def __init__(self, rules: Sequence[Rule], *, seconds: float | None = None) -> None:
        self.rules = tuple(rules)
        self._by_id = {rule.id: rule for rule in self.rules}
        self._seconds = seconds
        if len(self._by_id) < len(self.rules):
            raise ValueError("two rules have one id")

    def rule(self, rule_id: str) -> Rule | None:
        """The rule of this id, as evidence names it; None if there is none."""
        return self._by_id.get(rule_id)

    def detect(self, view: TokenizedText) -> list[Span]:
        """The spans that rules find, sorted.

        Raises:
            StageError: if a rule takes longer than it may.
        """
        limit = self._seconds or max(_SECONDS, _SECONDS_PER_MEGABYTE * len(view.text) / 1e6)
        spans: list[Span] = []
        for rule in self.rules:
            try:
                spans += rule.find(view, limit)
            except TimeoutError:
                raise StageError(
                    self.name, f"the rule {rule.id} ran longer than {limit:.0f} s.", view.document.id
                ) from None
        spans.sort(key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))
        return spans
