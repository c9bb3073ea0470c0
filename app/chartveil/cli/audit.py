"""``chartveil audit``: what was done, and whether the log holds together."""

from __future__ import annotations

import json
from pathlib import Path

import click

from chartveil.cli.common import console, workspace_option, workspace_path


@click.command(name="audit")
@click.argument("run_id", required=False, metavar="[RUN]")
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(run_id: str | None, workspace: Path | None, as_json: bool) -> None:
    """List the runs, or show one: its settings, labels, outputs and failures.

    The log holds no text, no names and no paths: documents are ids, files are hashes. Its events are
    chained; the chain is checked each time.
    """
    from chartveil.errors import StoreError
    from chartveil.store.workspace import Workspace

    path = workspace_path(workspace)
    if not path.exists():
        raise StoreError("nothing has been recorded yet.", where=str(path), remedy="Run 'chartveil deid'.")
    with Workspace(path) as ws:
        events = ws.verify_events()
        runs = ws.runs()
        if run_id is None:
            if as_json:
                click.echo(json.dumps({"events": events, "runs": runs}, indent=1))
            else:
                _list(runs, events, path)
            return
        chosen = [r for r in runs if r["id"] == run_id]
        if not chosen:
            raise StoreError(
                "there is no run of this id.", where=run_id, remedy="'chartveil audit' lists them."
            )
        details = {t: ws.rows(t, run_id) for t in ("exports", "failures")}
        labels = ws.label_counts(run_id)
    if as_json:
        click.echo(json.dumps({"run": chosen[0], "labels": labels, **details}, indent=1))
    else:
        _show(chosen[0], labels, details)


def _list(runs: list[dict[str, object]], events: int, path: Path) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in (
        "Run",
        "Status",
        "Policy",
        "Mode",
        "Files",
        "Documents",
        "Spans",
        "Given back",
        "Failures",
    ):
        table.add_column(column)
    for r in runs:
        cells = ("id", "status", "policy", "mode", "files", "documents", "spans", "recovered", "failures")
        table.add_row(*(str(r[c]) for c in cells))
    out = console()
    out.print(table)
    out.print(f"\n{events} events, the chain holds · {path}", style="dim", markup=False, soft_wrap=True)


def _show(
    run: dict[str, object], labels: dict[str, int], details: dict[str, list[dict[str, object]]]
) -> None:
    out = console()
    for name, value in run.items():
        out.print(f"{name.replace('_', ' '):20s} {value}", markup=False)
    out.print("\nLabels: " + "  ".join(f"{k} {v}" for k, v in labels.items()), markup=False)
    out.print(f"\n{len(details['exports'])} outputs", style="bold")
    for e in details["exports"]:
        out.print(f"  {e['name'] or '(named by its input)'}  sha256 {e['sha256']}", markup=False)
    if details["failures"]:
        out.print(f"\n{len(details['failures'])} files blocked", style="bold")
        for f in details["failures"]:
            out.print(f"  {f['kind']}  file {f['file_sha256'] or '(could not be read)'}", markup=False)
