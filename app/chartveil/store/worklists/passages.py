"""Passages that detection does not cover as rows of a table and as JSON, and back.

Functions that write run inside a transaction of their caller.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.review.model import PassageChange, Reading, ReviewPassage
from chartveil.store.encrypted_database import Connection

_COLUMNS = "passage, start, end, language, script, by, at"


def read_passages(c: Connection, worklist: int, row: int, reading: Reading) -> list[ReviewPassage]:
    """The passages of a document in one reading, in order of the text."""
    found = c.execute(
        f"SELECT {_COLUMNS} FROM passages WHERE worklist = ? AND row = ? AND reading = ? "  # noqa: S608
        "ORDER BY passage",
        (worklist, row, str(reading)),
    )
    return [_from_values(values) for values in found]


def begin_passages(
    c: Connection, worklist: int, row: int, reading: Reading, passages: Sequence[UncoveredPassage]
) -> None:
    """Stores the passages of a document, for a reader who has read none of them."""
    for n, passage in enumerate(passages):
        _write(c, worklist, row, reading, ReviewPassage(n, passage))


def apply_passage_changes(c: Connection, worklist: int, changes: Iterable[PassageChange]) -> None:
    """Makes passages what the changes say; none comes or goes.

    Raises:
        ValueError: if a passage is stored otherwise than a change has it before.
    """
    for change in changes:
        stored = {p.id: p for p in read_passages(c, worklist, change.document, change.reading)}
        if change.after is None or change.before is None or stored.get(change.id) != change.before:
            raise ValueError(f"passage {change.id} of row {change.document} is not as the change has it")
        _write(c, worklist, change.document, change.reading, change.after)


def passage_changes_json(changes: Iterable[PassageChange]) -> str:
    """The changes as JSON; empty text for none."""
    made = [
        (c.document, c.reading, *(None if p is None else _values(p) for p in (c.before, c.after)))
        for c in changes
    ]
    return json.dumps(made, separators=(",", ":")) if made else ""


def passage_changes_from_json(text: str) -> tuple[PassageChange, ...]:
    """The changes that ``passage_changes_json`` wrote."""
    return tuple(
        PassageChange(row, Reading(reading), *(None if v is None else _from_values(v) for v in ends))
        for row, reading, *ends in (json.loads(text) if text else ())
    )


def _write(c: Connection, worklist: int, row: int, reading: Reading, passage: ReviewPassage) -> None:
    c.execute(
        f"INSERT OR REPLACE INTO passages (worklist, row, reading, {_COLUMNS}) "  # noqa: S608
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (worklist, row, str(reading), *_values(passage)),
    )


def _values(p: ReviewPassage) -> tuple[Any, ...]:
    where = p.passage
    return (p.id, where.start, where.end, where.language, where.script, p.by, p.at)


def _from_values(values: Sequence[Any]) -> ReviewPassage:
    id, start, end, language, script, by, at = values
    return ReviewPassage(id, UncoveredPassage(start, end, language, script), by, at)
