"""A program that opens the window on a case report and leaves its facts out by keys until it is killed; see
``test_window_kill``.

It prints how many facts are decided, as the window shows them, after each key.
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


def write_up_until_killed(home: Path) -> None:
    app = QApplication([])
    preferences = Preferences(reviewer="Ada")
    window = MainWindow(ReviewService(UserPaths(home)), preferences, ThemeSwitcher(app, preferences))
    window.show()
    person = Person(Waiting(), window)
    (case,) = window.case_report_session.cases.cases()
    window.case_report.open(case.id)
    page, prose = window.case_report_page, window.case_report_page.prose

    def undecided() -> int:
        text = page.undecided.text()
        return int(text.split()[0]) if text[:1].isdecimal() else 0

    person.until(prose.texts.result.hasFocus)
    facts = undecided()
    while True:
        left = undecided()
        if prose.panel.fact is None or prose.panel.fact.decision is not None:
            person.press("N")
        person.press("L")
        person.until(lambda left=left: undecided() == left - 1 and prose.texts.result.hasFocus())
        sys.stdout.write(json.dumps(facts - undecided()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    write_up_until_killed(Path(sys.argv[1]))
