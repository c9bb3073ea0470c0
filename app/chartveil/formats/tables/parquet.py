"""Apache Parquet, through pyarrow, batch by batch. Types of columns stay; metadata of file and schema is
dropped."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, BinaryIO

from chartveil.domain.errors import InputError
from chartveil.domain.tables.column_plan import ColumnOperator, TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.tables.row_stream import (
    SAMPLE_ROWS,
    NewRows,
    OpenTable,
    TableHead,
    TableRow,
    check_column_count,
    kept_columns,
    named_head,
)
from chartveil.formats.tables.table_format import TableFormat

_BATCH = 4096
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")
"""What no text holds."""
_OWN_METADATA = {b"ARROW:schema"}
"""The library's own metadata: types of columns, and metadata of theirs."""
_TYPED = frozenset(
    {ColumnOperator.KEEP, ColumnOperator.SHIFT_DATE, ColumnOperator.TOP_CODE, ColumnOperator.EMPTY}
)
"""Operators under which a column keeps its type; a cell that is no longer of it is null."""


class ParquetFormat(TableFormat):
    """Parquet files."""

    name = "parquet"
    suffixes: tuple[str, ...] = ENDINGS["parquet"]
    output_suffix = ".parquet"

    def library_errors(self) -> tuple[type[Exception], ...]:
        """What pyarrow raises."""
        from pyarrow import ArrowException

        return (ArrowException,)

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it begins as Parquet does, encrypted or not."""
        return file.data.startswith((b"PAR1", b"PARE"))

    def open(self, file: SourceFile, options: ReadOptions) -> OpenTable:
        """See ``TableFormat``."""
        return OpenParquet(file, options)


class OpenParquet:
    """A Parquet file that is open.

    Raises:
        InputError: if it is damaged, encrypted or beyond the limits.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        from pyarrow import types

        self._file = file
        self._options = options
        self._parquet = _open(file, options)
        self._fields = list(self._parquet.schema_arrow)
        names = [field.name for field in self._fields]
        check_column_count(len(names), options.limits, file.path)
        self._nested = [types.is_nested(field.type) for field in self._fields]
        metadata = self._parquet.metadata.metadata or {}
        self.left_out = {
            "entry of metadata": len(metadata.keys() - _OWN_METADATA) + _entries(self._fields),
            "list": sum(self._nested),
            "value of bytes": 0,
        }
        sample = (row.cells for row in islice(self.rows(), SAMPLE_ROWS))
        self.heads: tuple[TableHead, ...] = (named_head(names, sample),)

    def rows(self, *, beside: bool = False) -> Iterator[TableRow]:
        """See ``OpenTable``."""
        number = held = self.left_out["value of bytes"] = 0
        for batch in self._batches():
            texts = []
            for column, nested in zip(batch.columns, self._nested, strict=True):
                values = [] if nested and not beside else self._values(column)
                texts.append([cell_text(v) for v in values] or [""] * batch.num_rows)
                if _is_bytes(column.type):
                    self.left_out["value of bytes"] += values.count(None) - column.null_count
            for row in zip(*texts, strict=True):
                number += 1
                held += sum(map(len, row))
                if held > self._options.limits.unpacked_bytes:  # dictionaries hold a long text only once
                    raise _too_large(self._file, self._options)
                cells = tuple("" if n else text for n, text in zip(self._nested, row, strict=True))
                lists = (
                    (field.name, text)
                    for field, n, text in zip(self._fields, self._nested, row, strict=True)
                    if n and text
                )
                yield TableRow(0, number, cells, tuple(lists))

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
            for batch in self._batches():
                fresh = list(islice(new, batch.num_rows))
                arrays = []
                for i in kept:
                    if self._nested[i] or plan.columns[i].operator is ColumnOperator.EMPTY:
                        arrays.append(pa.nulls(batch.num_rows, kinds[i]))
                    else:
                        arrays.append(self._array(batch.columns[i], [row[i] for row in fresh], kinds[i]))
                writer.write_table(pa.table(arrays, schema=schema))

    def _array(self, column: Any, texts: Sequence[str], kind: Any) -> Any:
        """A column with new cells; what stays as it was is the original value."""
        import pyarrow as pa

        old = self._values(column)
        is_text = _is_text_type(kind) or _is_bytes(kind)
        try:
            if not is_text and [cell_text(value) for value in old] == list(texts):
                with suppress(pa.ArrowException):
                    return column.cast(kind)
            values = [
                value if cell_text(value) == text and not is_text else _typed(text, value, kind)
                for value, text in zip(old, texts, strict=True)
            ]
            return pa.array(values, kind)
        except (pa.ArrowException, ValueError, TypeError, OverflowError) as e:
            raise _damaged(self._file, e) from None

    def _values(self, column: Any) -> list[object]:
        """The column's cells; what Python cannot hold is as Arrow writes it. Times are those of UTC, as the
        name of a zone may be any text.

        Raises:
            InputError: if a string is not in UTF-8, as Parquet demands.
        """
        import pyarrow as pa

        kind = column.type
        if pa.types.is_timestamp(kind) and (kind.tz is not None or kind.unit == "ns"):
            unit = "us" if kind.unit == "ns" else kind.unit
            column = column.cast(pa.timestamp(unit, "UTC" if kind.tz is not None else None), safe=False)
        try:
            values = list(column.to_pylist())
        except (ValueError, OverflowError) as e:
            if _is_text_type(kind):
                raise _damaged(self._file, e) from None
            with suppress(pa.ArrowException):
                return list(column.cast(pa.string()).to_pylist())
            return [None if missing else "?" for missing in column.is_null().to_pylist()]
        return [None if v is None else _text_of(v) for v in values] if _is_bytes(kind) else values

    def _batches(self) -> Iterator[Any]:
        import pyarrow as pa

        try:
            yield from self._parquet.iter_batches(_BATCH)
        except (pa.ArrowException, OSError, ValueError) as e:
            raise _damaged(self._file, e) from None

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
        if _is_bytes(kind):  # of another maker's type, as a UUID, their text has another length
            kind = (
                pa.string() if isinstance(self._fields[position].type, pa.BaseExtensionType) else pa.binary()
            )
        return kind if operator in _TYPED or _is_text_type(kind) else pa.string()


def _open(file: SourceFile, options: ReadOptions) -> Any:
    """The opened file (``pyarrow.parquet.ParquetFile``), within the limits.

    Raises:
        InputError: if it is damaged, encrypted or too large.
    """
    import pyarrow as pa
    from pyarrow import parquet as pq

    if file.data[:4] == b"PARE":
        raise InputError(
            "is an encrypted Parquet file.", where=file.path, remedy="Write it again without encryption."
        )
    try:
        parquet = pq.ParquetFile(pa.BufferReader(file.data))
        metadata = parquet.metadata
        size = sum(metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups))
        names = [field.name for field in parquet.schema_arrow]
    except (pa.ArrowException, OSError, ValueError) as e:
        raise _damaged(file, e) from None
    if size > options.limits.unpacked_bytes:
        raise _too_large(file, options)
    if len(set(names)) < len(names):
        raise InputError(
            "has two columns of the same name.",
            where=file.path,
            remedy="Rename one of them and write it again.",
        )
    return parquet


def _is_bytes(kind: Any) -> bool:
    """Whether a column holds bytes, of which some may be texts."""
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(
        types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_fixed_size_binary(kind)
        or types.is_binary_view(kind)
    )


def _text_of(value: bytes) -> str | None:
    """What bytes say; None where they are no text."""
    with suppress(UnicodeDecodeError):
        text = value.decode()
        return text if not _CONTROL.search(text) else None
    return None


def _entries(fields: Iterable[Any]) -> int:
    """Entries of metadata of columns, and of what is in them."""
    own = (b"PARQUET:field_id",)
    return sum(
        len((field.metadata or {}).keys() - own)
        + _entries(field.type.field(i) for i in range(field.type.num_fields))
        for field in fields
    )


def _is_text_type(kind: Any) -> bool:
    """Whether a column of this type holds strings."""
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _typed(text: str, old: object, kind: Any) -> object:
    """A new cell in the type of its column; None where it is empty or no longer of it."""

    if not text or _is_text_type(kind):
        return text or None
    if _is_bytes(kind):
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


def cell_text(value: object) -> str:
    """A cell as text; empty for null."""
    if value is None:
        return ""
    return value if isinstance(value, str) else str(value)


def _too_large(file: SourceFile, options: ReadOptions) -> InputError:
    return InputError(
        f"unpacks to more than {options.limits.unpacked_bytes:,} bytes.",
        where=file.path,
        remedy="Split it into several files.",
    )


def _damaged(file: SourceFile, error: BaseException) -> InputError:
    """The error for a file that pyarrow cannot read."""
    return InputError(
        f"cannot be read as Parquet ({type(error).__name__}): it is damaged or cut off.",
        where=file.path,
        remedy="Write or copy it again.",
    )
