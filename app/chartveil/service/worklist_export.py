"""Writes the documents that were signed off, each checked for leaks before it gets its name."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from chartveil.domain.decision import Decision, RegionDecision, Verdict
from chartveil.domain.errors import Cancelled, OutputError
from chartveil.domain.paths import UserPaths
from chartveil.release.folder_state import FolderCount
from chartveil.release.input_files import InputRef
from chartveil.release.job import (
    FileOutcome,
    FileTask,
    OutputFormat,
    PageProgressCallback,
    ProcessingJob,
    ReviewedSpans,
    ignore_page_progress,
)
from chartveil.release.runner import refuse_inside_output, release_run
from chartveil.release.worker_processes import choose_processes
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState, DocumentRow, DocumentState, PageBox, Reading, ReviewItem
from chartveil.service.page_boxes import final_boxes
from chartveil.service.passages import read_ranges
from chartveil.service.review_service import ReviewService
from chartveil.service.second_reader import awaits_second_reader
from chartveil.store.keys import key_id
from chartveil.store.workspace import Workspace, open_workspace
from chartveil.store.workspace_records import ReviewEvent
from chartveil.surrogates.context import scope_of_patient
from chartveil.surrogates.patient_words import hashes_of

_MOST_FILES_IN_ONE_PROCESS = 8
"""Up to this many files one process is quicker than starting several."""


@dataclass(frozen=True)
class ExportPlan:
    """The plan of an export; made in the thread of the review service, carried out in another.

    Attributes:
        job: with the folder and the formats.
        tasks: the files, with what was decided about their documents.
        user_paths: where the audit log lies.
        own_key: opens it.
        events: what the audit log was not told yet. It is told before anything is written.
        patients: of each task.
        words: by patient, those of their texts in the worklist, also of notes that are not written now. PHI.
    """

    job: ProcessingJob
    tasks: tuple[FileTask, ...]
    user_paths: UserPaths
    own_key: bytes
    events: tuple[ReviewEvent, ...] = ()
    patients: tuple[tuple[str, ...], ...] = ()
    words: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)


def export_readiness(service: ReviewService) -> dict[int, str]:
    """The files of the worklist by number, and why each cannot be exported yet; empty where it can.

    A file can when all its documents are signed off. A table is written when all its rows are.
    """
    by_file: dict[int, list[DocumentRow]] = {}
    for row in service.rows():
        left = by_file.setdefault(row.file, [])
        if not is_ready_to_export(service, row):
            left.append(row)
    return {file: why_not_ready(service, left) if left else "" for file, left in by_file.items()}


def ready_files(service: ReviewService) -> list[int]:
    """Numbers of the files that can be exported."""
    return [file for file, why in export_readiness(service).items() if not why]


def is_ready_to_export(service: ReviewService, row: DocumentRow) -> bool:
    """Whether a document is signed off by all who are to read it."""
    return row.state.is_signed and row.resolved and not awaits_second_reader(service, row)


def plan_export(
    service: ReviewService, folder: Path, formats: Sequence[OutputFormat], files: Sequence[int]
) -> ExportPlan:
    """Plans the export of files that are signed off.

    Under a policy of case reports the files are read here, since the notes of a patient are one case.

    Raises:
        OutputError: if the folder is one that the documents come from, or holds the user's key and records.
    """
    refs = {f.file: InputRef(f.path, f.member) for f in service.store.files(service.worklist)}
    _check_folder(folder, refs.values())
    refuse_inside_output(folder, service.user_paths.folder, "CHARTVEIL_HOME")
    rows: dict[int, list[DocumentRow]] = {}
    for row in service.rows():
        rows.setdefault(row.file, []).append(row)
    job = replace(
        service.processing_job(),
        output_folder=folder,
        outputs=tuple(dict.fromkeys(formats)),
        for_review=False,
    )
    tasks = tuple(FileTask(refs[f], f, _reviewed_documents(service, f, rows[f])) for f in files)
    if job.writes_a_case:
        from chartveil.service.case_report_files.copies import with_case_copies

        tasks = tuple(with_case_copies(job, tasks))
    events = tuple(service.unrecorded_events())
    patients = tuple(tuple(sorted({r.patient for r in rows[f]} - {""})) for f in files)
    words = {p: service.words_of_patient(p) for p in dict.fromkeys(chain.from_iterable(patients))}
    return ExportPlan(job, tasks, service.user_paths, service.own_key, events, patients, words)


def run_export(
    plan: ExportPlan,
    cancelled: Callable[[], bool],
    on_page: PageProgressCallback = ignore_page_progress,
    counted: Callable[[FolderCount], None] = lambda _: None,
) -> Iterator[FileOutcome]:
    """Writes the files of a plan, in any thread; each that is given is written and in the audit log.

    Args:
        plan: what is written.
        cancelled: asked between files.
        on_page: how far a file of pages is; called in that thread.
        counted: at the end, what lies in the folder; called in that thread.

    Raises:
        OutputError: if the folder cannot be used.
        StoreError: if the audit log fails.
        ChartveilError: if the work cannot begin at all.
    """
    processes = choose_processes(len(plan.tasks), _MOST_FILES_IN_ONE_PROCESS)
    with suppress(Cancelled), open_workspace(plan.user_paths, key=plan.own_key) as workspace:
        # Nothing leaves whose signature is not recorded.
        workspace.record_events(plan.events)
        with release_run(plan.job, plan.tasks, workspace, renew=True) as run:
            tasks = _with_patient_words(plan, workspace)
            yield from run.process(tasks, processes, cancelled, apart=True, on_page=on_page)
        counted(run.left)


def _with_patient_words(plan: ExportPlan, workspace: Workspace) -> list[FileTask]:
    """The tasks, each with what is known of the words of its patients' texts, which is kept."""
    key = plan.job.key
    found = {p: hashes_of(key, scope_of_patient(p), words) for p, words in plan.words.items()}
    known = workspace.patient_words(key_id(key), found) if plan.job.draws_surrogates else {}
    return [
        replace(task, words={p: known[p] for p in patients if p in known})
        for task, patients in zip(plan.tasks, plan.patients, strict=True)
    ]


