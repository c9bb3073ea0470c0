"""In which documents of the same form a place is to be covered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.basic import one_line
from chartveil.review.model import DocumentRow

_ROW = Qt.ItemDataRole.UserRole


class SameFormDialog(QDialog):
    """Shows the documents that have such a page; gives those that were chosen.

    Args:
        rows: the documents, all chosen at first.
        page: number of the page, from 0.
        parent: the window.
    """

    def __init__(self, rows: Sequence[DocumentRow], page: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Cover this place in other documents"))
        what = QLabel(
            self.tr(
                "These documents have a page {n} of the same size. The place of the box is covered on it, as "
                "if you had drawn it there: whatever stands below goes. Look at a few of them before they go "
                "out; one undo takes all of it back. Documents that are signed off are not in the list."
            ).format(n=page + 1)
        )
        what.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Documents"))
        self.list.setUniformItemSizes(True)
        for row in rows:
            item = QListWidgetItem(one_line(row.name))
            item.setData(_ROW, row.row)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.count = QLabel()
        set_style_property(self.count, "role", "muted")
        self.all = QPushButton(self.tr("Choose &all"))
        self.none = QPushButton(self.tr("Choose &none"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        set_style_property(self.go, "primary", True)
        self._lay_out(what)
        self.list.itemChanged.connect(self._tell)
        self.all.clicked.connect(lambda: self._check(Qt.CheckState.Checked))
        self.none.clicked.connect(lambda: self._check(Qt.CheckState.Unchecked))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._tell()
        self.resize(560, 480)
        self.list.setFocus()

    def chosen(self) -> list[int]:
        """Rows of the documents that are chosen."""
        items = [self.list.item(n) for n in range(self.list.count())]
        return [int(i.data(_ROW)) for i in items if i.checkState() is Qt.CheckState.Checked]

    def _check(self, state: Qt.CheckState) -> None:
        self.list.blockSignals(True)
        for n in range(self.list.count()):
            self.list.item(n).setCheckState(state)
        self.list.blockSignals(False)
        self.list.viewport().update()
        self._tell()

    def _tell(self) -> None:
        n, all_of_them = len(self.chosen()), self.list.count()
        self.count.setText(self.tr("{n} of {all} chosen").format(n=f"{n:,}", all=f"{all_of_them:,}"))
        self.go.setText(
            self.tr("Cover in 1 document") if n == 1 else self.tr("Cover in {n} documents").format(n=f"{n:,}")
        )
        self.go.setEnabled(n > 0)
        self.go.setDefault(True)

    def _lay_out(self, what: QLabel) -> None:
        line = QHBoxLayout()
        line.addWidget(self.count, 1)
        for button in (self.all, self.none):
            button.setAutoDefault(False)
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT)
        layout.setSpacing(GRID_UNIT)
        layout.addWidget(what)
        layout.addWidget(self.list, 1)
        layout.addLayout(line)
        layout.addWidget(self.buttons)
