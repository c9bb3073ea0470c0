"""Plays two readers who check a made release in the window, by keyboard alone, from start to signed report.

    python scripts/play_spot_check.py [--notes 5000] [--pictures docs/images] [--report FOLDER]

The release is made here: notes about nobody, of which 1.2 % hold a name that its tool left. The readers see a
share of what leaks, and so of the leaks that the program planted: they are told where those are by the store,
as a person is by reading. With ``--pictures`` a picture of each page is taken. Needs no screen: under
``xvfb-run -a`` it runs as on a real one, and without a display Qt draws offscreen.
"""

from __future__ import annotations

import argparse
import os
import random
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
from PySide6.QtCore import Qt  # noqa: E402
from PySide6.QtGui import QKeySequence  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from chartveil.domain.paths import UserPaths  # noqa: E402
from chartveil.gui.main_window import MainWindow  # noqa: E402
from chartveil.gui.preferences import Appearance, Preferences  # noqa: E402
from chartveil.gui.spot_check.page import Step  # noqa: E402
from chartveil.gui.theme.switcher import ThemeSwitcher  # noqa: E402
from chartveil.service.review_service import ReviewService  # noqa: E402
from chartveil.service.spot_checks.service import SpotCheckService  # noqa: E402
from chartveil.store.spot_checks.records import Arm  # noqa: E402

READERS = ("Rosa Almeida", "Tom Berg")
SEES = (0.95, 0.6)
"""Share of what leaks that each reader sees."""
LEAKY = 0.012
_LEFT = ("Ndukwe", "Lindqvist", "Okonjo", "Achterberg", "Villanueva")
"""Names that the made tool left standing."""
_SENTENCES = (
    "Seen in clinic with chest pain on exertion, better at rest.",
    "Blood pressure 128 over 74, pulse 66 and regular.",
    "Bruce protocol stopped after nine minutes without changes.",
    "Aspirin 81 mg goes on; the statin was doubled.",
    "No oedema, lungs clear, abdomen soft.",
    "Echo shows a normal left ventricle.",
    "To come back in six weeks, sooner if it gets worse.",
)
_TYPES = ("letters", "discharge", "progress")
_PATIENCE = 180.0
"""Seconds that a step may take."""


def make_release(folder: Path, notes: int) -> Path:
    """Writes notes in three folders; the same ones each time."""
    rng = random.Random(22)
    leaky = set(rng.sample(range(notes), round(notes * LEAKY)))
    for n in range(notes):
        kind = _TYPES[n % len(_TYPES)]
        lines = [f"{kind.capitalize()} note {n}", "", *rng.sample(_SENTENCES, 5)]
        if n in leaky:
            lines.insert(rng.randrange(2, 7), f"Discussed with Dr. {rng.choice(_LEFT)}, who agrees.")
        path = folder / kind / f"{n:05}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


