"""Writes new PDFs: one picture a page under an invisible text layer that can be searched and copied.

Nothing comes from another PDF: each object is written here. There is no document information, no date, no
metadata, no name or annotation, and the id is a hash of what the file holds, so that the same pages give the
same bytes. A page is written as soon as it comes, so that no more than one lies in memory beside the file.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.formats.pages.page_picture import Colour
from chartveil.formats.pdf.opening import LARGEST_SIDE
from chartveil.formats.pdf.picture_encoding import EncodedPicture, PictureLayer, encode_picture
from chartveil.formats.pdf.reader_view import NOTHING_KEPT, ReaderView, catalog_entries, outline_objects
from chartveil.ocr.engine_interface import Picture

_BLANK = " "
_ROOM = 0.2
"""Width of a blank, at least, in heights of its line."""
_UNKNOWN = "\ufffd"
_CATALOG, _PAGES = 1, 2
_FONT, _CID_FONT, _DESCRIPTOR, _FONT_FILE, _UNICODE, _GLYPHS = range(6)
"""Objects of the font of the text layer, counted from its first."""
_FONT_NAME = "Unseen"
_ADVANCE = 500
"""Width of every glyph in thousandths of the font size; words are stretched to their boxes."""
_ASCENT, _DESCENT = 800, -200
_CODES = 65_535
_AROUND = 12
"""Pixels around the ink of a mask that are drawn with it: where a page is drawn small, edges reach out."""
_BATCH = 100
"""Entries of one block of a character map, which may have no more."""


@dataclass(frozen=True, slots=True)
class TextLayerWord:
    """Text of the invisible layer, and the place that it is stretched to.

    Attributes:
        text: a word, or several with blanks between.
        rect: in points of the page.
    """

    text: str
    rect: Rect


@dataclass(frozen=True, slots=True)
class CodedPart:
    """The picture of a page, or of a part of it, coded as it is to be written.

    Attributes:
        coded: the picture, which takes little memory so.
        shape: its height and width in pixels.
        dpi: pixels an inch.
        corner: where it begins on the page, in points.
    """

    coded: EncodedPicture
    shape: tuple[int, int]
    dpi: float
    corner: tuple[float, float] = (0.0, 0.0)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        rows, columns = self.shape
        return columns * POINTS_PER_INCH / self.dpi, rows * POINTS_PER_INCH / self.dpi

    @classmethod
    def of(cls, picture: Picture, dpi: float, corner: tuple[float, float] = (0.0, 0.0)) -> CodedPart:
        """The part, coded."""
        return cls(encode_picture(picture, dpi), (picture.shape[0], picture.shape[1]), dpi, corner)


@dataclass(frozen=True, slots=True)
class RasterPage:
    """One page as it is to be written.

    Attributes:
        parts: pictures with boxes burnt in; one, but for large pages.
        size: width and height of the page in points.
        words: in reading order.
    """

    parts: Sequence[CodedPart]
    size: tuple[float, float]
    words: Sequence[TextLayerWord]


def build_pdf(pages: Iterable[RasterPage], view: ReaderView = NOTHING_KEPT) -> bytes:
    """A new PDF of these pages; the same pages give the same bytes.

    Args:
        pages: in their order.
        view: its language and the numbers of its pages.

    Raises:
        ValueError: if there is no page, or one has no area.
    """
    writer = _PdfWriter()
    for page in pages:
        writer.add_page(page)
    return writer.finish(view)


class _PdfWriter:
    """Appends objects to a file in memory and keeps where each one stands."""

    def __init__(self) -> None:
        self._out = io.BytesIO()
        self._hash = hashlib.sha256()
        self._offsets: dict[int, int] = {}
        self._font = _PAGES + 1
        self._next = self._font + _GLYPHS + 1
        self._kids: list[int] = []
        self._codes: dict[str, int] = {}
        self._put(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def add_page(self, page: RasterPage) -> None:
        """Writes a page as a picture."""
        width, height = page.size
        if not (width > 0 and height > 0 and page.parts):
            raise ValueError(f"page {len(self._kids) + 1} has no area")
        scale = min(1.0, LARGEST_SIDE / max(width, height))
        count = sum(len(part.coded.layers) for part in page.parts)
        first = at = self._numbers(count)
        size = (width * scale, height * scale)
        drawn = []
        for part in page.parts:
            pixel = _pixel_size(part, page.size if len(page.parts) == 1 else part.size, scale)
            corner = part.corner[0] * scale, part.corner[1] * scale
            if min(part.coded.paper) < 255:
                across, down = part.shape[1] * pixel[0], part.shape[0] * pixel[1]
                place = f"{_n(corner[0])} {_n(size[1] - corner[1] - down)} {_n(across)} {_n(down)}"
                drawn.append(f"{_colour(part.coded.paper)}{place} re f\n")
            for layer in part.coded.layers:
                entries = f"/Type/XObject/Subtype/Image{layer.dictionary_entries}"
                self._raw_stream(at, entries, layer.data)
                drawn.append(_drawn(layer, at - first, pixel, corner, size[1]))
                at += 1
        pictures = "".join(f"/I{k} {first + k} 0 R" for k in range(count))
        resources = f"/Font<</F {self._font} 0 R>>/XObject<<{pictures}>>"
        self._page(size, resources, ("".join(drawn) + self._layer(page, scale)).encode("ascii"))

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

    def finish(self, view: ReaderView) -> bytes:
        """The whole file."""
        if not self._kids:
            raise ValueError("no pages")
        self._write_font()
        kids = " ".join(f"{k} 0 R" for k in self._kids)
        self._object(_PAGES, f"<</Type/Pages/Count {len(self._kids)}/Kids[{kids}]>>")
        outline = ""
        if view.outline:
            first = self._numbers(len(view.outline) + 1)
            outline = f"/Outlines {first} 0 R"
            for number, body in enumerate(outline_objects(view.outline, first, self._kids), first):
                self._object(number, body)
        self._object(_CATALOG, f"<</Type/Catalog/Pages {_PAGES} 0 R{catalog_entries(view)}{outline}>>")
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

    def _layer(self, page: RasterPage, scale: float) -> str:
        """Operators that show the words invisibly, each stretched to its box, a blank after each."""
        height = page.size[1] * scale
        out = ["BT 3 Tr"]
        for line in _lines(page.words):
            top = min(w.rect.top for w in line) * scale
            bottom = max(w.rect.bottom for w in line) * scale
            size = max(bottom - top, 0.1)
            base = height - bottom - size * _DESCENT / 1000
            out.append(f"/F {_n(size)} Tf")
            for word, following in zip(line, [*line[1:], None], strict=True):
                left, right = word.rect.left * scale, word.rect.right * scale
                until = following.rect.left * scale if following else right + size / 4
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

    def _write_font(self) -> None:
        """The font of the text layer: no glyph has any ink, and a map tells the character of each code."""
        at = self._font
        self._object(
            at + _FONT,
            f"<</Type/Font/Subtype/Type0/BaseFont/{_FONT_NAME}/Encoding/Identity-H"
            f"/DescendantFonts[{at + _CID_FONT} 0 R]/ToUnicode {at + _UNICODE} 0 R>>",
        )
        self._object(
            at + _CID_FONT,
            f"<</Type/Font/BaseFont/{_FONT_NAME}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {at + _DESCRIPTOR} 0 R/Subtype/CIDFontType2"
            f"/DW {_ADVANCE}/CIDToGIDMap {at + _GLYPHS} 0 R>>",
        )
        self._object(
            at + _DESCRIPTOR,
            f"<</Type/FontDescriptor/FontName/{_FONT_NAME}/Flags 4"
            f"/FontBBox[0 {_DESCENT} {_ADVANCE} {_ASCENT}]/ItalicAngle 0/Ascent {_ASCENT}/Descent {_DESCENT}"
            f"/CapHeight {_ASCENT}/StemV 80/FontFile2 {at + _FONT_FILE} 0 R>>",
        )
        font = glyphless_font()
        self._stream(at + _FONT_FILE, f"/Length1 {len(font)}", font)
        self._stream(at + _GLYPHS, "", bytes(2 * (len(self._codes) + 1)))
        self._stream(at + _UNICODE, "", _character_map(self._codes))


def _n(value: float) -> str:
    """A number as PDF writes it: no exponent, at most three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"


