"""What the models, delegates and views of lists and tables share."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTableView, QWidget

from chartveil.gui.widgets.form import set_row_table

Index = QModelIndex | QPersistentModelIndex
"""What Qt hands to models and delegates."""
NO_PARENT = QModelIndex()
"""The default parent of rows in a list or table, in signatures that Qt gives."""
PLAIN_KEY = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
"""Modifiers of a key that is pressed alone."""


class RowTable(QTableView):
    """A table of whole rows, of which one is chosen by Enter.

    Args:
        name: for screen readers.

    Signals:
        entered: Enter was pressed.
    """

    entered = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_row_table(self, name)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setWordWrap(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() in PLAIN_KEY:
            self.entered.emit()
            event.accept()
        else:
            super().keyPressEvent(event)
