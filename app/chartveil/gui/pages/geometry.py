"""Where pages, and places on them, are drawn: in one column, at a scale, turned by quarters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

from chartveil.review.page_review import PageArea

PAGE_GAP = 12
PAGE_MARGIN = 16


class PageColumn:
    """Where pages are in a column, in logical pixels, at a scale.

    Args:
        pages: width and height of each in points.
        scale: pixels a point.
    """

    def __init__(self, pages: Sequence[tuple[float, float]], scale: float) -> None:
        self.scale = scale
        self._sizes = [(round(w * scale), round(h * scale)) for w, h in pages]
        self._tops: list[int] = []
        at = PAGE_MARGIN
        for _, height in self._sizes:
            self._tops.append(at)
            at += height + PAGE_GAP
        self.height = at - PAGE_GAP + PAGE_MARGIN if self._sizes else 0
        self.width = max((w for w, _ in self._sizes), default=0) + 2 * PAGE_MARGIN

    def __len__(self) -> int:
        return len(self._sizes)

    def rect(self, page: int, room: int) -> tuple[int, int, int, int]:
        """Left, top, width and height of a page, in the middle of a width of ``room`` or more."""
        width, height = self._sizes[page]
        return (max(room, self.width) - width) // 2, self._tops[page], width, height

    def page_at(self, y: float) -> int:
        """The page at a height of the column, or the one above it; the first where there is none."""
        return max(bisect_right(self._tops, y) - 1, 0)

    def visible_pages(self, top: float, bottom: float) -> range:
        """Pages that reach into a stretch of the column."""
        if not self._sizes:
            return range(0)
        return range(self.page_at(top), self.page_at(bottom) + 1)


PageSize = tuple[float, float]
"""Width and height in points."""


def rotated_size(size: PageSize, turns: int) -> PageSize:
    """Size of a page after quarter turns."""
    width, height = size
    return (height, width) if turns % 2 else (width, height)


def rotated(place: PageArea, size: PageSize, turns: int) -> PageArea:
    """Where a place of a page lies after quarter turns clockwise.

    Args:
        place: on the page as it was read.
        size: of the page as it was read.
        turns: 0 to 3, or any number of quarters; below 0 counter-clockwise.
    """
    (width, height), p = size, place
    match turns % 4:
        case 1:
            return PageArea(p.page, height - p.bottom, p.left, height - p.top, p.right)
        case 2:
            return PageArea(p.page, width - p.right, height - p.bottom, width - p.left, height - p.top)
        case 3:
            return PageArea(p.page, p.top, width - p.right, p.bottom, width - p.left)
    return place


def unrotated(place: PageArea, size: PageSize, turns: int) -> PageArea:
    """The place on the page as it was read, from the place after quarter turns."""
    return rotated(place, rotated_size(size, turns), -turns)


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
        """Turns a page by quarters clockwise."""
        self._turns[page] = (self.rotation(page) + quarters) % 4
        self.set_scale(self.scale)

    def set_scale(self, scale: float) -> None:
        """Draws all pages at another scale, in pixels a point."""
        self.column = PageColumn(self._sizes(), scale)

    def fit_width_scale(self) -> float:
        """Scale at which the widest page fills the room."""
        widest = max((width for width, _ in self._sizes()), default=1.0)
        return max(self.viewport_width - 2 * PAGE_MARGIN, 50) / max(widest, 1.0)

    def page_rect(self, page: int) -> QRectF:
        """Where a page is drawn."""
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
