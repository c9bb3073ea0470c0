"""Decisions on many places at once: the same text, or all above a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from chartveil.domain.errors import ReviewError
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import (
    ActionKind,
    DecisionState,
    DocumentRow,
    ItemChange,
    Reading,
    ReviewCounts,
    ReviewItem,
)
from chartveil.service import decisions
from chartveil.service import second_reader as second
from chartveil.service.decisions import StoredDecision
from chartveil.service.review_service import ReviewService


class DecisionScope(StrEnum):
    """How far a decision reaches."""

    DOCUMENT = "document"
    PATIENT = "patient"
    WORKLIST = "worklist"


@dataclass(frozen=True, slots=True)
class DecisionTarget:
    """A place that a decision would touch.

    Attributes:
        row: of the document.
        name: of the document. May hold PHI.
        start, end: the place.
        item: what stands there; None for a place that nothing marks yet.
        finished: whether the document is signed off; a decision takes its signature back.
    """

    row: int
    name: str
    start: int
    end: int
    item: ReviewItem | None
    finished: bool = False


def same_text_targets(
    service: ReviewService, review: DocumentReview, item: ReviewItem
) -> list[DecisionTarget]:
    """Places of the same text (but for case, accents and blanks) in the worklist, the document under review
    first.

    In it places that nothing marks are found too; in others only what was found there.
    """
    here = service.row(review.row)
    found = [_target(here, i) for i in review.items_with_same_text(item)]
    found += [DecisionTarget(review.row, here.name, a, b, None) for a, b in review.unmarked_occurrences(item)]
    found.sort(key=lambda t: (t.start, t.end))
    others = _others_with_text(service, review, item)
    rows = {r.row: r for r in service.store.rows(service.worklist, others)}
    for row, ids in others.items():
        if not _may_see(service, rows[row], review.reading):
            continue
        items = {i.id: i for i in service.store.items(service.worklist, row, review.reading)}
        found += sorted((_target(rows[row], items[i]) for i in ids), key=lambda t: (t.start, t.end))
    return found


def _others_with_text(
    service: ReviewService, review: DocumentReview, item: ReviewItem
) -> dict[int, list[int]]:
    """Ids of the items with the text of an item in other documents, by row."""
    surface = fold(item.span.text(review.text))
    others: dict[int, list[int]] = {}
    for row, id in service.store.items_with_text(service.worklist, surface, review.reading):
        if row != review.row:
            others.setdefault(row, []).append(id)
    return others


def count_same_text(service: ReviewService, review: DocumentReview, item: ReviewItem) -> tuple[int, int, int]:
    """How often the same text stands in this document, in this patient's, and in all."""
    surface = fold(item.span.text(review.text))
    if service.settings.second_reader:
        return _count_same_text_seen(service, review, item)
    here, of_patient, others = service.store.count_items_with_text(
        service.worklist, surface, review.reading, review.row
    )
    in_document = here + len(review.unmarked_occurrences(item))
    return in_document, in_document + of_patient, in_document + others


def _count_same_text_seen(
    service: ReviewService, review: DocumentReview, item: ReviewItem
) -> tuple[int, int, int]:
    """As ``count_same_text`` where two read: only what this reader may see."""
    here = len(review.items_with_same_text(item)) + len(review.unmarked_occurrences(item))
    patient = service.row(review.row).patient
    others = _others_with_text(service, review, item)
    of_patient = elsewhere = 0
    for row in service.rows():
        if row.row in others and _may_see(service, row, review.reading):
            elsewhere += len(others[row.row])
            of_patient += len(others[row.row]) if patient and row.patient == patient else 0
    return here, here + of_patient, here + elsewhere


def _may_see(service: ReviewService, row: DocumentRow, reading: Reading) -> bool:
    """Whether this reader has this reading of a document, and may see what was decided in it."""
    if not service.settings.second_reader:
        return True
    if not row.signed_by:
        return reading is Reading.FIRST
    return service.reading_of(row.row) is reading and not second.is_hidden_from_reviewer(service, row)


def targets_above_score(service: ReviewService, review: DocumentReview, score: float) -> list[DecisionTarget]:
    """Undecided places of a document with a score of at least ``score``."""
    here = service.row(review.row)
    sure = (i for i in review.items if i.state is DecisionState.PROPOSED and i.span.score >= score)
    return [_target(here, i) for i in sure]


def decide_targets(
    service: ReviewService,
    kind: ActionKind,
    targets: Sequence[DecisionTarget],
    review: DocumentReview | None,
    label: Label | None = None,
    *,
    withdraw: bool = False,
) -> StoredDecision:
    """Decides on places as one action.

    Args:
        service: the review service.
        kind: ``ACCEPT``, ``REJECT``, ``COMMON_WORDS``, ``RELABEL``, ``TAKE_RECOVERED`` or ``REOPEN``.
        targets: the places; those that are so already are passed over.
        review: of the document that is open.
        label: for ``RELABEL``, and for places that nothing marks yet.
        withdraw: whether signatures of the documents may be taken back with it.

    Raises:
        ReviewError: if nothing changes by it.
        SignatureAtStakeError: if it would take a signature back and that was not allowed.
    """
    changes: list[ItemChange] = []
    counts: dict[tuple[int, Reading], ReviewCounts] = {}
    by_row: dict[int, list[DecisionTarget]] = {}
    for target in targets:
        by_row.setdefault(target.row, []).append(target)
    for row, chosen in by_row.items():
        here = review if review is not None and row == review.row else None
        of = here or service.review_without_text(row, service.reading_of(row))
        made, after = _changes(of, kind, chosen, label)
        if made:
            changes += made
            counts[row, of.reading] = after
    if not changes:
        raise ReviewError("nothing changes by it.", remedy="All of these places are decided so already.")
    made_as = ActionKind.MEDICAL_TERM if kind is ActionKind.MEDICAL_TERM else ActionKind.BULK
    return decisions.decide_spans(service, made_as, review, changes, counts=counts, withdraw=withdraw)


def _changes(
    review: DocumentReview, kind: ActionKind, targets: Sequence[DecisionTarget], label: Label | None
) -> tuple[list[ItemChange], ReviewCounts]:
    """What a decision changes in one document, and its counts then. Worked out step by step, each on what the
    last one left."""
    made: list[ItemChange] = []

    def step(work: Callable[[], list[ItemChange]]) -> None:
        try:
            changes = work()
        except ReviewError:
            return  # it is so already, or another place has taken it in
        review.apply(changes)
        made.extend(changes)

    try:
        ids = [t.item.id for t in targets if t.item is not None]
        if ids:
            step(lambda: _on_items(review, kind, ids, label))
        if kind in (ActionKind.ACCEPT, ActionKind.RELABEL) and label is not None:
            for t in targets:
                if t.item is None:
                    step(lambda t=t: review.add_span(t.start, t.end, label))  # type: ignore[misc]
        after = review.counts()
    finally:
        review.apply([c.inverse() for c in reversed(made)])
    return made, after


def _on_items(
    review: DocumentReview, kind: ActionKind, ids: list[int], label: Label | None
) -> list[ItemChange]:
    if kind is ActionKind.RELABEL and label is not None:
        return review.relabel(ids, label)
    if kind in (ActionKind.REJECT, ActionKind.MEDICAL_TERM):
        return review.reject(ids)
    if kind is ActionKind.REOPEN:
        return review.reopen(ids)
    return review.accept(ids)


def _target(row: DocumentRow, item: ReviewItem) -> DecisionTarget:
    return DecisionTarget(row.row, row.name, item.span.start, item.span.end, item, row.state.is_signed)
