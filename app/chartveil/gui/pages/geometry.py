"""Where pages, and places on them, are drawn: in one column, at a scale, turned by quarters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from chartveil.review.page_review import PageArea

PAGE_GAP = 12
PAGE_MARGIN = 16


class PageGeometry:
    """Maps places of pages to the column that is scrolled, and back. Rectangles and points are of the column,
    in logical pixels; places are of pages as they were read, in points.

    Args:
        pages: width and height of each in points.

    Attributes:
        viewport_width: pixels of width there are.
        scale: pixels a point.
        width, height: of the column.
    """

    def __init__(self, pages: Sequence[tuple[float, float]]) -> None:
        self.pages = tuple(pages)
        self.viewport_width = 0
        self._turns: dict[int, int] = {}
        self.set_scale(1.0)

    def rotation(self, page: int) -> int:
        """Quarters clockwise by which a page is turned, 0 to 3."""
        return self._turns.get(page, 0)

    def rotate(self, page: int, quarters: int) -> None:
        """Turns a page by quarters clockwise."""
        self._turns[page] = (self.rotation(page) + quarters) % 4
        self.set_scale(self.scale)

    def set_scale(self, scale: float) -> None:
        """Draws all pages at another scale, in pixels a point."""
        self.scale = scale
        self._sizes = [(round(w * scale), round(h * scale)) for w, h in self._turned_sizes()]
        self._tops: list[int] = []
        at = PAGE_MARGIN
        for _, height in self._sizes:
            self._tops.append(at)
            at += height + PAGE_GAP
        self.height = at - PAGE_GAP + PAGE_MARGIN if self._sizes else 0
        self.width = max((w for w, _ in self._sizes), default=0) + 2 * PAGE_MARGIN

    def fit_width_scale(self) -> float:
        """Scale at which the widest page fills the room."""
        widest = max((width for width, _ in self._turned_sizes()), default=1.0)
        return max(self.viewport_width - 2 * PAGE_MARGIN, 50) / max(widest, 1.0)

    def page_rect(self, page: int) -> QRectF:
        """Where a page is drawn: in the middle of the width there is, or of the column if that is wider."""
        width, height = self._sizes[page]
        return QRectF((max(self.viewport_width, self.width) - width) // 2, self._tops[page], width, height)

    def transform(self, page: int) -> QTransform:
        """Brings points of a page as it was read to where they are drawn."""
        center, (width, height) = self.page_rect(page).center(), self.pages[page]
        way = QTransform.fromTranslate(center.x(), center.y())
        way.rotate(90 * self.rotation(page))
        way.scale(self.scale, self.scale)
        way.translate(-width / 2, -height / 2)
        return way

    def to_rect(self, place: PageArea) -> QRectF:
        """Where a place is drawn."""
        corners = QPointF(place.left, place.top), QPointF(place.right, place.bottom)
        return self.transform(place.page).mapRect(QRectF(*corners))

    def to_area(self, page: int, rect: QRectF) -> PageArea:
        """The place of a page that a rectangle shows; it may reach beyond the page."""
        back, _ = self.transform(page).inverted()
        place = back.mapRect(rect)
        return PageArea(page, place.left(), place.top(), place.right(), place.bottom())

    def page_at(self, y: float) -> int:
        """The page at a height of the column, or the one above it; the first where there is none."""
        return max(bisect_right(self._tops, y) - 1, 0)

    def visible_pages(self, top: float, bottom: float) -> range:
        """Pages that reach into a stretch of the column."""
        return range(self.page_at(top), self.page_at(bottom) + 1) if self.pages else range(0)

    def _turned_sizes(self) -> list[tuple[float, float]]:
        return [(h, w) if self.rotation(page) % 2 else (w, h) for page, (w, h) in enumerate(self.pages)]
