"""What the window says of a detected span: its state, label and score. No text of the document."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.domain.labels import Label
from chartveil.gui.widgets.basic import label_text, score_text
from chartveil.review.model import DecisionState, ReviewItem

RECOVERED_SIGN = "\u211e"
"""Stands beside a span that was recovered as a medical term."""


def label_meaning(label: Label) -> str:
    """What a label stands for, beginning with a capital."""
    meaning = label.info.meaning
    return meaning[:1].upper() + meaning[1:]


def state_text(state: DecisionState) -> str:
    """A state in one word."""
    return {
        DecisionState.PROPOSED: _tr("proposed"),
        DecisionState.ACCEPTED: _tr("accepted"),
        DecisionState.ADDED: _tr("added"),
        DecisionState.REJECTED: _tr("rejected"),
        DecisionState.RECOVERED: _tr("recovered"),
    }[state]


def state_meaning(state: DecisionState) -> str:
    """What is decided, and what that means for the text."""
    return {
        DecisionState.PROPOSED: _tr("Proposed: nobody has decided"),
        DecisionState.ACCEPTED: _tr("Accepted: it will be replaced"),
        DecisionState.ADDED: _tr("Added: it will be replaced"),
        DecisionState.REJECTED: _tr("Rejected: it stays in the text"),
        DecisionState.RECOVERED: _tr("Recovered as a medical term: it stays in the text"),
    }[state]


def item_description(item: ReviewItem, doubtful: bool) -> str:
    """Label, state and score in one line, and the meaning of the label in a second."""
    label = item.span.label
    doubt = _tr(", doubtful") if doubtful else ""
    return (
        f"{label_text(label)} · {state_text(item.state)}{doubt} · {score_text(item.span.score)}\n"
        f"{label.info.meaning}"
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Span", text)
