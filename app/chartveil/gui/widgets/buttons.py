"""Buttons as panels and dialogs use them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton


def push_button(
    text: str,
    action: Callable[[], object] | None = None,
    *,
    name: str = "",
    tip: str = "",
    quiet: bool = False,
) -> QPushButton:
    """A button that Enter presses only while it has the keyboard, also in a dialog.

    Args:
        text: on the button; a sign such as ``‹`` needs a ``name`` too.
        action: is called when the button is pressed.
        name: for screen readers, where it is not the text.
        tip: what the button does, for the mouse.
        quiet: whether it has no frame until the mouse is over it.
    """
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.setProperty("quiet", quiet)
    if name:
        button.setAccessibleName(name)
    if tip:
        button.setToolTip(tip)
    if action is not None:
        button.clicked.connect(lambda: action())
    return button
