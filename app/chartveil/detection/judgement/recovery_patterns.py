"""Recovery patterns: values, gene variants, scores and codes that look like identifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import regex

from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.labels import LabelGroup
from chartveil.domain.languages import LanguagePart, find_language
from chartveil.domain.resource_files import read_toml
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.system.compiled_patterns import compile_together, compiled_pattern

USUAL_ODDS = 8.0
"""How many times less likely a find is that a medical list or a pattern explains, as counted on kept-out
notes: of 83 words with agreement from .3 to .6 that one explains, 12 were identifiers, of others 3 in 7."""

_SECONDS = 2.0
_REACH = 40
_AFTER = 30
_LEAD = 3
_MOST_LEADS = 1 << 16
_EDGE = " \t\"'.,;:()[]"


@dataclass(frozen=True)
class RecoveryPattern:
    """A pattern by which spans are recovered.

    Attributes:
        id: stable, upper case.
        description: one line a reviewer understands.
        pattern: a pattern of the ``regex`` library.
        groups: groups of labels it applies to.
        odds: how many times less likely a span is that it holds; infinite where nothing else has its form.
        flags: flags for compiling.
        max_lead: how many characters before the span a match may begin.
        begins_with: ``letter`` or ``digit``, where every match begins so; else ``any``.
        matches_without_digits: whether it applies to spans without a digit.
        spares_initials: whether letters stay that are initials of a person whom the document names.
        examples: texts that match in full.
    """

    id: str
    description: str
    pattern: str
    groups: frozenset[LabelGroup]
    odds: float = USUAL_ODDS
    flags: int = 0
    max_lead: int = _REACH
    begins_with: str = "any"
    matches_without_digits: bool = False
    spares_initials: bool = False
    examples: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def compiled(self) -> Any:
        """The pattern, compiled when first asked for."""
        return compiled_pattern(self.pattern, self.flags | regex.VERSION1)

    def may_begin(self, lead: str, at: int) -> bool:
        """Whether a match may begin at ``at`` of a few characters of the text, whatever follows them.

        A pattern that looks for something further ahead of its beginning is not judged by them.
        """
        c = lead[at]
        if (self.begins_with == "letter" and not c.isalpha()) or (
            self.begins_with == "digit" and not c.isdigit()
        ):
            return False
        return "(?<=" in self.pattern or self.compiled.match(lead, at, partial=True) is not None


TextRange = tuple[int, int]
Held = tuple[tuple[RecoveryPattern, TextRange], ...]
"""Patterns, each with the range that it holds."""


class PatternSet:
    """Patterns that are sought around spans together.

    Which of them may begin at a place is told by a few characters there, and most of these come again. So a
    place is looked up once for all patterns, and few are tried: a match with a time limit takes many times as
    long as a look into a table.

    Args:
        patterns: in the order in which they are asked.
    """

    def __init__(self, patterns: Sequence[RecoveryPattern]) -> None:
        self._patterns = tuple(patterns)
        self._all = self.choice(lambda _: True)
        self._longest = max((p.max_lead for p in patterns), default=0) + 1
        leads = [(p.max_lead, 1 << i) for i, p in enumerate(patterns)]
        self._reaching = [
            sum(bit for lead, bit in leads if lead >= distance) for distance in range(self._longest + 1)
        ]
        """Patterns that may begin so many characters before a span."""
        self._may_begin: dict[tuple[str, int], int] = {}

    def choice(self, wanted: Callable[[RecoveryPattern], bool]) -> int:
        """Some of the patterns, as ``covering`` is told of them: a bit for each."""
        return sum(1 << i for i, p in enumerate(self._patterns) if wanted(p))

    def make(self, view: TokenizedText) -> dict[tuple[int, int, int], Held]:
        """What was found in a text: it is asked for again after propagation and for the leak check."""
        return {}

    def covering(self, view: TokenizedText, span: Span, choice: int) -> Held:
        """Each pattern with a match that holds a span, and the range of its first one, in order.

        Args:
            view: the text.
            span: of the text.
            choice: the patterns that are asked.

        Raises:
            StageError: if a pattern runs too long.
        """
        known: dict[tuple[int, int, int], Held] = view.cached(self)
        key = span.start, span.end, choice
        if key not in known:
            known[key] = tuple(self._covering(window_around(view, span), choice))
        return known[key]

    def _covering(self, window: PatternWindow, choice: int) -> Iterator[tuple[RecoveryPattern, TextRange]]:
        text, start = window.text, window.start
        places: list[tuple[int, int]] = []
        left = 0
        for at in window.possible_starts:
            before, here = (at - 1, 1) if at else (0, 0)
            asked = choice & self._reaching[min(start - at, self._longest)]
            # Each further character leaves fewer, and often none of them is asked.
            those = self._all
            for reach in range(1, _LEAD + 1):
                those = self._beginning(text[before : at + reach], here, those)
                if not those & asked:
                    break
            else:
                places.append((at, those & asked))
                left |= those & asked
        while left:
            bit = left & -left
            left ^= bit
            pattern = self._patterns[bit.bit_length() - 1]
            for at, those in places:
                if those & bit:
                    m = self._match(pattern, window, at)
                    if m is not None and m.end() >= window.end:
                        yield pattern, m.span()
                        break

    def _beginning(self, lead: str, at: int, among: int) -> int:
        found = self._may_begin.get((lead, at))
        if found is None:
            if len(self._may_begin) >= _MOST_LEADS:
                self._may_begin.clear()
            found = sum(
                1 << i for i, p in enumerate(self._patterns) if among >> i & 1 and p.may_begin(lead, at)
            )
            self._may_begin[lead, at] = found
        return found

    @staticmethod
    def _match(pattern: RecoveryPattern, window: PatternWindow, at: int) -> Any:
        try:
            return pattern.compiled.match(window.text, at, window.limit, timeout=_SECONDS)
        except TimeoutError:
            reason = f"the pattern {pattern.id} ran longer than {_SECONDS:.0f} s."
            raise StageError("recovery", reason, window.document_id) from None


@dataclass(frozen=True, slots=True)
class PatternWindow:
    """The line around a span, as far as a match may reach.

    Attributes:
        text: of the document.
        start, end: the span without punctuation at its ends.
        limit: where a match ends at the latest.
        possible_starts: places up to ``start`` where a match may begin: beginnings of words and signs.
        document_id: for errors.
    """

    text: str
    start: int
    end: int
    limit: int
    possible_starts: list[int]
    document_id: str


def window_around(view: TokenizedText, span: Span) -> PatternWindow:
    """The window around a span."""
    text = view.text
    start, end = trimmed_range(text, span)
    low = max(text.rfind("\n", 0, start) + 1, start - _REACH)
    high = text.find("\n", end)
    high = min(len(text) if high < 0 else high, end + _AFTER)
    begins = [
        i
        for i in range(low, start + 1)
        if not text[i].isspace() and (i in (0, start) or not text[i - 1].isalnum())
    ]
    return PatternWindow(text, start, end, high, begins, view.document.id)


def trimmed_range(text: str, span: Span) -> tuple[int, int]:
    """The span's range without blanks, quotes and punctuation at its ends."""
    start, end = span.start, span.end
    while start < end - 1 and text[start] in _EDGE:
        start += 1
    while end - 1 > start and text[end - 1] in _EDGE:
        end -= 1
    return start, end


