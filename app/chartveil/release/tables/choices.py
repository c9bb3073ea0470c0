"""Choices for the columns of tables: read from files, and remembered by headers."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.tables.column_plan import (
    ChosenColumn,
    ColumnChoice,
    ColumnOperator,
    ColumnRules,
    TablePlan,
    UnsureColumns,
)
from chartveil.formats.base import ReadOptions
from chartveil.formats.tables.headers import header_words
from chartveil.formats.tables.row_stream import OpenTable, TableHead
from chartveil.release.tables.guess import NOTHING_TELLS, ColumnGuesser
from chartveil.store.keys import keyed_name
from chartveil.system.atomic_files import write_file

_VERSION = 1
_TOML_TWICE = "Cannot overwrite a value"
"""How the library tells a key that stands there twice."""
_CSV_REMEDY = (
    "Write 'column,operator' above, and one line a column, as MRN,pseudonym (docs/formats.md#tables)."
)
_REMEDY = 'Write one line a column, as "MRN" = "pseudonym" (docs/formats.md#tables).'


def load_choices(path: Path) -> tuple[ChosenColumn, ...]:
    """The choices of a file in TOML, JSON or CSV, by its ending.

    Raises:
        InputError: if it cannot be read, names no column, an operator or label that is not known, or two
            operators for one column.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        raise InputError(
            f"the file of columns cannot be read ({type(e).__name__}).",
            where=str(path),
            remedy="Check its name, and that it is text in UTF-8.",
        ) from None
    try:
        entries = list(_entries(path.suffix.lower(), text))
    except InputError as e:
        raise InputError(e.what, where=str(path), remedy=e.remedy) from None
    except (
        tomllib.TOMLDecodeError,
        json.JSONDecodeError,
        csv.Error,
        KeyError,
        TypeError,
        AttributeError,
    ) as e:
        what = (
            str(e) if isinstance(e, tomllib.TOMLDecodeError | json.JSONDecodeError) else "it has another form"
        )
        if what.startswith(_TOML_TWICE):
            what = f"a column stands there twice{what.removeprefix(_TOML_TWICE)}"
        raise InputError(
            f"the file of columns is not valid: {what}.",
            where=str(path),
            remedy=_CSV_REMEDY if path.suffix.lower() == ".csv" else _REMEDY,
        ) from None
    if not entries:
        raise InputError("the file of columns names no column.", where=str(path), remedy=_REMEDY)
    met: dict[tuple[str, tuple[str, ...] | str], int] = {}
    for number, chosen in enumerate(entries, 1):
        key = (chosen.part, header_words(chosen.name) or chosen.name)
        if key in met:
            raise InputError(
                f"the column '{chosen.name}' has two operators (entries {met[key]} and {number}).",
                where=str(path),
                remedy="Keep one of them.",
            )
        met[key] = number
    return tuple(entries)


def _entries(suffix: str, text: str) -> Iterator[ChosenColumn]:
    if suffix == ".csv":
        for row in csv.DictReader(io.StringIO(text)):
            yield _chosen(row["column"], row["operator"], row.get("label") or "", row.get("table") or "")
        return
    data = json.loads(text, object_pairs_hook=_once) if suffix == ".json" else tomllib.loads(text)
    for name, value in data.get("columns", data if "tables" not in data else {}).items():
        yield _entry(name, value, "")
    for part, columns in data.get("tables", {}).items():
        for name, value in columns.items():
            yield _entry(name, value, part)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys must not come twice."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the column '{name}' has two operators.", remedy="Keep one of them.")
    return dict(pairs)


def _entry(name: str, value: Any, part: str) -> ChosenColumn:
    if isinstance(value, str):
        return _chosen(name, value, "", part)
    return _chosen(name, value["operator"], value.get("label", ""), part)


def _chosen(name: str, operator: str, label: str, part: str) -> ChosenColumn:
    if operator not in set(ColumnOperator):
        raise InputError(
            f"the column '{name}' has the operator '{operator}', which there is not.",
            remedy=f"Use one of {', '.join(ColumnOperator)}.",
        )
    if label and label not in Label.__members__:
        raise InputError(
            f"the column '{name}' has the label '{label}', which there is not.",
            remedy=f"Use one of {', '.join(Label)}.",
        )
    return ChosenColumn(name, ColumnOperator(operator), Label(label) if label else None, part)


def table_plans(
    opened: OpenTable, guesser: ColumnGuesser, options: ReadOptions, key: bytes, where: str
) -> list[TablePlan]:
    """The plan of each table of a file: what was chosen, else what is remembered, else what is guessed.

    Args:
        opened: the file.
        guesser: for columns that nobody chose.
        options: with the choices.
        key: by which headers are remembered.
        where: the file, for errors.

    Raises:
        InputError: if a choice names a column that no table has, or dates are to be moved in a table without
            a patient.
    """
    rules = options.columns
    names = [c.name for c in rules.chosen]
    names += [n for n in (*options.text_columns, options.id_column, options.patient_column) if n]
    for name in names:
        if not any(head.is_named(i, (name,)) for head in opened.heads for i in range(len(head.names))):
            labels = [label for head in opened.heads for label in head.labels]
            more = f" and {len(labels) - 30} more" if len(labels) > 30 else ""
            raise InputError(
                f"there is no column '{name}'.",
                where=where,
                remedy=f"Name one of its columns. Columns: {', '.join(labels[:30])}{more}.",
            )
    return [_plan(head, guesser.plan(head, options), rules, key, where) for head in opened.heads]


