"""In which documents of the same form a place is to be covered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.buttons import dialog_buttons, push_button
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.review.model import DocumentRow

_ROW = Qt.ItemDataRole.UserRole


class SameFormDialog(FittedDialog):
    """Shows the documents that have such a page; gives those that were chosen.

    Args:
        rows: the documents, all chosen at first.
        page: number of the page, from 0.
        parent: the window.
    """

    def __init__(self, rows: Sequence[DocumentRow], page: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Cover this place in other documents"))
        what = text_label(
            self.tr(
                "These documents have a page {n} of the same size. The place of the box is covered on it, as "
                "if you had drawn it there: whatever stands below goes. Look at a few of them before they go "
                "out; one undo takes all of it back. Documents that are signed off are not in the list."
            ).format(n=page + 1)
        )
        self.list = named(QListWidget(), self.tr("Documents"))
        self.list.setUniformItemSizes(True)
        for document in rows:
            item = QListWidgetItem(one_line(document.name), self.list)
            item.setData(_ROW, document.row)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
        self.list.setCurrentRow(0)
        self.count = text_label("", "muted")
        self.all = push_button(self.tr("Choose &all"), lambda: self._check(Qt.CheckState.Checked))
        self.none = push_button(self.tr("Choose &none"), lambda: self._check(Qt.CheckState.Unchecked))
        buttons, self.go = dialog_buttons(self, "", self.tr("Cancel"))
        counted = row((self.count, 1), self.all, self.none)
        column(what, (self.list, 1), counted, buttons, parent=self, margins=16, gap=8)
        self.list.itemChanged.connect(self._tell)
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
