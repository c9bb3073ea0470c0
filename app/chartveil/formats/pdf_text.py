"""The text layer of a PDF page as PDFium gives it: characters with boxes, in lines."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_SOFT_HYPHEN = 0x2
"""What PDFium puts for a hyphen at a line's end, in place of the hyphen and the line end."""
_UNMAPPED = frozenset({0, 0xFFFD, 0xFFFE, 0xFFFF})
_SCALE = 1000
"""Steps per point, as PDFium gives whole numbers."""
_SPAN = 1000.0
"""Points between the places by which the transformation is told."""


@dataclass(frozen=True, slots=True)
class Rect:
    """In points from the page's upper left corner as it is shown (rotated, cropped)."""

    left: float
    top: float
    right: float
    bottom: float

    def union(self, other: Rect) -> Rect:
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True, slots=True)
class PlacedCharacter:
    """One character; ``rect`` is None for those that PDFium made up (blanks between words)."""

    char: str
    rect: Rect | None


@dataclass(frozen=True, slots=True)
class TextLine:
    """Glyphs of one line without its line end; never empty, never only white."""

    characters: tuple[PlacedCharacter, ...]

    @property
    def text(self) -> str:
        return "".join(g.char for g in self.characters)

    @property
    def rect(self) -> Rect | None:
        return bounding_rect(g.rect for g in self.characters if not g.char.isspace())


def bounding_rect(rects: Iterator[Rect | None]) -> Rect | None:
    """The smallest rectangle around all that are there."""
    whole: Rect | None = None
    for rect in rects:
        if rect is not None:
            whole = rect if whole is None else whole.union(rect)
    return whole


class PageCoordinates:
    """Turns page coordinates into those of ``Rect``, as PDFium does, which knows rotation and crop box."""

    def __init__(self, page: Any) -> None:
        self.width, self.height = page.get_size()
        x0, y0 = self._probe(page, 0, 0)
        xx, xy = self._probe(page, _SPAN, 0)
        yx, yy = self._probe(page, 0, _SPAN)
        self._x = (x0, (xx - x0) / _SPAN, (yx - x0) / _SPAN)
        self._y = (y0, (xy - y0) / _SPAN, (yy - y0) / _SPAN)

    def rect(self, left: float, bottom: float, right: float, top: float) -> Rect:
        """The rectangle between two corners given in page coordinates (origin below)."""
        (x0, xx, yx), (y0, xy, yy) = self._x, self._y
        x1, y1 = x0 + xx * left + yx * top, y0 + xy * left + yy * top
        x2, y2 = x0 + xx * right + yx * bottom, y0 + xy * right + yy * bottom
        return Rect(
            round(min(x1, x2), 3), round(min(y1, y2), 3), round(max(x1, x2), 3), round(max(y1, y2), 3)
        )

    def _probe(self, page: Any, x: float, y: float) -> tuple[float, float]:
        """Where PDFium puts a point, in points."""
        import pypdfium2.raw as raw

        shown_x, shown_y = ctypes.c_int(), ctypes.c_int()
        size = (round(self.width * _SCALE), round(self.height * _SCALE))
        raw.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, x, y, shown_x, shown_y)
        return shown_x.value / _SCALE, shown_y.value / _SCALE


def read_lines(textpage: Any, space: PageCoordinates) -> tuple[list[TextLine], float]:
    """The lines of a page in the order of its stream, and the share of glyphs without a Unicode value.

    A hyphen at a line's end stays, and the line ends there.
    """
    lines: list[TextLine] = []
    current: list[PlacedCharacter] = []
    unmapped = total = 0

    def close() -> None:
        if any(not g.char.isspace() for g in current):
            lines.append(TextLine(tuple(current)))
        current.clear()

    for code, rect in _glyphs(textpage, space):
        if code in (0x0A, 0x0D):
            close()
            continue
        total += 1
        if code in _UNMAPPED or 0xE000 <= code <= 0xF8FF:
            unmapped += 1
        if code == _SOFT_HYPHEN:
            current.append(PlacedCharacter("-", rect))
            close()
            continue
        current.append(PlacedCharacter(_char(code), rect))
    close()
    return lines, unmapped / total if total else 0.0


def _char(code: int) -> str:
    """The character of a code point; a blank for those that would part lines."""
    char = "\ufffd" if code in _UNMAPPED or 0xD800 <= code <= 0xDFFF else chr(code)
    breaks = char in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029" or (ord(char) < 32 and char != "\t")
    return " " if breaks else char


def placed_characters(textpage: Any, space: PageCoordinates) -> Iterator[tuple[int, str, Rect]]:
    """The characters that have a place, as ``read_lines`` tells them, each with its number on the page."""
    for at, code, rect in _numbered(textpage, space):
        if rect is not None:
            yield at, "-" if code == _SOFT_HYPHEN else _char(code), rect


def _glyphs(textpage: Any, space: PageCoordinates) -> Iterator[tuple[int, Rect | None]]:
    """Code point and box of each character, surrogate pairs joined."""
    for _, code, rect in _numbered(textpage, space):
        yield code, rect


def _numbered(textpage: Any, space: PageCoordinates) -> Iterator[tuple[int, int, Rect | None]]:
    """The same with the number of each character on the page."""
    import pypdfium2.raw as raw

    handle = textpage.raw
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    high = 0
    for i in range(raw.FPDFText_CountChars(handle)):
        code = raw.FPDFText_GetUnicode(handle, i)
        if 0xD800 <= code <= 0xDBFF:
            high = code
            continue
        if high and 0xDC00 <= code <= 0xDFFF:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
        high = 0
        rect = None
        if code not in (0x0A, 0x0D, 0x20) and raw.FPDFText_GetCharBox(handle, i, left, right, bottom, top):
            rect = space.rect(left.value, bottom.value, right.value, top.value)
        yield i, code, rect
