"""A rule: a pattern that finds identifiers, the context it needs, and its score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import regex

from chartveil.detection.rules.checks import CHECKS
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.system.compiled_patterns import Pattern, compiled_pattern

REACH = 80
"""How many characters before and after a match a rule looks at."""

SITE_PREFIX = "site/"
"""How the ids of a site's own rules begin."""

LEAST_AGREEMENT = 0.01
"""Agreement that the networks must have with a rule of ours which names none."""


SURROUNDINGS = ("before", "not_before", "after", "not_after")
"""The attributes of a rule that are patterns of what stands beside a match."""


class Surety(StrEnum):
    """Why no recovery may give back what a rule found."""

    FORM = "form"
    """Its form is that of an identifier and of nothing else."""
    TITLE = "title"
    """A title stands beside it: ``Dr.``."""
    KIN = "kin"
    """A word of kinship stands beside it: ``her son``."""
    FIELD = "field"
    """It fills a field whose label says what it is."""


@dataclass(frozen=True)
class Rule:
    """A pattern that finds identifiers, as an entry of a rule file gives it (docs/rules.md).

    Where the pattern has named groups whose names are labels, each capture of such a group is a span of
    that label (``DATE_2`` counts as ``DATE``); otherwise the whole match is a span of ``label``.

    Attributes:
        id: stable and unique; a site's rule has ``site/`` before it.
        family: what it is listed under: ``dates``.
        label: label of the whole match.
        pattern: a pattern of the ``regex`` library, version 1.
        score: how sure a match is by its form, in [0, 1].
        description: one line a reviewer understands.
        source: where it comes from: a standard, or "clinical usage".
        agreement: least agreement of the networks on a span, in [0, 1]; 0 where it needs nobody's.
        keywords: in lower case; a text that holds none of them is passed over. Empty for any text.
        before, after: patterns of what must stand directly beside a match, on its line, within ``REACH``
            characters; ``^`` and ``$`` are the ends of the line. None for anything.
        not_before, not_after: patterns of what must not stand there; None for nothing.
        check: name of a check in ``CHECKS``; empty for none.
        surety: why no recovery may give back what it found; None if one may.
        examples: texts with the spans it finds marked: ``seen [[DATE|3/17/2021]]``.
        counterexamples: texts in which it finds nothing.
    """

    id: str
    family: str
    label: Label
    pattern: str
    score: float
    description: str
    source: str = "clinical usage"
    agreement: float = LEAST_AGREEMENT
    keywords: tuple[str, ...] = ()
    before: str | None = None
    not_before: str | None = None
    after: str | None = None
    not_after: str | None = None
    check: str = ""
    surety: Surety | None = None
    examples: tuple[str, ...] = ()
    counterexamples: tuple[str, ...] = ()

    def find(self, view: TokenizedText, limit: float) -> Iterator[Span]:
        """The spans of this rule in a text, in order of its matches.

        Args:
            view: the text.
            limit: time allowed for the pattern, in seconds.

        Raises:
            TimeoutError: if it takes longer.
        """
        if not self._may_match(view):
            return
        for m in self.compiled.finditer(view.text, timeout=limit):
            if self._surroundings_fit(m, limit) and (not self.check or CHECKS[self.check](m, view)):
                yield from self._spans(m)

    def _may_match(self, view: TokenizedText) -> bool:
        # A few characters beyond ASCII count as plain letters to a pattern and not in ``lowered``.
        if not self.keywords or view.has_odd_characters:
            return True
        return any(word in view.lowered for word in self.keywords)

    def _surroundings_fit(self, m: Any, limit: float) -> bool:
        text, start, end = m.string, m.start(), m.end()
        before, not_before, after, not_after = self._surroundings
        if before is not None or not_before is not None:
            low = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
            low = max(low, start - REACH)
            if before is not None and before.search(text, low, start, timeout=limit) is None:
                return False
            if not_before is not None and not_before.search(text, low, start, timeout=limit) is not None:
                return False
        if after is not None or not_after is not None:
            high = min([len(text), end + REACH, *(i for i in map(text.find, "\n\r", (end, end)) if i >= 0)])
            if after is not None and after.match(text, end, high, timeout=limit) is None:
                return False
            if not_after is not None and not_after.match(text, end, high, timeout=limit) is not None:
                return False
        return True

    def _spans(self, m: Any) -> Iterator[Span]:
        groups = self.label_groups
        # The descriptions of our rules are known wherever spans are shown, those of a site are not.
        detail = self.description if self.id.startswith(SITE_PREFIX) else ""
        found = [(span, label) for name, label in groups for span in m.spans(name)]
        for (start, end), label in found if groups else [(m.span(), self.label)]:
            if start < end:
                evidence = Evidence(EvidenceKind.RULE, self.id, label, self.score, detail=detail)
                yield Span(start, end, label, self.score, (evidence,))

    @cached_property
    def compiled(self) -> Any:
        """The pattern, compiled when first asked for."""
        return compiled_pattern(*self.patterns["pattern"])

    @cached_property
    def _surroundings(self) -> tuple[Any, Any, Any, Any]:
        """What must and must not stand before and after, compiled."""
        before, not_before, after, not_after = (self.compile_surrounding(key) for key in SURROUNDINGS)
        return before, not_before, after, not_after

    def compile_surrounding(self, key: str) -> Any:
        """The pattern of one of ``SURROUNDINGS``, compiled; None where the rule has none.

        Raises:
            regex.error: if it is no pattern.
        """
        return compiled_pattern(*self.patterns[key]) if key in self.patterns else None

    @property
    def patterns(self) -> dict[str, Pattern]:
        """The compiled patterns of the rule, by the name of the attribute that each comes from."""
        found: dict[str, Pattern] = {"pattern": (self.pattern, regex.VERSION1)}
        for key in SURROUNDINGS:
            pattern: str | None = getattr(self, key)
            if pattern is not None:
                whole = rf"(?:{pattern})\Z" if key.endswith("before") else pattern
                found[key] = whole, regex.VERSION1 | regex.MULTILINE
        return found

    @cached_property
    def label_groups(self) -> tuple[tuple[str, Label], ...]:
        """Named groups of the pattern that give spans, with their labels."""
        bases = {name: name.rstrip("0123456789").rstrip("_") for name in self.compiled.groupindex}
        return tuple((name, Label[base]) for name, base in bases.items() if base in Label.__members__)
