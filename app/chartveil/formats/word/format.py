"""Word documents (.docx): read and written from one cleaned tree for each part.

Document text: headers, the body, footers, footnotes, endnotes, comments, then list labels that hold words.
A paragraph is a line; tabs and line breaks stay; cells are parted by tabs, rows are lines. Text boxes,
readings over letters (ruby) and descriptions of pictures follow the paragraph that they are anchored in; of
a text box's two forms (for present and for old programs) one is read, and only that one is written. Tracked
changes are accepted: deleted text is neither read nor written. Hidden text is text.

The output is put together from nothing but the parts named above, styles, numbering, layout settings and
theme, under names of our own, and holds no element, attribute or value that is not in the closed grammar
(``resources/formats/wordprocessingml.toml``). Characters of symbol fonts and fields that show words of
their instruction become text; shapes that could spell something become rectangles. Custom styles and
comment authors lose their names. Pictures become white ones of the same size, as what they show cannot be
read here. A document that shows an embedded text file (``altChunk``), holds text where none belongs, is
encrypted, or holds macros is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from chartveil.domain.document import Document
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.file_signatures import zip_member_names
from chartveil.formats.source_edits import (
    check_file_size,
    checked_replacements,
    piece_changes,
    prose_document,
)

if TYPE_CHECKING:
    from chartveil.formats.word.document import WordDocument


class DocxFormat:
    """Word documents of 2007 and later, without macros."""

    name: str = "docx"
    suffixes: tuple[str, ...] = (".docx",)
    output_suffix: str = ".docx"

    def library_errors(self) -> tuple[type[Exception], ...]:
        """What lxml raises."""
        from lxml.etree import LxmlError

        return (LxmlError,)

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it is a zip file with parts of a Word document."""
        return any(name.startswith("word/") for name in zip_member_names(file))

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The file as one document.

        Raises:
            InputError: if it is empty, too large, damaged, encrypted, of another format, holds macros or
                embedded text files, or has no text.
        """
        return [self._document(file, options)[0]]

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The document with replacements in place.

        Raises:
            InputError: as ``read``.
            KeyError: if the document has no entry.
        """
        from chartveil.formats.word.text import apply_piece_changes

        document, word_document = self._document(file, options)
        pieces = word_document.text.pieces
        changes = piece_changes(
            [(p.text, p.element is None) for p in pieces], checked_replacements(document, replacements)
        )
        apply_piece_changes(pieces, changes)
        return word_document.to_bytes()

    def _document(self, file: SourceFile, options: ReadOptions) -> tuple[Document, WordDocument]:
        from chartveil.formats.word.document import WordDocument

        check_file_size(file, options)
        word_document = WordDocument(file, options)
        text = "".join(piece.text for piece in word_document.text.pieces)
        return prose_document(file, options, self.name, text, word_document.dropped), word_document
