"""What the document view says of an item."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.review.model import Item, State


def state_words(state: State) -> str:
    """Name of a state, for people."""
    match state:
        case State.PROPOSED:
            return QCoreApplication.translate("Document", "proposed")
        case State.ACCEPTED:
            return QCoreApplication.translate("Document", "accepted")
        case State.ADDED:
            return QCoreApplication.translate("Document", "added by the reviewer")
        case State.REJECTED:
            return QCoreApplication.translate("Document", "rejected: stays in the text")
        case State.RECOVERED:
            return QCoreApplication.translate("Document", "given back as a medical term: stays in the text")


def item_words(item: Item, doubtful: bool) -> str:
    """An item in one line, and the meaning of its label in a second. No text of the document."""
    state = state_words(item.state)
    if doubtful:
        state += QCoreApplication.translate("Document", ", doubtful")
    score = QCoreApplication.translate("Document", "score {score}").format(score=f"{item.span.score:.2f}")
    label = item.span.label
    return f"{label.value.replace('_', ' ')} · {state} · {score}\n{label.info.meaning}"
