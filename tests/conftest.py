"""Makes the small helpers beside the tests importable, and has no test fail for a machine that is busy."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("suite", deadline=None)
settings.load_profile("suite")


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

    from chartveil.cli.main import main

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
