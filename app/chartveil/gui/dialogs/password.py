"""The password of a protected file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT


class PasswordDialog(QDialog):
    """Asks for a password until one opens the file, or nobody wants to try any more.

    Args:
        name: of the file; shown in the dialog alone.
        parent: the window.

    Signals:
        password_entered: a password to be tried; answered with ``accept`` or ``refuse``.
    """

    password_entered = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Password"))
        what = QLabel(self.tr("{name} is protected by a password.").format(name=name))
        what.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Password"))
        self.field.textChanged.connect(self._changed)
        self.show_it = QCheckBox(self.tr("&Show it"))
        self.show_it.toggled.connect(self._show)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_style_property(self.problem, "role", "danger")
        kept = QLabel(
            self.tr(
                "It is kept in this worklist, encrypted, and tried on its other protected files. It stands "
                "in no log, and the copy that goes out needs none."
            )
        )
        kept.setWordWrap(True)
        set_style_property(kept, "role", "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = buttons.addButton(self.tr("Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        set_style_property(self.open_button, "primary", True)
        self.open_button.setDefault(True)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT)
        layout.setSpacing(GRID_UNIT)
        layout.addWidget(what)
        layout.addWidget(self.field)
        layout.addWidget(self.show_it, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.problem, kept, buttons):
            layout.addWidget(widget)
        self.resize(440, self.sizeHint().height())
        self.problem.hide()
        self._changed()
        self.field.setFocus()

    def show_problem(self, reason: str) -> None:
        """Says that the password does not open the file, or what else is wrong."""
        self._changed()
        self.problem.setText(reason)
        self.problem.setAccessibleName(reason)
        self.problem.show()
        self.field.selectAll()
        self.field.setFocus()

    def _give(self) -> None:
        if self.field.text():
            self.open_button.setEnabled(False)
            self.password_entered.emit(self.field.text())

    def _changed(self) -> None:
        self.open_button.setEnabled(bool(self.field.text()))

    def _show(self, on: bool) -> None:
        self.field.setEchoMode(QLineEdit.EchoMode.Normal if on else QLineEdit.EchoMode.Password)
