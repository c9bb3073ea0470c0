"""Rich Text Format: read by its own tokens, written back by editing the bytes in place.

Document text: headers, the body, then footers, footnotes, comments and text boxes, one after another.
Paragraph, line, page and column breaks are line ends; cells end with a tab and rows with a line end.
Hidden text (``\\v``) is text. Tracked changes are accepted: struck-out text is neither read nor written.

The output keeps the control words that ``resources/formats/rtf.toml`` lists, with small numbers, the names
of common fonts and built-in styles, and shapes of known properties. It does without document properties,
authors, revision marks, bookmarks, index entries, embedded objects, instructions of fields other than page
numbers (what they show stays as text), fallbacks of Unicode characters, and every destination and control
word that is not known. List labels with words become text of their paragraphs. Pictures become white ones
of the same size, as what they show cannot be read here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.file_signatures import text_head
from chartveil.formats.prose import ProseFormat
from chartveil.formats.rtf.reader import RtfReader, RtfTextPart, rtf_text
from chartveil.formats.source_edits import (
    NO_SOURCE_RANGE,
    SourceEdit,
    SourceMappedText,
    merge_edits,
)

_NEEDS_BLANK = re.compile(rb"[0-9A-Za-z -]")


class RtfFormat(ProseFormat[tuple[RtfReader, SourceMappedText]]):
    """Rich Text Format 1.x, in any ANSI, Mac, DOS or East Asian code page and in Unicode."""

    name: str = "rtf"
    suffixes: tuple[str, ...] = (".rtf",)
    output_suffix: str = ".rtf"

    def recognizes(self, file: SourceFile) -> bool:
        """Whether the text begins as RTF."""
        return text_head(file).startswith("{\\rtf")

    def opened(
        self, file: SourceFile, options: ReadOptions
    ) -> tuple[tuple[RtfReader, SourceMappedText], str, Mapping[str, int]]:
        """The file by its tokens, and its text with the place of each character."""
        reader = RtfReader(file.data, file.path)
        mapped = _joined_text(reader.text_parts)
        return (reader, mapped), mapped.text, reader.dropped

    def written(
        self,
        file: SourceFile,
        source: tuple[RtfReader, SourceMappedText],
        replacements: Sequence[Replacement],
    ) -> bytes:
        """The file with replacements in place."""
        reader, mapped = source
        edits = mapped.edits_for(replacements, lambda text, _: rtf_text(text), b"")
        return _apply(file.data, reader, merge_edits([*edits, *reader.edits]))


def _joined_text(parts: Sequence[RtfTextPart]) -> SourceMappedText:
    """The shown parts one after another, each from a line of its own, whatever they hold: what is
    replaced in one must not change how they are put together."""
    shown = [s for s in parts if s.shown]
    shown.sort(key=lambda s: (not s.name.startswith("header"), s.name != "text"))
    out = SourceMappedText()
    for part in shown:
        if part is not shown[0]:
            out.add("\n", out.starts[-1] if out.starts else 0, NO_SOURCE_RANGE)
        out.extend(part.mapped_text)
    return out


def _apply(data: bytes, reader: RtfReader, edits: Sequence[SourceEdit[bytes]]) -> bytes:
    """The bytes with the edits made, up to the end of the last group.

    A control word that lost what parted it from the text after it gets a blank.
    """
    out: list[bytes] = []
    at = 0
    open_word = False

    def put(part: bytes, *, ends_open: bool) -> None:
        nonlocal open_word
        if not part:
            return
        if open_word and _NEEDS_BLANK.match(part):
            out.append(b" ")
        out.append(part)
        open_word = ends_open

    for edit in edits:
        put(data[at : edit.start], ends_open=edit.start in reader.unterminated_word_ends)
        put(edit.new, ends_open=False)
        at = edit.end
    put(data[at : reader.end], ends_open=False)
    return b"".join(out)
