"""Input files: references to them, their bytes, and the documents read from them."""

from __future__ import annotations

import errno
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from chartveil.domain.document import Document
from chartveil.domain.errors import ChartveilError, InputError
from chartveil.formats.base import Format, InputLimits, ReadOptions, SourceFile
from chartveil.formats.file_signatures import ZIP_SIGNATURES, is_document_package
from chartveil.formats.registry import format_for
from chartveil.formats.zips import ZIP_DAMAGE_ERRORS, check_member_sizes, open_zip, read_member
from chartveil.system.time_limit import allow_more_time

_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_INSIDE = "!/"
"""Stands between an archive and its member where a path is shown."""


@dataclass(frozen=True, slots=True, order=True)
class InputRef:
    """A file to be read later: a path, or a member of an archive. Small and picklable.

    Attributes:
        path: the file as the user named it, or as found in a folder. May hold PHI.
        member: names of members (``unique_member_names``), outermost archive first; empty for a file.
    """

    path: str
    member: tuple[str, ...] = ()

    @property
    def display(self) -> str:
        """The path for people, e.g. ``a.zip!/b/c.txt``, escaped as by ``printable_path``."""
        return printable_path(_INSIDE.join((self.path, *self.member)))

    @property
    def name(self) -> str:
        """File name without folders."""
        return (self.member[-1] if self.member else self.path).replace("\\", "/").rpartition("/")[2]

    def load(self, limits: InputLimits) -> SourceFile:
        """The file's bytes. For many members of one archive use ``InputLoader``.

        Raises:
            InputError: if it cannot be read, is too large, or is no longer there.
        """
        if not self.member:
            return load_file(self.path, limits)

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
        InputError: as ``load_file``.
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


# Zip archives as inputs. Members are read into memory one at a time; nothing is unpacked to disk.


_DRIVE = re.compile(r"^[A-Za-z]:")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")


def unique_member_names(archive: zipfile.ZipFile) -> list[str]:
    """A name for each member, in order: relative, with slashes, without ``..``, and unique.

    Names are for messages and for the structure of outputs; members are found by them again, so the same
    archive always gives the same names.
    """
    names: list[str] = []
    seen: set[str] = set()
    counts: dict[str, int] = {}  # so that a thousand members of one name are not counted a thousand times
    for info in archive.infolist():
        unique = name = safe_member_name(info.filename)
        while unique in seen:
            counts[name] = counts.get(name, 1) + 1
            unique = f"{name} ({counts[name]})"
        seen.add(unique)
        names.append(unique)
    return names


