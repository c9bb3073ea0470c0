"""``chartveil audit``: what was done, whether the record holds, and records that others can check."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chartveil.cli.exit_codes import SOME_FAILED
from chartveil.cli.options import OrderedGroup, console, workspace_option
from chartveil.cli.own_key import load_own_key
from chartveil.domain.wording import counted

if TYPE_CHECKING:
    from chartveil.store.workspace import Workspace


@click.group(name="audit", cls=OrderedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Show what was done, prove it to others, and check such a proof.

    The record holds no text, no names and no paths: documents and files are keyed ids. Its entries are
    chained and signed. What is listed is checked, and the end of the chain; 'show', 'head', 'export' and
    'chartveil doctor' check the whole.
    """


@command.command(name="list", short_help="List the runs.")
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_runs(workspace: Path | None, as_json: bool) -> None:
    """List the runs, latest first. One that is not finished is still at work or was killed."""
    with _opened(workspace) as ws:
        entries, runs, path = ws.verify_end(), ws.runs(), ws.path
    if as_json:
        click.echo(json.dumps({"entries": entries, "runs": runs}, indent=1))
    else:
        _list(runs, entries, path)


@command.command(short_help="Show one run.")
@click.argument("run_id", metavar="RUN")
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def show(run_id: str, workspace: Path | None, as_json: bool) -> None:
    """Show one run: its settings, labels, outputs and failures.

    RUN is its id or the first characters of it.
    """
    with _opened(workspace) as ws:
        ws.verify()
        run = _chosen(ws, run_id)
        files, labels = ws.run_files(run["id"]), ws.label_counts(run["id"])
    outputs = [o for f in files for o in f.get("outputs", ())]
    failures = [{"file": f["file"], "kind": f["blocked"]} for f in files if "blocked" in f]
    if as_json:
        facts = {"run": run, "labels": labels, "exports": outputs, "failures": failures}
        click.echo(json.dumps(facts, indent=1))
    else:
        _show(run, labels, outputs, failures)


@command.command(short_help="Print the head of the record, for a log on paper.")
@workspace_option
def head(workspace: Path | None) -> None:
    """Print number, time, hash and signature of the last entry, and the fingerprint of this installation.

    Noted on paper, the line shows later that nothing before it was changed and that no older copy of the
    record was put back.
    """
    with _opened(workspace) as ws:
        ws.verify()
        click.echo(f"{ws.head()}\nfingerprint {ws.fingerprint}")


@command.command(short_help="Write the signed record of a release.")
@click.argument("release", metavar="RELEASE")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write it. [default: in the folder of the copies]",
)
@click.option(
    "--only", multiple=True, metavar="COPY", help="Show this copy alone, with its proof; may be given again."
)
@workspace_option
def export(release: str, output: Path | None, only: tuple[str, ...], workspace: Path | None) -> None:
    """Write the signed record of a release, with a program that checks it.

    RELEASE is the folder of the copies, or a run's id or its first characters. The record holds no original,
    no place and no length of a name. Tell whoever will check it the fingerprint by another way.
    """
    from chartveil.service.release_record import export_run_record, write_folder_record

    folder = Path(release)
    with _opened(workspace) as ws:
        if folder.is_dir() and output is None and not only:
            *_, step = write_folder_record(ws, folder)
            assert step.written is not None
            path, record = step.written
        elif output is None:
            raise click.UsageError("name the file to write with -o, or give the folder of the copies.")
        else:
            run = _chosen(ws, release)["id"]
            path, record = output, export_run_record(ws, run, output, only)
    files = f"{record.shown:,} of " if only else ""
    click.echo(f"{path}: {files}{counted(record.files, 'file')}, signed by\n  {record.fingerprint}")


@command.command(short_help="Check the record of a release.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--key", default="", metavar="FINGERPRINT", help="Of the installation that should have signed it."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def verify(file: Path, folder: Path | None, key: str, as_json: bool) -> None:
    """Check the signed record of a release.

    With FOLDER, also that the copies in it are the ones released, bit for bit.
    """
    from chartveil.service.release_record import check_record

    *_, found = check_record(file, folder, key)
    problems, signer = found.problems, found.fingerprint
    if as_json:
        click.echo(json.dumps({"holds": not problems, "problems": problems, "fingerprint": signer}, indent=1))
    elif problems:
        for problem in problems:
            click.echo(f"✕ {problem}")
    else:
        said = "The record and all its copies hold" if folder else "The record holds"
        if folder and not found.whole:
            were = "it holds" if found.total == 1 else "they hold"
            said = f"The record shows {counted(found.total, 'file')} of the release alone, and {were}"
        click.echo(f"✓ {said}. Signed by\n  {signer}")
        if not key:
            click.echo("Compare this with the fingerprint that the maker of the release told you.")
    sys.exit(SOME_FAILED if problems else 0)


def _opened(workspace: Path | None) -> Workspace:
    from chartveil.domain.errors import StoreError
    from chartveil.domain.paths import UserPaths
    from chartveil.store.workspace import open_workspace

    user_paths = UserPaths.default()
    path = workspace or user_paths.workspace_file
    if not path.exists():
        raise StoreError("nothing has been recorded yet.", where=str(path), remedy="Run 'chartveil deid'.")
    return open_workspace(user_paths, workspace, load_own_key())


def _chosen(ws: Workspace, run_id: str) -> dict[str, Any]:
    from chartveil.domain.errors import StoreError

    chosen = [r for r in ws.runs() if r["id"].startswith(run_id)]
    if len(chosen) != 1:
        what = "several runs begin so." if chosen else "there is no run of this id."
        raise StoreError(what, where=run_id, remedy="'chartveil audit list' names them.")
    return chosen[0]


_NARROW = 104
"""Columns of a terminal below which a run takes two lines."""


def _list(runs: list[dict[str, Any]], entries: int, path: Path) -> None:
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
    said = f"\n{entries} entries; the last one and what is listed hold · {path}"
    out.print(said, style="dim", markup=False, soft_wrap=True)


def _status(run: dict[str, Any]) -> str:
    # Nothing can record that a process was killed: that it never said it ended is what is known.
    return "not finished" if run["status"] == "running" else str(run["status"])


def _show(
    run: dict[str, Any],
    labels: dict[str, int],
    outputs: list[dict[str, Any]],
    failures: list[dict[str, Any]],
) -> None:
    out = console()
    by = " ".join(filter(None, run.pop("by", {}).values()))
    for name, value in {**run, "status": _status(run), "by": by}.items():
        out.print(f"{name.replace('_', ' '):20s} {value}", markup=False)
    out.print("\nLabels: " + "  ".join(f"{k} {v}" for k, v in labels.items()), markup=False)
    out.print(f"\n{len(outputs)} outputs", style="bold")
    for o in outputs:
        out.print(f"  {o['name'] or '(named by its input)'}  sha256 {o['sha256']}", markup=False)
    if failures:
        out.print(f"\n{len(failures)} files blocked", style="bold")
        for f in failures:
            out.print(f"  {f['kind']}  file {f['file'] or '(could not be read)'}", markup=False)
