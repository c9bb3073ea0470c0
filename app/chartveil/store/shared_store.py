"""The base of stores that several programs and threads of a user have open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chartveil.store.encrypted_database import Connection, EncryptedDatabase
from chartveil.store.sqlite_files import migrations_of


class SharedStore:
    """One encrypted file. Several programs may have it open, and several threads may use it: each waits for
    the other.

    Args:
        path: the file; made when missing.
        key: the user's own key (``own_key.open_own_key``).
        purpose: tells the keys of several files under one user's key apart.
        tables: name of the list of its tables, under ``resources/store``.

    Raises:
        StoreError: from every method, if the file is damaged, of a later version, was made with another key,
            or cannot be written.
    """

    def __init__(self, path: Path, key: bytes, purpose: str, tables: str) -> None:
        self._database = EncryptedDatabase(
            path, key, purpose, migrations_of(tables), shared=True, any_thread=True
        )

    def close(self) -> None:
        """Lets the file go."""
        self._database.close()

    def _compact(self) -> None:
        """Removes from the file what was deleted."""
        self._database.compact()

    def _query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._database.connection() as c:
            return c.execute(sql, values).fetchall()

    def _write(self, sql: str, *values: Any) -> None:
        with self._transaction() as c:
            c.execute(sql, values)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._database.transaction() as c:
            yield c
