"""Reads the table of a file of patients: CSV, TSV or Excel."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from chartveil.detection.lists.birth_dates import date_orders_of_column, read_birth_date
from chartveil.detection.lists.dossier import PatientFacts
from chartveil.detection.lists.dossier_names import name_words
from chartveil.detection.lists.misspellings import number_key
from chartveil.detection.lists.patients import PatientRow
from chartveil.domain.errors import InputError, ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import REINSTALL, read_toml
from chartveil.formats.base import InputLimits
from chartveil.formats.tables.delimited_records import DelimitedDialect, split_records
from chartveil.formats.tables.headers import header_words, looks_like_header
from chartveil.lexicon.term_keys import phrase_key

TABLE_SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".xlsx")
_SEPARATOR = re.compile(r"\ufeff?\"?sep=([,;|\t])\"?[,;|\t]*(?:\r\n|\r|\n)", re.IGNORECASE)
"""The line that Excel writes before the header: it names the separator of cells."""
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
    """An error about a file of patients, with the line where there is one."""
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


# What a column of a file of patients holds, by its header.


class PatientColumn(StrEnum):
    """The content of a column."""

    ID = "id"
    FULL_NAME = "name"
    FIRST_NAME = "first name"
    MIDDLE_NAME = "middle name"
    LAST_NAME = "last name"
    OTHER_NAME = "other name"
    """Maiden and former names, nicknames."""
    RELATIVE = "relative"
    BIRTH_DATE = "day of birth"
    NUMBER = "number"
    PHONE = "telephone"
    EMAIL = "e-mail"
    ADDRESS = "address"
    CITY = "city"
    ZIP = "postal code"
    EMPLOYER = "employer"
    NOT_USED = "nothing that is looked for"


@dataclass(frozen=True)
class _KnownWords:
    """``resources/patient_columns.toml``: headers, and words in headers and cells, in small letters."""

    columns: Mapping[str, tuple[PatientColumn, Label | None]]
    words: Mapping[str, frozenset[str]]
    number_kinds: Mapping[str, Label]
    cells: Mapping[str, frozenset[str]]


@cache
def _known_words() -> _KnownWords:
    """The words, read once a process.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = resources_folder() / "patient_columns.toml"
    data = read_toml(path, "the list of columns of patients")
    try:
        columns = {
            name: (PatientColumn[column.upper()], None)
            for column, names in data["columns"].items()
            for name in _listed(names)
        }
        numbers = {name: Label(label) for label, names in data["numbers"].items() for name in _listed(names)}
        return _KnownWords(
            columns | {name: (PatientColumn.NUMBER, label) for name, label in numbers.items()},
            {key: frozenset(_listed(words)) for key, words in data["words"].items()},
            {word: Label(label) for word, label in data["number_kinds"].items()},
            {key: frozenset(_listed(words)) for key, words in data["cells"].items()},
        )
    except (KeyError, ValueError, AttributeError) as e:
        what = f"the list of columns of patients is not valid near {e}."
        raise ResourceError(what, where=str(path), remedy=REINSTALL) from e


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",")]


def patient_column_of(header: str) -> tuple[PatientColumn, Label | None] | None:
    """The content of a column, and the label of its numbers; None where the header is not known."""
    words = [w for w in header_words(header) if not w.isdigit()]
    owned = len(words) > 1 and words[0] in _known_words().words["owners"]
    return _known(words) or (_known(words[1:]) if owned else None)


def _known(words: list[str]) -> tuple[PatientColumn, Label | None] | None:
    if not words:
        return None
    known, said, told = _known_words(), " ".join(words), set(words)
    if said in known.columns:
        return known.columns[said]
    if told & known.words["others"]:
        return None
    if told & known.words["emails"]:
        return PatientColumn.EMAIL, None
    if told & known.words["phones"] or said == "contact number":
        return PatientColumn.PHONE, None
    if (
        known.words["whole_name"].issuperset(told)
        and told & {"last", "surname", "family"}
        and told & {"first", "forename", "given"}
    ):
        return PatientColumn.FULL_NAME, None
    if told & known.words["people"]:
        return _of_people(words)
    if any(f"{said} ".startswith(f"{begin} ") for begin in known.words["births"]):
        return PatientColumn.BIRTH_DATE, None
    kinds = known.number_kinds
    if words[-1] in known.words["ends_number"] or (len(words) <= 2 and words[-1] in kinds):
        return PatientColumn.NUMBER, next((kinds[w] for w in words if w in kinds), Label.IDNUM)
    return None


