"""Places on pages that are turned by quarters to be looked at. Nothing here needs Qt."""

from __future__ import annotations

from chartveil.review.marks import Area

Size = tuple[float, float]
"""Width and height in points."""


def turned_size(size: Size, turns: int) -> Size:
    """Size of a page after quarter turns."""
    width, height = size
    return (height, width) if turns % 2 else (width, height)


def turned(place: Area, size: Size, turns: int) -> Area:
    """Where a place of a page lies after quarter turns clockwise.

    Args:
        place: on the page as it was read.
        size: of the page as it was read.
        turns: 0 to 3, or any number of quarters; below 0 counter-clockwise.
    """
    (width, height), p = size, place
    match turns % 4:
        case 1:
            return Area(p.page, height - p.bottom, p.left, height - p.top, p.right)
        case 2:
            return Area(p.page, width - p.right, height - p.bottom, width - p.left, height - p.top)
        case 3:
            return Area(p.page, p.top, width - p.right, p.bottom, width - p.left)
    return place


def turned_back(place: Area, size: Size, turns: int) -> Area:
    """The place on the page as it was read, from the place after quarter turns."""
    return turned(place, turned_size(size, turns), -turns)
