"""The documents of a worklist as a table, in the order in which they are shown."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import regex
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from chartveil.gui.worklist.wording import (
    OPENABLE_STATES,
    accessible_text,
    document_state_text,
    percent_text,
    risk_left,
    risk_seen,
    tooltip_text,
    tr,
)
from chartveil.review.model import DocumentRow, DocumentState

(
    COL_STATE,
    COL_NAME,
    COL_PATIENT,
    COL_TYPE,
    COL_SPANS,
    COL_UNDECIDED,
    COL_DOUBTFUL,
    COL_RISK_SEEN,
    COL_RISK_LEFT,
) = range(9)
COLUMNS = 9

UNSORTED = -1
"""As the documents were added."""

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The ``DocumentRow`` itself."""
SORT_ROLE = ROW_ROLE + 1
"""What the column is sorted by: text or number; None where there is nothing, which comes last."""

Index = QModelIndex | QPersistentModelIndex
SortKey = str | int | float

_ROOT = QModelIndex()
_STATES = {state: place for place, state in enumerate(DocumentState)}
_NUMBERS = frozenset({COL_SPANS, COL_UNDECIDED, COL_DOUBTFUL, COL_RISK_SEEN, COL_RISK_LEFT})
_DIGITS = regex.compile(r"[0-9]+")
_MARKS = regex.compile(r"\p{M}+")
_WIDTH = 12


def fold_for_search(text: str) -> str:
    """Text for finding: without case and accents."""
    if text.isascii():
        return text.lower()
    return str(_MARKS.sub("", unicodedata.normalize("NFKD", text.casefold())))


def natural_sort_key(text: str) -> str:
    """Key under which ``note 2`` comes before ``note 10``: numbers of up to 12 digits are filled up."""
    return str(_DIGITS.sub(lambda m: m[0].zfill(_WIDTH), fold_for_search(text)))


def sort_key(row: DocumentRow, column: int) -> SortKey | None:
    """What a row is sorted by in a column; None where the row has nothing there."""
    if column == COL_STATE:
        return _STATES[row.state]
    if column == COL_NAME:
        return natural_sort_key(row.name)
    if column == COL_PATIENT:
        return natural_sort_key(row.patient) or None
    if column == COL_TYPE:
        return fold_for_search(row.note_type) or None
    if row.state not in OPENABLE_STATES:
        return None
    if column == COL_SPANS:
        return row.counts.spans
    if column == COL_UNDECIDED:
        return row.counts.undecided
    if column == COL_DOUBTFUL:
        return row.counts.doubtful
    return risk_seen(row) if column == COL_RISK_SEEN else risk_left(row)


class WorklistModel(QAbstractTableModel):
    """Rows of a worklist.

    The order is made when it is asked for. Rows that change later keep their places, so that the list does
    not move under the reader's hands; ``stale`` tells that sorting again would move something.
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
        self._column = UNSORTED
        self._descending = False
        self.order_is_stale = False

    # What there is

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else COLUMNS

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
                    texts[n] = fold_for_search(f"{r.name}\n{r.patient}\n{r.note_type}")
        return texts

    @property
    def order(self) -> tuple[int, bool]:
        """Column that was sorted by (or ``UNSORTED``), and whether descending."""
        return self._column, self._descending

    # What views ask

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        row, column = self.row_at(index.row()), index.column()
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return _display(row, column)
        if role == SORT_ROLE:
            return sort_key(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip_text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return accessible_text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _NUMBERS:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return column_names()[section]
        return None

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
            self.dataChanged.emit(self.index(first, 0), self.index(last, COLUMNS - 1))
        for file, rows in groupby(new, key=lambda r: r.file):
            self._insert(file, list(rows))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sorts by a column, or with ``UNSORTED`` as added. Rows without a value come last either way."""
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        numbers = [self._shown[i.row()] for i in kept]
        self._column, self._descending = column, order is Qt.SortOrder.DescendingOrder
        self._arrange()
        moved = [self.index(self._places[n], i.column()) for n, i in zip(numbers, kept, strict=True)]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged.emit()

    def touch(self, number: int) -> None:
        """Has views and filters look at a row again."""
        place = self._places.get(number)
        if place is not None:
            self.dataChanged.emit(self.index(place, 0), self.index(place, COLUMNS - 1))

    def _replace(self, row: DocumentRow) -> None:
        before = self._rows[row.row]
        self._rows[row.row] = row
        self._found_by.pop(row.row, None)
        self._states[before.state] -= 1
        self._states[row.state] += 1
        self._doubtful += _is_doubtful(row) - _is_doubtful(before)
        if self._column != UNSORTED and sort_key(before, self._column) != sort_key(row, self._column):
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
        self.order_is_stale = self._column != UNSORTED
        self.endInsertRows()

    def _count(self) -> None:
        self._states = Counter(r.state for r in self._rows.values())
        self._doubtful = sum(map(_is_doubtful, self._rows.values()))

    def _arrange(self) -> None:
        if self._column == UNSORTED:
            self._shown = self._added[:: -1 if self._descending else 1]
        else:
            keys = {n: sort_key(self._rows[n], self._column) for n in self._added}
            held = [n for n in self._added if keys[n] is not None]
            held.sort(key=keys.__getitem__, reverse=self._descending)  # type: ignore[arg-type]
            self._shown = held + [n for n in self._added if keys[n] is None]
        self._places = {n: at for at, n in enumerate(self._shown)}
        self.order_is_stale = False


def column_names() -> tuple[str, ...]:
    """Headings, by ``COL_*``."""
    return (
        tr("State"),
        tr("Document"),
        tr("Patient"),
        tr("Type"),
        tr("Spans"),
        tr("Undecided"),
        tr("Doubtful"),
        tr("Risk looked at"),
        tr("Risk left"),
    )


def _display(row: DocumentRow, column: int) -> str:
    if column == COL_STATE:
        return document_state_text(row.state)
    if column == COL_NAME:
        return row.name
    if column == COL_PATIENT:
        return row.patient
    if column == COL_TYPE:
        return row.note_type
    if row.state not in OPENABLE_STATES:
        return ""
    if column == COL_RISK_SEEN:
        return percent_text(risk_seen(row))
    if column == COL_RISK_LEFT:
        return f"{risk_left(row):.1f}"
    c = row.counts
    return f"{ {COL_SPANS: c.spans, COL_UNDECIDED: c.undecided, COL_DOUBTFUL: c.doubtful}[column]:,}"


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
