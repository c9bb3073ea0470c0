"""Searches the files of a worklist in processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.document import Label
from chartveil.domain.errors import Cancelled
from chartveil.release.input_files import InputRef
from chartveil.release.job import DocumentOutcome, FileOutcome, ProcessingJob
from chartveil.release.worker_processes import process_files, terminate_workers
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState, Reading, ReviewItem
from chartveil.store.worklists.records import DetectedDocument
from chartveil.system.machine import usable_cores

__all__ = [
    "DetectedFile",
    "PendingFile",
    "detect_files",
    "job_for_review",
    "review_without_text",
    "terminate_workers",
]


@dataclass(frozen=True, slots=True)
class PendingFile:
    """A file of a worklist that is to be searched."""

    file: int
    ref: InputRef


@dataclass(frozen=True, slots=True)
class DetectedFile:
    """What became of a file.

    Attributes:
        file: its number in the worklist.
        outcome: as the workers gave it.
        documents: for the store; empty where it failed.
    """

    file: int
    outcome: FileOutcome
    documents: tuple[DetectedDocument, ...]


def detect_files(
    job: ProcessingJob,
    files: Sequence[PendingFile],
    jobs: int,
    doubtful: float,
    voters: Mapping[Label, int],
    cancelled: Callable[[], bool],
) -> Iterator[DetectedFile]:
    """Searches files, in their order. A file that fails costs nothing but itself.

    Args:
        job: what to look for; ``for_review``, without outputs.
        files: the files.
        jobs: processes; 0 to choose.
        doubtful: score below which a span is doubtful, in [0, 1].
        voters: how many models vote on each label.
        cancelled: asked between files.
    """
    refs = [f.ref for f in files]
    count = min(jobs or usable_cores(), len(refs)) or 1
    with closing(process_files(job, refs, count, cancelled, apart=True)) as outcomes:
        try:
            for file, outcome in zip(files, outcomes, strict=False):
                documents = () if outcome.failure else outcome.documents
                found = tuple(_document(d, doubtful, voters) for d in documents)
                yield DetectedFile(file.file, outcome, found)
        except Cancelled:
            return


def job_for_review(job: ProcessingJob) -> ProcessingJob:
    """The job without what is needed to write."""
    return ProcessingJob(
        out=Path(),
        token="",
        policy=job.policy,
        mode=job.mode,
        key=job.key,
        read=job.read,
        outputs=(),
        site=job.site,
        models=job.models,
        patients=job.patients,
        for_review=True,
    )


def _document(d: DocumentOutcome, doubtful: float, voters: Mapping[Label, int]) -> DetectedDocument:
    spans = [(s, DecisionState.PROPOSED) for s in d.spans] + [
        (s, DecisionState.RECOVERED) for s in d.recovered
    ]
    items = tuple(ReviewItem(i, span, state) for i, (span, state) in enumerate(spans))
    review = review_without_text(0, d.characters, items, doubtful, voters)
    return DetectedDocument(
        d.part,
        d.document_id,
        d.patient,
        d.note_type,
        d.characters,
        items,
        d.surfaces,
        tuple(review.risk(i).score for i in items),
        review.counts(),
        d.blocks,
        d.page_sizes,
        d.regions,
    )


def review_without_text(
    row: int,
    characters: int,
    items: Sequence[ReviewItem],
    doubtful: float,
    voters: Mapping[Label, int],
    reading: Reading = Reading.FIRST,
) -> DocumentReview:
    """A review of items whose text is not at hand.

    For counts, risks, and decisions that look at places only (accept, reject, relabel, reopen).
    """
    # A text without blanks: places that give way keep what is left of them.
    return DocumentReview(row, "x" * characters, items, reading=reading, doubtful=doubtful, voters=voters)
