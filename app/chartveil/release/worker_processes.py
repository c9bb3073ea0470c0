"""Owns all processes of the program.

Files are worked on in parallel and handed back in the order they were given, so that what follows does
not depend on which came first.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import cache, partial
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Protocol, TextIO, TypeVar

from chartveil.domain.errors import Cancelled, ChartveilError, StageError, where_raised
from chartveil.release.file_processor import FileProcessor, failed_outcome, time_limit_error
from chartveil.release.job import (
    FileFailure,
    FileOutcome,
    FileTask,
    PageProgressCallback,
    ProcessingJob,
    ignore_page_progress,
)
from chartveil.system.machine import usable_cores
from chartveil.system.page_progress import PageProgress, PageStep, page_progress_to
from chartveil.system.time_limit import LimitMoved

_AHEAD = 4
"""Files given to each process ahead of time: enough to keep it busy, few enough to stop soon."""

_GRACE = 10.0
"""Seconds that a file which was broken off may take to come back, before its process is ended."""

_TICK = 0.25
"""Seconds after which it is looked how far a file is."""
_Ends = Any
"""Shared by all processes of a run, nine numbers a file: when its process is ended (``time.monotonic``; 0
while it is not worked on), the seconds that it may take, and step, page, pages, part, parts, line and lines
as of ``PageProgress``."""
_WIDTH = 9
Outcome = TypeVar("Outcome", covariant=True)
T = TypeVar("T")


class FileWorker(Protocol[Outcome]):
    """The interface that works on files in one process, one after the other."""

    def process(self, task: FileTask) -> Outcome:
        """The outcome of one file, within its limit of time; an error of the file is a failure in it."""
        ...

    def close(self) -> None:
        """Ends the work."""
        ...


class MakesFileWorker(Protocol[Outcome]):
    """Makes the worker of a process; it is sent there."""

    def __call__(self, *, time_limit_moved: LimitMoved = ...) -> FileWorker[Outcome]:
        """The worker; ``time_limit_moved`` is told when the time of the file under way is over."""
        ...


_worker: FileWorker[Any] | None = None
"""The worker process's own; set by its initialiser, never in the main process."""
_start_error: ChartveilError | None = None
"""Why the worker could not make it."""
_ends: _Ends = None
_number = 0
"""Number of the task that the worker works on."""


def choose_processes(files: int, in_one_process: int) -> int:
    """How many processes to work on files with: one for up to ``in_one_process`` files, else one a core."""
    return max(1, min(usable_cores(), files)) if files > in_one_process else 1


