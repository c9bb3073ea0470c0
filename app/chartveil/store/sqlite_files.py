"""Shared by the stores: create an SQLite file, migrate its tables, write all or nothing."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeAlias

from sqlcipher3 import dbapi2

from chartveil.domain.errors import ResourceError, StoreError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import REINSTALL, read_text

Connection: TypeAlias = sqlite3.Connection | dbapi2.Connection
Migrations: TypeAlias = Sequence[Sequence[str]]
"""SQL statements that lead from each schema version to the next; the first make the tables of version 1."""
_VERSION = re.compile(r"(?m)^-- version \d+.*\n")


def create_private_file(path: Path) -> None:
    """Makes an empty file and its folder, for the user alone; one that is there stays as it is.

    SQLite's own files beside it get the same rights.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


@cache
def migrations_of(name: str) -> Migrations:
    """The statements of ``resources/store/NAME.sql``, by the version that they lead to.

    Raises:
        ResourceError: if the file is missing or not whole.
    """
    text = read_text(resources_folder() / "store" / f"{name}.sql", "the list of tables")
    return tuple(tuple(_statements(part)) for part in _VERSION.split(text)[1:])


def _statements(text: str) -> Iterator[str]:
    """The statements of a script, without the semicolon that ends each."""
    statement = ""
    for line in text.splitlines():
        statement += line + "\n"
        if statement.strip() and sqlite3.complete_statement(statement):
            yield statement.strip().removesuffix(";")
            statement = ""
    if statement.strip():
        raise ResourceError("the list of tables ends within a statement.", remedy=REINSTALL)


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Everything inside is stored at the end, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.commit()
    except BaseException:
        # SQLite has rolled back by itself after some errors; then this does nothing.
        connection.rollback()
        raise


def migrate(connection: Connection, migrations: Migrations, path: Path, remedy: str) -> None:
    """Brings the tables to the latest version, in one transaction.

    Args:
        connection: of the file.
        migrations: as many as there are versions of the schema.
        path: of the file, for the error.
        remedy: what the user can do about a file of a later version.

    Raises:
        StoreError: if the file is of a later version than this program.
    """
    if _version(connection) == len(migrations):
        return
    with transaction(connection):
        # Asked again: another program may have done it while this one waited.
        version = _version(connection)
        if version > len(migrations):
            raise StoreError(
                f"was written by a later version of Chartveil (schema {version}).",
                where=str(path),
                remedy=remedy,
            )
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def _version(connection: Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
