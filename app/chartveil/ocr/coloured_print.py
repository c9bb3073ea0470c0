"""Print that differs from its ground in colour and not in brightness, as red on green: it is read a second
time in the one of the three colours that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chartveil.ocr.engine_interface import OcrEngine, OcrLine
from chartveil.ocr.ink_shapes import find_shapes
from chartveil.ocr.second_reading import merge_readings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture

_COLOUR, _BRIGHTNESS = 40, 24
"""Steps of 256 from one pixel to the second next from which a colour changes, and below which the brightness
does not."""
_HEIGHTS = (8, 200)
"""Heights of a letter, in pixels."""
_LETTERS = 5
"""Pieces of the size of letters from which there may be print."""


def with_coloured_words(
    engine: OcrEngine, picture: Picture, dpi: float, lines: Sequence[OcrLine]
) -> list[OcrLine]:
    """The lines of a page with those that only a colour shows.

    Args:
        engine: reads them.
        picture: of the page.
        dpi: its resolution.
        lines: that were read on it.

    Raises:
        StageError: if the engine fails.
    """
    found = list(lines)
    colour = _telling_colour(picture)
    if colour is None:
        return found
    return merge_readings(found, engine.read(colour, dpi))


def _telling_colour(picture: Picture) -> Picture | None:
    """The colour of a picture that shows most of what its brightness hides; None where that is no print."""
    import numpy as np

    from chartveil.ocr.preprocessing import to_grey

    if picture.ndim == 2:
        return None
    steady = _changes(to_grey(picture)) < _BRIGHTNESS
    shown = [(_changes(picture[:, :, n]) >= _COLOUR) & steady for n in range(picture.shape[2])]
    counts = [int(np.count_nonzero(s)) for s in shown]
    best = int(np.argmax(counts))
    if not counts[best]:
        return None
    heights = find_shapes(shown[best]).heights
    low, high = _HEIGHTS
    if np.count_nonzero((heights >= low) & (heights <= high)) < _LETTERS:
        return None
    return np.ascontiguousarray(picture[:, :, best])


def _changes(values: Picture) -> NDArray[np.uint8]:
    """By how much each pixel differs from those around it."""
    import cv2
    import numpy as np

    near = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(values, cv2.MORPH_GRADIENT, near), np.uint8)
