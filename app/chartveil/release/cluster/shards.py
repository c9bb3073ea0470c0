"""A run cut into shards, with a manifest on a disk that all workers share.

The manifest is a folder for the user alone. ``job`` says what to do; it holds the key and goes when the run
ends, unless it is killed. ``NAME.tasks`` is a shard: some files. Whoever works on it writes checked drafts
into ``staged`` and then, in one step, ``NAME.done``: of each file the hash of the input and of its drafts.
The run gives the drafts their names in the order of its files, so that the copies are those of a run on one
machine. After a crash all that was done and still holds is taken over.

Nothing but the folder's path and names of shards reaches what carries the work to other machines.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import stat
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from chartveil.domain.errors import InputError, OutputError, ResourceError
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputLoader
from chartveil.release.job import FileFailure, FileOutcome, FileTask, ProcessingJob
from chartveil.release.run_facts import file_sha256, run_facts
from chartveil.system.atomic_files import output_errors_explained
from chartveil.system.time_limit import LimitMoved

_STAGED = "staged"
_JOB, _SETTINGS, _TASKS, _DONE = "job", "settings", ".tasks", ".done"
_DRAFTS = "shard"
"""Stands in the names of drafts, where a run on one machine has its claim's."""
FILES_OF_A_SHARD = 64


class ShardExecutor(Protocol):
    """The interface of what runs shards."""

    def run(
        self, folder: Path, names: Sequence[str], cancelled: Callable[[], bool]
    ) -> Iterator[tuple[str, bool]]:
        """The shards as they come back, in any order, each with whether it was worked on; a worker that died
        takes none but its own with it.

        Raises:
            Cancelled: when ``cancelled`` says so.
            ChartveilError: if the work cannot begin at all.
        """
        ...


class ShardWorker:
    """Works on shards in one process, which loads models and lists once.

    Args:
        folder: of the manifest.
        time_limit_moved: as of ``FileProcessor``.

    Raises:
        ResourceError: if this machine would make other copies than the one that cut the shards.
        InputError: if it cannot reach the manifest.
    """

    def __init__(self, folder: Path, time_limit_moved: LimitMoved = lambda *_: None) -> None:
        self._folder = folder
        try:
            job: ProcessingJob = _read(folder / _JOB)
            settings = _read(folder / _SETTINGS)
        except OSError as e:
            raise InputError(
                f"a machine of the cluster cannot read the folder of the shards ({e.strerror}).",
                where=str(folder),
                remedy="Every machine needs it, files and copies under the same path, as the same user.",
            ) from None
        if run_facts(job).settings != settings:
            raise ResourceError(
                "a machine of the cluster has another version, other dictionaries, models or lists of yours.",
                remedy="Install the same Chartveil everywhere, and put what is yours on the common disk.",
            )
        self._processor = FileProcessor(job, _DRAFTS, time_limit_moved=time_limit_moved)

    def process(self, task: FileTask) -> str:
        """Works on the shard whose file the task names; gives its name."""
        path = Path(task.ref.path)
        outcomes = [self._processor.process(each) for each in _read(path)]
        with output_errors_explained(self._folder):
            _write(path.with_suffix(_DONE), outcomes)
        return path.stem

    def close(self) -> None:
        """Ends the work."""
        self._processor.close()


def shard_outcomes(
    job: ProcessingJob,
    tasks: Sequence[FileTask],
    cancelled: Callable[[], bool],
    *,
    folder: Path,
    executor: ShardExecutor,
    files: int = FILES_OF_A_SHARD,
) -> Generator[FileOutcome, None, None]:
    """The outcome of each file, in the order of ``tasks``, with drafts that nobody has published yet.

    Args:
        job, tasks: what to do with which files.
        cancelled: asked between shards.
        folder: of the manifest; on the disk of the output folder, and at the same path on every machine. It
            goes once all is done.
        executor: has the shards worked on.
        files: of a shard.

    Raises:
        Cancelled: when ``cancelled`` says so.
        ChartveilError: if the work cannot begin at all.
        OutputError: if others may read the folder, or it cannot be written.
    """
    with output_errors_explained(folder):
        _make_private(folder)
        finished = _taken_over(folder, job, tasks)
        left = [n for n in range(len(tasks)) if n not in finished]
        names = {f"{at // files:06d}": left[at : at + files] for at in range(0, len(left), files)}
        _write(folder / _JOB, _with_threads(replace(job, output_folder=folder / _STAGED)))
    given = 0
    try:
        for outcome in _in_order(folder, tasks, names, finished, executor, cancelled):
            given += 1
            yield outcome
    finally:
        (folder / _JOB).unlink(missing_ok=True)
        if given == len(tasks) and not any((folder / _STAGED).iterdir()):
            shutil.rmtree(folder)


