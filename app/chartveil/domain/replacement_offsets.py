"""Maps offsets between a text and the same text after its replacements."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from chartveil.domain.span import Replacement


class ReplacementOffsets:
    """Offsets of an original to offsets of its output after the replacements, and back; both ways are
    monotone.

    A place inside a replaced range is taken for the place as far inside what replaces it, or its end.

    Attributes:
        original_ranges: ranges that are replaced, in order.
        output_ranges: the range each has in the output, which may be empty.

    Raises:
        ValueError: if replacements overlap or are not sorted.
    """

    def __init__(self, replacements: Sequence[Replacement]) -> None:
        self.original_ranges = [(r.start, r.end) for r in replacements]
        self.output_ranges: list[tuple[int, int]] = []
        shift = at = 0
        for r in replacements:
            if r.start < at:
                raise ValueError(f"replacements overlap or are not sorted at {r.start}")
            start = r.start + shift
            self.output_ranges.append((start, start + len(r.text)))
            shift += len(r.text) - (r.end - r.start)
            at = r.end
        self._original_starts = [start for start, _ in self.original_ranges]
        self._output_starts = [start for start, _ in self.output_ranges]

    def to_output(self, offset: int) -> int:
        """Offset in the output of an offset in the original. O(log n)."""
        return _carried(offset, self._original_starts, self.original_ranges, self.output_ranges)

    def to_original(self, offset: int) -> int:
        """Offset in the original of an offset in the output. O(log n)."""
        return _carried(offset, self._output_starts, self.output_ranges, self.original_ranges)

    def touches_replacement(self, start: int, end: int) -> bool:
        """Whether a range of the output touches a replaced place."""
        first = max(bisect_right(self._output_starts, start) - 1, 0)
        last = bisect_left(self._output_starts, end)
        return any(start < b for _, b in self.output_ranges[first:last])

    def next_change(self, offset: int, backwards: bool = False) -> int | None:
        """Number of the first change that begins after an offset of the original, or of the last before it;
        goes round at the ends. None where there is no change."""
        if not self.original_ranges:
            return None
        if backwards:
            return (bisect_left(self._original_starts, offset) - 1) % len(self.original_ranges)
        return bisect_right(self._original_starts, offset) % len(self.original_ranges)


def _carried(
    offset: int, starts: Sequence[int], ranges: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]
) -> int:
    k = bisect_right(starts, offset) - 1
    if k < 0:
        return offset
    (start, end), (other_start, other_end) = ranges[k], others[k]
    if offset < end:
        return min(other_start + offset - start, other_end)
    return other_end + offset - end
