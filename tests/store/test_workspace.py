import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import replace

import pytest

from chartveil.domain.document import Evidence, EvidenceKind, Label, Span
from chartveil.domain.errors import StoreError
from chartveil.domain.page_layout import Region, RegionKind
from chartveil.store import workspace as module
from chartveil.store import workspace as schema
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import DocumentFacts, ExportFacts, RunFacts

FACTS = RunFacts("0.1.0", "safe_harbor_plus", "p" * 64, "d" * 64, "surrogate", "abcd1234", "s" * 64)
SPAN = Span(4, 7, Label.DOCTOR, 0.9, (Evidence(EvidenceKind.RULE, "DR-CUE", Label.DOCTOR, 0.9),))
GIVEN = Span(9, 15, Label.DOCTOR, 0.5)


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path / "home" / "workspace.sqlite") as ws:
        yield ws


def record(ws, run, sha="f" * 64, name="note-1.txt"):
    document = DocumentFacts("0123456789abcdef", "", "text", 40, (SPAN,), (GIVEN,))
    ws.record_file(run, sha, [document], [ExportFacts(name, "e" * 64, 12)], decided_by="policy")


def test_a_run_with_its_documents_spans_decisions_and_exports_is_kept(workspace):
    run = workspace.begin_run(FACTS)
    record(workspace, run)
    workspace.record_failure(run, "9" * 64, "InputError")
    workspace.end_run(run, "done", {"files": 1, "failures": 1})
    (row,) = workspace.runs()
    assert (row["status"], row["files"], row["spans"], row["recovered"], row["failures"]) == (
        "done",
        1,
        1,
        1,
        1,
    )
    spans = workspace.run_rows("spans", run)
    assert [(s["start"], s["end"], s["label"], s["recovered"]) for s in spans] == [
        (4, 7, "DOCTOR", 0),
        (9, 15, "DOCTOR", 1),
    ]
    assert json.loads(spans[0]["evidence"]) == [
        {"kind": "rule", "name": "DR-CUE", "label": "DOCTOR", "score": 0.9}
    ]
    (decision,) = workspace.run_rows("decisions", run)
    assert (decision["verdict"], decision["decided_by"]) == ("accepted", "policy")
    assert workspace.label_counts(run) == {"DOCTOR": 1}
    assert workspace.verify_events() == 4


def test_what_an_earlier_run_wrote_is_found_by_file_and_settings(workspace):
    for name in ("note-1.txt", "note-2.txt"):
        record(workspace, workspace.begin_run(FACTS), name=name)
    assert [e.name for e in workspace.earlier_exports("f" * 64, "s" * 64)] == ["note-2.txt"]
    assert workspace.earlier_exports("f" * 64, "t" * 64) == []
    assert workspace.earlier_exports("0" * 64, "s" * 64) == []


def test_events_cannot_be_changed_or_removed(workspace):
    workspace.begin_run(FACTS)
    for statement in ("UPDATE events SET kind = 'x'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="audit events are not"):
            workspace.db.conn.execute(statement)


@pytest.mark.parametrize(
    "tamper",
    [
        "UPDATE events SET facts = replace(facts, 'safe_harbor_plus', 'case_report') WHERE seq = 1",
        "DELETE FROM events WHERE seq = 1",
        "UPDATE events SET at = '2020-01-01T00:00:00.000+00:00' WHERE seq = 2",
    ],
)
def test_a_log_changed_behind_our_back_is_noticed(workspace, tamper):
    run = workspace.begin_run(FACTS)
    record(workspace, run)
    c = workspace.db.conn
    c.execute("DROP TRIGGER events_stay")
    c.execute("DROP TRIGGER events_last")
    c.execute(tamper)
    with pytest.raises(StoreError, match="does not hold together at event"):
        workspace.verify_events()


def test_a_file_that_fails_halfway_leaves_no_half(workspace):
    run = workspace.begin_run(FACTS)
    bad = DocumentFacts("d", "", "text", "not a number of characters", (SPAN,), ("not a span",))
    with pytest.raises(AttributeError):
        workspace.record_file(run, "f" * 64, [bad], [], decided_by="policy")
    assert workspace.run_rows("spans", run) == []
    record(workspace, run)


def test_files_that_are_no_workspace_are_told_apart(tmp_path):
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"this is no database, but it is long enough to be read as one" * 20)
    with pytest.raises(StoreError, match="damaged or not a workspace"):
        Workspace(damaged)
    later = tmp_path / "later.sqlite"
    Workspace(later).close()
    c = sqlite3.connect(later)
    c.execute("PRAGMA user_version = 99")
    c.close()
    with pytest.raises(StoreError, match="later version.*Update"):
        Workspace(later)
    with pytest.raises(StoreError, match="cannot be"):
        Workspace(tmp_path)


def test_a_locked_workspace_is_told(tmp_path, monkeypatch):
    path = tmp_path / "w.sqlite"
    with Workspace(path) as ws:
        ws.db.conn.execute("PRAGMA busy_timeout = 50")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            ws.begin_run(FACTS)
        other.execute("ROLLBACK")
        other.close()
        assert ws.begin_run(FACTS)


