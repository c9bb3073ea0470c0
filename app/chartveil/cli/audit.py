"""``chartveil audit``: what was done, and whether the log holds together."""

from __future__ import annotations

import json
from pathlib import Path

import click

from chartveil.cli.options import console, workspace_option


@click.command(name="audit")
@click.argument("run_id", required=False, metavar="[RUN]")
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(run_id: str | None, workspace: Path | None, as_json: bool) -> None:
    """List the runs, or show one: its settings, labels, outputs and failures.

    RUN is a run's id or its first characters. A run that is not finished is still at work or was killed.
    The log holds no text, no names and no paths: documents are ids, files are hashes. Its events are
    chained; the chain is checked each time.
    """
    from chartveil.domain.errors import StoreError
    from chartveil.domain.paths import UserPaths
    from chartveil.store.workspace import Workspace

    path = workspace or UserPaths.default().workspace_file
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
        chosen = [r for r in runs if r["id"].startswith(run_id)]
        if len(chosen) != 1:
            what = "several runs begin so." if chosen else "there is no run of this id."
            raise StoreError(what, where=run_id, remedy="'chartveil audit' lists them.")
        details = {t: ws.run_rows(t, chosen[0]["id"]) for t in ("exports", "failures")}
        labels = ws.label_counts(chosen[0]["id"])
    if as_json:
        click.echo(json.dumps({"run": chosen[0], "labels": labels, **details}, indent=1))
    else:
        _show(chosen[0], labels, details)


_NARROW = 104
"""Columns of a terminal below which a run takes two lines."""


def _list(runs: list[dict[str, object]], events: int, path: Path) -> None:
    from rich.table import Table

    out = console()
    if out.width < _NARROW:
        for r in runs:
            out.print(f"{r['id']}  {_status(r)}", markup=False, soft_wrap=True)
            numbers = f"{r['files']} files, {r['spans']} spans, {r['failures']} failures"
            out.print(f"  {r['policy']} · {r['mode']} · {numbers}", markup=False, soft_wrap=True)
    else:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in ("Run", "Status", "Policy", "Mode"):
            table.add_column(column, overflow="fold", no_wrap=column in ("Run", "Status"))
        for column in ("Files", "Docs", "Spans", "Recovered", "Failures"):
            table.add_column(column, justify="right", no_wrap=True)
        for r in runs:
            cells = ("policy", "mode", "files", "documents", "spans", "recovered", "failures")
            table.add_row(str(r["id"]), _status(r), *(str(r[c]) for c in cells))
        out.print(table)
    out.print(f"\n{events} events, the chain holds · {path}", style="dim", markup=False, soft_wrap=True)


def _status(run: dict[str, object]) -> str:
    # Nothing can record that a process was killed: that it never said it ended is what is known.
    return "not finished" if run["status"] == "running" else str(run["status"])


def _show(
    run: dict[str, object], labels: dict[str, int], details: dict[str, list[dict[str, object]]]
) -> None:
    out = console()
    for name, value in {**run, "status": _status(run)}.items():
        out.print(f"{name.replace('_', ' '):20s} {value}", markup=False)
    out.print("\nLabels: " + "  ".join(f"{k} {v}" for k, v in labels.items()), markup=False)
    out.print(f"\n{len(details['exports'])} outputs", style="bold")
    for e in details["exports"]:
        out.print(f"  {e['name'] or '(named by its input)'}  sha256 {e['sha256']}", markup=False)
    if details["failures"]:
        out.print(f"\n{len(details['failures'])} files blocked", style="bold")
        for f in details["failures"]:
            out.print(f"  {f['kind']}  file {f['file_sha256'] or '(could not be read)'}", markup=False)
