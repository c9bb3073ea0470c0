"""Writes the documents that were signed off, each checked for leaks before it gets its name."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from chartveil.domain.document import Decision, RegionDecision, Verdict
from chartveil.domain.errors import Cancelled, OutputError
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileOutcome, OutputFormat, ProcessingJob, ReviewedSpans
from chartveil.release.publish import FileReport, OutputNames, Publisher
from chartveil.release.run_facts import run_facts
from chartveil.release.worker_processes import process_files
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState, DocumentRow, DocumentState, PageBox, Reading, ReviewItem
from chartveil.service.page_boxes import final_boxes
from chartveil.service.review_service import ReviewService
from chartveil.service.second_reader import awaits_second_reader
from chartveil.store.workspace import Workspace
from chartveil.system.atomic_files import FolderClaim
from chartveil.system.machine import usable_cores

_READY = (DocumentState.SIGNED_OFF, DocumentState.EXPORTED)
_MOST_FILES_IN_ONE_PROCESS = 8
"""Up to this many files one process is quicker than starting several."""


@dataclass(frozen=True, slots=True)
class UnreadyFile:
    """A file that cannot be exported yet.

    Attributes:
        file: its number.
        name: for the user. May hold PHI.
        reason: why, in plain words.
        row: the document to go to.
    """

    file: int
    name: str
    reason: str
    row: int


@dataclass(frozen=True, slots=True)
class ExportReadiness:
    """What can be exported, and what not.

    Attributes:
        files: numbers of the files whose documents are all signed off.
        documents: how many documents they hold.
        unready: the others.
    """

    files: tuple[int, ...]
    documents: int
    unready: tuple[UnreadyFile, ...]


@dataclass(frozen=True, slots=True)
class _PlannedFile:
    file: int
    ref: InputRef
    decided: Mapping[str, ReviewedSpans] = field(repr=False)
    decisions: Mapping[str, Sequence[Decision]] = field(repr=False)
    boxes: Mapping[str, Sequence[RegionDecision]] = field(repr=False)


@dataclass(frozen=True)
class ExportPlan:
    """What is written; made by the desk's thread, carried out in another.

    Attributes:
        job: with the folder and the formats.
        files: to be written, with what was decided about their documents.
        workspace: file of the audit log.
    """

    job: ProcessingJob
    files: tuple[_PlannedFile, ...]
    workspace: Path


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """What became of a file.

    Attributes:
        file: its number.
        report: names of what was written, or the failure.
        sha256s: of each output.
    """

    file: int
    report: FileReport
    sha256s: tuple[str, ...] = ()


def export_readiness(desk: ReviewService) -> ExportReadiness:
    """Which files are signed off whole. A table is written when all its rows are."""
    by_file: dict[int, list[DocumentRow]] = {}
    for row in desk.rows():
        by_file.setdefault(row.file, []).append(row)
    files, documents, waiting = [], 0, []
    for file, rows in by_file.items():
        left = [r for r in rows if not is_ready_to_export(desk, r)]
        if left:
            waiting.append(UnreadyFile(file, left[0].name, _why(desk, left), left[0].row))
        else:
            files.append(file)
            documents += len(rows)
    return ExportReadiness(tuple(files), documents, tuple(waiting))


def is_ready_to_export(desk: ReviewService, row: DocumentRow) -> bool:
    """Whether a document is signed off by all who are to read it."""
    return row.state in _READY and row.resolved and not awaits_second_reader(desk, row)


def why_not_ready(desk: ReviewService, row: DocumentRow) -> str:
    """Why a document is not ready, in plain words."""
    return _why(desk, [row])


def plan_export(
    desk: ReviewService, folder: Path, formats: Sequence[OutputFormat], files: Sequence[int]
) -> ExportPlan:
    """What is to be written for files that are signed off.

    Raises:
        OutputError: if the folder is one that the documents come from.
    """
    refs = {f.file: InputRef(f.path, f.member) for f in desk.store.files(desk.worklist)}
    _check_folder(folder, refs.values())
    rows: dict[int, list[DocumentRow]] = {}
    for row in desk.rows():
        rows.setdefault(row.file, []).append(row)
    job = replace(desk.processing_job(), out=folder, outputs=tuple(dict.fromkeys(formats)))
    planned = [_planned(desk, file, refs[file], rows[file]) for file in files]
    return ExportPlan(job, tuple(planned), desk.user_paths.workspace_file)


def run_export(made: ExportPlan, cancelled: Callable[[], bool]) -> Iterator[ExportedFile]:
    """Writes the files of a plan, in any thread; each that is given is written and in the audit log.

    Raises:
        OutputError: if the folder cannot be used.
        StoreError: if the audit log fails.
        ChartveilError: if the work cannot begin at all.
    """
    files = {f.ref: f for f in made.files}
    refs = list(files)
    jobs = min(usable_cores(), len(refs)) if len(refs) > _MOST_FILES_IN_ONE_PROCESS else 1
    with FolderClaim(made.job.out) as claim, Workspace(made.workspace) as workspace:
        job = replace(made.job, token=claim.token)
        run = workspace.begin_run(run_facts(job))
        publisher = Publisher(workspace, run, OutputNames(job, refs))
        decisions = {ref: f.decided for ref, f in files.items()}
        counts: Counter[str] = Counter()
        status = "failed"
        try:
            with closing(
                process_files(job, refs, jobs, cancelled, decisions=decisions, apart=True)
            ) as outcomes:
                for ref, outcome in zip(refs, outcomes, strict=False):
                    report = publisher.publish(ref, outcome, files[ref].decisions, files[ref].boxes)
                    counts["failures" if report.failure else "files"] += 1
                    yield ExportedFile(files[ref].file, report, _hashes(outcome, report))
            status = "done"
        except Cancelled:
            status = "stopped"
        finally:
            workspace.end_run(run, status, {"files": counts["files"], "failures": counts["failures"]})


def record_export(desk: ReviewService, exported: ExportedFile) -> list[DocumentRow]:
    """Keeps in the worklist that a file was written; gives its rows."""
    rows = [r.row for r in desk.rows() if r.file == exported.file]
    if exported.report.failure is None:
        at = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        names = exported.report.outputs
        desk.store.record_export(desk.worklist, exported.file, names, exported.sha256s, at)
    return desk.store.rows(desk.worklist, rows)


def _hashes(outcome: FileOutcome, report: FileReport) -> tuple[str, ...]:
    return () if report.failure else tuple(d.draft.sha256 for d in outcome.drafts)


def _planned(desk: ReviewService, file: int, ref: InputRef, rows: Sequence[DocumentRow]) -> _PlannedFile:
    decided, decisions, boxes = {}, {}, {}
    reads = desk.store.page_ocr(desk.worklist, file)
    sizes = desk.store.page_sizes(desk.worklist, [row.row for row in rows])
    for row in rows:
        review = final_review(desk, row)
        marks = final_boxes(desk, row, review.reading)
        decided[row.part] = ReviewedSpans(
            row.document_id,
            tuple(review.spans_to_replace()),
            tuple(review.kept_ranges()),
            None if marks is None else tuple(m.region for m in marks if m.state.taken_out),
            reads,
            sizes.get(row.row, ()),
        )
        boxes[row.document_id] = [_region_decision(m) for m in marks or ()]
        decisions[row.document_id] = [d for d in map(_decision, review.items) if d is not None]
    return _PlannedFile(file, ref, decided, decisions, boxes)


def final_reading(desk: ReviewService, row: DocumentRow) -> Reading:
    """The reading that counts: the resolution where two readers disagreed, else the first."""
    if not row.second_by:
        return Reading.FIRST
    resolved = desk.store.items(desk.worklist, row.row, Reading.RESOLVED)
    return Reading.RESOLVED if resolved else Reading.FIRST


def final_review(desk: ReviewService, row: DocumentRow) -> DocumentReview:
    """The items that count, without reading the document again."""
    return desk.review_without_text(row.row, final_reading(desk, row))


def _decision(item: ReviewItem) -> Decision | None:
    """What is kept of a decision: never the note, which may hold PHI."""
    if item.state is DecisionState.RECOVERED:
        return None
    if item.state is DecisionState.PROPOSED:
        return Decision(item.span, Verdict.ACCEPTED, "policy", dt.datetime.now(dt.UTC))
    at = dt.datetime.fromisoformat(item.at) if item.at else dt.datetime.now(dt.UTC)
    return Decision(item.span, _VERDICTS[item.state], item.by or "reviewer", at)


def _region_decision(mark: PageBox) -> RegionDecision:
    if mark.state is DecisionState.PROPOSED:
        return RegionDecision(mark.region, Verdict.ACCEPTED, "policy", dt.datetime.now(dt.UTC))
    at = dt.datetime.fromisoformat(mark.at) if mark.at else dt.datetime.now(dt.UTC)
    return RegionDecision(mark.region, _VERDICTS[mark.state], mark.by or "reviewer", at)


_VERDICTS = {
    DecisionState.ACCEPTED: Verdict.ACCEPTED,
    DecisionState.ADDED: Verdict.ADDED,
    DecisionState.REJECTED: Verdict.REJECTED,
}


def _why(desk: ReviewService, left: Sequence[DocumentRow]) -> str:
    if all(awaits_second_reader(desk, r) for r in left):
        return "waits for a second reader"
    states = Counter(r.state for r in left)
    if states[DocumentState.FAILED]:
        return "could not be read"
    if len(left) == 1:
        if left[0].second_by and not left[0].resolved:
            return "two readers differ on it"
        return _LEFT[left[0].state]
    return f"{len(left)} of its documents are not signed off"


_LEFT = {
    DocumentState.WAITING: "has not been searched yet",
    DocumentState.DETECTING: "is being searched",
    DocumentState.TO_REVIEW: "is not reviewed yet",
    DocumentState.IN_REVIEW: "is in review, not signed off",
}


def _check_folder(folder: Path, refs: Iterable[InputRef]) -> None:
    target = folder.resolve()
    for ref in refs:
        if Path(ref.path).resolve().parent == target:
            raise OutputError(
                "the documents come from this folder.",
                where=str(folder),
                remedy="Choose another, so that originals and copies are not mixed.",
            )
