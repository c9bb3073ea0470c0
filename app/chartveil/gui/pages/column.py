"""Pages below each other in one column. Nothing here needs Qt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

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


def fit_width_scale(pages: Sequence[tuple[float, float]], room: int) -> float:
    """Scale at which the widest page fills a width."""
    widest = max((w for w, _ in pages), default=1.0)
    return max(room - 2 * PAGE_MARGIN, 50) / max(widest, 1.0)
