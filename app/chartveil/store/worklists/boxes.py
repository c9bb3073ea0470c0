"""Boxes on pages as rows of a table and as JSON, and back.

Functions that write run inside a transaction of their caller.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chartveil.domain.page_layout import Region, RegionKind
from chartveil.review.model import BoxChange, DecisionState, PageBox, Reading
from chartveil.store.encrypted_database import Connection

_BOX_COLUMNS = "mark, page, left, top, right, bottom, kind, score, state, by, at"
_AS_DETECTED = "found"
"""In the place of a reading: boxes as detection left them, for a second reader to start from."""

PageSizes = tuple[tuple[float, float], ...]
"""Width and height of each page in points."""


def read_boxes(c: Connection, worklist: int, row: int, reading: Reading | str) -> list[PageBox]:
    """The boxes of a document in one reading, or with ``_AS_DETECTED`` as detection left them."""
    found = c.execute(
        f"SELECT {_BOX_COLUMNS} FROM marks WHERE worklist = ? AND row = ? AND reading = ? "  # noqa: S608
        "ORDER BY mark",
        (worklist, row, str(reading)),
    )
    return [_box_from_values(values) for values in found]


def begin_boxes(
    c: Connection,
    worklist: int,
    row: int,
    regions: Sequence[Region],
    readings: Iterable[str] = (Reading.FIRST,),
) -> None:
    """Stores what detection found on the pages of a document, for the given readings and for a second reader
    who may begin later."""
    for n, region in enumerate(regions):
        for reading in (_AS_DETECTED, *map(str, readings)):
            _write_box(c, worklist, row, reading, PageBox(n, region))


def begin_second_reading(c: Connection, worklist: int, row: int) -> None:
    """Copies the boxes as detection left them, for the second reader."""
    for box in read_boxes(c, worklist, row, _AS_DETECTED):
        _write_box(c, worklist, row, str(Reading.SECOND), box)


def apply_changes(c: Connection, worklist: int, changes: Iterable[BoxChange]) -> None:
    """Makes boxes what the changes say.

    Raises:
        ValueError: if a box is stored otherwise than a change has it before.
    """
    for change in changes:
        key = (worklist, change.document, str(change.reading), change.id)
        values = c.execute(
            f"SELECT {_BOX_COLUMNS} FROM marks WHERE worklist = ? AND row = ? AND reading = ? AND mark = ?",  # noqa: S608
            key,
        ).fetchone()
        if (_box_from_values(values) if values is not None else None) != change.before:
            raise ValueError(f"box {change.id} of row {change.document} is not as the change has it")
        if change.after is None:
            c.execute("DELETE FROM marks WHERE worklist = ? AND row = ? AND reading = ? AND mark = ?", key)
        else:
            _write_box(c, worklist, change.document, str(change.reading), change.after)


def changes_json(changes: Iterable[BoxChange]) -> str:
    """The changes as JSON; empty text for none."""
    made = [
        (
            change.document,
            change.reading,
            *(None if m is None else _box_values(m) for m in (change.before, change.after)),
        )
        for change in changes
    ]
    return json.dumps(made, separators=(",", ":")) if made else ""


def changes_from_json(text: str) -> tuple[BoxChange, ...]:
    """The changes that ``changes_json`` wrote."""
    return tuple(
        BoxChange(
            row, Reading(reading), *(None if values is None else _box_from_values(values) for values in ends)
        )
        for row, reading, *ends in (json.loads(text) if text else ())
    )


def sizes_json(sizes: PageSizes) -> str:
    """Page sizes as JSON; empty text for a document without pages."""
    return json.dumps(sizes, separators=(",", ":")) if sizes else ""


def read_page_sizes(
    c: Connection, worklist: int, only: Iterable[int] | None = None
) -> Mapping[int, PageSizes]:
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


def _write_box(c: Connection, worklist: int, row: int, reading: str, box: PageBox) -> None:
    c.execute(
        f"INSERT OR REPLACE INTO marks (worklist, row, reading, {_BOX_COLUMNS}) "  # noqa: S608
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (worklist, row, reading, *_box_values(box)),
    )


def _box_values(box: PageBox) -> tuple[Any, ...]:
    r = box.region
    place = (r.page, r.left, r.top, r.right, r.bottom)
    return (box.id, *place, str(r.kind), r.score, str(box.state), box.by, box.at)


def _box_from_values(values: Sequence[Any]) -> PageBox:
    id, page, left, top, right, bottom, kind, score, state, by, at = values
    return PageBox(
        id, Region(page, left, top, right, bottom, RegionKind(kind), score), DecisionState(state), by, at
    )
