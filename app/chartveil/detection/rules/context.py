"""The text around a match of a rule, and patterns to look at it with."""

from __future__ import annotations

from functools import cache
from typing import Any

import regex


@cache
def compiled(pattern: str) -> Any:
    """The pattern, compiled when first asked for and once a process. For patterns of our code only."""
    return regex.compile(pattern, regex.VERSION1)


def search(pattern: str, text: str) -> Any:
    """First match of the pattern anywhere in the text, or None."""
    return compiled(pattern).search(text)


def match(pattern: str, text: str) -> Any:
    """Match of the pattern at the start of the text, or None."""
    return compiled(pattern).match(text)


def text_before(m: Any, length: int) -> str:
    """Up to ``length`` characters before the match, as they are."""
    text: str = m.string
    return text[max(0, m.start() - length) : m.start()]


def line_before(m: Any, length: int = 40) -> str:
    """Up to ``length`` characters before the match, of its own line alone."""
    text = text_before(m, length)
    return text[max(text.rfind("\n"), text.rfind("\r")) + 1 :]


def line_after(m: Any, length: int = 24) -> str:
    """Up to ``length`` characters after the match, of its own line alone."""
    text: str = m.string[m.end() : m.end() + length]
    ends = [i for i in (text.find("\n"), text.find("\r")) if i >= 0]
    return text[: min(ends, default=len(text))]


def line_around(m: Any, before: int, after: int) -> str:
    """The line of the match, up to so many characters before and after it."""
    text: str = m.string
    start = max(text.rfind("\n", 0, m.start()) + 1, m.start() - before)
    stop = text.find("\n", m.end())
    return text[start : min(len(text) if stop < 0 else stop, m.end() + after)]


def on_one_line(text: str) -> str:
    """The text with its line ends made blanks."""
    return text.replace("\r", " ").replace("\n", " ")
