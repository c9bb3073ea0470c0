"""Measures how quickly the window answers, each figure with its spread.

    python scripts/bench_window.py [--repeat 5] [--json FILE]

`scripts/bench.py` runs it as one of its sections. Window and service are the real ones, drawn without a
screen, in a home folder of their own; keys are pressed and the event loop is run until nothing is left to do.
No model is loaded: spans are put into the store as detection would.

A figure is the wall-clock time the main thread was away from its event loop; "processor" beside it is what
of this the thread worked itself, which a busy machine does not lengthen as much. Where a figure is "the
longest", it is the longest of one run, and median, least and most are over the runs.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime  # noqa: F401 - before Qt, as the program does
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from bench import Figure
from bench_notes import DOCUMENTS, TOUCHED, prepare
from chartveil.domain.paths import UserPaths
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import Preferences
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.review.model import ActionKind
from chartveil.service import bulk_decisions as bulk
from chartveil.service.review_service import ReviewService
from chartveil.store.own_key import open_own_key

DECISIONS = 50
_PATIENCE = 120.0
"""Seconds until something that should have happened counts as failed."""
_START = """
import os, sys, time
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
            app.removeEventFilter(self)
            QTimer.singleShot(0, lambda: painted(watched))
        return False

def painted(window):
    print(time.time(), time.process_time(), flush=True)
    window.close()

app = QApplication(["chartveil"])
watch = Watch()
app.installEventFilter(watch)
from chartveil.cli.main import cli
cli(["gui"])
"""
"""A process of its own: all that `chartveil gui` does, until its first picture is drawn and the event loop is
free again; says when that was, and how much processor time all its threads took until then."""


class Taken(NamedTuple):
    """Seconds that something took: by the clock, and of the main thread's own work."""

    wall: float
    work: float


class Drawn:
    """A window over a review service, with the means to work it as a person does and to take the time.

    Args:
        home: of the service.
    """

    def __init__(self, app: QApplication, home: Path) -> None:
        self.app = app
        self.service = ReviewService(UserPaths(home))
        preferences = Preferences(reviewer="Ada Review")
        self.window = MainWindow(self.service, preferences, ThemeSwitcher(app, preferences))
        self.view = self.window.review_page.document.view
        self.window.resize(1440, 900)
        self.window.show()
        QTest.qWaitForWindowActive(self.window)
        self.settle()

    def timed(self, work: Callable[[], object]) -> Taken:
        """Does something and runs the event loop until what it caused is drawn."""
        wall, own = time.perf_counter(), time.thread_time()
        work()
        self.app.processEvents()
        return Taken(time.perf_counter() - wall, time.thread_time() - own)

    def turns(self, done: Callable[[], bool]) -> list[Taken]:
        """Runs the event loop until something is so; how long each of its turns took."""
        until = time.monotonic() + _PATIENCE
        turns = []
        while not done():
            if time.monotonic() > until:
                raise SystemExit("the window does not come to rest")
            turns.append(self.timed(lambda: None))
        return turns

    def settle(self, seconds: float = 0.4) -> None:
        """Lets timers and threads come to an end."""
        until = time.monotonic() + seconds
        self.turns(lambda: time.monotonic() > until)

    def open(self, worklist: int) -> tuple[Taken, list[Taken]]:
        """Opens a worklist until its first document is drawn: all of it, and each turn of the event loop."""
        before = self.window.document.loaded
        wall, own = time.perf_counter(), time.thread_time()
        turns = [self.timed(lambda: self.window.resume_worklist(worklist))]
        turns += self.turns(lambda: self.window.document.loaded not in (None, before))
        turns.append(self.timed(lambda: None))
        return Taken(time.perf_counter() - wall, time.thread_time() - own), turns

    def open_row(self, row: int) -> Taken:
        """Opens another document of the worklist until it is drawn."""
        reviewing = self.window.document
        wall, own = time.perf_counter(), time.thread_time()
        reviewing.open(row)
        self.turns(lambda: reviewing.row is not None and reviewing.row.row == row)
        self.app.processEvents()
        return Taken(time.perf_counter() - wall, time.thread_time() - own)

    def press(self, command: str) -> Taken:
        """Presses the key of a command in the document."""
        keys = QKeySequence(self.window.commands.keymap.keys(command)[0])
        return self.timed(lambda: QTest.keySequence(self.view, keys))

    def close(self) -> None:
        self.window.close()
        self.window.deleteLater()
        self.app.processEvents()


@contextmanager
def drawn(app: QApplication, home: Path) -> Iterator[Drawn]:
    made = Drawn(app, home)
    try:
        yield made
    finally:
        made.close()


