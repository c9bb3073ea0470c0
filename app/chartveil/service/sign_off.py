"""Signing documents off: what has to be decided before, and who signed."""

from __future__ import annotations

from chartveil.domain.errors import ReviewError
from chartveil.domain.policy import MustDecide
from chartveil.domain.wording import counted
from chartveil.review.document_review import DocumentReview, count_blocking_items
from chartveil.review.model import DocumentRow, Reading, ReviewItem
from chartveil.service.page_boxes import count_undecided_boxes
from chartveil.service.passages import unread_passages
from chartveil.service.review_service import ReviewService


def must_decide(service: ReviewService, review: DocumentReview | None = None) -> MustDecide:
    """What the policy or the worklist's settings want decided. What two readers see differently is always
    to be settled: in a resolution nothing else is proposed."""
    if review is not None and review.reading is Reading.RESOLVED:
        return MustDecide.ALL
    return service.settings.required_decisions(service.policy)


def undecided_spans(service: ReviewService, review: DocumentReview) -> list[ReviewItem]:
    """The spans that must be decided before the document can be signed off."""
    return review.items_blocking_sign_off(must_decide(service, review))


def count_undecided_spans(service: ReviewService, review: DocumentReview) -> int:
    """How many ``undecided_spans`` there are; quicker than to list them."""
    return count_blocking_items(review.counts(), must_decide(service, review))


def items_left_though_taken(service: ReviewService, review: DocumentReview) -> list[ReviewItem]:
    """What was rejected though its text is taken elsewhere in the document: perhaps by a slip. In order; none
    of a label that the policy leaves in the text."""
    is_identifier = service.policy.is_identifier
    return [i for i in review.items_left_though_taken() if is_identifier(i.span.label)]


def sign_off(service: ReviewService, review: DocumentReview) -> DocumentRow:
    """Signs the reading that is open. The audit record is told of it by ``ReviewService.recording_work``;
    until then nothing is exported.

    Raises:
        ReviewError: if nobody is named as reviewer, or a span or a box on a page is left to decide,
            or a passage that detection does not cover is left to read.
    """
    if not service.settings.reviewer.strip():
        raise ReviewError(
            "nobody is named as the reviewer.", remedy="Enter your name under Settings, Review."
        )
    spans = len(undecided_spans(service, review))
    if spans:
        raise ReviewError(
            f"{counted(spans, 'span')} {'is' if spans == 1 else 'are'} not decided yet.",
            remedy="Go to the next undecided one and accept or reject it.",
        )
    boxes = count_undecided_boxes(service, review.row, review.reading)
    if boxes:
        raise ReviewError(
            f"{boxes} {'box' if boxes == 1 else 'boxes'} on its pages {'is' if boxes == 1 else 'are'} not "
            "decided yet.",
            remedy="Show its pages, and cover or leave what each box marks.",
        )
    passages = unread_passages(service, review.row, review.reading)
    if passages:
        raise ReviewError(
            f"{counted(len(passages), 'passage')} in a language or script that detection does not cover "
            f"{'is' if len(passages) == 1 else 'are'} not read yet.",
            remedy="Go to the next one, read it, and mark it as read.",
        )
    service.store.sign_off(
        service.worklist, review.row, service.settings.reviewer, service.timestamp(), review.reading
    )
    return service.row(review.row)


def take_back_signature(service: ReviewService, row: int) -> DocumentRow:
    """Opens a document that was signed off for review again.

    Raises:
        ReviewError: for the first reader, while the second reads.
    """
    reading = service.reading_of(row)
    if reading is not service.store.open_reading(service.worklist, row):
        raise ReviewError(
            "a second reader has begun.", remedy="Wait for their sign-off, and settle what differs."
        )
    service.store.withdraw_sign_off(service.worklist, row, reading)
    return service.row(row)
