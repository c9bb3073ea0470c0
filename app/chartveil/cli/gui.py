"""``chartveil gui``: opens the window."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from chartveil.cli.exit_codes import NOTHING_DONE
from chartveil.system.machine import has_screen


@click.command(name="gui")
@click.argument("inputs", nargs=-1, type=click.Path(path_type=Path), metavar="[INPUT...]")
@click.option("--samples", is_flag=True, help="INPUT is about nobody: do not ask first what opens the store.")
def command(inputs: tuple[Path, ...], samples: bool) -> None:
    """Open the window, on INPUT files and folders if there are any.

    In it documents are searched, reviewed span by span, signed off and exported. Decisions are stored as they
    are made, encrypted, in your user data folder.
    """
    try:
        from chartveil.gui.app import run
    except ImportError as e:
        click.echo(
            f"The window cannot be opened: {e}. Install Chartveil with its extra 'gui'; on Debian and Ubuntu "
            "Qt also needs system libraries, which 'python3 start.py' names.",
            err=True,
        )
        sys.exit(NOTHING_DONE)
    if not has_screen():
        # Qt would end the process.
        click.echo(
            "There is no screen here, or none that answers, to open the window on. Use 'chartveil deid'.",
            err=True,
        )
        sys.exit(NOTHING_DONE)
    sys.exit(run(inputs, samples=samples))
