"""Asks for files and folders, and keeps none of their names."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_files(parent: QWidget | None, title: str) -> list[Path]:
    """Files that the user chooses; none where he changes his mind."""
    chosen, _ = QFileDialog.getOpenFileNames(parent, title)
    forget_recent_folders()
    return [Path(p) for p in chosen]


def ask_file(parent: QWidget | None, title: str, start: str = "", endings: str = "") -> Path | None:
    """One file that there is."""
    chosen, _ = QFileDialog.getOpenFileName(parent, title, start, endings)
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
