"""The one module that owns processes.

Files are worked on in parallel and handed back in the order they were given, so that what follows does
not depend on which came first.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from chartveil.errors import Cancelled
from chartveil.ingest import InputRef
from chartveil.release import Failure, FileOutcome, Job, Releaser

_AHEAD = 4
"""Files given to each process ahead of time: enough to keep it busy, few enough to stop soon."""

_releaser: Releaser | None = None
"""The worker process's own; set by its initialiser, never in the main process."""


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_files(
    job: Job, refs: Sequence[InputRef], jobs: int, cancelled: Callable[[], bool]
) -> Iterator[FileOutcome]:
    """The outcome of each file, in the order of ``refs``.

    Args:
        job: what to do.
        refs: the files.
        jobs: how many processes; 1 works in this process.
        cancelled: asked between files; when it says yes no further file is begun.

    Raises:
        Cancelled: after the outcomes of all finished files have been given.
    """
    if jobs <= 1 or len(refs) <= 1:
        yield from _in_this_process(job, refs, cancelled)
    else:
        yield from _in_processes(job, refs, jobs, cancelled)


def _in_this_process(
    job: Job, refs: Sequence[InputRef], cancelled: Callable[[], bool]
) -> Iterator[FileOutcome]:
    releaser = Releaser(job)
    try:
        for ref in refs:
            if cancelled():
                raise Cancelled
            yield releaser.run(ref)
    finally:
        releaser.close()


def _in_processes(
    job: Job, refs: Sequence[InputRef], jobs: int, cancelled: Callable[[], bool]
) -> Iterator[FileOutcome]:
    at = 0
    while at < len(refs):
        broken = False
        for outcome in _until_broken(job, refs[at:], jobs, cancelled):
            if outcome is None:
                broken = True
                break
            at += 1
            yield outcome
        if broken:
            # A process died, of memory or by a signal. The file at the head may be the cause: it gets a
            # process of its own, so that only it can fail by it.
            yield _alone(job, refs[at])
            at += 1


def _until_broken(
    job: Job, refs: Sequence[InputRef], jobs: int, cancelled: Callable[[], bool]
) -> Iterator[FileOutcome | None]:
    """Outcomes in order; None, as the last, when a process died."""
    waiting: deque[Future[FileOutcome]] = deque()
    with _pool(job, min(jobs, len(refs))) as pool:
        todo = iter(refs)
        try:
            for ref in todo:
                waiting.append(pool.submit(_run, ref))
                if len(waiting) >= jobs * _AHEAD:
                    yield waiting.popleft().result()
                if cancelled():
                    yield from _finish(waiting)
                    raise Cancelled
            while waiting:
                yield waiting.popleft().result()
                if cancelled():
                    yield from _finish(waiting)
                    raise Cancelled
        except BrokenProcessPool:
            yield None
        finally:
            for future in waiting:
                future.cancel()


def _finish(waiting: deque[Future[FileOutcome]]) -> Iterator[FileOutcome]:
    """What is done or under way when the user stops; what has not begun is dropped."""
    keep = [f for f in waiting if not f.cancel()]
    waiting.clear()
    for future in keep:
        yield future.result()


def _alone(job: Job, ref: InputRef) -> FileOutcome:
    with _pool(job, 1) as pool:
        try:
            return pool.submit(_run, ref).result()
        except BrokenProcessPool:
            message = (
                f"{ref.display}: the process that worked on it died, most likely for want of memory. "
                "Nothing was written for it. Try it alone with --jobs 1, or split it."
            )
            return FileOutcome(ref.display, failure=Failure("WorkerDied", message))


def _pool(job: Job, jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked: the same on every system, and safe beside threads.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start, initargs=(job,))


def _start(job: Job) -> None:
    global _releaser
    # Ctrl-C reaches every process of the terminal; only the main one decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _releaser = Releaser(job)


def _run(ref: InputRef) -> FileOutcome:
    if _releaser is None:
        raise RuntimeError("the worker was not started")
    return _releaser.run(ref)
