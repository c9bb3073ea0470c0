"""The open spot-check, which its controllers share."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from chartveil.detection.model_choice import ModelChoice
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.spot_check.steps import SpotCheckStep

if TYPE_CHECKING:
    from chartveil.gui.spot_check.page import SpotCheckPage
    from chartveil.service.spot_checks.service import SpotCheckService
    from chartveil.spot_check.check_views import SpotCheckSummary

_TELL_EVERY = 0.1
"""Seconds between two counts shown while a release is read."""


class SpotCheckSession(Controller):
    """The spot-check that is open, and how its controllers reach what is stored.

    Args:
        settings: knows who sits at the window.

    Attributes:
        id: the open spot-check; 0 without.
        step: that is shown.
    """

    def __init__(self, parts: WindowParts, settings: SettingsController) -> None:
        super().__init__(parts)
        self._settings = settings
        self._made: SpotCheckService | None = None
        self.id = 0
        self.step = SpotCheckStep.BRING_IN

    @property
    def checks(self) -> SpotCheckService:
        """Made when it is first needed.

        Raises:
            KeyFileError, StoreError: if it cannot be.
        """
        from chartveil.service.spot_checks.service import SpotCheckService

        if self._made is None:
            self._made = SpotCheckService(self._service.user_paths, self._service.own_key)
        return self._made

    @property
    def reviewer(self) -> str:
        """Name of who sits at the window; empty where it was not told."""
        return self._settings.preferences.reviewer.strip()

    @property
    def models(self) -> ModelChoice:
        """The models that look for suspicious notes."""
        preferences = self._settings.preferences
        return ModelChoice(preferences.device, profile=preferences.profile)

    def summaries(self) -> tuple[SpotCheckSummary, ...]:
        """All spot-checks, the latest first; none while there is no store of them."""
        if self._made is None and not self._service.user_paths.spot_checks_file.exists():
            return ()
        return self._attempt(lambda: self.checks.spot_checks()) or ()

    def close_store(self) -> None:
        """Lets the store go, once nothing runs any more."""
        if self._made is not None:
            self._made.close()
            self._made = None


class SpotCheckPart(Controller):
    """A controller that works on the open spot-check.

    Args:
        session: knows it.
        pages: shows its steps.
    """

    def __init__(self, parts: WindowParts, session: SpotCheckSession, pages: SpotCheckPage) -> None:
        super().__init__(parts)
        self._session = session
        self._pages = pages

    @property
    def _checks(self) -> SpotCheckService:
        return self._session.checks

    @property
    def _id(self) -> int:
        return self._session.id

    def _failed(self, error: Exception) -> None:
        self._notices.show_error(error)

    def _throttled(self, hear: Callable[[int], object]) -> Callable[[int], None]:
        """A callable for another thread; not each of its counts is shown."""
        tell = self._tasks.in_main_thread(hear)
        told_at = 0.0

        def progress(count: int) -> None:
            nonlocal told_at
            if time.monotonic() - told_at > _TELL_EVERY:
                told_at = time.monotonic()
                tell(count)

        return progress
