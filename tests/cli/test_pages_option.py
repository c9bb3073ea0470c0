"""What the pages of a copy are is chosen on the command line, pictures unless one asks."""

import click
import pytest
from click.testing import CliRunner

from chartveil.cli.main import cli
from chartveil.cli.options import page_options, page_options_from
from chartveil.ocr.options import PageOptions, PageOutput


def given(*arguments):
    """What a command with these options gets; what it says where they are refused."""
    got = []

    @click.command()
    @page_options
    def command(**options):
        got.append(page_options_from(**options))

    result = CliRunner().invoke(command, arguments)
    return got[0] if got else result.output


def test_pages_are_pictures_unless_asked_for():
    assert given().keep is PageOptions().keep is PageOutput.PICTURES
    assert given("--pages", "vectors").keep is PageOutput.VECTORS
    assert "is not one of" in given("--pages", "both")


@pytest.mark.parametrize("command", ["deid", "explain"])
def test_the_help_calls_vectors_weaker(command):
    said = " ".join(CliRunner().invoke(cli, [command, "--help"]).output.split())
    assert "the weaker way" in said[said.index("--pages") :]
