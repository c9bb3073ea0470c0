"""Runs rules over a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import regex

from chartveil.domain import Evidence, EvidenceKind, Label, Span
from chartveil.errors import StageError
from chartveil.words import View

Check = Callable[[Any, View], float | None]
"""Given the match and the view: the score of this match, or None to drop it."""

_SECONDS = 5.0
_SECONDS_PER_MEGABYTE = 20.0


@dataclass(frozen=True)
class Rule:
    r"""A pattern that finds identifiers.

    Where the pattern has named groups whose names are labels, each capture of such a group is a span
    of that label (a group that repeats gives a span for each capture, and ``DATE_2`` counts as
    ``DATE``); otherwise the whole match is a span of ``label``.

    Attributes:
        id: stable, upper case, family first: ``DATE-NUMERIC``.
        label: label of the whole match.
        pattern: a pattern of the ``regex`` library, compiled with VERSION1 and the flags given.
        score: how sure a match is, in [0, 1]. Below 0.6 a span counts as doubtful.
        description: one line a reviewer understands.
        source: where the rule comes from: a regulation, a standard, or "clinical usage".
        flags: flags for compiling, e.g. ``regex.IGNORECASE``.
        check: looks at a match and its surroundings; gives the score or None to drop it.
        needs: characters of which the text must hold at least one, else the rule is not tried.
        lists: named lists for ``\L<name>``.
    """

    id: str
    label: Label
    pattern: str
    score: float
    description: str
    source: str = "clinical usage"
    flags: int = 0
    check: Check | None = None
    needs: str = ""
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def compiled(self) -> Any:
        return regex.compile(self.pattern, flags=self.flags | regex.VERSION1, **self.lists)

    @cached_property
    def label_groups(self) -> tuple[tuple[str, Label], ...]:
        """Named groups of the pattern that give spans, with their labels."""
        found = []
        for name in self.compiled.groupindex:
            base = name.rstrip("0123456789").rstrip("_")
            if base in Label.__members__:
                found.append((name, Label[base]))
        return tuple(found)


@dataclass(frozen=True)
class Veto:
    """A pattern for what looks like an identifier and is none: a score, a dose, a time.

    Attributes:
        id: stable, upper case, family first: ``DATE-NOT-SCORE``.
        labels: labels it speaks against.
        pattern: a pattern of the ``regex`` library; its group ``not`` or else the whole match is meant.
        upto: spans of a score up to this are dropped where they overlap; surer ones stay.
        description: one line a reviewer understands.
    """

    id: str
    labels: frozenset[Label]
    pattern: str
    upto: float
    description: str
    flags: int = 0
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def compiled(self) -> Any:
        return regex.compile(self.pattern, flags=self.flags | regex.VERSION1, **self.lists)

    @cached_property
    def has_group(self) -> bool:
        return "not" in self.compiled.groupindex


class RuleDetector:
    """Applies rules and vetoes.

    Args:
        rules: tried in this order; ids are unique.
        vetoes: applied to the finds of these rules alone.
        seconds: time allowed for one pattern on a text of up to 250 kB; longer texts get more. None
            for the usual.
    """

    name = "rules"

    def __init__(
        self, rules: Sequence[Rule], vetoes: Sequence[Veto] = (), *, seconds: float | None = None
    ) -> None:
        ids = [r.id for r in rules] + [v.id for v in vetoes]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise ValueError(f"rule ids used twice: {twice}")
        self.rules = tuple(rules)
        self.vetoes = tuple(vetoes)
        self._seconds = seconds

    def detect(self, view: View) -> list[Span]:
        text = view.text
        limit = self._seconds
        if limit is None:
            limit = max(_SECONDS, _SECONDS_PER_MEGABYTE * len(text) / 1e6)
        present = set(text)
        spans: list[Span] = []
        for rule in self.rules:
            if rule.needs and present.isdisjoint(rule.needs):
                continue
            try:
                for m in rule.compiled.finditer(text, timeout=limit):
                    score = rule.score if rule.check is None else rule.check(m, view)
                    if score is not None:
                        _emit(rule, m, score, spans)
            except TimeoutError:
                raise StageError(
                    self.name, f"the rule {rule.id} ran longer than {limit:.0f} s.", view.document.id
                ) from None
        if spans and self.vetoes:
            spans = self._veto(view, spans, limit)
        spans.sort(key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))
        return spans

    def _veto(self, view: View, spans: list[Span], limit: float) -> list[Span]:
        for veto in self.vetoes:
            if not any(s.label in veto.labels and s.score <= veto.upto for s in spans):
                continue
            group = "not" if veto.has_group else 0
            try:
                ranges = [m.span(group) for m in veto.compiled.finditer(view.text, timeout=limit)]
            except TimeoutError:
                raise StageError(
                    self.name, f"the rule {veto.id} ran longer than {limit:.0f} s.", view.document.id
                ) from None
            spans = [
                s
                for s in spans
                if s.label not in veto.labels
                or s.score > veto.upto
                or not any(a < s.end and s.start < b for a, b in ranges)
            ]
        return spans


def _emit(rule: Rule, m: Any, score: float, spans: list[Span]) -> None:
    groups = rule.label_groups
    if not groups:
        found = [(m.span(), rule.label)]
    else:
        found = [(span, label) for name, label in groups for span in m.spans(name)]
    for (start, end), label in found:
        if start < end:
            evidence = Evidence(EvidenceKind.RULE, rule.id, label, score)
            spans.append(Span(start, end, label, score, (evidence,)))
