"""Stores that earlier versions wrote: they open, keep what is in them, and take what is new.

The SQL files in ``earlier`` are dumps of stores that the last version before the restructuring made.
"""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from chartveil.domain.errors import StoreError
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import Region, RegionKind
from chartveil.review.model import (
    ActionKind,
    BoxChange,
    DecisionState,
    DocumentState,
    PageBox,
    Reading,
    ReviewAction,
)
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.sqlite_files import migrate, migrations_of
from chartveil.store.worklists.records import ItemTally
from chartveil.store.worklists.store import WorklistStore
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import RunFacts
from worklists_help import FIRST, KEY, NOW, SECOND, counted, decide, evidence

EARLIER = Path(__file__).parent / "earlier"
PURPOSE = "chartveil worklists 1"
FACTS = RunFacts("0.1.0", "safe_harbor_plus", "p" * 64, "d" * 64, "surrogate", "abcd1234", "s" * 64)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "store.db"


def old_workspace(path, version):
    """A workspace with the tables of an earlier version."""
    path.parent.mkdir()
    c = sqlite3.connect(path, isolation_level=None)
    migrate(c, migrations_of("earlier_workspace")[:version], path, "")
    return c


def tables(connection):
    """Columns of each table, as SQLite understands them."""
    names = [
        n for (n,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    ]
    return {n: connection.execute(f"PRAGMA table_info({n})").fetchall() for n in sorted(names)}


def test_worklists_of_the_version_before_open_with_every_decision(path):
    old = EncryptedDatabase(path, KEY, PURPOSE, ())
    with old.connection() as c:
        c.executescript((EARLIER / "worklists-4.sql").read_text())
    old.close()
    with WorklistStore(path, KEY) as store:
        assert [(w.id, w.title, json.loads(w.settings)) for w in store.worklists()] == [
            (1, "ward 7", {"policy": "safe_harbor_plus"})
        ]
        assert [(r.name, r.state, r.patient, r.signed_by) for r in store.rows(1)] == [
            ("a.pdf", DocumentState.EXPORTED, "Marrowby-77", "A. Reviewer"),
            ("b.txt", DocumentState.TO_REVIEW, "", ""),
            ("c.txt", DocumentState.FAILED, "", ""),
        ]
        assert [(i.state, i.span.evidence) for i in store.items(1, 1, FIRST)] == [
            (DecisionState.ACCEPTED, evidence()),
            (DecisionState.REJECTED, evidence()),
        ]
        (box,) = store.boxes(1, 1, FIRST)
        assert (box.region.kind, box.state) == (RegionKind.SIGNATURE, DecisionState.ACCEPTED)
        assert store.page_ocr(1, 1) == b"read"
        row = store.row(1, 1)
        assert (row.signed_by, row.signed_at) == ("A. Reviewer", NOW)
        assert store.item_tallies(1)[0] == ItemTally(Label.PATIENT, DecisionState.ACCEPTED, "A. Reviewer", 1)
        assert store.undo_state(1) == (ActionKind.COVER, ActionKind.ACCEPT)
        assert store.bookmark(1) == (1, 1)
        decide(store, 1, 2, [0], reading=SECOND)
        while store.undo(1, counted(store, 1)):
            pass
        assert {i.state for i in store.items(1, 1, FIRST)} == {DecisionState.PROPOSED}
        store.verify()


def test_the_tables_of_the_worklists_are_made_as_in_the_version_before(path):
    new = EncryptedDatabase(path, KEY, PURPOSE, migrations_of("worklists")[:4])
    old = EncryptedDatabase(path.with_name("old.db"), KEY, PURPOSE, ())
    with old.connection() as c, new.connection() as d:
        c.executescript((EARLIER / "worklists-4.sql").read_text())
        assert tables(c) == tables(d)
    old.close()
    new.close()


def earlier_workspace(path):
    """The audit log as version 0.1 wrote it."""
    path.parent.mkdir()
    c = sqlite3.connect(path)
    c.executescript((EARLIER / "workspace-5.sql").read_text())
    return c


def test_a_workspace_of_the_version_before_is_brought_over_and_its_plain_file_goes(path):
    earlier_workspace(path).close()
    for _ in range(2):
        with Workspace(path, KEY) as ws:
            assert ws.verify() == 5
            (run,) = ws.runs()
            numbers = [run[k] for k in ("status", "files", "spans", "recovered", "failures")]
            assert numbers == ["done", 1, 1, 1, 1]
            assert [e.name for e in ws.earlier_exports("f" * 64, "s" * 64)] == ["note-1.pdf"]
            assert ws.label_counts(run["id"]) == {"DOCTOR": 1}
            assert ws.is_blocked_by("InputError", "9" * 64)
    with Workspace(path, KEY) as ws:
        ws.end_run(ws.begin_run(FACTS), "done", {})
        assert ws.verify() == 7
        assert ws.export_record([run["id"]]).files == 1
    assert {p.suffix for p in path.parent.iterdir()} == {".db", ".heads"}
    assert all(b"SQLite format 3" not in p.read_bytes() for p in path.parent.iterdir())


def test_a_workspace_of_the_version_before_that_was_killed_while_it_was_brought_over(path):
    earlier_workspace(path).close()
    aside = path.with_name(f"{path.name}.earlier")
    data = path.read_bytes()
    path.rename(aside)
    for _ in range(2):  # before anything was written, and before the plain file was removed
        with Workspace(path, KEY) as ws:
            assert ws.verify() == 5
            assert len(ws.runs()) == 1
        assert not aside.exists()
        aside.write_bytes(data)


def test_a_changed_workspace_of_the_version_before_is_not_brought_over(path):
    c = earlier_workspace(path)
    c.execute("DROP TRIGGER events_stay")
    c.execute("UPDATE events SET kind = 'run-stopped' WHERE seq = 2")
    c.commit()
    c.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="does not hold together at event 2"):
        Workspace(path, KEY)
    assert path.read_bytes() == before


