"""Reads the table of a file of patients: CSV, TSV or Excel."""

from __future__ import annotations

import datetime as dt
import io
import re
from dataclasses import dataclass
from pathlib import Path

from chartveil.errors import InputError, ResourceError
from chartveil.formats.base import InputLimits
from chartveil.formats.delimited import DelimitedDialect, split_records

TABLE_SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".xlsx")
_SEPARATOR = re.compile(r"\ufeff?\"?sep=([,;|\t])\"?[,;|\t]*(?:\r\n|\r|\n)", re.IGNORECASE)
"""What Excel writes before the header: the sign that parts cells."""
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class PatientTable:
    """Cells of a file: the header, and each row with the number of its line."""

    header: list[str]
    rows: list[tuple[int, list[str]]]


def read_patient_table(path: Path) -> PatientTable:
    """Reads a table: CSV or TSV in UTF-8, or the first sheet of an Excel workbook.

    Raises:
        ResourceError: if it cannot be read. The message names file and line, never a cell.
    """
    try:
        if path.suffix.lower() not in TABLE_SUFFIXES:
            raise table_error(path, "is no table of patients.", "Give a .csv, .tsv or .xlsx file.")
        if path.exists() and not path.is_file():
            # A pipe would be waited for, a device read without end.
            raise table_error(path, "is no file.", "Give a .csv, .tsv or .xlsx file.")
        limits = InputLimits()
        if path.stat().st_size > limits.file_bytes:
            raise table_error(path, "is too large.", "Give one row a patient, without documents.")
        data = path.read_bytes()
    except OSError as e:
        raise table_error(
            path, f"cannot be read ({type(e).__name__}).", "Check the path and your rights."
        ) from None
    return _sheet(path, data, limits) if path.suffix.lower() == ".xlsx" else _text(path, data)


def table_error(path: Path, what: str, remedy: str, line: int = 0) -> ResourceError:
    return ResourceError(what, where=f"{path}, line {line}" if line else str(path), remedy=remedy)


def _text(path: Path, data: bytes) -> PatientTable:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        raise table_error(path, "is not in UTF-8.", "Save it as CSV in UTF-8.", line) from None
    if not text.strip():
        raise table_error(path, "is empty.", "Export it again, with a header.")
    rows: list[tuple[int, list[str]]] = []
    line = 1
    if said := _SEPARATOR.match(text):
        dialect = DelimitedDialect(said[1])
        text, line = text[said.end() :], 2
    else:
        # The header tells what parts cells: its own words hold none of these signs.
        header = text.strip().splitlines()[0]
        signs = "\t,;|" if path.suffix.lower() in (".tsv", ".tab") else ",;\t|"
        dialect = DelimitedDialect(max(signs, key=header.count))
    try:
        for record in split_records(text, dialect):
            if any(f.strip() for f in record.fields):
                rows.append((line, [dialect.field_value(f).strip() for f in record.fields]))
            line += 1 + sum(len(_LINE_END.findall(f)) for f in record.fields)
    except ValueError:
        what = "has a quote that is not closed, or one inside a cell that is not doubled."
        raise table_error(path, what, "Export it again, with quotes around text.", line) from None
    if not rows:
        raise table_error(path, "is empty.", "Export it again, with a header.")
    return PatientTable(rows[0][1], rows[1:])


def _sheet(path: Path, data: bytes, limits: InputLimits) -> PatientTable:
    from openpyxl import load_workbook

    from chartveil.formats.zips import ZIP_DAMAGE_ERRORS, open_zip

    rows: list[tuple[int, list[str]]] = []
    try:
        open_zip(data, limits, str(path)).close()
        workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            sheet = workbook.worksheets[0]
            sheet.reset_dimensions()  # the size it declares may leave cells out
            for line, row in enumerate(sheet.iter_rows(values_only=True), 1):
                cells = [_cell(value) for value in row]
                if any(cells):
                    rows.append((line, cells))
        finally:
            workbook.close()
    except InputError as e:
        raise table_error(path, e.what, e.remedy) from None
    except (KeyError, TypeError, AttributeError, SyntaxError, IndexError, *ZIP_DAMAGE_ERRORS) as e:
        # What the library says of a damaged workbook may quote cells.
        what = f"cannot be read as an Excel workbook ({type(e).__name__})."
        raise table_error(path, what, "Save it as CSV in UTF-8.") from None
    if not rows:
        raise table_error(path, "has an empty first sheet.", "Put the patients on the first sheet.")
    width = max(len(cells) for _, cells in rows)
    padded = [(line, cells + [""] * (width - len(cells))) for line, cells in rows]
    return PatientTable(padded[0][1], padded[1:])


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()
