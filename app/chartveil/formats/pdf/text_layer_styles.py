"""Styles of the words of a page, as its text layer gives them."""

from __future__ import annotations

import ctypes
import math
import re
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from chartveil.domain.geometry import Rect
from chartveil.formats.pages.lettering import LONG, MOST_STRETCH, WordStyle, text_width, x_height
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.text_layer import PageCoordinates

_TIMES = re.compile(r"times|serif(?!less)|roman|georgia|garamond|cambria|palatino|minion|book", re.IGNORECASE)
_SANS = re.compile(r"sans|arial|helvet", re.IGNORECASE)
_COURIER = re.compile(r"cour|mono|consol|typewriter|lettergothic", re.IGNORECASE)
_BOLD = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_SLANTED = re.compile(r"ital|obli", re.IGNORECASE)
_BOLD_WEIGHT = 600
_PROBES = (0.5, 0.3, 0.7, 0.1, 0.9)
"""Points of a place at which its characters are sought, in shares of its width and height."""
_TOLERANCE = 1.5
"""Points around a place in which its character is sought."""
_MEASURED = 80
"""Words by which width and height of letters are measured."""
_FEWEST = 8
"""Words that tell the family of a font whose name does not."""
_FAMILIES = {"Helvetica": 1.0, "Times": 1.2, "Courier": 1.2}
"""How much better each must fit than the usual one."""
_FLAT = frozenset("uvwxyz")
"""Letters that reach just as high as an x."""
_LARGER, _LARGEST = 0.03, 1.25
"""By which letters may be larger or smaller than those of our fonts at one size: from here on it is seen, and
more than that is no letter's height."""


def _family_named(name: str) -> str | None:
    """Courier, Helvetica or Times, as a font's name tells; None where it tells nothing."""
    if _COURIER.search(name):
        return "Courier"
    if _SANS.search(name):
        return "Helvetica"
    return "Times" if _TIMES.search(name) else None


def _face(family: str, *, bold: bool, slanted: bool) -> str:
    """The font of a family that every PDF reader has."""
    if family == "Times":
        return "Times-" + (("Bold" if bold else "") + ("Italic" if slanted else "") or "Roman")
    style = ("Bold" if bold else "") + ("Oblique" if slanted else "")
    return f"{family}-{style}" if style else family


@contextmanager
def text_layer_styles(pdf: Any, number: int) -> Iterator[TextLayerStyles]:
    """The styles of the words of a page of an opened document. PDFium is held meanwhile."""
    with PDFIUM_LOCK:
        page = pdf[number]
        textpage = page.get_textpage()
        try:
            yield TextLayerStyles(page, textpage)
        finally:
            textpage.close()
            page.close()


