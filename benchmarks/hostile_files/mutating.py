"""Runs random mutations of hostile files through the program, and counts what must not happen.

Each file is worked on in this process as a worker of the program does, with a time limit of its own. What
survives is counted as a survivor where the whole canary stands in the copy: a mutation may cut a name in
pieces that nobody could know.
"""

from __future__ import annotations

import random
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from benchmarks.hostile_files.decoding import survivors
from benchmarks.hostile_files.making import HostileFile, Known, make_files
from benchmarks.hostile_files.mutations import mutate
from benchmarks.hostile_files.running import job_for, refusal_fault
from benchmarks.hostile_files.slot import Slot
from benchmarks.hostile_files.slots import SLOW_FORMATS
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask
from chartveil.system.atomic_files import FolderClaim

_AT_ONCE = 500
SECONDS_A_FILE = 20
"""A file that takes longer hangs: most take a fiftieth of a second."""
_EXPECTED = frozenset({"InputError", "LeakError"})


class _TooLong(BaseException):
    """The time limit of a file. No error: nothing on the way may take it for one."""


@dataclass(frozen=True, slots=True)
class MutationFault:
    """What must not happen.

    Attributes:
        kind: ``hang``, ``traceback``, ``survivor`` or ``bad refusal``.
        format, slot: of the file that was mutated.
        number: of the mutation, with which it can be made again.
        what: more of it.
        done: the changes.
    """

    kind: str
    format: str
    slot: str
    number: int
    what: str
    done: str


@dataclass
class MutationCounts:
    """What became of mutations.

    Attributes:
        outcomes: by kind: ``released``, or the failure's.
        faults: what must not happen.
        slowest: seconds of the slowest file, with its number.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[MutationFault] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)

    def add(self, other: MutationCounts) -> None:
        """Takes in the counts of another process."""
        self.outcomes += other.outcomes
        self.faults += other.faults
        self.slowest = max(self.slowest, other.slowest)


def seeds_for(slots: Sequence[Slot], seed: int) -> list[HostileFile]:
    """The files that are mutated: those whose patient the site's file has, as a mutation may take the word
    from a note that tells who the patient is."""
    quick = [s for s in slots if s.format not in SLOW_FORMATS]
    return [f for f in make_files(seed, quick) if f.known is Known.DOSSIER]


def mutation(seeds: Sequence[HostileFile], seed: int, number: int) -> tuple[HostileFile, bytes, str]:
    """Mutation of a number: the file that it is of, its bytes, and what was done; formats come evenly."""
    draw = random.Random(f"{seed} {number}")  # noqa: S311 - repeatable
    formats = list(dict.fromkeys(f.slot.format for f in seeds))
    of_format = formats[number % len(formats)]
    file = draw.choice([f for f in seeds if f.slot.format == of_format])
    data, done = mutate(draw, of_format, file.data)
    return file, data, done


def run_mutations(seeds: Sequence[HostileFile], seed: int, numbers: Sequence[int]) -> MutationCounts:
    """Runs mutations in this process."""
    counts = MutationCounts()
    with job_for(seeds) as job, FolderClaim(job.output_folder) as claim:
        processor = FileProcessor(job, claim.token)
        try:
            for number in numbers:
                file, data, done = mutation(seeds, seed, number)
                path = job.output_folder.parent / file.name
                path.write_bytes(data)
                started = time.monotonic()
                for kind, what in _faults_of(processor, path, file, counts.outcomes):
                    fault = MutationFault(kind, file.slot.format, file.slot.name, number, what, done)
                    counts.faults.append(fault)
                counts.slowest = max(counts.slowest, (time.monotonic() - started, number))
                path.unlink()
        finally:
            processor.close()
    return counts


def _faults_of(
    processor: FileProcessor, path: Path, file: HostileFile, outcomes: Counter[str]
) -> Iterator[tuple[str, str]]:
    try:
        with _time_limit(SECONDS_A_FILE):
            outcome = processor.process(FileTask(InputRef(str(path))))
    except _TooLong as e:
        outcomes["hang"] += 1
        yield "hang", _where(e)
        return
    except Exception as e:  # noqa: BLE001 - that any comes out is the fault that is looked for
        outcomes["exception"] += 1
        yield "traceback", f"{type(e).__name__} in {_where(e)}"
        return
    failure = outcome.failure
    outcomes[failure.kind if failure else "released"] += 1
    if failure is not None:
        if failure.kind not in _EXPECTED:
            yield "traceback", failure.message.rpartition(file.name)[2][:160]
        elif fault := refusal_fault(file.name, failure.kind, failure.message):
            yield "bad refusal", f"{fault}: {failure.message.rpartition(file.name)[2][:160]}"
        return
    for draft in outcome.drafts:
        found = survivors([file.canary], draft.draft.temporary_path.read_bytes(), pieces=False)
        if found:
            yield "survivor", found[0]
        draft.draft.discard()


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "chartveil" in f.filename] or list(frames)
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno}"


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    """Ends what takes longer; without a limit where the system has no such signal."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(_signal: int, _frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _run_share(slots: Sequence[tuple[str, str, str]], seed: int, numbers: range) -> MutationCounts:
    from benchmarks.hostile_files.slots import ALL_SLOTS

    wanted = set(slots)
    chosen = [s for s in ALL_SLOTS if (s.format, s.name, s.suffix) in wanted]
    return run_mutations(seeds_for(chosen, seed), seed, numbers)


def mutation_report(slots: Sequence[Slot], count: int, seed: int, processes: int, show: int) -> Iterator[str]:
    """Runs mutations on several processes; lines that tell how far they are, and what came of them."""
    started = time.monotonic()
    names = [(s.format, s.name, s.suffix) for s in slots if s.format not in SLOW_FORMATS]
    counts = MutationCounts()
    shares = [range(a, min(a + _AT_ONCE, count)) for a in range(0, count, _AT_ONCE)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        work = [pool.submit(_run_share, names, seed, numbers) for numbers in shares]
        for numbers, future in zip(shares, work, strict=True):
            counts.add(future.result())
            kinds = Counter(fault.kind for fault in counts.faults)
            yield f"{numbers.stop} of {count}: {dict(kinds) or 'no fault'}"
    yield from _told(counts, show)
    yield f"{count} mutations, seed {seed}, {time.monotonic() - started:.0f} s"


def _told(counts: MutationCounts, show: int) -> Iterator[str]:
    yield "outcomes: " + ", ".join(f"{kind} {n}" for kind, n in counts.outcomes.most_common())
    for kind in ("hang", "traceback", "survivor", "bad refusal"):
        faults = [f for f in counts.faults if f.kind == kind]
        by_format = ", ".join(f"{of} {n}" for of, n in Counter(f.format for f in faults).most_common())
        yield f"{kind:12} {len(faults):6} (bar 0)  {by_format}"
        # One of each place: the same fault comes a hundred times.
        places = {(f.format, f.slot) if kind == "survivor" else f.what: f for f in reversed(faults)}
        for f in list(places.values())[:show]:
            yield f"    {f.format}, '{f.slot}', number {f.number}: {f.what} [{f.done}]"
    yield f"slowest file: {counts.slowest[0]:.1f} s (number {counts.slowest[1]})"
