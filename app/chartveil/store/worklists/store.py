"""What the store of worklists can be asked; see ``worklists``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from chartveil.domain.page_layout import Region
from chartveil.review.model import (
    DocumentRow,
    DocumentState,
    PageBox,
    Reading,
    ReviewAction,
    ReviewCounts,
    ReviewItem,
)
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.worklists import boxes as mark_rows
from chartveil.store.worklists import documents, history
from chartveil.store.worklists import items as queries
from chartveil.store.worklists.history import CountProvider, TouchedReadings, UndoCheck, UndoState
from chartveil.store.worklists.items import evidence_from_json, storable_text
from chartveil.store.worklists.records import (
    DetectedDocument,
    ExportRecord,
    FileLocation,
    ItemTally,
    RiskyItem,
    SignOff,
    UnseenBlock,
    WorklistFile,
    WorklistInfo,
)
from chartveil.store.worklists.row_cache import CachedRows, RowCache
from chartveil.store.worklists.schema import migrate


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


# The store of worklists: which documents are reviewed, and every decision, on the disk when it is made.


__all__ = [
    "CountProvider",
    "DetectedDocument",
    "ExportRecord",
    "FileLocation",
    "RiskyItem",
    "SignOff",
    "TouchedReadings",
    "UndoCheck",
    "UndoState",
    "WorklistFile",
    "WorklistInfo",
    "WorklistStore",
    "evidence_from_json",
]

_KEY_PURPOSE = "chartveil worklists 1"
_EMPTY: Mapping[Any, Any] = MappingProxyType({})


class WorklistStore(Questions):
    """One encrypted file with all worklists of a user. Used in one thread.

    Each method that writes is one transaction, on the disk when it returns. The file is held by this
    program alone: another Chartveil is refused, since its window would show what is no longer so.

    A number of a worklist, file or row that does not exist is a mistake of the caller: ValueError where
    something would be written, nothing found where it is read.

    Args:
        path: the file; made when missing.
        key: the user's own key (``keys.load_or_create_key``).

    Raises:
        StoreError: from every method, if the file is in use, damaged, of a later version, was made with
            another key, or cannot be written; with what can be done about it.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        self._file = EncryptedDatabase(path, key, _KEY_PURPOSE, migrate)
        self._rows = RowCache()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> WorklistStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def verify(self) -> None:
        """Reads the whole file and checks it.

        Raises:
            StoreError: if it is damaged.
        """
        self._file.verify()

    # Worklists

    def create(self, title: str, settings: str) -> int:
        """Makes an empty worklist. ``settings`` is JSON of the caller."""
        at = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        with self._file.transaction() as c:
            cursor = c.execute(
                "INSERT INTO worklists (title, created, settings) VALUES (?, ?, ?)",
                (storable_text(title), at, settings),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def set_settings(self, worklist: int, settings: str) -> None:
        self._write("UPDATE worklists SET settings = ? WHERE id = ?", settings, worklist)

    def archive(self, worklist: int, archived: bool = True) -> None:
        """Puts a worklist away, or takes it out again."""
        self._write("UPDATE worklists SET archived = ? WHERE id = ?", int(archived), worklist)

    def remove(self, worklist: int) -> None:
        """Removes a worklist with all that was decided. Nothing of it stays in the file."""
        self._rows.clear()
        self._write("DELETE FROM worklists WHERE id = ?", worklist)
        self._file.checkpoint()

    # Files and documents

    def add_files(self, worklist: int, refs: Sequence[FileLocation]) -> list[int]:
        """Adds files (path, members, name), each with one waiting document; gives their numbers."""
        self._rows.clear()
        with self._file.transaction() as c:
            return documents.add_files(c, worklist, refs)

    def save_detected(
        self,
        worklist: int,
        file: int,
        sha256: str,
        format: str,
        found: Sequence[DetectedDocument],
        page_reads: bytes = b"",
    ) -> list[int]:
        """Stores what was found in a file, in place of its waiting row, and what OCR read on its pages.

        Returns:
            The row of each document. The first keeps the number of the waiting row.

        Raises:
            ValueError: if there is no document, or the file's documents are known already.
        """
        with self._file.transaction() as c:
            rows = documents.save_detected(c, worklist, file, sha256, format, found, page_reads)
        self._rows.mark_stale(worklist, rows)
        return rows

    def save_failure(self, worklist: int, file: int, sha256: str, reason: str) -> int:
        """Stores why a file could not be read or searched; gives its row. It may be tried again.

        Raises:
            ValueError: if the file's documents are known already.
        """
        with self._file.transaction() as c:
            row = documents.save_failure(c, worklist, file, sha256, reason)
        self._rows.mark_stale(worklist, [row])
        return row

    def set_states(self, worklist: int, rows: Iterable[int], state: DocumentState) -> None:
        """Sets the state of documents that detection begins or gives up. Reasons of failure go.

        Raises:
            ValueError: for a state that signing or exporting alone gives.
        """
        if state in (DocumentState.SIGNED_OFF, DocumentState.EXPORTED):
            raise ValueError(f"a document does not become {state} so")
        rows = list(rows)
        with self._file.transaction() as c:
            documents.set_states(c, worklist, rows, state)
        self._rows.mark_stale(worklist, rows)

    def save_pages(
        self, worklist: int, row: int, pages: mark_rows.PageSizes, regions: Sequence[Region]
    ) -> None:
        """Stores the pages of a document that was searched before they were kept, and what is found on them,
        undecided, for each of its readings. A document whose pages are known stays as it is.

        Args:
            pages: width and height of each in points.
            regions: found on them.
        """
        with self._file.transaction() as c:
            documents.begin_pages(c, worklist, row, pages, regions)

    # Items

    def mark_block_seen(self, worklist: int, row: int, block: int) -> None:
        """Keeps that somebody looked at a stretch."""
        self._write(
            "UPDATE blocks SET seen = 1 WHERE worklist = ? AND row = ? AND block = ?", worklist, row, block
        )

    # Decisions

    def apply_action(
        self,
        worklist: int,
        action: ReviewAction,
        counts: Mapping[tuple[int, Reading], ReviewCounts] | CountProvider,
        surfaces: Mapping[tuple[int, int], str] = _EMPTY,
        risks: Mapping[tuple[int, int], float] = _EMPTY,
    ) -> int:
        """Stores an action and what it changes. What was undone before cannot be redone after it.

        A reading that was signed off and is changed is so no longer. Changes of ``Reading.RESOLVED`` open a
        resolution on a document that is read a second time; that is how one begins.

        Args:
            counts: of each row and reading it changes; or a function that gives them, see ``CountProvider``.
            surfaces: folded text of items that are new or resized, by row and item.
            risks: of items whose risk is new, by row and item.

        Returns:
            Sequence number of the action, never given again.

        Raises:
            ValueError: if an item is stored otherwise than the action has it before, a reading has not
                begun, or counts or surfaces are missing. Nothing is stored then.
        """
        with self._file.transaction() as c:
            seq = history.store_action(c, worklist, action, surfaces, risks, counts)
        self._rows.mark_stale(worklist, action.documents)
        return seq

    def undo(
        self, worklist: int, recount: CountProvider, allow: UndoCheck | None = None
    ) -> ReviewAction | None:
        """Undoes the last action in effect; gives it, or None where there is none.

        Whoever holds items in memory applies ``action.backwards()`` to them.

        Args:
            recount: gives counts for an action that was stored without.
            allow: told what is touched, before anything is final; raises to leave all as it is.
        """
        with self._file.transaction() as c:
            action = history.undo(c, worklist, recount, allow)
        self._rows.mark_stale(worklist, action.documents if action is not None else ())
        return action

    def redo(
        self, worklist: int, recount: CountProvider, allow: UndoCheck | None = None
    ) -> ReviewAction | None:
        """Does again what was undone last; gives it, or None where there is nothing. See ``undo``."""
        with self._file.transaction() as c:
            action = history.redo(c, worklist, recount, allow)
        self._rows.mark_stale(worklist, action.documents if action is not None else ())
        return action

    # Signing off

    def sign_off(self, worklist: int, row: int, by: str, at: str, which: Reading = Reading.FIRST) -> None:
        """Signs a reading off. A document is signed off by its reader, or where two read by ``RESOLVED``.

        Raises:
            ValueError: if the reading has not begun, or two readers have not both signed what is resolved.
        """
        with self._file.transaction() as c:
            documents.sign_off(c, worklist, row, by, at, which)
        self._rows.mark_stale(worklist, [row])

    def withdraw_sign_off(self, worklist: int, row: int, which: Reading = Reading.FIRST) -> None:
        """Takes a signature back, and that of a resolution with it."""
        with self._file.transaction() as c:
            documents.withdraw_reading(c, worklist, row, which)
        self._rows.mark_stale(worklist, [row])

    def start_second_reading(self, worklist: int, row: int) -> None:
        """Opens a second reading, on what detection found and nothing of what the first decided.

        Raises:
            ValueError: if there is no first reading, or a second already.
        """
        with self._file.transaction() as c:
            documents.start_second_reading(c, worklist, row)
        self._rows.mark_stale(worklist, [row])

    # Exports and the place

    def record_export(
        self, worklist: int, file: int, names: Sequence[str], sha256s: Sequence[str], at: str
    ) -> None:
        """Records what was written for a file; its signed documents are exported ones from then on."""
        with self._file.transaction() as c:
            c.executemany(
                "INSERT INTO exports (worklist, file, name, sha256, at) VALUES (?, ?, ?, ?, ?)",
                [(worklist, file, storable_text(n), s, at) for n, s in zip(names, sha256s, strict=True)],
            )
            c.execute(
                "UPDATE documents SET state = ? WHERE worklist = ? AND file = ? AND state = ?",
                (str(DocumentState.EXPORTED), worklist, file, str(DocumentState.SIGNED_OFF)),
            )
            rows = c.execute(
                "SELECT row FROM documents WHERE worklist = ? AND file = ?", (worklist, file)
            ).fetchall()
        self._rows.mark_stale(worklist, (row for (row,) in rows))

    def set_bookmark(self, worklist: int, row: int, item: int) -> None:
        """Keeps where the reviewer is."""
        self._write("UPDATE worklists SET marked_row = ?, marked_item = ? WHERE id = ?", row, item, worklist)

    def _write(self, sql: str, *values: Any) -> None:
        with self._file.transaction() as c:
            c.execute(sql, values)
