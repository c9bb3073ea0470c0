"""Apache Parquet batch by batch."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, BinaryIO

from chartveil.domain.errors import InputError
from chartveil.domain.tables.column_plan import ColumnOperator, TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.tables import columns
from chartveil.formats.tables.parquet import (
    OWN_METADATA,
    batches_of,
    cell_text,
    damaged_error,
    is_text_type,
    open_parquet,
    values_of,
)
from chartveil.formats.tables.row_stream import (
    SAMPLE_ROWS,
    NewRows,
    TableHead,
    TableRow,
    kept_columns,
    named_head,
)

_BATCH = 4096
_TYPED = frozenset(
    {ColumnOperator.KEEP, ColumnOperator.SHIFT_DATE, ColumnOperator.TOP_CODE, ColumnOperator.EMPTY}
)
"""Operators under which a column keeps its type; a cell that is no longer of it is null."""


class OpenParquet:
    """A Parquet file that is open.

    Raises:
        InputError: if it is damaged, encrypted or beyond the limits.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        from pyarrow import types

        self._file = file
        self._options = options
        self._parquet = open_parquet(file, options)
        self._fields = list(self._parquet.schema_arrow)
        names = [field.name for field in self._fields]
        columns.check_column_count(len(names), options.limits, file.path)
        self._nested = [types.is_nested(field.type) for field in self._fields]
        metadata = self._parquet.metadata.metadata or {}
        self.left_out = {
            "entry of metadata": len(metadata.keys() - OWN_METADATA),
            "list": sum(self._nested),
        }
        self.heads: tuple[TableHead, ...] = (
            named_head(names, (cells for cells, _ in islice(self._rows(), SAMPLE_ROWS))),
        )

    def rows(self) -> Iterator[TableRow]:
        """See ``OpenTable``."""
        for number, (cells, _) in enumerate(self._rows(), 1):
            yield TableRow(0, number, cells)

    def write(self, plans: Sequence[TablePlan], new_rows: NewRows, target: BinaryIO) -> None:
        """See ``OpenTable``. Metadata of file and schema are dropped, lists and structures are null."""
        import pyarrow as pa
        from pyarrow import parquet as pq

        plan, head = plans[0], self.heads[0]
        kept = kept_columns(plan)
        kinds = {i: self._written_type(i, plan.columns[i].operator) for i in kept}
        schema = pa.schema([pa.field(head.labels[i], kinds[i]) for i in kept])
        new = iter(new_rows())
        with pq.ParquetWriter(target, schema) as writer:
            for batch in batches_of(self._parquet, self._file, None, _BATCH):
                old = [values_of(column, self._file) for column in batch.columns]
                fresh = list(islice(new, batch.num_rows))
                arrays = []
                for i in kept:
                    if self._nested[i] or plan.columns[i].operator is ColumnOperator.EMPTY:
                        arrays.append(pa.nulls(batch.num_rows, kinds[i]))
                        continue
                    values = [
                        value if cell_text(value) == row[i] else _typed(row[i], value, kinds[i])
                        for value, row in zip(old[i], fresh, strict=True)
                    ]
                    try:
                        arrays.append(pa.array(values, kinds[i]))
                    except (pa.ArrowException, ValueError, OverflowError) as e:
                        raise damaged_error(self._file, e) from None
                writer.write_table(pa.table(arrays, schema=schema))

    def _rows(self) -> Iterator[tuple[tuple[str, ...], int]]:
        held = 0
        for batch in batches_of(self._parquet, self._file, None, _BATCH):
            cells_of = [
                [""] * batch.num_rows if nested else [cell_text(v) for v in values_of(column, self._file)]
                for column, nested in zip(batch.columns, self._nested, strict=True)
            ]
            for cells in zip(*cells_of, strict=True):
                held += sum(map(len, cells))
                if held > self._options.limits.unpacked_bytes:  # dictionaries hold a long text only once
                    raise InputError(
                        f"unpacks to more than {self._options.limits.unpacked_bytes:,} bytes.",
                        where=self._file.path,
                        remedy="Split it into several files.",
                    )
                yield cells, held

    def _written_type(self, position: int, operator: ColumnOperator) -> Any:
        """The type of a column in a copy. A dictionary's values would outlive their cells, so it is unpacked;
        types of other makers carry metadata of their own, and a time zone is any text."""
        import pyarrow as pa

        kind = self._fields[position].type
        while isinstance(kind, pa.DictionaryType | pa.BaseExtensionType):
            kind = kind.value_type if isinstance(kind, pa.DictionaryType) else kind.storage_type
        if pa.types.is_nested(kind):
            return pa.null()
        if pa.types.is_timestamp(kind) and kind.tz is not None:
            kind = pa.timestamp(kind.unit, "UTC")
        return kind if operator in _TYPED or is_text_type(kind) else pa.string()


def _typed(text: str, old: object, kind: Any) -> object:
    """A new cell in the type of its column; None where it is empty or no longer of it."""
    import pyarrow as pa

    if not text or pa.types.is_string(kind) or is_text_type(kind):
        return text or None
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return text.encode()
    with suppress(ValueError):
        if isinstance(old, dt.datetime):
            moved = dt.datetime.fromisoformat(text)
            return moved if moved.tzinfo or old.tzinfo is None else moved.replace(tzinfo=old.tzinfo)
        if isinstance(old, dt.date):
            return dt.date.fromisoformat(text)
        if isinstance(old, int) and not isinstance(old, bool):
            return int(text)
    return None
