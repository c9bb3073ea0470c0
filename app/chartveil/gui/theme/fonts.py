"""Sizes of text, and the fonts of the window and of documents."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontDatabase

DEFAULT_TEXT_SIZE = 14
MIN_TEXT_SIZE = 11
MAX_TEXT_SIZE = 28


@dataclass(frozen=True, slots=True)
class TextSizes:
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


def text_sizes(font_size: int = DEFAULT_TEXT_SIZE) -> TextSizes:
    """All sizes that go with the size of documents' text, which is held between the least and the most."""
    size = max(MIN_TEXT_SIZE, min(MAX_TEXT_SIZE, font_size))
    body = max(MIN_TEXT_SIZE, size - 1)
    return TextSizes(
        document=size,
        body=body,
        small=max(MIN_TEXT_SIZE, size - 2),
        heading=body + 1,
        title=round(body * 1.5),
        icon=round(body * 1.25 / 2) * 2,
    )


def window_font(font_size: int = DEFAULT_TEXT_SIZE) -> QFont:
    """The system's font at the size of the window's text."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(text_sizes(font_size).body)
    return font


def document_font(*, mono: bool, size: int = DEFAULT_TEXT_SIZE, zoom: float = 1.0) -> QFont:
    """The system's font for documents, monospace or proportional; ``zoom`` 1 is the size itself."""
    kind = QFontDatabase.SystemFont.FixedFont if mono else QFontDatabase.SystemFont.GeneralFont
    font = QFontDatabase.systemFont(kind)
    font.setPixelSize(max(6, round(text_sizes(size).document * zoom)))
    return font
