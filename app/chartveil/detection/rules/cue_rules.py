"""Rules whose pattern finds a cue and whose code grows the identifier from it.

A name has no end that a pattern could tell: ``Dr. Maria Ndu told her`` ends where a word begins that is
no part of a name, and the tables of such words are too long for a pattern (a named list of a thousand
words compiles in 30 ms, and each rule would need its own). So a pattern finds the cue, and a function
reads on from there. To the engine such a rule is like any other.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import regex

from chartveil.detection.rules.engine import Rule
from chartveil.domain.document import Label
from chartveil.domain.tokenized_text import TokenizedText

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CueMatch:
    """What one cue gave: ranges by label. Stands where a match of a pattern stands.

    Attributes:
        ranges: non-empty ranges of the text under each label.
    """

    ranges: Mapping[Label, tuple[Range, ...]]

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
"""Looks at a match of the cue and the text: what grows from it, nothing if the cue misled."""


def single_match(label: Label, found: Range | None) -> Iterable[CueMatch]:
    """A single range under a label, or nothing."""
    return () if found is None else (CueMatch({label: (found,)}),)


# A run of letters, parted also where a small letter meets a capital: wifeEarline, DrIyengar.
_RUN = re.compile(r"[A-ZÉ]*[a-zà-öø-ÿ]+|[A-ZÉ]+")


def first_letter_run(text: str) -> str:
    """The first run of letters of a text as cues are scanned for, or an empty string."""
    m = _RUN.search(text)
    return m[0] if m else ""


def labelled_groups(m: Any, _text: str) -> Iterable[CueMatch]:
    """What the named group of a label holds: for rules whose pattern says it all."""
    for name, value in m.groupdict().items():
        if value and name in Label.__members__:
            yield CueMatch({Label(name): (m.span(name),)})


class _CuePattern:
    """The pattern of a cue, offering what the engine uses of a compiled pattern."""

    def __init__(self, cue: Any, grow: CueReader, labels: tuple[Label, ...], heads: frozenset[str]) -> None:
        self._cue = cue
        self._grow = grow
        small = {h for h in heads if h.islower()}
        self._heads = heads | {h.upper() for h in small} | {h[:1].upper() + h[1:] for h in small}
        self.groupindex = {label.value: i for i, label in enumerate(labels, 1)}

    def finditer(self, text: str, timeout: float | None = None) -> Iterator[CueMatch]:
        """Everything that grows from the cues of the text.

        Raises:
            TimeoutError: if the cue's pattern runs longer than ``timeout`` seconds.
        """
        if self._heads:
            yield from self._grown(text, _runs(text), timeout)
            return
        for m in self._cue.finditer(text, timeout=timeout):
            yield from self._grow(m, text)

    def find(self, view: TokenizedText, limit: float) -> Iterator[CueMatch]:
        """As ``finditer``; the runs of letters are worked out once a view, for all rules together."""
        if self._heads:
            return self._grown(view.text, view.cached(_RUNS), limit)
        return self.finditer(view.text, limit)

    def find_at(self, text: str, places: Iterable[int], limit: float) -> Iterator[CueMatch]:
        """As ``finditer`` where cues begin at ``places`` alone, given in order.

        Raises:
            TimeoutError: if it takes longer than ``limit`` seconds.
        """
        match = self._cue.match
        ends = time.monotonic() + limit
        at = 0
        for place in places:
            if place >= at and (m := match(text, place)) is not None:
                at = m.end()
                yield from self._grow(m, text)
            if time.monotonic() > ends:
                raise TimeoutError

    def _grown(self, text: str, runs: dict[str, list[int]], timeout: float | None) -> Iterator[CueMatch]:
        """A cue's pattern reads a word or two from its place, so the clock is looked at in between: a time
        limit handed to the library costs more than the match."""
        match = self._cue.match
        ends = None if timeout is None else time.monotonic() + timeout
        starts = [at for head in self._heads.intersection(runs) for at in runs[head]]
        for at in sorted(starts):
            m = match(text, at)
            if m is not None:
                yield from self._grow(m, text)
            if ends is not None and time.monotonic() > ends:
                raise TimeoutError


def _runs(text: str) -> dict[str, list[int]]:
    """Where each run of letters begins."""
    runs: dict[str, list[int]] = {}
    for m in _RUN.finditer(text):
        runs.setdefault(m[0], []).append(m.start())
    return runs


@dataclass(frozen=True, slots=True)
class _RunsOfView:
    """The runs of letters of a view: kept there, so that they go with it."""

    def make(self, view: TokenizedText) -> dict[str, list[int]]:
        return _runs(view.text)


_RUNS = _RunsOfView()


def _nothing(_m: Any, _text: str) -> Iterable[CueMatch]:
    raise NotImplementedError("a grown rule needs a function that grows")


@dataclass(frozen=True)
class CueRule(Rule):
    """A rule whose ``pattern`` finds the cue alone.

    Attributes:
        read: gives the ranges.
        labels: every label that ``grow`` may give; ``label`` alone when empty.
        first_words: where given, ``pattern`` is tried only where one of these runs of letters begins. A head in
            small letters stands for its forms with a first capital and in capitals too; any other is
            taken as it is. One look-up a word is far cheaper than a long alternation.
    """

    read: CueReader = _nothing
    labels: tuple[Label, ...] = ()
    first_words: frozenset[str] = frozenset()

    @cached_property
    def compiled(self) -> Any:
        cue = regex.compile(self.pattern, flags=self.flags | regex.VERSION1, **self.lists)
        return _CuePattern(cue, self.read, self.labels or (self.label,), self.first_words)

    def find(self, view: TokenizedText, limit: float) -> Iterable[Any]:
        pattern: _CuePattern = self.compiled
        if self.prefilter is None or self.prefilter.starts is None or view.has_odd_characters:
            return pattern.find(view, limit)
        return pattern.find_at(view.text, view.cached(self.prefilter.starts), limit)
