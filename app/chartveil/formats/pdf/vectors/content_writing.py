"""Boxes of pages that are kept as vectors: drawn over what is gone, with real text in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from chartveil.formats.pages.box_drawing import RedactionBox, label_in_box
from chartveil.formats.pdf.text_layer import Rect
from chartveil.formats.pdf.vectors.glyphs import Glyph
from chartveil.formats.pdf.vectors.outline_fonts import BLANK_GLYPH, GlyphOutline
from chartveil.formats.pdf.vectors.page_items import Colour, PdfRect, Shape
from chartveil.ocr.engine_interface import Picture
from chartveil.ocr.options import BoxStyle

FRAME_WIDTH = 0.5
"""Width of a frame in points."""
_SMALLEST = 4.0
_LARGEST = 144.0
_FILLS = 0.95
"""Share of a box's height that letters may take, as on pictures of pages."""
_BASE = 0.33
"""Of the size, from the middle of a box down to the line of its letters."""
_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 "
    "556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 "
    "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 "
    "556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
).split()
_UPPER = (
    "278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 "
    "333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 "
    "722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 "
    "556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500"
).split()
_OTHERS = {
    "€": 556, "’": 222, "‘": 222, "“": 333, "”": 333, "–": 556, "—": 1000, "…": 1000, "•": 350, "Š": 667,
    "š": 500, "Œ": 1000, "œ": 944, "Ž": 611, "ž": 500, "Ÿ": 667,
}  # fmt: skip
_ADVANCES = (
    {chr(32 + k): int(w) for k, w in enumerate(_WIDTHS)}
    | {chr(160 + k): int(w) for k, w in enumerate(_UPPER)}
    | _OTHERS
)
"""Widths of Helvetica's letters in thousandths, those of the encoding that PDF names after Windows (Adobe's
font metrics of the fourteen standard fonts)."""


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box as it is drawn, in points from the upper left corner of the page.

    Attributes:
        is_black: whether it is filled with black; else it is white in a black frame.
        text: what stands in it, in Helvetica; may be empty.
        size: of the letters.
    """

    left: float
    top: float
    right: float
    bottom: float
    is_black: bool
    text: str = ""
    size: float = 0.0

    @property
    def text_start(self) -> tuple[float, float]:
        """Where the text begins on its line."""
        middle = (self.left + self.right - text_width(self.text) * self.size) / 2
        return middle, (self.top + self.bottom) / 2 + _BASE * self.size


def drawn_box(cover: RedactionBox, style: BoxStyle, grid: float) -> DrawnBox:
    """The box of a cover, as large as whole pixels make it on a picture of the page.

    Args:
        grid: size of such a pixel in points.
    """
    left, top = cover.left // grid * grid, cover.top // grid * grid
    right, bottom = -(-cover.right // grid) * grid, -(-cover.bottom // grid) * grid
    if style is not BoxStyle.BLACK and cover.label is not None:
        texts = [cover.text] if style is BoxStyle.SURROGATE else []
        for text in (*texts, label_in_box(cover.label)):
            plain = " ".join(text.split())
            size = _fitting(plain, right - left - 4 * FRAME_WIDTH, bottom - top - 2 * FRAME_WIDTH)
            if size is not None:
                return DrawnBox(left, top, right, bottom, False, plain, size)
    return DrawnBox(left, top, right, bottom, True)


def text_width(text: str) -> float:
    """Width of a text in shares of the font size.

    Raises:
        KeyError: if the font lacks one of its characters.
    """
    return sum(_ADVANCES[c] for c in text) / 1000


def _fitting(text: str, width: float, height: float) -> float | None:
    """The largest size at which a text fits; None if it cannot be read or written."""
    if width <= 0 or height <= 0 or any(c not in _ADVANCES for c in text):
        return None
    size = min(height * _FILLS, _LARGEST)
    if text:
        size = min(size, width / text_width(text))
    # Rounded down to what is written, so that it never tells more than that.
    size = size // 0.01 * 0.01
    return size if size >= _SMALLEST or not text else None


# Writes the content of a page that is kept as vectors. Nothing is copied: every operator is written here.


GlyphCodeLookup = Callable[[GlyphOutline, str], int]
_LEVEL = 0.01
"""Shares of the font size by which glyphs of one line may stand higher or lower."""


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture and the rectangle that it fills, from the upper left corner of the page."""

    picture: Picture
    place: Rect


