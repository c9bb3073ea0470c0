"""How words of a page look: as its text layer says, else as the words around them stand."""

from __future__ import annotations

import ctypes
import math
import re
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from chartveil.domain.geometry import Rect
from chartveil.formats.pages.lettering import TextLook, text_width
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.text_layer import PageCoordinates

_TIMES = re.compile(r"times|serif(?!less)|roman|georgia|garamond|cambria|palatino|minion|book", re.IGNORECASE)
_SANS = re.compile(r"sans|arial|helvet", re.IGNORECASE)
_COURIER = re.compile(r"cour|mono|consol|typewriter|lettergothic", re.IGNORECASE)
_BOLD = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_SLANTED = re.compile(r"ital|obli", re.IGNORECASE)
_BOLD_WEIGHT = 600
_PROBES = (0.5, 0.3, 0.7, 0.1, 0.9)
"""Where in a place its characters are sought, in shares of its width and height."""
_TOLERANCE = 1.5
"""Points around a place in which its character is sought."""
_HIGH = re.compile(r"[A-Z0-9bdfhklt/()\[\]|!?'’\"À-Þ]")
_LOW = re.compile(r"[gjpqy,;()\[\]/|Q]")
_CAPITALS, _SMALL, _BELOW = 0.7, 0.5, 0.21
"""What letters reach above and below their line, in sizes."""
_UNUSUAL = 1.2
"""How much better a font must fit than the most frequent one."""
_MEASURED = 80
"""Words by which the width of letters is measured."""
_LONG = 4
"""Letters of words that tell a font."""
_STRETCH = 1.25
"""By which letters may be wider or narrower than those of our fonts."""
_LEAST_SIZE = 0.7
"""Size of letters in heights of their word's place, at least."""
_FACES = ("Helvetica", "Times-Roman", "Courier")


def face_like(name: str, weight: int = 0) -> str:
    """The font that every PDF reader has and that is most like one of this name."""
    bold = bool(_BOLD.search(name)) or weight >= _BOLD_WEIGHT
    slanted = bool(_SLANTED.search(name))
    if _COURIER.search(name) or not _TIMES.search(name) or _SANS.search(name):
        family = "Courier" if _COURIER.search(name) else "Helvetica"
        style = ("Bold" if bold else "") + ("Oblique" if slanted else "")
        return f"{family}-{style}" if style else family
    return "Times-" + (("Bold" if bold else "") + ("Italic" if slanted else "") or "Roman")


@contextmanager
def layer_looks(pdf: Any, number: int) -> Iterator[LayerLooks]:
    """The looks of the words of a page of an opened document. PDFium is held meanwhile."""
    with PDFIUM_LOCK:
        page = pdf[number]
        textpage = page.get_textpage()
        try:
            yield LayerLooks(page, textpage)
        finally:
            textpage.close()
            page.close()


class LayerLooks:
    """Looks of the words of a text layer.

    Args:
        page: of an opened document.
        textpage: its text as PDFium reads it.
    """

    def __init__(self, page: Any, textpage: Any) -> None:
        self._page = page
        self._textpage = textpage
        self._space = PageCoordinates(page)
        self._stretch: dict[str, float] = {}

    def measure(self, words: Sequence[tuple[str, Rect]]) -> None:
        """Learns how much wider the letters of words that stay are than those of our fonts."""
        shares: dict[str, list[float]] = {}
        for text, rect in words[:_MEASURED]:
            look = self.of(text, rect) if len(text) >= _LONG else None
            if look is not None and look.length and look.width_of(text):
                shares.setdefault(look.face, []).append(look.length / look.width_of(text))
        self._stretch = {
            face: min(max(statistics.median(found), 1 / _STRETCH), _STRETCH) for face, found in shares.items()
        }

    def of(self, text: str, rect: Rect) -> TextLook | None:
        """The look of a word; None where the layer has another one at its place."""
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
                        return self._look(first, first + len(text) - 1)
        return None

    def _on_page(self, left: float, top: float) -> tuple[float, float]:
        """A place in the coordinates of the page itself."""
        import pypdfium2.raw as raw

        x, y = ctypes.c_double(), ctypes.c_double()
        size = round(self._space.width * 100), round(self._space.height * 100)
        raw.FPDF_DeviceToPage(self._page.raw, 0, 0, *size, 0, round(left * 100), round(top * 100), x, y)
        return x.value, y.value

    def _look(self, first: int, last: int) -> TextLook:
        import pypdfium2.raw as raw

        handle = self._textpage.raw
        name, flags = ctypes.create_string_buffer(256), ctypes.c_int()
        raw.FPDFText_GetFontInfo(handle, first, name, len(name), flags)
        face = face_like(name.value.decode("latin-1"), raw.FPDFText_GetFontWeight(handle, first))
        m = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(handle, first, m)
        size = raw.FPDFText_GetFontSize(handle, first) * math.hypot(m.c, m.d)
        start, end = self._origin(first), self._origin(last)
        along = self._point(*self._raw_origin(first, 100 * m.a, 100 * m.b))
        colours = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFText_GetFillColor(handle, first, *colours)
        red, green, blue, _ = (c.value for c in colours)
        letter = chr(raw.FPDFText_GetUnicode(handle, last))
        length = math.dist(start, end) + text_width(letter, face) * size
        angle = math.degrees(math.atan2(start[1] - along[1], along[0] - start[0]))
        ink, stretch = (red, green, blue), self._stretch.get(face, 1.0)
        return TextLook(face, size, *start, angle, ink, length, stretch)

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


