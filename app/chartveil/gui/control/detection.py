"""Runs detection in the background: starts, pauses, resumes and stops it, and records what it finds."""

from __future__ import annotations

import time
from collections import Counter
from functools import partial

from PySide6.QtCore import Signal

from chartveil.detection.model_choice import PatientMatch
from chartveil.domain.errors import ChartveilError
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.dialogs.prompts import PasswordDialog
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.notices import Notice, NoticeKind, error_text
from chartveil.release.discovery import FoundInputs
from chartveil.release.job import FileTask
from chartveil.release.worker_processes import terminate_workers
from chartveil.review.model import DocumentState
from chartveil.service import passwords
from chartveil.service.detection import DetectedFile
from chartveil.system.page_progress import PageProgress


class DetectionController(Controller):
    """Searches the files that wait, and records each as it is done; asks for passwords of protected ones.

    Attributes:
        paused: whether files wait until the user goes on.

    Signals:
        rows_changed: ``DocumentRow``s that are new or changed.
        first_document_ready: number of a row, once, when the first document can be read.
        progressed: it began, was paused, goes on, or is further than before.
        ended: detection has stopped, for whatever reason.
    """

    rows_changed = Signal(list)
    first_document_ready = Signal(int)
    progressed = Signal()
    ended = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
        self._stream: Stream | None = None
        self._run_number = 0
        self._stopping = False
        self._again: set[int] = set()
        self._page_at: PageProgress | None = None
        self._on_page = self._tasks.in_main_thread(self._show_page)
        self._first_ready_sent = False
        self._begun = 0.0
        self._before = 0
        self._done = self._total = 0
        self._of_patients: Counter[PatientMatch] = Counter()
        self.paused = False
        panel = self._page.worklist
        panel.progress.pause_requested.connect(self.pause)
        panel.progress.resume_requested.connect(self.resume)
        panel.progress.cancel_requested.connect(self.stop)
        panel.failures.retry_requested.connect(self.retry)
        panel.failures.password_requested.connect(self.ask_password)

    @property
    def running(self) -> bool:
        """Whether files are searched now."""
        return self._stream is not None

    def start(self) -> None:
        """Searches every file that waits."""
        self._first_ready_sent = any(r.document_id for r in self._service.rows())
        self._run(self._service.pending_files())

    def resume(self) -> None:
        """Goes on after a pause."""
        self.paused = False
        self._run(self._service.pending_files())

    def pause(self) -> None:
        """Ends after the files under way; the others wait."""
        self.paused = True
        self._halt()

    def stop(self) -> None:
        """Ends at once; the files under way and the others are left as they are."""
        self.paused = False
        self._halt()
        if self._stream is not None:
            self._stream.abort()

    def toggle_pause(self) -> None:
        """Pauses, or goes on."""
        if self.running and not self._stopping:
            self.pause()
        else:
            self.resume()

    def abandon(self) -> None:
        """Stops, for another worklist or the end of the program: what is still to come is dropped."""
        self.stop()
        self._run_number += 1
        self._stream = None
        self._stopping = False
        self._done = self._total = self._before = 0

    def _halt(self) -> None:
        self._again.clear()
        if self._stream is not None:
            self._stopping = True
            self._stream.stop()
        self._show()

    def retry(self, rows: list[int]) -> None:
        """Searches files of rows that failed once more."""
        files = {r.file for r in self._service.rows() if r.row in set(rows)}
        self._run([f for f in self._service.pending_files(failed=True) if f.number in files])

    def _run(self, files: list[FileTask]) -> None:
        if not files:
            self._show()
            return
        self.rows_changed.emit(self._service.mark_started(files))
        if self._stream is not None:
            # One search at a time: these follow when it has ended.
            self._again.update(f.number for f in files)
            self._show()
            return
        self._stopping = False
        self._count()
        self._begun, self._before = time.monotonic(), self._done
        self._of_patients.clear()
        self._run_number += 1
        self._stream = self._tasks.run_stream(
            self._service.detection_work(files, lambda _, at: self._on_page(at)),
            partial(self._take, self._run_number),
            partial(self._end, self._run_number),
            terminate_workers,
        )
        self._show()

    def _take(self, run: int, found: DetectedFile) -> None:
        if run != self._run_number:
            return  # of a worklist that was left
        rows = self._service.record_detection(found)
        of = (d.patient_match for d in found.outcome.documents)
        self._of_patients.update(match for match in of if match is not None)
        self.rows_changed.emit(rows)
        self._count()
        self._page_at = None
        self._show()
        ready = next((r.row for r in rows if r.document_id), None)
        if ready is not None and not self._first_ready_sent:
            self._first_ready_sent = True
            self.first_document_ready.emit(ready)

    def _end(self, run: int, error: Exception | None) -> None:
        if run != self._run_number:
            return
        self._stream = None
        again, self._again = self._again, set()
        self.rows_changed.emit(self._service.mark_halted())
        self._count()
        if error is not None:
            self._notices.show_error(error)
        elif again:
            self._run([f for f in self._service.pending_files(failed=True) if f.number in again])
            return
        self._report_patient_matches()
        self._show()
        self.ended.emit()

    def _report_patient_matches(self) -> None:
        """Says of how many documents the patient was found in the site's file."""
        of = self._of_patients
        if not of:
            return
        what = self.tr("Facts of the patient were looked for in {n} of {total} documents.").format(
            n=f"{of[PatientMatch.ONE]:,}", total=f"{of.total():,}"
        )
        none, several = of[PatientMatch.NONE], of[PatientMatch.SEVERAL]
        why = self.tr("{none} match no patient of your file, {several} match several.").format(
            none=f"{none:,}", several=f"{several:,}"
        )
        missing = none + several > 0
        kind = NoticeKind.WARNING if missing else NoticeKind.DONE
        self._notices.show_notice(Notice(kind, what, remedy=why if missing else ""))

    def _count(self) -> None:
        states = self._service.state_counts()
        self._total = sum(states.values())
        self._done = sum(n for state, n in states.items() if state.is_searched)
        self._done += states.get(DocumentState.FAILED, 0)

    def _show_page(self, at: PageProgress) -> None:
        self._page_at = at
        self._show()

    def _show(self) -> None:
        left = None
        new = self._done - self._before
        if self._stream is not None and new > 0:
            left = (time.monotonic() - self._begun) / new * (self._total - self._done)
        self._page.worklist.progress.set_progress(
            self._done, self._total, left, self.running, self.paused, self._page_at
        )
        self.progressed.emit()

    # Passwords

    def ask_password(self, row: int) -> None:
        """Asks for the password of a document that failed for want of it."""
        dialog = PasswordDialog(one_line(self._service.row(row).name), self._window)
        dialog.password_entered.connect(partial(self._try_password, dialog, row))
        dialog.exec()
        self._tasks.cancel_latest("password")
        dialog.deleteLater()

    def _try_password(self, dialog: PasswordDialog, row: int, password: str) -> None:
        self._tasks.run_latest(
            "password",
            passwords.password_trial(self._service, row, password),
            partial(self._tried, dialog, password),
            lambda e: dialog.show_problem(error_text(e)),
        )

    def _tried(self, dialog: PasswordDialog, password: str, fits: bool) -> None:
        """Keeps a password that fits, and reads the files again that want one."""
        if not fits:
            dialog.show_problem(self.tr("This is another password than the one the file has. Try again."))
            return
        try:
            passwords.keep_password(self._service, password)
        except ChartveilError as e:
            dialog.show_problem(error_text(e))
            return
        dialog.accept()
        waiting = [r for r in self._service.rows() if passwords.needs_password(r)]
        self.retry([r.row for r in waiting])
        self._tasks.run_latest(
            "files within",
            passwords.search_within(self._service, waiting),
            partial(self._add_files, self._service.worklist),
            self._notices.show_error,
        )

    def _add_files(self, worklist: int, found: FoundInputs) -> None:
        """Takes the files that lie within those which a password has opened."""
        if self._service.worklist == worklist:
            added = self._service.add_files(found)
            self.rows_changed.emit(self._service.rows())
            self._run(added)
