"""The left panel: the documents of a worklist, how far they are, and which to read next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text, time_left_text
from chartveil.gui.worklist.chips import FilterChips
from chartveil.gui.worklist.document_list import DocumentList
from chartveil.gui.worklist.failed_documents import FailedDocuments
from chartveil.gui.worklist.model import WorklistModel, WorklistOrder
from chartveil.review.model import DocumentRow, DocumentState
from chartveil.service.passwords import needs_password
from chartveil.system.page_progress import PageProgress, PageStep


class SortButton(QToolButton):
    """Shows the order; its menu has the others.

    Signals:
        chosen: a ``WorklistOrder``.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setToolTip(self.tr("Order of the list"))
        menu = QMenu(self)
        group = QActionGroup(self)
        for order in WorklistOrder:
            action = menu.addAction(choice_meaning(order))
            action.setCheckable(True)
            action.setData(order)
            action.setIconText(choice_name(order))
            group.addAction(action)
        menu.triggered.connect(self._choose)
        self.setMenu(menu)
        self._show(menu.actions()[0])

    def _show(self, action: QAction) -> None:
        action.setChecked(True)
        self.setText(action.iconText())
        self.setAccessibleName(self.tr("Order of the list: {order}").format(order=action.text()))

    def _choose(self, action: QAction) -> None:
        self._show(action)
        self.chosen.emit(WorklistOrder(action.data()))


_NO_BREAK_SPACE = "\u00a0"
"""A blank at which no line breaks."""


class DetectionProgress(QFrame):
    """Shown while documents wait for detection.

    Signals:
        pause_requested, resume_requested, cancel_requested: what the user wants.
    """

    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self._text = text_label()
        # Room for two lines at all times: a text that breaks moves nothing.
        self._text.setMinimumHeight(2 * self._text.fontMetrics().height())
        self._bar = named(QProgressBar(), self.tr("Progress of detection"))
        self._bar.setTextVisible(False)
        self._pause = push_button(
            self.tr("Pause"),
            self.pause_requested.emit,
            tip=self.tr("Stops after the documents that are under way; nothing is lost"),
        )
        self._go_on = push_button(
            self.tr("Go on"), self.resume_requested.emit, tip=self.tr("Goes on with the documents that wait")
        )
        self._cancel = push_button(
            self.tr("Cancel"),
            self.cancel_requested.emit,
            tip=self.tr("Stops detection; documents that wait stay in the list"),
        )
        buttons = (self._pause, self._go_on, self._cancel)
        for button in buttons:
            button.setAccessibleName(button.text())
        gap = GRID_UNIT // 2
        column(
            self._bar,
            row((self._text, 1), *buttons, gap=gap),
            parent=self,
            margins=(GRID_UNIT + 4, GRID_UNIT, GRID_UNIT, GRID_UNIT),
            gap=gap,
        )
        self.hide()

    @property
    def text(self) -> str:
        """What is said of the progress."""
        return self._text.text().replace(_NO_BREAK_SPACE, " ")

    def set_progress(
        self,
        done: int,
        total: int,
        seconds_left: float | None,
        running: bool,
        paused: bool,
        page: PageProgress | None = None,
    ) -> None:
        """Shows how far it is; hides when nothing waits and nothing runs.

        Args:
            done, total: documents.
            seconds_left: None while that is not known.
            running: whether documents are being searched now.
            paused: whether the user paused; while ``running``, the last ones are still under way.
            page: the one that is at work in a document of many.
        """
        if paused:
            what = self.tr("pausing…") if running else self.tr("paused")
        elif not running:
            what = self.tr("stopped")
        else:
            what = self.tr("detecting…") if seconds_left is None else time_left_text(seconds_left)
            if page is not None and (page.pages > 1 or page.part):
                of_search = page.step is PageStep.DETECTING
                words = self.tr("searching, part {page} of {pages}"), self.tr("page {page} of {pages}")
                what = words[0 if of_search else 1].format(page=f"{page.page:,}", pages=f"{page.pages:,}")
                if page.part:
                    what += self.tr(", part {part} of {parts}").format(part=page.part, parts=page.parts)
                if page.line:
                    what += self.tr(", line {line} of {lines}").format(line=page.line, lines=page.lines)
        # Breaks between the parts only.
        whole = self.tr("{done}/{total} · {what}").format(done=f"{done:,}", total=f"{total:,}", what=what)
        parts = re.split(r"(?<=·) |(?<=,) ", whole)
        self._text.setText(" ".join(part.replace(" ", _NO_BREAK_SPACE) for part in parts))
        self._text.setToolTip(self.text)
        self._bar.setRange(0, max(1, total))
        self._bar.setValue(done)
        self._bar.setAccessibleDescription(self.text)
        going = running and not paused
        self._pause.setVisible(going)
        self._go_on.setVisible(not going)
        self._cancel.setVisible(running or paused)
        self.setVisible(running or paused or done < total)


