"""A file that takes longer than one of its size may is broken off and named; the others go on."""

import os
import re
import threading
import time
from pathlib import Path

import pytest

from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.formats import registry
from chartveil.formats.base import InputLimits, ReadOptions
from chartveil.formats.text.format import TextFormat
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.worker_processes import process_files
from chartveil.system.time_limit import TimeLimitExceeded, allow_more_time, allow_page_time, time_limit

NOTE = "Seen by Dr. Okafor."


class SleepingFormat(TextFormat):
    """A reader that does not come to an end, and holds on to all that is raised meanwhile for a while."""

    name = "sleeping"
    suffixes = (".slow",)

    def recognizes(self, file):
        return file.suffix in self.suffixes

    def read(self, file, options):
        while True:
            try:
                time.sleep(0.01)
            except Exception:  # noqa: BLE001 - what careless code does
                continue


class BacktrackingFormat(SleepingFormat):
    """A reader with a pattern that tries for hours."""

    name = "backtracking"
    suffixes = (".regex",)

    def read(self, file, options):
        return [re.match("(a+)+$", "a" * 60 + "b")]


class StuckFormat(SleepingFormat):
    """A library that hears nothing."""

    name = "stuck"
    suffixes = (".stuck",)

    def read(self, file, options):
        import signal

        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(100)


STUBS = tuple(f"{__name__}:{form.__name__}" for form in (SleepingFormat, BacktrackingFormat, StuckFormat))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "FORMAT_CLASSES", (*STUBS, *registry.FORMAT_CLASSES))
    for name in ("1.txt", "2.slow", "2.regex", "2.stuck", "3.txt"):
        (tmp_path / name).write_text(NOTE if name.endswith(".txt") else NOTE * 1000)
    return tmp_path


def job():
    """Half a minute for a note, half a second for a thousand: only the stubs can be late."""
    limits = InputLimits(seconds=30.0, seconds_per_mb=-29.5e6 / len(NOTE * 1000))
    return ProcessingJob(
        load_policy(), ReplacementMode.TAG, bytes(32), outputs=(), models=None,
        read_options=ReadOptions(limits=limits),
    )  # fmt: skip


def check(outcomes, late):
    assert [o.failure is None for o in outcomes] == [True, False, True]
    failure = outcomes[1].failure
    assert failure.kind == "InputError"
    assert late in failure.message
    assert "took longer than the" in failure.message
    assert "Split it" in failure.message
    assert "Okafor" not in failure.message


@pytest.mark.parametrize("late", ["2.slow", "2.regex"])
def test_in_this_process_it_is_broken_off(folder, late):
    if late == "2.regex" and os.name == "nt":
        pytest.skip("no timer signal there")
    tasks = [FileTask(InputRef(str(folder / name))) for name in ("1.txt", late, "3.txt")]
    check(list(process_files(job(), tasks, 1, lambda: False)), late)


def test_in_a_thread_it_is_broken_off(folder):
    processor = FileProcessor(job())
    done = []
    work = threading.Thread(
        target=lambda: done.append(processor.process(FileTask(InputRef(str(folder / "2.slow")))))
    )
    work.start()
    work.join(20)
    assert "2.slow" in done[0].failure.message


@pytest.mark.skipif(os.name == "nt", reason="blocks a signal")
def test_a_process_that_hears_nothing_is_ended_and_the_others_go_on(folder, monkeypatch):
    # What a worker process imports first: the stubs, and a shorter grace.
    (folder / "sitecustomize.py").write_text(
        "from chartveil.formats import registry\n"
        "from chartveil.release import worker_processes\n"
        f"registry.FORMAT_CLASSES = ({STUBS!r}) + registry.FORMAT_CLASSES\n"
        "worker_processes._GRACE = 0.2\n"
    )
    paths = [str(folder), str(Path(registry.__file__).parents[2]), str(Path(__file__).parents[1])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    tasks = [FileTask(InputRef(str(folder / name))) for name in ("1.txt", "2.stuck", "3.txt")]
    check(list(process_files(job(), tasks, 2, lambda: False, apart=True)), "2.stuck")


def test_time_grows_with_size_and_pages():
    with time_limit(5.0, page_seconds=2.0) as limit:
        allow_more_time(3.0)
        allow_page_time()
        assert limit.seconds == 10.0
    allow_more_time(1.0)  # without a limit it is nothing
    assert limit.seconds == 10.0


def test_a_limit_that_is_over_leaves_nothing_behind():
    for _ in range(3):
        with pytest.raises(TimeLimitExceeded), time_limit(0.02):
            time.sleep(5)
    with time_limit(0.05):
        pass
    time.sleep(0.1)
