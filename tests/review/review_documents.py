"""Documents under review, written short."""

from __future__ import annotations

from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState, ItemChange, ReviewItem

TEXT = "Seen by Dr. Maria Ndu, who noted the Bruce protocol. Mr. John  Smith left. Smith's wife, smith."

RULE = Evidence(EvidenceKind.RULE, "DR-CUE", Label.DOCTOR, 0.9)
DOUBT = Evidence(EvidenceKind.DOUBT, "phrases", detail="part of a medical phrase")
RECOVERY = Evidence(EvidenceKind.RECOVERY, "phrases", detail="part of a medical phrase")


def vote(name: str, label: str, score: float = 0.9) -> Evidence:
    return Evidence(EvidenceKind.MODEL, name, Label(label), score)


def listed(name: str, label: str = "PATIENT") -> Evidence:
    return Evidence(EvidenceKind.DICTIONARY, name, Label(label), 0.6)


def item(
    id: int,
    surface: str,
    label: str = "PATIENT",
    state: DecisionState = DecisionState.PROPOSED,
    *evidence: Evidence,
    score: float = 0.9,
    text: str = TEXT,
) -> ReviewItem:
    """The item on the first place of a text."""
    start = text.index(surface)
    return ReviewItem(id, Span(start, start + len(surface), Label(label), score, evidence or (RULE,)), state)


def small_review() -> DocumentReview:
    """0 Maria Ndu proposed, 1 Bruce recovered, 2 John  Smith proposed and doubtful, 3 wife rejected."""
    return DocumentReview(
        1,
        TEXT,
        [
            item(0, "Maria Ndu", "DOCTOR"),
            item(1, "Bruce", "PATIENT", DecisionState.RECOVERED, vote("general", "PATIENT"), RECOVERY),
            item(2, "John  Smith", score=0.4),
            item(3, "wife", "RELATIVE", DecisionState.REJECTED),
        ],
    )


def shown(review: DocumentReview) -> list[tuple[str, str, str]]:
    """Text, label and state of every item."""
    return [(i.span.text(review.text), i.span.label.value, i.state.value) for i in review.items]


def done(review: DocumentReview, changes: list[ItemChange]) -> list[tuple[str, str, str]]:
    review.apply(changes)
    return shown(review)
