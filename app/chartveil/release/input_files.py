"""Input files: references to them, their bytes, and the documents read from them."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from chartveil.domain.document import Document
from chartveil.domain.errors import ChartveilError, InputError
from chartveil.formats.base import Format, InputLimits, ReadOptions, SourceFile
from chartveil.formats.registry import format_for
from chartveil.release.containers import ContainedFile, Container, may_be_container, open_container
from chartveil.system.time_limit import allow_more_time

_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
INSIDE = "!/"
"""Stands between a container and its member where a path is shown."""


@dataclass(frozen=True, slots=True, order=True)
class InputRef:
    """A file to be read later: a path, or a member of a container. Small and picklable.

    Attributes:
        path: the file as the user named it, or as found in a folder. May hold PHI.
        member: names of members (``unique_member_names``), outermost container first; empty for a file.
    """

    path: str
    member: tuple[str, ...] = ()

    @property
    def display(self) -> str:
        """The path for people, e.g. ``a.zip!/b/c.txt``, escaped as by ``printable_path``."""
        return printable_path(INSIDE.join((self.path, *self.member)))

    @property
    def name(self) -> str:
        """File name without folders."""
        return (self.member[-1] if self.member else self.path).replace("\\", "/").rpartition("/")[2]

    def load(self, limits: InputLimits, passwords: Sequence[str] = ()) -> SourceFile:
        """The file's bytes. For many members of one container use ``InputLoader``.

        Raises:
            InputError: if it cannot be read, is too large, or is no longer there.
        """
        if not self.member:
            return load_file(self.path, limits)

        with InputLoader(limits, passwords) as loader:
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
    """The error for a failure of the operating system, in words for the user."""
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


# Files within files.


@dataclass(frozen=True, slots=True)
class InnerFile:
    """A file, or a member of a container, as the walk sees it.

    Attributes:
        ref: to read it by.
        size: bytes, of a member when unpacked.
        error: why it cannot be read; None if it can, as far as known.
    """

    ref: InputRef
    size: int
    error: InputError | None = None


class ContainerWalker:
    """Lists all members of a container and of the containers inside it, within limits for all together.

    Args:
        limits: bounds.
        passwords: of protected PDFs.
    """

    def __init__(self, limits: InputLimits, passwords: Sequence[str] = ()) -> None:
        self._limits = limits
        self._passwords = passwords
        self._members = 0
        self._bytes = 0

    def files(self, ref: InputRef) -> Iterator[InnerFile]:
        """The file at ``ref.path`` if it is a document, and all members if it is a container, in its order;
        folders are left out.

        A container inside that cannot be walked is one member with an error.

        Raises:
            InputError: if the outermost container is damaged or breaks a limit.
        """
        with open_input(ref.path, self._limits) as stream:
            size = Path(ref.path).stat().st_size
            yield from self._opened(stream, ref, size)

    def _opened(self, source: BinaryIO, ref: InputRef, size: int) -> Iterator[InnerFile]:
        container = open_container(source, self._limits, ref.display, self._passwords)
        if container is None:
            yield InnerFile(ref, size)
            return
        with closing(container):
            if len(ref.member) >= self._limits.depth:
                raise InputError(
                    f"is an archive inside {len(ref.member)} others (limit {self._limits.depth})."
                    if not container.is_document
                    else f"holds files, and lies inside {len(ref.member)} others "
                    f"(limit {self._limits.depth}).",
                    where=ref.display,
                    remedy="Unpack it yourself and give the files.",
                )
            self._count(container, ref)
            if container.is_document:
                yield InnerFile(ref, size)
            for name, held in container.files.items():
                yield from self._member(held, InputRef(ref.path, (*ref.member, name)))

    def _member(self, held: ContainedFile, ref: InputRef) -> Iterator[InnerFile]:
        try:
            if may_be_container(held.head(ref.display)):
                yield from self._opened(io.BytesIO(held.read(ref.display)), ref, held.size)
            else:
                yield InnerFile(ref, held.size)
        except InputError as e:
            yield InnerFile(ref, held.size, e)

    def _count(self, container: Container, ref: InputRef) -> None:
        """Adds to the totals over all levels, which alone hold back a bomb in many small steps."""
        self._members += container.entries
        sizes = (held.size for held in container.files.values())
        # To know a size may mean to unpack: not one more than allowed.
        while self._members <= self._limits.members and self._bytes <= self._limits.unpacked_bytes:
            size = next(sizes, None)
            if size is None:
                return
            self._bytes += size
        raise InputError(
            "unpacks, with the archives inside it, to more than "
            f"{self._limits.unpacked_bytes:,} bytes or {self._limits.members:,} files.",
            where=ref.display,
            remedy="If you trust it, unpack it yourself and give the files.",
        )


class InputLoader:
    """Loads refs; keeps the container of the last one open, as a member comes seldom alone.

    Not for use by several threads at once.

    Args:
        limits: bounds.
        passwords: of protected PDFs that files are attached to.
    """

    def __init__(self, limits: InputLimits, passwords: Sequence[str] = ()) -> None:
        self._limits = limits
        self._passwords = passwords
        self._open: dict[InputRef, Container | None] = {}
        self._stack = ExitStack()

    def __enter__(self) -> InputLoader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the containers that are open."""
        self._open.clear()
        self._stack.close()

    def load(self, ref: InputRef) -> SourceFile:
        """The bytes of a file or of a member of a container.

        Raises:
            InputError: if it cannot be read, is too large, or is no longer there.
        """
        if not ref.member:
            return load_file(ref.path, self._limits)
        return SourceFile(ref.display, self._member(ref))

    def _member(self, ref: InputRef) -> bytes:
        container = self._container(InputRef(ref.path, ref.member[:-1]))
        held = container.files.get(ref.member[-1]) if container is not None else None
        if held is None:
            raise InputError(
                "is no longer in its archive.",
                where=ref.display,
                remedy="Start again with the archive as it is.",
            )
        return held.read(ref.display)

    def _container(self, ref: InputRef) -> Container | None:
        if ref in self._open:
            return self._open[ref]
        if ref.member:
            source: BinaryIO = io.BytesIO(self._member(ref))
        else:
            self.close()
            source = self._stack.enter_context(open_input(ref.path, self._limits))
        container = open_container(source, self._limits, ref.display, self._passwords)
        if container is not None:
            self._stack.enter_context(closing(container))
        self._open[ref] = container
        return container