def _of_people(words: list[str]) -> tuple[PatientColumn, Label | None] | None:
    last = words[-1]
    if last in ("relation", "relationship", "status", "history"):
        return PatientColumn.NOT_USED, None
    if last in ("address", "street"):
        return PatientColumn.ADDRESS, None
    if last in _known_words().words["people"] or last in ("name", "names"):
        return PatientColumn.RELATIVE, None
    return None


# Reads a file of patients: one row a patient, with a header, as a clinic's program exports it.


_TELLING_COLUMNS = frozenset(
    (PatientColumn.ID, PatientColumn.FULL_NAME, PatientColumn.LAST_NAME, PatientColumn.NUMBER)
)
"""Without one of these a file tells of nobody."""
_PHONE = re.compile(r"\+?\(?\d[\d().\-/ ]{5,}\d(?:\s?(?:x|ext\.?)\s?\d+)?")
_ADDED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_ZIP = re.compile(r"\b(\d{5})(?:-\d{4})?$")
_STATE = re.compile(r"\b[A-Z]{2}$|^(?:USA|U\.S\.A\.?|United States)$")
_UNIT = re.compile(r"(?i)^(?:apt|apartment|unit|suite|ste|floor|fl|room|rm|#)\b|^#")
_PARTED = re.compile(r"[;\r\n]")
_BETWEEN = re.compile(r"[,\s]+")
_LISTED = re.compile(r"[,;\r\n]")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_WHOLE_PHONE = re.compile(r"(?<!\d)(?:\+?1[-. ]?)?\(?\d{3}\)?[-. /]{0,2}\d{3}[-. ]?\d{4}(?!\d)")
_FLOAT = re.compile(r"(\d+)\.0")
_SHORTENED = re.compile(r"\d[.,]\d+E\+\d+")
_MOST = 2_000
"""Characters of a cell that is used: what holds more is a document."""
_SHOWN = 12
"""Columns named in a remark."""


@dataclass(frozen=True)
class PatientFile:
    """A file of patients, read.

    Attributes:
        rows: its patients. PHI.
        columns: what columns were taken for, by their headers in order.
        remarks: what the user should know, a sentence each; nothing of any cell.
    """

    rows: tuple[PatientRow, ...] = field(repr=False)
    columns: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]


def load_patient_file(path: Path) -> PatientFile:
    """Reads a file of patients: CSV or TSV in UTF-8, or the first sheet of an Excel workbook.

    Raises:
        ResourceError: if it cannot be read, has no header that tells of patients, or a row does not fit it.
            The message names file and line, never a cell.
    """
    return _patients(path, read_patient_table(path))


def _patients(path: Path, table: PatientTable) -> PatientFile:
    known = [patient_column_of(h) for h in table.header]
    if not any(k is not None and k[0] in _TELLING_COLUMNS for k in known):
        # Its first row may be a patient: none of it is quoted.
        raise table_error(
            path,
            "has no header that tells of patients.",
            "Begin it with a line of column names, such as id, first name, last name, date of birth, MRN.",
            1,
        )
    width = len(table.header)
    for line, cells in table.rows:
        if len(cells) != width and (len(cells) < width or any(cells[width:])):
            what = f"has {len(cells)} cells where the header has {width}."
            raise table_error(path, what, "Put quotes around cells that hold the separator.", line)
        if any(k is not None and len(cell) > _MOST for k, cell in zip(known, cells, strict=False)):
            what = f"has a cell of more than {_MOST:,} characters where the patient is told."
            raise table_error(path, what, "Give one row a patient, without documents.", line)
    reader = _RowReader(table, known)
    rows = reader.rows()
    if not rows:
        raise table_error(path, "has a header and no patient.", "Export it again, with its rows.")
    used, unused = [], []
    # What does not look like a name of a column may be a cell of a file without a header; beside a value, and
    # where but one is known, all of them may.
    told = [k for k in known if k is not None and k[0] is not PatientColumn.NOT_USED]
    names = len(told) > 1 and not any(map(_is_value, table.header))
    for i, (header, column) in enumerate(zip(table.header, known, strict=True)):
        named = header if names and looks_like_header(header) else f"column {i + 1}"
        if column is not None and column[0] is not PatientColumn.NOT_USED:
            used.append((named, str(column[1] or column[0])))
        elif column is None and header.strip():
            unused.append(named)
    return PatientFile(tuple(rows), tuple(used), tuple(reader.remarks(rows, unused)))


