"""Items as rows of a table and as JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.review.model import (
    DecisionState,
    ItemChange,
    Reading,
    ReviewCounts,
    ReviewItem,
)
from chartveil.store.workspace_records import evidence_from_json, evidence_json

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
        """Whether no reviewer has decided yet."""
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
        """Id of the item."""
        record = self.after if self.after is not None else self.before
        assert record is not None
        return record.item.id

    def inverse(self) -> ItemStep:
        """The step that undoes this one."""
        return ItemStep(self.row, self.reading, self.after, self.before)

    def change(self) -> ItemChange:
        """The step in the vocabulary of review."""
        before = self.before.item if self.before is not None else None
        after = self.after.item if self.after is not None else None
        return ItemChange(self.row, self.reading, before, after)


def storable_text(text: str) -> str:
    """The text with ``?`` for lone surrogates, which file names may hold and SQLite refuses."""
    return text.encode("utf-8", "replace").decode()


def record_values(record: ItemRecord) -> tuple[Any, ...]:
    """The values of ``ITEM_COLUMNS``."""
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
    """The record of the values of ``ITEM_COLUMNS``."""
    id, start, end, label, score, state, by, at, note, evidence, surface, risk = values
    span = Span(start, end, Label(label), score, evidence_from_json(evidence))
    return ItemRecord(ReviewItem(id, span, DecisionState(state), by, at, note), surface, risk)


def records_json(records: Iterable[ItemRecord]) -> str:
    """Records as JSON."""
    return json.dumps([record_values(r) for r in records], separators=(",", ":"))


def records_from_json(text: str) -> list[ItemRecord]:
    """The records that ``records_json`` wrote."""
    return [record_from_values(values) for values in json.loads(text)]


def steps_json(steps: Iterable[ItemStep]) -> str:
    """Steps as JSON."""
    return json.dumps(
        [
            (s.row, s.reading, *(None if r is None else record_values(r) for r in (s.before, s.after)))
            for s in steps
        ],
        separators=(",", ":"),
    )


def steps_from_json(text: str) -> list[ItemStep]:
    """The steps that ``steps_json`` wrote."""
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
