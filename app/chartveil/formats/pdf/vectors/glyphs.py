"""What PDFium knows of a page's glyphs and pictures: shapes, widths, characters, pixels.

The operators of a page tell where each code stands; PDFium tells what it looks like and which character it
is. A glyph is taken only where both agree on its place to a hair.
"""

from __future__ import annotations

import ctypes
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chartveil.formats.pdf.text_layer import PageCoordinates, Rect, placed_characters
from chartveil.formats.pdf.vectors.outline_fonts import GlyphOutline
from chartveil.formats.pdf.vectors.page_items import (
    Colour,
    NotSafeAsVectors,
    PlacedImage,
    Stroke,
    TextRun,
)

if TYPE_CHECKING:
    from chartveil.formats.pdf.vectors.fonts import FontGlyphs
    from chartveil.ocr.engine_interface import Picture

_NEAR = 0.02
"""Points by which places of one glyph may differ, for rounding."""
_MOST_PHOTOS = 50
_POINTS = 72.0


@dataclass(frozen=True, slots=True)
class GlyphStyle:
    """How glyphs are painted: see ``TextRun``."""

    linear: tuple[float, float, float, float]
    mode: int
    fill: Colour
    line: Colour
    stroke: Stroke | None


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph that shows characters of the text layer.

    Attributes:
        character_index: number of its first character on the page.
        text: its characters.
        x, y: where it begins, from the lower left corner as the content counts.
        rect: of its characters, as the text layer has it.
        outline: its outline.
        style: how it is painted.
        item_index: number of what paints it among all that the page paints.
    """

    character_index: int
    text: str
    x: float
    y: float
    rect: Rect
    outline: GlyphOutline
    style: GlyphStyle
    item_index: int


@dataclass(frozen=True, slots=True)
class _Char:
    order: int
    text: str
    x: float
    y: float
    rect: Rect


class PdfiumPage:
    """A page as PDFium has it. Whoever makes and uses it holds PDFium."""

    def __init__(self, page: Any, textpage: Any, space: PageCoordinates) -> None:
        import pypdfium2.raw as raw

        self._page = page
        self._objects = [
            raw.FPDFPage_GetObject(page.raw, i) for i in range(raw.FPDFPage_CountObjects(page.raw))
        ]
        kinds = [raw.FPDFPageObj_GetType(o) for o in self._objects]
        if set(kinds) - {raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE}:
            raise NotSafeAsVectors("form or shading")
        self._texts = [o for o, k in zip(self._objects, kinds, strict=True) if k == raw.FPDF_PAGEOBJ_TEXT]
        self._photos = [i for i, k in enumerate(kinds) if k == raw.FPDF_PAGEOBJ_IMAGE]
        if len(self._photos) > _MOST_PHOTOS:
            raise NotSafeAsVectors("too many pictures")
        self._chars = _chars(textpage, space)

    @property
    def object_counts(self) -> tuple[int, int]:
        """Operators that show text, and pictures."""
        return len(self._texts), len(self._photos)

    def glyphs(self, codes: TextRun, at: int, faces: FontGlyphs) -> list[Glyph]:
        """Those of an operator's glyphs that show a character of the text layer."""
        chars = self._chars.get(_address(self._texts[codes.number]), [])
        look = GlyphStyle(codes.linear, codes.mode, codes.fill, codes.line, codes.stroke)
        found: list[Glyph] = []
        for g in codes.glyphs:
            same = [c for c in chars if abs(c.x - g.x) < _NEAR and abs(c.y - g.y) < _NEAR]
            if not same:
                continue
            rect = same[0].rect
            for c in same[1:]:
                rect = rect.union(c.rect)
            text = "".join(c.text for c in same)
            shape = faces.outline(codes.font, g.code)
            found.append(Glyph(same[0].order, text, g.x, g.y, rect, shape, look, at))
        return found

    def pixels(self, photo: PlacedImage, place: Rect, dpi: float) -> Picture:
        """What is seen of a picture in a rectangle of the page, no finer than it is or than asked for, in
        red, green and blue.

        Raises:
            Unfit: if it is not the picture that the operators place there.
        """
        import pypdfium2
        import pypdfium2.raw as raw

        at = self._photos[photo.number]
        item = self._objects[at]
        m = raw.FS_MATRIX()
        wide, high = ctypes.c_uint(), ctypes.c_uint()
        if not (raw.FPDFPageObj_GetMatrix(item, m) and raw.FPDFImageObj_GetImagePixelSize(item, wide, high)):
            raise NotSafeAsVectors("picture that cannot be read")
        if math.dist((m.a, m.b, m.c, m.d, m.e, m.f), photo.matrix) > 0.05 or not (wide.value and high.value):
            raise NotSafeAsVectors("picture at another place")
        a, b, c, d, _, _ = photo.matrix
        own = max(wide.value / max(math.hypot(a, b), 0.01), high.value / max(math.hypot(c, d), 0.01))
        scale = min(own, dpi / _POINTS)
        width = max(math.ceil((place.right - place.left) * scale - 0.01), 1)
        height = max(math.ceil((place.bottom - place.top) * scale - 0.01), 1)
        across, down = width / (place.right - place.left), height / (place.bottom - place.top)
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        for later in self._objects[at + 1 :]:
            raw.FPDFPageObj_SetIsActive(later, False)
        try:
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            move = raw.FS_MATRIX(across, 0, 0, down, -place.left * across, -place.top * down)
            whole = raw.FS_RECTF(0, 0, width, height)
            raw.FPDF_RenderPageBitmapWithMatrix(
                bitmap.raw, self._page.raw, move, whole, raw.FPDF_REVERSE_BYTE_ORDER
            )
            pixels: Picture = bitmap.to_numpy().copy()
            return pixels
        finally:
            for later in self._objects[at + 1 :]:
                raw.FPDFPageObj_SetIsActive(later, True)
            bitmap.close()


def _chars(textpage: Any, space: PageCoordinates) -> dict[int, Sequence[_Char]]:
    """The characters of a page by what shows them."""
    import pypdfium2.raw as raw

    found: dict[int, list[_Char]] = defaultdict(list)
    x, y = ctypes.c_double(), ctypes.c_double()
    for order, text, rect in placed_characters(textpage, space):
        item = raw.FPDFText_GetTextObject(textpage.raw, order)
        if item and raw.FPDFText_GetCharOrigin(textpage.raw, order, x, y):
            found[_address(item)].append(_Char(order, text, x.value, y.value, rect))
    return dict(found)


def _address(handle: Any) -> int:
    return ctypes.cast(handle, ctypes.c_void_p).value or 0
