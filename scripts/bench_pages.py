"""Measures how pages are read and would be covered, on pages it makes itself.

    python scripts/bench_pages.py                                    every kind and degradation, 2 pages each
    python scripts/bench_pages.py --kinds letter,labs --degrade scan200,fax --pages 5
    python scripts/bench_pages.py --alone                            the engine without what is done around it
    python scripts/bench_pages.py --threads 1,2 --degrade scan200    seconds with one thread and with two

What the figures mean is told in docs/page-figures.md. Each number of threads has a process of its own, since
engines are made once a process; accuracy is that of the first.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "app"))

from benchmarks.pages.degradation import Degradation
from benchmarks.pages.fonts import fonts_used
from benchmarks.pages.maker import PAGE_KINDS, make_page
from benchmarks.pages.readers import read_as_document, read_by_engine
from benchmarks.pages.scoring import MeasuredShare, PageScore, PageScoreSummary, score_page, summarize_scores
from benchmarks.pages.synthetic_page import SyntheticPage
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.engines.registry import get_engine

_SECONDS = 1.8
"""Aim for a page with two threads."""
_WORDS = {
    Degradation.SCAN_200: 0.995,
    Degradation.FAX: 0.985,
    Degradation.FAX_STANDARD: 0.985,
}
"""Aims for the share of words read."""
_INK = 0.999
"""Aim for the share of identifiers' ink covered."""


@dataclass(frozen=True, slots=True)
class Job:
    """What one process measures."""

    engine: EngineName
    second: EngineName | None
    alone: bool
    threads: int
    cells: tuple[tuple[str, Degradation], ...]
    pages: int
    first: int


@dataclass(frozen=True, slots=True)
class Measured:
    """One page.

    Attributes:
        seconds: that reading took.
        processor: seconds of all cores together that it took.
        memory: the most in MiB that the process held meanwhile, models and the page included.
    """

    kind: str
    how: Degradation
    seed: int
    seconds: float
    processor: float
    memory: float
    score: PageScore


def measure(job: Job) -> list[Measured]:
    """The pages measured, after one that is not."""
    first = get_engine(job.engine, job.threads)
    second = get_engine(job.second, job.threads) if job.second is not None else None

    def read(page: SyntheticPage) -> Callable[[], tuple[SyntheticPage, object]]:
        if job.alone:
            return read_by_engine(page, first)
        return read_as_document(page, first, second)

    read(make_page("letter", Degradation.CLEAN, 1000))
    out = []
    for kind, how in job.cells:
        for seed in range(job.first, job.first + job.pages):
            page = make_page(kind, how, seed)
            forget_peak()
            started, worked = time.perf_counter(), time.process_time()
            rest = read(page)
            seconds, processor = time.perf_counter() - started, time.process_time() - worked
            peak = peak_memory()
            out.append(Measured(kind, how, seed, seconds, processor, peak, score_page(*rest())))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return out


def forget_peak() -> None:
    """Has the system begin anew to watch the most memory of this process, where it can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak_memory() -> float:
    """The most memory in MiB since :func:`forget_peak`, else since the start; 0 where that cannot be told."""
    status = Path("/proc/self/status")
    if status.exists():
        held = next(n for n in status.read_text().splitlines() if n.startswith("VmHWM"))
        return int(held.split()[1]) / 2**10
    try:
        import resource
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def percent(share: MeasuredShare, digits: int = 2, *, interval: bool = False) -> str:
    """A share in percent, with its interval."""
    if share.value is None:
        return "-"
    text = f"{100 * share.value:.{digits}f}"
    if interval and share.interval is not None:
        text += f" ({100 * share.interval.low:.{digits}f}-{100 * share.interval.high:.{digits}f})"
    return text


def row(name: str, s: PageScoreSummary) -> list[str]:
    """A line of the table of kinds or degradations."""
    return [
        name,
        str(s.pages),
        percent(s.words),
        percent(s.parted),
        percent(s.letters),
        f"{s.stamped.found}/{s.stamped.gold}",
        percent(s.ink, 3),
        f"{s.bared.found}/{s.bared.gold}",
        f"{s.lost.found}/{s.lost.gold}",
        f"{s.false_regions:.1f}",
        f"{s.reversed_pairs.found}",
        f"{s.torn_pairs.found}",
        f"{s.seconds[1]:.2f} ({s.seconds[0]:.2f}-{s.seconds[2]:.2f})" if s.seconds else "-",
    ]


HEAD = ["", "pages", "words %", "as words %", "letter errors %", "under stamps", "ink %", "bared",
        "lost lines", "false regions", "reversed", "torn", "seconds"]  # fmt: skip


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table for Markdown."""
    widths = [max(len(r[i]) for r in (head, *rows)) for i in range(len(head))]
    for r in (head, ["-" * w for w in widths], *rows):
        print("| " + " | ".join(cell.ljust(w) for cell, w in zip(r, widths, strict=True)) + " |")
    print()


