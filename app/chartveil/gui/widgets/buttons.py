"""Buttons for panels and dialogs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton


class FocusedButton(QPushButton):
    """A button that Enter presses while it has the keyboard, and never else.

    Qt's own would let the dialog's first button be pressed instead, and in a window nothing at all.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setAutoDefault(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.click()
            event.accept()
        else:
            super().keyPressEvent(event)


def push_button(
    text: str,
    action: Callable[[], object] | None = None,
    *,
    name: str = "",
    tip: str = "",
    look: str = "",
    quiet: bool = False,
    checkable: bool = False,
) -> QPushButton:
    """A button that Enter presses only while it has the keyboard, also in a dialog.

    Args:
        text: on the button; a sign such as ``‹`` needs a ``name`` too.
        action: is called when the button is pressed.
        name: for screen readers, where it is not the text.
        tip: what the button does, for the mouse.
        look: ``primary`` for what is mostly done, ``danger`` for what should not be done lightly.
        quiet: whether it has no frame until the mouse is over it.
        checkable: whether it stays pressed.
    """
    button = FocusedButton(text)
    button.setProperty("quiet", quiet)
    button.setCheckable(checkable)
    if look:
        button.setProperty(look, True)
    if name:
        button.setAccessibleName(name)
    if tip:
        button.setToolTip(tip)
    if action is not None:
        button.clicked.connect(lambda: action())
    return button


def dialog_buttons(
    dialog: QDialog, do: str, cancel: str, action: Callable[[], object] | None = None
) -> tuple[QDialogButtonBox, QPushButton]:
    """The buttons below a dialog, and the one of them that does what the dialog is for.

    Args:
        dialog: is accepted or rejected by them; Enter accepts it.
        do: on the button that accepts.
        cancel: on the button that rejects.
        action: what the first button does instead of accepting.
    """
    box = QDialogButtonBox()
    button = box.addButton(do, QDialogButtonBox.ButtonRole.AcceptRole)
    button.setProperty("primary", True)
    button.setDefault(True)
    box.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
    box.accepted.connect(action or dialog.accept)
    box.rejected.connect(dialog.reject)
    return box, button
