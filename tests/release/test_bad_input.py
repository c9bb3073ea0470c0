"""A batch in which nearly every file is bad: each is named with what to do, and the good one is released."""

import os

import pytest

from bad_files import BAD
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.formats.base import InputLimits, ReadOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.job import ProcessingJob
from chartveil.store.workspace import Workspace

# Words of the bad files' contents: no message may quote them.
CONTENT = ("Okafor", "Seen by", "never closed", "JFIF")


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    base = tmp_path_factory.mktemp("bad")
    folder = base / "in"
    folder.mkdir()
    for name, (content, _) in BAD.items():
        (folder / name).write_bytes(content() if callable(content) else content)
    (folder / "zz-good.txt").write_text("Seen by Dr. Okafor on 3/4/2021.")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.txt")
    request = BatchRequest(
        (folder, base / "missing.txt"),
        ProcessingJob(
            load_policy(),
            ReplacementMode.SURROGATE,
            bytes(32),
            output_folder=base / "out",
            read_options=ReadOptions(limits=InputLimits(file_bytes=20_000_000)),
        ),
        processes=1,
    )
    with Workspace(base / "workspace.sqlite", bytes(range(32))) as ws:
        made = run_batch(request, ws)
    return made, base / "out", (base / "workspace.sqlite").read_bytes()


def test_thirty_kinds_and_more():
    assert len(BAD) >= 30


def test_the_batch_goes_on(report):
    made, out, _ = report
    (good,) = made.finished
    assert good.path.endswith("zz-good.txt")
    assert [p.name for p in out.iterdir()] == [o.name for o in good.outputs]
    assert "Okafor" not in (out / good.outputs[0].name).read_text()


@pytest.mark.parametrize("name", BAD)
def test_each_bad_file_is_named_with_its_reason_and_a_remedy(report, name):
    import re

    made, _, _ = report
    messages = [f.failure.message for f in made.failures if f"/{name}" in f.path]
    assert len(messages) == 1, [f.failure.message for f in made.failures]
    what = messages[0]
    assert name in what
    assert re.search(BAD[name][1], what, re.I), what
    # What is wrong, then what to do: two sentences at least.
    assert what.count(". ") >= 1, what
    assert [c for c in CONTENT if c in what] == []
    assert "Traceback" not in what


def test_what_is_not_there_is_told(report):
    made, _, _ = report
    assert [f.failure.message for f in made.failures if "missing.txt" in f.path] != []


def test_nothing_of_it_reaches_the_workspace(report):
    _, _, raw = report
    assert [c for c in CONTENT if c.encode() in raw] == []
    assert b"missing.txt" not in raw


def test_none_of_them_is_our_bug(report):
    made, _, _ = report
    assert [f.failure for f in made.failures if f.failure.kind in ("Bug", "StageError", "LeakError")] == []
