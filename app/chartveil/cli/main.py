"""``chartveil``: the group of commands, each loaded when it is used."""

from __future__ import annotations

import importlib
import sys

import click

from chartveil import __version__
from chartveil.cli.codes import FAILED, STOPPED, UNUSABLE

# Command, module that holds it, and its line in the help: named here so that --help loads none of them.
_COMMANDS = {
    "deid": ("chartveil.cli.deid", "De-identify files and folders."),
    "explain": ("chartveil.cli.explain", "Show the spans of a file with every reason for them."),
    "evaluate": ("chartveil.cli.evaluate", "Measure spans against gold annotations."),
    "policies": ("chartveil.cli.policies", "List policies, or show what one does."),
    "audit": ("chartveil.cli.audit", "Show what was done, and check the audit log."),
    "doctor": ("chartveil.cli.doctor", "Tell what this machine has and lacks."),
}


class _Group(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(_COMMANDS[cmd_name][0])
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chartveil")
def cli() -> None:
    """De-identifies clinical documents on this machine. Nothing leaves it.

    \b
    Exit codes: 0 all done · 1 some files failed, the rest is done · 2 wrong usage
                3 nothing could be done · 130 stopped
    """


def main() -> None:
    """Entry point. Errors that a user can mend are told in one line; our own never quote text."""
    from chartveil.errors import Cancelled, ChartveilError

    # A console of another encoding must not fail a run over a dash.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        cli.main(prog_name="chartveil", standalone_mode=False)
    except click.exceptions.Exit as e:
        sys.exit(e.exit_code)
    except click.ClickException as e:
        e.show()
        sys.exit(e.exit_code)
    except (click.Abort, KeyboardInterrupt, Cancelled):
        click.echo("Stopped.", err=True)
        sys.exit(STOPPED)
    except BrokenPipeError:
        # The reader of our output went away, as `head` does.
        sys.stderr.close()
        sys.exit(FAILED)
    except ChartveilError as e:
        click.echo(f"chartveil: {e}", err=True)
        sys.exit(UNUSABLE)


if __name__ == "__main__":
    main()
