"""Signing documents off: what has to be decided before, and who signed."""

from __future__ import annotations

from chartveil.domain.errors import ReviewError
from chartveil.domain.policy import MustDecide
from chartveil.review.document_review import DocumentReview
from chartveil.review.document_review import count_blocking_items as count_left
from chartveil.review.model import DocumentRow, Reading, ReviewItem
from chartveil.service.page_boxes import count_undecided_boxes
from chartveil.service.review_service import ReviewService


def must_decide(desk: ReviewService, review: DocumentReview | None = None) -> MustDecide:
    """What the policy or the worklist's settings want decided. What two readers see differently is always
    to be settled: in a resolution nothing else is proposed."""
    if review is not None and review.reading is Reading.RESOLVED:
        return MustDecide.ALL
    return desk.settings.required_decisions(desk.policy)


def undecided_spans(desk: ReviewService, review: DocumentReview) -> list[ReviewItem]:
    """What has to be decided before the document can be signed off."""
    return review.items_blocking_sign_off(must_decide(desk, review))


def count_undecided_spans(desk: ReviewService, review: DocumentReview) -> int:
    """How many ``blockers`` there are; quicker than to list them."""
    return count_left(review.counts(), must_decide(desk, review))


def sign_off(desk: ReviewService, review: DocumentReview) -> DocumentRow:
    """Signs the reading that is open.

    Raises:
        ReviewError: if nobody is named as reviewer, or a span or a box on a page is left to decide.
    """
    if not desk.settings.reviewer.strip():
        raise ReviewError(
            "nobody is named as the reviewer.", remedy="Enter your name under Settings, Review."
        )
    left = undecided_spans(desk, review)
    if left:
        n = len(left)
        raise ReviewError(
            f"{n} {'span is' if n == 1 else 'spans are'} not decided yet.",
            remedy="Go to the next undecided one and accept or reject it.",
        )
    boxes = count_undecided_boxes(desk, review.row, review.reading)
    if boxes:
        raise ReviewError(
            f"{boxes} {'box' if boxes == 1 else 'boxes'} on its pages {'is' if boxes == 1 else 'are'} not "
            "decided yet.",
            remedy="Show its pages, and cover or leave what each box marks.",
        )
    desk.store.sign_off(desk.worklist, review.row, desk.settings.reviewer, desk.timestamp(), review.reading)
    return desk.row(review.row)


def take_back_signature(desk: ReviewService, row: int) -> DocumentRow:
    """Opens a document that was signed off for review again.

    Raises:
        ReviewError: for the first reader, while the second reads.
    """
    reading = desk.reading_of(row)
    if reading is not desk.store.open_reading(desk.worklist, row):
        raise ReviewError(
            "a second reader has begun.", remedy="Wait for their sign-off, and settle what differs."
        )
    desk.store.withdraw_sign_off(desk.worklist, row, reading)
    return desk.row(row)
