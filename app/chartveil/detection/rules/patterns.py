"""Patterns that are compiled when first used, so that importing the rules costs nothing."""

from __future__ import annotations

from functools import cache
from typing import Any

import regex


@cache
def compiled(pattern: str) -> Any:
    """The pattern, compiled once a process. For patterns spelled out in our code only."""
    return regex.compile(pattern, regex.VERSION1)


def search(pattern: str, text: str) -> Any:
    """First match of the pattern anywhere in the text, or None."""
    return compiled(pattern).search(text)


def match(pattern: str, text: str) -> Any:
    """Match of the pattern at the start of the text, or None."""
    return compiled(pattern).match(text)


class LazyPattern:
    """A pattern that is compiled when it is first asked for."""

    __slots__ = ("pattern",)

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def search(self, text: str) -> Any:
        return compiled(self.pattern).search(text)

    def match(self, text: str) -> Any:
        return compiled(self.pattern).match(text)
