import json
import sqlite3

import pytest

from chartveil.domain import Evidence, EvidenceKind, Label, Span
from chartveil.errors import StoreError
from chartveil.store.workspace import DocumentFacts, ExportFacts, RunFacts, Workspace

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
    spans = workspace.rows("spans", run)
    assert [(s["start"], s["end"], s["label"], s["recovered"]) for s in spans] == [
        (4, 7, "DOCTOR", 0),
        (9, 15, "DOCTOR", 1),
    ]
    assert json.loads(spans[0]["evidence"]) == [
        {"kind": "rule", "name": "DR-CUE", "label": "DOCTOR", "score": 0.9}
    ]
    (decision,) = workspace.rows("decisions", run)
    assert (decision["verdict"], decision["decided_by"]) == ("accepted", "policy")
    assert workspace.label_counts(run) == {"DOCTOR": 1}
    assert workspace.verify_events() == 4


def test_what_an_earlier_run_wrote_is_found_by_file_and_settings(workspace):
    for name in ("note-1.txt", "note-2.txt"):
        record(workspace, workspace.begin_run(FACTS), name=name)
    assert [e.name for e in workspace.exported("f" * 64, "s" * 64)] == ["note-2.txt"]
    assert workspace.exported("f" * 64, "t" * 64) == []
    assert workspace.exported("0" * 64, "s" * 64) == []


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
    assert workspace.rows("spans", run) == []
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
