"""Made histories of an audit record, and ways to tamper with one as its owner might, with the key."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from chartveil.domain.errors import StoreError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.record_verifier import problems_of
from chartveil.store.sqlite_files import migrations_of
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import DocumentFacts, ExportFacts, ReviewEvent, RunFacts

KEY = bytes(range(32))
FACTS = RunFacts("0", "safe_harbor_plus", "p" * 64, "d" * 64, "surrogate", "abcd1234", "s" * 64)
PURPOSE = "chartveil workspace 1"
Tampering: TypeAlias = Callable[[random.Random, Path, int], None]
"""Changes a file with this many entries."""


def document(rng: random.Random, spans: int = 4) -> DocumentFacts:
    """A document with spans at made places."""
    evidence = (Evidence(EvidenceKind.MODEL, "general", Label.PATIENT, 0.9),)
    found = tuple(
        Span(20 * n, 20 * n + rng.randint(1, 15), Label.PATIENT, 0.9, evidence) for n in range(spans)
    )
    return DocumentFacts(f"{rng.getrandbits(64):016x}", "", "text", 20 * spans + 20, found, ())


def write_history(ws: Workspace, rng: random.Random, runs: int = 3) -> list[str]:
    """Runs that end or are broken off, files, failures and signatures; gives the ids of the runs."""
    ids = []
    for _ in range(runs):
        run = ws.begin_run(FACTS)
        ids.append(run)
        for n in range(rng.randint(2, 6)):
            sha = f"{rng.getrandbits(256):064x}"
            if n and rng.random() < 0.2:
                ws.record_failure(run, sha, "InputError")
            else:
                copy = ExportFacts(
                    f"note-{rng.getrandbits(48):012x}.txt", f"{rng.getrandbits(256):064x}", 900
                )
                ws.record_file(run, sha, [document(rng)], [copy], decided_by="policy")
            if rng.random() < 0.2:
                facts = {"document": "d", "reading": "first", "at": "2026-01-01T00:00:00"}
                ws.record_events([ReviewEvent(f"{rng.getrandbits(64):x}", "signed-off", "Ada", facts)])
        if rng.random() < 0.8:
            ws.end_run(run, "done", {"files": 1})
    return ids


def _sql(statement: str, *wanted: str) -> Tampering:
    """A statement on numbers of entries: ``one``, ``other`` (another), ``new`` (behind the last)."""

    def tamper(rng: random.Random, path: Path, entries: int) -> None:
        one, other = rng.sample(range(1, entries + 1), 2)
        numbers = {"one": one, "other": other, "new": entries + 1}
        database = EncryptedDatabase(path, KEY, PURPOSE, migrations_of("workspace"), shared=True)
        with database.connection() as c:
            for made in ("TRIGGER record_stays", "TRIGGER record_lasts", "INDEX record_by_event"):
                c.execute(f"DROP {made}")
            c.execute(statement, tuple(numbers[name] for name in wanted))
        database.close()

    return tamper


def _flip_file(rng: random.Random, path: Path, _: int) -> None:
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def _flip_heads(rng: random.Random, path: Path, _: int) -> None:
    heads = path.with_name(f"{path.name}.heads")
    data = bytearray(heads.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    heads.write_bytes(data)


def _remove_heads(_: random.Random, path: Path, __: int) -> None:
    path.with_name(f"{path.name}.heads").unlink()


def _roll_back(_: random.Random, path: Path, __: int) -> None:
    shutil.copy(path.with_name("older"), path)


_SWAP = "UPDATE record SET {0} = (SELECT {0} FROM record WHERE seq = ?) WHERE seq = ?"
STORE_TAMPERINGS: dict[str, Tampering] = {
    "edit a body": _sql("UPDATE record SET body = replace(body, '2', '3') WHERE seq = ?", "one"),
    "edit a time": _sql("UPDATE record SET at = '2020-01-01T00:00:00.000+00:00' WHERE seq = ?", "one"),
    "edit a kind": _sql("UPDATE record SET kind = 'run-stopped' WHERE seq = ?", "one"),
    "delete": _sql("DELETE FROM record WHERE seq = ?", "one"),
    "cut the tail": _sql("DELETE FROM record WHERE seq >= ?", "one"),
    "swap bodies": _sql(_SWAP.format("body"), "one", "other"),
    "foreign signature": _sql(_SWAP.format("signature"), "one", "other"),
    "foreign hash": _sql(_SWAP.format("hash"), "one", "other"),
    "repeat": _sql(
        "INSERT INTO record SELECT ?, at, kind, body, previous, hash, signature FROM record WHERE seq = ?",
        "new",
        "one",
    ),
    "flip a bit of the file": _flip_file,
    "flip a bit of the heads": _flip_heads,
    "remove the heads": _remove_heads,
    "put an older file back": _roll_back,
}


def what_is_said(path: Path) -> str:
    """The fault that the store's own check names; empty where it holds."""
    try:
        with Workspace(path, KEY) as ws:
            ws.verify()
    except StoreError as e:
        return str(e)
    return ""


