"""Small forms of text and numbers in messages."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 file``, ``2,000 files``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def capitalized(text: str) -> str:
    """The text with a capital as its first letter; the rest as it is."""
    return text[:1].upper() + text[1:]


def score_text(score: float) -> str:
    """A score in two digits: ``.97``, and ``1.0`` for all that rounds to one."""
    text = f"{score:.2f}"
    return "1.0" if text == "1.00" else text.removeprefix("0")
