"""How many columns of the exports get a safe and useful operator without help.

python -m benchmarks.tables.columns
"""

from __future__ import annotations

from collections import Counter

import click

from benchmarks.tables.exports import EXPORTS, HELD_OUT
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.policy import load_policy
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.registry import format_for
from chartveil.formats.tables.table_opening import open_table
from chartveil.release.tables.guess import ColumnGuesser

ROWS = 400


def main() -> None:
    """Prints each column that misses, and the shares."""
    policy = load_policy()
    pipeline = build_pipeline(policy)
    guesser = ColumnGuesser(policy, lambda document: pipeline.propose(document).spans)
    counts: Counter[tuple[bool, str]] = Counter()
    for export in EXPORTS:
        file = SourceFile(f"{export.name}.csv", export.csv(ROWS))
        head = open_table(format_for(file), file, ReadOptions()).heads[0]
        plan = guesser.plan(head, ReadOptions())
        by_name = {c.name: c for c in plan.columns}
        for column in export.columns:
            held = export.name in HELD_OUT
            choice = by_name.get(column.header)
            operator = choice.operator.value if choice is not None else "not seen"
            counts[held, "columns"] += 1
            if operator in column.good:
                counts[held, "good"] += 1
                continue
            unsafe = operator == "keep" and column.unsafe
            counts[held, "unsafe"] += unsafe
            counts[held, "review"] += operator == "review"
            reason = choice.reason if choice is not None else ""
            said = f"{operator:12s} {'UNSAFE ' if unsafe else ''}{reason}"
            click.echo(f"{export.name:14s} {column.header:22s} {said}")
    for held in (False, True):
        n = counts[held, "columns"]
        click.echo(
            f"{'held out' if held else 'seen':9s} columns {n}, safe and useful {counts[held, 'good']} "
            f"({counts[held, 'good'] / n:.1%}), left to a person {counts[held, 'review']}, "
            f"unsafe {counts[held, 'unsafe']}"
        )


if __name__ == "__main__":
    main()
