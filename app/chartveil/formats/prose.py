"""Shared by the prose formats: a file is one document, read from and written into one source."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile

S = TypeVar("S")


class ProseFormat(ABC, Generic[S]):
    """A format of prose; ``S`` is a file taken apart, from which it is read and written alike."""

    name: str
    suffixes: tuple[str, ...]
    output_suffix: str

    def library_errors(self) -> tuple[type[Exception], ...]:
        """None, where it is read without a library that could fail."""
        return ()

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The file as one document.

        Raises:
            InputError: if it is empty, too large, damaged, of another format, or without text.
        """
        return [self._document(file, options)[0]]

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The file with replacements in place.

        The id of a document comes from the file's bytes and its text: an entry under it says that neither
        has changed.

        Raises:
            InputError: as ``read``.
            KeyError: if the document has no entry.
            ValueError: if the replacements overlap, are not sorted, or reach past the text.
        """
        document, source = self._document(file, options)
        mine = tuple(replacements[document.id])
        at = 0
        for r in mine:
            if r.start < at or r.end > len(document.text):
                raise ValueError(f"replacements overlap, are not sorted, or reach past the text at {r.start}")
            at = r.end
        return self.written(file, source, mine)

    @abstractmethod
    def opened(self, file: SourceFile, options: ReadOptions) -> tuple[S, str, Mapping[str, int]]:
        """The file taken apart, the text that it shows, and what of it is in no copy, by kind.

        Raises:
            InputError: if it is damaged, or of another format.
        """

    @abstractmethod
    def written(self, file: SourceFile, source: S, replacements: Sequence[Replacement]) -> bytes:
        """The file with replacements, which are sorted and disjoint, in place."""

    def _document(self, file: SourceFile, options: ReadOptions) -> tuple[Document, S]:
        limits = options.limits
        if not file.data:
            raise InputError("is empty.", where=file.path, remedy="Remove it, or export it again.")
        if len(file.data) > limits.file_bytes:
            raise _too_large(file, f"is larger than the limit of {limits.file_bytes:,} bytes.")
        source, text, left_out = self.opened(file, options)
        if not text or text.isspace():
            raise InputError(
                "holds no text.",
                where=file.path,
                remedy="If it shows text, that text is a picture: print it to PDF and read it with OCR.",
            )
        if len(text) > limits.text_chars:
            raise _too_large(file, f"holds more text than the limit of {limits.text_chars:,} characters.")
        told = {kind: n for kind, n in sorted(left_out.items()) if n > 0}
        origin = file.source(self.name)
        return Document(text, origin, patient_id=options.patient_id, left_out=told), source


def _too_large(file: SourceFile, what: str) -> InputError:
    return InputError(what, where=file.path, remedy="Split it into smaller files.")
