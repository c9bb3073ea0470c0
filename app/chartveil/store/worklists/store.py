"""The store of worklists: which documents are reviewed, and every decision, on the disk when it is made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from chartveil.domain.labels import Label
from chartveil.domain.page_layout import Region, RegionKind
from chartveil.review.model import (
    FINISHED_STATES,
    DecisionState,
    DocumentRow,
    DocumentState,
    PageBox,
    Reading,
    ReviewAction,
    ReviewCounts,
    ReviewItem,
    ReviewPassage,
)
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.own_key import WORKLISTS_PURPOSE
from chartveil.store.sqlite_files import migrations_of
from chartveil.store.worklists import documents, history
from chartveil.store.worklists.decided import (
    BOXES,
    ITEMS,
    PASSAGES,
    PageSizes,
    read_page_sizes,
    storable_text,
)
from chartveil.store.worklists.history import CountProvider, UndoCheck, UndoState
from chartveil.store.worklists.records import (
    BoxTally,
    DetectedDocument,
    ExportRecord,
    FileLocation,
    ItemTally,
    PassageTally,
    RiskyItem,
    UnseenBlock,
    WorklistFile,
    WorklistInfo,
)
from chartveil.store.worklists.row_cache import CachedRows, RowCache
from chartveil.store.workspace_records import ReviewEvent
from chartveil.system.clock import utc_timestamp

_EMPTY: Mapping[Any, Any] = MappingProxyType({})


class WorklistStore:
    """One encrypted file with all worklists of a user. Used in one thread, but for ``remove``, which takes as
    long as the file is large.

    Each method that writes is one transaction, on the disk when it returns. The file is held by this
    program alone: another Chartveil is refused, since its window would show what is no longer so.

    A number of a worklist, file or row that does not exist is a mistake of the caller: ValueError where
    something would be written, nothing found where it is read.

    Args:
        path: the file; made when missing.
        key: the user's own key (``own_key.open_own_key``).

    Attributes:
        database: the file itself.

    Raises:
        StoreError: from every method, if the file is in use, damaged, of a later version, was made with
            another key, or cannot be written; with what can be done about it.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        tables = migrations_of("worklists")
        self.database = EncryptedDatabase(path, key, WORKLISTS_PURPOSE, tables, any_thread=True)
        self._rows = RowCache()
        # A program that was killed while it forgot a worklist left this word of it.
        if self._query("SELECT 1 FROM unrecorded WHERE kind = 'worklist-removed' LIMIT 1"):
            self.database.compact()

    def close(self) -> None:
        """Writes everything into the file and releases it."""
        self.database.close()

    def __enter__(self) -> WorklistStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def verify(self) -> None:
        """Reads the whole file and checks it.

        Raises:
            StoreError: if it is damaged.
        """
        self.database.verify()

    # Worklists

    def worklists(self) -> list[WorklistInfo]:
        """All worklists, the latest first."""
        return [
            WorklistInfo(*values)
            for values in self._query("SELECT id, title, created, settings FROM worklists ORDER BY id DESC")
        ]

    def create(self, title: str, settings: str) -> int:
        """Makes an empty worklist. ``settings`` is JSON of the caller."""
        at = utc_timestamp()
        with self.database.transaction() as c:
            cursor = c.execute(
                "INSERT INTO worklists (title, created, settings) VALUES (?, ?, ?)",
                (storable_text(title), at, settings),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def set_settings(self, worklist: int, settings: str) -> None:
        """Replaces the settings of a worklist (JSON of the caller)."""
        self._write("UPDATE worklists SET settings = ? WHERE id = ?", settings, worklist)

    def remove(self, worklist: int) -> None:
        """Removes a worklist with all that was decided, and then what the file still holds of it.

        Killed in between, it goes on when the file is opened again.
        """
        self._rows.clear()
        self._write("DELETE FROM worklists WHERE id = ?", worklist)
        self.database.compact()

    def bookmark(self, worklist: int) -> tuple[int, int] | None:
        """Row and item where the reviewer was; None before he was anywhere."""
        found = self._query("SELECT marked_row, marked_item FROM worklists WHERE id = ?", worklist)
        return (found[0][0], found[0][1]) if found and found[0][0] is not None else None

    def set_bookmark(self, worklist: int, row: int, item: int) -> None:
        """Stores where the reviewer is."""
        self._write("UPDATE worklists SET marked_row = ?, marked_item = ? WHERE id = ?", row, item, worklist)

    # Files and documents

    def add_files(self, worklist: int, refs: Sequence[FileLocation]) -> list[int]:
        """Adds files (path, members, name), each with one waiting document; gives their numbers."""
        self._rows.clear()
        with self.database.transaction() as c:
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
        with self.database.transaction() as c:
            rows = documents.save_detected(c, worklist, file, sha256, format, found, page_reads)
        self._rows.mark_stale(worklist, rows)
        return rows

    def save_failure(self, worklist: int, file: int, sha256: str, reason: str) -> int:
        """Stores why a file could not be read or searched; gives its row. It may be tried again.

        Raises:
            ValueError: if the file's documents are known already.
        """
        with self.database.transaction() as c:
            row = documents.save_failure(c, worklist, file, sha256, reason)
        self._rows.mark_stale(worklist, [row])
        return row

    def set_states(self, worklist: int, rows: Iterable[int], state: DocumentState) -> None:
        """Sets the state of documents that detection begins or gives up. Reasons of failure go.

        Raises:
            ValueError: for a state that signing or exporting alone gives.
        """
        if state in FINISHED_STATES:
            raise ValueError(f"a document does not become {state} so")
        rows = list(rows)
        with self.database.transaction() as c:
            documents.set_states(c, worklist, rows, state)
        self._rows.mark_stale(worklist, rows)

    def files(self, worklist: int, only: Iterable[int] | None = None) -> list[WorklistFile]:
        """The files, or those with the given numbers.

        One whose state is ``detecting`` though nothing runs was left so by a program's end.
        """
        with self.database.connection() as c:
            return documents.files(c, worklist, only)

    def rows(self, worklist: int, only: Iterable[int] | None = None) -> list[DocumentRow]:
        """The documents in order of their files, or those with the given numbers."""
        with self.database.connection() as c:
            if only is None:
                return self._rows.rows_of(c, worklist).rows()
            return documents.rows(c, worklist, only)

    def row(self, worklist: int, row: int) -> DocumentRow:
        """One document.

        Raises:
            ValueError: if there is none.
        """
        found = self.rows(worklist, [row])
        if not found:
            raise ValueError(f"no row {row}")
        return found[0]

    def cached_rows(self, worklist: int) -> CachedRows:
        """All documents with their sums, kept from one call to the next: for one worklist at a time."""
        with self.database.connection() as c:
            return self._rows.rows_of(c, worklist)

    def state_counts(self, worklist: int) -> dict[DocumentState, int]:
        """How many documents are how far."""
        if self._rows.is_cached(worklist):
            return self.cached_rows(worklist).state_counts()
        found = self._query(
            "SELECT state, COUNT(*) FROM documents WHERE worklist = ? GROUP BY state", worklist
        )
        return {DocumentState(state): n for state, n in found}

    def open_reading(self, worklist: int, row: int) -> Reading:
        """The reading that is open, which ``DocumentRow.counts`` is of."""
        found = self._query("SELECT reading FROM documents WHERE worklist = ? AND row = ?", worklist, row)
        return Reading(found[0][0]) if found else Reading.FIRST

    def last_decision_at(self, worklist: int) -> str:
        """When the last decision was made; empty before the first."""
        found = self._query("SELECT MAX(at) FROM actions WHERE worklist = ?", worklist)
        return found[0][0] or "" if found else ""

    # Items

    def items(self, worklist: int, row: int, reading: Reading) -> list[ReviewItem]:
        """The items as they stand, by place; empty where the reading has not begun."""
        with self.database.connection() as c:
            return [r.item for r in ITEMS.read(c, worklist, row, reading, order="start, end, item")]

    def surfaces(self, worklist: int, row: int, reading: Reading) -> dict[int, str]:
        """Folded text of each item, by its id."""
        return dict(
            self._query(
                "SELECT item, surface FROM items WHERE worklist = ? AND row = ? AND reading = ?",
                worklist,
                row,
                str(reading),
            )
        )

    def words(self, worklist: int, rows: Iterable[int]) -> frozenset[str]:
        """The words of the texts of some documents, as far as they are kept."""
        found = self._query(
            "SELECT words FROM words WHERE worklist = ? AND row IN (SELECT value FROM json_each(?))",
            worklist,
            json.dumps(list(rows)),
        )
        return frozenset(word for (words,) in found for word in words.split("\n"))

    def next_item(self, worklist: int, row: int, reading: Reading) -> int:
        """The least id that no item of this reading ever had, also none that is gone or was undone."""
        found = self._query(
            "SELECT next_item FROM readings WHERE worklist = ? AND row = ? AND reading = ?",
            worklist,
            row,
            str(reading),
        )
        return int(found[0][0]) if found else 0

    def items_with_text(self, worklist: int, folded: str, reading: Reading) -> list[tuple[int, int]]:
        """Row and id of each item with this folded text, whatever was decided."""
        return self._query(
            "SELECT row, item FROM items WHERE worklist = ? AND reading = ? AND surface = ? "
            "ORDER BY row, item",
            worklist,
            str(reading),
            storable_text(folded),
        )

    def count_items_with_text(
        self, worklist: int, folded: str, reading: Reading, row: int
    ) -> tuple[int, int, int]:
        """How many items have this folded text in a row, in others of its patient, and in all others."""
        (counts,) = self._query(
            "SELECT SUM(i.row = ?4), SUM(i.row <> ?4 AND d.patient <> '' AND d.patient = "
            "(SELECT patient FROM documents WHERE worklist = ?1 AND row = ?4)), SUM(i.row <> ?4) "
            "FROM items i JOIN documents d ON d.worklist = i.worklist AND d.row = i.row "
            "WHERE i.worklist = ?1 AND i.reading = ?2 AND i.surface = ?3",
            worklist,
            str(reading),
            storable_text(folded),
            row,
        )
        here, patient, others = (int(n or 0) for n in counts)
        return here, patient, others

    def items_by_risk(self, worklist: int, reading: Reading, limit: int, offset: int = 0) -> list[RiskyItem]:
        """Undecided items, recovered ones too, of readings not signed off; the highest risk first."""
        found = self._query(
            "SELECT row, item, risk FROM items WHERE worklist = ? AND reading = ? AND waits = 1 "
            "ORDER BY risk DESC, row, start, item LIMIT ? OFFSET ?",
            worklist,
            str(reading),
            limit,
            offset,
        )
        return [RiskyItem(*values) for values in found]

    def unseen_blocks(self, worklist: int, limit: int) -> list[UnseenBlock]:
        """Blocks without spans that nobody has looked at, of unfinished documents; the highest risk first."""
        found = self._query(
            "SELECT b.row, b.block, b.start, b.end, b.risk, b.reason FROM blocks b "
            "JOIN documents d ON d.worklist = b.worklist AND d.row = b.row "
            "WHERE b.worklist = ? AND b.seen = 0 AND d.state NOT IN (?, ?) "
            "ORDER BY b.risk DESC, b.row, b.block LIMIT ?",
            worklist,
            *map(str, FINISHED_STATES),
            limit,
        )
        return [UnseenBlock(*values) for values in found]

    def mark_block_seen(self, worklist: int, row: int, block: int) -> None:
        """Records that somebody looked at a block."""
        self._write(
            "UPDATE blocks SET seen = 1 WHERE worklist = ? AND row = ? AND block = ?", worklist, row, block
        )

    # Pages

    def save_pages(self, worklist: int, row: int, pages: PageSizes, regions: Sequence[Region]) -> None:
        """Stores the pages of a document that was searched by a version that did not store them.

        What is found on them is undecided in each of its readings. A document whose pages are known stays as
        it is.

        Args:
            pages: width and height of each in points.
            regions: found on them.
        """
        with self.database.transaction() as c:
            documents.begin_pages(c, worklist, row, pages, regions)

    def page_ocr(self, worklist: int, file: int) -> bytes:
        """What OCR read on the pages of a file, as it was given; empty where nothing was."""
        found = self._query("SELECT data FROM page_reads WHERE worklist = ? AND file = ?", worklist, file)
        return bytes(found[0][0]) if found else b""

    def boxes(self, worklist: int, row: int, reading: Reading) -> list[PageBox]:
        """The boxes on the pages of a document as they stand."""
        with self.database.connection() as c:
            return BOXES.read(c, worklist, row, reading)

    def page_sizes(self, worklist: int, only: Iterable[int] | None = None) -> Mapping[int, PageSizes]:
        """Width and height of each page in points, of the documents that have pages, by row."""
        with self.database.connection() as c:
            return read_page_sizes(c, worklist, only)

    # Passages

    def passages(self, worklist: int, row: int, reading: Reading) -> list[ReviewPassage]:
        """The passages of a document that detection does not cover, in order of the text."""
        with self.database.connection() as c:
            return PASSAGES.read(c, worklist, row, reading)

    def passage_tallies(self, worklist: int) -> list[PassageTally]:
        """The passages of all documents as their first readers have them, by what they are in."""
        found = self._query(
            "SELECT language, script, COUNT(*), SUM(at <> '') FROM passages "
            "WHERE worklist = ? AND reading = 'first' GROUP BY language, script ORDER BY language, script",
            worklist,
        )
        return [PassageTally(*values) for values in found]

    # Decisions

    def apply_action(
        self,
        worklist: int,
        action: ReviewAction,
        counts: Mapping[tuple[int, Reading], ReviewCounts] | CountProvider,
        surfaces: Mapping[tuple[int, int], str] = _EMPTY,
        risks: Mapping[tuple[int, int], float] = _EMPTY,
        allow: UndoCheck | None = None,
    ) -> int:
        """Stores an action and what it changes. What was undone before it cannot be redone any more.

        A reading that was signed off loses its signature when it is changed. Changes of ``Reading.RESOLVED``
        open a resolution on a document that is read a second time; that is how one begins.

        Args:
            counts: of each row and reading it changes; or a function that gives them, see ``CountProvider``.
            surfaces: folded text of items that are new or resized, by row and item.
            risks: of items whose risk is new, by row and item.
            allow: as of ``undo``.

        Returns:
            Sequence number of the action, never given again.

        Raises:
            ValueError: if an item is stored otherwise than the action has it before, a reading has not
                begun, or counts or surfaces are missing. Nothing is stored then.
        """
        with self.database.transaction() as c:
            seq = history.store_action(c, worklist, action, surfaces, risks, counts, allow)
        self._rows.mark_stale(worklist, action.documents)
        return seq

    def undo(
        self, worklist: int, recount: CountProvider, allow: UndoCheck | None = None
    ) -> ReviewAction | None:
        """Undoes the last action in effect; gives it, or None where there is none.

        Whoever holds items in memory applies the changes of ``action.inverse()`` to them.

        Args:
            recount: gives counts for an action that was stored without.
            allow: told what is touched, before anything is final; raises to leave all as it is.
        """
        with self.database.transaction() as c:
            action = history.undo(c, worklist, recount, allow)
        self._rows.mark_stale(worklist, action.documents if action is not None else ())
        return action

    def redo(
        self, worklist: int, recount: CountProvider, allow: UndoCheck | None = None
    ) -> ReviewAction | None:
        """Does again what was undone last; gives it, or None where there is nothing. See ``undo``."""
        with self.database.transaction() as c:
            action = history.redo(c, worklist, recount, allow)
        self._rows.mark_stale(worklist, action.documents if action is not None else ())
        return action

    def undo_state(self, worklist: int) -> UndoState:
        """What would be undone and redone next."""
        with self.database.connection() as c:
            return history.undo_state(c, worklist)

    # Signing off

    def sign_off(self, worklist: int, row: int, by: str, at: str, which: Reading = Reading.FIRST) -> None:
        """Signs a reading off. A document is signed off by its reader, or where two read by ``RESOLVED``.

        Raises:
            ValueError: if the reading has not begun, or two readers have not both signed what is resolved.
        """
        with self.database.transaction() as c:
            documents.sign_off(c, worklist, row, by, at, which)
        self._rows.mark_stale(worklist, [row])

    def withdraw_sign_off(self, worklist: int, row: int, which: Reading = Reading.FIRST) -> None:
        """Takes a signature back, and that of a resolution with it."""
        with self.database.transaction() as c:
            documents.withdraw_reading(c, worklist, row, which)
        self._rows.mark_stale(worklist, [row])

    def start_second_reading(self, worklist: int, row: int) -> None:
        """Opens a second reading, on what detection found and nothing of what the first decided.

        Raises:
            ValueError: if there is no first reading, or a second already.
        """
        with self.database.transaction() as c:
            documents.start_second_reading(c, worklist, row)
        self._rows.mark_stale(worklist, [row])

    def item_tallies(self, worklist: int) -> list[ItemTally]:
        """Items of the documents that are signed off or exported, in the reading that counts."""
        found = self._query(
            "SELECT i.label, i.state, i.by, COUNT(*) FROM items i "
            "JOIN documents d ON d.worklist = i.worklist AND d.row = i.row "
            "WHERE i.worklist = ?1 AND d.state IN (?2, ?3) AND i.reading = CASE WHEN EXISTS (SELECT 1 "
            "FROM items x WHERE x.worklist = i.worklist AND x.row = i.row AND x.reading = 'resolved') "
            "THEN 'resolved' ELSE 'first' END GROUP BY i.label, i.state, i.by "
            "ORDER BY i.label, i.state, i.by",
            worklist,
            *map(str, FINISHED_STATES),
        )
        return [ItemTally(Label(label), DecisionState(state), by, n) for label, state, by, n in found]

    def box_tallies(self, worklist: int) -> list[BoxTally]:
        """Boxes on the pages of the documents that are signed off or exported, in the reading that counts."""
        found = self._query(
            "SELECT m.kind, m.state, COUNT(*) FROM marks m "
            "JOIN documents d ON d.worklist = m.worklist AND d.row = m.row "
            "WHERE m.worklist = ?1 AND d.state IN (?2, ?3) AND m.reading = CASE WHEN EXISTS (SELECT 1 "
            "FROM marks x WHERE x.worklist = m.worklist AND x.row = m.row AND x.reading = 'resolved') "
            "THEN 'resolved' ELSE 'first' END GROUP BY m.kind, m.state ORDER BY m.kind, m.state",
            worklist,
            *map(str, FINISHED_STATES),
        )
        return [BoxTally(RegionKind(kind), DecisionState(state), n) for kind, state, n in found]

    # Exports

    def record_export(
        self, worklist: int, file: int, names: Sequence[str], sha256s: Sequence[str], at: str
    ) -> None:
        """Records what was written for a file; its signed documents are exported ones from then on."""
        with self.database.transaction() as c:
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

    def exports(self, worklist: int) -> list[ExportRecord]:
        """Every file that was written, in order."""
        found = self._query(
            "SELECT file, name, sha256, at FROM exports WHERE worklist = ? ORDER BY id", worklist
        )
        return [ExportRecord(*values) for values in found]

    # The audit record

    def unrecorded_events(self, reader: str) -> list[ReviewEvent]:
        """What the audit record was not told yet, in order.

        Args:
            reader: who is at work; whoever signed is known already.
        """
        found = self._query("SELECT event, kind, reader, facts FROM unrecorded ORDER BY id")
        return [ReviewEvent(id, kind, by or reader, json.loads(facts)) for id, kind, by, facts in found]

    def forget_events(self, events: Iterable[ReviewEvent]) -> None:
        """Removes events that are recorded."""
        with self.database.transaction() as c:
            c.executemany("DELETE FROM unrecorded WHERE event = ?", [(e.id,) for e in events])

    def _query(self, sql: str, *values: Any) -> list[Any]:
        with self.database.connection() as c:
            return c.execute(sql, values).fetchall()

    def _write(self, sql: str, *values: Any) -> None:
        with self.database.transaction() as c:
            c.execute(sql, values)
