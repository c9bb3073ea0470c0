"""Files that are either whole or not there."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chartveil.errors import OutputError

TEMPORARY_PREFIX = ".chartveil-"
TEMPORARY_SUFFIX = ".part"


@dataclass(frozen=True, slots=True)
class Draft:
    """A file that is written but does not bear its name yet.

    Attributes:
        temporary: where it lies now, in the folder it will stay in.
        sha256: of its bytes as read back from the disk.
        size: in bytes.
    """

    temporary: Path
    sha256: str
    size: int

    def publish(self, name: str) -> Path:
        """Gives the draft its name, in one step that a crash cannot halve.

        Raises:
            OutputError: if the folder refuses it.
        """
        target = self.temporary.with_name(name)
        with _explained(target):
            self.temporary.replace(target)
            _sync_folder(target.parent)
        return target

    def discard(self) -> None:
        """Removes the draft; not an error when it is gone."""
        with contextlib.suppress(FileNotFoundError):
            self.temporary.unlink()


def write_draft(folder: Path, data: bytes) -> Draft:
    """Writes bytes to a temporary file in the folder, flushes them to the disk, and reads them back.

    Args:
        folder: made when it is missing.
        data: the content.

    Raises:
        OutputError: if the folder cannot be written, the disk is full, or what is read back differs.
    """
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=TEMPORARY_PREFIX, suffix=TEMPORARY_SUFFIX, dir=folder)
    path = Path(name)
    try:
        with _explained(folder), os.fdopen(handle, "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        with _explained(folder):
            back = path.read_bytes()
        if back != data:
            raise OutputError(
                "what was written differs from what is read back.",
                where=str(folder),
                remedy="The disk may be failing: choose another folder.",
            )
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise
    return Draft(path, hashlib.sha256(back).hexdigest(), len(back))


def sweep(folder: Path) -> int:
    """Removes drafts that an earlier, killed run left in the folder.

    Returns:
        How many were removed.
    """
    if not folder.is_dir():
        return 0
    stale = sorted(folder.glob(f"{TEMPORARY_PREFIX}*{TEMPORARY_SUFFIX}"))
    for path in stale:
        with contextlib.suppress(OSError):
            path.unlink()
    return len(stale)


@contextlib.contextmanager
def _explained(where: Path) -> Iterator[None]:
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
    errno.EDQUOT: ("your quota on this disk is used up.", "Make room, or choose another folder."),
    errno.EACCES: ("you may not write here.", "Choose a folder that you may write to."),
    errno.EPERM: ("you may not write here.", "Choose a folder that you may write to."),
    errno.EROFS: ("the disk is read-only.", "Choose a folder on another disk."),
    errno.ENOTDIR: ("part of the path is a file, not a folder.", "Choose another folder."),
    errno.EEXIST: ("there is a file of this name.", "Choose another folder."),
    errno.EISDIR: ("there is a folder where the file should go.", "Choose another folder."),
    errno.ENAMETOOLONG: ("the path is too long.", "Choose a folder with a shorter path."),
}
