"""What a front end may call. The only writer to the workspace, and the only one to name outputs."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from chartveil import __version__
from chartveil.detect.choice import USUAL, ModelChoice
from chartveil.domain import Label
from chartveil.errors import Cancelled, InputError, OutputError
from chartveil.export.atomic import Claim
from chartveil.formats.base import ReadOptions
from chartveil.ingest import Found, InputRef, Loader, discover
from chartveil.ingest.refs import shown
from chartveil.job import Failure, FileOutcome, Job, OutputDraft, OutputFormat
from chartveil.naming import Names, spare_others
from chartveil.paths import dictionaries, models
from chartveil.policy import Mode, Policy
from chartveil.store.keys import key_id, keyed_name
from chartveil.store.workspace import DocumentFacts, ExportFacts, RunFacts, Workspace
from chartveil.workers import run_files, usable_cores

_LISTS = frozenset({".txt", ".tsv"})
"""Endings of a site's own lists (``detect.dictionaries.site``)."""
_FEW = 24
"""Up to this many files one process is quicker than starting several."""


@dataclass(frozen=True)
class Request:
    """A batch to de-identify.

    Attributes:
        inputs: files and folders.
        out: folder for the outputs; never read as an input, wherever it lies.
        policy, mode, key: as in ``Job``; mode None writes spans only.
        read: how to read.
        outputs: what to write for each input.
        site: folder with the site's own dictionaries; None without.
        models: how the ensemble is run; None for rules and dictionaries alone.
        jobs: processes; 0 to choose.
        resume: whether to leave out what an earlier run with the same settings has finished.
    """

    inputs: tuple[Path, ...]
    out: Path
    policy: Policy
    mode: Mode | None
    key: bytes = field(repr=False)
    read: ReadOptions = field(default_factory=ReadOptions)
    outputs: tuple[OutputFormat, ...] = (OutputFormat.SAME,)
    site: Path | None = None
    models: ModelChoice | None = USUAL
    jobs: int = 0
    resume: bool = False


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one input.

    Attributes:
        path: as the user knows it (may hold PHI: for the user only).
        outputs: names of what was written.
        documents, spans, recovered: counts.
        characters: of all its documents.
        failure: why nothing was written, or None.
        resumed: whether an earlier run had finished it.
        remarks: what had to be guessed, for the user.
    """

    path: str
    outputs: tuple[str, ...] = ()
    format: str = ""
    documents: int = 0
    spans: int = 0
    recovered: int = 0
    characters: int = 0
    failure: Failure | None = None
    resumed: bool = False
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skip:
    """An input that was left out on purpose, and why."""

    path: str
    reason: str


@dataclass
class RunReport:
    """What became of a batch.

    Attributes:
        run_id: as in the workspace.
        files: one entry an input, in their order.
        skipped: left out on purpose.
        labels: spans taken, by label.
        seconds: from start to end.
        stopped: whether the user stopped it.
        remaining: inputs that were not begun when it stopped.
    """

    run_id: str
    files: list[FileReport] = field(default_factory=list)
    skipped: list[Skip] = field(default_factory=list)
    labels: Counter[Label] = field(default_factory=Counter)
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
class Progress:
    """How far a batch is: ``done`` of ``total`` files, ``seconds`` since its start, and the latest one."""

    done: int
    total: int
    seconds: float
    latest: FileReport


def _never() -> bool:
    return False


def _nowhere(_: Progress) -> None:
    pass


class Service:
    """Runs batches and records them.

    Args:
        workspace: where runs are recorded.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def deidentify(
        self,
        request: Request,
        progress: Callable[[Progress], None] = _nowhere,
        cancelled: Callable[[], bool] = _never,
    ) -> RunReport:
        """De-identifies a batch. Failures of single files are in the report; the batch goes on.

        Args:
            request: what to do.
            progress: told after each file.
            cancelled: asked between files.

        Raises:
            InputError: if there is nothing to read at all.
            OutputError: if the output folder cannot be used.
            StoreError: if the workspace fails.
            ResourceError: if a dictionary of ours is missing.
        """
        started = time.monotonic()
        _check_folder(request)
        found = discover(request.inputs, request.read.limits, outputs=[request.out])
        if not found.refs and not found.failures:
            raise _nothing(request, found)
        with Claim(request.out) as claim:
            job = Job(
                out=request.out,
                token=claim.token,
                policy=request.policy,
                mode=request.mode,
                key=request.key,
                read=request.read,
                outputs=request.outputs,
                site=request.site,
                models=request.models,
            )
            facts = _facts(job)
            report = RunReport(self.workspace.begin_run(facts))
            report.skipped = [Skip(s.path, s.reason) for s in found.skipped]
            total = len(found.refs) + len(found.failures)

            def tell(filed: FileReport) -> None:
                report.files.append(filed)
                progress(Progress(len(report.files), total, time.monotonic() - started, filed))

            status = "failed"
            try:
                for f in found.failures:
                    self.workspace.record_failure(report.run_id, "", "InputError")
                    tell(FileReport(f.path, failure=Failure("InputError", str(f.error))))
                names = Names(job, found.refs)
                todo = self._leave_out_finished(request, facts.settings, found.refs, names, tell)
                jobs = request.jobs or (usable_cores() if len(todo) > _FEW else 1)
                job = replace(job, models=_spread(job.models, jobs))
                with closing(run_files(job, todo, jobs, cancelled)) as outcomes:
                    for ref, outcome in zip(todo, outcomes, strict=False):
                        tell(self._file(report, names, ref, outcome))
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
                self.workspace.end_run(report.run_id, status, counts)
        return report

    def _leave_out_finished(
        self,
        request: Request,
        settings: str,
        refs: Sequence[InputRef],
        names: Names,
        tell: Callable[[FileReport], None],
    ) -> list[InputRef]:
        """Of the inputs those that still need work; what is whole from an earlier run is reported."""
        if not request.resume:
            return list(refs)
        todo = []
        with closing(Loader(request.read.limits)) as loader:
            for ref in refs:
                try:
                    sha256 = loader.load(ref).sha256
                except InputError:
                    todo.append(ref)
                    continue
                earlier = self.workspace.exported(sha256, settings, names.copy(ref, sha256))
                outputs = tuple(e.name or names.spans_name(ref) for e in earlier)
                whole = all(
                    _sha256(request.out / n) == e.sha256 for n, e in zip(outputs, earlier, strict=True)
                )
                if earlier and whole:
                    names.take(outputs)
                    tell(FileReport(ref.display, outputs, resumed=True))
                else:
                    todo.append(ref)
        return todo

    def _file(self, report: RunReport, names: Names, ref: InputRef, outcome: FileOutcome) -> FileReport:
        """Gives a file's drafts their names and records it: both, or neither."""
        failure = outcome.failure
        published: list[tuple[Path, OutputDraft]] = []
        if failure is None:
            try:
                for name, draft in names.assign(ref, outcome.drafts):
                    if names.spans_only:
                        spare_others(draft.draft.temporary, name)
                    # Noted before it happens: a signal may come in between.
                    published.append((draft.draft.temporary.with_name(name), draft))
                    draft.draft.publish(name)
                self._record(report.run_id, names, ref, outcome, published)
            except BaseException as e:
                # A copy without a record, or half of a file's copies, would pass for a whole release.
                for path, draft in published:
                    if not draft.draft.temporary.exists():
                        path.unlink(missing_ok=True)
                for draft in outcome.drafts:
                    draft.draft.discard()
                if not isinstance(e, OutputError):
                    raise
                failure = Failure("OutputError", f"{outcome.display}: {e}")
        if failure is not None:
            self.workspace.record_failure(report.run_id, outcome.file_sha256, failure.kind)
            return FileReport(outcome.display, failure=failure)
        for d in outcome.documents:
            report.labels.update(s.label for s in d.spans)
        return FileReport(
            outcome.display,
            tuple(path.name for path, _ in published),
            outcome.format,
            len(outcome.documents),
            sum(len(d.spans) for d in outcome.documents),
            sum(len(d.recovered) for d in outcome.documents),
            sum(d.characters for d in outcome.documents),
            remarks=outcome.remarks,
        )

    def _record(
        self,
        run_id: str,
        names: Names,
        ref: InputRef,
        outcome: FileOutcome,
        published: Sequence[tuple[Path, OutputDraft]],
    ) -> None:
        spans_only = names.spans_only
        self.workspace.record_file(
            run_id,
            outcome.file_sha256,
            [
                DocumentFacts(d.document_id, d.part, outcome.format, d.characters, d.spans, d.recovered)
                for d in outcome.documents
            ],
            # A name that comes from the input's may hold PHI: it is not recorded.
            [ExportFacts("" if spans_only else p.name, d.draft.sha256, d.draft.size) for p, d in published],
            decided_by=None if spans_only else "policy",
            copy=names.copy(ref, outcome.file_sha256),
        )


