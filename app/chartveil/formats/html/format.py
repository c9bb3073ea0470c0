"""HTML: read by its tokens, written back by editing the source in place.

Document text: what a browser shows, white space run together as it does, blocks and ``<br>`` as line ends,
cells parted by tabs; ``alt``, ``placeholder``, ``label`` and field values where they stand; ``title`` and
ARIA texts on lines of their own after the page.

The output keeps the elements, attributes and style properties that ``resources/formats/html.toml`` lists,
with values of closed forms. It does without scripts, style sheets, comments, frames, embedded objects,
drawings (their text stays), meta elements other than the encoding, link targets outside the page
(``mailto:``, ``tel:``, web addresses), and every attribute or declaration that is not known. A tag that is
not known is text. Names of places within the page become numbers. Pictures become white ones, as what they
show cannot be read here.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence

from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.file_signatures import text_head
from chartveil.formats.html.reader import HtmlReader
from chartveil.formats.prose import ProseFormat
from chartveil.formats.source_edits import merge_edits
from chartveil.formats.text.encoding import DecodedText, decode_text

_START = re.compile(
    r"(?:\s|<\?xml[^>]{0,200}\?>|<!--.{0,2000}?-->)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_TAG = re.compile(
    r"</?(?:p|div|span|br|table|td|body|html|h[1-6]|b|i|ul|li|font|pre|article|main|section|header|footer|script|style)\b[^<>]{0,500}>",
    re.I,
)
_DECLARED = re.compile(
    rb"""<(?:meta[^>]*?charset|\?xml[^>]*?encoding)\s*=\s*["']?\s*([A-Za-z0-9_:-]{2,30})""", re.I
)


class HtmlFormat(ProseFormat[tuple[HtmlReader, DecodedText]]):
    """HTML and XHTML pages."""

    name: str = "html"
    suffixes: tuple[str, ...] = ENDINGS["html"]
    output_suffix: str = ".html"

    def recognizes(self, file: SourceFile) -> bool:
        """Whether the text begins as a page, or has the ending of one and a tag."""
        head = text_head(file)
        return bool(_START.match(head) or (file.suffix in self.suffixes and _TAG.search(head)))

    def opened(
        self, file: SourceFile, options: ReadOptions
    ) -> tuple[tuple[HtmlReader, DecodedText], str, Mapping[str, int]]:
        """The page by its tokens, and its source."""
        decoded = _decode(file.data, file.path)
        reader = HtmlReader(decoded.text)
        return (reader, decoded), reader.mapped_text.text, reader.dropped

    def written(
        self,
        file: SourceFile,
        source: tuple[HtmlReader, DecodedText],
        replacements: Sequence[Replacement],
    ) -> bytes:
        """The page with replacements in place; characters that its encoding lacks become references."""
        reader, decoded = source
        edits = reader.mapped_text.edits_for(replacements, reader.escape, "")
        out: list[str] = []
        at = 0
        for edit in merge_edits([*edits, *reader.edits]):
            out += (decoded.text[at : edit.start], edit.new)
            at = edit.end
        return _encode("".join([*out, decoded.text[at:]]), decoded)


def _decode(data: bytes, where: str) -> DecodedText:
    """The source by its mark, by the encoding that it declares, or by its bytes."""
    declared = _DECLARED.search(data, 0, 4096)
    if declared and b"\0" not in data and not data.startswith((codecs.BOM_UTF8, b"\xff\xfe", b"\xfe\xff")):
        encoding = _codec(declared[1].decode("ascii"))
        if encoding:
            try:
                text = data.decode(encoding)
                if text.encode(encoding) == data:
                    return DecodedText(text, encoding)
            except UnicodeError:
                pass
    return decode_text(data, where)


def _codec(label: str) -> str | None:
    """The codec that browsers take for a label: Windows-1252 for Latin-1 and ASCII, UTF-8 for UTF-16,
    which no page can declare in its own bytes (WHATWG Encoding, section 4.2; HTML, section 13.2.3.3)."""
    try:
        name = codecs.lookup(label).name
    except LookupError:
        return None
    if name in ("iso8859-1", "ascii"):
        return "cp1252"
    return "utf-8" if name.startswith(("utf-16", "utf-32", "utf-7")) else name


def _encode(text: str, decoded: DecodedText) -> bytes:
    data = decoded.byte_order_mark + text.encode(decoded.encoding, "xmlcharrefreplace")
    try:
        if decoded.byte_order_mark or _decode(data, "").encoding == decoded.encoding:
            return data
    except InputError:
        pass
    # The encoding was a guess, and what is left would be guessed otherwise: ASCII reads the same in all.
    return text.encode("ascii", "xmlcharrefreplace")
