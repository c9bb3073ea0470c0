"""What stands for a file until it is read, and how its bytes are fetched."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from chartveil.errors import InputError
from chartveil.formats.base import InputLimits, SourceFile

_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_INSIDE = "!/"
"""Stands between an archive and its member where a path is shown."""


@dataclass(frozen=True, slots=True, order=True)
class InputRef:
    """A file to be read later: a path, or a member of an archive. Small and picklable.

    Attributes:
        path: the file as the user named it, or as found in a folder. May hold PHI.
        member: names of members (``archive.unique_member_names``), outermost archive first; empty for a file.
    """

    path: str
    member: tuple[str, ...] = ()

    @property
    def display(self) -> str:
        """The path for people, e.g. ``a.zip!/b/c.txt``; what would garble a line is escaped (``shown``)."""
        return printable_path(_INSIDE.join((self.path, *self.member)))

    @property
    def name(self) -> str:
        """File name without folders."""
        return (self.member[-1] if self.member else self.path).replace("\\", "/").rpartition("/")[2]

    def load(self, limits: InputLimits) -> SourceFile:
        """The file's bytes. For many members of one archive use ``archive.InputLoader``.

        Raises:
            InputError: if it cannot be read, is too large, or is no longer there.
        """
        if not self.member:
            return load_file(self.path, limits)
        from chartveil.ingest.archive import InputLoader

        with InputLoader(limits) as loader:
            return loader.load(self)


def printable_path(path: str) -> str:
    """A path as it can be printed anywhere, and told from every other: undecodable bytes, control and
    direction marks are escaped, as ``\\xff`` or ``\\n``."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace") if not path.isascii() else path
    return _UNSHOWN.sub(lambda m: m[0].encode("unicode_escape").decode("ascii"), text)


def load_file(path: str | Path, limits: InputLimits) -> SourceFile:
    """A file's bytes.

    Raises:
        InputError: if it is missing, a folder or a device, larger than the limit, or cannot be read.
    """
    name = printable_path(str(path))
    with open_input(path, limits) as stream:
        data = stream.read(limits.file_bytes + 1)
    if len(data) > limits.file_bytes:  # it grew since its size was asked
        raise _too_large(name, len(data), limits)
    return SourceFile(name, data)


@contextmanager
def open_input(path: str | Path, limits: InputLimits) -> Iterator[BinaryIO]:
    """The opened file; errors while it is read are turned too.

    Raises:
        InputError: as ``load``.
    """
    name = printable_path(str(path))
    try:
        info = Path(path).stat()
    except OSError as e:
        raise input_error_for(name, e) from None
    except ValueError:  # a NUL in it
        raise InputError("is not a path.", where=name, remedy="Check how it is written.") from None
    if stat.S_ISDIR(info.st_mode):
        raise InputError("is a folder.", where=name, remedy="Give the folder as an input of its own.")
    if not stat.S_ISREG(info.st_mode):  # opening a pipe would wait for ever
        raise InputError("is a device or a pipe.", where=name, remedy="Give a file or a folder.")
    if info.st_size > limits.file_bytes:
        raise _too_large(name, info.st_size, limits)
    try:
        with Path(path).open("rb") as stream:
            yield stream
    except OSError as e:
        raise input_error_for(name, e) from None


def input_error_for(name: str, error: OSError) -> InputError:
    """What the system's error means for the user."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return InputError("is not there.", where=name, remedy="Check the path; it may have been moved.")
    if isinstance(error, PermissionError):
        if os.name == "nt" and error.errno == errno.EACCES:
            remedy = "Close the program that has it open, or ask for the right to read it."
        else:
            remedy = "Ask its owner for the right to read it."
        return InputError("may not be read by you.", where=name, remedy=remedy)
    if error.errno == errno.ELOOP:
        return InputError("is a link that leads to itself.", where=name, remedy="Give the file itself.")
    if error.errno == errno.ENAMETOOLONG:
        return InputError("is too long a path.", where=name, remedy="Move it to a shorter path.")
    return InputError(
        f"cannot be read ({type(error).__name__}, {errno.errorcode.get(error.errno or 0, 'no code')}).",
        where=name,
        remedy="Check the drive or the network connection, then try again.",
    )


def _too_large(name: str, size: int, limits: InputLimits) -> InputError:
    return InputError(
        f"has {size:,} bytes (limit {limits.file_bytes:,}).",
        where=name,
        remedy="Split it into smaller files.",
    )
