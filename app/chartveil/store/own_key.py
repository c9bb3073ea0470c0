"""The user's own key, which opens the store: opened, locked in another way, backed up, restored.

The store is encrypted under this key and signed with it, and surrogates come from it. The key itself never
changes; what opens it does, by a key file that is written anew in one step.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.errors import KeyFileError
from chartveil.domain.paths import UserPaths
from chartveil.store.encrypted_database import opens_with
from chartveil.store.keys import load_or_create_key, plain_key, read_key_file, write_new_key_file
from chartveil.store.system_keyring import forget_keyring_secret
from chartveil.store.wrapped_key import (
    OpenedBy,
    WrappedKey,
    is_wrapped_key,
    key_id,
    parse_key_file,
    wrap_key,
)
from chartveil.system.atomic_files import write_file

WORKLISTS_PURPOSE = "chartveil worklists 1"
WORKSPACE_PURPOSE = "chartveil workspace 1"
SPOT_CHECKS_PURPOSE = "chartveil spot-checks 1"
CASE_REPORTS_PURPOSE = "chartveil case-reports 1"
_ANYBODY_ELSE = 0o077
_LONGEST_DELAY = 60.0


def delay_after(failures: int) -> float:
    """Seconds to wait after so many wrong passphrases in a row: one, two, four, up to a minute."""
    return min(2.0 ** (failures - 1), _LONGEST_DELAY) if failures else 0.0


@dataclass(frozen=True, slots=True)
class KeyFileFacts:
    """The facts of the user's key that are known without opening it: what opens it, and its id."""

    opened_by: OpenedBy
    id: str


def key_file_facts(user_paths: UserPaths) -> KeyFileFacts | None:
    """The facts of the key file; None before the first start, when there is neither key nor store.

    Raises:
        KeyFileError: if the key is gone, or its file cannot be used as it is.
    """
    if not user_paths.key_file.exists():
        _refuse_store_without_key(user_paths)
        return None
    wrapped = _read(user_paths)
    if isinstance(wrapped, bytes):
        return KeyFileFacts(OpenedBy.NOTHING, key_id(wrapped))
    if wrapped.opened_by is OpenedBy.NOTHING:
        wrapped.unwrap()
    return KeyFileFacts(wrapped.opened_by, wrapped.id)


def open_own_key(user_paths: UserPaths, passphrase: str = "") -> bytes:
    """The user's key; at the first start a new one is made, which nothing locks.

    Raises:
        StoreLockedError: if it needs a passphrase and none is given.
        WrongPassphraseError: if this is not the one.
        KeyFileError: if it cannot be opened in another way.
    """
    if not user_paths.key_file.exists():
        _refuse_store_without_key(user_paths)
        load_or_create_key(user_paths.key_file)
    wrapped = _read(user_paths)
    return wrapped if isinstance(wrapped, bytes) else wrapped.unwrap(passphrase)


def make_own_key(user_paths: UserPaths, key: bytes, opened_by: OpenedBy, passphrase: str = "") -> None:
    """Writes the key file of the first start.

    Raises:
        KeyFileError: if there is one by now, or it cannot be locked so.
    """
    _refuse_store_without_key(user_paths)
    try:
        write_new_key_file(user_paths.key_file, wrap_key(key, opened_by, passphrase))
    except FileExistsError:
        raise KeyFileError(
            "another program has made the key meanwhile.",
            where=str(user_paths.key_file),
            remedy="Start again; what opens the store is changed in the settings.",
        ) from None


def lock_own_key(user_paths: UserPaths, key: bytes, opened_by: OpenedBy, passphrase: str = "") -> None:
    """Changes what opens the key. The store stays as it is, and other programs go on with the key they have.

    Args:
        user_paths: where the key file lies.
        key: the user's own, open.
        opened_by: what opens it from now on.
        passphrase: for ``PASSPHRASE``.

    Raises:
        KeyFileError: if it cannot be locked so, or another key lies there by now.
        OutputError: if it cannot be written; the old file then holds.
    """
    before = _read(user_paths)
    if _id_of(before) != key_id(key):
        raise KeyFileError(
            "holds another key by now.",
            where=str(user_paths.key_file),
            remedy="Close Chartveil, and start again.",
        )
    _replace(user_paths.key_file, wrap_key(key, opened_by, passphrase))
    if isinstance(before, WrappedKey) and before.opened_by is OpenedBy.KEYRING:
        forget_keyring_secret(before.body["entry"])


