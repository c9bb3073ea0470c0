"""What two readers disagree on, as the page shows it, and the table of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from chartveil.gui.parts import label_words, one_line
from chartveil.review.agreement import Difference, Disagreement
from chartveil.review.model import Item


class Verdict(StrEnum):
    """Whose decision stands."""

    FIRST = "first"
    SECOND = "second"
    OWN = "own"
    """Neither's: it was decided anew in the document."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disagreement and what was chosen; ``verdict`` is None while nothing is."""

    disagreement: Disagreement
    verdict: Verdict | None = None


class Column(IntEnum):
    SETTLED = 0
    TEXT = 1
    FIRST = 2
    SECOND = 3


_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class DisputeModel(QAbstractTableModel):
    """One row a dispute, in order of the text."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._rows: list[Dispute] = []

    def set_rows(self, text: str, rows: Sequence[Dispute]) -> None:
        self.beginResetModel()
        self._text = text
        self._rows = list(rows)
        self.endResetModel()

    def dispute(self, row: int) -> Dispute:
        return self._rows[row]

    def settle(self, row: int, verdict: Verdict | None) -> None:
        self._rows[row] = replace(self._rows[row], verdict=verdict)
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(Column) - 1))

    @property
    def settled(self) -> int:
        return sum(d.verdict is not None for d in self._rows)

    def next_open(self, after: int) -> int | None:
        """Row of the next dispute that is not settled, from the one after ``after`` on and around."""
        n = len(self._rows)
        order = [(after + 1 + i) % n for i in range(n)]
        return next((i for i in order if self._rows[i].verdict is None), None)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(Column)

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

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(self._rows[index.row()], Column(index.column()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            head = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return f"{head}: {self._shown(self._rows[index.row()], Column(index.column()))}"
        return None

    def _shown(self, dispute: Dispute, column: Column) -> str:
        place = dispute.disagreement
        if column is Column.SETTLED:
            return verdict_words(dispute.verdict)
        if column is Column.TEXT:
            return one_line(self._text[place.start : place.end])
        item = place.first if column is Column.FIRST else place.second
        return label_words(item.span.label) if item is not None else left_words()


def left_words() -> str:
    return QCoreApplication.translate("Disputes", "left in the text")


def verdict_words(verdict: Verdict | None) -> str:
    say = QCoreApplication.translate
    if verdict is None:
        return say("Disputes", "open")
    return {
        Verdict.FIRST: say("Disputes", "✓ first"),
        Verdict.SECOND: say("Disputes", "✓ second"),
        Verdict.OWN: say("Disputes", "✓ own"),
    }[verdict]


def difference_words(kind: Difference) -> str:
    say = QCoreApplication.translate
    return {
        Difference.FIRST_ONLY: say("Disputes", "Only the first reader takes this out."),
        Difference.SECOND_ONLY: say("Disputes", "Only the second reader takes this out."),
        Difference.LABEL: say("Disputes", "Both take this out, as different kinds."),
        Difference.RANGE: say("Disputes", "Both take this out, with different ends."),
    }[kind]


def item_words(item: Item | None, text: str) -> tuple[str, str]:
    """What a reader decided, and about which text: both for one line."""
    if item is None:
        return left_words(), ""
    return label_words(item.span.label), one_line(item.span.text(text))


def kappa_words(word: str) -> str:
    """The words of ``service.report.kappa_word``, ready to be translated."""
    say = QCoreApplication.translate
    return {
        "poor": say("Kappa", "poor"),
        "slight": say("Kappa", "slight"),
        "fair": say("Kappa", "fair"),
        "moderate": say("Kappa", "moderate"),
        "substantial": say("Kappa", "substantial"),
        "almost perfect": say("Kappa", "almost perfect"),
    }[word]