def process_files(
    job: ProcessingJob,
    tasks: Sequence[FileTask],
    processes: int,
    cancelled: Callable[[], bool],
    *,
    claim_token: str = "",
    apart: bool = False,
    on_page: PageProgressCallback = ignore_page_progress,
) -> Generator[FileOutcome, None, None]:
    """The outcome of each file, in the order of ``tasks``, with drafts that nobody has published yet.

    Args:
        job: what to do. Where it leaves the threads of the models open, all processes together use each core
            once.
        tasks: the files.
        processes: how many; 1 works in this process where it may.
        cancelled: asked between files; when it says yes no further file is begun.
        claim_token: of the claim that is held on the output folder; empty where nothing is written.
        apart: never work in this process, which has a window to draw, or would wait for ever for a library
            that never comes back.
        on_page: how far the file is that is waited for, where it has pages.

    Raises:
        Cancelled: after the outcomes of all finished files have been given.
        ChartveilError: if the work cannot begin at all, e.g. for a dictionary that is missing.
    """
    if job.models is not None and not job.models.threads:
        threads = max(1, usable_cores() // max(processes, 1))
        job = replace(job, models=replace(job.models, threads=threads))
    make: MakesFileWorker[FileOutcome] = partial(FileProcessor, job, claim_token)
    yield from work_on_files(make, tasks, processes, cancelled, apart=apart, on_page=on_page)


def work_on_files(
    make: MakesFileWorker[T],
    tasks: Sequence[FileTask],
    processes: int,
    cancelled: Callable[[], bool],
    *,
    apart: bool = False,
    on_page: PageProgressCallback = ignore_page_progress,
) -> Generator[T | FileOutcome, None, None]:
    """The result of a worker for each file, in the order of ``tasks``.

    Args:
        make: makes the worker of each process; it must be picklable.
        tasks, processes, cancelled, apart, on_page: as of ``process_files``.

    Returns:
        Of a file whose process died or was ended, an outcome with the failure.

    Raises:
        Cancelled, ChartveilError: as ``process_files``.
    """
    if not apart and (processes <= 1 or len(tasks) <= 1):
        yield from _in_this_process(make, tasks, cancelled, on_page)
    else:
        yield from _in_processes(make, tasks, max(processes, 1), cancelled, on_page)


_STARTING_LOCK = threading.RLock()
"""Held while a process may begin: a pool of which one process dies while another begins trips over itself."""


def terminate_workers() -> None:
    """Ends all processes at once, for a program that ends: what they were at is lost. The runs that wait for
    them end as cancelled ones where they were told so before; one begun later needs it again."""
    with _STARTING_LOCK:
        for process in active_children():
            process.terminate()


def _in_this_process(
    make: MakesFileWorker[T],
    tasks: Sequence[FileTask],
    cancelled: Callable[[], bool],
    on_page: PageProgressCallback,
) -> Iterator[T]:
    processor = make()
    try:
        for task in tasks:
            if cancelled():
                raise Cancelled
            with page_progress_to(partial(on_page, task)):
                outcome = processor.process(task)
            yield outcome
    finally:
        processor.close()


def _in_processes(
    make: MakesFileWorker[T],
    tasks: Sequence[FileTask],
    processes: int,
    cancelled: Callable[[], bool],
    on_page: PageProgressCallback,
) -> Iterator[T | FileOutcome]:
    at = 0
    ends = get_context("spawn").RawArray("d", _WIDTH * len(tasks))
    overdue: set[int] = set()
    while at < len(tasks):
        if at in overdue:
            yield failed_outcome(tasks[at], time_limit_error(tasks[at], ends[_WIDTH * at + 1]))
            at += 1
            continue
        broken = False
        until = next((n for n in range(at, len(tasks)) if n in overdue), len(tasks))
        for outcome in _until_broken(make, tasks, range(at, until), ends, processes, cancelled, on_page):
            if outcome is None:
                broken = True
                break
            at += 1
            yield outcome
        if broken:
            if cancelled():  # what stops a run is often sent to all of its processes
                raise Cancelled
            late = {n for n in range(at, len(tasks)) if 0 < ends[_WIDTH * n] <= time.monotonic()}
            overdue |= late
            ends[_WIDTH * at :: _WIDTH] = [0.0] * (len(tasks) - at)  # all others begin anew
            if not late:
                # A process died, of memory or by a signal. The file at the head may be the cause: it gets a
                # process of its own, so that only it can fail by it.
                yield _in_own_process(make, tasks[at], at, ends, on_page)
                at += 1


def _until_broken(
    make: MakesFileWorker[T],
    tasks: Sequence[FileTask],
    numbers: range,
    ends: _Ends,
    processes: int,
    cancelled: Callable[[], bool],
    on_page: PageProgressCallback,
) -> Iterator[T | FileOutcome | None]:
    """Outcomes of some of the tasks, in order; None, as the last, when a process died."""
    waiting: deque[tuple[FileTask, Future[Any]]] = deque()
    at = iter(numbers)

    def next_outcome() -> T | FileOutcome:
        task, future = waiting.popleft()
        _report_until_done(future, task, next(at), ends, on_page)
        return sent_outcome(task, future)

    with _pool(make, ends, min(processes, len(numbers))) as pool:
        try:
            for n in numbers:
                task = tasks[n]
                with _STARTING_LOCK:
                    stop = cancelled()
                    if not stop:
                        waiting.append((task, pool.submit(_run, task, n)))
                if stop:
                    yield from _finish(waiting)
                    raise Cancelled
                if len(waiting) >= processes * _AHEAD:
                    yield next_outcome()
            while waiting:
                yield next_outcome()
                if cancelled():
                    yield from _finish(waiting)
                    raise Cancelled
        except BrokenProcessPool:
            waiting.clear()  # the pool ends them itself, and trips over one that is cancelled meanwhile
            yield None
        except (KeyboardInterrupt, GeneratorExit):
            waiting.clear()
            # At once: what is under way is given up, its drafts are swept with the run's claim.
            terminate_workers()
            raise
        finally:
            for _, future in waiting:
                future.cancel()


def _finish(waiting: deque[tuple[FileTask, Future[Any]]]) -> Iterator[Any]:
    """What is done or under way when the user stops; what has not begun is dropped."""
    keep = [(task, future) for task, future in waiting if not future.cancel()]
    waiting.clear()
    for task, future in keep:
        yield sent_outcome(task, future)


def sent_outcome(task: FileTask, future: Future[T]) -> T | FileOutcome:
    """The outcome a worker sent; a failure of this file alone if it could not be sent.

    Raises:
        BrokenProcessPool: if the worker died.
        ChartveilError: if the worker could not begin.
    """
    try:
        return future.result()
    except (BrokenProcessPool, ChartveilError):
        raise
    except Exception as e:  # noqa: BLE001 - the border to the worker, which sends what it likes
        return failed_outcome(task, e)


def _report_until_done(
    future: Future[Any], task: FileTask, number: int, ends: _Ends, on_page: PageProgressCallback
) -> None:
    """Waits for a file, and tells each page that it has come to."""
    last: tuple[float, ...] = ()
    while not wait([future], _TICK).done:
        reached = tuple(ends[_WIDTH * number + 2 : _WIDTH * number + _WIDTH])
        if reached != last and reached[0]:
            step, page, pages, *within = map(int, reached)
            part, parts, line, lines = within
            on_page(
                task,
                PageProgress(PageStep(step), page, pages, part=part, parts=parts, line=line, lines=lines),
            )
        last = reached


def _in_own_process(
    make: MakesFileWorker[T], task: FileTask, number: int, ends: _Ends, on_page: PageProgressCallback
) -> T | FileOutcome:
    with _pool(make, ends, 1) as pool:
        try:
            future = pool.submit(_run, task, number)
            _report_until_done(future, task, number, ends, on_page)
            return sent_outcome(task, future)
        except BrokenProcessPool:
            if 0 < ends[_WIDTH * number] <= time.monotonic():
                return failed_outcome(task, time_limit_error(task, ends[_WIDTH * number + 1]))
            path = task.ref.display
            message = (
                f"{path}: the process that worked on it died, most likely for want of memory. "
                "Nothing was written for it. Try it alone, in one process, or split it."
            )
            return FileOutcome(path, task.number, failure=FileFailure("WorkerDied", message))


def _pool(make: MakesFileWorker[Any], ends: _Ends, processes: int) -> ProcessPoolExecutor:
    # Spawned, not forked: the same on every system, and safe beside threads.
    context = get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_start, initargs=(make, ends))


