"""The places that are left to look at, by risk: the table behind the queue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, Qt, Signal

from chartveil.gui.widgets.basic import label_text, one_line, plain_tooltip, score_text
from chartveil.gui.widgets.item_views import NO_PARENT, Index
from chartveil.service.risk_queue import RiskQueueEntry

PAGE_SIZE = 200
"""Entries that are fetched at a time."""


class QueueColumn(IntEnum):
    """The columns of the table. What else there is to say of a place is drawn and told with it."""

    RISK = 0
    PLACE = 1


def place_text(entry: RiskQueueEntry) -> str:
    """The text of a place in one line; for a stretch that there is no span."""
    return one_line(entry.text) if entry.label is not None else _tr("No span here")


def _facts(entry: RiskQueueEntry) -> dict[str, str]:
    """What is told of a place in one breath, each by its name."""
    facts = {
        _tr("Text"): place_text(entry),
        _tr("Label"): label_text(entry.label) if entry.label is not None else "",
        _tr("Why look"): "; ".join(entry.reasons),
        _tr("Document"): entry.document,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Queue", text)


class RiskQueueModel(QAbstractTableModel):
    """Entries by risk under ``UserRole``, fetched by the page: views ask for more as they come to the end.

    Signals:
        more_requested: answer with ``append``; not sent again before that.

    Attributes:
        complete: whether no page is left to fetch.
    """

    more_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[RiskQueueEntry] = []
        self.complete = True
        self._asked = False

    def set_entries(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Shows the first page of entries in place of what was shown."""
        self.beginResetModel()
        self._entries = list(entries)
        self.complete = len(entries) < PAGE_SIZE
        self._asked = False
        self.endResetModel()

    def append(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Adds a page; one that is not full is the last."""
        self._asked = False
        self.complete = len(entries) < PAGE_SIZE
        if not entries:
            return
        at = len(self._entries)
        self.beginInsertRows(NO_PARENT, at, at + len(entries) - 1)
        self._entries += entries
        self.endInsertRows()

    def remove(self, places: Iterable[tuple[int, int]]) -> None:
        """Drops entries that were decided, by document and item."""
        gone = set(places)
        for at in reversed(range(len(self._entries))):
            if (self._entries[at].row, self._entries[at].item) in gone:
                self.beginRemoveRows(NO_PARENT, at, at)
                del self._entries[at]
                self.endRemoveRows()

    def entry(self, row: int) -> RiskQueueEntry:
        """The entry in a row of the table."""
        return self._entries[row]

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(QueueColumn)

    def canFetchMore(self, parent: Index = NO_PARENT) -> bool:
        return not parent.isValid() and not self.complete and not self._asked

    def fetchMore(self, parent: Index = NO_PARENT) -> None:
        if self.canFetchMore(parent):
            self._asked = True
            self.more_requested.emit()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return _tr("Text") if section == QueueColumn.PLACE else _tr("Risk")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry, is_place = self._entries[index.row()], index.column() == QueueColumn.PLACE
        match role:
            case Qt.ItemDataRole.UserRole:
                return entry
            case Qt.ItemDataRole.DisplayRole:
                return place_text(entry) if is_place else score_text(entry.risk)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip("\n".join(_facts(entry).values()))
            case Qt.ItemDataRole.AccessibleTextRole:
                told = _facts(entry) if is_place else {_tr("Risk"): score_text(entry.risk)}
                return "; ".join(f"{name}: {fact}" for name, fact in told.items())
        return None
