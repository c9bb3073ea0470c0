"""Texts for counts and times in the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def counted_text(number: int, one: str, many: str) -> str:
    """``one`` for a single thing, else ``many`` with the number at its ``{n}``; both translated already."""
    return one if number == 1 else many.format(n=f"{number:,}")


def time_left_text(seconds: float) -> str:
    """How long work still takes, in the coarsest words that help."""
    translate = QCoreApplication.translate
    if seconds < 60:
        return translate("Times", "under 1 min left")
    minutes = round(seconds / 60)
    if minutes < 90:
        return translate("Times", "{n} min left").format(n=minutes)
    return translate("Times", "{n} h left").format(n=round(minutes / 60))
