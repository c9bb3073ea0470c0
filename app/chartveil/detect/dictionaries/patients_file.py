"""Reads a file of patients: one row a patient, with a header, as a clinic's program exports it."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chartveil.detect.dictionaries.births import order_of, read_birth
from chartveil.detect.dictionaries.dossier import PatientFacts
from chartveil.detect.dictionaries.known_names import name_words
from chartveil.detect.dictionaries.patients import PatientRow
from chartveil.detect.dictionaries.patients_columns import Column, column_of
from chartveil.detect.dictionaries.spelling import number_key
from chartveil.domain import Label
from chartveil.errors import InputError, ResourceError
from chartveil.formats.base import Limits
from chartveil.formats.delimited import Dialect, records
from chartveil.formats.headers import looks_like_header

SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".xlsx")
_TELL = frozenset((Column.ID, Column.NAME, Column.LAST, Column.NUMBER))
"""Without one of these a file tells of nobody."""
_EMPTY = frozenset(
    "|-|–|—|.|?|n/a|nan|nil|null|none|unk|unknown|not known|not available|not given|refused|declined|self|"
    "same|same as above|tbd|xxx".split("|")
)
"""What stands in a cell where nothing is known."""
_NO_EMPLOYER = frozenset(
    "no retired unemployed disabled student homemaker housewife self-employed freelance child".split()
)
_RELATION = frozenset(
    "mother father mom dad wife husband spouse partner son daughter child sister brother sibling aunt uncle "
    "cousin niece nephew grandmother grandfather grandson granddaughter guardian friend neighbor neighbour "
    "parent caregiver emergency contact next kin relative step fiance fiancee ex law in".split()
)
_PHONE = re.compile(r"\+?\(?\d[\d().\-/ ]{5,}\d(?:\s?(?:x|ext\.?)\s?\d+)?")
_ADDED = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_ZIP = re.compile(r"\b(\d{5})(?:-\d{4})?$")
_STATE = re.compile(r"\b[A-Z]{2}$|^(?:USA|U\.S\.A\.?|United States)$")
_UNIT = re.compile(r"(?i)^(?:apt|apartment|unit|suite|ste|floor|fl|room|rm|#)\b|^#")
_PARTED = re.compile(r"[;\r\n]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SHOWN = 12
"""Columns named in a remark."""


@dataclass(frozen=True)
class PatientsFile:
    """A file of patients, read.

    Attributes:
        rows: its patients. PHI.
        columns: what columns were taken for, by their headers in order.
        unused: headers of columns that were not used.
        remarks: what the user should know, a sentence each; nothing of any cell.
    """

    rows: tuple[PatientRow, ...] = field(repr=False)
    columns: tuple[tuple[str, str], ...]
    unused: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """Cells of a file: the header, and each row with the number of its line."""

    header: list[str]
    rows: list[tuple[int, list[str]]]


def load_patients(path: Path) -> PatientsFile:
    """Reads a file of patients: CSV or TSV in UTF-8, or the first sheet of an Excel workbook.

    Raises:
        ResourceError: if it cannot be read, has no header that tells of patients, or a row does not fit it.
            The message names file and line, never a cell.
    """
    try:
        if path.suffix.lower() not in SUFFIXES:
            raise _error(path, "is no table of patients.", "Give a .csv, .tsv or .xlsx file.")
        limits = Limits()
        if path.stat().st_size > limits.file_bytes:
            raise _error(path, "is too large.", "Give one row a patient, without documents.")
        data = path.read_bytes()
    except OSError as e:
        raise _error(
            path, f"cannot be read ({type(e).__name__}).", "Check the path and your rights."
        ) from None
    table = _sheet(path, data, limits) if path.suffix.lower() == ".xlsx" else _text(path, data)
    return _patients(path, table)


def _error(path: Path, what: str, remedy: str, line: int = 0) -> ResourceError:
    return ResourceError(what, where=f"{path}, line {line}" if line else str(path), remedy=remedy)


def _text(path: Path, data: bytes) -> _Table:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        raise _error(path, "is not in UTF-8.", "Save it as CSV in UTF-8.", line) from None
    if not text.strip():
        raise _error(path, "is empty.", "Export it again, with a header.")
    # The header tells what parts cells: its own words hold none of these signs.
    header = text.strip().splitlines()[0]
    signs = "\t,;|" if path.suffix.lower() in (".tsv", ".tab") else ",;\t|"
    dialect = Dialect(max(signs, key=header.count))
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for record in records(text, dialect):
            if any(f.strip() for f in record.fields):
                rows.append((line, [dialect.value(f).strip() for f in record.fields]))
            line += 1 + sum(len(_LINE_END.findall(f)) for f in record.fields)
    except ValueError:
        what = "has a quote that is not closed, or one inside a cell that is not doubled."
        raise _error(path, what, "Export it again, with quotes around text.", line) from None
    return _Table(rows[0][1], rows[1:])


def _sheet(path: Path, data: bytes, limits: Limits) -> _Table:
    from openpyxl import load_workbook

    from chartveil.formats.zips import DAMAGED, open_zip

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
        raise _error(path, e.what, e.remedy) from None
    except (KeyError, TypeError, AttributeError, SyntaxError, IndexError, *DAMAGED) as e:
        # What the library says of a damaged workbook may quote cells.
        what = f"cannot be read as an Excel workbook ({type(e).__name__})."
        raise _error(path, what, "Save it as CSV in UTF-8.") from None
    if not rows:
        raise _error(path, "has an empty first sheet.", "Put the patients on the first sheet.")
    width = max(len(cells) for _, cells in rows)
    padded = [(line, cells + [""] * (width - len(cells))) for line, cells in rows]
    return _Table(padded[0][1], padded[1:])


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _patients(path: Path, table: _Table) -> PatientsFile:
    known = [column_of(h) for h in table.header]
    if not any(k is not None and k[0] in _TELL for k in known):
        # Its first row may be a patient: none of it is quoted.
        raise _error(
            path,
            "has no header that tells of patients.",
            "Begin it with a line of column names, such as id, first name, last name, date of birth, MRN.",
            1,
        )
    width = len(table.header)
    for line, cells in table.rows:
        if len(cells) != width and (len(cells) < width or any(cells[width:])):
            what = f"has {len(cells)} cells where the header has {width}."
            raise _error(path, what, "Put quotes around cells that hold the separator.", line)
    reader = _Rows(table, known)
    rows = reader.rows()
    if not rows:
        raise _error(path, "has a header and no patient.", "Export it again, with its rows.")
    used, unused = [], []
    for i, (header, column) in enumerate(zip(table.header, known, strict=True)):
        # What does not look like a name of a column may be a cell of a file without a header.
        named = header if looks_like_header(header) else f"column {i + 1}"
        if column is not None and column[0] is not Column.PLAIN:
            used.append((named, str(column[1] or column[0])))
        elif column is None and header.strip():
            unused.append(named)
    return PatientsFile(tuple(rows), tuple(used), tuple(unused), tuple(reader.remarks(rows, unused)))


class _Rows:
    """Makes patients of the rows of a table."""

    def __init__(self, table: _Table, known: Sequence[tuple[Column, Label | None] | None]) -> None:
        self._table = table
        self._at: dict[Column, list[int]] = {}
        self._labels: dict[int, Label] = {}
        for i, column in enumerate(known):
            if column is not None:
                self._at.setdefault(column[0], []).append(i)
                if column[1] is not None:
                    self._labels[i] = column[1]
        self._orders = order_of([c for _, cells in table.rows for c in self._cells(cells, Column.BIRTH)])
        self._no_birth: list[int] = []
        self._lines: list[int] = []

    def rows(self) -> list[PatientRow]:
        """The patients, in order; rows without anything to look for are left out."""
        made = []
        for line, cells in self._table.rows:
            row = self._row(line, cells)
            if row.id or row.facts != PatientFacts():
                made.append(row)
                self._lines.append(line)
        return made

    def remarks(self, rows: Sequence[PatientRow], unused: Sequence[str]) -> Iterator[str]:
        """What the user should know of the file."""
        if unused:
            more = f" and {len(unused) - _SHOWN} more" if len(unused) > _SHOWN else ""
            yield f"Columns not used: {', '.join(unused[:_SHOWN])}{more}."
        if self._no_birth:
            n = len(self._no_birth)
            yield f"{_rows(n)} a date of birth that cannot be read, the first in line {self._no_birth[0]}."
        counts = Counter(number_key(r.id) for r in rows if r.id)
        twice = [line for line, r in zip(self._lines, rows, strict=True) if counts[number_key(r.id)] > 1]
        if twice:
            yield (
                f"{_rows(len(twice))} the id of another, the first in line {twice[0]}: such an id tells "
                "nobody from the others."
            )

    def _cells(self, cells: Sequence[str], *columns: Column) -> list[str]:
        """What stands in columns, values that ``;`` parts one by one."""
        return [value for column in columns for i in self._at.get(column, ()) for value in _values(cells[i])]

    def _row(self, line: int, cells: Sequence[str]) -> PatientRow:
        numbers = [
            (self._labels.get(i, Label.IDNUM), value)
            for i in self._at.get(Column.NUMBER, ())
            for value in _values(cells[i])
        ]
        phones = self._cells(cells, Column.PHONE)
        relatives = []
        for cell in self._cells(cells, Column.RELATIVE):
            phones += _PHONE.findall(cell)
            if name := _relative(cell):
                relatives.append(name)
        streets: list[str] = []
        cities, zips = self._cells(cells, Column.CITY), self._cells(cells, Column.ZIP)
        for cell in self._cells(cells, Column.ADDRESS):
            _address(cell, streets, cities, zips)
        given = self._cells(cells, Column.BIRTH)
        births = frozenset(day for cell in given for day in read_birth(cell, self._orders))
        if given and not births:
            self._no_birth.append(line)
        ids = self._cells(cells, Column.ID)
        # An id column may as well hold names.
        named = [v for v in ids if not any(map(str.isdigit, v)) and len(v.split()) > 1]
        id = next((v for v in ids if v not in named), "")
        if id and number_key(id) not in {number_key(n) for _, n in numbers}:
            numbers.insert(0, (Label.IDNUM, id))
        facts = PatientFacts(
            names=tuple(dict.fromkeys([*self._names(cells), *named])),
            relatives=tuple(relatives),
            numbers=tuple(numbers),
            phones=tuple(phones),
            addresses=tuple(streets),
            births=births,
            emails=tuple(v for v in self._cells(cells, Column.EMAIL) if "@" in v),
            cities=tuple(c for c in cities if not any(map(str.isdigit, c))),
            zips=tuple(zips),
            employers=tuple(
                e for e in self._cells(cells, Column.EMPLOYER) if e.casefold() not in _NO_EMPLOYER
            ),
        )
        return PatientRow(id, facts)

    def _names(self, cells: Sequence[str]) -> Iterator[str]:
        """Whole names, and other names with the first name before them where they are one word."""
        yield from self._cells(cells, Column.NAME)
        first = " ".join(self._cells(cells, Column.FIRST))
        middle = " ".join(self._cells(cells, Column.MIDDLE))
        last = " ".join(self._cells(cells, Column.LAST))
        if first or last:
            yield " ".join(p for p in (first, middle, last) if p)
        for other in self._cells(cells, Column.OTHER):
            yield other
            if len(name_words(other)) == 1:
                yield from (f"{a} {b}" for a, b in ((first, other), (other, last)) if a and b)


def _rows(n: int) -> str:
    return "1 row has" if n == 1 else f"{n} rows have"


def _values(cell: str) -> list[str]:
    if not cell:
        return []
    parts = map(str.strip, _PARTED.split(cell)) if ";" in cell or "\n" in cell or "\r" in cell else (cell,)
    return [p for p in parts if p != "NA" and p.casefold() not in _EMPTY]


def _relative(cell: str) -> str:
    """The name in a cell such as ``Jan Foley (husband) 313-555-0199``."""
    bare = _ADDED.sub(" ", _PHONE.sub(" ", cell)).replace(":", " ").replace("-", " - ")
    words = [w for w in bare.split() if w.strip(",.").casefold() not in _RELATION]
    name = " ".join(words).replace(" - ", "-").strip(" ,-/")
    return name if any(map(str.isalpha, name)) else ""


def _address(cell: str, streets: list[str], cities: list[str], zips: list[str]) -> None:
    """Parts of an address in one cell: ``14 Tanner's Row, Apt 3, Grand Rapids, MI 49503``."""
    first, *others = (part.strip() for part in cell.split(","))
    if len(others) == 0 or any(map(str.isdigit, first)):
        streets.append(first)
    else:
        cities.append(first)
    for part in others:
        if m := _ZIP.search(part):
            zips.append(m[1])
            part = part[: m.start()].strip()
        part = _STATE.sub("", part).strip()
        if _UNIT.match(part) or any(map(str.isdigit, part)):
            streets.append(part)
        elif part:
            cities.append(part)
