"""What the store of worklists can be asked; see ``worklists``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from chartveil.review.model import DocumentRow, DocumentState, PageBox, Reading, ReviewItem
from chartveil.store import mark_rows
from chartveil.store import worklists_documents as documents
from chartveil.store import worklists_history as history
from chartveil.store import worklists_queries as queries
from chartveil.store.sealed import EncryptedDatabase
from chartveil.store.worklists_facts import (
    ExportRecord,
    ItemTally,
    RiskyItem,
    SignOff,
    UnseenBlock,
    WorklistFile,
    WorklistInfo,
)
from chartveil.store.worklists_history import UndoState
from chartveil.store.worklists_rows import CachedRows, RowCache


class Questions:
    """The methods of ``WorklistStore`` that change nothing."""

    _file: EncryptedDatabase
    _rows: RowCache

    # Worklists

    def worklists(self) -> list[WorklistInfo]:
        """All worklists, the latest first, those put away at the end."""
        return [
            WorklistInfo(id, title, created, settings, bool(archived))
            for id, title, created, settings, archived in self._query(
                "SELECT id, title, created, settings, archived FROM worklists ORDER BY archived, id DESC"
            )
        ]

    # Files and documents

    def files(self, worklist: int, only: Iterable[int] | None = None) -> list[WorklistFile]:
        """The files, or those with the given numbers.

        One whose state is ``detecting`` though nothing runs was left so by a program's end.
        """
        with self._file.connection() as c:
            return documents.files(c, worklist, only)

    def rows(self, worklist: int, only: Iterable[int] | None = None) -> list[DocumentRow]:
        """The documents in order of their files, or those with the given numbers."""
        with self._file.connection() as c:
            if only is None:
                return self._rows.rows_of(c, worklist).rows()
            return documents.rows(c, worklist, only)

    def cached_rows(self, worklist: int) -> CachedRows:
        """All documents with their sums, kept from one call to the next: for one worklist at a time."""
        with self._file.connection() as c:
            return self._rows.rows_of(c, worklist)

    def state_counts(self, worklist: int) -> dict[DocumentState, int]:
        """How many documents are how far."""
        if self._rows.is_cached(worklist):
            return self.cached_rows(worklist).state_counts()
        found = self._query(
            "SELECT state, COUNT(*) FROM documents WHERE worklist = ? GROUP BY state", worklist
        )
        return {DocumentState(state): n for state, n in found}

    def last_decision_at(self, worklist: int) -> str:
        """When the last decision was made; empty before the first."""
        found = self._query("SELECT MAX(at) FROM actions WHERE worklist = ?", worklist)
        return found[0][0] or "" if found else ""

    def row(self, worklist: int, row: int) -> DocumentRow:
        """One document.

        Raises:
            ValueError: if there is none.
        """
        found = self.rows(worklist, [row])
        if not found:
            raise ValueError(f"no row {row}")
        return found[0]

    def open_reading(self, worklist: int, row: int) -> Reading:
        """The reading that is open, which ``DocumentRow.counts`` is of."""
        found = self._query("SELECT reading FROM documents WHERE worklist = ? AND row = ?", worklist, row)
        return Reading(found[0][0]) if found else Reading.FIRST

    # Items

    def items(self, worklist: int, row: int, reading: Reading) -> list[ReviewItem]:
        """The items as they stand, by place; empty where the reading has not begun."""
        with self._file.connection() as c:
            return queries.items(c, worklist, row, reading)

    def risks(self, worklist: int, row: int, reading: Reading) -> dict[int, float]:
        """Risk of each item."""
        with self._file.connection() as c:
            return queries.risks(c, worklist, row, reading)

    def surfaces(self, worklist: int, row: int, reading: Reading) -> dict[int, str]:
        """Folded text of each item."""
        with self._file.connection() as c:
            return queries.surfaces(c, worklist, row, reading)

    def next_item(self, worklist: int, row: int, reading: Reading) -> int:
        """The least id that no item of this reading ever had, also none that is gone or was undone."""
        with self._file.connection() as c:
            return queries.next_item(c, worklist, row, reading)

    def items_with_text(
        self,
        worklist: int,
        folded: str,
        reading: Reading,
        *,
        row: int | None = None,
        patient: str | None = None,
    ) -> list[tuple[int, int]]:
        """Row and id of each item with this folded text, whatever was decided, in one row, patient or all."""
        with self._file.connection() as c:
            return queries.items_with_text(c, worklist, folded, reading, row, patient)

    def count_items_with_text(
        self, worklist: int, folded: str, reading: Reading, row: int
    ) -> tuple[int, int, int]:
        """How many items have this folded text in a row, in others of its patient, and in all others."""
        with self._file.connection() as c:
            return queries.count_items_with_text(c, worklist, folded, reading, row)

    def items_by_risk(self, worklist: int, reading: Reading, limit: int, offset: int = 0) -> list[RiskyItem]:
        """Undecided items, also those given back, of readings not signed off; the highest risk first."""
        with self._file.connection() as c:
            return queries.items_by_risk(c, worklist, reading, limit, offset)

    def unseen_blocks(self, worklist: int, limit: int) -> list[UnseenBlock]:
        """Stretches in which nothing was found and that nobody has looked at; the highest risk first."""
        with self._file.connection() as c:
            return queries.unseen_blocks(c, worklist, limit)

    # Pages

    def page_ocr(self, worklist: int, file: int) -> bytes:
        """What OCR read on the pages of a file, as it was given; empty where nothing was."""
        found = self._query("SELECT data FROM page_reads WHERE worklist = ? AND file = ?", worklist, file)
        return bytes(found[0][0]) if found else b""

    def boxes(self, worklist: int, row: int, reading: Reading) -> list[PageBox]:
        """The boxes on the pages of a document as they stand."""
        with self._file.connection() as c:
            return mark_rows.read_boxes(c, worklist, row, reading)

    def page_sizes(
        self, worklist: int, only: Iterable[int] | None = None
    ) -> Mapping[int, mark_rows.PageSizes]:
        """Width and height of each page in points, of the documents that have pages, by row."""
        with self._file.connection() as c:
            return mark_rows.page_sizes(c, worklist, only)

    # Decisions

    def undo_state(self, worklist: int) -> UndoState:
        """What would be undone and redone next."""
        with self._file.connection() as c:
            return history.undo_state(c, worklist)

    # Signing off

    def sign_offs(self, worklist: int) -> list[SignOff]:
        """Every signature there is."""
        found = self._query(
            "SELECT row, reading, signed_by, signed_at FROM readings "
            "WHERE worklist = ? AND signed_by <> '' ORDER BY row, signed_at, reading",
            worklist,
        )
        return [SignOff(row, Reading(reading), by, at) for row, reading, by, at in found]

    def item_tallies(self, worklist: int) -> list[ItemTally]:
        """Items of the documents that are signed off or exported, in the reading that counts."""
        with self._file.connection() as c:
            return queries.item_tallies(c, worklist)

    # Exports and the place

    def exports(self, worklist: int) -> list[ExportRecord]:
        """Every file that was written, in order."""
        found = self._query(
            "SELECT file, name, sha256, at FROM exports WHERE worklist = ? ORDER BY id", worklist
        )
        return [ExportRecord(*values) for values in found]

    def bookmark(self, worklist: int) -> tuple[int, int] | None:
        """Row and item where the reviewer was; None before he was anywhere."""
        found = self._query("SELECT marked_row, marked_item FROM worklists WHERE id = ?", worklist)
        return (found[0][0], found[0][1]) if found and found[0][0] is not None else None

    def _query(self, sql: str, *values: Any) -> list[Any]:
        with self._file.connection() as c:
            return c.execute(sql, values).fetchall()
