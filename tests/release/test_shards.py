"""Runs cut into shards: the copies of one machine, resumed from the manifest, whatever works on them."""

import importlib.util
import os
import pickle
import shutil
import signal
import tempfile
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from chartveil.domain.errors import InputError, OutputError, ResourceError
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.cluster import executors, shards
from chartveil.release.cluster.executors import ProcessExecutor, RayExecutor
from chartveil.release.cluster.shards import ShardWorker, shard_outcomes
from chartveil.release.job import ProcessingJob
from chartveil.store.workspace import Workspace

pytestmark = pytest.mark.usefixtures("pipelines_kept")
SECRET = "quintessa"
KEY = bytes(range(40, 72))


@pytest.fixture
def notes(tmp_path):
    """Seven files, two of one content, one that fails; their names tell of people."""
    folder = tmp_path / f"{SECRET} notes"
    folder.mkdir()
    for n in range(5):
        (folder / f"{SECRET}{n}.txt").write_text(
            f"MRN: 447182{n % 4}. Seen on 3/4/2021 by Dr. {SECRET.title()}."
        )
    (folder / "table.csv").write_text("patient id,note text\nP1,Seen on 3/4/2021.\nP1,Seen on 5/4/2021.\n")
    (folder / "broken.txt").write_bytes(b"\xff\xfe\x00" * 50 + b"\x00" * 999)
    return folder


@pytest.fixture
def release(tmp_path, notes):
    def run(out, executor=None, *, resume=False, files=2):
        job = ProcessingJob(
            load_policy(), ReplacementMode.SURROGATE, KEY, output_folder=tmp_path / out, models=None
        )
        work = None
        if executor is not None:
            work = partial(shard_outcomes, folder=tmp_path / f"{out}-state", executor=executor, files=files)
        request = BatchRequest((notes,), job, processes=1, resume=resume, work=work)
        with Workspace(tmp_path / f"{out}.sqlite", bytes(32)) as ws:
            return run_batch(request, ws)

    return run


def copies(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir()}


class Here:
    """Works on shards in this process, and counts them; dies before some."""

    def __init__(self, stop_at=99, die_at=()):
        self.stop_at, self.die_at, self.worked = stop_at, die_at, []

    def run(self, folder, names, cancelled):
        if names:
            worker = ShardWorker(folder)
            for name in reversed(names):
                if len(self.worked) >= self.stop_at:
                    raise KeyboardInterrupt
                if name in self.die_at:
                    yield name, False
                    continue
                worker.process(executors.shard_task(folder, name))
                self.worked.append(name)
                yield name, True


def test_shards_make_the_copies_of_one_machine(tmp_path, release):
    one = release("one")
    for executor in (Here(), ProcessExecutor(1)):
        out = type(executor).__name__
        by_shards = release(out, executor)
        assert copies(tmp_path / out) == copies(tmp_path / "one")
        assert [(f.path, f.outputs, f.counts) for f in by_shards.files] == [
            (f.path, f.outputs, f.counts) for f in one.files
        ]
        assert len(by_shards.failures) == 1
        assert not (tmp_path / f"{out}-state").exists()


def test_a_run_that_broke_off_goes_on_from_the_manifest(tmp_path, notes, release):
    release("one")
    # The last shards come first, so that nothing has its name yet when it breaks off.
    with pytest.raises(KeyboardInterrupt):
        release("two", Here(stop_at=2))
    assert not (tmp_path / "two").exists()
    state = tmp_path / "two-state"
    assert {p.stat().st_mode & 0o077 for p in [state, *state.rglob("*")]} == {0}
    assert not (state / "job").exists()  # it holds the key
    assert KEY not in b"".join(p.read_bytes() for p in state.rglob("*") if p.is_file())
    (notes / "table.csv").write_text("patient id,note text\nP1,Seen on 3/4/2021 again.\n")
    again = Here()
    release("two", again, resume=True, files=1)
    done = {f"{n:06d}" for n in range(7)}
    # Anew: a file that failed, one that changed, and those that were not begun.
    assert len(again.worked) == 5
    assert set(again.worked) < done
    release("three")
    assert copies(tmp_path / "two") == copies(tmp_path / "three") != copies(tmp_path / "one")


def test_a_worker_that_dies_costs_no_more_than_its_file(tmp_path, release):
    release("one")
    alone = Here(die_at=("000001", "000001-000000003"))
    report = release("two", alone)
    assert {f.failure.kind for f in report.failures} == {"InputError", "WorkerDied"}
    assert len(report.failures) == 2
    assert copies(tmp_path / "two").items() < copies(tmp_path / "one").items()


def test_other_settings_take_nothing_over(tmp_path, notes, release):
    with pytest.raises(KeyboardInterrupt):
        release("two", Here(stop_at=2))
    (tmp_path / "two-state" / "settings").write_bytes(pickle.dumps("other"))
    again = Here()
    release("two", again)
    assert len(again.worked) == 4


def test_a_machine_that_would_make_other_copies_is_refused(tmp_path, release, monkeypatch):
    """Its settings are worked out there: version, dictionaries, models."""
    facts = shards.run_facts

    class Elsewhere(Here):
        def run(self, folder, names, cancelled):
            monkeypatch.setattr(shards, "run_facts", lambda job: replace(facts(job), settings="other"))
            yield from super().run(folder, names, cancelled)

    with pytest.raises(ResourceError, match="Install the same Chartveil everywhere"):
        release("two", Elsewhere())

    class Apart(Here):
        def run(self, folder, names, cancelled):
            (folder / "job").unlink()
            yield from super().run(folder, names, cancelled)

    monkeypatch.undo()
    with pytest.raises(InputError, match="under the same path"):
        release("two", Apart())


@pytest.mark.skipif(os.name != "posix", reason="rights are of another kind there")
def test_a_manifest_that_others_may_write_is_not_read(tmp_path, release):
    (tmp_path / "two-state").mkdir(mode=0o777)
    (tmp_path / "two-state").chmod(0o777)
    with pytest.raises(OutputError, match="no folder of yours alone"):
        release("two", Here())


def test_without_ray_it_is_said_what_to_install(release, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="extra `cluster`, or give --on processes"):
        release("two", RayExecutor())


@pytest.fixture
def own():
    """A folder for Ray that stays to be looked at; its sockets have no long names."""
    folder = Path(tempfile.mkdtemp(prefix="cv-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="the extra `cluster` is not installed")
def test_ray_makes_the_same_bytes_and_is_told_no_name(tmp_path, notes, release, monkeypatch, own):
    kept_a_token = (Path.home() / ".ray" / "auth_token").exists()
    on_end = signal.getsignal(signal.SIGTERM)
    release("one")
    monkeypatch.setattr(executors, "private_folder", lambda: nullcontext(str(own)))
    report = release("two", RayExecutor(workers=2), files=4)
    assert copies(tmp_path / "two") == copies(tmp_path / "one")
    assert len(report.failures) == 1
    logs = [p for p in own.rglob("*") if p.is_file()]
    assert logs
    seen = b"".join(p.read_bytes() for p in logs).lower()
    # The path of the manifest is ours to choose; the names of the files are not.
    assert f"{SECRET}0".encode() not in seen
    assert KEY not in seen
    assert KEY.hex().encode() not in seen
    assert (Path.home() / ".ray" / "auth_token").exists() == kept_a_token
    assert signal.getsignal(signal.SIGTERM) is on_end
