"""Sorted ranges of a text with quick look-up."""

from __future__ import annotations

import bisect
from collections.abc import Iterable


class MergedRanges:
    """Ranges that can be asked whether they touch another.

    Args:
        ranges: start and end of each, in any order; they may overlap.
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Merges what overlaps, so that a question is one search."""
        self._starts: list[int] = []
        self._ends: list[int] = []
        for a, b in sorted(ranges):
            if self._ends and a < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], b)
            elif a < b:
                self._starts.append(a)
                self._ends.append(b)

    def touches(self, start: int, end: int) -> bool:
        """Whether a range shares a character with any of them."""
        i = bisect.bisect_right(self._ends, start)
        return i < len(self._starts) and self._starts[i] < end
