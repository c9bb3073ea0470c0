"""``chartveil cluster``: what ``deid`` does, cut into shards for many processes or machines."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from chartveil.cli import deid


@click.command(name="cluster", params=list(deid.command.params))
@click.option(
    "--on",
    type=click.Choice(["ray", "processes"]),
    default="ray",
    show_default=True,
    help="Where shards are worked on: on Ray, or in processes of this machine.",
)
@click.option(
    "--address",
    default="",
    metavar="HOST:PORT",
    help="Of a Ray cluster that runs.  [default: one on this machine, for this run]",
)
@click.option(
    "--shard-files", type=click.IntRange(1), default=64, show_default=True, help="Files of a shard."
)
@click.option(
    "--state",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder for the manifest and for drafts, on the disk of the copies, yours alone; it goes at the "
    "end.  [default: a hidden one beside the copies]",
)
def command(
    on: str,
    address: str,
    shard_files: int,
    state: Path | None,
    inputs: tuple[Path, ...],
    out: Path,
    jobs: int,
    site: Path | None,
    patients: Path | None,
    **others: Any,
) -> None:
    """De-identify INPUT files and folders into FOLDER as 'deid' does, on more than one machine.

    The copies are the same, byte for byte. Workers reach the files, the copies and the manifest by the same
    paths; --jobs says how many there are. The same command goes on where one was broken off.
    """
    from chartveil.release.cluster.executors import ProcessExecutor, RayExecutor
    from chartveil.release.cluster.shards import shard_outcomes
    from chartveil.release.runner import refuse_inside_output
    from chartveil.system.machine import usable_cores

    if address and on != "ray":
        raise click.UsageError("--address is Ray's: leave out --on processes.")
    refuse_inside_output(out, state, "--state")
    # Workers elsewhere stand in other folders.
    out = out.absolute()
    folder = (state or out.with_name(f".{out.name}.chartveil-shards")).absolute()
    executor = RayExecutor(address, jobs) if on == "ray" else ProcessExecutor(jobs or usable_cores())
    work = partial(shard_outcomes, folder=folder, executor=executor, files=shard_files)
    assert deid.command.callback is not None
    deid.command.callback(
        inputs=tuple(path.absolute() for path in inputs),
        out=out,
        jobs=jobs,
        site=site.absolute() if site else None,
        patients=patients.absolute() if patients else None,
        work=work,
        **others,
    )