def _is_value(header: str) -> bool:
    return "@" in header or sum(map(str.isdigit, header)) > 4 or bool(read_birth_date(header[:_MOST]))


class _RowReader:
    """Makes patients of the rows of a table."""

    def __init__(
        self, table: PatientTable, known: Sequence[tuple[PatientColumn, Label | None] | None]
    ) -> None:
        self._table = table
        self._at: dict[PatientColumn, list[int]] = {}
        self._labels: dict[int, Label] = {}
        for i, column in enumerate(known):
            if column is not None:
                self._at.setdefault(column[0], []).append(i)
                if column[1] is not None:
                    self._labels[i] = column[1]
        self._orders = date_orders_of_column(
            [c for _, cells in table.rows for c in self._cells(cells, PatientColumn.BIRTH_DATE)]
        )
        self._no_birth: list[int] = []
        self._lines: list[int] = []
        self._repeated: list[int] = []
        self._shortened = 0

    def rows(self) -> list[PatientRow]:
        """The patients, in order; rows without anything to look for are left out."""
        made: dict[Hashable, tuple[int, PatientRow]] = {}
        for line, cells in self._table.rows:
            row = self._row(line, cells)
            if row.id or row.facts != PatientFacts():
                self._shortened += any(_SHORTENED.search(number) for _, number in row.facts.numbers)
                key = _person(row)
                if key in made:
                    self._repeated.append(line)
                    at, first = made[key]
                    made[key] = at, replace(first, facts=_joined_facts(first.facts, row.facts))
                else:
                    made[key] = line, row
        self._lines = [line for line, _ in made.values()]
        return [row for _, row in made.values()]

    def remarks(self, rows: Sequence[PatientRow], unused: Sequence[str]) -> Iterator[str]:
        """What the user should know of the file."""
        if unused:
            more = f" and {len(unused) - _SHOWN} more" if len(unused) > _SHOWN else ""
            yield f"Columns not used: {', '.join(unused[:_SHOWN])}{more}."
        if self._no_birth:
            n = len(self._no_birth)
            yield f"{_rows(n)} a date of birth that cannot be read, the first in line {self._no_birth[0]}."
        if self._repeated:
            n = len(self._repeated)
            yield (
                f"{_rows(n)} the patient of another row, the first in line {self._repeated[0]}: they are "
                "taken together."
            )
        if self._shortened:
            yield (
                f"{_rows(self._shortened)} a number that a spreadsheet has shortened (as 1.23E+09), which is "
                "found nowhere: export it as text."
            )
        counts = Counter(number_key(r.id) for r in rows if r.id)
        twice = [line for line, r in zip(self._lines, rows, strict=True) if counts[number_key(r.id)] > 1]
        if twice:
            yield (
                f"{_rows(len(twice))} the id of another, the first in line {twice[0]}: such an id tells "
                "nobody from the others."
            )

    def _cells(self, cells: Sequence[str], *columns: PatientColumn) -> list[str]:
        """What stands in columns, values that ``;`` parts one by one."""
        return [value for column in columns for i in self._at.get(column, ()) for value in _values(cells[i])]

    def _row(self, line: int, cells: Sequence[str]) -> PatientRow:
        numbers = [
            (self._labels.get(i, Label.IDNUM), value)
            for i in self._at.get(PatientColumn.NUMBER, ())
            for cell in ([cells[i]] if _THOUSANDS.fullmatch(cells[i]) else _LISTED.split(cells[i]))
            for value in _values(_bare(cell.strip()))
        ]
        phones = [
            phone
            for cell in self._cells(cells, PatientColumn.PHONE)
            for phone in (_WHOLE_PHONE.findall(cell) or (_bare(cell),))
        ]
        relatives = []
        for cell in self._cells(cells, PatientColumn.RELATIVE):
            phones += _PHONE.findall(cell)
            if name := _relative(cell):
                relatives.append(name)
        streets: list[str] = []
        cities, zips = self._cells(cells, PatientColumn.CITY), self._cells(cells, PatientColumn.ZIP)
        for cell in self._cells(cells, PatientColumn.ADDRESS):
            _address(cell, streets, cities, zips)
        given = self._cells(cells, PatientColumn.BIRTH_DATE)
        births = frozenset(day for cell in given for day in read_birth_date(cell, self._orders))
        if given and not births:
            self._no_birth.append(line)
        ids = [_bare(cell) for cell in self._cells(cells, PatientColumn.ID)]
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
            emails=tuple(
                v for c in self._cells(cells, PatientColumn.EMAIL) for v in _BETWEEN.split(c) if "@" in v
            ),
            cities=tuple(c for c in cities if not any(map(str.isdigit, c))),
            zips=tuple(map(_bare, zips)),
            employers=tuple(
                e
                for e in self._cells(cells, PatientColumn.EMPLOYER)
                if e.casefold() not in _known_words().cells["no_employer"]
            ),
        )
        return PatientRow(id, facts)

    def _names(self, cells: Sequence[str]) -> Iterator[str]:
        """Whole names, and other names with the first name before them where they are one word."""
        yield from self._cells(cells, PatientColumn.FULL_NAME)
        first = " ".join(self._cells(cells, PatientColumn.FIRST_NAME))
        middle = " ".join(self._cells(cells, PatientColumn.MIDDLE_NAME))
        last = " ".join(self._cells(cells, PatientColumn.LAST_NAME))
        if first or last:
            yield " ".join(p for p in (first, middle, last) if p)
        for other in self._cells(cells, PatientColumn.OTHER_NAME):
            yield other
            if len(name_words(other)) == 1:
                yield from (f"{a} {b}" for a, b in ((first, other), (other, last)) if a and b)


