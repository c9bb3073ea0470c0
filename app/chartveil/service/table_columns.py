"""Columns of a worklist's tables: shown with cells as they become, chosen, and kept for the export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from chartveil.domain.errors import InputError
from chartveil.domain.paths import UserPaths
from chartveil.domain.tables.column_plan import (
    ColumnOperator,
    ColumnRules,
    TablePlan,
    UnsureColumns,
)
from chartveil.formats.endings import TABLE_FORMATS, is_named_as
from chartveil.formats.tables.row_stream import TableHead
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef, load_with_format
from chartveil.release.job import ProcessingJob
from chartveil.release.tables.choices import remember_choices
from chartveil.release.tables.copies import plan_table
from chartveil.release.tables.examples import CellExample, column_examples
from chartveil.release.tables.read_back import PlannedTable
from chartveil.service.review_service import ReviewService

_MOST_TABLES = 50


@dataclass(frozen=True)
class ShownTable:
    """A table with what is done with its columns.

    Attributes:
        name: of its file, with the sheet where there are several. PHI.
        head: its headers. PHI.
        plan: what is done.
        examples: of each column, cells as they are and as they become. PHI.
    """

    name: str
    head: TableHead
    plan: TablePlan
    examples: tuple[tuple[CellExample, ...], ...]
    planned: PlannedTable
    number: int


class WorklistTables:
    """The tables of a worklist. Made in the thread of the review service; its methods may run in another, one
    at a time.

    Args:
        service: with the open worklist.

    Attributes:
        come_first: whether the worklist is of tables alone and nothing of it is searched: what is done with
            their columns can be decided before that.
    """

    def __init__(self, service: ReviewService) -> None:
        self._paths: UserPaths = service.user_paths
        files = service.store.files(service.worklist)
        # Before a file is searched, its ending alone tells what it is.
        self._refs = [
            ref
            for f in files
            for ref in [InputRef(f.path, f.member)]
            if f.format in TABLE_FORMATS or (not f.format and is_named_as(ref.name, TABLE_FORMATS))
        ]
        self.come_first = 0 < len(self._refs) == len(files) and not any(f.format for f in files)
        job = service.processing_job()
        rules = ColumnRules((), UnsureColumns.ASK, self._paths.columns_folder)
        self._job: ProcessingJob = replace(
            job, for_review=False, read_options=replace(job.read_options, columns=rules)
        )
        self._processor: FileProcessor | None = None

    def load(self) -> list[ShownTable]:
        """One table for each set of headers, with what is chosen, remembered or guessed.

        Raises:
            InputError: if there is no table.
            ChartveilError: if a model or a file cannot be read.
        """
        processor = self._processor = self._processor or FileProcessor(self._job)
        found: dict[tuple[str, ...], ShownTable] = {}
        for ref in self._refs[:_MOST_TABLES]:
            file, form = load_with_format(ref, self._job.read_options)
            planned = plan_table(processor, file, form, decided=False)
            examples = column_examples(processor, planned, planned.plans)
            several = sum(bool(h.names) for h in planned.opened.heads) > 1
            for n, (head, plan) in enumerate(zip(planned.opened.heads, planned.plans, strict=True)):
                if head.names and head.names not in found:
                    name = PurePath(ref.name).name + (f", {head.part}" if several else "")
                    cells = tuple(map(tuple, examples[n]))
                    found[head.names] = ShownTable(name, head, plan, cells, planned, n)
        if not found:
            raise InputError(
                "there is no table in this worklist.",
                remedy="Open a file in CSV, Excel, JSON lines or Parquet.",
            )
        return list(found.values())

    def tried(self, table: ShownTable, plan: TablePlan) -> ShownTable:
        """The table with cells as they become under another plan.

        Raises:
            ChartveilError: if they cannot be made.
        """
        assert self._processor is not None
        plans = list(table.planned.plans)
        plans[table.number] = plan
        examples = column_examples(self._processor, table.planned, plans)
        return replace(table, plan=plan, examples=tuple(map(tuple, examples[table.number])))

    def keep(self, tables: Sequence[ShownTable]) -> None:
        """Keeps what was chosen for tables with these headers; the export and `deid` go by it.

        Raises:
            OutputError: if it cannot be written.
        """
        for table in tables:
            remember_choices(table.head, table.plan, self._paths.columns_folder, self._job.key)


def with_operator(plan: TablePlan, column: int, operator: ColumnOperator) -> TablePlan:
    """The plan with an operator that a person chose. A label stays with ``text`` alone."""
    old = plan.columns[column]
    label = old.label if operator is ColumnOperator.TEXT else None
    new = replace(old, operator=operator, label=label, chosen=True, reason="chosen by a person")
    return replace(plan, columns=(*plan.columns[:column], new, *plan.columns[column + 1 :]))
