"""Boxes on pages as rows of a table and as JSON, and back. What writes works inside a transaction of its
caller."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chartveil.layout import Region, RegionKind
from chartveil.review.model import MarkChange, PageMark, Reading, State
from chartveil.store.sealed import Connection

_COLUMNS = "mark, page, left, top, right, bottom, kind, score, state, by, at"
FOUND = "found"
"""In the place of a reading: boxes as detection left them, for a second reader to start from."""

Sizes = tuple[tuple[float, float], ...]
"""Width and height of each page in points."""


def marks(c: Connection, worklist: int, row: int, reading: Reading) -> list[PageMark]:
    return _marks(c, worklist, row, str(reading))


def begin(
    c: Connection,
    worklist: int,
    row: int,
    regions: Sequence[Region],
    readings: Iterable[str] = (Reading.FIRST,),
) -> None:
    """Stores what detection found on the pages of a document, for its readers: those that have begun, and a
    second one who will."""
    for n, region in enumerate(regions):
        for reading in (FOUND, *map(str, readings)):
            _write(c, worklist, row, reading, PageMark(n, region))


def begin_second(c: Connection, worklist: int, row: int) -> None:
    """Stores what detection found once more, for the second reader."""
    for mark in _marks(c, worklist, row, FOUND):
        _write(c, worklist, row, str(Reading.SECOND), mark)


def put(c: Connection, worklist: int, changes: Iterable[MarkChange]) -> None:
    """Makes boxes what the changes say.

    Raises:
        ValueError: if a box is stored otherwise than a change has it before.
    """
    for change in changes:
        key = (worklist, change.document, str(change.reading), change.mark)
        values = c.execute(
            f"SELECT {_COLUMNS} FROM marks WHERE worklist = ? AND row = ? AND reading = ? AND mark = ?",  # noqa: S608
            key,
        ).fetchone()
        if (_read(values) if values is not None else None) != change.before:
            raise ValueError(f"box {change.mark} of row {change.document} is not as the change has it")
        if change.after is None:
            c.execute("DELETE FROM marks WHERE worklist = ? AND row = ? AND reading = ? AND mark = ?", key)
        else:
            _write(c, worklist, change.document, str(change.reading), change.after)


def changes_json(changes: Iterable[MarkChange]) -> str:
    """Empty for none."""
    made = [
        (
            change.document,
            change.reading,
            *(None if m is None else _values(m) for m in (change.before, change.after)),
        )
        for change in changes
    ]
    return json.dumps(made, separators=(",", ":")) if made else ""


def changes_from_json(text: str) -> tuple[MarkChange, ...]:
    return tuple(
        MarkChange(row, Reading(reading), *(None if values is None else _read(values) for values in ends))
        for row, reading, *ends in (json.loads(text) if text else ())
    )


def sizes_json(sizes: Sizes) -> str:
    """Empty for a document without pages."""
    return json.dumps(sizes, separators=(",", ":")) if sizes else ""


def sizes(c: Connection, worklist: int, only: Iterable[int] | None = None) -> Mapping[int, Sizes]:
    """Page sizes of the documents that have pages, by row."""
    where = "worklist = ?1 AND pages <> ''"
    values: list[Any] = [worklist]
    if only is not None:
        where += " AND row IN (SELECT value FROM json_each(?2))"
        values.append(json.dumps(list(only)))
    return {
        row: tuple((w, h) for w, h in json.loads(text))
        for row, text in c.execute(f"SELECT row, pages FROM documents WHERE {where}", values)  # noqa: S608
    }


def _marks(c: Connection, worklist: int, row: int, reading: str) -> list[PageMark]:
    found = c.execute(
        f"SELECT {_COLUMNS} FROM marks WHERE worklist = ? AND row = ? AND reading = ? ORDER BY mark",  # noqa: S608
        (worklist, row, reading),
    )
    return [_read(values) for values in found]


def _write(c: Connection, worklist: int, row: int, reading: str, mark: PageMark) -> None:
    c.execute(
        f"INSERT OR REPLACE INTO marks (worklist, row, reading, {_COLUMNS}) "  # noqa: S608
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (worklist, row, reading, *_values(mark)),
    )


def _values(mark: PageMark) -> tuple[Any, ...]:
    r = mark.region
    place = (r.page, r.left, r.top, r.right, r.bottom)
    return (mark.id, *place, str(r.kind), r.score, str(mark.state), mark.by, mark.at)


def _read(values: Sequence[Any]) -> PageMark:
    id, page, left, top, right, bottom, kind, score, state, by, at = values
    return PageMark(id, Region(page, left, top, right, bottom, RegionKind(kind), score), State(state), by, at)
