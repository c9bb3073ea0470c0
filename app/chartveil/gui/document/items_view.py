"""A surface with the items of a document drawn on it. It listens to no key and no mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from chartveil.domain import Document
from chartveil.gui.document.drawing import VisibleSpans
from chartveil.gui.document.gutter import Gutter
from chartveil.gui.document.index import ItemIndex
from chartveil.gui.document.painter import SpanPainter
from chartveil.gui.document.phrases import item_description
from chartveil.gui.document.rows import TextRow
from chartveil.gui.document.surface import ReadOnlyTextView
from chartveil.gui.theme.tokens import Theme
from chartveil.review.model import ReviewItem


class AnnotatedTextView(ReadOnlyTextView):
    """Shows a document and its items; only what is in sight is looked at and drawn.

    Attributes:
        index: the items.
        visited_count: items that the last paint looked at.
        gutter: beside the text.

    Signals:
        document_changed: another document is shown, or none.
        items_changed: ids of items that changed; empty where all did.
        current_changed: id of the current item, or None.
        selection_changed: range of the selected text, or None.
        caret_mode_changed: whether the caret is on.
    """

    document_changed = Signal()
    items_changed = Signal(object)
    current_changed = Signal(object)
    selection_changed = Signal(object)
    caret_mode_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.index = ItemIndex()
        self.visited_count = 0
        self._document: Document | None = None
        self._message = ""
        self._current: int | None = None
        self._hits: Sequence[tuple[int, int]] = ()
        self._hit = -1
        self._caret = False
        self._tags = True
        self._selected: tuple[int, int] | None = None
        self.setObjectName("documentView")
        self.setAccessibleName(self.tr("Document text"))
        self.setMouseTracking(True)
        self._set_flags()
        self._spans = self._make_painter()
        self.gutter = Gutter(self, self._is_doubtful_row)
        self._fit_gutter()
        self.selectionChanged.connect(self._note_selection)
        self._describe()

    # what is shown

    @property
    def shown_document(self) -> Document | None:
        return self._document

    def show_document(self, document: Document) -> None:
        """Shows a document from its beginning, without items."""
        self._document = document
        self._message = ""
        self._show(document.text)

    def clear(self, message: str = "") -> None:
        """Shows no document, but a message in its place."""
        self._document = None
        self._message = message
        self._show("")

    def _show(self, text: str) -> None:
        self.index = ItemIndex()
        self._current = None
        self._hits, self._hit = (), -1
        self.set_text(text)
        shown = self._document is not None
        self.gutter.setVisible(shown)
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOn if shown else bars.ScrollBarAlwaysOff)
        self._fit_gutter()
        self.document_changed.emit()
        self.items_changed.emit(())
        self.current_changed.emit(None)
        self._describe()

    def set_items(self, items: Sequence[ReviewItem], is_doubtful: Callable[[ReviewItem], bool]) -> None:
        """Takes all items of the document; ``is_doubtful`` is asked of each when it comes or changes."""
        self.index = ItemIndex(items, is_doubtful)
        self.items_changed.emit(())
        self._repaint_spans()

    def update_items(self, changed: Iterable[ReviewItem], removed: Iterable[int] = ()) -> None:
        """Takes items in place of those of the same id, or as new ones; drops the ids removed."""
        changed, removed = list(changed), list(removed)
        self.index.update(changed, removed)
        if self._current in removed:
            self.set_current(None)
        ids = tuple(item.id for item in changed) + tuple(removed)
        if ids:
            self.items_changed.emit(ids)
        self._repaint_spans()

    def set_current(self, item: ReviewItem | None) -> None:
        """Rings an item, and brings it to the middle of the view if it is out of sight."""
        self._current = None if item is None else item.id
        if item is not None:
            self.reveal(item.span.start, item.span.end)
        self.current_changed.emit(self._current)
        self._describe()
        self._repaint_spans()

    @property
    def current(self) -> ReviewItem | None:
        return None if self._current is None else self.index.get(self._current)

    def selection(self) -> tuple[int, int] | None:
        """Range of the selected text; None where nothing is selected."""
        return self._selected

    def set_search_hits(self, hits: Sequence[tuple[int, int]]) -> None:
        """Marks ranges that a search found: sorted, disjoint."""
        self._hits, self._hit = hits, -1
        self.viewport().update()

    def show_search_hit(self, number: int) -> None:
        """Goes to a hit, rings and selects it."""
        self._hit = number
        start, end = self._hits[number]
        self.select(start, end)
        self.reveal(start, end)
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._spans = self._make_painter()
        self.gutter.update()

    def set_tags(self, shown: bool) -> None:
        """Whether labels stand above their spans."""
        self._tags = shown
        self.viewport().update()

    @property
    def caret_mode(self) -> bool:
        return self._caret

    def set_caret_mode(self, on: bool) -> None:
        """Whether arrow keys move a caret, and select with Shift, instead of being commands of the window."""
        if on == self._caret:
            return
        self._caret = on
        self._set_flags()
        if on and self._selected is None:
            first, last = self.visible_range()
            item = self.current
            cursor = self.textCursor()
            start = item.span.start if item and first <= item.span.start < last else first
            cursor.setPosition(self.offsets.position(start))
            with self._held():
                self.setTextCursor(cursor)
        self._describe()
        self.caret_mode_changed.emit(on)
        self.viewport().update()

    def _is_doubtful_row(self, row: TextRow) -> bool:
        """Whether something doubtful begins on a row."""
        start, end = self.offsets.offset(row.start), self.offsets.offset(row.end)
        return any(
            item.span.start >= start and self.index.is_doubtful(item)
            for item in self.index.overlapping(start, end)
        )

    def item_at(self, point: QPointF) -> ReviewItem | None:
        """The item that is drawn at a place of the viewport."""
        row = self.row_at(point.y())
        position = row.position_at(point.x()) if row else None
        return None if position is None else self.index.at(self.offsets.offset(position))

    def _window_font(self) -> QFont:
        return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)

    def _make_painter(self) -> SpanPainter:
        return SpanPainter(self.theme, self._window_font(), self.zoom / 100)

    def _apply_font(self) -> None:
        super()._apply_font()
        if hasattr(self, "gutter"):
            self._spans = self._make_painter()
            self._fit_gutter()

    def _set_flags(self) -> None:
        flags = Qt.TextInteractionFlag.TextSelectableByMouse
        if self._caret:
            flags |= Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.setTextInteractionFlags(flags)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursorWidth(2)

    def _describe(self) -> None:
        """Says to screen readers what is shown, what is current, and whether the caret is on."""
        if self._document is None:
            text = self._message
        elif self._caret:
            text = self.tr("Read only. The caret is on: arrow keys move it, Shift selects, F7 turns it off.")
        else:
            text = self.tr("Read only. F7 turns on a caret, to select text by keyboard.")
        item = self.current
        if item is not None:
            text = item_description(item, self.index.is_doubtful(item)) + "\n" + text
        self.setAccessibleDescription(text)

    def _repaint_spans(self) -> None:
        self.viewport().update()
        self.gutter.update()

    def _note_selection(self) -> None:
        selected = self.selected_range()
        if selected != self._selected:
            self._selected = selected
            self.selection_changed.emit(selected)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._document is None:
            self._paint_message()
            return
        area = event.rect()
        picture = VisibleSpans(self, self.index, area.top(), area.bottom() + 1)
        self.visited_count = picture.visited_count
        hits = picture.hit_rects(self._hits, self._spans.headroom)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(area)
        picture.draw_backgrounds(painter, self._spans)
        for _, rect in hits:
            painter.fillRect(rect, self.theme.found)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(area)
        picture.draw_foregrounds(painter, self._spans, self.index, self._current, tags=self._tags)
        for number, rect in hits:
            if number == self._hit:
                self._spans.draw_ring(painter, rect, self.theme.text, 1.5)
        painter.end()

    def _paint_message(self) -> None:
        painter = QPainter(self.viewport())
        painter.setPen(self.theme.muted)
        painter.setFont(self._window_font())
        area = self.viewport().rect().adjusted(24, 24, -24, -24)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._message)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def _fit_gutter(self) -> None:
        self.gutter.fit_width()
        self._place_gutter()

    def _place_gutter(self) -> None:
        view = self.viewport().geometry()
        width = self.gutter.sizeHint().width()
        self.gutter.setGeometry(QRect(view.left() - width, view.top(), width, view.height()))
