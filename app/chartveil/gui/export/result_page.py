"""Last step of the export: what was written, what was not, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from chartveil.gui.export.model import ExportFileResult, ExportResult
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import one_line, plain_tooltip
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text

_PLACE = Qt.ItemDataRole.UserRole
_FAILURE = Qt.ItemDataRole.UserRole + 1
_SIGN_DONE, _SIGN_FAILED = "✓", "✕"


class ExportResultPage(QWidget):
    """A tree: files, and below a failed one where to look.

    Signals:
        place_chosen: row, start, end of a place that the leak check stopped at.
        folder_requested: the ``Path`` of the folder, to open it in the system's own window.
        report_requested: to show the report.
        again_requested: to export once more, after what was mended.
        closed: the user has seen it.
    """

    place_chosen = Signal(int, int, int)
    folder_requested = Signal(object)
    report_requested = Signal()
    again_requested = Signal()
    closed = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._result: ExportResult | None = None
        self._unseen: set[tuple[int, int, int]] = set()
        self._build()
        themes.changed.connect(self._show_again)

    @property
    def has_unseen_places(self) -> bool:
        """Whether places are left that nobody went to from here."""
        return bool(self._unseen)

    def show_result(self, result: ExportResult) -> None:
        """Shows what became of each file; the first place to look at is chosen."""
        self._result = result
        self._unseen = {place for file in result.files for place in file.leaks}
        self._show_files(result)

    def _show_files(self, result: ExportResult) -> None:
        # Failures first: they are what is left to do.
        files = sorted(result.files, key=lambda f: not f.failure)
        failed = sum(bool(f.failure) for f in files)
        written = len(files) - failed
        self._head.setText(self._head_text(written, failed))
        self._remark.setText(self._remark_text(result))
        self._remark.setVisible(bool(self._remark.text()))
        set_style_property(self._remark, "role", "warning" if failed or result.remaining else "muted")
        items = [self._file_item(file) for file in files]
        self.tree.clear()
        self.tree.addTopLevelItems(items)
        self.tree.expandAll()
        self.open_folder.setEnabled(written > 0 or bool(result.report))
        self.show_report.setVisible(bool(result.report))
        first = next((item.child(0) for item in items if item.childCount()), None)
        self.go.setVisible(first is not None)
        self.again.setVisible(failed > 0)
        if items:
            self.tree.setCurrentItem(first or items[0])
        self._refresh()
        (self.tree if failed else self.close_button).setFocus()

    def _show_again(self) -> None:
        if self._result is not None:
            self._show_files(self._result)

    def _head_text(self, written: int, failed: int) -> str:
        done = counted_text(written, self.tr("1 file exported"), self.tr("{n} files exported"))
        return self.tr("{done}, {n} not").format(done=done, n=f"{failed:,}") if failed else done

    def _remark_text(self, result: ExportResult) -> str:
        lines = []
        if result.remaining:
            stopped = self.tr("Stopped: {n} files were not begun. Those that are written are whole.")
            lines.append(stopped.format(n=f"{result.remaining:,}"))
        if result.replaced:
            gone = self.tr("Removed from the folder, as newer copies take their place: {names}.")
            lines.append(gone.format(names=", ".join(result.replaced)))
        if any(f.leaks for f in result.files):
            lines.append(
                self.tr(
                    "Places below may name somebody. Decide them, sign off again, and export what is left."
                )
            )
        return "\n".join(lines)

    def _file_item(self, file: ExportFileResult) -> QTreeWidgetItem:
        failed = bool(file.failure)
        sign = _SIGN_FAILED if failed else _SIGN_DONE
        item = QTreeWidgetItem([f"{sign}  {one_line(file.name)}", file.failure or ", ".join(file.outputs)])
        item.setForeground(0, self._themes.theme.danger if failed else self._themes.theme.success)
        spoken = self.tr("not exported") if failed else self.tr("exported")
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{file.name}, {spoken}")
        item.setData(1, _FAILURE, file.failure)
        item.setToolTip(1, plain_tooltip(file.failure or "\n".join(file.outputs)))
        for place in file.leaks:
            where = self.tr("would still stand in the copy, at character {n}")
            child = QTreeWidgetItem([self.tr("Place"), where.format(n=f"{place[1] + 1:,}")])
            child.setData(0, _PLACE, place)
            item.addChild(child)
        return item

    def _place(self) -> tuple[int, int, int] | None:
        item = self.tree.currentItem()
        return item.data(0, _PLACE) if item is not None else None

    def _refresh(self) -> None:
        """Says of the chosen file what went wrong: in its row the end, with what to do, is mostly cut."""
        item = self.tree.currentItem()
        self.go.setEnabled(self._place() is not None)
        file = None if item is None else item.parent() or item
        failure = "" if file is None else file.data(1, _FAILURE) or ""
        if file is not None and file.childCount():
            failure = self.tr(
                "What to do: go to each place, withdraw the sign-off, and mark the place, or reject it where "
                "it may stay. Then sign off and export again."
            )
        self.remedy.setText(failure)
        self.remedy.setVisible(bool(failure))

    def _go(self) -> None:
        place, item = self._place(), self.tree.currentItem()
        if place is None or item is None:
            return
        self._unseen.discard(place)
        following = self.tree.itemBelow(item)
        while following is not None and following.data(0, _PLACE) is None:
            following = self.tree.itemBelow(following)
        if following is not None:
            self.tree.setCurrentItem(following)  # for when the user is back
        self.place_chosen.emit(*place)

    def _open(self) -> None:
        if self._result is not None:
            self.folder_requested.emit(self._result.folder)

    def _build(self) -> None:
        self._head = text_label("", "title")
        self._remark = text_label()
        self.remedy = text_label("", plain=True)
        self.tree = named(QTreeWidget(), self.tr("Files and what became of them"))
        self.tree.setHeaderLabels([self.tr("File"), self.tr("Result")])
        self.tree.setTabKeyNavigation(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.tree.header().resizeSection(0, 280)
        self.tree.currentItemChanged.connect(self._refresh)
        self.tree.itemDoubleClicked.connect(self._go)
        # Enter goes to a place on every system, and does not press the window's button.
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shortcut = QShortcut(QKeySequence(key), self.tree, self._go)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.go = push_button(self.tr("&Go to this place"), self._go)
        self.again = push_button(self.tr("E&xport again…"), self.again_requested.emit)
        self.show_report = push_button(self.tr("Show &report"), self.report_requested.emit)
        self.open_folder = push_button(self.tr("&Open folder"), self._open)
        self.close_button = push_button(self.tr("&Close"), self.closed.emit)
        column(
            self._head,
            self._remark,
            (self.tree, 1),
            self.remedy,
            8,
            row(self.go, self.again, ..., self.show_report, self.open_folder, self.close_button, gap=8),
            parent=self,
            margins=(24, 24, 24, 16),
            gap=8,
        )
