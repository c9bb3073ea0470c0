"""Plays a person at the window by keyboard, for scripts that show a whole job and take its pictures."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

import onnxruntime  # noqa: E402, F401 - before Qt, as the program does
from PIL import Image  # noqa: E402
from PySide6.QtCore import QEventLoop, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QKeySequence  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from chartveil.domain.paths import UserPaths  # noqa: E402
from chartveil.gui.main_window import MainWindow  # noqa: E402
from chartveil.gui.preferences import Appearance, Preferences  # noqa: E402
from chartveil.gui.theme.switcher import ThemeSwitcher  # noqa: E402
from chartveil.service.review_service import ReviewService  # noqa: E402

_PATIENCE = 300.0
"""Seconds that a step may take."""


class WindowPlayer:
    """Presses keys in whatever has the keyboard, waits for what comes of it, and takes pictures.

    Args:
        home: folder that the program keeps its files in.
        reviewer: who sits at the window.
        pictures: folder for them; None for none.
        prefix: begins their names.

    Attributes:
        window: the window.
        keys: how many were pressed.
    """

    def __init__(self, home: Path, reviewer: str, pictures: Path | None, prefix: str) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        preferences = Preferences(appearance=Appearance.LIGHT, reviewer=reviewer, device="cpu")
        self.window = MainWindow(ReviewService(UserPaths(home)), preferences, ThemeSwitcher(app, preferences))
        self.keys = 0
        self._pictures, self._prefix = pictures, prefix
        self.window.resize(1280, 800)
        self.window.show()
        self.window.activateWindow()
        self.until("the window has the keyboard", lambda: QApplication.focusWidget() is not None)

    def until(self, what: str, ready: Callable[[], object]) -> None:
        """Waits for something the window does in the background.

        Raises:
            SystemExit: if it does not come, or the window shows a message.
        """
        end = time.monotonic() + _PATIENCE
        while not ready():
            if time.monotonic() > end or self.window.notice_bar.notices:
                self.window.grab().save(str(Path(tempfile.gettempdir()) / f"{self._prefix}-stuck.png"))
                raise SystemExit(f"It did not come to this: {what}. {self.window.notice_bar.notices}")
            wait(2)

    def press(self, keys: str, times: int = 1) -> None:
        """Presses keys, written as in menus."""
        chord = QKeySequence.fromString(keys)[0]
        for _ in range(times):
            popup = QApplication.activePopupWidget()
            at = (popup.focusWidget() or popup) if popup else QApplication.focusWidget() or self.window
            QTest.keyClick(at, Qt.Key(chord.key()), chord.keyboardModifiers())
            self.keys += 1

    def write(self, text: str) -> None:
        """Types text over what stands there."""
        self.press("Ctrl+A")
        QTest.keyClicks(QApplication.focusWidget() or self.window, text)
        self.keys += len(text)

    def take(self, name: str) -> None:
        """Takes a picture of the window, small enough for the documentation."""
        if self._pictures is None:
            return
        wait(300)
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / f"{self._prefix}-{name}.png"
        self.window.grab().save(str(path))
        Image.open(path).convert("RGB").quantize(192).save(path, optimize=True)

    def close(self) -> None:
        """Closes the window."""
        self.window.close()
        wait(50)


def wait(milliseconds: int) -> None:
    """Lets the window work; threads of Python run meanwhile, which ``QTest.qWait`` does not let them."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
