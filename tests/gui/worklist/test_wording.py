"""What the worklist says."""

import pytest

from chartveil.gui.worklist.wording import (
    document_state_text,
    remaining_text,
    time_left_text,
)
from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "under 1 min left"),
        (59, "under 1 min left"),
        (61, "1 min left"),
        (840, "14 min left"),
        (5300, "88 min left"),
        (5460, "2 h left"),
        (90_000, "25 h left"),
    ],
)
def test_time_left(seconds: float, words: str) -> None:
    assert time_left_text(seconds) == words


def test_every_state_has_a_word_of_its_own() -> None:
    assert len({document_state_text(s) for s in DocumentState}) == len(DocumentState)


@pytest.mark.parametrize(
    ("state", "counts", "words"),
    [
        (DocumentState.WAITING, ReviewCounts(), ""),
        (DocumentState.FAILED, ReviewCounts(), ""),
        (DocumentState.TO_REVIEW, ReviewCounts(), "no spans"),
        (DocumentState.TO_REVIEW, ReviewCounts(1, 1), "1 span"),
        (DocumentState.TO_REVIEW, ReviewCounts(1200, 1200), "1,200 spans"),
        (DocumentState.IN_REVIEW, ReviewCounts(44, 19), "19 of 44 left"),
        (DocumentState.IN_REVIEW, ReviewCounts(44, 0), "all decided"),
        (DocumentState.SIGNED_OFF, ReviewCounts(44, 4), "44 spans"),
    ],
)
def test_what_is_left(state: DocumentState, counts: ReviewCounts, words: str) -> None:
    assert remaining_text(DocumentRow(1, 1, "a.txt", state=state, counts=counts)) == words
