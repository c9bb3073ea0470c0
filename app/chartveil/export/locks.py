"""Locks on open files that the system lets go of when their process ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys

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
