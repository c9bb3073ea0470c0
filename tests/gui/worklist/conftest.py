"""A worklist of invented documents."""

import random

import pytest

from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts

_TYPES = ("Discharge summary", "Clinic letter", "Radiology report", "")


def _row(number: int, name: str, state: DocumentState, **facts: object) -> DocumentRow:
    return DocumentRow(number, number, name, state=state, **facts)  # type: ignore[arg-type]


@pytest.fixture
def rows() -> list[DocumentRow]:
    """Seven documents: one in each state."""
    state = DocumentState
    return [
        _row(1, "note 10.txt", state.EXPORTED, patient="0412", note_type="Clinic letter",
             counts=ReviewCounts(8, 0, 0, 1, 2.0, 2.0), signed_by="R. Sandoval"),
        _row(2, "note 2.txt", state.SIGNED_OFF, patient="0077", note_type="Clinic letter",
             counts=ReviewCounts(5, 0, 0, 0, 1.0, 1.0)),
        _row(3, "Émile's letter.docx", state.IN_REVIEW, patient="0412", note_type="Discharge summary",
             counts=ReviewCounts(20, 12, 3, 2, 6.0, 1.5)),
        _row(4, "scan.pdf", state.FAILED, reason="scan.pdf: it holds no text. Run text recognition first."),
        _row(5, "consult.rtf", state.TO_REVIEW, patient="0500", note_type="Consultation",
             counts=ReviewCounts(9, 9, 1, 0, 9.0, 0.0)),
        _row(6, "handover.html", state.DETECTING),
        _row(7, "ward round.txt", state.WAITING),
    ]  # fmt: skip


@pytest.fixture(scope="session")
def many() -> list[DocumentRow]:
    """10,000 documents, the same ones each time."""
    draw = random.Random(4)
    made = []
    for number in range(1, 10_001):
        spans = draw.randrange(60)
        undecided = draw.randrange(spans + 1)
        doubtful, seen = min(undecided, draw.randrange(4)), 0.3 * (spans - undecided)
        counts = ReviewCounts(spans, undecided, doubtful, 0, 0.3 * spans, seen)
        made.append(
            DocumentRow(
                number, number, f"note {number}.txt", patient=f"{draw.randrange(3000):04}",
                note_type=draw.choice(_TYPES), state=draw.choice(list(DocumentState)), counts=counts,
            )
        )  # fmt: skip
    return made
