"""Measures speed and memory, each figure with its spread.

    python3 start.py bench [--repeat 5] [--long] [--json FILE]

Times are wall-clock seconds of this machine; quote medians, and ratios to the baseline of the same run
(splitting the same notes into words by `chartveil.domain.tokenized_text`), which do not change with the
machine's load as much. Notes are made from the bundled samples: 60 texts of about 2 kB, each different, once
with as many identifiers as notes usually hold and once far denser; how many is printed. The models are
measured without their cache, with one thread and with one a core.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the benchmarks are no package of the product
SAMPLES = ROOT / "resources" / "samples"
PROSE = ROOT / "resources" / "bench" / "prose.txt"
NOTES = 60
STAGE_NOTES = 20
_SENTENCES = 2
NOTE_CHARS = 2000


@dataclass(frozen=True)
class Figure:
    """One figure: its name, unit, and the values of all repeats."""

    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def row(self) -> str:
        low, high = min(self.values), max(self.values)
        return f"{self.name:58s} {self.median:10.3f} {low:10.3f} {high:10.3f}  {self.unit}"


def make_notes(density: str) -> list[str]:
    """Texts of about 2 kB, each different.

    Args:
        density: ``dense``: the plain-text samples end to end, which are mostly headers and signatures.
            ``usual``: a line of a sample for every two or three sentences of clinical prose without
            identifiers (resources/bench/prose.txt), so that a note holds about as many as notes of the
            i2b2-2014 corpus do: 28,872 in 1,304 records of 617 tokens, a dozen in 2 kB.
    """
    samples = [
        p.read_bytes().decode("cp1252" if "british" in p.name else "utf-8")
        for p in sorted(SAMPLES.glob("*.txt"))
    ]
    lines = "\n\n".join(samples).splitlines()
    if density == "usual":
        prose = [s.strip() + "." for s in PROSE.read_text(encoding="utf-8").replace("\n", " ").split(". ")]
        kept = [line for line in lines if line.strip()]
        mixed = []
        for n in range(len(kept)):
            mixed += [" ".join(prose[(n * 5 + k) % len(prose)] for k in range(_SENTENCES)), kept[n]]
        lines = mixed
    whole = "\n".join(lines)
    starts = [i + 1 for i, c in enumerate(whole) if c == "\n"]
    notes = []
    for n in range(NOTES):
        start = starts[(n * 37) % len(starts)]
        turned = whole[start:] + "\n" + whole[:start]
        notes.append(turned[:NOTE_CHARS] + f"\nnote {n}\n")
    return notes


def timed(run: Callable[[], object], repeat: int) -> tuple[float, ...]:
    """Seconds of each repeat, after one that does not count."""
    run()
    values = []
    for _ in range(repeat):
        started = time.perf_counter()
        run()
        values.append(time.perf_counter() - started)
    return tuple(values)


def process(arguments: list[str], home: str) -> tuple[float, float]:
    """Wall seconds and peak MiB of a `chartveil` process of its own."""
    code = (
        "import resource, subprocess, sys, time; t = time.perf_counter();"
        "p = subprocess.run([sys.executable, '-m', 'chartveil', *sys.argv[1:]], stdout=subprocess.DEVNULL);"
        "s = time.perf_counter() - t; m = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss;"
        "print(p.returncode, s, m)"
    )
    environment = dict(os.environ, CHARTVEIL_HOME=home)
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment, check=True
    )
    status, seconds, memory = done.stdout.split()
    if int(status):
        raise SystemExit(f"chartveil {' '.join(arguments)} failed:\n{done.stderr}")
    scale = 2**20 if platform.system() == "Darwin" else 2**10
    return float(seconds), float(memory) / scale


def processes(name: str, arguments: list[str], repeat: int, home: str) -> list[Figure]:
    process(arguments, home)
    runs = [process(arguments, home) for _ in range(repeat)]
    return [
        Figure(f"{name}: time", "s", tuple(s for s, _ in runs)),
        Figure(f"{name}: peak memory", "MiB", tuple(m for _, m in runs)),
    ]


def stages(density: str, repeat: int) -> list[Figure]:
    """Milliseconds a note of each stage, in this process, on one core."""
    from chartveil.detection.model_choice import ModelProfile
    from chartveil.detection.models.ensemble import EnsembleDetector
    from chartveil.detection.models.harmless_lines import HarmlessLines
    from chartveil.detection.models.manifest import load_members
    from chartveil.detection.pipeline import build_pipeline
    from chartveil.domain import paths
    from chartveil.domain.document import Document, DocumentSource
    from chartveil.domain.policy import ReplacementMode, load_policy
    from chartveil.domain.tokenized_text import TokenizedText
    from chartveil.release.file_processor import FileProcessor
    from chartveil.release.job import ProcessingJob

    notes = make_notes(density)[:STAGE_NOTES]
    policy = load_policy()
    started = time.perf_counter()
    pipeline = build_pipeline(policy, models=None)
    # Without the cache: each repeat reads the same notes.
    models = EnsembleDetector(
        load_members(paths.models_folder() / "ensemble.toml"),
        device="cpu",
        inclusion=HarmlessLines.bundled(),
        cache_bytes=0,
        profile=ModelProfile.QUICK,
    )
    judge = replace(pipeline.judge, networks=models)
    pipeline = replace(pipeline, detectors=(*pipeline.detectors, models), judge=judge)
    documents = [Document(t, DocumentSource(f"{n}", "text", str(n))) for n, t in enumerate(notes)]
    pipeline.propose(documents[0])
    loading = time.perf_counter() - started
    processor = FileProcessor(ProcessingJob(policy, ReplacementMode.SURROGATE, bytes(32)), pipeline=pipeline)

    spans = sum(len(pipeline.propose(d).spans) for d in documents) / len(documents)

    def per_note(name: str, run: Callable[[], object]) -> Figure:
        values = tuple(1000 * s / len(notes) for s in timed(run, repeat))
        return Figure(name, "ms/note", values)

    figures = [
        Figure("load everything, first note", "s", (loading,)),
        Figure(f"notes with {density} identifiers: spans", "a note", (spans,)),
    ]
    baseline = per_note(
        "baseline: split into words", lambda: [TokenizedText(d).folded_words for d in documents]
    )
    figures.append(baseline)
    for detector in pipeline.detectors:
        figures.append(
            per_note(
                f"stage {detector.name}", lambda d=detector: [d.detect(TokenizedText(x)) for x in documents]
            )
        )
    whole = per_note(
        "detection, merge, recovery, propagation", lambda: [pipeline.propose(d) for d in documents]
    )
    figures.append(whole)
    proposals = [pipeline.propose(d) for d in documents]
    engine = processor.surrogates
    assert engine is not None
    pairs = list(zip(documents, proposals, strict=True))
    figures.append(per_note("stage surrogates", lambda: [engine.replacements(d, p.spans) for d, p in pairs]))
    everything = per_note(
        "all of it with the leak check of the text", lambda: [processor.deidentify([d]) for d in documents]
    )
    figures.append(everything)
    for name, figure in (("detection …", whole), ("all of it …", everything)):
        rates = tuple(1000 / v for v in figure.values)
        figures.append(Figure(f"notes a second, one core: {name}", "notes/s", rates))
        ratios = tuple(a / b for a, b in zip(figure.values, baseline.values, strict=True))
        figures.append(Figure(f"ratio to the baseline: {name}", "×", ratios))
    return figures


def ensemble(repeat: int, cores: int) -> list[Figure]:
    """The models: time to load, notes and sentences a second, a document of 200 words for the small ones."""
    from benchmarks.models.speed import make_benchmark_notes, measure_speed
    from chartveil.detection.model_choice import ModelProfile
    from chartveil.detection.models.devices import choose_device
    from chartveil.detection.models.ensemble import EnsembleDetector
    from chartveil.detection.models.harmless_lines import HarmlessLines
    from chartveil.detection.models.manifest import load_members
    from chartveil.domain.document import Document, DocumentSource
    from chartveil.domain.paths import models_folder
    from chartveil.domain.tokenized_text import TokenizedText

    members = load_members(models_folder() / "ensemble.toml")
    inclusion = HarmlessLines.bundled()
    device = choose_device()
    print(f"— models: {device.reason}")
    notes = make_benchmark_notes(30)
    threads = sorted({1, cores}) if device.is_cpu else [1]
    figures: list[Figure] = []
    for speed in measure_speed(
        members, device=device, threads=threads, notes=notes, repeat=repeat, inclusion=inclusion
    ):
        name = f"{speed.name}, {speed.threads} thread(s)"
        figures.append(Figure(f"{name}: load", "s", (speed.load_seconds,)))
        figures.append(Figure(f"{name}: notes", "notes/s", speed.notes_per_second))
        figures.append(Figure(f"{name}: sentences", "sentences/s", speed.sentences_per_second))
    detector = EnsembleDetector(
        members,
        device=device,
        threads=cores,
        inclusion=inclusion,
        cache_bytes=0,
        profile=ModelProfile.QUICK,
    )
    detector.load()
    words = " ".join(n.text for n in notes).split(" ")
    short = [
        Document(" ".join(words[i : i + 200]), DocumentSource("", "text", "")) for i in range(0, 2000, 200)
    ]
    values = timed(lambda: [detector.detect(TokenizedText(d)) for d in short], repeat)
    figures.append(
        Figure(
            f"models, document of 200 words, {cores} thread(s)", "s", tuple(v / len(short) for v in values)
        )
    )
    detector.close()
    return figures


def window(repeat: int) -> list[Figure]:
    """The window, in a process of its own: `bench_window.py`."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "window.json"
        script = Path(__file__).with_name("bench_window.py")
        command = [sys.executable, str(script), "--repeat", str(repeat), "--json", str(written)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"the window could not be measured:\n{done.stderr}")
        rows = json.loads(written.read_text(encoding="utf-8"))
    return [Figure(row["name"], row["unit"], tuple(row["values"])) for row in rows]