class TextLayerStyles:
    """Styles of the words of a text layer.

    Args:
        page: of an opened document.
        textpage: its text as PDFium reads it.
    """

    def __init__(self, page: Any, textpage: Any) -> None:
        self._page = page
        self._textpage = textpage
        self._space = PageCoordinates(page)
        self._families: dict[str, str] = {}
        self._stretch: dict[str, float] = {}
        self._larger: dict[str, float] = {}

    def measure(self, words: Sequence[tuple[str, Rect]]) -> None:
        """Learns from words that stay which of our fonts are most like the page's, and how much wider and
        larger its letters are."""
        long = [(text, self._first(text, rect)) for text, rect in words[:_MEASURED] if len(text) >= LONG]
        placed = [(text, first) for text, first in long if first is not None]
        self._families = self._likeliest_families(placed)
        shares: dict[str, list[float]] = {}
        heights: dict[str, list[float]] = {}
        for text, first in placed:
            word_style = self._word_style(first, first + len(text) - 1)
            if word_style.length and word_style.width_of(text):
                shares.setdefault(word_style.face, []).append(word_style.length / word_style.width_of(text))
            if not word_style.is_turned and word_style.size:
                own = heights.setdefault(word_style.face, [])
                own += (
                    self._height(first + k) / word_style.size for k, char in enumerate(text) if char in _FLAT
                )
        self._stretch = {
            face: min(max(statistics.median(found), 1 / MOST_STRETCH), MOST_STRETCH)
            for face, found in shares.items()
        }
        larger = {face: statistics.median(found) / x_height(face) for face, found in heights.items() if found}
        self._larger = {
            face: by
            for face, by in larger.items()
            if abs(by - 1.0) > _LARGER and 1 / _LARGEST < by < _LARGEST
        }

    def _likeliest_families(self, words: Sequence[tuple[str, int]]) -> dict[str, str]:
        """The family in which words of a font are most nearly as wide as they stand, by the font's name; of
        those whose names tell nothing.

        Args:
            words: texts, and where they begin in the layer.
        """
        found: dict[str, list[tuple[str, int]]] = {}
        for text, first in words:
            name = self._font_name(first)
            is_plain = text.isascii() and text.isprintable()
            if is_plain and _family_named(name) is None and self._size(first) > 0:
                found.setdefault(name, []).append((text, first))
        return {name: self._likeliest(own) for name, own in found.items() if len(own) >= _FEWEST}

    def _likeliest(self, words: Sequence[tuple[str, int]]) -> str:
        """The family in which words are most nearly as wide as they stand."""

        def misfit(family: str) -> float:
            face = _face(family, bold=False, slanted=False)
            shares = [width / text_width(text[:-1], face) for text, width in widths]
            return _FAMILIES[family] * statistics.pstdev(shares) / (statistics.mean(shares) or 1.0)

        widths = [
            (text, math.dist(self._origin(first), self._origin(first + len(text) - 1)) / self._size(first))
            for text, first in words
        ]
        return min(_FAMILIES, key=misfit)

    def of(self, text: str, rect: Rect) -> WordStyle | None:
        """The style of a word; None where the layer has another one at its place, and for letters seen as in
        a mirror, which stand on the other side of their line."""
        first = self._first(text, rect)
        if first is None or self._is_mirrored(first):
            return None
        return self._word_style(first, first + len(text) - 1)

    def _is_mirrored(self, index: int) -> bool:
        m = self._matrix(index)
        return float(m.a * m.d - m.b * m.c) < 0

    def _first(self, text: str, rect: Rect) -> int | None:
        """The first character of a word; None where the layer has another one at its place."""
        import pypdfium2.raw as raw

        handle = self._textpage.raw
        wanted = [ord(c) for c in text]
        for share in _PROBES:
            across = rect.left + share * rect.width
            down = rect.bottom - share * rect.height
            for left, top in ((across, (rect.top + rect.bottom) / 2), (across, down)):
                at = raw.FPDFText_GetCharIndexAtPos(handle, *self._on_page(left, top), _TOLERANCE, _TOLERANCE)
                for first in range(max(at - len(text) + 1, 0), at + 1):
                    if [raw.FPDFText_GetUnicode(handle, first + k) for k in range(len(text))] == wanted:
                        return first
        return None

    def _on_page(self, left: float, top: float) -> tuple[float, float]:
        """A place in the coordinates of the page itself."""
        import pypdfium2.raw as raw

        x, y = ctypes.c_double(), ctypes.c_double()
        size = round(self._space.width * 100), round(self._space.height * 100)
        raw.FPDF_DeviceToPage(self._page.raw, 0, 0, *size, 0, round(left * 100), round(top * 100), x, y)
        return x.value, y.value

    def _word_style(self, first: int, last: int) -> WordStyle:
        import pypdfium2.raw as raw

        handle = self._textpage.raw
        name = self._font_name(first)
        face = _face(
            _family_named(name) or self._families.get(name, "Helvetica"),
            bold=bool(_BOLD.search(name)) or raw.FPDFText_GetFontWeight(handle, first) >= _BOLD_WEIGHT,
            slanted=bool(_SLANTED.search(name)),
        )
        m, size = self._matrix(first), self._size(first)
        start, end = self._origin(first), self._origin(last)
        along = self._point(*self._raw_origin(first, 100 * m.a, 100 * m.b))
        colours = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFText_GetFillColor(handle, first, *colours)
        red, green, blue, _ = (c.value for c in colours)
        letter = chr(raw.FPDFText_GetUnicode(handle, last))
        length = math.dist(start, end) + text_width(letter, face) * size
        angle = math.degrees(math.atan2(start[1] - along[1], along[0] - start[0]))
        ink, larger = (red, green, blue), self._larger.get(face, 1.0)
        stretch = self._stretch.get(face, 1.0) / larger
        return WordStyle(face, larger * size, *start, angle, ink, length, stretch)

    def _font_name(self, index: int) -> str:
        import pypdfium2.raw as raw

        name, flags = ctypes.create_string_buffer(256), ctypes.c_int()
        raw.FPDFText_GetFontInfo(self._textpage.raw, index, name, len(name), flags)
        return name.value.decode("latin-1")

    def _matrix(self, index: int) -> Any:
        import pypdfium2.raw as raw

        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(self._textpage.raw, index, matrix)
        return matrix

    def _size(self, index: int) -> float:
        """Of a character's font, in points."""
        import pypdfium2.raw as raw

        m = self._matrix(index)
        return float(raw.FPDFText_GetFontSize(self._textpage.raw, index) * math.hypot(m.c, m.d))

    def _height(self, index: int) -> float:
        """How far a character reaches above its line, in points."""
        import pypdfium2.raw as raw

        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetCharBox(self._textpage.raw, index, left, right, bottom, top)
        return self._origin(index)[1] - self._point(left.value, top.value)[1]

    def _origin(self, index: int) -> tuple[float, float]:
        """Where a character stands on the page as it is shown."""
        return self._point(*self._raw_origin(index))

    def _raw_origin(self, index: int, right: float = 0.0, up: float = 0.0) -> tuple[float, float]:
        import pypdfium2.raw as raw

        x, y = ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetCharOrigin(self._textpage.raw, index, x, y)
        return x.value + right, y.value + up

    def _point(self, x: float, y: float) -> tuple[float, float]:
        rect = self._space.rect(x, y, x, y)
        return rect.left, rect.top
