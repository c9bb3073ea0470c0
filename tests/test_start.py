"""``start.py`` mends what it finds broken, and says what it needs under any Python."""

import importlib.util
import sys

import pytest

from chartveil.domain.paths import data_root

FILE = data_root() / "start.py"


@pytest.fixture
def start(tmp_path, monkeypatch):
    """The program with a folder of its own, where making and installing are only noted in ``done``."""
    spec = importlib.util.spec_from_file_location("start", FILE)
    start = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(start)
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start, "accelerator", lambda: "cpu")
    start.done = []

    def install(extras):
        start.done.append("install")
        start.VENV.mkdir(exist_ok=True)
        start.stamp(extras).touch()

    monkeypatch.setattr(start, "install", install)
    monkeypatch.setattr(start.subprocess, "run", lambda command, **_: made(start, command))
    return start


def made(start, command):
    assert "venv" in command
    start.done.append("venv")
    return start.subprocess.CompletedProcess(command, 0, "", "")


def test_what_works_is_not_set_up_again(start, monkeypatch):
    monkeypatch.setattr(start, "works", lambda python, code: True)
    start.set_up(())
    start.set_up(())
    assert start.done == ["install"]


@pytest.mark.parametrize("gone", ["pip", "chartveil.cli.main"])
def test_an_environment_that_lost_a_part_is_made_anew(start, monkeypatch, gone):
    monkeypatch.setattr(start, "works", lambda python, code: True)
    start.set_up(())
    monkeypatch.setattr(start, "works", lambda python, code: gone not in code)
    start.set_up(())
    assert start.done == ["install", "venv", "install"]


def test_an_environment_whose_removal_is_broken_off_counts_as_none(start, monkeypatch):
    monkeypatch.setattr(start, "works", lambda python, code: True)
    start.set_up(())
    (start.VENV / "lib").mkdir()

    def broken_off(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(start.shutil, "rmtree", broken_off)
    monkeypatch.setattr(start, "works", lambda python, code: False)
    with pytest.raises(KeyboardInterrupt):
        start.set_up(())
    assert (start.VENV / "lib").exists()
    assert not start.installed(("cpu",))


def test_an_early_python_is_told_which_is_needed(start, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 6, 8))
    monkeypatch.setattr(sys, "stdout", object())  # which had no ``reconfigure`` then
    with pytest.raises(start.SetupError, match=r"needs Python 3\.11"):
        start.main([])


def test_paths_are_shown_as_they_can_be_typed(start, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert start.shown(tmp_path / "x" / "start.py") == start.os.path.join("x", "start.py")
    assert start.shown(tmp_path / "my x" / "start.py") == f'"{start.os.path.join("my x", "start.py")}"'

    def other_drive(*_):
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    monkeypatch.setattr(start.os.path, "relpath", other_drive)
    assert start.shown(r"C:\cv\start.py") == r"C:\cv\start.py"
