"""Starts the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

# Before Qt: on Windows the other order fails to load it. It sends nothing anywhere (decision 0002).
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
import onnxruntime  # noqa: F401
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from chartveil import __version__
from chartveil.errors import ChartveilError
from chartveil.gui.failures import Notice, NoticeKind
from chartveil.gui.looks import Looks
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import load_preferences
from chartveil.service.desk import Desk
from chartveil.service.places import Places


def run(paths: Sequence[Path] = ()) -> int:
    """Opens the window and stays until it is closed.

    Args:
        paths: files and folders to begin a worklist with; none for the start page.

    Returns:
        Exit code.
    """
    app = QApplication.instance() or QApplication([sys.argv[0]])
    assert isinstance(app, QApplication)
    QCoreApplication.setApplicationName("Chartveil")
    QCoreApplication.setApplicationVersion(__version__)
    places = Places.usual()
    loaded = load_preferences(places.preferences)
    looks = Looks(app, loaded.preferences)
    try:
        desk = Desk(places)
    except ChartveilError as e:
        QMessageBox.critical(None, "Chartveil", str(e))
        return 3
    window = MainWindow(desk, loaded.preferences, looks)
    _tell_errors(window)
    if loaded.remark:
        window.failures.show_notice(Notice(NoticeKind.WARNING, loaded.remark))
    window.show()
    if paths:
        window.begin(paths)
    return int(app.exec())


def _tell_errors(window: MainWindow) -> None:
    """Errors that nobody caught are shown, without their text, which may quote a document."""

    def tell(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        window.failures.show_error(error)

    sys.excepthook = tell
