"""From a place on a page as it was drawn to that on the page as it was read, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass

from chartveil.formats.pdf_text import Rect
from chartveil.layout import PageReading


@dataclass(frozen=True, slots=True)
class PageRotation:
    """How a page was turned about its middle.

    Attributes:
        drawn_size, read_size: width and height before and after, in points.
        reading: by quarters clockwise, then by the skew counter-clockwise.
    """

    drawn_size: tuple[float, float]
    read_size: tuple[float, float]
    reading: PageReading

    def drawn_to_read(self, rect: Rect) -> Rect:
        """The rectangle on the page as read that covers one on the page as drawn."""
        return self._turned(rect, self.drawn_size, self.read_size, self._degrees)

    def read_to_drawn(self, rect: Rect) -> Rect:
        """The rectangle on the page as drawn that covers one on the page as read."""
        return self._turned(rect, self.read_size, self.drawn_size, -self._degrees)

    @property
    def _degrees(self) -> float:
        """Clockwise."""
        return 90.0 * self.reading.quarter_turns - self.reading.skew

    def _turned(self, rect: Rect, old: tuple[float, float], new: tuple[float, float], degrees: float) -> Rect:
        if degrees == 0.0 and old == new:
            return rect
        sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        xs, ys = [], []
        for x in (rect.left - old[0] / 2, rect.right - old[0] / 2):
            for y in (rect.top - old[1] / 2, rect.bottom - old[1] / 2):
                # The y axis points down, so that this is clockwise.
                xs.append(x * cosine - y * sine + new[0] / 2)
                ys.append(x * sine + y * cosine + new[1] / 2)
        return Rect(round(min(xs), 3), round(min(ys), 3), round(max(xs), 3), round(max(ys), 3))
