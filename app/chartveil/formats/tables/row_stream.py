"""Tables read and written row by row, so that their length is no matter.

A file is opened once (``TableFormat.open``) and gone through as often as is asked. Cells are texts; a writer
puts the original value of a cell back where its text stays as it was, so that numbers stay numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from chartveil.domain.errors import InputError
from chartveil.domain.tables.column_plan import ColumnOperator, TablePlan
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.tables import headers
from chartveil.formats.tables.column_kinds import kind_of_header, known_header_words, word_count
from chartveil.formats.text.encoding import DecodedText, decode_text

SAMPLE_ROWS = 1000
"""Rows from which the operators of columns are guessed."""
MOST_TITLES = 15
"""Rows that may stand above a header."""
_HEADER_WORDS = 6
_NUMBERED = re.compile(r"column [1-9]\d*")
NewRows = Callable[[], Iterable[Sequence[str]]]
"""Gives the new cells of every row, as wide as the table, from the first row on; may be asked again."""
_FORMULA_SIGNS = frozenset("=+-@\t\r＝＋－＠")
_NO_FORMULA = re.compile(r"[-+]?[\d.,]*\d%?|[-+]{1,3}|[-+]\d[\d ()./-]*")


@dataclass(frozen=True, slots=True)
class TableHead:
    """What stands at the head of a table.

    Attributes:
        names: header of each column; ``column 3`` where there is none. They may hold PHI.
        labels: a name of each column that is unique and free of PHI.
        sample: the first rows.
        part: which table of its file, e.g. ``sheet:2``; empty where there is only one.
        has_header: whether the file names its columns.
        titles: rows above the header, which are in no copy; each as one text.
    """

    names: tuple[str, ...]
    labels: tuple[str, ...]
    sample: tuple[tuple[str, ...], ...]
    part: str = ""
    has_header: bool = True
    titles: tuple[str, ...] = ()

    def is_named(self, column: int, wanted: Sequence[str | None]) -> bool:
        """Whether a column is one of those that a person named: its header by its words, or its number
        (``column 3``) where its header is told by that."""
        given, words = {*wanted} - {None}, headers.header_words(self.names[column])
        alike = words and any(headers.header_words(name) == words for name in given if name)
        return bool(alike) or not given.isdisjoint((self.names[column], self.labels[column]))


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row below a header.

    Attributes:
        table: number of its table, from 0.
        number: of the row as people count, from 1, header included.
        cells: as wide as the table.
        beside: name and text of what stands in the row and in no copy: lists, cells beside the table. Only
            where it was asked for.
    """

    table: int
    number: int
    cells: tuple[str, ...]
    beside: tuple[tuple[str, str], ...] = ()


class OpenTable(Protocol):
    """A file of tables that is open."""

    heads: tuple[TableHead, ...]

    @property
    def left_out(self) -> Mapping[str, int]:
        """What of the file is in no copy besides columns, by kind; whole once all rows were gone through."""
        ...

    def rows(self, *, beside: bool = False) -> Iterator[TableRow]:
        """All rows below the headers, from the first on.

        Args:
            beside: whether what is in no copy is told too.

        Raises:
            InputError: for a row that cannot be read, with its number.
        """
        ...

    def write(self, plans: Sequence[TablePlan], new_rows: NewRows, target: BinaryIO) -> None:
        """Writes the file with new cells, without dropped columns and rows above headers.

        Raises:
            InputError: if a cell cannot be written.
        """
        ...


def make_head(
    rows: Sequence[Sequence[str]], options: ReadOptions, part: str = "", where: str = ""
) -> TableHead:
    """The head of a table from its first rows that hold anything.

    A header may stand below titles: rows that fill less than half of the columns.

    Raises:
        InputError: if there are more columns than may be.
    """
    filled = [sum(bool(cell.strip()) for cell in row) for row in rows[: SAMPLE_ROWS + MOST_TITLES]]
    usual = Counter(n for n in filled[1:] or filled).most_common(1)[0][0] if filled else 0
    titles = 0
    while titles < min(MOST_TITLES, len(rows) - 1) and usual > 1 and filled[titles] * 2 <= usual:
        titles += 1
    has_header = bool(rows) and is_header(rows[titles], rows[titles + 1 :], options)
    if not has_header:
        titles = 0
    body = rows[titles + has_header :][:SAMPLE_ROWS]
    width = max([*map(len, body), len(rows[titles]) if has_header else 0], default=0)
    check_column_count(width, options.limits, where)
    given = list(rows[titles]) if has_header else []
    names = [name.strip() for name in given] + [""] * (width - len(given))
    above = tuple(" ".join(filter(str.strip, row)) for row in rows[:titles])
    return named_head(names, [wide(row, width) for row in body], part, has_header=has_header, titles=above)