def _nothing(request: Request, found: Found) -> InputError:
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
    where = left[0].path if left else shown(str(request.inputs[0]))
    return InputError(what, where=where, remedy="Give files, or a folder with files, other than -o's.")


def _spread(models: ModelChoice | None, jobs: int) -> ModelChoice | None:
    """The models' threads, so that all processes together use each core once."""
    if models is None or models.threads:
        return models
    return replace(models, threads=max(1, usable_cores() // jobs))


def _check_folder(request: Request) -> None:
    out = request.out.resolve()
    if out.exists() and not out.is_dir():
        raise OutputError(
            "there is a file of this name.", where=str(request.out), remedy="Choose another folder with -o."
        )
    site = request.site
    if site is not None and site.is_dir() and not any(p.suffix in _LISTS for p in site.iterdir()):
        # Else a mistyped folder would pass for a site without names.
        raise InputError(
            "holds no list.",
            where=str(site),
            remedy="Put patients.txt and the like there (docs/dictionaries.md).",
        )


def _facts(job: Job) -> RunFacts:
    manifest = _sha256(dictionaries() / "MANIFEST.toml")
    listed = _models_sha256(job.models)
    mode = job.mode.value if job.mode is not None else "spans"
    read = job.read
    shape = {
        "version": __version__,
        "policy": job.policy.sha256,
        "dictionaries": manifest,
        "models": listed,
        "mode": mode,
        "key": key_id(job.key),
        "outputs": [o.value for o in job.outputs],
        "site": _folder_sha256(job.site) if job.site else "",
        "read": [read.text_columns, read.id_column, read.patient_column],
        # The patient's id itself is PHI: it goes into the fingerprint keyed.
        "patient": keyed_name(job.key, read.patient_id) if read.patient_id else "",
    }
    settings = hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()
    return RunFacts(
        __version__, job.policy.name, job.policy.sha256, manifest, mode, key_id(job.key), settings, listed
    )


def _models_sha256(choice: ModelChoice | None) -> str:
    """Hash of the lists that name every model with its own hash; empty without models."""
    if choice is None:
        return ""
    lists = [models() / "ensemble.toml"]
    if choice.site is not None:
        lists.append(choice.site / "members.toml")
    return hashlib.sha256("\n".join(map(_sha256, lists)).encode()).hexdigest()


def _sha256(path: Path) -> str:
    """Hash of a file; empty when it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _folder_sha256(folder: Path) -> str:
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return hashlib.sha256("\n".join(f"{p.name} {_sha256(p)}" for p in files).encode()).hexdigest()
