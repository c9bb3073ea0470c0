"""Asks for files and folders, and keeps none of their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget


def ask_files(parent: QWidget | None, title: str) -> list[Path]:
    """Files that the user chooses; none where he changes his mind."""
    chosen, _ = QFileDialog.getOpenFileNames(parent, title)
    forget_recent_folders()
    return [Path(p) for p in chosen]


def ask_file(parent: QWidget | None, title: str) -> Path | None:
    """One file that there is."""
    chosen, _ = QFileDialog.getOpenFileName(parent, title)
    forget_recent_folders()
    return Path(chosen) if chosen else None


def ask_folder(parent: QWidget | None, title: str, start: str = "") -> Path | None:
    """A folder."""
    chosen = QFileDialog.getExistingDirectory(parent, title, start)
    forget_recent_folders()
    return Path(chosen) if chosen else None


def ask_new_file(parent: QWidget | None, title: str, start: str = "", endings: str = "") -> Path | None:
    """A file to write."""
    chosen, _ = QFileDialog.getSaveFileName(parent, title, start, endings)
    forget_recent_folders()
    return Path(chosen) if chosen else None


def forget_recent_folders() -> None:
    """Removes what Qt's own dialog writes down: the folders seen last, whose names may be patients'."""
    kept = QSettings(QSettings.Scope.UserScope, "QtProject")
    kept.remove("FileDialog")
    kept.sync()


# Questions to the user that the system's own dialogs ask; tests answer them in their place.


def ask_to_confirm(parent: QWidget, question: str, consequence: str, yes: str, no: str) -> bool:
    """A question, what follows from it, and the words of two buttons; true for the first, never by Escape."""
    box = QMessageBox(QMessageBox.Icon.Warning, parent.window().windowTitle(), question, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)  # a question may quote a document
    box.setInformativeText(consequence)
    do = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    leave = box.addButton(no, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leave)
    box.setEscapeButton(leave)
    box.exec()
    return box.clickedButton() is do


@dataclass(frozen=True, slots=True)
class UserPrompts:
    """The functions that ask the user for files, folders and confirmation.

    Attributes:
        file: an existing file, by a title.
        new_file: a file to make, by a title and a suggested name.
        folder: an existing folder, by a title.
        confirm: a question, what follows from it, and the words of the two buttons; true for the first.
        files: existing files, by a title; none where the user changes his mind.
    """

    file: Callable[[QWidget, str], Path | None] = ask_file
    new_file: Callable[[QWidget, str, str], Path | None] = ask_new_file
    folder: Callable[[QWidget, str], Path | None] = ask_folder
    confirm: Callable[[QWidget, str, str, str, str], bool] = ask_to_confirm
    files: Callable[[QWidget, str], list[Path]] = ask_files
