"""Boxes on the pages of documents: decided, drawn, and drawn in many documents at once. See ``Desk``."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.domain import Document
from chartveil.errors import ReviewError
from chartveil.ocr.options import Unread
from chartveil.review.marks import Area, PageReview, scaled, stamped, union
from chartveil.review.model import (
    Action,
    DocumentRow,
    DocumentState,
    Kind,
    MarkChange,
    PageMark,
    Reading,
    State,
)
from chartveil.review.signoff import MustDecide
from chartveil.service.decisions import Done
from chartveil.service.desk import Desk
from chartveil.service.second import is_hidden

_ALIKE = 0.02
"""Share by which pages of one form may differ in width and height."""
_OPEN = (DocumentState.TO_REVIEW, DocumentState.IN_REVIEW)


def page_review(
    desk: Desk, row: int, document: Document, reading: Reading | None = None
) -> PageReview | None:
    """The boxes of a document as they stand; None where it has no pages."""
    if document.layout is None or not document.layout.pages:
        return None
    if not desk.store.page_sizes(desk.worklist, [row]):
        # It was searched before boxes were kept.
        desk.store.begin_pages(desk.worklist, row, document.layout.pages, document.layout.regions)
    reading = reading or desk.reading(row)
    return PageReview(row, document.layout.pages, desk.store.marks(desk.worklist, row, reading), reading)


def mark(desk: Desk, kind: Kind, review: PageReview, changes: Sequence[MarkChange]) -> Done:
    """Stores a decision on boxes of the document under review, and makes it there.

    Raises:
        ReviewError: if the boxes have changed since the changes were worked out.
        StoreError: if it cannot be stored; nothing is changed then.
    """
    return _store(desk, kind, changes, review)


def same_form(desk: Desk, row: int, page: int) -> list[DocumentRow]:
    """Other documents of the worklist that have a page of this number and size, are open to this reader, and
    not signed off.

    Args:
        row: of the document that is looked at.
        page: number of one of its pages.
    """
    sizes = desk.store.page_sizes(desk.worklist)
    own = sizes[row][page]
    return [
        r
        for r in desk.rows()
        if r.row != row
        and r.state in _OPEN
        and len(sizes.get(r.row, ())) > page
        and _is_alike(own, sizes[r.row][page])
        and not is_hidden(desk, r)
    ]


def cover_in(
    desk: Desk,
    area: Area,
    size: tuple[float, float],
    rows: Sequence[int],
    review: PageReview | None,
    box: int | None = None,
) -> Done:
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
    sizes = desk.store.page_sizes(desk.worklist, rows)
    changes: list[MarkChange] = []
    for row in rows:
        pages = sizes.get(row, ())
        if len(pages) <= area.page:
            continue
        if review is not None and review.row == row:
            there = review
        else:
            reading = desk.reading(row)
            there = PageReview(row, pages, desk.store.marks(desk.worklist, row, reading), reading)
        try:
            changes += there.draw([scaled(area, size, pages[area.page], area.page)])
        except ReviewError:
            continue
    if not changes:
        raise ReviewError("there is a box just there in all of them.", remedy="Choose other documents.")
    focus = (review.row, box) if review is not None and box is not None else None
    return _store(desk, Kind.DRAW, changes, review, focus)


def left_to_decide(desk: Desk, review: PageReview) -> list[PageMark]:
    """The boxes that have to be decided before the document can be signed off."""
    return _left(desk, review.marks)


def left_in(desk: Desk, row: int, reading: Reading) -> int:
    """How many boxes have to be decided before a reading can be signed off, without reading the document."""
    return len(_left(desk, desk.store.marks(desk.worklist, row, reading)))


def final_marks(desk: Desk, row: DocumentRow, reading: Reading) -> list[PageMark] | None:
    """The boxes that count at export; None for a document without pages.

    Args:
        row: of the document.
        reading: the one that counts for its text. Where two readers agree on that, what either of them covers
            is covered.
    """
    if not desk.store.page_sizes(desk.worklist, [row.row]):
        return None
    marks = desk.store.marks(desk.worklist, row.row, reading)
    if row.second_by and reading is Reading.FIRST:
        marks = union(marks, desk.store.marks(desk.worklist, row.row, Reading.SECOND))
    return marks


def _store(
    desk: Desk,
    kind: Kind,
    changes: Sequence[MarkChange],
    review: PageReview | None,
    focus: tuple[int, int] | None = None,
) -> Done:
    at = desk.now()
    made = tuple(stamped(changes, desk.settings.reviewer, at))
    action = Action(kind, desk.settings.reviewer, at, focus=focus, marks=made)
    if review is not None:
        review.apply(made)
    try:
        desk.store.apply(desk.worklist, action, {})
    except BaseException:
        if review is not None:
            review.apply(action.marks_backwards())
        raise
    return Done(action, tuple(desk.store.rows(desk.worklist, action.documents)))


def _left(desk: Desk, marks: Sequence[PageMark]) -> list[PageMark]:
    must = desk.settings.decides(desk.policy)
    asked = desk.settings.read.pages.unread is not Unread.COVER
    if not asked and must is not MustDecide.ALL:
        return []
    return [m for m in marks if m.state is State.PROPOSED]


def _is_alike(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return all(abs(x - y) <= _ALIKE * x for x, y in zip(a, b, strict=True))
