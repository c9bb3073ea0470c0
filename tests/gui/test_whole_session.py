"""After a whole session that ends with kill -9: no text of a document in any file but the inputs, and not one
socket but those within the machine."""

import base64
import os
import signal
import subprocess
import sys
import zlib
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from chartveil.domain.paths import UserPaths
from chartveil.store.workspace import open_workspace

ROOT = Path(__file__).resolve().parents[2]
CANARIES = ("Thistlewick", "Hollowmere", "4471829")
NOTE = "Patient: Adaeze Thistlewick, MRN 4471829.\nSeen by Dr. Hollowmere on 3/4/2021. Visit {n}.\n"


def written_forms(word):
    """A word as bytes in plain, in UTF-16, and in base64 at each of the three places it may begin."""
    for text in (word, word.lower(), word.upper()):
        for plain in (text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be")):
            yield plain
            for before in range(3):
                encoded = base64.b64encode(bytes(before) + plain)
                yield encoded[4 if before else 0 : len(encoded) // 4 * 4 - 4]


FORMS = {word: tuple(written_forms(word)) for word in CANARIES}


def unpacked(data):
    """What deflate, zlib and gzip streams in some bytes hold, wherever they begin."""
    signs = {b"\x78\x01": 15, b"\x78\x9c": 15, b"\x78\xda": 15, b"\x1f\x8b\x08": 31, b"PK\x03\x04": -15}
    for sign, bits in signs.items():
        at = data.find(sign)
        while at >= 0:
            begin = at
            if sign[:2] == b"PK":
                begin += 30 + int.from_bytes(data[at + 26 : at + 28], "little")
                begin += int.from_bytes(data[at + 28 : at + 30], "little")
            with suppress(zlib.error):
                yield zlib.decompressobj(bits).decompress(data[begin:])
            at = data.find(sign, at + 1)


def canaries_in(data):
    parts = (data, *unpacked(data))
    return {word for word, forms in FORMS.items() if any(f in part for f in forms for part in parts)}


def test_a_canary_is_found_however_it_is_written():
    word = "Thistlewick"
    for data in (
        word.encode(),
        word.encode("utf-16"),
        zlib.compress(word.encode()),
        b"x" + word.upper().encode(),
    ):
        assert canaries_in(b"..." + data + b"...") == {word}
        assert canaries_in(base64.b64encode(b"." + word.encode() + b"...")) == {word}
    assert canaries_in(b"nothing of it") == set()


FOLDERS = ("home", "tmp", "run", "store", "config", "cache")


@pytest.fixture
def machine(tmp_path):
    """A machine of its own: notes, folders of the user, and what a program is told of them."""
    notes = tmp_path / "notes"
    folders = {name: tmp_path / "machine" / name for name in FOLDERS}
    for folder in (notes, *folders.values()):
        folder.mkdir(mode=0o700, parents=True)
    for n in range(2):
        (notes / f"Thistlewick-{n}.txt").write_text(NOTE.format(n=n), encoding="utf-8")
    path = [ROOT / "scripts" / "socket_watch", ROOT / "tests", *sys.path]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "SOCKET_WATCH": str(tmp_path / "sockets.txt"),
        "HOME": str(folders["home"]),
        "TMPDIR": str(folders["tmp"]),
        "XDG_RUNTIME_DIR": str(folders["run"]),
        "XDG_CONFIG_HOME": str(folders["config"]),
        "XDG_CACHE_HOME": str(folders["cache"]),
        "CHARTVEIL_HOME": str(folders["store"]),
    }
    return folders, notes, environment


def start(environment, *command):
    command = [sys.executable, "-m", *map(str, command)]
    home = environment["HOME"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, cwd=home, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals and sockets of another kind")
def test_a_session_beside_a_batch_leaves_no_text_opens_no_socket_and_shares_the_store(machine, tmp_path):
    folders, notes, environment = machine
    many = tmp_path / "many"
    many.mkdir()
    for n in range(40):
        (many / f"{n}.txt").write_text(NOTE.format(n=n), encoding="utf-8")
    copies, outputs = tmp_path / "copies", tmp_path / "outputs"
    with (
        start(environment, "chartveil", "deid", many, "-o", copies, "--jobs", "1", "-q") as batch,
        start(environment, "gui.whole_session", notes, outputs, CANARIES[0]) as window,
    ):
        sat = window.stdout.readline()
        with start(environment, "chartveil", "forget") as other:
            refused = other.communicate()[1]
        window.send_signal(signal.SIGKILL)
        errors = window.stderr.read()
        said = batch.communicate()
    assert sat == "sat\n", errors
    assert batch.returncode == 0, said
    assert other.returncode == 3
    assert "is in use by another Chartveil. Close the other window" in refused
    assert not any(word in text for word in CANARIES for text in (errors, refused, *said))

    left = {
        (str(file.relative_to(tmp_path)), *sorted(found))
        for file in tmp_path.rglob("*")
        if file.is_file() and file.parent not in (notes, many)
        and (found := canaries_in(file.read_bytes()) | canaries_in(file.name.encode()))
    }  # fmt: skip
    assert left == set()
    assert any(folders["store"].iterdir())
    watched = tmp_path / "sockets.txt"
    assert not watched.exists(), watched.read_text()

    assert [len(list(folder.glob("note-*.txt"))) for folder in (outputs, copies)] == [2, 40]
    with open_workspace(UserPaths(folders["store"])) as workspace:
        workspace.verify()
        assert sorted((r["status"], r["files"]) for r in workspace.runs()) == [("done", 2), ("done", 40)]
        kinds = Counter(e.kind for e in workspace.entries())
    assert (kinds["signed-off"], kinds["exported"], kinds["file-exported"]) == (2, 2, 42)
    # What the killed window held is free again, and its decisions are there.
    with start(environment, "chartveil", "forget") as after:
        told = after.communicate()
    assert (after.returncode, "2 documents" in told[0]) == (0, True), told
