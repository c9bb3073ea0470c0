"""Finds the files to work on: files, folders and zip archives that the user named, and what PDFs hold."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.errors import Cancelled, InputError
from chartveil.formats.base import InputLimits, ReadOptions
from chartveil.formats.endings import PACKED_TABLE_FORMATS, TABLE_FORMATS, is_named_as
from chartveil.release.input_files import (
    ContainerWalker,
    InnerFile,
    InputRef,
    input_error_for,
    printable_path,
)
from chartveil.release.job import RECORD_SUFFIX
from chartveil.store import record_verifier

_LITTER = frozenset({"thumbs.db", "desktop.ini", "icon\r"})
_TEXT_FORMATS = frozenset({"text", "html"}) | TABLE_FORMATS - PACKED_TABLE_FORMATS
_PACKED = 3
"""Characters of cells that a byte of a packed table holds; 1 to 7 in tables that were made to see it."""


@dataclass(frozen=True, slots=True)
class SkippedInput:
    """A file that was passed over on purpose, and why.

    Attributes:
        path: as people see it.
        reason: why.
        refused: whether it was refused rather than no document: a link out of the folder.
    """

    path: str
    reason: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class UnreadableInput:
    """A file that could not be looked at, or a member of an archive that cannot be read."""

    path: str
    error: InputError


@dataclass(frozen=True, slots=True)
class FoundInputs:
    """The files that a search found, skipped, or could not read.

    Attributes:
        refs: files to read, in the order of the inputs, folders sorted by name; each once.
        skipped: what was passed over.
        failures: what could not be looked at; the others go on.
        characters: of all files to read, about (``likely_characters``).
    """

    refs: tuple[InputRef, ...]
    skipped: tuple[SkippedInput, ...]
    failures: tuple[UnreadableInput, ...]
    characters: int = 0


def discover_inputs(
    paths: Sequence[str | Path],
    limits: InputLimits,
    *,
    outputs: Sequence[str | Path] = (),
    each: Callable[[int], None] | None = None,
    passwords: Sequence[str] = (),
    follow_links: bool = False,
) -> FoundInputs:
    """All files under the given paths; folders, zip archives, and files attached to PDFs are walked.

    Args:
        paths: files and folders. A hidden file is taken if it is named here itself.
        limits: bounds; ``members`` also for the number of files in all.
        outputs: files and folders of ours, which are never inputs (the output folder may lie inside the
            input folder).
        each: told how many files were found, at every place looked at; may raise to end the search.
        passwords: of protected PDFs, which may have files attached.
        follow_links: whether links to places that are not named here are followed; else they are passed over.
    """
    search = _InputSearch(limits, outputs, each, passwords, follow_links)
    search.name_all(paths)
    for path in paths:
        search.add(os.fspath(path))
    return FoundInputs(tuple(search.refs), tuple(search.skipped), tuple(search.failures), search.characters)


def likely_characters(name: str, size: int) -> int:
    """How much text a file holds, about, by its ending and its bytes alone.

    Of Word files, pages and pictures these say nothing: 0. They count as files.
    """
    if is_named_as(name, _TEXT_FORMATS):
        return size
    return _PACKED * size if is_named_as(name, PACKED_TABLE_FORMATS) else 0


def refs_in_file(path: Path, limits: InputLimits) -> tuple[InputRef, ...]:
    """The documents that a file is: itself, without what is attached to it, or the members of an archive.

    Raises:
        InputError: if there are none, or a member cannot be read.
    """
    found = discover_inputs([path], limits)
    itself = InputRef(os.fspath(path))
    if itself in found.refs:
        return (itself,)
    if found.failures:
        raise found.failures[0].error
    if not found.refs:
        raise InputError("there is nothing to read in it.", where=str(path), remedy="Give another file.")
    return found.refs


class _InputSearch:
    """One search; collects what it meets."""

    def __init__(
        self,
        limits: InputLimits,
        outputs: Sequence[str | Path],
        each: Callable[[int], None] | None,
        passwords: Sequence[str],
        follow_links: bool,
    ) -> None:
        self.refs: list[InputRef] = []
        self.skipped: list[SkippedInput] = []
        self.failures: list[UnreadableInput] = []
        self.characters = 0
        self._each = each
        self._limits = limits
        self._passwords = passwords
        self._follow_links = follow_links
        self._outputs = {os.path.realpath(p) for p in outputs}
        self._named: list[Path] = []
        self._seen: set[tuple[int, int]] = set()
        self._full = False

    def name_all(self, paths: Sequence[str | Path]) -> None:
        """Tells what the user named, which links may lead to."""
        for path in paths:
            with suppress(OSError, ValueError):
                self._named.append(Path(path).resolve())

    def add(self, path: str) -> None:
        """Takes a path that the user named."""
        try:
            self._visit(path, Path(path).stat(), named=True)
        except OSError as e:
            self._fail(input_error_for(printable_path(path), e))
        except ValueError:
            self._fail(
                InputError("is not a path.", where=printable_path(path), remedy="Check how it is written.")
            )

    def _skip(self, path: str, reason: str, *, refused: bool = False) -> None:
        self.skipped.append(SkippedInput(printable_path(path), reason, refused))

    def _fail(self, error: InputError) -> None:
        self.failures.append(UnreadableInput(error.where, error))

    def _visit(self, path: str, info: os.stat_result, *, named: bool) -> None:
        if self._each is not None:
            self._each(len(self.refs))
        key = (info.st_dev, info.st_ino)
        if self._outputs and os.path.realpath(path) in self._outputs:
            self._skip(path, "it is an output of ours")
        elif not named and (reason := _passed_over(Path(path).name)):
            self._skip(path, reason)
        elif not named and not self._follow_links and self._leads_out(path):
            reason = "it is a link out of the folder: name what it leads to as well, or give --follow-links"
            self._skip(path, reason, refused=True)
        elif key in self._seen:
            self._skip(path, "it was met before, by another name or link")
        elif stat.S_ISDIR(info.st_mode):
            self._seen.add(key)
            self._folder(path)
        elif not stat.S_ISREG(info.st_mode):
            self._skip(path, "it is a device or a pipe")
        elif info.st_size == 0:
            self._fail(_empty(printable_path(path)))
        else:
            self._seen.add(key)
            self._file(path)

    def _leads_out(self, path: str) -> bool:
        """Whether it is a link (on Windows a junction too) to a place that the user has not named."""
        info = os.lstat(path)
        junction = getattr(info, "st_file_attributes", 0) & stat.FILE_ATTRIBUTE_REPARSE_POINT
        if not stat.S_ISLNK(info.st_mode) and not junction:
            return False
        real = Path(path).resolve()
        return not any(real.is_relative_to(named) for named in self._named)

    def _folder(self, path: str) -> None:
        try:
            with os.scandir(path) as entries:
                names = sorted(entry.name for entry in entries)
        except OSError as e:
            self._fail(input_error_for(printable_path(path), e))
            return
        for name in names:
            inner = os.path.join(path, name)  # noqa: PTH118 - keeps './' and what else the user wrote
            try:
                self._visit(inner, Path(inner).stat(), named=False)
            except OSError as e:
                self._fail(input_error_for(printable_path(inner), e))

    def _file(self, path: str) -> None:
        try:
            found = list(ContainerWalker(self._limits, self._passwords).files(InputRef(path)))
        except InputError as e:
            self._fail(e)
            return
        if not found:
            self._skip(path, "it is an archive without files")
        for file in found:
            if self._each is not None:
                self._each(len(self.refs))
            self._inner(file)

    def _inner(self, file: InnerFile) -> None:
        if file.ref.member and (reason := _passed_over_inside(file.ref.member[-1])):
            self._skip(file.ref.display, reason)
        elif file.error is not None:
            self._fail(file.error)
        elif file.size == 0:
            self._fail(_empty(file.ref.display))
        else:
            self._take(file.ref, file.size)

    def _take(self, ref: InputRef, size: int) -> None:
        if len(self.refs) < self._limits.members:
            self.refs.append(ref)
            self.characters += likely_characters(ref.name, size)
        elif not self._full:
            self._full = True
            self._fail(
                InputError(
                    f"is one file more than the {self._limits.members:,} of one run.",
                    where=ref.display,
                    remedy="Give fewer files at a time.",
                )
            )


def _empty(where: str) -> InputError:
    """Zero bytes are a failed export more often than a note: told as an error, not passed over."""
    return InputError("is empty.", where=where, remedy="Copy or export it again, or remove it.")


def _passed_over(name: str) -> str:
    """Why a file found in a folder is no document; empty if it may be one."""
    if name.startswith("~$"):
        return "it is the lock file of an open Office document"
    if name.startswith("."):
        return "it is hidden"
    if name.lower() in _LITTER:
        return "it belongs to the system"
    if name.startswith("table-") and name.endswith(RECORD_SUFFIX):
        return "it is the record of a table's columns"
    if name.endswith(record_verifier.RECORD_SUFFIX):
        return "it is the signed record of a release"
    if name == record_verifier.VERIFIER_NAME:
        return "it is the program that checks the record of a release"
    return ""


def _passed_over_inside(member: str) -> str:
    """The same for a member of an archive, whose folders count too."""
    parts = member.split("/")
    if parts[0] == "__MACOSX":
        return "it belongs to the system"
    return next((reason for part in parts if (reason := _passed_over(part))), "")


class FileDiscovery:
    """Work that looks through files and folders, once: a large or remote folder takes its time. Any thread.

    Attributes:
        files_found: how many files were found so far; may be read in any thread.
    """

    def __init__(self, inputs: Sequence[Path], options: ReadOptions) -> None:
        self.files_found = 0
        self._inputs = inputs
        self._options = options
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ends it at the next place; from any thread."""
        self._stop.set()

    def __call__(self) -> FoundInputs:
        """What was found.

        Raises:
            Cancelled: after ``stop``.
        """
        options = self._options
        return discover_inputs(
            self._inputs, options.limits, each=self._note, passwords=options.pages.passwords
        )

    def _note(self, count: int) -> None:
        self.files_found = count
        if self._stop.is_set():
            raise Cancelled