def _start(make: MakesFileWorker[Any], ends: _Ends) -> None:
    global _worker, _start_error, _ends
    _ends = ends
    # Ctrl-C and a closed terminal reach every process; only the main one decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    # An error here would kill the worker and look like want of memory: it is told with the first file.
    try:
        _worker = make(time_limit_moved=_end_when_stuck)
    except ChartveilError as e:
        _start_error = e
    except Exception as e:  # noqa: BLE001 - whatever it is, the run must not go on
        _start_error = StageError("start", f"{type(e).__name__} in {where_raised(e)}.")


def _end_with_parent() -> None:
    """Ends this process when the main one is gone, which would else leave it, and its texts, in memory."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _end_when_stuck(end: float | None, seconds: float) -> None:
    """Has this process ended soon after the time of its file is over, for a library that never comes back: a
    thread of C's own does it, which needs nothing of Python. What it would print goes nowhere."""
    assert _ends is not None
    end_when_stuck(end, seconds)
    at = _WIDTH * _number
    _ends[at : at + 2] = [end + _GRACE, seconds] if end is not None else [0.0, _ends[at + 1]]


def end_when_stuck(end: float | None, _: float) -> None:
    """As ``time_limit.LimitMoved``: has this process ended soon after the time of its file is over."""
    faulthandler.cancel_dump_traceback_later()
    if end is not None:
        left = max(end + _GRACE - time.monotonic(), 0.1)
        faulthandler.dump_traceback_later(left, exit=True, file=_nowhere())


def _keep_page(at: PageProgress) -> None:
    """Has the main process see at which page this one is."""
    assert _ends is not None
    _ends[_WIDTH * _number + 2 : _WIDTH * (_number + 1)] = [
        at.step,
        at.page,
        at.pages,
        at.part,
        at.parts,
        at.line,
        at.lines,
    ]


@cache
def _nowhere() -> TextIO:
    return open(os.devnull, "w")  # noqa: PTH123 - held open as long as this process lives


def _run(task: FileTask, number: int) -> Any:
    global _number
    _number = number
    if _start_error is not None:
        raise _start_error
    if _worker is None:
        raise StageError("start", "the worker was not started.")
    with page_progress_to(_keep_page):
        return _worker.process(task)
