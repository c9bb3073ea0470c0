"""Starts the window."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

# Before Qt: on Windows the other order fails to load it. It sends nothing anywhere (decision 0002).
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
import onnxruntime  # noqa: F401
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from chartveil import __version__
from chartveil.domain.errors import ChartveilError
from chartveil.domain.paths import UserPaths
from chartveil.gui.access.dialogs import ask_for_own_key
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import Preferences, load_preferences
from chartveil.gui.theme.application import usual_text_size
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.gui.widgets.notices import Notice, NoticeKind
from chartveil.service.review_service import ReviewService
from chartveil.store.own_key import open_own_key


def run(paths: Sequence[Path] = (), *, samples: bool = False) -> int:
    """Opens the window and stays until it is closed.

    Args:
        paths: files and folders to begin a worklist with; none for the start page.
        samples: whether they are about nobody: a first start then asks nothing, and says what it left open.

    Returns:
        Exit code.
    """
    app = QApplication.instance() or QApplication([sys.argv[0]])
    assert isinstance(app, QApplication)
    QCoreApplication.setApplicationName("Chartveil")
    QCoreApplication.setApplicationVersion(__version__)
    user_paths = UserPaths.default()
    loaded = load_preferences(user_paths.preferences_file, Preferences(font_size=usual_text_size()))
    theme_switcher = ThemeSwitcher(app, loaded.preferences)
    unasked = samples and not user_paths.key_file.exists()
    try:
        key = open_own_key(user_paths) if unasked else ask_for_own_key(user_paths)
        if not key:
            return 0
        service = ReviewService(user_paths, key)
    except ChartveilError as e:
        QMessageBox.critical(None, "Chartveil", str(e))
        return 3
    window = MainWindow(service, loaded.preferences, theme_switcher)
    with _uncaught_errors_shown(window), _signals_handled(window):
        if loaded.remark:
            window.notice_bar.show_notice(Notice(NoticeKind.WARNING, loaded.remark))
        if unasked:
            what = window.tr("Whoever can read your files opens the store: no passphrase was asked for.")
            remedy = window.tr(
                "Before you bring in your own documents, choose what opens it: settings, Access."
            )
            window.notice_bar.show_notice(Notice(NoticeKind.WARNING, what, remedy=remedy))
        window.fit_to_screen()
        window.show()
        if paths:
            window.begin_worklist(paths, anew=False)
        code = int(app.exec())
    window.deleteLater()
    return code


@contextmanager
def _uncaught_errors_shown(window: MainWindow) -> Iterator[None]:
    """Errors that nobody caught are shown, without their text, which may quote a document."""
    before = sys.excepthook

    def tell(_kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
        window.notice_bar.show_error(error)

    sys.excepthook = tell
    try:
        yield
    finally:
        sys.excepthook = before


@contextmanager
def _signals_handled(window: MainWindow) -> Iterator[None]:
    """Lets Ctrl-C in the terminal, and a polite end by the system, close the window.

    Python hears signals between its own instructions, and while Qt waits there are none: so some are run now
    and then.
    """
    timer = QTimer(window, interval=200)
    timer.timeout.connect(lambda: None)
    timer.start()
    before = {
        number: signal.signal(number, lambda *_: window.close()) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
