"""Excel workbooks (``.xlsx``, ``.xlsm``): every sheet is a table.

Cells are read and written through openpyxl. What it does not show (formulas without a stored result, texts
of other parts) is read from the package itself, in the second half of this module.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from itertools import islice
from typing import Any, BinaryIO

from chartveil.domain.errors import InputError
from chartveil.domain.tables.column_plan import ColumnOperator, TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.builtin_names import is_known_font
from chartveil.formats.endings import ENDINGS
from chartveil.formats.file_signatures import zip_member_names
from chartveil.formats.safe_xml import ILLEGAL_XML_CHARACTER, iterate_untrusted_xml
from chartveil.formats.tables import headers
from chartveil.formats.tables.new_workbook import NewWorkbook
from chartveil.formats.tables.row_stream import (
    MOST_TITLES,
    SAMPLE_ROWS,
    NewRows,
    OpenTable,
    TableHead,
    TableRow,
    kept_columns,
    make_head,
    named_head,
    wide,
)
from chartveil.formats.tables.table_format import TableFormat
from chartveil.formats.zips import ZIP_DAMAGE_ERRORS, open_zip, read_member

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
_COPIED_PARTS = re.compile(
    r"\[Content_Types\]\.xml|.*\.rels|.*/|xl/(?:workbook|styles|sharedStrings)\.xml|"
    r"xl/(?:worksheets|theme)/[^/]+\.xml"
)
"""Members of a workbook of which a copy has the like."""
_CELL_CHARACTERS = 32767
"""Most characters in one cell, as Excel documents it; openpyxl cuts longer texts without a word."""
_MOST_ROWS = 1_048_576
_AT_ONCE = 256
"""Rows that are taken from the library together."""
_Row = tuple[int, tuple[Any, ...]]
_SHEETS = "xl/worksheets/sheet"
_LEFT_OUT_OF_SHEETS = {
    b"f": "formula",
    b"hyperlink": "link",
    b"dataValidation": "validation",
    b"conditionalFormatting": "conditional format",
    b"definedName": "defined name",
    b"": "header or footer",
}
"""Kinds of elements that a copy has not, by their names; those of headers and footers are many."""
_ELEMENT_LEFT_OUT = re.compile(
    rb"<(?:\w+:)?(?:(" + b"|".join(_LEFT_OUT_OF_SHEETS).rstrip(b"|") + rb")(?=[\s/>])|"
    rb"(?:odd|even|first)(?:Header|Footer)>[^<])"
)
_SHEET_TITLE = re.compile(r"[^\[\]:*?/\\']{1,31}")
"""Sheet titles that may stand in a copy."""
_ESCAPED = re.compile(rf"{ILLEGAL_XML_CHARACTER.pattern}|_(?=x[0-9A-Fa-f]{{4}}_)")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""How a workbook holds characters that XML cannot (ECMA-376 part 1, 22.9.2.19), carriage returns too."""


