"""Draws spans: by group a colour and a tag, by state a line; never by colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import RECOVERED_SIGN, draw_state_line, label_text
from chartveil.gui.widgets.line_layout import TextRow
from chartveil.gui.widgets.text_view import ReadOnlyTextView, VisibleRows, piece_rect
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState, ReviewItem

_TAG_SIZE = 9.0
_RADIUS = 2.5
_GAP = 3.0


class SpanPainter:
    """Draws pieces of spans; knows theme and zoom, and nothing of the document.

    Attributes:
        headroom: height over the letters, within the font's own, that tints leave to tags: only capitals with
            an accent reach into it.

    Args:
        themes: colours.
        tag_font: family of tags.
        scale: 1 at the text's usual size.
    """

    def __init__(self, themes: WindowTheme, tag_font: QFont, scale: float) -> None:
        self._themes = themes
        self.scale = scale
        self._tag_font = QFont(tag_font)
        self._tag_font.setPixelSize(max(8, round(_TAG_SIZE * scale)))
        self._tag_font.setWeight(QFont.Weight.DemiBold)
        self._metrics = QFontMetricsF(self._tag_font)
        self._widths: dict[str, float] = {}
        self._thick = max(1.0, 1.5 * scale)
        self.headroom = round(2.0 * scale)
        self._large = QFont(self._tag_font)
        self._large.setPixelSize(round(self._tag_font.pixelSize() * 1.3))

    def draw_background(self, painter: QPainter, item: ReviewItem, rect: QRectF) -> None:
        """What stands behind the letters of a piece."""
        if item.state.taken_out:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._themes.theme.groups[item.span.group].tint)
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)

    def draw_state(self, painter: QPainter, item: ReviewItem, rect: QRectF, baseline: float) -> None:
        """The line of the item's state.

        Args:
            painter: of the viewport.
            item: whose piece it is.
            rect: of the piece's letters.
            baseline: of its letters.
        """
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if item.state is DecisionState.REJECTED:
            painter.setPen(QPen(self._themes.theme.border, 1.0))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
            return
        ink = self._themes.theme.groups[item.span.group].ink
        # Whole pixels: a thin line between two of them is grey.
        y = round(baseline + 2.0 * self.scale) + self._thick / 2
        draw_state_line(painter, item.state, ink, QPointF(rect.left() + 1, y), rect.right() - 1, self._thick)

    def draw_ring(self, painter: QPainter, rect: QRectF, color: QColor | None = None) -> None:
        """A ring around a piece: the current one, or with a colour a thin one."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 1.5) if color is not None else QPen(self._themes.theme.accent, 2.0))
        painter.drawRoundedRect(rect, _RADIUS + 1, _RADIUS + 1)

    def draw_tag(self, painter: QPainter, item: ReviewItem, doubtful: bool, at: QPointF, room: float) -> None:
        """The label's name above the first letters: whole, short, or not at all, as room allows.

        Args:
            painter: of the viewport.
            item: what it is.
            doubtful: then a question mark is added.
            at: left end of the tag's baseline.
            room: pixels to the next tag.
        """
        for text in tag_texts(item, doubtful):
            if self._width(text) <= room - _GAP:
                painter.setFont(self._large if text == RECOVERED_SIGN else self._tag_font)
                painter.setPen(self._themes.theme.groups[item.span.group].ink)
                painter.drawText(at, text)
                return

    def _width(self, text: str) -> float:
        if text not in self._widths:
            self._widths[text] = self._metrics.horizontalAdvance(text)
        return self._widths[text]


def tag_texts(item: ReviewItem, doubtful: bool) -> tuple[str, ...]:
    """Tags for an item, the longest first."""
    label = item.span.label
    short = label.info.tag
    match item.state:
        case DecisionState.REJECTED:
            return ()
        case DecisionState.RECOVERED:
            return (RECOVERED_SIGN,)
    sign = "?" if doubtful else ""
    whole = label_text(label)
    return tuple(dict.fromkeys((f"{whole} {sign}".rstrip(), short + sign)))


@dataclass(frozen=True, slots=True)
class SpanPiece:
    """The piece of an item that lies on one row, in one run of letters."""

    item: ReviewItem
    row: TextRow
    left: float
    right: float
    begins: bool
    """Whether the item begins here: its tag stands over this piece."""

    def rect(self, headroom: float) -> QRectF:
        """The rectangle of the piece."""
        return piece_rect(self.row, self.left, self.right, headroom)


class VisibleSpans(VisibleRows):
    """The visible part of a document: rows, pieces of items and hits on them.

    Attributes:
        visited_count: items looked at.
    """

    def __init__(self, view: ReadOnlyTextView, review: DocumentReview, top: float, bottom: float) -> None:
        super().__init__(view, top, bottom)
        self._review = review
        self._right = float(view.viewport().width())
        visible = review.items_touching(*self._range) if self._rows else []
        self.visited_count = len(visible)
        self.pieces = [piece for item in visible for piece in self._pieces(item)]

    def _pieces(self, item: ReviewItem) -> list[SpanPiece]:
        pieces = []
        start = self._offsets.position(item.span.start)
        for row, runs in self.row_extents(item.span.start, item.span.end):
            pieces += [SpanPiece(item, row, left, right, row.start <= start) for left, right in runs[:1]]
            pieces += [SpanPiece(item, row, left, right, False) for left, right in runs[1:]]
        return pieces

    def draw_backgrounds(self, painter: QPainter, spans: SpanPainter) -> None:
        """Draws what stands behind the letters."""
        for piece in self.pieces:
            spans.draw_background(painter, piece.item, piece.rect(spans.headroom))

    def draw_foregrounds(self, painter: QPainter, spans: SpanPainter, current: int | None) -> None:
        """Draws what stands over the letters: states, the ring of the current item, tags."""
        for piece in self.pieces:
            spans.draw_state(painter, piece.item, piece.rect(spans.headroom), piece.row.baseline)
        for piece in self.pieces:
            if piece.item.id == current:
                # One pixel out, but no further down than the row's own room.
                rect = piece.rect(spans.headroom).adjusted(-1, -1, 1, 0.5)
                spans.draw_ring(painter, rect)
        begun = sorted((p for p in self.pieces if p.begins), key=lambda p: (p.row.top, p.left, p.item.id))
        for k, piece in enumerate(begun):
            behind = begun[k + 1] if k + 1 < len(begun) else None
            limit = behind.left if behind and behind.row.top == piece.row.top else self._right
            at = QPointF(piece.left, piece.row.text_top - 1)
            spans.draw_tag(painter, piece.item, self._review.is_doubtful(piece.item), at, limit - piece.left)
