"""What the worklist says."""

import pytest

from chartveil.gui.worklist.words import left, percent, risk_seen, state_word, time_left
from chartveil.review.model import Counts, DocumentRow, DocumentState


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
    assert time_left(seconds) == words


@pytest.mark.parametrize(
    ("share", "words"), [(0, "0 %"), (0.001, "1 %"), (0.5, "50 %"), (0.9999, "99 %"), (1.0, "100 %")]
)
def test_only_all_is_a_hundred_per_cent(share: float, words: str) -> None:
    assert percent(share) == words


def test_a_document_without_risk_is_looked_at() -> None:
    assert risk_seen(DocumentRow(1, 1, "a.txt")) == 1.0


def test_every_state_has_a_word_of_its_own() -> None:
    assert len({state_word(s) for s in DocumentState}) == len(DocumentState)


@pytest.mark.parametrize(
    ("state", "counts", "words"),
    [
        (DocumentState.WAITING, Counts(), ""),
        (DocumentState.FAILED, Counts(), ""),
        (DocumentState.TO_REVIEW, Counts(), "no spans"),
        (DocumentState.TO_REVIEW, Counts(1, 1), "1 span"),
        (DocumentState.TO_REVIEW, Counts(1200, 1200), "1,200 spans"),
        (DocumentState.IN_REVIEW, Counts(44, 19), "19 of 44 left"),
        (DocumentState.IN_REVIEW, Counts(44, 0), "all decided"),
        (DocumentState.SIGNED_OFF, Counts(44, 4), "44 spans"),
    ],
)
def test_what_is_left(state: DocumentState, counts: Counts, words: str) -> None:
    assert left(DocumentRow(1, 1, "a.txt", state=state, counts=counts)) == words