def safe_member_name(name: str) -> str:
    """A member's name as a relative path that stays inside its folder."""
    name = _CONTROLS.sub("_", _DRIVE.sub("", name.replace("\\", "/")))
    parts = [part.strip() for part in name.split("/")]
    return "/".join(part for part in parts if part not in ("", ".", "..")) or "unnamed"


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A member of an archive as the walk sees it.

    Attributes:
        ref: to read it by.
        size: bytes when unpacked.
        error: why it cannot be read; None if it can, as far as known.
    """

    ref: InputRef
    size: int
    error: InputError | None = None


class ArchiveWalker:
    """Lists all members of an archive and of the archives inside it, within limits for all together."""

    def __init__(self, limits: InputLimits) -> None:
        self._limits = limits
        self._members = 0
        self._bytes = 0

    def members(self, ref: InputRef) -> Iterator[ArchiveMember]:
        """Members of the archive at ``ref.path``, in the archive's order; folders are left out.

        An archive inside that cannot be walked is one member with an error.

        Raises:
            InputError: if the outermost archive is damaged or breaks a limit.
        """
        with (
            open_input(ref.path, self._limits) as stream,
            open_zip(stream, self._limits, ref.display) as archive,
        ):
            yield from self._walk(archive, ref)

    def _walk(self, archive: zipfile.ZipFile, ref: InputRef) -> Iterator[ArchiveMember]:
        infos = archive.infolist()
        self._count(infos, ref)
        for name, info in zip(unique_member_names(archive), infos, strict=True):
            if info.is_dir():
                continue
            inner = InputRef(ref.path, (*ref.member, name))
            try:
                nested = self._nested(archive, info, inner)
            except InputError as e:
                yield ArchiveMember(inner, info.file_size, e)
                continue
            if nested is None:
                yield ArchiveMember(inner, info.file_size)
                continue
            with nested:
                try:
                    yield from self._walk(nested, inner)
                except InputError as e:
                    yield ArchiveMember(inner, info.file_size, e)

    def _count(self, infos: list[zipfile.ZipInfo], ref: InputRef) -> None:
        """Adds to the totals over all levels, which alone hold back a bomb in many small steps."""
        self._members += len(infos)
        self._bytes += sum(info.file_size for info in infos)
        if self._members > self._limits.members or self._bytes > self._limits.unpacked_bytes:
            raise InputError(
                "unpacks, with the archives inside it, to more than "
                f"{self._limits.unpacked_bytes:,} bytes or {self._limits.members:,} files.",
                where=ref.display,
                remedy="If you trust it, unpack it yourself and give the files.",
            )

    def _nested(
        self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, ref: InputRef
    ) -> zipfile.ZipFile | None:
        """The member as an archive to walk; None if it is a document.

        Raises:
            InputError: if it is protected, damaged, or an archive too deep inside others.
        """
        if info.flag_bits & 0x1:
            read_member(archive, info, self._limits, ref.display)  # says that it is protected
        if info.file_size < 22 or not self._begins_like_zip(archive, info, ref):
            return None
        inner = open_zip(read_member(archive, info, self._limits, ref.display), self._limits, ref.display)
        if is_document_package(inner):
            inner.close()
            return None
        if len(ref.member) >= self._limits.depth:
            inner.close()
            raise InputError(
                f"is an archive inside {len(ref.member)} others (limit {self._limits.depth}).",
                where=ref.display,
                remedy="Unpack it yourself and give the files.",
            )
        return inner

    def _begins_like_zip(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, ref: InputRef) -> bool:
        try:
            with archive.open(info) as stream:
                return stream.read(4) in ZIP_SIGNATURES
        except (NotImplementedError, *ZIP_DAMAGE_ERRORS):
            return (
                read_member(archive, info, self._limits, ref.display)[:4] in ZIP_SIGNATURES
            )  # tells what is wrong


class InputLoader:
    """Loads refs; keeps the archive of the last one open, as a member comes seldom alone.

    Not for use by several threads at once.
    """

    def __init__(self, limits: InputLimits) -> None:
        self._limits = limits
        self._open: dict[tuple[str, tuple[str, ...]], tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]] = {}
        self._stack = ExitStack()

    def __enter__(self) -> InputLoader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the archives that are open."""
        self._open.clear()
        self._stack.close()

    def load(self, ref: InputRef) -> SourceFile:
        """The bytes of a file or of a member of an archive.

        Raises:
            InputError: if it cannot be read, is too large, or is no longer there.
        """
        if not ref.member:
            return load_file(ref.path, self._limits)
        return SourceFile(ref.display, self._member(ref))

    def _member(self, ref: InputRef) -> bytes:
        archive, infos = self._archive(InputRef(ref.path, ref.member[:-1]))
        info = infos.get(ref.member[-1])
        if info is None:
            raise InputError(
                "is no longer in its archive.",
                where=ref.display,
                remedy="Start again with the archive as it is.",
            )
        return read_member(archive, info, self._limits, ref.display)

    def _archive(self, ref: InputRef) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
        key = (ref.path, ref.member)
        found = self._open.get(key)
        if found is not None:
            return found
        if ref.member:
            archive = open_zip(self._member(ref), self._limits, ref.display)
        else:
            self.close()
            stream = self._stack.enter_context(open_input(ref.path, self._limits))
            archive = open_zip(stream, self._limits, ref.display)
        self._stack.enter_context(archive)
        check_member_sizes(archive.infolist(), self._limits, ref.display)
        self._open[key] = (archive, dict(zip(unique_member_names(archive), archive.infolist(), strict=True)))
        return self._open[key]


# From a ref to its documents.


def read_documents(
    ref: InputRef, options: ReadOptions, loader: InputLoader | None = None
) -> tuple[SourceFile, Format, list[Document]]:
    """Loads a file, tells its format and reads its documents.

    Args:
        loader: keeps an archive open between calls; without it each call opens its own.

    Returns:
        The file, its format, and at least one document, each with text.

    Raises:
        InputError: if the file is broken, or cannot be read as it is. An error of a library
            (``Format.library_errors``) is named by its type only, and not chained, as its message may
            quote the document.
        Exception: any other, as it was raised, is a bug of ours. Whoever reports it names its type and
            place, never its message.
    """
    file = loader.load(ref) if loader is not None else ref.load(options.limits)
    allow_more_time(options.limits.seconds_per_mb * len(file.data) / 1e6)
    form = format_for(file, as_text=options.as_text)
    try:
        documents = form.read(file, options)
    except ChartveilError:
        raise
    except MemoryError:
        raise InputError(
            "needs more memory than there is.", where=file.path, remedy="Split it into smaller files."
        ) from None
    except form.library_errors() as e:
        raise InputError(
            f"cannot be read as {form.name} ({type(e).__name__}).",
            where=file.path,
            remedy="Open it in the program that made it and save it again, or as plain text.",
        ) from None
    _check_documents(documents, file, options)
    unpacked = max(sum(len(document.text) for document in documents) - len(file.data), 0)
    allow_more_time(options.limits.seconds_per_mb * unpacked / 1e6)
    return file, form, documents


def _check_documents(documents: list[Document], file: SourceFile, options: ReadOptions) -> None:
    """Holds a format to its promise.

    Raises:
        InputError: if there is no text, or a text is longer than the limit.
    """
    if not any(document.text.strip() for document in documents):
        raise InputError("holds no text.", where=file.path, remedy="Check that it was exported completely.")
    for document in documents:
        if len(document.text) > options.limits.text_chars:
            part = document.source.part
            raise InputError(
                f"a text of {len(document.text):,} characters is too long "
                f"(limit {options.limits.text_chars:,}).",
                where=f"{file.path}, {part}" if part else file.path,
                remedy="Split it into several documents.",
            )
