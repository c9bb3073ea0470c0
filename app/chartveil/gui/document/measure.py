"""Counts the lines of a wrapped document while nobody waits, so that the scroll bar is right.

A plain-text layout of Qt takes each block it has not laid out for one line. The scroll bar would change its
length as one scrolls, and marks beside it would move.
"""

from __future__ import annotations

import time
from array import array
from bisect import bisect_right

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextBlock, QTextDocument

_SLICE = 0.006
"""Seconds at a time: a frame is 16 ms."""


class LineCounter(QObject):
    """Lays out block after block in short slices of the event loop, and keeps only the counts."""

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

    def stop(self) -> None:
        self._timer.stop()

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
            if fresh:  # nobody looks at it: the count stays with the block, the memory goes
                lines.clearLayout()
            block = block.next()
        self._block = block
        if block.isValid():
            return
        self._timer.stop()
        self._done = True
        layout.documentSizeChanged.emit(layout.documentSize())
        self.finished.emit()
