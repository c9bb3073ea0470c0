"""Kills the window in the middle of review, again and again: is what it showed as decided there afterwards?

    python scripts/kill_window.py [--times 50] [--seed 1]

The samples are searched once. Each time the real window, in a process of its own, decides by keys on a copy
of that home and prints what it shows as decided; after a random number of decisions and a random pause it is
killed with SIGKILL. The store it leaves must hold all that was shown, at most one decision more (stored, and
not shown yet), and undo must lead back to the beginning. Ends with 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from chartveil.domain.paths import UserPaths, resources_folder
from chartveil.review.model import DecisionState
from chartveil.service import decisions
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings

TESTS = Path(__file__).resolve().parent.parent / "tests"
SAMPLES = ("01-discharge-summary.txt", "06-telephone-encounter.md", "10-progress-notes.csv")
DECIDED = (DecisionState.ACCEPTED, DecisionState.REJECTED, DecisionState.ADDED)
MOST = 22
"""Decisions after which it is killed at the latest; there are more to be made."""
PAUSE = 0.08
"""Seconds waited after that at most: some decisions long."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    lost = 0
    shown = 0
    with tempfile.TemporaryDirectory() as folder:
        base = searched(Path(folder))
        for n in range(1, arguments.times + 1):
            home = shutil.copytree(base, Path(folder) / f"home-{n}")
            after, pause = rng.randint(1, MOST), rng.uniform(0, PAUSE)
            said = killed(home, after, pause)
            problem = compared(home, said)
            shown += len(said)
            lost += bool(problem)
            ending = f"LOST: {problem}" if problem else "all there"
            print(f"{n}: killed {pause * 1000:.0f} ms after decision {len(said)}: {ending}", flush=True)
            shutil.rmtree(home)
    print(f"{arguments.times} kills, {shown} decisions shown before them, {lost} with something lost")
    return 1 if lost else 0


def searched(folder: Path) -> Path:
    """A home with a worklist of samples, searched."""
    notes = folder / "samples"
    notes.mkdir()
    for name in SAMPLES:
        shutil.copyfile(resources_folder() / "samples" / name, notes / name)
    service = ReviewService(UserPaths(folder / "base"))
    service.create_worklist([notes], WorklistSettings(reviewer="Ada", jobs=1))
    for found in service.detection_work(service.pending_files())(lambda: False):
        service.record_detection(found)
    service.close()
    return folder / "base"


def killed(home: Path, after: int, pause: float) -> list[dict[str, str]]:
    """What the window showed as decided, decision by decision, until it was killed."""
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(TESTS), *sys.path]))
    command = [sys.executable, "-m", "gui.deciding_until_killed", str(home)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(after)]
        time.sleep(pause)
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    if child.returncode != -signal.SIGKILL or not lines[0]:
        raise SystemExit("The window ended by itself.")
    return [json.loads(line) for line in lines if line.endswith("\n")]


def compared(home: Path, said: list[dict[str, str]]) -> str:
    """What is wrong with the store that was left; empty where all is there."""
    service = ReviewService(UserPaths(home))
    try:
        service.store.verify()
        service.open_worklist(service.worklists()[0].id)
        row = service.rows()[0].row

        def decided() -> dict[str, str]:
            items = service.store.items(service.worklist, row, service.reading_of(row))
            return {str(i.id): str(i.state) for i in items if i.state in DECIDED}

        stored = decided()
        if not said[-1].items() <= stored.items():
            return f"{len(said[-1].items() - stored.items())} of {len(said[-1])} decisions"
        if len(stored) - len(said[-1]) > 1:
            return "more is stored than was decided"
        for _ in stored:
            decisions.undo(service, None)
        return "undo does not lead back" if decided() or decisions.history(service)[0] is not None else ""
    finally:
        service.close()


if __name__ == "__main__":
    sys.exit(main())
