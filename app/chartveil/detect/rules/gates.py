"""Rules that are tried only where the text holds one of a few words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import regex

from chartveil.detect.rules.engine import Rule


class _Gate:
    """A compiled pattern behind a test for words. Stands where the engine expects a compiled pattern."""

    def __init__(self, pattern: Any, words: tuple[str, ...]) -> None:
        self._pattern = pattern
        self._words = words
        self.groupindex = pattern.groupindex

    def finditer(self, text: str, timeout: float | None = None) -> Iterator[Any]:
        if any(word in text for word in self._words):
            yield from self._pattern.finditer(text, timeout=timeout)


@dataclass(frozen=True)
class GatedRule(Rule):
    """A rule that costs nothing where its words are missing.

    Attributes:
        words: the text must hold at least one of them, as written, for the pattern to be tried.
    """

    words: tuple[str, ...] = ()

    @cached_property
    def compiled(self) -> Any:
        return _Gate(regex.compile(self.pattern, flags=self.flags | regex.VERSION1, **self.lists), self.words)


def any_case(*words: str) -> tuple[str, ...]:
    """Each word in lower case, in capitals and with a capital first."""
    return tuple(dict.fromkeys(form for w in words for form in (w.lower(), w.upper(), w.capitalize())))
