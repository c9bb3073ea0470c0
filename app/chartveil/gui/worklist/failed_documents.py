"""Documents that could not be read: how many, which, why, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QSizePolicy, QToolButton, QWidget

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, named, row
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.review.model import DocumentRow
from chartveil.service.passwords import needs_password

_HEIGHT = 160


class FailedDocuments(QFrame):
    """A line with how many documents failed, which opens to a list of them. Hidden while none did.

    Signals:
        retry_requested: numbers of rows to read once more.
        password_requested: number of a row whose password is to be asked for.
    """

    retry_requested = Signal(list)
    password_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        # No higher than what is in it, or the list above would lose its room for nothing.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._rows: tuple[DocumentRow, ...] = ()
        self.head = QToolButton()
        self.head.setCheckable(True)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.head.setToolTip(self.tr("Shows which documents, why, and what to do"))
        self.list = named(QListWidget(), self.tr("Documents that could not be read"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTabKeyNavigation(False)
        self.list.setMaximumHeight(_HEIGHT)
        self.list.currentRowChanged.connect(self._show_password)
        self.password = push_button(
            self.tr("Enter password…"), lambda: self.password_requested.emit(self._current().row), quiet=True
        )
        self.again = push_button(
            self.tr("Read again"), lambda: self.retry_requested.emit([self._current().row]), quiet=True
        )
        self.all_again = push_button(
            self.tr("Read all again"), lambda: self.retry_requested.emit([r.row for r in self._rows])
        )
        opened, gap = QWidget(), GRID_UNIT // 2
        buttons = row(self.password, self.again, ..., self.all_again, gap=gap)
        column(self.list, buttons, parent=opened, margins=0, gap=gap)
        opened.hide()
        self.head.toggled.connect(opened.setVisible)
        column(self.head, opened, parent=self, margins=gap, gap=gap)
        self.hide()

    def set_rows(self, failed: Sequence[DocumentRow]) -> None:
        """Shows the documents that failed."""
        if tuple(failed) == self._rows:
            return
        rows = self._rows = tuple(failed)
        words = self.tr("1 document could not be read"), self.tr("{n} documents could not be read")
        self.head.setText(counted_text(len(rows), *words))
        self.head.setAccessibleName(self.head.text())
        self.list.clear()
        self.list.addItems([f"{one_line(r.name)}\n{r.reason}" for r in rows])
        self.list.setCurrentRow(0)
        self.all_again.setVisible(len(rows) > 1)
        self.setVisible(bool(rows))

    def show_row(self, number: int) -> None:
        """Opens the list at one document."""
        self.head.setChecked(True)
        self.list.setCurrentRow([r.row for r in self._rows].index(number))

    def _current(self) -> DocumentRow:
        return self._rows[max(0, self.list.currentRow())]

    def _show_password(self) -> None:
        self.password.setVisible(bool(self._rows) and needs_password(self._current()))
