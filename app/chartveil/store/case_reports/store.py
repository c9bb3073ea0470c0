"""The store of case reports: every decision is on the disk when the method returns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartveil.store.encrypted_database import Connection
from chartveil.store.own_key import CASE_REPORTS_PURPOSE
from chartveil.store.shared_store import SharedStore
from chartveil.system.clock import utc_timestamp


@dataclass(frozen=True, slots=True)
class StoredCase:
    """A case report as it is listed.

    Attributes:
        id: its number.
        title: what the user calls it. May be PHI.
        created: when it was brought in (ISO, UTC).
        request: what was brought in, JSON of the caller.
        notes: how many there are.
        steps: decisions that hold.
    """

    id: int
    title: str
    created: str
    request: str
    notes: int
    steps: int


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """A decision that was made or taken back.

    Attributes:
        kind, key: what it is about.
        value: what holds now, JSON of the caller; None where nothing is decided any more.
    """

    kind: str
    key: str
    value: str | None


class CaseReportStore(SharedStore):
    """One encrypted file with all case reports of a user. Each method that writes is one transaction.

    Args:
        path: the file; made when missing.
        key: the user's own key (``own_key.open_own_key``).

    Raises:
        StoreError: from every method, as ``SharedStore``.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        super().__init__(path, key, CASE_REPORTS_PURPOSE, "case_reports")

    def cases(self) -> list[StoredCase]:
        """All case reports, the latest first."""
        rows = self._query(
            "SELECT id, title, created, request, (SELECT COUNT(*) FROM notes WHERE case_report = id), "
            "(SELECT COUNT(*) FROM steps WHERE case_report = id AND NOT undone) "
            "FROM case_reports ORDER BY id DESC"
        )
        return [StoredCase(*row) for row in rows]

    def facts(self, id: int) -> StoredCase:
        """One of them.

        Raises:
            ValueError: if there is none.
        """
        found = next((case for case in self.cases() if case.id == id), None)
        if found is None:
            raise ValueError(f"no case report {id}")
        return found

    def add(self, title: str, request: str, notes: Iterable[str]) -> int:
        """Stores a case with its notes, each JSON of the caller; gives its number."""
        with self._transaction() as c:
            id = c.execute(
                "INSERT INTO case_reports (title, created, request) VALUES (?, ?, ?)",
                (title, utc_timestamp(), request),
            ).lastrowid
            assert id is not None
            _add_notes(c, id, notes)
            return id

    def set_notes(self, id: int, notes: Iterable[str]) -> None:
        """Puts notes in the place of those that a case has, at once."""
        with self._transaction() as c:
            c.execute("DELETE FROM notes WHERE case_report = ?", (id,))
            _add_notes(c, id, notes)

    def notes(self, id: int) -> list[str]:
        """The notes in the order they were added."""
        rows = self._query("SELECT note FROM notes WHERE case_report = ? ORDER BY number", id)
        return [note for (note,) in rows]

    def set_title(self, id: int, title: str) -> None:
        """Names a case."""
        self._write("UPDATE case_reports SET title = ? WHERE id = ?", title, id)

    def remove(self, id: int) -> None:
        """Removes a case with its notes and decisions, and what the file still holds of them."""
        self._write("DELETE FROM case_reports WHERE id = ?", id)
        self._compact()

    # Decisions

    def decisions(self, id: int) -> list[tuple[str, str, str]]:
        """Kind, key and value of all that is decided."""
        rows = self._query(
            "SELECT kind, key, value FROM decisions WHERE case_report = ? ORDER BY kind, key", id
        )
        return [(kind, key, value) for kind, key, value in rows]

    def decide(self, id: int, kind: str, key: str, value: str | None) -> None:
        """Stores a decision; None takes it back. What was before stays in the list of steps."""
        with self._transaction() as c:
            before = c.execute(
                "SELECT value FROM decisions WHERE case_report = ? AND kind = ? AND key = ?", (id, kind, key)
            ).fetchone()
            c.execute("DELETE FROM steps WHERE case_report = ? AND undone", (id,))
            c.execute(
                "INSERT INTO steps (case_report, step, at, kind, key, before, after) "
                "SELECT ?, 1 + COALESCE(MAX(step), 0), ?, ?, ?, ?, ? FROM steps WHERE case_report = ?",
                (id, utc_timestamp(), kind, key, before[0] if before else None, value, id),
            )
            _put(c, id, kind, key, value)

    def undo(self, id: int) -> DecisionStep | None:
        """Takes back the last step; None where there is none."""
        return self._step(id, "NOT undone", "DESC", 1)

    def redo(self, id: int) -> DecisionStep | None:
        """Does again what was taken back last; None where there is nothing."""
        return self._step(id, "undone", "ASC", 0)

    def can_undo_redo(self, id: int) -> tuple[bool, bool]:
        """Whether there is a step to take back, and one to do again."""
        rows = self._query("SELECT undone, COUNT(*) FROM steps WHERE case_report = ? GROUP BY undone", id)
        counts = {bool(undone): number for undone, number in rows}
        return bool(counts.get(False)), bool(counts.get(True))

    def _step(self, id: int, which: str, order: str, undone: int) -> DecisionStep | None:
        with self._transaction() as c:
            row = c.execute(
                "SELECT step, kind, key, before, after FROM steps "  # noqa: S608
                f"WHERE case_report = ? AND {which} ORDER BY step {order} LIMIT 1",
                (id,),
            ).fetchone()
            if row is None:
                return None
            step, kind, key, before, after = row
            value = before if undone else after
            c.execute("UPDATE steps SET undone = ? WHERE case_report = ? AND step = ?", (undone, id, step))
            _put(c, id, kind, key, value)
            return DecisionStep(kind, key, value)

    # What else is kept

    def keep(self, id: int, kind: str, facts: Mapping[str, Any]) -> int:
        """Keeps something else that was done, e.g. an export; gives its number."""
        with self._transaction() as c:
            (number,) = c.execute(
                "SELECT 1 + COALESCE(MAX(number), 0) FROM kept WHERE case_report = ?", (id,)
            ).fetchone()
            c.execute(
                "INSERT INTO kept (case_report, number, kind, at, facts) VALUES (?, ?, ?, ?, ?)",
                (id, number, kind, utc_timestamp(), json.dumps(facts, ensure_ascii=False)),
            )
            return int(number)

    def kept(self, id: int, kind: str) -> list[dict[str, Any]]:
        """All of a kind, in order; each with its ``number`` and ``at``."""
        rows = self._query(
            "SELECT number, at, facts FROM kept WHERE case_report = ? AND kind = ? ORDER BY number", id, kind
        )
        return [{**json.loads(facts), "number": number, "at": at} for number, at, facts in rows]


def _add_notes(c: Connection, id: int, notes: Iterable[str]) -> None:
    c.executemany(
        "INSERT INTO notes (case_report, number, note) VALUES (?, ?, ?)",
        ((id, number, note) for number, note in enumerate(notes, 1)),
    )


def _put(c: Connection, id: int, kind: str, key: str, value: str | None) -> None:
    c.execute("DELETE FROM decisions WHERE case_report = ? AND kind = ? AND key = ?", (id, kind, key))
    if value is not None:
        c.execute("INSERT INTO decisions VALUES (?, ?, ?, ?)", (id, kind, key, value))
