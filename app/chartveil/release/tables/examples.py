"""Cells of a table before and after, for the person who decides about its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chartveil.domain.tables.column_plan import ColumnOperator, TablePlan
from chartveil.formats.tables.column_kinds import column_kinds
from chartveil.formats.tables.row_stream import TableRow
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask
from chartveil.release.tables.read_back import PlannedTable
from chartveil.release.tables.rows import RowDeidentifier, TextDeidentifier

EXAMPLES = 3
_TRIED_ROWS = 60


@dataclass(frozen=True, slots=True)
class CellExample:
    """One cell: as it is, which is PHI, and as it becomes."""

    before: str
    after: str


def column_examples(
    processor: TextDeidentifier, planned: PlannedTable, plans: Sequence[TablePlan]
) -> list[list[list[CellExample]]]:
    """By table and column, some cells of the sample, the riskiest first: what could not be read or released,
    what is kept though it has no form of its own, long texts.

    Args:
        processor: finds and replaces.
        planned: the file.
        plans: what is to be tried, of each of its tables; columns that nobody has decided about are searched
            like text.
    """
    shown = []
    plans = [_all_decided(plan) for plan in plans]
    rows = RowDeidentifier(processor, plans, FileTask(InputRef(planned.file.path)), planned.form.name)
    for table, (head, plan) in enumerate(zip(planned.opened.heads, plans, strict=True)):
        sample = [TableRow(table, n, cells) for n, cells in enumerate(_spread(head.sample), 1)]
        done = rows.deidentify(sample).cells if sample else []
        shown.append(
            [
                _riskiest(
                    plan,
                    i,
                    [CellExample(row.cells[i], new[i]) for row, new in zip(sample, done, strict=True)],
                )
                for i in range(len(head.names))
            ]
        )
    return shown


def _all_decided(plan: TablePlan) -> TablePlan:
    columns = (
        replace(c, operator=ColumnOperator.TEXT) if c.operator is ColumnOperator.REVIEW else c
        for c in plan.columns
    )
    return replace(plan, columns=tuple(columns))


def _spread(sample: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows from all over a sample."""
    step = max(1, -(-len(sample) // _TRIED_ROWS))
    return list(sample[::step])


def _riskiest(plan: TablePlan, column: int, cells: Sequence[CellExample]) -> list[CellExample]:
    choice = plan.columns[column]
    kind = column_kinds().get(choice.kind)

    def risk(cell: CellExample) -> tuple[int, int]:
        if choice.operator in (ColumnOperator.EMPTY, ColumnOperator.DROP):
            return 0, len(cell.before)
        if not cell.after:
            return 3, len(cell.before)
        if cell.before == cell.after:
            has_form = kind is not None and kind.has_form(cell.before)
            return (0 if has_form else 2), len(cell.before)
        return 1, len(cell.before)

    filled = dict.fromkeys(c for c in cells if c.before.strip())
    return sorted(filled, key=risk, reverse=True)[:EXAMPLES]
