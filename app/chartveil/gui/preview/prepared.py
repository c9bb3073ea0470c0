"""What the preview shows, made ready: work that needs no window and may run in a thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chartveil.domain import LabelGroup, Replacement, apply_replacements
from chartveil.gui.document.offsets import DisplayOffsetMap
from chartveil.gui.preview.mapping import ChangeMap


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
    """Makes a preview ready.

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
