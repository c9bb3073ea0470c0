"""The first page: open documents, try the samples, go on where you left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, pairwise
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QScrollArea, QSizePolicy, QWidget

from chartveil.gui.start.job_card import JobCard, JobCardWords
from chartveil.gui.start.run_options import RunOptionsCard
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import Part, column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text


@dataclass(frozen=True, slots=True)
class WorklistSummary:
    """A worklist on the start page.

    Attributes:
        id: for ``resume_chosen`` and ``remove_chosen``.
        title: may hold PHI (a folder's name): for this page only, not for window titles.
        documents: how many there are.
        signed_off: how many of them are signed off or exported.
        when: of the last decision, or when it was begun; in UTC, ISO 8601.
        failed: how many could not be read.
    """

    id: int
    title: str
    documents: int
    signed_off: int
    when: str
    failed: int = 0


def tr(text: str) -> str:
    return QCoreApplication.translate("StartPage", text)


def relative_time_text(when: str, now: datetime) -> str:
    """A time as people say it: ``today 14:05``, ``yesterday 09:30``, ``6 March 2026``.

    Args:
        when: ISO 8601 with an offset, or UTC without one; anything else gives nothing.
        now: with the time zone to say it in.
    """
    try:
        moment = datetime.fromisoformat(when)
    except ValueError:
        return ""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    moment = moment.astimezone(now.tzinfo)
    clock = f"{moment.hour:02}:{moment.minute:02}"
    if moment.date() == now.date():
        return tr("today {time}").format(time=clock)
    if moment.date() == now.date() - timedelta(days=1):
        return tr("yesterday {time}").format(time=clock)
    months = tr("January February March April May June July August September October November December")
    month = months.split()[moment.month - 1]
    return tr("{day} {month} {year}").format(day=moment.day, month=month, year=moment.year)


def worklist_progress_text(summary: WorklistSummary, now: datetime) -> str:
    """How far a worklist is, and when it was last worked on."""
    signed = tr("{n} of {m} signed off").format(n=f"{summary.signed_off:,}", m=f"{summary.documents:,}")
    failed = tr("{n} could not be read").format(n=f"{summary.failed:,}") if summary.failed else ""
    return " · ".join(filter(None, (signed, failed, relative_time_text(summary.when, now))))


class WorklistCard(QWidget):
    """One worklist: go on with it, or remove it.

    Args:
        icons: in the colours of the theme.
        summary: what is shown of it.
        now: with the time zone to say times in.
        last: whether it is the one that was had last, which is shown large.
    """

    def __init__(self, icons: IconSet, summary: WorklistSummary, now: datetime, *, last: bool) -> None:
        super().__init__()
        self.resume = push_button(
            self.tr("Continue") if last else self.tr("Open"),
            name=self.tr("Go on with {title}").format(title=summary.title),
            look="primary" if last else "",
        )
        name = self.tr("Remove {title}…").format(title=summary.title)
        self.remove = push_button("", name=name, tip=self.tr("Forget this worklist…"), quiet=True)
        self.remove.setIcon(icons.icon("remove", icons.theme.muted))
        title = ElidedText()
        title.show_text(summary.title)
        about = text_label(worklist_progress_text(summary, now), "muted", wrap=False)
        words = column(title, about, gap=GRID_UNIT // 2)
        if last:
            share = named(QProgressBar(), self.tr("Signed off"))
            share.setRange(0, max(1, summary.documents))
            share.setValue(summary.signed_off)
            share.setTextVisible(False)
            words.addWidget(share)
        row((words, 1), GRID_UNIT, self.resume, self.remove, parent=self, margins=0, gap=GRID_UNIT)


class DropOverlay(QLabel):
    """Covers the page while files are held over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_number(self, n: int) -> None:
        """Says that so many things can be let go."""
        self.setText(counted_text(n, tr("Let go to open 1 item"), tr("Let go to open {n} items")))
        self.raise_()
        self.show()


_WIDTH = 1120
_BIG = "min-height: 30px;"


class StartPage(QWidget):
    """The page of the window without a worklist. Files can be dropped anywhere on it.

    Args:
        now: the time, with a time zone; times are said in it.

    Signals:
        files_dropped: files and folders that were dropped.
        open_files_requested, open_folder_requested: the window should ask which.
        samples_chosen: a worklist of the samples is wanted.
        resume_chosen, remove_chosen: id of a worklist.

    Attributes:
        run_options: with what policy and by whom documents are read.
        spot_checks: releases that are checked.
        case_reports: cases that are written up.
    """

    files_dropped = Signal(list)
    open_files_requested = Signal()
    open_folder_requested = Signal()
    samples_chosen = Signal()
    resume_chosen = Signal(int)
    remove_chosen = Signal(int)

    def __init__(
        self,
        themes: WindowTheme,
        parent: QWidget | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._now = now
        self._worklists: tuple[WorklistSummary, ...] = ()
        self.run_options = RunOptionsCard(self)
        self._samples = self._button(self.tr("Try the samples"), self.samples_chosen)
        self._samples_too = self._button(self.tr("Try the samples"), self.samples_chosen)
        self._files = self._button(self.tr("Open files…"), self.open_files_requested)
        self._folder = self._button(self.tr("Open folder…"), self.open_folder_requested)
        self._first = self._samples_card()
        self._last = QFrame()
        self._open = self._open_card()
        self.spot_checks = JobCard(themes, self._spot_check_words(), self)
        self.case_reports = JobCard(themes, self._case_report_words(), self)
        self._entry_buttons: list[tuple[QPushButton, QPushButton]] = []
        for jobs in (self.spot_checks, self.case_reports):
            jobs.filled.connect(self._order_keys)
        self._earlier = QFrame()
        self._build()
        self._sign = DropOverlay(self)
        self.setAcceptDrops(True)
        self.set_keys("", "")
        themes.changed.connect(self._set_icons)
        self._set_icons()

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

    def _set_icons(self) -> None:
        icons = self._themes.icons
        self._samples.setIcon(icons.icon("start", icons.theme.on_accent))
        self._samples_too.setIcon(icons.icon("start"))
        self._files.setIcon(icons.icon("open"))
        self._folder.setIcon(icons.icon("folder"))
        self.run_options.set_icons(icons)
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
        self._left = column(
            self._first,
            self._last,
            self._open,
            self.spot_checks,
            self.case_reports,
            self._earlier,
            (..., 1),
            gap=2 * unit,
        )
        right = column(self.run_options, (..., 1))
        inside = QWidget()
        inside.setMaximumWidth(_WIDTH)
        inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column(
            text_label(self.tr("Chartveil"), "title"),
            text_label(line, "muted"),
            2 * unit,
            (row((self._left, 5), (right, 3), gap=2 * unit), 1),
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

    def _samples_card(self) -> QFrame:
        text = self.tr(
            "Notes about people who never lived, in every format. See what is found and why, accept and "
            "reject a few, export the copies. There is nothing to set up."
        )
        self._samples.setProperty("primary", True)
        head = self.tr("New here? Begin with the samples")
        return _card(head, text_label(text, "muted"), GRID_UNIT // 2, row(self._samples, ...))

    def _open_card(self) -> QFrame:
        text = self.tr(
            "Drop files or folders anywhere on this page, or choose them. They are read, never changed."
        )
        formats = self.tr(
            "Text, Word, PDF, RTF, HTML, Excel, CSV, Parquet, JSON Lines, scans and photos, and ZIP of these"
        )
        return _card(
            self.tr("Open your documents"),
            text_label(text, "muted"),
            GRID_UNIT // 2,
            row(self._files, self._folder, self._samples_too, ..., gap=GRID_UNIT),
            text_label(formats, "small"),
        )

    def _spot_check_words(self) -> JobCardWords:
        return JobCardWords(
            self.tr("Check a release"),
            self.tr(
                "Copies that anybody made, with any tool: read a sample of them, and learn how many of the "
                "rest may leak, and how sure that is."
            ),
            self.tr("Go on with the check of {title}"),
            self.tr("Forget the check of {title}…"),
            self.tr("Forget this spot-check…"),
        )

    def _case_report_words(self) -> JobCardWords:
        return JobCardWords(
            self.tr("Case report"),
            self.tr(
                "One patient's notes go in; prose that may be published comes out: intervals for dates, "
                "roles for people, and a decision about each fact that may tell who the patient is."
            ),
            self.tr("Go on with the case report {title}"),
            self.tr("Forget the case report {title}…"),
            self.tr("Forget this case report…"),
        )

    # What worklists there are

    def _fill(self) -> None:
        had = self.focusWidget()
        lost = had is not None and any(c.isAncestorOf(had) for c in (self._first, self._last, self._earlier))
        entries = [
            WorklistCard(self._themes.icons, summary, self._now(), last=at == 0)
            for at, summary in enumerate(self._worklists)
        ]
        for entry, summary in zip(entries, self._worklists, strict=True):
            entry.resume.clicked.connect(partial(self.resume_chosen.emit, summary.id))
            entry.remove.clicked.connect(partial(self.remove_chosen.emit, summary.id))
        last = _card(self.tr("Continue where you left"), *entries[:1])
        earlier = _card(self.tr("Earlier worklists"), *entries[1:])
        for old, new in ((self._last, last), (self._earlier, earlier)):
            self._left.replaceWidget(old, new)
            old.hide()
            old.deleteLater()
        self._last, self._earlier = last, earlier
        self._first.setVisible(not entries)
        self._samples_too.setVisible(bool(entries))
        last.setVisible(bool(entries))
        earlier.setVisible(len(entries) > 1)
        self._entry_buttons = [(entry.resume, entry.remove) for entry in entries]
        self._order_keys()
        if lost and self.isVisible():
            self._primary.setFocus()

    def _order_keys(self) -> None:
        """The keyboard goes from what is most likely wanted to the choices beside."""
        buttons = self._entry_buttons
        first = buttons[0] if buttons else (self._samples,)
        jobs = (*self.spot_checks.buttons, *self.case_reports.buttons)
        own = (self._files, self._folder, self._samples_too, *jobs)
        order = (*first, *own, *chain.from_iterable(buttons[1:]))
        for one, next_one in pairwise((*order, self.run_options.policy)):
            QWidget.setTabOrder(one, next_one)
        self._primary = order[0]


def _card(head: str, *parts: Part) -> QFrame:
    """A frame with its content below a heading."""
    card = QFrame()
    card.setProperty("card", True)
    column(text_label(head, "heading"), *parts, parent=card, margins=2 * GRID_UNIT, gap=GRID_UNIT)
    return card


def _paths(data: QMimeData) -> list[Path]:
    """Files and folders of this machine, each once."""
    return list(dict.fromkeys(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()))
