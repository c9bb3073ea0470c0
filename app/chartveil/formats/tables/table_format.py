"""What all table formats share: each filled cell of the text columns is a document.

All other columns may hold identifiers too (names, birth dates, addresses): what becomes of them in a copy is
decided in ``release.tables``.
"""

from __future__ import annotations

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.formats.base import Format, ReadOptions, SourceFile
from chartveil.formats.tables import headers
from chartveil.formats.tables.column_kinds import are_sentences, column_kinds, kind_of_header
from chartveil.formats.tables.row_stream import OpenTable, TableHead, TableRow

_GUESSED_FROM = 500
"""Rows looked at when text columns are guessed."""
_LONG_TEXT = 100
"""Mean length in characters from which a column of words is text whatever its header."""


@dataclass(frozen=True, slots=True)
class TextColumns:
    """The columns of one table that are read as texts, and what tells of them, by position from 0.

    Attributes:
        head: of the table.
        text: columns that hold text to de-identify, in order; empty if the table has none.
        id, patient, note_type, date: columns with the document's id, its patient, type and date; None where
            there are none.
        guessed: whether the text columns were guessed.
    """

    head: TableHead
    text: tuple[int, ...]
    id: int | None
    patient: int | None
    note_type: int | None
    date: int | None
    guessed: bool

    @property
    def others(self) -> list[str]:
        """What the columns that are not read are called, free of PHI."""
        return [label for i, label in enumerate(self.head.labels) if i not in self.text]

    def place_of(self, row: TableRow, column: int) -> str:
        """The part of the file that a text is (``DocumentSource.part``): ``sheet:2/row:17/col:note``, without
        the sheet where a file has one table, and without the column where a table has one text."""
        parts = [self.head.part, f"row:{row.number}"]
        parts += [f"col:{self.head.labels[column]}"] if len(self.text) > 1 else []
        return "/".join(filter(None, parts))


class TableFormat(Format, ABC):
    """A format whose files are tables."""

    @abstractmethod
    def open(self, file: SourceFile, options: ReadOptions) -> OpenTable:
        """The file, to be gone through row by row.

        Raises:
            InputError: if it cannot be read as a table.
        """

    def text_columns(self, file: SourceFile, options: ReadOptions) -> list[TextColumns]:
        """The columns that ``read`` uses, one entry for each table of the file.

        Raises:
            InputError: as ``read`` does.
        """
        return _text_columns(self.open(file, options).heads, options, file.path)

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """One document for each filled cell of the text columns, hidden ones included. Numbers and dates
        there are read as text, as a date alone identifies too.

        Raises:
            InputError: if the file cannot be read or has more rows than are taken, a named column does not
                exist, no column holds text, or no row has any.
        """
        opened = self.open(file, options)
        columns = _text_columns(opened.heads, options, file.path)
        found: list[Document] = []
        for count, row in enumerate(opened.rows(beside=True), 1):
            if count > options.limits.members:
                raise InputError(
                    f"has more than {options.limits.members:,} rows.",
                    where=file.path,
                    remedy="Split it into several files.",
                )
            found += self._documents(file, columns[row.table], row, options)
        if not found:
            names = ", ".join(c.head.labels[i] for c in columns for i in c.text)
            raise InputError(
                "there is no row with text.",
                where=file.path,
                remedy=f"Check the file, or name another text column than: {names}.",
            )
        counts = {"column": sum(len(c.others) for c in columns), **opened.left_out}
        told = {kind: n for kind, n in sorted(counts.items()) if n > 0}
        titles = tuple(("row above the header", title) for c in columns for title in c.head.titles)
        found[0] = replace(found[0], beside=(*titles, *found[0].beside))
        return [replace(document, left_out=told) for document in found]

    def _documents(
        self, file: SourceFile, columns: TextColumns, row: TableRow, options: ReadOptions
    ) -> list[Document]:
        """The documents of one row; cells without text have none."""

        def cell(index: int | None) -> str:
            return row.cells[index].strip() if index is not None else ""

        names = columns.head.names
        beside = [(names[i], v) for i, v in enumerate(row.cells) if i not in columns.text and v.strip()]
        return [
            Document(
                row.cells[i],
                file.source(self.name, columns.place_of(row, i)),
                patient_id=cell(columns.patient) or options.patient_id,
                note_type=cell(columns.note_type) or None,
                date=_date(cell(columns.date)),
                beside=(*beside, *row.beside),
            )
            for i in columns.text
            if row.cells[i].strip()
        ]


