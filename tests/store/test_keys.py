import base64
import os

import pytest

from chartveil.domain.errors import KeyFileError
from chartveil.store.keys import key_id, keyed_name, load_key, load_or_create_key


def test_a_new_key_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    path = tmp_path / "deep" / "surrogate.key"
    key = load_or_create_key(path)
    assert len(key) == 32
    assert load_or_create_key(path) == key == load_key(path)
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "write", [lambda k: k.hex().encode(), lambda k: base64.b64encode(k) + b"\n", lambda k: k]
)
def test_a_key_may_be_hex_base64_or_bytes(tmp_path, write):
    key = bytes(range(200, 232))
    (tmp_path / "k").write_bytes(write(key))
    (tmp_path / "k").chmod(0o640)  # of a project, whose group shares it
    assert load_key(tmp_path / "k") == key


@pytest.mark.parametrize("content", [b"", b"tiny-one", b"00ff"])
def test_a_short_key_is_refused_without_being_told(tmp_path, content):
    (tmp_path / "k").write_bytes(content)
    (tmp_path / "k").chmod(0o600)
    with pytest.raises(KeyFileError, match="too short") as e:
        load_key(tmp_path / "k")
    assert content == b"" or content.decode() not in str(e.value)


@pytest.mark.parametrize("content", [b"00" * 32, bytes(32), b"ab" * 32, b"!!!!!!!!!!!!!!!!!!!!"])
def test_a_key_that_is_not_random_is_refused(tmp_path, content):
    (tmp_path / "k").write_bytes(content)
    (tmp_path / "k").chmod(0o600)
    with pytest.raises(KeyFileError, match="repeats a few bytes.* make a random one"):
        load_key(tmp_path / "k")


@pytest.mark.skipif(os.name != "posix", reason="rights are by place on Windows")
@pytest.mark.parametrize(
    ("mode", "may"), [(0o644, "read"), (0o604, "read"), (0o602, "change"), (0o620, "change")]
)
def test_a_key_that_others_may_read_or_change_is_refused(tmp_path, mode, may):
    load_or_create_key(tmp_path / "k")
    (tmp_path / "k").chmod(mode)
    with pytest.raises(KeyFileError, match=f"others may {may} the key.* chmod 600"):
        load_key(tmp_path / "k")


def test_a_missing_or_unreadable_key_is_told(tmp_path):
    with pytest.raises(KeyFileError, match="no such key file"):
        load_key(tmp_path / "none")
    with pytest.raises(KeyFileError, match="cannot be read"):
        load_key(tmp_path)


def test_names_and_ids_depend_on_the_key():
    a, b = bytes(32), bytes([1]) * 32
    assert key_id(a) != key_id(b)
    assert keyed_name(a, "x") == keyed_name(a, "x") != keyed_name(b, "x")
    assert keyed_name(a, "x", "y") != keyed_name(a, "xy")


def test_a_key_that_cannot_be_written_whole_leaves_none(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KeyFileError, match=r"cannot be made \(No space left.*CHARTVEIL_HOME"):
        load_or_create_key(tmp_path / "surrogate.key")
    assert list(tmp_path.iterdir()) == []


def test_of_two_runs_that_make_the_key_at_once_both_have_the_first(tmp_path, monkeypatch):
    path = tmp_path / "surrogate.key"
    fsync, other = os.fsync, []

    def meanwhile(handle):
        fsync(handle)
        if not other:
            other.append(None)
            other.append(load_or_create_key(path))

    monkeypatch.setattr(os, "fsync", meanwhile)
    assert load_or_create_key(path) == other[1]
    assert [p.name for p in tmp_path.iterdir()] == ["surrogate.key"]
