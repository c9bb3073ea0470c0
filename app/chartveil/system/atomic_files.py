"""Atomic writes, and locks on files that the system releases when their process ends."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from chartveil.domain.errors import OutputError

_TAKEN = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})


class FileLock:
    """A lock on an open file.

    Args:
        handle: the open file; closed with the lock.
        is_enforced: whether the lock holds others off; False on disks that know no locks.
    """

    def __init__(self, handle: int, *, sure: bool) -> None:
        self.is_enforced = sure
        self._handle = handle

    def release(self) -> None:
        """Lets go of it and closes the file."""
        os.close(self._handle)


def try_lock(handle: int) -> FileLock | None:
    """The lock on an open file, without waiting; None if another holds it."""
    try:
        _lock(handle)
    except OSError as e:
        if e.errno in _TAKEN:
            return None
        return FileLock(handle, sure=False)
    return FileLock(handle, sure=True)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


# Files that are either whole or not there, and whose drafts they are while they are written.


DRAFT_PREFIX = ".chartveil-"
DRAFT_SUFFIX = ".part"
CLAIM_SUFFIX = ".lock"
_OURS = re.compile(
    rf"{re.escape(DRAFT_PREFIX)}(?P<token>[0-9a-f]{{12}})?.*(?:{re.escape(DRAFT_SUFFIX)}|{re.escape(CLAIM_SUFFIX)})"
)


@dataclass(frozen=True, slots=True)
class DraftFile:
    """A file that is written but does not bear its name yet.

    Attributes:
        temporary_path: where it lies now, in the folder it will stay in.
        sha256: of its bytes as read back from the disk.
        size: in bytes.
    """

    temporary_path: Path
    sha256: str
    size: int

    def publish(self, name: str, folder: Path | None = None) -> Path:
        """Gives the draft its name, in one step that a crash cannot halve.

        Args:
            name: may lead through folders, which are made.
            folder: on the same disk; the one that the draft lies in when not given.

        Raises:
            OutputError: if the folder refuses it.
        """
        target = (folder or self.temporary_path.parent) / name
        with output_errors_explained(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            self.temporary_path.replace(target)
            _sync_folder(target.parent)
        return target

    def discard(self) -> None:
        """Removes the draft; not an error when it is gone."""
        with contextlib.suppress(FileNotFoundError):
            self.temporary_path.unlink()


class FolderClaim:
    """A run's mark in a folder, by which other runs tell its drafts from those of a dead run.

    The mark is a file that the run keeps locked. The system lets go of the lock however the run ends, so
    that neither a clock nor a process id, which another machine or a later process may share, is asked.
    Leaving the ``with`` removes the mark and what drafts are left, and the folder if it was made for
    nothing.

    Args:
        folder: made when it is missing.
        note: what other runs in the folder may read while this one lives.

    Attributes:
        token: what the run's drafts carry in their names.

    Raises:
        OutputError: if the folder cannot be written.
    """

    def __init__(self, folder: Path, note: str = "") -> None:
        self.folder = folder
        with output_errors_explained(folder):
            self._made = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            self.token, self._held = _make_mark(folder, note)
        remove_stale_drafts(folder)

    def other_notes(self) -> set[str]:
        """The notes of other runs that write into the folder now; none where the system lets nobody read
        what is locked."""
        notes = set()
        for path in self.folder.glob(f"{DRAFT_PREFIX}*{CLAIM_SUFFIX}"):
            if path != _mark_path(self.folder, self.token) and not _is_mark_of_dead_run(path):
                with contextlib.suppress(OSError, UnicodeDecodeError):
                    notes.add(path.read_text(encoding="ascii"))
        return notes - {""}

    def __enter__(self) -> FolderClaim:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Removes what is left of the run's drafts, then the mark."""
        for path in sorted(self.folder.glob(f"{DRAFT_PREFIX}{self.token}-*{DRAFT_SUFFIX}")):
            with contextlib.suppress(OSError):
                path.unlink()
        self._held.release()
        with contextlib.suppress(OSError):
            _mark_path(self.folder, self.token).unlink()
        if self._made:
            with contextlib.suppress(OSError):
                self.folder.rmdir()


def _make_mark(folder: Path, note: str) -> tuple[str, FileLock]:
    """A new mark and its lock. A sweep that takes the mark for a dead run's before it is locked removes it:
    then another is made."""
    while True:
        token = secrets.token_hex(6)
        path = _mark_path(folder, token)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        held = try_lock(handle)
        if held is not None and path.exists():
            try:
                os.write(handle, note.encode("ascii"))
            except OSError:
                held.release()
                path.unlink()
                raise
            return token, held
        if held is None:
            os.close(handle)
        else:
            held.release()


def _mark_path(folder: Path, token: str) -> Path:
    return folder / f"{DRAFT_PREFIX}{token}{CLAIM_SUFFIX}"


