"""Questions about the items of a worklist. Every function runs inside a query of its caller."""

from __future__ import annotations

from typing import Any

from chartveil.domain import Label
from chartveil.review.model import DecisionState, DocumentState, Reading, ReviewItem
from chartveil.store.item_rows import ITEM_COLUMNS, record_from_values, storable_text
from chartveil.store.sealed import Connection
from chartveil.store.worklists_facts import ItemTally, RiskyItem, UnseenBlock


def items(c: Connection, worklist: int, row: int, reading: Reading) -> list[ReviewItem]:
    found = c.execute(
        f"SELECT {ITEM_COLUMNS} FROM items WHERE worklist = ? AND row = ? AND reading = ? "  # noqa: S608
        "ORDER BY start, end, item",
        (worklist, row, str(reading)),
    )
    return [record_from_values(values).item for values in found]


def risks(c: Connection, worklist: int, row: int, reading: Reading) -> dict[int, float]:
    return dict(
        c.execute(
            "SELECT item, risk FROM items WHERE worklist = ? AND row = ? AND reading = ? ORDER BY item",
            (worklist, row, str(reading)),
        )
    )


def surfaces(c: Connection, worklist: int, row: int, reading: Reading) -> dict[int, str]:
    found = c.execute(
        "SELECT item, surface FROM items WHERE worklist = ? AND row = ? AND reading = ?",
        (worklist, row, str(reading)),
    )
    return dict(found)


def next_item(c: Connection, worklist: int, row: int, reading: Reading) -> int:
    found = c.execute(
        "SELECT next_item FROM readings WHERE worklist = ? AND row = ? AND reading = ?",
        (worklist, row, str(reading)),
    ).fetchone()
    return int(found[0]) if found else 0


def items_with_text(
    c: Connection, worklist: int, folded: str, reading: Reading, row: int | None, patient: str | None
) -> list[tuple[int, int]]:
    where = ""
    values: list[Any] = [worklist, str(reading), storable_text(folded)]
    if row is not None:
        where += " AND i.row = ?"
        values.append(row)
    if patient is not None:
        where += (
            " AND EXISTS (SELECT 1 FROM documents d "
            "WHERE d.worklist = i.worklist AND d.row = i.row AND d.patient = ?)"
        )
        values.append(storable_text(patient))
    return c.execute(
        "SELECT i.row, i.item FROM items i "  # noqa: S608 - `where` is made of texts of our own
        f"WHERE i.worklist = ? AND i.reading = ? AND i.surface = ?{where} ORDER BY i.row, i.item",
        values,
    ).fetchall()


def count_items_with_text(
    c: Connection, worklist: int, folded: str, reading: Reading, row: int
) -> tuple[int, int, int]:
    """How many items have this text in a row, in others of its patient, and in all others."""
    found = c.execute(
        "SELECT SUM(i.row = ?4), SUM(i.row <> ?4 AND d.patient <> '' AND d.patient = "
        "(SELECT patient FROM documents WHERE worklist = ?1 AND row = ?4)), SUM(i.row <> ?4) "
        "FROM items i JOIN documents d ON d.worklist = i.worklist AND d.row = i.row "
        "WHERE i.worklist = ?1 AND i.reading = ?2 AND i.surface = ?3",
        (worklist, str(reading), storable_text(folded), row),
    ).fetchone()
    here, patient, others = (int(n or 0) for n in found)
    return here, patient, others


def items_by_risk(c: Connection, worklist: int, reading: Reading, limit: int, offset: int) -> list[RiskyItem]:
    found = c.execute(
        "SELECT row, item, risk FROM items WHERE worklist = ? AND reading = ? AND waits = 1 "
        "ORDER BY risk DESC, row, start, item LIMIT ? OFFSET ?",
        (worklist, str(reading), limit, offset),
    )
    return [RiskyItem(*values) for values in found]


def item_tallies(c: Connection, worklist: int) -> list[ItemTally]:
    """Items of finished documents by label, state and decider."""
    found = c.execute(
        "SELECT i.label, i.state, i.by, COUNT(*) FROM items i "
        "JOIN documents d ON d.worklist = i.worklist AND d.row = i.row "
        "WHERE i.worklist = ?1 AND d.state IN (?2, ?3) AND i.reading = CASE WHEN EXISTS "
        "(SELECT 1 FROM items x WHERE x.worklist = i.worklist AND x.row = i.row AND x.reading = 'resolved') "
        "THEN 'resolved' ELSE 'first' END GROUP BY i.label, i.state, i.by ORDER BY i.label, i.state, i.by",
        (worklist, str(DocumentState.SIGNED_OFF), str(DocumentState.EXPORTED)),
    )
    return [ItemTally(Label(label), DecisionState(state), by, n) for label, state, by, n in found]


def unseen_blocks(c: Connection, worklist: int, limit: int) -> list[UnseenBlock]:
    """Stretches that nobody has looked at, of documents not finished, the highest risk first."""
    found = c.execute(
        "SELECT b.row, b.block, b.start, b.end, b.risk, b.reason FROM blocks b "
        "JOIN documents d ON d.worklist = b.worklist AND d.row = b.row "
        "WHERE b.worklist = ? AND b.seen = 0 AND d.state NOT IN (?, ?) "
        "ORDER BY b.risk DESC, b.row, b.block LIMIT ?",
        (worklist, str(DocumentState.SIGNED_OFF), str(DocumentState.EXPORTED), limit),
    )
    return [UnseenBlock(*values) for values in found]
