"""The changes between a text and its de-identified result, without Qt."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chartveil.domain.labels import LabelGroup
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.gui.widgets.display_offsets import DisplayOffsetMap


class ChangeMap:
    """Offsets of an original to offsets of its result, and back; both ways are monotone.

    A place inside a replaced range is taken for the place as far inside what replaces it, or its end.

    Attributes:
        original_ranges: ranges that are replaced, in order.
        result_ranges: the range each has in the result, which may be empty.

    Raises:
        ValueError: if replacements overlap or are not sorted.
    """

    def __init__(self, replacements: Sequence[Replacement]) -> None:
        self.original_ranges = [(r.start, r.end) for r in replacements]
        self.result_ranges: list[tuple[int, int]] = []
        shift = at = 0
        for r in replacements:
            if r.start < at:
                raise ValueError(f"replacements overlap or are not sorted at {r.start}")
            start = r.start + shift
            self.result_ranges.append((start, start + len(r.text)))
            shift += len(r.text) - (r.end - r.start)
            at = r.end
        self._original_starts = [start for start, _ in self.original_ranges]
        self._result_starts = [start for start, _ in self.result_ranges]

    def to_result(self, offset: int) -> int:
        """Offset in the result of an offset in the original. O(log n)."""
        return _carried(offset, self._original_starts, self.original_ranges, self.result_ranges)

    def to_original(self, offset: int) -> int:
        """Offset in the original of an offset in the result. O(log n)."""
        return _carried(offset, self._result_starts, self.result_ranges, self.original_ranges)

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


@dataclass(frozen=True, slots=True)
class PreviewSide:
    """One of the two texts.

    Attributes:
        text: as it is.
        offsets: its characters in what is shown.
        ranges: of the changes, sorted, disjoint, in code points; empty ones where text was taken out.
        groups: of the changes; None for what goes with a part of a page.
    """

    text: str
    offsets: DisplayOffsetMap
    ranges: Sequence[tuple[int, int]]
    groups: Sequence[LabelGroup | None]


@dataclass(frozen=True, slots=True)
class PreparedPreview:
    """Both texts, the way between them, and the item of each change, where there is one."""

    original: PreviewSide
    result: PreviewSide
    changes: ChangeMap
    items: tuple[int | None, ...]


def prepare_preview(
    text: str,
    replacements: Sequence[Replacement],
    items: Mapping[tuple[int, int], int],
    before: PreparedPreview | None = None,
) -> PreparedPreview:
    """Makes a preview ready. Needs no window: may run in any thread.

    Args:
        text: the original.
        replacements: sorted, disjoint.
        items: id of the item at each replaced range, where there is one.
        before: an earlier one, to use again what is the same.

    Raises:
        ValueError: if replacements overlap, are not sorted, or reach past the text.
    """
    way = ChangeMap(replacements)
    groups = [r.label.group if r.label is not None else None for r in replacements]
    result = apply_replacements(text, list(replacements))
    known = before is not None and before.original.text == text
    offsets = before.original.offsets if before is not None and known else DisplayOffsetMap(text)
    return PreparedPreview(
        PreviewSide(text, offsets, way.original_ranges, groups),
        PreviewSide(result, DisplayOffsetMap(result), way.result_ranges, groups),
        way,
        tuple(items.get(r) for r in way.original_ranges),
    )