# From a ref to its documents.


def read_documents(
    ref: InputRef, options: ReadOptions, loader: InputLoader | None = None
) -> tuple[SourceFile, Format, list[Document]]:
    """Loads a file, tells its format and reads its documents.

    Args:
        loader: keeps a container open between calls; without it each call opens its own.

    Returns:
        The file, its format, and at least one document, each with text.

    Raises:
        InputError: if the file is broken, or cannot be read as it is.
        Exception: as ``documents_of``.
    """
    file, form = load_with_format(ref, options, loader)
    return file, form, documents_of(file, form, options)


def load_with_format(
    ref: InputRef, options: ReadOptions, loader: InputLoader | None = None
) -> tuple[SourceFile, Format]:
    """A file and its format; arguments and errors as of ``read_documents``."""
    file = loader.load(ref) if loader is not None else ref.load(options.limits, options.pages.passwords)
    allow_more_time(options.limits.seconds_per_mb * len(file.data) / 1e6)
    return file, format_for(file, as_text=options.as_text)


def documents_of(file: SourceFile, form: Format, options: ReadOptions) -> list[Document]:
    """The documents of a file, at least one, each with text.

    Raises:
        InputError: if the file is broken. An error of a library is told as by ``library_errors_explained``.
        Exception: any other, as it was raised, is a bug of ours. Whoever reports it names its type and
            place, never its message.
    """
    with library_errors_explained(file, form):
        documents = form.read(file, options)
    _check_documents(documents, file, options)
    unpacked = max(sum(len(document.text) for document in documents) - len(file.data), 0)
    allow_more_time(options.limits.seconds_per_mb * unpacked / 1e6)
    return documents


@contextmanager
def library_errors_explained(file: SourceFile, form: Format) -> Iterator[None]:
    """Makes an ``InputError`` of what the libraries of a format raise (``Format.library_errors``): named
    by its type only, and not chained, as its message may quote the document."""
    try:
        yield
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
