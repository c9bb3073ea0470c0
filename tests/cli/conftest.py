import sys

import pytest

from chartveil.cli.main import main


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user data folder of the test's own."""
    folder = tmp_path / "home"
    monkeypatch.setenv("CHARTVEIL_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "200")
    return folder


@pytest.fixture
def chartveil(home, monkeypatch, capsys):
    """Runs a command in this process: (exit code, standard output, standard error)."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["chartveil", *map(str, arguments)])
        try:
            main()
            code = 0
        except SystemExit as e:
            code = e.code or 0
        said = capsys.readouterr()
        return code, said.out, said.err

    return run