class XlsxFormat(TableFormat):
    """Excel workbooks: every sheet is a table."""

    name = "xlsx"
    suffixes: tuple[str, ...] = ENDINGS["xlsx"]
    output_suffix = ".xlsx"

    def library_errors(self) -> tuple[type[Exception], ...]:
        """None: what openpyxl raises is of common types, and is taken where it reads (``load_sheets``)."""
        return ()

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it is a zip file with parts of a workbook that are XML."""
        names = zip_member_names(file)
        return "xl/workbook.bin" not in names and any(name.startswith("xl/") for name in names)

    def open(self, file: SourceFile, options: ReadOptions) -> OpenTable:
        """See ``TableFormat``."""
        return OpenXlsx(file, options)


class OpenXlsx:
    """A workbook that is open; each of its sheets is a table, hidden ones too.

    Raises:
        InputError: if it is damaged or a bomb, a formula has no stored result, or no sheet holds a cell.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        self._file = file
        self._beyond = 0
        self._left_out = _checked_package(file, options)
        self._titles: list[str] = []
        heads: list[TableHead] = []
        self._first: list[int] = []
        self._header: list[int] = []
        for n, sheet in enumerate(load_sheets(file), 1):
            self._titles.append(sheet.title)
            first = list(islice(self._filled(sheet), SAMPLE_ROWS + MOST_TITLES + 1))
            rows = [[cell_text(cell) for cell in row] for _, row in first]
            part = f"sheet:{n}"
            head = make_head(rows, options, part, file.path) if rows else named_head((), (), part)
            heads.append(head)
            titles = len(head.titles)
            body = titles + head.has_header
            self._header.append(first[titles][0] if rows and head.has_header else 0)
            self._first.append(first[body][0] if len(first) > body else _MOST_ROWS + 1)
        self.heads = tuple(heads)
        if not any(head.names for head in heads):
            raise InputError(
                "holds no cells.", where=file.path, remedy="Check that it was exported completely."
            )
        sheets = sum(name.startswith(_SHEETS) for name in zip_member_names(file))
        self._left_out["part of the file"] += max(sheets - len(self._titles), 0)

    @property
    def left_out(self) -> dict[str, int]:
        """See ``OpenTable``."""
        return {
            **self._left_out,
            "row above the header": sum(len(head.titles) for head in self.heads),
            "cell beside the table": self._beyond,
        }

    def rows(self, *, beside: bool = False) -> Iterator[TableRow]:
        """See ``OpenTable``."""
        self._beyond = 0
        for table, number, row in self._rows():
            width = len(self.heads[table].names)
            cells = [cell_text(cell) for cell in row]
            beyond = [("cell beside the table", cell) for cell in cells[width:] if cell.strip()]
            self._beyond += len(beyond)
            yield TableRow(table, number, wide(cells, width), tuple(beyond) if beside else ())

    def write(self, plans: Sequence[TablePlan], new_rows: NewRows, target: BinaryIO) -> None:
        """See ``OpenTable``. Text stays text, so that no zero before a number is lost and nothing becomes a
        formula; looks of cells are kept."""
        with NewWorkbook() as workbook:
            self._write_rows(workbook, plans, new_rows)
            target.write(workbook.to_bytes())

    def _write_rows(self, workbook: NewWorkbook, plans: Sequence[TablePlan], new_rows: NewRows) -> None:
        sheets, titles = [], list[str]()
        for n, title in enumerate(self._titles, 1):
            known = headers.is_harmless_header(title) and _SHEET_TITLE.fullmatch(title)
            shown = title if known else f"Sheet {n}"
            titles.append(shown if shown not in titles else f"Sheet {n} {n}")
            texts = [c for c in plans[n - 1].columns if c.operator is not ColumnOperator.DROP]
            wide_columns = (
                i for i, c in enumerate(texts) if c.operator is ColumnOperator.TEXT and not c.label
            )
            sheets.append(workbook.add_sheet(titles[-1], wide_columns))
        new = iter(new_rows())
        kept = [kept_columns(plan) for plan in plans]
        styled = [_StyledCells(sheet) for sheet in sheets]
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
            shift = len(head.titles)
            for _ in range(max(number - shift - at[table] - 1, 0)):
                sheets[table].append([])
            at[table] = max(number - shift, at[table] + 1)
            sheets[table].append(made)

    def _cell(self, styled: _StyledCells, text: str, old: Any, head: TableHead, number: int) -> Any:
        """A cell with its old number where its text stays, else with text."""
        if len(text) > _CELL_CHARACTERS:
            raise InputError(
                f"{head.part}/row:{number}: the text with its replacements has {len(text):,} "
                f"characters; a cell holds {_CELL_CHARACTERS:,}.",
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
        for table, sheet in enumerate(load_sheets(self._file)):
            for number, row in self._filled(sheet):
                if number >= self._first[table] or (with_header and number == self._header[table]):
                    yield table, number, row

    def _filled(self, sheet: Any) -> Iterator[_Row]:
        """Number and cells of the rows that hold anything."""
        rows, number = sheet_rows(sheet, self._file), 0
        while True:
            with _quiet_openpyxl():  # not while somebody else works on a row
                several = list(islice(rows, _AT_ONCE))
            for row in several:
                number += 1
                if number > _MOST_ROWS:  # the library makes every empty row before the next filled one
                    raise _too_far_error(self._file, f"a row beyond the {_MOST_ROWS:,} that Excel has")
                if any(cell_text(cell) for cell in row):
                    yield number, row
            if len(several) < _AT_ONCE:
                return


class _StyledCells:
    """Makes cells of a new sheet that look like given ones; each style is copied once."""

    def __init__(self, sheet: Any) -> None:
        self._sheet = sheet
        self._made: dict[Any, dict[str, Any]] = {}

    def cell(self, value: str, old: Any) -> Any:
        """A cell with the value as text (never as a formula); None for an empty one."""
        from openpyxl.cell import WriteOnlyCell

        if not value:
            return None
        cell = WriteOnlyCell(self._sheet, _ESCAPED.sub(lambda m: f"_x{ord(m[0]):04X}_", value))
        cell.data_type = "s"
        return self._styled(cell, old)

    def typed(self, value: Any, old: Any) -> Any:
        """A cell with a number or a truth value."""
        from openpyxl.cell import WriteOnlyCell

        return self._styled(WriteOnlyCell(self._sheet, value), old)

    def _styled(self, cell: Any, old: Any) -> Any:
        """The cell with the looks of another."""
        if old is not None and getattr(old, "has_style", False):
            key = old.style_array.tobytes() if hasattr(old, "style_array") else None
            style = self._made.get(key) if key is not None else None
            if style is None:
                try:
                    style = _cell_style(old)
                except IndexError:  # a damaged file names looks that it does not have
                    style = {}
                if key is not None:
                    self._made[key] = style
            for name, part in style.items():
                setattr(cell, name, part)
        return cell


def _cell_style(cell: Any) -> dict[str, Any]:
    """Font, fill, border and alignment of a cell, as far as they are names of the standard, colours and small
    numbers. Number formats can hold text and are not taken."""
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

    font, fill, border, alignment = cell.font, cell.fill, cell.border, cell.alignment
    sides = {
        name: Side(style=side.style, color=_color(side.color))
        for name in ("left", "right", "top", "bottom")
        if (side := getattr(border, name)) is not None
    }
    pattern = fill if isinstance(fill, PatternFill) else PatternFill()
    return {
        "font": Font(
            name=font.name if font.name and is_known_font(font.name) else "Calibri",
            sz=min(round(font.sz or 11, 1), 409),
            color=_color(font.color),
            **{k: getattr(font, k) for k in ("b", "i", "u", "strike", "vertAlign")},
        ),
        "fill": PatternFill(
            patternType=pattern.patternType,
            fgColor=_color(pattern.fgColor) or "00000000",
            bgColor=_color(pattern.bgColor) or "00000000",
        ),
        "border": Border(**sides),
        "alignment": Alignment(
            horizontal=alignment.horizontal, vertical=alignment.vertical, wrap_text=alignment.wrap_text
        ),
    }


def _color(color: Any) -> Any:
    """The colour if it is one of the usual kinds with a usual number; else None."""
    if color is None:
        return None
    value = color.value
    known = re.fullmatch(r"[0-9A-Fa-f]{8}", value) if isinstance(value, str) else 0 <= int(value) <= 64
    if not known:
        return None
    from openpyxl.styles import Color

    if isinstance(value, str):
        return Color(rgb=f"FF{value[2:]}")
    return Color(**{color.type: int(value)}, tint=round(max(-1.0, min(1.0, color.tint or 0)), 2))


def load_sheets(file: SourceFile) -> Iterator[Any]:
    """The worksheets, each to be read as a stream.

    Raises:
        InputError: if the file is damaged.
    """
    from openpyxl import load_workbook

    with _quiet_openpyxl(), _openpyxl_errors(file):
        workbook = load_workbook(io.BytesIO(file.data), read_only=True, data_only=True, keep_links=False)
    try:
        yield from workbook.worksheets
    finally:
        workbook.close()


@contextmanager
def _quiet_openpyxl() -> Iterator[None]:
    """The library prints and warns of styles that it cannot place: nothing of a file belongs there."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _openpyxl_errors(file: SourceFile) -> Iterator[None]:
    """Makes an ``InputError`` of what openpyxl raises on a damaged workbook; its messages may quote cells."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, SyntaxError, IndexError, *ZIP_DAMAGE_ERRORS) as e:
        raise InputError(
            f"cannot be read as an Excel workbook ({type(e).__name__}): it is damaged.",
            where=file.path,
            remedy="Open it in Excel or LibreOffice and save it again as .xlsx.",
        ) from None


def sheet_rows(sheet: Any, file: SourceFile) -> Iterator[tuple[Any, ...]]:
    """The cells of each row. Only openpyxl runs within: errors of who takes the rows stay what they are."""
    with _openpyxl_errors(file):
        sheet.reset_dimensions()  # the size it declares may leave cells out
        yield from sheet.iter_rows()


def _too_far_error(file: SourceFile, what: str) -> InputError:
    """The error for a sheet with more rows than are taken."""
    return InputError(
        f"has {what}.",
        where=file.path,
        remedy="Delete what stands far below or to the right of the table, or save the sheet as CSV.",
    )


def cell_text(cell: Any) -> str:
    """What a cell holds, as text; dates in ISO form."""
    value = cell.value if cell is not None else None
    if value is None:
        return ""
    if isinstance(value, str):
        return _ESCAPE.sub(lambda m: chr(int(m[1], 16)), value) if "_x" in value else value
    if isinstance(value, dt.datetime):
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(" ")
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


# -- the package -----------------------------------------------------------------------------------------


def _checked_package(file: SourceFile, options: ReadOptions) -> Counter[str]:
    """How many things of the package are in no copy, by kind.

    Raises:
        InputError: if the file is damaged or a bomb, is of the strict form, which openpyxl does not read, or
            a formula has no stored result.
    """
    left_out = Counter({"part of the file": 0})
    with open_zip(file.data, options.limits, file.path) as archive:
        for info in archive.infolist():
            name = info.filename
            left_out["part of the file"] += not _COPIED_PARTS.fullmatch(name)
            if not name.endswith(".xml") or name == "xl/sharedStrings.xml":
                continue
            data = read_member(archive, info, options.limits, file.path)
            is_sheet = b"sheetData" in data or b"<!DOCTYPE" in data  # which may lie anywhere
            if not is_sheet and name != "xl/workbook.xml":
                continue
            if _STRICT in data:
                raise InputError(
                    "is an Excel workbook of the strict form, which cannot be read.",
                    where=file.path,
                    remedy="Save it in Excel as 'Excel Workbook (*.xlsx)'.",
                )
            found = Counter(_LEFT_OUT_OF_SHEETS[kind] for kind in _ELEMENT_LEFT_OUT.findall(data))
            left_out.update(found)
            cell = _first_unresolved(data, file.path, name) if found["formula"] or b"<!" in data else ""
            if cell:
                raise InputError(
                    f"{name}, cell {cell} has a formula without its result, so that what it shows is not in "
                    "the file.",
                    where=file.path,
                    remedy="Open it in Excel or LibreOffice and save it there.",
                )
    return left_out


def _first_unresolved(data: bytes, where: str, part: str) -> str:
    for element in iterate_untrusted_xml(data, where, part):
        if element.tag != f"{_MAIN}c":
            continue
        inline = element.find(f"{_MAIN}is")
        result = element.findtext(f"{_MAIN}v") or (inline is not None and len(inline))
        empty_text = element.get("t") == "str"  # a formula may well result in no text
        if element.find(f"{_MAIN}f") is not None and not result and not empty_text:
            return element.get("r", "without a name")
        element.clear()
    return ""
