"""The layout of the document's lines: a line and a half high, which plain-text layouts of Qt do not know."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextLayout, QTextLine
from PySide6.QtWidgets import QPlainTextDocumentLayout

LINE_HEIGHT = 1.5
"""Of the font's own."""
_ABOVE = 0.8
"""Share of the room gained that goes above the line, where tags stand."""


class SpacedLayout(QPlainTextDocumentLayout):
    """Lays each line out with room above and below.

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
            # the lines tells it once (``measure.py``).
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
