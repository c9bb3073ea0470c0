"""Line numbers, and marks beside doubtful lines, left of the text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from chartveil.gui.widgets.line_layout import TextRow
from chartveil.gui.widgets.text_view import ReadOnlyTextView

_PAD = 8
_MARK = 12


class Gutter(QWidget):
    """Beside a view, in step with it.

    Args:
        view: its parent.
        marked: whether a row begins something doubtful; asked for rows in sight alone.
        uncovered: whether a row is in a passage that detection does not cover: False once it is read, None
            where it is in none.
    """

    def __init__(
        self,
        view: ReadOnlyTextView,
        marked: Callable[[TextRow], bool],
        uncovered: Callable[[TextRow], bool | None],
    ) -> None:
        super().__init__(view)
        self._view = view
        self._marked = marked
        self._uncovered = uncovered
        self.setAccessibleName(self.tr("Line numbers"))
        self.setAccessibleDescription(
            self.tr(
                "A mark stands beside lines with doubtful spans, a bar beside what detection does not cover"
            )
        )
        view.updateRequest.connect(self._follow)

    def fit_width(self) -> None:
        """Takes the width that the number of lines asks for."""
        self._view.set_left_margin(self.sizeHint().width())

    def sizeHint(self) -> QSize:
        digits = max(3, len(str(self._view.offsets.line_count)))
        width = QFontMetricsF(self._number_font()).horizontalAdvance("0") * digits
        return QSize(round(_PAD + self._mark_width() + width + _PAD), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        view = self._view
        painter = QPainter(self)
        painter.fillRect(event.rect(), view.themes.theme.page)
        edge = self.width() - 1
        faint = QColor(view.themes.theme.border)
        faint.setAlphaF(0.4)
        painter.fillRect(QRectF(edge, 0, 1, self.height()), faint)
        painter.setFont(self._number_font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row in view.rows(event.rect().top(), event.rect().bottom() + 1):
            number = view.offsets.line_number(row.block) if row.first else None
            if number is not None:
                painter.setPen(view.themes.theme.muted)
                place = QRectF(0, row.text_top, edge - _PAD, row.text_bottom - row.text_top)
                painter.drawText(
                    place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number)
                )
            unread = self._uncovered(row)
            if unread is not None:
                self._draw_bar(painter, row, unread=unread)
            if self._marked(row):
                self._draw_mark(painter, row)

    def _draw_mark(self, painter: QPainter, row: TextRow) -> None:
        size = self._mark_width()
        middle = (row.text_top + row.text_bottom) / 2
        left = _PAD / 2
        triangle = [
            QPointF(left, middle - size * 0.4),
            QPointF(left + size * 0.7, middle),
            QPointF(left, middle + size * 0.4),
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._view.themes.theme.warning)
        painter.drawPolygon(QPolygonF(triangle))

    def _draw_bar(self, painter: QPainter, row: TextRow, *, unread: bool) -> None:
        """Solid beside what is to be read, dotted beside what is."""
        pen = QPen(self._view.themes.theme.warning if unread else self._view.themes.theme.muted, 3)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if not unread:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        x = self.width() - 3.5
        painter.drawLine(QPointF(x, row.top), QPointF(x, row.bottom))

    def _mark_width(self) -> float:
        return _MARK * self._view.zoom / 100

    def _number_font(self) -> QFont:
        font = QFont(self._view.text_font)
        font.setPixelSize(max(8, round(font.pixelSize() * 0.8)))
        return font

    def _follow(self, rect: object, moved: int) -> None:
        if moved:
            self.scroll(0, moved)
        else:
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        QApplication.sendEvent(self._view.viewport(), event)
