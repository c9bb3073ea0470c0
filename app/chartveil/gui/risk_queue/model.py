"""The places that are left to look at, by risk: the table behind the queue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from chartveil.gui.widgets.basic import label_text, one_line, score_text
from chartveil.service.risk_queue import RiskQueueEntry

PAGE_SIZE = 200
"""Entries that are fetched at a time."""
ENTRY_ROLE = Qt.ItemDataRole.UserRole
"""Role under which a row gives its ``RiskQueueEntry``."""


class QueueColumn(IntEnum):
    """The columns of the table."""

    RISK = 0
    PLACE = 1
    LABEL = 2
    REASONS = 3
    DOCUMENT = 4


_TOLD_TOGETHER = (QueueColumn.PLACE, QueueColumn.LABEL, QueueColumn.REASONS, QueueColumn.DOCUMENT)
"""What is told of a place in one breath."""
_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


def place_text(entry: RiskQueueEntry) -> str:
    """The text of a place in one line; for a stretch that there is no span."""
    return (
        one_line(entry.text)
        if entry.label is not None
        else QCoreApplication.translate("Queue", "No span here")
    )


class RiskQueueModel(QAbstractTableModel):
    """Entries by risk, fetched by the page: views ask for more as they come to the end.

    Signals:
        more_requested: answer with ``append``; not sent again before that.
    """

    more_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[RiskQueueEntry] = []
        self._more = False
        self._asked = False

    def set_entries(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Shows the first page of entries in place of what was shown."""
        self.beginResetModel()
        self._entries = list(entries)
        self._more = len(entries) >= PAGE_SIZE
        self._asked = False
        self.endResetModel()

    def append(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Adds a page; one that is not full is the last."""
        self._asked = False
        self._more = len(entries) >= PAGE_SIZE
        if not entries:
            return
        at = len(self._entries)
        self.beginInsertRows(_ROOT, at, at + len(entries) - 1)
        self._entries += entries
        self.endInsertRows()

    def remove(self, places: Iterable[tuple[int, int]]) -> None:
        """Drops entries that were decided, by document and item."""
        gone = set(places)
        for at in reversed(range(len(self._entries))):
            if (self._entries[at].row, self._entries[at].item) in gone:
                self.beginRemoveRows(_ROOT, at, at)
                del self._entries[at]
                self.endRemoveRows()

    def entry(self, row: int) -> RiskQueueEntry:
        """The entry in a row of the table."""
        return self._entries[row]

    @property
    def complete(self) -> bool:
        """Whether no page is left to fetch."""
        return not self._more

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(QueueColumn)

    def canFetchMore(self, parent: _Index = _ROOT) -> bool:
        return not parent.isValid() and self._more and not self._asked

    def fetchMore(self, parent: _Index = _ROOT) -> None:
        if self.canFetchMore(parent):
            self._asked = True
            self.more_requested.emit()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        say = QCoreApplication.translate
        return (
            say("Queue", "Risk"),
            say("Queue", "Text"),
            say("Queue", "Label"),
            say("Queue", "Why look"),
            say("Queue", "Document"),
        )[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        shown = self._shown(entry, QueueColumn(index.column()))
        if role == Qt.ItemDataRole.DisplayRole:
            return shown
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(self._shown(entry, c) for c in _TOLD_TOGETHER if self._shown(entry, c))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            # What the list draws with the place is read out with it.
            told = _TOLD_TOGETHER if index.column() == QueueColumn.PLACE else (QueueColumn(index.column()),)
            said = {c: self._shown(entry, c) for c in told}
            return "; ".join(f"{self._head(c)}: {said[c]}" for c in told if said[c])
        return None

    def _head(self, column: QueueColumn) -> Any:
        return self.headerData(column, Qt.Orientation.Horizontal)

    def _shown(self, entry: RiskQueueEntry, column: QueueColumn) -> str:
        if column is QueueColumn.RISK:
            return score_text(entry.risk)
        if column is QueueColumn.PLACE:
            return place_text(entry)
        if column is QueueColumn.LABEL:
            return label_text(entry.label) if entry.label is not None else ""
        if column is QueueColumn.REASONS:
            return "; ".join(entry.reasons)
        return entry.document
