"""The store of spot-checks: every key press of a reader is on the disk when the method returns."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from chartveil.domain.errors import InputError
from chartveil.store.encrypted_database import Connection
from chartveil.store.own_key import SPOT_CHECKS_PURPOSE
from chartveil.store.shared_store import SharedStore
from chartveil.store.spot_checks.records import (
    Adjudication,
    Arm,
    CheckChoices,
    DrawnNote,
    FramedFile,
    FramedNote,
    NoteReading,
    SpotCheckFacts,
    SpotCheckStage,
    as_json,
    planted_from_json,
    reading_from_json,
)
from chartveil.system.clock import utc_timestamp

_FACTS = (
    "id, title, created, stage, request, summary, frame, plan, choices, commitment, seed, looks, outcome, "
    "report"
)
_NOTE = "note, file, part, place, content, patient, words, format, folder, note_type, month, wording"
_READING = "SELECT reading FROM readings WHERE spot_check = ? AND reader = ? AND arm = ? AND position = ?"
_COUNTED = frozenset({"patient", "format", "folder", "note_type", "month", "words"})
FIXED = "Another plan needs the release brought in anew; a simple sample can be made larger."
_ABANDONED = dt.timedelta(days=2)
"""Age from which on a release that is still being brought in was given up by a program that ended."""


class SpotCheckStore(SharedStore):
    """One encrypted file with all spot-checks of a user. Each method that writes is one transaction.

    Args:
        path: the file; made when missing.
        key: the user's own key (``own_key.open_own_key``).

    Raises:
        StoreError: from every method, if the file is damaged, of a later version, was made with another key,
            or cannot be written.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        super().__init__(path, key, SPOT_CHECKS_PURPOSE, "spot_checks")
        old = (dt.datetime.now(dt.UTC) - _ABANDONED).isoformat(timespec="seconds")
        if self._query("SELECT 1 FROM spot_checks WHERE stage = '' AND created < ?", old):
            with self._transaction() as c:
                c.execute("DELETE FROM spot_checks WHERE stage = '' AND created < ?", (old,))

    # Spot-checks

    def spot_checks(self) -> list[SpotCheckFacts]:
        """All whose release was brought in, the latest first."""
        rows = self._query(f"SELECT {_FACTS} FROM spot_checks WHERE stage != '' ORDER BY id DESC")  # noqa: S608
        return [_facts(row) for row in rows]

    def facts(self, id: int) -> SpotCheckFacts:
        """One of them.

        Raises:
            InputError: if there is none.
        """
        rows = self._query(f"SELECT {_FACTS} FROM spot_checks WHERE id = ? AND stage != ''", id)  # noqa: S608
        if not rows:
            raise _no_such_check(id)
        return _facts(rows[0])

    def request(self, id: int) -> str:
        """What was brought in, or is being brought in.

        Raises:
            InputError: if there is no such spot-check.
        """
        rows = self._query("SELECT request FROM spot_checks WHERE id = ?", id)
        if not rows:
            raise _no_such_check(id)
        return str(rows[0][0])

    def begin(self, title: str, request: str) -> int:
        """Makes a spot-check whose release is about to be read; it is listed once that is done."""
        with self._transaction() as c:
            cursor = c.execute(
                "INSERT INTO spot_checks (title, created, request) VALUES (?, ?, ?)",
                (title, utc_timestamp(), request),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def add_to_frame(self, id: int, files: Iterable[FramedFile], notes: Iterable[FramedNote]) -> None:
        """Adds what was read of a release."""
        with self._transaction() as c:
            c.executemany(
                "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?)",
                ((id, f.number, f.path, json.dumps(f.member), f.sha256, f.reason) for f in files),
            )
            c.executemany(
                f"INSERT INTO notes (spot_check, {_NOTE}) VALUES ({', '.join('?' * 13)})",  # noqa: S608
                ((id, *astuple(n)) for n in notes),
            )

    def freeze(self, id: int, frame: str, summary: str) -> None:
        """Ends the bringing in: the frame has its hash, and nothing is added to it any more."""
        self._write(
            "UPDATE spot_checks SET stage = ?, frame = ?, summary = ? WHERE id = ? AND stage = ''",
            SpotCheckStage.FRAMED, frame, summary, id,
        )  # fmt: skip

    def remove(self, id: int) -> None:
        """Removes a spot-check with all that was read in it, and what the file still holds of it."""
        self._write("DELETE FROM spot_checks WHERE id = ?", id)
        self._compact()

    def set_title(self, id: int, title: str) -> None:
        """Names it."""
        self._write("UPDATE spot_checks SET title = ? WHERE id = ?", title, id)

    # Frame

    def notes(self, id: int, only: Iterable[int] | None = None) -> Iterator[FramedNote]:
        """The notes of the frame in order, or those with the given numbers, in their order."""
        if only is not None:
            for number in only:
                for row in self._query(
                    f"SELECT {_NOTE} FROM notes WHERE spot_check = ? AND note = ?",  # noqa: S608
                    id,
                    number,
                ):
                    yield FramedNote(*row)
            return
        last = -1
        while rows := self._query(
            f"SELECT {_NOTE} FROM notes WHERE spot_check = ? AND note > ? ORDER BY note LIMIT 2000",  # noqa: S608
            id, last,
        ):  # fmt: skip
            for row in rows:
                yield FramedNote(*row)
            last = rows[-1][0]

    def notes_of_file(self, id: int, file: int, parts: Collection[str] | None = None) -> list[FramedNote]:
        """The notes of a file in order, or those of the given parts."""
        # Left to choose, SQLite goes through all notes here, for the sake of their order.
        rows = self._query(
            f"SELECT {_NOTE} FROM notes INDEXED BY notes_by_file "  # noqa: S608
            "WHERE spot_check = ? AND file = ? ORDER BY note",
            id,
            file,
        )
        return [FramedNote(*row) for row in rows if parts is None or row[2] in parts]

    def files(self, id: int, only: int | None = None) -> list[FramedFile]:
        """The files of the release, those that could not be read with the reason; or one by its number."""
        first, last = (0, 2**63 - 1) if only is None else (only, only)
        rows = self._query(
            "SELECT file, path, member, sha256, reason FROM files "
            "WHERE spot_check = ? AND file BETWEEN ? AND ? ORDER BY file",
            id, first, last,
        )  # fmt: skip
        return [FramedFile(n, path, tuple(json.loads(m)), sha, why) for n, path, m, sha, why in rows]

    def counts(self, id: int, column: str) -> list[tuple[str, int]]:
        """Notes by format, folder, type, month, patient or words, in the order of the names.

        Raises:
            ValueError: for anything else.
        """
        if column not in _COUNTED:
            raise ValueError(f"notes are not counted by {column}")
        return [
            (name, n)
            for name, n in self._query(
                f"SELECT {column}, COUNT(*) FROM notes WHERE spot_check = ? GROUP BY 1 ORDER BY 1",  # noqa: S608
                id,
            )
        ]

    def stratum_totals(self, id: int, column: str) -> dict[str, tuple[int, int]]:
        """Notes and words of each stratum, in the order of the names; of all notes for no column.

        Raises:
            ValueError: as ``counts``.
        """
        if column and column not in _COUNTED:
            raise ValueError(f"notes are not counted by {column}")
        named = column or "''"
        rows = self._query(
            f"SELECT {named}, COUNT(*), SUM(words) FROM notes WHERE spot_check = ? GROUP BY 1 "  # noqa: S608
            "ORDER BY 1",
            id,
        )
        return {name: (notes, words) for name, notes, words in rows}

    def patients(self, id: int) -> int:
        """Patients; a note without one is of a patient of its own."""
        return int(
            self._query(
                "SELECT COUNT(DISTINCT NULLIF(patient, '')) + SUM(patient = '') FROM notes "
                "WHERE spot_check = ?",
                id,
            )[0][0]
        )

    def totals(self, id: int) -> tuple[int, int, int, int, int]:
        """Notes, known patients, words, notes without a word, and notes that repeat an earlier one."""
        row = self._query(
            "SELECT COUNT(*), COUNT(DISTINCT NULLIF(patient, '')), COALESCE(SUM(words), 0), "
            "COALESCE(SUM(words = 0), 0), COUNT(*) - COUNT(DISTINCT wording) FROM notes WHERE spot_check = ?",
            id,
        )[0]
        return (row[0], row[1], row[2], row[3], row[4])

    def set_suspicion(self, id: int, found: Iterable[tuple[int, float, Sequence[str]]]) -> None:
        """Stores how suspicious notes are, and why: number, weight and reasons of each."""
        with self._transaction() as c:
            c.executemany(
                "UPDATE notes SET suspicion = ?, why = ? WHERE spot_check = ? AND note = ?",
                ((weight, json.dumps(why), id, note) for note, weight, why in found),
            )

    def most_suspicious(self, id: int, count: int) -> list[tuple[int, float, tuple[str, ...]]]:
        """Number, weight and reasons of the notes that were suspected most, these first."""
        rows = self._query(
            "SELECT note, suspicion, why FROM notes WHERE spot_check = ? AND suspicion IS NOT NULL "
            "ORDER BY suspicion DESC, note LIMIT ?",
            id, count,
        )  # fmt: skip
        return [(note, weight, tuple(json.loads(why))) for note, weight, why in rows]

    def suspicion(self, id: int, note: int) -> tuple[str, ...]:
        """Why a note is suspected; nothing where it was not looked at."""
        rows = self._query("SELECT why FROM notes WHERE spot_check = ? AND note = ?", id, note)
        return tuple(json.loads(rows[0][0])) if rows and rows[0][0] else ()

    def set_originals(self, id: int, originals: Iterable[tuple[int, str]]) -> None:
        """Stores where the original of each note lies, JSON of the caller."""
        with self._transaction() as c:
            c.executemany(
                "UPDATE notes SET original = ? WHERE spot_check = ? AND note = ?",
                ((original, id, note) for note, original in originals),
            )

    def original(self, id: int, note: int) -> str:
        """Where the original of a note lies; empty where it has none."""
        rows = self._query("SELECT original FROM notes WHERE spot_check = ? AND note = ?", id, note)
        return str(rows[0][0]) if rows else ""

    def originals_by_file(self, id: int) -> dict[int, str]:
        """Where the original of the first note of each file lies, of files with one."""
        rows = self._query(
            "SELECT file, original, MIN(note) FROM notes WHERE spot_check = ? AND original != '' "
            "GROUP BY file",
            id,
        )
        return {file: original for file, original, _ in rows}

    # Plan and draw

    def commit(self, id: int, plan: str, choices: CheckChoices, commitment: str, seed: bytes) -> None:
        """Fixes plan and seed.

        Raises:
            InputError: if they are fixed already.
        """
        with self._transaction() as c:
            changed = c.execute(
                "UPDATE spot_checks SET stage = ?, plan = ?, choices = ?, commitment = ?, seed = ? "
                "WHERE id = ? AND stage = ?",
                (
                    SpotCheckStage.COMMITTED,
                    plan,
                    as_json(choices),
                    commitment,
                    seed,
                    id,
                    SpotCheckStage.FRAMED,
                ),
            ).rowcount
            if not changed:
                raise InputError("the plan is fixed already.", remedy=FIXED)

    def add_drawn(self, id: int, drawn: Mapping[Arm, Sequence[DrawnNote]], units: int | None = None) -> None:
        """Stores notes to read, and how many units of the random arm are drawn now, if there are more."""
        with self._transaction() as c:
            looks = json.loads(c.execute("SELECT looks FROM spot_checks WHERE id = ?", (id,)).fetchone()[0])
            c.execute(
                "UPDATE spot_checks SET stage = ?, looks = ? WHERE id = ?",
                (SpotCheckStage.READING, json.dumps([*looks, units] if units is not None else looks), id),
            )
            c.executemany(
                "INSERT INTO drawn (spot_check, arm, position, note, planted) VALUES (?, ?, ?, ?, ?)",
                (
                    (id, arm, d.position, d.note, as_json(d.planted) if d.planted else "")
                    for arm, notes in drawn.items()
                    for d in notes
                ),
            )

    def drawn(self, id: int, arm: Arm) -> list[DrawnNote]:
        """The notes of an arm in the order of reading."""
        rows = self._query(
            "SELECT position, note, planted FROM drawn WHERE spot_check = ? AND arm = ? ORDER BY position",
            id, arm,
        )  # fmt: skip
        return [DrawnNote(position, note, planted_from_json(text)) for position, note, text in rows]

    def drawn_note(self, id: int, arm: Arm, position: int) -> DrawnNote:
        """One of them.

        Raises:
            ValueError: if there is none.
        """
        rows = self._query(
            "SELECT position, note, planted FROM drawn WHERE spot_check = ? AND arm = ? AND position = ?",
            id, arm, position,
        )  # fmt: skip
        if not rows:
            raise ValueError(f"no note at position {position} of the arm {arm}")
        return DrawnNote(rows[0][0], rows[0][1], planted_from_json(rows[0][2]))

    def drawn_in_file(self, id: int, file: int) -> set[str]:
        """Parts of a file that are to be read in any arm."""
        rows = self._query(
            "SELECT DISTINCT n.part FROM drawn d JOIN notes n "
            "ON n.spot_check = d.spot_check AND n.note = d.note WHERE d.spot_check = ? AND n.file = ?",
            id, file,
        )  # fmt: skip
        return {part for (part,) in rows}

    # Readings

    def how_far(self, id: int) -> tuple[int, int, int]:
        """Notes of the release, notes to read in all arms, and those of them that anybody answered."""
        row = self._query(
            "SELECT (SELECT COUNT(*) FROM notes WHERE spot_check = ?1), "
            "(SELECT COUNT(*) FROM drawn WHERE spot_check = ?1), "
            "(SELECT COUNT(*) FROM (SELECT DISTINCT arm, position FROM readings WHERE spot_check = ?1 "
            "AND json_extract(reading, '$.answer') IS NOT NULL))",
            id,
        )[0]
        return (row[0], row[1], row[2])

    def words_read(self, id: int, reader: str = "") -> tuple[int, float]:
        """Words of the notes that a reader answered, or all did, and the seconds that they took."""
        row = self._query(
            "SELECT COALESCE(SUM(n.words), 0), COALESCE(SUM(json_extract(r.reading, '$.seconds')), 0) "
            "FROM readings r JOIN drawn d USING (spot_check, arm, position) "
            "JOIN notes n ON n.spot_check = d.spot_check AND n.note = d.note "
            "WHERE r.spot_check = ? AND ? IN ('', r.reader) "
            "AND json_extract(r.reading, '$.answer') IS NOT NULL "
            "AND json_extract(r.reading, '$.seconds') > 0",
            id, reader,
        )[0]  # fmt: skip
        return (row[0], row[1])

    def reading_progress(self, id: int, reader: str, arm: Arm) -> tuple[int, int, int]:
        """Notes of an arm that a reader answered, notes in all, and words of those without an answer."""
        row = self._query(
            "SELECT COUNT(answer), COUNT(*), COALESCE(SUM(CASE WHEN answer IS NULL THEN words END), 0) FROM "
            "(SELECT n.words, json_extract(r.reading, '$.answer') AS answer FROM drawn d "
            "JOIN notes n ON n.spot_check = d.spot_check AND n.note = d.note "
            "LEFT JOIN readings r ON r.spot_check = d.spot_check AND r.reader = ? AND r.arm = d.arm "
            "AND r.position = d.position WHERE d.spot_check = ? AND d.arm = ?)",
            reader, id, arm,
        )[0]  # fmt: skip
        return (row[0], row[1], row[2])

    def readers(self, id: int) -> list[str]:
        """Everybody who opened a note, in the order of their names."""
        rows = self._query("SELECT DISTINCT reader FROM readings WHERE spot_check = ? ORDER BY 1", id)
        return [reader for (reader,) in rows]

    def readings(self, id: int, reader: str, arm: Arm) -> dict[int, NoteReading]:
        """What a reader did in an arm, by position."""
        rows = self._query(
            "SELECT position, reading FROM readings WHERE spot_check = ? AND reader = ? AND arm = ?",
            id, reader, arm,
        )  # fmt: skip
        return {position: reading_from_json(text) for position, text in rows}

    def reading(self, id: int, reader: str, arm: Arm, position: int) -> NoteReading:
        """What a reader did with a note."""
        rows = self._query(
            _READING,
            id, reader, arm, position,
        )  # fmt: skip
        return reading_from_json(rows[0][0] if rows else "")

    def set_reading(
        self, id: int, reader: str, arm: Arm, position: int, reading: NoteReading, *, undoable: bool = True
    ) -> None:
        """Stores what a reader has done with a note. What was done before stays in the list of steps."""
        text = as_json(reading)
        with self._transaction() as c:
            before = c.execute(
                _READING,
                (id, reader, arm, position),
            ).fetchone()
            _put_reading(c, id, reader, arm, position, text)
            if undoable:
                c.execute(
                    "INSERT INTO steps (spot_check, step, reader, arm, position, at, before, after) "
                    "SELECT ?, 1 + COALESCE(MAX(step), 0), ?, ?, ?, ?, ?, ? FROM steps WHERE spot_check = ?",
                    (id, reader, arm, position, utc_timestamp(), before[0] if before else "", text, id),
                )

    def undo(self, id: int, reader: str) -> tuple[Arm, int] | None:
        """Takes back a reader's last step; gives the note that it was of, None where there is none."""
        with self._transaction() as c:
            row = c.execute(
                "SELECT step, arm, position, before FROM steps WHERE spot_check = ? AND reader = ? "
                "AND NOT undone ORDER BY step DESC LIMIT 1",
                (id, reader),
            ).fetchone()
            if row is None:
                return None
            step, arm, position, before = row
            c.execute("UPDATE steps SET undone = 1 WHERE spot_check = ? AND step = ?", (id, step))
            _put_reading(c, id, reader, Arm(arm), position, before or as_json(NoteReading()))
            return Arm(arm), position

    def adjudications(self, id: int, arm: Arm) -> dict[int, Adjudication]:
        """The last word on notes, by position."""
        rows = self._query(
            "SELECT position, adjudication FROM adjudications WHERE spot_check = ? AND arm = ?", id, arm
        )
        return {position: Adjudication(**json.loads(text)) for position, text in rows}

    def set_adjudication(self, id: int, arm: Arm, position: int, adjudication: Adjudication | None) -> None:
        """Stores the last word on a note; None takes it back."""
        with self._transaction() as c:
            c.execute(
                "DELETE FROM adjudications WHERE spot_check = ? AND arm = ? AND position = ?",
                (id, arm, position),
            )
            if adjudication is not None:
                c.execute(
                    "INSERT INTO adjudications (spot_check, arm, position, adjudication) VALUES (?, ?, ?, ?)",
                    (id, arm, position, as_json(adjudication)),
                )

    # Outcome, and what else is kept

    def set_outcome(self, id: int, outcome: str, report: str) -> None:
        """Stores that a report was signed."""
        self._write(
            "UPDATE spot_checks SET stage = ?, outcome = ?, report = ? WHERE id = ?",
            SpotCheckStage.JUDGED, outcome, report, id,
        )  # fmt: skip

    def keep(self, id: int, kind: str, facts: Mapping[str, Any]) -> int:
        """Keeps something else that was done, e.g. a search; gives its number."""
        with self._transaction() as c:
            (number,) = c.execute(
                "SELECT 1 + COALESCE(MAX(number), 0) FROM kept WHERE spot_check = ?", (id,)
            ).fetchone()
            c.execute(
                "INSERT INTO kept (spot_check, number, kind, at, facts) VALUES (?, ?, ?, ?, ?)",
                (id, number, kind, utc_timestamp(), json.dumps(facts, ensure_ascii=False)),
            )
            return int(number)

    def kept(self, id: int, kind: str) -> list[dict[str, Any]]:
        """All of a kind, in order; each with its ``number`` and ``at``."""
        rows = self._query(
            "SELECT number, at, facts FROM kept WHERE spot_check = ? AND kind = ? ORDER BY number", id, kind
        )
        return [{**json.loads(facts), "number": number, "at": at} for number, at, facts in rows]


def _no_such_check(id: int) -> InputError:
    return InputError(
        f"there is no spot-check {id}.", remedy="'chartveil spotcheck list' shows what there is."
    )


def _put_reading(c: Connection, id: int, reader: str, arm: Arm, position: int, text: str) -> None:
    c.execute(
        "INSERT INTO readings (spot_check, reader, arm, position, reading) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET reading = excluded.reading",
        (id, reader, arm, position, text),
    )


def _facts(row: Sequence[Any]) -> SpotCheckFacts:
    id, title, created, stage, request, summary, frame, plan, choices, commitment, seed, looks, *end = row
    return SpotCheckFacts(
        id,
        title,
        created,
        SpotCheckStage(stage),
        request,
        summary,
        frame,
        plan,
        CheckChoices(**json.loads(choices)) if choices else CheckChoices(),
        commitment,
        bytes(seed),
        tuple(json.loads(looks)),
        *end,
    )
