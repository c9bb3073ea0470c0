"""Worklists: made, opened and removed; and the start page that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal

from chartveil.domain.errors import Cancelled
from chartveil.domain.patient_source import PatientSource
from chartveil.formats.base import ReadOptions
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.preferences import Preferences
from chartveil.gui.start.page import StartPage, WorklistSummary
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.file_dialogs import ask_to_confirm
from chartveil.gui.widgets.notices import Notice, NoticeKind
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.gui.widgets.waiting_dialog import WaitingDialog
from chartveil.ocr.options import PageOptions
from chartveil.release.discovery import FileDiscovery, FoundInputs
from chartveil.review.model import DocumentState
from chartveil.service import site_setup as setup
from chartveil.service.worklist_settings import WorklistSettings

_SOON = 400
"""Milliseconds that looking for files may take before it is shown."""
_TICK = 100
"""Milliseconds between two counts shown."""


class WorklistController(Controller):
    """Makes, opens and removes worklists, and fills the start page.

    Signals:
        created: a worklist was made and opened.
        resume_requested: id of a worklist to go on with.
        worklists_changed: a worklist was removed.
    """

    created = Signal()
    resume_requested = Signal(int)
    worklists_changed = Signal()

    def __init__(self, parts: WindowParts, settings: SettingsController, start_page: StartPage) -> None:
        super().__init__(parts)
        self._settings = settings
        self._start_page = start_page
        self._discovery: FileDiscovery | None = None
        self._progress: WaitingDialog | None = None
        self._tick = QTimer(self, interval=_TICK)
        self._tick.timeout.connect(self._show_count)
        start_page.resume_chosen.connect(self.resume_requested)
        start_page.remove_chosen.connect(self.remove)
        start_page.run_options.changed.connect(lambda changes: settings.change_preferences(**changes))
        settings.device_found.connect(start_page.run_options.set_device)

    def begin(self, paths: Sequence[Path], *, anew: bool = True) -> None:
        """Looks for the files, then makes a worklist of them and opens it; shows why where it cannot be.

        With ``anew`` false a worklist that there is of exactly these files is gone on with.
        """
        if self._discovery is not None:
            return
        settings = _settings(self._settings.preferences)
        discovery = self._attempt(lambda: self._service.discover_files(paths, settings))
        if discovery is None:
            return
        self._discovery = discovery
        self._tasks.run(discovery, partial(self._make, paths, settings, anew), self._not_found)
        # Modal, so that no other worklist is opened meanwhile; shown only where it takes its time.
        self._progress = WaitingDialog("", self._window, discovery.stop)
        self._progress.setMinimumDuration(_SOON)
        self._show_count()
        self._tick.start()

    @property
    def is_searching_files(self) -> bool:
        """Whether files are looked for."""
        return self._discovery is not None

    def stop_search(self) -> None:
        """Ends looking for files."""
        if self._discovery is not None:
            self._discovery.stop()

    def _show_count(self) -> None:
        if self._discovery is not None and self._progress is not None:
            said = self.tr("Looking for files: {n} so far").format(n=f"{self._discovery.files_found:,}")
            self._progress.setLabelText(said)
            self._progress.setValue(0)  # or it is never shown

    def _end_search(self) -> None:
        self._tick.stop()
        self._discovery = None
        if self._progress is not None:
            self._progress.end()
            self._progress = None

    def _not_found(self, error: Exception) -> None:
        self._end_search()
        if not isinstance(error, Cancelled):
            self._notices.show_error(error)

    def _make(
        self, paths: Sequence[Path], settings: WorklistSettings, anew: bool, found: FoundInputs
    ) -> None:
        self._end_search()
        known = None if anew else self._service.find_worklist_of(found)
        if known is not None:
            self.resume_requested.emit(known)
            return
        remarks = self._attempt(lambda: self._service.create_worklist(paths, settings, found=found))
        if remarks is None:
            return
        if remarks:
            what = counted_text(
                len(remarks), self.tr("1 file was left out."), self.tr("{n} files were left out.")
            )
            self._notices.show_notice(Notice(NoticeKind.WARNING, what, remedy=" ".join(remarks[:3])))
        self.created.emit()

    def open(self, worklist: int) -> bool:
        """Opens a worklist as it was left, for whoever reviews now; says whether it could be."""

        def work() -> bool:
            self._service.open_worklist(worklist)
            return True

        if not self._attempt(work):
            return False
        self.apply_preferences()
        return True

    def resume_last(self) -> None:
        """Asks to go on with the worklist that was made last."""
        known = self._service.worklists()
        if known:
            self.resume_requested.emit(known[0].id)

    def remove(self, worklist: int) -> None:
        """Forgets a worklist after a question; its files and its record stay."""
        title = next(w.title for w in self._service.worklists() if w.id == worklist)
        if not ask_to_confirm(
            self._window,
            self.tr("Forget “{title}”?").format(title=one_line(title)),
            self.tr(
                "Its decisions go, and all that is kept here of its documents. Your files stay as they are, "
                "and so does the audit record, which tells who released what. This cannot be undone."
            ),
            self.tr("Forget"),
            self.tr("Keep"),
        ):
            return
        self._wait_for(
            self.tr("Forgetting. The file of your worklists is written anew."),
            lambda: self._service.remove_worklist(worklist),
            self.worklists_changed.emit,
        )

    def apply_preferences(self) -> None:
        """Gives the open worklist the reviewer and the number of processes that are set now.

        All that decides what is found, asked for and written stays as it was when the worklist was made.
        """
        preferences = self._settings.preferences
        settings = replace(self._service.settings, reviewer=preferences.reviewer, jobs=preferences.jobs)
        if settings != self._service.settings:
            self._attempt(lambda: self._service.change_settings(settings))

    def fill_start_page(self) -> None:
        """Shows worklists and settings on the start page as they are now."""
        preferences = self._settings.preferences
        policies = [
            (p.id, p.policy.title, p.policy.description)
            for p in setup.known_policies(self._service.user_paths)
        ]
        options = self._start_page.run_options
        options.show_options(policies, preferences.policy, preferences.mode, preferences.reviewer)
        self._start_page.set_worklists(
            [self._summary(w.id, w.title, w.created) for w in self._service.worklists()]
        )

    def _summary(self, worklist: int, title: str, created: str) -> WorklistSummary:
        states = self._service.store.state_counts(worklist)
        return WorklistSummary(
            id=worklist,
            title=title,
            documents=sum(states.values()),
            signed_off=sum(n for state, n in states.items() if state.is_signed),
            when=self._service.store.last_decision_at(worklist) or created,
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
        profile=preferences.profile.value,
        reviewer=preferences.reviewer,
        must_decide=preferences.must_decide,
        second_reader=preferences.second_reader,
        read=ReadOptions(
            patients_from=PatientSource(preferences.patients_from),
            pages=PageOptions(
                engine=preferences.ocr,
                second=preferences.ocr_second,
                unread=preferences.unread,
                style=preferences.boxes,
            ),
        ),
        jobs=preferences.jobs,
    )
