"""Keeps the finished chunks of a long table, so that a run that was broken off can go on."""

from __future__ import annotations

import json
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from chartveil.domain.errors import OutputError
from chartveil.domain.labels import Label
from chartveil.release.tables.rows import RowsDone
from chartveil.system.atomic_files import DRAFT_PREFIX, output_errors_explained, try_lock

_SUFFIX = ".rows"
_SUM = 9
"""Bytes of the checksum and the blank before a line."""


class RowJournal:
    """Chunks of a table's new rows in their order, each on a line with its checksum. What a kill has cut off
    is left out when it is opened again. The file is for the user alone and lies hidden in the output folder;
    it holds what a copy would.

    Args:
        folder: the output folder.
        fingerprint: of the file and all that shapes its copy; a journal of another is not gone on with.

    Raises:
        OutputError: if it cannot be written.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self._path = folder / f"{DRAFT_PREFIX}{fingerprint[:24]}{_SUFFIX}"
        self._head = _line({"rows of": fingerprint})
        self.total = RowsDone()
        self.chunks = 0
        with output_errors_explained(self._path):
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        lock = try_lock(handle)
        if lock is None:
            os.close(handle)
            raise OutputError(
                "another run works on this table.",
                where=str(folder),
                remedy="Wait until it has ended, or choose another folder.",
            )
        self._file: BinaryIO = os.fdopen(handle, "r+b")
        self._recover()

    def _recover(self) -> None:
        """Counts what is whole, and cuts off the rest."""
        end = 0
        if self._file.readline() == self._head:
            end = self._file.tell()
            while (done := _read(self._file.readline())) is not None:
                self.total.add(done)
                self.chunks += 1
                end = self._file.tell()
        with output_errors_explained(self._path):
            self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self._file.write(self._head)
                self._file.flush()

    def add(self, done: RowsDone) -> None:
        """Keeps the next chunk; it is on the disk afterwards.

        Raises:
            OutputError: if the disk is full.
        """
        with output_errors_explained(self._path):
            self._file.write(_line(_as_json(done)))
            self._file.flush()
            os.fsync(self._file.fileno())
        self.total.add(done)
        self.chunks += 1

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The new cells of all rows, from the first on."""
        with self._path.open("rb") as f:
            f.readline()
            for line in f:
                done = _read(line)
                if done is not None:
                    yield from done.cells

    def close(self) -> None:
        """Closes the file, which stays."""
        self._file.close()

    def remove(self) -> None:
        """Removes the file."""
        self.close()
        self._path.unlink(missing_ok=True)


def remove_journals(folder: Path) -> None:
    """Removes journals that no run works with: of tables or settings that have changed since."""
    for path in sorted(folder.glob(f"{DRAFT_PREFIX}*{_SUFFIX}")):
        with suppress(OSError):
            handle = os.open(path, os.O_RDWR)
            lock = try_lock(handle)
            if lock is None:
                os.close(handle)
                continue
            path.unlink()
            lock.release()


def _line(data: dict[str, Any]) -> bytes:
    text = json.dumps(data, separators=(",", ":")).encode()
    return b"%08x %b\n" % (zlib.crc32(text), text)


def _read(line: bytes) -> RowsDone | None:
    """The chunk of a line; None where it is not whole."""
    text = line[_SUM:].removesuffix(b"\n")
    if not line.endswith(b"\n") or line[: _SUM - 1] != b"%08x" % zlib.crc32(text):
        return None
    data = json.loads(text)
    return RowsDone(
        [tuple(cells) for cells in data["cells"]],
        Counter({(t, c, what): n for t, c, what, n in data["columns"]}),
        [(place, name, reason) for place, name, reason in data["withheld"]],
        Counter({Label(label): n for label, n in data["labels"].items()}),
        data["counts"][0],
        data["counts"][1],
        data["counts"][2],
        Counter(data["passages"]),
    )


def _as_json(done: RowsDone) -> dict[str, Any]:
    return {
        "cells": done.cells,
        "columns": [[*key, n] for key, n in sorted(done.columns.items()) if n],
        "withheld": done.withheld,
        "labels": {label.value: n for label, n in sorted(done.labels.items())},
        "counts": [done.documents, done.characters, done.recovered],
        "passages": dict(done.passages),
    }
