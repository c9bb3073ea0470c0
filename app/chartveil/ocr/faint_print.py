"""Print on scans and photographs that hardly differs from its paper: pale, yellow, faded, a watermark. Its
contrast is stretched where it stands, and it is read; what is still not read is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import RegionKind
from chartveil.ocr.engine_interface import OcrEngine, OcrLine
from chartveil.ocr.identifying_marks import is_toned
from chartveil.ocr.ink_shapes import find_shapes, group_nearby, mask_of_places, rect_around_boxes
from chartveil.ocr.preprocessing import paper_brightness, to_grey
from chartveil.ocr.second_reading import merge_readings
from chartveil.ocr.unread_regions import DOUBTFUL_CONFIDENCE, PictureRegion, widened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture

_LEAST, _NOISES = 3.0, 6.0
"""Steps of 256 from the paper, and standard deviations of its noise, from which there may be print."""
_TILE, _FREE, _BETWEEN = 64, 0.1, 0.3
"""Side in pixels of the parts of a page of which each has noise of its own; share of one that tells it, and
up to which it is what is left between dark lines."""
_NOISIEST = 2.0
"""How much more noise than usual a part can have; twice that between dark lines."""
_INK, _RIM = 30, 15
"""Steps of brightness from which ink is read without help, and pixels around it with shades of their own."""
_DARK = 230.0
"""How dark faint letters are made."""
_HEIGHTS = (8, 120)
"""Heights of a letter, in pixels."""
_STROKE, _SOLID = 21, 0.3
"""Pixels across and down that no stroke of a faint letter fills, and share of a piece in such squares from
which it is a shaded field."""
_PIECES = 5
"""Pieces on a line, at least, that are print."""
_MOST = 12
"""Places that are read one by one; of more all are read at once."""
_GROUND = 48
"""Pixels around a place by which it is told from a picture's grain."""
_AROUND = 24
"""Pixels around a place that are read with it."""


def with_faint_words(
    engine: OcrEngine, picture: Picture, dpi: float, lines: Sequence[OcrLine]
) -> tuple[list[OcrLine], list[PictureRegion]]:
    """The lines of a page with those of faint print, and the places of faint print that was not read.

    Args:
        engine: reads them.
        picture: of the page.
        dpi: its resolution.
        lines: that were read on it.

    Raises:
        StageError: if the engine fails.
    """
    known = (w for line in lines for w in line.words if w.confidence >= DOUBTFUL_CONFIDENCE)
    away, noise = _faint_ink(picture, [w.place for w in known])
    found, unread = list(lines), list[PictureRegion]()
    for part, (left, top) in _darkened(away, _places(away, noise, to_grey(picture))):
        for line in engine.read(part, dpi):
            words = [replace(w, place=w.place.moved(left, top)) for w in line.words]
            sure = [w for w in words if w.confidence >= DOUBTFUL_CONFIDENCE]
            if sure:
                found = merge_readings(found, [OcrLine(tuple(sure), line.place.moved(left, top))])
            doubtful = [w.place for w in words if w.confidence < DOUBTFUL_CONFIDENCE]
            for own in doubtful if words else [line.place.moved(left, top)]:
                unread.append(PictureRegion(widened(own, 4.0), RegionKind.UNREAD, 0.6))
    return found, unread


