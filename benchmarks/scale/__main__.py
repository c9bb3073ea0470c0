"""``python -m benchmarks.scale``: notes a second and core, what the run costs a file, and its record."""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from chartveil.detection.model_choice import ModelChoice
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.release.batch import BatchReport, BatchRequest, run_batch
from chartveil.release.cluster.executors import ProcessExecutor, RayExecutor
from chartveil.release.cluster.shards import ShardExecutor, shard_outcomes
from chartveil.release.job import ProcessingJob
from chartveil.store.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
KEY = bytes(range(32))


def made_notes(count: int) -> list[str]:
    """Texts of about 2 kB with as many identifiers as notes usually hold, each different."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import bench  # type: ignore[import-not-found]

    notes: list[str] = bench.make_notes("usual")
    return [f"Note {n} of a made set.\n{notes[n % len(notes)]}" for n in range(count)]


def write_files(folder: Path, notes: list[str]) -> None:
    """A file a note."""
    for n, text in enumerate(notes):
        (folder / f"{n:05d}.txt").write_text(text, encoding="utf-8")


def write_tables(folder: Path, notes: list[str]) -> None:
    """A table of JSON lines for each hundred notes."""
    for at in range(0, len(notes), 100):
        rows = ({"note_id": n, "note_text": text} for n, text in enumerate(notes[at : at + 100], at))
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{at:05d}.jsonl").write_text(lines, encoding="utf-8")


def measure(name: str, write: Callable[[Path, list[str]], None], notes: list[str], on: ShardExecutor) -> None:
    """Releases the notes by shards, and prints what that took."""
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        (base / "notes").mkdir()
        write(base / "notes", notes)
        policy = load_policy()
        job = ProcessingJob(
            policy, ReplacementMode.SURROGATE, KEY, base / "out", models=ModelChoice("cpu", threads=1)
        )
        work = partial(shard_outcomes, folder=base / "state", executor=on, files=16)
        with Workspace(base / "record.sqlite", KEY) as workspace:
            before, own = time.monotonic(), time.process_time()
            children = _of_children()
            report: BatchReport = run_batch(BatchRequest((base / "notes",), job, work=work), workspace)
            wall, own = time.monotonic() - before, time.process_time() - own
        assert not report.failures, report.failures
        recorded = sum(p.stat().st_size for p in base.glob("record.sqlite*")) / len(notes)
        workers = _of_children() - children
        # Ray's processes are not ours to ask.
        speed = f"{len(notes) / workers:6.1f}" if isinstance(on, ProcessExecutor) else "     –"
        a_file = own / len(report.files) * 1000
        print(f"{name:28} {len(notes):5} {wall:8.1f} {speed} {a_file:8.1f} {recorded:8.0f}")


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    notes = made_notes(args.notes)
    size = sum(map(len, notes)) / len(notes)
    print(f"{platform.machine()}, {args.workers} workers, notes of {size:,.0f} characters")
    print(f"{'':28} {'notes':>5} {'wall s':>8} {'/cpu s':>6} {'ms/file':>8} {'B/note':>8}")
    measure("files, processes", write_files, notes, ProcessExecutor(args.workers))
    measure("tables of 100, processes", write_tables, notes, ProcessExecutor(args.workers))
    if importlib.util.find_spec("ray") is not None:
        measure("files, Ray", write_files, notes, RayExecutor(workers=args.workers))


if __name__ == "__main__":
    main()