@dataclass(frozen=True, slots=True)
class KeptGlyphs:
    """The glyphs of a word that stays, in their order, and by how much the word is moved."""

    glyphs: tuple[Glyph, ...]
    dx: float = 0.0
    dy: float = 0.0


@dataclass(frozen=True, slots=True)
class VectorPage:
    """One page as it is to be written, in the order of painting.

    Attributes:
        size: width and height in points.
        corner: lower left corner of the page as its shapes and glyphs count.
        drawings: shapes and pictures.
        words_under_boxes: words that a box lies on in part.
        boxes: all of the page.
        words: words that stay, and boxes whose text stands there, in reading order.
    """

    size: tuple[float, float]
    corner: tuple[float, float]
    drawings: tuple[Shape | KeptPicture, ...]
    words_under_boxes: tuple[KeptGlyphs, ...]
    boxes: tuple[DrawnBox, ...]
    words: tuple[KeptGlyphs | DrawnBox, ...]

    @property
    def kept_words(self) -> list[KeptGlyphs]:
        """All words that stay."""
        return [*self.words_under_boxes, *(w for w in self.words if isinstance(w, KeptGlyphs))]

    @property
    def pictures(self) -> list[Picture]:
        return [a.picture for a in self.drawings if isinstance(a, KeptPicture)]


def page_content(page: VectorPage, code_of: GlyphCodeLookup) -> bytes:
    """The operators of a page.

    Args:
        code_of: the code of a glyph in our font, by its shape and its characters.
    """
    return "\n".join([*_ContentWriter(page, code_of).lines(), ""]).encode("ascii")


