"""The one module that owns processes.

Files are worked on in parallel and handed back in the order they were given, so that what follows does
not depend on which came first.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process

from chartveil.detection.pipeline import where_raised
from chartveil.domain.errors import Cancelled, ChartveilError, StageError
from chartveil.release.file_processor import FileProcessor, failed_outcome
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileFailure, FileOutcome, ProcessingJob, ReviewedSpans

_AHEAD = 4
"""Files given to each process ahead of time: enough to keep it busy, few enough to stop soon."""

_processor: FileProcessor | None = None
"""The worker process's own; set by its initialiser, never in the main process."""
_start_error: ChartveilError | None = None
"""Why the worker could not make it."""

DecisionsByFile = Mapping[InputRef, Mapping[str, ReviewedSpans]]
"""What was decided about the documents of files, by file and part."""


def process_files(
    job: ProcessingJob,
    refs: Sequence[InputRef],
    jobs: int,
    cancelled: Callable[[], bool],
    *,
    decisions: DecisionsByFile | None = None,
    apart: bool = False,
) -> Generator[FileOutcome, None, None]:
    """The outcome of each file, in the order of ``refs``.

    Args:
        job: what to do.
        refs: the files.
        jobs: how many processes; 1 works in this process.
        cancelled: asked between files; when it says yes no further file is begun.
        decisions: what was decided about each file's documents, in the place of detection.
        apart: never work in this process, which has a window to draw.

    Raises:
        Cancelled: after the outcomes of all finished files have been given.
        ChartveilError: if the work cannot begin at all, e.g. for a dictionary that is missing.
    """
    tasks = [(ref, None if decisions is None else decisions.get(ref, {})) for ref in refs]
    if not apart and (jobs <= 1 or len(refs) <= 1):
        yield from _in_this_process(job, tasks, cancelled)
    else:
        yield from _in_processes(job, tasks, max(jobs, 1), cancelled)


_Task = tuple[InputRef, Mapping[str, ReviewedSpans] | None]


_STARTING_LOCK = threading.RLock()
"""Held while a process may begin: a pool of which one process dies while another begins trips over itself."""


def terminate_workers() -> None:
    """Ends all processes at once, for a program that ends: what they were at is lost. The runs that wait for
    them end as cancelled ones where they were told so before; one begun later needs it again."""
    with _STARTING_LOCK:
        for process in active_children():
            process.terminate()


def _in_this_process(
    job: ProcessingJob, tasks: Sequence[_Task], cancelled: Callable[[], bool]
) -> Iterator[FileOutcome]:
    releaser = FileProcessor(job)
    try:
        for task in tasks:
            if cancelled():
                raise Cancelled
            yield releaser.process(*task)
    finally:
        releaser.close()


def _in_processes(
    job: ProcessingJob, tasks: Sequence[_Task], jobs: int, cancelled: Callable[[], bool]
) -> Iterator[FileOutcome]:
    at = 0
    while at < len(tasks):
        broken = False
        for outcome in _until_broken(job, tasks[at:], jobs, cancelled):
            if outcome is None:
                broken = True
                break
            at += 1
            yield outcome
        if broken:
            if cancelled():  # what stops a run is often sent to all of its processes
                raise Cancelled
            # A process died, of memory or by a signal. The file at the head may be the cause: it gets a
            # process of its own, so that only it can fail by it.
            yield _in_own_process(job, tasks[at])
            at += 1


def _until_broken(
    job: ProcessingJob, tasks: Sequence[_Task], jobs: int, cancelled: Callable[[], bool]
) -> Iterator[FileOutcome | None]:
    """Outcomes in order; None, as the last, when a process died."""
    waiting: deque[tuple[InputRef, Future[FileOutcome]]] = deque()
    with _pool(job, min(jobs, len(tasks))) as pool:
        try:
            for task in tasks:
                with _STARTING_LOCK:
                    stop = cancelled()
                    if not stop:
                        waiting.append((task[0], pool.submit(_run, task)))
                if stop:
                    yield from _finish(waiting)
                    raise Cancelled
                if len(waiting) >= jobs * _AHEAD:
                    yield _outcome(*waiting.popleft())
            while waiting:
                yield _outcome(*waiting.popleft())
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


def _finish(waiting: deque[tuple[InputRef, Future[FileOutcome]]]) -> Iterator[FileOutcome]:
    """What is done or under way when the user stops; what has not begun is dropped."""
    keep = [(r, f) for r, f in waiting if not f.cancel()]
    waiting.clear()
    for ref, future in keep:
        yield _outcome(ref, future)


def _outcome(ref: InputRef, future: Future[FileOutcome]) -> FileOutcome:
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
        return failed_outcome(ref, e)


def _in_own_process(job: ProcessingJob, task: _Task) -> FileOutcome:
    ref = task[0]
    with _pool(job, 1) as pool:
        try:
            return _outcome(ref, pool.submit(_run, task))
        except BrokenProcessPool:
            message = (
                f"{ref.display}: the process that worked on it died, most likely for want of memory. "
                "Nothing was written for it. Try it alone, in one process, or split it."
            )
            return FileOutcome(ref.display, failure=FileFailure("WorkerDied", message))


def _pool(job: ProcessingJob, jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked: the same on every system, and safe beside threads.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start, initargs=(job,))


def _start(job: ProcessingJob) -> None:
    global _processor, _start_error
    # Ctrl-C and a closed terminal reach every process; only the main one decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    # An error here would kill the worker and look like want of memory: it is told with the first file.
    try:
        _processor = FileProcessor(job)
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


def _run(task: _Task) -> FileOutcome:
    if _start_error is not None:
        raise _start_error
    if _processor is None:
        raise StageError("start", "the worker was not started.")
    return _processor.process(*task)
