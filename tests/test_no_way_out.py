"""Not one socket but those within the machine.

Every process of a job is watched, and has no network where the system allows that. The window's part is in
``gui/test_whole_session``; ``scripts/watch_sockets.py`` runs all.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WATCH = Path(__file__).resolve().parents[1] / "scripts" / "socket_watch"


def without_network():
    """What is put in front of a command so that it has no network; nothing where that is not allowed."""
    command = ["unshare", "-rn"]
    if (
        not shutil.which("unshare")
        or subprocess.run([*command, "true"], capture_output=True, check=False).returncode
    ):
        return []
    return command


@pytest.fixture
def run(tmp_path):
    """Runs a Python command under the watch; gives its exit code, what it said, and what it tried."""

    def work(*command):
        calls = tmp_path / "calls"
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, (WATCH, *sys.path))),
            "SOCKET_WATCH": str(calls),
            "CHARTVEIL_HOME": str(tmp_path / "home"),
        }
        done = subprocess.run(
            [*without_network(), sys.executable, *map(str, command)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        tried = calls.read_text().splitlines() if calls.exists() else []
        return done.returncode, done.stdout + done.stderr, [line.split(" ", 1)[1] for line in tried]

    return work


def test_the_watch_sees_what_leaves_and_passes_over_what_stays(run):
    code, said, tried = run("-c", "import socket; socket.socketpair()" if os.name == "posix" else "pass")
    assert (code, said, tried) == (0, "", [])
    _, _, tried = run("-c", "import socket; s = socket.socket(); s.connect(('127.0.0.1', 9))")
    assert tried[0].startswith("socket.__new__ family ")
    assert "socket.connect" in tried
    _, _, tried = run("-c", "import urllib.request; urllib.request.urlopen('http://localhost:9')")
    assert "socket.getaddrinfo" in tried


@pytest.mark.skipif(os.name != "posix", reason="pairs of sockets are of another kind")
def test_a_first_start_and_a_batch_in_two_processes_open_no_socket(run, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(2):
        text = f"Patient: Adaeze Okafor, MRN 4471829. Visit {n}."
        (notes / f"{n}.txt").write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    code, said, tried = run("-m", "chartveil", "deid", notes, "-o", out, "--jobs", "2", "-q")
    assert (code, tried) == (0, []), said
    assert len(list(out.iterdir())) == 2


@pytest.mark.skipif(os.name != "posix", reason="pairs of sockets are of another kind")
def test_the_search_for_a_gpu_opens_no_socket(run):
    _, said, tried = run("-m", "chartveil", "doctor")
    assert "Libraries" in said
    assert tried == []
