"""Questions to the user that the system's own dialogs ask; tests answer them in their place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QMessageBox, QWidget

from chartveil.gui.folders import ask_file, ask_folder, ask_new_file


def _confirm(parent: QWidget, question: str, consequence: str, yes: str, no: str) -> bool:
    box = QMessageBox(QMessageBox.Icon.Warning, parent.window().windowTitle(), question, parent=parent)
    box.setInformativeText(consequence)
    do = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    leave = box.addButton(no, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leave)
    box.setEscapeButton(leave)
    box.exec()
    return box.clickedButton() is do


@dataclass(frozen=True, slots=True)
class UserPrompts:
    """Who asks.

    Attributes:
        file: an existing file, by a title.
        new_file: a file to make, by a title and a suggested name.
        folder: an existing folder, by a title.
        confirm: a question, what follows from it, and the words of the two buttons; true for the first.
    """

    file: Callable[[QWidget, str], Path | None] = ask_file
    new_file: Callable[[QWidget, str, str], Path | None] = ask_new_file
    folder: Callable[[QWidget, str], Path | None] = ask_folder
    confirm: Callable[[QWidget, str, str, str, str], bool] = _confirm
