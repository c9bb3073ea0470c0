"""The controller of the export: lists files that are ready, writes them, and shows the outcome of each."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QVBoxLayout

from chartveil.domain.errors import UserError
from chartveil.domain.wording import capitalized
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.dialogs.report import ReportView
from chartveil.gui.export.dialog import ExportDialog, ExportStep
from chartveil.gui.export.model import (
    ExportCandidates,
    ExportChoice,
    ExportFileResult,
    ExportResult,
)
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.file_dialogs import ask_new_file
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.ocr.options import BoxStyle
from chartveil.release.folder_state import FolderCount
from chartveil.release.job import FileFailure, FileOutcome
from chartveil.release.worker_processes import terminate_workers
from chartveil.service import worklist_export
from chartveil.service.worklist_report import gather_report_data, report_html, write_report_page


class ExportController(Controller):
    """Drives the export window, and shows the report.

    Attributes:
        report_dialog: the report, while it is open.

    Signals:
        rows_changed: ``DocumentRow``s that were exported.
        leak_place_chosen: row, start, end where the leak check stopped.
    """

    rows_changed = Signal(list)
    leak_place_chosen = Signal(int, int, int)

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
        self.dialog = ExportDialog(self._themes, self._window)
        self.report_dialog: QDialog | None = None
        self._stream: Stream | None = None
        self._on_page = self._tasks.in_main_thread(self.dialog.progress_page.show_page)
        self._folder: Path | None = None
        self._choice: ExportChoice | None = None
        self._total = 0
        self._begun = 0.0
        self._names: dict[int, str] = {}
        self._results: list[ExportFileResult] = []
        self._replaced: tuple[str, ...] = ()
        self._counted: tuple[tuple[object, ...], int] = ((), 0)
        self._places_of = 0
        result = self.dialog.result_page
        self.dialog.choice_page.chosen.connect(self._begin)
        self.dialog.progress_page.stop_requested.connect(self._stop)
        result.place_chosen.connect(self._go_to_place)
        result.again_requested.connect(self._open_choice)
        result.closed.connect(self._forget_places)
        result.folder_requested.connect(
            lambda folder: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        )
        result.report_requested.connect(self.show_report)

    @property
    def running(self) -> bool:
        """Whether files are written now."""
        return self._stream is not None

    def exportable_count(self) -> int:
        """How many files can go out now. Asked at every decision, counted after signatures only."""
        if not self._service.worklist:
            return 0
        known = self._service.store.cached_rows(self._service.worklist)
        now = (known, known.sign_off_version, self._service.settings.second_reader)
        if now != self._counted[0]:
            self._counted = (now, len(worklist_export.ready_files(self._service)))
        return self._counted[1]

    def open_dialog(self) -> None:
        """Opens the window: with the files that are ready, with the export that is under way, or with the
        places at which the last one stopped, until each was gone to."""
        left = self._places_of == self._service.worklist and self.dialog.result_page.has_unseen_places
        if left and self.dialog.step is ExportStep.RESULT:
            self.dialog.show_again()
        else:
            self._open_choice()

    def _go_to_place(self, row: int, start: int, end: int) -> None:
        """Gives way to the document: the window would cover the place that it leads to."""
        self._places_of = self._service.worklist
        self.dialog.hide()
        self.leak_place_chosen.emit(row, start, end)

    def _forget_places(self) -> None:
        self._places_of = 0

    def _open_choice(self) -> None:
        ready = worklist_export.export_readiness(self._service)
        files = {f.file: f for f in self._service.store.files(self._service.worklist)}
        self._names = {number: f.name for number, f in files.items()}
        sizes = self._service.store.page_sizes(self._service.worklist)
        going = {number for number, why in ready.items() if not why}
        paged = any(r.file in going and r.row in sizes for r in self._service.rows())
        self.dialog.show_choice(
            ExportCandidates(
                tuple(files[n].name for n in ready if n in going),
                tuple((files[n].name, why) for n, why in ready.items() if why),
                frozenset(Path(f.path).resolve().parent for f in files.values()),
                self._folder,
                self._service.settings.read.pages.style if paged else None,
            )
        )

    def _begin(self, choice: ExportChoice) -> None:
        files = worklist_export.ready_files(self._service)
        try:
            self._take_boxes(choice.box_style)
            plan = worklist_export.plan_export(self._service, choice.folder, choice.formats, files)
        except UserError as e:
            self.dialog.show_failure(e)
            return
        self._choice, self._folder = choice, choice.folder
        self._results, self._total, self._begun = [], len(files), time.monotonic()
        self._replaced = ()
        self._stream = self._tasks.run_stream(
            partial(
                worklist_export.run_export,
                plan,
                on_page=lambda _, at: self._on_page(at),
                counted=self._count_folder,
            ),
            self._take,
            self._end,
            terminate_workers,
        )

    def _count_folder(self, left: FolderCount) -> None:
        """Called beside the window, before the end of the export is told."""
        self._replaced = left.replaced

    def _take_boxes(self, style: BoxStyle | None) -> None:
        """Keeps what copies of pages show with the worklist, so that the next export has it too."""
        settings = self._service.settings
        if style is not None and style is not settings.read.pages.style:
            pages = replace(settings.read.pages, style=style)
            self._service.change_settings(replace(settings, read=replace(settings.read, pages=pages)))

    def _stop(self) -> None:
        if self._stream is not None:
            self._stream.abort()

    def _take(self, exported: FileOutcome) -> None:
        self.rows_changed.emit(worklist_export.record_export(self._service, exported))
        name = self._names.get(exported.number, "")
        failure = exported.failure
        if failure is None:
            self._results.append(ExportFileResult(name, tuple(o.name for o in exported.outputs)))
        else:
            leaks = self._leak_places(exported.number, failure)
            # The name stands before it already.
            told = capitalized(failure.message.removeprefix(f"{exported.path}: "))
            said = self._leaks_text(len(leaks)) if leaks else told
            self._results.append(ExportFileResult(name, failure=said, leaks=leaks))
        done = len(self._results)
        left = (time.monotonic() - self._begun) / done * (self._total - done)
        self.dialog.progress_page.show_progress(done, name, left)

    def _leaks_text(self, n: int) -> str:
        """Why a file was not written, in a few words: the places stand below it."""
        return counted_text(
            n,
            self.tr("not written: 1 place may name somebody"),
            self.tr("not written: {n} places may name somebody"),
        )

    def _leak_places(self, file: int, failure: FileFailure) -> tuple[tuple[int, int, int], ...]:
        rows = {r.part: r.row for r in self._service.rows() if r.file == file}
        return tuple((rows[p], a, b) for p, a, b in failure.leaked_ranges if p in rows)

    def _end(self, error: Exception | None) -> None:
        self._stream = None
        if isinstance(error, UserError) and not self._results:
            self.dialog.show_failure(error)
            return
        report = self._write_report()
        assert self._choice is not None
        remaining = self._total - len(self._results)
        self.dialog.show_result(
            ExportResult(self._choice.folder, tuple(self._results), remaining, report, self._replaced)
        )
        if error is not None:
            self._notices.show_error(error)

    # The report

    def _write_report(self) -> str:
        """Writes the report page beside the files; gives its name."""
        choice = self._choice
        if choice is None or not choice.report or not any(f.outputs for f in self._results):
            return ""
        return self._attempt(lambda: write_report_page(choice.folder, self._report())) or ""

    def _report(self) -> str:
        return report_html(gather_report_data(self._service))

    def show_report(self) -> None:
        """Shows the report of the open worklist as it stands."""
        html = self._attempt(self._report)
        if html is None:
            return
        dialog = self.report_dialog = FittedDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Report"))
        view = ReportView(partial(ask_new_file, self._window, self.tr("Save the report")), parent=dialog)
        view.set_report(html, self.tr("De-identification report"))
        view.failed.connect(self._notices.show_error)
        view.closed.connect(dialog.close)
        layout = QVBoxLayout(dialog)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(view)
        dialog.resize(900, 760)
        dialog.destroyed.connect(self._report_gone)
        dialog.show()

    def _report_gone(self) -> None:
        self.report_dialog = None
