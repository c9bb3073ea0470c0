"""Tables of the workspace and how an older file is brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

SCHEMA_VERSION = 5

_MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE runs (
        id TEXT PRIMARY KEY,
        started TEXT NOT NULL,
        finished TEXT,
        status TEXT NOT NULL CHECK (status IN ('running', 'done', 'stopped', 'failed')),
        app_version TEXT NOT NULL,
        policy TEXT NOT NULL,
        policy_sha256 TEXT NOT NULL,
        dictionaries_sha256 TEXT NOT NULL,
        mode TEXT NOT NULL,
        key_id TEXT NOT NULL,
        settings TEXT NOT NULL
    );
    CREATE TABLE documents (
        id TEXT PRIMARY KEY,
        file_sha256 TEXT NOT NULL,
        part TEXT NOT NULL,
        format TEXT NOT NULL,
        characters INTEGER NOT NULL
    );
    CREATE INDEX documents_by_file ON documents (file_sha256);
    CREATE TABLE spans (
        run_id TEXT NOT NULL REFERENCES runs (id),
        document_id TEXT NOT NULL REFERENCES documents (id),
        start INTEGER NOT NULL,
        end INTEGER NOT NULL,
        label TEXT NOT NULL,
        score REAL NOT NULL,
        recovered INTEGER NOT NULL,
        evidence TEXT NOT NULL,
        PRIMARY KEY (run_id, document_id, start, end, recovered)
    ) WITHOUT ROWID;
    CREATE TABLE decisions (
        run_id TEXT NOT NULL REFERENCES runs (id),
        document_id TEXT NOT NULL REFERENCES documents (id),
        start INTEGER NOT NULL,
        end INTEGER NOT NULL,
        label TEXT NOT NULL,
        verdict TEXT NOT NULL,
        decided_by TEXT NOT NULL,
        decided TEXT NOT NULL,
        PRIMARY KEY (run_id, document_id, start, end)
    ) WITHOUT ROWID;
    CREATE TABLE exports (
        id INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES runs (id),
        file_sha256 TEXT NOT NULL,
        name TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        written TEXT NOT NULL
    );
    CREATE INDEX exports_by_file ON exports (file_sha256);
    CREATE TABLE failures (
        id INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES runs (id),
        file_sha256 TEXT NOT NULL,
        kind TEXT NOT NULL,
        failed TEXT NOT NULL
    );
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        facts TEXT NOT NULL,
        previous TEXT NOT NULL,
        hash TEXT NOT NULL
    );
    CREATE TRIGGER events_stay BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'audit events are not changed'); END;
    CREATE TRIGGER events_last BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'audit events are not removed'); END;
    """,
    # Which of a run's files with the same content an output belongs to: 1 for the first.
    """
    ALTER TABLE exports ADD COLUMN copy INTEGER NOT NULL DEFAULT 1;
    """,
    # Which models found the spans; empty for runs from before there were any.
    """
    ALTER TABLE runs ADD COLUMN models_sha256 TEXT NOT NULL DEFAULT '';
    """,
    # Parts of pages, covered or left: places in points from the upper left corner of the page.
    """
    CREATE TABLE regions (
        run_id TEXT NOT NULL REFERENCES runs (id),
        document_id TEXT NOT NULL REFERENCES documents (id),
        region INTEGER NOT NULL,
        page INTEGER NOT NULL,
        left REAL NOT NULL,
        top REAL NOT NULL,
        right REAL NOT NULL,
        bottom REAL NOT NULL,
        kind TEXT NOT NULL,
        score REAL NOT NULL,
        verdict TEXT NOT NULL,
        decided_by TEXT NOT NULL,
        decided TEXT NOT NULL,
        PRIMARY KEY (run_id, document_id, region)
    ) WITHOUT ROWID;
    """,
    # Which of a run's files with the same content they were decided in: 1 for the first.
    """
    ALTER TABLE regions ADD COLUMN copy INTEGER NOT NULL DEFAULT 1;
    """,
)


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the file to ``SCHEMA_VERSION``, in one transaction: of two programs that open it only one does.

    Raises:
        ValueError: if the file is of a later version than this program.
    """
    if _version(connection) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again: another program may have done it while this one waited.
        version = _version(connection)
        if version > SCHEMA_VERSION:
            raise ValueError(version)
        for script in _MIGRATIONS[version:]:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one (``executescript`` would end the transaction)."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
