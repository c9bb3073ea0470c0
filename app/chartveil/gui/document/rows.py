"""Lines of the text as they stand in the view, and where ranges lie on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextBlock, QTextLine

from chartveil.gui.document.spacing import line_padding

# Letters written from right to left, and the marks that turn the direction of text.
_TURNED = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def may_run_right_to_left(text: str) -> bool:
    """Whether some of a text may run from right to left."""
    return _TURNED.search(text) is not None


@dataclass(frozen=True, slots=True)
class TextRow:
    """One line as laid out, in pixels of the viewport. Used at once: a new layout makes it void.

    Attributes:
        block: number of its block.
        first: whether it is the first of its block.
        start, end: positions in what is shown; the line break is not part of it.
        top, bottom: of all its room; rows stand without gaps.
        text_top, baseline, text_bottom: of its letters.
        left: where the layout's own zero lies.
    """

    block: int
    first: bool
    start: int
    end: int
    top: float
    bottom: float
    text_top: float
    baseline: float
    text_bottom: float
    left: float
    origin: int
    line: QTextLine
    has_right_to_left: bool

    def extents(self, start: int, end: int) -> list[tuple[float, float]]:
        """Where a range of positions lies on this row: left and right of each run of it, from left to right.

        A range that holds text of both directions may fall into several runs. Empty where the range has no
        width here.
        """
        start, end = max(start, self.start) - self.origin, min(end, self.end) - self.origin
        if start >= end:
            return []
        if self.has_right_to_left:
            # Where directions meet, one position has two places; glyphs have one.
            boxes = [run.boundingRect() for run in self.line.glyphRuns(start, end - start)]
            runs = _merged([(box.left(), box.right()) for box in boxes])
        else:
            # Blanks at which a line is broken hang past its end.
            limit = self.line.naturalTextRect().right()
            runs = [(self._x(start), min(self._x(end), limit))]
        return [(self.left + a, self.left + b) for a, b in runs if b - a > 0.5]

    def position_at(self, x: float) -> int | None:
        """Position of the character at a place; None beside the text."""
        natural = self.line.naturalTextRect()
        x -= self.left
        if not natural.left() <= x < natural.right():
            return None
        found = self.line.xToCursor(x, QTextLine.CursorPosition.CursorOnCharacter)
        return self.origin + min(found, self.end - self.origin)

    def _x(self, k: int) -> float:
        x: Any = self.line.cursorToX(k)
        return float(x[0])  # the place, and the position it belongs to


def _merged(runs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for left, right in sorted(runs):
        if merged and left <= merged[-1][1] + 1.0:
            merged[-1] = (merged[-1][0], max(right, merged[-1][1]))
        else:
            merged.append((left, right))
    return merged


def block_rows(block: QTextBlock, geometry: QRectF, top: float, bottom: float) -> Iterator[TextRow]:
    """Rows of a block that is laid out, which reach into ``[top, bottom)``.

    Args:
        block: with its lines laid out.
        geometry: of the block, in the viewport.
        top, bottom: range of the viewport.
    """
    layout = block.layout()
    origin = block.position()
    is_turned = may_run_right_to_left(block.text())
    corner: QPointF = geometry.topLeft()
    for k in range(layout.lineCount()):
        line = layout.lineAt(k)
        text_top = corner.y() + line.y()
        above, below = line_padding(line.height())
        text_bottom = text_top + line.height()
        if text_bottom + below <= top:
            continue
        if text_top - above >= bottom:
            return
        start = origin + line.textStart()
        yield TextRow(
            block=block.blockNumber(),
            first=k == 0,
            start=start,
            end=start + line.textLength(),
            top=text_top - above,
            bottom=text_bottom + below,
            text_top=text_top,
            baseline=text_top + line.ascent(),
            text_bottom=text_bottom,
            left=corner.x(),
            origin=origin,
            line=line,
            has_right_to_left=is_turned,
        )