def patient_column(head: TableHead, options: ReadOptions) -> int | None:
    """The column that tells the patient: as named, else the first of the likeliest kind, mostly filled."""
    named = _named(head, options.patient_column)
    if named:
        return named[0]
    for kind in column_kinds().values():
        for i, name in enumerate(head.names) if kind.tells_patient else ():
            if kind_of_header(name) != kind:
                continue
            cells = [row[i] for row in head.sample if row[i].strip()]
            if 2 * len(cells) >= max(len(head.sample), 1) and not are_sentences(cells):
                return i
    return None


def _text_columns(heads: Sequence[TableHead], options: ReadOptions, where: str) -> list[TextColumns]:
    """The columns of each table, as the options name them, else guessed from headers and content. A table
    without text has none, where another table of the file has.

    Raises:
        InputError: if a named column does not exist, or no column holds text.
    """
    labels = list(dict.fromkeys(label for head in heads for label in head.labels))
    more = f" and {len(labels) - 30} more" if len(labels) > 30 else ""
    remedy = f"Name one of its columns. Columns: {', '.join(labels[:30])}{more}."
    for name in (*options.text_columns, options.id_column, options.patient_column):
        if name and not any(_named(head, name) for head in heads):
            raise InputError(f"there is no column '{name}'.", where=where, remedy=remedy)
    found = [_of_table(head, options) for head in heads]
    if not any(columns.text for columns in found):
        raise InputError("no column looks like text.", where=where, remedy=remedy)
    return found


def _of_table(head: TableHead, options: ReadOptions) -> TextColumns:
    patient = patient_column(head, options)
    named = _named(head, options.id_column)
    id_column = named[0] if named else headers.find_column(head.names, "document_id")
    if options.text_columns:
        text = tuple(_named(head, *options.text_columns))
    else:
        text = _guess_text(head.names, head.sample[:_GUESSED_FROM], {id_column, patient})
    return TextColumns(
        head,
        text,
        id=None if id_column in text else id_column,
        patient=None if patient in text else patient,
        note_type=headers.find_column(head.names, "note_type"),
        date=headers.find_column(head.names, "date"),
        guessed=not options.text_columns,
    )


def _named(head: TableHead, *wanted: str | None) -> list[int]:
    """Positions of the columns of these names."""
    return [i for i in range(len(head.names)) if head.is_named(i, wanted)]


def _guess_text(
    names: Sequence[str], sample: Sequence[Sequence[str]], taken: set[int | None]
) -> tuple[int, ...]:
    """Text columns by header, by mean length, and failing both the longest column of words."""
    chosen = []
    best: tuple[float, int] | None = None
    for i, name in enumerate(names):
        if i in taken:
            continue
        cells = [row[i] for row in sample if i < len(row) and row[i].strip()]
        wordy = [cell for cell in cells if any(c.isalpha() for c in cell)]
        mean = sum(map(len, cells)) / len(cells) if cells else 0.0
        prose = len(wordy) * 2 > len(cells) and sum(" " in c.strip() for c in wordy) * 2 > len(wordy)
        if (headers.is_text_header(name) and (wordy or not cells)) or (prose and mean >= _LONG_TEXT):
            chosen.append(i)
        elif wordy and not headers.is_identifier_header(name) and (best is None or mean > best[0]):
            best = (mean, i)
    filled = any(i < len(row) and row[i].strip() for row in sample for i in chosen)
    if best is not None and not filled:
        chosen.append(best[1])
    return tuple(sorted(chosen))


def _date(text: str) -> dt.date | None:
    """The day of an ISO date or timestamp; None for any other writing, as its order is not certain."""
    try:
        return dt.date.fromisoformat(text[:10])
    except ValueError:
        return None
