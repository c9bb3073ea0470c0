import json
import os
import random
import secrets
import shutil
import subprocess
import sys

import pytest
from sqlcipher3 import dbapi2

from chartveil.domain.errors import StoreError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.record_chain import GrowingRoot
from chartveil.store.record_verifier import merkle_root, problems_of
from chartveil.store.sqlite_files import migrations_of
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import DocumentFacts, ExportFacts, ReviewEvent, RunFacts

KEY = bytes(range(32))
FACTS = RunFacts("0.1.0", "safe_harbor_plus", "p" * 64, "d" * 64, "surrogate", "abcd1234", "s" * 64)
SPAN = Span(4, 7, Label.DOCTOR, 0.9, (Evidence(EvidenceKind.RULE, "DR-CUE", Label.DOCTOR, 0.9),))
RECOVERED = Span(9, 15, Label.DOCTOR, 0.5)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "workspace.sqlite"


@pytest.fixture
def workspace(path):
    with Workspace(path, KEY) as ws:
        yield ws


def record(ws, run, sha="f" * 64, name="note-1.txt", digest="e" * 64):
    document = DocumentFacts("0123456789abcdef", "", "text", 40, (SPAN,), (RECOVERED,))
    ws.record_file(run, sha, [document], [ExportFacts(name, digest, 12)], decided_by="policy")


def history(ws, rng, files=4):
    """A history as honest programs write it: runs that end or are killed, files, failures, signatures."""
    for _ in range(rng.randint(1, 3)):
        run = ws.begin_run(FACTS)
        for n in range(rng.randint(1, files)):
            if rng.random() < 0.2:
                ws.record_failure(run, f"{rng.random()}", "InputError")
            else:
                record(ws, run, f"{rng.random()}", f"note-{n}.txt", f"{rng.random()}")
        if rng.random() < 0.4:
            ws.record_events([ReviewEvent(secrets.token_hex(8), "signed-off", "Ada", {"document": "d"})])
        if rng.random() < 0.8:
            ws.end_run(run, "done", {"files": 1})


def raw(path, *statements):
    """Runs SQL on the file as its owner might, with the key but without our code."""
    database = EncryptedDatabase(path, KEY, "chartveil workspace 1", migrations_of("workspace"), shared=True)
    with database.connection() as c:
        c.execute("DROP TRIGGER record_stays")
        c.execute("DROP TRIGGER record_lasts")
        c.execute("DROP INDEX record_by_event")
        for statement in statements:
            c.execute(*statement)
    database.close()


def verified(path, **named):
    with Workspace(path, KEY, **named) as ws:
        return ws.verify()


def test_a_run_with_its_documents_spans_decisions_and_exports_is_kept(workspace):
    run = workspace.begin_run(FACTS)
    record(workspace, run)
    workspace.record_failure(run, "9" * 64, "InputError")
    workspace.end_run(run, "done", {"files": 1, "failures": 1})
    (row,) = workspace.runs()
    numbers = [row[k] for k in ("status", "files", "spans", "recovered", "failures", "documents", "policy")]
    assert numbers == ["done", 1, 1, 1, 1, 1, "safe_harbor_plus"]
    released, blocked = workspace.run_files(run)
    (document,) = released["private"]
    assert [(s["start"], s["end"], s["label"], s["recovered"]) for s in document["spans"]] == [
        (4, 7, "DOCTOR", False),
        (9, 15, "DOCTOR", True),
    ]
    assert document["spans"][0]["evidence"] == [
        {"kind": "rule", "name": "DR-CUE", "label": "DOCTOR", "score": 0.9}
    ]
    assert released["decisions"] == [["accepted", "policy", 1]]
    assert blocked["blocked"] == "InputError"
    assert workspace.is_blocked_by("InputError", "9" * 64)
    assert not workspace.is_blocked_by("InputError", "f" * 64)
    assert workspace.label_counts(run) == {"DOCTOR": 1}
    assert workspace.verify() == 4


def test_what_an_earlier_run_wrote_is_found_by_file_and_settings(workspace):
    for name in ("note-1.txt", "note-2.txt"):
        record(workspace, workspace.begin_run(FACTS), name=name)
    assert [e.name for e in workspace.earlier_exports("f" * 64, "s" * 64)] == ["note-2.txt"]
    assert workspace.earlier_exports("f" * 64, "t" * 64) == []
    assert workspace.earlier_exports("0" * 64, "s" * 64) == []


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


