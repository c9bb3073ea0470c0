"""Opens the store of case reports for the window, and lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.widgets.number_wording import counted_text

if TYPE_CHECKING:
    from chartveil.service.case_reports import CaseReportService
    from chartveil.store.case_reports.store import StoredCase


class CaseReportSession(Controller):
    """The store of case reports, opened when it is first needed.

    Args:
        settings: knows who sits at the window.
    """

    def __init__(self, parts: WindowParts, settings: SettingsController) -> None:
        super().__init__(parts)
        self._settings = settings
        self._made: CaseReportService | None = None

    @property
    def cases(self) -> CaseReportService:
        """Made when it is first needed.

        Raises:
            KeyFileError, StoreError: if it cannot be.
        """
        from chartveil.service.case_reports import CaseReportService

        if self._made is None:
            self._made = CaseReportService(self._service.user_paths, self._service.own_key)
        return self._made

    @property
    def reviewer(self) -> str:
        """Name of who sits at the window; empty where it was not told."""
        return self._settings.preferences.reviewer.strip()

    def summaries(self) -> list[tuple[int, str, str]]:
        """All case reports, the latest first: id, title, how far; none while there is no store."""
        if self._made is None and not self._service.user_paths.case_reports_file.exists():
            return []
        stored = self._attempt(lambda: self.cases.cases()) or []
        return [(each.id, each.title, self._how_far(each)) for each in stored]

    def _how_far(self, case: StoredCase) -> str:
        notes = counted_text(case.notes, self.tr("1 note"), self.tr("{n} notes"))
        steps = counted_text(case.steps, self.tr("1 decision"), self.tr("{n} decisions"))
        return f"{notes} · {steps}"

    def close_store(self) -> None:
        """Lets the store go, once nothing runs any more."""
        if self._made is not None:
            self._made.close()
            self._made = None
