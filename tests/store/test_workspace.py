import json
import os
import sqlite3
import subprocess
import sys

import pytest

from chartveil.domain.errors import StoreError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
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


def test_runs_are_listed_latest_first_though_the_clock_went_back(workspace):
    first, second = workspace.begin_run(FACTS), workspace.begin_run(FACTS)
    workspace.db.conn.execute("UPDATE runs SET started = '2001-01-01' WHERE id = ?", [second])
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
    assert [(p.communicate(timeout=200)[1], p.returncode) for p in started] == [("", 0)] * 4
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