def tamper_with_store(name: str, rng: random.Random, folder: Path) -> str:
    """Makes a history, tampers with it, and gives what the check says."""
    path = folder / "workspace.sqlite"
    with Workspace(path, KEY) as ws:
        write_history(ws, rng, 1)
    shutil.copy(path, folder / "older")
    with Workspace(path, KEY) as ws:
        write_history(ws, rng, 2)
        entries = ws.verify()
    STORE_TAMPERINGS[name](rng, path, entries)
    return what_is_said(path)


def _lines(change: Callable[[random.Random, list[str]], list[str]]) -> Callable[[random.Random, str], str]:
    return lambda rng, text: "".join(change(rng, text.splitlines(keepends=True)))


def _without(rng: random.Random, lines: list[str]) -> list[str]:
    n = rng.randrange(len(lines))
    return lines[:n] + lines[n + 1 :]


def _swapped(rng: random.Random, lines: list[str]) -> list[str]:
    a, b = rng.sample(range(len(lines)), 2)
    lines[a], lines[b] = lines[b], lines[a]
    return lines


def _edited(rng: random.Random, lines: list[str]) -> list[str]:
    n = rng.randrange(len(lines))
    figure = next(c for c in lines[n] if c.isdigit())
    lines[n] = lines[n].replace(figure, str((int(figure) + 1) % 10), 1)
    return lines


def _flipped(rng: random.Random, text: str) -> str:
    data = bytearray(text.encode())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode(errors="replace")


EXPORT_TAMPERINGS: dict[str, Callable[[random.Random, str], str]] = {
    "export: leave a line out": _lines(_without),
    "export: repeat a line": _lines(lambda rng, lines: [rng.choice(lines), *lines]),
    "export: swap lines": _lines(_swapped),
    "export: edit a figure": _lines(_edited),
    "export: cut off": lambda rng, text: text[: rng.randrange(len(text))],
    "export: flip a bit": _flipped,
}


def tamper_with_export(name: str, rng: random.Random, folder: Path) -> str:
    """Exports a made run, tampers with that, and gives what its check says."""
    with Workspace(folder / "workspace.sqlite", KEY) as ws:
        (run,) = write_history(ws, rng, 1)
        text = ws.export_record([run]).text
    assert not problems_of(text)
    changed = EXPORT_TAMPERINGS[name](rng, text)
    return " ".join(problems_of(changed)) if changed != text else "nothing changed"


def honest_history(rng: random.Random, folder: Path) -> str:
    """A history whose writer may be killed at any moment, and goes on; gives what the check says, wrongly."""
    path = folder / "workspace.sqlite"
    for _ in range(rng.randint(1, 3)):
        killed = rng.random() < 0.5
        child = os.fork()
        if child == 0:
            with Workspace(path, KEY) as ws:
                while True:
                    write_history(ws, rng, 1)
                    if not killed:
                        break
            os._exit(0)
        if killed:
            time.sleep(rng.uniform(0.001, 0.12))
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        rng.random()
    return what_is_said(path)
