"""Burns boxes into the picture of a page: what lay below them is gone, in every style.

A box is black, or white in a thin black frame with the kind of identifier or what takes its place. What is
written in a box is as large as fits; what does not fit, or has characters that the font lacks, gives way to
the kind, and the kind to black. So a box is told from blank paper by more than a colour.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.domain.labels import Label
from chartveil.formats.pages.page_picture import is_black_and_white
from chartveil.ocr.engine_interface import Picture
from chartveil.ocr.options import BoxStyle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SMALLEST = 4.0
"""Size in points below which nobody reads a word."""
_LARGEST = 400
"""Pixels of the largest letters."""
_FRAME = 0.5
"""Width of the frame in points; at least one pixel."""
_ALIKE = str.maketrans({"‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "\u00a0": " ", "ʼ": "’"})
_MARKS: dict[str, tuple[tuple[float, float], ...]] = {
    "\u0300": ((-0.12, 0.16), (0.06, 0.0)),
    "\u0301": ((0.12, 0.16), (-0.06, 0.0)),
    "\u0302": ((-0.14, 0.0), (0.0, 0.14), (0.14, 0.0)),
    "\u0303": ((-0.16, 0.03), (-0.06, 0.1), (0.06, 0.04), (0.16, 0.11)),
    "\u0304": ((-0.14, 0.06), (0.14, 0.06)),
    "\u0306": ((-0.14, 0.14), (0.0, 0.02), (0.14, 0.14)),
    "\u0307": ((-0.04, 0.06), (0.04, 0.06)),
    "\u0308": ((-0.17, 0.07), (-0.09, 0.07), (0.09, 0.07), (0.17, 0.07)),
    "\u030a": ((-0.09, 0.08), (0.0, 0.16), (0.09, 0.08), (0.0, 0.0), (-0.09, 0.08)),
    "\u030b": ((-0.16, 0.0), (-0.06, 0.16), (0.06, 0.0), (0.16, 0.16)),
    "\u030c": ((-0.14, 0.14), (0.0, 0.0), (0.14, 0.14)),
    "\u0326": ((0.04, -0.06), (-0.03, -0.2)),
    "\u0327": ((0.0, 0.0), (0.05, -0.1), (-0.08, -0.18)),
    "\u0328": ((0.05, 0.0), (0.0, -0.1), (0.1, -0.18)),
}
"""How marks are drawn, as the font has no letters with them: lines over the middle of a letter, or under it,
in shares of the size."""
_BELOW = frozenset("\u0326\u0327\u0328")
_PARTED = frozenset("\u0308\u030b")
"""Marks of two lines that do not touch."""
_LETTERS = {
    "ß": "ss",
    "ø": "o",
    "Ø": "O",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ł": "l",
    "Ł": "L",
    "ı": "i",
    "đ": "d",
}
_ABSENT = "\U0010fffd"
"""A character that no font has, to learn what is drawn for those that are missing."""


@dataclass(frozen=True, slots=True)
class RedactionBox:
    """A box to burn into a page.

    Attributes:
        rect: in points of the page; all of it is covered.
        label: kind of the identifier; None where nothing but black is to be shown.
        text: what takes the identifier's place; may be empty.
    """

    rect: Rect
    label: Label | None
    text: str = ""


def burn_boxes(picture: Picture, dpi: float, covers: Sequence[RedactionBox], style: BoxStyle) -> Picture:
    """A copy of the picture with the boxes in it. A picture in black and white stays so.

    Args:
        picture: of a page.
        dpi: of the picture.
        covers: later ones lie over earlier ones; parts outside the page are passed over.
        style: what boxes show.
    """
    covered = picture.copy()
    crisp = is_black_and_white(picture)
    height, width = picture.shape[:2]
    for item in covers:
        left, top, right, bottom = _pixels(item.rect.scaled(dpi / POINTS_PER_INCH))
        box = covered[max(top, 0) : max(min(bottom, height), 0), max(left, 0) : max(min(right, width), 0)]
        if box.size:
            shown = _shown(item, box.shape[1], box.shape[0], dpi, style, crisp=crisp)
            box[...] = 0 if shown is None else shown if box.ndim == 2 else shown[:, :, None]
    return covered


def _pixels(rect: Rect) -> tuple[int, int, int, int]:
    """The smallest box of whole pixels that holds a rectangle; at least one pixel each way."""
    left, top = math.floor(rect.left), math.floor(rect.top)
    right, bottom = math.ceil(rect.right), math.ceil(rect.bottom)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def label_in_box(label: Label) -> str:
    """What a box says of its kind."""
    return label.value.removesuffix("_OTHER")


def _shown(
    item: RedactionBox, width: int, height: int, dpi: float, style: BoxStyle, *, crisp: bool
) -> NDArray[np.uint8] | None:
    """What a box of this many pixels shows; None for nothing but black."""
    if style is BoxStyle.BLACK or item.label is None:
        return None
    texts = [label_in_box(item.label)]
    if style is BoxStyle.SURROGATE:
        texts.insert(0, item.text)
    frame = max(1, round(_FRAME * dpi / POINTS_PER_INCH))
    for text in texts:
        shown = _written(
            " ".join(text.split()), width, height, frame, _SMALLEST * dpi / POINTS_PER_INCH, crisp
        )
        if shown is not None:
            return shown
    return None


def _written(
    text: str, width: int, height: int, frame: int, smallest: float, crisp: bool
) -> NDArray[np.uint8] | None:
    """A white box in a frame with a text in it; None if it does not fit or cannot be drawn."""
    import numpy as np
    from PIL import Image, ImageDraw

    room = width - 4 * frame, height - 2 * frame
    if min(room) < 1:
        return None
    image = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1" if crisp else "L"
    letters = _letters(text)
    if letters is None:
        return None
    if letters:
        size = _fitting(letters, room)
        if size < smallest:
            return None
        _write(draw, letters, size, width, height)
    draw.rectangle((0, 0, width - 1, height - 1), outline=0, width=frame)
    return np.asarray(image)


def _letters(text: str) -> list[tuple[str, str]] | None:
    """Each letter of a text with the marks that belong to it; None if one cannot be drawn."""
    found: list[tuple[str, str]] = []
    plain = "".join(_LETTERS.get(c, c) for c in text.translate(_ALIKE))
    for char in unicodedata.normalize("NFD", plain):
        if char in _MARKS and found:
            found[-1] = (found[-1][0], found[-1][1] + char)
        elif char == " " or _is_drawn(char):
            found.append((char, ""))
        else:
            return None
    return found


def _fitting(letters: Sequence[tuple[str, str]], room: tuple[int, int]) -> int:
    """The largest size in pixels at which the text fits into a room; below 1 for none."""
    text = "".join(c for c, _ in letters)
    # The letters of the font stand 0.7 of the size over their line and 0.2 under it, marks 0.2 higher.
    size = min(int(room[1] * (0.85 if any(marks for _, marks in letters) else 0.95)), _LARGEST)
    while size >= 1 and _font(size).getlength(text) > room[0]:
        size = min(size - 1, int(size * room[0] / _font(size).getlength(text)))
    return size


def _write(draw: Any, letters: Sequence[tuple[str, str]], size: int, width: int, height: int) -> None:
    """Writes a text into the middle of a box, and the marks on its letters."""
    font = _font(size)
    text = "".join(c for c, _ in letters)
    x = (width - font.getlength(text)) / 2
    base = height / 2 + (0.38 if any(marks for _, marks in letters) else 0.33) * size
    draw.text((x, base), text, fill=0, font=font, anchor="ls")
    for k, (char, marks) in enumerate(letters):
        if marks:
            top = font.getbbox(char, anchor="ls")[1]
            middle = x + font.getlength(text[:k]) + font.getlength(char) / 2
            for mark in marks:
                level = base if mark in _BELOW else base + top - 0.05 * size
                _write_mark(draw, mark, middle, level, size)


def _write_mark(draw: Any, mark: str, middle: float, level: float, size: int) -> None:
    """Draws a mark whose lowest or highest point lies at a level."""
    points = [(middle + x * size, level - y * size) for x, y in _MARKS[mark]]
    strokes = [points[:2], points[2:]] if mark in _PARTED else [points]
    for stroke in strokes:
        draw.line(stroke, fill=0, width=max(1, round(size / (12 if mark != "\u0308" else 9))))


@lru_cache(maxsize=64)
def _font(size: int) -> Any:
    """The font that Pillow holds, in a size in pixels. Letters of other alphabets are not in it."""
    from PIL import ImageFont

    return ImageFont.load_default(size)


@lru_cache(maxsize=4096)
def _is_drawn(char: str) -> bool:
    """Whether the font has a character."""
    font = _font(24)
    mask, absent = font.getmask(char), font.getmask(_ABSENT)
    return mask.getbbox() is not None and (mask.size, bytes(mask)) != (absent.size, bytes(absent))
