"""How many columns of the exports get a safe and useful operator without help.

python -m benchmarks.tables.columns
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import click

from benchmarks.tables.exports import EXPORTS, HELD_OUT
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.policy import load_policy
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.tables.delimited import DelimitedFormat
from chartveil.release.tables.guess import ColumnGuesser

ROWS = 400


@dataclass(frozen=True)
class JudgedColumn:
    """What a column got: whether that is safe and useful, left to a person, or unsafe."""

    export: str
    header: str
    operator: str
    reason: str
    good: bool
    unsafe: bool

    @property
    def held_out(self) -> bool:
        """Whether its export was written before the rules."""
        return self.export in HELD_OUT


def judged_columns() -> Iterator[JudgedColumn]:
    """Every column of the exports as it is guessed."""
    policy = load_policy()
    pipeline = build_pipeline(policy)
    guesser = ColumnGuesser(policy, lambda document: pipeline.propose(document).spans)
    for export in EXPORTS:
        file = SourceFile(f"{export.name}.csv", export.csv(ROWS))
        head = DelimitedFormat().open(file, ReadOptions()).heads[0]
        by_name = {c.name: c for c in guesser.plan(head, ReadOptions()).columns}
        for column in export.columns:
            choice = by_name.get(column.header)
            operator = choice.operator.value if choice is not None else "not seen"
            yield JudgedColumn(
                export.name,
                column.header,
                operator,
                choice.reason if choice is not None else "",
                operator in column.good,
                operator == "keep" and column.unsafe,
            )


def main() -> None:
    """Prints each column that misses, and the shares."""
    counts: Counter[tuple[bool, str]] = Counter()
    for c in judged_columns():
        counts[c.held_out, "columns"] += 1
        counts[c.held_out, "good"] += c.good
        counts[c.held_out, "unsafe"] += c.unsafe
        counts[c.held_out, "review"] += c.operator == "review"
        if not c.good:
            click.echo(f"{c.export:14s} {c.header:22s} {c.operator:12s} {c.reason}")
    for held in (False, True):
        n = counts[held, "columns"]
        click.echo(
            f"{'held out' if held else 'seen':9s} columns {n}, safe and useful {counts[held, 'good']} "
            f"({counts[held, 'good'] / n:.1%}), left to a person {counts[held, 'review']}, "
            f"unsafe {counts[held, 'unsafe']}"
        )


if __name__ == "__main__":
    main()