def print_figures(pages: Sequence[Measured], *, missed: int) -> None:
    """Prints all tables."""
    hows = [how for how in Degradation if any(p.how is how for p in pages)]
    kinds = [kind for kind in PAGE_KINDS if any(p.kind == kind for p in pages)]
    sums = {how: _sum([p for p in pages if p.how is how]) for how in hows}
    print("By degradation, all kinds; 95 % intervals by bootstrap over pages\n")
    aims = ["", "words %", "aim", "ink %", "aim", "letter errors %", "seconds: median (least-most)", "aim"]
    rows = []
    for how, s in sums.items():
        aim = f">= {100 * _WORDS[how]:.1f}" if how in _WORDS else ""
        words, ink = percent(s.words, interval=True), percent(s.ink, 3, interval=True)
        errors = percent(s.letters, interval=True)
        rows.append(
            [how.value, words, aim, ink, f">= {100 * _INK:.1f}", errors, row("", s)[-1], f"<= {_SECONDS}"]
        )
    table(aims, rows)
    table(HEAD, [row(how.value, s) for how, s in sums.items()])
    for how in hows:
        print(f"{how.value}: by kind of page\n")
        table(HEAD, [row(k, _sum(own)) for k in kinds if (own := _of(pages, k, how))])
    print("Words of identifiers read, in percent, by kind of identifier\n")
    labels = sorted({label for s in sums.values() for label in s.labels})
    cells = [
        [label.value, *(percent(s.labels[label]) if label in s.labels else "-" for s in sums.values())]
        for label in labels
    ]
    table(["", *(how.value for how in hows)], cells)
    if missed:
        print_missed(pages, missed)


def print_times(threads: int, pages: Sequence[Measured]) -> None:
    """Prints one line on time and memory."""
    seconds = [p.seconds for p in pages]
    middle, processor = statistics.median(seconds), statistics.median(p.processor for p in pages)
    most = max(p.memory for p in pages)
    spread = f"{min(seconds):.2f}-{max(seconds):.2f}"
    name = "1 thread" if threads == 1 else f"{threads} threads"
    print(
        f"{name}: {middle:.2f} s a page ({spread}), {processor:.2f} s of processors; at most {most:.0f} MiB"
    )


def print_missed(pages: Sequence[Measured], most: int) -> None:
    """Prints words that were not read, some for each page."""
    print("Words missed: as drawn | as read at its place\n")
    for p in pages:
        for m in p.score.missed[:most]:
            where = f"{m.word.place.left:.0f},{m.word.place.top:.0f}"
            label = m.word.label.value if m.word.label else "-"
            covered = " (covered)" if m.covered else ""
            print(f"{p.how.value} {p.kind} {p.seed} at {where} {label}: {m.word.text} | {m.read}{covered}")


def _of(pages: Sequence[Measured], kind: str, how: Degradation) -> list[Measured]:
    return [p for p in pages if p.kind == kind and p.how is how]


def _sum(pages: Sequence[Measured]) -> PageScoreSummary:
    return summarize_scores([p.score for p in pages], [p.seconds for p in pages])


def as_json(pages: Sequence[Measured], times: dict[int, list[dict[str, object]]]) -> str:
    """All counts, one entry a page."""
    rows = []
    for p in pages:
        counts = asdict(replace(p.score, missed=()))
        counts["labels"] = {k.value: v for k, v in counts["labels"].items()}
        counts["missed"] = [
            {"text": m.word.text, "label": m.word.label, "read": m.read, "covered": m.covered,
             "place": asdict(m.word.place)}
            for m in p.score.missed
        ]  # fmt: skip
        rows.append({"kind": p.kind, "how": p.how, "seed": p.seed, **counts})
    return json.dumps({"fonts": fonts_used(), "threads": times, "pages": rows}, indent=1)


def listed(text: str, known: Sequence[str]) -> list[str]:
    """Names parted by commas, all of them known."""
    names = text.split(",")
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"{name}: not one of {', '.join(known)}")
    return names


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--engine", type=EngineName, default=EngineName.RAPIDOCR, choices=list(EngineName))
    p.add_argument("--second", type=EngineName, choices=list(EngineName), help="reads pages once more")
    p.add_argument("--alone", action="store_true", help="the engine without turning, order, regions")
    p.add_argument("--kinds", type=lambda t: listed(t, list(PAGE_KINDS)), default=list(PAGE_KINDS))
    hows = [how.value for how in Degradation]
    p.add_argument("--degrade", type=lambda t: listed(t, hows), default=hows)
    p.add_argument("--pages", type=int, default=2, help="of each kind and degradation")
    p.add_argument("--first", type=int, default=0, help="seed of the first page; others give other pages")
    p.add_argument("--threads", type=lambda t: [int(n) for n in t.split(",")], default=[2])
    p.add_argument("--missed", type=int, default=0, metavar="N", help="print N missed words of each page")
    p.add_argument("--json", type=Path, metavar="FILE", help="write all counts to a file")
    args = p.parse_args()
    cells = tuple((kind, Degradation(how)) for how in args.degrade for kind in args.kinds)
    job = Job(args.engine, args.second, args.alone, 0, cells, args.pages, args.first)
    first: list[Measured] = []
    times: dict[int, list[dict[str, object]]] = {}
    for threads in args.threads:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            measured = pool.submit(measure, replace(job, threads=threads)).result()
        first = first or measured
        times[threads] = [asdict(replace(m, score=None)) for m in measured]
        print_times(threads, measured)
    print()
    print_figures(first, missed=args.missed)
    if args.json:
        args.json.write_text(as_json(first, times), encoding="utf-8")


if __name__ == "__main__":
    main()
