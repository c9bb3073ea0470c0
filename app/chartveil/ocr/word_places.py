"""Makes the places of words cover their ink to the last stroke."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect
from chartveil.ocr.ink_shapes import covered_share, mask_of_places

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.unread_regions import PageInk

_MOST_X, _MOST_Y = 0.6, 0.45
"""Most that a place grows to a side, in its heights: letters may touch a rule or the next line."""
_NEAR = 0.3
"""A letter that stands so near a word, in its heights, and touches no word is part of it."""
_POINT = 0.35
"""Points, commas and dashes are smaller than this, in heights of their word."""
_TALL, _THIN = 1.4, 0.2
"""An upright stroke so much higher than the place of its word, and in heights of it no wider, is a rule."""
_EDGE = 1.0
"""Pixels of the ink's mask around a letter: what is paler than ink at its edge."""


def grown_over_ink(page: PageInk, places: Sequence[Rect], shape: tuple[int, ...]) -> list[Rect]:
    """The places, grown over letters that they cut or just miss, and kept on the page.

    Args:
        page: its ink.
        places: of words, in pixels of the page.
        shape: height and width of the page.
    """
    import numpy as np

    if not places:
        return []
    boxes = np.array([(p.left, p.top, p.right, p.bottom) for p in places], np.float64) / page.step
    heights = boxes[:, 3] - boxes[:, 1]
    grown = boxes.copy()
    for n in _cut_or_near(page, places):
        letter = page.shapes.boxes[n].astype(np.float64)
        word = _word_of(letter, boxes, heights)
        if word is not None:
            grown[word, :2] = np.minimum(grown[word, :2], letter[:2] - _EDGE)
            grown[word, 2:] = np.maximum(grown[word, 2:], letter[2:] + _EDGE)
    room = np.stack((heights * _MOST_X, heights * _MOST_Y), axis=1)
    grown[:, :2] = np.maximum(grown[:, :2], boxes[:, :2] - room)
    grown[:, 2:] = np.minimum(grown[:, 2:], boxes[:, 2:] + room)
    grown *= page.step
    grown[:, 0::2] = grown[:, 0::2].clip(0, shape[1])
    grown[:, 1::2] = grown[:, 1::2].clip(0, shape[0])
    return [Rect(*(float(v) for v in row)) for row in grown]


def _cut_or_near(page: PageInk, places: Sequence[Rect]) -> NDArray[np.int64]:
    """Pieces of ink of a letter's size that the places do not cover whole."""
    import numpy as np

    # Painting rounds outwards; what is only just covered is not.
    covered = mask_of_places(page.mask.shape, [page.to_mask(p).grown(-1.0, -1.0) for p in places])
    share = covered_share(page.shapes, covered)
    size = (page.shapes.heights <= 4 * page.letter_height) & (page.shapes.widths <= 14 * page.letter_height)
    return np.flatnonzero((share < 1.0) & size)


def _word_of(
    letter: NDArray[np.float64], boxes: NDArray[np.float64], heights: NDArray[np.float64]
) -> int | None:
    """The word that a letter overlaps most, or else the one it stands next to on its line."""
    import numpy as np

    across = np.minimum(boxes[:, 2], letter[2]) - np.maximum(boxes[:, 0], letter[0])
    down = np.minimum(boxes[:, 3], letter[3]) - np.maximum(boxes[:, 1], letter[1])
    shared = np.where((across > 0) & (down > 0), across * down, 0.0)
    best = int(np.argmax(shared))
    wide, tall = letter[2] - letter[0], letter[3] - letter[1]
    size = wide * tall
    if wide <= _THIN * heights[best] and tall >= _TALL * heights[best]:
        return None
    # A stroke that mostly lies elsewhere, such as a signature over a name, is not the word's; a point is.
    if shared[best] > 0:
        tiny = max(wide, tall) < _POINT * heights[best]
        return best if tiny or shared[best] >= 0.25 * size else None
    middle = (letter[1] + letter[3]) / 2
    level = down >= 0.6 * np.minimum(letter[3] - letter[1], heights)
    level |= (middle > boxes[:, 1] - _POINT / 2 * heights) & (middle < boxes[:, 3] + _POINT / 2 * heights)
    gap = np.where(level, -across, np.inf)
    near = int(np.argmin(gap))
    return near if gap[near] <= _NEAR * heights[near] else None
