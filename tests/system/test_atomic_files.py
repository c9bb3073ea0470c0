import errno
import os
import subprocess
import sys
import textwrap

import pytest

from chartveil.domain.errors import OutputError
from chartveil.system import atomic_files
from chartveil.system.atomic_files import FolderClaim, remove_stale_drafts, write_draft, write_file

POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and locks of another kind")


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_a_draft_gets_its_name_only_when_published(tmp_path):
    folder = tmp_path / "new"
    with FolderClaim(folder) as claim:
        draft = write_draft(folder, b"text", claim.token)
        assert all(n.startswith(f".chartveil-{claim.token}") for n in names(folder))
        path = draft.publish("note.txt")
    assert path.read_bytes() == b"text"
    assert names(folder) == ["note.txt"]
    assert draft.size == 4


def test_a_discarded_draft_leaves_nothing(tmp_path):
    with FolderClaim(tmp_path) as claim:
        draft = write_draft(tmp_path, b"text", claim.token)
        draft.discard()
        draft.discard()
    assert names(tmp_path) == []


def test_a_claim_takes_its_own_drafts_along_and_a_folder_made_for_nothing(tmp_path):
    with FolderClaim(tmp_path / "a" / "b") as claim:
        write_draft(tmp_path / "a" / "b", b"text", claim.token)
    assert names(tmp_path / "a") == []
    with FolderClaim(tmp_path):
        pass
    assert tmp_path.is_dir()


KILLED = textwrap.dedent("""
    import os, pathlib, signal, sys
    from chartveil.system.atomic_files import FolderClaim, write_draft
    folder = pathlib.Path(sys.argv[1])
    claim = FolderClaim(folder)
    write_draft(folder, b"text", claim.token)
    if sys.argv[2] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    print("ready", flush=True)
    input()
""")


@POSIX
def test_drafts_of_a_killed_run_are_swept_and_no_others(tmp_path):
    (tmp_path / "note.txt").write_text("stays")
    (tmp_path / ".chartveil-notes").write_text("not by us")
    subprocess.run([sys.executable, "-c", KILLED, tmp_path, "die"], check=False)
    alive = subprocess.Popen(
        [sys.executable, "-c", KILLED, tmp_path, "live"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert alive.stdout.readline() == b"ready\n"
        remove_stale_drafts(tmp_path)
        # The mark and the draft of the run that lives, and what was never ours.
        assert len(names(tmp_path)) == 4
        assert remove_stale_drafts(tmp_path) == 0
    finally:
        alive.kill()
        alive.communicate()
    assert remove_stale_drafts(tmp_path) == 1
    assert names(tmp_path) == [".chartveil-notes", "note.txt"]
    assert remove_stale_drafts(tmp_path / "missing") == 0


def test_a_draft_without_a_mark_is_swept(tmp_path):
    write_draft(tmp_path, b"text", "0" * 12)
    assert remove_stale_drafts(tmp_path) == 1
    assert names(tmp_path) == []


@POSIX
def test_on_a_disk_without_locks_drafts_of_others_stay(tmp_path, monkeypatch):
    import fcntl

    def unknown(*_):
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", unknown)
    with FolderClaim(tmp_path) as one, FolderClaim(tmp_path) as two:
        write_draft(tmp_path, b"text", one.token)
        assert remove_stale_drafts(tmp_path) == 0
        draft = write_draft(tmp_path, b"text", two.token)
        draft.publish("note.txt")
    assert names(tmp_path) == ["note.txt"]


@POSIX
def test_a_mark_that_is_swept_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    hold = atomic_files.try_lock
    swept = []

    def late(handle):
        if not swept:
            swept.append(True)
            remove_stale_drafts(tmp_path)
        return hold(handle)

    monkeypatch.setattr(atomic_files, "try_lock", late)
    with FolderClaim(tmp_path) as claim:
        assert names(tmp_path) == [f".chartveil-{claim.token}.lock"]


def test_one_file_is_written_whole_and_takes_the_place_of_the_old(tmp_path):
    path = tmp_path / "new" / "page.html"
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert names(path.parent) == ["page.html"]


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"disk is full.*Make room"):
        write_draft(tmp_path, b"text", "0" * 12)
    assert names(tmp_path) == []


def test_a_file_where_the_folder_should_be_is_told(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(OutputError, match="there is a file of this name"):
        FolderClaim(tmp_path / "out")
