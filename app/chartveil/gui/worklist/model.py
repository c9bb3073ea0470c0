"""The documents of a worklist, in the order in which they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import groupby
from typing import Any

import regex
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from chartveil.domain.tokenized_text import fold
from chartveil.gui.widgets.item_views import NO_PARENT, Index
from chartveil.gui.worklist.wording import (
    OPENABLE_STATES,
    accessible_text,
    risk_left,
    risk_seen,
    tooltip_text,
)
from chartveil.review.model import DocumentRow, DocumentState

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The ``DocumentRow`` itself."""


class WorklistOrder(Enum):
    """What documents are sorted by. Documents that have no value for it come last."""

    AS_ADDED = auto()
    STATE = auto()
    """By progress: waiting documents first."""
    NAME = auto()
    PATIENT = auto()
    TYPE = auto()
    SPANS = auto()
    """The most spans first; likewise undecided, doubtful and risk left."""
    UNDECIDED = auto()
    DOUBTFUL = auto()
    RISK_SEEN = auto()
    """The documents first of whose risk the least was looked at."""
    RISK_LEFT = auto()


SortKey = str | int | float

_HIGHEST_FIRST = frozenset(
    {WorklistOrder.SPANS, WorklistOrder.UNDECIDED, WorklistOrder.DOUBTFUL, WorklistOrder.RISK_LEFT}
)
_STATES = {state: place for place, state in enumerate(DocumentState)}
_DIGITS = regex.compile(r"[0-9]+")
_WIDTH = 12


def natural_sort_key(text: str) -> str:
    """Key under which ``note 2`` comes before ``note 10``: numbers of up to 12 digits are filled up."""
    return str(_DIGITS.sub(lambda m: m[0].zfill(_WIDTH), fold(text)))


def sort_key(row: DocumentRow, order: WorklistOrder) -> SortKey | None:
    """What a row is sorted by; None where the row has no value for this order.

    Raises:
        ValueError: for ``AS_ADDED``, which rows alone do not tell.
    """
    match order:
        case WorklistOrder.STATE:
            return _STATES[row.state]
        case WorklistOrder.NAME:
            return natural_sort_key(row.name)
        case WorklistOrder.PATIENT:
            return natural_sort_key(row.patient) or None
        case WorklistOrder.TYPE:
            return fold(row.note_type) or None
    if row.state not in OPENABLE_STATES:
        return None
    match order:
        case WorklistOrder.SPANS:
            return row.counts.spans
        case WorklistOrder.UNDECIDED:
            return row.counts.undecided
        case WorklistOrder.DOUBTFUL:
            return row.counts.doubtful
        case WorklistOrder.RISK_SEEN:
            return risk_seen(row)
        case WorklistOrder.RISK_LEFT:
            return risk_left(row)
    raise ValueError(order)


