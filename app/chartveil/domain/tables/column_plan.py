"""What is done with each column of a table: its operator, why, and who chose it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from chartveil.domain.labels import Label


class ColumnOperator(StrEnum):
    """The operators for the cells of a column."""

    TEXT = "text"
    """Searched for identifiers, which are replaced; or replaced as a whole where the column has a label."""
    KEEP = "keep"
    """Stays. Cells that are not of the kind that was guessed are searched like text."""
    PSEUDONYM = "pseudonym"
    """A code made by the key: the same value has the same code in every file."""
    SHIFT_DATE = "shift-date"
    """Dates move by the patient's shift, each in its own format; needs a column with the patient."""
    BAND = "band"
    """Numbers become bands of five years, 90+ from 90 on; dates their year."""
    TOP_CODE = "top-code"
    """Ages of 90 and more become 90+; others stay."""
    ZIP3 = "zip3"
    """The first three digits of a ZIP code, 000 for areas of 20,000 people or fewer."""
    HASH = "hash"
    """A keyed hash (HMAC-SHA256) of 32 hex digits."""
    MASK = "mask"
    """A sign for each character."""
    ENCRYPT = "encrypt"
    """Encrypted (AES-SIV): the holder of the key can read it again."""
    EMPTY = "empty"
    """The column stays, its cells are empty."""
    DROP = "drop"
    """The column is not in the copy."""
    REVIEW = "review"
    """Not known: the file is not released before a person has chosen."""


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """The operator of one column, and why.

    Attributes:
        name: its header, or its number where it has none. It may hold PHI.
        operator: what becomes of its cells.
        kind: what it was taken for, a kind of ``resources/formats/column_kinds.toml``; empty if unknown.
        label: for ``TEXT``, what each cell is as a whole; None to search the cells.
        reason: why, in words of ours, without anything of the table.
        chosen: whether a person chose the operator.
        day_first: for dates, whether 4/5/2020 is the fourth of May.
    """

    name: str
    operator: ColumnOperator
    kind: str = ""
    label: Label | None = None
    reason: str = ""
    chosen: bool = False
    day_first: bool = False


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The operators for the columns of one table.

    Attributes:
        columns: one choice a column, in the order of the table.
        patient: position of the column that tells the patient; None where none is known.
        part: which table of its file, e.g. ``sheet:2``; empty where there is only one.
        newest_year: latest year of the dates of the sample, from which ages over 89 are told; 0 without one.
    """

    columns: tuple[ColumnChoice, ...]
    patient: int | None = None
    part: str = ""
    newest_year: int = 0

    @property
    def undecided(self) -> tuple[ColumnChoice, ...]:
        """Columns that nobody has decided about."""
        return tuple(c for c in self.columns if c.operator is ColumnOperator.REVIEW)

    def positions(self, *operators: ColumnOperator) -> tuple[int, ...]:
        """Positions of the columns with one of the operators."""
        return tuple(i for i, c in enumerate(self.columns) if c.operator in operators)


class UnsureColumns(StrEnum):
    """How columns with unknown content are handled."""

    ASK = "ask"
    """The file is not released; its columns are named."""
    TEXT = "text"
    """They are searched like text."""
    EMPTY = "empty"
    """They are emptied."""


@dataclass(frozen=True, slots=True)
class ChosenColumn:
    """A person's choice for a column.

    Attributes:
        name: its header as the person wrote it.
        operator: what becomes of its cells.
        label: for ``TEXT``, what each cell is as a whole; None to search the cells.
        part: which table of a file, e.g. ``sheet:2``; empty for all that have such a column.
    """

    name: str
    operator: ColumnOperator
    label: Label | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class ColumnRules:
    """How the columns of tables are decided where they are not guessed.

    Attributes:
        chosen: by a person, for this run.
        unsure: what becomes of columns that nobody knows.
        remembered: folder with what was chosen for files of the same headers; None without.
    """

    chosen: tuple[ChosenColumn, ...] = ()
    unsure: UnsureColumns = UnsureColumns.ASK
    remembered: Path | None = None
