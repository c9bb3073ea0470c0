"""Plain text: decoded, and written back in the same encoding with every line end as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chartveil.domain.document import Document
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.source_edits import check_file_size, checked_replacements, prose_document
from chartveil.formats.text.encoding import DecodedText, decode_text


class TextFormat:
    """Plain text, Markdown, logs, and any file of unknown ending that decodes as text.

    Line ends and odd characters stay byte for byte. The output is in the input's encoding with its
    byte-order mark; where a replacement holds a character that this encoding lacks, the whole output is
    UTF-8.
    """

    name: str = "text"
    suffixes: tuple[str, ...] = (".txt", ".text", ".md", ".note", ".log")
    output_suffix: str = ".txt"

    def library_errors(self) -> tuple[type[Exception], ...]:
        """None: it is read without a library that could fail."""
        return ()

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it may be text at all: any file of no other kind."""
        return True

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The file as one document.

        Raises:
            InputError: if it is empty, too large, binary, or in an encoding that cannot be told.
        """
        return [self._document(file, options)[0]]

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The text with replacements in place.

        Raises:
            InputError: as ``read``.
            KeyError: if the document has no entry.
        """
        document, decoded = self._document(file, options)
        return decoded.encode(apply_replacements(document.text, checked_replacements(document, replacements)))

    def _document(self, file: SourceFile, options: ReadOptions) -> tuple[Document, DecodedText]:
        check_file_size(file, options)
        decoded = decode_text(file.data, file.path)
        return prose_document(file, options, self.name, decoded.text), decoded
