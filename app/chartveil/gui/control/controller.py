"""The base of all controllers of the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from chartveil.domain.errors import ReviewError
from chartveil.gui.commands.actions import CommandActions
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.tasks import BackgroundTasks
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.file_dialogs import ask_to_confirm
from chartveil.gui.widgets.notices import NoticeBar
from chartveil.gui.widgets.waiting_dialog import WaitingDialog
from chartveil.service.decisions import SignatureAtStakeError
from chartveil.service.review_service import ReviewService

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The parts of the window that all controllers use.

    Attributes:
        service: with the open worklist.
        tasks: runs in the background what takes time.
        page: shows the worklist and the open document.
        notices: where errors and remarks are shown.
        themes: gives dialogs their colours and icons.
        commands: the actions, for menus and for the names of keys.
        window: dialogs and menus stand over it.
    """

    service: ReviewService
    tasks: BackgroundTasks
    page: ReviewPage
    notices: NoticeBar
    themes: WindowTheme
    commands: CommandActions
    window: QWidget


class Controller(QObject):
    """Does what a person asks for: asks the service, and shows what came of it."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._service = parts.service
        self._tasks = parts.tasks
        self._page = parts.page
        self._notices = parts.notices
        self._themes = parts.themes
        self._commands = parts.commands
        self._window = parts.window

    def _say(self, text: str) -> None:
        """A short sentence above the document."""
        self._page.show_message(text)

    def _attempt(self, work: Callable[[], T]) -> T | None:
        """Does something that is stored; shows why, and gives None, where it cannot be done.

        This is the border at which commands that change the worklist end. Any other error than a
        ``ReviewError`` is shown without its text, and the review goes on: the store has rolled it back.
        """
        try:
            return work()
        except ReviewError as e:
            self._say(str(e))
        except Exception as e:  # noqa: BLE001 - see above
            self._notices.show_error(e)
        return None

    def _wait_for(self, said: str, work: Callable[[], object], then: Callable[[], object]) -> None:
        """Does something in a thread that takes its time and cannot be stopped, while the window shows that
        it waits; says why where it fails. ``then`` is done in either case."""
        dialog = WaitingDialog(said, self._window)

        def ended(error: Exception | None) -> None:
            dialog.end()
            if error is not None:
                self._notices.show_error(error)
            then()

        dialog.show()
        self._tasks.run(work, lambda _: ended(None), ended)

    def _attempt_asking(self, work: Callable[[bool], T]) -> T | None:
        """As ``_attempt``, where a signature may be at stake: asks before one is taken back.

        Args:
            work: told whether a signature may be taken back.
        """

        def step() -> T | None:
            try:
                return work(False)
            except SignatureAtStakeError:
                return work(True) if self._may_withdraw_signature() else None

        return self._attempt(step)

    def _may_withdraw_signature(self) -> bool:
        return ask_to_confirm(
            self._page,
            self.tr("This step takes a signature back. Go on?"),
            self.tr(
                "What it changes has to be signed off again. That the signature was withdrawn is kept in the "
                "audit record. Copies that were exported stay as they are."
            ),
            self.tr("Withdraw the signature"),
            self.tr("Leave it signed"),
        )
