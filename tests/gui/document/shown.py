"""A document with items, for tests of what shows it."""

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState, ItemChange, Reading, ReviewItem

TEXT = (
    "Seen by Dr. Maria Ndu on 03/14/2021, who noted the Bruce protocol.\r\n"
    "😀 Patient Omar Vale, 67, lives at 12 Larkspur Terrace.\r\n"
    "שלום דוקטור Alan ביקר את שרה לוי ביום 14/03/2021.\r\n"
) + "".join(f"Line {i}: follow up with Dr. Stone; chart 77-{i:04d}.\r\n" for i in range(200))


def make_item(id, part, label="DOCTOR", state=DecisionState.PROPOSED, score=0.9, text=TEXT):
    start = text.index(part)
    return ReviewItem(id, Span(start, start + len(part), Label(label), score), state)


ITEMS = [
    make_item(0, "Maria Ndu"),
    make_item(1, "03/14/2021", "DATE", DecisionState.ACCEPTED),
    make_item(2, "Bruce", "DOCTOR", DecisionState.RECOVERED),
    make_item(3, "Omar Vale", "PATIENT", score=0.4),
    make_item(4, "67", "AGE", DecisionState.REJECTED),
    make_item(5, "12 Larkspur Terrace", "STREET", DecisionState.ADDED),
    make_item(6, "שרה לוי", "PATIENT"),
    make_item(7, "14/03/2021", "DATE"),
    make_item(8, "77-0150", "MRN", score=0.3),
]


def review(items=ITEMS, text=TEXT, doubtful=0.6):
    """What a view shows the items of."""
    return DocumentReview(1, text, items, doubtful=doubtful)


def change(view, before, after):
    """Changes an item, or takes it away, as a decision does."""
    view.review.apply([ItemChange(1, Reading.FIRST, before, after)])
    return before.id
