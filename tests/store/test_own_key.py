import json
import os
import pickle
import shutil

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from chartveil.domain.errors import KeyFileError, StoreError, StoreLockedError, WrongPassphraseError
from chartveil.domain.paths import UserPaths
from chartveil.store.own_key import (
    KeyFileFacts,
    delay_after,
    key_file_facts,
    lock_own_key,
    make_own_key,
    open_own_key,
    read_key_backup,
    restore_own_key,
    write_key_backup,
)
from chartveil.store.worklists.store import WorklistStore
from chartveil.store.wrapped_key import OpenedBy

GOOD, OTHER = "correct horse battery staple", "a kettle of seven herons"
KEY = bytes(range(100, 132))

pytestmark = pytest.mark.usefixtures("quick_passphrases")


@pytest.fixture
def home(tmp_path):
    return UserPaths(tmp_path / "home")


@pytest.fixture
def store(home):
    """A store of a user, as the first start makes it; gives its key."""
    key = open_own_key(home)
    WorklistStore(home.worklists_file, key).close()
    return key


@pytest.fixture(scope="module")
def under_a_passphrase(quick_passphrases, tmp_path_factory):
    """A home with a store under ``GOOD``, and its key: to lock and open takes its time."""
    home = UserPaths(tmp_path_factory.mktemp("locked"))
    key = open_own_key(home)
    WorklistStore(home.worklists_file, key).close()
    lock_own_key(home, key, OpenedBy.PASSPHRASE, GOOD)
    return home.folder, key


@pytest.fixture
def locked(under_a_passphrase, home):
    folder, key = under_a_passphrase
    shutil.copytree(folder, home.folder)
    return key


def test_before_the_first_start_there_is_nothing_and_then_a_key_that_nothing_locks(home):
    assert key_file_facts(home) is None
    assert not home.folder.exists()
    key = open_own_key(home)
    assert open_own_key(home) == key
    assert key_file_facts(home).opened_by is OpenedBy.NOTHING
    if os.name == "posix":
        assert home.key_file.stat().st_mode & 0o077 == 0


def test_a_plain_key_of_an_earlier_version_is_taken_over_and_locked_without_writing_the_store_anew(home):
    home.folder.mkdir()
    home.key_file.write_text(KEY.hex() + "\n")
    home.key_file.chmod(0o600)
    WorklistStore(home.worklists_file, KEY).close()
    before = home.worklists_file.read_bytes()
    assert key_file_facts(home).opened_by is OpenedBy.NOTHING
    lock_own_key(home, open_own_key(home), OpenedBy.PASSPHRASE, GOOD)
    assert KEY.hex() not in home.key_file.read_text()
    assert open_own_key(home, GOOD) == KEY
    assert home.worklists_file.read_bytes() == before
    assert sorted(p.name for p in home.folder.iterdir()) == ["surrogate.key", "worklists.sqlite"]


def test_a_passphrase_opens_and_nothing_else_does(home, locked):
    with pytest.raises(StoreLockedError, match="locked with a passphrase.* CHARTVEIL_PASSPHRASE_FILE"):
        open_own_key(home)
    with pytest.raises(WrongPassphraseError, match="not the right one, or the file was changed") as wrong:
        open_own_key(home, OTHER)
    assert OTHER not in str(wrong.value)
    assert type(pickle.loads(pickle.dumps(wrong.value))) is WrongPassphraseError
    assert open_own_key(home, GOOD) == locked


def test_accented_letters_are_the_same_however_a_system_writes_them(home):
    make_own_key(home, KEY, OpenedBy.PASSPHRASE, "cinq caf\u00e9s \u00e0 Gen\u00e8ve")
    assert open_own_key(home, "cinq cafe\u0301s a\u0300 Gene\u0300ve") == KEY


