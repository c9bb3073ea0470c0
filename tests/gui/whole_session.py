"""A program that sits at the window for a whole session and then waits to be killed: ``test_whole_session``.

    python -m gui.whole_session NOTES OUTPUTS SECRET [--end]

It imports the notes, reviews and signs them, copies an original, exports, and meets an error that quotes
one. With --end it closes the window instead of waiting.
"""

import os
import sys
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
import onnxruntime  # noqa: F401 - before Qt, as the program does it
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from chartveil.domain.paths import UserPaths
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import Preferences
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.service.review_service import ReviewService
from gui.deciding_until_killed import Waiting
from gui.driving import Person


def sit(notes: Path, outputs: Path, secret: str, *, wait: bool) -> None:
    app = QApplication([])
    preferences = Preferences(reviewer="Ada", jobs=1)
    window = MainWindow(ReviewService(UserPaths.default()), preferences, ThemeSwitcher(app, preferences))
    window.show()
    person = Person(Waiting(), window)
    window.begin_worklist([notes])
    person.until(lambda: window.service.worklist and person.review is not None)
    person.searched()
    for row in window.service.rows():
        window.document.open(row.row)
        person.until(lambda row=row: window.document.row.row == row.row and person.review is not None)
        window.review_page.document.setFocus()
        while any(i.state.value == "proposed" for i in person.review.items):
            person.press("Return")
        view = window.review_page.document.view
        start = person.text.index(secret)
        view.select(start, start + len(secret))
        person.press("Ctrl+C")
        assert QGuiApplication.clipboard().text() == secret
        person.press("Ctrl+Return")
        person.until(lambda row=row: window.service.row(row.row).signed_by)
    person.press("Ctrl+E")
    dialog = window.export.dialog
    dialog.choice_page.folder.setText(str(outputs))
    dialog.choice_page.start.click()
    person.exported()
    dialog.close()
    try:
        raise KeyError(secret)
    except KeyError as e:
        window.notice_bar.show_error(e)
    person.until(lambda: window.service.unrecorded_events() == [])
    sys.stdout.write("sat\n")
    sys.stdout.flush()
    if wait:
        time.sleep(600)
    window.close()


if __name__ == "__main__":
    sit(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], wait="--end" not in sys.argv)
