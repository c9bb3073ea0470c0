"""Plain text: decoded, and written back in the same encoding with every line end as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.prose import ProseFormat
from chartveil.formats.text.encoding import DecodedText, decode_text


class TextFormat(ProseFormat[DecodedText]):
    """Plain text, Markdown, logs, and any file of unknown ending that decodes as text.

    Line ends and odd characters stay byte for byte. The output is in the input's encoding with its
    byte-order mark; where a replacement holds a character that this encoding lacks, the whole output is
    UTF-8.
    """

    name: str = "text"
    suffixes: tuple[str, ...] = ENDINGS["text"]
    output_suffix: str = ".txt"

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it may be text at all: any file of no other kind."""
        return True

    def opened(self, file: SourceFile, options: ReadOptions) -> tuple[DecodedText, str, Mapping[str, int]]:
        """The decoded text, which is all of it."""
        decoded = decode_text(file.data, file.path)
        return decoded, decoded.text, {}

    def written(self, file: SourceFile, source: DecodedText, replacements: Sequence[Replacement]) -> bytes:
        """The text with replacements in place."""
        return source.encode(apply_replacements(source.text, tuple(replacements)))
