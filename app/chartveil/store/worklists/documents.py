"""Files and documents of a worklist.

Every function runs inside a transaction, or one that only reads inside a query, of its caller.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from chartveil.domain.page_layout import Region
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.review.model import (
    DocumentRow,
    DocumentState,
    PageBox,
    Reading,
    ReviewCounts,
    ReviewPassage,
)
from chartveil.store.encrypted_database import Connection
from chartveil.store.worklists.decided import (
    AS_DETECTED,
    BOXES,
    PASSAGES,
    ItemRecord,
    PageSizes,
    counts_values,
    records_from_json,
    records_json,
    sizes_json,
    storable_text,
)
from chartveil.store.worklists.history import (
    set_awaiting,
    withdraw_sign_off,
    write_counts,
    write_record,
)
from chartveil.store.worklists.records import DetectedDocument, FileLocation, WorklistFile

_ORDER = tuple(DocumentState)
_UNDETECTED_STATES = (DocumentState.WAITING, DocumentState.DETECTING, DocumentState.FAILED)
_SELECT_ROWS = (
    "SELECT d.row, d.file, d.name, f.format, d.part, d.patient, d.note_type, d.characters, d.state, "
    "d.reason, d.document_id, d.settled, "
    "o.spans, o.undecided, o.doubtful, o.recovered, o.risk, o.risk_seen, "
    "COALESCE(a.signed_by, ''), COALESCE(a.signed_at, ''), "
    "COALESCE(b.signed_by, ''), COALESCE(b.signed_at, ''), "
    "(SELECT COUNT(*) FROM passages p WHERE p.worklist = d.worklist AND p.row = d.row "
    "AND p.reading = d.reading AND p.at = '') "
    "FROM documents d JOIN files f ON f.worklist = d.worklist AND f.file = d.file "
    "LEFT JOIN readings o ON o.worklist = d.worklist AND o.row = d.row AND o.reading = d.reading "
    "LEFT JOIN readings a ON a.worklist = d.worklist AND a.row = d.row AND a.reading = 'first' "
    "LEFT JOIN readings b ON b.worklist = d.worklist AND b.row = d.row AND b.reading = 'second' "
    "WHERE d.worklist = ?1"
)


def add_files(c: Connection, worklist: int, refs: Sequence[FileLocation]) -> list[int]:
    """Adds files, each with one waiting row; gives their numbers."""
    (file,) = c.execute("SELECT COALESCE(MAX(file), 0) FROM files WHERE worklist = ?", (worklist,)).fetchone()
    row = _last_row(c, worklist)
    added = []
    for path, member, name in refs:
        file, row = file + 1, row + 1
        # A path is kept as JSON, which can hold names that are no text (POSIX lets any byte be in one).
        c.execute(
            "INSERT INTO files (worklist, file, path, member, name) VALUES (?, ?, ?, ?, ?)",
            (worklist, file, json.dumps(path), json.dumps(list(member)), storable_text(name)),
        )
        _insert_document(c, worklist, row, file, storable_text(name))
        added.append(file)
    return added


def files(c: Connection, worklist: int, only: Iterable[int] | None = None) -> list[WorklistFile]:
    """The files of a worklist, or those with the given numbers, with the state that is least far."""
    where = "WHERE worklist = ?1"
    values: list[Any] = [worklist]
    if only is not None:
        where += " AND file IN (SELECT value FROM json_each(?2))"
        values.append(json.dumps(list(only)))
    states: dict[int, DocumentState] = {}
    for file, text in c.execute(f"SELECT DISTINCT file, state FROM documents {where}", values):  # noqa: S608
        state = DocumentState(text)
        states[file] = min(states.get(file, state), state, key=_ORDER.index)
    return [
        WorklistFile(file, json.loads(path), tuple(json.loads(member)), name, sha256, format, states[file])
        for file, path, member, name, sha256, format in c.execute(
            f"SELECT file, path, member, name, sha256, format FROM files {where} ORDER BY file",  # noqa: S608
            values,
        )
    ]


def save_detected(
    c: Connection,
    worklist: int,
    file: int,
    sha256: str,
    format: str,
    documents: Sequence[DetectedDocument],
    page_reads: bytes,
) -> list[int]:
    """Replaces the waiting row of a file by its documents; the first keeps the number of that row."""
    if not documents:
        raise ValueError("a file without documents")
    first, name = _undetected(c, worklist, file)
    c.execute("DELETE FROM documents WHERE worklist = ? AND row = ?", (worklist, first))
    _set_file(c, worklist, file, sha256, format)
    if page_reads:
        c.execute("INSERT INTO page_reads VALUES (?, ?, ?)", (worklist, file, page_reads))
    rows: list[int] = []
    last = max(first, _last_row(c, worklist))
    for d in documents:
        row = first
        if rows:
            row = last = last + 1
        part = f", {d.part.replace(':', ' ')}" if d.part else ""
        _insert_document(c, worklist, row, file, name + storable_text(part), d)
        records = [
            ItemRecord(item, storable_text(surface), risk)
            for item, surface, risk in zip(d.items, d.surfaces, d.risks, strict=True)
        ]
        _begin_reading(c, worklist, row, Reading.FIRST, records, d.counts)
        c.execute(
            "INSERT INTO proposals VALUES (?, ?, ?, ?)",
            (worklist, row, records_json(records), json.dumps(counts_values(d.counts))),
        )
        c.executemany(
            "INSERT INTO blocks (worklist, row, block, start, end, risk, reason) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(worklist, row, n, b.start, b.end, b.score, b.reason) for n, b in enumerate(d.blocks)],
        )
        if d.words:
            c.execute(
                "INSERT INTO words VALUES (?, ?, ?)", (worklist, row, storable_text("\n".join(d.words)))
            )
        _begin_boxes(c, worklist, row, d.regions, (Reading.FIRST,))
        _begin_passages(c, worklist, row, Reading.FIRST, d.passages)
        rows.append(row)
    return rows


def _begin_boxes(
    c: Connection, worklist: int, row: int, regions: Sequence[Region], readings: Iterable[str]
) -> None:
    """Stores what detection found on the pages of a document, for the given readings and for a second reader
    who may begin later."""
    for n, region in enumerate(regions):
        for reading in (AS_DETECTED, *readings):
            BOXES.write(c, worklist, row, reading, PageBox(n, region))


def _begin_passages(
    c: Connection, worklist: int, row: int, reading: Reading, passages: Iterable[UncoveredPassage]
) -> None:
    """Stores the passages of a document, for a reader who has read none of them."""
    for n, passage in enumerate(passages):
        PASSAGES.write(c, worklist, row, reading, ReviewPassage(n, passage))


def begin_pages(c: Connection, worklist: int, row: int, pages: PageSizes, regions: Sequence[Region]) -> None:
    """Stores page sizes and boxes of a document that has none stored yet; else changes nothing."""
    known = c.execute(
        "UPDATE documents SET pages = ? WHERE worklist = ? AND row = ? AND pages = ''",
        (sizes_json(pages), worklist, row),
    )
    if known.rowcount == 1:
        _begin_boxes(c, worklist, row, regions, list(_readings(c, worklist, row)))


def save_failure(c: Connection, worklist: int, file: int, sha256: str, reason: str) -> int:
    """Marks the waiting document of a file as failed; gives its row."""
    row, _ = _undetected(c, worklist, file)
    _set_file(c, worklist, file, sha256, "")
    c.execute(
        "UPDATE documents SET state = ?, reason = ? WHERE worklist = ? AND row = ?",
        (str(DocumentState.FAILED), storable_text(reason), worklist, row),
    )
    return row


def set_states(c: Connection, worklist: int, rows: Iterable[int], state: DocumentState) -> None:
    """Gives documents a state, and forgets why they failed."""
    c.executemany(
        "UPDATE documents SET state = ?, reason = '' WHERE worklist = ? AND row = ?",
        [(str(state), worklist, row) for row in rows],
    )


def rows(c: Connection, worklist: int, only: Iterable[int] | None = None) -> list[DocumentRow]:
    """The documents, those of a file together."""
    if only is None:
        found = c.execute(_SELECT_ROWS + " ORDER BY d.file, d.row", (worklist,))
    else:
        # The plus keeps SQLite from walking all documents in the order that is asked for.
        some = " AND d.row IN (SELECT value FROM json_each(?2)) ORDER BY +d.file, +d.row"
        found = c.execute(_SELECT_ROWS + some, (worklist, json.dumps(list(only))))
    return [_document_row(values) for values in found]


def sign_off(c: Connection, worklist: int, row: int, by: str, at: str, which: Reading) -> None:
    """Signs off a reading; see ``WorklistStore.sign_off``."""
    readings = _readings(c, worklist, row)
    if which is Reading.RESOLVED:
        if not (readings.get(Reading.FIRST) and readings.get(Reading.SECOND)):
            raise ValueError(f"row {row} is not signed off by two readers")
        if which not in readings:
            # The readers agree: there was nothing to resolve.
            write_counts(c, worklist, row, which, ReviewCounts())
    elif which not in readings:
        raise ValueError(f"row {row} has no {which} reading")
    c.execute(
        "UPDATE readings SET seen = ?, signed_by = ?, signed_at = ? "
        "WHERE worklist = ? AND row = ? AND reading = ?",
        (_seen(c, worklist, row, which), by, at, worklist, row, str(which)),
    )
    set_awaiting(c, worklist, row, which, signed=True)
    _update_state(c, worklist, row)


def withdraw_reading(c: Connection, worklist: int, row: int, which: Reading) -> None:
    """Takes back the signature of a reading, and with it that of the resolution."""
    withdraw_sign_off(c, worklist, row, which)
    # A resolution stands on the signatures of both readers.
    withdraw_sign_off(c, worklist, row, Reading.RESOLVED)
    _update_state(c, worklist, row)


def start_second_reading(c: Connection, worklist: int, row: int) -> None:
    """Opens a second reading on what detection found."""
    readings = _readings(c, worklist, row)
    if Reading.FIRST not in readings or Reading.SECOND in readings:
        raise ValueError(f"row {row} was not read once, or is read a second time already")
    items, counts = c.execute(
        "SELECT items, counts FROM proposals WHERE worklist = ? AND row = ?", (worklist, row)
    ).fetchone()
    _begin_reading(
        c, worklist, row, Reading.SECOND, records_from_json(items), ReviewCounts(*json.loads(counts))
    )
    for box in BOXES.read(c, worklist, row, AS_DETECTED):
        BOXES.write(c, worklist, row, Reading.SECOND, box)
    found = PASSAGES.read(c, worklist, row, Reading.FIRST)
    _begin_passages(c, worklist, row, Reading.SECOND, [p.passage for p in found])
    c.execute(
        "UPDATE documents SET reading = 'second', settled = 0, state = ? WHERE worklist = ? AND row = ?",
        (str(DocumentState.TO_REVIEW), worklist, row),
    )


def _seen(c: Connection, worklist: int, row: int, which: Reading) -> str:
    """SHA-256 of what a reader signs: the document, and each span and box as it is decided."""
    (document,) = c.execute(
        "SELECT document_id FROM documents WHERE worklist = ? AND row = ?", (worklist, row)
    ).fetchone()
    items, marks = (
        c.execute(
            f"SELECT {columns} FROM {table} WHERE worklist = ? AND row = ? AND reading = ? "  # noqa: S608
            f"ORDER BY {order}",
            (worklist, row, str(which)),
        ).fetchall()
        for table, columns, order in (
            ("items", "start, end, label, state, by, at", "start, end, item"),
            ("marks", "page, left, top, right, bottom, kind, state, by, at", "mark"),
        )
    )
    return hashlib.sha256(json.dumps([document, items, marks]).encode()).hexdigest()


def _update_state(c: Connection, worklist: int, row: int) -> None:
    """Sets state and ``settled`` by the signatures there are."""
    readings = _readings(c, worklist, row)
    settled = Reading.SECOND not in readings or bool(readings.get(Reading.RESOLVED))
    done = settled and bool(readings.get(Reading.FIRST))
    state = DocumentState.SIGNED_OFF if done else DocumentState.IN_REVIEW
    c.execute(
        "UPDATE documents SET settled = ?, state = ? WHERE worklist = ? AND row = ?",
        (int(settled), str(state), worklist, row),
    )


def _readings(c: Connection, worklist: int, row: int) -> dict[str, str]:
    """Who signed off each reading there is; empty while nobody has."""
    return dict(
        c.execute("SELECT reading, signed_by FROM readings WHERE worklist = ? AND row = ?", (worklist, row))
    )


def _begin_reading(
    c: Connection,
    worklist: int,
    row: int,
    reading: Reading,
    records: Sequence[ItemRecord],
    counts: ReviewCounts,
) -> None:
    write_counts(c, worklist, row, reading, counts)
    c.execute(
        "UPDATE readings SET next_item = ? WHERE worklist = ? AND row = ? AND reading = ?",
        (1 + max((r.item.id for r in records), default=-1), worklist, row, str(reading)),
    )
    for record in records:
        write_record(c, worklist, row, reading, record)


def _insert_document(
    c: Connection, worklist: int, row: int, file: int, name: str, d: DetectedDocument | None = None
) -> None:
    state = DocumentState.WAITING if d is None else DocumentState.TO_REVIEW
    facts: tuple[Any, ...] = ("", "", "", "", 0, "")
    if d is not None:
        pages = sizes_json(d.pages)
        facts = (
            d.part,
            d.document_id,
            storable_text(d.patient),
            storable_text(d.note_type),
            d.characters,
            pages,
        )
    c.execute(
        "INSERT INTO documents "
        "(worklist, row, file, name, state, part, document_id, patient, note_type, characters, pages) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (worklist, row, file, name, str(state), *facts),
    )


def _undetected(c: Connection, worklist: int, file: int) -> tuple[int, str]:
    """Row and name of a file that was not searched yet."""
    found = c.execute(
        "SELECT d.row, d.state, f.name FROM documents d "
        "JOIN files f ON f.worklist = d.worklist AND f.file = d.file WHERE d.worklist = ? AND d.file = ?",
        (worklist, file),
    ).fetchall()
    if len(found) != 1 or found[0][1] not in _UNDETECTED_STATES:
        raise ValueError(f"there is no file {file}, or its documents are found already")
    return found[0][0], found[0][2]


def _set_file(c: Connection, worklist: int, file: int, sha256: str, format: str) -> None:
    c.execute(
        "UPDATE files SET sha256 = ?, format = ? WHERE worklist = ? AND file = ?",
        (sha256, format, worklist, file),
    )


def _last_row(c: Connection, worklist: int) -> int:
    (row,) = c.execute(
        "SELECT COALESCE(MAX(row), 0) FROM documents WHERE worklist = ?", (worklist,)
    ).fetchone()
    return int(row)


def _document_row(values: Sequence[Any]) -> DocumentRow:
    row, file, name, format, part, patient, note_type, characters, state, reason, id, settled = values[:12]
    counted = values[12:18]
    signed_by, signed_at, second_by, second_at, unread_passages = values[18:]
    return DocumentRow(
        row,
        file,
        name,
        format,
        part,
        patient,
        note_type,
        characters,
        DocumentState(state),
        reason,
        ReviewCounts() if counted[0] is None else ReviewCounts(*counted),
        signed_by,
        signed_at,
        second_by,
        second_at,
        bool(settled),
        id,
        unread_passages,
    )
