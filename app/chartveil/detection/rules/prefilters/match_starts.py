"""What tells quickly that a rule cannot match, or where alone it can.

A library of patterns takes 20 microseconds and more to look through a note of 2 kB for one rule, and there
are some two hundred rules. Most of them ask for something that few notes hold, and looking for a plain
string takes less than one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeVar

from chartveil.detection.rules.engine import Prefilter, Rule, Veto
from chartveil.domain.tokenized_text import TokenizedText


@dataclass(frozen=True, eq=False)
class PatternStarts:
    """Where a rule may begin: a pattern of the standard library's ``re``, three to five times as quick.

    ``re`` knows no time limit, so such a pattern takes linear time: it consumes one character, and what it
    looks at ahead and behind has no repeat without a small bound. It names what it looks for in ASCII
    (a text in which anything else may count as plain letters or digits is read in full, see
    ``TokenizedText.has_odd_characters``).

    Attributes:
        pattern: matches one character, at every place where the rule may match, and at others.
        form: the form of the text it reads, an attribute of ``TokenizedText``: ``text``, ``lowered``,
            ``digits_zeroed`` or ``lookalikes_zeroed``.
    """

    pattern: str
    form: str = "text"

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        return [m.start() for m in _compiled(self.pattern).finditer(getattr(view, self.form))]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@dataclass(frozen=True, eq=False)
class WordStarts:
    """Where a rule may begin that begins with a word: as a Starts, without looking through the text.

    Attributes:
        words: what stands there, in lower case, ASCII first. A place counts where no ASCII letter or digit
            stands before it.
        then: characters of which one must follow; empty for any.
    """

    words: tuple[str, ...]
    then: str = ""

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        heads: dict[str, list[int]] = view.cached(_HEADS)
        lowered, then = view.lowered, self.then
        found: set[int] = set()
        for word in self.words:
            for at in heads.get(word[:2], ()):
                if lowered.startswith(word, at) and (
                    not then or lowered[at + len(word) : at + len(word) + 1] in then
                ):
                    found.add(at)
        return sorted(found)


@dataclass(frozen=True, eq=False)
class _Heads:
    """Beginnings of the runs of ASCII letters and digits of a text, by their first two characters."""

    def make(self, view: TokenizedText) -> dict[str, list[int]]:
        lowered = view.lowered
        heads: dict[str, list[int]] = {}
        for m in _compiled("[0-9a-z]+").finditer(lowered):
            at = m.start()
            heads.setdefault(lowered[at : at + 2], []).append(at)
        return heads


_HEADS = _Heads()


CAPITAL: Final = r"[^\x00-@\[-\x7f]"
"""A capital, and all beyond ASCII: a set that ``re`` looks through the text for most quickly."""
SMALL: Final = r"[^\x00-`{-\x7f]"
"""A small letter, and all beyond ASCII."""


@dataclass(frozen=True, eq=False)
class AfterWordStarts:
    """Where a rule may begin that begins after a word and a blank: as a Starts, without looking through the
    text.

    Attributes:
        words: as for Words; a blank must follow.
        ahead: a pattern of ``re`` for the text behind the blank, in linear time like that of a Starts; empty
            for any.
        signs: signs, each a string that is no word, that do as well as a word: ``@``.
    """

    words: tuple[str, ...]
    ahead: str = ""
    signs: tuple[str, ...] = ()

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        heads: dict[str, list[int]] = view.cached(_HEADS)
        lowered = view.lowered
        found: set[int] = set()
        for word in self.words:
            for at in heads.get(word[:2], ()):
                if lowered.startswith(word, at) and lowered.startswith(" ", at + len(word)):
                    found.add(at + len(word) + 1)
        for sign in self.signs:
            at = lowered.find(sign + " ")
            while at >= 0:
                found.add(at + len(sign) + 1)
                at = lowered.find(sign + " ", at + 1)
        if not (found and self.ahead):
            return sorted(found)
        match, text = _compiled(self.ahead).match, view.text
        return sorted([at for at in found if match(text, at)])


@dataclass(frozen=True, eq=False)
class LeadUpStarts:
    """Where a rule may begin that leads up to something rare on the same line: a postcode, a birth date.

    Attributes:
        anchor: where the rare thing stands.
        back: how far before it a match may begin, at most.
        start: a pattern of ``re`` for one character at the beginning, tried between there and the anchor;
            empty where a match begins with the line or not at all.
        line: whether a match may begin with the line.
        lines: how many line breaks a match may cross on the way.
    """

    anchor: PatternStarts | WordStarts
    back: int
    start: str = ""
    line: bool = False
    lines: int = 0

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        text = view.text
        found: set[int] = set()
        for end in view.cached(self.anchor):
            first = text.rfind("\n", 0, end) + 1
            if self.line:
                found.add(first)
            for _ in range(self.lines):
                first = text.rfind("\n", 0, max(0, first - 1)) + 1
            if self.start:
                places = _compiled(self.start).finditer(text, max(first, end - self.back), end + 1)
                found.update([m.start() for m in places])
        return sorted(found)


@dataclass(frozen=True, eq=False)
class DigitRunStarts:
    """Where a rule may begin that begins with a run of digits, all of it: as a Starts, mostly without
    looking through the text.

    Attributes:
        then: characters, in lower case, of which one must follow the run; ``$`` stands for the text's end.
        ahead: a pattern of ``re`` for the text in lower case from the run's first digit on, bounded like
            that of a Starts; empty for any.
    """

    then: str
    ahead: str = ""

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        runs: dict[str, list[int]] = view.cached(_FIGURE_RUNS)
        found = sorted([at for c in self.then for at in runs.get(c, ())])
        if not (found and self.ahead):
            return found
        match, lowered = _compiled(self.ahead).match, view.lowered
        return [at for at in found if match(lowered, at)]


@dataclass(frozen=True, eq=False)
class _FigureRuns:
    """First digits of the runs of digits of a text, by the character after the run."""

    def make(self, view: TokenizedText) -> dict[str, list[int]]:
        lowered = view.lowered
        runs: dict[str, list[int]] = {}
        for m in _compiled("[0-9]+").finditer(lowered):
            start, end = m.span()
            runs.setdefault(lowered[end : end + 1] or "$", []).append(start)
        return runs


_FIGURE_RUNS = _FigureRuns()


_RuleOrVeto = TypeVar("_RuleOrVeto", Rule, Veto)


def with_prefilters(rules: Sequence[_RuleOrVeto], gates: Mapping[str, Prefilter]) -> tuple[_RuleOrVeto, ...]:
    """The rules with their gates; those without one as they are."""
    return tuple(replace(r, prefilter=gates[r.id]) if r.id in gates else r for r in rules)
