"""Runs rules over a text."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import regex

from chartveil.detection.rules.rule import Rule as DataRule
from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import Feature, TokenizedText

MatchCheck = Callable[[Any, TokenizedText], float | None]
"""Given the match and the view: the score of this match, or None to drop it."""

_SECONDS = 5.0
_SECONDS_PER_MEGABYTE = 20.0


@dataclass(frozen=True, slots=True)
class Prefilter:
    """What a text must hold for a pattern to match. It only saves time: what it keeps out cannot match.

    All of it reads ASCII alone; a text in which other characters may count as plain letters or digits passes
    every prefilter (``TokenizedText.has_odd_characters``).

    Attributes:
        any_of: strings in lower case of which the text, in lower case, must hold at least one.
        shapes: strings of which the text with ``0`` for each digit must hold at least one: ``000-00-0000``.
        misread: the same with ``0`` also for letters that scans take for digits
            (``TokenizedText.lookalikes_zeroed``).
        somewhere: places of which the text must hold at least one.
        starts: places where a match may begin (``prefilters.match_starts``): the pattern is tried there
            alone. None for anywhere.
    """

    any_of: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    misread: tuple[str, ...] = ()
    somewhere: Feature | None = None
    starts: Feature | None = None

    def may_match(self, view: TokenizedText) -> bool:
        """Whether the pattern has to be tried on the text."""
        if view.has_odd_characters:
            return True
        if self.any_of and not _holds_any(view.lowered, self.any_of):
            return False
        if self.shapes and not _holds_any(view.digits_zeroed, self.shapes):
            return False
        if self.misread and not _holds_any(view.lookalikes_zeroed, self.misread):
            return False
        if self.somewhere is not None and not view.cached(self.somewhere):
            return False
        return self.starts is None or bool(view.cached(self.starts))


def _holds_any(text: str, strings: tuple[str, ...]) -> bool:
    for string in strings:  # noqa: SIM110 - any() with a generator takes twice the time
        if string in text:
            return True
    return False


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
        required_characters: characters of which the text must hold at least one, else the rule is not tried.
        lists: named lists for ``\L<name>``.
        prefilter: what tells quickly that the pattern cannot match, or where alone it can. A pattern that is
            never tried is never compiled.
    """

    id: str
    label: Label
    pattern: str
    score: float
    description: str
    source: str = "clinical usage"
    flags: int = 0
    check: MatchCheck | None = None
    required_characters: str = ""
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    prefilter: Prefilter | None = None

    @cached_property
    def compiled(self) -> Any:
        """The pattern, compiled when first asked for."""
        return regex.compile(self.pattern, flags=self.flags | regex.VERSION1, **self.lists)

    def may_match(self, view: TokenizedText) -> bool:
        """Whether the text holds what a match needs, as far as that is told quickly."""
        if self.required_characters and view.characters.isdisjoint(self.required_characters):
            return False
        return self.prefilter is None or self.prefilter.may_match(view)

    def score_of(self, m: Any, view: TokenizedText) -> float | None:
        """How sure a match is, or None if it is none after all."""
        return self.score if self.check is None else self.check(m, view)

    def find(self, view: TokenizedText, limit: float) -> Iterable[Any]:
        """Matches in the view's text, in order and disjoint.

        Args:
            view: the text.
            limit: time allowed, in seconds.

        Raises:
            TimeoutError: if it takes longer.
        """
        return _find_matches(self.compiled, self.prefilter, view, limit, self._bounded)

    @cached_property
    def _bounded(self) -> bool:
        return _is_bounded(self.pattern)

    @cached_property
    def label_groups(self) -> tuple[tuple[str, Label], ...]:
        """Named groups of a match that give spans, with their labels."""
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
        max_score: spans of a score up to this are dropped where they overlap; surer ones stay.
        description: one line a reviewer understands.
        prefilter: as for a rule.
    """

    id: str
    labels: frozenset[Label]
    pattern: str
    max_score: float
    description: str
    flags: int = 0
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    prefilter: Prefilter | None = None

    @cached_property
    def compiled(self) -> Any:
        """The pattern, compiled when first asked for."""
        return regex.compile(self.pattern, flags=self.flags | regex.VERSION1, **self.lists)

    def find(self, view: TokenizedText, limit: float) -> Iterable[Any]:
        """Matches in the view's text, in order and disjoint.

        Raises:
            TimeoutError: if it takes longer than ``limit`` seconds.
        """
        if self.prefilter is not None and not self.prefilter.may_match(view):
            return ()
        return _find_matches(self.compiled, self.prefilter, view, limit, self._bounded)

    @cached_property
    def _bounded(self) -> bool:
        return _is_bounded(self.pattern)

    @cached_property
    def has_group(self) -> bool:
        """Whether the pattern has a group ``not`` for what is meant."""
        return "not" in self.compiled.groupindex


class RuleDetector:
    """Applies rules and vetoes.

    Args:
        rules: tried in this order; ids are unique.
        vetoes: applied to what these rules find.
        seconds: time allowed for one pattern on a text of up to 250 kB; longer texts get more. None
            for the usual.
    """

    name = "rules"

    def __init__(
        self, rules: Sequence[Rule | DataRule], vetoes: Sequence[Veto] = (), *, seconds: float | None = None
    ) -> None:
        ids = [r.id for r in rules] + [v.id for v in vetoes]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise ValueError(f"rule ids used twice: {twice}")
        self.rules = tuple(rules)
        self.vetoes = tuple(vetoes)
        self._by_id = {r.id: r for r in self.rules if isinstance(r, DataRule)}
        self._seconds = seconds

    @property
    def data_rules(self) -> tuple[DataRule, ...]:
        """The rules that are data."""
        return tuple(self._by_id.values())

    def rule(self, rule_id: str) -> DataRule | None:
        """The rule of this id, as evidence names it; None if there is none."""
        return self._by_id.get(rule_id)

    def detect(self, view: TokenizedText) -> list[Span]:
        """The spans that rules find and no veto drops, sorted.

        Raises:
            StageError: if a rule or veto takes longer than it may.
        """
        text = view.text
        limit = self._seconds
        if limit is None:
            limit = max(_SECONDS, _SECONDS_PER_MEGABYTE * len(text) / 1e6)
        spans: list[Span] = []
        for rule in self.rules:
            try:
                if isinstance(rule, DataRule):
                    spans += rule.find(view, limit)
                    continue
                if not rule.may_match(view):
                    continue
                for m in rule.find(view, limit):
                    score = rule.score_of(m, view)
                    if score is not None:
                        _add_spans(rule, m, score, spans)
            except TimeoutError:
                raise StageError(
                    self.name, f"the rule {rule.id} ran longer than {limit:.0f} s.", view.document.id
                ) from None
        if spans and self.vetoes:
            spans = self._veto(view, spans, limit)
        spans.sort(key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))
        return spans

    def _veto(self, view: TokenizedText, spans: list[Span], limit: float) -> list[Span]:
        for veto in self.vetoes:
            if not any(s.label in veto.labels and s.score <= veto.max_score for s in spans):
                continue
            try:
                ranges = [m.span("not" if veto.has_group else 0) for m in veto.find(view, limit)]
            except TimeoutError:
                raise StageError(
                    self.name, f"the rule {veto.id} ran longer than {limit:.0f} s.", view.document.id
                ) from None
            spans = [
                s
                for s in spans
                if s.label not in veto.labels
                or s.score > veto.max_score
                or not any(a < s.end and s.start < b for a, b in ranges)
            ]
        return spans


def _find_matches(
    pattern: Any, gate: Prefilter | None, view: TokenizedText, limit: float, bounded: bool
) -> Iterable[Any]:
    """Matches in the text: at the places that the prefilter names, else wherever there are any."""
    if gate is None or gate.starts is None or view.has_odd_characters:
        found: Iterable[Any] = pattern.finditer(view.text, timeout=limit)
        return found
    return matches_at(pattern, view.text, view.cached(gate.starts), limit, bounded=bounded)


def matches_at(
    pattern: Any,
    text: str,
    places: Iterable[int],
    limit: float,
    *,
    bounded: bool = True,
    overlapping: bool = False,
) -> Iterator[Any]:
    """What ``finditer`` would give if matches began at ``places`` alone.

    A time limit costs the library several microseconds a call, ten times a short match. A pattern without
    an unbounded repeat looks at a bounded stretch of text from each place, so there it is enough to look at
    the clock in between.

    Args:
        pattern: compiled.
        text: to look at.
        places: where a match may begin, in order.
        limit: time allowed for all of them, in seconds.
        bounded: whether the pattern has no unbounded repeat.
        overlapping: whether a place within the match before it counts too.

    Raises:
        TimeoutError: if it takes longer.
    """
    match = pattern.match
    ends = time.monotonic() + limit
    at = 0
    for place in places:
        if overlapping or place >= at:
            m = match(text, place) if bounded else match(text, place, timeout=limit)
            if m is not None:
                at = m.end()
                yield m
            if time.monotonic() > ends:
                raise TimeoutError


_UNBOUNDED = re.compile(r"(?<![}])[*+]|\{\d+,\}")
_NO_REPEAT = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\(\?\([^)]*\)", re.DOTALL)


def _is_bounded(pattern: str) -> bool:
    """Whether no repeat of the pattern is without a bound (``*``, ``+``, ``{2,}``; not ``{2,6}+``)."""
    return _UNBOUNDED.search(_NO_REPEAT.sub("x", pattern)) is None


def _add_spans(rule: Rule, m: Any, score: float, spans: list[Span]) -> None:
    groups = rule.label_groups
    if not groups:
        found = [(m.span(), rule.label)]
    else:
        found = [(span, label) for name, label in groups for span in m.spans(name)]
    for (start, end), label in found:
        if start < end:
            evidence = Evidence(EvidenceKind.RULE, rule.id, label, score)
            spans.append(Span(start, end, label, score, (evidence,)))
