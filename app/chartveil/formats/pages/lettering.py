"""Typesets text on pictures of pages in the fonts that every PDF reader has: width, fit and ink."""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from chartveil.formats.pages.page_picture import Colour
from chartveil.formats.pdf.fonts.own_fonts import use_own_fonts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CODEPAGE = "cp1252"
"""Letters that the fonts have (WinAnsiEncoding, ISO 32000-1, annex D)."""
_WITHOUT_MARKS = str.maketrans({"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "ʼ": "’"})
_LIKE = str.maketrans({"‐": "-", "‑": "-", "‒": "-", "−": "-"})
_TURNED = 1.0
"""Degrees from which a word is turned."""
NARROWEST = 0.8
"""Share of its width to which a text is narrowed at most."""
LONG = 4
"""Letters of words that tell a font."""
MOST_STRETCH = 1.25
"""Factor by which letters may be wider or narrower than those of our fonts."""
ASCENT, DESCENT = 0.95, 0.25
"""What letters reach above and below their line at most, in sizes."""


@dataclass(frozen=True, slots=True)
class WordStyle:
    """Font, size, place and ink of a word, or of a few words, on a page.

    Attributes:
        face: name of one of the fonts that every PDF reader has (``Times-Bold``).
        size: in points.
        x, baseline: where it begins, in points from the upper left corner of the page.
        angle: degrees by which its line is turned, counter-clockwise.
        ink: its colour.
        length: points from its beginning to its end along its line.
        stretch: how much wider its letters are than those of the face.
        blur: by how many pixels its edges are washed out, as a scanner does (sigma).
        thinned: power of what letters cover of a pixel: more than 1 where those of the page are thinner than
            ours, less where they are heavier.
    """

    face: str
    size: float
    x: float
    baseline: float
    angle: float = 0.0
    ink: Colour = (0, 0, 0)
    length: float = 0.0
    stretch: float = 1.0
    blur: float = 0.0
    thinned: float = 1.0

    def width_of(self, text: str) -> float:
        """Width of a text in points."""
        return text_width(text, self.face) * self.size * self.stretch

    @property
    def is_turned(self) -> bool:
        """Whether its line is not level."""
        return abs(self.angle) >= _TURNED

    def distance_to(self, other: WordStyle) -> float:
        """Points between their beginnings."""
        return math.dist((self.x, self.baseline), (other.x, other.baseline))

    def is_followed_by(self, other: WordStyle) -> bool:
        """Whether the other stands further on the same turned line."""
        if not self.is_turned or abs(self.angle - other.angle) >= _TURNED:
            return False
        right, up = other.x - self.x, self.baseline - other.baseline
        sine, cosine = math.sin(math.radians(self.angle)), math.cos(math.radians(self.angle))
        return right * cosine + up * sine > 0 and abs(up * cosine - right * sine) < 0.3 * self.size


@dataclass(frozen=True, slots=True)
class TypesetText:
    """A text as it is to be drawn: of letters that the fonts have, narrowed by a factor."""

    text: str
    word_style: WordStyle
    narrowed: float = 1.0


@lru_cache(maxsize=16)
def _font(face: str) -> tuple[Any, Any]:
    """A font, and the document that holds it. The caller holds PDFium."""
    import pypdfium2
    import pypdfium2.raw as raw

    use_own_fonts()
    holder = pypdfium2.PdfDocument.new()
    return raw.FPDFText_LoadStandardFont(holder.raw, face.encode("ascii")), holder


@lru_cache(maxsize=4096)
def _advance(face: str, char: str) -> float:
    """Width of a character in sizes."""
    import pypdfium2.raw as raw

    from chartveil.formats.pdf.opening import PDFIUM_LOCK

    width = ctypes.c_float()
    with PDFIUM_LOCK:
        raw.FPDFFont_GetGlyphWidth(_font(face)[0], ord(char), 1000.0, width)
    return width.value / 1000


@lru_cache(maxsize=16)
def x_height(face: str) -> float:
    """Height of a small letter without parts above or below, in sizes."""
    import pypdfium2.raw as raw

    from chartveil.formats.pdf.opening import PDFIUM_LOCK

    x, y = ctypes.c_float(), ctypes.c_float()
    heights = []
    with PDFIUM_LOCK:
        path = raw.FPDFFont_GetGlyphPath(_font(face)[0], ord("x"), 1000.0)
        for k in range(raw.FPDFGlyphPath_CountGlyphSegments(path)):
            raw.FPDFPathSegment_GetPoint(raw.FPDFGlyphPath_GetGlyphPathSegment(path, k), x, y)
            heights.append(y.value)
    return max(heights)


def text_width(text: str, face: str) -> float:
    """Width of a text in sizes of its letters."""
    return sum(_advance(face, char) for char in text)


def drawable_text(text: str) -> str | None:
    """The text in letters that the fonts have, without the marks of others; None where it has other signs."""
    plain = " ".join(text.translate(_LIKE).split())
    if len(plain.encode(_CODEPAGE, "ignore")) == len(plain):
        return plain
    found = []
    for char in plain:
        for form in (char, char.translate(_WITHOUT_MARKS), unicodedata.normalize("NFD", char)[0]):
            if form.encode(_CODEPAGE, "ignore"):
                found.append(form)
                break
        else:
            return None
    return "".join(found)


def abbreviations(text: str, *, of_person: bool) -> list[str]:
    """Shorter forms of a name: of a person with initials before the surname, then for it too; of others the
    first letters together. None of what has no letters."""
    words = text.split(" ")
    if not all(word[:1].isalpha() for word in words):
        return []
    initials = [f"{word[0]}." for word in words]
    if of_person:
        last = [" ".join([*initials[:-1], words[-1]])] if len(words) > 1 else []
        return [*last, " ".join(initials)]
    return ["".join(word[0] for word in words)] if len(words) > 1 else []


def fitted(texts: Sequence[str], word_style: WordStyle, room: float) -> TypesetText | None:
    """The first of the texts that fits into a room, in points, narrowed where that is enough."""
    for text in texts:
        width = word_style.width_of(text)
        if NARROWEST * width <= room:
            return TypesetText(text, word_style, min(1.0, room / width) if width else 1.0)
    return None


def ink_of(
    texts: Sequence[TypesetText], shape: tuple[int, int], dpi: float, *, crisp: bool
) -> NDArray[np.uint8]:
    """How much of each pixel of a page the letters cover, from 0 to 255.

    Args:
        texts: to draw.
        shape: height and width of the picture in pixels.
        dpi: of the picture.
        crisp: whether a pixel is covered wholly or not at all.
    """
    import numpy as np
    import pypdfium2

    from chartveil.formats.pdf.opening import PDFIUM_LOCK

    rows, columns = shape
    scale = 72 / dpi
    page = _page(texts, columns * scale, rows * scale)
    with PDFIUM_LOCK:
        use_own_fonts()
        pdf = pypdfium2.PdfDocument(page)
        try:
            bitmap = pdf[0].render(scale=1 / scale, grayscale=True, no_smoothtext=crisp)
            drawn = bitmap.to_numpy().reshape(bitmap.height, bitmap.width).copy()
            bitmap.close()
        finally:
            pdf.close()
    covered = np.zeros(shape, np.uint8)
    covered[: drawn.shape[0], : drawn.shape[1]] = 255 - drawn[:rows, :columns]
    return covered


def blurred_ink(ink: NDArray[np.uint8], blur: float, thinned: float = 1.0) -> NDArray[np.uint8]:
    """Ink with soft edges, as dark within its strokes as before.

    Args:
        ink: of letters, as ``ink_of`` tells it.
        blur, thinned: as of ``WordStyle``.
    """
    import cv2
    import numpy as np

    if not ink.any():
        return ink
    soft = ink.astype(np.float32)
    if blur:
        soft = np.asarray(cv2.GaussianBlur(soft, (0, 0), blur), np.float32)
    most = float(np.percentile(soft[soft > soft.max() / 2], 75)) if blur else 255.0
    return np.asarray(255 * np.minimum(soft / most, 1.0) ** thinned, np.uint8)


def _page(texts: Sequence[TypesetText], width: float, height: float) -> bytes:
    """A PDF with a page of texts in black."""
    faces = sorted({t.word_style.face for t in texts})
    shown = []
    for t in texts:
        style = t.word_style
        sine, cosine = math.sin(math.radians(style.angle)), math.cos(math.radians(style.angle))
        matrix = (
            f"{cosine:.6f} {sine:.6f} {-sine:.6f} {cosine:.6f} {style.x:.3f} {height - style.baseline:.3f}"
        )
        font = f"/F{faces.index(style.face)} {style.size:.3f} Tf {100 * t.narrowed * style.stretch:.2f} Tz"
        shown.append(f"{font} {matrix} Tm <{t.text.encode(_CODEPAGE).hex()}> Tj")
    content = f"BT\n{chr(10).join(shown)}\nET".encode("ascii")
    fonts = "".join(
        f"/F{k}<</Type/Font/Subtype/Type1/BaseFont/{face}/Encoding/WinAnsiEncoding>>"
        for k, face in enumerate(faces)
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.3f} {height:.3f}]"
        f"/Resources<</Font<<{fonts}>>>>/Contents 4 0 R>>".encode("ascii"),
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
    ]
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"xref\n0 5\n0000000000 65535 f \n%strailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        rows,
        start,
    )
    return bytes(out)