def _in_order(
    folder: Path,
    tasks: Sequence[FileTask],
    names: dict[str, list[int]],
    finished: dict[int, FileOutcome],
    executor: ShardExecutor,
    cancelled: Callable[[], bool],
) -> Iterator[FileOutcome]:
    """The outcomes in the order of the tasks: a shard that comes early waits on the disk."""
    shard_of = {n: name for name, numbers in names.items() for n in numbers}
    back: set[str] = set()
    at = 0

    def ready() -> Iterator[FileOutcome]:
        nonlocal at
        while at < len(tasks):
            if at not in finished:
                name = shard_of[at]
                if name not in back:
                    return
                finished.update(zip(names[name], _read(folder / f"{name}{_DONE}"), strict=True))
            at += 1
            yield finished.pop(at - 1)

    def work(shards: Sequence[str], when_lost: Callable[[str], None]) -> Iterator[FileOutcome]:
        for name in shards:
            _write(folder / f"{name}{_TASKS}", [tasks[n] for n in names[name]])
        with closing(_as_generator(executor.run(folder, shards, cancelled))) as coming:
            for name, worked in coming:
                if not worked:
                    when_lost(name)
                back.add(name)
                yield from ready()

    # A worker that died took a shard with it: its files are tried one by one, so that one alone fails by it.
    lost: list[str] = []

    def cut(name: str) -> None:
        for n in names[name]:
            alone = f"{name}-{n:09d}"
            names[alone], shard_of[n] = [n], alone
            lost.append(alone)

    def give_up(name: str) -> None:
        (n,) = names[name]
        _write(folder / f"{name}{_DONE}", [_died(tasks[n])])

    yield from ready()
    yield from work(list(names), cut)
    yield from work(lost, give_up)


def _as_generator(items: Iterator[tuple[str, bool]]) -> Generator[tuple[str, bool], None, None]:
    yield from items


def _died(task: FileTask) -> FileOutcome:
    path = task.ref.display
    message = (
        f"{path}: the process that worked on it died or hung, most likely for want of memory. Nothing was "
        "written for it. Try it alone, or split it."
    )
    return FileOutcome(path, task.number, failure=FileFailure("WorkerDied", message))


def _taken_over(folder: Path, job: ProcessingJob, tasks: Sequence[FileTask]) -> dict[int, FileOutcome]:
    """What an earlier run has done of these files and what still holds, by number; the rest is removed."""
    settings = run_facts(job).settings
    kept: dict[int, FileOutcome] = {}
    if (folder / _SETTINGS).is_file() and _read(folder / _SETTINGS) == settings:
        numbers = {_what(task): n for n, task in enumerate(tasks)}
        limits, passwords = job.read_options.limits, job.read_options.pages.passwords
        with closing(InputLoader(limits, passwords)) as loader:
            for path in sorted(folder.glob(f"*{_DONE}")):
                shard: list[FileTask] = _read(path.with_suffix(_TASKS))
                for task, outcome in zip(shard, _read(path), strict=True):
                    n = numbers.get(_what(task))
                    if n is not None and _holds(outcome, task, loader):
                        kept[n] = outcome
    used = {d.draft.temporary_path.name for outcome in kept.values() for d in outcome.drafts}
    for path in (folder / _STAGED).iterdir():
        if path.name not in used:
            path.unlink()
    for path in [*folder.glob(f"*{_DONE}"), *folder.glob(f"*{_TASKS}")]:
        path.unlink()
    if kept:
        _write(folder / f"kept{_TASKS}", [tasks[n] for n in kept])
        _write(folder / f"kept{_DONE}", list(kept.values()))
    _write(folder / _SETTINGS, settings)
    return kept


def _what(task: FileTask) -> tuple[object, ...]:
    """What a file's copy hangs on beside its bytes and the settings."""
    return task.ref, task.patient_id, tuple(sorted((p, w.known) for p, w in task.words.items()))


def _holds(outcome: FileOutcome, task: FileTask, loader: InputLoader) -> bool:
    """Whether the input is as it was, and its drafts are whole."""
    if outcome.failure is not None or not outcome.drafts:
        return False
    with suppress(InputError):
        return loader.load(task.ref).sha256 == outcome.file_sha256 and all(
            file_sha256(d.draft.temporary_path) == d.draft.sha256 for d in outcome.drafts
        )
    return False


def _with_threads(job: ProcessingJob) -> ProcessingJob:
    """The job with one thread a worker, as there is a worker a core."""
    if job.models is None or job.models.threads:
        return job
    return replace(job, models=replace(job.models, threads=1))


# The folder is the user's alone: what is read from it is run.


def _make_private(folder: Path) -> None:
    for path in (folder, folder / _STAGED):
        path.mkdir(mode=0o700, parents=path == folder, exist_ok=True)
    _refuse_shared(folder)


def _refuse_shared(folder: Path) -> None:
    info = folder.lstat()
    others = os.name == "posix" and (info.st_uid != os.getuid() or info.st_mode & 0o077)
    if others or not stat.S_ISDIR(info.st_mode):
        raise OutputError(
            "is no folder of yours alone, and would hold the key.",
            where=str(folder),
            remedy="Give another with --state, or take it from others: chmod 700.",
        )


def _read(path: Path) -> Any:
    _refuse_shared(path.parent)
    return pickle.loads(path.read_bytes())  # noqa: S301 - written by us into a folder that is ours alone


def _write(path: Path, value: object) -> None:
    """Writes a file, whole or not at all."""
    data = pickle.dumps(value)
    new = path.with_name(f"{path.name}.{hashlib.sha256(data).hexdigest()[:8]}.new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())
    new.replace(path)
