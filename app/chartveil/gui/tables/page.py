"""Columns of tables as rows: operator, reason, cells before and after; one key a choice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QHeaderView, QWidget

from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service.table_columns import ShownTable

KEYS = {
    "T": ColumnOperator.TEXT,
    "K": ColumnOperator.KEEP,
    "P": ColumnOperator.PSEUDONYM,
    "S": ColumnOperator.SHIFT_DATE,
    "B": ColumnOperator.BAND,
    "O": ColumnOperator.TOP_CODE,
    "Z": ColumnOperator.ZIP3,
    "H": ColumnOperator.HASH,
    "M": ColumnOperator.MASK,
    "C": ColumnOperator.ENCRYPT,
    "E": ColumnOperator.EMPTY,
    "D": ColumnOperator.DROP,
}
"""The key of each choice while the list has the keyboard."""
_CELL = 40
"""Characters of a cell that are shown."""


class TableColumnsPage(QWidget):
    """The columns of one table at a time, those that nobody has decided about first.

    Signals:
        chosen: column and operator.
        undo_requested: to take back the last choice.
        table_chosen: number of the table that is wanted.
        keep_requested: to keep what was chosen.
        closed: the user is done; what was not kept is forgotten.
    """

    chosen = Signal(int, object)
    undo_requested = Signal()
    table_chosen = Signal(int)
    keep_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order: list[int] = []
        self.which = named(QComboBox(), self.tr("Table"))
        self.which.activated.connect(self.table_chosen)
        heads = [self.tr(t) for t in ("Column", "Operator", "Why", "As it is", "As it becomes")]
        self.table = row_table(heads, self.tr("Columns"), stretch=4)
        self.table.setShowGrid(True)
        self.table.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.said = text_label("", "heading")
        letters = " · ".join(f"{key} {operator.value}" for key, operator in KEYS.items())
        self.letters = text_label(self.tr("One key a choice: {letters}").format(letters=letters), "muted")
        self.undo = push_button(self.tr("&Undo"), self.undo_requested.emit)
        self.keep = push_button(self.tr("&Keep for tables with these headers"), self.keep_requested.emit)
        self.done = push_button(self.tr("&Close"), self.closed.emit)
        self.first = text_label(
            self.tr("Nothing is searched yet. Change what is not right, then begin the search."), "muted"
        )
        self.first.hide()
        for key, operator in KEYS.items():
            shortcut = QShortcut(QKeySequence(key), self.table, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(partial(self._choose, operator))
        take_back = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        take_back.activated.connect(self.undo_requested)
        column(
            text_label(self.tr("What is done with each column"), "title"),
            self.first,
            self.which,
            self.said,
            (self.table, 1),
            self.letters,
            row(self.undo, ..., self.keep, self.done, gap=8),
            parent=self,
            margins=(24, 24, 24, 16),
            gap=8,
        )
        self.show_waiting()

    def come_before_search(self) -> None:
        """Says that nothing is searched yet, and that closing begins it; Enter does so too."""
        self.first.show()
        self.keep.setText(self.tr("&Keep for tables with these headers, and search"))
        self.done.setText(self.tr("&Search"))
        self.done.setDefault(True)

    def show_waiting(self) -> None:
        """Says that the tables are being looked at."""
        self.said.setText(self.tr("Looking at the tables…"))
        self.table.setRowCount(0)
        self.keep.setEnabled(False)
        self.undo.setEnabled(False)

    def show_names(self, names: Sequence[str]) -> None:
        """Shows which tables there are."""
        self.which.clear()
        self.which.addItems([one_line(name) for name in names])
        self.which.setVisible(len(names) > 1)

    def show_table(self, shown: ShownTable, *, keep_order: bool = False, can_undo: bool = False) -> None:
        """Shows a table.

        Args:
            shown: the table.
            keep_order: whether columns stay in their rows, as after a choice.
            can_undo: whether there is a choice to take back.
        """
        columns, at = shown.plan.columns, self.table.currentRow()
        if not keep_order:
            at = 0
            doubtful = ColumnOperator.REVIEW
            self._order = sorted(range(len(columns)), key=lambda i: columns[i].operator is not doubtful)
        with batch_fill(self.table):
            self.table.setRowCount(len(columns))
            for n, i in enumerate(self._order):
                cells = shown.examples[i]
                before = "\n".join(one_line(c.before)[:_CELL] for c in cells)
                after = "\n".join(one_line(c.after)[:_CELL] or "–" for c in cells)
                c = columns[i]
                texts = (one_line(c.name), operator_text(c), c.reason, before, after)
                for k, text in enumerate(texts):
                    self.table.setItem(n, k, read_only_cell(text))
        self.table.resizeRowsToContents()
        self.table.selectRow(max(at, 0))
        left = sum(c.operator is ColumnOperator.REVIEW for c in columns)
        self.said.setText(
            counted_text(left, self.tr("1 column is not known"), self.tr("{n} columns are not known"))
            if left
            else self.tr("Every column is decided")
        )
        self.undo.setEnabled(can_undo)
        self.keep.setEnabled(can_undo)
        self.table.setFocus()

    def go_to(self, table: int, column: int) -> None:
        """Makes the row of a column of the table that is shown the current one."""
        self.which.setCurrentIndex(table)
        self.table.selectRow(self._order.index(column))

    def _choose(self, operator: ColumnOperator) -> None:
        at = self.table.currentRow()
        if 0 <= at < len(self._order):
            self.chosen.emit(self._order[at], operator)
            self.table.selectRow(min(at + 1, len(self._order) - 1))


def operator_text(choice: ColumnChoice) -> str:
    """An operator for a cell, with its label."""
    return f"{choice.operator.value} {choice.label}" if choice.label is not None else choice.operator.value
