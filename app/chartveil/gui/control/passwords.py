"""Passwords of protected files: asked for, tried and kept, so that the files can be read again."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from chartveil.domain.errors import ChartveilError
from chartveil.gui.dialogs.password import PasswordDialog
from chartveil.gui.tasks import BackgroundTasks
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.notices import error_text
from chartveil.gui.worklist.panel import WorklistPanel
from chartveil.service import passwords
from chartveil.service.review_service import ReviewService


class PasswordController(QObject):
    """Drives the dialog that asks for a password.

    Signals:
        unlocked: numbers of the rows that are to be read again.
    """

    unlocked = Signal(list)

    def __init__(
        self, service: ReviewService, tasks: BackgroundTasks, panel: WorklistPanel, window: QWidget
    ) -> None:
        super().__init__(window)
        self._service = service
        self._tasks = tasks
        self._window = window
        panel.failures.password_requested.connect(self.ask_password)

    def ask_password(self, row: int) -> None:
        """Asks for the password of a document that failed for want of it."""
        dialog = PasswordDialog(one_line(self._service.row(row).name), self._window)
        dialog.password_entered.connect(partial(self._try, dialog, row))
        dialog.exec()
        self._tasks.cancel_latest("password")
        dialog.deleteLater()

    def _try(self, dialog: PasswordDialog, row: int, password: str) -> None:
        self._tasks.run_latest(
            "password",
            passwords.password_trial(self._service, row, password),
            partial(self._tried, dialog, password),
            lambda e: dialog.show_problem(error_text(e)),
        )

    def _tried(self, dialog: PasswordDialog, password: str, fits: bool) -> None:
        if not fits:
            dialog.show_problem(self.tr("This is another password than the one the file has. Try again."))
            return
        try:
            passwords.keep_password(self._service, password)
        except ChartveilError as e:
            dialog.show_problem(error_text(e))
            return
        dialog.accept()
        self.unlocked.emit([r.row for r in self._service.rows() if passwords.needs_password(r)])
