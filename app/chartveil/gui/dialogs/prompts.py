"""Asks for one thing: a remark on a span, the password of a protected file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget

from chartveil.gui.widgets.buttons import dialog_buttons
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column, named, row, text_label


class NoteDialog(FittedDialog):
    """Asks for a note. Ctrl+Enter keeps it, Esc leaves it as it was.

    Args:
        note: the note that there is; empty for none.
    """

    def __init__(self, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Note on this span"))
        self._edit = named(QPlainTextEdit(note), self.tr("Note"))
        self._edit.setTabChangesFocus(True)
        self._edit.setPlaceholderText(self.tr("What the next reader should know"))
        self._edit.moveCursor(self._edit.textCursor().MoveOperation.End)
        kept = text_label(
            self.tr("It stays in the encrypted worklist on this machine and is never part of an export."),
            "muted",
        )
        buttons, keep = dialog_buttons(self, self.tr("Keep the note"), self.tr("Cancel"))
        keep.setToolTip(self.tr("Ctrl+Enter"))
        column((self._edit, 1), kept, buttons, parent=self, margins=16, gap=12)
        self.resize(440, 240)
        self._edit.setFocus()

    def note(self) -> str:
        """The note as it stands, without blanks at its ends."""
        return self._edit.toPlainText().strip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.accept()
            return
        super().keyPressEvent(event)


class PasswordDialog(FittedDialog):
    """Asks for a password until one opens the file, or nobody wants to try any more.

    Args:
        name: of the file; shown in the dialog alone.
        parent: the window.

    Signals:
        password_entered: a password to be tried; answered with ``accept`` or ``show_problem``.
    """

    password_entered = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Password"))
        self.field = named(QLineEdit(), self.tr("Password"))
        self.field.textChanged.connect(self._changed)
        self.show_it = QCheckBox(self.tr("&Show it"))
        self.show_it.toggled.connect(self._show)
        self.problem = text_label("", "danger")
        kept = text_label(
            self.tr(
                "It is kept in this worklist, encrypted, and tried on its other protected files. It stands "
                "in no log, and the copy that goes out needs none."
            ),
            "muted",
        )
        buttons, self.open_button = dialog_buttons(self, self.tr("Open"), self.tr("Cancel"), self._give)
        column(
            text_label(self.tr("{name} is protected by a password.").format(name=name)),
            self.field,
            row(self.show_it, ...),
            self.problem,
            kept,
            buttons,
            parent=self,
            margins=16,
            gap=8,
        )
        self.resize(440, self.sizeHint().height())
        self.problem.hide()
        self._show(False)
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
