"""Zip containers from outside: opened only within the limits, and read with errors people can act on."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterable
from typing import IO

from chartveil.domain.errors import InputError
from chartveil.formats.base import InputLimits

ZIP_DAMAGE_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
"""Errors that reading a member raises where its bytes do not match its directory entry."""
_RATIO_FROM = 2**20
"""Members below this size may be compressed at any ratio (``InputLimits.ratio``)."""


def open_zip(source: bytes | IO[bytes], limits: InputLimits, where: str) -> zipfile.ZipFile:
    """Opens a zip file and checks what its directory promises; ``read_member`` holds it to that.

    Args:
        source: its bytes, or the opened file.
        where: its name, for errors.

    Raises:
        InputError: if it is damaged, or a bomb.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise InputError(
            "is a damaged zip file.", where=where, remedy="Copy or create it again; it may be cut off."
        ) from None
    _check_member_sizes(archive.infolist(), limits, where)
    return archive


def _check_member_sizes(members: Iterable[zipfile.ZipInfo], limits: InputLimits, where: str) -> None:
    """Raises:
    InputError: if there are more members, or they unpack to more or by a larger ratio, than allowed.
    """
    total = 0
    for count, info in enumerate(members, 1):
        total += info.file_size
        if info.file_size >= _RATIO_FROM and info.file_size > limits.ratio * max(info.compress_size, 1):
            raise InputError(
                f"holds a member that unpacks to more than {limits.ratio} times its size: it looks like a "
                "zip bomb.",
                where=where,
                remedy="If you trust it, unpack it yourself and give the files.",
            )
        if count > limits.members:
            raise InputError(
                f"holds more than {limits.members:,} members.",
                where=where,
                remedy="Unpack it yourself and give the files in several runs.",
            )
        if total > limits.unpacked_bytes:
            raise InputError(
                f"unpacks to more than {limits.unpacked_bytes:,} bytes.",
                where=where,
                remedy="If you trust it, unpack it yourself and give the files.",
            )


def read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: InputLimits, where: str) -> bytes:
    """The content of one member; never more than its directory entry promises.

    Raises:
        InputError: if it is protected, packed in a way that Python cannot unpack, too large, or damaged.
    """
    if info.flag_bits & 0x1:
        raise InputError(
            "is protected by a password.",
            where=where,
            remedy="Unpack it with the password and give the files.",
        )
    if info.file_size > limits.file_bytes:
        raise InputError(
            f"unpacks to {info.file_size:,} bytes (limit {limits.file_bytes:,}).",
            where=where,
            remedy="Split it into smaller files.",
        )
    try:
        return archive.read(info)
    except NotImplementedError:
        raise InputError(
            f"is packed by a method that is not supported (number {info.compress_type}).",
            where=where,
            remedy="Unpack it yourself and give the files.",
        ) from None
    except ZIP_DAMAGE_ERRORS:
        raise InputError(
            "is damaged inside its zip file.", where=where, remedy="Copy or create the zip file again."
        ) from None
