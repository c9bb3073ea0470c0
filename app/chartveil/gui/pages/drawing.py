"""Draws spans and boxes on a page. Paper is white in every theme; the colours are of the light one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen

from chartveil.domain.page_layout import RegionKind
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import RECOVERED_SIGN, draw_state_line
from chartveil.review.model import DecisionState, PageBox, ReviewItem

_RADIUS = 2.0
_HANDLE = 8.0
"""Pixels of a handle's side."""
_REACH = 6.0
"""Pixels around the middle of a handle that belong to it."""
_ROOM = 28.0
"""Pixels from which on a side has a handle in its middle."""
_SHADE, _HATCH = 150, 90
"""How dark what is covered is, and the lines over what nobody has decided, of 255."""

Handle = tuple[int, int]
"""Which edges move: -1 for left and top, 1 for right and bottom, 0 for neither."""
HANDLES: tuple[Handle, ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
_CURSORS = {
    (-1, -1): Qt.CursorShape.SizeFDiagCursor,
    (1, 1): Qt.CursorShape.SizeFDiagCursor,
    (1, -1): Qt.CursorShape.SizeBDiagCursor,
    (-1, 1): Qt.CursorShape.SizeBDiagCursor,
    (0, -1): Qt.CursorShape.SizeVerCursor,
    (0, 1): Qt.CursorShape.SizeVerCursor,
    (-1, 0): Qt.CursorShape.SizeHorCursor,
    (1, 0): Qt.CursorShape.SizeHorCursor,
}


def draw_span(painter: QPainter, paper: Theme, item: ReviewItem, rect: QRectF, *, doubtful: bool) -> None:
    """A span, or the part of it that stands in one line."""
    rect = rect.adjusted(-1.5, -1, 1.5, 1.5)
    colors = paper.groups[item.span.group]
    painter.save()
    if item.state.taken_out:
        # Multiplied, so that the letters stay as dark as they are.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.tint)
        painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    if item.state is DecisionState.REJECTED:
        painter.setPen(QPen(paper.border, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
    draw_state_line(painter, item.state, colors.ink, rect.bottomLeft(), rect.right())
    sign = RECOVERED_SIGN if item.state is DecisionState.RECOVERED else "?" if doubtful else ""
    if sign:
        font = QFont(painter.font())
        font.setPixelSize(max(9, round(rect.height() * 0.6)))
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(colors.ink)
        at = QRectF(rect.left() - 12, rect.top() - 5, 12, rect.height())
        painter.drawText(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, sign)
    painter.restore()


def draw_box(painter: QPainter, paper: Theme, box: PageBox, rect: QRectF) -> None:
    """A box by its state: hatched and dashed while nobody has decided, dark where it is to be covered, a thin
    dotted frame with a cross where it stays visible; corners on those that a reviewer drew."""
    painter.save()
    ink = paper.text
    if box.state is DecisionState.REJECTED:
        pen = QPen(paper.muted, 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.1, 2.4])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect)
        _draw_cross(painter, paper, rect)
    elif box.state is DecisionState.PROPOSED:
        lines = QColor(ink)
        lines.setAlpha(_HATCH)
        painter.setBrush(QBrush(lines, Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(ink, 1.5, Qt.PenStyle.DashLine))
        painter.drawRect(rect)
    else:
        shade = QColor(ink)
        shade.setAlpha(_SHADE)
        painter.setBrush(shade)
        painter.setPen(QPen(ink, 2))
        painter.drawRect(rect)
        if box.region.kind is RegionKind.DRAWN:
            _draw_corners(painter, ink, rect)
    painter.restore()


def _draw_cross(painter: QPainter, paper: Theme, rect: QRectF) -> None:
    """At the upper right: what is here is not covered."""
    side = min(9.0, rect.width() / 2, rect.height() / 2)
    at = QRectF(rect.right() - side - 2, rect.top() + 2, side, side)
    painter.setPen(QPen(paper.muted, 1.75))
    painter.drawLine(at.topLeft(), at.bottomRight())
    painter.drawLine(at.bottomLeft(), at.topRight())


def _draw_corners(painter: QPainter, ink: QColor, rect: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for dx, dy in HANDLES:
        if dx and dy:
            at = _middle(rect, (dx, dy))
            painter.drawRect(QRectF(at.x() - 2.5, at.y() - 2.5, 5, 5))


def draw_ring(painter: QPainter, paper: Theme, rect: QRectF) -> None:
    """Around what is current."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(paper.accent, 2.5))
    painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), 3, 3)


def draw_handles(painter: QPainter, paper: Theme, rect: QRectF) -> None:
    """Handles by which a box is given another size; a small box has only those of its corners."""
    painter.setPen(QPen(paper.accent, 1.5))
    painter.setBrush(paper.on_accent)
    for handle in _handles(rect):
        at = _middle(rect, handle)
        painter.drawRect(QRectF(at.x() - _HANDLE / 2, at.y() - _HANDLE / 2, _HANDLE, _HANDLE))


def draw_draft(painter: QPainter, paper: Theme, rect: QRectF) -> None:
    """A box that is being drawn, moved or resized."""
    shade = QColor(paper.accent)
    shade.setAlpha(60)
    painter.setBrush(shade)
    painter.setPen(QPen(paper.accent, 2, Qt.PenStyle.DashLine))
    painter.drawRect(rect)


def draw_strikethrough(painter: QPainter, paper: Theme, rect: QRectF) -> None:
    """Through a word that goes with the box over it."""
    pen = QPen(QColor(Qt.GlobalColor.white), 3.5)
    for each in (pen, QPen(paper.danger, 1.5)):
        painter.setPen(each)
        painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()))


def handle_at(rect: QRectF, at: QPointF) -> Handle | None:
    """The handle of a box at a point; None where there is none."""
    for handle in _handles(rect):
        away = _middle(rect, handle) - at
        if max(abs(away.x()), abs(away.y())) <= _REACH:
            return handle
    return None


def handle_cursor(handle: Handle) -> Qt.CursorShape:
    """The shape of the mouse over a handle."""
    return _CURSORS[handle]


def _handles(rect: QRectF) -> list[Handle]:
    """The handles that there is room for: a small box keeps a middle to be moved by."""
    wide, high = rect.width() >= _ROOM, rect.height() >= _ROOM
    return [(dx, dy) for dx, dy in HANDLES if (dx or wide) and (dy or high)]


def _middle(rect: QRectF, handle: Handle) -> QPointF:
    center = rect.center()
    return QPointF(center.x() + handle[0] * rect.width() / 2, center.y() + handle[1] * rect.height() / 2)
