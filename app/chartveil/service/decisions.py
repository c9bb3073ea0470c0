"""Decisions on the spans of documents: stored first, then made, and undone. See ``ReviewService``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from chartveil.domain.document import Document
from chartveil.domain.errors import ReviewError
from chartveil.domain.tokenized_text import fold
from chartveil.review.document_review import DocumentReview, stamp_changes
from chartveil.review.model import (
    ActionKind,
    BoxChange,
    DocumentRow,
    ItemChange,
    Reading,
    ReviewAction,
    ReviewCounts,
)
from chartveil.review.page_review import PageReview
from chartveil.service.review_service import ReviewService


@dataclass(frozen=True, slots=True)
class StoredDecision:
    """The result of a decision.

    Attributes:
        action: as it was stored; for undo the action that was undone.
        rows: documents whose figures changed, as they are now.
    """

    action: ReviewAction
    rows: tuple[DocumentRow, ...]


class SignatureAtStakeError(ReviewError):
    """A step that would take a signature back, which has to be asked about first."""


def decide_spans(
    service: ReviewService,
    kind: ActionKind,
    review: DocumentReview | None,
    changes: Sequence[ItemChange],
    focus: int | None = None,
    counts: Mapping[tuple[int, Reading], ReviewCounts] | None = None,
    *,
    withdraw: bool = False,
) -> StoredDecision:
    """Stores a decision on items, also of several documents, as one action.

    Args:
        service: the review service.
        kind: what is done.
        review: of the document that is open; changed too, where it is touched.
        changes: in other documents of states and labels only, so that no text is needed.
        focus: id of the item of ``review`` that undoing it goes back to.
        counts: of each document and reading they change, as it is then; None for those of ``review``.
        withdraw: as of ``undo``.

    Raises:
        ReviewError: if the document has changed since the changes were worked out.
        SignatureAtStakeError: as of ``undo``.
        StoreError: if it cannot be stored; nothing is changed then.
    """
    at, reviewer = service.timestamp(), service.settings.reviewer
    made = tuple(stamp_changes(changes, reviewer, at))
    place = (review.row, focus) if review is not None and focus is not None else None
    return store_decision(
        service,
        ReviewAction(kind, reviewer, at, made, place),
        review=review,
        counts=counts,
        withdraw=withdraw,
    )


def store_decision(
    service: ReviewService,
    action: ReviewAction,
    *,
    review: DocumentReview | None = None,
    pages: PageReview | None = None,
    counts: Mapping[tuple[int, Reading], ReviewCounts] | None = None,
    withdraw: bool = False,
) -> StoredDecision:
    """Makes an action in what is open, and stores it. Where it cannot be stored, it is taken back.

    Args:
        service: the review service.
        action: what is decided.
        review, pages: items and boxes of the document that is open; changed where they are touched.
        counts: of each document and reading whose items change; None for those of ``review``.
        withdraw: as of ``undo``.

    Raises:
        ReviewError: if what is open has changed since the action was worked out.
        SignatureAtStakeError: as of ``undo``.
        StoreError: if it cannot be stored; nothing is changed then.
    """
    _apply(action, review, pages)
    try:
        surfaces: dict[tuple[int, int], str] = {}
        risks: dict[tuple[int, int], float] = {}
        if review is not None:
            own = [c for c in action.changes if (c.document, c.reading) == (review.row, review.reading)]
            surfaces, risks = _surfaces_and_risks(review, own)
            if counts is None:
                counts = {(review.row, review.reading): review.counts()}
        service.store.apply_action(
            service.worklist, action, counts or {}, surfaces, risks, partial(_check_signatures, withdraw)
        )
    except BaseException:
        _apply(action.inverse(), review, pages)
        raise
    return StoredDecision(action, tuple(service.store.rows(service.worklist, action.documents)))


def _apply(action: ReviewAction, review: DocumentReview | None, pages: PageReview | None) -> None:
    """Makes an action in what is open."""
    if review is not None:
        review.apply(action.changes)
    if pages is not None:
        pages.apply(action.box_changes)


def _surfaces_and_risks(
    review: DocumentReview, changes: Sequence[ItemChange]
) -> tuple[dict[tuple[int, int], str], dict[tuple[int, int], float]]:
    surfaces, risks = {}, {}
    for change in changes:
        item = change.after
        if item is None:
            continue
        key = (review.row, item.id)
        risks[key] = review.risk(item).score
        before = change.before
        if before is None or (before.span.start, before.span.end) != (item.span.start, item.span.end):
            surfaces[key] = fold(item.span.text(review.text))
    return surfaces, risks


def begin_reading(
    service: ReviewService,
    kind: ActionKind,
    row: int,
    document: Document,
    changes: Sequence[ItemChange],
    marks: Sequence[BoxChange] = (),
) -> StoredDecision:
    """Stores the items and boxes that a reading begins with, as one action."""
    at = service.timestamp()
    action = ReviewAction(kind, service.settings.reviewer, at, tuple(changes), box_changes=tuple(marks))
    items = [c.after for c in changes if c.after is not None]
    surfaces = {(row, i.id): fold(i.span.text(document.text)) for i in items}
    review = DocumentReview(
        row, document.text, items, doubtful=service.policy.doubtful, voters=service.voters_by_label
    )
    risks = {(row, i.id): review.risk(i).score for i in items}
    service.store.apply_action(service.worklist, action, partial(_recount, service), surfaces, risks)
    return StoredDecision(action, (service.row(row),))


def _recount(
    service: ReviewService, touched: Iterable[tuple[int, Reading]]
) -> dict[tuple[int, Reading], ReviewCounts]:
    return {(row, reading): service.review_without_text(row, reading).counts() for row, reading in touched}


def _check(
    service: ReviewService, withdraw: bool, touched: Iterable[tuple[int, Reading]], signed: bool
) -> None:
    """Stops changes of other readers' decisions, and of signed ones where that was not asked about."""
    for row, reading in touched:
        theirs = reading is Reading.SECOND and service.is_first_reader(service.row(row))
        if theirs or (
            reading is Reading.FIRST and service.store.open_reading(service.worklist, row) is not reading
        ):
            raise ReviewError(
                "the step before was another reader's.", remedy="What two readers decide stays apart."
            )
    _check_signatures(withdraw, touched, signed)


