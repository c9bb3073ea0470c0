"""The sign of each state: a shape of its own, so that colour is never the only signal."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen

from chartveil.gui.theme.colors import Theme
from chartveil.review.model import DocumentState

_GRID = 16.0
"""The shapes are drawn on a square of so many units."""


def state_color(state: DocumentState, theme: Theme) -> QColor:
    """The colour that goes with a state; readable as text on all backgrounds of the theme."""
    return {
        DocumentState.WAITING: theme.muted,
        DocumentState.DETECTING: theme.muted,
        DocumentState.TO_REVIEW: theme.accent,
        DocumentState.IN_REVIEW: theme.accent,
        DocumentState.SIGNED_OFF: theme.success,
        DocumentState.EXPORTED: theme.success,
        DocumentState.FAILED: theme.danger,
    }[state]


def draw_state_sign(painter: QPainter, rect: QRectF, state: DocumentState, color: QColor) -> None:
    """Draws a state's sign into a square: ring, dots, disk, half disk, tick, ticked disk, cross."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    pen = QPen(color, 1.7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    disk = QRectF(3, 3, 10, 10)
    if state is DocumentState.WAITING:
        painter.drawEllipse(disk)
    elif state is DocumentState.DETECTING:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for x in (3.5, 8.0, 12.5):
            painter.drawEllipse(QPointF(x, 8), 1.6, 1.6)
    elif state is DocumentState.TO_REVIEW:
        painter.setBrush(color)
        painter.drawEllipse(disk)
    elif state is DocumentState.IN_REVIEW:
        painter.drawEllipse(disk)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPie(disk, 90 * 16, 180 * 16)
    elif state is DocumentState.SIGNED_OFF:
        pen.setWidthF(2.1)
        painter.setPen(pen)
        painter.drawPath(_tick(QPointF(0, 0), 1.0))
    elif state is DocumentState.EXPORTED:
        _ticked_disk(painter, color)
    else:
        pen.setWidthF(2.1)
        painter.setPen(pen)
        painter.drawLine(QPointF(4, 4), QPointF(12, 12))
        painter.drawLine(QPointF(12, 4), QPointF(4, 12))
    painter.restore()


def draw_doubt_sign(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Draws the sign of doubt into a square: a triangle on its base with a stroke in it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    painter.setPen(
        QPen(color, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.drawPolygon([QPointF(8, 2.5), QPointF(14, 13), QPointF(2, 13)])
    painter.drawLine(QPointF(8, 6.5), QPointF(8, 9.2))
    painter.drawPoint(QPointF(8, 11.2))
    painter.restore()


def _tick(corner: QPointF, size: float) -> QPainterPath:
    path = QPainterPath(corner + QPointF(3.2, 8.4) * size)
    path.lineTo(corner + QPointF(6.6, 11.8) * size)
    path.lineTo(corner + QPointF(12.8, 4.6) * size)
    return path


def _ticked_disk(painter: QPainter, color: QColor) -> None:
    """The tick is cut out of the disk, so that it shows on any background."""
    disk = QPainterPath()
    disk.addEllipse(QRectF(1.8, 1.8, 12.4, 12.4))
    corner = QPointF(8, 8) - QPointF(8, 8.2) * 0.72
    tick = QPen(color, 1.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.fillPath(disk.subtracted(QPainterPathStroker(tick).createStroke(_tick(corner, 0.72))), color)