def load_recovery_patterns(path: Path | None = None) -> tuple[RecoveryPattern, ...]:
    """The patterns of ``resources/recovery/en/patterns.toml`` or another file of that form.

    A file is read once a process, so that its patterns are compiled once.

    Raises:
        ResourceError: if the file is missing or not valid; it names the pattern and the remedy.
    """
    return _load(path or _patterns_file())


@cache
def _load(path: Path) -> tuple[RecoveryPattern, ...]:
    found = [_pattern(entry, path) for entry in _read(path).get("pattern", [])]
    _no_id_twice(found, path)
    compile_together(path, ((p.pattern, p.flags | regex.VERSION1) for p in found))
    return tuple(found)


def load_odds_against() -> dict[str, float]:
    """How many times less likely a find is for each pattern, and for each list that the file names, where
    that is not ``USUAL_ODDS``.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = _patterns_file()
    lists = _read(path).get("odds", {})
    if not isinstance(lists, dict) or not all(isinstance(v, int | float) for v in lists.values()):
        raise ResourceError(
            "the table of odds is no table of numbers.",
            where=str(path),
            remedy="Write a line for each list: makers = 1.5.",
        )
    patterns = {p.id: p.odds for p in load_recovery_patterns(path) if p.odds != USUAL_ODDS}
    return {**{name: float(odds) for name, odds in lists.items()}, **patterns}


def _patterns_file() -> Path:
    return find_language().file(LanguagePart.RECOVERY) / "patterns.toml"


def _read(path: Path) -> dict[str, Any]:
    return read_toml(path, "the file of recovery patterns")


def _pattern(entry: dict[str, Any], path: Path) -> RecoveryPattern:
    name = entry.get("id", "without id")
    try:
        found = RecoveryPattern(
            id=entry["id"],
            description=entry["description"],
            pattern=entry["pattern"],
            groups=frozenset(LabelGroup(g) for g in entry["groups"]),
            odds=float(entry.get("odds", USUAL_ODDS)),
            flags=regex.IGNORECASE if "i" in entry.get("flags", "") else 0,
            max_lead=int(entry.get("reach", _REACH)),
            begins_with=entry.get("begins", "any"),
            matches_without_digits=bool(entry.get("letters", False)),
            spares_initials=bool(entry.get("spares_initials", False)),
            examples=tuple(entry.get("examples", ())),
        )
    except (KeyError, TypeError, ValueError) as e:
        raise ResourceError(
            f"the pattern {name} is not valid: {e}.",
            where=str(path),
            remedy="Give id, description, pattern and groups as the head of the file says.",
        ) from e
    if found.begins_with not in ("any", "letter", "digit"):
        raise ResourceError(
            f"the pattern {name} begins with what is not known.",
            where=str(path),
            remedy='Write begins = "letter" or "digit", or leave it out.',
        )
    return found


def _no_id_twice(found: Sequence[RecoveryPattern], path: Path) -> None:
    ids = [p.id for p in found]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise ResourceError(
            f"the id {twice[0]} is used twice.",
            where=str(path),
            remedy="Give every pattern an id of its own.",
        )
