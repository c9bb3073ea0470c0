"""Finds the orientation of a page, and turns it upright and level.

Its skew is measured by where letters stand, quarter turns by its ink and its lines, and whether it stands on
its head by reading some lines both ways.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartveil.ocr.engine_interface import OcrEngine, OcrLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture
    from chartveil.ocr.preprocessing import Mask


MAX_SKEW = 30.0
"""Degrees up to which a page's lines are sought."""
_USUAL_SKEW, _SURE_BEYOND = 10.0, 4.0
"""Degrees up to which scans and photographs lie askew as a rule, and the factor by which a larger angle must
stand out: that of lines did by 19 and more, chance by 4 and less."""
MIN_SKEW = 0.2
"""Degrees up to which a page counts as level and is left as it is."""

_SIZE = 850
"""Pixels of the shorter side of the ink that is measured."""
_COARSE = 0.5
_FINE = 0.1
_FEW = 40
"""Fewer feet of letters than this tell nothing."""
_FEW_LETTERS = 20
_SURE = 1.25
"""The best angle stands out from the middling one by this factor, or the page has no lines."""
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
"""Confidence by which a page must be read better the other way before it is turned."""
_MARGIN = 12


@dataclass(frozen=True, slots=True)
class LetterFeet:
    """The lower ends of the letters on a page, by which its angle is measured.

    Attributes:
        points: x and y of the lower edges of small things, n x 2, in pixels of a smaller page.
        letter_height: median height of what may be letters, in pixels of the page; None if there are too few.
    """

    points: NDArray[np.float64]
    letter_height: float | None


def find_letter_feet(mask: Mask) -> LetterFeet:
    """The lower ends of the letters in the ink of a page.

    Tables' lines, frames, pictures and the dark border of a scan are left out: they may lean otherwise.
    """
    import cv2
    import numpy as np

    rows, columns = mask.shape
    ratio = min(1.0, _SIZE / max(1, min(rows, columns)))
    small = mask.astype(np.uint8) * 255
    if ratio < 1.0:
        size = (max(1, round(columns * ratio)), max(1, round(rows * ratio)))
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    bits = (small > 100).astype(np.uint8)
    _, labels, found, _ = cv2.connectedComponentsWithStats(bits, connectivity=8)
    width, height, area = (found[:, n] for n in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
    keep = (np.maximum(width, height) <= 60) & (np.maximum(width, height) >= 4) & (area >= 6)
    keep[0] = False
    letters = keep[labels]
    edge = letters[:-1] & ~letters[1:]
    y, x = np.nonzero(edge)
    tall = height[keep & (width <= 4 * height) & (width * 8 >= height)]
    letter = float(np.median(tall)) / ratio if len(tall) >= _FEW_LETTERS else None
    return LetterFeet(np.stack((x, y), axis=1).astype(np.float64), letter)


def sharpness(points: NDArray[np.float64], degrees: float, bin_height: float = 1.0) -> float:
    """How sharply the points gather on levels after a turn by so many degrees counter-clockwise."""
    import numpy as np

    angle = math.radians(degrees)
    level = points[:, 1] * math.cos(angle) - points[:, 0] * math.sin(angle)
    counts = np.bincount(((level - level.min()) / bin_height).astype(np.int64))
    steps = np.diff(counts.astype(np.float64))
    return float((steps * steps).sum())


def best_angle(points: NDArray[np.float64]) -> tuple[float, float]:
    """Degrees counter-clockwise that make the points gather most, and by what factor they do more than at
    a middling angle; 0 and 0 where there are too few."""
    import numpy as np

    if len(points) < _FEW:
        return 0.0, 0.0
    few = points[:: max(1, len(points) // 6000)]
    steps = round(MAX_SKEW / _COARSE)
    coarse = [n * _COARSE for n in range(-steps, steps + 1)]
    scores = [sharpness(few, a, 2.0) for a in coarse]
    near = coarse[int(np.argmax(scores))]
    middling = float(np.median(scores)) or 1.0
    many = points[:: max(1, len(points) // 40000)]
    around = round(_COARSE / _FINE)
    fine = [round(near + n * _FINE, 1) for n in range(-around, around + 1)]
    best = max(fine, key=lambda a: (sharpness(many, a), -abs(a)))
    return best, max(scores) / middling


def measure_skew(points: NDArray[np.float64]) -> float:
    """Degrees counter-clockwise, to 0.1, that make the lines level; 0 if they are, or nothing can be told."""
    best, prominence = best_angle(points)
    least = _SURE if abs(best) <= _USUAL_SKEW else _SURE_BEYOND
    return best if prominence >= least and MIN_SKEW <= abs(best) <= MAX_SKEW else 0.0


def levelled(picture: Picture, degrees: float, fill: int | None = None) -> Picture:
    """Turned counter-clockwise on a sheet that holds all of it; the corners are filled with its paper, or
    with a brightness. A turn by 0 gives the same picture, not a copy.
    """
    import cv2
    import numpy as np

    if degrees == 0.0:
        return picture
    rows, columns = picture.shape[:2]
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    wide = math.ceil(columns * abs(cosine) + rows * abs(sine) - 1e-9)
    high = math.ceil(rows * abs(cosine) + columns * abs(sine) - 1e-9)
    turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), degrees, 1.0)
    turn[:, 2] += ((wide - columns) / 2, (high - rows) / 2)
    paper = np.median(picture[::8, ::8].reshape(-1, *picture.shape[2:]), axis=0) if fill is None else fill
    border = tuple(float(v) for v in np.atleast_1d(paper))
    return np.asarray(
        cv2.warpAffine(picture, turn, (wide, high), flags=cv2.INTER_LINEAR, borderValue=border), np.uint8
    )


def turned_by_quarters(picture: Picture, quarters: int) -> Picture:
    """Turned clockwise by so many quarters; the same picture, not a copy, if there are none."""
    import numpy as np

    return np.ascontiguousarray(np.rot90(picture, -quarters)) if quarters % 4 else picture


def lies_on_its_side(upright: NDArray[np.float64], aside: NDArray[np.float64]) -> bool:
    """Whether a page lies on its side, by where letters stand on it (:func:`find_letter_feet`).

    Args:
        upright: points of the page as it is.
        aside: points of the page turned by a quarter.
    """
    _, sure_aside = best_angle(aside)
    return sure_aside >= _SIDEWAYS and sure_aside >= _RATHER * best_angle(upright)[1]


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
    confidence = mean_confidence(sample)
    if not sample or confidence >= _UPRIGHT:
        return False
    other = engine.read(turned_by_quarters(stacked_lines(picture, sample), 2), dpi)
    return mean_confidence(other) > confidence + _BETTER


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
