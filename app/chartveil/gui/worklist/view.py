"""The list itself: one document a row, drawn in two lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QTableView, QWidget

from chartveil.gui.theme.tokens import Theme
from chartveil.gui.worklist.delegate import DocumentRowDelegate
from chartveil.gui.worklist.filter import WorklistFilter
from chartveil.gui.worklist.model import COL_NAME, COLUMNS, ROW_ROLE

Index = QModelIndex | QPersistentModelIndex

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DocumentList(QTableView):
    """Rows of a worklist; up and down move, Enter or a click opens.

    A table with one visible column: it lays out 10,000 rows at once, which a list view does not.

    Signals:
        opened: number of the row that the user wants to read.
    """

    opened = Signal(int)

    def __init__(self, theme: Theme, rows: WorklistFilter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._current: int | None = None
        self._drawing = DocumentRowDelegate(theme, self)
        self.setModel(rows)
        self.setItemDelegate(self._drawing)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMinimumHeight(120)
        self.setStyleSheet("QTableView, QTableView:focus { border: none; border-radius: 0; }")
        self.setAccessibleName(self.tr("Documents"))
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(1)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._set_height()
        self._one_column()
        rows.modelReset.connect(self._restore)
        self.clicked.connect(self._open)

    @property
    def opened_row(self) -> int | None:
        """Number of the row that is open in the window."""
        return self._drawing.opened

    def set_opened(self, number: int | None) -> None:
        """Marks the row that is open, and goes there if it is shown."""
        self._drawing.opened = number
        self._rows.keep_visible(number)
        if number is not None:
            self._go_to(number)
        self.viewport().update()

    def current_row(self) -> int | None:
        """Number of the row that the keyboard is at."""
        index = self.currentIndex()
        return None if not index.isValid() else int(index.data(ROW_ROLE).row)

    def set_theme(self, theme: Theme) -> None:
        self._drawing.set_theme(theme)
        self.viewport().update()

    def take_focus(self) -> None:
        """Takes the keyboard, at the current row or the first."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._current = int(current.data(ROW_ROLE).row)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # The ring is drawn around a row: without a row nobody would see where the keyboard is.
        if not self.currentIndex().isValid() and self._rows.rowCount():
            self.setCurrentIndex(self._rows.index(0, COL_NAME))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._set_height()

    def _set_height(self) -> None:
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(self._drawing.row_height(self.font()))

    def _one_column(self) -> None:
        for column in range(COLUMNS):
            self.setColumnHidden(column, column != COL_NAME)
        self.horizontalHeader().setSectionResizeMode(COL_NAME, QHeaderView.ResizeMode.Stretch)

    def _restore(self) -> None:
        """After rows were taken anew: the same columns, the same current row, or the top."""
        self._one_column()
        # Else the scroll bar still has the range of the rows before, and stops there.
        self.doItemsLayout()
        if self._current is None or not self._go_to(self._current):
            self.scrollToTop()

    def _go_to(self, number: int) -> bool:
        place = self._rows.position_of(number)
        if place is None:
            return False
        self.setCurrentIndex(self._rows.index(place, COL_NAME))
        return True

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(int(index.data(ROW_ROLE).row))


class FilterField(QLineEdit):
    """Words to find documents by.

    Signals:
        down_pressed: the user goes on to the list.
        escape_pressed: the user leaves the field, which is empty already.
    """

    down_pressed = Signal()
    escape_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)
