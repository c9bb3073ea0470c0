"""Batches: files and folders in, de-identified copies out, nobody asked in between."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from chartveil.detection.model_choice import DEFAULT_MODELS, ModelChoice, PatientMatch
from chartveil.domain.document import Label
from chartveil.domain.errors import Cancelled, InputError, OutputError
from chartveil.domain.policy import Policy, ReplacementMode
from chartveil.formats.base import ReadOptions
from chartveil.release.discovery import FoundInputs, discover_inputs
from chartveil.release.input_files import InputLoader, InputRef, printable_path
from chartveil.release.job import FileFailure, OutputFormat, ProcessingJob
from chartveil.release.publish import FileReport, OutputNames, Publisher
from chartveil.release.run_facts import file_sha256, run_facts
from chartveil.release.worker_processes import process_files
from chartveil.store.workspace import Workspace
from chartveil.system.atomic_files import FolderClaim
from chartveil.system.machine import usable_cores

_LIST_SUFFIXES = frozenset({".txt", ".tsv"})
"""Endings of a site's own lists (``detect.dictionaries_folder.site``)."""
_MOST_FILES_IN_ONE_PROCESS = 24
"""Up to this many files one process is quicker than starting several."""


@dataclass(frozen=True)
class BatchRequest:
    """A batch to de-identify.

    Attributes:
        inputs: files and folders.
        out: folder for the outputs; never read as an input, wherever it lies.
        policy, mode, key: as in ``ProcessingJob``; mode None writes spans only.
        read: how to read.
        outputs: what to write for each input.
        site: folder with the site's own dictionaries; None without.
        patients: the site's file of patients; None without.
        models: how the ensemble is run; None for rules and dictionaries alone.
        jobs: processes; 0 to choose.
        resume: whether to leave out what an earlier run with the same settings has finished.
    """

    inputs: tuple[Path, ...]
    out: Path
    policy: Policy
    mode: ReplacementMode | None
    key: bytes = field(repr=False)
    read: ReadOptions = field(default_factory=ReadOptions)
    outputs: tuple[OutputFormat, ...] = (OutputFormat.SAME,)
    site: Path | None = None
    models: ModelChoice | None = DEFAULT_MODELS
    patients: Path | None = None
    jobs: int = 0
    resume: bool = False


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """An input that was left out on purpose, and why."""

    path: str
    reason: str