@pytest.mark.parametrize("weak", ["", "short", "aaaaaaaaaaaaaaaaaaaa", "eleven char"])
def test_a_weak_passphrase_is_refused_and_changes_nothing(home, store, weak):
    before = home.key_file.read_bytes()
    with pytest.raises(KeyFileError, match="12 characters or more.* four or five words"):
        lock_own_key(home, store, OpenedBy.PASSPHRASE, weak)
    assert home.key_file.read_bytes() == before


def test_waiting_after_wrong_passphrases_grows_up_to_a_minute():
    assert [delay_after(n) for n in range(5)] == [0, 1, 2, 4, 8]
    assert delay_after(40) == 60


def flipped(raw):
    """The content with each bit of each byte changed in turn, of which one would be a change of case."""
    for at in range(len(raw)):
        for bit in (0x01, 0x20, 0x80):
            yield raw[:at] + bytes([raw[at] ^ bit]) + raw[at + 1 :]


@pytest.mark.parametrize("opened_by", [OpenedBy.NOTHING, OpenedBy.KEYRING])
def test_a_key_file_of_which_one_byte_was_changed_is_refused(home, system_keyring, opened_by):
    make_own_key(home, KEY, opened_by)
    raw = home.key_file.read_bytes()
    for changed in (*flipped(raw), raw[:-1], raw + b"\n", raw[: len(raw) // 2], b"", b"{}", b" " + raw):
        home.key_file.write_bytes(changed)
        with pytest.raises(KeyFileError):
            open_own_key(home)
    home.key_file.write_bytes(raw)
    assert open_own_key(home) == KEY


@pytest.mark.parametrize(
    "field", ["format", "version", "kind", "id", "salt", "nonce", "wrapped", "lanes", "memory"]
)
def test_a_key_file_under_a_passphrase_of_which_anything_was_changed_is_refused(home, locked, field):
    body = json.loads(home.key_file.read_bytes())
    value = body[field]
    changed = value + 1 if isinstance(value, int) else ("0" if value[0] != "0" else "1") + value[1:]
    home.key_file.write_text(
        json.dumps({**body, field: changed}, sort_keys=True, separators=(",", ":")) + "\n"
    )
    with pytest.raises(KeyFileError):
        open_own_key(home, GOOD)


def test_a_passphrase_is_dearer_to_guess_than_the_least_that_is_taken(quick_passphrases):
    assert quick_passphrases == {"lanes": 4, "memory": 128 * 1024, "passes": 6}


@pytest.mark.parametrize(
    "forged",
    [{"memory": 1024}, {"passes": 1}, {"memory": 2**31}, {"passes": 10**6}, {"lanes": 0}, {"lanes": True}],
)
def test_a_key_file_that_makes_guessing_cheap_is_refused(home, locked, forged):
    body = json.loads(home.key_file.read_bytes()) | forged
    home.key_file.write_text(json.dumps(body, sort_keys=True, separators=(",", ":")) + "\n")
    with pytest.raises(KeyFileError, match="cheap to guess, or too dear.* restore the key"):
        open_own_key(home, GOOD)


def test_another_key_in_the_place_of_the_stores_own_does_not_open_it(home, store):
    home.key_file.unlink()
    shutil.copy(_made_elsewhere(home), home.key_file)
    with pytest.raises(StoreError, match="does not open with this key"):
        WorklistStore(home.worklists_file, open_own_key(home))


def _made_elsewhere(home):
    other = UserPaths(home.folder.parent / "elsewhere")
    open_own_key(other)
    return other.key_file


def test_a_store_without_its_key_gets_no_new_one(home, store):
    home.key_file.unlink()
    for first_start in (key_file_facts, open_own_key):
        with pytest.raises(KeyFileError, match="key of the store is missing.* restore it from a back-up"):
            first_start(home)
    with pytest.raises(KeyFileError, match="is missing"):
        make_own_key(home, KEY, OpenedBy.NOTHING)
    assert not home.key_file.exists()


@pytest.mark.skipif(os.name != "posix", reason="rights are by place on Windows")
def test_an_own_key_that_others_may_read_or_that_lies_elsewhere_is_refused(home, store):
    for mode in (0o640, 0o604, 0o622):
        home.key_file.chmod(mode)
        with pytest.raises(KeyFileError, match="others may"):
            open_own_key(home)
    home.key_file.chmod(0o600)
    elsewhere = home.folder.parent / "surrogate.key"
    home.key_file.rename(elsewhere)
    home.key_file.symlink_to(elsewhere)
    with pytest.raises(KeyFileError, match="a link to another folder.* CHARTVEIL_HOME"):
        open_own_key(home)


def test_the_keyring_opens_and_keeps_nothing_when_it_does_so_no_more(home, store, system_keyring):
    lock_own_key(home, store, OpenedBy.KEYRING)
    assert key_file_facts(home).opened_by is OpenedBy.KEYRING
    assert open_own_key(home) == store
    assert store.hex() not in home.key_file.read_text() + str(system_keyring.kept)
    lock_own_key(home, store, OpenedBy.KEYRING)
    assert len(system_keyring.kept) == 1
    lock_own_key(home, store, OpenedBy.NOTHING)
    assert system_keyring.kept == {}
    assert open_own_key(home) == store


def test_a_keyring_that_lost_the_key_says_so(home, store, system_keyring):
    lock_own_key(home, store, OpenedBy.KEYRING)
    system_keyring.kept.clear()
    with pytest.raises(KeyFileError, match="no key for this store.* restore the key"):
        open_own_key(home)


def test_a_machine_without_a_keyring_is_told_and_nothing_changes(home, store, system_keyring):
    keyring.set_keyring(NoKeyring())
    before = home.key_file.read_bytes()
    with pytest.raises(KeyFileError, match="no keyring that is running.* a passphrase"):
        lock_own_key(home, store, OpenedBy.KEYRING)
    assert home.key_file.read_bytes() == before


def test_a_back_up_opens_by_its_own_passphrase_and_restores_a_lost_key(home, locked, tmp_path):
    write_key_backup(tmp_path / "key-backup", locked, OTHER)
    with pytest.raises(WrongPassphraseError):
        read_key_backup(tmp_path / "key-backup", GOOD)
    home.key_file.unlink()
    restore_own_key(home, read_key_backup(tmp_path / "key-backup", OTHER), OpenedBy.NOTHING)
    with WorklistStore(home.worklists_file, open_own_key(home)) as store:
        store.verify()


def test_restoring_the_key_of_another_store_is_refused(home, locked):
    before = home.key_file.read_bytes()
    with pytest.raises(KeyFileError, match="key of another store"):
        restore_own_key(home, KEY, OpenedBy.NOTHING)
    assert home.key_file.read_bytes() == before


def test_where_no_store_tells_a_key_is_only_replaced_by_itself(home):
    key = open_own_key(home)
    with pytest.raises(KeyFileError, match="another key lies here"):
        restore_own_key(home, KEY, OpenedBy.NOTHING)
    restore_own_key(home, key, OpenedBy.NOTHING)
    assert open_own_key(home) == key


def test_to_lock_with_a_key_that_is_not_the_one_in_the_file_is_refused(home, store):
    with pytest.raises(KeyFileError, match="another key by now"):
        lock_own_key(home, KEY, OpenedBy.NOTHING)


def test_of_two_first_starts_the_later_is_told(home):
    key = open_own_key(home)
    with pytest.raises(KeyFileError, match="another program has made the key"):
        make_own_key(home, KEY, OpenedBy.PASSPHRASE, GOOD)
    assert key_file_facts(home) == KeyFileFacts(OpenedBy.NOTHING, key_file_facts(home).id)
    assert open_own_key(home) == key


def test_a_window_goes_on_while_another_program_changes_the_passphrase(home, store):
    with WorklistStore(home.worklists_file, store) as held:
        lock_own_key(home, store, OpenedBy.PASSPHRASE, GOOD)
        held.create("while it is open", "{}")
    with WorklistStore(home.worklists_file, open_own_key(home, GOOD)) as again:
        assert len(again.worklists()) == 1
