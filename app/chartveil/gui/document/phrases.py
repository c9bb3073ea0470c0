"""What the document view says of an item."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.review.model import DecisionState, ReviewItem


def item_state_text(state: DecisionState) -> str:
    """Name of a state, for people."""
    match state:
        case DecisionState.PROPOSED:
            return QCoreApplication.translate("Document", "proposed")
        case DecisionState.ACCEPTED:
            return QCoreApplication.translate("Document", "accepted")
        case DecisionState.ADDED:
            return QCoreApplication.translate("Document", "added by the reviewer")
        case DecisionState.REJECTED:
            return QCoreApplication.translate("Document", "rejected: stays in the text")
        case DecisionState.RECOVERED:
            return QCoreApplication.translate("Document", "given back as a medical term: stays in the text")


def item_description(item: ReviewItem, doubtful: bool) -> str:
    """An item in one line, and the meaning of its label in a second. No text of the document."""
    state = item_state_text(item.state)
    if doubtful:
        state += QCoreApplication.translate("Document", ", doubtful")
    score = QCoreApplication.translate("Document", "score {score}").format(score=f"{item.span.score:.2f}")
    label = item.span.label
    return f"{label.value.replace('_', ' ')} · {state} · {score}\n{label.info.meaning}"
