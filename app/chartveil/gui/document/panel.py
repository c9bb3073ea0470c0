"""The document in the window: text, overview, find bar."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from chartveil.gui.document.find_bar import FindBar
from chartveil.gui.document.overview import OverviewBar
from chartveil.gui.document.view import DocumentView
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.layouts import column, row

_RING = 2


class DocumentPanel(QWidget):
    """Holds the view, the overview beside it and the find bar below, and connects them.

    Attributes:
        view: give it documents and items; listen to its signals.
        overview: marks beside the scroll bar.
        find_bar: hidden until asked for.
    """

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hits: list[tuple[int, int]] = []
        self._number: int | None = None
        self.view = DocumentView(themes, self)
        self.overview = OverviewBar(self.view, self)
        self.find_bar = FindBar(self)
        self.find_bar.hide()
        across = row((self.view, 1), self.overview, margins=_RING, gap=0)
        column((across, 1), self.find_bar, parent=self, margins=0, gap=0)
        self.setFocusProxy(self.view)
        self.view.focus_changed.connect(lambda _: self.update())
        self.view.document_changed.connect(self._seek_again)
        self.find_bar.search_changed.connect(self._seek)
        self.find_bar.step_requested.connect(self.step_hit)
        self.find_bar.closed.connect(self.close_find)

    def open_find(self) -> None:
        """Opens the find bar; what is selected on one line is sought."""
        chosen = self.view.selected_range()
        text = self.view.text[chosen[0] : chosen[1]] if chosen else ""
        self.find_bar.open(text if len(text.splitlines()) == 1 else "")

    def close_find(self) -> None:
        """Closes the find bar; the hit shown last stays selected."""
        self.find_bar.hide()
        self._hits, self._number = [], None
        self.view.set_search_hits(())
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_hit(self, step: int) -> None:
        """Goes to the next hit (1) or the one before (-1); round at the ends."""
        if not self._hits:
            return
        self._number = ((-1 if step > 0 else 0) if self._number is None else self._number) + step
        self._number %= len(self._hits)
        self.view.show_search_hit(self._number)
        self.find_bar.show_count(len(self._hits), self._number)

    def _seek_again(self) -> None:
        """Another document: the hits in it, without going there."""
        if self.find_bar.isVisible():
            self._hits, self._number = self.find_bar.hits(self.view.text), None
            self.view.set_search_hits(self._hits)
            self.find_bar.show_count(len(self._hits), None)

    def _seek(self) -> None:
        self._seek_again()
        if self._hits:
            chosen = self.view.selected_range()
            begin = chosen[0] if chosen else self.view.visible_range()[0]
            self._number = bisect_left(self._hits, (begin, 0)) % len(self._hits)
            self.view.show_search_hit(self._number)
            self.find_bar.show_count(len(self._hits), self._number)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A ring around the text while it has the keyboard."""
        area = self.view.geometry().united(self.overview.geometry())
        painter = QPainter(self)
        theme = self.view.themes.theme
        color = theme.focus if self.view.hasFocus() else theme.page
        painter.setPen(QPen(color, _RING))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawRect(area.adjusted(-1, -1, 1, 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find):
            self.open_find()
        elif event.key() == Qt.Key.Key_F3 and self.find_bar.isVisible():
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step_hit(-1 if back else 1)
        else:
            super().keyPressEvent(event)
            return
        event.accept()
