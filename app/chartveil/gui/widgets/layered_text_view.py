"""A text in layers, one below the other, with a caret and with what is marked in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from chartveil.domain.labels import Label
from chartveil.gui.document.search import word_at
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import CORNER_RADIUS, draw_state_line
from chartveil.gui.widgets.text_view import CARET_KEYS, ReadOnlyTextView, VisibleRows
from chartveil.review.model import DecisionState


@dataclass(frozen=True, slots=True)
class ShownMark:
    """A range of a layer that is drawn.

    Attributes:
        layer: number of the layer.
        start, end: code points of its text.
        label: gives the colour; None where no label is known.
        line: below it, so that colour is never the only sign.
    """

    layer: int
    start: int
    end: int
    label: Label | None
    line: DecisionState


class LayeredTextView(ReadOnlyTextView):
    """Shows the layers of a text with headings, a caret that the arrow keys move, and marks.

    Ranges go in and out by layer: number of the layer, start and end in code points of its text.
    """

    def __init__(self, themes: WindowTheme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(themes, parent)
        self._starts: list[int] = []
        self._layers: Sequence[tuple[str, str]] = ()
        self._headings: list[tuple[int, int]] = []
        self._ranges: list[tuple[int, int]] = []
        self._marks: list[ShownMark] = []
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setCursorWidth(2)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        themes.changed.connect(self.viewport().update)

    def show_layers(self, layers: Sequence[tuple[str, str]]) -> None:
        """Shows a text from its beginning, without marks.

        Args:
            layers: heading and text of each; a single one is shown without its heading.
        """
        self._layers, self._starts, self._headings = layers, [], []
        self._marks, self._ranges = [], []
        whole = ""
        for heading, text in layers:
            if len(layers) > 1:
                whole += "\n" if whole else ""
                self._headings.append((len(whole), len(whole) + len(heading)))
                whole += f"{heading}\n"
            self._starts.append(len(whole))
            whole += text.rstrip("\n") + "\n"
        self.set_text(whole)
        self.viewport().update()

    def show_marks(self, marks: Sequence[ShownMark]) -> None:
        """Draws these marks, and no others."""
        self._marks = sorted(marks, key=lambda m: (self._starts[m.layer] + m.start, m.end))
        self._ranges = [(self._starts[m.layer] + m.start, self._starts[m.layer] + m.end) for m in self._marks]
        self.viewport().update()

    def range_at_caret(self) -> tuple[int, int, int] | None:
        """Layer and range of what is selected, else of the word at the caret; None on a heading or a gap.

        A selection that reaches into another layer ends with the one that it begins in.
        """
        here = self.offsets.offset(self.textCursor().position())
        chosen = self.selected_range() or word_at(self.text, here)
        layer = bisect_right(self._starts, chosen[0]) - 1 if chosen else -1
        if chosen is None or layer < 0:
            return None
        begin, length = self._starts[layer], len(self._layers[layer][1])
        start, end = chosen[0] - begin, min(chosen[1] - begin, length)
        return (layer, start, end) if start < end else None

    def go_to(self, layer: int, start: int, end: int) -> None:
        """Puts the caret before a range, and shows it."""
        begin = self._starts[layer]
        self.select(begin + start, begin + end)
        self.reveal(begin + start, begin + end)

    def caret_place(self) -> QPoint:
        """Below the caret, on the screen."""
        return self.viewport().mapToGlobal(self.cursorRect().bottomLeft() + QPoint(0, 4))

    @property
    def is_at_end(self) -> bool:
        """Whether the last line is in sight, or was scrolled to."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def page_down(self) -> None:
        """Scrolls on by what is in sight, less a line; the caret goes with it."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + max(1, bar.pageStep() - 1))
        cursor = self.textCursor()
        cursor.setPosition(self.offsets.position(self.visible_range()[0]))
        with self._held():
            self.setTextCursor(cursor)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # Qt's text control claims the keys of an editor (undo, delete): they are the page's.
            event.setAccepted(_is_own_key(event))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif _is_own_key(event):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.themes.theme
        rows = VisibleRows(self, event.rect().top(), event.rect().bottom() + 1)
        pieces = rows.range_rects(self._ranges) if self._ranges else []
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.window)
        for _, rect in rows.range_rects(self._headings):
            band = QRectF(0, rect.top() - 2, self.viewport().width(), rect.height() + 4)
            painter.drawRect(band)
        for k, rect in pieces:
            label = self._marks[k].label
            painter.setBrush(theme.groups[label.group].tint if label else theme.found)
            painter.drawRoundedRect(rect, CORNER_RADIUS, CORNER_RADIUS)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for k, rect in pieces:
            mark = self._marks[k]
            ink = theme.groups[mark.label.group].ink if mark.label else theme.accent
            below = round(rect.bottom()) - 1.0
            draw_state_line(painter, mark.line, ink, QPointF(rect.left(), below), rect.right())
        painter.end()


def _is_own_key(event: QKeyEvent) -> bool:
    """Whether a key moves the caret, selects, or copies."""
    return event.key() in CARET_KEYS or event.matches(QKeySequence.StandardKey.Copy)
