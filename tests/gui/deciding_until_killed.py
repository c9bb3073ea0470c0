"""A program that opens the window on a home and decides by keys until it is killed; see ``test_window_kill``.

It prints what the view shows as decided after each decision.
"""

import json
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
import onnxruntime  # noqa: F401 - before Qt, as the program does it
from PySide6.QtCore import QDeadlineTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from chartveil.domain.paths import UserPaths
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import Preferences
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.service.review_service import ReviewService
from gui.driving import Person


class Waiting:
    """Waits as pytest-qt does."""

    def waitUntil(self, condition, timeout):
        patience = QDeadlineTimer(timeout)
        while not condition():
            assert not patience.hasExpired()
            QTest.qWait(10)


def decide_until_killed(home: Path) -> None:
    app = QApplication([])
    preferences = Preferences(reviewer="Ada")
    window = MainWindow(ReviewService(UserPaths(home)), preferences, ThemeSwitcher(app, preferences))
    window.show()
    person = Person(Waiting(), window)
    person.go_on()
    for key in ["Return", "Backspace", "Return"] * 10:
        person.press(key)
        shown = {str(id): str(state) for id, state in person.decided().items()}
        sys.stdout.write(json.dumps(shown) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    decide_until_killed(Path(sys.argv[1]))