class Player:
    """Presses keys in whatever has the keyboard, waits for what comes of it, and takes pictures."""

    def __init__(self, home: Path, pictures: Path | None) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        preferences = Preferences(appearance=Appearance.LIGHT, reviewer=READERS[0], device="cpu")
        self.paths = UserPaths(home)
        self.window = MainWindow(ReviewService(self.paths), preferences, ThemeSwitcher(app, preferences))
        self.page = self.window.spot_check_page
        self.pictures, self.keys = pictures, 0
        self.rng = random.Random(4)
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
                self.window.grab().save(str(Path(tempfile.gettempdir()) / "spot-check-stuck.png"))
                raise SystemExit(f"It did not come to this: {what}. {self.window.notice_bar.notices}")
            QTest.qWait(2)

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
        if self.pictures is None:
            return
        QTest.qWait(300)
        self.pictures.mkdir(parents=True, exist_ok=True)
        path = self.pictures / f"window-spot-check-{name}.png"
        self.window.grab().save(str(path))
        Image.open(path).convert("RGB").quantize(192).save(path, optimize=True)

    # The steps

    def bring_in(self, release: Path) -> None:
        """Brings a release in."""
        self.press("Ctrl+K")
        self.until("the release is asked for", self.page.bring_in.release.hasFocus)
        self.write(str(release))
        self.press("Return")
        self.until("the release is read", self.page.bring_in.to_plan.hasFocus)
        self.take("bring-in")

    def plan(self, bound: str, planted: int, lost: int) -> None:
        """Plans for two readers, freezes the plan and draws."""
        plan = self.page.plan
        self.press("Alt+2")
        self.until("the plan is asked for", plan.bound.hasFocus)
        self.write(bound)
        self._choose("Alt+R", plan.readers, "2")
        self.press("Alt+P")  # the consent, which is given already
        self.press("Space")
        if not plan.consent.isChecked():
            self.press("Space")
        self.press("Tab")
        self.write(str(planted))
        self._choose("Alt+O", plan.over_removal, str(lost))
        said = plan.to_read.text()
        self.press("Tab")
        self.until("the plan is counted", lambda: plan.to_read.text() and said is not None)
        QTest.qWait(500)
        self.take("plan")
        self.press("Alt+F")
        self.until("the commitment is shown", plan.draw.hasFocus)
        self.take("commitment")
        self.press("Space")
        self.until("the sample is drawn", lambda: self.page.steps[Step.READ].isChecked())

    def _choose(self, keys: str, widget: QWidget, text: str) -> None:
        self.press(keys)
        self.until("it has the keyboard", widget.hasFocus)
        self.write(text)

    def read(self, reader: int, store: SpotCheckService, id: int) -> int:
        """Reads all notes of the random arm, marks what the reader sees, and gives how many notes."""
        reading = self.page.reading
        self.press("Alt+R")
        self.until("the reader is asked for", reading.readers.hasFocus)
        self.write(READERS[reader])
        self.press("Return")
        drawn = store.store.drawn(id, Arm.RANDOM)
        for count, note in enumerate(drawn, 1):
            name = f"{note.position + 1:,}"
            self.until(
                "the next note is shown",
                lambda name=name: (
                    reading.progress.text().startswith(f"Note {name} ") and reading.view.hasFocus()
                ),
            )
            text = reading.view.text
            leaks = [text.index(left) for left in _LEFT if left in text]
            if note.planted is not None:
                heading = f"{store.layers(id, note.note)[note.planted.layer].name}\n"
                leaks.append(text.rindex(heading) + len(heading) + note.planted.start)
            for place in leaks:
                if self.rng.random() < SEES[reader]:
                    self._mark(place)
            if count == 3 and reader == 0:
                self.take("read")
            while not reading.view.is_at_end:
                self.press("Space")
            self.press("Space")
        self.until("all are read", lambda: not reading.view.hasFocus())
        return len(drawn)

    def _mark(self, place: int) -> None:
        reading = self.page.reading
        before = reading.mark_list.count()
        self.press("Ctrl+Home")
        self.press("Right", times=place + 1)
        self.press("L")
        self.until("the labels are shown", lambda: QApplication.activePopupWidget() is not None)
        self.press("D")
        self.window.activateWindow()  # as a window manager does when the labels close
        self.until(
            "the leak is marked",
            lambda: reading.mark_list.count() > before and reading.view.hasFocus(),
        )
        if any(left in reading.view.text for left in _LEFT):
            self.take("marked")

    def settle(self) -> int:
        """Settles what the readers differ on, and gives how many notes."""
        page = self.page.disagreements
        self.press("Alt+D")
        self.until("the disagreements are shown", page.table.isVisible)
        if page.table.rowCount() and page.table.item(0, 3).text() == "open":
            QTest.qWait(400)
            self.take("disagreements")
        for _ in range(page.table.rowCount()):
            self.press("1")  # asks for a reason
            self.until("the reason is asked for", page.reason.hasFocus)
            self.write("names a colleague of the patient's doctor")
            self.press("Return")
            self.until("the list has the keyboard", page.table.hasFocus)
            said = page.count.text()
            self.press("1")
            self.until("it is settled", lambda said=said: page.count.text() != said)
        return page.table.rowCount()

    def judge(self, folder: Path) -> None:
        """Looks for a leak in the rest, then signs the report."""
        verdict, rest = self.page.verdict, self.page.rest
        self.press("Alt+4")
        self.until("the verdict is there", lambda: verdict.facts.text() and not verdict.message.text())
        self.until("the plots are drawn", verdict.plots[0].isVisible)
        self.take("verdict")
        self.press("Alt+L")
        self.until("the rest is shown", rest.isVisible)
        if rest.leaks.count():
            self.press("Alt+S")
        else:  # none was in the sample: one that was told is looked for
            rest.words.setFocus()
            self.write(_LEFT[0])
            self.press("Return")
        self.until("the release is searched", lambda: rest.head.text())
        self.take("rest")
        self.press("Alt+B")
        self.until("the verdict is there", lambda: verdict.isVisible() and not verdict.message.text())
        while not verdict.folder.hasFocus():
            self.press("Shift+Tab")
        self.until("the folder is asked for", verdict.folder.hasFocus)
        self.write(str(folder))
        self.press("Return")
        self.until("the report is signed", lambda: verdict.message.text().startswith("✓"))
        self.take("signed")


def main() -> None:
    """Plays it and says what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=5000)
    parser.add_argument("--bound", default="1", help="percent")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--report", type=Path, help="folder, new or empty")
    asked = parser.parse_args()
    QApplication([])
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="chartveil-play-") as folder:
        release = make_release(Path(folder) / "clinic-letters", asked.notes)
        player = Player(Path(folder) / "home", asked.pictures)
        player.take("start")
        player.bring_in(release)
        player.plan(asked.bound, 20, 0)
        store = SpotCheckService(player.paths)
        (check,) = store.spot_checks()
        read = [player.read(reader, store, check.id) for reader in range(len(READERS))]
        settled = player.settle()
        report = asked.report or Path(folder) / "report"
        player.judge(report)
        print(player.page.verdict.head.text())
        print(player.page.verdict.facts.text())
        print(f"{asked.notes:,} notes, {read} read, {settled} settled, {player.keys:,} keys,", end=" ")
        print(f"{time.monotonic() - begun:.0f} s; report: {sorted(p.name for p in report.iterdir())}")
        player.window.close()
        store.close()
        QTest.qWait(50)


if __name__ == "__main__":
    main()
