"""What two readers disagree on, in words."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from chartveil.gui.widgets.basic import label_text, one_line
from chartveil.review.agreement import DisagreementKind
from chartveil.review.model import ReviewItem


class Resolution(StrEnum):
    """Whose decision stands."""

    FIRST = "first"
    SECOND = "second"
    OWN = "own"
    """Neither's: it was decided anew in the document."""


def resolution_text(resolution: Resolution | None) -> str:
    """Whose decision stands, for the table."""
    say = QCoreApplication.translate
    if resolution is None:
        return say("Disputes", "open")
    return {
        Resolution.FIRST: say("Disputes", "✓ first"),
        Resolution.SECOND: say("Disputes", "✓ second"),
        Resolution.OWN: say("Disputes", "✓ own"),
    }[resolution]


def difference_text(kind: DisagreementKind) -> str:
    """What the readers did differently, in a sentence."""
    say = QCoreApplication.translate
    return {
        DisagreementKind.FIRST_ONLY: say("Disputes", "Only the first reader takes this out."),
        DisagreementKind.SECOND_ONLY: say("Disputes", "Only the second reader takes this out."),
        DisagreementKind.LABEL: say("Disputes", "Both take this out, as different kinds."),
        DisagreementKind.RANGE: say("Disputes", "Both take this out, with different ends."),
    }[kind]


def item_text(item: ReviewItem | None, text: str) -> tuple[str, str]:
    """What a reader decided, and about which text: both for one line."""
    if item is None:
        return QCoreApplication.translate("Disputes", "left in the text"), ""
    return label_text(item.span.label), one_line(item.span.text(text))


def kappa_text(word: str) -> str:
    """The words of ``service.worklist_report.kappa_word``, ready to be translated."""
    say = QCoreApplication.translate
    return {
        "poor": say("Kappa", "poor"),
        "slight": say("Kappa", "slight"),
        "fair": say("Kappa", "fair"),
        "moderate": say("Kappa", "moderate"),
        "substantial": say("Kappa", "substantial"),
        "almost perfect": say("Kappa", "almost perfect"),
    }[word]