def both(name: str, taken: Sequence[Taken], unit: str = "ms") -> list[Figure]:
    """A figure by the clock, and one of the thread's own work."""
    scale = 1000 if unit == "ms" else 1
    return [
        Figure(name, unit, tuple(scale * t.wall for t in taken)),
        Figure("  processor", unit, tuple(scale * t.work for t in taken)),
    ]


def longest(turns: Sequence[Taken]) -> Taken:
    """The longest by the clock, and the most work: not always in the same turn."""
    return Taken(max(t.wall for t in turns), max(t.work for t in turns))


# What is measured


def start(repeat: int, home: Path) -> list[Figure]:
    """From the start of a process to a window that is drawn and hears keys."""
    # Modules are compiled by the first run, which does not count, as an installed program's are.
    environment = dict(os.environ, CHARTVEIL_HOME=str(home), PYTHONPYCACHEPREFIX=str(home / "compiled"))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    open_own_key(UserPaths(home))  # the question of the first start would wait for somebody
    taken = []
    for _ in range(repeat + 1):
        begun = time.time()
        done = subprocess.run(
            [sys.executable, "-c", _START], capture_output=True, text=True, env=environment, check=False
        )
        if not done.stdout:
            raise SystemExit(f"the window does not start:\n{done.stderr}")
        shown, work = map(float, done.stdout.split()[:2])
        taken.append(Taken(shown - begun, work))
    return both("start of the process to a usable window", taken[1:], "s")


def large_note(app: QApplication, home: Path, made: int, repeat: int) -> list[Figure]:
    """One note of a megabyte: opened, scrolled from end to end, decided on."""
    opened, opening, counting, scrolled, dragged, wheeled = [], [], [], [], [], []
    decided: list[Taken] = []
    undone: list[Taken] = []
    spans = 0
    for _ in range(repeat):
        with drawn(app, home) as d:
            whole, turns = d.open(made)
            opened.append(whole)
            opening.append(longest(turns))
            counting.append(longest(_counted(d)))
            d.settle()
            spans = len(d.view.review.items)
            scrolled.append(longest(list(_scroll(d))))
            dragged.append(longest(list(_drag(d))))
            wheeled.append(longest(list(_wheel(d))))
            decided += _decide(d)
            undone += [d.press("undo") for _ in range(DECISIONS)]
    size = f"a note of 1 MB with {spans:,} spans"
    return [
        *both(f"{size}: from the list to drawn", opened, "s"),
        *both("  the longest block while it opens", opening),
        *both("  the longest block while lines are counted", counting),
        *both("  scrolled by pages, the longest frame", scrolled),
        *both("  dragged to and fro, the longest frame", dragged),
        *both("  by the wheel, the longest frame", wheeled),
        *both(f"  a decision, {len(decided)} of them", decided),
        *both("  undo of a decision", undone),
    ]


def _counted(d: Drawn) -> list[Taken]:
    """The turns of the event loop until all lines are counted."""
    seen: list[bool] = []
    d.view.lines_counted.connect(lambda: seen.append(True))
    return d.turns(lambda: bool(seen))


def _scroll(d: Drawn) -> Iterator[Taken]:
    bar = d.view.verticalScrollBar()
    bar.setValue(0)
    d.settle(0.1)
    while bar.value() < bar.maximum():
        yield d.timed(lambda: QTest.keyClick(d.view, Qt.Key.Key_PageDown))


