"""``chartveil``: the group of commands, each loaded when it is used."""

from __future__ import annotations

import contextlib
import errno
import importlib
import importlib.util
import os
import platform
import sys

import click

from chartveil import __version__
from chartveil.cli.batches.lost_output import mute_output
from chartveil.cli.exit_codes import DONE, INTERNAL_ERROR, NOTHING_DONE, SOME_FAILED, STOPPED

_TRAINING = "chartveil_training"
"""The package that trains models. A checkout has it, an installed program has not."""

# Command, module that holds it, and its line in the help: named here so that --help loads none of them.
_COMMANDS = {
    "gui": ("chartveil.cli.gui", "Open the window."),
    "deid": ("chartveil.cli.deid", "De-identify files and folders."),
    "cluster": ("chartveil.cli.batches.cluster", "De-identify on many machines."),
    "tables": ("chartveil.cli.tables.plan", "Show and choose what is done with the columns of a table."),
    "explain": ("chartveil.cli.explain", "Show the spans of a file with every reason for them."),
    "evaluate": ("chartveil.cli.evaluate", "Measure spans against gold annotations."),
    "spotcheck": (
        "chartveil.cli.spot_checks.checking",
        "Say how safe a release is, from a sample.",
    ),
    "casereport": ("chartveil.cli.casereport", "Make a case report from one patient's notes."),
    "models": ("chartveil.cli.models", "List, check and add models."),
    "train": (f"{_TRAINING}.command", "Train a model of your own from annotated documents."),
    "rules": ("chartveil.cli.rules", "List the rules, show one, or try one on a file."),
    "policy": ("chartveil.cli.policy", "List policies, show one, or check what it leaves."),
    "audit": ("chartveil.cli.audit", "Show what was done, and check the audit log."),
    "forget": ("chartveil.cli.forget", "Forget what is kept of a worklist's documents."),
    "store": ("chartveil.cli.store", "See and change what opens the store; back up its key."),
    "doctor": ("chartveil.cli.doctor", "Tell what this machine has and lacks."),
}


def _commands() -> dict[str, tuple[str, str]]:
    """The commands that this installation has."""
    trains = importlib.util.find_spec(_TRAINING) is not None
    return {name: entry for name, entry in _COMMANDS.items() if trains or name != "train"}


class _Group(click.Group):
    """Commands that are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _COMMANDS.keys() - _commands().keys():
            raise click.UsageError(
                f"'{cmd_name}' works in a checkout of the source alone, not in an installed program.", ctx
            )
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(_COMMANDS[cmd_name][0])
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _commands().items()])


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chartveil")
def cli() -> None:
    """De-identifies clinical documents on this machine. Nothing leaves it.

    \b
    Exit codes: 0 all done · 1 some files failed, the rest is done · 2 wrong usage
                3 nothing could be done · 70 a mistake of ours · 130 stopped
    """


def main() -> None:
    """Entry point. Errors that a user can mend are told in one line; our own never quote text."""
    _fill_closed_streams()
    # A console of another encoding must not fail a run over a dash.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(_run())


def _fill_closed_streams() -> None:
    """Opens the standard streams that whoever started us has closed: the next file that is opened would get
    the number of one, and what a library prints would be written into it. What is printed to standard output
    then fails, as it does on a full disk."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number < 2 else os.O_WRONLY)  # takes the lowest number
            if number == 1:
                sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - stays open


def _run() -> int:
    """Runs the command and gives its exit code; what goes wrong is said in one line."""
    from chartveil.domain.errors import Cancelled, ChartveilError, where_raised

    try:
        code = _command()
        sys.stdout.flush()
    except click.ClickException as e:
        e.show()
        return e.exit_code
    except (click.Abort, KeyboardInterrupt, Cancelled):
        with contextlib.suppress(OSError):  # the terminal may be gone
            click.echo("Stopped. What bears its name is whole; deid goes on with --resume.", err=True)
        return STOPPED
    except BrokenPipeError:
        # The reader of our output went away, as `head` does.
        mute_output()
        return SOME_FAILED
    except ChartveilError as e:
        click.echo(f"chartveil: {e}", err=True)
        return NOTHING_DONE
    except OSError as e:
        mute_output()
        # Neither its message nor its file name is shown: the line must be fit to be passed on.
        reason = os.strerror(e.errno) if e.errno else type(e).__name__
        if e.errno == errno.EBADF:
            reason = "standard output is closed"
        return _report(f"the system refused something: {reason}", where_raised(e), NOTHING_DONE)
    except MemoryError as e:
        return _report(
            "there is not enough memory; give fewer or smaller files", where_raised(e), NOTHING_DONE
        )
    except ImportError as e:
        what = (
            f"a library is missing or damaged: {e.name or 'which one is not told'}. Install Chartveil again; "
        )
        what += "in a checkout, remove the folder .venv and run start.py"
        return _report(what, where_raised(e), NOTHING_DONE)
    except Exception as e:  # noqa: BLE001 - a traceback may quote text: kind and place are told instead
        return _report(f"{type(e).__name__}. This is our mistake", where_raised(e), INTERNAL_ERROR)
    return code


def _command() -> int:
    try:
        cli.main(prog_name="chartveil", standalone_mode=False)
    except click.exceptions.Exit as e:
        return e.exit_code
    except SystemExit as e:
        return e.code if isinstance(e.code, int) else SOME_FAILED
    return DONE


def _report(what: str, place: str, code: int) -> int:
    version = f"Chartveil {__version__}, Python {platform.python_version()}, {sys.platform}"
    click.echo(f"chartveil: {what} ({place}; {version}).", err=True)
    if code == INTERNAL_ERROR:
        click.echo(
            "What bears its name in the output folder is whole. Please report the line above, which holds "
            "no text of yours; send no document with it.",
            err=True,
        )
    return code


if __name__ == "__main__":
    main()
