"""Rules whose pattern finds a cue and whose code reads the identifier that the cue announces.

A name has no end that a pattern could tell: ``Dr. Maria Ndu told her`` ends where a word begins that is
no part of a name, and the tables of such words are too long for a pattern (a named list of a thousand
words compiles in 30 ms, and each rule would need its own). So a pattern finds the cue, and a function
reads on from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chartveil.detection.rules.engine import Rule, matches_at
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CueMatch:
    """What one cue announced. Stands where a match of a pattern stands.

    Attributes:
        ranges: non-empty ranges of the text under each label.
        score: how sure it is; None for the score of the rule.
    """

    ranges: Mapping[Label, tuple[Range, ...]]
    score: float | None = None

    def span(self, group: int | str = 0) -> Range:
        """From the first character found to the last; with a label's name, the last range under it."""
        if isinstance(group, str):
            found = self.ranges.get(Label(group), ())
            return found[-1] if found else (-1, -1)
        starts = [a for found in self.ranges.values() for a, _ in found]
        ends = [b for found in self.ranges.values() for _, b in found]
        return min(starts), max(ends)

    def spans(self, group: str) -> list[Range]:
        """Every range under the label of this name."""
        return list(self.ranges.get(Label(group), ()))


CueReader = Callable[[Any, str], Iterable[CueMatch]]
"""Looks at a match of the cue and the text: what the cue announces, nothing if it misled."""


def single_match(label: Label, found: Range | None) -> Iterable[CueMatch]:
    """A single range under a label, or nothing."""
    return () if found is None else (CueMatch({label: (found,)}),)


def labelled_groups(m: Any, _text: str) -> Iterable[CueMatch]:
    """What the named group of a label holds: for rules whose pattern says it all."""
    for name, value in m.groupdict().items():
        if value and name in Label.__members__:
            yield CueMatch({Label(name): (m.span(name),)})


# A run of letters, parted also where a small letter meets a capital: wifeEarline, DrIyengar.
_RUN = re.compile(r"[A-ZÉ]*[a-zà-öø-ÿ]+|[A-ZÉ]+")


def first_letter_run(text: str) -> str:
    """The first run of letters of a text as cues are scanned for, or an empty string."""
    m = _RUN.search(text)
    return m[0] if m else ""


@dataclass(frozen=True, slots=True)
class _LetterRuns:
    """Where the runs of letters of a text begin, by the run: worked out once for all rules."""

    def make(self, view: TokenizedText) -> dict[str, list[int]]:
        runs: dict[str, list[int]] = {}
        for m in _RUN.finditer(view.text):
            runs.setdefault(m[0], []).append(m.start())
        return runs


_LETTER_RUNS = _LetterRuns()


def _no_reader(_m: Any, _text: str) -> Iterable[CueMatch]:
    raise NotImplementedError("a cue rule needs a reader")


@dataclass(frozen=True)
class CueRule(Rule):
    """A rule whose ``pattern`` finds the cue alone.

    Attributes:
        read: gives the ranges.
        labels: every label that ``read`` may give; ``label`` alone when empty.
        first_words: where given, ``pattern`` is tried only where one of these runs of letters begins. A run
            in small letters stands for its forms with a first capital and in capitals too; any other is
            taken as it is. One look-up a word is far cheaper than a long alternation.
    """

    read: CueReader = _no_reader
    labels: tuple[Label, ...] = ()
    first_words: frozenset[str] = frozenset()

    def find(self, view: TokenizedText, limit: float) -> Iterator[CueMatch]:
        """What the cues of the text announce, in the order of the cues.

        Raises:
            TimeoutError: if it takes longer than ``limit`` seconds.
        """
        for m in self._cues(view, limit):
            yield from self.read(m, view.text)

    def score_of(self, m: CueMatch, view: TokenizedText) -> float | None:
        """The score of the match itself where it has one, else as for any rule."""
        return super().score_of(m, view) if m.score is None else m.score

    @cached_property
    def label_groups(self) -> tuple[tuple[str, Label], ...]:
        """Every label that a match may hold, by its name."""
        return tuple((label.value, label) for label in self.labels or (self.label,))

    def _cues(self, view: TokenizedText, limit: float) -> Iterable[Any]:
        """Matches of the cue. It reads a word or two from its place, so it counts as bounded."""
        places = None if self.prefilter is None or view.has_odd_characters else self.prefilter.starts
        if places is not None:
            return matches_at(self.compiled, view.text, view.cached(places), limit)
        if self.first_words:
            runs: dict[str, list[int]] = view.cached(_LETTER_RUNS)
            starts = sorted(at for run in self._first_runs.intersection(runs) for at in runs[run])
            return matches_at(self.compiled, view.text, starts, limit, overlapping=True)
        found: Iterable[Any] = self.compiled.finditer(view.text, timeout=limit)
        return found

    @cached_property
    def _first_runs(self) -> frozenset[str]:
        small = {h for h in self.first_words if h.islower()}
        return self.first_words | {h.upper() for h in small} | {h[:1].upper() + h[1:] for h in small}
