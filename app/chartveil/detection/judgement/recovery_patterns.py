"""Recovery patterns: values, variants, scores and codes that look like identifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import regex

from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.labels import LabelGroup
from chartveil.domain.languages import LanguagePart, find_language
from chartveil.domain.resource_files import read_toml
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText

USUAL_ODDS = 8.0
"""How many times less likely a find is that a medical list or a pattern explains, as counted on kept-out
notes: of 83 words with agreement from .3 to .6 that one explains, 12 were identifiers, of others 3 in 7."""

_SECONDS = 2.0
_REACH = 40
_AFTER = 30
_LEAD = 3
_MOST_LEADS = 4096
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
        return regex.compile(self.pattern, flags=self.flags | regex.VERSION1)

    @cached_property
    def _looks_behind(self) -> bool:
        return "(?<=" in self.pattern

    @cached_property
    def _leads(self) -> dict[tuple[str, int], bool]:
        return {}

    def _may_begin(self, lead: str, at: int) -> bool:
        """Whether a match may begin at ``at`` of a few characters of the text, whatever follows them.

        A match with a time limit takes ten times as long as a look into a table, and most leads come again.
        A pattern that looks for something further ahead of its beginning is not judged so.
        """
        if self._looks_behind:
            return True
        leads = self._leads
        found = leads.get((lead, at))
        if found is None:
            if len(leads) >= _MOST_LEADS:
                leads.clear()
            found = self.compiled.match(lead, at, partial=True) is not None
            leads[lead, at] = found
        return found

    def find_covering(self, window: PatternWindow) -> tuple[int, int] | None:
        """The range of a match that holds the window's span; None if there is none.

        Raises:
            StageError: if the pattern runs too long.
        """
        text, low = window.text, window.start - self.max_lead
        match, may_begin = self.compiled.match, self._may_begin
        try:
            for at in window.possible_starts[self.begins_with]:
                if at >= low and may_begin(text[at - 1 if at else 0 : at + _LEAD], min(at, 1)):
                    m = match(text, at, window.limit, timeout=_SECONDS)
                    if m is not None and m.end() >= window.end:
                        return m.start(), m.end()
        except TimeoutError:
            raise StageError(
                "recovery", f"the pattern {self.id} ran longer than {_SECONDS:.0f} s.", window.document_id
            ) from None
        return None


@dataclass(frozen=True, slots=True)
class PatternWindow:
    """The line around a span, as far as a match may reach.

    Attributes:
        text: of the document.
        start, end: the span without punctuation at its ends.
        limit: where a match ends at the latest.
        possible_starts: places up to ``start`` where a match may begin: beginnings of words and
            signs, all of them as ``any``, and by their character as ``letter`` and ``digit``.
        document_id: for errors.
    """

    text: str
    start: int
    end: int
    limit: int
    possible_starts: dict[str, list[int]]
    document_id: str


def window_around(view: TokenizedText, span: Span) -> PatternWindow:
    """The window around a span."""
    text = view.text
    start, end = trimmed_range(text, span)
    low = max(text.rfind("\n", 0, start) + 1, start - _REACH)
    high = text.find("\n", end)
    high = min(len(text) if high < 0 else high, end + _AFTER)
    begins: dict[str, list[int]] = {"any": [], "letter": [], "digit": []}
    for i in range(low, start + 1):
        c = text[i]
        if c.isspace() or (i not in (0, start) and text[i - 1].isalnum()):
            continue
        begins["any"].append(i)
        if c.isalpha():
            begins["letter"].append(i)
        elif c.isdigit():
            begins["digit"].append(i)
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
    """Reads ``resources/recovery/en/patterns.toml`` or another file of that form.

    Raises:
        ResourceError: if the file is missing or not valid; it names the pattern and the remedy.
    """
    path = path or _patterns_file()
    found = [_pattern(entry, path) for entry in _read(path).get("pattern", [])]
    _no_id_twice(found, path)
    return tuple(found)


def load_odds_against(path: Path | None = None) -> dict[str, float]:
    """How many times less likely a find is for each pattern, and for each list that the file names, where
    that is not ``USUAL_ODDS``.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = path or _patterns_file()
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
