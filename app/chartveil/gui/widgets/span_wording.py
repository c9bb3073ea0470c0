"""What the window says of a detected span: its state, label and score. No text of the document."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.domain.labels import Label
from chartveil.gui.widgets.basic import label_text, score_text
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.review.model import ReviewItem

RECOVERED_SIGN = "\u211e"
"""Stands beside a span that was recovered as a medical term."""


def label_meaning(label: Label) -> str:
    """What a label stands for, beginning with a capital."""
    meaning = label.info.meaning
    return meaning[:1].upper() + meaning[1:]


def item_description(item: ReviewItem, doubtful: bool) -> str:
    """Label, state and score in one line, and the meaning of the label in a second."""
    label = item.span.label
    doubt = _tr(", doubtful") if doubtful else ""
    return (
        f"{label_text(label)} · {choice_name(item.state)}{doubt} · {score_text(item.span.score)}\n"
        f"{label.info.meaning}"
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Span", text)