def _person(row: PatientRow) -> Hashable:
    """What rows of one patient share: the id or record number, the name and the day of birth."""
    facts = row.facts
    records = [n for label, n in facts.numbers if label is Label.MRN]
    key = number_key(row.id) or number_key("".join(records[:1]))
    names = tuple(phrase_key(name) for name in facts.names)
    return (key, names, facts.births) if key and (names or facts.births) else row


def _joined_facts(a: PatientFacts, b: PatientFacts) -> PatientFacts:
    """What two rows say of one patient, who was born on one day."""
    joined: dict[str, Any] = {
        f.name: tuple(dict.fromkeys((*getattr(a, f.name), *getattr(b, f.name))))
        for f in fields(PatientFacts)
        if f.name != "births"
    }
    return replace(a, **joined)


def _bare(cell: str) -> str:
    """A number without what programs add to whole ones: ``4711.0``."""
    whole = _FLOAT.fullmatch(cell)
    return whole[1] if whole else cell


def _rows(n: int) -> str:
    return "1 row has" if n == 1 else f"{n} rows have"


def _values(cell: str) -> list[str]:
    if not cell:
        return []
    parts = map(str.strip, _PARTED.split(cell)) if ";" in cell or "\n" in cell or "\r" in cell else (cell,)
    empty = _known_words().cells["empty"]
    return [p for p in parts if p not in ("", "NA") and p.casefold() not in empty]


def _relative(cell: str) -> str:
    """The name in a cell such as ``Jan Foley (husband) 313-555-0199``."""
    bare = _ADDED.sub(" ", _PHONE.sub(" ", cell)).replace(":", " ").replace("-", " - ")
    said = _known_words().cells["relation"]
    words = [w for w in bare.split() if w.strip(",.").casefold() not in said]
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
