"""Boxes of pages that are kept as vectors: drawn over what is gone, with real text in them."""

from __future__ import annotations

from dataclasses import dataclass

from chartveil.formats.cover import RedactionBox, label_in_box
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