@dataclass
class BatchReport:
    """What became of a batch.

    Attributes:
        run_id: as in the workspace.
        files: one entry an input, in their order.
        skipped: left out on purpose.
        labels: spans taken, by label.
        patient_matches: documents, by how many patients of the site's file each may be of; empty without one.
        remarks: what the user should know of that file.
        seconds: from start to end.
        stopped: whether the user stopped it.
        remaining: inputs that were not begun when it stopped.
    """

    run_id: str
    files: list[FileReport] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    labels: Counter[Label] = field(default_factory=Counter)
    patient_matches: Counter[PatientMatch] = field(default_factory=Counter)
    remarks: tuple[str, ...] = ()
    seconds: float = 0.0
    stopped: bool = False
    remaining: int = 0

    @property
    def failures(self) -> list[FileReport]:
        return [f for f in self.files if f.failure is not None]

    @property
    def finished(self) -> list[FileReport]:
        return [f for f in self.files if f.failure is None]


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is: ``done`` of ``total`` files, ``seconds`` since its start, and the latest one."""

    done: int
    total: int
    seconds: float
    latest: FileReport


def _never() -> bool:
    return False


def _no_progress(_: BatchProgress) -> None:
    pass


class BatchRunner:
    """Runs batches and records them.

    Args:
        workspace: where runs are recorded.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def deidentify(
        self,
        request: BatchRequest,
        progress: Callable[[BatchProgress], None] = _no_progress,
        cancelled: Callable[[], bool] = _never,
    ) -> BatchReport:
        """De-identifies a batch. Failures of single files are in the report; the batch goes on.

        Args:
            request: what to do.
            progress: told after each file.
            cancelled: asked between files.

        Raises:
            InputError: if there is nothing to read at all.
            OutputError: if the output folder cannot be used.
            StoreError: if the workspace fails.
            ResourceError: if a dictionary of ours is missing, or the file of patients cannot be read.
        """
        started = time.monotonic()
        _check_folder(request)
        remarks = _remarks(request.patients)
        found = discover_inputs(request.inputs, request.read.limits, outputs=[request.out])
        if not found.refs and not found.failures:
            raise _nothing(request, found)
        with FolderClaim(request.out) as claim:
            job = ProcessingJob(
                out=request.out,
                token=claim.token,
                policy=request.policy,
                mode=request.mode,
                key=request.key,
                read=request.read,
                outputs=request.outputs,
                site=request.site,
                models=request.models,
                patients=request.patients,
            )
            facts = run_facts(job)
            report = BatchReport(self.workspace.begin_run(facts))
            report.remarks = remarks
            report.skipped = [SkippedFile(s.path, s.reason) for s in found.skipped]
            total = len(found.refs) + len(found.failures)

            def tell(filed: FileReport) -> None:
                report.files.append(filed)
                progress(BatchProgress(len(report.files), total, time.monotonic() - started, filed))

            status = "failed"
            try:
                for f in found.failures:
                    self.workspace.record_failure(report.run_id, "", "InputError")
                    tell(FileReport(f.path, failure=FileFailure("InputError", str(f.error))))
                names = OutputNames(job, found.refs)
                publisher = Publisher(self.workspace, report.run_id, names)
                todo = self._leave_out_finished(request, facts.settings, found.refs, names, tell)
                jobs = request.jobs or (usable_cores() if len(todo) > _MOST_FILES_IN_ONE_PROCESS else 1)
                job = replace(job, models=_with_threads_shared(job.models, jobs))
                with closing(process_files(job, todo, jobs, cancelled)) as outcomes:
                    for ref, outcome in zip(todo, outcomes, strict=False):
                        filed = publisher.publish(ref, outcome)
                        if filed.failure is None:
                            report.labels.update(s.label for d in outcome.documents for s in d.spans)
                            of = (d.patient_match for d in outcome.documents)
                            report.patient_matches.update(match for match in of if match is not None)
                        tell(filed)
                status = "done"
            except Cancelled:
                report.stopped = True
                report.remaining = total - len(report.files)
                status = "stopped"
            except KeyboardInterrupt:
                status = "stopped"
                raise
            finally:
                report.seconds = time.monotonic() - started
                counts = {"files": len(report.finished), "failures": len(report.failures)}
                if request.patients is not None:
                    # That a dossier was used, never whose.
                    counts["dossiers"] = report.patient_matches[PatientMatch.ONE]
                self.workspace.end_run(report.run_id, status, counts)
        return report

    def _leave_out_finished(
        self,
        request: BatchRequest,
        settings: str,
        refs: Sequence[InputRef],
        names: OutputNames,
        tell: Callable[[FileReport], None],
    ) -> list[InputRef]:
        """Of the inputs those that still need work; what is whole from an earlier run is reported."""
        if not request.resume:
            return list(refs)
        todo = []
        with closing(InputLoader(request.read.limits)) as loader:
            for ref in refs:
                try:
                    sha256 = loader.load(ref).sha256
                except InputError:
                    todo.append(ref)
                    continue
                earlier = self.workspace.earlier_exports(sha256, settings, names.copy_number(ref, sha256))
                outputs = tuple(e.name or names.spans_name(ref) for e in earlier)
                whole = all(
                    file_sha256(request.out / n) == e.sha256 for n, e in zip(outputs, earlier, strict=True)
                )
                if earlier and whole:
                    names.reserve(outputs)
                    tell(FileReport(ref.display, outputs, resumed=True))
                else:
                    todo.append(ref)
        return todo


def _nothing(request: BatchRequest, found: FoundInputs) -> InputError:
    """What to say where no file was found that could be read."""
    left = found.skipped
    if any(p.resolve() == request.out.resolve() for p in request.inputs):
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


def _with_threads_shared(models: ModelChoice | None, jobs: int) -> ModelChoice | None:
    """The models' threads, so that all processes together use each core once."""
    if models is None or models.threads:
        return models
    return replace(models, threads=max(1, usable_cores() // jobs))


def _remarks(patients: Path | None) -> tuple[str, ...]:
    """What there is to say of the file of patients, which is read once before anything is written.

    Raises:
        ResourceError: if it cannot be used.
    """
    if patients is None:
        return ()
    from chartveil.detection.lists.patient_file import load_patient_file

    return load_patient_file(patients).remarks


def _check_folder(request: BatchRequest) -> None:
    out = request.out.resolve()
    if out.exists() and not out.is_dir():
        raise OutputError(
            "there is a file of this name.", where=str(request.out), remedy="Choose another folder with -o."
        )
    site = request.site
    if site is not None and site.is_dir() and not any(p.suffix in _LIST_SUFFIXES for p in site.iterdir()):
        # Else a mistyped folder would pass for a site without names.
        raise InputError(
            "holds no list.",
            where=str(site),
            remedy="Put patients.txt and the like there (docs/dictionaries.md).",
        )
