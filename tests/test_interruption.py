"""Stopping and killing a run: what bears its name is whole, and the next run goes on."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="signals of another kind"),
    pytest.mark.slow,
]

NOTES = 40
"""Short ones, and enough of them that a run is far from its end when it is interrupted."""
PATIENCE = 200
"""Seconds that a process gets on a machine that does much else."""


@pytest.fixture
def folder(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(NOTES):
        note = f"Seen by Dr. Okafor on 3/{n % 28 + 1}/2021, MRN {n:08d}, feels well.\n"
        (notes / f"{n:03d}.txt").write_text(note, encoding="utf-8")
    return tmp_path


def start(folder, *more):
    environment = dict(os.environ, CHARTVEIL_HOME=str(folder / "home"))
    command = [sys.executable, "-m", "chartveil", "deid", folder / "notes", "-o", folder / "out", *more]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_outputs(folder, process, count):
    """Waits until some outputs bear their names, by looking, not by a guess of how long it takes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if (folder / "out").is_dir() and len(named(folder)) >= count:
            return
        time.sleep(0.005)
    process.kill()
    pytest.fail(f"no {count} outputs came")


def named(folder):
    return {
        p.name: hashlib.sha256(p.read_bytes()).hexdigest()
        for p in (folder / "out").iterdir()
        if not p.name.startswith(".")
    }


def finish(chartveil, folder):
    """Goes on with the run, in this process, whose home is that of the others."""
    command = ("deid", folder / "notes", "-o", folder / "out", "--resume", "--json", "--jobs", "1")
    code, out, err = chartveil(*command)
    assert code == 0, err
    return json.loads(out)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGHUP])
def test_a_stop_leaves_whole_files_and_says_how_to_go_on(folder, chartveil, how):
    process = start(folder, "--jobs", "1")
    wait_for_outputs(folder, process, 5)
    process.send_signal(how)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "--resume" in err
    before = named(folder)
    # The one that had its name but no record yet, if there was one, is taken back.
    assert 4 <= len(before) < NOTES
    assert not list((folder / "out").glob(".chartveil-*"))
    if how is signal.SIGINT:  # a run that goes on is the same after each
        report = finish(chartveil, folder)
        assert sum(f["resumed"] for f in report["files"]) == len(before)
        after = named(folder)
        assert len(after) == NOTES
        assert before.items() <= after.items()


def children(pid):
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(p) for p in found.stdout.split()]


def alive(pid):
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip()) and not found.stdout.strip().startswith("Z")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks ps")
def test_after_kill_9_workers_end_nothing_is_half_and_the_next_run_goes_on(folder, chartveil):
    process = start(folder, "--jobs", "1")
    wait_for_outputs(folder, process, 5)
    workers = children(process.pid)
    assert len(workers) >= 2, "what works on files, and what tracks shared memory"
    process.kill()
    process.communicate()
    end = time.monotonic() + PATIENCE
    while any(alive(p) for p in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert [p for p in workers if alive(p)] == []
    before = named(folder)
    code, told, err = chartveil("audit", "list")
    assert code == 0, err
    assert "not finished" in told
    assert "what is listed hold" in told
    report = finish(chartveil, folder)
    # At most the one file that had its name but no record yet is done again.
    assert len(before) - 1 <= sum(f["resumed"] for f in report["files"]) <= len(before)
    after = named(folder)
    assert len(after) == NOTES
    assert before.items() <= after.items()
    assert not list((folder / "out").glob(".chartveil-*"))


def test_a_stop_sent_to_every_process_of_the_run_is_a_stop(folder):
    """By the signal that ends programs, too."""
    process = start(folder, "--jobs", "2")
    wait_for_outputs(folder, process, 5)
    workers = children(process.pid)
    process.send_signal(signal.SIGTERM)
    for worker in workers:
        os.kill(worker, signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "died" not in err
    assert "Traceback" not in err
    assert not list((folder / "out").glob(".chartveil-*"))


def test_two_runs_at_once_into_one_folder_and_workspace_leave_each_other_alone(folder):
    processes = [start(folder, "--jobs", "1", "--mode", "tag", "--json") for _ in range(2)]
    for process in processes:
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        assert len(json.loads(out)["files"]) == NOTES
    assert len(named(folder)) == NOTES
    assert not list((folder / "out").glob(".chartveil-*"))


def test_a_worker_that_dies_costs_one_file_and_the_rest_goes_on(folder, monkeypatch):
    """A worker process is killed again and again while it works; its file fails, the others are done."""
    import multiprocessing

    from chartveil.domain.policy import ReplacementMode, load_policy
    from chartveil.release.batch import BatchRequest, run_batch
    from chartveil.release.job import ProcessingJob
    from chartveil.store.workspace import Workspace

    killed = []

    def kill_one(progress):
        if progress.done in (10, 30) and progress.done not in killed:
            killed.append(progress.done)
            os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)

    job = ProcessingJob(
        load_policy(), ReplacementMode.TAG, bytes(32), output_folder=folder / "out", models=None
    )
    request = BatchRequest((folder / "notes",), job, processes=1, apart=True)
    with Workspace(folder / "w.sqlite", bytes(range(32))) as ws:
        report = run_batch(request, ws, progress=kill_one)
    assert killed == [10, 30]
    assert len(report.finished) + len(report.failures) == NOTES
    assert len(report.failures) <= len(killed)
    assert all(f.failure.kind == "WorkerDied" for f in report.failures)
    assert len(named(folder)) == len(report.finished)