def _faint_ink(picture: Picture, words: Sequence[Rect]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """By how much each pixel differs from its paper, in the colour in which it differs most, noise smoothed;
    0 where dark ink is or near it, and in places of words. And the standard deviation of the noise there."""
    import cv2
    import numpy as np

    def differs(values: Picture) -> NDArray[np.float32]:
        away = paper_brightness(values).astype(np.float32) - values
        return np.abs(np.asarray(cv2.GaussianBlur(away, (0, 0), 1.0), np.float32))

    away = dark = differs(to_grey(picture))
    if picture.ndim == 3:
        away = np.max([differs(picture[:, :, n]) for n in range(picture.shape[2])], axis=0)
    strong = cv2.dilate((dark > _INK).astype(np.uint8), np.ones((_RIM, _RIM), np.uint8)) > 0
    taken = strong | mask_of_places(away.shape, words)
    return np.where(taken, np.float32(0.0), away), _noise(away, taken)


def _noise(away: NDArray[np.float32], taken: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The noise of the paper at each pixel: JPEG leaves some beside dark letters and none far from them."""
    import cv2
    import numpy as np

    rows, columns = away.shape
    shown = np.where(taken, np.float32(np.nan), away)[::2, ::2]
    side = _TILE // 2
    added = ((0, -shown.shape[0] % side), (0, -shown.shape[1] % side))
    shown = np.pad(shown, added, constant_values=np.nan)
    down, across = shown.shape[0] // side, shown.shape[1] // side
    tiles = np.sort(shown.reshape(down, side, across, side).swapaxes(1, 2).reshape(down * across, -1))
    counts = np.count_nonzero(~np.isnan(tiles), axis=1)
    # A quarter of normal noise is within .3186 of its deviation; all else may be letters.
    noise = tiles[np.arange(len(tiles)), counts // 4] / 0.3186
    tells = counts >= _FREE * side * side
    usual = float(np.median(noise[tells])) if tells.any() else 0.0
    noise[~tells] = usual
    most = np.where(counts < _BETWEEN * side * side, 2 * _NOISIEST, _NOISIEST) * usual
    told = np.minimum(noise, most).reshape(down, across)
    large = cv2.resize(told, (across * _TILE, down * _TILE))
    return np.asarray(large[:rows, :columns], np.float32)


def _places(away: NDArray[np.float32], noise: NDArray[np.float32], brightness: Picture) -> list[Rect]:
    """Where lines of faint letters stand, from the top. Shaded rows of a table are none."""
    import cv2
    import numpy as np

    faint = away > np.maximum(_LEAST, _NOISES * noise)
    shapes = find_shapes(faint)
    low, high = _HEIGHTS
    letters = (shapes.heights >= low) & (shapes.heights <= high) & (shapes.widths <= 3 * high)
    squares = cv2.morphologyEx(faint.astype(np.uint8), cv2.MORPH_OPEN, np.ones((_STROKE, _STROKE), np.uint8))
    solid = np.bincount(shapes.labels[squares > 0], minlength=len(shapes.areas) + 1)[1:]
    letters &= solid < _SOLID * shapes.areas
    boxes = shapes.boxes[letters]
    if not len(boxes):
        return []
    letter = float(np.median(boxes[:, 3] - boxes[:, 1]))
    groups = [g for g in group_nearby(boxes, away.shape, 2.0 * letter, 0.4 * letter) if len(g) >= _PIECES]
    places = [p for p in (rect_around_boxes(boxes[g]) for g in groups) if p.width > p.height]
    found = [p for p in places if not is_toned(brightness, p.grown(_GROUND, _GROUND))]
    return sorted(found, key=lambda p: (p.top, p.left))


def _darkened(away: NDArray[np.float32], places: Sequence[Rect]) -> Iterator[tuple[Picture, tuple[int, int]]]:
    """The places of faint print to be read, dark on white, and where each picture's corner is on the page:
    one by one, or many on one sheet."""
    import numpy as np

    together = np.full(away.shape, 255, np.uint8) if len(places) > _MOST else None
    whole = Rect(0.0, 0.0, float(away.shape[1]), float(away.shape[0]))
    for place in places:
        around = place.grown(_AROUND, _AROUND).intersection(whole) or place
        left, top = int(around.left), int(around.top)
        rows, columns = slice(top, int(around.bottom)), slice(left, int(around.right))
        part = _stretched(away[rows, columns])
        if together is None:
            yield part, (left, top)
        else:
            together[rows, columns] = np.minimum(together[rows, columns], part)
    if together is not None:
        yield together, (0, 0)


def _stretched(away: NDArray[np.float32]) -> Picture:
    """Dark letters on white."""
    import numpy as np

    most = max(float(np.percentile(away, 99.0)), 1.0)
    return np.asarray(255.0 - (away * (_DARK / most)).clip(0, _DARK), np.uint8)
