"""How counts are said in the window."""

from __future__ import annotations


def counted_text(number: int, one: str, many: str) -> str:
    """``one`` for a single thing, else ``many`` with the number at its ``{n}``; both translated already."""
    return one if number == 1 else many.format(n=f"{number:,}")