class _ContentWriter:
    def __init__(self, page: VectorPage, code_of: GlyphCodeLookup) -> None:
        self._page = page
        self._code_of = code_of
        self._x, self._y = page.corner
        self._height = page.size[1]

    def lines(self) -> Iterator[str]:
        pictures = 0
        for item in self._page.drawings:
            if isinstance(item, KeptPicture):
                yield self._picture(item.place, pictures)
                pictures += 1
            else:
                yield from self._shape(item)
        yield from self._text(self._page.words_under_boxes)
        for box in self._page.boxes:
            yield self._box(box)
        yield from self._text(self._page.words)

    def _picture(self, place: Rect, number: int) -> str:
        size = f"{_n(place.right - place.left)} 0 0 {_n(place.bottom - place.top)}"
        return f"q {size} {_n(place.left)} {_n(self._height - place.bottom)} cm /I{number} Do Q"

    def _shape(self, shape: Shape) -> Iterator[str]:
        yield "q"
        if shape.clip is not None:
            yield f"{self._rectangle(shape.clip)} W n"
        colours = [c for c in (shape.fill, shape.line) if c]
        yield " ".join(_colour(c) for c in colours)
        if shape.stroke:
            s = shape.stroke
            dash = " ".join(_n(v) for v in s.dash)
            yield f"{_n(s.width)} w {s.cap} J {s.join} j {_n(max(s.miter, 1.0))} M [{dash}] {_n(s.phase)} d"
        for kind, points in shape.path:
            yield " ".join([*(f"{_n(x - self._x)} {_n(y - self._y)}" for x, y in points), kind])
        yield {"f": "B", "f*": "B*", "": "S"}[shape.rule] if shape.line else shape.rule
        yield "Q"

    def _rectangle(self, clip: PdfRect) -> str:
        left, bottom, right, top = clip
        return f"{_n(left - self._x)} {_n(bottom - self._y)} {_n(right - left)} {_n(top - bottom)} re"

    def _box(self, box: DrawnBox) -> str:
        if box.is_black:
            return f"q 0 g {self._placed(box, 0.0)} f Q"
        # A line is never thinner than a pixel, at which a narrow area would vanish.
        pen = f"{_n(FRAME_WIDTH)} w 0 J 0 j 10 M [] 0 d"
        return f"q 1 g 0 G {pen} {self._placed(box, FRAME_WIDTH / 2)} B Q"

    def _placed(self, box: DrawnBox, inset: float) -> str:
        left, bottom = box.left + inset, self._height - box.bottom + inset
        width, height = box.right - box.left - 2 * inset, box.bottom - box.top - 2 * inset
        return f"{_n(left)} {_n(bottom)} {_n(max(width, 0.0))} {_n(max(height, 0.0))} re"

    def _text(self, words: Sequence[KeptGlyphs | DrawnBox]) -> Iterator[str]:
        if not words:
            return
        yield "BT"
        for word in words:
            if isinstance(word, DrawnBox):
                x, y = word.text_start
                codes = (word.text + " ").encode("cp1252").hex().upper()
                yield f"0 Tr 0 g /H {_n(word.size)} Tf 1 0 0 1 {_n(x)} {_n(self._height - y)} Tm <{codes}> Tj"
            else:
                yield from self._word(word)
        yield "ET"

    def _word(self, word: KeptGlyphs) -> Iterator[str]:
        lines = [list(same) for _, same in groupby(word.glyphs, key=lambda g: g.style)]
        runs = [run for line in lines for run in _level_runs(line)]
        for k, run in enumerate(runs):
            yield from self._run(run, word.dx, word.dy, blank=k == len(runs) - 1)

    def _run(self, run: Sequence[Glyph], dx: float, dy: float, *, blank: bool) -> Iterator[str]:
        """Glyphs of one look on one line, with a blank behind them that parts words for readers."""
        first, look = run[0], run[0].style
        a, b, c, d = look.linear
        size = (c * c + d * d) ** 0.5
        yield f"{look.mode} Tr {_colour(look.fill)}"
        if look.mode and look.stroke:
            yield f"{_colour(look.line)} {_n(look.stroke.width)} w 0 J 0 j 10 M [] 0 d"
        matrix = " ".join(_n(v / size, 5) for v in (a, b, c, d))
        x, y = first.x - self._x + dx, first.y - self._y + dy
        at = 0
        parts = ["<"]
        for g in run:
            along = round(_along(first, g) * 1000)
            if along != at:
                parts.append(f"> {at - along} <")
                at = along
            parts.append(f"{self._code_of(g.outline, g.text):04X}")
            at += g.outline.width
        if blank:
            parts.append(f"{self._code_of(BLANK_GLYPH, ' '):04X}")
        shown = "".join([*parts, ">"])
        yield f"/K {_n(size)} Tf {matrix} {_n(x)} {_n(y)} Tm [{shown}] TJ"


def _along(first: Glyph, other: Glyph) -> float:
    """How far a glyph stands behind another on its line, in shares of the font size."""
    a, b, _, _ = first.style.linear
    return ((other.x - first.x) * a + (other.y - first.y) * b) / (a * a + b * b)


def _level_runs(line: Iterable[Glyph]) -> Iterator[list[Glyph]]:
    """Glyphs of one look, those on one line together."""
    run: list[Glyph] = []
    for g in line:
        if run:
            a, b, c, d = g.style.linear
            off = ((g.y - run[0].y) * a - (g.x - run[0].x) * b) / (a * d - b * c)
            if abs(off) > _LEVEL:
                yield run
                run = []
        run.append(g)
    if run:
        yield run


def _colour(colour: Colour) -> str:
    operator, values = colour
    return " ".join([*(_n(min(max(v, 0.0), 1.0)) for v in values), operator])


def _n(value: float, decimals: int = 3) -> str:
    """A number as PDF writes it: no exponent, no needless zeros."""
    shown = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if shown in ("-0", "") else shown
