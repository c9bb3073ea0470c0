"""A read-only text in code points: how it is laid out, measured and scrolled. It knows no spans."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPalette,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from chartveil.gui.theme.application import DEFAULT_TEXT_SIZE, document_font
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.display_offsets import DisplayOffsetMap
from chartveil.gui.widgets.line_layout import LineCounter, SpacedLayout, TextRow, block_rows, line_bounds

MAX_LINE_CHARACTERS = 90
"""Characters in a wrapped line."""
ZOOM_RANGE = (50, 300)
CARET_KEYS = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)
"""Keys that move a caret, with or without modifiers."""
_TAB = 8
_MARGIN = 8.0


class ReadOnlyTextView(QPlainTextEdit):
    """Shows a text; offsets in and out are code points of it.

    Signals:
        zoom_changed: the new zoom, in percent.
        font_applied: the font is another.
        lines_counted: all lines are counted; ``vertical_fraction`` goes by them from now on.
    """

    zoom_changed = Signal(int)
    font_applied = Signal()
    copied = Signal()
    lines_counted = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.themes = themes
        self.text = ""
        self.offsets = DisplayOffsetMap("")
        self._zoom = 100
        self._size = DEFAULT_TEXT_SIZE
        self._mono = False
        self._font = QFont()
        self._left = 0
        self._counted_width = self._laid_width = -1
        shown = QTextDocument(self)
        shown.setUndoRedoEnabled(False)
        shown.setDocumentMargin(_MARGIN)
        shown.setDocumentLayout(SpacedLayout(shown))
        self.setDocument(shown)
        self._counter = LineCounter(shown, self)
        self._counter.finished.connect(self.lines_counted)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoFillBackground(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        themes.changed.connect(self._apply_palette)
        self._apply_palette()
        self._apply_font()

    # what is shown

    def set_text(self, text: str, offsets: DisplayOffsetMap | None = None) -> None:
        """Shows a text from its beginning; ``offsets`` where they are known already."""
        self.text = text
        self.offsets = offsets or DisplayOffsetMap(text)
        self.setPlainText(self.offsets.display_text)
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)
        self._fit_width()
        self._count_lines()

    def selected_range(self) -> tuple[int, int] | None:
        """Range of the selected text; None where nothing is selected."""
        cursor = self.textCursor()
        start = self.offsets.offset(cursor.selectionStart())
        end = self.offsets.offset(cursor.selectionEnd())
        return (start, end) if start < end else None

    def select(self, start: int, end: int) -> None:
        """Selects a range; the caret stands at its end."""
        cursor = self.textCursor()
        cursor.setPosition(self.offsets.position(start))
        cursor.setPosition(self.offsets.position(end), QTextCursor.MoveMode.KeepAnchor)
        with self._held():
            self.setTextCursor(cursor)

    def copy(self) -> None:
        """Copies the selected text: the document's own, not the signs shown in its place."""
        chosen = self.selected_range()
        if chosen:
            # Half a surrogate pair is no text for other programs.
            text = self.text[chosen[0] : chosen[1]].encode("utf-16", "surrogatepass")
            QGuiApplication.clipboard().setText(text.decode("utf-16", "replace"))
            self.copied.emit()

    # where it is

    def rows(self, top: float, bottom: float) -> Iterator[TextRow]:
        """Lines that reach into ``[top, bottom)`` of the viewport, from above."""
        block = self.firstVisibleBlock()
        if not block.isValid():
            return
        geometry = self.blockBoundingGeometry(block).translated(self.contentOffset())
        while block.isValid() and geometry.top() < bottom:
            if geometry.bottom() > top:
                yield from block_rows(block, geometry, top, bottom)
            block = block.next()
            height = self.blockBoundingRect(block).height()
            geometry = QRectF(geometry.left(), geometry.bottom(), geometry.width(), height)

    def row_at(self, y: float) -> TextRow | None:
        """The line at a height of the viewport; None below the text."""
        return next(self.rows(y, y + 1), None)

    def visible_range(self) -> tuple[int, int]:
        """Offsets of the first character in sight and behind the last."""
        rows = list(self.rows(0, self.viewport().height()))
        if not rows:
            return 0, 0
        return self.offsets.offset(rows[0].start), self.offsets.offset(rows[-1].end)

    def vertical_fraction(self, offset: int) -> float:
        """How far down the whole text an offset stands, 0 to 1; by lines, once they are counted."""
        block = self.offsets.block_at(offset)
        blocks = len(self.offsets.block_starts)
        before, all_lines = self._counter.lines_before(block), self._counter.lines_before(blocks)
        if before is None or all_lines is None:
            return block / blocks
        start = self.offsets.block_starts[block]
        end = self.offsets.block_starts[block + 1] if block + 1 < blocks else len(self.text) + 1
        within = (offset - start) / (end - start)
        behind = self._counter.lines_before(block + 1) or all_lines
        return (before + int(within * (behind - before))) / all_lines

    def offset_at_fraction(self, fraction: float) -> int:
        """The first offset of a line that stands so far down the text, 0 to 1."""
        starts = self.offsets.block_starts
        block, share = self._counter.block_at(fraction, len(starts))
        end = starts[block + 1] if block + 1 < len(starts) else len(self.text)
        return starts[block] + int(share * (end - starts[block]))

    def reveal(self, start: int, end: int) -> None:
        """Scrolls a range into the middle of the view, unless all of its first line is in sight."""
        position = self.offsets.position(start)
        row = next((r for r in self.rows(0, self.viewport().height()) if r.start <= position <= r.end), None)
        if row is None or row.top < 0 or row.bottom > self.viewport().height():
            self.center(start)
        self._reveal_across(start, end)

    def center(self, offset: int, *, share: float = 0.5) -> None:
        """Scrolls so that the line of an offset stands at this share of the view's height, as far as the text
        reaches."""
        layout = self.document().documentLayout()
        block = self.document().findBlockByNumber(self.offsets.block_at(offset))
        layout.blockBoundingRect(block)
        line = block.layout().lineForTextPosition(self.offsets.position(offset) - block.position())
        # How far below the top of the block the view has to begin.
        begin = line_bounds(line)[0] - self.viewport().height() * share
        while begin < 0 and block.previous().isValid():
            # Lines above are known only once they are laid out: as many as the view holds.
            block = block.previous()
            begin += layout.blockBoundingRect(block).height()
        lines = block.layout()
        number = sum(line_bounds(lines.lineAt(k))[1] <= begin for k in range(lines.lineCount()))
        # To scroll lays out some blocks more, which may push the place past what the bar allowed.
        for _ in range(3):
            layout.documentSizeChanged.emit(layout.documentSize())
            self.verticalScrollBar().setValue(block.firstLineNumber() + number)
            if self.firstVisibleBlock() == block:
                break

    def _reveal_across(self, start: int, end: int) -> None:
        bar = self.horizontalScrollBar()
        if not bar.maximum():
            return
        first, last = self.offsets.position(start), self.offsets.position(end)
        row = next((r for r in self.rows(0, self.viewport().height()) if r.start <= first <= r.end), None)
        extents = row.extents(first, last) if row else []
        if extents and not 0 <= extents[0][0] <= extents[-1][1] <= self.viewport().width():
            bar.setValue(round(bar.value() + extents[0][0] - self.viewport().width() / 3))

    # how it is shown

    @property
    def zoom(self) -> int:
        """In percent."""
        return self._zoom

    def set_zoom(self, percent: int) -> None:
        """Size of the text, 50 to 300 percent; the text at the top stays there."""
        percent = min(max(percent, ZOOM_RANGE[0]), ZOOM_RANGE[1])
        if percent != self._zoom:
            self._zoom = percent
            with self._kept_place():
                self._apply_font()
            self.zoom_changed.emit(percent)

    def set_text_size(self, pixels: int) -> None:
        """Size of the text at 100 %."""
        if pixels != self._size:
            self._size = pixels
            with self._kept_place():
                self._apply_font()

    def set_monospace(self, mono: bool) -> None:
        """Letters of one width, or the window's own."""
        if mono != self._mono:
            self._mono = mono
            with self._kept_place():
                self._apply_font()

    def set_wrap(self, wrap: bool) -> None:
        """Whether long lines go on below, at most 90 characters wide, or run out of sight."""
        mode = QPlainTextEdit.LineWrapMode.WidgetWidth if wrap else QPlainTextEdit.LineWrapMode.NoWrap
        if mode is not self.lineWrapMode():
            with self._kept_place():
                self.setLineWrapMode(mode)
                self._fit_width()
            self._count_lines()

    def set_left_margin(self, pixels: int) -> None:
        """Room beside the text for the gutter."""
        if pixels != self._left:
            self._left = pixels
            self._fit_width()

    @property
    def text_font(self) -> QFont:
        """The font of the text, at its zoom."""
        return self.document().defaultFont()

    def _apply_palette(self) -> None:
        theme, palette = self.themes.theme, self.palette()
        for role, color in (
            (QPalette.ColorRole.Base, theme.page),
            (QPalette.ColorRole.Window, theme.page),
            (QPalette.ColorRole.Text, theme.text),
            (QPalette.ColorRole.Highlight, theme.selection),
            (QPalette.ColorRole.HighlightedText, theme.on_selection),
        ):
            palette.setColor(role, color)
        self.setPalette(palette)

    def _apply_font(self) -> None:
        self.set_text_font(document_font(mono=self._mono, size=self._size, zoom=self._zoom / 100))

    def set_text_font(self, font: QFont) -> None:
        """Shows the text in a font, until size, zoom or kind of letters are set."""
        self._font = font
        self.setFont(font)
        self.document().setDefaultFont(font)
        self.setTabStopDistance(_TAB * QFontMetricsF(font).horizontalAdvance(" "))
        self._fit_width()
        self._count_lines()
        self.font_applied.emit()

    def _fit_width(self) -> None:
        """Keeps wrapped lines within 90 characters: the rest of a wide view is margin."""
        right = 0
        if self.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth:
            widest = MAX_LINE_CHARACTERS * QFontMetricsF(self.text_font).averageCharWidth() + 2 * _MARGIN
            bar = self.verticalScrollBar().sizeHint().width()
            right = max(0, int(self.contentsRect().width() - bar - self._left - widest))
        margins = self.viewportMargins()
        if (margins.left(), margins.right()) != (self._left, right):
            self.setViewportMargins(self._left, 0, right, 0)

    def _count_lines(self) -> None:
        if self.isVisible():
            self._counted_width = self.viewport().width()
            self._counter.restart()

    @contextmanager
    def _kept_place(self) -> Iterator[None]:
        """Keeps the first line in sight where it is while the layout changes."""
        first = self.visible_range()[0]
        yield
        self.center(first, share=0.0)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Keeps the view from scrolling to the caret."""
        bars = (self.verticalScrollBar(), self.horizontalScrollBar())
        values = [bar.value() for bar in bars]
        yield
        for bar, value in zip(bars, values, strict=True):
            bar.setValue(value)

    # events of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Of two changes of width in a row Qt may tell only the second, as none, and keep the old lines.
        old, self._laid_width = self._laid_width, event.size().width()
        super().resizeEvent(QResizeEvent(event.size(), QSize(old, event.oldSize().height())))
        self._fit_width()
        if self.viewport().width() != self._counted_width:
            self._count_lines()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count_lines()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # A style sheet may set the widget's font, and Qt the document's with it: that is chosen here.
        if event.type() == QEvent.Type.FontChange and self.text_font != self._font:
            self.document().setDefaultFont(self._font)


def piece_rect(row: TextRow, left: float, right: float, headroom: float) -> QRectF:
    """The rectangle of a piece of a row, less some of its height above."""
    top = row.text_top + headroom
    return QRectF(left, top, right - left, row.text_bottom - top)


class VisibleRows:
    """The rows of a view that are in sight in one paint. Built anew for each paint."""

    def __init__(self, view: ReadOnlyTextView, top: float, bottom: float) -> None:
        self._offsets = view.offsets
        self._rows = list(view.rows(top, bottom))
        self._range = (0, -1)
        if self._rows:
            self._range = (
                self._offsets.offset(self._rows[0].start),
                self._offsets.offset(self._rows[-1].end),
            )

    def row_extents(self, start: int, end: int) -> list[tuple[TextRow, list[tuple[float, float]]]]:
        """Where a range of offsets lies on the rows in sight."""
        first, last = self._offsets.position(start), self._offsets.position(end)
        found = []
        for k in range(bisect_left(self._rows, first, key=lambda row: row.end), len(self._rows)):
            row = self._rows[k]
            if row.start > last:
                break
            runs = row.extents(first, last)
            if runs:
                found.append((row, runs))
        return found

    def range_rects(
        self, ranges: Sequence[tuple[int, int]], headroom: float = 0.0
    ) -> list[tuple[int, QRectF]]:
        """Rectangles of those ranges that are in sight, each with its number; ``ranges`` are sorted."""
        found = []
        for k in range(bisect_left(ranges, self._range[0], key=lambda r: r[1]), len(ranges)):
            start, end = ranges[k]
            if start > self._range[1]:
                break
            for row, runs in self.row_extents(start, end):
                found += [(k, piece_rect(row, left, right, headroom)) for left, right in runs]
        return found
