"""Where the sheet lies on a photograph of it: what the table around it, or its own edges and corners draw, is
no handwriting."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartveil.ocr.orientation import levelled, turned_by_quarters
from chartveil.ocr.unread_regions import PageInk, PictureRegion

if TYPE_CHECKING:
    from chartveil.domain.geometry import Rect
    from chartveil.domain.page_layout import PageReading
    from chartveil.ocr.engine_interface import Picture
    from chartveil.ocr.preprocessing import Mask

_STEP = 16
"""Pixels of the page for one of the picture in which the sheet is sought: letters are gone in it."""
_SHARE = (0.3, 0.97)
"""Least share of the picture that a photographed sheet takes."""
_CONVEX = 0.93
"""Share of the hull around a sheet that is as light as the sheet, its pictures aside: it has four corners."""
_LIGHT = 120
"""Brightness of paper, in the median: a picture of a body on black is darker."""
_STANDS_OUT = 25
"""Steps of 256 by which a sheet is lighter than what it lies on."""
_EDGE = 5
"""Pixels around one that belong to a sheet's edge where one of them is beyond it; odd."""
_OTHER_SHEETS = 0.05
"""Share of what lies around a sheet from which light parts of it may be other sheets."""


@dataclass(frozen=True, slots=True)
class PhotographedSheet:
    """The sheet on a photograph.

    Attributes:
        paper: where the sheet, or something as light, lies, without the sheet's edge; coarse, turned as the
            page was to be read.
    """

    paper: Mask

    def holds_ink(self, place: Rect, page: PageInk) -> bool:
        """Whether at least half of the ink in a place of the page, or of a place without ink, is on paper."""
        import numpy as np

        at = page.to_mask(place)
        left, top = int(at.left), int(at.top)
        ink = page.mask[top : int(at.bottom) + 1, left : int(at.right) + 1]
        y, x = np.nonzero(ink if ink.any() else ~ink)
        rows, columns = self.paper.shape
        y, x = (y + top) * page.step // _STEP, (x + left) * page.step // _STEP
        on_paper = self.paper[np.minimum(y, rows - 1), np.minimum(x, columns - 1)]
        return not on_paper.size or float(on_paper.mean()) >= 0.5

    def without_surroundings(self, regions: Iterable[PictureRegion], page: PageInk) -> list[PictureRegion]:
        """The regions whose ink is on paper."""
        return [r for r in regions if self.holds_ink(r.place, page)]


def find_sheet(brightness: Picture, reading: PageReading) -> PhotographedSheet | None:
    """The one sheet that a photograph shows; None for a scan, a picture without a sheet, or of several.

    Args:
        brightness: of the page as it came, height x width.
        reading: how it was turned.
    """
    import cv2
    import numpy as np

    rows, columns = brightness.shape
    size = columns // _STEP, rows // _STEP
    if min(size) < 2 * _STEP:
        return None
    small = cv2.resize(brightness, size, interpolation=cv2.INTER_AREA)
    small = cv2.medianBlur(cv2.dilate(small, np.ones((3, 3), np.uint8)), 5)
    light = cv2.threshold(small, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1].astype(np.uint8)
    _, labels, found, _ = cv2.connectedComponentsWithStats(light, connectivity=4)
    if len(found) < 2:
        return None
    sheet = (labels == 1 + int(np.argmax(found[1:, cv2.CC_STAT_AREA]))).astype(np.uint8)
    outlines, _ = cv2.findContours(sheet, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = np.zeros_like(sheet)
    cv2.fillConvexPoly(hull, cv2.convexHull(np.concatenate(outlines)), 1)
    inside = hull > 0
    least, most = _SHARE
    if not least <= inside.mean() <= most or sheet[inside].mean() < _CONVEX:
        return None
    own, around = float(np.median(small[inside])), float(np.median(small[~inside]))
    if own < _LIGHT or own - around < _STANDS_OUT or light[~inside].mean() > _OTHER_SHEETS:
        return None
    within = cv2.erode(hull, np.ones((_EDGE, _EDGE), np.uint8), borderValue=1)
    paper = np.asarray((within > 0) | ((light > 0) & ~inside), np.uint8)
    turned = levelled(turned_by_quarters(paper, reading.quarter_turns), reading.skew, fill=0)
    return PhotographedSheet(turned > 0)
