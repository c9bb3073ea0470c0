"""What is to open the store: a passphrase, the system's keyring, or nothing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QRadioButton, QWidget

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.layouts import column, fill, named, row, text_label
from chartveil.store.wrapped_key import LEAST_PASSPHRASE, OpenedBy


class LockChoice(QWidget):
    """Three choices, each with what it protects from and what is lost, and a passphrase typed twice.

    Signals:
        changed: the choice or a passphrase is another one.
    """

    changed = Signal()

    def __init__(self, chosen: OpenedBy) -> None:
        super().__init__()
        texts = {
            OpenedBy.PASSPHRASE: (
                self.tr("&Passphrase"),
                self.tr(
                    "Asked for at each start. Protects from whoever has the disk, a backup, or sits at your "
                    "account. Forgotten, only a back-up of the key opens what you decided."
                ),
            ),
            OpenedBy.KEYRING: (
                self.tr("The system's &keyring"),
                self.tr(
                    "Opens when you are logged in. Protects from whoever has the disk or a backup. If the "
                    "account is lost, only a back-up of the key opens it."
                ),
            ),
            OpenedBy.NOTHING: (
                self.tr("&No passphrase on this machine"),
                self.tr(
                    "Whoever can read your files opens it. Choose this where the disk is encrypted and "
                    "nobody else uses your account."
                ),
            ),
        }
        self._group = QButtonGroup(self)
        self.choices: dict[OpenedBy, QRadioButton] = {}
        layout = column(parent=self, margins=0, gap=GRID_UNIT)
        for kind, (name, why) in texts.items():
            button = self.choices[kind] = QRadioButton(name)
            button.setAccessibleDescription(why)
            button.setChecked(kind is chosen)
            button.toggled.connect(self._show)
            self._group.addButton(button)
            said = text_label(why, "small")
            said.setContentsMargins(4 * GRID_UNIT, 0, 0, 0)
            fill(layout, button, said)
            if kind is OpenedBy.PASSPHRASE:
                self.first, self.second = (self._field(n) for n in (self.tr("Passphrase"), self.tr("Again")))
                self._fields = QWidget()
                row(self.first, self.second, parent=self._fields, margins=(4 * GRID_UNIT, 0, 0, 0))
                layout.addWidget(self._fields)
        self._show()

    def _field(self, name: str) -> QLineEdit:
        field = named(QLineEdit(), name)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(name)
        field.textChanged.connect(self.changed)
        return field

    def _show(self) -> None:
        self._fields.setEnabled(self.opened_by is OpenedBy.PASSPHRASE)
        self.changed.emit()

    @property
    def opened_by(self) -> OpenedBy:
        """The choice."""
        return next(kind for kind, button in self.choices.items() if button.isChecked())

    @property
    def passphrase(self) -> str:
        """The passphrase that was typed, for ``PASSPHRASE``."""
        return self.first.text() if self.opened_by is OpenedBy.PASSPHRASE else ""

    def problem(self) -> str:
        """The problem that keeps the choice from being made; empty where there is none."""
        if self.opened_by is not OpenedBy.PASSPHRASE:
            return ""
        if len(self.first.text()) < LEAST_PASSPHRASE:
            return self.tr("The passphrase needs {n} characters or more: four or five words.").format(
                n=LEAST_PASSPHRASE
            )
        return "" if self.first.text() == self.second.text() else self.tr("The two are not the same.")

    def clear(self) -> None:
        """Forgets what was typed."""
        self.first.clear()
        self.second.clear()
