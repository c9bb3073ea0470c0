"""Finds what may be letters on a page from which all that is known was taken: where brightness changes both
along and across, as it does at letters, pictures and pens, and not at rules, frames and fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartveil.domain.geometry import POINTS_PER_INCH, Rect, rect_around
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.ocr.barcode_bars import rows_of_bars
from chartveil.ocr.ink_shapes import group_nearby

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture
    from chartveil.ocr.preprocessing import Mask

    Boxes = NDArray[np.int64]
    """Left, top, right, bottom in pixels, n x 4."""

_STEP = 3
"""Steps of 256 from one pixel to the next that are no noise of drawing: fainter letters cannot be read."""
_FAINT = 64
"""Steps below which letters are shown darker before they are read."""
_DOT = 5
"""Pixels across and down of what is no letter: corners of frames, crossings of rules."""
_DOTS, _DOTS_APART, _CELL = 30, 32.0, 2500.0
"""So many corners, at most so many pixels apart, with so many square pixels to each, are a coarse picture."""
_LEAST = 24
"""Pixels of change in a place, at least: a word of three points has twice as many."""
_THIN = 6
"""Height in pixels of what is no letter: dashed and dotted rules."""
_PLAIN = 3.5
"""Heights of the letters beside it up to which a piece may be a letter without a curve."""
_APART = (14.0, 8.0)
"""Points across and down between pieces that are read together."""
_STRONGER = 3
"""How much more than from one pixel to the next letters may differ from their paper: edges are soft."""
_PAPER = 20
"""Pixels of white around letters that are shown darker."""
_INK = 200.0
"""How dark those are made."""


@dataclass(frozen=True, slots=True)
class InkPlace:
    """A place where letters may stand.

    Attributes:
        rect: in points.
        letter: height of its higher pieces, in pixels.
        contrast: steps of 256 between neighbouring pixels, at most.
        bars: where rows of bars stand in it, as barcodes have them.
    """

    rect: Rect
    letter: float
    contrast: int
    bars: tuple[Rect, ...] = ()

    @property
    def is_faint(self) -> bool:
        """Whether what stands there is so pale that it is to be shown darker before it is read."""
        return self.contrast < _FAINT


def places_like_text(page: PagePicture) -> list[InkPlace]:
    """The places on a page where letters or barcodes may stand, from the top."""
    import cv2
    import numpy as np

    near = np.ones((3, 3), np.uint8)
    corner, across, down = _changes(page.picture)
    both = (across >= _STEP) & (cv2.dilate((down >= _STEP).astype(np.uint8), near) > 0)
    if not both.any():
        return []
    scale = POINTS_PER_INCH / page.dpi
    rows = [r.scaled(scale) for r in rows_of_bars(page.picture)]
    bars = [InkPlace(row, _DOTS_APART, 255, (row,)) for row in rows]
    pieces = cv2.dilate(both.astype(np.uint8), near)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(pieces, connectivity=8)
    own = np.asarray(labels[both], np.int64)
    pixels = np.bincount(own, minlength=count)
    contrast = np.zeros(count, np.uint8)
    np.maximum.at(contrast, own, np.maximum(across, down)[both])
    boxes = stats[:, :4].astype(np.int64)
    boxes[:, 2:] += boxes[:, :2]
    boxes += np.array(corner * 2)
    size = boxes[:, 2:] - boxes[:, :2] - 2  # as before they were widened
    kept = (size.max(axis=1) > _DOT) & (size[:, 1] >= _THIN)
    kept[0] = False
    found = bars + _mosaics(boxes[~kept & (size.max(axis=1) <= _DOT)], page)
    if not kept.any():
        return _disjoint(found)
    changed = _pieces((across >= _STEP) | (down >= _STEP)) + np.array(corner * 2)
    for faint in (False, True):
        which = np.flatnonzero(kept & ((contrast < _FAINT) == faint))
        for group in _groups(boxes[which], page):
            members = which[group]
            if int(pixels[members].sum()) < _LEAST:
                continue
            letter = float(np.percentile(size[members, 1], 75))
            edges = _with_plain_letters(boxes[members], letter, changed)
            rect = Rect(*(float(v) for v in edges)).scaled(scale)
            found.append(InkPlace(rect, letter, int(contrast[members].max())))
    return sorted(_disjoint(found), key=lambda p: (p.rect.top, p.rect.left))


def _changes(picture: Picture) -> tuple[tuple[int, int], Picture, Picture]:
    """By how much each pixel differs from the next along and across, in the colour in which it differs most,
    in the part of a picture that is not all of one brightness; and the part's left upper corner."""
    import cv2
    import numpy as np

    left, top, width, height = _varied_part(picture)
    part = picture[top : top + height, left : left + width]
    along = cv2.absdiff(part, np.concatenate((part[:, 1:], part[:, -1:]), axis=1))
    across = cv2.absdiff(part, np.concatenate((part[1:], part[-1:]), axis=0))
    if picture.ndim == 3:
        along, across = (cv2.max(cv2.max(*cv2.split(v)[:2]), cv2.split(v)[2]) for v in (along, across))
    return (left, top), np.asarray(along, np.uint8), np.asarray(across, np.uint8)


