"""The text of a document with its spans, and how it answers to keyboard and mouse."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontDatabase,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollBar, QToolTip, QWidget

from chartveil.domain.document import Document
from chartveil.gui.document.gutter import Gutter
from chartveil.gui.document.painting import SpanPainter, VisibleSpans
from chartveil.gui.document.search import word_at
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import item_description
from chartveil.gui.widgets.line_layout import TextRow
from chartveil.gui.widgets.text_view import CARET_KEYS, ReadOnlyTextView
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import ReviewItem, ReviewPassage

_Key = Qt.Key
_Mod = Qt.KeyboardModifier
_NOTHING = DocumentReview(0, "", ())
ZOOM_STEP = 10
"""Percent that one turn of the wheel adds or takes."""


class DocumentView(ReadOnlyTextView):
    """Shows a document and its items, and says what is pointed at. It decides nothing.

    Only what is in sight is looked at and drawn. All offsets are code points of the text. Keys that scroll,
    or move the caret while it is on, are the view's own. All others go on to the window, as its commands.

    Attributes:
        review: the items, as they are at any time.
        visited_count: items that the last paint looked at.
        gutter: beside the text.

    Signals:
        document_changed: another document is shown, or none.
        items_changed: ids of items that changed; empty where all did.
        current_changed: id of the current item, or None.
        caret_mode_changed: whether the caret is on.
        item_clicked, item_double_clicked: id of the item.
        word_double_clicked: range of a word without an item, which is now selected.
        context_requested: offset that a menu is asked for at, and where on the screen.
        focus_changed: whether the view has the keyboard.
    """

    document_changed = Signal()
    items_changed = Signal(object)
    current_changed = Signal(object)
    caret_mode_changed = Signal(bool)
    item_clicked = Signal(int)
    item_double_clicked = Signal(int)
    word_double_clicked = Signal(int, int)
    context_requested = Signal(int, QPoint)
    focus_changed = Signal(bool)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(themes, parent)
        self.review = _NOTHING
        self.visited_count = 0
        self._document: Document | None = None
        self._message = ""
        self._current: int | None = None
        self._passages: Sequence[ReviewPassage] = ()
        self._hits: Sequence[tuple[int, int]] = ()
        self._hit = -1
        self._caret = False
        self._pressed: int | None = None
        self.setObjectName("documentView")
        self.setAccessibleName(self.tr("Document text"))
        self.setMouseTracking(True)
        self._set_flags()
        self._spans = self._make_painter()
        self.gutter = Gutter(self, self._is_doubtful_row, self.has_unread_passage)
        self._fit_gutter()
        self.font_applied.connect(self._follow_font)
        self._describe()

    # what is shown

    @property
    def shown_document(self) -> Document | None:
        """The document shown; None while there is none."""
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
        self.review = _NOTHING
        self._passages = ()
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

    def show_review(self, review: DocumentReview) -> None:
        """Shows the items of the document, here and after each ``show_changes`` as they are then."""
        self.review = review
        self.items_changed.emit(())
        self._repaint_spans()

    def show_changes(self, ids: Collection[int]) -> None:
        """Shows that items of these ids were changed, added or taken away."""
        if self._current in ids and self.current is None:
            self.set_current(None)
        if ids:
            self.items_changed.emit(ids)
        self._repaint_spans()

    def set_passages(self, passages: Sequence[ReviewPassage]) -> None:
        """Marks passages that detection does not cover: sorted, disjoint."""
        self._passages = passages
        self.gutter.update()

    def passage_at(self, offset: int) -> ReviewPassage | None:
        """The passage that holds a character."""
        return next((p for p in self._passages if p.passage.start <= offset < p.passage.end), None)

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
        """The item that is ringed."""
        return None if self._current is None else self.review.find_item(self._current)

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

    @property
    def caret_mode(self) -> bool:
        """Whether the caret is on."""
        return self._caret

    def set_caret_mode(self, on: bool) -> None:
        """Whether arrow keys move a caret, and select with Shift, instead of being commands of the window."""
        if on == self._caret:
            return
        self._caret = on
        self._set_flags()
        if on and self.selected_range() is None:
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
            item.span.start >= start and self.review.is_doubtful(item)
            for item in self.review.items_touching(start, end)
        )

    def has_unread_passage(self, row: TextRow) -> bool | None:
        """Whether an unread passage lies on a row; None where none does."""
        start, end = self.offsets.offset(row.start), self.offsets.offset(row.end)
        here = [p for p in self._passages if p.passage.start < end and start < p.passage.end]
        return any(not p.is_read for p in here) if here else None

    def item_at(self, point: QPointF) -> ReviewItem | None:
        """The item that is drawn at a place of the viewport."""
        offset = self._offset_at(point)
        return None if offset is None else self.review.item_at(offset)

    def _offset_at(self, point: QPointF) -> int | None:
        """The character that stands at a place of the viewport; None beside the text."""
        row = self.row_at(point.y())
        position = row.position_at(point.x()) if row else None
        return None if position is None else self.offsets.offset(position)

    def tooltip_at(self, point: QPoint) -> str:
        """What is drawn at a place of the viewport: an item, or a passage that is not covered; or empty."""
        item = self.item_at(QPointF(point))
        if item is not None:
            return item_description(item, self.review.is_doubtful(item))
        offset = self._offset_at(QPointF(point))
        passage = None if offset is None else self.passage_at(offset)
        if passage is None:
            return ""
        said = (
            self.tr("{name}: read") if passage.is_read else self.tr("{name}: detection does not cover this")
        )
        return said.format(name=passage.passage.name)

    def _window_font(self) -> QFont:
        return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)

    def _make_painter(self) -> SpanPainter:
        return SpanPainter(self.themes, self._window_font(), self.zoom / 100)

    def _follow_font(self) -> None:
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
            text = self.tr("Read only. The caret is on: arrow keys move it, Shift selects, Esc turns it off.")
        else:
            text = self.tr("Read only. F7 turns on a caret, to select text by keyboard.")
        item = self.current
        if item is not None:
            text = item_description(item, self.review.is_doubtful(item)) + "\n" + text
        self.setAccessibleDescription(text)

    def _repaint_spans(self) -> None:
        self.viewport().update()
        self.gutter.update()

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._document is None:
            self._paint_message()
            return
        area = event.rect()
        picture = VisibleSpans(self, self.review, area.top(), area.bottom() + 1)
        self.visited_count = picture.visited_count
        hits = picture.range_rects(self._hits, self._spans.headroom)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(area)
        picture.draw_backgrounds(painter, self._spans)
        for _, rect in hits:
            painter.fillRect(rect, self.themes.theme.found)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(area)
        picture.draw_foregrounds(painter, self._spans, self._current)
        for number, rect in hits:
            if number == self._hit:
                self._spans.draw_ring(painter, rect, self.themes.theme.text)
        painter.end()

    def _paint_message(self) -> None:
        painter = QPainter(self.viewport())
        painter.setPen(self.themes.theme.muted)
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

    # keyboard

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # Qt's text control claims the keys of an editor (undo, delete, words): they are the window's.
            event.setAccepted(self._is_caret_key(event))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        # The number pad is no other keyboard.
        keys = (_Key(event.key()), event.modifiers() & ~_Mod.KeypadModifier)
        if self._document is None:
            event.ignore()
        elif self._is_caret_key(event):
            if event.key() == _Key.Key_Escape:
                self.set_caret_mode(False)
            else:
                super().keyPressEvent(event)
            event.accept()
        elif keys == (_Key.Key_PageUp, _Mod.NoModifier):
            bar.triggerAction(QScrollBar.SliderAction.SliderPageStepSub)
        elif keys == (_Key.Key_PageDown, _Mod.NoModifier):
            bar.triggerAction(QScrollBar.SliderAction.SliderPageStepAdd)
        elif keys == (_Key.Key_Home, _Mod.ControlModifier):
            bar.setValue(bar.minimum())
        elif keys == (_Key.Key_End, _Mod.ControlModifier):
            self.center(len(self.text), share=1.0)
        else:
            event.ignore()

    def _is_caret_key(self, event: QKeyEvent) -> bool:
        """Whether a key is the caret's own, also where a command of the window has the same key."""
        if self._document is None or not self._caret:
            return False
        modifiers = event.modifiers() & ~_Mod.KeypadModifier
        if event.key() in CARET_KEYS:
            return not modifiers & (_Mod.AltModifier | _Mod.MetaModifier)
        leaves = event.key() == _Key.Key_Escape and modifiers == _Mod.NoModifier
        return leaves or event.matches(QKeySequence.StandardKey.SelectAll)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    # mouse

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # Without a text it goes.
            QToolTip.showText(event.globalPos(), self.tooltip_at(event.pos()), self)
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        item = self.item_at(event.position())
        self._pressed = None if item is None else item.id
        super().mousePressEvent(self._on_letters(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(self._on_letters(event))
        if not event.buttons():
            over = self._document is not None and self.item_at(event.position()) is not None
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
            if self.viewport().cursor().shape() is not shape:
                self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(self._on_letters(event))
        pressed, self._pressed = self._pressed, None
        if event.button() is not Qt.MouseButton.LeftButton or pressed is None or self.selected_range():
            return
        item = self.item_at(event.position())
        if item is not None and item.id == pressed:
            self.item_clicked.emit(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        self._pressed = None
        event.accept()
        item = self.item_at(event.position())
        if item is not None:
            self.item_double_clicked.emit(item.id)
            return
        offset = self._offset_at(event.position())
        word = None if offset is None else word_at(self.text, offset)
        if word is not None:
            self.select(*word)
            self.word_double_clicked.emit(*word)

    def _on_letters(self, event: QMouseEvent) -> QMouseEvent:
        """The event, moved from the room between two lines onto the letters of its line: Qt takes a place
        between lines for the end of one."""
        place = event.position()
        row = self.row_at(place.y()) if 0 <= place.y() < self.viewport().height() else None
        if row is None or row.text_top <= place.y() < row.text_bottom:
            return event
        y = min(max(place.y(), row.text_top), row.text_bottom - 1)
        return QMouseEvent(
            event.type(),
            QPointF(place.x(), y),
            event.globalPosition(),
            event.button(),
            event.buttons(),
            event.modifiers(),
            event.pointingDevice(),
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y()
            if turned:
                self.set_zoom(self.zoom + (ZOOM_STEP if turned > 0 else -ZOOM_STEP))
            event.accept()
            return
        super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._document is None:
            return
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            item = self.current
            cursor = self.offsets.offset(self.textCursor().position())
            offset = item.span.start if item and not self._caret else cursor
            self.context_requested.emit(offset, self.screen_position(offset))
        else:
            place = self._offset_at(QPointF(event.pos()))
            if place is None:
                place = self.offsets.offset(self.cursorForPosition(event.pos()).position())
            self.context_requested.emit(place, event.globalPos())
        event.accept()

    def screen_position(self, offset: int) -> QPoint:
        """Where a character stands on the screen: its lower left corner."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.offsets.position(offset))
        return self.viewport().mapToGlobal(self.cursorRect(cursor).bottomLeft())
