"""Numbers in a column whose heading stands lines above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import regex

from chartveil.detect.rules import checks
from chartveil.detect.rules.engine import Rule
from chartveil.detect.rules.ids_cues import CuedNumber, fold_cue, label_by_cue
from chartveil.detect.rules.ids_numbers import score_of_shape
from chartveil.domain import Label

_ROWS = 60
"""How many lines below its heading a column may reach."""

_HEADING = regex.compile(r"(?m)^(?=[^\n\d:]*(?:[ ]{2}|\t|\|))(?=[^\n]*[A-Za-z])[^\n\d:]{3,200}$")
_CELL = regex.compile(r"[^\s|\t](?:[^|\t\n ]|[ ](?![ |\t\n]|\Z))*")
_EXTRA: tuple[tuple[Label, str], ...] = (
    (Label.MRN, "mrn|mr #|pid|pt id|id|patient id|chart|chart #|unit #|hosp no|med rec #|pat id|record"),
    (Label.ACCOUNT, "acct|account|acct #|account #|fin"),
    (
        Label.IDNUM,
        "accession|acc|acc #|accn|order #|order|specimen|spec #|case|case #|rx #|rx|csn|"
        "enc #|visit #|req #|tag|claim #",
    ),
    (Label.DEVICE, "serial|serial no|serial #|s/n|sn|meter|device"),
    (Label.HEALTHPLAN, "member id|policy|policy #|member #|subscriber"),
    (Label.USERNAME, "user|user id|login|oper"),
    (Label.SSN, "ssn"),
    (Label.PHONE, "phone|tel|ext|pager|cell|contact"),
)


@dataclass(frozen=True, slots=True)
class _Column:
    label: Label
    start: int
    end: int
    index: int


class NumberColumnScanner:
    """Finds numbers below a heading such as ``MRN``, in the same column of a table set with blanks, tabs
    or bars. Stands where the engine expects a compiled pattern."""

    def __init__(self) -> None:
        self._cues: dict[str, Label] = {
            cue: label for cue, (label, sure) in label_by_cue().items() if sure and label is not Label.IDNUM
        }
        for label, cues in _EXTRA:
            self._cues.update((fold_cue(c), label) for c in cues.split("|"))
        labels = sorted({label.value for label in self._cues.values()})
        self.groupindex = {label: i for i, label in enumerate(labels, 1)}

    def finditer(self, text: str, timeout: float | None = None) -> Iterator[CuedNumber]:
        """Each number that stands below a heading, table by table.

        Raises:
            TimeoutError: when the search for headings takes longer than ``timeout`` seconds.
        """
        for heading in _HEADING.finditer(text, timeout=timeout):
            columns = self._columns(heading[0])
            if columns:
                yield from self._below(text, heading.end(), columns, "|" in heading[0])

    def _columns(self, line: str) -> list[_Column]:
        """Columns of a heading line that hold numbers; each reaches to the next column's beginning."""
        cells = list(_CELL.finditer(line))
        columns = []
        for i, cell in enumerate(cells):
            parts = cell[0].split(" / ")
            label = next((self._cues[f] for f in map(fold_cue, parts) if f in self._cues), None)
            if label is not None:
                end = cells[i + 1].start() - 1 if i + 1 < len(cells) else cell.end() + 8
                columns.append(_Column(label, cell.start(), max(end, cell.end()), i))
        return columns

    def _below(self, text: str, at: int, columns: list[_Column], bars: bool) -> Iterator[CuedNumber]:
        blank = 0
        for _ in range(_ROWS):
            at = text.find("\n", at) + 1
            if at == 0:
                return
            stop = text.find("\n", at)
            line = text[at : stop if stop >= 0 else len(text)].rstrip("\r")
            if not line.strip():
                blank += 1
                if blank > 1:
                    return
                continue
            cells = list(_CELL.finditer(line))
            if len(cells) < 2 and len(columns) > 1:
                return
            for column in columns:
                for i, cell in enumerate(cells):
                    there = (
                        i == column.index if bars else cell.start() < column.end and column.start < cell.end()
                    )
                    if there and (score := _score_of_cell(column.label, cell[0])) is not None:
                        yield CuedNumber(text, column.label, ((at + cell.start(), at + cell.end()),), score)


def _score_of_cell(label: Label, cell: str) -> float | None:
    if " " in cell and not regex.fullmatch(r"[A-Z]{0,4}[ ]?\d[\d -]*", cell):
        return None
    if "=" in cell or regex.match(r"(?i)lot|exp|ref\b", cell):
        return None
    if label is Label.USERNAME:
        return (
            0.7
            if regex.fullmatch(r"[A-Za-z][\w.-]{3,}", cell) and cell.lower() not in ("system", "none")
            else None
        )
    if len(checks.digits(cell)) < 4 or regex.fullmatch(r"[\d.,]+\.\d+|.*[()%].*", cell):
        return None
    score = score_of_shape(cell, True, True)
    return None if score is None else min(score, 0.85)


@dataclass(frozen=True)
class NumberColumnRule(Rule):
    """A rule whose matches come from a :class:`NumberColumnScanner`."""

    @cached_property
    def compiled(self) -> Any:
        return NumberColumnScanner()


def number_column_rule() -> Rule:
    """The rule for numbers below a heading."""
    return NumberColumnRule(
        "ID-COLUMN",
        Label.IDNUM,
        _HEADING.pattern,
        0.85,
        "number in a column headed MRN, Acct, Accession, Serial and the like",
        check=lambda m, _view: m.score,
        required_characters="0123456789",
    )
