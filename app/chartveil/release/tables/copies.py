"""Copies of tables: planned, worked on in chunks of rows, written as a draft, and read back cell by cell."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import PurePath
from typing import Any

from chartveil.domain.errors import InputError, LeakError
from chartveil.domain.tables.column_plan import ColumnOperator
from chartveil.formats.base import Format, SourceFile
from chartveil.formats.tables.column_kinds import known_header_words
from chartveil.formats.tables.headers import harmless_words
from chartveil.formats.tables.row_stream import TableRow, kept_columns, numbered_column_name
from chartveil.formats.tables.table_format import TableFormat
from chartveil.release.copy_search import CopySearch
from chartveil.release.deidentified_document import DeidentifiedDocument
from chartveil.release.input_files import library_errors_explained
from chartveil.release.job import RECORD_SUFFIX, FileCounts, FileOutcome, FileTask, OutputDraft, ProcessingJob
from chartveil.release.tables.choices import require_decided_columns, table_plans
from chartveil.release.tables.guess import ColumnGuesser
from chartveil.release.tables.read_back import PlannedTable, first_difference
from chartveil.release.tables.row_patients import TableWords
from chartveil.release.tables.rows import CHUNK_ROWS, RowDeidentifier, RowsDone, TextDeidentifier
from chartveil.system.atomic_files import write_draft, write_draft_with
from chartveil.system.time_limit import allow_more_time

_MOST_TOLD = 20
_MOST_WITHHELD = 0.1
"""Share of the texts that may be withheld before the file is not released."""


def plan_table(
    processor: TextDeidentifier,
    file: SourceFile,
    form: Format,
    *,
    decided: bool = True,
    text_columns: tuple[str, ...] = (),
) -> PlannedTable:
    """Opens a file and plans its columns.

    Args:
        text_columns: those that hold text, where that is known.
        processor: whose detection looks at the sample.
        file, form: the file.
        decided: whether columns that nobody has decided about stop it.

    Raises:
        InputError: if it is no table or cannot be read, or a choice does not fit.
    """
    if not isinstance(form, TableFormat):
        raise InputError(
            f"is no table, but {form.name}.",
            where=file.path,
            remedy="Give a table in CSV, TSV, Excel, JSON lines or Parquet.",
        )
    job = processor.job
    guesser = ColumnGuesser(job.policy, lambda document: processor.pipeline.propose(document).spans)
    options = job.read_options
    options = replace(options, text_columns=text_columns or options.text_columns)
    with library_errors_explained(file, form):
        opened = form.open(file, options)
        plans = table_plans(opened, guesser, options, job.key, file.path)
    if decided:
        require_decided_columns(opened.heads, plans, file.path)
    return PlannedTable(file, form, opened, tuple(plans))


def row_chunks(planned: PlannedTable) -> Iterator[list[TableRow]]:
    """The rows of a file, in chunks that are worked on together."""
    chunk: list[TableRow] = []
    with library_errors_explained(planned.file, planned.form):
        for row in planned.opened.rows():
            chunk.append(row)
            if len(chunk) == CHUNK_ROWS:
                yield chunk
                chunk = []
    if chunk:
        yield chunk


def copy_table(
    processor: TextDeidentifier, task: FileTask, file: SourceFile, form: TableFormat, claim_token: str
) -> FileOutcome:
    """The outcome of one file, worked on in this process and held in memory.

    Raises:
        ChartveilError: if it cannot be released. No draft is left.
    """
    planned = plan_table(processor, file, form)
    rows = RowDeidentifier(processor, planned.plans, task, form.name)
    words = _words_of_rows(processor, planned, task)
    total, cells = RowsDone(), list[tuple[str, ...]]()
    for chunk in row_chunks(planned):
        done = rows.deidentify(chunk, words=words.of_rows(chunk))
        total.add(done)
        cells += done.cells
    return finished_copy(processor.job, task, planned, total, lambda: cells, claim_token)


def _words_of_rows(processor: TextDeidentifier, planned: PlannedTable, task: FileTask) -> TableWords:
    """The words of all rows of each patient. Each row adds to the time that the file may take."""
    words = TableWords(processor.job, planned.plans, task, planned.form.name, processor.pipeline)
    for chunk in row_chunks(planned):
        allow_more_time(processor.job.read_options.limits.seconds_per_row * len(chunk))
        words.add(chunk)
    return words


def reviewed_copy(
    processor: TextDeidentifier,
    task: FileTask,
    file: SourceFile,
    form: TableFormat,
    texts: Sequence[DeidentifiedDocument],
    claim_token: str,
) -> FileOutcome:
    """The outcome of a file whose texts a reviewer decided about; its other columns go by their operators.

    Args:
        processor, task, file, form, claim_token: as of ``copy_table``.
        texts: of all its text cells.

    Raises:
        ChartveilError: if it cannot be released. No draft is left.
    """
    columns = form.text_columns(file, processor.job.read_options)
    names = tuple(dict.fromkeys(c.head.names[i] for c in columns for i in c.text))
    planned = plan_table(processor, file, form, text_columns=names)
    decided = {d.document.source.part: d for d in texts}
    rows = RowDeidentifier(processor, planned.plans, task, form.name)
    words = _words_of_rows(processor, planned, task)
    total, cells = RowsDone(), list[tuple[str, ...]]()
    for chunk in row_chunks(planned):
        reviewed = {
            (row.table, row.number, i): found
            for row in chunk
            for i in columns[row.table].text
            if (found := decided.get(columns[row.table].place_of(row, i))) is not None
        }
        done = rows.deidentify(chunk, reviewed, words.of_rows(chunk))
        total.add(done)
        cells += done.cells
    outcome = finished_copy(processor.job, task, planned, total, lambda: cells, claim_token)
    documents = tuple(replace(d.outcome(for_review=False), left_out=outcome.counts.left_out) for d in texts)
    return replace(outcome, documents=documents, counts=FileCounts.of_documents(documents))


def finished_copy(
    job: ProcessingJob,
    task: FileTask,
    planned: PlannedTable,
    total: RowsDone,
    new_rows: Callable[[], Iterable[tuple[str, ...]]],
    claim_token: str,
) -> FileOutcome:
    """Writes the draft of a copy whose rows are done, reads it back, and tells what was done.

    Args:
        job, task: of the file.
        planned: the file.
        total: what became of all its rows.
        new_rows: gives their new cells from the first on.
        claim_token: of the claim on the output folder.

    Raises:
        LeakError: if the copy holds anything but the new cells.
        InputError: if there is no row, or a cell cannot be written.
    """
    file, form, opened, plans = planned.file, planned.form, planned.opened, planned.plans
    _refuse_empty_copy(total, planned)
    with library_errors_explained(file, form):
        draft = write_draft_with(
            job.output_folder, claim_token, lambda target: opened.write(plans, new_rows, target)
        )
    try:
        suffix = PurePath(file.path).suffix.lower()
        suffix = suffix if suffix in form.suffixes else form.output_suffix
        back = SourceFile(file.path, draft.temporary_path.read_bytes())
        _compare(planned, back, new_rows)
        _search(planned, back, new_rows)
        record = write_draft(job.output_folder, _record(planned, total), claim_token)
    except BaseException:
        draft.discard()
        raise
    left_out = _left_out(planned)
    return FileOutcome(
        task.ref.display,
        task.number,
        file.sha256,
        form.name,
        counts=FileCounts(
            total.documents, total.characters, total.labels, total.recovered, {}, total.passages, {}, left_out
        ),
        drafts=(
            OutputDraft(draft, "table", (file.sha256,), suffix),
            OutputDraft(record, "table", (file.sha256,), RECORD_SUFFIX),
        ),
        remarks=tuple(_remarks(planned, total)),
    )


def _refuse_empty_copy(total: RowsDone, planned: PlannedTable) -> None:
    """Stops a file without a filled cell, and one of whose texts too many could not be released.

    Raises:
        InputError: in either case.
    """
    counts: Counter[str] = Counter()
    for (_, _, what), n in total.columns.items():
        counts[what] += n
    if not counts["filled"]:
        raise InputError(
            "there is no row with text below a header.",
            where=planned.file.path,
            remedy="Check that it was exported completely.",
        )
    if counts["withheld"] > max(1, _MOST_WITHHELD * counts["searched"]):
        place, _, reason = total.withheld[0]
        raise InputError(
            f"{counts['withheld']:,} of {counts['searched']:,} texts could not be released, the first "
            f"in {place}: {reason}.",
            where=planned.file.path,
            remedy="Look at them with 'chartveil explain', or empty their column (--columns).",
        )


def _left_out(planned: PlannedTable) -> dict[str, int]:
    gone = (ColumnOperator.EMPTY, ColumnOperator.DROP)
    counts = {"column": sum(len(plan.positions(*gone)) for plan in planned.plans), **planned.opened.left_out}
    return {kind: n for kind, n in sorted(counts.items()) if n > 0}


def _record(planned: PlannedTable, total: RowsDone) -> bytes:
    """What was done with each column, without anything of the table but headers known to be harmless."""
    by_column: dict[tuple[int, int], dict[str, int]] = {}
    for (table, column, what), count in sorted(total.columns.items()):
        if count:
            by_column.setdefault((table, column), {})[what] = count
    tables = []
    for n, (head, plan) in enumerate(zip(planned.opened.heads, planned.plans, strict=True)):
        told = []
        for i, (label, choice) in enumerate(zip(head.labels, plan.columns, strict=True)):
            counts = by_column.get((n, i), {})
            entry: dict[str, Any] = {"column": label, "operator": choice.operator.value, "holds": choice.kind}
            if choice.label is not None:
                entry["label"] = choice.label.value
            told.append(entry | {"reason": choice.reason, "chosen": choice.chosen, "cells": counts})
        tables.append({"table": head.part, "columns": told})
    labels = _labels(planned)
    withheld = [
        {"row": row, "column": labels.get(column, ""), "reason": reason}
        for row, column, reason in total.withheld
    ]
    data = {"version": 1, "tables": tables, "withheld": withheld, "left_out": _left_out(planned)}
    return json.dumps(data, indent=1, ensure_ascii=False).encode()


def _remarks(planned: PlannedTable, total: RowsDone) -> Iterator[str]:
    """What was done with the columns, for the user. A header that may be a name is told by its number."""
    heads, plans = planned.opened.heads, planned.plans
    several = sum(bool(head.names) for head in heads) > 1
    for head, plan in zip(heads, plans, strict=True):
        by_operator: dict[str, list[str]] = {}
        for label, choice in zip(head.labels, plan.columns, strict=True):
            by_operator.setdefault(choice.operator.value, []).append(label)
        if by_operator:
            told = "; ".join(f"{operator} {', '.join(labels)}" for operator, labels in by_operator.items())
            yield f"{plan.part + ': ' if several else ''}columns: {told}"
    for what, said in (
        ("unread", "cells are empty, as their operator could not read them"),
        ("withheld", "cells are withheld"),
    ):
        counts: Counter[str] = Counter()
        for (table, column, kind), n in total.columns.items():
            if kind == what and n:
                counts[heads[table].labels[column]] += n
        if counts:
            by_column = ", ".join(f"{label} {n:,}" for label, n in sorted(counts.items()))
            yield f"{counts.total():,} {said}: {by_column}"
    labels = _labels(planned)
    for place, name, reason in total.withheld[:_MOST_TOLD]:
        yield f"withheld: {place}, {labels.get(name, 'a column')}: {reason}"
    if len(total.withheld) > _MOST_TOLD:
        yield f"withheld: and {len(total.withheld) - _MOST_TOLD:,} more, in the record beside the copy"


def _labels(planned: PlannedTable) -> dict[str, str]:
    """Header of a column → how it is told: itself where it is known to be harmless, else its number."""
    return {name: head.labels[i] for head in planned.opened.heads for i, name in enumerate(head.names)}


def _compare(
    planned: PlannedTable, back: SourceFile, new_rows: Callable[[], Iterable[tuple[str, ...]]]
) -> None:
    """Compares every cell of a copy, as another reader gives it, with what was to be written.

    Raises:
        LeakError: if one differs, or the copy holds parts that we do not write.
    """
    kept = [kept_columns(plan) for plan in planned.plans]
    tables = (row.table for row in planned.opened.rows())
    wanted = ([cells[i] for i in kept[table]] for table, cells in zip(tables, new_rows(), strict=True))
    difference = first_difference(planned, back, wanted)
    if difference:
        raise LeakError(planned.file.sha256[:16], (difference,))


def _search(
    planned: PlannedTable, back: SourceFile, new_rows: Callable[[], Iterable[tuple[str, ...]]]
) -> None:
    """Searches a copy for words that stand in no new cell and in the original.

    Raises:
        LeakError: if there are any.
    """
    # Of headers and titles only words of the lists may stay, whatever the writer took for harmless.
    known = harmless_words() | known_header_words()
    columns = sum(len(head.labels) for head in planned.opened.heads)
    own = [*sorted(known), *map(numbered_column_name, range(columns))]
    cells = ("\n".join(row) for row in new_rows())
    # Originals were looked for in each text; here no word counts as ordinary.
    search = CopySearch(lambda _: False)
    found = search.search(planned.file.data, back.data, planned.form.name, (), chain(own, cells))
    if found:
        raise LeakError(planned.file.sha256[:16], tuple(map(str, found)))