def large_document(notes: list[str], repeat: int) -> Figure:
    from chartveil.detection.pipeline import build_pipeline
    from chartveil.domain.document import Document, DocumentSource
    from chartveil.domain.policy import load_policy

    pipeline = build_pipeline(load_policy())
    text = "\n".join(notes)
    text = (text * (2**20 // len(text) + 1))[: 2**20]
    document = Document(text, DocumentSource("", "text", ""))
    values = timed(lambda: pipeline.propose(document), min(repeat, 2))
    return Figure("one document of 1 MiB: detection", "s", values)


def tables(repeat: int) -> list[Figure]:
    """Columns of exports of small clinics, and rows a second; long tables have `benchmarks.tables.long`."""
    from benchmarks.tables.columns import judged_columns
    from benchmarks.tables.long import make_table
    from chartveil.domain.policy import ReplacementMode, load_policy
    from chartveil.formats.registry import format_for
    from chartveil.release.file_processor import FileProcessor
    from chartveil.release.input_files import InputRef, load_file
    from chartveil.release.job import FileTask, ProcessingJob
    from chartveil.release.tables.copies import plan_table, row_chunks
    from chartveil.release.tables.rows import RowDeidentifier

    columns = list(judged_columns())
    figures = [
        Figure(
            "columns with a safe and useful operator",
            "%",
            (100 * sum(c.good for c in columns) / len(columns),),
        ),
        Figure("columns with an unsafe operator", "", (float(sum(c.unsafe for c in columns)),)),
    ]
    job = ProcessingJob(load_policy(), ReplacementMode.SURROGATE, bytes(range(32)))
    processor = FileProcessor(job)
    with tempfile.TemporaryDirectory() as folder:
        for length, rows in ((400, 256), (20, 4096)):
            path = Path(folder) / f"{length}.csv"
            make_table(path, rows, length)
            task = FileTask(InputRef(str(path)))
            file = load_file(path, processor.job.read_options.limits)
            planned = plan_table(processor, file, format_for(file))
            chunks = list(row_chunks(planned))
            rates = []
            for _ in range(repeat):
                fresh = FileProcessor(job)  # networks remember what they were asked
                worker = RowDeidentifier(fresh, planned.plans, task, planned.form.name)
                started = time.process_time()
                for chunk in chunks:
                    worker.deidentify(chunk)
                rates.append(rows / (time.process_time() - started))
            name = f"table, comments of {length} characters"
            figures.append(Figure(name, "rows/processor s", tuple(rates)))
    return figures


def long_tables() -> list[Figure]:
    """100,000 rows of 400 characters, and a million of 20 that are killed three times with all processes."""
    from benchmarks.tables.long import run_table

    figures = []
    for rows, length, kills in ((100_000, 400, 0), (1_000_000, 20, 3)):
        runs, wrong = run_table(rows, length, kills, "auto", lambda said: print(said, flush=True))
        if wrong:
            raise SystemExit(f"the copy of the long table is wrong: {wrong}")
        name = f"{rows:,} rows of {length} characters, {kills} kills"
        figures.append(Figure(f"{name}: rows", "rows/s", (rows / sum(r.seconds for r in runs),)))
        figures.append(Figure(f"{name}: memory", "MiB", (max(r.most for r in runs) / 2**20,)))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--long", action="store_true", help="also the longest tables: an hour and more")
    parser.add_argument("--json", type=Path, help="also write all values there")
    options = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(
        f"{platform.system()} {platform.machine()} · Python {platform.python_version()} · "
        f"{cores} cores · {options.repeat} repeats"
    )
    print(f"{'':58s} {'median':>10s} {'min':>10s} {'max':>10s}")
    notes = make_notes("usual")
    figures: list[Figure] = []

    def show(more: list[Figure]) -> None:
        figures.extend(more)
        for f in more:
            print(f.row(), flush=True)

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        one = home / "one"
        one.mkdir()
        (one / "note.txt").write_text(notes[0], encoding="utf-8")
        batch = home / "batch"
        batch.mkdir()
        for n, text in enumerate(notes):
            (batch / f"{n:03d}.txt").write_text(text, encoding="utf-8")
        show(processes("chartveil --help", ["--help"], options.repeat, folder))
        out = str(home / "out")
        show(processes("one note, start to end", ["deid", str(one), "-o", out], options.repeat, folder))
        few = max(2, options.repeat // 2)
        for jobs in sorted({1, cores or 1}):
            arguments = ["deid", str(batch), "-o", out, "--jobs", str(jobs)]
            figures_here = processes(f"{NOTES} files, {jobs} process(es)", arguments, few, folder)
            rate = Figure(
                f"{NOTES} files, {jobs} process(es): files a second",
                "files/s",
                tuple(NOTES / v for v in figures_here[0].values),
            )
            show([*figures_here, rate])
    show(ensemble(options.repeat, cores or 1))
    print("— the window")
    show(window(max(2, options.repeat // 2)))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for density in ("usual", "dense"):
        print(f"— {density} notes, one core")
        show(stages(density, options.repeat))
    show(tables(max(2, options.repeat // 2)))
    show([large_document(notes, options.repeat)])
    if options.long:
        print("— long tables")
        show(long_tables())
    if options.json:
        rows = [{"name": f.name, "unit": f.unit, "values": f.values, "median": f.median} for f in figures]
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
