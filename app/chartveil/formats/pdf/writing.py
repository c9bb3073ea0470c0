"""Writes new PDFs: one picture a page under an invisible text layer that can be searched and copied; or,
where a page is kept as vectors, what ``pdf_vectors_write`` makes of it.

Nothing comes from another PDF: each object is written here. There is no document information, no date, no
metadata, no name or annotation, and the id is a hash of what the file holds, so that the same pages give the
same bytes. A page is written as soon as it comes, so that no more than one lies in memory beside the file.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chartveil.formats.pdf.picture_encoding import EncodedPicture, encode_picture
from chartveil.formats.pdf.vectors.content_writing import DrawnBox, VectorPage, page_content
from chartveil.formats.pdf.vectors.outline_fonts import (
    FONT_NAME,
    MAX_GLYPHS,
    UNITS_PER_EM,
    GlyphOutline,
    write_outline_font,
)
from chartveil.ocr.engine_interface import Picture

_LARGEST = 14_400.0
"""Longest side of a page in points that readers of PDF must take (ISO 32000-1, annex C)."""
_BLANK = " "
_ROOM = 0.2
"""Width of a blank, at least, in heights of its line."""
_UNKNOWN = "\ufffd"
_CATALOG, _PAGES = 1, 2
_FONT, _CID_FONT, _DESCRIPTOR, _FONT_FILE, _UNICODE, _GLYPHS = range(6)
"""Objects of a font, counted from its first; the last one only of the font of the invisible layer."""
_ADVANCE = 500
"""Width of every glyph in thousandths of the font size; words are stretched to their boxes."""
_ASCENT, _DESCENT = 800, -200
_CODES = 65_535
_BATCH = 100
"""Entries of one block of a character map, which may have no more."""


@dataclass(frozen=True, slots=True)
class TextLayerWord:
    """Text of the invisible layer, and the place that it is stretched to.

    Attributes:
        text: a word, or several with blanks between.
        left, top, right, bottom: in points from the upper left corner of the page.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class RasterPage:
    """One page as it is to be written.

    Attributes:
        picture: with its boxes burnt in.
        dpi: of the picture.
        size: width and height of the page in points.
        words: in reading order.
    """

    picture: Picture
    dpi: float
    size: tuple[float, float]
    words: Sequence[TextLayerWord]


def build_pdf(pages: Iterable[RasterPage | VectorPage]) -> bytes:
    """A new PDF of these pages; the same pages give the same bytes.

    Raises:
        ValueError: if there is no page, one has no area, or pages kept as vectors have more glyphs together
            than a font holds.
    """
    writer = _PdfWriter()
    for page in pages:
        if isinstance(page, RasterPage):
            writer.add_raster_page(page)
        else:
            writer.add_vector_page(page)
    return writer.finish()


