"""An SQLite file that is encrypted by SQLCipher, held by one program at a time or shared.

Each page is AES-256 in CBC mode under a random vector, with an HMAC-SHA512 of its own
(https://www.zetetic.net/sqlcipher/design/), in the file and in its write-ahead log alike.

The key of the file is ``HMAC-SHA256(user's key, purpose)``, so that the user's key itself is never given to
SQLCipher, and no two kinds of file share one. The user's key is random and long; SQLCipher's slow derivation
from pass phrases is therefore left out. The first 16 bytes of the file, SQLCipher's salt, are 8 random bytes
and the head of their HMAC under the key: they tell a wrong key from a damaged file.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlcipher3 import dbapi2

from chartveil.domain.errors import StoreError
from chartveil.store.sqlite_files import Migrations, create_private_file, migrate, transaction
from chartveil.system.atomic_files import publish_new_file

Connection = dbapi2.Connection

_PATIENCE = 2.0
"""Seconds to wait for another program that is about to close the file."""
_SHARED_PATIENCE = 30.0
"""Seconds to wait while another program writes to a shared file."""
_READERS_PATIENCE = 15.0
"""Seconds to wait for other programs' reading while the pages of a shared file are checked."""
_CHECK_BYTES = 8
WRONG_KEY_REMEDY = "Put back the key file it was made with, or move this file away to start anew."
_NOT_ENCRYPTED = b"SQLite format 3\0"
"""Start of an audit log of version 0.1, which no key opens."""


