"""What a closed stream, a full disk or a missing right makes of a run: the right words and exit code."""

import json
import os
import subprocess
import sys
import textwrap

import pytest

from chartveil.domain.errors import OutputError
from chartveil.release import drafts
from chartveil.system.atomic_files import DRAFT_PREFIX, FolderClaim, output_errors_explained, write_draft

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams are closed by a POSIX shell")


@pytest.fixture
def deid(tmp_path):
    """Runs the command in a process; the models are left out, as they take most of its time."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(5):
        (notes / f"{n}.txt").write_text(f"MRN: 447182{n}. Seen on 3/4/2021.")
    program = tmp_path / "run.py"
    program.write_text(
        textwrap.dedent("""
            import sys
            from chartveil.detection import model_choice
            from chartveil.release import file_processor, runner
            from chartveil.release.worker_processes import process_files
            build = file_processor.build_pipeline
            file_processor.build_pipeline = lambda policy, **more: build(policy, **{**more, "models": None})
            runner.process_files = lambda *a, apart=False, **more: process_files(*a, **more)
            from chartveil.cli.main import main
            main()
        """)
    )

    def run(redirection, *more, out="out"):
        words = [sys.executable, str(program), "deid", str(notes), "-o", str(tmp_path / out), *more]
        environment = os.environ | {
            "CHARTVEIL_HOME": str(tmp_path / "home"),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        done = subprocess.run(
            ["sh", "-c", f'{redirection[0]} exec "$@" {redirection[1]}', "sh", *words],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        names = sorted(p.name for p in (tmp_path / out).glob("*")) if (tmp_path / out).exists() else []
        return done.returncode, done.stdout, done.stderr, names

    return run


def test_closed_and_full_streams_cost_the_report_and_not_the_copies(deid):
    code, _, said, names = deid(("", ">&-"))
    assert (code, len(names)) == (1, 5), said
    assert "the report could not be printed: Bad file descriptor" in said
    assert "mistake" not in said
    assert deid(("", ">&-"), "-q", "--resume")[0] == 0
    code, _, said, _ = deid(("", "> /dev/full"), "--resume", "--json")
    assert (code, "the report could not be printed: No space left" in said) == (1, True)
    assert deid(("", ">&- 2>&- <&-"), "--resume")[0] == 1


def test_a_command_that_only_prints_says_that_it_cannot(tmp_path):
    environment = os.environ | {"CHARTVEIL_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = ["sh", "-c", 'exec "$0" -m chartveil policy list >&-', sys.executable]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "standard output is closed" in done.stderr) == (3, True)


@pytest.mark.usefixtures("pipelines_kept")
def test_a_folder_that_refuses_files_ends_the_run(chartveil, tmp_path, monkeypatch):
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(5):
        (notes / f"{n}.txt").write_text(f"Visit {n}.")

    def full(folder, *_):
        with output_errors_explained(folder):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(drafts, "write_draft", full)
    code, said, _ = chartveil("deid", notes, "-o", tmp_path / "out", "--json")
    assert code == 3
    assert said.count("the disk is full") == 3
    assert (json.loads(said)["broken_off"], json.loads(said)["remaining"]) == (True, 2)
    _, _, err = chartveil("deid", notes, "-o", tmp_path / "out")
    assert "Broken off: the folder takes no more files. 0 done and whole, 2 not begun." in err
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("pipelines_kept")
def test_a_link_out_of_the_folder_is_told_in_a_quiet_run_and_followed_on_demand(chartveil, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("Well.")
    (tmp_path / "b.txt").write_text("Well too.")
    (tmp_path / "notes" / "b.txt").symlink_to(tmp_path / "b.txt")
    command = ("deid", tmp_path / "notes", "-o", tmp_path / "out", "-q")
    code, _, err = chartveil(*command)
    assert (code, len(list((tmp_path / "out").iterdir()))) == (0, 1)
    assert f"Left out {tmp_path / 'notes' / 'b.txt'}: it is a link out of the folder" in err
    code, _, err = chartveil(*command, "--follow-links")
    assert (code, err, len(list((tmp_path / "out").iterdir()))) == (0, "", 2)


def test_a_missing_right_is_told_before_anything_is_searched(deid, tmp_path, monkeypatch):
    (tmp_path / "out").write_text("a file")
    code, _, said, _ = deid(("", ""))
    assert (code, "there is a file of this name" in said) == (3, True)
    code, _, said, _ = deid(("", ""), out="out/below")
    assert code == 3
    assert "part of the path is a file" in said

    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", forbidden)
    with pytest.raises(OutputError, match=r"you may not write here\. Choose a folder that you may write to"):
        FolderClaim(tmp_path)


def test_a_mark_that_cannot_be_written_is_not_left(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OutputError, match="the disk is full"):
        FolderClaim(tmp_path / "out", "note")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_draft_is_its_owners_alone_and_bears_no_final_name(tmp_path):
    before = os.umask(0)
    try:
        with FolderClaim(tmp_path / "out") as claim:
            draft = write_draft(tmp_path / "out", b"text", claim.token)
            assert draft.temporary_path.name.startswith(DRAFT_PREFIX)
            assert {p.stat().st_mode & 0o777 for p in (tmp_path / "out").iterdir()} == {0o600}
            assert draft.publish("a/b.txt").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["a"]
