"""The changes between a text and its de-identified result, without Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chartveil.domain.labels import LabelGroup
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.gui.widgets.display_offsets import DisplayOffsetMap


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
    changes: ReplacementOffsets
    items: tuple[int | None, ...]


def prepare_preview(
    text: str, replacements: Sequence[Replacement], items: Mapping[tuple[int, int], int]
) -> PreparedPreview:
    """Makes a preview ready. Needs no window: may run in any thread.

    Args:
        text: the original.
        replacements: sorted, disjoint.
        items: id of the item at each replaced range, where there is one.

    Raises:
        ValueError: if replacements overlap, are not sorted, or reach past the text.
    """
    way = ReplacementOffsets(replacements)
    groups = [r.label.group if r.label is not None else None for r in replacements]
    result = apply_replacements(text, list(replacements))
    return PreparedPreview(
        PreviewSide(text, DisplayOffsetMap(text), way.original_ranges, groups),
        PreviewSide(result, DisplayOffsetMap(result), way.output_ranges, groups),
        way,
        tuple(items.get(r) for r in way.original_ranges),
    )