def _drag(d: Drawn) -> Iterator[Taken]:
    bar = d.view.verticalScrollBar()
    for k in range(200):
        yield d.timed(partial(bar.setValue, bar.maximum() * (k * 61 % 200) // 200))


def _wheel(d: Drawn) -> Iterator[Taken]:
    d.view.verticalScrollBar().setValue(0)
    for _ in range(300):
        yield d.timed(lambda: _turn(d))


def _turn(d: Drawn) -> None:
    at = QPointF(200, 200)
    no, none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    turned = QWheelEvent(at, at, QPoint(), QPoint(0, -120), no, none, phase, False)
    d.app.sendEvent(d.view.viewport(), turned)


def _decide(d: Drawn) -> list[Taken]:
    """Decisions one after the other, accepted and rejected in turn, each until it is drawn."""
    taken = []
    for k in range(DECISIONS):
        before = d.window.document.review.counts().undecided
        taken.append(d.press("reject" if k % 3 == 2 else "accept"))
        if d.window.document.review.counts().undecided != before - 1:
            raise SystemExit("a key decided nothing")
    return taken


def usual_notes(app: QApplication, home: Path, name: str, made: int, repeat: int) -> list[Figure]:
    """Decisions and going on in notes of about 2 kB."""
    decided: list[Taken] = []
    moved: list[Taken] = []
    opened: list[Taken] = []
    for _ in range(repeat):
        with drawn(app, home) as d:
            d.open(made)
            d.settle()
            rows = [r.row for r in d.service.rows()[:8]]
            for row in rows:
                opened.append(d.open_row(row))
                d.settle(0.3)
                left = d.window.document.review.counts().undecided
                decided += [d.press("reject" if k % 3 == 2 else "accept") for k in range(left)]
                if d.window.document.review.counts().undecided:
                    raise SystemExit("a key decided nothing")
                moved += [d.press("next") for _ in range(5)]
            for _ in range(len(decided)):
                d.press("undo")
    return [
        *both(f"{name}: a decision, {len(decided)} of them", decided),
        *both("  to the next span", moved),
        *both("  another document opens", opened),
    ]


def large_worklist(app: QApplication, home: Path, made: int, repeat: int) -> list[Figure]:
    """A worklist of ten thousand documents: opened, filtered, decided on at once."""
    opened: list[Taken] = []
    opening: list[Taken] = []
    filtered: list[Taken] = []
    cleared: list[Taken] = []
    bulk_steps: list[list[Taken]] = []
    for _ in range(repeat):
        with drawn(app, home) as d:
            whole, turns = d.open(made)
            opened.append(whole)
            opening.append(longest(turns))
            d.settle()
            filtered += _filter(d)
            cleared.append(d.timed(d.window.review_page.worklist.show_all))
            bulk_steps.append(_decide_many(d))
    counted, bulk_done, undone, redone = zip(*bulk_steps, strict=True)
    return [
        *both(f"a worklist of {DOCUMENTS:,} documents: from the start page to drawn", opened, "s"),
        *both("  the longest block while it opens", opening),
        *both("  a letter in the filter", filtered),
        *both("  the filter taken away", cleared),
        *both(f"  {TOUCHED:,} documents with the same text: found", counted),
        *both("  all of them decided at once", bulk_done),
        *both("  that undone", undone),
        *both("  that done again", redone),
    ]


def _filter(d: Drawn) -> list[Taken]:
    """Types into the filter, letter by letter."""
    field = d.window.review_page.worklist.findChild(QLineEdit)
    d.window.review_page.worklist.focus_filter()
    taken = [d.timed(partial(QTest.keyClick, field, letter)) for letter in "note 099"]
    if not 50 < len(d.window.review_page.worklist.visible_rows()) < 200:
        raise SystemExit("the filter does not filter")
    return taken


def _decide_many(d: Drawn) -> list[Taken]:
    """Finds one text in a thousand documents, decides on all, undoes that, and does it again."""
    reviewing = d.window.document
    review = reviewing.review
    item = review.items[0]
    reviewing.select(item)
    found: list[bulk.DecisionTarget] = []

    def find() -> None:
        found.extend(bulk.same_text_targets(d.service, review, item))

    def decide() -> None:
        done = bulk.decide_targets(d.service, ActionKind.REJECT, found, review)
        reviewing.show_action(done)

    steps = [d.timed(find), d.timed(decide), d.press("undo"), d.press("redo")]
    if len({t.row for t in found}) < TOUCHED:
        raise SystemExit("the bulk decision touches too little")
    d.press("undo")
    return steps


def start_page(app: QApplication, home: Path, repeat: int) -> list[Figure]:
    with drawn(app, home) as d:
        known = len(d.service.worklists())
        d.timed(d.window.show_start)
        shown = [d.timed(d.window.show_start) for _ in range(max(repeat, 5))]
    return both(f"the start page with {known} worklists", shown)


def window_figures(repeat: int, show: Callable[[list[Figure]], None]) -> None:
    """Measures all of it; each part is shown as it is done."""
    with tempfile.TemporaryDirectory() as folder:
        show(start(repeat, Path(folder) / "empty"))
        app = QApplication.instance() or QApplication(["chartveil"])
        assert isinstance(app, QApplication)
        home = Path(folder) / "home"
        usual, large, many = prepare(Path(folder))
        show(large_note(app, home, large, repeat))
        show(usual_notes(app, home, "notes of 2 kB in a worklist of 12", usual, repeat))
        show(usual_notes(app, home, f"notes in a worklist of {DOCUMENTS:,}", many, repeat))
        show(large_worklist(app, home, many, repeat))
        show(start_page(app, home, repeat))


def _fail(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """An error in a slot would only be printed, and the figures be of something else."""
    traceback.print_exception(kind, error, trace)
    os._exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--json", type=Path, help="also write all values there")
    options = parser.parse_args()
    sys.excepthook = _fail
    figures: list[Figure] = []

    def show(more: list[Figure]) -> None:
        figures.extend(more)
        for f in more:
            print(f.row(), flush=True)

    print(f"{'':58s} {'median':>10s} {'min':>10s} {'max':>10s}")
    window_figures(options.repeat, show)
    if options.json:
        rows = [
            {"name": f.name, "unit": f.unit, "values": f.values, "median": statistics.median(f.values)}
            for f in figures
        ]
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