def named_head(
    names: Sequence[str],
    sample: Iterable[Sequence[str]],
    part: str = "",
    *,
    has_header: bool = True,
    titles: tuple[str, ...] = (),
) -> TableHead:
    """The head of a table whose columns have these names."""
    shown = tuple(name or numbered_column_name(i) for i, name in enumerate(names))
    labels = harmless_labels(shown)
    return TableHead(shown, labels, tuple(map(tuple, sample)), part, has_header, titles)


def numbered_column_name(index: int) -> str:
    """Name of a column without one; counted from 1, as people do."""
    return f"column {index + 1}"


def harmless_labels(names: Sequence[str]) -> tuple[str, ...]:
    """A unique name for each column: its header where all words of it are known, else its number."""
    known = headers.harmless_words() | known_header_words()
    labels: list[str] = []
    taken: set[str] = set()
    for i, name in enumerate(names):
        label = name if headers.is_made_of(name, known) else numbered_column_name(i)
        labels.append(label if label not in taken else f"{label} {numbered_column_name(i)}")
        taken.add(labels[-1])
    return tuple(labels)


def is_header(first: Sequence[str], body: Sequence[Sequence[str]], options: ReadOptions) -> bool:
    """Whether a row names the columns below it."""
    cells = [cell for cell in first if cell.strip()]
    alike = [c for c in cells if headers.looks_like_header(c.rstrip(":")) and word_count(c) <= _HEADER_WORDS]
    known = [c for c in alike if kind_of_header(c.strip()) is not None]
    if len(cells) > 1 and len(known) * 2 >= len(cells) and len(alike) >= 0.8 * len(cells):
        return not _is_like(first, body)
    return _names_columns(first, body, options)


def _names_columns(first: Sequence[str], body: Sequence[Sequence[str]], options: ReadOptions) -> bool:
    """Whether the first row names the columns.

    A wrong answer leaks nothing: what is taken for a header is written only where its words are known,
    and what is taken for data is de-identified or emptied.
    """
    named = {*options.text_columns, options.id_column, options.patient_column} - {None}
    if named & set(first):
        return True
    if named and all(_NUMBERED.fullmatch(name) for name in named if name):
        return False
    filled = [cell for cell in first if cell.strip()]
    if not filled or len(set(filled)) < len(filled) or not all(map(headers.looks_like_header, filled)):
        return False
    if any(headers.is_harmless_header(cell) for cell in filled):
        return True
    return any(_differs(first, body, column) for column in range(len(first)))


def _differs(first: Sequence[str], body: Sequence[Sequence[str]], column: int) -> bool:
    """Whether the cells below are all numbers or dates, or far longer, where the first is neither."""
    head = first[column]
    below = [row[column] for row in body if column < len(row) and row[column].strip()]
    if not below or not head.strip():
        return False
    if not any(c.isalpha() for cell in below for c in cell):
        return True
    mean = sum(map(len, below)) / len(below)
    return mean > 40 and mean > 3 * len(head)


def _is_like(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether most cells of a row come again below it, as codes and words do and headers do not."""
    below = [{row[i] for row in body if i < len(row)} for i in range(len(first))]
    filled = [i for i, cell in enumerate(first) if cell.strip()]
    return sum(first[i] in below[i] for i in filled) * 2 > len(filled)


def wide(cells: Sequence[str], width: int) -> tuple[str, ...]:
    """The cells of a row, made as wide as its table."""
    return (*cells[:width], *[""] * (width - len(cells)))


def kept_columns(plan: TablePlan) -> list[int]:
    """Positions of the columns that a copy has."""
    return [i for i, c in enumerate(plan.columns) if c.operator is not ColumnOperator.DROP]


def escape_formula(cell: str) -> str:
    """A cell of a text file that no spreadsheet takes for a formula: a quote is put before one that begins
    like a formula and is no number."""
    if cell and cell[0] in _FORMULA_SIGNS and not _NO_FORMULA.fullmatch(cell):
        return "'" + cell
    return cell


def check_column_count(count: int, limits: InputLimits, where: str) -> None:
    """Checks that a table has no more columns than are taken.

    Raises:
        InputError: if it has more.
    """
    if count > limits.columns:
        raise InputError(
            f"has {count:,} columns (limit {limits.columns:,}).",
            where=where,
            remedy="Keep those with the text, the id and the patient.",
        )


def decode_table(file: SourceFile) -> DecodedText:
    """The text of a table file.

    Raises:
        InputError: if the file is empty, binary, or in an encoding that cannot be told.
    """
    if not file.data.strip(b"\0 \t\r\n"):
        raise InputError("is empty.", where=file.path, remedy="Check that the export was complete.")
    decoded = decode_text(file.data, file.path)
    if not decoded.text.strip():
        raise InputError("is empty.", where=file.path, remedy="Check that the export was complete.")
    return decoded
