"""A worklist that was forgotten is nowhere in the store's files, not even for whoever has the key."""

import hashlib
import hmac
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.review.model import ActionKind, DecisionState, ItemChange, ReviewAction
from chartveil.store.worklists.store import WorklistStore
from worklists_help import FIRST, KEY, NOW, counted, decide, detected, filled, item

PAGE, RESERVED, FRAME = 4096, 80, 24
CANARIES = ("quillfeather", "brackwater", "marrowby", "thistlewick", "hollowmere", "fenwyck")


def plain_pages(path):
    """All pages of a file and of its log, deciphered: AES-256-CBC, the vector in front of the seal."""
    key = hmac.digest(KEY, b"chartveil worklists 1", hashlib.sha256)
    data, log = path.read_bytes(), path.with_name(f"{path.name}-wal")
    pages = [data[n : n + PAGE] for n in range(0, len(data), PAGE)]
    if log.exists():
        frames, size = log.read_bytes()[32:], FRAME + PAGE
        pages += [frames[n + FRAME : n + size] for n in range(0, len(frames), size)]
    plain = []
    for number, page in enumerate(pages):
        sealed, vector = page[16 if number == 0 else 0 : -RESERVED], page[-RESERVED : 16 - RESERVED]
        decryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).decryptor()
        plain.append(decryptor.update(sealed) + decryptor.finalize())
    return b"".join(plain)


def found(path):
    plain = plain_pages(path).lower()
    assert b"create table" in plain  # it was deciphered
    return {c for c in CANARIES if c.encode() in plain or c.encode("utf-16-le") in plain}


def make(path):
    """Two worklists with canaries wherever text is kept; gives their numbers."""
    with WorklistStore(path, KEY) as store:
        first = filled(store, files=30, patient="Marrowby-77")
        (file,) = store.add_files(first, [("/notes/hollowmere.txt", (), "hollowmere.txt")])
        passages = (UncoveredPassage(0, 5, "hu", "Latin"),)
        more = detected()
        store.save_detected(first, file, "b" * 64, "pdf", [replace(more, passages=passages)], b"fenwyck" * 99)
        noted = item(0, state=DecisionState.ACCEPTED, note="ask Thistlewick", by="Dr Hollowmere", at=NOW)
        action = ReviewAction(ActionKind.NOTE, "Dr Hollowmere", NOW, (ItemChange(1, FIRST, item(0), noted),))
        store.apply_action(first, action, counted(store, first))
        decide(store, first, 2, [0])
        store.undo(first, counted(store, first))
        second = filled(store, files=2, surface="kept")
        store.verify()
    return first, second


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "worklists.db"


def test_nothing_of_a_forgotten_worklist_is_left_in_the_files(path):
    first, second = make(path)
    assert found(path) == set(CANARIES)
    with WorklistStore(path, KEY) as store:
        store.remove(first)
        if os.name == "posix":  # elsewhere the lock keeps others from reading
            assert found(path) == {"brackwater"}  # of the other worklist
        assert [e.kind for e in store.unrecorded_events("Ada")] == ["worklist-removed"]
        assert store.row(second, 1).counts.spans == 3
        store.remove(second)
        store.verify()
    assert found(path) == set()


KILLED = """
import os, pathlib, signal, sys
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.worklists.store import WorklistStore
store = WorklistStore(pathlib.Path(sys.argv[1]), bytes(range(32)))
def killed(self):
    if sys.argv[3] == "late":
        with self.connection() as c:
            c.execute("VACUUM")
    os.kill(os.getpid(), signal.SIGKILL)
EncryptedDatabase.compact = killed
store.remove(int(sys.argv[2]))
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.parametrize("when", ["early", "late"])
def test_forgetting_that_was_killed_goes_on_at_the_next_start(path, when):
    first, second = make(path)
    with WorklistStore(path, KEY) as store:
        store.remove(second)
        store.forget_events(store.unrecorded_events("Ada"))
    child = subprocess.run([sys.executable, "-c", KILLED, path, str(first), when], check=False)
    assert child.returncode == -signal.SIGKILL
    with WorklistStore(path, KEY) as store:
        assert store.worklists() == []
        assert found(path) == set()
        assert [e.kind for e in store.unrecorded_events("Ada")] == ["worklist-removed"]
        store.verify()
