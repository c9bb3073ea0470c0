"""The record of a release: signed by this installation, checked by anybody."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartveil.domain.errors import Cancelled, InputError, StoreError
from chartveil.domain.paths import UserPaths
from chartveil.domain.wording import counted
from chartveil.service.worklist_report import REPORT_NAME
from chartveil.store import record_verifier
from chartveil.store.record_verifier import (
    RECORD_SUFFIX,
    VERIFIER_NAME,
    fingerprint,
    problems_of,
    problems_of_copies,
)
from chartveil.store.workspace import ReleaseRecord, Workspace, open_workspace
from chartveil.system.atomic_files import output_errors_explained, write_file

RECORD_NAME = f"release{RECORD_SUFFIX}"


def _never() -> bool:
    return False


_LARGEST_RECORD = 1 << 30
"""Bytes: a record of more than a million files."""
_STEP = 100
"""Copies or entries after which it is told how far the work is."""


@dataclass(frozen=True, slots=True)
class RecordWriting:
    """How far the writing of a record is: entries of the audit log that are checked, of how many; and where
    which record was written, once it is."""

    done: int
    total: int
    written: tuple[Path, ReleaseRecord] | None = None


def write_folder_record(
    workspace: Workspace, folder: Path, cancelled: Callable[[], bool] = _never
) -> Iterator[RecordWriting]:
    """Writes the record of the copies in a folder beside them, with a program that checks it, in steps of
    which the last one bears it; the whole audit log is checked before.

    Raises:
        StoreError: if the audit log does not hold, or knows of none of the copies.
        OutputError: if it cannot be written.
        Cancelled: if it was stopped; nothing was written then.
    """
    total = workspace.verify_end()
    for done in workspace.verifying():
        if cancelled():
            raise Cancelled
        if done % _STEP == 0:
            yield RecordWriting(done, total)
    outputs = _hashes(folder)
    beside = [name for name in (REPORT_NAME,) if name in outputs]
    record = workspace.export_record(workspace.runs_that_wrote(outputs), outputs, beside=beside)
    _write(folder / RECORD_NAME, record)
    _write_verifier(folder)
    yield RecordWriting(total, total, (folder / RECORD_NAME, record))


def export_run_record(workspace: Workspace, run: str, path: Path, only: Sequence[str]) -> ReleaseRecord:
    """Writes the record of a run, or of some of its copies with their proofs, with a program that checks it.

    Raises:
        StoreError: if the audit log does not hold, or knows of no such run.
        OutputError: if it cannot be written.
    """
    workspace.verify()
    record = workspace.export_record([run], only=only)
    _write(path, record)
    _write_verifier(path.parent)
    return record


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """How far the check of a record and its copies is, and what was found.

    Attributes:
        done, total: copies that are checked, and how many there are.
        problems: what does not hold, one line each.
        fingerprint: of the key that the record names.
        whole: whether the record shows all files of the release.
    """

    done: int = 0
    total: int = 0
    problems: tuple[str, ...] = ()
    fingerprint: str = ""
    whole: bool = True


def check_record(
    path: Path, folder: Path | None, expected: str = "", cancelled: Callable[[], bool] = _never
) -> Iterator[RecordCheck]:
    """Checks an exported record and its copies, in steps of which the last one is the result; in any thread.

    Args:
        path: of the record.
        folder: where the copies lie; None to check the record alone.
        expected: fingerprint of the installation that should have signed; empty for any.
        cancelled: asked after each copy.

    Raises:
        InputError: if it cannot be read.
        Cancelled: if it was stopped.
    """
    text, signer = _read(path), record_fingerprint(path)
    problems = problems_of(text, None, expected)
    if problems or folder is None:
        yield RecordCheck(problems=tuple(problems), fingerprint=signer)
        return
    *lines, end = map(json.loads, text.splitlines())
    body = end["entry"]["body"]
    leaves, whole = [*(x["leaf"] for x in lines), {"outputs": body.get("beside", [])}], body["shown"] == "all"
    total = sum(len(leaf.get("outputs", ())) for leaf in leaves)
    yield RecordCheck(0, total, (), signer, whole)
    for done, problem in enumerate(problems_of_copies(leaves, folder, whole=whole), 1):
        if cancelled():
            raise Cancelled
        problems += filter(None, [problem])
        if done % _STEP == 0:
            yield RecordCheck(min(done, total), total, (), signer, whole)
    yield RecordCheck(total, total, tuple(problems), signer, whole)


def read_releases(user_paths: UserPaths, own_key: bytes) -> list[dict[str, Any]]:
    """Every run, the latest first (``Workspace.runs``); may run in any thread.

    Raises:
        StoreError: if what is listed, or the end of the audit log, does not hold.
    """
    if not user_paths.workspace_file.exists():
        return []
    with open_workspace(user_paths, key=own_key) as workspace:
        workspace.verify_end()
        return workspace.runs()


def read_decisions(user_paths: UserPaths, own_key: bytes, run: str) -> list[str]:
    """The decisions of a run, and by whom, in lines for a person; may run in any thread.

    Raises:
        StoreError: if the audit log cannot be read.
    """
    decided: Counter[tuple[str, str]] = Counter()
    signed: Counter[tuple[str, str]] = Counter()
    blocked: Counter[str] = Counter()
    with open_workspace(user_paths, key=own_key) as workspace:
        for file in workspace.run_files(run):
            for verdict, by, n in file.get("decisions", ()):
                decided[by, verdict] += n
            signed.update((by, reading) for reading, by, _ in file.get("signatures", ()))
            blocked.update(filter(None, [file.get("blocked", "")]))
    lines = [f"{by}: {counted(n, 'span')} {verdict}" for (by, verdict), n in sorted(decided.items())]
    lines += [
        f"{by}: signed {counted(n, 'document')} ({reading} reading)"
        for (by, reading), n in sorted(signed.items())
    ]
    lines += [f"blocked, {kind}: {counted(n, 'file')}" for kind, n in sorted(blocked.items())]
    return lines or ["Nothing was decided in it."]


def record_fingerprint(path: Path) -> str:
    """Fingerprint of the key that a record names; empty where it names none.

    Raises:
        InputError: if it cannot be read.
    """
    try:
        return fingerprint(json.loads(_read(path).splitlines()[-1])["key"])
    except (ValueError, KeyError, TypeError, IndexError):
        return ""


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST_RECORD:
            raise InputError("is too large for a record.", where=str(path), remedy="Name the record itself.")
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as e:
        raise InputError(
            f"cannot be read ({e.strerror}).", where=str(path), remedy="Check the path and your rights."
        ) from None


def _hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of each file in a folder, by name."""
    try:
        files = sorted(p for p in folder.rglob("*") if p.is_file())
        return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}
    except OSError as e:
        raise StoreError(
            f"cannot be read ({e.strerror}).", where=str(folder), remedy="Check the path and your rights."
        ) from None


def _write(path: Path, record: ReleaseRecord) -> None:
    with output_errors_explained(path):
        write_file(path, record.text.encode())


def _write_verifier(folder: Path) -> None:
    path = folder / VERIFIER_NAME
    with output_errors_explained(path):
        write_file(path, Path(record_verifier.__file__).read_bytes())
