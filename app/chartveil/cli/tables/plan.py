"""``chartveil tables``: what is done with the columns of a table, and choosing it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chartveil.cli.options import (
    OrderedGroup,
    column_options,
    console,
    device_option,
    model_choice_on,
    policy_option,
    profile_option,
    reading_options,
    site_option,
)
from chartveil.cli.own_key import load_own_key
from chartveil.domain.paths import UserPaths

if TYPE_CHECKING:
    from chartveil.formats.base import ReadOptions
    from chartveil.release.tables.examples import CellExample
    from chartveil.release.tables.read_back import PlannedTable

_WIDEST = 60


@click.group(name="tables", cls=OrderedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Look at what is done with each column of a table, and choose it."""


@command.command(name="plan", short_help="Show what is done with each column.")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@policy_option
@reading_options
@column_options
@site_option
@device_option
@profile_option
@click.option("--remember", is_flag=True, help="Keep what --columns says for all tables with these headers.")
@click.option("--json", "as_json", is_flag=True, help="Print the plan as JSON, without cells.")
def plan(
    path: Path,
    policy_name: str,
    options: ReadOptions,
    site: Path | None,
    device: str,
    profile: str,
    remember: bool,
    as_json: bool,
) -> None:
    """Show the operator of each column of FILE, why, and cells as they are and as they become.

    Columns that are not known come first; then the riskiest cells of each. The output holds cells of FILE.
    Change operators with --columns, a file in TOML, JSON or CSV.
    """
    from chartveil.domain.policy import ReplacementMode, load_policy
    from chartveil.release.discovery import likely_characters, refs_in_file
    from chartveil.release.file_processor import FileProcessor
    from chartveil.release.input_files import load_with_format
    from chartveil.release.job import ProcessingJob
    from chartveil.release.tables.choices import remember_choices
    from chartveil.release.tables.copies import plan_table
    from chartveil.release.tables.examples import column_examples

    if remember and not options.columns.chosen:
        raise click.UsageError("--remember keeps what --columns says: give both.")
    key = load_own_key()
    (ref, *_) = refs_in_file(path, options.limits)
    file, form = load_with_format(ref, options)
    job = ProcessingJob(
        load_policy(policy_name),
        ReplacementMode.SURROGATE,
        key,
        read_options=options,
        site_lists=site,
        models=model_choice_on(device, profile, 1, likely_characters(ref.name, len(file.data))),
    )
    processor = FileProcessor(job)
    planned = plan_table(processor, file, form, decided=False)
    if as_json:
        click.echo(json.dumps(_as_dict(planned), indent=1, ensure_ascii=False))
    else:
        _show(planned, column_examples(processor, planned, planned.plans))
    if remember:
        folder = UserPaths.default().columns_folder
        for head, made in zip(planned.opened.heads, planned.plans, strict=True):
            remember_choices(head, made, folder, key)
        console(stderr=True).print("Remembered for tables with these headers.")


@command.command(name="forget", short_help="Forget what is remembered of columns.")
def forget() -> None:
    """Forget what was chosen for the columns of tables: they are guessed anew."""
    folder = UserPaths.default().columns_folder
    found = sorted(folder.glob("*.json")) if folder.is_dir() else []
    for path in found:
        path.unlink()
    click.echo(f"{len(found)} forgotten.")


def _as_dict(planned: PlannedTable) -> list[dict[str, Any]]:
    return [
        {
            "table": made.part,
            "rows_above_header": len(head.titles),
            "patient": head.names[made.patient] if made.patient is not None else None,
            "columns": [
                {
                    "column": c.name,
                    "operator": c.operator.value,
                    "holds": c.kind,
                    "label": c.label.value if c.label is not None else None,
                    "reason": c.reason,
                    "chosen": c.chosen,
                }
                for c in made.columns
            ],
        }
        for head, made in zip(planned.opened.heads, planned.plans, strict=True)
        if head.names
    ]


def _show(planned: PlannedTable, examples: list[list[list[CellExample]]]) -> None:
    from rich.table import Table
    from rich.text import Text

    from chartveil.domain.display import safe_for_display
    from chartveil.domain.tables.column_plan import ColumnOperator

    out = console()
    for table, (head, made) in enumerate(zip(planned.opened.heads, planned.plans, strict=True)):
        if not head.names:
            continue
        shown = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        for name in ("Column", "Operator", "Why", "As it is", "As it becomes"):
            shown.add_column(name, overflow="fold")
        order = sorted(
            range(len(head.names)),
            key=lambda i: made.columns[i].operator is not ColumnOperator.REVIEW,
        )
        for i in order:
            choice = made.columns[i]
            called = f" ({head.labels[i]})" if head.labels[i] != choice.name else ""
            cells = examples[table][i]
            operator = choice.operator.value + (f" {choice.label}" if choice.label is not None else "")
            shown.add_row(
                Text(safe_for_display(choice.name) + called),
                Text(operator, style="bold red" if choice.operator is ColumnOperator.REVIEW else ""),
                Text(choice.reason),
                Text("\n".join(_cut(c.before) for c in cells)),
                Text("\n".join(_cut(c.after) or "–" for c in cells)),
            )
        if made.part:
            out.print(made.part, style="bold", markup=False)
        out.print(shown)
        patient = head.names[made.patient] if made.patient is not None else "no column tells it"
        above = f" · {len(head.titles)} rows above the header are left out" if head.titles else ""
        out.print(f"\nPatient: {safe_for_display(patient)}{above}", style="dim", markup=False)


def _cut(text: str) -> str:
    from chartveil.domain.display import safe_for_display

    line = " ".join(safe_for_display(text).split())
    return line if len(line) <= _WIDEST else line[: _WIDEST - 1] + "…"
