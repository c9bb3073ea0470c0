"""Two readers of one document: the second decides without seeing the first, then differences are settled."""

from __future__ import annotations

from chartveil.domain.document import Document
from chartveil.domain.errors import ReviewError
from chartveil.review.agreement import ReaderAgreement, measure_agreement, resolution_items
from chartveil.review.model import ActionKind, BoxChange, DocumentRow, DocumentState, ItemChange, Reading
from chartveil.review.page_review import merge_boxes_of_readers
from chartveil.service import decisions
from chartveil.service.decisions import StoredDecision
from chartveil.service.review_service import ReviewService


def awaits_second_reader(service: ReviewService, row: DocumentRow) -> bool:
    """Whether a document is signed off once and is to be read by a second person."""
    return service.settings.second_reader and bool(row.signed_by) and not row.second_by


def may_be_second_reader(service: ReviewService, row: DocumentRow) -> bool:
    """Whether the reviewer that is named now may be the second reader."""
    name = service.settings.reviewer.strip()
    return (
        awaits_second_reader(service, row)
        and bool(name)
        and name.casefold() != row.signed_by.strip().casefold()
    )


def is_hidden_from_reviewer(service: ReviewService, row: DocumentRow) -> bool:
    """Whether the reviewer that is named now may not see what was decided in a document: it is to be read by
    them without that."""
    return may_be_second_reader(service, row) and service.reading_of(row.row) is Reading.FIRST


def begin_second_reading(service: ReviewService, row: int) -> DocumentRow:
    """Opens the second reading, on what detection found.

    Raises:
        ReviewError: if the document does not wait for one, or the reviewer is its first reader.
    """
    now = service.row(row)
    if not awaits_second_reader(service, now):
        raise ReviewError("it does not wait for a second reader.", remedy="Sign it off first.")
    if not may_be_second_reader(service, now):
        raise ReviewError(
            "you are its first reader.",
            remedy="Another person reads it, with their own name under Settings, Review.",
        )
    if service.store.open_reading(service.worklist, row) is Reading.FIRST:
        service.store.start_second_reading(service.worklist, row)
    return service.row(row)


def compare_readings(service: ReviewService, row: int, document: Document) -> ReaderAgreement:
    """Compares two signed readings of a document.

    Raises:
        ReviewError: before both have signed: neither may see the other's decisions.
    """
    now = service.row(row)
    if not (now.signed_by and now.second_by):
        raise ReviewError(
            "the other reader's decisions are shown when both have signed off.", remedy="Sign off your own."
        )
    first = service.store.items(service.worklist, row, Reading.FIRST)
    second = service.store.items(service.worklist, row, Reading.SECOND)
    return measure_agreement(document.text, first, second)


def begin_resolution(service: ReviewService, row: int, document: Document) -> StoredDecision | None:
    """Begins to settle what two readers differ on; where they do not, the document is done.

    Returns:
        The action that opened the resolution, in which differences are proposed; None where both agree.
    """
    found = compare_readings(service, row, document)
    if service.row(row).state is DocumentState.SIGNED_OFF:
        return None
    if not found.disagreements:
        service.store.sign_off(
            service.worklist, row, service.settings.reviewer, service.timestamp(), Reading.RESOLVED
        )
        return None
    if service.store.items(service.worklist, row, Reading.RESOLVED):
        return None  # begun already
    first = service.store.items(service.worklist, row, Reading.FIRST)
    second = service.store.items(service.worklist, row, Reading.SECOND)
    items = resolution_items(first, second)
    changes = [ItemChange(row, Reading.RESOLVED, None, item) for item in items]
    return decisions.begin_reading(
        service, ActionKind.RESOLVE, row, document, changes, _resolution_boxes(service, row)
    )


def _resolution_boxes(service: ReviewService, row: int) -> list[BoxChange]:
    """The boxes that a resolution begins with: covered is what either reader covers."""
    first, second = (service.store.boxes(service.worklist, row, r) for r in (Reading.FIRST, Reading.SECOND))
    return [BoxChange(row, Reading.RESOLVED, None, m) for m in merge_boxes_of_readers(first, second)]
