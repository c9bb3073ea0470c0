"""Sizes of text, and the fonts of the window and of documents."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontDatabase

DEFAULT_SIZE = 14
SMALLEST_SIZE = 11
LARGEST_SIZE = 28


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of text in logical pixels.

    Attributes:
        document: text of documents before zoom; the size that the user chooses.
        body: text of the window.
        small: remarks, column heads, tags.
        heading: heads of sections.
        title: head of a page or dialog.
        icon: of icons beside text.
    """

    document: int
    body: int
    small: int
    heading: int
    title: int
    icon: int


def sizes(font_size: int = DEFAULT_SIZE) -> Sizes:
    """All sizes that go with the size of documents' text, which is held between the least and the most."""
    size = max(SMALLEST_SIZE, min(LARGEST_SIZE, font_size))
    body = max(SMALLEST_SIZE, size - 1)
    return Sizes(
        document=size,
        body=body,
        small=max(SMALLEST_SIZE, size - 2),
        heading=body + 1,
        title=round(body * 1.5),
        icon=round(body * 1.25 / 2) * 2,
    )


def window_font(font_size: int = DEFAULT_SIZE) -> QFont:
    """The system's font at the size of the window's text."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(sizes(font_size).body)
    return font


def document_font(*, mono: bool, size: int = DEFAULT_SIZE, zoom: float = 1.0) -> QFont:
    """The system's font for documents, monospace or proportional; ``zoom`` 1 is the size itself."""
    kind = QFontDatabase.SystemFont.FixedFont if mono else QFontDatabase.SystemFont.GeneralFont
    font = QFontDatabase.systemFont(kind)
    font.setPixelSize(max(6, round(sizes(size).document * zoom)))
    return font
