"""Long tables: chunks of their rows are worked on in several processes, and kept as they are done.

This process reads the rows and writes the copy; it holds no model and no more of the table than some chunks.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import overload

from chartveil.domain.errors import Cancelled, ChartveilError
from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.endings import PACKED_TABLE_FORMATS, TABLE_FORMATS, is_named_as
from chartveil.formats.registry import format_for
from chartveil.formats.tables.row_stream import TableRow
from chartveil.formats.tables.table_format import TableFormat
from chartveil.release.file_processor import FileProcessor, failed_outcome, time_limit_error
from chartveil.release.input_files import library_errors_explained, load_file
from chartveil.release.job import (
    FileOutcome,
    FileTask,
    PageProgressCallback,
    ProcessingJob,
    ignore_page_progress,
)
from chartveil.release.run_facts import run_facts
from chartveil.release.tables.copies import finished_copy, plan_table, row_chunks
from chartveil.release.tables.journal import RowJournal, remove_journals
from chartveil.release.tables.read_back import PlannedTable
from chartveil.release.tables.row_patients import TableWords
from chartveil.release.tables.rows import CHUNK_ROWS, RowDeidentifier, RowsDone
from chartveil.release.worker_processes import work_on_files
from chartveil.system.machine import usable_cores
from chartveil.system.page_progress import PageProgress, PageStep
from chartveil.system.time_limit import LimitMoved, TimeLimitExceeded, time_limit

LONG_TEXT, LONG_PACKED = 1_000_000, 150_000
"""Bytes of a table, and of one that is packed, from which its rows are worked on in several processes."""
_KEPT_CHUNKS = 64
"""Chunks that are kept in case the process that has them dies."""


def is_long_table(task: FileTask, job: ProcessingJob) -> bool:
    """Whether a file is a table that is worked on in chunks: by its ending and size alone, as it is asked of
    every file."""
    if not job.copies_only or task.reviewed is not None or task.ref.member or job.read_options.as_text:
        return False
    path = task.ref.path
    least = LONG_PACKED if is_named_as(path, PACKED_TABLE_FORMATS) else LONG_TEXT
    with suppress(OSError):
        return is_named_as(path, TABLE_FORMATS) and Path(path).stat().st_size >= least
    return False


def work_on_files_and_tables(
    process_files: Callable[..., Generator[FileOutcome, None, None]],
    job: ProcessingJob,
    tasks: Sequence[FileTask],
    processes: int,
    cancelled: Callable[[], bool],
    *,
    claim_token: str = "",
    apart: bool = False,
    on_page: PageProgressCallback = ignore_page_progress,
    asked: int = 0,
) -> Generator[FileOutcome, None, None]:
    """The outcome of each file, in their order: of long tables by their rows, of others as a whole.

    Arguments and errors as of ``worker_processes.process_files``.

    Args:
        process_files: that function.
        asked: how many processes a person asked for; 0 where he leaves it open.
    """
    for is_long, some in groupby(tasks, key=lambda task: is_long_table(task, job)):
        if is_long:
            for task in some:
                if cancelled():
                    raise Cancelled
                yield long_table_outcome(job, task, asked, cancelled, on_page, claim_token)
        else:
            yield from process_files(
                job, list(some), processes, cancelled, claim_token=claim_token, apart=apart, on_page=on_page
            )
    remove_journals(job.output_folder)


def long_table_outcome(
    job: ProcessingJob,
    task: FileTask,
    processes: int,
    cancelled: Callable[[], bool],
    on_page: PageProgressCallback,
    claim_token: str,
) -> FileOutcome:
    """The outcome of a long table, with drafts that nobody has published yet. What an earlier run with the
    same settings did of it, and was broken off, is taken over.

    Args:
        job, task: the table.
        processes: how many; 0 for one a core.
        cancelled: asked between chunks.
        on_page: how many rows are done.
        claim_token: of the claim on the output folder.

    Raises:
        Cancelled: if the user stopped it; what was done stays for the next run.
        StoreError, ResourceError, OutputError: as of the workers.
    """
    sha256 = ""
    try:
        file = load_file(task.ref.path, job.read_options.limits)
        sha256 = file.sha256
        form = format_for(file)
        if not isinstance(form, TableFormat):
            return _whole(job, task, cancelled, on_page, claim_token)
        plans = _planned(job, task, cancelled)
        if isinstance(plans, FileOutcome):
            return replace(plans, file_sha256=sha256)
        with library_errors_explained(file, form):
            planned = PlannedTable(file, form, form.open(file, job.read_options), plans)
        # All rows are gone through once, so that what cannot be read stops the file before hours of work.
        rows, words = 0, TableWords(job, plans, task, form.name)
        for chunk in row_chunks(planned):
            rows += len(chunk)
            if not task.words:  # else they are known already, with those of other files
                words.add(chunk)
        journal = RowJournal(job.output_folder, _fingerprint(job, task, sha256, plans))
        try:
            outcome = _worked_on(job, task, planned, rows, words, journal, processes, cancelled, on_page)
            if outcome is None:
                outcome = finished_copy(job, task, planned, journal.total, journal.rows, claim_token)
            journal.remove()
        finally:
            journal.close()
    except Cancelled:
        raise
    except (ChartveilError, MemoryError) as e:
        return failed_outcome(task, e, sha256)
    return outcome


def _worked_on(
    job: ProcessingJob,
    task: FileTask,
    planned: PlannedTable,
    rows: int,
    words: TableWords,
    journal: RowJournal,
    processes: int,
    cancelled: Callable[[], bool],
    on_page: PageProgressCallback,
) -> FileOutcome | None:
    """Works on the chunks that the journal lacks; the failure of one that failed."""
    chunks = RowChunks(planned, task, journal.chunks, -(-rows // CHUNK_ROWS), words)
    if not chunks:
        return None
    count = min(processes or usable_cores(), len(chunks))
    if job.models is not None and not job.models.threads:
        job = replace(job, models=replace(job.models, threads=max(1, usable_cores() // count)))
    make = partial(RowsWorker, job, planned.plans, planned.form.name)
    with closing(work_on_files(make, chunks, count, cancelled, apart=True)) as outcomes:
        for done in outcomes:
            if isinstance(done, FileOutcome):
                return done
            journal.add(done)
            on_page(task, PageProgress(PageStep.READING, min(journal.chunks * CHUNK_ROWS, rows), rows, "row"))
    return None


def _fingerprint(job: ProcessingJob, task: FileTask, sha256: str, plans: Sequence[TablePlan]) -> str:
    settings = run_facts(job).settings
    parts = (sha256, settings, task.patient_id or "", task.ref.display, repr(plans), str(CHUNK_ROWS))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _planned(
    job: ProcessingJob, task: FileTask, cancelled: Callable[[], bool]
) -> tuple[TablePlan, ...] | FileOutcome:
    """What is done with the columns, found out in a process of its own, which lets go of the models again;
    the failure of a file that cannot be planned."""
    for outcome in work_on_files(partial(PlanWorker, job), [task], 1, cancelled, apart=True):
        return outcome
    raise Cancelled


def _whole(
    job: ProcessingJob,
    task: FileTask,
    cancelled: Callable[[], bool],
    on_page: PageProgressCallback,
    claim_token: str,
) -> FileOutcome:
    """The outcome of a file that only looked like a table."""
    make = partial(FileProcessor, job, claim_token)
    return next(iter(work_on_files(make, [task], 1, cancelled, apart=True, on_page=on_page)))


@dataclass(frozen=True, slots=True)
class RowsTask(FileTask):
    """A chunk of rows of a file."""

    rows: tuple[TableRow, ...] = field(default=(), repr=False)


class RowChunks(Sequence[FileTask]):
    """The chunks of a table from one on, read as they are asked for.

    Args:
        planned, task: the file.
        first: number of the first chunk, from 0.
        total: of the chunks of the file.
        words: of all its rows; None where nothing is drawn for patients.
    """

    def __init__(
        self, planned: PlannedTable, task: FileTask, first: int, total: int, words: TableWords | None = None
    ) -> None:
        self._planned = planned
        self._task = task
        self._first = first
        self._total = total
        self._words = words
        self._kept: deque[tuple[int, RowsTask]] = deque(maxlen=_KEPT_CHUNKS)
        self._next = 0
        self._chunks: Iterator[list[TableRow]] = iter(())
        self._begin()

    def _begin(self) -> None:
        self._next = 0
        self._chunks = islice(row_chunks(self._planned), self._first, None)
        self._kept.clear()

    def __len__(self) -> int:
        return max(self._total - self._first, 0)

    @overload
    def __getitem__(self, number: int) -> FileTask: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[FileTask]: ...
    def __getitem__(self, number: int | slice) -> FileTask | Sequence[FileTask]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        if number < self._next and (not self._kept or number < self._kept[0][0]):
            self._begin()
        while self._next <= number:
            own = self._task
            rows = tuple(next(self._chunks))
            words = self._words.of_rows(rows) if self._words is not None else {}
            task = RowsTask(own.ref, own.number, patient_id=own.patient_id, words=words, rows=rows)
            self._kept.append((self._next, task))
            self._next += 1
        return next(task for n, task in self._kept if n == number)


class PlanWorker:
    """Plans the columns of tables."""

    def __init__(self, job: ProcessingJob, *, time_limit_moved: LimitMoved = lambda *_: None) -> None:
        self._processor = FileProcessor(job)
        self._moved = time_limit_moved

    def process(self, task: FileTask) -> tuple[TablePlan, ...]:
        """The plan of a file.

        Raises:
            InputError: as ``plan_table``.
        """
        limits = self._processor.job.read_options.limits
        file = load_file(task.ref.path, limits)
        seconds = limits.seconds + limits.seconds_per_mb * len(file.data) / 1e6
        try:
            with time_limit(seconds, moved=self._moved):
                return plan_table(self._processor, file, format_for(file)).plans
        except TimeLimitExceeded:
            raise time_limit_error(task, seconds) from None

    def close(self) -> None:
        """Ends the work."""
        self._processor.close()


class RowsWorker:
    """De-identifies chunks of one table."""

    def __init__(
        self,
        job: ProcessingJob,
        plans: tuple[TablePlan, ...],
        format_name: str,
        *,
        time_limit_moved: LimitMoved = lambda *_: None,
    ) -> None:
        self._processor = FileProcessor(job)
        self._plans = plans
        self._format_name = format_name
        self._moved = time_limit_moved
        self._rows: RowDeidentifier | None = None

    def process(self, task: FileTask) -> RowsDone:
        """What becomes of a chunk.

        Raises:
            ChartveilError: if the file cannot be released.
        """
        assert isinstance(task, RowsTask)
        if self._rows is None:
            self._rows = RowDeidentifier(self._processor, self._plans, task, self._format_name)
        limits = self._processor.job.read_options.limits
        size = sum(len(cell) for row in task.rows for cell in row.cells)
        seconds = limits.seconds + limits.seconds_per_mb * size / 1e6
        seconds += limits.seconds_per_row * len(task.rows)
        try:
            with time_limit(seconds, moved=self._moved):
                return self._rows.deidentify(task.rows, words=task.words)
        except TimeLimitExceeded:
            raise time_limit_error(task, seconds) from None

    def close(self) -> None:
        """Ends the work."""
        self._processor.close()
