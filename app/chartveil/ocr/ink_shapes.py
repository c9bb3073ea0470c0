"""The pieces of ink of a page: connected, with their places, without the rules of tables and frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.preprocessing import Mask

MIN_LEVEL_RULE, MIN_UPRIGHT_RULE = 4.0, 6.0
"""A rule is so many letters' heights long, longer if upright: strokes of signatures are no rules, ..."""
MIN_BAR_HEIGHT = 2.0
"""... and no bars of a barcode, which are at least so high."""
MAX_RULE_THICKNESS = 0.4
"""... and at most so many of them thick."""


@dataclass(frozen=True, slots=True)
class InkShapes:
    """Connected pieces of ink, n of them.

    Attributes:
        labels: which piece each pixel belongs to, from 1; 0 is paper. Height x width of the page.
        boxes: left, top, right, bottom of each piece, n x 4.
        areas: pixels of ink of each piece.
    """

    labels: NDArray[np.int32]
    boxes: NDArray[np.int32]
    areas: NDArray[np.int32]

    @property
    def widths(self) -> NDArray[np.int32]:
        """The width of each piece, in pixels."""
        return self.boxes[:, 2] - self.boxes[:, 0]

    @property
    def heights(self) -> NDArray[np.int32]:
        """The height of each piece, in pixels."""
        return self.boxes[:, 3] - self.boxes[:, 1]


def halved_mask(mask: Mask) -> Mask:
    """A quarter of the pixels, each true where any of its four was."""
    import numpy as np

    rows, columns = mask.shape
    even = mask if rows % 2 == 0 and columns % 2 == 0 else np.pad(mask, ((0, rows % 2), (0, columns % 2)))
    across = even[:, ::2] | even[:, 1::2]
    return np.asarray(across[::2] | across[1::2], np.bool_)


def find_shapes(mask: Mask) -> InkShapes:
    """The connected pieces of ink, those that touch at corners too."""
    import cv2
    import numpy as np

    _, labels, found, _ = cv2.connectedComponentsWithStats(
        mask.view(np.uint8), connectivity=8, ltype=cv2.CV_32S
    )
    boxes = np.array(found[1:, :4], np.int32)
    boxes[:, 2:] += boxes[:, :2]
    return InkShapes(np.asarray(labels, np.int32), boxes, np.array(found[1:, cv2.CC_STAT_AREA], np.int32))


def without_rules(mask: Mask, letter: float) -> Mask:
    """The ink without long thin level or upright lines, so that tables fall apart into what stands in them.

    Args:
        mask: the ink.
        letter: height of a letter, in pixels.
    """
    import cv2
    import numpy as np

    bits = mask.view(np.uint8)
    thick = max(3, round(MAX_RULE_THICKNESS * letter))
    rules = np.zeros_like(bits)
    for upright in (False, True):
        length = max(20, round((MIN_UPRIGHT_RULE if upright else MIN_LEVEL_RULE) * letter))
        along = (1, length) if upright else (length, 1)
        across = (thick + 1, 1) if upright else (1, thick + 1)
        long = cv2.morphologyEx(bits, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, along))
        solid = cv2.morphologyEx(long, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, across))
        rules |= np.asarray(cv2.subtract(long, solid), np.uint8)
    # The rough edge of a rule goes with it.
    wide = np.asarray(cv2.dilate(rules, np.ones((3, 3), np.uint8)))
    return np.asarray(mask & (wide == 0), np.bool_)


def upright_runs(mask: Mask, letter: float) -> Mask:
    """Upright runs of ink at least as high as the bars of a barcode."""
    import cv2
    import numpy as np

    along = cv2.getStructuringElement(cv2.MORPH_RECT, (1, max(10, round(MIN_BAR_HEIGHT * letter))))
    return np.asarray(cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, along), np.uint8).view(np.bool_)


def find_dark_fields(mask: Mask, letter: float) -> Mask:
    """Dark or shaded fields, with the letters on them: where most of the surroundings is ink."""
    import cv2
    import numpy as np

    window = max(3, round(2 * letter))
    density = cv2.blur(mask.view(np.uint8) * np.uint8(255), (window, window))
    dense = (density > 0.62 * 255).astype(np.uint8)
    least = cv2.getStructuringElement(cv2.MORPH_RECT, (max(3, round(2.5 * letter)), max(2, round(letter))))
    whole = cv2.morphologyEx(dense, cv2.MORPH_OPEN, least)
    # Half of the surroundings of an edge is paper.
    edge = max(3, round(0.8 * letter)) | 1
    return np.asarray(cv2.dilate(whole, np.ones((edge, edge), np.uint8)), np.uint8).view(np.bool_)


def mask_of_places(shape: tuple[int, ...], places: Iterable[Rect]) -> Mask:
    """A page that is true within the places.

    Args:
        shape: height and width of the page.
    """
    import numpy as np

    out = np.zeros(shape[:2], np.bool_)
    for place in places:
        left, top = max(0, int(place.left)), max(0, int(place.top))
        out[top : max(top, round(place.bottom + 0.5)), left : max(left, round(place.right + 0.5))] = True
    return out


def covered_share(found: InkShapes, covered: Mask) -> NDArray[np.float64]:
    """Share of each piece's ink that lies within what is covered."""
    import numpy as np

    inside = np.bincount(found.labels[covered], minlength=len(found.areas) + 1)[1:]
    return inside / np.maximum(found.areas, 1)


def rect_around_boxes(boxes: NDArray[np.int32]) -> Rect:
    """The smallest rectangle around the boxes, m x 4, at least one."""
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = boxes[:, 2:].max(axis=0)
    return Rect(float(left), float(top), float(right), float(bottom))


def group_nearby(
    boxes: NDArray[np.int32], shape: tuple[int, ...], across: float, down: float
) -> list[NDArray[np.int64]]:
    """Pieces near each other, as indices into ``boxes``: nearer than ``across`` pixels to the side and
    ``down`` pixels up or down."""
    import cv2
    import numpy as np

    if not len(boxes):
        return []
    step = 4
    canvas = np.zeros((shape[0] // step + 2, shape[1] // step + 2), np.uint8)
    for left, top, right, bottom in boxes:
        canvas[top // step : (bottom - 1) // step + 1, left // step : (right - 1) // step + 1] = 1
    size = (max(1, round(across / step)) | 1, max(1, round(down / step)) | 1)
    joined = cv2.dilate(canvas, cv2.getStructuringElement(cv2.MORPH_RECT, size))
    _, labels = cv2.connectedComponents(joined, connectivity=8)
    which = labels[(boxes[:, 1] + boxes[:, 3]) // 2 // step, (boxes[:, 0] + boxes[:, 2]) // 2 // step]
    order = np.argsort(which, kind="stable")
    cuts = np.flatnonzero(np.diff(which[order])) + 1
    return list(np.split(order, cuts))


def median_height(heights: Sequence[float], spare: float) -> float:
    """Middling height of letters by those of the words that were read; ``spare`` where there are none."""
    import statistics

    return statistics.median(heights) if heights else spare
