"""Runs rules over a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from chartveil.detection.rules.rule import Rule
from chartveil.domain.errors import StageError
from chartveil.domain.languages import Language
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.domain.uncovered_passage import PassageSource

_SECONDS = 5.0
_SECONDS_PER_MEGABYTE = 20.0


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """Rules that run on the passages of one language alone."""

    language: Language
    rules: tuple[Rule, ...]


class RuleDetector:
    """Applies rules.

    Args:
        rules: of unique ids; the order does not change what is found.
        further: of other languages, with ids of their own.
        passages: finds the passages of these languages.
        seconds: time allowed for one rule on a text of up to 250 kB; longer texts get more. None for the
            usual.

    Raises:
        ValueError: if two rules have one id.
    """

    name = "rules"

    def __init__(
        self,
        rules: Sequence[Rule],
        *,
        further: Sequence[LanguageRules] = (),
        passages: PassageSource | None = None,
        seconds: float | None = None,
    ) -> None:
        self.rules = (*rules, *(rule for one in further for rule in one.rules))
        self._home = tuple(rules)
        self._further = tuple(further)
        self._passages = passages
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
        return self._detect(view, lambda _: True)

    def forms(self, view: TokenizedText) -> list[Span]:
        """As ``detect``, by the rules alone that ask for no network, since their form is sure by itself."""
        return self._detect(view, lambda rule: rule.agreement <= 0)

    def _detect(self, view: TokenizedText, asked: Callable[[Rule], bool]) -> list[Span]:
        spans = self._found(view, filter(asked, self._home))
        if self._further and self._passages is not None:
            passages = self._passages.passages(view)
            for one in self._further:
                own = [p for p in passages if one.language.serves(p.language, p.script)]
                if own:
                    found = self._found(view, filter(asked, one.rules))
                    spans += [s for s in found if any(p.start <= s.start and s.end <= p.end for p in own)]
        spans.sort(key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))
        return spans

    def _found(self, view: TokenizedText, rules: Iterable[Rule]) -> list[Span]:
        limit = self._seconds or max(_SECONDS, _SECONDS_PER_MEGABYTE * len(view.text) / 1e6)
        spans: list[Span] = []
        for rule in rules:
            try:
                spans += rule.find(view, limit)
            except TimeoutError:
                raise StageError(
                    self.name, f"the rule {rule.id} ran longer than {limit:.0f} s.", view.document.id
                ) from None
        return spans
