"""What the worklist says."""

import pytest

from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.worklist.wording import (
    remaining_text,
)
from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts


def test_every_state_has_a_word_of_its_own() -> None:
    assert len({choice_name(s) for s in DocumentState}) == len(DocumentState)


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
