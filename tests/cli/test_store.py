"""What opens the store, by the command line: passphrases come from files, or somebody types them."""

import io
import os
import re

import pytest

from chartveil.domain.paths import UserPaths
from chartveil.store.own_key import open_own_key
from chartveil.store.worklists.store import WorklistStore

GOOD, OTHER = "correct horse battery staple", "a kettle of seven herons"

pytestmark = pytest.mark.usefixtures("quick_passphrases")


@pytest.fixture
def passphrase(tmp_path, monkeypatch):
    """Puts a passphrase into the file that a variable names."""

    def put(text, variable="CHARTVEIL_PASSPHRASE_FILE"):
        path = tmp_path / variable
        path.write_text(text + "\n")
        path.chmod(0o600)
        monkeypatch.setenv(variable, str(path))

    return put


@pytest.fixture
def store(home):
    """A store as the first start makes it; gives its paths."""
    paths = UserPaths(home)
    WorklistStore(paths.worklists_file, open_own_key(paths)).close()
    return paths


def test_a_store_is_locked_changed_and_opened_again(chartveil, store, passphrase):
    assert chartveil("store", "status")[1].startswith("The store opens without a passphrase on this machine.")
    key = open_own_key(store)
    passphrase(GOOD, "CHARTVEIL_NEW_PASSPHRASE_FILE")
    code, out, _ = chartveil("store", "protect")
    assert (code, out.splitlines()[0]) == (0, "The store opens with a passphrase.")
    assert "only a back-up of the key" in out
    code, _, err = chartveil("store", "words")
    assert code == 3
    assert "locked with a passphrase" in err, "nobody can be asked, and nothing waits"
    passphrase(OTHER)
    code, _, err = chartveil("store", "words")
    assert code == 3
    assert "not the right one" in err
    assert OTHER not in err
    passphrase(GOOD)
    passphrase(OTHER, "CHARTVEIL_NEW_PASSPHRASE_FILE")
    assert chartveil("store", "protect")[0] == 0
    assert open_own_key(store, OTHER) == key


def test_a_lost_key_comes_back_from_words(chartveil, store, monkeypatch):
    key = open_own_key(store)
    _, printed, _ = chartveil("store", "words")
    assert len(re.findall("[a-z]+", printed)) == 26
    store.key_file.unlink()
    code, _, err = chartveil("store", "status")
    assert code == 3
    assert "key of the store is missing" in err
    typed(monkeypatch, printed.replace("1", "one", 1))
    code, _, err = chartveil("store", "restore", "--with", "nothing")
    assert code == 3
    assert "there are 27 words" in err
    typed(monkeypatch, printed)
    assert chartveil("store", "restore", "--with", "nothing")[0] == 0
    assert open_own_key(store) == key


def typed(monkeypatch, text):
    """Standard input, as a pipe gives it."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_back_up_brings_back_what_a_forgotten_passphrase_locked(chartveil, store, passphrase, tmp_path):
    key = open_own_key(store)
    passphrase(OTHER, "CHARTVEIL_NEW_PASSPHRASE_FILE")
    assert chartveil("store", "backup", tmp_path / "kept")[0] == 0
    assert chartveil("store", "backup", tmp_path / "kept")[0] == 3, "never over another file"
    passphrase(GOOD, "CHARTVEIL_NEW_PASSPHRASE_FILE")
    assert chartveil("store", "protect")[0] == 0
    passphrase(OTHER)
    assert chartveil("store", "restore", tmp_path / "kept", "--with", "nothing")[0] == 0
    assert open_own_key(store) == key


def test_a_passphrase_file_that_others_may_read_is_refused(chartveil, store, passphrase, tmp_path):
    passphrase(GOOD, "CHARTVEIL_NEW_PASSPHRASE_FILE")
    (tmp_path / "CHARTVEIL_NEW_PASSPHRASE_FILE").chmod(0o644)
    if os.name == "posix":
        code, _, err = chartveil("store", "protect")
        assert code == 3
        assert "others may read the file of the passphrase" in err


def test_an_open_file_may_hold_the_passphrase(chartveil, store, monkeypatch):
    near, far = os.pipe()
    os.write(far, GOOD.encode() + b"\n")
    os.close(far)
    monkeypatch.setenv("CHARTVEIL_NEW_PASSPHRASE_FILE", f"fd:{near}")
    assert chartveil("store", "protect")[0] == 0
    assert open_own_key(store, GOOD)


def test_doctor_and_audit_say_that_the_store_is_locked(chartveil, store, passphrase, tmp_path):
    (tmp_path / "note.txt").write_text("The chest is clear.\n")
    assert chartveil("deid", tmp_path / "note.txt", "-o", tmp_path / "out", "--jobs", "1")[0] == 0
    passphrase(GOOD, "CHARTVEIL_NEW_PASSPHRASE_FILE")
    assert chartveil("store", "protect")[0] == 0
    assert "locked with a passphrase, not looked into" in " ".join(chartveil("doctor")[1].split())
    code, _, err = chartveil("audit", "list")
    assert code == 3
    assert "locked with a passphrase" in err
    passphrase(GOOD)
    assert chartveil("audit", "list")[0] == 0
