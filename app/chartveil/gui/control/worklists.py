"""Worklists: begun, opened, removed; and the start page that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from chartveil.domain.errors import Cancelled, ChartveilError
from chartveil.domain.paths import resources_folder
from chartveil.domain.policy import ReplacementMode
from chartveil.formats.base import ReadOptions
from chartveil.gui.preferences import Preferences
from chartveil.gui.start.page import StartPage, WorklistSummary
from chartveil.gui.tasks import BackgroundTasks
from chartveil.gui.widgets.notices import Notice, NoticeKind
from chartveil.ocr.options import PageOptions
from chartveil.release.discovery import FileDiscovery, FoundInputs
from chartveil.review.model import DocumentState
from chartveil.service import site_setup as setup
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings

_SOON = 400
"""Milliseconds that looking for files may take before it is shown."""
_TICK = 100
"""Milliseconds between two counts shown."""
_DONE = (DocumentState.SIGNED_OFF, DocumentState.EXPORTED)


class WorklistController(QObject):
    """Opens worklists.

    Signals:
        started: a worklist was made and opened.
        resume_requested: id of a worklist to go on with.
        worklists_changed: a worklist was removed.
        failed: an error to be told.
        notice_raised: a ``Notice`` to be shown.
    """

    started = Signal()
    resume_requested = Signal(int)
    worklists_changed = Signal()
    failed = Signal(object)
    notice_raised = Signal(object)

    def __init__(self, desk: ReviewService, tasks: BackgroundTasks, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = tasks
        self._window = parent
        self._look: FileDiscovery | None = None
        self._progress: QProgressDialog | None = None
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK)
        self._tick.timeout.connect(self._show_count)

    @property
    def samples_folder(self) -> Path:
        return resources_folder() / "samples"

    def mode(self, value: str) -> ReplacementMode:
        return ReplacementMode(value)

    def begin(self, paths: Sequence[Path], preferences: Preferences, *, anew: bool = True) -> None:
        """Looks for the files, then makes a worklist of them and opens it; tells why where it cannot be.

        With ``anew`` false a worklist that there is of exactly these files is gone on with.
        """
        if self._look is not None:
            return
        settings = _settings(preferences)
        try:
            look = self._desk.discover_files(paths, settings)
        except ChartveilError as e:
            self.failed.emit(e)
            return
        self._look = look
        self._tasks.run(look, partial(self._make, paths, settings, anew), self._not_found)
        # Modal, so that no other worklist is opened meanwhile; shown only where it takes its time.
        dialog = QProgressDialog(self._window)
        dialog.setWindowTitle("Chartveil")
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setRange(0, 0)
        dialog.setAutoReset(False)
        dialog.setAutoClose(False)
        dialog.setMinimumDuration(_SOON)
        dialog.setCancelButtonText(self.tr("Stop"))
        dialog.canceled.connect(look.stop)
        self._progress = dialog
        self._show_count()
        self._tick.start()

    @property
    def is_searching_files(self) -> bool:
        """Whether files are looked for."""
        return self._look is not None

    def stop_search(self) -> None:
        """Ends looking for files."""
        if self._look is not None:
            self._look.stop()

    def _show_count(self) -> None:
        if self._look is not None and self._progress is not None:
            said = self.tr("Looking for files: {n} so far").format(n=f"{self._look.files_found:,}")
            self._progress.setLabelText(said)
            self._progress.setValue(0)  # or it is never shown

    def _looked(self) -> None:
        self._tick.stop()
        self._look = None
        if self._progress is not None:
            self._progress.reset()
            self._progress.deleteLater()
            self._progress = None

    def _not_found(self, error: Exception) -> None:
        self._looked()
        if not isinstance(error, Cancelled):
            self.failed.emit(error)

    def _make(
        self, paths: Sequence[Path], settings: WorklistSettings, anew: bool, found: FoundInputs
    ) -> None:
        self._looked()
        try:
            known = None if anew else self._desk.find_worklist_of(found)
            if known is not None:
                self.resume_requested.emit(known)
                return
            begun = self._desk.create_worklist(paths, settings, found=found)
        except ChartveilError as e:
            self.failed.emit(e)
            return
        if begun.remarks:
            n = len(begun.remarks)
            what = (
                self.tr("1 file was left out.") if n == 1 else self.tr("{n} files were left out.").format(n=n)
            )
            self.notice_raised.emit(Notice(NoticeKind.WARNING, what, remedy=" ".join(begun.remarks[:3])))
        self.started.emit()

    def open(self, worklist: int, preferences: Preferences) -> bool:
        """Opens a worklist as it was left, for whoever reviews now; tells why where it cannot be."""
        try:
            self._desk.open_worklist(worklist)
            self.apply_preferences(preferences)
        except ChartveilError as e:
            self.failed.emit(e)
            return False
        return True

    def resume_last(self) -> None:
        known = self._desk.worklists()
        if known:
            self.resume_requested.emit(known[0].id)

    def remove(self, worklist: int) -> None:
        try:
            self._desk.remove_worklist(worklist)
        except ChartveilError as e:
            self.failed.emit(e)
        self.worklists_changed.emit()

    def apply_preferences(self, preferences: Preferences) -> None:
        """What an open worklist follows: who reviews, and how many processes search.

        What decides about what is found, asked for and written stays as it began.
        """
        settings = replace(self._desk.settings, reviewer=preferences.reviewer, jobs=preferences.jobs)
        if settings != self._desk.settings:
            try:
                self._desk.change_settings(settings)
            except ChartveilError as e:
                self.failed.emit(e)

    def fill_start_page(self, page: StartPage, preferences: Preferences) -> None:
        """Fills the start page."""
        page.set_policies(
            [
                (p.id, p.policy.title, p.policy.description)
                for p in setup.known_policies(self._desk.user_paths)
            ]
        )
        page.set_policy(preferences.policy)
        page.set_mode(preferences.mode)
        page.set_reviewer(preferences.reviewer)
        page.set_worklists([self._summary(w.id, w.title, w.created) for w in self._desk.worklists()])

    def _summary(self, worklist: int, title: str, created: str) -> WorklistSummary:
        states = self._desk.store.state_counts(worklist)
        return WorklistSummary(
            id=worklist,
            title=title,
            documents=sum(states.values()),
            signed_off=sum(states.get(s, 0) for s in _DONE),
            when=self._desk.store.last_decision_at(worklist) or created,
            failed=states.get(DocumentState.FAILED, 0),
        )


def _settings(preferences: Preferences) -> WorklistSettings:
    return WorklistSettings(
        policy=preferences.policy,
        mode=preferences.mode,
        key_file=Path(preferences.key_file) if preferences.key_file else None,
        site=Path(preferences.site) if preferences.site else None,
        patients=Path(preferences.patients) if preferences.patients else None,
        device=preferences.device,
        reviewer=preferences.reviewer,
        must_decide=preferences.must_decide,
        second_reader=preferences.second_reader,
        read=ReadOptions(
            pages=PageOptions(
                engine=preferences.ocr,
                second=preferences.ocr_second,
                unread=preferences.unread,
                style=preferences.boxes,
            )
        ),
        jobs=preferences.jobs,
    )