def test_an_event_of_a_reader_is_recorded_once(workspace):
    signed = ReviewEvent("a1", "signed-off", "Ada", {"document": "d"})
    workspace.record_events([signed])
    workspace.record_events([signed, ReviewEvent("a2", "signature-withdrawn", "Ada", {"document": "d"})])
    assert workspace.verify() == 2


def test_entries_cannot_be_changed_or_removed_by_mistake(path, workspace):
    workspace.begin_run(FACTS)
    database = EncryptedDatabase(path, KEY, "chartveil workspace 1", migrations_of("workspace"), shared=True)
    with database.connection() as c:
        for statement in ("UPDATE record SET kind = 'x'", "DELETE FROM record"):
            with pytest.raises(dbapi2.IntegrityError, match="the record is not"):
                c.execute(statement)
    database.close()


def tamperings(rng, entries):
    """Ways in which the owner of a file with this many entries may change it."""
    seq = rng.randint(1, entries)
    other = rng.choice([n for n in range(1, entries + 1) if n != seq])
    swap = "UPDATE record SET {0} = (SELECT {0} FROM record WHERE seq = ?) WHERE seq = ?"
    double = (
        "INSERT INTO record SELECT ?, at, kind, body, previous, hash, signature FROM record WHERE seq = ?"
    )
    return [
        ("UPDATE record SET body = replace(body, 'o', '0') WHERE seq = ?", (seq,)),
        ("UPDATE record SET at = '2020-01-01T00:00:00.000+00:00' WHERE seq = ?", (seq,)),
        ("UPDATE record SET kind = 'run-stopped' WHERE seq = ?", (seq,)),
        ("DELETE FROM record WHERE seq = ?", (seq,)),
        ("DELETE FROM record WHERE seq >= ?", (seq,)),
        (swap.format("body"), (other, seq)),
        (swap.format("signature"), (other, seq)),
        (swap.format("hash"), (other, seq)),
        (double, (entries + 1, seq)),
    ]


@pytest.mark.parametrize("way", range(9))
def test_whatever_is_changed_behind_our_back_is_found_and_its_place_named(path, way):
    rng = random.Random(way)
    for attempt in range(3):
        mine = path.with_name(f"{attempt}.sqlite")
        with Workspace(mine, KEY) as ws:
            history(ws, rng)
            entries = ws.verify()
        raw(mine, tamperings(rng, entries)[way])
        with pytest.raises(StoreError, match=r"entry \d+|root of run"):
            verified(mine)


def test_a_chain_that_its_owner_made_anew_with_another_key_is_not_ours(path):
    for key in (KEY, bytes(32)):
        with Workspace(path.with_name(key.hex()[:4]), key) as ws:
            history(ws, random.Random(3))
    tables = migrations_of("workspace")
    other = EncryptedDatabase(path.with_name("0000"), bytes(32), "chartveil workspace 1", tables, shared=True)
    with other.connection() as c:
        rows = c.execute("SELECT seq, at, kind, body, previous, hash, signature FROM record").fetchall()
    other.close()
    mine = path.with_name("0001")
    raw(mine, ("DELETE FROM record",), *(
        ("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)", row) for row in rows
    ))  # fmt: skip
    with pytest.raises(StoreError, match="does not hold together at entry 1"):
        verified(mine)


def test_an_older_copy_of_the_whole_file_is_found_by_the_heads_kept_apart(path, tmp_path):
    heads = tmp_path / "elsewhere" / "heads.txt"
    heads.parent.mkdir()
    with Workspace(path, KEY, heads) as ws:
        run = ws.begin_run(FACTS)
    old = path.with_name("old")
    shutil.copy(path, old)
    with Workspace(path, KEY, heads) as ws:
        record(ws, run)
        line = ws.head()
    shutil.copy(old, path)
    with pytest.raises(StoreError, match="lacks entry 2"):
        verified(path, heads=heads)
    assert line.startswith("chartveil-head 2 ")


