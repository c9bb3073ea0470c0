"""Plays two readers who check a made release in the window, by keyboard alone, from start to signed report.

    python scripts/play_spot_check.py [--notes 5000] [--pictures docs/images] [--report FOLDER]

The release is made here: notes about nobody, of which 1.2 % hold a name that its tool left. The readers know
what the made notes say, and so see on the screen what does not belong there, planted leaks as well: a share
of it, which they mark with the label that it looks like. With ``--pictures`` a picture of each page is taken.
Needs no screen: under ``xvfb-run -a`` it runs as on a real one, and without a display Qt draws offscreen.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from chartveil.domain.paths import UserPaths
from chartveil.gui.spot_check.steps import SpotCheckStep
from playing import WindowPlayer, wait

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
_OWN_LINE = re.compile(r"Text|File name|Properties|Other columns|Hidden text|\S*\d{5}\.txt")
"""Headings of the page, and the names of the made files."""
_LOOKS = (
    (re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d"), "T"),
    (re.compile(r"\(?\d{3}\)?[ -]\d{3}-\d{4}"), "N"),
    (re.compile(r"\d{1,5} (?:[A-Z]\w+ )+(?:Street|Road|Avenue|Lane|Drive)"), "S"),
    (re.compile(r"Dr\. ([A-Z]\w+)"), "D"),
    (re.compile(r"\b[A-Z]{0,3}-?\d{4,}\b"), "M"),
    (re.compile(r"(?:sister|brother|wife|husband|son|daughter) ([A-Z]\w+)", re.IGNORECASE), "R"),
    (re.compile(r"(?<!^)\b[A-Z][a-z]{2,}\b"), "P"),
    (re.compile(r"\w{3,}"), "P"),
)
"""What leaks look like, and the keys of their labels; the first that fits."""
_TYPES = ("letters", "discharge", "progress")


def make_release(folder: Path, notes: int) -> frozenset[str]:
    """Writes notes in three folders, the same ones each time; gives all lines in them that leak nothing."""
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
    heads = (f"{kind.capitalize()} note {n}" for n in range(notes) for kind in _TYPES)
    return frozenset((*_SENTENCES, *heads))


def leaks_on_screen(text: str, harmless: frozenset[str]) -> list[tuple[int, str]]:
    """Where the screen says what no made note says: place of a word of it, and key of its label."""
    found, at = [], 0
    for line in text.split("\n"):
        if line and line not in harmless and not _OWN_LINE.fullmatch(line):
            rest = line
            for known in sorted((h for h in harmless if h in line), key=len, reverse=True):
                rest = rest.replace(known, " " * len(known), 1)
            for pattern, key in _LOOKS:
                word = pattern.search(rest)
                if word:
                    found.append((at + word.start(word.lastindex or 0), key))
                    break
        at += len(line) + 1
    return found


class Player(WindowPlayer):
    """Who checks a release."""

    def __init__(self, home: Path, pictures: Path | None, harmless: frozenset[str]) -> None:
        super().__init__(home, READERS[0], pictures, "window-spot-check")
        self.paths = UserPaths(home)
        self.page = self.window.spot_check_page
        self.harmless = harmless
        self.rng = random.Random(4)

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
        self.until("what planted leaks are worth is told", plan.worth.isVisible)
        wait(500)
        self.take("plan")
        self.press("Alt+F")
        self.until("the commitment is shown", plan.draw.hasFocus)
        self.take("commitment")
        self.press("Space")
        self.until("the sample is drawn", lambda: self.page.steps[SpotCheckStep.READ].isChecked())

    def _choose(self, keys: str, widget: QWidget, text: str) -> None:
        self.press(keys)
        self.until("it has the keyboard", widget.hasFocus)
        self.write(text)

    def read(self, reader: int) -> int:
        """Reads all notes of the random arm, marks what the reader sees, and gives how many notes."""
        reading = self.page.reading
        self.press("Alt+R")
        self.until("the reader is asked for", reading.readers.hasFocus)
        self.write(READERS[reader])
        self.press("Return")
        for count in itertools.count(1):
            name = f"{count:,}"
            self.until(
                "the next note is shown, or all are read",
                lambda name=name, count=count: (
                    (count > 1 and "read all notes" in reading.view.text)
                    or (reading.progress.text().startswith(f"Note {name} ") and reading.view.hasFocus())
                ),
            )
            if count > 1 and "read all notes" in reading.view.text:
                return count - 1
            for place, key in leaks_on_screen(reading.view.text, self.harmless):
                if self.rng.random() < SEES[reader]:
                    self._mark(place, key)
            if count == 3 and reader == 0:
                self.take("read")
            while not reading.view.is_at_end:
                self.press("Space")
            self.press("Space")
        raise AssertionError

    def _mark(self, place: int, key: str) -> None:
        reading = self.page.reading
        before = reading.mark_list.count()
        self.press("Ctrl+Home")
        self.press("Right", times=place + 1)
        self.press("L")
        self.until("the labels are shown", lambda: QApplication.activePopupWidget() is not None)
        self.press(key)
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
            wait(400)
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
        release = Path(folder) / "clinic-letters"
        player = Player(Path(folder) / "home", asked.pictures, make_release(release, asked.notes))
        player.take("start")
        player.bring_in(release)
        player.plan(asked.bound, 20, 0)
        read = [player.read(reader) for reader in range(len(READERS))]
        settled = player.settle()
        report = asked.report or Path(folder) / "report"
        player.judge(report)
        print(player.page.verdict.head.text())
        print(player.page.verdict.facts.text())
        print(f"{asked.notes:,} notes, {read} read, {settled} settled, {player.keys:,} keys,", end=" ")
        print(f"{time.monotonic() - begun:.0f} s; report: {sorted(p.name for p in report.iterdir())}")
        player.window.close()
        wait(50)


if __name__ == "__main__":
    main()
