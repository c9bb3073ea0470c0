"""The line above the document: which one is open, its facts, and short sentences about what was just done."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.layouts import row, text_label

_LEAST = 96
"""Pixels that a document's name keeps."""
_SAID = 640
"""Pixels up to which a sentence is not cut while the name can be."""


class _Words(ElidedText):
    """A line as wide as its text, and narrower where there is no room, down to ``least`` pixels first."""

    def __init__(self, role: str, least: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._least = least
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        super().show_text(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        # Two more, as the letters of the last word may lean over.
        wide = QFontMetrics(self.font()).horizontalAdvance(self.full_text) + 2 if self.full_text else 0
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(self._least, hint.width()), hint.height())


class TitleBar(QFrame):
    """Name, facts behind it, and at the end what there is to say. Where there is no room for all of it, the
    facts give way first, and then the name, which the worklist shows too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self.title = _Words("heading", _LEAST, self)
        self.facts = text_label("", "muted", wrap=False, plain=True)
        self.message = _Words("muted", _SAID, self)
        margins = (2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, GRID_UNIT)
        row(self.title, self.facts, ..., self.message, parent=self, margins=margins, gap=2 * GRID_UNIT)

    def show_title(self, name: str, facts: str) -> None:
        """Shows which document is open, and what is known of it; both empty for none."""
        self.title.show_text(name)
        self.facts.setText(facts)
        self._fit()

    def show_message(self, text: str) -> None:
        """Shows a short sentence until the next; empty for none. Errors begin it in small letters."""
        self.message.show_text(text[:1].upper() + text[1:])
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(2 * _LEAST, super().minimumSizeHint().height())

    def _fit(self) -> None:
        needed = sum(part.sizeHint().width() for part in (self.title, self.facts, self.message))
        self.facts.setVisible(bool(self.facts.text()) and needed + 8 * GRID_UNIT <= self.width())
