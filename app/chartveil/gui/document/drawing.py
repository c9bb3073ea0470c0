"""Draws the spans in sight on a surface, beneath and above its letters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from chartveil.gui.document.index import ItemIndex
from chartveil.gui.document.painter import SpanPainter
from chartveil.gui.document.rows import TextRow
from chartveil.gui.document.surface import ReadOnlyTextView
from chartveil.review.model import ReviewItem


@dataclass(frozen=True, slots=True)
class SpanPiece:
    """What of an item lies on one row, in one run of letters."""

    item: ReviewItem
    row: TextRow
    left: float
    right: float
    begins: bool
    """Whether the item begins here: its tag stands over this piece."""

    def rect(self, headroom: float) -> QRectF:
        """Where the piece is drawn."""
        return _rect(self.row, self.left, self.right, headroom)


def _rect(row: TextRow, left: float, right: float, headroom: float) -> QRectF:
    top = row.text_top + headroom
    return QRectF(left, top, right - left, row.text_bottom - top)


class VisibleSpans:
    """What is in sight in one paint: rows, pieces of items and hits on them. Built anew for each paint.

    Attributes:
        visited_count: items looked at.
    """

    def __init__(self, surface: ReadOnlyTextView, index: ItemIndex, top: float, bottom: float) -> None:
        self._offsets = surface.offsets
        self._right = float(surface.viewport().width())
        self._rows = list(surface.rows(top, bottom))
        self.pieces: list[SpanPiece] = []
        self.visited_count = 0
        if not self._rows:
            return
        first = self._offsets.offset(self._rows[0].start)
        last = self._offsets.offset(self._rows[-1].end)
        for item in index.overlapping(first, last):
            self.visited_count += 1
            self.pieces += self._pieces(item)

    def _pieces(self, item: ReviewItem) -> list[SpanPiece]:
        pieces = []
        start = self._offsets.position(item.span.start)
        for row, runs in self.row_extents(item.span.start, item.span.end):
            pieces += [SpanPiece(item, row, left, right, row.start <= start) for left, right in runs[:1]]
            pieces += [SpanPiece(item, row, left, right, False) for left, right in runs[1:]]
        return pieces

    def row_extents(self, start: int, end: int) -> list[tuple[TextRow, list[tuple[float, float]]]]:
        """Where a range of offsets lies on the rows in sight."""
        first, last = self._offsets.position(start), self._offsets.position(end)
        found = []
        for k in range(bisect_left(self._rows, first, key=lambda row: row.end), len(self._rows)):
            row = self._rows[k]
            if row.start >= last:
                break
            runs = row.extents(first, last)
            if runs:
                found.append((row, runs))
        return found

    def hit_rects(self, ranges: Sequence[tuple[int, int]], headroom: float) -> list[tuple[int, QRectF]]:
        """Rectangles of those ranges that are in sight, each with its number; ``ranges`` are sorted."""
        if not self._rows:
            return []
        first = self._offsets.offset(self._rows[0].start)
        last = self._offsets.offset(self._rows[-1].end)
        found = []
        for k in range(bisect_left(ranges, first, key=lambda r: r[1]), len(ranges)):
            start, end = ranges[k]
            if start > last:
                break
            for row, runs in self.row_extents(start, end):
                found += [(k, _rect(row, left, right, headroom)) for left, right in runs]
        return found

    def draw_backgrounds(self, painter: QPainter, spans: SpanPainter) -> None:
        for piece in self.pieces:
            spans.draw_background(painter, piece.item, piece.rect(spans.headroom))

    def draw_foregrounds(
        self, painter: QPainter, spans: SpanPainter, index: ItemIndex, current: int | None, *, tags: bool
    ) -> None:
        for piece in self.pieces:
            spans.draw_state(painter, piece.item, piece.rect(spans.headroom), piece.row.baseline)
        for piece in self.pieces:
            if piece.item.id == current:
                # One pixel out, but no further down than the row's own room.
                rect = piece.rect(spans.headroom).adjusted(-1, -1, 1, 0.5)
                spans.draw_ring(painter, rect, spans.theme.accent)
        if tags:
            self._draw_tags(painter, spans, index)

    def _draw_tags(self, painter: QPainter, spans: SpanPainter, index: ItemIndex) -> None:
        begun = sorted((p for p in self.pieces if p.begins), key=lambda p: (p.row.top, p.left, p.item.id))
        for k, piece in enumerate(begun):
            behind = begun[k + 1] if k + 1 < len(begun) else None
            limit = behind.left if behind and behind.row.top == piece.row.top else self._right
            at = QPointF(piece.left, piece.row.text_top - 1)
            spans.draw_tag(painter, piece.item, index.is_doubtful(piece.item), at, limit - piece.left)
