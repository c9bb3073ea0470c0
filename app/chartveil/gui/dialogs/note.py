"""A remark of the reviewer on a span."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from chartveil.gui.widgets.buttons import dialog_buttons
from chartveil.gui.widgets.layouts import column, named, text_label


class NoteDialog(QDialog):
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
