"""Which way up a page stands: quarter turns by its ink and its lines, upside down by reading both ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chartveil.ocr.model import OcrEngine, OcrLine
from chartveil.ocr.skew import best_angle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.model import Picture

TALL_RATIO = 1.5
"""A line is tall if it is so many times as high as wide."""
SAMPLE_LINES = 10
"""Longest lines by which it is told whether a page stands on its head."""

_SIDEWAYS = 4.0
"""Letters gather on levels of the turned page by so much more than by chance, ..."""
_RATHER = 2.0
"""... and by so much more than on those of the page as it is."""
_TALL_SHARE = 0.5
_UPRIGHT = 0.72
"""Mean confidence from which lines stand upright. Upright ones were read with 0.8 and more, those on their
head with 0.45 and less, over letters, forms, tables and columns, clean, scanned and as a fax."""
_BETTER = 0.1
"""By so much better is a page read the other way, or it stays as it is."""
_MARGIN = 12


def turned_by_quarters(picture: Picture, quarters: int) -> Picture:
    """Turned clockwise by so many quarters; the same picture, not a copy, if there are none."""
    import numpy as np

    return np.ascontiguousarray(np.rot90(picture, -quarters)) if quarters % 4 else picture


def lies_on_its_side(upright: NDArray[np.float64], aside: NDArray[np.float64]) -> bool:
    """Whether a page lies on its side, by where letters stand on it (:func:`chartveil.ocr.skew.feet`).

    Args:
        upright: points of the page as it is.
        aside: points of the page turned by a quarter.
    """
    _, sure_upright = best_angle(upright)
    _, sure_aside = best_angle(aside)
    return sure_aside >= _SIDEWAYS and sure_aside >= _RATHER * sure_upright


def is_vertical(line: OcrLine) -> bool:
    """Whether a line runs up or down."""
    return line.place.height > TALL_RATIO * line.place.width


def are_lines_vertical(lines: Sequence[OcrLine]) -> bool:
    """Whether most of the length of all lines runs up or down, so that the page lies on its side."""
    tall = sum(line.place.height for line in lines if is_vertical(line))
    wide = sum(line.place.width for line in lines if not is_vertical(line))
    return tall > 0 and tall >= _TALL_SHARE * (tall + wide)


def longest_lines(lines: Sequence[OcrLine]) -> list[OcrLine]:
    """The lines by which it is told whether a page stands on its head, from the longest."""
    level = [line for line in lines if not is_vertical(line)]
    return sorted(level, key=lambda n: (-n.place.width, n.place.top, n.place.left))[:SAMPLE_LINES]


def mean_confidence(lines: Sequence[OcrLine]) -> float:
    """Mean over the characters of lines; 0 where nothing was read."""
    words = [w for line in lines for w in line.words]
    letters = sum(len(w.text) for w in words)
    return sum(w.confidence * len(w.text) for w in words) / letters if letters else 0.0


def is_upside_down(picture: Picture, lines: Sequence[OcrLine], engine: OcrEngine, dpi: float = 0.0) -> bool:
    """Whether a page is read much better upside down.

    Pages whose longest lines were read well cost nothing more. For others those lines alone are read again,
    the other way up.

    Args:
        picture: that the lines were read from.
        lines: of it.
        engine: that read them.
        dpi: of the picture; 0 if it is not known.
    """
    sample = longest_lines(lines)
    sure = mean_confidence(sample)
    if not sample or sure >= _UPRIGHT:
        return False
    other = engine.read(turned_by_quarters(stacked_lines(picture, sample), 2), dpi)
    return mean_confidence(other) > sure + _BETTER


def stacked_lines(picture: Picture, lines: Sequence[OcrLine]) -> Picture:
    """The lines cut out of their page and set one below the other."""
    import numpy as np

    pieces = []
    for line in lines:
        place = line.place
        top, left = max(0, int(place.top) - 2), max(0, int(place.left) - 2)
        pieces.append(picture[top : int(place.bottom) + 3, left : int(place.right) + 3])
    width = max(piece.shape[1] for piece in pieces) + 2 * _MARGIN
    height = sum(piece.shape[0] + _MARGIN for piece in pieces) + _MARGIN
    paper = np.median(picture[::8, ::8].reshape(-1, *picture.shape[2:]), axis=0)
    out = np.empty((height, width, *picture.shape[2:]), np.uint8)
    out[:] = paper.astype(np.uint8)
    y = _MARGIN
    for piece in pieces:
        out[y : y + piece.shape[0], _MARGIN : _MARGIN + piece.shape[1]] = piece
        y += piece.shape[0] + _MARGIN
    return out
