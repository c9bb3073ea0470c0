"""The workspace: what was done to which document, by offset and label, without a word of text.

Each run, written file and failure is also an event, and each event holds the hash of the one before: a change
made outside Chartveil breaks that chain.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from chartveil.domain.errors import StoreError
from chartveil.store.sqlite_files import create_private_file, migrate, migrations_of, transaction
from chartveil.store.workspace_records import (
    DocumentFacts,
    ExportFacts,
    RunFacts,
    decision_rows,
    region_rows,
    span_row,
    stored_time,
)

_FIRST_HASH = "0" * 64
_PATIENCE = 30.0
"""Seconds to wait while another run writes."""


class Workspace:
    """One SQLite file. Used by one process, in one thread.

    Args:
        path: the file; made when missing.

    Raises:
        StoreError: if it cannot be opened, is damaged, locked, or of a later version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors_explained():
            create_private_file(path)
            connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            try:
                connection.execute("PRAGMA foreign_keys = ON")
                _set_write_ahead_log(connection)
                connection.execute("PRAGMA synchronous = FULL")
                remedy = "Update Chartveil, or name another file with --workspace."
                migrate(connection, migrations_of("workspace"), path, remedy)
            except BaseException:
                connection.close()
                raise
            path.chmod(0o600)
        self.db = Database(connection)

    def close(self) -> None:
        """Closes the file."""
        self.db.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _errors_explained(self) -> Iterator[None]:
        """Turns errors of the file into StoreError."""
        try:
            yield
        except sqlite3.DatabaseError as e:
            what, remedy = _LOCKED if isinstance(e, sqlite3.OperationalError) else _DAMAGED
            raise StoreError(what, where=str(self.path), remedy=remedy) from None
        except OSError as e:
            raise StoreError(
                f"cannot be opened ({e.strerror}).",
                where=str(self.path),
                remedy="Name another file with --workspace.",
            ) from None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Everything inside happens, or nothing of it."""
        with self._errors_explained():
            connection = self.db.conn
            if connection.in_transaction:
                # One that an interrupt cut off before it could be rolled back.
                connection.rollback()
            with transaction(connection):
                yield connection

    def begin_run(self, facts: RunFacts) -> str:
        """Records the start of a run and gives its id."""
        run_id = f"{_now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        row = {"id": run_id, "started": _stamp(), "finished": None, "status": "running"}
        row |= {name: getattr(facts, name) for name in RunFacts.__slots__}
        with self._transaction() as c:
            c.execute(
                "INSERT INTO runs VALUES (:id, :started, :finished, :status, :app_version, :policy, "
                ":policy_sha256, :dictionaries_sha256, :mode, :key_id, :settings, :models_sha256)",
                row,
            )
            self._event(c, "run-begun", {k: v for k, v in row.items() if k not in {"finished", "status"}})
        return run_id

    def end_run(self, run_id: str, status: str, counts: dict[str, int]) -> None:
        """Records how a run ended: ``done``, ``stopped`` or ``failed``."""
        with self._transaction() as c:
            c.execute("UPDATE runs SET finished = ?, status = ? WHERE id = ?", (_stamp(), status, run_id))
            self._event(c, "run-ended", {"run": run_id, "status": status, **counts})

    def record_file(
        self,
        run_id: str,
        file_sha256: str,
        documents: Sequence[DocumentFacts],
        exports: Sequence[ExportFacts],
        *,
        decided_by: str | None,
        copy: int = 1,
    ) -> None:
        """Records a finished file: its documents, spans, decisions and exports, in one transaction.

        Args:
            copy: which of the run's inputs with this content it is, from 1.
            decided_by: who accepted the spans of documents without decisions of their own (``policy`` where
                nobody looked); None where nothing was decided, as in mode ``spans``.
        """
        at = _stamp()
        with self._transaction() as c:
            for d in documents:
                c.execute(
                    "INSERT OR IGNORE INTO documents VALUES (?, ?, ?, ?, ?)",
                    (d.id, file_sha256, d.part, d.format, d.characters),
                )
                rows = [span_row(run_id, d.id, s, recovered=False) for s in d.spans]
                rows += [span_row(run_id, d.id, s, recovered=True) for s in d.recovered]
                c.executemany("INSERT OR IGNORE INTO spans VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
                if decided_by is not None:
                    c.executemany(
                        "INSERT OR IGNORE INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        decision_rows(run_id, d, decided_by, at),
                    )
                    (first,) = c.execute(
                        "SELECT COUNT(*) FROM regions WHERE run_id = ? AND document_id = ?", (run_id, d.id)
                    ).fetchone()
                    c.executemany(
                        "INSERT INTO regions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        region_rows(run_id, d, decided_by, at, first, copy),
                    )
            c.executemany(
                "INSERT INTO exports (run_id, file_sha256, name, sha256, bytes, written, copy) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(run_id, file_sha256, e.name, e.sha256, e.size, at, copy) for e in exports],
            )
            facts: dict[str, Any] = {
                "run": run_id,
                "file": file_sha256,
                "documents": len(documents),
                "spans": sum(len(d.spans) for d in documents),
                "outputs": [e.sha256 for e in exports],
            }
            if uncovered := Counter(p.name for d in documents for p in d.passages):
                facts["uncovered"] = dict(sorted(uncovered.items()))
            self._event(c, "file-exported", facts)

    def record_failure(self, run_id: str, file_sha256: str, kind: str) -> None:
        """Records that nothing was written for a file; the message stays with the user."""
        with self._transaction() as c:
            c.execute(
                "INSERT INTO failures (run_id, file_sha256, kind, failed) VALUES (?, ?, ?, ?)",
                (run_id, file_sha256, kind, _stamp()),
            )
            self._event(c, "file-blocked", {"run": run_id, "file": file_sha256, "kind": kind})

    def earlier_exports(self, file_sha256: str, settings: str, copy: int = 1) -> list[ExportFacts]:
        """What the latest run with these settings wrote for the file; empty when none did.

        Args:
            copy: which of the inputs with this content, from 1.
        """
        with self._errors_explained():
            rows = self.db.query(
                "SELECT name, sha256, bytes FROM exports "
                "WHERE file_sha256 = :file AND copy = :copy AND run_id = ("
                "  SELECT e.run_id FROM exports e JOIN runs r ON r.id = e.run_id"
                "  WHERE e.file_sha256 = :file AND e.copy = :copy AND r.settings = :settings"
                "  ORDER BY e.id DESC LIMIT 1) ORDER BY id",
                {"file": file_sha256, "settings": settings, "copy": copy},
            )
            return [ExportFacts(r["name"], r["sha256"], r["bytes"]) for r in rows]

    def runs(self) -> list[dict[str, Any]]:
        """Every run, latest first whatever the clock said, with its numbers of files, documents, spans."""
        with self._errors_explained():
            return list(
                self.db.query(
                    "SELECT r.*, "
                    "(SELECT COUNT(DISTINCT file_sha256) FROM exports WHERE run_id = r.id) AS files, "
                    "(SELECT COUNT(*) FROM failures WHERE run_id = r.id) AS failures, "
                    "(SELECT COUNT(DISTINCT document_id) FROM spans WHERE run_id = r.id) AS documents, "
                    "(SELECT COUNT(*) FROM spans WHERE run_id = r.id AND recovered = 0) AS spans, "
                    "(SELECT COUNT(*) FROM spans WHERE run_id = r.id AND recovered = 1) AS recovered "
                    "FROM runs r ORDER BY r.rowid DESC"
                )
            )

    def run_rows(self, table: str, run_id: str) -> list[dict[str, Any]]:
        """All rows of a run from ``spans``, ``decisions``, ``exports`` or ``failures``."""
        if table not in {"spans", "decisions", "exports", "failures"}:
            raise ValueError(table)
        with self._errors_explained():
            return list(self.db[table].rows_where("run_id = ?", [run_id]))

    def files_blocked_by(self, kind: str) -> set[str]:
        """SHA-256 of the files that ever had a failure of this kind, in hex."""
        with self._errors_explained():
            rows = self.db.query("SELECT DISTINCT file_sha256 AS f FROM failures WHERE kind = ?", [kind])
            return {r["f"] for r in rows}

    def label_counts(self, run_id: str) -> dict[str, int]:
        """Spans taken in a run, by label, most first."""
        with self._errors_explained():
            rows = self.db.query(
                "SELECT label, COUNT(*) AS n FROM spans WHERE run_id = ? AND recovered = 0 "
                "GROUP BY label ORDER BY n DESC, label",
                [run_id],
            )
            return {r["label"]: r["n"] for r in rows}

    def verify_events(self) -> int:
        """Checks the chain of events.

        Returns:
            How many events there are.

        Raises:
            StoreError: if one was changed, removed or put in.
        """
        previous, count = _FIRST_HASH, 0
        with self._errors_explained():
            for row in self.db.query("SELECT * FROM events ORDER BY seq"):
                count += 1
                expected = _event_hash(previous, row["seq"], row["at"], row["kind"], row["facts"])
                if row["seq"] != count or row["previous"] != previous or row["hash"] != expected:
                    raise StoreError(
                        f"the audit log does not hold together at event {row['seq']}.",
                        where=str(self.path),
                        remedy=_TAMPERED,
                    )
                previous = row["hash"]
            # In one statement, so that another run that is writing does not come between.
            begun, runs, blocked, failures = self.db.execute(_EVENT_COUNTS).fetchone()
        if (begun, blocked) != (runs, failures):
            # The chain alone does not show that its last links were cut off.
            raise StoreError(
                f"the audit log tells of {begun} runs and {blocked} failures, "
                f"but {runs} and {failures} are recorded.",
                where=str(self.path),
                remedy=_TAMPERED,
            )
        return count

    def _event(self, c: sqlite3.Connection, kind: str, facts: dict[str, Any]) -> None:
        last = c.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        seq, previous = (last[0] + 1, last[1]) if last else (1, _FIRST_HASH)
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        at = _stamp()
        digest = _event_hash(previous, seq, at, kind, text)
        c.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", (seq, at, kind, text, previous, digest))


_TAMPERED = (
    "It was changed outside Chartveil. Keep the file as it is and tell your privacy officer; "
    "name another with --workspace to go on."
)
_EVENT_COUNTS = (
    "SELECT (SELECT COUNT(*) FROM events WHERE kind = 'run-begun'), (SELECT COUNT(*) FROM runs), "
    "(SELECT COUNT(*) FROM events WHERE kind = 'file-blocked'), (SELECT COUNT(*) FROM failures)"
)
_DAMAGED = ("is damaged or not a workspace.", "Name another file with --workspace; keep this one for a look.")
_LOCKED = (
    "cannot be written: it is locked by another run, read-only, or its disk is full.",
    "Wait for the other run, make room, or name another file with --workspace.",
)


def _set_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Sets the journal; while another program opens the file SQLite refuses that without waiting."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as e:
            if e.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def _stamp() -> str:
    return stored_time(_now())


def _event_hash(previous: str, seq: int, at: str, kind: str, facts: str) -> str:
    return hashlib.sha256("\n".join((previous, str(seq), at, kind, facts)).encode()).hexdigest()