@pytest.mark.parametrize("change", ["remove", "empty", "digit", "order"])
def test_a_changed_file_of_heads_is_found(path, change):
    with Workspace(path, KEY) as ws:
        history(ws, random.Random(5))
    heads = path.with_name(f"{path.name}.heads")
    text = heads.read_text()
    if change == "remove":
        heads.unlink()
    else:
        lines = text.splitlines(keepends=True)
        digit = text.replace("chartveil-head 2 ", "chartveil-head 3 ", 1)
        turned = "".join([lines[0], *reversed(lines[1:])])
        heads.write_text({"empty": "", "digit": digit, "order": turned}[change])
    with pytest.raises(StoreError, match="is missing|changed|lacks entry"):
        verified(path)


def test_a_file_of_heads_that_was_just_being_made_in_a_kill_is_no_tampering(path):
    path.parent.mkdir()
    path.with_name(f"{path.name}.heads").touch()
    with Workspace(path, KEY) as ws:
        ws.begin_run(FACTS)
        assert ws.verify() == 1


def test_a_line_of_the_heads_that_a_full_disk_cut_off_is_no_tampering(path):
    with Workspace(path, KEY) as ws:
        run = ws.begin_run(FACTS)
        heads = path.with_name(f"{path.name}.heads")
        heads.write_text(heads.read_text() + "chartveil-head 2 2026")
        assert ws.verify() == 1
        record(ws, run)
        assert ws.verify() == 2
    assert heads.read_text().count("\n") == 3


def test_a_file_that_fails_halfway_leaves_nothing(workspace):
    run = workspace.begin_run(FACTS)
    bad = DocumentFacts("d", "", "text", 4, (SPAN,), ("not a span",))
    with pytest.raises(AttributeError):
        workspace.record_file(run, "f" * 64, [bad], [], decided_by="policy")
    assert workspace.run_files(run) == []
    record(workspace, run)
    assert workspace.verify() == 2


def test_nothing_is_recorded_where_its_head_has_no_room(path, workspace):
    run = workspace.begin_run(FACTS)
    heads = path.with_name(f"{path.name}.heads")
    text = heads.read_text()
    heads.unlink()
    with pytest.raises(StoreError, match="cannot be opened"):
        record(workspace, run)
    assert workspace.run_files(run) == []
    heads.write_text(text)
    record(workspace, run)
    workspace.end_run(run, "done", {"files": 1})
    assert workspace.verify() == workspace.verify_end() == 3


def test_copies_that_were_taken_back_are_not_part_of_what_is_released(workspace):
    run = workspace.begin_run(FACTS)
    record(workspace, run, "a" * 64, "note-1.txt")
    workspace.withdraw_file(run, "b" * 64)
    record(workspace, run, "b" * 64, "note-2.txt")
    workspace.withdraw_file(run, "b" * 64)
    workspace.withdraw_file(run, "b" * 64)
    for end in (lambda: None, lambda: workspace.end_run(run, "stopped", {})):
        end()
        (row,) = workspace.runs()
        assert [row[k] for k in ("files", "spans", "documents", "recovered")] == [1, 1, 1, 1]
    text = workspace.export_record([run]).text
    assert "note-1" in text
    assert "note-2" not in text
    assert problems_of(text) == []
    assert workspace.verify() == 6


def test_what_a_run_did_is_told_alike_by_whoever_wrote_it_and_by_its_entries(path):
    rng = random.Random(7)
    with Workspace(path, KEY) as ws:
        history(ws, rng, 9)
        run = ws.begin_run(FACTS)
        record(ws, run)
    with Workspace(path, KEY) as ws:
        record(ws, run, "1" * 64)
        before = ws.runs()
        ws.end_run(run, "done", {})
        after = ws.runs()
        assert [{**r, "status": "", "finished": ""} for r in before] == [
            {**r, "status": "", "finished": ""} for r in after
        ]
        assert ws.verify() == ws.verify_end()


def test_a_root_that_grows_is_the_root_of_all(path):
    growing, leaves = GrowingRoot(), []
    for n in range(70):
        assert growing.root() == merkle_root(leaves)
        leaves.append(bytes([n]) * 32)
        growing.add(leaves[-1])


def test_what_is_listed_is_checked_and_the_end(path):
    for change in (
        "UPDATE record SET body = replace(body, 'harbor', 'hardly') WHERE seq = 1",
        "DELETE FROM record WHERE seq > 2",
    ):
        mine = path.with_name(f"{len(change)}.sqlite")
        with Workspace(mine, KEY) as ws:
            for _ in range(2):
                ws.end_run(ws.begin_run(FACTS), "done", {})
        raw(mine, (change,))
        with Workspace(mine, KEY) as ws:
            look = ws.runs if change.startswith("UPDATE") else ws.verify_end
            with pytest.raises(StoreError, match="at entry 1|file of heads"):
                look()


