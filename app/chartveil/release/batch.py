"""Batches: files and folders in, de-identified copies out, nobody asked in between."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from chartveil.detection.model_choice import PatientMatch
from chartveil.domain.errors import Cancelled, InputError, OutputError
from chartveil.domain.labels import Label
from chartveil.release.discovery import FoundInputs, SkippedInput, discover_inputs
from chartveil.release.folder_state import FolderCount
from chartveil.release.input_files import InputLoader, printable_path
from chartveil.release.job import (
    FileOutcome,
    FileTask,
    PageProgressCallback,
    ProcessingJob,
    ignore_page_progress,
)
from chartveil.release.patient_texts import with_patient_words
from chartveil.release.runner import ReleaseRun, WorksOnFiles, release_run
from chartveil.release.worker_processes import choose_processes
from chartveil.store.workspace import Workspace

_LIST_SUFFIXES = frozenset({".txt", ".tsv"})
"""Endings of a site's own lists (``detection.lists.site_lists``)."""
_REFUSED = 3
"""Files in a row that an output folder refuses before a batch is broken off."""
_MOST_FILES_IN_ONE_PROCESS = 24
"""Up to this many files one process is quicker than starting several."""


@dataclass(frozen=True)
class BatchRequest:
    """A batch to de-identify.

    Attributes:
        inputs: files and folders.
        job: what to do with each file. Its output folder is never read as an input, wherever it lies.
        processes: 0 to choose.
        resume: whether to leave out what an earlier run with the same settings has finished.
        follow_links: as of ``discover_inputs``.
        work: as of ``ReleaseRun.process``.
        apart: whether files are worked on in another process even where one is enough. It takes .4 seconds to
            start, and only so can a file be given up that hangs in a library.
    """

    inputs: tuple[Path, ...]
    job: ProcessingJob
    processes: int = 0
    resume: bool = False
    apart: bool = False
    follow_links: bool = False
    work: WorksOnFiles | None = None