class _PdfWriter:
    """Appends objects to a file in memory and keeps where each one stands."""

    def __init__(self) -> None:
        self._out = io.BytesIO()
        self._hash = hashlib.sha256()
        self._offsets: dict[int, int] = {}
        self._next = _PAGES + 1
        self._unseen = self._kept = self._plain = 0
        self._kids: list[int] = []
        self._codes: dict[str, int] = {}
        self._kept_codes: dict[tuple[GlyphOutline, str], int] = {}
        self._put(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def add_raster_page(self, page: RasterPage) -> None:
        """Writes a page as a picture."""
        width, height = page.size
        if not (width > 0 and height > 0 and page.picture.size):
            raise ValueError(f"page {len(self._kids) + 1} has no area")
        scale = min(1.0, _LARGEST / max(width, height))
        self._unseen = self._unseen or self._numbers(_GLYPHS + 1)
        picture = self._numbers(1)
        self._picture(picture, encode_picture(page.picture))
        draw = f"q {_n(width * scale)} 0 0 {_n(height * scale)} 0 0 cm /I Do Q\n"
        resources = f"/Font<</F {self._unseen} 0 R>>/XObject<</I {picture} 0 R>>"
        size = (width * scale, height * scale)
        self._page(size, resources, (draw + self._layer(page, scale)).encode("ascii"))

    def add_vector_page(self, page: VectorPage) -> None:
        """Writes a page as vectors."""
        fonts = pictures = ""
        if any(isinstance(w, DrawnBox) for w in page.words):
            self._plain = self._plain or self._numbers(1)
            fonts += f"/H {self._plain} 0 R"
        if page.kept_words:
            self._kept = self._kept or self._numbers(_UNICODE + 1)
            fonts += f"/K {self._kept} 0 R"
        for k, picture in enumerate(page.pictures):
            number = self._numbers(1)
            self._picture(number, encode_picture(picture))
            pictures += f"/I{k} {number} 0 R"
        resources = (f"/Font<<{fonts}>>" if fonts else "") + (f"/XObject<<{pictures}>>" if pictures else "")
        self._page(page.size, resources, page_content(page, self._kept_code))

    def _numbers(self, count: int) -> int:
        """The first of so many object numbers that are free."""
        self._next += count
        return self._next - count

    def _page(self, size: tuple[float, float], resources: str, shown: bytes) -> None:
        stream, number = self._numbers(1), self._numbers(1)
        self._stream(stream, "", shown)
        self._object(
            number,
            f"<</Type/Page/Parent {_PAGES} 0 R/MediaBox[0 0 {_n(size[0])} {_n(size[1])}]"
            f"/Resources<<{resources}>>/Contents {stream} 0 R>>",
        )
        self._kids.append(number)

    def finish(self) -> bytes:
        """The whole file."""
        if not self._kids:
            raise ValueError("no pages")
        self._unseen_font()
        self._kept_font()
        kids = " ".join(f"{k} 0 R" for k in self._kids)
        self._object(_PAGES, f"<</Type/Pages/Count {len(self._kids)}/Kids[{kids}]>>")
        self._object(_CATALOG, f"<</Type/Catalog/Pages {_PAGES} 0 R>>")
        start = self._out.tell()
        count = len(self._offsets) + 1
        rows = "".join(f"{self._offsets[k]:010d} 00000 n \n" for k in range(1, count))
        self._put(f"xref\n0 {count}\n0000000000 65535 f \n{rows}".encode("ascii"))
        name = self._hash.hexdigest()[:32]
        trailer = f"<</Size {count}/Root {_CATALOG} 0 R/ID[<{name}><{name}>]>>"
        self._put(f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode("ascii"))
        return self._out.getvalue()

    def _put(self, data: bytes) -> None:
        self._out.write(data)
        self._hash.update(data)

    def _object(self, number: int, body: str) -> None:
        self._offsets[number] = self._out.tell()
        self._put(f"{number} 0 obj\n{body}\nendobj\n".encode("ascii"))

    def _stream(self, number: int, entries: str, data: bytes) -> None:
        self._raw_stream(number, f"{entries}/Filter/FlateDecode", zlib.compress(data, 9))

    def _raw_stream(self, number: int, entries: str, data: bytes) -> None:
        self._offsets[number] = self._out.tell()
        self._put(f"{number} 0 obj\n<</Length {len(data)}{entries}>>\nstream\n".encode("ascii"))
        self._put(data)
        self._put(b"\nendstream\nendobj\n")

    def _picture(self, number: int, coded: EncodedPicture) -> None:
        entries = (
            f"/Type/XObject/Subtype/Image/Width {coded.width}/Height {coded.height}{coded.dictionary_entries}"
        )
        self._raw_stream(number, entries, coded.data)

    def _layer(self, page: RasterPage, scale: float) -> str:
        """Operators that show the words invisibly, each stretched to its box, a blank after each."""
        height = page.size[1] * scale
        out = ["BT 3 Tr"]
        for line in _lines(page.words):
            top = min(w.top for w in line) * scale
            bottom = max(w.bottom for w in line) * scale
            size = max(bottom - top, 0.1)
            base = height - bottom - size * _DESCENT / 1000
            out.append(f"/F {_n(size)} Tf")
            for word, following in zip(line, [*line[1:], None], strict=True):
                left, right = word.left * scale, word.right * scale
                until = following.left * scale if following else right + size / 4
                # Boxes are padded and may leave no room between words; without it readers lose the blank.
                right = max(min(right, until - size * _ROOM), (left + min(until, right)) / 2)
                out.append(f"1 0 0 1 {_n(left)} {_n(base)} Tm {self._show(word.text, right - left, size)}")
                out.append(self._show(_BLANK, until - right, size))
        return "\n".join([*out, "ET\n"])

    def _show(self, text: str, width: float, size: float) -> str:
        """Shows a text over a width in points."""
        natural = len(text) * size * _ADVANCE / 1000
        codes = "".join(f"{self._code(c):04X}" for c in text)
        return f"{_n(max(100 * width / natural, 0.1))} Tz <{codes}> Tj"

    def _code(self, char: str) -> int:
        """The code of a character in our font, given in the order in which characters come."""
        char = _UNKNOWN if "\ud800" <= char <= "\udfff" else char
        if char not in self._codes and len(self._codes) >= _CODES - 1:
            char = _UNKNOWN
        return self._codes.setdefault(char, len(self._codes) + 1)

    def _kept_code(self, shape: GlyphOutline, text: str) -> int:
        """The code of a glyph in the font of pages kept as vectors."""
        code = self._kept_codes.setdefault((shape, text), len(self._kept_codes) + 1)
        if code > MAX_GLYPHS:
            raise ValueError("more glyphs than a font holds")
        return code

    def _unseen_font(self) -> None:
        """The font of the text layer: no glyph has any ink, and a map tells the character of each code."""
        at = self._unseen
        if not at:
            return
        self._font(at, "Unseen", f"2/DW {_ADVANCE}/CIDToGIDMap {at + _GLYPHS} 0 R")
        box = f"0 {_DESCENT} {_ADVANCE} {_ASCENT}"
        self._descriptor(at, "Unseen", box, f"/FontFile2 {at + _FONT_FILE} 0 R")
        font = glyphless_font()
        self._stream(at + _FONT_FILE, f"/Length1 {len(font)}", font)
        self._stream(at + _GLYPHS, "", bytes(2 * (len(self._codes) + 1)))
        self._stream(at + _UNICODE, "", character_map((code, c) for c, code in self._codes.items()))

    def _kept_font(self) -> None:
        """The font of pages kept as vectors: shapes of glyphs that they show, and their characters; and the
        built-in font of boxes."""
        if self._plain:
            self._object(
                self._plain,
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            )
        at = self._kept
        if not at:
            return
        shapes = [shape for shape, _ in self._kept_codes]
        widths = " ".join(str(shape.width) for shape in shapes)
        self._font(at, FONT_NAME, f"0/DW {UNITS_PER_EM}/W[1[{widths}]]")
        box = f"{-UNITS_PER_EM} {-UNITS_PER_EM} {2 * UNITS_PER_EM} {2 * UNITS_PER_EM}"
        self._descriptor(at, FONT_NAME, box, f"/FontFile3 {at + _FONT_FILE} 0 R")
        self._stream(at + _FONT_FILE, "/Subtype/CIDFontType0C", write_outline_font(shapes))
        codes = ((code, text) for (_, text), code in self._kept_codes.items())
        self._stream(at + _UNICODE, "", character_map(codes))

    def _font(self, at: int, name: str, kind: str) -> None:
        self._object(
            at + _FONT,
            f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H"
            f"/DescendantFonts[{at + _CID_FONT} 0 R]/ToUnicode {at + _UNICODE} 0 R>>",
        )
        self._object(
            at + _CID_FONT,
            f"<</Type/Font/BaseFont/{name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {at + _DESCRIPTOR} 0 R/Subtype/CIDFontType{kind}>>",
        )

    def _descriptor(self, at: int, name: str, box: str, file: str) -> None:
        self._object(
            at + _DESCRIPTOR,
            f"<</Type/FontDescriptor/FontName/{name}/Flags 4/FontBBox[{box}]"
            f"/ItalicAngle 0/Ascent {_ASCENT}/Descent {_DESCENT}/CapHeight {_ASCENT}/StemV 80{file}>>",
        )


def _n(value: float) -> str:
    """A number as PDF writes it: no exponent, at most three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"


def _lines(words: Iterable[TextLayerWord]) -> list[list[TextLayerWord]]:
    """Words that follow each other on one line, with plain blanks, in their order."""
    lines: list[list[TextLayerWord]] = []
    for word in words:
        text = " ".join(word.text.replace("\0", " ").split())
        if not text:
            continue
        plain = TextLayerWord(text, word.left, word.top, word.right, word.bottom)
        if lines and _follows(lines[-1][-1], plain):
            lines[-1].append(plain)
        else:
            lines.append([plain])
    return lines


def _follows(first: TextLayerWord, second: TextLayerWord) -> bool:
    """Whether the second stands right of the first, at its height, and is about as high."""
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    heights = first.bottom - first.top, second.bottom - second.top
    return (
        shared > 0.5 * min(heights)
        and max(heights) < 2.5 * min(heights)
        and second.left >= (first.left + first.right) / 2
    )


def character_map(codes: Iterable[tuple[int, str]], digits: int = 4) -> bytes:
    """The map from codes to characters that readers search and copy by (ISO 32000-1, 9.10.3).

    Args:
        digits: of a code: two for each of its bytes.
    """
    rows = [f"<{code:0{digits}X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in codes]
    blocks = []
    for at in range(0, len(rows), _BATCH):
        batch = rows[at : at + _BATCH]
        blocks.append(f"{len(batch)} beginbfchar\n" + "\n".join(batch) + "\nendbfchar\n")
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<{'0' * digits}> <{'F' * digits}>\nendcodespacerange\n"
        f"{''.join(blocks)}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode("ascii")


def glyphless_font() -> bytes:
    """A TrueType font whose one glyph has two opposite corners and no line between them: readers that ask
    for the place of a character get the whole box, and nothing is drawn even where text is made visible."""
    corners = struct.pack(">4h", 0, _DESCENT, _ADVANCE, _ASCENT)
    glyph = struct.pack(">h8sHHHBB4h", 2, corners, 0, 1, 0, 1, 1, 0, _ADVANCE, _DESCENT, _ASCENT - _DESCENT)
    head = struct.pack(
        ">IIIIHHQQhhhhHHhhh",
        *(0x00010000, 0x00010000, 0, 0x5F0F3CF5, 0, 1000, 0, 0),
        *(0, _DESCENT, _ADVANCE, _ASCENT, 0, 8, 2, 0, 0),
    )
    hhea = struct.pack(">IhhhHhhhhhh4hhH", 0x00010000, _ASCENT, _DESCENT, 0, _ADVANCE, *(0,) * 11, 1)
    maxp = struct.pack(">IH13H", 0x00010000, 1, *(2, 2, 0, 0, 2), *(0,) * 8)
    tables = {
        b"glyf": glyph,
        b"head": head,
        b"hhea": hhea,
        b"hmtx": struct.pack(">Hh", _ADVANCE, 0),
        b"loca": struct.pack(">HH", 0, len(glyph) // 2),
        b"maxp": maxp,
    }
    at = 12 + 16 * len(tables)
    listing, body = struct.pack(">IHHHH", 0x00010000, len(tables), 64, 2, 32), b""
    for tag, data in tables.items():
        padded = data + bytes(-len(data) % 4)
        check = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        listing += struct.pack(">4sIII", tag, check, at + len(body), len(data))
        body += padded
    return listing + body
