"""A program that opens the window on a spot-check and reads by keys until it is killed; see
``test_window_kill``.

It prints how many notes are answered and how many leaks are marked, as the window shows them, after each key.
"""

import json
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
import onnxruntime  # noqa: F401 - before Qt, as the program does it
from PySide6.QtWidgets import QApplication

from chartveil.domain.paths import UserPaths
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import Preferences
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.service.review_service import ReviewService
from gui.deciding_until_killed import Waiting
from gui.driving import Person


def read_until_killed(home: Path) -> None:
    app = QApplication([])
    preferences = Preferences(reviewer="Ada")
    window = MainWindow(ReviewService(UserPaths(home)), preferences, ThemeSwitcher(app, preferences))
    window.show()
    person = Person(Waiting(), window)
    (check,) = window.spot_check_session.summaries()
    window.spot_check.open(check.id)
    reading = window.spot_check_page.reading
    answered = marked = 0
    while True:
        here = f"Note {answered + 1} "
        person.until(lambda here=here: reading.progress.text().startswith(here) and reading.view.hasFocus())
        person.press("Ctrl+Home")
        person.press("Right", times=reading.view.text.index("Ndukwe") + 1)
        person.press("L")
        person.until(lambda: QApplication.activePopupWidget() is not None)
        person.press("D")
        person.until(lambda: reading.mark_list.count() == 1)
        marked += 1
        tell(answered, marked)
        person.press("Space")
        there = f"Note {answered + 2} "
        person.until(lambda there=there: reading.progress.text().startswith(there))
        answered += 1
        tell(answered, marked)


def tell(*shown: int) -> None:
    sys.stdout.write(json.dumps(shown) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    read_until_killed(Path(sys.argv[1]))
