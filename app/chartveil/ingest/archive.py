"""Zip archives as inputs. Members are read into memory one at a time; nothing is unpacked to disk."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType

from chartveil.errors import InputError
from chartveil.formats.base import InputLimits, SourceFile
from chartveil.formats.registry import is_document_package
from chartveil.formats.signatures import ZIP_SIGNATURES
from chartveil.formats.zips import ZIP_DAMAGE_ERRORS, check_member_sizes, open_zip, read_member
from chartveil.ingest.refs import InputRef, load_file, open_input

_DRIVE = re.compile(r"^[A-Za-z]:")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")


def unique_member_names(archive: zipfile.ZipFile) -> list[str]:
    """A name for each member, in order: relative, with slashes, without ``..``, and unique.

    Names are for messages and for the structure of outputs; members are found by them again, so the same
    archive always gives the same names.
    """
    names: list[str] = []
    seen: set[str] = set()
    for info in archive.infolist():
        name = safe_member_name(info.filename)
        unique, count = name, 1
        while unique in seen:
            count += 1
            unique = f"{name} ({count})"
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
