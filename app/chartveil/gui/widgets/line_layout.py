"""Lines of the text: a line and a half high, found by place, counted while nobody waits."""

from __future__ import annotations

import re
import time
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QTextBlock, QTextDocument, QTextLayout, QTextLine
from PySide6.QtWidgets import QPlainTextDocumentLayout

LINE_HEIGHT = 1.5
"""Factor of the font's own line height."""
_BAR = 3.0
"""Pixels of what stands where text was taken out."""
_ABOVE = 0.8
"""Share of the room gained that goes above the line, where tags stand."""


class SpacedLayout(QPlainTextDocumentLayout):
    """Lays each line out with room above and below, which plain-text layouts of Qt do not do.

    All that belongs to a line, tags and rings too, is drawn inside its own room: when the view scrolls, only
    lines that come in are painted, and none has to be painted for its neighbour's sake.
    """

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """As in Qt, which asks here for each block before it uses its lines."""
        lines = block.layout() if block.isValid() else None
        if lines is None:
            return super().blockBoundingRect(block)
        if not lines.lineCount():
            # Else the view works out its scroll bars anew for each block that comes into sight; who counts
            # the lines tells it once (``LineCounter``).
            blocked = self.blockSignals(True)
            super().blockBoundingRect(block)
            self.blockSignals(blocked)
        count = lines.lineCount()
        if not lines.lineAt(0).y():
            _space(block, lines, count)
        rect = super().blockBoundingRect(block)
        _, bottom = line_bounds(lines.lineAt(count - 1))
        if not block.next().isValid():
            bottom += self.document().documentMargin()
        rect.setBottom(bottom)
        return rect


def _space(block: QTextBlock, lines: QTextLayout, count: int) -> None:
    to_right = block.textDirection() is Qt.LayoutDirection.RightToLeft
    y = 0.0
    for k in range(count):
        line = lines.lineAt(k)
        above, below = line_padding(line.height())
        # Plain-text layouts of Qt begin all lines at the left.
        aside = max(0.0, line.width() - line.naturalTextWidth()) if to_right else 0.0
        line.setPosition(QPointF(line.x() + aside, y + above))
        y += above + line.height() + below


@cache
def line_padding(height: float) -> tuple[float, float]:
    """Room above and below a line of this height, so that lines stand whole pixels apart."""
    total = round(height * LINE_HEIGHT) - height
    above = max(1, round(total * _ABOVE))
    return above, total - above


def line_bounds(line: QTextLine) -> tuple[float, float]:
    """Top and bottom of a line with its room, from the top of its block; zeros where there is none."""
    if not line.isValid():
        return 0.0, 0.0
    y, height = line.y(), line.height()
    above, below = line_padding(height)
    return y - above, y + height + below


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
        width here. A range without characters is as wide as a bar, so that it is seen.
        """
        if start == end and self.start <= start <= self.end:
            left = self.left + self._x(start - self.origin)
            return [(left, left + _BAR)]
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


_SLICE = 0.006
"""Seconds at a time: a frame is 16 ms."""


class LineCounter(QObject):
    """Counts the lines of a wrapped document, so that the scroll bar is right.

    It lays out block after block in short slices of the event loop, and keeps only the counts.

    Signals:
        finished: all lines are counted.
    """

    finished = Signal()

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._block = QTextBlock()
        self._lines = array("Q")
        self._done = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)

    def restart(self) -> None:
        """Counts again, from the first block: width, font or text are new."""
        self._block = self._document.firstBlock()
        self._lines = array("Q", [0])
        self._done = False
        self._timer.start()

    def lines_before(self, block: int) -> int | None:
        """Lines before a block, from 0 to the number of blocks; None until all are counted."""
        return self._lines[block] if self._done else None

    def block_at(self, fraction: float, blocks: int) -> tuple[int, float]:
        """The block so far down the text, 0 to 1, and the share of its lines above that place.

        Until all lines are counted each of the ``blocks`` is taken for one line.
        """
        fraction = min(max(fraction, 0.0), 1.0)
        if not self._done:
            place = fraction * blocks
            block = min(int(place), blocks - 1)
            return block, min(place - block, 1.0)
        place = fraction * self._lines[-1]
        block = min(bisect_right(self._lines, place), blocks) - 1
        lines = self._lines[block + 1] - self._lines[block]
        return block, min((place - self._lines[block]) / max(lines, 1), 1.0)

    def _slice(self) -> None:
        layout = self._document.documentLayout()
        until = time.perf_counter() + _SLICE
        block = self._block
        while block.isValid() and time.perf_counter() < until:
            lines = block.layout()
            fresh = not lines.lineCount()
            layout.blockBoundingRect(block)
            self._lines.append(self._lines[-1] + lines.lineCount())
            if fresh:  # not in sight: the block keeps the count, the memory is freed
                lines.clearLayout()
            block = block.next()
        self._block = block
        if block.isValid():
            return
        self._timer.stop()
        self._done = True
        layout.documentSizeChanged.emit(layout.documentSize())
        self.finished.emit()
