"""Where pages, and places on them, are drawn: in the column, at a scale, turned."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

from chartveil.gui.pages.column import Column, fitting
from chartveil.gui.pages.turning import Size, turned, turned_back, turned_size
from chartveil.review.marks import Area


class Sheet:
    """Maps places of pages to the column that is scrolled, and back. Rectangles and points are of the column,
    in logical pixels; places are of pages as they were read, in points.

    Args:
        pages: width and height of each in points.

    Attributes:
        room: pixels of width there are.
    """

    def __init__(self, pages: Sequence[Size]) -> None:
        self.pages = tuple(pages)
        self.room = 0
        self._turns: dict[int, int] = {}
        self.column = Column(self.pages, 1.0)

    @property
    def scale(self) -> float:
        """Pixels a point."""
        return self.column.scale

    def turns(self, page: int) -> int:
        """Quarters clockwise by which a page is turned, 0 to 3."""
        return self._turns.get(page, 0)

    def turn(self, page: int, quarters: int) -> None:
        self._turns[page] = (self.turns(page) + quarters) % 4
        self.set_scale(self.scale)

    def set_scale(self, scale: float) -> None:
        self.column = Column(self._sizes(), scale)

    def fitting(self) -> float:
        """Scale at which the widest page fills the room."""
        return fitting(self._sizes(), self.room)

    def page_rect(self, page: int) -> QRectF:
        return QRectF(*self.column.rect(page, self.room))

    def rect(self, place: Area) -> QRectF:
        """Where a place is drawn."""
        shown = turned(place, self.pages[place.page], self.turns(place.page))
        page, scale = self.page_rect(place.page), self.scale
        return QRectF(
            page.left() + shown.left * scale,
            page.top() + shown.top * scale,
            (shown.right - shown.left) * scale,
            (shown.bottom - shown.top) * scale,
        )

    def place(self, page: int, rect: QRectF) -> Area:
        """The place of a page that a rectangle shows; it may reach beyond the page."""
        over, scale = self.page_rect(page), self.scale
        shown = Area(
            page,
            (rect.left() - over.left()) / scale,
            (rect.top() - over.top()) / scale,
            (rect.right() - over.left()) / scale,
            (rect.bottom() - over.top()) / scale,
        )
        return turned_back(shown, self.pages[page], self.turns(page))

    def page_at(self, at: QPointF) -> int | None:
        """The page at a height, or the one above it; None without pages."""
        return self.column.page_at(at.y()) if self.pages else None

    def _sizes(self) -> list[Size]:
        return [turned_size(size, self.turns(page)) for page, size in enumerate(self.pages)]
