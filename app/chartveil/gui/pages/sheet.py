"""Where pages, and places on them, are drawn: in the column, at a scale, turned."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

from chartveil.gui.pages.column import PageColumn, fit_width_scale
from chartveil.gui.pages.turning import PageSize, rotated, rotated_size, unrotated
from chartveil.review.marks import PageArea


class PageGeometry:
    """Maps places of pages to the column that is scrolled, and back. Rectangles and points are of the column,
    in logical pixels; places are of pages as they were read, in points.

    Args:
        pages: width and height of each in points.

    Attributes:
        viewport_width: pixels of width there are.
    """

    def __init__(self, pages: Sequence[PageSize]) -> None:
        self.pages = tuple(pages)
        self.viewport_width = 0
        self._turns: dict[int, int] = {}
        self.column = PageColumn(self.pages, 1.0)

    @property
    def scale(self) -> float:
        """Pixels a point."""
        return self.column.scale

    def rotation(self, page: int) -> int:
        """Quarters clockwise by which a page is turned, 0 to 3."""
        return self._turns.get(page, 0)

    def rotate(self, page: int, quarters: int) -> None:
        self._turns[page] = (self.rotation(page) + quarters) % 4
        self.set_scale(self.scale)

    def set_scale(self, scale: float) -> None:
        self.column = PageColumn(self._sizes(), scale)

    def fit_width_scale(self) -> float:
        """Scale at which the widest page fills the room."""
        return fit_width_scale(self._sizes(), self.viewport_width)

    def page_rect(self, page: int) -> QRectF:
        return QRectF(*self.column.rect(page, self.viewport_width))

    def to_rect(self, place: PageArea) -> QRectF:
        """Where a place is drawn."""
        shown = rotated(place, self.pages[place.page], self.rotation(place.page))
        page, scale = self.page_rect(place.page), self.scale
        return QRectF(
            page.left() + shown.left * scale,
            page.top() + shown.top * scale,
            (shown.right - shown.left) * scale,
            (shown.bottom - shown.top) * scale,
        )

    def to_area(self, page: int, rect: QRectF) -> PageArea:
        """The place of a page that a rectangle shows; it may reach beyond the page."""
        over, scale = self.page_rect(page), self.scale
        shown = PageArea(
            page,
            (rect.left() - over.left()) / scale,
            (rect.top() - over.top()) / scale,
            (rect.right() - over.left()) / scale,
            (rect.bottom() - over.top()) / scale,
        )
        return unrotated(shown, self.pages[page], self.rotation(page))

    def page_at(self, at: QPointF) -> int | None:
        """The page at a height, or the one above it; None without pages."""
        return self.column.page_at(at.y()) if self.pages else None

    def _sizes(self) -> list[PageSize]:
        return [rotated_size(size, self.rotation(page)) for page, size in enumerate(self.pages)]
