"""The documents of the worklist in use: read once, then kept equal to what is stored.

The window asks for all of them, and for their sums, at every decision; reading ten thousand each time would
take longer than everything else together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from chartveil.review.model import FINISHED_STATES, DocumentRow, DocumentState, ReviewCounts
from chartveil.review.sorted_items import RISK_SCALE
from chartveil.store.encrypted_database import Connection
from chartveil.store.worklists import documents


class CachedRows:
    """The documents of one worklist, with what is asked of all of them together.

    Attributes:
        sign_off_version: goes up whenever a document's signatures, or what follows from them, change.

    Args:
        rows: all of them, those of a file together.
    """

    def __init__(self, rows: Iterable[DocumentRow]) -> None:
        self.sign_off_version = 0
        self._rows = list(rows)
        self._places = {r.row: place for place, r in enumerate(self._rows)}
        self._states = Counter(r.state for r in self._rows)
        self._sums = [0] * 6
        for row in self._rows:
            self._add(row.counts, 1)

    def rows(self) -> list[DocumentRow]:
        """The documents, those of a file together."""
        return list(self._rows)

    def state_counts(self) -> dict[DocumentState, int]:
        """How many documents are how far."""
        return {state: n for state, n in self._states.items() if n}

    def total_counts(self) -> ReviewCounts:
        """Sums over all documents."""
        spans, undecided, doubtful, recovered, risk, seen = self._sums
        return ReviewCounts(spans, undecided, doubtful, recovered, risk / RISK_SCALE, seen / RISK_SCALE)

    def update(self, changed: Iterable[DocumentRow]) -> None:
        """Takes documents as they are now; new ones too."""
        new = []
        for row in changed:
            place = self._places.get(row.row)
            if place is None:
                new.append(row)
                continue
            before, self._rows[place] = self._rows[place], row
            self._states[before.state] -= 1
            self._add(before.counts, -1)
            self._states[row.state] += 1
            self._add(row.counts, 1)
            self.sign_off_version += _sign_off_facts(before) != _sign_off_facts(row)
        if new:
            for row in new:
                self._states[row.state] += 1
                self._add(row.counts, 1)
            self._rows = sorted((*self._rows, *new), key=lambda r: (r.file, r.row))
            self._places = {r.row: place for place, r in enumerate(self._rows)}
            self.sign_off_version += 1

    def _add(self, c: ReviewCounts, by: int) -> None:
        values = (c.spans, c.undecided, c.doubtful, c.recovered)
        risks = (round(c.risk * RISK_SCALE), round(c.risk_seen * RISK_SCALE))
        for k, value in enumerate((*values, *risks)):
            self._sums[k] += by * value


class RowCache:
    """``CachedRows`` of the worklist that was asked for last. Whoever changes documents says which."""

    def __init__(self) -> None:
        self._worklist = 0
        self._known: CachedRows | None = None
        self._stale: set[int] = set()

    def rows_of(self, c: Connection, worklist: int) -> CachedRows:
        """The documents of a worklist as they are stored.

        Inside a transaction they are read anew, and forgotten: it may still come to nothing.
        """
        if c.in_transaction:
            return CachedRows(documents.rows(c, worklist))
        if self._known is None or self._worklist != worklist:
            self.clear()
            self._worklist, self._known = worklist, CachedRows(documents.rows(c, worklist))
        elif self._stale:
            self._known.update(documents.rows(c, worklist, self._stale))
        self._stale.clear()
        return self._known

    def is_cached(self, worklist: int) -> bool:
        """Whether the documents of a worklist are known."""
        return self._known is not None and self._worklist == worklist

    def mark_stale(self, worklist: int, rows: Iterable[int]) -> None:
        """Says that documents were changed or added."""
        if self.is_cached(worklist):
            self._stale.update(rows)

    def clear(self) -> None:
        """Forgets all, as after a change of many documents or of none in particular."""
        self._known = None
        self._stale.clear()


def _sign_off_facts(row: DocumentRow) -> tuple[object, ...]:
    return row.state in FINISHED_STATES, row.signed_by, row.second_by, row.resolved