class WorklistPanel(QWidget):
    """Documents of a worklist; works from 260 logical pixels of width.

    Signals:
        document_chosen: number of a row to read; only of rows that detection is through with.

    Attributes:
        failures: documents that could not be read; says which are to be read once more.
        progress: how far detection is; says whether to pause it.
    """

    document_chosen = Signal(int)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._model = WorklistModel(self)
        self._field = QLineEdit(self)
        self._search = QAction(self)
        self._chips = FilterChips(themes, self)
        self._number = ElidedText()
        self._number.setProperty("role", "muted")
        self._sort_again = QToolButton(self)
        self._order = SortButton(self)
        self._list = DocumentList(themes, self._model, self)
        self.setFocusProxy(self._list)
        self._pages = QStackedWidget(self)
        self._note = text_label("", "muted")
        self.failures = FailedDocuments(self)
        self.progress = DetectionProgress(self)
        self._build()
        self._connect()
        themes.changed.connect(self._set_icons)
        self._set_icons()
        self.set_rows(())

    # What there is

    def set_rows(self, rows: Sequence[DocumentRow]) -> None:
        """Shows another worklist, or the same one taken anew."""
        self._model.set_rows(rows)
        opened = self._list.opened_row
        if opened is not None and self._model.row_by_number(opened) is None:
            self._list.set_opened(None)
        self._follow(anew=True)

    def update_rows(self, changed: Iterable[DocumentRow]) -> None:
        """Takes documents that changed or are new; those that are shown keep their places."""
        self._model.update_rows(changed)
        self._follow()

    def set_current(self, row: int | None) -> None:
        """Marks the document that is open in the window. It stays in the list whatever the filter says."""
        self._note.hide()
        self._list.set_opened(row)
        self._show_count()

    def _set_icons(self) -> None:
        icons, theme = self._themes.icons, self._themes.theme
        self._search.setIcon(icons.icon("search", theme.muted))
        self._sort_again.setIcon(icons.icon("refresh"))
        self.failures.head.setIcon(icons.icon("warning", theme.danger))

    def set_filter_keys(self, keys: str) -> None:
        """Shows the keys that lead to the filter field, as the system writes them."""
        tip = self.tr("Words in any order; case and accents do not matter")
        self._field.setToolTip(f"{tip} ({keys})" if keys else tip)

    # What the window asks

    def focus_filter(self) -> None:
        """Takes the keyboard to the filter field."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def focus_list(self) -> None:
        """Takes the keyboard to the list, at the current row or the first."""
        self._list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def visible_rows(self) -> list[int]:
        """Numbers of the documents that are shown, in order."""
        return self._model.numbers()

    def neighbour(self, row: int, step: int) -> int | None:
        """The document shown before (-1) or after (1) another; None at the ends."""
        return self._model.neighbour(row, step)

    def show_all(self) -> None:
        """Takes the filter away."""
        self._field.clear()
        self._chips.clear()

    def context_menu(self, row: int) -> QMenu:
        """What can be done with a document."""
        menu, ask = QMenu(self), self.failures
        document = self._model.row_by_number(row)
        open_it = menu.addAction(self.tr("Open"), lambda: self._choose(row))
        open_it.setEnabled(document is not None and document.state.is_searched)
        failed = [r.row for r in self._model.rows if r.state is DocumentState.FAILED]
        if row in failed:
            menu.addAction(self.tr("Read again"), lambda: ask.retry_requested.emit([row]))
        if document is not None and needs_password(document):
            menu.addAction(self.tr("Enter password…"), lambda: ask.password_requested.emit(row))
        if len(failed) > 1:
            text = self.tr("Read all {n} failed documents again").format(n=f"{len(failed):,}")
            menu.addAction(text, lambda: ask.retry_requested.emit(failed))
        return menu

    def sizeHint(self) -> QSize:
        return QSize(320, 600)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 320)

    # How it is made

    def _build(self) -> None:
        self._field.setPlaceholderText(self.tr("Name, patient or type"))
        self._field.setAccessibleName(self.tr("Filter documents by name, patient or type"))
        self._field.setClearButtonEnabled(True)
        self._field.addAction(self._search, QLineEdit.ActionPosition.LeadingPosition)
        self.set_filter_keys("")
        tip = self.tr("Sort again: documents have changed since")
        named(self._sort_again, self.tr("Sort again"), tip=tip)
        self._note.setContentsMargins(GRID_UNIT + 4, GRID_UNIT, GRID_UNIT + 4, GRID_UNIT)
        self._note.hide()
        self._pages.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._pages.setMinimumHeight(120)
        self._nothing = self._empty(
            self.tr("No documents yet"), self.tr("Open files or a folder, or drop them into the window.")
        )
        self._no_match = self._empty(
            self.tr("No document fits"),
            self.tr("None has these words and states."),
            push_button(self.tr("Show all"), self.show_all),
        )
        for page in (self._list, self._nothing, self._no_match):
            self._pages.addWidget(page)
        unit, half = GRID_UNIT, GRID_UNIT // 2
        line = row((self._number, 1), self._sort_again, self._order, gap=half)
        head = column(self._field, self._chips, line, margins=(unit, unit, unit, half), gap=unit)
        below = (self._note, self.failures, self.progress)
        column(head, (self._pages, 1), *below, parent=self, margins=0, gap=0)

    def _connect(self) -> None:
        self._field.textChanged.connect(self._refilter)
        self._field.returnPressed.connect(self._choose_first)
        for key, work in ((Qt.Key.Key_Down, self.focus_list), (Qt.Key.Key_Escape, self._leave_filter)):
            shortcut = QShortcut(QKeySequence(key), self._field, work)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._chips.changed.connect(self._refilter)
        self._order.chosen.connect(self._sort)
        self._sort_again.clicked.connect(lambda: self._sort(self._model.order))
        self._list.opened.connect(self._choose)
        self._list.customContextMenuRequested.connect(self._open_menu)

    def _empty(self, head: str, text: str, button: QPushButton | None = None) -> QWidget:
        page, title, more = QWidget(self), text_label(head, "heading"), text_label(text, "muted")
        for label in (title, more):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = column((..., 1), title, more, parent=page, margins=2 * GRID_UNIT, gap=GRID_UNIT)
        if button is not None:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)
        return page

    # What happens

    def _follow(self, *, anew: bool = False) -> None:
        """Brings all that counts documents up to date."""
        counts = self._model.state_counts()
        self._chips.show_counts(counts, self._model.doubtful_count(), anew=anew)
        rows = self._model.rows if counts[DocumentState.FAILED] else ()
        self.failures.set_rows([r for r in rows if r.state is DocumentState.FAILED])
        self._show_count()

    def _show_count(self) -> None:
        shown, all_of_them = self._model.rowCount(), self._model.total
        if shown == all_of_them:
            said = counted_text(all_of_them, self.tr("1 document"), self.tr("{n} documents"))
        else:
            said = self.tr("{n} of {all} shown").format(n=f"{shown:,}", all=f"{all_of_them:,}")
        self._number.show_text(said)
        self._sort_again.setVisible(self._model.order_is_stale)
        page = self._list if shown else self._no_match if all_of_them else self._nothing
        had = self._list.hasFocus()
        self._pages.setCurrentWidget(page)
        if had and page is not self._list:
            self._field.setFocus()

    def _refilter(self) -> None:
        self._note.hide()
        if self._model.set_filter(
            self._field.text(), self._chips.selected_states(), self._chips.doubtful_only()
        ):
            self._show_count()

    def _leave_filter(self) -> None:
        """Empties the field; leaves it for the list where it is empty."""
        if self._field.text():
            self._field.clear()
        else:
            self.focus_list()

    def _sort(self, order: WorklistOrder) -> None:
        self._model.set_order(order)
        self._list.scrollTo(self._list.currentIndex())
        self._show_count()

    def _choose_first(self) -> None:
        rows = self.visible_rows()
        # The document that is open stays in the list whether it fits or not: it is not what was sought.
        others = [r for r in rows if r != self._list.opened_row]
        if rows:
            self._choose((others or rows)[0])

    def _choose(self, row: int) -> None:
        document = self._model.row_by_number(row)
        if document is None:
            return
        self._note.hide()
        if document.state.is_searched:
            self.document_chosen.emit(row)
        elif document.state is DocumentState.FAILED:
            self.failures.show_row(row)
        else:
            self._note.setText(self.tr("Not read yet. It opens when detection has come to it."))
            self._note.show()

    def _open_menu(self, at: QPoint) -> None:
        row = self._list.current_row()
        if row is not None:
            self.context_menu(row).popup(self._list.viewport().mapToGlobal(at))
