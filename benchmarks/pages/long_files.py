"""Takes long files from their first page to the checked copy, and measures time and memory of each step.

    python -m benchmarks.pages.long_files --digital 500        a letter of 500 pages with a text layer
    python -m benchmarks.pages.long_files --scanned 1,10,60    scans of so many pages
    python -m benchmarks.pages.long_files --digital 60 --stop-at writing:30

Every page names other people. Rules and lists work, no networks, in one process beside this one, as for
`chartveil deid`. With --stop-at the run is interrupted at that page, and the time until it has ended is told.
Linux and macOS.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from benchmarks.pages.degradation import Degradation
from benchmarks.pages.digital_pages import DIGITAL_KINDS
from benchmarks.pages.invented_text import InventedFacts
from benchmarks.pages.maker import make_page
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.release.batch import BatchReport, BatchRequest, run_batch
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.store.workspace import Workspace
from chartveil.system.page_progress import PageProgress, PageStep

_MEBIBYTE = 2**20
_SCAN_KINDS = ("letter", "discharge", "labs", "medications")


@dataclass
class LongFileRun:
    """What became of one file, and when.

    Attributes:
        report: of the batch; None where it was interrupted.
        seconds: from start to end.
        begun: seconds from the start at which each page of each step was told.
        stopped_after: seconds from the interruption to the end; None without one.
    """

    report: BatchReport | None = None
    seconds: float = 0.0
    begun: dict[PageStep, list[float]] = field(default_factory=dict)
    stopped_after: float | None = None

    def step_seconds(self, step: PageStep) -> float:
        """From the first page of a step to the first of the next, or to the end."""
        times = self.begun.get(step)
        later = [self.begun[s][0] for s in PageStep if s > step and s in self.begun]
        return (later[0] if later else self.seconds) - times[0] if times else 0.0

    @property
    def detection_seconds(self) -> float:
        """From the last page that is read to the first that is written: detection, replacing and the leak
        check, with the reading of that page."""
        read, prepared = self.begun.get(PageStep.READING), self.begun.get(PageStep.PREPARING)
        return prepared[0] - read[-1] if read and prepared else 0.0

    @property
    def longest_page(self) -> float:
        """Seconds between two pages of one step that were told, at most: so long progress stands still."""
        return max((b - a for t in self.begun.values() for a, b in pairwise(t)), default=0.0)


def digital_file(pages: int) -> bytes:
    """A PDF of letters with a text layer, each of other people."""
    out = io.BytesIO()
    size, draw = DIGITAL_KINDS["letter"]
    canvas = Canvas(out, pagesize=size, invariant=1)
    for number in range(pages):
        draw(canvas, InventedFacts(random.Random(f"letter:{number}")))  # noqa: S311 - a seeded page
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def scanned_file(pages: int) -> bytes:
    """A PDF of scans at 200 dpi: letters, summaries, tables and lists of medications."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter, invariant=1)
    for number in range(pages):
        page = make_page(_SCAN_KINDS[number % len(_SCAN_KINDS)], Degradation.SCAN_200, number)
        canvas.drawImage(ImageReader(Image.fromarray(page.picture)), 0, 0, *letter)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def run_long_file(data: bytes, folder: Path, stop_at: tuple[PageStep, int] | None = None) -> LongFileRun:
    """De-identifies a file in a process of its own.

    Args:
        folder: for the file and its copy.
        stop_at: the page at which the run is interrupted.
    """
    source = folder / "long.pdf"
    source.write_bytes(data)
    job = ProcessingJob(
        policy=load_policy(),
        mode=ReplacementMode.SURROGATE,
        key=b"long files: any key will do here",
        output_folder=folder / "copies",
        models=None,
    )
    run = LongFileRun()
    started, stopped = time.monotonic(), list[float]()

    def told(_: FileTask, progress: PageProgress) -> None:
        run.begun.setdefault(progress.step, []).append(time.monotonic() - started)
        if stop_at is not None and (progress.step, progress.page) >= stop_at and not stopped:
            stopped.append(time.monotonic())
            raise KeyboardInterrupt

    with Workspace(folder / "long.db", bytes(range(32))) as workspace, suppress(KeyboardInterrupt):
        run.report = run_batch(BatchRequest((source,), job, 1, apart=True), workspace, on_page=told)
    run.seconds = time.monotonic() - started
    run.stopped_after = time.monotonic() - stopped[0] if stopped else None
    return run


def _show(name: str, pages: int, data: bytes, run: LongFileRun) -> None:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / _MEBIBYTE
    print(f"{name} {pages} pages, {len(data):,} bytes")
    if run.stopped_after is not None:
        print(f"  stopped within {run.stopped_after:.2f} s")
        return
    assert run.report is not None
    outcome = run.report.files[0]
    if outcome.failure is not None:
        print(f"  refused: {outcome.failure.message}")
    print(
        f"  {run.seconds:.0f} s, {used.ru_utime + used.ru_stime:.0f} CPU s of all files so far, "
        f"peak of all so far {peak:,.0f} MiB, {outcome.counts.spans} spans, "
        f"progress still for {run.longest_page:.1f} s at most"
    )
    steps = ", ".join(f"{s.name.lower()} {run.step_seconds(s):.1f}" for s in PageStep)
    print(f"  seconds: {steps}; of reading, detection {run.detection_seconds:.1f}", flush=True)


def main() -> None:
    """Prints some lines a file."""
    numbers: Callable[[str], list[int]] = lambda text: [int(n) for n in text.split(",")]  # noqa: E731
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--digital", type=numbers, default=[], help="pages of each, by commas")
    p.add_argument("--scanned", type=numbers, default=[], help="pages of each, by commas")
    p.add_argument(
        "--stop-at", metavar="STEP:PAGE", help="reading, preparing, writing or checking, and a page"
    )
    args = p.parse_args()
    stop_at = None
    if args.stop_at:
        step, page = args.stop_at.split(":")
        stop_at = PageStep[step.upper()], int(page)
    for name, make, counts in (
        ("digital", digital_file, args.digital),
        ("scanned", scanned_file, args.scanned),
    ):
        for pages in counts:
            data = make(pages)
            with TemporaryDirectory(prefix="long-") as folder:
                _show(name, pages, data, run_long_file(data, Path(folder), stop_at))


if __name__ == "__main__":
    main()