def _check_signatures(withdraw: bool, _: Iterable[tuple[int, Reading]], signed: bool) -> None:
    """Stops changes of what is signed where that was not asked about."""
    if signed and not withdraw:
        raise SignatureAtStakeError(
            "what this changes is signed off.", remedy="Open the document for review again first."
        )


def undo(
    service: ReviewService,
    review: DocumentReview | None,
    pages: PageReview | None = None,
    *,
    withdraw: bool = False,
) -> StoredDecision | None:
    """Undoes the last action, wherever it was; None where there is none.

    Args:
        service: the review service.
        review, pages: items and boxes of the document that is open; changed too, where it is touched.
        withdraw: whether a signature may be taken back with it, which the audit record is told of.

    Raises:
        ReviewError: if it lies in a reading of another reader's.
        SignatureAtStakeError: if it would take a signature back and that was not allowed.
    """
    action = service.store.undo(
        service.worklist, partial(_recount, service), partial(_check, service, withdraw)
    )
    if action is None:
        return None
    _apply(action.inverse(), review, pages)
    return StoredDecision(action, tuple(service.store.rows(service.worklist, action.documents)))


def redo(
    service: ReviewService,
    review: DocumentReview | None,
    pages: PageReview | None = None,
    *,
    withdraw: bool = False,
) -> StoredDecision | None:
    """Does again what was undone last; None where there is nothing. Arguments as of ``undo``.

    Raises:
        ReviewError, SignatureAtStakeError: as ``undo``.
    """
    action = service.store.redo(
        service.worklist, partial(_recount, service), partial(_check, service, withdraw)
    )
    if action is None:
        return None
    _apply(action, review, pages)
    return StoredDecision(action, tuple(service.store.rows(service.worklist, action.documents)))


def history(service: ReviewService) -> tuple[ActionKind | None, ActionKind | None]:
    """The actions that would be undone and redone next."""
    known = service.store.undo_state(service.worklist)
    return known.can_undo, known.can_redo
