"""The questions at the start: what is to open the store, its passphrase, its key from a back-up."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from chartveil.domain.errors import ChartveilError, KeyFileError, StoreLockedError, WrongPassphraseError
from chartveil.domain.paths import UserPaths
from chartveil.domain.wording import capitalized
from chartveil.gui.access.lock_choice import LockChoice
from chartveil.gui.widgets.buttons import dialog_buttons, push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.store.keys import NEW_KEY_BYTES
from chartveil.store.own_key import (
    delay_after,
    key_file_facts,
    make_own_key,
    open_own_key,
    read_key_backup,
    restore_own_key,
)
from chartveil.store.recovery_words import words_to_key
from chartveil.store.wrapped_key import OpenedBy

_WIDTH = 620
_RESTORE_HEIGHT = 680


class _KeyDialog(FittedDialog):
    """A dialog that ends with a key.

    Attributes:
        key: the user's; empty until it is there.
    """

    def __init__(self, user_paths: UserPaths, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Chartveil")
        self._user_paths = user_paths
        self.key = b""
        self.problem = text_label("", "danger", plain=True)
        self.problem.hide()

    def show_problem(self, text: str) -> None:
        """Says what is wrong; an empty text takes it away."""
        self.problem.setText(text)
        self.problem.setAccessibleName(text)
        self.problem.setVisible(bool(text))

    def _attempt(self, work: Callable[[], bytes]) -> None:
        """Ends with the key that the work gives, or says why there is none."""
        try:
            self.key = work()
        except ChartveilError as e:
            self.show_problem(capitalized(str(e)))
        else:
            self.accept()

    def _restore(self) -> None:
        dialog = RestoreKeyDialog(self._user_paths, parent=self)
        if dialog.exec():
            self.key = dialog.key
            self.accept()


class FirstStartDialog(_KeyDialog):
    """Asks what is to open the store, before there is one."""

    def __init__(self, user_paths: UserPaths, parent: QWidget | None = None) -> None:
        super().__init__(user_paths, parent)
        self.choice = LockChoice(OpenedBy.PASSPHRASE)
        self.choice.changed.connect(lambda: self.show_problem(""))
        self.restore = push_button(self.tr("I have a &back-up…"), self._restore)
        buttons, self.begin = dialog_buttons(self, self.tr("Begin"), self.tr("Quit"), self._begin)
        column(
            text_label(self.tr("What opens your worklists?"), "title", wrap=False),
            text_label(
                self.tr(
                    "Chartveil keeps what you review and decide encrypted on this machine. Nothing leaves "
                    "it. You can change this later in the settings, under Access, and back up the key there."
                ),
                "muted",
            ),
            self.choice,
            self.problem,
            row(self.restore, ..., buttons),
            parent=self,
            margins=24,
            gap=16,
        )
        self.setMinimumWidth(_WIDTH)
        self.choice.first.setFocus()

    def _begin(self) -> None:
        choice, paths = self.choice, self._user_paths
        self.show_problem(choice.problem())
        if choice.problem():
            return

        def work() -> bytes:
            key = secrets.token_bytes(NEW_KEY_BYTES)
            make_own_key(paths, key, choice.opened_by, choice.passphrase)
            return key

        self._attempt(work)


class PassphraseForm(QWidget):
    """A field for the passphrase of the store, which waits longer after each that is wrong.

    The field keeps the keyboard meanwhile: what is typed of a passphrase must reach no button and no field
    that shows it. Enter during the wait is answered at its end.

    Args:
        user_paths: where the key file lies.
        opened: is called with the key.
    """

    def __init__(self, user_paths: UserPaths, opened: Callable[[bytes], object]) -> None:
        super().__init__()
        self._user_paths, self._opened = user_paths, opened
        self._failures = 0
        self._asked = ""
        self.field = named(QLineEdit(), self.tr("Passphrase"))
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setPlaceholderText(self.tr("Passphrase"))
        self.field.returnPressed.connect(self._try)
        self.button = push_button(self.tr("Unlock"), self._try)
        self.button.setProperty("primary", True)
        self.problem = text_label("", "danger", plain=True)
        self._wait = QTimer(self, singleShot=True)
        self._wait.timeout.connect(self._let_try)
        column(row((self.field, 1), self.button), self.problem, parent=self, margins=0, gap=8)
        self.setFocusProxy(self.field)

    def _try(self) -> None:
        if self._wait.isActive():
            self._asked = self.field.text()
            self.field.selectAll()  # what is typed now is another one
        elif self.field.text():
            self._open_with(self.field.text())

    def _open_with(self, passphrase: str) -> None:
        try:
            key = open_own_key(self._user_paths, passphrase)
        except WrongPassphraseError as e:
            self._failures += 1
            self._say(e.what.capitalize())
            self.field.setFocus()  # a button that is greyed hands the keyboard on
            if self.field.text() == passphrase:
                self.field.selectAll()
            self.button.setEnabled(False)
            self._wait.start(round(1000 * delay_after(self._failures)))
        except ChartveilError as e:
            self._say(capitalized(str(e)))
        else:
            self._failures = 0
            self._say("")
            self.field.clear()
            self._opened(key)

    def _let_try(self) -> None:
        self.button.setEnabled(True)
        asked, self._asked = self._asked, ""
        if asked:
            self._open_with(asked)

    def _say(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setAccessibleName(text)


class UnlockDialog(_KeyDialog):
    """Asks for the passphrase of the store."""

    def __init__(self, user_paths: UserPaths, parent: QWidget | None = None) -> None:
        super().__init__(user_paths, parent)
        self.form = PassphraseForm(user_paths, self._take)
        column(
            text_label(self.tr("Your worklists are locked"), "title", wrap=False),
            self.form,
            row(
                push_button(self.tr("&Forgotten: take a back-up…"), self._restore),
                ...,
                push_button(self.tr("Quit"), self.reject),
            ),
            parent=self,
            margins=24,
            gap=16,
        )
        self.setMinimumWidth(_WIDTH)
        self.form.setFocus()

    def _take(self, key: bytes) -> None:
        self.key = key
        self.accept()


class RestoreKeyDialog(_KeyDialog):
    """Takes the key from a back-up file or from words, and asks what is to open the store then.

    Args:
        reason: why it is needed, e.g. that the key file is damaged; empty where the user knows.
        prompts: asks for the file.
    """

    def __init__(
        self,
        user_paths: UserPaths,
        reason: str = "",
        prompts: UserPrompts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(user_paths, parent)
        self._prompts = prompts or UserPrompts()
        self._from_file = b""
        self.words = named(QPlainTextEdit(), self.tr("The 26 words of the key"))
        self.words.setTabChangesFocus(True)
        self.words.setPlaceholderText(self.tr("The 26 words from the paper, with blanks between"))
        self.passphrase = named(QLineEdit(), self.tr("Passphrase of the back-up"))
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText(self.tr("Passphrase of the back-up"))
        self.file = push_button(self.tr("Back-up &file…"), self._take_file)
        self.choice = LockChoice(OpenedBy.PASSPHRASE)
        buttons, self.restore = dialog_buttons(self, self.tr("Restore"), self.tr("Cancel"), self._do)
        self.show_problem(reason)
        column(
            text_label(self.tr("Put the key back"), "title", wrap=False),
            self.words,
            row(text_label(self.tr("or"), wrap=False), (self.passphrase, 1), self.file),
            text_label(self.tr("What is to open your worklists from now on?"), "heading"),
            self.choice,
            self.problem,
            buttons,
            parent=self,
            margins=24,
            gap=12,
        )
        # Labels that break their lines do not ask for the height they need.
        self.setMinimumSize(_WIDTH, _RESTORE_HEIGHT)
        self.words.setFocus()

    def _take_file(self) -> None:
        path = self._prompts.file(self, self.tr("Choose a back-up of the key"))
        if path is not None:
            self.take_file(path)

    def take_file(self, path: Path) -> None:
        """Reads a back-up with the passphrase that was typed for it."""
        try:
            self._from_file = read_key_backup(path, self.passphrase.text())
        except StoreLockedError:
            self.show_problem(self.tr("Type the passphrase of the back-up first, then choose the file."))
            self.passphrase.setFocus()
        except KeyFileError as e:
            self.show_problem(capitalized(str(e)))
        else:
            self.show_problem("")
            self.words.setPlainText("")
            self.words.setEnabled(False)
            self.words.setPlaceholderText(self.tr("The key was read from the file."))

    def _do(self) -> None:
        choice = self.choice
        self.show_problem(choice.problem())
        if choice.problem():
            return

        def work() -> bytes:
            key = self._from_file or words_to_key(self.words.toPlainText())
            restore_own_key(self._user_paths, key, choice.opened_by, choice.passphrase)
            return key

        self._attempt(work)


def ask_for_own_key(user_paths: UserPaths) -> bytes:
    """The user's key, after what has to be asked at the start; empty where the user gave up."""
    dialog: _KeyDialog
    try:
        facts = key_file_facts(user_paths)
        if facts is not None and facts.opened_by is not OpenedBy.PASSPHRASE:
            return open_own_key(user_paths)
        dialog = UnlockDialog(user_paths) if facts else FirstStartDialog(user_paths)
    except KeyFileError as e:
        dialog = RestoreKeyDialog(user_paths, str(e))
    return dialog.key if dialog.exec() else b""
