"""Excel workbooks (``.xlsx``, ``.xlsm``): every sheet is a table.

Cells are read and written through openpyxl. What it does not show (formulas without a stored result, texts
of other parts) is read from the package itself, in the second half of this module.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.builtin_names import is_known_font
from chartveil.formats.endings import ENDINGS
from chartveil.formats.file_signatures import zip_member_names
from chartveil.formats.safe_xml import ILLEGAL_XML_CHARACTER, iterate_untrusted_xml
from chartveil.formats.tables import columns, headers
from chartveil.formats.tables.new_workbook import NewWorkbook
from chartveil.formats.zips import ZIP_DAMAGE_ERRORS, open_zip, read_member

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
COPIED_PARTS = re.compile(
    r"\[Content_Types\]\.xml|.*\.rels|.*/|xl/(?:workbook|styles|sharedStrings)\.xml|"
    r"xl/(?:worksheets|theme)/[^/]+\.xml"
)
"""Members of a workbook of which a copy has the like."""
CELL_CHARACTERS = 32767
"""Most characters in one cell, as Excel documents it; openpyxl cuts longer texts without a word."""
MOST_ROWS = 1_048_576
_MOST_CELLS = 20_000_000
"""Most cells of a sheet that are held, with the empty ones before a filled one: some 160 MB."""
SHEET_TITLE = re.compile(r"[^\[\]:*?/\\']{1,31}")
"""Sheet titles that may stand in a copy."""
_ESCAPED = re.compile(rf"{ILLEGAL_XML_CHARACTER.pattern}|_(?=x[0-9A-Fa-f]{{4}}_)")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""How a workbook holds characters that XML cannot (ECMA-376 part 1, 22.9.2.19), carriage returns too."""


@dataclass(frozen=True)
class _Sheet:
    """One worksheet.

    Attributes:
        number: from 1, in the order of the workbook.
        title: its title, which may hold PHI.
        rows: cells of each row that has any, by row number from 1; None where a row lacks a cell.
        header: number of the header's row; None if there is none.
        plan: its columns; without text columns where the sheet has none.
    """

    number: int
    title: str
    rows: list[tuple[int, tuple[Any, ...]]]
    header: int | None
    plan: columns.ColumnPlan

    @property
    def part(self) -> str:
        return f"sheet:{self.number}"


