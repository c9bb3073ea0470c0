"""A decision in a document of a megabyte with twenty thousand items takes no time to speak of."""

from __future__ import annotations

import time

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.review.document_review import DocumentReview, SpanSide, WantedItems
from chartveil.review.model import ActionKind, DecisionState, ReviewAction, ReviewItem

WORDS = 20_000
LINE = "Seen Ann Smith today for a cough; no fever since\n"
TEXT = LINE * WORDS
REASONS = (
    Evidence(EvidenceKind.MODEL, "general", Label.PATIENT, 0.9),
    Evidence(EvidenceKind.RULE, "NAME-CUE", Label.PATIENT, 0.9),
)


@pytest.fixture(scope="module")
def review():
    items = [
        ReviewItem(
            i,
            Span(at + 5, at + 14, Label.PATIENT, 0.9, REASONS),
            DecisionState.RECOVERED if i % 9 == 4 else DecisionState.PROPOSED,
        )
        for i, at in enumerate(range(0, len(TEXT), len(LINE)))
    ]
    return DocumentReview(1, TEXT, items)


def best(times, act):
    """Least processor time of several runs, in milliseconds."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        act()
        found.append((time.process_time() - begun) * 1000)
    return min(found)


def test_one_decision(review):
    def decide_and_undo():
        for changes in (
            review.accept([9999]),
            review.move_edge(9999, SpanSide.END, 1),
            review.add_span(0, 4, Label.CITY),
        ):
            review.apply(changes)
            review.counts()
            review.apply(ReviewAction(ActionKind.BULK, "R", "t", tuple(changes)).inverse().changes)

    assert best(5, decide_and_undo) < 5


def test_to_look_up(review):
    assert best(5, lambda: review.item_at(len(TEXT) // 2 + 7)) < 1
    assert best(5, lambda: review.items_touching(len(TEXT) // 2, len(TEXT) // 2 + 4000)) < 1
    assert best(5, lambda: review.find_next(len(TEXT) // 2, WantedItems.UNDECIDED)) < 1
    assert best(5, lambda: review.find_next(len(TEXT) // 2, WantedItems.DOUBTFUL)) < 1
    assert best(5, review.counts) < 1
    assert best(2, lambda: review.items_with_same_text(review.item(3))) < 100
    assert best(1, lambda: review.unmarked_occurrences(review.item(3))) < 500, (
        "it is in each line, and marked in each"
    )


def test_many_at_once(review):
    begun = review.counts()
    changes = review.accept(range(2000))
    assert best(1, lambda: review.apply(changes)) < 500
    assert review.counts().undecided == begun.undecided - sum(c.before.state.taken_out for c in changes)
    review.apply(ReviewAction(ActionKind.BULK, "R", "t", tuple(changes)).inverse().changes)
    assert review.counts() == begun
