"""What two readers disagree on, as the page shows it, and the table of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, Qt

from chartveil.gui.widgets.basic import label_text, one_line
from chartveil.gui.widgets.item_views import NO_PARENT, Index
from chartveil.review.agreement import Disagreement, DisagreementKind
from chartveil.review.model import ReviewItem


class Resolution(StrEnum):
    """Whose decision stands."""

    FIRST = "first"
    SECOND = "second"
    OWN = "own"
    """Neither's: it was decided anew in the document."""


@dataclass(frozen=True, slots=True)
class DisagreementRow:
    """A disagreement and what was chosen; ``resolution`` is None while nothing is."""

    disagreement: Disagreement
    resolution: Resolution | None = None


class DisagreementColumn(IntEnum):
    """The columns of the table, in order."""

    SETTLED = 0
    TEXT = 1
    FIRST = 2
    SECOND = 3


class DisagreementModel(QAbstractTableModel):
    """One row a disagreement, in order of the text."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._rows: list[DisagreementRow] = []

    def set_rows(self, text: str, rows: Sequence[DisagreementRow]) -> None:
        """Takes the disagreements on one document, with its text."""
        self.beginResetModel()
        self._text = text
        self._rows = list(rows)
        self.endResetModel()

    def row_at(self, row: int) -> DisagreementRow:
        """The disagreement in a row."""
        return self._rows[row]

    def set_resolution(self, row: int, resolution: Resolution | None) -> None:
        """Takes what was chosen for a row; None opens it again."""
        self._rows[row] = replace(self._rows[row], resolution=resolution)
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(DisagreementColumn) - 1))

    @property
    def settled_count(self) -> int:
        """How many disagreements are settled."""
        return sum(d.resolution is not None for d in self._rows)

    def next_open(self, after: int) -> int | None:
        """Row of the next disagreement that is not settled, from the one after ``after`` on and around."""
        n = len(self._rows)
        order = [(after + 1 + i) % n for i in range(n)]
        return next((i for i in order if self._rows[i].resolution is None), None)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(DisagreementColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        say = QCoreApplication.translate
        return (
            say("Disputes", "Stands"),
            say("Disputes", "Text"),
            say("Disputes", "First reader"),
            say("Disputes", "Second reader"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(self._rows[index.row()], DisagreementColumn(index.column()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            head = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return f"{head}: {self._shown(self._rows[index.row()], DisagreementColumn(index.column()))}"
        return None

    def _shown(self, shown: DisagreementRow, column: DisagreementColumn) -> str:
        place = shown.disagreement
        if column is DisagreementColumn.SETTLED:
            return resolution_text(shown.resolution)
        if column is DisagreementColumn.TEXT:
            return one_line(self._text[place.start : place.end])
        item = place.first if column is DisagreementColumn.FIRST else place.second
        return label_text(item.span.label) if item is not None else left_in_text_text()


def left_in_text_text() -> str:
    """What is said of a reader who takes nothing out."""
    return QCoreApplication.translate("Disputes", "left in the text")


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
        return left_in_text_text(), ""
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
