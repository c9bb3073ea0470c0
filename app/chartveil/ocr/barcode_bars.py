"""Finds rows of bars, upright or lying, by their edges: barcodes, also such whose bars are too thin to be
told apart on the mask of the page, and such that a program drew as rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture

_EDGE = 40
"""Steps of 256 between a bar and a gap, at least."""
_HEIGHT, _BARS, _APART = 16, 12, 14
"""Pixels that a bar is high, bars of a row, both at least, and pixels between two of them, at most."""
_LONG = 3.0
"""How many times as long as the gaps between bars a row is, at least."""
_WIDTHS, _FAR_WIDTHS = 1.4, 1.8
"""How many times as wide as the narrow ones the widest bars and gaps are; the second where all bars have one
distance, as lines of graph paper have."""
_ALIKE = 0.93
"""Share of a row that is the same at a quarter, half and three quarters of its height: letters differ."""


def rows_of_bars(picture: Picture) -> list[Rect]:
    """The rows of bars of unequal widths on a picture, in its pixels.

    Args:
        picture: height x width, or with three colours.
    """
    import cv2
    import numpy as np

    grey = np.ascontiguousarray(picture.min(axis=2) if picture.ndim == 3 else picture)
    found = []
    for shown, lying in ((grey, False), (np.ascontiguousarray(grey.T), True)):
        edges = np.zeros(shown.shape, np.uint8)
        edges[:, :-1] = cv2.absdiff(shown[:, 1:], shown[:, :-1]) >= _EDGE
        runs = cv2.morphologyEx(edges, cv2.MORPH_OPEN, np.ones((_HEIGHT, 1), np.uint8))
        if not runs.any():
            continue
        near = cv2.morphologyEx(runs, cv2.MORPH_CLOSE, np.ones((1, 2 * _APART + 1), np.uint8))
        for left, top, width, height in _places(np.asarray(near, np.uint8)):
            if width >= _LONG * _BARS and _has_bars(shown[top : top + height, left : left + width + 1]):
                right, bottom = left + width + 1, top + height
                found.append(Rect(top, left, bottom, right) if lying else Rect(left, top, right, bottom))
    return found


def _places(mask: Picture) -> list[tuple[int, int, int, int]]:
    """Left, top, width and height of each piece of a mask that hangs together."""
    import cv2

    # The outlines take a tenth of the time of a label for each pixel.
    outlines, nesting = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    places = [
        cv2.boundingRect(outline)
        for outline, (*_, around) in zip(outlines, nesting[0].tolist(), strict=True)
        if around < 0  # else the edge of a hole
    ]
    return sorted(((x, y, w, h) for x, y, w, h in places), key=lambda place: (place[1], place[0]))


def _has_bars(part: Picture) -> bool:
    """Whether a part of a picture shows bars from top to bottom, and is no row of letters."""
    import numpy as np

    lines = part[[part.shape[0] * k // 4 for k in (1, 2, 3)]]
    dark = lines < (int(lines.min()) + int(lines.max())) / 2
    if min(float((dark[1] == other).mean()) for other in dark) < _ALIKE:
        return False
    widths: NDArray[np.int64] = np.diff(np.flatnonzero(dark[1][1:] != dark[1][:-1]))
    if len(widths) < 2 * _BARS:
        return False
    pairs = widths[: len(widths) // 2 * 2].reshape(-1, 2).sum(axis=1)
    bars, gaps, apart = (
        float(np.percentile(w, 97) / np.percentile(w, 15)) for w in (widths[::2], widths[1::2], pairs)
    )
    return min(bars, gaps) >= (_WIDTHS if apart >= _WIDTHS else _FAR_WIDTHS)