def test_nothing_is_added_to_a_record_whose_end_does_not_hold(path):
    """As where an older copy of the log was put back: nobody could prove what comes next."""
    kept = []
    for _ in range(2):
        with Workspace(path, KEY) as ws:
            ws.end_run(ws.begin_run(FACTS), "done", {})
        kept.append(path.read_bytes())
    path.write_bytes(kept[0])
    with Workspace(path, KEY) as ws:
        with pytest.raises(StoreError, match="file of heads.*--workspace to go on"):
            ws.begin_run(FACTS)
        assert len(ws.entries()) == 2


def test_files_that_are_no_workspace_are_told_apart(tmp_path):
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"this is no database, but it is long enough to be read as one" * 200)
    with pytest.raises(StoreError, match="does not open with this key, or is no file of Chartveil"):
        Workspace(damaged, KEY)
    with pytest.raises(StoreError, match="cannot be"):
        Workspace(tmp_path, KEY)
    Workspace(tmp_path / "w.sqlite", KEY).close()
    with pytest.raises(StoreError, match="does not open with this key.*audit export.*audit verify"):
        Workspace(tmp_path / "w.sqlite", bytes(32))


def test_nothing_of_the_record_can_be_read_without_the_key(path):
    with Workspace(path, KEY) as ws:
        record(ws, ws.begin_run(FACTS))
    for file in path.parent.iterdir():
        for word in (b"DOCTOR", b"note-1", b"safe_harbor", b"SQLite format"):
            assert word not in file.read_bytes()


def test_it_is_read_while_another_program_writes(path):
    with Workspace(path, KEY) as ws:
        run = ws.begin_run(FACTS)
    other = EncryptedDatabase(path, KEY, "chartveil workspace 1", migrations_of("workspace"), shared=True)
    with other.transaction(), Workspace(path, KEY) as ws:
        assert [r["id"] for r in ws.runs()] == [run]
        assert ws.verify_end() == 1
    other.close()


SEVERAL = """
import sys, pathlib
from chartveil.store.sqlite_files import migrations_of
from chartveil.store.workspace import RunFacts, Workspace
facts = RunFacts("0.1.0", "p", "p", "d", "tag", "k", "s")
with Workspace(pathlib.Path(sys.argv[1]), bytes(range(32))) as ws:
    for _ in range(10):
        run = ws.begin_run(facts)
        ws.record_failure(run, "f", "InputError")
        ws.end_run(run, "done", {})
"""


def test_several_processes_may_make_the_file_and_write_to_it_at_once(path):
    command = [sys.executable, "-c", SEVERAL, path]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [(p.communicate(timeout=200)[1], p.returncode) for p in started] == [("", 0)] * 4
    with Workspace(path, KEY) as ws:
        assert ws.verify() == 4 * 10 * 3
        assert len(ws.runs()) == 40


KILLED = SEVERAL.replace("range(10)", "iter(int, 1)").replace(
    "    for", "    print('on', flush=True)\n    for"
)


