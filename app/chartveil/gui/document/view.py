"""The text of a document with its spans, as it answers to keyboard and mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollBar, QToolTip, QWidget

from chartveil.gui.document.items_view import AnnotatedTextView
from chartveil.gui.document.keys import OVERRIDE_SHORTCUTS, ViewCommand, view_command
from chartveil.gui.document.phrases import item_description
from chartveil.gui.document.search import word_at
from chartveil.gui.theme.tokens import Theme

ZOOM_STEP = 10


class DocumentView(AnnotatedTextView):
    """Shows a document and its items, and says what is pointed at. It decides nothing.

    Keys that it does not need (``keys.py``) go on to the window. All offsets are code points of the text.

    Signals:
        item_clicked, item_double_clicked: id of the item.
        word_double_clicked: range of a word without an item, which is now selected.
        context_requested: offset that a menu is asked for at, and where on the screen.
        focus_changed: whether the view has the keyboard.
    """

    item_clicked = Signal(int)
    item_double_clicked = Signal(int)
    word_double_clicked = Signal(int, int)
    context_requested = Signal(int, QPoint)
    focus_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pressed: int | None = None

    # keyboard

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # Qt's text control claims the keys of an editor (undo, delete, words): they are the window's.
            if self._asked(event) in OVERRIDE_SHORTCUTS:
                event.accept()
            else:
                event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        asked = self._asked(event)
        bar = self.verticalScrollBar()
        match asked:
            case None:
                event.ignore()
                return
            case ViewCommand.MOVE_CARET | ViewCommand.SELECT_ALL:
                super().keyPressEvent(event)
            case ViewCommand.TOGGLE_CARET:
                self.set_caret_mode(not self._caret)
            case ViewCommand.CARET_OFF:
                self.set_caret_mode(False)
            case ViewCommand.COPY:
                self.copy()
            case ViewCommand.ZOOM_IN:
                self.set_zoom(self.zoom + ZOOM_STEP)
            case ViewCommand.ZOOM_OUT:
                self.set_zoom(self.zoom - ZOOM_STEP)
            case ViewCommand.ZOOM_RESET:
                self.set_zoom(100)
            case ViewCommand.PAGE_UP:
                bar.triggerAction(QScrollBar.SliderAction.SliderPageStepSub)
            case ViewCommand.PAGE_DOWN:
                bar.triggerAction(QScrollBar.SliderAction.SliderPageStepAdd)
            case ViewCommand.TOP:
                bar.setValue(bar.minimum())
            case ViewCommand.BOTTOM:
                self.center(len(self.text), share=1.0)
        event.accept()

    def _asked(self, event: QKeyEvent) -> ViewCommand | None:
        if self._document is None:
            return None
        return view_command(event, caret=self._caret, selected=self._selected is not None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    # mouse

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            item = self.item_at(QPointF(event.pos()))
            if item is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(
                    event.globalPos(), item_description(item, self.index.is_doubtful(item)), self
                )
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
        if event.button() is Qt.MouseButton.LeftButton and pressed is not None and self._selected is None:
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
        row = self.row_at(event.position().y())
        position = row.position_at(event.position().x()) if row else None
        word = None if position is None else word_at(self.text, self.offsets.offset(position))
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
            self.context_requested.emit(offset, self.viewport().mapToGlobal(self._place_of(offset)))
        else:
            row = self.row_at(event.pos().y())
            position = row.position_at(event.pos().x()) if row else None
            if position is None:
                position = self.cursorForPosition(event.pos()).position()
            self.context_requested.emit(self.offsets.offset(position), event.globalPos())
        event.accept()

    def screen_position(self, offset: int) -> QPoint:
        """Where a character stands on the screen: its lower left corner."""
        return self.viewport().mapToGlobal(self._place_of(offset))

    def _place_of(self, offset: int) -> QPoint:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.offsets.position(offset))
        return self.cursorRect(cursor).bottomLeft()
