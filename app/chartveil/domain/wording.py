"""How numbers are written in messages."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 file``, ``2,000 files``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