def test_a_file_from_before_there_were_boxes_keeps_what_was_decided_and_takes_boxes(path):
    """With the tables of then: rows of a reading, an action, and a second reading that has begun."""
    old = EncryptedDatabase(path, KEY, PURPOSE, migrations_of("worklists")[:3])
    with old.transaction() as c:
        c.execute("INSERT INTO worklists (id, title, created, settings) VALUES (1, 'ward', 't', '{}')")
        c.execute("INSERT INTO files VALUES (1, 1, '/scans/a.pdf', '', 'a.pdf', 'f', 'pdf')")
        c.execute(
            "INSERT INTO documents (worklist, row, file, name, document_id, characters, state) "
            "VALUES (1, 1, 1, 'a.pdf', 'id', 90, 'in_review')"
        )
        for reading in ("first", "second"):
            c.execute(
                "INSERT INTO readings (worklist, row, reading, spans, undecided, doubtful, recovered, "
                "risk, risk_seen) VALUES (1, 1, ?, 0, 0, 0, 0, 0, 0)",
                (reading,),
            )
    old.close()
    region = Region(1, 1.5, 2, 30, 40, RegionKind.SIGNATURE, 0.5)
    pages = ((612.0, 792.0), (400.5, 300.0))
    with WorklistStore(path, KEY) as store:
        assert store.page_sizes(1) == {}
        assert store.page_ocr(1, 1) == b""
        store.save_pages(1, 1, pages, [region])
        assert store.page_sizes(1) == {1: pages}
        found = [PageBox(0, region)]
        assert [store.boxes(1, 1, r) for r in Reading] == [found, found, []]
        left = replace(found[0], state=DecisionState.REJECTED, by="r", at=NOW)
        store.apply_action(
            1,
            ReviewAction(ActionKind.LEAVE, "r", NOW, box_changes=(BoxChange(1, FIRST, found[0], left),)),
            {},
        )
        store.save_pages(1, 1, pages, [region])
    with WorklistStore(path, KEY) as store:
        assert store.boxes(1, 1, FIRST) == [left], "a second time changes nothing"
        assert store.undo(1, counted(store, 1)).kind is ActionKind.LEAVE
        assert store.boxes(1, 1, FIRST) == found


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_workspaces_from_before_are_brought_over_too(path, version):
    c = old_workspace(path, version)
    run = ("r", "t", None, "running", "0.1.0", "p", "p", "d", "tag", "k", "s", "m")[
        : 12 if version > 2 else 11
    ]
    c.execute(f"INSERT INTO runs VALUES ({', '.join('?' * len(run))})", run)
    c.execute(
        "INSERT INTO exports (id, run_id, file_sha256, name, sha256, bytes, written) "
        "VALUES (1, 'r', 'f', 'note-1.txt', 'e', 12, 't')"
    )
    c.close()
    with Workspace(path, KEY) as ws:
        assert [e.name for e in ws.earlier_exports("f", "s")] == ["note-1.txt"]
        new = ws.begin_run(replace(FACTS, models_sha256="n" * 64))
        ws.end_run("r", "done", {})
        hashes = {r["id"]: r["models_sha256"] for r in ws.runs()}
        assert hashes == {"r": "m" if version > 2 else "", new: "n" * 64}
        assert [r["status"] for r in ws.runs()] == ["running", "done"]
        assert ws.verify() == 5


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "w.sqlite"
    c = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(c, (("CREATE TABLE x (a)",), ("CREATE TABLE y (a)", "CREATE TABLE y (b)")), path, "")
    assert c.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)
    assert c.execute("PRAGMA user_version").fetchone() == (0,)
    c.close()
