"""What all table formats share: which columns hold text, and what becomes of the others.

Each text cell is a document. All other columns may hold identifiers too (names, birth dates, addresses),
so what a writer puts out is decided by what is known to be safe:

- text columns: the de-identified text;
- the id column: the id of the row's first document (``Document.id``), empty where the row has none;
- every other column, the patient's included: emptied (``jsonl`` leaves the key out);
- headers: kept where every word of them is known (``headers.is_harmless_header``) or the user named the
  column, else ``column 3``.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import Format, InputLimits, ReadOptions, SourceFile
from chartveil.formats.tables import headers
from chartveil.formats.text.encoding import DecodedText, decode_text

SAMPLE_ROWS = 500
"""Rows looked at when columns are guessed."""
_NUMBERED = re.compile(r"column [1-9]\d*")
_LONG_TEXT = 100
"""Mean length in characters from which a column of words is text whatever its header."""


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """The columns of one table as they were chosen, for people.

    Attributes:
        text: columns that hold text to de-identify, at least one.
        id, patient: columns with the document's and the patient's id; None where there are none.
        guessed: whether the text columns were guessed.
        note_type, date: columns read as the document's type and date; None where there are none.
        written: headers of the text columns in an output, which differ where a header is not known to be
            harmless.
        dropped: columns whose values an output does not hold.
        table: which table of the file, e.g. ``sheet:2``; empty where there is only one.
        labels: how each header is told where PHI must not be: itself where it is known to be harmless or a
            person named it, else the column's number.
    """

    text: tuple[str, ...]
    id: str | None
    patient: str | None
    guessed: bool
    note_type: str | None = None
    date: str | None = None
    written: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    table: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class TableFormat(Format, Protocol):
    """A format whose files are tables."""

    def describe_columns(self, file: SourceFile, options: ReadOptions) -> list[ChosenColumns]:
        """The columns that ``read`` would use, one entry for each table of the file.

        Raises:
            InputError: as ``read`` does.
        """
        ...


def reread_options(found: Sequence[ChosenColumns], options: ReadOptions) -> ReadOptions:
    """Options with which a copy of a table is read back into the same parts.

    Guessing again could come to another answer, as texts have changed in length and columns are empty.

    Args:
        found: the columns of the original (``TableFormat.describe_columns``).
        options: with which it was read.
    """
    written = tuple(dict.fromkeys(name for columns in found for name in columns.written))
    return replace(options, text_columns=written, id_column=None, patient_column=None)


def allowed_header_words(found: Sequence[ChosenColumns], options: ReadOptions) -> list[str]:
    """What the headers of a copy of a table may say, for the search of it: names that the user gave, known
    words of the others, and numbers of columns. What the writer took for harmless is not asked."""
    named = [*options.text_columns, options.id_column or "", options.patient_column or ""]
    names = [name for c in found for name in (*c.text, *c.dropped, c.id or "")]
    known = {word for name in names for word in headers.header_words(name)} & headers.harmless_words()
    return [*named, *sorted(known), *map(numbered_column_name, range(len(names)))]


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """The columns of one table by their position, from 0.

    Attributes:
        names: header of each column; ``column 3`` where there is none.
        labels: a name for each column that is unique and free of PHI.
        text: text columns, in order; empty if the table has none.
        id, patient, note_type, date: columns in other roles.
        guessed: whether the text columns were guessed.
    """

    names: tuple[str, ...]
    labels: tuple[str, ...]
    text: tuple[int, ...]
    id: int | None
    patient: int | None
    note_type: int | None
    date: int | None
    guessed: bool

    def chosen_columns(self, table: str = "") -> ChosenColumns:
        """The same by name, for people.

        Args:
            table: which table of the file, as ``ChosenColumns.table``.
        """

        def name(index: int | None) -> str | None:
            return None if index is None else self.names[index]

        kept = {*self.text, self.id}
        return ChosenColumns(
            text=tuple(self.names[i] for i in self.text),
            id=name(self.id),
            patient=name(self.patient),
            guessed=self.guessed,
            note_type=name(self.note_type),
            date=name(self.date),
            written=tuple(self.labels[i] for i in self.text),
            dropped=tuple(n for i, n in enumerate(self.names) if i not in kept),
            table=table,
            labels=dict(zip(self.names, self.labels, strict=True)),
        )


def numbered_column_name(index: int) -> str:
    """Name of a column without one; counted from 1, as people do."""
    return f"column {index + 1}"


def first_row_is_header(first: Sequence[str], body: Sequence[Sequence[str]], options: ReadOptions) -> bool:
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


def choose_columns(
    names: Sequence[str],
    sample: Sequence[Sequence[str]],
    options: ReadOptions,
    where: str,
    *,
    lenient: bool = False,
) -> ColumnPlan:
    """The columns of a table, as the options name them, else guessed from headers and content.

    Args:
        names: header of each column.
        sample: rows to judge by, as texts; they may be shorter than ``names``.
        options: names the columns, or some of them.
        where: the file, for errors.
        lenient: a table without the named columns, or without text, gets a plan with no text columns
            (one sheet of several).

    Raises:
        InputError: if a named column does not exist, no column holds text, or there are more than may be.
    """
    check_column_count(len(names), options.limits, where)
    names = tuple(name.strip() or numbered_column_name(i) for i, name in enumerate(names))
    id_column = _named(names, options.id_column, where, lenient)
    patient = _named(names, options.patient_column, where, lenient)
    named = {i for i in (id_column, patient) if i is not None}
    id_column = headers.find_column(names, "document_id") if id_column is None else id_column
    patient = headers.find_column(names, "patient_id") if patient is None else patient
    if options.text_columns:
        found = [_named(names, name, where, lenient) for name in options.text_columns]
        text = tuple(sorted({i for i in found if i is not None}))
        named |= set(text)
    else:
        text = _guess_text(names, sample, {id_column, patient})
    if not text and not lenient:
        raise InputError(
            "no column looks like text.",
            where=where,
            remedy=f"Name the column with the text. {_listing(names)}",
        )
    return ColumnPlan(
        names=names,
        labels=_labels(names, named),
        text=text,
        id=None if id_column in text else id_column,
        patient=None if patient in text else patient,
        note_type=headers.find_column(names, "note_type"),
        date=headers.find_column(names, "date"),
        guessed=not options.text_columns,
    )


def _named(names: Sequence[str], wanted: str | None, where: str, lenient: bool) -> int | None:
    """Position of the column of this name, or else the only one of the same words."""
    if wanted is None:
        return None
    if wanted in names:
        return names.index(wanted)
    words = headers.header_words(wanted)
    alike = [i for i, name in enumerate(names) if words and headers.header_words(name) == words]
    if len(alike) == 1:
        return alike[0]
    if lenient:
        return None
    raise InputError(
        f"there is no column '{wanted}'.", where=where, remedy=f"Name one of its columns. {_listing(names)}"
    )


def _listing(names: Sequence[str]) -> str:
    shown = [
        name if headers.looks_like_header(name) else numbered_column_name(i) for i, name in enumerate(names)
    ]
    more = f" and {len(shown) - 30} more" if len(shown) > 30 else ""
    return f"Columns: {', '.join(shown[:30])}{more}."


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


def _labels(names: Sequence[str], named: Iterable[int]) -> tuple[str, ...]:
    """A unique name for each column: its header where that is harmless or the user's word."""
    safe = set(named)
    labels: list[str] = []
    taken: set[str] = set()
    for i, name in enumerate(names):
        label = name if i in safe or headers.is_harmless_header(name) else numbered_column_name(i)
        labels.append(label if label not in taken else f"{label} {numbered_column_name(i)}")
        taken.add(labels[-1])
    return tuple(labels)


