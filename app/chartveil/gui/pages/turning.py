"""Places on pages that are turned by quarters to be looked at. Nothing here needs Qt."""

from __future__ import annotations

from chartveil.review.marks import PageArea

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
