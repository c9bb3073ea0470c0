"""The first page: open documents, try the samples, go on where you left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QWidget

from chartveil.gui.start.run_options import RunOptionsCard
from chartveil.gui.start.worklist_cards import DropOverlay, WorklistCard, WorklistSummary
from chartveil.gui.theme.colors import GRID_UNIT, Theme
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, fill, row, text_label

_WIDTH = 1120
_BIG = "min-height: 30px;"
_FEW = 4
"""Earlier worklists shown at once; the others after a click."""


class _Card(QFrame):
    """A frame with its content one below the other."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.content = column(parent=self, margins=2 * GRID_UNIT, gap=GRID_UNIT)

    def add(self, widget: QWidget) -> None:
        """Adds something below, which can be walked to by keys at once."""
        self.content.addWidget(widget)
        widget.show()

    def clear(self) -> None:
        """Takes away all that is in it."""
        while (item := self.content.takeAt(0)) is not None:
            widget = item.widget()
            assert widget is not None
            widget.hide()
            widget.deleteLater()


class StartPage(QWidget):
    """What the window shows without a worklist. Files can be dropped anywhere on it.

    Args:
        now: the time, with a time zone; times are said in it.

    Signals:
        files_dropped: files and folders that were dropped.
        open_files_requested, open_folder_requested: the window should ask which.
        samples_chosen: a worklist of the samples is wanted.
        resume_chosen, remove_chosen: id of a worklist; removal was asked about already.

    Attributes:
        run_options: with what policy and by whom documents are read.
    """

    files_dropped = Signal(list)
    open_files_requested = Signal()
    open_folder_requested = Signal()
    samples_chosen = Signal()
    resume_chosen = Signal(int)
    remove_chosen = Signal(int)

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = IconSet(theme)
        self._now = now
        self._worklists: tuple[WorklistSummary, ...] = ()
        self._all = False
        self.run_options = RunOptionsCard(self)
        self._samples = self._button(self.tr("Try the samples"), self.samples_chosen)
        self._samples_too = self._button(self.tr("Try the samples"), self.samples_chosen)
        self._files = self._button(self.tr("Open files…"), self.open_files_requested)
        self._folder = self._button(self.tr("Open folder…"), self.open_folder_requested)
        self._first = self._samples_card()
        self._last = _Card(self)
        self._open = self._open_card()
        self._earlier = _Card(self)
        self._build()
        self._sign = DropOverlay(self)
        self.setAcceptDrops(True)
        self.set_keys("", "")
        self.set_theme(theme)

    # What the window tells

    def set_worklists(self, worklists: Sequence[WorklistSummary]) -> None:
        """Shows worklists, the last one first. Without any, the samples are offered first."""
        self._worklists = tuple(worklists)
        self._fill()

    def set_keys(self, files: str, folder: str) -> None:
        """Shows the keys of the two buttons, as the system writes them."""
        for button, tip, keys in (
            (self._files, self.tr("Choose one or more documents"), files),
            (self._folder, self.tr("Choose a folder; all in it are read"), folder),
        ):
            button.setToolTip(f"{tip} ({keys})" if keys else tip)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        icons = self._icons = IconSet(theme)
        self._samples.setIcon(icons.icon("start", theme.on_accent))
        self._samples_too.setIcon(icons.icon("start"))
        self._files.setIcon(icons.icon("open"))
        self._folder.setIcon(icons.icon("folder"))
        self.run_options.set_theme(theme, icons)
        self._sign.set_theme(theme)
        self._fill()

    # Files that are dropped

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        paths = _paths(event.mimeData())
        if paths:
            self._sign.show_number(len(paths))
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._sign.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._sign.hide()
        paths = _paths(event.mimeData())
        if paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.files_dropped.emit(paths)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._primary.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._sign.setGeometry(self.rect())

    # How it is made

    def _build(self) -> None:
        line = self.tr(
            "Finds what identifies patients in clinical documents, shows why, and writes copies "
            "without it. You decide."
        )
        unit = GRID_UNIT
        left = column(self._first, self._last, self._open, self._earlier, (..., 1), gap=2 * unit)
        right = column(self.run_options, (..., 1))
        inside = QWidget()
        inside.setMaximumWidth(_WIDTH)
        inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column(
            text_label(self.tr("Chartveil"), "title"),
            text_label(line, "muted"),
            2 * unit,
            (row((left, 5), (right, 3), gap=2 * unit), 1),
            parent=inside,
            margins=(3 * unit, 4 * unit, 3 * unit, 3 * unit),
            gap=unit // 2,
        )
        page = QWidget()
        # In the middle of a wide window: all room goes to it until it is as wide as it gets.
        row((..., 1), (inside, 100), (..., 1), parent=page, margins=0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        column(area, parent=self, margins=0)

    def _button(self, text: str, signal: SignalInstance) -> QPushButton:
        button = push_button(text, signal.emit, name=text.removesuffix("…"))
        button.setIconSize(QSize(20, 20))
        button.setStyleSheet(_BIG)
        return button

    def _samples_card(self) -> _Card:
        card = _Card(self)
        text = self.tr(
            "Notes about people who never lived, in every format. See what is found and why, accept and "
            "reject a few, export the copies. There is nothing to set up."
        )
        self._samples.setProperty("primary", True)
        fill(
            card.content,
            text_label(self.tr("New here? Begin with the samples"), "heading"),
            text_label(text, "muted"),
            GRID_UNIT // 2,
            row(self._samples, ...),
        )
        return card

    def _open_card(self) -> _Card:
        card = _Card(self)
        text = self.tr(
            "Drop files or folders anywhere on this page, or choose them. They are read, never changed."
        )
        formats = self.tr("Text, Word, PDF, RTF, HTML, Excel, CSV, Parquet, JSON Lines, and ZIP of these")
        fill(
            card.content,
            text_label(self.tr("Open your documents"), "heading"),
            text_label(text, "muted"),
            GRID_UNIT // 2,
            row(self._files, self._folder, self._samples_too, ..., gap=GRID_UNIT),
            text_label(formats, "small"),
        )
        return card

    # What worklists there are

    def _fill(self) -> None:
        worklists, had = self._worklists, self.focusWidget()
        first, last, earlier = self._first, self._last, self._earlier
        lost = had is not None and any(c.isAncestorOf(had) for c in (first, last, earlier))
        first.setVisible(not worklists)
        self._samples_too.setVisible(bool(worklists))
        last.setVisible(bool(worklists))
        earlier.setVisible(len(worklists) > 1)
        last.clear()
        earlier.clear()
        chain: list[QWidget] = [self._files, self._folder, self._samples_too]
        if worklists:
            last.content.addWidget(text_label(self.tr("Continue where you left"), "heading"))
            entry = self._entry(worklists[0], self._last)
            entry.resume.setStyleSheet(_BIG)
            chain = [entry.resume, entry.remove, *chain, *self._fill_earlier(worklists[1:])]
        else:
            chain.insert(0, self._samples)
        # The keyboard goes from what is most likely wanted to the choices beside.
        self._primary = chain[0]
        for one, next_one in pairwise([*chain, self.run_options.policy]):
            QWidget.setTabOrder(one, next_one)
        if lost and self.isVisible():
            self._primary.setFocus()

    def _fill_earlier(self, worklists: Sequence[WorklistSummary]) -> list[QWidget]:
        """Shows the worklists before the last one; gives their buttons."""
        self._earlier.content.addWidget(text_label(self.tr("Earlier worklists"), "heading"))
        shown = worklists if self._all else worklists[:_FEW]
        entries = [self._entry(summary, self._earlier) for summary in shown]
        buttons: list[QWidget] = [b for entry in entries for b in (entry.resume, entry.remove)]
        if len(shown) < len(worklists):
            text = self.tr("Show {n} more").format(n=len(worklists) - len(shown))
            more = push_button(text, self._show_all, quiet=True)
            self._earlier.add(more)
            self._earlier.content.setAlignment(more, Qt.AlignmentFlag.AlignLeading)
            buttons.append(more)
        return buttons

    def _entry(self, summary: WorklistSummary, card: _Card) -> WorklistCard:
        """Adds a worklist to a card."""
        last = card is self._last
        entry = WorklistCard(self._theme, self._icons, summary, self._now(), last=last, parent=card)
        entry.resumed.connect(self.resume_chosen)
        entry.removed.connect(self.remove_chosen)
        card.add(entry)
        return entry

    def _show_all(self) -> None:
        self._all = True
        self._fill()
        entries = self._earlier.findChildren(WorklistCard)
        if len(entries) > _FEW:
            entries[-(len(self._worklists) - 1 - _FEW)].resume.setFocus()


def _paths(data: QMimeData) -> list[Path]:
    """Files and folders of this machine, each once."""
    return list(dict.fromkeys(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()))
