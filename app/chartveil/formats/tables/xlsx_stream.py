"""Excel workbooks row by row: openpyxl reads a sheet as a stream, and writes one as a stream."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO

from chartveil.domain.errors import InputError
from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.file_signatures import zip_member_names
from chartveil.formats.tables import headers
from chartveil.formats.tables.new_workbook import NewWorkbook
from chartveil.formats.tables.row_stream import (
    MOST_TITLES,
    SAMPLE_ROWS,
    NewRows,
    TableHead,
    TableRow,
    kept_columns,
    make_head,
    named_head,
    wide,
)
from chartveil.formats.tables.xlsx import (
    CELL_CHARACTERS,
    COPIED_PARTS,
    MOST_ROWS,
    SHEET_TITLE,
    StyledCells,
    cell_text,
    load_sheets,
    quiet_openpyxl,
    sheet_rows,
    too_far_error,
)

_AT_ONCE = 256
_Row = tuple[int, tuple[Any, ...]]


class OpenXlsx:
    """A workbook that is open; each of its sheets is a table, hidden ones too.

    Raises:
        InputError: if it is damaged or a bomb, a formula has no stored result, or no sheet holds a cell.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        self._file = file
        self._options = options
        self._beyond = Counter[int]()
        self._titles: list[str] = []
        heads: list[TableHead] = []
        self._first: list[int] = []
        self._header: list[int] = []
        for n, sheet in enumerate(load_sheets(file, options), 1):
            self._titles.append(sheet.title)
            first = list(islice(self._filled(sheet), SAMPLE_ROWS + MOST_TITLES + 1))
            rows = [[cell_text(cell) for cell in row] for _, row in first]
            part = f"sheet:{n}"
            head = make_head(rows, options, part, file.path) if rows else named_head((), (), part)
            heads.append(head)
            body = head.titles + head.has_header
            self._header.append(first[head.titles][0] if rows and head.has_header else 0)
            self._first.append(first[body][0] if len(first) > body else MOST_ROWS + 1)
        self.heads = tuple(heads)
        if not any(head.names for head in heads):
            raise InputError(
                "holds no cells.", where=file.path, remedy="Check that it was exported completely."
            )
        self._parts = sum(not COPIED_PARTS.fullmatch(name) for name in zip_member_names(file))

    @property
    def left_out(self) -> dict[str, int]:
        """See ``OpenTable``."""
        return {
            "part of the file": self._parts,
            "row above the header": sum(head.titles for head in self.heads),
            "cell beside the table": self._beyond.total(),
        }

    def rows(self) -> Iterator[TableRow]:
        """See ``OpenTable``."""
        self._beyond.clear()
        for table, number, row in self._rows():
            width = len(self.heads[table].names)
            cells = [cell_text(cell) for cell in row]
            self._beyond[table] += sum(bool(cell.strip()) for cell in cells[width:])
            yield TableRow(table, number, wide(cells, width))

    def write(self, plans: Sequence[TablePlan], new_rows: NewRows, target: BinaryIO) -> None:
        """See ``OpenTable``. Text stays text, so that no zero before a number is lost and nothing becomes a
        formula; looks of cells are kept."""
        with NewWorkbook() as workbook:
            self._write_rows(workbook, plans, new_rows)
            target.write(workbook.to_bytes())

    def _write_rows(self, workbook: NewWorkbook, plans: Sequence[TablePlan], new_rows: NewRows) -> None:
        sheets, titles = [], list[str]()
        for n, title in enumerate(self._titles, 1):
            known = headers.is_harmless_header(title) and SHEET_TITLE.fullmatch(title)
            shown = title if known else f"Sheet {n}"
            titles.append(shown if shown not in titles else f"Sheet {n} {n}")
            sheets.append(workbook.add_sheet(titles[-1]))
        new = iter(new_rows())
        kept = [kept_columns(plan) for plan in plans]
        styled = [StyledCells(sheet) for sheet in sheets]
        at = [0] * len(sheets)
        for table, number, row in self._rows(with_header=True):
            head = self.heads[table]
            if number == self._header[table]:
                values = [
                    head.labels[i] if i < len(row) and cell_text(row[i]).strip() else "" for i in kept[table]
                ]
                made = [
                    styled[table].cell(value, row[i] if i < len(row) else None)
                    for i, value in zip(kept[table], values, strict=True)
                ]
            else:
                cells = next(new)
                made = [
                    self._cell(styled[table], cells[i], row[i] if i < len(row) else None, head, number)
                    for i in kept[table]
                ]
            shift = head.titles
            for _ in range(max(number - shift - at[table] - 1, 0)):
                sheets[table].append([])
            at[table] = max(number - shift, at[table] + 1)
            sheets[table].append(made)

    def _cell(self, styled: StyledCells, text: str, old: Any, head: TableHead, number: int) -> Any:
        """A cell with its old number where its text stays, else with text."""
        if len(text) > CELL_CHARACTERS:
            raise InputError(
                f"{head.part}/row:{number}: the text with its replacements has {len(text):,} "
                f"characters; a cell holds {CELL_CHARACTERS:,}.",
                where=self._file.path,
                remedy="Save the table as CSV and give that, or use shorter tags.",
            )
        value = getattr(old, "value", None)
        if value is None or isinstance(value, str) or not text:
            return styled.cell(text, old)
        # Dates are written as text: their numbers would be words that no reader saw.
        if cell_text(old) == text and not isinstance(value, dt.datetime | dt.date | dt.time | dt.timedelta):
            return styled.typed(value, old)
        return styled.cell(text, old)

    def _rows(self, *, with_header: bool = False) -> Iterator[tuple[int, int, tuple[Any, ...]]]:
        """Sheet, number and cells of each row."""
        for table, sheet in enumerate(load_sheets(self._file, self._options)):
            for number, row in self._filled(sheet):
                if number >= self._first[table] or (with_header and number == self._header[table]):
                    yield table, number, row

    def _filled(self, sheet: Any) -> Iterator[_Row]:
        """Number and cells of the rows that hold anything."""
        rows, number = sheet_rows(sheet, self._file), 0
        while True:
            with quiet_openpyxl():  # not while somebody else works on a row
                several = list(islice(rows, _AT_ONCE))
            for row in several:
                number += 1
                if number > MOST_ROWS:  # the library makes every empty row before the next filled one
                    raise too_far_error(self._file, f"a row beyond the {MOST_ROWS:,} that Excel has")
                if any(cell_text(cell) for cell in row):
                    yield number, row
            if len(several) < _AT_ONCE:
                return