def _mosaics(dots: Boxes, page: PagePicture) -> list[InkPlace]:
    """Coarse pictures that are drawn as squares, of which only the corners are left: they stand denser than
    the crossings of a table's rules."""
    found = []
    for group in group_nearby(dots.astype("int32"), page.picture.shape, _DOTS_APART, _DOTS_APART):
        own = dots[group]
        edges = (*own[:, :2].min(axis=0), *own[:, 2:].max(axis=0))
        rect = Rect(*(float(v) for v in edges))
        if len(group) >= _DOTS and rect.height >= _DOTS_APART and rect.area <= _CELL * len(group):
            found.append(InkPlace(rect.scaled(POINTS_PER_INCH / page.dpi), _DOTS_APART, 255))
    return found


def _varied_part(picture: Picture) -> tuple[int, int, int, int]:
    """Left, top, width and height of the part that is not all of the colour of the upper left corner."""
    import cv2

    paper = tuple(picture[0, 0].tolist()) if picture.ndim == 3 else int(picture[0, 0])
    same = cv2.inRange(picture, paper, paper)
    left, top, width, height = cv2.boundingRect(255 - same)
    rows, columns = picture.shape[:2]
    left, top = max(left - 2, 0), max(top - 2, 0)
    return left, top, min(width + 4, columns - left), min(height + 4, rows - top)


def _pieces(changed: Mask) -> Boxes:
    """Boxes of what changes, joined where it touches."""
    import cv2
    import numpy as np

    stats = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)[2]
    boxes = stats[1:, :4].astype(np.int64)
    boxes[:, 2:] += boxes[:, :2]
    return boxes


def _with_plain_letters(boxes: Boxes, letter: float, changed: Boxes) -> NDArray[np.int64]:
    """The edges around pieces, and around what stands next to them and is as small: a T or an I has no curve,
    and so was taken for a frame.

    Args:
        letter: height of the pieces.
        changed: all that stands on the page.
    """
    import numpy as np

    edges = np.concatenate((boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)))
    small = changed[(changed[:, 2:] - changed[:, :2]).max(axis=1) <= _PLAIN * letter]
    for _ in range(2):
        low, high = edges[:2] - letter, edges[2:] + letter
        near = small[((small[:, :2] < high) & (small[:, 2:] > low)).all(axis=1)]
        if len(near):
            edges[:2] = np.minimum(edges[:2], near[:, :2].min(axis=0))
            edges[2:] = np.maximum(edges[2:], near[:, 2:].max(axis=0))
    return edges


def _groups(boxes: Boxes, page: PagePicture) -> list[NDArray[np.int64]]:
    """Pieces that stand near each other, as indices."""
    across, down = (v * page.dpi / POINTS_PER_INCH for v in _APART)
    return group_nearby(boxes.astype("int32"), page.picture.shape, across, down)


def _disjoint(places: list[InkPlace]) -> list[InkPlace]:
    """Places that overlap as one."""
    out: list[InkPlace] = []
    for place in places:
        near = [p for p in out if p.rect.overlaps(place.rect)]
        for other in near:
            out.remove(other)
        whole = [*near, place]
        out.append(
            InkPlace(
                rect_around(p.rect for p in whole),
                min(p.letter for p in whole),
                max(p.contrast for p in whole),
                tuple(bar for p in whole for bar in p.bars),
            )
        )
    return out if len(out) == len(places) else _disjoint(out)


def with_dark_letters(picture: Picture, contrast: int) -> tuple[Picture, int]:
    """A picture of faint letters with dark ones on white, and how many pixels of paper were added on each
    side. What differs from their paper by far more is none of them, and goes.

    Args:
        contrast: of the letters, as ``InkPlace.contrast``.
    """
    import cv2
    import numpy as np

    values = picture if picture.ndim == 3 else picture[:, :, None]
    paper = np.array([int(np.bincount(values[:, :, k].ravel()).argmax()) for k in range(values.shape[2])])
    away = np.abs(values.astype(np.int16) - paper).max(axis=2).astype(np.float32)
    away[away > _STRONGER * contrast] = 0.0
    most = max(float(np.percentile(away, 99.5)), 1.0)
    dark = (255.0 - (away * (_INK / most)).clip(0, 255)).astype(np.uint8)
    white = cv2.copyMakeBorder(dark, *(_PAPER,) * 4, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(white, np.uint8), _PAPER
