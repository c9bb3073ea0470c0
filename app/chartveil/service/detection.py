"""Searches the files of a worklist in processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass

from chartveil.domain.errors import Cancelled
from chartveil.domain.labels import Label
from chartveil.release.job import DocumentOutcome, FileOutcome, FileTask, PageProgressCallback, ProcessingJob
from chartveil.release.worker_processes import choose_processes, process_files
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState, Reading, ReviewItem
from chartveil.store.worklists.records import DetectedDocument


@dataclass(frozen=True, slots=True)
class DetectedFile:
    """The outcome of a file that was searched.

    Attributes:
        outcome: as the workers gave it; its number is that of the file in the worklist.
        documents: for the store; empty where it failed.
    """

    outcome: FileOutcome
    documents: tuple[DetectedDocument, ...]


def detect_files(
    job: ProcessingJob,
    tasks: Sequence[FileTask],
    processes: int,
    doubtful: float,
    voters: Mapping[Label, int],
    on_page: PageProgressCallback,
    cancelled: Callable[[], bool],
) -> Iterator[DetectedFile]:
    """Searches files, in their order. A file that fails costs nothing but itself.

    Args:
        job: what to look for; ``for_review``, without outputs.
        tasks: the files.
        processes: 0 to choose.
        doubtful: score below which a span is doubtful, in [0, 1].
        voters: how many models vote on each label.
        on_page: how far a file of pages is; called in the thread that this runs in.
        cancelled: asked between files.
    """
    count = min(processes, len(tasks)) or choose_processes(len(tasks), 1)
    work = process_files(job, tasks, count, cancelled, apart=True, on_page=on_page)
    with suppress(Cancelled), closing(work) as outcomes:
        for outcome in outcomes:
            documents = tuple(_document(d, doubtful, voters) for d in outcome.documents)
            yield DetectedFile(outcome, documents)


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
        d.passages,
        d.words,
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
