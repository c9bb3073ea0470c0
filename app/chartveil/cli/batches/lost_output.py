"""Keeps a run going when its report cannot be printed: the output is closed, or its disk is full."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator

import click

from chartveil.cli.exit_codes import SOME_FAILED


def mute_output() -> None:
    """Sends what is left of our output nowhere, as it cannot be written: the exit would fail over it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def work_outlives_output() -> Iterator[None]:
    """Around what prints a report of work that is done: where it cannot be printed that is told, and the
    command ends with the code for some of the work.

    Raises:
        BrokenPipeError: where the reader went away, as ``head`` does.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as e:
        mute_output()
        why = os.strerror(e.errno or errno.EIO)
        click.echo(
            f"chartveil: the report could not be printed: {why}. What bears its name is whole; "
            "'chartveil audit list' tells what was done.",
            err=True,
        )
        sys.exit(SOME_FAILED)
