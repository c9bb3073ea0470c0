"""The file of the worklists: sealed, durable, and plain about what is wrong with it."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import worklists_help
from chartveil.domain.errors import StoreError
from chartveil.review.model import (
    ActionKind,
    DecisionState,
    ItemChange,
    ReviewAction,
)
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.sqlite_files import migrations_of
from chartveil.store.worklists.store import WorklistStore
from worklists_help import FIRST, KEY, NOW, counted, decide, filled, item

ROOT = Path(__file__).resolve().parents[2]
PURPOSE = "chartveil worklists 1"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "app")}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "worklists.db"


def bytes_of(path):
    return b"".join(p.read_bytes() for p in sorted(path.parent.iterdir()))


def test_nothing_that_was_given_can_be_read_in_the_file_or_its_log(path):
    with WorklistStore(path, KEY) as store:
        wl = filled(store, files=20, patient="Marrowby-77")
        noted = item(0, state=DecisionState.ACCEPTED, note="ask Thistlewick", by="Dr Oakhollow", at=NOW)
        action = ReviewAction(ActionKind.NOTE, "Dr Oakhollow", NOW, (ItemChange(1, FIRST, item(0), noted),))
        store.apply_action(wl, action, counted(store, wl))
        names = sorted(p.name for p in path.parent.iterdir())
        if os.name == "posix":  # elsewhere the lock keeps others from reading
            open_bytes = bytes_of(path)
            assert len(open_bytes) > 30_000
            assert {stat.S_IMODE(p.stat().st_mode) for p in path.parent.iterdir()} == {0o600}
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        else:
            open_bytes = b""
    assert names == ["worklists.db", "worklists.db-wal"]
    assert [p.name for p in path.parent.iterdir()] == ["worklists.db"]
    for content in (open_bytes, bytes_of(path)):
        for word in (
            "quillfeather",
            "brackwater",
            "Marrowby",
            "Thistlewick",
            "Oakhollow",
            "ward 7",
            "PATIENT",
        ):
            for encoding in ("utf-8", "utf-16-le"):
                assert word.encode(encoding) not in content
        assert KEY not in content
        assert b"SQLite format" not in content
        assert b"CREATE TABLE" not in content


def test_two_files_of_one_key_share_nothing(tmp_path):
    for name in "ab":
        with WorklistStore(tmp_path / name, KEY):
            pass
    a, b = ((tmp_path / n).read_bytes() for n in "ab")
    assert a[:16] != b[:16]
    assert sum(x == y for x, y in zip(a, b, strict=True)) < len(a) / 50


def test_another_key_is_told_and_changes_nothing(path):
    with WorklistStore(path, KEY) as store:
        filled(store)
    before = bytes_of(path)
    with pytest.raises(StoreError, match=r"does not open with this key.*Put back the key file"):
        WorklistStore(path, bytes(32))
    assert bytes_of(path) == before


@pytest.mark.parametrize("content", [b"SQLite format 3\x00" + bytes(4080), b"short", b"\x00" * 9000])
def test_a_file_that_is_not_ours_is_told_and_left(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match="no file of Chartveil"):
        WorklistStore(path, KEY)
    assert path.read_bytes() == content


def damage(path, at):
    content = bytearray(path.read_bytes())
    content[at] ^= 0x20
    path.write_bytes(content)


def test_a_damaged_first_page_is_told(path, capfd):
    with WorklistStore(path, KEY) as store:
        filled(store)
    damage(path, 100)
    with pytest.raises(StoreError, match=r"is damaged\. Put back a copy"):
        WorklistStore(path, KEY)
    assert capfd.readouterr().err == ""


def test_any_changed_byte_is_found(path):
    def verify():
        with WorklistStore(path, KEY) as store:
            store.verify()

    with WorklistStore(path, KEY) as store:
        wl = filled(store, files=30)
    for page in range(path.stat().st_size // 4096):
        at = page * 4096 + 16 + 100 * page % 4000
        damage(path, at)
        with pytest.raises(StoreError, match="is damaged"):
            verify()
        damage(path, at)
    verify()
    with WorklistStore(path, KEY) as store:
        assert len(store.rows(wl)) == 30


def test_damage_met_in_the_middle_of_the_work_is_told(path):
    with WorklistStore(path, KEY) as store:
        wl = filled(store, files=200)
        size = path.stat().st_size
    for page in range(size // 8192, size // 4096):
        damage(path, page * 4096 + 7)
    with WorklistStore(path, KEY) as store, pytest.raises(StoreError, match="is damaged"):
        _ = [store.items(wl, row, FIRST) for row in range(1, 201)]


def test_a_file_of_a_later_version_is_told(path):
    WorklistStore(path, KEY).close()
    later = EncryptedDatabase(path, KEY, PURPOSE, migrations_of("worklists"))
    with later.transaction() as c:
        c.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(StoreError, match=r"later version of Chartveil \(schema 99\)\. Update"):
        WorklistStore(path, KEY)


def test_a_second_chartveil_is_refused_until_the_first_is_closed(path):
    program = (
        "import sys; from pathlib import Path; from chartveil.store.worklists.store import WorklistStore\n"
        "try:\n WorklistStore(Path(sys.argv[1]), bytes(range(32))).close()\n"
        "except Exception as e: print(type(e).__name__, e)"
    )

    def second():
        done = subprocess.run(
            [sys.executable, "-c", program, path], env=ENVIRONMENT, capture_output=True, text=True, check=True
        )
        return done.stdout

    with WorklistStore(path, KEY) as store:
        told = second()
        assert told.startswith("StoreError")
        assert "is in use by another Chartveil. Close the other window" in told
        store.create("still mine", "{}")
    assert second() == ""


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root has every right")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_missing_rights_are_told(path, what):
    WorklistStore(path, KEY).close()
    target, mode = (path, 0o400) if what == "file" else (path.parent, 0o500)
    target.chmod(mode)
    try:
        with pytest.raises(StoreError, match="rights"), WorklistStore(path, KEY) as store:
            store.create("x", "{}")
    finally:
        target.chmod(0o700)


def test_a_folder_or_a_file_in_the_way_is_told(tmp_path):
    with pytest.raises(StoreError, match=r"rights .*neither is a folder or a file by mistake"):
        WorklistStore(tmp_path, KEY)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be opened"):
        WorklistStore(tmp_path / "file" / "worklists.db", KEY)


def fill_the_disk(store):
    for _ in range(200):
        filled(store, files=5)


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_full_disk_is_told_and_what_was_saved_stays(path):
    import resource

    with WorklistStore(path, KEY) as store:
        wl = filled(store, files=2)
        decide(store, wl, 1, [0])
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(
            resource.RLIMIT_FSIZE, (sum(p.stat().st_size for p in path.parent.iterdir()), limits[1])
        )
        try:
            with pytest.raises(StoreError, match="disk is full or failing"):
                fill_the_disk(store)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        decide(store, wl, 1, [1])
        assert store.items(wl, 1, FIRST)[1].state is DecisionState.ACCEPTED
    with WorklistStore(path, KEY) as store:
        store.verify()
        assert [i.state.decided for i in store.items(wl, 1, FIRST)] == [True, True, False]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.parametrize("actions", [3, 41])
def test_a_killed_program_loses_no_decision_that_it_acknowledged(path, actions):
    with WorklistStore(path, KEY) as store:
        wl = filled(store, files=2)
        begin = store.items(wl, 1, FIRST)
    child = subprocess.Popen(
        [sys.executable, worklists_help.__file__, path],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = []
    for line in child.stdout:
        lines.append(line.split())
        if len(lines) == actions:
            child.send_signal(signal.SIGKILL)  # and what it said in the meantime is read on
    child.wait()
    child.stdout.close()
    assert child.returncode == -signal.SIGKILL

    done = {}
    for what, seq, n in lines:
        if what == "did":
            done[int(n)] = int(seq)
        else:
            del done[int(n)]
    with WorklistStore(path, KEY) as store:
        store.verify()
        for row in (1, 2):
            stored = {i.id for i in store.items(wl, row, FIRST) if i.state is DecisionState.ADDED}
            unsaid = stored - done.keys()  # stored, and killed before it could say so
            lost = done.keys() - stored
            assert len(unsaid) <= 1
            # The last one may have been undone without a word.
            assert lost <= {max(done)} and (not lost or max(done) % 5 == 0)  # noqa: PT018
            assert store.row(wl, row).counts.spans == 3 + len(stored)
        full = [store.items(wl, row, FIRST) for row in (1, 2)]
        while store.undo(wl, counted(store, wl)):
            pass
        assert store.items(wl, 1, FIRST) == store.items(wl, 2, FIRST) == begin
        for _ in stored:
            assert store.redo(wl, counted(store, wl))
        assert [store.items(wl, row, FIRST) for row in (1, 2)] == full
