"""Containers: zip archives, and PDFs with attached files.

Members are read into memory one at a time; nothing is unpacked to disk.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import IO, TYPE_CHECKING, Protocol

from chartveil.formats.base import InputLimits
from chartveil.formats.file_signatures import ZIP_SIGNATURES, is_document_package, is_pdf
from chartveil.formats.zips import ZIP_DAMAGE_ERRORS, open_zip, read_member

if TYPE_CHECKING:
    from chartveil.formats.pdf.attachments import AttachedFile

_DRIVE = re.compile(r"^[A-Za-z]:")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
HEAD_BYTES = 1024
"""Bytes by which a container is told."""


def may_be_container(head: bytes) -> bool:
    """Whether a file may be one, by its first bytes."""
    return head[:4] in ZIP_SIGNATURES or b"%PDF-" in head


class ContainedFile(Protocol):
    """A file within a container."""

    @property
    def size(self) -> int:
        """Bytes when unpacked, as its directory tells or as many as were unpacked to count them."""
        ...

    def head(self, where: str) -> bytes:
        """Its first bytes; arguments and errors as of ``read``."""
        ...

    def read(self, where: str) -> bytes:
        """Its bytes.

        Args:
            where: its name, for errors.

        Raises:
            InputError: if it cannot be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class Container:
    """An opened container.

    Attributes:
        files: by names (``unique_member_names``), in their order; folders are left out.
        entries: how many entries it has, folders too.
        is_document: whether it is a document as well.
        close: to be called at the end.
    """

    files: Mapping[str, ContainedFile]
    entries: int
    is_document: bool
    close: Callable[[], None]


def open_container(
    source: IO[bytes], limits: InputLimits, where: str, passwords: Sequence[str]
) -> Container | None:
    """The container that a file is; None for any other file, and for a document of many parts.

    Args:
        source: at its beginning; read as long as the container is open.
        where: its name, for errors.
        passwords: of protected PDFs.

    Raises:
        InputError: if it is a zip file that is damaged, or a bomb.
    """
    head = source.read(HEAD_BYTES)
    if head[:4] in ZIP_SIGNATURES:
        source.seek(0)
        archive = open_zip(source, limits, where)
        if is_document_package(archive):
            archive.close()
            return None
        return _of_zip(archive, limits)
    if may_be_container(head):
        return _of_pdf(head + source.read(), limits, passwords)
    return None


@dataclass(frozen=True, slots=True)
class _ZipMember:
    archive: zipfile.ZipFile
    info: zipfile.ZipInfo
    limits: InputLimits

    @property
    def size(self) -> int:
        return self.info.file_size

    def head(self, where: str) -> bytes:
        try:
            with self.archive.open(self.info) as stream:
                return stream.read(HEAD_BYTES)
        except (NotImplementedError, *ZIP_DAMAGE_ERRORS):
            return self.read(where)[:HEAD_BYTES]  # tells what is wrong

    def read(self, where: str) -> bytes:
        return read_member(self.archive, self.info, self.limits, where)


@dataclass(frozen=True)
class _AttachedMember:
    file: AttachedFile
    limits: InputLimits

    @cached_property
    def _beginning(self) -> tuple[int, bytes]:
        # A PDF's own word for the size is not to be trusted, so it is unpacked once for both.
        return self.file.beginning(self.limits, HEAD_BYTES)

    @property
    def size(self) -> int:
        return self._beginning[0]

    def head(self, where: str) -> bytes:
        return self._beginning[1] or self.read(where)[:HEAD_BYTES]

    def read(self, where: str) -> bytes:
        return self.file.content(self.limits, where)


def _of_zip(archive: zipfile.ZipFile, limits: InputLimits) -> Container:
    infos = archive.infolist()
    names = unique_member_names(info.filename for info in infos)
    files = {
        name: _ZipMember(archive, info, limits)
        for name, info in zip(names, infos, strict=True)
        if not info.is_dir()
    }
    return Container(files, len(infos), False, archive.close)


def _of_pdf(data: bytes, limits: InputLimits, passwords: Sequence[str]) -> Container | None:
    from chartveil.formats.pdf.attachments import attached_files, may_hold_files
    from chartveil.formats.pdf.opening import open_apart

    # Of one that cannot be opened, whoever reads its pages says what is wrong.
    pdf = open_apart(data, passwords) if is_pdf(data) and may_hold_files(data) else None
    if pdf is None:
        return None
    attached = attached_files(pdf)
    if not attached:
        pdf.close()
        return None
    names = unique_member_names(file.name for file in attached)
    files = {name: _AttachedMember(file, limits) for name, file in zip(names, attached, strict=True)}
    return Container(files, len(files), True, pdf.close)


def unique_member_names(given: Iterable[str]) -> list[str]:
    """A name for each member, in order: relative, with slashes, without ``..``, and unique.

    Names are for messages and for the structure of outputs; members are found by them again, so the same
    container always gives the same names.
    """
    names: list[str] = []
    seen: set[str] = set()
    counts: dict[str, int] = {}  # so that a thousand members of one name are not counted a thousand times
    for each in given:
        unique = name = safe_member_name(each)
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