def write_draft(folder: Path, data: bytes, token: str) -> DraftFile:
    """Writes bytes to a temporary file in the folder, flushes them to the disk, and reads them back.

    Args:
        folder: where a ``Claim`` is held.
        data: the content.
        token: the claim's.

    Raises:
        OutputError: if the folder cannot be written, the disk is full, or what is read back differs.
    """
    return write_draft_with(folder, token, lambda f: f.write(data), data)


def write_draft_with(
    folder: Path, token: str, write: Callable[[BinaryIO], object], expected: bytes | None = None
) -> DraftFile:
    """As ``write_draft``, for what is not held in memory.

    Args:
        folder, token: as there.
        write: writes the content.
        expected: what must be read back; None where whoever calls compares it.

    Raises:
        OutputError: as ``write_draft``.
    """
    with output_errors_explained(folder):
        handle, name = tempfile.mkstemp(prefix=f"{DRAFT_PREFIX}{token}-", suffix=DRAFT_SUFFIX, dir=folder)
    path = Path(name)
    try:
        with output_errors_explained(folder), os.fdopen(handle, "w+b") as f:
            write(f)
            f.flush()
            os.fsync(f.fileno())
        with output_errors_explained(folder), path.open("rb") as back:
            sha256 = hashlib.file_digest(back, "sha256").hexdigest()
        if expected is not None and sha256 != hashlib.sha256(expected).hexdigest():
            raise OutputError(
                "what was written differs from what is read back.",
                where=str(folder),
                remedy="The disk may be failing: choose another folder.",
            )
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise
    return DraftFile(path, sha256, path.stat().st_size)


def write_file(path: Path, data: bytes) -> None:
    """Writes one file, whole or not at all; replaces what bears the name.

    Raises:
        OutputError: as ``write_draft``.
    """
    with FolderClaim(path.parent) as claim:
        write_draft(path.parent, data, claim.token).publish(path.name)


def publish_new_file(new: Path, path: Path) -> None:
    """Gives a whole file its name, never over another: whoever sees the name reads a whole file.

    Raises:
        FileExistsError: if there is one.
    """
    if os.name == "nt":
        new.rename(path)  # refuses an existing name there
        return
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        if path.exists():
            raise FileExistsError from None
        new.rename(path)


def remove_stale_drafts(folder: Path) -> int:
    """Removes drafts and marks that killed runs left in the folder; those of living runs stay.

    Returns:
        How many drafts were removed.
    """
    if not folder.is_dir():
        return 0
    left: dict[str, list[Path]] = {}
    for path in sorted(folder.glob(f"{DRAFT_PREFIX}*")):
        match = _OURS.fullmatch(path.name)
        if match is not None:
            left.setdefault(match["token"] or "", []).append(path)
    removed = 0
    for token, paths in left.items():
        if _is_mark_of_dead_run(_mark_path(folder, token)):
            for path in paths:
                with contextlib.suppress(OSError):
                    path.unlink()
                    removed += path.name.endswith(DRAFT_SUFFIX)
    return removed


def _is_mark_of_dead_run(mark: Path) -> bool:
    """Whether the run of a mark has ended, whose mark is then removed; False where it cannot be told."""
    try:
        handle = os.open(mark, os.O_RDWR)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    held = try_lock(handle)
    if held is None:
        os.close(handle)
        return False
    # While it is held, so that a run that has just made this mark sees that it is gone (``_mark``).
    # Windows removes no open file: there it fails here, or below for that run's own file, which is right.
    if held.is_enforced and os.name != "nt":
        with contextlib.suppress(OSError):
            mark.unlink()
    held.release()
    return held.is_enforced


@contextlib.contextmanager
def output_errors_explained(where: Path) -> Iterator[None]:
    """Turns the system's errors about a path to be written into what a user can do.

    Raises:
        OutputError: in place of an ``OSError``.
    """
    try:
        yield
    except OSError as e:
        usual = (f"cannot be written ({e.strerror}).", "Choose another folder.")
        what, remedy = _REMEDIES.get(e.errno or 0, usual)
        raise OutputError(what, where=str(where), remedy=remedy) from None


def _sync_folder(folder: Path) -> None:
    """Flushes the rename itself; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_REMEDIES = {
    errno.ENOSPC: ("the disk is full.", "Make room, or choose another folder; finished files are whole."),
    errno.EFBIG: ("the file is larger than may be written.", "Ask for more room, or choose another folder."),
    errno.EDQUOT: ("your quota on this disk is used up.", "Make room, or choose another folder."),
    errno.EACCES: ("you may not write here.", "Choose a folder that you may write to."),
    errno.EPERM: ("you may not write here.", "Choose a folder that you may write to."),
    errno.EROFS: ("the disk is read-only.", "Choose a folder on another disk."),
    errno.ENOTDIR: ("part of the path is a file, not a folder.", "Choose another folder."),
    errno.EEXIST: ("there is a file of this name.", "Choose another folder."),
    errno.EXDEV: ("what is to be named lies on another disk.", "Choose a folder on the disk of the copies."),
    errno.EISDIR: ("there is a folder where the file should go.", "Choose another folder."),
    errno.ENAMETOOLONG: ("the path is too long.", "Choose a folder with a shorter path."),
}
