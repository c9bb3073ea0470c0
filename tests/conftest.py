"""Makes the small helpers beside the tests importable, and has no test fail for a machine that is busy."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# The small models are enough for most of what is tested; the large one has tests of its own.
os.environ["CHARTVEIL_PROFILE"] = "quick"

settings.register_profile("suite", deadline=None)
settings.load_profile("suite")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection():
    """While modules are loaded, nothing is thrown away, and to look for it takes a fifth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish():
    """What is there before the first test stays to the end: no clean-up need look through it."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user data folder of the test's own."""
    folder = tmp_path / "home"
    monkeypatch.setenv("CHARTVEIL_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "200")
    return folder


@pytest.fixture(scope="module")
def quick_passphrases():
    """New key files ask for the least that is taken, a quarter of what the program asks for; gives that."""
    from chartveil.store import wrapped_key

    shipped = dict(wrapped_key.PASSPHRASE_COST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(wrapped_key.PASSPHRASE_COST, "memory", 64 * 1024)
        patch.setitem(wrapped_key.PASSPHRASE_COST, "passes", 3)
        yield shipped


@pytest.fixture(scope="module")
def worked_on_here():
    """Worklists are searched and exported in this process (``review_help.working_here``)."""
    from review_help import working_here

    with working_here():
        yield


@pytest.fixture(scope="module")
def pipelines_kept():
    """Runs in this process that want the same pipeline share one: to load networks and lists takes most of
    the time of a run over a short note."""
    from chartveil.case_report import reading
    from chartveil.detection.pipeline import build_pipeline as build
    from chartveil.release import file_processor

    kept = {}

    def build_once(policy, **more):
        key = repr((policy, more))
        if key not in kept:
            kept[key] = build(policy, **more)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        for module in (file_processor, reading):
            patch.setattr(module, "build_pipeline", build_once)
        yield


@pytest.fixture
def chartveil(home, monkeypatch, capsys):
    """Runs a command in this process, its files too where one process is enough: (exit code, standard output,
    standard error)."""

    from chartveil.cli.main import main
    from chartveil.release import patient_texts, runner
    from chartveil.release.worker_processes import process_files, work_on_files

    def work_here(make, tasks, processes, cancelled, *, apart=False):
        return work_on_files(make, tasks, processes, cancelled, apart=apart and processes > 1)

    def process_here(job, tasks, processes, cancelled, *, apart=False, **more):
        return process_files(job, tasks, processes, cancelled, apart=apart and processes > 1, **more)

    monkeypatch.setattr(runner, "process_files", process_here)
    monkeypatch.setattr(patient_texts, "work_on_files", work_here)

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
