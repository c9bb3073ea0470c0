"""A text with its changes marked. Read only; marks are drawn for what is in sight alone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QTextBlock, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from chartveil.gui.preview.changes import PreviewSide
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.display_offsets import DisplayOffsetMap

_RADIUS = 2.5


class PreviewText(QPlainTextEdit):
    """One of the two texts.

    Signals:
        change_clicked: number of the change that was clicked, or on which Enter was pressed.
        scrolled: the text was scrolled.
    """

    change_clicked = Signal(int)
    scrolled = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = PreviewSide("", DisplayOffsetMap(""), (), ())
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._current: int | None = None
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.verticalScrollBar().valueChanged.connect(self.scrolled)

    def show_side(self, side: PreviewSide) -> None:
        """Shows a text. Where it is much like the one before, what is the same is left as it is, so that
        neither place nor selection is lost."""
        if side.offsets.display_text != self._side.offsets.display_text:
            self._replace(self._side.offsets.display_text, side.offsets.display_text)
        self._side = side
        self._starts = [start for start, _ in side.ranges]
        self._ends = [end for _, end in side.ranges]
        self._current = None
        self.viewport().update()

    def set_current(self, change: int | None) -> None:
        """Rings a change and brings it into sight."""
        if change is not None:
            self._bring(self._side.offsets.position(self._starts[change]))
        self.ring_change(change)

    def ring_change(self, change: int | None) -> None:
        """Rings a change where it is; None for none."""
        self._current = change
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Shows the changes in another theme."""
        self._theme = theme
        self.viewport().update()

    def top_offset(self) -> int:
        """Offset of the first character of the first line in sight."""
        return self._side.offsets.offset(self.cursorForPosition(QPoint(1, 1)).position())

    def scroll_to(self, offset: int) -> None:
        """Makes the line of an offset the first in sight, as far as the text goes."""
        self.verticalScrollBar().setValue(self._line(self._side.offsets.position(offset)))

    def change_rect(self, change: int) -> QRectF:
        """Where the first piece of a change is drawn, in the viewport; empty where it is out of sight."""
        return next(
            (rect for k, rect in self._pieces(QRectF(self.viewport().rect())) if k == change), QRectF()
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pieces = list(self._pieces(QRectF(event.rect())))
        for k, rect in pieces:
            painter.setPen(Qt.PenStyle.NoPen)
            group = self._side.groups[k]
            painter.setBrush(self._theme.groups[group].tint if group is not None else self._theme.border)
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for k, rect in pieces:
            group = self._side.groups[k]
            ink = self._theme.groups[group].ink if group is not None else self._theme.muted
            painter.setPen(QPen(ink, 1.5))
            y = round(rect.bottom()) - 0.75
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
            if k == self._current:
                painter.setPen(QPen(self._theme.accent, 2))
                painter.drawRoundedRect(rect.adjusted(-1, 0.5, 1, -0.5), _RADIUS, _RADIUS)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            place = event.position()
            for k, rect in self._pieces(QRectF(self.viewport().rect())):
                if rect.adjusted(-2, 0, 2, 0).contains(place):
                    self.change_clicked.emit(k)
                    return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            offset = self._side.offsets.offset(self.textCursor().position())
            at = bisect_right(self._starts, offset) - 1
            if at >= 0 and offset <= self._ends[at]:
                self.change_clicked.emit(at)
                return
        super().keyPressEvent(event)

    def _replace(self, old: str, new: str) -> None:
        """Puts one text in the place of another, leaving what they share at both ends."""
        head = _shared(old, new)
        tail = min(_shared(old[::-1], new[::-1]), len(old) - head, len(new) - head)
        if head + tail <= len(old) // 2:
            self.setPlainText(new)
            return
        units = [_units(old[:head]), _units(old[: len(old) - tail])]
        cursor = QTextCursor(self.document())
        cursor.setPosition(units[0])
        cursor.setPosition(units[1], QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(new[head : len(new) - tail])

    def _line(self, position: int) -> int:
        """Number of the line, as the scroll bar counts them, that holds a position."""
        block = self.document().findBlock(position)
        if not block.isValid():
            return 0
        self.document().documentLayout().blockBoundingRect(block)
        line = block.layout().lineForTextPosition(position - block.position())
        return block.firstLineNumber() + (line.lineNumber() if line.isValid() else 0)

    def _bring(self, position: int) -> None:
        bar = self.verticalScrollBar()
        line = self._line(position)
        if not bar.value() <= line < bar.value() + bar.pageStep() - 1:
            bar.setValue(max(0, line - bar.pageStep() // 3))

    def _pieces(self, area: QRectF) -> Iterator[tuple[int, QRectF]]:
        """Changes in an area of the viewport: number, and rectangle of each line it is on."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= area.bottom():
            height = self.blockBoundingRect(block).height()
            if top + height >= area.top() and block.isVisible():
                yield from self._in_block(block, top)
            top += height
            block = block.next()

    def _in_block(self, block: QTextBlock, top: float) -> Iterator[tuple[int, QRectF]]:
        offsets = self._side.offsets
        begin, end = block.position(), block.position() + block.length() - 1
        layout = block.layout()
        left = self.contentOffset().x()
        first_change = bisect_left(self._ends, offsets.offset(begin))
        for k in range(first_change, bisect_right(self._starts, offsets.offset(end))):
            start, stop = offsets.position(self._starts[k]) - begin, offsets.position(self._ends[k]) - begin
            empty = start == stop
            for n in range(layout.lineCount()):
                line = layout.lineAt(n)
                first = max(start, line.textStart())
                last = min(stop, line.textStart() + line.textLength())
                if last < first or (last == first and not empty):
                    continue
                x1, x2 = sorted((_x(line.cursorToX(first)), _x(line.cursorToX(last))))
                # What was taken out leaves a bar, so that it is seen and can be clicked.
                wide = max(x2 - x1, 3.0)
                yield k, QRectF(left + x1, top + line.y(), wide, line.height())
                if empty:
                    break


def _x(found: object) -> float:
    """PySide gives the place alone or with the cursor's position, by version."""
    return float(found[0]) if isinstance(found, tuple) else float(found)  # type: ignore[arg-type]


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _shared(a: str, b: str) -> int:
    """How many characters two texts share at their beginning. Compared in slices: quick on long texts."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
