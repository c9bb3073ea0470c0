"""Splits a picture of two pages: an open book, or two sheets side by side on the glass."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartveil.ocr.preprocessing import Mask

_WIDE = 1.15
"""A spread is so many times as wide as high, at least."""
_MIDDLE = (0.42, 0.58)
"""Range of the gutter, in shares of the width."""
_GUTTER = 0.025
"""How wide it is, at least."""
_SPECKS = 0.004
"""Share of a column's pixels that may be ink in an empty gutter."""
_FOLD = 0.7
_LONG = 0.45
"""A line of a page of its own is as long as this share of the page."""
_LONG_LINES = 3
_SIZE = 700
"""Pixels of the width of what is looked at."""


def find_gutter(mask: Mask) -> int | None:
    """The column at which the left page ends, in pixels from the left; None if the picture is one page.

    A spread is broad, its middle is empty from top to bottom, and both sides hold lines that fill a page.
    A broad table with an empty middle has short cells, and is one page.
    """
    import cv2
    import numpy as np

    rows, columns = mask.shape
    if columns < _WIDE * rows or columns < 200:
        return None
    ratio = min(1.0, _SIZE / columns)
    size = (max(1, round(columns * ratio)), max(1, round(rows * ratio)))
    shares = np.asarray(cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)
    filled = shares.mean(axis=0)
    # A fold or an edge of the paper may run down the middle as a line.
    empty = (filled < _SPECKS) | (filled > _FOLD)
    first, last = (round(share * size[0]) for share in _MIDDLE)
    start, stop = _longest_run(empty[first:last])
    if stop - start < _GUTTER * size[0]:
        return None
    middle = first + (start + stop) // 2
    left, right = shares[:, :middle], shares[:, middle:]
    if min(_long_lines(left), _long_lines(right)) < _LONG_LINES:
        return None
    return int(middle / ratio + 0.5)


def _longest_run(flags: object) -> tuple[int, int]:
    """The longest run that is true, as [start, stop); (0, 0) if there is none."""
    import numpy as np

    steps = np.diff(np.concatenate(([0], np.asarray(flags, np.int8), [0])))
    starts, stops = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    if not len(starts):
        return 0, 0
    n = int(np.argmax(stops - starts))
    return int(starts[n]), int(stops[n])


def _long_lines(half: object) -> int:
    """How many lines of text fill most of a page: letters smeared over the blanks between words."""
    import cv2
    import numpy as np

    shares = np.asarray(half, np.float32)
    rows, columns = shares.shape
    smear = cv2.getStructuringElement(cv2.MORPH_RECT, (max(3, columns // 25), 1))
    joined = cv2.morphologyEx((shares > 0.15).astype(np.uint8), cv2.MORPH_CLOSE, smear)
    _, _, found, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    width, height, area = (found[1:, n] for n in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
    lines = (
        (width >= _LONG * columns) & (height >= 3) & (height <= rows / 12) & (area >= 0.35 * width * height)
    )
    return int(lines.sum())
