"""Which documents of a worklist are shown: by words, state and doubt."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QAbstractProxyModel, QModelIndex, QObject

from chartveil.domain.tokenized_text import fold
from chartveil.gui.widgets.item_views import NO_PARENT, Index
from chartveil.gui.worklist.model import WorklistModel
from chartveil.review.model import DocumentRow, DocumentState

_FEW = 16
"""Up to this many rows are added and removed one by one, which keeps the view where it is."""


class WorklistFilter(QAbstractProxyModel):
    """Shows rows by text, state and doubt, in the model's order.

    It is no ``QSortFilterProxyModel``: that asks in Python about every row and every pair, which takes ten
    times as long over 10,000 documents. The model sorts.
    """

    def __init__(self, model: WorklistModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._words: tuple[str, ...] = ()
        self._states: frozenset[DocumentState] = frozenset()
        self._doubtful = False
        self._held: int | None = None
        self._numbers: list[int] = []
        self._places: dict[int, int] = {}
        self._kept: list[tuple[QModelIndex, int]] = []
        self.setSourceModel(model)
        model.modelAboutToBeReset.connect(self.beginResetModel)
        model.modelReset.connect(self._after_reset)
        model.layoutAboutToBeChanged.connect(self._before_sort)
        model.layoutChanged.connect(self._after_sort)
        model.dataChanged.connect(self._after_change)
        model.rowsInserted.connect(self._after_insert)
        self._choose()

    # What is asked for

    def set_filter(self, text: str, states: Iterable[DocumentState] = (), doubtful: bool = False) -> bool:
        """Chooses what is shown. True where that is something else than before.

        Args:
            text: words that must all occur in name, patient or type, in any order, without case and accents.
            states: states to show; none for all.
            doubtful: only documents with a doubtful span left.
        """
        wanted = tuple(fold(text).split()), frozenset(states), doubtful
        if wanted == (self._words, self._states, self._doubtful):
            return False
        self._words, self._states, self._doubtful = wanted
        self.beginResetModel()
        self._choose()
        self.endResetModel()
        return True

    def keep_visible(self, number: int | None) -> None:
        """Keeps one row in the list although it no longer fits: the one that is being read."""
        before, self._held = self._held, number
        for touched in (before, number):
            place = None if touched is None or before == number else self._model.position_of(touched)
            if place is not None:
                self._follow([place])

    # What is shown

    def numbers(self) -> list[int]:
        """Numbers of the rows that are shown, in order."""
        return list(self._numbers)

    def position_of(self, number: int) -> int | None:
        """Where a row is in the list; None where it is not shown."""
        return self._places.get(number)

    def neighbour(self, number: int, step: int) -> int | None:
        """The row shown before (-1) or after (1) another, which itself need not be shown."""
        place = self._model.position_of(number)
        if place is None:
            return None
        while 0 <= (place := place + step) < self._model.rowCount():
            found = self._model.row_at(place).row
            if found in self._places:
                return found
        return None

    # What Qt asks

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._numbers)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else 1

    def index(self, row: int, column: int, parent: Index = NO_PARENT) -> QModelIndex:
        if parent.isValid() or not (0 <= row < len(self._numbers) and column == 0):
            return QModelIndex()
        return self.createIndex(row, column)

    def parent(self, child: Index = NO_PARENT) -> QModelIndex:  # type: ignore[override]
        return QModelIndex()

    def mapToSource(self, proxyIndex: Index) -> QModelIndex:
        if not proxyIndex.isValid() or proxyIndex.row() >= len(self._numbers):
            return QModelIndex()
        place = self._model.position_of(self._numbers[proxyIndex.row()])
        return QModelIndex() if place is None else self._model.index(place)

    def mapFromSource(self, sourceIndex: Index) -> QModelIndex:
        if not sourceIndex.isValid():
            return QModelIndex()
        shown = self._places.get(self._model.row_at(sourceIndex.row()).row)
        return QModelIndex() if shown is None else self.createIndex(shown, 0)

    # What follows the model

    def _fitting(self, rows: Iterable[DocumentRow]) -> list[int]:
        """Numbers of the rows that are asked for."""
        words, states = self._words, self._states
        if states:
            rows = [r for r in rows if r.state in states or r.row == self._held]
        if self._doubtful:
            rows = [r for r in rows if r.counts.doubtful or r.row == self._held]
        if words:
            texts = self._model.search_texts()
            for word in words:
                rows = [r for r in rows if word in texts[r.row] or r.row == self._held]
        return [r.row for r in rows]

    def _choose(self) -> None:
        self._numbers = self._fitting(self._model.rows_in_order())
        self._number()

    def _number(self) -> None:
        self._places = {n: at for at, n in enumerate(self._numbers)}

    def _after_reset(self) -> None:
        self._choose()
        self.endResetModel()

    def _before_sort(self) -> None:
        self.layoutAboutToBeChanged.emit()
        self._kept = [(i, self._numbers[i.row()]) for i in self.persistentIndexList()]

    def _after_sort(self) -> None:
        self._choose()
        before = [i for i, _ in self._kept]
        after = [self.index(self._places.get(n, -1), 0) for _, n in self._kept]
        self.changePersistentIndexList(before, after)
        self._kept = []
        self.layoutChanged.emit()

    def _after_change(self, first: QModelIndex, last: QModelIndex) -> None:
        self._follow(range(first.row(), last.row() + 1))

    def _after_insert(self, parent: QModelIndex, first: int, last: int) -> None:
        self._follow(range(first, last + 1))

    def _follow(self, places: Iterable[int]) -> None:
        """Shows, hides or redraws rows of the model that changed."""
        come: list[int] = []
        go: list[int] = []
        stay: list[int] = []
        for place in places:
            number = self._model.row_at(place).row
            shown = self._places.get(number)
            if self._fitting([self._model.row_at(place)]):
                if shown is None:
                    come.append(place)
                else:
                    stay.append(shown)
            elif shown is not None:
                go.append(number)
        if len(come) + len(go) > _FEW:
            self.beginResetModel()
            self._choose()
            self.endResetModel()
            return
        if stay:
            self.dataChanged.emit(self.index(min(stay), 0), self.index(max(stay), 0))
        for number in go:
            at = self._places[number]
            self.beginRemoveRows(QModelIndex(), at, at)
            del self._numbers[at]
            self._number()
            self.endRemoveRows()
        for place in come:
            number = self._model.row_at(place).row
            before = self.neighbour(number, -1)
            at = 0 if before is None else self._places[before] + 1
            self.beginInsertRows(QModelIndex(), at, at)
            self._numbers.insert(at, number)
            self._number()
            self.endInsertRows()
