"""Decisions on the boxes of pages, in one document or in many at once."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.domain.document import Document
from chartveil.domain.errors import ReviewError
from chartveil.domain.policy import MustDecide
from chartveil.formats.pages.covered_regions import regions_in_question
from chartveil.review.model import (
    OPEN_STATES,
    ActionKind,
    BoxChange,
    DecisionState,
    DocumentRow,
    PageBox,
    Reading,
    ReviewAction,
)
from chartveil.review.page_review import (
    PageArea,
    PageReview,
    merge_boxes_of_readers,
    scaled_area,
    stamp_boxes,
)
from chartveil.service.decisions import StoredDecision, store_decision
from chartveil.service.review_service import ReviewService
from chartveil.service.second_reader import is_hidden_from_reviewer

_SIZE_TOLERANCE = 0.02
"""Share by which pages of one form may differ in width and height."""


def page_review(
    service: ReviewService, row: int, document: Document, reading: Reading | None = None
) -> PageReview | None:
    """The boxes of a document as they stand; None where it has no pages."""
    if document.layout is None or not document.layout.pages:
        return None
    if not service.store.page_sizes(service.worklist, [row]):
        # It was searched before boxes were kept.
        service.store.save_pages(service.worklist, row, document.layout.pages, document.layout.regions)
    reading = reading or service.reading_of(row)
    return PageReview(
        row, document.layout.pages, service.store.boxes(service.worklist, row, reading), reading
    )


def decide_boxes(
    service: ReviewService, kind: ActionKind, review: PageReview, changes: Sequence[BoxChange]
) -> StoredDecision:
    """Stores a decision on boxes of the document under review, and makes it there.

    Raises:
        ReviewError: if the boxes have changed since the changes were worked out.
        StoreError: if it cannot be stored; nothing is changed then.
    """
    return _decide(service, kind, changes, review)


def documents_of_same_form(service: ReviewService, row: int, page: int) -> list[DocumentRow]:
    """Other documents of the worklist that have a page of this number and size, are open to this reader, and
    not signed off.

    Args:
        row: of the document that is looked at.
        page: number of one of its pages.
    """
    sizes = service.store.page_sizes(service.worklist)
    own = sizes[row][page]
    return [
        r
        for r in service.rows()
        if r.row != row
        and r.state in OPEN_STATES
        and len(sizes.get(r.row, ())) > page
        and _is_alike(own, sizes[r.row][page])
        and not is_hidden_from_reviewer(service, r)
    ]


def cover_in_documents(
    service: ReviewService,
    area: PageArea,
    size: tuple[float, float],
    rows: Sequence[int],
    review: PageReview | None,
    box: int | None = None,
) -> StoredDecision:
    """Covers a place in several documents, as one action; passes over those where a box stands just there.

    Args:
        area: the place, on a page of ``size`` points; it is covered on the page of this number.
        rows: of the documents.
        review: of the document that is open; changed too, where it is among them.
        box: id of the box of ``review`` whose place it is: what undoing it goes back to.

    Raises:
        ReviewError: if nothing is left to do.
        StoreError: if it cannot be stored; nothing is changed then.
    """
    sizes = service.store.page_sizes(service.worklist, rows)
    changes: list[BoxChange] = []
    for row in rows:
        pages = sizes.get(row, ())
        if len(pages) <= area.page:
            continue
        if review is not None and review.row == row:
            there = review
        else:
            reading = service.reading_of(row)
            there = PageReview(row, pages, service.store.boxes(service.worklist, row, reading), reading)
        try:
            changes += there.draw([scaled_area(area, size, pages[area.page], area.page)])
        except ReviewError:
            continue
    if not changes:
        raise ReviewError("there is a box just there in all of them.", remedy="Choose other documents.")
    focus = (review.row, box) if review is not None and box is not None else None
    return _decide(service, ActionKind.DRAW, changes, review, focus)


def undecided_boxes(service: ReviewService, review: PageReview) -> list[PageBox]:
    """The boxes that have to be decided before the document can be signed off."""
    return _undecided(service, review.pages, review.boxes)


def count_undecided_boxes(service: ReviewService, row: int, reading: Reading) -> int:
    """How many boxes have to be decided before a reading can be signed off, without reading the document."""
    pages = service.store.page_sizes(service.worklist, [row]).get(row, ())
    return len(_undecided(service, pages, service.store.boxes(service.worklist, row, reading)))


def final_boxes(service: ReviewService, row: DocumentRow, reading: Reading) -> list[PageBox] | None:
    """The boxes that count at export; None for a document without pages.

    Args:
        row: of the document.
        reading: the one that counts for its text. Where two readers agree on that, what either of them covers
            is covered.
    """
    if not service.store.page_sizes(service.worklist, [row.row]):
        return None
    marks = service.store.boxes(service.worklist, row.row, reading)
    if row.second_by and reading is Reading.FIRST:
        marks = merge_boxes_of_readers(marks, service.store.boxes(service.worklist, row.row, Reading.SECOND))
    return marks


def _decide(
    service: ReviewService,
    kind: ActionKind,
    changes: Sequence[BoxChange],
    review: PageReview | None,
    place: tuple[int, int] | None = None,
) -> StoredDecision:
    at, reviewer = service.timestamp(), service.settings.reviewer
    made = tuple(stamp_boxes(changes, reviewer, at))
    action = ReviewAction(kind, reviewer, at, focus=place, box_changes=made)
    return store_decision(service, action, pages=review)


def _undecided(
    service: ReviewService, pages: Sequence[tuple[float, float]], marks: Sequence[PageBox]
) -> list[PageBox]:
    open_marks = [m for m in marks if m.state is DecisionState.PROPOSED]
    if service.settings.required_decisions(service.policy) is MustDecide.ALL:
        return open_marks
    unread = service.settings.read.pages.unread
    asked = set(regions_in_question(pages, (m.region for m in open_marks), unread))
    return [m for m in open_marks if m.region in asked]


def _is_alike(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return all(abs(x - y) <= _SIZE_TOLERANCE * x for x, y in zip(a, b, strict=True))