class XlsxFormat:
    """Excel workbooks: every sheet is a table."""

    name = "xlsx"
    suffixes: tuple[str, ...] = ENDINGS["xlsx"]
    output_suffix = ".xlsx"

    def library_errors(self) -> tuple[type[Exception], ...]:
        """None: what openpyxl raises is of common types, and is taken where it reads (``_sheets``)."""
        return ()

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it is a zip file with parts of a workbook that are XML."""
        names = zip_member_names(file)
        return "xl/workbook.bin" not in names and any(name.startswith("xl/") for name in names)

    def describe_columns(self, file: SourceFile, options: ReadOptions) -> list[columns.ChosenColumns]:
        """See ``TableFormat``; sheets without text are left out."""
        return [s.plan.chosen_columns(s.part) for s in _sheets(file, options) if s.plan.text]

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """One document for each filled cell of the text columns, hidden ones included.

        Numbers and dates in a text column are read as text, as a date alone identifies too.

        Raises:
            InputError: if the file is damaged or a bomb, a formula has no stored result, a named column is
                on no sheet, or no row has text.
        """
        found = []
        sheets = _sheets(file, options)
        for sheet in sheets:
            for _, _, documents in self._documents(file, sheet, options):
                found += [document for _, document in documents]
        if not found:
            raise columns.no_text_error(file.path, options.text_columns or ("the one guessed",))
        parts = sum(not COPIED_PARTS.fullmatch(name) for name in zip_member_names(file))
        return columns.with_left_out(found, [s.plan for s in sheets], {"part of the file": parts})

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """A new workbook with headers, de-identified text and ids; other cells are empty.

        Fonts, fills, borders and alignment of text and header cells are kept.

        Raises:
            InputError: as ``read`` does, and if a text grew longer than a cell can be.
            KeyError: if a document has no entry in ``replacements``.
        """
        titles: list[str] = []
        with NewWorkbook() as workbook:
            for sheet in _sheets(file, options):
                known = headers.is_harmless_header(sheet.title) and SHEET_TITLE.fullmatch(sheet.title)
                title = sheet.title if known else f"Sheet {sheet.number}"
                titles.append(title if title not in titles else f"Sheet {sheet.number} {len(titles)}")
                target = workbook.add_sheet(titles[-1], wide_columns=sheet.plan.text)
                self._write_sheet(target, file, sheet, options, replacements)
            return workbook.to_bytes()

    def _documents(
        self, file: SourceFile, sheet: _Sheet, options: ReadOptions
    ) -> Iterator[tuple[int, tuple[Any, ...], list[tuple[int, Document]]]]:
        for number, row in sheet.rows:
            if number == sheet.header:
                continue
            part = f"{sheet.part}/row:{number}"
            cells = [cell_text(cell) for cell in row]
            yield number, row, columns.row_documents(file, self.name, sheet.plan, part, cells, options)

    def _write_sheet(
        self,
        target: Any,
        file: SourceFile,
        sheet: _Sheet,
        options: ReadOptions,
        replacements: Mapping[str, Sequence[Replacement]],
    ) -> None:
        done: dict[int, list[Any]] = {}
        styled = StyledCells(target)
        for number, row, documents in self._documents(file, sheet, options):
            values = columns.deidentified_row(sheet.plan, len(row), documents, replacements)
            long = [v for v in values if len(v) > CELL_CHARACTERS]
            if long:
                raise InputError(
                    f"{sheet.part}/row:{number}: the text with its replacements has {len(long[0]):,} "
                    f"characters; a cell holds {CELL_CHARACTERS:,}.",
                    where=file.path,
                    remedy="Save the table as CSV and give that, or use shorter tags.",
                )
            done[number] = [styled.cell(v, old) for v, old in zip(values, row, strict=True)]
        if sheet.header is not None:
            row = next(row for number, row in sheet.rows if number == sheet.header)
            labels = sheet.plan.labels
            done[sheet.header] = [
                styled.cell(labels[i] if cell_text(old).strip() else "", old) for i, old in enumerate(row)
            ]
        last = 0
        for number in sorted(done):
            for _ in range(number - last - 1):
                target.append([])
            target.append(done[number])
            last = number


class StyledCells:
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


def _sheets(file: SourceFile, options: ReadOptions) -> list[_Sheet]:
    """The worksheets with their columns chosen.

    Raises:
        InputError: as ``XlsxFormat.read``.
    """
    with quiet_openpyxl():
        found = [_sheet(n, sheet, file, options) for n, sheet in enumerate(load_sheets(file, options), 1)]
    _require_columns(found, file, options)
    return found


def load_sheets(file: SourceFile, options: ReadOptions) -> Iterator[Any]:
    """The worksheets, each to be read as a stream.

    Raises:
        InputError: if the file is damaged or a bomb, or a formula has no stored result.
    """
    from openpyxl import load_workbook

    with open_zip(file.data, options.limits, file.path) as archive:
        formula = first_unresolved_formula(archive, options.limits, file.path)
    if formula:
        raise InputError(
            f"{formula} has a formula without its result, so that what it shows is not in the file.",
            where=file.path,
            remedy="Open it in Excel or LibreOffice and save it there.",
        )
    with quiet_openpyxl(), _openpyxl_errors(file):
        workbook = load_workbook(io.BytesIO(file.data), read_only=True, data_only=True, keep_links=False)
    try:
        yield from workbook.worksheets
    finally:
        workbook.close()


@contextmanager
def quiet_openpyxl() -> Iterator[None]:
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


def _require_columns(found: Sequence[_Sheet], file: SourceFile, options: ReadOptions) -> None:
    """Refuses a workbook of which no sheet has the named columns, or text.

    Raises:
        InputError: in either case, with the columns that there are.
    """
    names = [name for name in (*options.text_columns, options.id_column, options.patient_column) if name]
    known = {headers.header_words(n) or (n,) for sheet in found for n in sheet.plan.names}
    missing = [name for name in names if (headers.header_words(name) or (name,)) not in known]
    if missing or not any(sheet.plan.text for sheet in found):
        first = next((s for s in found if s.rows), None)
        if first is None:
            raise InputError(
                "holds no cells.", where=file.path, remedy="Check that it was exported completely."
            )
        what = f"no sheet has a column '{missing[0]}'." if missing else "no column looks like text."
        listing = ", ".join(dict.fromkeys(label for s in found for label in s.plan.labels))
        raise InputError(what, where=file.path, remedy=f"Name one of its columns: {listing}.")


def _sheet(number: int, sheet: Any, file: SourceFile, options: ReadOptions) -> _Sheet:
    rows: list[tuple[int, tuple[Any, ...]]] = []
    held = 0
    for i, row in enumerate(sheet_rows(sheet, file), 1):
        if i > MOST_ROWS:  # the library makes every empty row before the next filled one
            raise too_far_error(file, f"a row beyond the {MOST_ROWS:,} that Excel has")
        if any(cell_text(cell) for cell in row):
            rows.append((i, row))
            columns.check_row_count(len(rows), options.limits, file.path)
            held += len(row)
            if held > _MOST_CELLS:
                raise too_far_error(
                    file, f"more than {_MOST_CELLS:,} cells, empty ones before filled ones counted"
                )
    texts = [[cell_text(cell) for cell in row] for _, row in rows[: columns.SAMPLE_ROWS + 1]]
    header = None
    names: list[str] = [""] * max((len(row) for _, row in rows), default=0)
    if texts and columns.first_row_is_header(texts[0], texts[1:], options):
        header = rows[0][0]
        names[: len(texts[0])] = texts[0]
        texts = texts[1:]
    plan = columns.choose_columns(names, texts, options, file.path, lenient=True)
    return _Sheet(number, sheet.title, rows, header, plan)


def too_far_error(file: SourceFile, what: str) -> InputError:
    """The error for a sheet with more rows or columns than are taken."""
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


def first_unresolved_formula(archive: zipfile.ZipFile, limits: InputLimits, where: str) -> str:
    """The first cell with a formula and no stored result, as ``xl/worksheets/sheet1.xml, cell B7``.

    Empty if there is none.

    Raises:
        InputError: if a sheet is damaged.
    """
    for info in archive.infolist():
        if not info.filename.startswith("xl/worksheets/") or not info.filename.endswith(".xml"):
            continue
        data = read_member(archive, info, limits, where)
        if b"<f" not in data and b":f" not in data:
            continue
        cell = _first_unresolved(data, where, info.filename)
        if cell:
            return f"{info.filename}, cell {cell}"
    return ""


def _first_unresolved(data: bytes, where: str, part: str) -> str:
    for element in iterate_untrusted_xml(data, where, part):
        if element.tag not in (f"{_MAIN}c", f"{_STRICT}c"):
            continue
        space = str(element.tag)[:-1]
        inline = element.find(f"{space}is")
        result = element.findtext(f"{space}v") or (inline is not None and len(inline))
        empty_text = element.get("t") == "str"  # a formula may well result in no text
        if element.find(f"{space}f") is not None and not result and not empty_text:
            return element.get("r", "without a name")
        element.clear()
    return ""
