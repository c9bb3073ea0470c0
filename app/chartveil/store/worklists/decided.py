"""Stores what reviewers decide about as table rows and JSON: items, boxes on pages, passages.

Functions that write run inside a transaction of their caller.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from chartveil.domain.labels import Label
from chartveil.domain.page_layout import Region, RegionKind
from chartveil.domain.span import Span
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.review.model import (
    Change,
    DecisionState,
    PageBox,
    Reading,
    ReviewCounts,
    ReviewItem,
    ReviewPassage,
    T,
)
from chartveil.store.encrypted_database import Connection
from chartveil.store.workspace_records import evidence_from_json, evidence_json

COUNT_COLUMNS = "spans, undecided, doubtful, recovered, risk, risk_seen"
"""Columns of ``ReviewCounts``, in the order of its fields."""
AS_DETECTED = "found"
"""In the place of a reading: boxes as detection left them, for a second reader to start from."""

PageSizes = tuple[tuple[float, float], ...]
"""Width and height of each page in points."""


@dataclass(frozen=True)
class DecidedTable(Generic[T]):
    """A table of things that reviewers decide about, one row for a thing in one reading of a document.

    Attributes:
        name: of the table.
        thing: what a row is, for errors.
        columns: beside worklist, row and reading; the thing's id first.
        values: a thing as values of the columns.
        from_values: a thing of such values.
    """

    name: str
    thing: str
    columns: Sequence[str]
    values: Callable[[T], Sequence[Any]]
    from_values: Callable[[Sequence[Any]], T]

    def read(
        self, c: Connection, worklist: int, row: int, reading: str, order: str = "", id: int | None = None
    ) -> list[T]:
        """The things of a document in one reading, by ``order`` or else by their ids, or the one of an id."""
        key = self.columns[0]
        one = "" if id is None else f"AND {key} = ?4 "
        found = c.execute(
            f"SELECT {', '.join(self.columns)} FROM {self.name} "  # noqa: S608 - names of our own
            f"WHERE worklist = ?1 AND row = ?2 AND reading = ?3 {one}ORDER BY {order or key}",
            (worklist, row, str(reading), *(() if id is None else (id,))),
        )
        return [self.from_values(values) for values in found]

    def write(self, c: Connection, worklist: int, row: int, reading: str, thing: T, **more: Any) -> None:
        """Stores a thing in place of the one of the same id, with the values of further columns."""
        columns = ("worklist", "row", "reading", *self.columns, *more)
        c.execute(
            f"INSERT OR REPLACE INTO {self.name} ({', '.join(columns)}) "  # noqa: S608 - names of our own
            f"VALUES ({', '.join('?' * len(columns))})",
            (worklist, row, str(reading), *self.values(thing), *more.values()),
        )

    def remove(self, c: Connection, worklist: int, change: Change[T]) -> None:
        """Removes the thing of a change."""
        c.execute(
            f"DELETE FROM {self.name} "  # noqa: S608 - names of our own
            f"WHERE worklist = ? AND row = ? AND reading = ? AND {self.columns[0]} = ?",
            (worklist, change.document, str(change.reading), change.id),
        )

    def apply(self, c: Connection, worklist: int, changes: Iterable[Change[T]]) -> None:
        """Makes things what the changes say.

        Raises:
            ValueError: if one is stored otherwise than a change has it before.
        """
        for change in changes:
            stored = self.read(c, worklist, change.document, change.reading, id=change.id)
            if stored != ([] if change.before is None else [change.before]):
                raise ValueError(
                    f"{self.thing} {change.id} of row {change.document} is not as the change has it"
                )
            if change.after is None:
                self.remove(c, worklist, change)
            else:
                self.write(c, worklist, change.document, change.reading, change.after)

    def changes_json(self, changes: Iterable[Change[T]]) -> str:
        """The changes as JSON; empty text for none."""
        made = [
            (x.document, x.reading, *(None if t is None else self.values(t) for t in (x.before, x.after)))
            for x in changes
        ]
        return json.dumps(made, separators=(",", ":")) if made else ""

    def changes_from_json(self, text: str) -> tuple[Change[T], ...]:
        """The changes that ``changes_json`` wrote."""
        return tuple(
            Change(row, Reading(reading), *(None if v is None else self.from_values(v) for v in ends))
            for row, reading, *ends in (json.loads(text) if text else ())
        )


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
    def id(self) -> int:
        """Id of the item."""
        return self.item.id


def _record_values(record: ItemRecord) -> tuple[Any, ...]:
    item, span = record.item, record.item.span
    # str(): SQLite would call an adapter for each member of an enumeration.
    place = (item.id, span.start, span.end, str(span.label), span.score, str(item.state))
    return (*place, item.by, item.at, item.note, evidence_json(span.evidence), record.surface, record.risk)


def _record(values: Sequence[Any]) -> ItemRecord:
    id, start, end, label, score, state, by, at, note, evidence, surface, risk = values
    span = Span(start, end, Label(label), score, evidence_from_json(evidence))
    return ItemRecord(ReviewItem(id, span, DecisionState(state), by, at, note), surface, risk)


def _box_values(box: PageBox) -> tuple[Any, ...]:
    r = box.region
    place = (r.page, r.left, r.top, r.right, r.bottom)
    return (box.id, *place, str(r.kind), r.score, str(box.state), box.by, box.at)


def _box(values: Sequence[Any]) -> PageBox:
    id, page, left, top, right, bottom, kind, score, state, by, at = values
    region = Region(page, left, top, right, bottom, RegionKind(kind), score)
    return PageBox(id, region, DecisionState(state), by, at)


def _passage_values(p: ReviewPassage) -> tuple[Any, ...]:
    where = p.passage
    return (p.id, where.start, where.end, where.language, where.script, p.by, p.at)


def _passage(values: Sequence[Any]) -> ReviewPassage:
    id, start, end, language, script, by, at = values
    return ReviewPassage(id, UncoveredPassage(start, end, language, script), by, at)


ITEMS = DecidedTable(
    "items",
    "item",
    "item start end label score state by at note evidence surface risk".split(),
    _record_values,
    _record,
)
BOXES = DecidedTable(
    "marks",
    "box",
    "mark page left top right bottom kind score state by at".split(),
    _box_values,
    _box,
)
PASSAGES = DecidedTable(
    "passages", "passage", "passage start end language script by at".split(), _passage_values, _passage
)


def records_json(records: Iterable[ItemRecord]) -> str:
    """Records as JSON."""
    return json.dumps([ITEMS.values(r) for r in records], separators=(",", ":"))


def records_from_json(text: str) -> list[ItemRecord]:
    """The records that ``records_json`` wrote."""
    return [ITEMS.from_values(values) for values in json.loads(text)]


def counts_values(counts: ReviewCounts) -> tuple[Any, ...]:
    """The values of ``COUNT_COLUMNS``."""
    return tuple(getattr(counts, name) for name in COUNT_COLUMNS.split(", "))


def storable_text(text: str) -> str:
    """The text with ``?`` for lone surrogates, which file names may hold and SQLite refuses."""
    return text.encode("utf-8", "replace").decode()


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
