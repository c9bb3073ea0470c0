"""Rectangles on pages and pictures. Imports nothing of ours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

POINTS_PER_INCH = 72.0
"""Points, the unit of places on pages, an inch."""
_MILLIMETRES = 25.4 / POINTS_PER_INCH


class HasSides(Protocol):
    """Anything that fills an upright rectangle: a word box, a region."""

    @property
    def left(self) -> float:
        """Smallest x."""

    @property
    def top(self) -> float:
        """Smallest y."""

    @property
    def right(self) -> float:
        """Largest x."""

    @property
    def bottom(self) -> float:
        """Largest y."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle. x runs to the right, y runs down, both from the upper left corner of a page (in
    points) or of a picture (in pixels)."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, thing: HasSides) -> Rect:
        """The rectangle that something stands in."""
        return cls(thing.left, thing.top, thing.right, thing.bottom)

    @property
    def width(self) -> float:
        """Negative if the sides are the wrong way round."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Negative if the sides are the wrong way round."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """Never negative."""
        return max(self.width, 0.0) * max(self.height, 0.0)

    def union(self, other: Rect) -> Rect:
        """The smallest rectangle around both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def intersection(self, other: Rect) -> Rect | None:
        """The part that both cover; None where that has no area."""
        shared = Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )
        return shared if shared.left < shared.right and shared.top < shared.bottom else None

    def shared_area(self, other: Rect) -> float:
        """The area that both cover."""
        shared = self.intersection(other)
        return shared.area if shared is not None else 0.0

    def overlaps(self, other: Rect) -> bool:
        """Whether both cover some area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def place_on(self, page: tuple[float, float]) -> str:
        """Where it stands on its page, for messages: ``upper third, left, 20 mm from the left and 51 mm from
        the top``.

        Args:
            page: width and height; all sides are in points.
        """
        across, down = (
            min(max(int(3 * (low + high) / 2 / max(size, 1.0)), 0), 2)
            for low, high, size in ((self.left, self.right, page[0]), (self.top, self.bottom, page[1]))
        )
        left, top = (value * _MILLIMETRES for value in (self.left, self.top))
        thirds = f"{('upper', 'middle', 'lower')[down]} third, {('left', 'centre', 'right')[across]}"
        return f"{thirds}, {left:.0f} mm from the left and {top:.0f} mm from the top"

    def holds_middle_of(self, other: Rect) -> bool:
        """Whether the middle of the other lies in this one."""
        x, y = (other.left + other.right) / 2, (other.top + other.bottom) / 2
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def grown(self, across: float, down: float) -> Rect:
        """The rectangle with so much more on its left and right, and above and below; less if negative."""
        return Rect(self.left - across, self.top - down, self.right + across, self.bottom + down)

    def moved(self, right: float, down: float) -> Rect:
        """The rectangle so much further to the right and down."""
        return Rect(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def scaled(self, factor: float) -> Rect:
        """The same rectangle in another unit, of which one of this unit has ``factor``."""
        return Rect(self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)


def rect_around(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle around all of them.

    Raises:
        ValueError: if there is none.
    """
    found = list(rects)
    return Rect(
        min(r.left for r in found),
        min(r.top for r in found),
        max(r.right for r in found),
        max(r.bottom for r in found),
    )
