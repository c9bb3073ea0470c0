"""Reads words that are burnt into a picture with tones: light or dark letters on a changing ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import OcrEngine, OcrLine, OcrWord
from chartveil.ocr.identifying_marks import is_toned
from chartveil.ocr.ink_shapes import covered_share, find_shapes, mask_of_places
from chartveil.ocr.second_reading import SECOND_READING_CONFIDENCE, merge_readings
from chartveil.ocr.unread_regions import DOUBTFUL_CONFIDENCE

if TYPE_CHECKING:
    from chartveil.ocr.engine_interface import Picture

_TILE = 400
"""Pixels of the tiles by which a page is looked at for tones."""
_STROKE = 15
"""Strokes of letters are thinner than so many pixels."""
_STANDS_OUT = 60
"""Steps of 256 by which such letters stand out from their ground."""
_LETTERS = (6, 500)
"""Pieces of a letter's size that may be words: fewer are specks, more are a picture's own grain."""
_HEIGHTS = (9, 90)
"""Heights of a letter, in pixels."""
_AROUND = 20


def with_burnt_in_words(
    engine: OcrEngine, brightness: Picture, dpi: float, lines: Sequence[OcrLine]
) -> list[OcrLine]:
    """The lines of a page, and those that stand in its pictures and only show once the tones behind them are
    taken away.

    Args:
        engine: reads them.
        brightness: of the page, height x width.
        dpi: its resolution.
        lines: that were read on it.

    Raises:
        StageError: if the engine fails.
    """
    import cv2
    import numpy as np

    place = _toned_part(brightness)
    if place is None:
        return list(lines)
    left, top, right, bottom = (int(v) for v in (place.left, place.top, place.right, place.bottom))
    part = brightness[top:bottom, left:right]
    window = cv2.getStructuringElement(cv2.MORPH_RECT, (_STROKE, _STROKE))
    found = list(lines)
    for way in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT):
        letters = np.asarray(cv2.morphologyEx(part, way, window), np.uint8)
        known = [
            Rect(p.left - left, p.top - top, p.right - left, p.bottom - top)
            for p in (w.place for line in found for w in line.words if w.confidence >= DOUBTFUL_CONFIDENCE)
        ]
        if not _may_be_words(letters, known):
            continue
        dark = 255 - np.minimum(letters.astype(np.int16) * 2, 255).astype(np.uint8)
        read = [_moved(line, left, top) for line in engine.read(dark, dpi)]
        sure = [line for line in map(_of_sure_words, read) if line.words]
        found = merge_readings(_without_doubted(found, sure), sure)
    return found


def _without_doubted(lines: Sequence[OcrLine], better: Sequence[OcrLine]) -> list[OcrLine]:
    """The lines without the doubtful words that a sure reading stands in the place of."""
    places = [w.place for line in better for w in line.words]

    def stays(word: OcrWord) -> bool:
        shared = sum(word.place.shared_area(place) for place in places)
        return word.confidence >= SECOND_READING_CONFIDENCE or shared < 0.5 * word.place.area

    kept = (OcrLine(tuple(filter(stays, line.words)), line.place) for line in lines)
    return [line for line, old in zip(kept, lines, strict=True) if line.words or not old.words]


def _toned_part(brightness: Picture) -> Rect | None:
    """Around the tiles of a page that have tones; None where none has."""
    rows, columns = brightness.shape
    found: Rect | None = None
    for top in range(0, rows, _TILE):
        for left in range(0, columns, _TILE):
            tile = Rect(float(left), float(top), min(left + _TILE, columns), min(top + _TILE, rows))
            if is_toned(brightness, tile):
                found = tile if found is None else found.union(tile)
    return found.grown(_AROUND, _AROUND).intersection(Rect(0.0, 0.0, columns, rows)) if found else None


def _may_be_words(letters: Picture, known: Sequence[Rect]) -> bool:
    """Whether what stands out, and stands in no word that was read, are a few pieces of a letter's size."""
    shapes = find_shapes(letters > _STANDS_OUT)
    read = covered_share(shapes, mask_of_places(letters.shape, known)) > 0.5
    low, high = _HEIGHTS
    least, most = _LETTERS
    return least <= int(((shapes.heights >= low) & (shapes.heights <= high) & ~read).sum()) <= most


def _moved(line: OcrLine, left: int, top: int) -> OcrLine:
    def move(place: Rect) -> Rect:
        return Rect(place.left + left, place.top + top, place.right + left, place.bottom + top)

    words = tuple(OcrWord(w.text, move(w.place), w.confidence) for w in line.words)
    return OcrLine(words, move(line.place))


def _of_sure_words(line: OcrLine) -> OcrLine:
    """Without the words that grain was taken for."""
    return OcrLine(tuple(w for w in line.words if w.confidence >= SECOND_READING_CONFIDENCE), line.place)
