"""The export in one window: choice, progress, result. Nothing else waits for it."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QProgressBar, QStackedLayout, QWidget

from chartveil.domain.errors import UserError
from chartveil.gui.export.choice_page import ExportChoicePage
from chartveil.gui.export.model import ExportCandidates, ExportResult
from chartveil.gui.export.result_page import ExportResultPage
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import time_left_text
from chartveil.system.page_progress import PageProgress, PageStep


class ExportProgressPage(QWidget):
    """A bar, the last file, and a button to stop.

    Signals:
        stop_requested: the user wants no more files begun.
    """

    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = text_label(wrap=False)
        self._left = text_label("", "muted", wrap=False)
        self.bar = named(QProgressBar(), self.tr("Files exported"))
        self.bar.setTextVisible(False)
        self._latest = ElidedText()
        self._latest.setProperty("role", "muted")
        remark = self.tr(
            "Each file is written, read back and searched for what should have gone. "
            "One that fails is not left in the folder."
        )
        self.button = push_button(self.tr("&Stop"), self.request_stop)
        column(
            text_label(self.tr("Exporting"), "title"),
            8,
            row(self._count, ..., self._left),
            self.bar,
            self._latest,
            8,
            text_label(remark, "muted"),
            ...,
            row(..., self.button),
            parent=self,
            margins=(24, 24, 24, 16),
            gap=8,
        )

    def begin(self, total: int) -> None:
        """Shows the beginning of an export of so many files."""
        self.button.setEnabled(True)
        self.button.setText(self.tr("&Stop"))
        self.bar.setMaximum(max(1, total))
        self.show_progress(0)

    def show_progress(self, done: int, latest: str = "", seconds_left: float | None = None) -> None:
        """Shows how many files are done, the name of the last one, and how long the others take."""
        self.bar.setValue(done)
        total = self.bar.maximum()
        self._count.setText(self.tr("{done} of {total} files").format(done=f"{done:,}", total=f"{total:,}"))
        self._latest.show_text(latest)
        self._left.setText("" if seconds_left is None else time_left_text(seconds_left))

    def show_page(self, at: PageProgress) -> None:
        """Shows which page of a file is at work."""
        what = {
            PageStep.READING: self.tr("reading page {page} of {pages}"),
            PageStep.DETECTING: self.tr("searching, part {page} of {pages}"),
            PageStep.PREPARING: self.tr("preparing page {page} of {pages}"),
            PageStep.WRITING: self.tr("writing page {page} of {pages}"),
            PageStep.CHECKING: self.tr("checking page {page} of {pages}"),
        }[at.step]
        part = self.tr(", part {part} of {parts}").format(part=at.part, parts=at.parts) if at.part else ""
        line = self.tr(", line {line} of {lines}").format(line=at.line, lines=at.lines) if at.line else ""
        self._latest.show_text(what.format(page=f"{at.page:,}", pages=f"{at.pages:,}") + part + line)

    def request_stop(self) -> None:
        """Asks once. What is done is whole; of the file under way nothing is written."""
        if self.button.isEnabled():
            self.button.setEnabled(False)
            self.button.setText(self.tr("Stopping…"))
            self.stop_requested.emit()


class ExportStep(IntEnum):
    """The pages of the dialog, in order."""

    CHOICE = 0
    PROGRESS = 1
    RESULT = 2


class ExportDialog(FittedDialog):
    """The steps of an export. It does nothing itself: its pages ask for it, and show the result.

    Attributes:
        choice_page: asks for an export; answer with ``show_result``, or with ``show_failure`` where it cannot
            begin.
        progress_page: shows how far it is, and asks to stop it; answer with ``show_result``.
        result_page: shows what became of it.
    """

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self.setModal(False)
        self.choice_page = ExportChoicePage(self)
        self.progress_page = ExportProgressPage(self)
        self.result_page = ExportResultPage(themes, self)
        self._total = 0
        self._pages = QStackedLayout(self)
        for page in (self.choice_page, self.progress_page, self.result_page):
            self._pages.addWidget(page)
        self.choice_page.chosen.connect(self._begin)
        self.choice_page.cancelled.connect(self.close)
        self.result_page.closed.connect(self.close)
        self.resize(800, 600)

    @property
    def step(self) -> ExportStep:
        """The page that is shown."""
        return ExportStep(self._pages.currentIndex())

    def show_choice(self, candidates: ExportCandidates) -> None:
        """Begins with the choice, and shows the window. While an export runs, that is shown instead."""
        if self.step is not ExportStep.PROGRESS:
            self._total = len(candidates.files)
            self.choice_page.show_candidates(candidates)
            self._pages.setCurrentIndex(ExportStep.CHOICE)
            self.choice_page.folder.setFocus()
        self.show_again()

    def show_again(self) -> None:
        """Shows the window as it was left."""
        self.show()
        self.raise_()
        self.activateWindow()

    def show_result(self, result: ExportResult) -> None:
        """Shows what became of the export."""
        self._pages.setCurrentIndex(ExportStep.RESULT)
        self.result_page.show_result(result)

    def show_failure(self, error: UserError) -> None:
        """Back to the choice: nothing was written."""
        self._pages.setCurrentIndex(ExportStep.CHOICE)
        self.choice_page.show_problem(str(error))
        self.choice_page.folder.setFocus()

    def _begin(self) -> None:
        self.progress_page.begin(self._total)
        self._pages.setCurrentIndex(ExportStep.PROGRESS)
        self.progress_page.button.setFocus(Qt.FocusReason.OtherFocusReason)

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