def test_the_pages_are_checked_while_another_program_writes_all_the_time(path):
    with Workspace(path, KEY) as ws:
        for _ in range(20):
            record(ws, ws.begin_run(FACTS))
    damaged = bytearray(path.read_bytes())
    damaged[-5] ^= 1  # of a page that was written before
    path.write_bytes(damaged)
    process = subprocess.Popen([sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE)
    try:
        assert process.stdout.readline()
        beside = 0
        for _ in range(5):
            with pytest.raises(StoreError, match="is damaged"):
                verified(path)
            beside += process.poll() is None
        # Sooner or later the other program comes to the damaged page itself, and ends.
        assert beside, "nothing was checked while it wrote"
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_history_that_is_killed_anywhere_holds(path):
    for n in range(8):
        process = subprocess.Popen([sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE)
        assert process.stdout.readline()
        end = 0.01 * n
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=end)
        process.kill()
        process.communicate()
        assert verified(path) >= 0
    assert verified(path) > 0


@pytest.mark.skipif(os.name == "nt", reason="rights of another kind")
def test_the_file_and_its_folder_are_the_users_alone(path):
    with Workspace(path, KEY) as ws:
        ws.begin_run(FACTS)
        files = list(path.parent.iterdir())
        assert {p.suffix for p in files} >= {".sqlite", ".heads"}
        assert all(p.stat().st_mode & 0o077 == 0 for p in (*files, path.parent))


def test_an_exported_record_shows_kinds_and_numbers_and_no_place(workspace):
    run = workspace.begin_run(FACTS)
    record(workspace, run)
    workspace.record_failure(run, "9" * 64, "InputError")
    workspace.end_run(run, "done", {})
    released = workspace.export_record([run])
    assert released.files == 1
    assert problems_of(released.text) == []
    assert problems_of(released.text, expected=released.fingerprint.upper()) == []
    begun, file, blocked, end = map(json.loads, released.text.splitlines())
    assert begun["leaf"]["facts"]["policy"] == "safe_harbor_plus"
    assert file["leaf"]["labels"] == {"DOCTOR": 1}
    assert blocked["leaf"]["blocked"] == "InputError"
    assert end["entry"]["body"]["shown"] == "all"
    for word in ("f" * 64, "9" * 64, "0123456789abcdef", '"start"', "DR-CUE", "characters"):
        assert word not in released.text
    assert workspace.verify() == 5


def test_a_single_copy_is_proved_without_the_others(workspace):
    run = workspace.begin_run(FACTS)
    for n in range(7):
        record(workspace, run, f"{n}", f"note-{n}.txt", f"{n}" * 64)
    released = workspace.export_record([run], only=["note-5.txt"])
    assert problems_of(released.text) == []
    assert "note-5.txt" in released.text
    assert "note-4.txt" not in released.text


@pytest.mark.parametrize("only", [(), ("note-1.txt", "note-2.txt")])
def test_every_change_of_an_exported_record_is_found(workspace, only):
    run = workspace.begin_run(FACTS)
    for n in range(5):
        record(workspace, run, f"{n}", f"note-{n}.txt", f"{n}" * 64)
    text = workspace.export_record([run], only=only).text
    rng = random.Random(len(only))
    lines = text.splitlines(keepends=True)
    changed = ["".join(lines[:n] + lines[n + 1 :]) for n in range(len(lines))]
    changed += ["".join([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]) for n in range(len(lines) - 1)]
    changed += [text + lines[-1], lines[0] + text, text[:-1], ""]
    changed += [text.replace('{"index":1,', f'{{"index":{same},') for same in ("true", "1.0")]
    changed = [c for c in changed if c != text]
    data = text.encode()
    for _ in range(300):
        place, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
        flipped = bytearray(data)
        flipped[place] ^= bit
        changed.append(flipped.decode(errors="replace"))
    for one in changed:
        assert problems_of(one), one
    assert problems_of(text) == []


def test_a_record_of_another_installation_is_told(tmp_path):
    texts = []
    for key in (KEY, bytes(32)):
        with Workspace(tmp_path / key.hex(), key) as ws:
            run = ws.begin_run(FACTS)
            record(ws, run)
            texts.append(ws.export_record([run]))
    ours, theirs = texts
    assert problems_of(theirs.text) == []
    (problem,) = problems_of(theirs.text, expected=ours.fingerprint)
    assert theirs.fingerprint in problem
    forged = json.loads(ours.text.splitlines()[-1]) | {"key": json.loads(theirs.text.splitlines()[-1])["key"]}
    assert problems_of("".join([*ours.text.splitlines(keepends=True)[:-1], json.dumps(forged) + "\n"]))


def test_words_of_patients_are_kept_by_the_run_that_found_them_and_by_key(path, workspace):
    one, two = "patient-4711", "patient-4712"
    assert workspace.patient_words("k1", {one: [3, 1]})[one].since() == {1: 0, 3: 0}
    assert workspace.patient_words("k1", {one: [3, 7]}, keep=False)[one].since() == {1: 0, 3: 0, 7: 1}
    assert workspace.patient_words("k1", {one: [9]})[one].since() == {1: 0, 3: 0, 9: 1}
    assert workspace.patient_words("k2", {one: [4], two: []})[one].since() == {4: 0}
    workspace.close()
    with Workspace(path, KEY) as again:
        assert again.patient_words("k1", {one: []})[one].since() == {1: 0, 3: 0, 9: 1}
        assert again.patient_words("k1", {two: []})[two].since() == {}
    assert one.encode() not in path.read_bytes()
