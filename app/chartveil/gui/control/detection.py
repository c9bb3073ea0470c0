"""Detection in the background: started, watched, paused, stopped, gone on with."""

from __future__ import annotations

import time
from collections import Counter
from functools import partial

from PySide6.QtCore import QObject, Signal

from chartveil.detection.model_choice import PatientMatch
from chartveil.gui.tasks import BackgroundTasks, StreamThread
from chartveil.gui.widgets.notices import Notice, NoticeKind
from chartveil.gui.worklist.panel import WorklistPanel
from chartveil.release.job import FileTask
from chartveil.release.worker_processes import terminate_workers
from chartveil.review.model import DocumentState
from chartveil.service.detection import DetectedFile
from chartveil.service.review_service import ReviewService

_SEARCHED = (
    DocumentState.TO_REVIEW,
    DocumentState.IN_REVIEW,
    DocumentState.SIGNED_OFF,
    DocumentState.EXPORTED,
    DocumentState.FAILED,
)


class DetectionController(QObject):
    """Searches what waits, and records each file as it is done.

    Signals:
        rows_changed: ``DocumentRow``s that are new or changed.
        first_document_ready: number of a row, once, when the first document can be read.
        progressed: it began, was paused, goes on, or is further than before.
        ended: detection has stopped, for whatever reason.
        failed: why it could not begin or go on.
        notice_raised: a ``Notice`` to be shown.
    """

    rows_changed = Signal(list)
    first_document_ready = Signal(int)
    progressed = Signal()
    ended = Signal()
    failed = Signal(object)
    notice_raised = Signal(object)

    def __init__(
        self, desk: ReviewService, tasks: BackgroundTasks, panel: WorklistPanel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = tasks
        self._panel = panel
        self._stream: StreamThread | None = None
        self._run_number = 0
        self._halting = False
        self._again: set[int] = set()
        self._paused = False
        self._told_first = False
        self._begun = 0.0
        self._before = 0
        self._done = self._total = 0
        self._of_patients: Counter[PatientMatch] = Counter()
        panel.pause_requested.connect(self.pause)
        panel.resume_requested.connect(self.resume)
        panel.cancel_requested.connect(self.stop)
        panel.retry_requested.connect(self.retry)

    @property
    def running(self) -> bool:
        return self._stream is not None

    @property
    def paused(self) -> bool:
        return self._paused

    def start(self) -> None:
        """Searches every file that waits."""
        self._told_first = any(r.document_id for r in self._desk.rows())
        self._run(self._desk.pending_files())

    def resume(self) -> None:
        self._paused = False
        self._run(self._desk.pending_files())

    def pause(self) -> None:
        """Ends after the files under way; the others wait."""
        self._paused = True
        self._halt()

    def stop(self) -> None:
        self._paused = False
        self._halt()

    def toggle_pause(self) -> None:
        if self.running and not self._halting:
            self.pause()
        else:
            self.resume()

    def abandon(self) -> None:
        """Stops, for another worklist or the end of the program: what is still to come is dropped."""
        self.stop()
        if self._stream is not None:
            self._stream.abort()
        self._run_number += 1
        self._stream = None
        self._halting = False
        self._done = self._total = self._before = 0

    def _halt(self) -> None:
        self._again.clear()
        if self._stream is not None:
            self._halting = True
            self._stream.stop()
        self._show()

    def retry(self, rows: list[int]) -> None:
        """Searches files of rows that failed once more."""
        files = {r.file for r in self._desk.rows() if r.row in set(rows)}
        self._run([f for f in self._desk.pending_files(failed=True) if f.number in files])

    def _run(self, files: list[FileTask]) -> None:
        if not files:
            self._show()
            return
        self.rows_changed.emit(self._desk.mark_started(files))
        if self._stream is not None:
            # One search at a time: these follow when it has ended.
            self._again.update(f.number for f in files)
            self._show()
            return
        self._halting = False
        self._count()
        self._begun, self._before = time.monotonic(), self._done
        self._of_patients.clear()
        self._run_number += 1
        self._stream = self._tasks.run_stream(
            self._desk.detection_work(files),
            partial(self._take, self._run_number),
            partial(self._end, self._run_number),
            terminate_workers,
        )
        self._show()

    def _take(self, run: int, found: DetectedFile) -> None:
        if run != self._run_number:
            return  # of a worklist that was left
        rows = self._desk.record_detection(found)
        of = (d.patient_match for d in found.outcome.documents)
        self._of_patients.update(match for match in of if match is not None)
        self.rows_changed.emit(rows)
        self._count()
        self._show()
        ready = next((r.row for r in rows if r.document_id), None)
        if ready is not None and not self._told_first:
            self._told_first = True
            self.first_document_ready.emit(ready)

    def _end(self, run: int, error: Exception | None) -> None:
        if run != self._run_number:
            return
        self._stream = None
        again, self._again = self._again, set()
        self.rows_changed.emit(self._desk.mark_halted())
        self._count()
        if error is not None:
            self.failed.emit(error)
        elif again:
            self._run([f for f in self._desk.pending_files(failed=True) if f.number in again])
            return
        self._tell_patients()
        self._show()
        self.ended.emit()

    def _tell_patients(self) -> None:
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
        self.notice_raised.emit(Notice(kind, what, remedy=why if missing else ""))

    def _count(self) -> None:
        states = self._desk.state_counts()
        self._total = sum(states.values())
        self._done = sum(states.get(s, 0) for s in _SEARCHED)

    def _show(self) -> None:
        left = None
        new = self._done - self._before
        if self._stream is not None and new > 0:
            left = (time.monotonic() - self._begun) / new * (self._total - self._done)
        self._panel.set_progress(self._done, self._total, left, self.running, self._paused)
        self.progressed.emit()
