"""The record of a release: signed by this installation, checked by anybody."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from chartveil.domain.errors import InputError, StoreError
from chartveil.store import record_verifier
from chartveil.store.record_verifier import RECORD_SUFFIX, VERIFIER_NAME, fingerprint, problems_of
from chartveil.store.workspace import ReleaseRecord, Workspace
from chartveil.system.atomic_files import output_errors_explained, write_file

RECORD_NAME = f"release{RECORD_SUFFIX}"
_LARGEST_RECORD = 1 << 30
"""Bytes: a record of more than a million files."""


def export_folder_record(workspace: Workspace, folder: Path) -> tuple[Path, ReleaseRecord]:
    """Writes the record of the copies in a folder beside them, with a program that checks it.

    Raises:
        StoreError: if the audit log does not hold, or knows of none of the copies.
        OutputError: if it cannot be written.
    """
    workspace.verify()
    outputs = _hashes(folder)
    record = workspace.export_record(workspace.runs_that_wrote(outputs), outputs)
    _write(folder / RECORD_NAME, record)
    _write_verifier(folder)
    return folder / RECORD_NAME, record


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


def record_problems(path: Path, folder: Path | None, expected: str = "") -> list[str]:
    """What does not hold in an exported record, one line each; nothing where all holds.

    Args:
        path: of the record.
        folder: where the copies lie; None to check the record alone.
        expected: fingerprint of the installation that should have signed; empty for any.

    Raises:
        InputError: if it cannot be read.
    """
    return problems_of(_read(path), folder, expected)


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
        files = sorted(p for p in folder.iterdir() if p.is_file())
        return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files}
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
