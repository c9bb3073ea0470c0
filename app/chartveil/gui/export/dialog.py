"""The export in one window: choice, progress, result. Nothing else waits for it."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from chartveil.domain.errors import UserError
from chartveil.gui.export.choice_page import ExportChoicePage
from chartveil.gui.export.model import ExportCandidates, ExportChoice, ExportProgress, ExportResult
from chartveil.gui.export.result_page import ExportResultPage
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button


class ExportProgressPage(QWidget):
    """A bar, the last file, and a button to stop.

    Signals:
        stop_requested: the user wants no more files begun.
    """

    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        head = QLabel(self.tr("Exporting"), self)
        head.setProperty("role", "title")
        self._count = QLabel(self)
        self._left = QLabel(self)
        self._left.setProperty("role", "muted")
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Files exported"))
        self._latest = ElidedText(self)
        self._latest.setProperty("role", "muted")
        remark = QLabel(
            self.tr(
                "Each file is written, read back and searched for what should have gone. "
                "One that fails is not left in the folder."
            ),
            self,
        )
        remark.setProperty("role", "muted")
        remark.setWordWrap(True)
        self.button = push_button(self.tr("&Stop"), self.request_stop)
        above = QHBoxLayout()
        above.addWidget(self._count)
        above.addStretch(1)
        above.addWidget(self._left)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(8)
        layout.addWidget(head)
        layout.addSpacing(8)
        layout.addLayout(above)
        layout.addWidget(self.bar)
        layout.addWidget(self._latest)
        layout.addSpacing(8)
        layout.addWidget(remark)
        layout.addStretch(1)
        layout.addLayout(below)

    def begin(self, total: int) -> None:
        """Shows the beginning of an export of so many files."""
        self.button.setEnabled(True)
        self.button.setText(self.tr("&Stop"))
        self.show_progress(ExportProgress(0, total))

    def show_progress(self, progress: ExportProgress) -> None:
        """Shows how far the export is."""
        self.bar.setMaximum(max(1, progress.total))
        self.bar.setValue(progress.done)
        self._count.setText(
            self.tr("{done} of {total} files").format(done=f"{progress.done:,}", total=f"{progress.total:,}")
        )
        self._latest.show_text(progress.latest)
        self._left.setText(self._time_left_text(progress.seconds_left))

    def request_stop(self) -> None:
        """Asks once: what is under way is finished, so that it is whole."""
        if self.button.isEnabled():
            self.button.setEnabled(False)
            self.button.setText(self.tr("Stopping after this file…"))
            self.stop_requested.emit()

    def _time_left_text(self, seconds: float | None) -> str:
        if seconds is None:
            return ""
        if seconds < 60:
            return self.tr("less than a minute left")
        minutes = round(seconds / 60)
        return (
            self.tr("about 1 minute left")
            if minutes == 1
            else self.tr("about {n} minutes left").format(n=f"{minutes:,}")
        )


class ExportStep(IntEnum):
    """The pages of the dialog, in order."""

    CHOICE = 0
    PROGRESS = 1
    RESULT = 2


class ExportDialog(QDialog):
    """The steps of an export. It does nothing itself: it asks for it, and shows the result.

    Signals:
        export_requested: an ``ExportChoice``; answer with ``show_progress`` and ``show_result``, or with
            ``show_failure`` where it cannot begin.
        cancel_requested: no more files are to be begun; answer with ``show_result``.
        place_chosen: row, start, end of a place that the leak check stopped at.
        folder_requested: the ``Path`` of a folder to open in the system's own window.
        report_requested: to show the report.
    """

    export_requested = Signal(object)
    cancel_requested = Signal()
    place_chosen = Signal(int, int, int)
    folder_requested = Signal(object)
    report_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self.setModal(False)
        self.choice_page = ExportChoicePage(self)
        self.progress_page = ExportProgressPage(self)
        self.result_page = ExportResultPage(theme, self)
        self._total = 0
        self._pages = QStackedLayout(self)
        for page in (self.choice_page, self.progress_page, self.result_page):
            self._pages.addWidget(page)
        self.choice_page.chosen.connect(self._begin)
        self.choice_page.cancelled.connect(self.close)
        self.progress_page.stop_requested.connect(self.cancel_requested)
        self.result_page.place_chosen.connect(self.place_chosen)
        self.result_page.folder_requested.connect(self.folder_requested)
        self.result_page.report_requested.connect(self.report_requested)
        self.result_page.closed.connect(self.close)
        self.resize(800, 600)

    def set_theme(self, theme: Theme) -> None:
        """Shows the dialog in the colours of another theme."""
        self.result_page.set_theme(theme)

    @property
    def step(self) -> ExportStep:
        """The page that is shown."""
        return ExportStep(self._pages.currentIndex())

    def show_choice(self, candidates: ExportCandidates) -> None:
        """Begins with the choice, and shows the window. While an export runs, that is shown instead."""
        if self.step is not ExportStep.PROGRESS:
            self._total = len(candidates.files)
            self.choice_page.show_problem("")
            self.choice_page.show_candidates(candidates)
            self._pages.setCurrentIndex(ExportStep.CHOICE)
            self.choice_page.folder.setFocus()
        self.show()
        self.raise_()
        self.activateWindow()

    def show_progress(self, progress: ExportProgress) -> None:
        """Shows how far the export is."""
        self.progress_page.show_progress(progress)

    def show_result(self, result: ExportResult) -> None:
        """Shows what became of the export."""
        self._pages.setCurrentIndex(ExportStep.RESULT)
        self.result_page.show_result(result)

    def show_failure(self, error: UserError) -> None:
        """Back to the choice: nothing was written."""
        self._pages.setCurrentIndex(ExportStep.CHOICE)
        self.choice_page.show_problem(str(error))
        self.choice_page.folder.setFocus()

    def _begin(self, choice: ExportChoice) -> None:
        self.progress_page.begin(self._total)
        self._pages.setCurrentIndex(ExportStep.PROGRESS)
        self.progress_page.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.export_requested.emit(choice)

    def reject(self) -> None:
        """Escape: stops an export under way, and else closes the window."""
        if self.step is ExportStep.PROGRESS:
            self.progress_page.request_stop()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """While an export runs the window stays: its result has to be seen."""
        if self.step is ExportStep.PROGRESS:
            self.progress_page.request_stop()
            event.ignore()
        else:
            super().closeEvent(event)