def test_of_two_inputs_with_the_same_content_each_finds_its_own_output(workspace):
    first = workspace.begin_run(FACTS)
    sha = "f" * 64
    for copy, name in ((1, "note-1.txt"), (2, "note-1-2.txt")):
        workspace.record_file(first, sha, [], [ExportFacts(name, "e" * 64, 12)], decided_by=None, copy=copy)
    second = workspace.begin_run(FACTS)
    workspace.record_file(
        second, sha, [], [ExportFacts("note-1-2.txt", "e" * 64, 12)], decided_by=None, copy=2
    )
    assert [e.name for e in workspace.earlier_exports(sha, FACTS.settings, 1)] == ["note-1.txt"]
    assert [e.name for e in workspace.earlier_exports(sha, FACTS.settings, 2)] == ["note-1-2.txt"]
    assert workspace.earlier_exports(sha, FACTS.settings, 3) == []


def test_the_last_events_cannot_be_cut_off_unseen(workspace):
    run = workspace.begin_run(FACTS)
    workspace.record_failure(run, "9" * 64, "InputError")
    c = workspace.db.conn
    c.execute("DROP TRIGGER events_last")
    c.execute("DELETE FROM events WHERE seq = 2")
    with pytest.raises(StoreError, match="1 runs and 0 failures, but 1 and 1 are recorded"):
        workspace.verify_events()


def test_a_workspace_of_the_first_version_is_brought_up_to_date_and_its_chain_holds(tmp_path, monkeypatch):
    path = tmp_path / "old.sqlite"
    c = sqlite3.connect(path, isolation_level=None)
    c.executescript(schema._MIGRATIONS[0] + "; PRAGMA user_version = 1;")
    c.execute("INSERT INTO runs VALUES ('r', 't', NULL, 'running', '0.1.0', 'p', 'p', 'd', 'tag', 'k', 's')")
    digest = module._event_hash("0" * 64, 1, "t", "run-begun", "{}")
    c.execute("INSERT INTO events VALUES (1, 't', 'run-begun', '{}', ?, ?)", ("0" * 64, digest))
    c.execute("INSERT INTO exports VALUES (1, 'r', 'f', 'note-1.txt', 'e', 12, 't')")
    c.close()
    with Workspace(path) as ws:
        assert ws.verify_events() == 1
        assert [e.name for e in ws.earlier_exports("f", "s")] == ["note-1.txt"]
        ws.end_run("r", "done", {})
        assert ws.verify_events() == 2


def test_runs_from_before_there_were_models_are_kept_and_new_ones_name_theirs(tmp_path):
    path = tmp_path / "old.sqlite"
    c = sqlite3.connect(path, isolation_level=None)
    c.executescript(";".join(schema._MIGRATIONS[:2]) + "; PRAGMA user_version = 2;")
    c.execute("INSERT INTO runs VALUES ('r', 't', 't', 'done', '0.1.0', 'p', 'p', 'd', 'tag', 'k', 's')")
    c.close()
    with Workspace(path) as ws:
        new = ws.begin_run(replace(FACTS, models_sha256="m" * 64))
        hashes = {r["id"]: r["models_sha256"] for r in ws.runs()}
    assert hashes == {"r": "", new: "m" * 64}


@pytest.mark.parametrize("version", [3, 4])
def test_decisions_on_regions_go_into_a_workspace_from_before_there_were_any(tmp_path, version):
    path = tmp_path / "old.sqlite"
    c = sqlite3.connect(path, isolation_level=None)
    c.executescript(";".join(schema._MIGRATIONS[:version]) + f"; PRAGMA user_version = {version};")
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


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "w.sqlite"
    monkeypatch.setattr(
        schema, "_MIGRATIONS", (schema._MIGRATIONS[0], "CREATE TABLE x (a); CREATE TABLE x (b);")
    )
    with pytest.raises(StoreError):
        Workspace(path)
    c = sqlite3.connect(path)
    assert c.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)
    assert c.execute("PRAGMA user_version").fetchone() == (0,)
    c.close()


def test_runs_are_listed_latest_first_though_the_clock_went_back(workspace, monkeypatch):
    first = workspace.begin_run(FACTS)
    monkeypatch.setattr(module, "_now", lambda: module.dt.datetime(2001, 1, 1, tzinfo=module.dt.UTC))
    second = workspace.begin_run(FACTS)
    assert [r["id"] for r in workspace.runs()] == [second, first]
    assert workspace.verify_events() == 2


SEVERAL = """
import sys, pathlib
from chartveil.store.workspace import RunFacts, Workspace
facts = RunFacts("0.1.0", "p", "p", "d", "tag", "k", "s")
with Workspace(pathlib.Path(sys.argv[1])) as ws:
    for _ in range(20):
        run = ws.begin_run(facts)
        ws.record_failure(run, "f", "InputError")
        ws.end_run(run, "done", {})
"""


def test_several_processes_may_make_the_file_and_write_to_it_at_once(tmp_path):
    path = tmp_path / "new" / "w.sqlite"
    command = [sys.executable, "-c", SEVERAL, path]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [(p.communicate(timeout=60)[1], p.returncode) for p in started] == [("", 0)] * 4
    with Workspace(path) as ws:
        assert ws.verify_events() == 4 * 20 * 3
        assert len(ws.runs()) == 80


@pytest.mark.skipif(os.name == "nt", reason="rights of another kind")
def test_the_file_and_its_folder_are_the_users_alone(tmp_path):
    with Workspace(tmp_path / "home" / "w.sqlite") as ws:
        ws.begin_run(FACTS)
        files = list((tmp_path / "home").iterdir())
        assert len(files) == 3
        assert all(p.stat().st_mode & 0o077 == 0 for p in (*files, tmp_path / "home"))