class GuessedLooks:
    """Looks of words of which only places are known, from those that stay.

    Args:
        words: texts and places of words that stay.
        page: that they stand on.
    """

    def __init__(self, words: Sequence[tuple[str, Rect]], page: PagePicture) -> None:
        self._page = page
        self._words: list[tuple[Rect, float, float]] = []
        seen: list[tuple[str, Rect]] = []
        for text, place in words:
            tight = page.ink_place(place) if sum(map(str.isalnum, text)) > 1 else None
            if tight is not None and tight.height > 0:
                seen.append((text, tight))
                self._words.append((place, *_size_and_line(text, tight)))
        self._face = _likeliest_face(seen)
        self._usual = statistics.median(size for _, size, _ in self._words) if self._words else 0.0
        shares = [
            tight.width / (text_width(text, self._face) * size)
            for (text, tight), (_, size, _) in zip(seen, self._words, strict=True)
            if len(text) >= _LONG and text.isascii()
        ]
        starts = [
            tight.left - place.left for (_, tight), (place, _, _) in zip(seen, self._words, strict=True)
        ]
        self._start = statistics.median(starts) if starts else 0.0
        self._stretch = min(max(statistics.median(shares), 1 / _STRETCH), _STRETCH) if shares else 1.0

    def of(self, rect: Rect) -> TextLook:
        """The look of a word at a place: that of its line."""
        line = [
            (own, size, base)
            for own, size, base in self._words
            if min(own.bottom, rect.bottom) - max(own.top, rect.top) > 0.5 * min(own.height, rect.height)
            and abs(own.left - rect.left) < 40 * rect.height
        ]
        if line:
            size = statistics.median(size for _, size, _ in line)
            base = statistics.median(base for _, _, base in line)
        else:
            size = self._usual or rect.height
            size = min(max(size, rect.height * _LEAST_SIZE), rect.height / _CAPITALS)
            base = rect.bottom - max(0.0, min(_BELOW * size, rect.height - _CAPITALS * size))
        around = line or self._words
        near = sorted(around, key=lambda n: abs(n[0].top - rect.top) + abs(n[0].left - rect.left))[:3]
        ink = min((self._page.darkest(own) for own, _, _ in near), key=sum, default=(0, 0, 0))
        start = rect.left + self._start
        return TextLook(self._face, size, start, base, 0.0, ink, rect.right - start, self._stretch)


def _size_and_line(text: str, rect: Rect) -> tuple[float, float]:
    """Size and baseline of a word, from what its letters reach above and below the line."""
    above = _CAPITALS if _HIGH.search(text) else _SMALL
    below = _BELOW if _LOW.search(text) else 0.0
    size = rect.height / (above + below)
    return size, rect.bottom - below * size


def _likeliest_face(words: Sequence[tuple[str, Rect]]) -> str:
    """The font in which the words are most nearly as wide as their places."""
    long = [
        (text, rect.width) for text, rect in words if len(text) >= _LONG and text.isascii() and text.isalpha()
    ]

    def spread(face: str) -> float:
        shares = [width / text_width(text, face) for text, width in long[:80]]
        return statistics.pstdev(shares) / statistics.mean(shares) * (1.0 if face == _FACES[0] else _UNUSUAL)

    return min(_FACES, key=spread) if len(long) >= 8 else _FACES[0]