def row_documents(
    file: SourceFile,
    format_name: str,
    plan: ColumnPlan,
    part: str,
    cells: Sequence[str],
    options: ReadOptions,
) -> list[tuple[int, Document]]:
    """The documents of one row with their columns; cells without text have none.

    Args:
        part: names the row, e.g. ``row:17``; the column is added where there are several.
        cells: the row's cells; missing ones at the end are empty.
    """

    def cell(index: int | None) -> str:
        return cells[index].strip() if index is not None and index < len(cells) else ""

    found = []
    beside = tuple(
        (name, value)
        for i, (name, value) in enumerate(zip(plan.names, cells, strict=False))
        if i not in plan.text and value.strip()
    )
    for column in plan.text:
        text = cells[column] if column < len(cells) else ""
        if not text.strip():
            continue
        name = f"{part}/col:{plan.labels[column]}" if len(plan.text) > 1 else part
        document = Document(
            text,
            file.source(format_name, name),
            patient_id=cell(plan.patient) or options.patient_id,
            note_type=cell(plan.note_type) or None,
            date=_date(cell(plan.date)),
            beside=beside,
        )
        found.append((column, document))
    return found


def _date(text: str) -> dt.date | None:
    """The day of an ISO date or timestamp; None for any other writing, as its order is not certain."""
    try:
        return dt.date.fromisoformat(text[:10])
    except ValueError:
        return None


def check_row_count(count: int, limits: InputLimits, where: str) -> None:
    """Checks that a table has no more rows than are taken.

    Raises:
        InputError: if it has more.
    """
    if count > limits.members:
        raise InputError(
            f"has more than {limits.members:,} rows.", where=where, remedy="Split it into several files."
        )


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


def with_left_out(
    documents: list[Document], plans: Sequence[ColumnPlan], more: Mapping[str, int] | None = None
) -> list[Document]:
    """The documents of a file, told what of it is in no copy: columns, and ``more`` by kind."""
    counts = {"column": sum(len(plan.chosen_columns().dropped) for plan in plans), **(more or {})}
    told = {kind: n for kind, n in sorted(counts.items()) if n > 0}
    return [replace(document, left_out=told) for document in documents]


def no_text_error(where: str, columns: Sequence[str]) -> InputError:
    """The error for a table without one filled text cell."""
    return InputError(
        "there is no row with text.",
        where=where,
        remedy=f"Check the file, or name another text column than: {', '.join(columns)}.",
    )


def deidentified_row(
    plan: ColumnPlan,
    width: int,
    documents: Sequence[tuple[int, Document]],
    replacements: Mapping[str, Sequence[Replacement]],
) -> list[str]:
    """What a row holds once it is de-identified: see the head of this module.

    Args:
        width: number of cells.
        documents: of this row, as ``row_documents`` gives them.

    Raises:
        KeyError: if a document has no entry in ``replacements``.
    """
    out = [""] * width
    if plan.id is not None and plan.id < width and documents:
        out[plan.id] = documents[0][1].id
    for column, document in documents:
        out[column] = apply_replacements(document.text, tuple(replacements[document.id]))
    return out


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
