"""Shows the columns of a worklist's tables, and keeps what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout

from chartveil.domain.tables.column_plan import ColumnOperator, TablePlan
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.tables.page import TableColumnsPage
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.service.table_columns import ShownTable, WorklistTables, with_operator


class TableColumnsController(Controller):
    """Drives the page of columns, which has a window of its own.

    Attributes:
        page: while it is open; None else.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
        self._tables: WorklistTables | None = None
        self._shown: list[ShownTable] = []
        self._at = 0
        self._undo: list[tuple[int, int, TablePlan]] = []
        self._search: Callable[[], None] | None = None
        self.page: TableColumnsPage | None = None

    def open_first(self, search: Callable[[], None]) -> bool:
        """Shows the columns of a worklist of tables before anything of it is searched.

        Args:
            search: done when the page is closed, however that is.

        Returns:
            Whether they are shown.
        """
        tables = self._attempt(lambda: WorklistTables(self._service))
        if tables is None or not tables.come_first:
            return False
        self._open(tables)
        self._search = search
        assert self.page is not None
        self.page.come_before_search()
        return True

    def leave(self) -> None:
        """Closes the page, as the worklist is left: nothing of it is searched."""
        self._search = None
        if self.page is not None:
            self.page.window().close()

    def open(self) -> None:
        """Shows the columns; the tables are looked at in the background."""
        if self.page is not None:
            self.page.window().raise_()
            self.page.window().activateWindow()
            return
        tables = self._attempt(lambda: WorklistTables(self._service))
        if tables is not None:
            self._open(tables)

    def _open(self, tables: WorklistTables) -> None:
        dialog = FittedDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Columns"))
        dialog.resize(1100, 640)
        page = TableColumnsPage(dialog)
        layout = QVBoxLayout(dialog)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(page)
        page.chosen.connect(self.choose)
        page.undo_requested.connect(self.undo)
        page.table_chosen.connect(self.show_table)
        page.keep_requested.connect(self.keep)
        page.closed.connect(dialog.close)
        dialog.finished.connect(partial(self._closed, page))
        dialog.destroyed.connect(partial(self._closed, page))
        self.page, self._tables, self._undo = page, tables, []
        dialog.show()
        self._tasks.run_latest("columns", tables.load, self._loaded, self._failed)

    def show_table(self, number: int) -> None:
        """Shows another of the tables."""
        self._at = number
        if self.page is not None:
            self.page.show_table(self._shown[number], can_undo=bool(self._undo))

    def choose(self, column: int, operator: ColumnOperator) -> None:
        """Takes what was chosen for a column, and makes its cells anew."""
        plan = self._shown[self._at].plan
        self._undo.append((self._at, column, plan))
        self._try(with_operator(plan, column, operator))

    def undo(self) -> None:
        """Takes back the last choice, and goes back to its column."""
        if self._undo:
            at, column, plan = self._undo.pop()
            if at != self._at:
                self.show_table(at)
            self._try(plan)
            if self.page is not None:
                self.page.go_to(at, column)

    def keep(self) -> None:
        """Keeps what was chosen, and closes."""
        assert self._tables is not None
        changed = {number for number, _, _ in self._undo}
        kept = [self._shown[number] for number in sorted(changed)]
        tables = self._tables

        def work() -> bool:
            tables.keep(kept)
            return True

        if self._attempt(work) and self.page is not None:
            self._say(self.tr("Columns are kept for tables with these headers."))
            self.page.window().close()

    def _try(self, plan: TablePlan) -> None:
        """Shows the new plan at once, with its cells as soon as they are made."""

        assert self._tables is not None
        at, shown = self._at, self._shown[self._at]
        self._shown[at] = replace(shown, plan=plan)
        self._show()
        work = partial(self._tables.tried, self._shown[at], plan)
        self._tasks.run_latest("columns", work, partial(self._made, at), self._failed)

    def _made(self, at: int, shown: ShownTable) -> None:
        self._shown[at] = shown
        if at == self._at:
            self._show()

    def _show(self) -> None:
        if self.page is not None:
            self.page.show_table(self._shown[self._at], keep_order=True, can_undo=bool(self._undo))

    def _loaded(self, shown: list[ShownTable]) -> None:
        self._shown = shown
        if self.page is not None:
            self.page.show_names([table.name for table in shown])
            self.show_table(0)

    def _failed(self, error: Exception) -> None:
        self._notices.show_error(error)
        if self.page is not None:
            self.page.window().close()

    def _closed(self, page: TableColumnsPage, *_: object) -> None:
        if self.page is not page:  # it was told before
            return
        self._tasks.cancel_latest("columns")
        self.page = None
        self._shown = []
        search, self._search = self._search, None
        if search is not None:
            search()
