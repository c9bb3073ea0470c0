"""Plays a clinician who makes a case report in the window, by keyboard alone, from notes to Word file.

    python scripts/play_case_report.py [--notes FOLDER|NUMBER] [--pictures docs/images] [--report FOLDER]

Without a folder the bundled sample is written up; a number makes a patient with so many notes. The clinician
takes each suggested wording but keeps each tenth fact with a reason, notes consent, works through the search
list, and signs. With ``--pictures`` a picture of each page is taken. Needs no screen.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from chartveil.gui.case_report.page import CaseStep
from playing import ROOT, WindowPlayer, wait

sys.path.insert(0, str(ROOT))  # the benchmarks are no package of the product
from benchmarks.case_report.made_patients import make_patient, write_patient

CLINICIAN = "Rosa Almeida"
_SEED = 40
SAMPLE = ROOT / "resources" / "case_report" / "sample"


class Clinician(WindowPlayer):
    """Who writes a case up."""

    def __init__(self, home: Path, pictures: Path | None) -> None:
        super().__init__(home, CLINICIAN, pictures, "window-case-report")
        self.page = self.window.case_report_page

    def bring_in(self, folder: Path) -> int:
        """Brings the notes in, and gives how many there are."""
        self.press("Ctrl+Shift+K")
        self.until("the notes are asked for", self.page.notes.folder.hasFocus)
        self.write(str(folder))
        self.press("Return")
        table = self.page.notes.table
        self.until("the notes are shown", lambda: table.rowCount() and table.hasFocus())
        self.take("notes")
        return table.rowCount()

    def decide_facts(self) -> int:
        """Decides about every fact, and gives how many there were."""
        prose = self.page.prose
        self.press("Alt+2")
        self.until("the prose is shown", prose.texts.result.hasFocus)
        done = 0
        while self._undecided():
            if prose.panel.fact is None or prose.panel.fact.decision is not None:
                self.press("N")
            fact = prose.panel.fact
            assert fact is not None
            before = self._undecided()
            if done == 2:
                self.take("prose")
            if done % 10 == 9 or fact.suggested == 0:
                self.press("K")
                self.until("the reason is asked for", prose.panel.reason.hasFocus)
                self.write("the exposure explains the disease")
                if done == 9:
                    self.take("keep")
            self.press("Return")
            self.until("it is decided", lambda before=before: self._undecided() < before)
            self.until("the text has the keyboard", prose.texts.result.hasFocus)
            done += 1
        return done

    def _undecided(self) -> int:
        text = self.page.undecided.text()
        return 0 if text.startswith("✓") else int(text.split()[0].replace(",", ""))

    def note_consent(self) -> int:
        """Notes that all agreed, and gives how many were asked."""
        people, asked = self.page.people, 0
        self.press("Alt+3")
        self.until("the people are shown", people.table.hasFocus)
        for at in range(people.table.rowCount()):
            if people.table.item(at, 4).text() == "○ Not asked":
                while people.table.currentRow() != at:
                    self.press("Down" if people.table.currentRow() < at else "Up")
                self.press("3")
                self.until("it is noted", lambda at=at: people.table.item(at, 4).text() == "✓ Given")
                asked += 1
        self.take("people")
        return asked

    def write_report(self, folder: Path) -> None:
        """Works through the search list, then writes and signs."""
        write = self.page.write
        self.press("Alt+4")
        self.until("the estimate is shown", self.page.check.population.hasFocus)
        self.take("check")
        self.press("Alt+5")
        self.until("the last step is shown", write.phrases.hasFocus)
        for at in range(write.phrases.rowCount()):
            self.press("1")
            self.until("it is noted", lambda at=at: write.phrases.item(at, 1).text().startswith("✓"))
        while not write.folder.hasFocus():
            self.press("Tab")
        self.write(str(folder))
        self.press("Return")
        self.until("it is written", lambda: write.write.isEnabled() and write.message.text())
        self.take("written")


def main() -> None:
    """Plays it and says what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", default=str(SAMPLE), help="folder, or how many to make")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--report", type=Path, help="folder, new or empty")
    asked = parser.parse_args()
    QApplication([])
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="chartveil-play-") as folder:
        player = Clinician(Path(folder) / "home", asked.pictures)
        player.take("start")
        written = Path(asked.notes)
        if asked.notes.isdecimal():
            written = Path(folder) / "made patient"
            write_patient(make_patient(_SEED, int(asked.notes)), written)
        notes = player.bring_in(written)
        read = time.monotonic() - begun
        facts = player.decide_facts()
        people = player.note_consent()
        report = asked.report or Path(folder) / "report"
        player.write_report(report)
        print(player.page.write.message.text())
        assert player.page.steps[CaseStep.WRITE].isChecked()
        print(f"{notes} notes read in {read:.0f} s, {facts} facts decided, {people} agreed,", end=" ")
        took = time.monotonic() - begun
        print(f"{player.keys:,} keys, {took:.0f} s; {sorted(p.name for p in report.iterdir())}")
        player.close()
        wait(50)


if __name__ == "__main__":
    main()