def _plan(head: TableHead, guessed: TablePlan, rules: ColumnRules, key: bytes, where: str) -> TablePlan:
    columns = list(guessed.columns)
    if not rules.chosen and rules.remembered is not None:
        kept = _recall(head, rules.remembered, key)
        columns = [
            _decided(c, k.operator, k.label) if k is not None else c
            for c, k in zip(columns, kept, strict=True)
        ]
    for i in range(len(head.names)):
        for part in dict.fromkeys(("", head.part)):  # what is said of one sheet counts there
            of_column = [c for c in rules.chosen if c.part == part and head.is_named(i, (c.name,))]
            if len(of_column) > 1:
                raise InputError(
                    f"the column '{head.labels[i]}' has two operators: '{of_column[0].name}' and "
                    f"'{of_column[1].name}' both name it.",
                    where=where,
                    remedy="Keep one of them in the file of columns.",
                )
            for chosen in of_column:
                columns[i] = _decided(columns[i], chosen.operator, chosen.label)
    for i, choice in enumerate(columns):
        if choice.operator is ColumnOperator.REVIEW and rules.unsure is not UnsureColumns.ASK:
            operator = ColumnOperator(rules.unsure.value)
            columns[i] = replace(
                choice, operator=operator, reason=f"{choice.reason}: {operator} was asked for"
            )
        if choice.operator is ColumnOperator.SHIFT_DATE and guessed.patient is None:
            raise InputError(
                f"the dates of the column '{head.labels[i]}' cannot be moved: no column tells the patient.",
                where=where,
                remedy="Name it with --patient-column, or choose 'band', which keeps the year.",
            )
    return replace(guessed, columns=tuple(columns))


def _decided(choice: ColumnChoice, operator: ColumnOperator, label: Label | None) -> ColumnChoice:
    return replace(choice, operator=operator, label=label, reason="chosen by a person", chosen=True)


def require_decided_columns(heads: Sequence[TableHead], plans: Sequence[TablePlan], where: str) -> None:
    """Stops a file with columns that nobody has decided about.

    Raises:
        InputError: with the columns, by number where a header may be a name, and what to do.
    """
    several = sum(bool(head.names) for head in heads) > 1
    undecided = [
        (f"{head.part}: {label}" if several else label)
        + (f" ({choice.reason})" if choice.reason != NOTHING_TELLS else "")
        for head, plan in zip(heads, plans, strict=True)
        for label, choice in zip(head.labels, plan.columns, strict=True)
        if choice.operator is ColumnOperator.REVIEW
    ]
    if undecided:
        more = f" and {len(undecided) - 10} more" if len(undecided) > 10 else ""
        raise InputError(
            f"it is not known what {'these columns hold' if len(undecided) > 1 else 'this column holds'}: "
            f"{', '.join(undecided[:10])}{more}.",
            where=where,
            remedy="See 'chartveil tables plan', and choose with --columns; or let such columns be searched "
            "or emptied with --unsure text or --unsure empty.",
        )


def _fingerprint(head: TableHead, key: bytes) -> str:
    names = (" ".join(header_words(name)) or name for name in head.names)
    return keyed_name(key, "columns of a table", *names, length=32)


def remember_choices(head: TableHead, plan: TablePlan, folder: Path, key: bytes) -> None:
    """Keeps what a person chose for tables with these headers. The file holds operators by position, and no
    header; its name is a keyed hash.

    Raises:
        OutputError: if it cannot be written.
    """
    chosen = [
        {"position": i, "operator": c.operator.value, "label": c.label or ""}
        for i, c in enumerate(plan.columns)
        if c.chosen
    ]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    data = json.dumps({"version": _VERSION, "columns": chosen}, indent=1)
    write_file(folder / f"{_fingerprint(head, key)}.json", data.encode())


def _recall(head: TableHead, folder: Path, key: bytes) -> list[ChosenColumn | None]:
    """What is remembered of tables with these headers, by position; None for columns that nobody chose."""
    found: list[ChosenColumn | None] = [None] * len(head.names)
    path = folder / f"{_fingerprint(head, key)}.json"
    if not path.exists():
        return found
    try:
        data = json.loads(path.read_bytes())
        for entry in data["columns"]:
            i = entry["position"]
            found[i] = _chosen(head.names[i], entry["operator"], entry["label"], head.part)
    except (OSError, ValueError, LookupError, TypeError, InputError):
        raise InputError(
            "what is remembered of the columns of such tables cannot be read.",
            where=str(path),
            remedy="Remove the file: the columns are guessed anew.",
        ) from None
    return found
