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

from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.file_signatures import zip_member_names
from chartveil.formats.prose import ProseFormat
from chartveil.formats.source_edits import piece_changes

if TYPE_CHECKING:
    from chartveil.formats.word.document import WordDocument


class DocxFormat(ProseFormat["WordDocument"]):
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

    def opened(self, file: SourceFile, options: ReadOptions) -> tuple[WordDocument, str, Mapping[str, int]]:
        """The parts that stay, cleaned. What is encrypted, or holds macros or embedded text, is refused."""
        from chartveil.formats.word.document import WordDocument

        source = WordDocument(file, options)
        return source, "".join(piece.text for piece in source.text.pieces), source.dropped

    def written(self, file: SourceFile, source: WordDocument, replacements: Sequence[Replacement]) -> bytes:
        """The document with replacements in place."""
        from chartveil.formats.word.text import apply_piece_changes

        pieces = source.text.pieces
        changes = piece_changes([(p.text, p.element is None) for p in pieces], replacements)
        apply_piece_changes(pieces, changes)
        return source.to_bytes()