class EncryptedDatabase:
    """One encrypted SQLite file, opened for this program alone or, if ``shared``, for several.

    A file of one program is locked until it is closed or the program ends, however it ends: what a window
    holds in memory is then never behind the file. A shared one is locked while something is written.

    Args:
        path: the file; made when missing, with its folder, for the user alone.
        key: the user's key, of any length.
        purpose: tells the keys of several files under one user's key apart.
        migrations: the statements that make its tables.
        shared: whether other programs may have it open too; each waits for the other's writing.
        any_thread: whether several threads may use it: each waits for the other.
        wrong_key_remedy: what the user can do about a file of another key.

    Raises:
        StoreError: if it cannot be opened, or was written by a later version.
    """

    def __init__(
        self,
        path: Path,
        key: bytes,
        purpose: str,
        migrations: Migrations,
        *,
        shared: bool = False,
        any_thread: bool = False,
        wrong_key_remedy: str = WRONG_KEY_REMEDY,
    ) -> None:
        self.path = path
        self._key = hmac.digest(key, purpose.encode(), hashlib.sha256)
        self._shared = shared
        self._any_thread = any_thread
        self._lock = threading.RLock()
        self._wrong_key_remedy = wrong_key_remedy
        with self.errors_explained():
            if shared and not path.exists():
                _make_whole(path, key, purpose, migrations)
            create_private_file(path)
            # SQLite would open it for reading and stumble later over something else.
            if not os.access(path, os.R_OK | os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            self._connection = self._open()
            try:
                migrate(self._connection, migrations, path, "Update Chartveil.")
            except BaseException:
                self._connection.close()
                raise
            if os.name == "posix":
                path.chmod(0o600)

    def _open(self) -> Connection:
        new = self.path.stat().st_size == 0
        patience = _SHARED_PATIENCE if self._shared else _PATIENCE
        connection = dbapi2.connect(
            self.path, timeout=patience, isolation_level=None, check_same_thread=not self._any_thread
        )
        try:
            if not _unlock(connection, self._key, new=new):
                raise StoreError(
                    "does not open with this key, or is no file of Chartveil.",
                    where=str(self.path),
                    remedy=self._wrong_key_remedy,
                )
            _configure(connection, shared=self._shared)
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Writes the log back into the file and lets it go."""
        with self._lock, self.errors_explained():
            self._connection.close()

    @contextmanager
    def errors_explained(self) -> Iterator[None]:
        """Turns errors of the file into StoreError; our own mistakes in SQL stay as they are."""
        try:
            yield
        except dbapi2.DatabaseError as e:
            known = _ERROR_MESSAGES.get(getattr(e, "sqlite_errorcode", 0) & 0xFF)
            if known is None:
                raise
            what, remedy = known
            raise StoreError(what, where=str(self.path), remedy=remedy) from None
        except OSError as e:
            raise StoreError(
                f"cannot be opened ({e.strerror}).", where=str(self.path), remedy=_RIGHTS[1]
            ) from None

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """The connection, for queries."""
        with self._lock, self.errors_explained():
            yield self._connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Everything inside happens and is on the disk at the end, or nothing of it.

        Raises:
            RuntimeError: if one is open already.
        """
        c = self._connection
        with self._lock:
            if c.in_transaction:
                raise RuntimeError("a transaction inside a transaction")
            with self.errors_explained(), transaction(c):
                yield c

    def verify(self) -> None:
        """Checks the seal of every page and the structure of the file. Others wait with their writing.

        Raises:
            StoreError: if it is damaged, or others read it for so long that its pages cannot be checked.
        """
        if not self._shared:
            self.checkpoint()
        with self.transaction() as c:
            if self._shared:
                self._write_log_back()
            broken = c.execute("PRAGMA cipher_integrity_check").fetchall()
            if broken or c.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise StoreError(_DAMAGED[0], where=str(self.path), remedy=_DAMAGED[1])

    def _write_log_back(self) -> None:
        """Brings every page into the file while the caller keeps others from writing: pages that are still
        in the log have no place in the file to be checked at. The connection that holds the lock cannot."""
        end = time.monotonic() + _READERS_PATIENCE
        with closing(self._open()) as other:
            while True:
                busy, pages, written = other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if not busy and pages == written:
                    return
                if time.monotonic() > end:
                    raise StoreError(
                        "is read by other programs all the time: its pages were not checked.",
                        where=str(self.path),
                        remedy="Try again when they are done.",
                    )
                time.sleep(0.02)

    def compact(self) -> None:
        """Writes the file anew without the pages that nothing uses, and empties its log: what was removed is
        then nowhere in them, not even for whoever has the key. Interrupted, the file stays as it was."""
        with self.connection() as c:
            c.execute("VACUUM")
        self.checkpoint()

    def checkpoint(self) -> None:
        """Writes the log back into the file, so that what was removed is in neither."""
        with self.connection() as c:
            c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def opens_with(path: Path, key: bytes, purpose: str) -> bool | None:
    """Whether a user's key opens a file that this program does not hold open; None where there is none."""
    try:
        with path.open("rb") as file:
            start = file.read(2 * _CHECK_BYTES)
    except OSError:
        return None
    if len(start) < 2 * _CHECK_BYTES or start == _NOT_ENCRYPTED:
        return None
    check = _key_check(hmac.digest(key, purpose.encode(), hashlib.sha256), start[:_CHECK_BYTES])
    return hmac.compare_digest(start[_CHECK_BYTES:], check)


def _make_whole(path: Path, key: bytes, purpose: str, migrations: Migrations) -> None:
    """Makes a file under another name first: of several programs at once only one makes it."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(6)}.new")
    try:
        EncryptedDatabase(new, key, purpose, migrations).close()
        with suppress(FileExistsError):
            publish_new_file(new, path)
    finally:
        new.unlink(missing_ok=True)


def _unlock(c: Connection, key: bytes, *, new: bool) -> bool:
    """Gives a file its key; says whether it is the one the file was made with."""
    # SQLCipher would write its own log, with page numbers, to stderr.
    c.execute("PRAGMA cipher_log_level = NONE").fetchall()
    if new:
        start = secrets.token_bytes(_CHECK_BYTES)
        c.execute(f"PRAGMA key = \"x'{key.hex()}{(start + _key_check(key, start)).hex()}'\"").fetchall()
        return True
    c.execute(f"PRAGMA key = \"x'{key.hex()}'\"").fetchall()
    # Asked of SQLCipher: opening and closing the file here would drop this process's locks on it (POSIX).
    salt = bytes.fromhex(c.execute("PRAGMA cipher_salt").fetchone()[0])
    return hmac.compare_digest(salt[_CHECK_BYTES:], _key_check(key, salt[:_CHECK_BYTES]))


def _key_check(key: bytes, start: bytes) -> bytes:
    return hmac.digest(key, b"chartveil key check" + start, hashlib.sha256)[:_CHECK_BYTES]


def _configure(c: Connection, *, shared: bool) -> None:
    """Sets how the file is written, and takes the lock of one that is not shared until it is closed."""

    def pragma(text: str) -> Any:
        row = c.execute(f"PRAGMA {text}").fetchone()
        return row[0] if row else None

    # Set before the file is first read: the index of the log then stays in memory, and there is no -shm.
    if not shared:
        pragma("locking_mode = EXCLUSIVE")
    if _set_write_ahead_log(c) != "wal":
        raise dbapi2.OperationalError("no write-ahead log")
    pragma("synchronous = FULL")
    # macOS alone has it: there a plain fsync leaves the data in the drive's cache.
    pragma("fullfsync = ON")
    pragma("checkpoint_fullfsync = ON")
    pragma("temp_store = MEMORY")  # nothing is ever sorted in a plain file
    pragma("secure_delete = ON")
    pragma("foreign_keys = ON")
    pragma("cache_size = -65536")  # 64 MiB: a page that falls out has to be deciphered again
    if not shared:
        c.execute("BEGIN EXCLUSIVE")
        c.rollback()


def _set_write_ahead_log(c: Connection) -> str:
    """Sets the journal. While another program opens or closes the file, SQLite refuses that at once."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            return str(c.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except dbapi2.OperationalError as e:
            if getattr(e, "sqlite_errorcode", 0) & 0xFF not in (dbapi2.SQLITE_BUSY, dbapi2.SQLITE_LOCKED):
                raise
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


_DAMAGED = (
    "is damaged.",
    "Put back a copy from a backup, or move the file away to start anew; keep it for a look.",
)
_IN_USE = (
    "is in use by another Chartveil.",
    "Close the other window, or end the program that is still running.",
)
_FULL = (
    "cannot be written: its disk is full or failing.",
    "Make room and try again; what was saved before is safe.",
)
_RIGHTS = (
    "cannot be written: the rights to it or to its folder are missing.",
    "Check the rights of the file and of its folder, and that neither is a folder or a file by mistake.",
)
_ERROR_MESSAGES = {
    dbapi2.SQLITE_BUSY: _IN_USE,
    dbapi2.SQLITE_LOCKED: _IN_USE,
    dbapi2.SQLITE_PROTOCOL: _IN_USE,
    dbapi2.SQLITE_FULL: _FULL,
    dbapi2.SQLITE_IOERR: _FULL,
    dbapi2.SQLITE_READONLY: _RIGHTS,
    dbapi2.SQLITE_CANTOPEN: _RIGHTS,
    dbapi2.SQLITE_PERM: _RIGHTS,
    dbapi2.SQLITE_CORRUPT: _DAMAGED,
    dbapi2.SQLITE_NOTADB: _DAMAGED,
}