def _pixel_size(part: CodedPart, size: tuple[float, float], scale: float) -> tuple[float, float]:
    """Width and height of a pixel in points: as the resolution has it, so that whoever draws the page finds
    each pixel where it was; else so that the picture fills the page.

    Args:
        size: in points, to be filled.
        scale: by which the page is written smaller.
    """
    rows, columns = part.shape
    exact = POINTS_PER_INCH / part.dpi
    across, down = (
        exact if abs(pixels * exact - points) < exact else points / pixels
        for pixels, points in zip((columns, rows), size, strict=True)
    )
    return across * scale, down * scale


def _colour(ink: Colour) -> str:
    """The operator that takes a colour to paint with."""
    return f"{' '.join(_n(value / 255) for value in ink)} rg "


def _drawn(
    layer: PictureLayer, number: int, pixel: tuple[float, float], corner: tuple[float, float], height: float
) -> str:
    """The operators that paint a layer of a part of a page of a height in points."""
    across, down = pixel
    left, bottom = corner[0] + layer.left * across, corner[1] + (layer.top + layer.height) * down
    place = f"{_n(left)} {_n(height - bottom)}"
    ink = _colour(layer.ink) if layer.ink else ""
    clip = ""
    if layer.inked is not None:
        # Who draws the page need not go through the blank part of a mask.
        inked = layer.inked.grown(_AROUND, _AROUND)
        x, y = corner[0] + inked.left * across, height - corner[1] - inked.bottom * down
        clip = f"{_n(x)} {_n(y)} {_n(inked.width * across)} {_n(inked.height * down)} re W n "
    size = f"{_n(layer.width * across)} 0 0 {_n(layer.height * down)}"
    return f"q {clip}{ink}{size} {place} cm /I{number} Do Q\n"


def _lines(words: Iterable[TextLayerWord]) -> list[list[TextLayerWord]]:
    """Words that follow each other on one line, with plain blanks, in their order."""
    lines: list[list[TextLayerWord]] = []
    for word in words:
        text = " ".join(word.text.replace("\0", " ").split())
        if not text:
            continue
        plain = TextLayerWord(text, word.rect)
        if lines and _follows(lines[-1][-1].rect, word.rect):
            lines[-1].append(plain)
        else:
            lines.append([plain])
    return lines


def _follows(first: Rect, second: Rect) -> bool:
    """Whether the second stands right of the first, at its height, and is about as high."""
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    heights = first.height, second.height
    return (
        shared > 0.5 * min(heights)
        and max(heights) < 2.5 * min(heights)
        and second.left >= (first.left + first.right) / 2
    )


def _character_map(codes: Mapping[str, int]) -> bytes:
    """The map from codes to characters that readers search and copy by (ISO 32000-1, 9.10.3)."""
    rows = [f"<{code:04X}> <{char.encode('utf-16-be').hex().upper()}>" for char, code in codes.items()]
    blocks = []
    for at in range(0, len(rows), _BATCH):
        batch = rows[at : at + _BATCH]
        blocks.append(f"{len(batch)} beginbfchar\n" + "\n".join(batch) + "\nendbfchar\n")
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
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
