"""The audit log of version 0.1, a plain SQLite file of several tables: read once, to be brought over.

Its entries go into the chain of today's workspace, and the file is removed.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from chartveil.domain.errors import StoreError
from chartveil.store.record_chain import FIRST_HASH, TAMPERED
from chartveil.store.sqlite_files import migrate, migrations_of

_PLAIN = b"SQLite format 3\0"
_SUFFIX = ".earlier"
EarlierEntry = tuple[str, str, dict[str, Any]]
"""Kind, run and public facts."""


class EarlierWorkspace:
    """The audit log of version 0.1, with an unbroken chain.

    Attributes:
        last_hash: of its chain.
        entries: what is brought over, in order, without the places of spans: nothing reads them any more.
    """

    def __init__(self, path: Path, last_hash: str, entries: list[EarlierEntry]) -> None:
        self._path = path
        self.last_hash = last_hash
        self.entries = entries

    def remove(self) -> None:
        """Removes the file."""
        for name in (self._path.name, f"{self._path.name}-wal", f"{self._path.name}-shm"):
            self._path.with_name(name).unlink(missing_ok=True)


def read_if_earlier(path: Path, content_id: Callable[[str], str]) -> EarlierWorkspace | None:
    """Moves a file of version 0.1 aside and reads it; None where there is none.

    Args:
        path: of the workspace.
        content_id: makes of an original's SHA-256 what is kept of it.

    Raises:
        StoreError: if its chain is broken, or it is damaged.
    """
    aside = path.with_name(path.name + _SUFFIX)
    try:
        if path.is_file():
            with path.open("rb") as file:
                if file.read(len(_PLAIN)) == _PLAIN:
                    with closing(_open(path)) as c:
                        _check(c, path)
                        c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                    path.replace(aside)
        if not aside.exists():
            return None
        with closing(_open(aside)) as c:
            last, entries = _check(c, aside), list(_entries(c, content_id))
    except (sqlite3.DatabaseError, OSError):
        raise StoreError(
            "is damaged or in use by an earlier version.",
            where=str(path),
            remedy="Close other windows of Chartveil, or name another file with --workspace.",
        ) from None
    return EarlierWorkspace(aside, last, entries)


def _open(path: Path) -> sqlite3.Connection:
    c = sqlite3.connect(path, isolation_level=None)
    c.row_factory = sqlite3.Row
    remedy = "Update Chartveil, or name another file with --workspace."
    migrate(c, migrations_of("earlier_workspace"), path, remedy)
    return c


def _check(c: sqlite3.Connection, path: Path) -> str:
    previous = FIRST_HASH
    for seq, row in enumerate(c.execute("SELECT * FROM events ORDER BY seq"), 1):
        content = "\n".join((previous, str(row["seq"]), row["at"], row["kind"], row["facts"]))
        digest = hashlib.sha256(content.encode()).hexdigest()
        if row["seq"] != seq or row["previous"] != previous or row["hash"] != digest:
            what = f"the audit log does not hold together at event {seq}."
            raise StoreError(what, where=str(path), remedy=TAMPERED)
        previous = digest
    return previous


_RUN_FACTS = (
    "app_version",
    "policy",
    "policy_sha256",
    "dictionaries_sha256",
    "mode",
    "key_id",
    "settings",
    "models_sha256",
)


def _entries(c: sqlite3.Connection, content_id: Callable[[str], str]) -> Iterator[EarlierEntry]:
    for run in c.execute("SELECT * FROM runs ORDER BY rowid").fetchall():
        facts = {name: run[name] for name in _RUN_FACTS}
        yield "run-begun", run["id"], {"at": run["started"], "facts": facts, "by": {}}
        yield from _files(c, run["id"], content_id)
        if run["finished"]:
            yield "run-ended", run["id"], {"at": run["finished"], "status": run["status"], "counts": {}}


def _files(c: sqlite3.Connection, run: str, content_id: Callable[[str], str]) -> Iterator[EarlierEntry]:
    outputs: dict[tuple[str, int], list[sqlite3.Row]] = {}
    for row in c.execute("SELECT * FROM exports WHERE run_id = ? ORDER BY id", (run,)):
        outputs.setdefault((row["file_sha256"], row["copy"]), []).append(row)
    for (sha256, copy), rows in outputs.items():
        spans = c.execute(
            "SELECT label, recovered, COUNT(*) FROM spans WHERE run_id = ? AND document_id IN "
            "(SELECT id FROM documents WHERE file_sha256 = ?) GROUP BY label, recovered",
            (run, sha256),
        ).fetchall()
        labels: Counter[str] = Counter()
        for label, recovered, n in spans:
            labels.update({label: 0 if recovered else n})
        documents = c.execute("SELECT COUNT(*) FROM documents WHERE file_sha256 = ?", (sha256,)).fetchone()[0]
        yield "file-exported", run, {
            "at": rows[0]["written"],
            "file": content_id(sha256),
            "copy": copy,
            "documents": documents,
            "outputs": [{"name": r["name"], "sha256": r["sha256"], "bytes": r["bytes"]} for r in rows],
            "labels": dict(sorted(labels.items())),
            "recovered": sum(n for _, recovered, n in spans if recovered),
        }  # fmt: skip
    for row in c.execute("SELECT * FROM failures WHERE run_id = ? ORDER BY id", (run,)):
        blocked = {"at": row["failed"], "file": content_id(row["file_sha256"]), "blocked": row["kind"]}
        yield "file-blocked", run, blocked
