"""Settings: what opens the store, back-ups of its key, and when the window locks itself."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from chartveil.gui.access.lock_choice import LockChoice
from chartveil.gui.preferences import Preferences
from chartveil.gui.settings.preference_pages import PreferencePage
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import horizontal_line, integer_input
from chartveil.gui.widgets.layouts import fill, named, row, text_label
from chartveil.store.wrapped_key import OpenedBy


class AccessPage(PreferencePage):
    """Lock, back-up, words, idle minutes.

    Signals:
        access_action: ``lock`` with what is to open the store, ``backup`` with a path, ``words`` with None.
            The passphrases are read from the fields.
    """

    access_action = Signal(str, object)

    def __init__(self, opened_by: OpenedBy, now: Preferences, prompts: UserPrompts) -> None:
        super().__init__()
        self._prompts = prompts
        self.set_header(
            self.tr("Access"),
            self.tr("What opens your worklists and the audit log, which lie encrypted on this machine."),
        )
        self.present = self._secret(self.tr("Present passphrase"))
        self.choice = LockChoice(opened_by)
        self.change = push_button(
            self.tr("Change what opens them"), lambda: self._act("lock", self.choice.opened_by)
        )
        self.backup_passphrase = self._secret(self.tr("Passphrase of the back-up"))
        self.backup = push_button(self.tr("Back up to a file…"), self._back_up)
        self.words = push_button(self.tr("Show the words…"), lambda: self._act("words", None))
        about = self.tr(
            "If the passphrase is forgotten or this machine is lost, only a back-up of the key opens what "
            "you decided. Keep it apart from this machine. Whoever has the words opens a copy."
        )
        fill(
            self.content,
            row(self.present, ...),
            self.choice,
            row(self.change, ...),
            horizontal_line(),
            text_label(self.tr("Back-up of the key"), "heading"),
            text_label(about, "muted"),
            row(self.backup_passphrase, self.backup, self.words, ...),
            horizontal_line(),
            GRID_UNIT,
        )
        self.idle = integer_input(0, 240, now.idle_minutes, self.tr(" min"))
        self.idle.setSpecialValueText(self.tr("Never"))
        self.idle.valueChanged.connect(lambda value: self.changed.emit({"idle_minutes": value}))
        self.add_field(
            self.tr("Lock the window when nobody has done anything for"),
            self.idle,
            self.tr("Work goes on. It needs a passphrase, with which it is opened again."),
        )
        self.clipboard = integer_input(0, 3600, now.clipboard_seconds, self.tr(" s"))
        self.clipboard.setSpecialValueText(self.tr("Never"))
        self.clipboard.valueChanged.connect(lambda value: self.changed.emit({"clipboard_seconds": value}))
        self.add_field(self.tr("Take copied originals out of the clipboard after"), self.clipboard)
        self.content.addStretch()
        self.show_opened_by(opened_by)

    def show_opened_by(self, opened_by: OpenedBy) -> None:
        """Shows what opens the store now, and forgets what was typed."""
        self.present.setVisible(opened_by is OpenedBy.PASSPHRASE)
        self.choice.choices[opened_by].setChecked(True)
        for field in (self.present, self.backup_passphrase):
            field.clear()
        self.choice.clear()

    def _secret(self, name: str) -> QLineEdit:
        field = named(QLineEdit(), name)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(name)
        field.setMinimumWidth(28 * GRID_UNIT)
        return field

    def _act(self, what: str, value: object) -> None:
        problem = self.choice.problem() if what == "lock" else ""
        self.show_remark(problem)
        if not problem:
            self.access_action.emit(what, value)

    def _back_up(self) -> None:
        path = self._prompts.new_file(self, self.tr("Where the back-up is to lie"), "chartveil-key-backup")
        if path is not None:
            self._act("backup", path)
