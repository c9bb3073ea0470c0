"""Writes to the audit record what readers did, and shows the record. Works in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout

from chartveil.domain.errors import StoreError
from chartveil.domain.paths import UserPaths
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.record.page import RecordPage
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.file_dialogs import ask_file, ask_folder
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.notices import Notice, NoticeKind, notice_for_error
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service import release_record
from chartveil.service.release_record import RecordCheck
from chartveil.store.workspace import open_workspace

T = TypeVar("T")


class RecordController(Controller):
    """Tells the audit record of signatures, exports and settings, and drives the page on which it is shown.

    The record is shared with other programs, each of which waits for the other's writing: nothing here is
    done in the window's own thread.

    Attributes:
        page: is shown in a window of its own while it is open; None else.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
        self._telling: Stream | None = None
        self._untold = 0
        self._work: Stream | None = None
        self.page: RecordPage | None = None

    def record_events(self) -> None:
        """Tells the record what it was not told yet. What cannot be recorded is kept, and told later."""
        events = self._service.unrecorded_events()
        # What could not be told is tried again when there is more to tell, not at every decision.
        if self._telling is None and len(events) > self._untold:
            work, self._untold = self._service.recording_work(), len(events)
            self._telling = self._tasks.run_stream(
                lambda _: iter([work()]), self._service.store.forget_events, self._told
            )

    def _told(self, error: Exception | None) -> None:
        self._telling = None
        if error is None:
            self._untold = 0
            self.record_events()  # what was done meanwhile
        elif isinstance(error, StoreError):
            kept = self.tr(
                "What was signed stays signed; it is recorded later, and nothing is exported before."
            )
            self._notices.show_notice(
                Notice(NoticeKind.FAILURE, error.what, error.where, f"{error.remedy} {kept}")
            )
        else:
            self._notices.show_error(error)

    # The page

    def open(self) -> None:
        """Shows the releases in a window of their own."""
        if self.page is not None:
            self.page.window().raise_()
            self.page.window().activateWindow()
            return
        dialog = FittedDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Record"))
        page = self.page = RecordPage(dialog)
        page.run_chosen.connect(self._show_decisions)
        page.writing_requested.connect(self._write)
        page.checking_requested.connect(self._check)
        page.stop_requested.connect(self._stop)
        page.closed.connect(dialog.close)
        layout = QVBoxLayout(dialog)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(page)
        dialog.resize(980, 760)
        dialog.finished.connect(self._closed)
        dialog.show()
        self._run(
            self.tr("Reading the record…"),
            lambda _: iter([release_record.read_releases(self._service.user_paths, self._service.own_key)]),
            page.show_runs,
            lambda: page.end(""),
        )

    def _closed(self) -> None:
        self._stop()
        self._tasks.cancel_latest("decisions")
        self.page = None

    def _stop(self) -> None:
        if self._work is not None:
            self._work.stop()

    def _run(
        self,
        said: str,
        make: Callable[[Callable[[], bool]], Iterator[T]],
        each: Callable[[T], object],
        done: Callable[[], object],
    ) -> None:
        """Runs work whose progress and end the page shows; nothing is shown once it is closed."""
        page = self.page
        if page is None or self._work is not None:
            return
        page.begin(said)

        def ended(error: Exception | None) -> None:
            stopped = self._work is not None and self._work.stopped
            self._work = None
            if self.page is not page:
                return
            if error is not None:
                notice = notice_for_error(error)
                page.end(" ".join(filter(None, (notice.where, notice.what, notice.remedy))), "danger")
            elif stopped:
                page.end(self.tr("Stopped."))
            else:
                done()

        self._work = self._tasks.run_stream(
            make, lambda value: each(value) if self.page is page else None, ended
        )

    def _show_decisions(self, run: str) -> None:
        page = self.page
        if page is not None:
            self._tasks.run_latest(
                "decisions",
                partial(release_record.read_decisions, self._service.user_paths, self._service.own_key, run),
                lambda lines: page.show_decisions(run, lines),
                lambda error: page.show_decisions(run, [notice_for_error(error).what]),
            )

    def _write(self) -> None:
        page, folder = self.page, ask_folder(self._window, self.tr("Folder of the copies"))
        if page is None or folder is None:
            return
        written: list[str] = []

        def show(step: release_record.RecordWriting) -> None:
            page.show_progress(step.done, step.total)
            if step.written is not None:
                path, record = step.written
                files = counted_text(record.files, self.tr("1 file"), self.tr("{n} files"))
                said = self.tr("✓  Written for {files}: {path}\nFingerprint to tell by another way: {who}")
                written.append(said.format(files=files, path=path, who=record.fingerprint))

        self._run(
            self.tr("Checking the audit log, then writing…"),
            partial(_write_record, self._service.user_paths, self._service.own_key, folder),
            show,
            lambda: page.end("".join(written), "success"),
        )

    def _check(self, told: str) -> None:
        page = self.page
        file = ask_file(self._window, self.tr("Record of a release (*.chartveil-record)"))
        folder = ask_folder(self._window, self.tr("Folder of the copies"), str(file.parent)) if file else None
        if page is None or file is None or folder is None:
            return
        latest = RecordCheck()

        def show(step: RecordCheck) -> None:
            nonlocal latest
            latest = step
            page.show_progress(step.done, step.total)

        self._run(
            self.tr("Checking {name} and its copies…").format(name=Path(file).name),
            partial(release_record.check_record, file, folder, told),
            show,
            lambda: page.show_verdict(latest, told),
        )


def _write_record(
    user_paths: UserPaths, own_key: bytes, folder: Path, cancelled: Callable[[], bool]
) -> Iterator[release_record.RecordWriting]:
    with open_workspace(user_paths, key=own_key) as workspace:
        yield from release_record.write_folder_record(workspace, folder, cancelled)
