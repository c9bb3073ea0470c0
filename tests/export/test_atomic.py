import errno
import os

import pytest

from chartveil.errors import OutputError
from chartveil.export.atomic import sweep, write_draft


def test_a_draft_gets_its_name_only_when_published(tmp_path):
    draft = write_draft(tmp_path / "new", b"text")
    assert [p.name.startswith(".chartveil-") for p in (tmp_path / "new").iterdir()] == [True]
    path = draft.publish("note.txt")
    assert path.read_bytes() == b"text"
    assert [p.name for p in path.parent.iterdir()] == ["note.txt"]
    assert draft.size == 4


def test_a_discarded_draft_leaves_nothing(tmp_path):
    draft = write_draft(tmp_path, b"text")
    draft.discard()
    draft.discard()
    assert list(tmp_path.iterdir()) == []


def test_drafts_of_a_killed_run_are_swept(tmp_path):
    write_draft(tmp_path, b"text")
    (tmp_path / "note.txt").write_text("stays")
    assert sweep(tmp_path) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["note.txt"]
    assert sweep(tmp_path / "missing") == 0


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="disk is full.*Make room"):
        write_draft(tmp_path, b"text")
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_the_folder_should_be_is_told(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(OutputError, match="there is a file of this name"):
        write_draft(tmp_path / "out", b"text")
