"""The first page: open documents, try the samples, go on where you left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.start.run_options import PolicyChoice, RunOptionsCard
from chartveil.gui.start.worklist_cards import DropOverlay, WorklistCard, WorklistSummary
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT, Theme
from chartveil.gui.theme.icons import IconSet

_WIDTH = 1120
_BIG = "min-height: 30px;"
_FEW = 4
"""Earlier worklists shown at once; the others after a click."""


class StartPage(QWidget):
    """What the window shows without a worklist. Files can be dropped anywhere on it.

    Args:
        now: the time, with a time zone; times are said in it.

    Signals:
        files_dropped: files and folders that were dropped.
        open_files_requested, open_folder_requested: the window should ask which.
        samples_chosen: a worklist of the samples is wanted.
        resume_chosen, remove_chosen: id of a worklist; removal was asked about already.
        policy_changed: name of a policy.
        mode_changed: a value of ``ReplacementMode``.
        reviewer_changed: the reviewer's name, without blanks at its ends; empty for none.
        settings_requested: the settings are wanted.
    """

    files_dropped = Signal(list)
    open_files_requested = Signal()
    open_folder_requested = Signal()
    samples_chosen = Signal()
    resume_chosen = Signal(int)
    remove_chosen = Signal(int)
    policy_changed = Signal(str)
    mode_changed = Signal(str)
    reviewer_changed = Signal(str)
    settings_requested = Signal()

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
        self._run = RunOptionsCard(self)
        self._samples = QPushButton(self.tr("Try the samples"), self)
        self._samples_too = QPushButton(self.tr("Try the samples"), self)
        self._files = QPushButton(self.tr("Open files…"), self)
        self._folder = QPushButton(self.tr("Open folder…"), self)
        self._first = self._samples_card()
        self._last = self._card()
        self._open = self._open_card()
        self._earlier = self._card()
        self._build()
        self._sign = DropOverlay(theme, self)
        self.setAcceptDrops(True)
        self._connect()
        self.set_theme(theme)

    # What the window tells

    def set_device(self, text: str) -> None:
        """Says what models run on, e.g. ``CPU, 2 cores``; empty while that is not known."""
        self._run.set_device(text)

    def set_worklists(self, worklists: Sequence[WorklistSummary]) -> None:
        """Shows worklists, the last one first. Without any, the samples are offered first."""
        self._worklists = tuple(worklists)
        self._fill()

    def set_policies(self, policies: Sequence[PolicyChoice]) -> None:
        """Fills the choice of policies: name, title, description each."""
        self._run.set_policies(policies)

    def set_policy(self, name: str) -> None:
        """Shows the policy in force."""
        self._run.set_policy(name)

    def set_mode(self, mode: str) -> None:
        """Shows what takes identifiers' place: a value of ``ReplacementMode``."""
        self._run.set_mode(mode)

    def set_reviewer(self, name: str) -> None:
        """Shows the reviewer's name."""
        self._run.set_reviewer(name)

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
        self._run.set_theme(theme, icons)
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
        title, line = QLabel(self.tr("Chartveil"), self), QLabel(self)
        set_style_property(title, "role", "title")
        set_style_property(line, "role", "muted")
        line.setText(
            self.tr(
                "Finds what identifies patients in clinical documents, shows why, and writes copies "
                "without it. You decide."
            )
        )
        line.setWordWrap(True)
        left = QVBoxLayout()
        left.setSpacing(2 * GRID_UNIT)
        for card in (self._first, self._last, self._open, self._earlier):
            left.addWidget(card)
        left.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self._run)
        right.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(2 * GRID_UNIT)
        columns.addLayout(left, 5)
        columns.addLayout(right, 3)
        column = QWidget(self)
        column.setMaximumWidth(_WIDTH)
        column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(3 * GRID_UNIT, 4 * GRID_UNIT, 3 * GRID_UNIT, 3 * GRID_UNIT)
        inner.setSpacing(GRID_UNIT // 2)
        inner.addWidget(title)
        inner.addWidget(line)
        inner.addSpacing(2 * GRID_UNIT)
        inner.addLayout(columns, 1)
        page = QWidget(self)
        across = QHBoxLayout(page)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addWidget(column, 100)
        across.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _connect(self) -> None:
        for button, signal in (
            (self._samples, self.samples_chosen),
            (self._samples_too, self.samples_chosen),
            (self._files, self.open_files_requested),
            (self._folder, self.open_folder_requested),
        ):
            button.setAutoDefault(False)
            button.setIconSize(QSize(20, 20))
            button.setStyleSheet(_BIG)
            button.setAccessibleName(button.text().removesuffix("…"))
            button.clicked.connect(signal)
        self._run.policy_changed.connect(self.policy_changed)
        self._run.mode_changed.connect(self.mode_changed)
        self._run.reviewer_changed.connect(self.reviewer_changed)
        self._run.settings_requested.connect(self.settings_requested)
        self.set_keys("", "")

    def _card(self) -> QFrame:
        card = QFrame(self)
        card.setProperty("card", True)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT)
        layout.setSpacing(GRID_UNIT)
        return card

    def _head(self, card: QFrame, title: str, text: str = "") -> QVBoxLayout:
        layout = card.layout()
        assert isinstance(layout, QVBoxLayout)
        head = QLabel(title, card)
        set_style_property(head, "role", "heading")
        layout.addWidget(head)
        if text:
            more = QLabel(text, card)
            more.setWordWrap(True)
            set_style_property(more, "role", "muted")
            layout.addWidget(more)
        return layout

    def _samples_card(self) -> QFrame:
        card = self._card()
        layout = self._head(
            card,
            self.tr("New here? Begin with the samples"),
            self.tr(
                "Notes about people who never lived, in every format. See what is found and why, accept and "
                "reject a few, export the copies. There is nothing to set up."
            ),
        )
        set_style_property(self._samples, "primary", True)
        layout.addSpacing(GRID_UNIT // 2)
        layout.addWidget(self._samples, 0, Qt.AlignmentFlag.AlignLeading)
        return card

    def _open_card(self) -> QFrame:
        card = self._card()
        layout = self._head(
            card,
            self.tr("Open your documents"),
            self.tr(
                "Drop files or folders anywhere on this page, or choose them. They are read, never changed."
            ),
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID_UNIT)
        for button in (self._files, self._folder, self._samples_too):
            buttons.addWidget(button)
        buttons.addStretch(1)
        formats = QLabel(
            self.tr("Text, Word, PDF, RTF, HTML, Excel, CSV, Parquet, JSON Lines, and ZIP of these")
        )
        formats.setWordWrap(True)
        set_style_property(formats, "role", "small")
        layout.addSpacing(GRID_UNIT // 2)
        layout.addLayout(buttons)
        layout.addWidget(formats)
        return card

    # What worklists there are

    def _fill(self) -> None:
        worklists, had = self._worklists, self.focusWidget()
        lost = had is not None and any(c.isAncestorOf(had) for c in (self._first, self._last, self._earlier))
        self._first.setVisible(not worklists)
        self._samples_too.setVisible(bool(worklists))
        self._last.setVisible(bool(worklists))
        self._earlier.setVisible(len(worklists) > 1)
        _clear(self._last)
        _clear(self._earlier)
        chain: list[QWidget] = [self._files, self._folder, self._samples_too]
        if worklists:
            last = self._entry(worklists[0], self._last, self.tr("Continue where you left"))
            last.resume.setStyleSheet(_BIG)
            chain = [last.resume, last.remove, *chain, *self._fill_earlier(worklists[1:])]
        else:
            chain.insert(0, self._samples)
        # The keyboard goes from what is most likely wanted to the choices beside.
        self._primary = chain[0]
        for one, next_one in pairwise([*chain, self._run.policy]):
            QWidget.setTabOrder(one, next_one)
        if lost and self.isVisible():
            self._primary.setFocus()

    def _fill_earlier(self, worklists: Sequence[WorklistSummary]) -> list[QWidget]:
        """Shows the worklists before the last one; gives their buttons."""
        buttons: list[QWidget] = []
        head = self.tr("Earlier worklists")
        shown = worklists if self._all else worklists[:_FEW]
        for summary in shown:
            entry = self._entry(summary, self._earlier, head)
            buttons += [entry.resume, entry.remove]
            head = ""
        if len(shown) < len(worklists):
            more = QPushButton(self.tr("Show {n} more").format(n=len(worklists) - len(shown)), self._earlier)
            more.setAutoDefault(False)
            set_style_property(more, "quiet", True)
            more.clicked.connect(self._show_all)
            layout = self._earlier.layout()
            assert layout is not None
            layout.addWidget(more)
            layout.setAlignment(more, Qt.AlignmentFlag.AlignLeading)
            more.show()
            buttons.append(more)
        return buttons

    def _entry(self, summary: WorklistSummary, card: QFrame, head: str) -> WorklistCard:
        """Adds a worklist to a card, below a heading where one is given."""
        last = card is self._last
        entry = WorklistCard(self._theme, self._icons, summary, self._now(), last=last, parent=card)
        entry.resumed.connect(self.resume_chosen)
        entry.removed.connect(self.remove_chosen)
        layout = self._head(card, head) if head else card.layout()
        assert layout is not None
        layout.addWidget(entry)
        entry.show()
        return entry

    def _show_all(self) -> None:
        self._all = True
        self._fill()
        entries = self._earlier.findChildren(WorklistCard)
        if len(entries) > _FEW:
            entries[-(len(self._worklists) - 1 - _FEW)].resume.setFocus()


def _clear(card: QFrame) -> None:
    layout = card.layout()
    assert layout is not None
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def _paths(data: QMimeData) -> list[Path]:
    """Files and folders of this machine, each once."""
    return list(dict.fromkeys(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()))
