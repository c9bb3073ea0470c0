"""Stores that earlier versions wrote: they open, keep what is in them, and take what is new.

The SQL files in ``earlier`` are dumps of stores that the last version before the restructuring made.
"""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

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
from chartveil.store.worklists.records import ItemTally, SignOff
from chartveil.store.worklists.store import WorklistStore
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import DocumentFacts, RunFacts
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
    migrate(c, migrations_of("workspace")[:version], path, "")
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
        assert store.sign_offs(1) == [SignOff(1, FIRST, "A. Reviewer", NOW)]
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


def test_a_workspace_of_the_version_before_opens_and_its_chain_holds(path):
    path.parent.mkdir()
    c = sqlite3.connect(path)
    c.executescript((EARLIER / "workspace-5.sql").read_text())
    c.close()
    with Workspace(path) as ws:
        assert ws.verify_events() == 4
        (run,) = ws.runs()
        assert (run["status"], run["files"], run["spans"], run["recovered"], run["failures"]) == (
            "done",
            1,
            1,
            1,
            1,
        )
        assert [e.name for e in ws.earlier_exports("f" * 64, "s" * 64)] == ["note-1.pdf"]
        assert ws.label_counts(run["id"]) == {"DOCTOR": 1}
        assert ws.files_blocked_by("InputError") == {"9" * 64}
        ws.end_run(ws.begin_run(FACTS), "done", {})
        assert ws.verify_events() == 6


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


def test_a_workspace_of_the_first_version_is_brought_up_to_date(path):
    c = old_workspace(path, 1)
    c.execute("INSERT INTO runs VALUES ('r', 't', NULL, 'running', '0.1.0', 'p', 'p', 'd', 'tag', 'k', 's')")
    c.execute("INSERT INTO exports VALUES (1, 'r', 'f', 'note-1.txt', 'e', 12, 't')")
    c.close()
    with Workspace(path) as ws:
        assert [e.name for e in ws.earlier_exports("f", "s")] == ["note-1.txt"]
        ws.end_run("r", "done", {})
        assert [r["status"] for r in ws.runs()] == ["done"]


def test_runs_from_before_there_were_models_are_kept_and_new_ones_name_theirs(path):
    c = old_workspace(path, 2)
    c.execute("INSERT INTO runs VALUES ('r', 't', 't', 'done', '0.1.0', 'p', 'p', 'd', 'tag', 'k', 's')")
    c.close()
    with Workspace(path) as ws:
        new = ws.begin_run(replace(FACTS, models_sha256="m" * 64))
        hashes = {r["id"]: r["models_sha256"] for r in ws.runs()}
    assert hashes == {"r": "", new: "m" * 64}


@pytest.mark.parametrize("version", [3, 4])
def test_decisions_on_regions_go_into_a_workspace_from_before_there_were_any(path, version):
    c = old_workspace(path, version)
    c.execute("INSERT INTO runs VALUES ('r', 't', 't', 'done', '0', 'p', 'p', 'd', 'tag', 'k', 's', 'm')")
    if version == 4:
        c.execute("INSERT INTO documents VALUES ('a', 'f', '', 'pdf', 3)")
        c.execute("INSERT INTO regions VALUES ('r', 'a', 0, 0, 1, 2, 3, 4, 'drawn', 1, 'added', 'Ada', 't')")
    c.close()
    region = Region(2, 10, 20, 30, 40, RegionKind.SIGNATURE, 0.5)
    with Workspace(path) as ws:
        run = ws.begin_run(FACTS)
        for copy, count in ((1, 1), (2, 2)):
            facts = DocumentFacts("b", "", "pdf", 10, (), (), regions=(region,) * count)
            ws.record_file(run, "f", [facts], [], decided_by="policy", copy=copy)
        query = (
            "SELECT copy, region, page, kind, verdict, decided_by FROM regions "
            "WHERE document_id = 'b' ORDER BY region"
        )
        rows = [tuple(r.values()) for r in ws.db.query(query)]
        old = [r["copy"] for r in ws.db.query("SELECT copy FROM regions WHERE document_id = 'a'")]
    last = (2, "signature", "accepted", "policy")
    assert rows == [(1, 0, *last), (2, 1, *last), (2, 2, *last)]
    assert old == ([1] if version == 4 else [])


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "w.sqlite"
    c = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(c, (*migrations_of("workspace")[:1], ("CREATE TABLE x (a)", "CREATE TABLE x (b)")), path, "")
    assert c.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)
    assert c.execute("PRAGMA user_version").fetchone() == (0,)
    c.close()