def write_key_backup(path: Path, key: bytes, passphrase: str) -> None:
    """Writes the key to a file under a passphrase of its own. It is a key file like the user's own.

    Raises:
        KeyFileError: if the passphrase is too short.
        OutputError: if it cannot be written.
    """
    _replace(path, wrap_key(key, OpenedBy.PASSPHRASE, passphrase))


def read_key_backup(path: Path, passphrase: str) -> bytes:
    """The key of a back-up; also of an old plain key file.

    Raises:
        WrongPassphraseError: if this is not its passphrase.
        KeyFileError: if it cannot be used.
    """
    raw = read_key_file(path, 0)
    wrapped = _parsed(raw, path)
    return wrapped if isinstance(wrapped, bytes) else wrapped.unwrap(passphrase)


def restore_own_key(user_paths: UserPaths, key: bytes, opened_by: OpenedBy, passphrase: str = "") -> None:
    """Puts a key from a back-up in the place of one that is lost, or that nobody can open.

    Raises:
        KeyFileError: if it is not the key of the store that is there, or cannot be locked so.
        OutputError: if it cannot be written.
    """
    opened = [opens_with(path, key, purpose) for path, purpose in _store_files(user_paths).items()]
    if False in opened:
        raise KeyFileError(
            "this is the key of another store.",
            where=str(user_paths.folder),
            remedy="Take the back-up of this one, or move its files away to begin anew.",
        )
    if True not in opened and not _may_be_replaced(user_paths.key_file, key):
        raise KeyFileError(
            "another key lies here, and no store tells which of them is right.",
            where=str(user_paths.key_file),
            remedy="Move that file away first.",
        )
    user_paths.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _replace(user_paths.key_file, wrap_key(key, opened_by, passphrase))


def _read(user_paths: UserPaths) -> WrappedKey | bytes:
    """The key file: one of ours, or the key itself that a file of an earlier version holds in the plain."""
    path = user_paths.key_file
    if path.is_symlink() and path.resolve().parent != path.parent.resolve():
        raise KeyFileError(
            "the key file is a link to another folder, whose rights nobody here can vouch for.",
            where=str(path),
            remedy="Put the file itself here, or set CHARTVEIL_HOME to the folder that it lies in.",
        )
    return _parsed(read_key_file(path, _ANYBODY_ELSE), path)


def _parsed(raw: bytes, path: Path) -> WrappedKey | bytes:
    return parse_key_file(raw, str(path)) if is_wrapped_key(raw) else plain_key(raw, str(path))


def _id_of(wrapped: WrappedKey | bytes) -> str:
    return key_id(wrapped) if isinstance(wrapped, bytes) else wrapped.id


def _may_be_replaced(path: Path, key: bytes) -> bool:
    """Whether nothing is lost with a key file: there is none, or it holds this key."""
    if not path.exists():
        return True
    try:
        return _id_of(_parsed(path.read_bytes(), path)) == key_id(key)
    except (KeyFileError, OSError):
        return False


def _refuse_store_without_key(user_paths: UserPaths) -> None:
    # Whether it opens with a made-up key: None where there is none, or it is not encrypted.
    if any(opens_with(path, b"", purpose) is not None for path, purpose in _store_files(user_paths).items()):
        raise KeyFileError(
            "the key of the store is missing, and no new one opens it.",
            where=str(user_paths.key_file),
            remedy="Put it back, or restore it from a back-up ('chartveil store restore'). To begin anew, "
            "move the other files of the folder away.",
        )


def _store_files(user_paths: UserPaths) -> dict[Path, str]:
    """The files that the key opens, and what tells their keys apart."""
    return {
        user_paths.worklists_file: WORKLISTS_PURPOSE,
        user_paths.workspace_file: WORKSPACE_PURPOSE,
        user_paths.spot_checks_file: SPOT_CHECKS_PURPOSE,
        user_paths.case_reports_file: CASE_REPORTS_PURPOSE,
    }


def _replace(path: Path, text: str) -> None:
    write_file(path, text.encode("ascii"))
