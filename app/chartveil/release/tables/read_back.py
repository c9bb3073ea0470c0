"""Reads copies of tables back from the disk, cell by cell, with other readers than those that wrote them."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any, cast

from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.base import SourceFile
from chartveil.formats.tables.delimited import OpenDelimited
from chartveil.formats.tables.row_stream import OpenTable, escape_formula
from chartveil.formats.tables.table_format import TableFormat
from chartveil.formats.text.encoding import decode_text

_HEAD, _LONGEST_FIELD = 1 << 20, 1 << 30
_XLSX_PARTS = (
    "[Content_Types].xml", "_rels/.rels", "docProps/app.xml", "docProps/core.xml", "xl/workbook.xml",
    "xl/styles.xml", "xl/_rels/workbook.xml.rels", "xl/theme/theme1.xml", "xl/sharedStrings.xml",
    "xl/worksheets/sheet",
)  # fmt: skip
"""How the names of a workbook's parts begin that we write."""


@dataclass(frozen=True)
class PlannedTable:
    """A file of tables that is open, with what is done with its columns."""

    file: SourceFile
    form: TableFormat
    opened: OpenTable
    plans: tuple[TablePlan, ...]


def first_difference(planned: PlannedTable, back: SourceFile, wanted: Iterable[Sequence[str]]) -> str:
    """The first difference between a copy and what was to be written; empty where there is none.

    Args:
        planned: the original.
        back: the copy.
        wanted: cells of each row that were to be written. White space does not count.
    """
    if planned.form.name == "xlsx":
        with zipfile.ZipFile(io.BytesIO(back.data)) as archive:
            strange = sum(not name.startswith(_XLSX_PARTS) for name in archive.namelist())
        if strange:
            return f"{strange} parts that we do not write"
    expected = (cells for row in wanted if any(cells := _plain(row, planned.form.name)))
    found = (cells for row in _rows(planned, back) if any(cells := _plain(row, "")))
    for number, (old, new) in enumerate(zip_longest(expected, found), 1):
        if old is None or new is None or not _same(planned.form.name, old, new):
            return f"that row {number:,} of the copy is not what was to be written"
    return ""


def _plain(cells: Sequence[str], form: str) -> list[str]:
    guarded = map(escape_formula, cells) if form in ("delimited", "tsv") else cells
    return [" ".join(cell.split()) for cell in guarded]


def _same(form: str, wanted: Sequence[str], found: Sequence[str]) -> bool:
    if form == "jsonl":  # keys stand in the order of each line
        return sorted(filter(None, wanted)) == sorted(filter(None, found))
    pairs = zip_longest(wanted, found, fillvalue="")
    # Of a Parquet column that keeps its type, a cell that is no longer of it is null.
    return all(a == b or (form == "parquet" and not b) for a, b in pairs)


def _rows(planned: PlannedTable, back: SourceFile) -> Iterator[Sequence[str]]:
    """The cells of a copy's rows below its headers."""
    match planned.form.name:
        case "parquet":
            return _parquet_rows(back)
        case "xlsx":
            return _xlsx_rows(planned, back)
        case "jsonl":
            return _json_rows(back)
        case _:
            return _delimited_rows(planned, back)


def _delimited_rows(planned: PlannedTable, back: SourceFile) -> Iterator[Sequence[str]]:
    opened = cast("OpenDelimited", planned.opened)
    dialect = opened.dialect
    decoded = decode_text(back.data, back.path)
    encoding, mark = decoded.encoding, decoded.byte_order_mark
    del decoded
    if dialect.quotes and not dialect.escapes and dialect.delimiter:
        csv.field_size_limit(_LONGEST_FIELD)
        text = io.TextIOWrapper(io.BytesIO(back.data[len(mark) :]), encoding, newline="")
        records: Iterator[Sequence[str]] = csv.reader(
            text, delimiter=dialect.delimiter, skipinitialspace=True, doublequote=True
        )
    else:
        records = opened.records_of(back.data[len(mark) :], encoding)
    filled = (record for record in records if any(cell.strip() for cell in record))
    return islice(filled, 1 if opened.heads[0].has_header else 0, None)


def _json_rows(back: SourceFile) -> Iterator[Sequence[str]]:
    encoding = decode_text(back.data[:_HEAD].rpartition(b"\n")[0] or back.data, back.path).encoding
    for line in io.TextIOWrapper(io.BytesIO(back.data), encoding, newline="\n"):
        if line.strip("\ufeff\r\n \t"):
            yield [
                v if isinstance(v, str) else json.dumps(v) for v in _values(json.loads(line.strip("\ufeff")))
            ]


def _values(value: Any) -> Iterator[Any]:
    for child in value.values():
        if isinstance(child, dict):
            yield from _values(child)
        elif child is not None:
            yield child


def _parquet_rows(back: SourceFile) -> Iterator[Sequence[str]]:
    import pyarrow as pa
    from pyarrow import parquet as pq

    from chartveil.formats.tables.parquet import cell_text

    for batch in pq.ParquetFile(pa.BufferReader(back.data)).iter_batches(4096):
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield [cell_text(value) for value in row]


def _xlsx_rows(planned: PlannedTable, back: SourceFile) -> Iterator[Sequence[str]]:
    from chartveil.formats.tables.xlsx import cell_text, load_sheets, sheet_rows

    for head, sheet in zip(planned.opened.heads, load_sheets(back), strict=True):
        rows = ([cell_text(cell) for cell in row] for row in sheet_rows(sheet, back))
        filled = (row for row in rows if any(row))
        yield from islice(filled, 1 if head.has_header else 0, None)
