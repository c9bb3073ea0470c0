"""Items as rows of a table and as JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chartveil.domain.document import Evidence, EvidenceKind, Label, Span
from chartveil.review.model import (
    DecisionState,
    DocumentState,
    ItemChange,
    Reading,
    ReviewCounts,
    ReviewItem,
)
from chartveil.store.encrypted_database import Connection
from chartveil.store.worklists.records import ItemTally, RiskyItem, UnseenBlock
from chartveil.store.workspace_records import evidence_json

ITEM_COLUMNS = "item, start, end, label, score, state, by, at, note, evidence, surface, risk"
"""Columns of a record, in the order of ``record_values`` and ``record_from_values``."""
COUNT_COLUMNS = "spans, undecided, doubtful, recovered, risk, risk_seen"
"""Columns of ``ReviewCounts``, in the order of its fields."""


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """An item with what is stored beside it.

    Attributes:
        surface: its text, folded; by it the same text is found in other documents.
        risk: how much is lost if it is decided wrongly, in [0, 1].
    """

    item: ReviewItem
    surface: str
    risk: float

    @property
    def awaits_decision(self) -> bool:
        """Whether a reviewer has yet to speak."""
        return not self.item.state.decided


@dataclass(frozen=True, slots=True)
class ItemStep:
    """A change with both records whole, so that it can be undone and redone."""

    row: int
    reading: Reading
    before: ItemRecord | None
    after: ItemRecord | None

    @property
    def item(self) -> int:
        record = self.after if self.after is not None else self.before
        assert record is not None
        return record.item.id

    def inverse(self) -> ItemStep:
        return ItemStep(self.row, self.reading, self.after, self.before)

    def change(self) -> ItemChange:
        before = self.before.item if self.before is not None else None
        after = self.after.item if self.after is not None else None
        return ItemChange(self.row, self.reading, before, after)


def storable_text(text: str) -> str:
    """The text without lone surrogates: a file name or broken document may hold them, SQLite takes none."""
    return text.encode("utf-8", "replace").decode()


def evidence_from_json(text: str) -> tuple[Evidence, ...]:
    """The evidence that ``workspace.evidence_json`` wrote."""
    return tuple(_evidence(e) for e in json.loads(text))


def _evidence(e: dict[str, Any]) -> Evidence:
    label = e.get("label")
    return Evidence(
        EvidenceKind(e["kind"]),
        e.get("name", ""),
        None if label is None else Label(label),
        e.get("score"),
        e.get("start"),
        e.get("end"),
        e.get("detail", ""),
    )


def record_values(record: ItemRecord) -> tuple[Any, ...]:
    """The values of ``COLUMNS``."""
    item, span = record.item, record.item.span
    # str(): SQLite would call an adapter for each member of an enumeration.
    return (
        item.id,
        span.start,
        span.end,
        str(span.label),
        span.score,
        str(item.state),
        item.by,
        item.at,
        item.note,
        evidence_json(span.evidence),
        record.surface,
        record.risk,
    )


def record_from_values(values: Sequence[Any]) -> ItemRecord:
    """The record of the values of ``COLUMNS``."""
    id, start, end, label, score, state, by, at, note, evidence, surface, risk = values
    span = Span(start, end, Label(label), score, evidence_from_json(evidence))
    return ItemRecord(ReviewItem(id, span, DecisionState(state), by, at, note), surface, risk)


def records_json(records: Iterable[ItemRecord]) -> str:
    return json.dumps([record_values(r) for r in records], separators=(",", ":"))


def records_from_json(text: str) -> list[ItemRecord]:
    return [record_from_values(values) for values in json.loads(text)]


def steps_json(steps: Iterable[ItemStep]) -> str:
    return json.dumps(
        [
            (s.row, s.reading, *(None if r is None else record_values(r) for r in (s.before, s.after)))
            for s in steps
        ],
        separators=(",", ":"),
    )


def steps_from_json(text: str) -> list[ItemStep]:
    return [
        ItemStep(
            row,
            Reading(reading),
            *(None if values is None else record_from_values(values) for values in ends),
        )
        for row, reading, *ends in json.loads(text)
    ]


def counts_values(counts: ReviewCounts) -> tuple[Any, ...]:
    """The values of ``COUNT_COLUMNS``."""
    return (
        counts.spans,
        counts.undecided,
        counts.doubtful,
        counts.recovered,
        counts.risk,
        counts.risk_seen,
    )


# Questions about the items of a worklist. Every function runs inside a query of its caller.


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
