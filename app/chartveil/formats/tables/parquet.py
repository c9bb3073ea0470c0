"""Apache Parquet, through pyarrow. Text columns keep their type; metadata of file and schema is dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.tables import columns

_BATCH = 4096
_ROW_GROUP = 65536
OWN_METADATA = {b"ARROW:schema"}
"""The library's own metadata: types of columns, and metadata of theirs."""


class ParquetFormat:
    """Parquet files. Only columns of strings can be text."""

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

    def describe_columns(self, file: SourceFile, options: ReadOptions) -> list[columns.ChosenColumns]:
        """See ``TableFormat``."""
        return [_plan(open_parquet(file, options), file, options).chosen_columns()]

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """One document for each filled cell of the text columns; rows are counted from 1.

        Raises:
            InputError: if the file is damaged or encrypted, has more rows or unpacks to more than the
                limits, a named column does not exist or is not text, or no row has text.
        """
        parquet = open_parquet(file, options)
        plan = _plan(parquet, file, options)
        rows = self._documents(parquet, plan, file, options, others=True)
        found = [d for documents in rows for _, d in documents]
        if not found:
            raise columns.no_text_error(file.path, plan.chosen_columns().text)
        metadata = parquet.metadata.metadata or {}
        return columns.with_left_out(
            found, [plan], {"entry of metadata": len(metadata.keys() - OWN_METADATA)}
        )

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The table with its text de-identified; the other columns are null, the id a string.

        Raises:
            InputError: as ``read`` does.
            KeyError: if a document has no entry in ``replacements``.
        """
        import pyarrow as pa
        from pyarrow import parquet as pq

        parquet = open_parquet(file, options)
        plan = _plan(parquet, file, options)
        width = len(plan.names)
        kept = [i for i in (*plan.text, plan.id) if i is not None]
        new_values: dict[int, list[str | None]] = {i: [] for i in kept}
        rows = 0
        for documents in self._documents(parquet, plan, file, options):
            values = columns.deidentified_row(plan, width, documents, replacements)
            filled = {column for column, _ in documents}
            for i in kept:
                new_values[i].append(values[i] if values[i] or i in filled else None)
            rows += 1
        arrays, fields = [], []
        for i, field in enumerate(parquet.schema_arrow):
            kind = _written_type(field.type, text=i in plan.text, id=i == plan.id)
            arrays.append(pa.array(new_values[i], kind) if i in new_values else pa.nulls(rows, kind))
            fields.append(pa.field(plan.labels[i], kind))
        sink = pa.BufferOutputStream()
        pq.write_table(pa.table(arrays, schema=pa.schema(fields)), sink, row_group_size=_ROW_GROUP)
        return bytes(sink.getvalue())

    def _documents(
        self,
        parquet: Any,
        plan: columns.ColumnPlan,
        file: SourceFile,
        options: ReadOptions,
        *,
        others: bool = False,
    ) -> Iterator[list[tuple[int, Document]]]:
        """The documents of each row, with the columns beside them where these are wanted."""
        names = [field.name for field in parquet.schema_arrow]
        roles = {i for i in (*plan.text, plan.id, plan.patient, plan.note_type, plan.date) if i is not None}
        wanted = list(range(len(names))) if others else sorted(roles)
        number, held = 0, 0
        for batch in batches_of(parquet, file, [names[i] for i in wanted]):
            cells_of = [
                values_of(column, file) if i in roles else _any_values(column)
                for i, column in zip(wanted, batch.columns, strict=True)
            ]
            for row in zip(*cells_of, strict=True):
                number += 1
                cells = [""] * len(names)
                for i, value in zip(wanted, row, strict=True):
                    cells[i] = cell_text(value)
                held += sum(map(len, cells))
                if held > options.limits.unpacked_bytes:  # dictionaries hold a long text only once
                    raise _too_large(file, options)
                yield columns.row_documents(file, self.name, plan, f"row:{number}", cells, options)


def open_parquet(file: SourceFile, options: ReadOptions) -> Any:
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
        rows, groups = metadata.num_rows, range(metadata.num_row_groups)
        size = sum(metadata.row_group(i).total_byte_size for i in groups)
        names = [field.name for field in parquet.schema_arrow]
    except (pa.ArrowException, OSError, ValueError) as e:
        raise damaged_error(file, e) from None
    columns.check_row_count(rows, options.limits, file.path)
    if size > options.limits.unpacked_bytes:
        raise _too_large(file, options)
    if len(set(names)) < len(names):
        raise InputError(
            "has two columns of the same name.",
            where=file.path,
            remedy="Rename one of them and write it again.",
        )
    return parquet


def _plan(parquet: Any, file: SourceFile, options: ReadOptions) -> columns.ColumnPlan:
    from pyarrow import types

    schema = parquet.schema_arrow
    sample: list[list[str]] = []
    for batch in batches_of(parquet, file, None, columns.SAMPLE_ROWS):
        texts = [
            map(cell_text, values_of(column, file)) if is_text_type(column.type) else [""] * batch.num_rows
            for column in batch.columns
        ]
        sample = [list(row) for row in zip(*texts, strict=True)]
        break
    names = [field.name for field in schema]
    plan = columns.choose_columns(names, sample, options, file.path)
    wrong = [i for i in plan.text if not is_text_type(schema.field(i).type)]
    if wrong and options.text_columns:
        raise InputError(
            f"the column '{plan.labels[wrong[0]]}' holds {schema.field(wrong[0]).type}, not text.",
            where=file.path,
            remedy="Name a column of strings, or write the table again with that column as strings.",
        )
    if wrong:  # guessed by header alone
        if len(wrong) == len(plan.text):
            raise InputError(
                "no column of strings looks like text.",
                where=file.path,
                remedy="Name the column with the text.",
            )
        plan = replace(plan, text=tuple(i for i in plan.text if i not in wrong))
    for i in (plan.id, plan.patient):
        if i is not None and types.is_nested(schema.field(i).type):
            raise InputError(
                f"the column '{plan.labels[i]}' holds lists or structures.",
                where=file.path,
                remedy="Name another column for ids, or leave it out.",
            )
    return plan


def batches_of(parquet: Any, file: SourceFile, names: list[str] | None, size: int = _BATCH) -> Iterator[Any]:
    """The rows of an opened file in batches of ``size``; of the named columns alone, or of all."""
    import pyarrow as pa

    try:
        yield from parquet.iter_batches(size, columns=names)
    except (pa.ArrowException, OSError, ValueError) as e:
        raise damaged_error(file, e) from None


def values_of(column: Any, file: SourceFile) -> list[object]:
    """The column's cells.

    Raises:
        InputError: if a string is not in UTF-8, as Parquet demands, or a date is out of Python's range.
    """
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError) as e:
        raise damaged_error(file, e) from None


def _any_values(column: Any) -> list[object]:
    """The cells of a column that only stands beside a text: what Python cannot hold, as Arrow writes it."""
    import pyarrow as pa

    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError):
        pass
    try:
        return list(column.cast(pa.binary() if is_text_type(column.type) else pa.string()).to_pylist())
    except pa.ArrowException:
        return [None if missing else "?" for missing in column.is_null().to_pylist()]


def is_text_type(kind: Any) -> bool:
    """Whether a column of this type holds strings."""
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _written_type(kind: Any, *, text: bool, id: bool) -> Any:
    """Type of a column in the output. A dictionary's values would outlive their cells, so it is unpacked;
    types of other makers carry metadata of their own, and a time zone is any text."""
    import pyarrow as pa

    if id and not text:
        return pa.string()
    while isinstance(kind, pa.DictionaryType | pa.BaseExtensionType):
        kind = kind.value_type if isinstance(kind, pa.DictionaryType) else kind.storage_type
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        return pa.timestamp(kind.unit, "UTC")
    return pa.null() if pa.types.is_nested(kind) else kind


def cell_text(value: object) -> str:
    """A cell as text; empty for null."""
    if value is None:
        return ""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else str(value)


def _too_large(file: SourceFile, options: ReadOptions) -> InputError:
    return InputError(
        f"unpacks to more than {options.limits.unpacked_bytes:,} bytes.",
        where=file.path,
        remedy="Split it into several files.",
    )


def damaged_error(file: SourceFile, error: BaseException) -> InputError:
    """The error for a file that pyarrow cannot read."""
    return InputError(
        f"cannot be read as Parquet ({type(error).__name__}): it is damaged or cut off.",
        where=file.path,
        remedy="Write or copy it again.",
    )