class WorklistModel(QAbstractListModel):
    """Rows of a worklist.

    Rows are sorted when that is asked for. Rows that change later keep their places, so that the list does
    not move under the reader's hands.

    Attributes:
        order_is_stale: whether sorting again would move something.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[int, DocumentRow] = {}
        self._added: list[int] = []
        self._shown: list[int] = []
        self._places: dict[int, int] = {}
        self._found_by: dict[int, str] = {}
        self._states: Counter[DocumentState] = Counter()
        self._doubtful = 0
        self._order = WorklistOrder.AS_ADDED
        self.order_is_stale = False

    # What there is

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def row_at(self, place: int) -> DocumentRow:
        """The row at a place of the present order."""
        return self._rows[self._shown[place]]

    def row_by_number(self, number: int) -> DocumentRow | None:
        """The row with this number."""
        return self._rows.get(number)

    def position_of(self, number: int) -> int | None:
        """Where a row is in the present order."""
        return self._places.get(number)

    def rows_as_added(self) -> list[DocumentRow]:
        """All rows as they were added."""
        return [self._rows[n] for n in self._added]

    def state_counts(self) -> Mapping[DocumentState, int]:
        """How many documents are in each state."""
        return self._states

    def doubtful_count(self) -> int:
        """How many documents have a doubtful span left."""
        return self._doubtful

    def rows_in_order(self) -> Iterator[DocumentRow]:
        """All rows in the present order."""
        return map(self._rows.__getitem__, self._shown)

    def search_texts(self) -> Mapping[int, str]:
        """Folded text under which each row is found, by number: name, patient, type."""
        texts = self._found_by
        if len(texts) < len(self._rows):
            for n, r in self._rows.items():
                if n not in texts:
                    texts[n] = fold(f"{r.name}\n{r.patient}\n{r.note_type}")
        return texts

    @property
    def order(self) -> WorklistOrder:
        """What was sorted by last."""
        return self._order

    # What views ask

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        row = self.row_at(index.row())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.name
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip_text(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return accessible_text(row)
        return row if role == ROW_ROLE else None

    # What changes

    def set_rows(self, rows: Sequence[DocumentRow]) -> None:
        """Takes all rows anew, in the order in which they were added; sorts them as before."""
        self.beginResetModel()
        self._rows = {r.row: r for r in rows}
        self._added = list(self._rows)
        self._found_by.clear()
        self._count()
        self._arrange()
        self.endResetModel()

    def update_rows(self, changed: Iterable[DocumentRow]) -> None:
        """Takes rows that changed. Those that are new come after the others of their file."""
        new: list[DocumentRow] = []
        places: list[int] = []
        for row in changed:
            place = self._places.get(row.row)
            if place is None:
                new.append(row)
                continue
            self._replace(row)
            places.append(place)
        for first, last in _runs(places):
            self.dataChanged.emit(self.index(first), self.index(last))
        for file, rows in groupby(new, key=lambda r: r.file):
            self._insert(file, list(rows))

    def set_order(self, order: WorklistOrder) -> None:
        """Sorts the rows as they are now."""
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        numbers = [self._shown[i.row()] for i in kept]
        self._order = order
        self._arrange()
        self.changePersistentIndexList(kept, [self.index(self._places[n]) for n in numbers])
        self.layoutChanged.emit()

    def _replace(self, row: DocumentRow) -> None:
        before = self._rows[row.row]
        self._rows[row.row] = row
        self._found_by.pop(row.row, None)
        self._states[before.state] -= 1
        self._states[row.state] += 1
        self._doubtful += _is_doubtful(row) - _is_doubtful(before)
        if self._is_sorted and sort_key(before, self._order) != sort_key(row, self._order):
            self.order_is_stale = True

    def _insert(self, file: int, rows: list[DocumentRow]) -> None:
        numbers = [r.row for r in rows]
        place = _after_file(self._rows, self._shown, file)
        added = _after_file(self._rows, self._added, file)
        self.beginInsertRows(QModelIndex(), place, place + len(rows) - 1)
        self._rows.update((r.row, r) for r in rows)
        self._added[added:added] = numbers
        self._shown[place:place] = numbers
        self._places = {n: at for at, n in enumerate(self._shown)}
        self._count()
        self.order_is_stale = self._is_sorted
        self.endInsertRows()

    @property
    def _is_sorted(self) -> bool:
        return self._order is not WorklistOrder.AS_ADDED

    def _count(self) -> None:
        self._states = Counter(r.state for r in self._rows.values())
        self._doubtful = sum(map(_is_doubtful, self._rows.values()))

    def _arrange(self) -> None:
        self._shown = list(self._added)
        if self._is_sorted:
            keys = {n: sort_key(self._rows[n], self._order) for n in self._added}
            sortable = [n for n in self._added if keys[n] is not None]
            sortable.sort(key=keys.__getitem__, reverse=self._order in _HIGHEST_FIRST)  # type: ignore[arg-type]
            self._shown = sortable + [n for n in self._added if keys[n] is None]
        self._places = {n: at for at, n in enumerate(self._shown)}
        self.order_is_stale = False


def _is_doubtful(row: DocumentRow) -> bool:
    return row.counts.doubtful > 0 and row.state in OPENABLE_STATES


def _after_file(rows: Mapping[int, DocumentRow], order: Sequence[int], file: int) -> int:
    """Place after the last row of a file; the end where the file has none."""
    for at in range(len(order) - 1, -1, -1):
        if rows[order[at]].file == file:
            return at + 1
    return len(order)


def _runs(places: Iterable[int]) -> list[tuple[int, int]]:
    """Places as first and last of each unbroken run."""
    runs: list[tuple[int, int]] = []
    for place in sorted(set(places)):
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs
