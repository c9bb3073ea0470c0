"""The documents of a worklist: which are shown, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import groupby
from typing import Any

import regex
from PySide6.QtCore import QAbstractListModel, QObject, Qt

from chartveil.domain.tokenized_text import fold
from chartveil.gui.widgets.basic import plain_tooltip
from chartveil.gui.widgets.item_views import NO_PARENT, Index
from chartveil.gui.worklist.wording import accessible_text, tooltip_text
from chartveil.review.model import DocumentRow, DocumentState
from chartveil.review.risk import share_of_risk_seen

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The ``DocumentRow`` itself."""


class WorklistOrder(StrEnum):
    """The orders of documents, as the menu lists them. Documents without a value for an order come last."""

    AS_ADDED = "added"
    RISK_LEFT = "risk-left"
    """The most first; likewise doubtful, undecided and all spans."""
    DOUBTFUL = "doubtful"
    UNDECIDED = "undecided"
    SPANS = "spans"
    RISK_SEEN = "risk-seen"
    """The documents first of whose risk the least was looked at."""
    NAME = "name"
    PATIENT = "patient"
    TYPE = "type"
    STATE = "state"
    """By progress: waiting documents first."""


_STATES = list(DocumentState)
_DIGITS = regex.compile(r"[0-9]+")
_WIDTH = 12


def natural_sort_key(text: str) -> str:
    """Key under which ``note 2`` comes before ``note 10``: numbers of up to 12 digits are filled up."""
    return str(_DIGITS.sub(lambda m: m[0].zfill(_WIDTH), fold(text)))


_FACTS: dict[WorklistOrder, Callable[[DocumentRow], Any]] = {
    WorklistOrder.STATE: lambda row: _STATES.index(row.state),
    WorklistOrder.NAME: lambda row: natural_sort_key(row.name),
    WorklistOrder.PATIENT: lambda row: natural_sort_key(row.patient) or None,
    WorklistOrder.TYPE: lambda row: fold(row.note_type) or None,
}
"""Sort keys of a document; None where it has no value."""
_COUNTS: dict[WorklistOrder, Callable[[DocumentRow], float]] = {
    WorklistOrder.SPANS: lambda row: -row.counts.spans,
    WorklistOrder.UNDECIDED: lambda row: -row.counts.undecided,
    WorklistOrder.DOUBTFUL: lambda row: -row.counts.doubtful,
    WorklistOrder.RISK_SEEN: lambda row: share_of_risk_seen((row.counts,)),
    WorklistOrder.RISK_LEFT: lambda row: -max(0.0, row.counts.risk - row.counts.risk_seen),
}
"""The same for documents that detection is through with; the others have none."""


class WorklistModel(QAbstractListModel):
    """Rows of a worklist, those that are asked for.

    Rows are sorted when that is asked for. Rows that change later keep their places, so that the list does
    not move under the reader's hands.

    It filters by itself: a ``QSortFilterProxyModel`` asks in Python about every row and every pair, which
    takes ten times as long over 10,000 documents.

    Attributes:
        order: what was sorted by last.
        order_is_stale: whether sorting again would move something.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[int, DocumentRow] = {}
        """All rows by number, as they were added."""
        self._sorted: list[int] = []
        self._shown: list[int] = []
        self._places: dict[int, int] = {}
        self._texts: dict[int, str] = {}
        self._filter: tuple[tuple[str, ...], frozenset[DocumentState], bool] = ((), frozenset(), False)
        self._held: int | None = None
        self.order = WorklistOrder.AS_ADDED
        self.order_is_stale = False

    # What there is

    @property
    def rows(self) -> list[DocumentRow]:
        """All rows as they were added, shown or not."""
        return list(self._rows.values())

    @property
    def total(self) -> int:
        """The number of rows, shown or not."""
        return len(self._rows)

    def row_by_number(self, number: int) -> DocumentRow | None:
        """The row with this number."""
        return self._rows.get(number)

    def state_counts(self) -> Counter[DocumentState]:
        """How many documents are in each state."""
        return Counter(r.state for r in self._rows.values())

    def doubtful_count(self) -> int:
        """How many documents have a doubtful span left."""
        return sum(map(_is_doubtful, self._rows.values()))

    # What is shown

    def numbers(self) -> list[int]:
        """Numbers of the rows that are shown, in order."""
        return list(self._shown)

    def position_of(self, number: int) -> int | None:
        """Where a row is in the list; None where it is not shown."""
        return self._places.get(number)

    def neighbour(self, number: int, step: int) -> int | None:
        """The row shown before (-1) or after (1) another, which itself need not be shown."""
        if number not in self._rows:
            return None
        at = self._sorted.index(number)
        others = self._sorted[at + 1 :] if step > 0 else self._sorted[:at][::-1]
        return next((n for n in others if n in self._places), None)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        row = self._rows[self._shown[index.row()]]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.name
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(tooltip_text(row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return accessible_text(row)
        return row if role == ROW_ROLE else None

    # What is asked for

    def set_filter(self, text: str, states: Iterable[DocumentState] = (), doubtful: bool = False) -> bool:
        """Chooses what is shown. True where that is something else than before.

        Args:
            text: words that must all occur in name, patient or type, in any order, without case and accents.
            states: states to show; none for all.
            doubtful: only documents with a doubtful span left.
        """
        wanted = (tuple(fold(text).split()), frozenset(states), doubtful)
        if wanted == self._filter:
            return False
        self.beginResetModel()
        self._filter = wanted
        self._choose()
        self.endResetModel()
        return True

    def keep_visible(self, number: int | None) -> None:
        """Keeps one row in the list although it does not fit: the one that is being read."""
        before, self._held = self._held, number
        self._follow(n for n in (before, number) if n in self._rows)

    def set_order(self, order: WorklistOrder) -> None:
        """Sorts the rows as they are now."""
        with self._rearranged():
            self.order = order
            self._sort()

    # What changes

    def set_rows(self, rows: Sequence[DocumentRow]) -> None:
        """Takes all rows anew, in the order in which they were added; sorts them as before."""
        self.beginResetModel()
        self._rows = {r.row: r for r in rows}
        self._texts.clear()
        self._sort()
        self._choose()
        self.endResetModel()

    def update_rows(self, changed: Iterable[DocumentRow]) -> None:
        """Takes rows that changed. Those that are new come after the others of their file."""
        known: list[int] = []
        new: list[DocumentRow] = []
        for row in changed:
            before = self._rows.get(row.row)
            if before is None:
                new.append(row)
                continue
            self.order_is_stale |= self._key(before) != self._key(row)
            self._rows[row.row] = row
            self._texts.pop(row.row, None)
            known.append(row.row)
        self._follow(known)
        if new:
            with self._rearranged():
                for _, rows in groupby(new, key=lambda r: r.file):
                    self._insert(list(rows))
                self.order_is_stale = self.order is not WorklistOrder.AS_ADDED

    def _follow(self, numbers: Iterable[int]) -> None:
        """Shows, hides or draws anew rows that changed."""
        touched = [self._rows[n] for n in numbers]
        fitting = set(self._fitting(touched))
        if any((r.row in fitting) is not (r.row in self._places) for r in touched):
            with self._rearranged():
                pass
        for first, last in _runs(self._places[n] for n in fitting):
            self.dataChanged.emit(self.index(first), self.index(last))

    def _insert(self, rows: list[DocumentRow]) -> None:
        """Puts new rows of one file behind those that it has."""
        numbers = [r.row for r in rows]
        added = list(self._rows)
        for order in (added, self._sorted):
            ends = (at for at in reversed(range(len(order))) if self._rows[order[at]].file == rows[0].file)
            at = next(ends, len(order) - 1) + 1
            order[at:at] = numbers
        all_rows = self._rows | {r.row: r for r in rows}
        self._rows = {n: all_rows[n] for n in added}

    @contextmanager
    def _rearranged(self) -> Iterator[None]:
        """After it rows come, go and move as is asked for; what views hold on to follows them."""
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        numbers = [self._shown[i.row()] for i in kept]
        yield
        self._choose()
        self.changePersistentIndexList(kept, [self.index(self._places.get(n, -1)) for n in numbers])
        self.layoutChanged.emit()

    def _key(self, row: DocumentRow) -> Any:
        """What a row is sorted by; None where it has no value for the order."""
        if self.order in _COUNTS:
            return _COUNTS[self.order](row) if row.state.is_searched else None
        return _FACTS[self.order](row) if self.order in _FACTS else None

    def _sort(self) -> None:
        keys = {n: self._key(row) for n, row in self._rows.items()}
        sortable = sorted((n for n in keys if keys[n] is not None), key=keys.__getitem__)
        self._sorted = sortable + [n for n in keys if keys[n] is None]
        self.order_is_stale = False

    def _choose(self) -> None:
        self._shown = self._fitting(self._rows[n] for n in self._sorted)
        self._places = {n: at for at, n in enumerate(self._shown)}

    def _fitting(self, rows: Iterable[DocumentRow]) -> list[int]:
        """Numbers of the rows that are asked for."""
        words, states, doubtful = self._filter
        if states:
            rows = [r for r in rows if r.state in states or r.row == self._held]
        if doubtful:
            rows = [r for r in rows if _is_doubtful(r) or r.row == self._held]
        if words:
            rows = [r for r in rows if r.row == self._held or all(w in self._text(r) for w in words)]
        return [r.row for r in rows]

    def _text(self, row: DocumentRow) -> str:
        """Folded text under which a row is found: name, patient, type."""
        if row.row not in self._texts:
            self._texts[row.row] = fold(f"{row.name}\n{row.patient}\n{row.note_type}")
        return self._texts[row.row]


def _is_doubtful(row: DocumentRow) -> bool:
    return row.counts.doubtful > 0 and row.state.is_searched


def _runs(places: Iterable[int]) -> list[tuple[int, int]]:
    """Places as first and last of each unbroken run."""
    runs: list[tuple[int, int]] = []
    for place in sorted(places):
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs
