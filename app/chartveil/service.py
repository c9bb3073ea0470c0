"""What a front end may call. The only writer to the workspace, and the only one to name outputs."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from chartveil import __version__
from chartveil.domain import Label
from chartveil.errors import Cancelled, InputError, OutputError
from chartveil.export.atomic import sweep
from chartveil.formats.base import ReadOptions
from chartveil.ingest import InputRef, discover
from chartveil.paths import dictionaries
from chartveil.policy import Mode, Policy
from chartveil.release import Failure, FileOutcome, Job, OutputDraft, OutputFormat
from chartveil.store.keys import key_id, keyed_name
from chartveil.store.workspace import DocumentFacts, ExportFacts, RunFacts, Workspace
from chartveil.workers import run_files, usable_cores

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
    """How far a batch is: ``done`` of ``total`` files, ``seconds`` since its start."""

    done: int
    total: int
    seconds: float
    latest: FileReport | None


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
        sweep(request.out)
        job = Job(
            out=request.out,
            policy=request.policy,
            mode=request.mode,
            key=request.key,
            read=request.read,
            outputs=request.outputs,
            site=request.site,
        )
        facts = _facts(job)
        report = RunReport(self.workspace.begin_run(facts))
        report.skipped = [Skip(s.path, s.reason) for s in found.skipped]
        report.files = [
            FileReport(f.path, failure=Failure("InputError", str(f.error))) for f in found.failures
        ]
        for _ in found.failures:
            self.workspace.record_failure(report.run_id, "", "InputError")
        names = _Names(job, found.refs)
        total = len(found.refs) + len(report.files)
        status = "failed"
        try:
            todo = self._leave_out_finished(request, facts.settings, found.refs, names, report)
            jobs = request.jobs or (usable_cores() if len(todo) > _FEW else 1)
            for ref, outcome in zip(todo, run_files(job, todo, jobs, cancelled), strict=False):
                filed = self._file(report, names, ref, outcome)
                progress(Progress(len(report.files), total, time.monotonic() - started, filed))
            status = "done"
        except Cancelled:
            report.stopped = True
            report.remaining = total - len(report.files)
            status = "stopped"
        finally:
            report.seconds = time.monotonic() - started
            sweep(request.out)
            counts = {"files": len(report.finished), "failures": len(report.failures)}
            self.workspace.end_run(report.run_id, status, counts)
        return report

    def _leave_out_finished(
        self,
        request: Request,
        settings: str,
        refs: Sequence[InputRef],
        names: _Names,
        report: RunReport,
    ) -> list[InputRef]:
        """Of the inputs those that still need work; what is whole from an earlier run is reported."""
        if not request.resume:
            return list(refs)
        todo = []
        for ref in refs:
            try:
                sha256 = ref.load(request.read.limits).sha256
            except InputError:
                todo.append(ref)
                continue
            earlier = self.workspace.exported(sha256, settings)
            outputs = tuple(e.name or names.spans_name(ref) for e in earlier)
            whole = all(_sha256(request.out / n) == e.sha256 for n, e in zip(outputs, earlier, strict=True))
            if earlier and whole:
                names.take(outputs)
                report.files.append(FileReport(ref.display, outputs, resumed=True))
            else:
                todo.append(ref)
        return todo

    def _file(self, report: RunReport, names: _Names, ref: InputRef, outcome: FileOutcome) -> FileReport:
        """Gives a file's drafts their names and records it."""
        failure = outcome.failure
        published: list[tuple[str, OutputDraft]] = []
        if failure is None:
            try:
                for name, draft in names.assign(ref, outcome.drafts):
                    draft.draft.publish(name)
                    published.append((name, draft))
            except OutputError as e:
                failure = Failure("OutputError", str(e))
                for draft in outcome.drafts:
                    draft.draft.discard()
        if failure is not None:
            self.workspace.record_failure(report.run_id, outcome.file_sha256, failure.kind)
            filed = FileReport(outcome.display, failure=failure)
            report.files.append(filed)
            return filed
        spans_only = names.spans_only
        self.workspace.record_file(
            report.run_id,
            outcome.file_sha256,
            [
                DocumentFacts(d.document_id, d.part, outcome.format, d.characters, d.spans, d.recovered)
                for d in outcome.documents
            ],
            # A name that comes from the input's may hold PHI: it is not recorded.
            [ExportFacts("" if spans_only else n, d.draft.sha256, d.draft.size) for n, d in published],
            decided_by=None if spans_only else "policy",
        )
        for d in outcome.documents:
            report.labels.update(s.label for s in d.spans)
        filed = FileReport(
            outcome.display,
            tuple(n for n, _ in published),
            outcome.format,
            len(outcome.documents),
            sum(len(d.spans) for d in outcome.documents),
            sum(len(d.recovered) for d in outcome.documents),
            sum(d.characters for d in outcome.documents),
            remarks=outcome.remarks,
        )
        report.files.append(filed)
        return filed


class _Names:
    """Names of outputs: made from the key, so that they hold no name; of spans, from the input's."""

    def __init__(self, job: Job, refs: Sequence[InputRef]) -> None:
        self._key = job.key
        self.spans_only = job.mode is None and job.outputs == (OutputFormat.JSON,)
        self._used: set[str] = set()
        self._spans = _spans_names([r.display for r in refs]) if self.spans_only else {}

    def spans_name(self, ref: InputRef) -> str:
        return self._spans[ref.display]

    def take(self, names: Sequence[str]) -> None:
        self._used.update(names)

    def assign(self, ref: InputRef, drafts: Sequence[OutputDraft]) -> list[tuple[str, OutputDraft]]:
        """A name for each draft; two drafts from the same parts share the name but for the ending."""
        if self.spans_only:
            return [(self._spans[ref.display], d) for d in drafts]
        named = []
        for d in drafts:
            stem = f"{d.kind}-{keyed_name(self._key, *d.parts)}"
            name, n = f"{stem}{d.suffix}", 1
            while name in self._used:
                n += 1
                name = f"{stem}-{n}{d.suffix}"
            self._used.add(name)
            named.append((name, d))
        return named


def _spans_names(displays: Sequence[str]) -> dict[str, str]:
    """``<name>.json`` for each input: its stem, or its full name where stems meet, or a number besides."""
    paths = {d: PurePath(d.replace("!/", "/")) for d in displays}
    stems = Counter(p.stem.casefold() for p in paths.values())
    names: dict[str, str] = {}
    used: set[str] = set()
    for display, path in paths.items():
        base = path.stem if stems[path.stem.casefold()] == 1 else path.name
        name, n = f"{base}.json", 1
        while name.casefold() in used:
            n += 1
            name = f"{base}-{n}.json"
        used.add(name.casefold())
        names[display] = name
    return names


def _check_folder(request: Request) -> None:
    out = request.out.resolve()
    if out.exists() and not out.is_dir():
        raise OutputError(
            "there is a file of this name.", where=str(request.out), remedy="Choose another folder with -o."
        )


def _facts(job: Job) -> RunFacts:
    manifest = _sha256(dictionaries() / "MANIFEST.toml")
    mode = job.mode.value if job.mode is not None else "spans"
    read = job.read
    shape = {
        "version": __version__,
        "policy": job.policy.sha256,
        "dictionaries": manifest,
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
        __version__, job.policy.name, job.policy.sha256, manifest, mode, key_id(job.key), settings
    )


def _sha256(path: Path) -> str:
    """Hash of a file; empty when it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _folder_sha256(folder: Path) -> str:
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return hashlib.sha256("\n".join(f"{p.name} {_sha256(p)}" for p in files).encode()).hexdigest()
