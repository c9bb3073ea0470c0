"""A remark of the reviewer on a span."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget


class NoteDialog(QDialog):
    """Asks for a note. Ctrl+Enter keeps it, Esc leaves it as it was.

    Args:
        note: the note that there is; empty for none.
    """

    def __init__(self, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Note on this span"))
        self._edit = QPlainTextEdit(note)
        self._edit.setAccessibleName(self.tr("Note"))
        self._edit.setTabChangesFocus(True)
        self._edit.setPlaceholderText(self.tr("What the next reader should know"))
        self._edit.moveCursor(self._edit.textCursor().MoveOperation.End)
        kept = QLabel(
            self.tr("It stays in the encrypted worklist on this machine and is never part of an export.")
        )
        kept.setWordWrap(True)
        kept.setProperty("role", "muted")
        buttons = QDialogButtonBox()
        keep = buttons.addButton(self.tr("Keep the note"), QDialogButtonBox.ButtonRole.AcceptRole)
        keep.setProperty("primary", True)
        keep.setToolTip(self.tr("Ctrl+Enter"))
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self._edit, 1)
        layout.addWidget(kept)
        layout.addWidget(buttons)
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