@dataclass
class BatchReport:
    """The report on a batch.

    Attributes:
        run_id: as in the workspace.
        profile: which of our networks read; empty where none did.
        files: one entry an input, in their order.
        skipped: left out on purpose.
        labels: spans taken, by label.
        patient_matches: documents, by how many patients of the site's file each may be of; empty without one.
        passages: of released files, in a language or script that detection does not cover, by its name.
        covered, left_out: of released files, as of ``FileCounts``.
        remarks: what the user should know of that file.
        seconds: from start to end.
        folder: the copies in the folder at the end.
        stopped: whether the user stopped it.
        broken_off: whether it ended since the folder took no more files.
        remaining: inputs that were not begun when it stopped or was broken off.
    """

    run_id: str = ""
    profile: str = ""
    files: list[FileOutcome] = field(default_factory=list)
    skipped: tuple[SkippedInput, ...] = ()
    labels: Counter[Label] = field(default_factory=Counter)
    patient_matches: Counter[PatientMatch] = field(default_factory=Counter)
    passages: Counter[str] = field(default_factory=Counter)
    covered: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    remarks: tuple[str, ...] = ()
    seconds: float = 0.0
    folder: FolderCount = field(default_factory=FolderCount)
    stopped: bool = False
    broken_off: bool = False
    remaining: int = 0

    @property
    def failures(self) -> list[FileOutcome]:
        """Files for which nothing was written."""
        return [f for f in self.files if f.failure is not None]

    @property
    def finished(self) -> list[FileOutcome]:
        """Files that are released."""
        return [f for f in self.files if f.failure is None]

    def add(self, outcome: FileOutcome) -> None:
        """Adds the outcome of one more file."""
        self.files.append(outcome)
        self.labels.update(outcome.counts.labels)
        self.patient_matches.update(outcome.counts.patient_matches)
        self.passages.update(outcome.counts.passages)
        self.covered.update(outcome.counts.covered)
        self.left_out.update(outcome.counts.left_out)


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is: ``done`` of ``total`` files, ``seconds`` since its start, and the latest one."""

    done: int
    total: int
    seconds: float
    latest: FileOutcome


PreparesTasks = Callable[[ProcessingJob, Sequence[FileTask]], Sequence[FileTask]]
"""Checks and completes the tasks of a batch before it begins."""


def _as_they_are(_: ProcessingJob, tasks: Sequence[FileTask]) -> Sequence[FileTask]:
    return tasks


def _never() -> bool:
    return False


def _no_progress(_: BatchProgress) -> None:
    pass


def run_batch(
    request: BatchRequest,
    workspace: Workspace,
    progress: Callable[[BatchProgress], None] = _no_progress,
    cancelled: Callable[[], bool] = _never,
    on_page: PageProgressCallback = ignore_page_progress,
    prepare: PreparesTasks = _as_they_are,
) -> BatchReport:
    """De-identifies a batch. Failures of single files are in the report; the batch goes on.

    Args:
        request: what to do.
        workspace: where the run is recorded.
        progress: told after each file.
        cancelled: asked between files.
        on_page: how far a file of pages is.
        prepare: given the job, with the profile that its files are read with, and all files, before anything
            is written; gives the files back, with what a person said of them. What it raises ends the batch.

    Raises:
        InputError: if there is nothing to read at all.
        OutputError: if the output folder cannot be used.
        StoreError: if the workspace fails.
        ResourceError: if a dictionary of ours is missing, or the file of patients cannot be read.
    """
    started = time.monotonic()
    job = request.job
    _check_folders(job)
    report = BatchReport(remarks=_remarks(job.patients_file))
    found = find_inputs(request)
    if job.models is not None:
        models = job.models.for_texts(len(found.refs), found.characters)
        job, report.profile = replace(job, models=models), models.profile.value
    asked = prepare(job, [FileTask(ref) for ref in found.refs])
    report.skipped = found.skipped
    total = len(found.refs) + len(found.failures)

    def tell(outcome: FileOutcome) -> None:
        report.add(outcome)
        progress(BatchProgress(len(report.files), total, time.monotonic() - started, outcome))

    try:
        with release_run(job, asked, workspace, renew=request.resume, roots=request.inputs) as run:
            report.run_id = run.id
            for unreadable in found.failures:
                tell(run.record_unreadable(unreadable))
            tasks = _leave_out_finished(run, job, asked, tell) if request.resume else asked
            processes = request.processes or choose_processes(len(tasks), _MOST_FILES_IN_ONE_PROCESS)
            tasks = with_patient_words(job, tasks, workspace, processes, cancelled, apart=request.apart)
            with closing(
                run.process(
                    tasks,
                    processes,
                    cancelled,
                    apart=request.apart,
                    on_page=on_page,
                    work=request.work,
                    asked=request.processes,
                )
            ) as outcomes:
                for outcome in outcomes:
                    tell(outcome)
                    if _takes_no_more(report.files):
                        report.broken_off = True
                        report.remaining = total - len(report.files)
                        break
        report.folder = run.left
    except Cancelled:
        report.stopped = True
        report.remaining = total - len(report.files)
    report.seconds = time.monotonic() - started
    return report


def _takes_no_more(files: Sequence[FileOutcome]) -> bool:
    """Whether the folder refused the last files, as a full disk does: the next would be searched in vain."""
    last = files[-_REFUSED:]
    return len(last) == _REFUSED and all(
        f.failure is not None and f.failure.kind == "OutputError" for f in last
    )


def find_inputs(request: BatchRequest) -> FoundInputs:
    """The files of a batch.

    Raises:
        InputError: if there are none.
    """
    options = request.job.read_options
    found = discover_inputs(
        request.inputs,
        options.limits,
        outputs=[request.job.output_folder],
        passwords=options.pages.passwords,
        follow_links=request.follow_links,
    )
    if not found.refs and not found.failures:
        raise _nothing(request, found)
    return found


def _leave_out_finished(
    run: ReleaseRun, job: ProcessingJob, tasks: Sequence[FileTask], tell: Callable[[FileOutcome], None]
) -> list[FileTask]:
    """The inputs that still need work; what is whole from an earlier run is told."""
    left = []
    with closing(InputLoader(job.read_options.limits, job.read_options.pages.passwords)) as loader:
        for task in tasks:
            finished = run.finished_earlier(task, loader)
            if finished is None:
                left.append(task)
            else:
                tell(finished)
    return left


def _nothing(request: BatchRequest, found: FoundInputs) -> InputError:
    """What to say where no file was found that could be read."""
    left = found.skipped
    if any(p.resolve() == request.job.output_folder.resolve() for p in request.inputs):
        what = "is also the output folder, whose files are never read."
    elif len(left) == 1 and len(request.inputs) == 1:
        what = f"was left out: {left[0].reason}."
    elif left:
        what = (
            f"there is nothing to read: {len(left)} files were left out, the first because {left[0].reason}."
        )
    else:
        what = "there is nothing to read."
    where = left[0].path if left else printable_path(str(request.inputs[0]))
    return InputError(what, where=where, remedy="Give files, or a folder with files, other than -o's.")


def _remarks(patients: Path | None) -> tuple[str, ...]:
    """What there is to say of the file of patients, which is read once before anything is written.

    Raises:
        ResourceError: if it cannot be used.
    """
    if patients is None:
        return ()
    from chartveil.detection.lists.patient_file import load_patient_file

    return load_patient_file(patients).remarks


def _check_folders(job: ProcessingJob) -> None:
    """Stops a run into a file, or with a folder of lists that holds none.

    Raises:
        OutputError, InputError: for the one and the other.
    """
    folder = job.output_folder
    if folder.exists() and not folder.is_dir():
        raise OutputError(
            "there is a file of this name.", where=str(folder), remedy="Choose another folder with -o."
        )
    site = job.site_lists
    if site is not None and site.is_dir() and not _holds_lists(site):
        # Else a mistyped folder would pass for a site without names.
        raise InputError(
            "holds no list.",
            where=str(site),
            remedy="Put patients.txt and the like there, or rules.toml (docs/dictionaries.md).",
        )


def _holds_lists(site: Path) -> bool:
    from chartveil.detection.rules.rule_files import site_rule_files

    return any(p.suffix in _LIST_SUFFIXES for p in site.iterdir()) or bool(site_rule_files(site))