def record_export(service: ReviewService, outcome: FileOutcome) -> list[DocumentRow]:
    """Keeps in the worklist that a file was written; gives its rows."""
    rows = [r.row for r in service.rows() if r.file == outcome.number]
    service.forget_known_words()
    if outcome.failure is None:
        names, hashes = [o.name for o in outcome.outputs], [o.sha256 for o in outcome.outputs]
        service.store.record_export(service.worklist, outcome.number, names, hashes, service.timestamp())
    return service.store.rows(service.worklist, rows)


def _reviewed_documents(
    service: ReviewService, file: int, rows: Sequence[DocumentRow]
) -> dict[str, ReviewedSpans]:
    """What was decided about the documents of a file, by part."""
    reviewed = {}
    reads = service.store.page_ocr(service.worklist, file)
    sizes = service.store.page_sizes(service.worklist, [row.row for row in rows])
    for row in rows:
        review = final_review(service, row)
        boxes = final_boxes(service, row, review.reading)
        reviewed[row.part] = ReviewedSpans(
            row.document_id,
            tuple(review.spans_to_replace()),
            tuple(review.kept_ranges()),
            None if boxes is None else tuple(b.region for b in boxes if b.state.taken_out),
            reads,
            sizes.get(row.row, ()),
            tuple(d for d in map(_decision, review.items) if d is not None),
            tuple(map(_region_decision, boxes or ())),
            read_ranges(service, row),
            tuple(s for s in _signatures(row) if s[1]),
        )
    return reviewed


def _signatures(row: DocumentRow) -> Iterable[tuple[str, str, str]]:
    yield Reading.FIRST.value, row.signed_by, row.signed_at
    yield Reading.SECOND.value, row.second_by, row.second_at


def final_reading(service: ReviewService, row: DocumentRow) -> Reading:
    """The reading that counts: the resolution where two readers disagreed, else the first."""
    if not row.second_by:
        return Reading.FIRST
    resolved = service.store.items(service.worklist, row.row, Reading.RESOLVED)
    return Reading.RESOLVED if resolved else Reading.FIRST


def final_review(service: ReviewService, row: DocumentRow) -> DocumentReview:
    """The items that count, without reading the document again."""
    return service.review_without_text(row.row, final_reading(service, row))


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


def why_not_ready(service: ReviewService, left: Sequence[DocumentRow]) -> str:
    """Why documents of one file are not ready, in plain words."""
    if all(awaits_second_reader(service, r) for r in left):
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
