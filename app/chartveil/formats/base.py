"""The protocol of all formats, and the options and limits they get."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from typing import Protocol, runtime_checkable

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.page_layout import Region
from chartveil.domain.patient_source import PatientSource
from chartveil.domain.span import Replacement
from chartveil.domain.tables.column_plan import ColumnRules
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.ocr.options import PageOptions


@dataclass(frozen=True, slots=True)
class InputLimits:
    """Bounds against bombs and mistakes.

    Attributes:
        file_bytes: largest file taken.
        unpacked_bytes: largest total size of what a zip-based file or archive unpacks to.
        ratio: largest compression ratio of one member of 1 MiB or more.
        members: most members of an archive, rows of a table, pages of a PDF, files of a folder.
        columns: most columns of a table, or keys of JSON lines; as many as Excel has.
        text_chars: longest text of one document.
        depth: archives inside archives.
        seconds: that any file may take from reading to its checked copy; what follows adds to it.
        seconds_per_mb: for each million bytes of it, and of text beyond that. An ordinary note takes a tenth
            or less on a slow machine.
        seconds_per_row: for each row of a table: a thousand short texts take longer than one of their length.
        seconds_per_page: for each page that is read by OCR, in the file and in its copy.
    """

    file_bytes: int = 256 * 2**20
    unpacked_bytes: int = 2 * 2**30
    ratio: int = 200
    members: int = 1_000_000
    columns: int = 16_384
    text_chars: int = 20_000_000
    depth: int = 3
    seconds: float = 180.0
    seconds_per_mb: float = 300.0
    seconds_per_row: float = 0.5
    seconds_per_page: float = 120.0


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read, where a file does not tell.

    Attributes:
        text_columns: columns of a table that hold text to de-identify; empty to guess.
        id_column, patient_column: columns with the document's and the patient's id; None to guess.
        columns: how the other columns of a table are decided.
        patient_id: patient of every document that names none itself.
        patients_from: what tells the patient of a document that names none itself and was given none.
        as_text: whether every file is plain text, whatever it looks like.
        limits: bounds.
        pages: how pictures of pages are read and written.
    """

    text_columns: tuple[str, ...] = ()
    id_column: str | None = None
    patient_column: str | None = None
    columns: ColumnRules = field(default_factory=ColumnRules)
    patient_id: str | None = None
    patients_from: PatientSource = field(default_factory=PatientSource)
    as_text: bool = False
    limits: InputLimits = field(default_factory=InputLimits)
    pages: PageOptions = field(default_factory=PageOptions)


@dataclass(frozen=True)
class SourceFile:
    """A file's bytes and the path the user gave for it (may hold PHI: for messages to the user only)."""

    path: str
    data: bytes

    @property
    def suffix(self) -> str:
        """The ending of the path, in lower case with its dot; empty if there is none."""
        return PurePath(self.path).suffix.lower()

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()

    def source(self, format_name: str, part: str = "") -> DocumentSource:
        """The origin of a document in this file.

        Args:
            format_name: ``Format.name``.
            part: which part of the file it is, e.g. ``row:17``; empty for the whole.
        """
        return DocumentSource(self.path, format_name, self.sha256, part)


class Format(Protocol):
    """A file format.

    Attributes:
        name: short name, e.g. ``docx``.
        suffixes: endings it is known by, lower case with the dot, e.g. ``(".docx",)``.
        output_suffix: ending of what ``write`` makes.
    """

    name: str
    suffixes: tuple[str, ...]
    output_suffix: str

    def library_errors(self) -> tuple[type[Exception], ...]:
        """What the libraries that read the format raise on a broken file, where ``read`` itself does not
        make an ``InputError`` of it. Any other exception is a bug of ours.

        A method, since it imports those libraries: it is asked only once something was raised.
        """
        ...

    def recognizes(self, file: SourceFile) -> bool:
        """Whether the file is of this format, judged by its content first and by its ending where content
        does not decide. Formats further up in ``registry.FORMAT_CLASSES`` have said no.

        Raises:
            InputError: if the file is of a kind that cannot be read.
        """
        ...

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The documents of the file, in order, each with all the text that it shows or hides.

        Raises:
            InputError: if the file cannot be read; the message names the file and the remedy.
        """
        ...


@runtime_checkable
class NoteFormat(Format, Protocol):
    """A format of notes: a copy is the file with other words. Tables are copied column by column
    (``tables.table_format``)."""

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The file with each document's replacements (by ``Document.id``) in place, formatting kept,
        and without properties, authorship and history.

        Args:
            replacements: one entry for each document of the file, sorted and disjoint; empty where
                nothing is to be replaced.

        Raises:
            InputError: if the file cannot be written back.
            KeyError: if a document of the file has no entry.
        """
        ...


@runtime_checkable
class PagedFormat(NoteFormat, Protocol):
    """A format of pages, whose copies are made anew of pictures of them.

    Attributes:
        redrawn: a copy is no edited original: ``all_text`` says what is in it, and its text does not have the
            breaks and blanks of the original's.
    """

    redrawn: bool

    def drawn(self, file: SourceFile, options: ReadOptions) -> Iterator[PagePicture]:
        """The pages as they look, not yet turned as they were read."""
        ...

    def write(
        self,
        file: SourceFile,
        options: ReadOptions,
        replacements: Mapping[str, Sequence[Replacement]],
        regions: Mapping[str, Sequence[Region]] | None = None,
    ) -> bytes:
        """As ``NoteFormat.write``.

        Args:
            regions: what is covered besides, of each document, as a reviewer decided; None for what reading
                finds, if the options let it be covered without him.
        """
        ...

    def all_text(self, file: SourceFile) -> Iterator[tuple[str, str]]:
        """All text that the file holds anywhere, seen or not, as (where, text), for the leak check.

        ``where`` names a part of the file (``page:1/ocr``, ``metadata``), never content.
        """
        ...
