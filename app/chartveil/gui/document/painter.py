"""How spans look: by group a colour and a tag, by state a line; never by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from chartveil.domain import Label
from chartveil.gui.theme.tokens import Theme
from chartveil.review.model import DecisionState, ReviewItem

_TAG_SIZE = 9.0
_RADIUS = 2.5
_GAP = 3.0
_SHORT = {
    Label.PATIENT: "PT",
    Label.RELATIVE: "REL",
    Label.DOCTOR: "DR",
    Label.USERNAME: "USER",
    Label.PROFESSION: "JOB",
    Label.STREET: "STR",
    Label.COUNTRY: "CTRY",
    Label.LOCATION_OTHER: "LOC",
    Label.HOSPITAL: "HOSP",
    Label.ORGANIZATION: "ORG",
    Label.PHONE: "TEL",
    Label.EMAIL: "MAIL",
    Label.HEALTHPLAN: "PLAN",
    Label.ACCOUNT: "ACC",
    Label.LICENSE: "LIC",
    Label.VEHICLE: "VEH",
    Label.DEVICE: "DEV",
    Label.BIOID: "BIO",
    Label.IDNUM: "ID",
}
RECOVERED_SIGN = "\u211e"


class SpanPainter:
    """Draws pieces of spans; knows theme and zoom, and nothing of the document.

    Attributes:
        headroom: height over the letters, within the font's own, that tints leave to tags: only capitals with
            an accent reach into it.

    Args:
        theme: colours.
        tag_font: family of tags.
        scale: 1 at the text's usual size.
    """

    def __init__(self, theme: Theme, tag_font: QFont, scale: float) -> None:
        self.theme = theme
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
            painter.setBrush(self.theme.groups[item.span.group].tint)
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
            painter.setPen(QPen(self.theme.border, 1.0))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
            return
        ink = self.theme.groups[item.span.group].ink
        # Whole pixels: a thin line between two of them is grey.
        y = round(baseline + 2.0 * self.scale) + self._thick / 2
        left, right = rect.left() + 1, rect.right() - 1
        if item.state is DecisionState.ADDED:
            pen = QPen(ink, max(1.0, round(self.scale)))
            painter.setPen(pen)
            second = y + pen.widthF() * 2 + 0.5
            painter.drawLine(QPointF(left, y - 0.25), QPointF(right, y - 0.25))
            painter.drawLine(QPointF(left, second - 0.25), QPointF(right, second - 0.25))
            return
        pen = QPen(ink, self._thick)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if item.state is DecisionState.PROPOSED:
            pen.setDashPattern([3.0, 2.0])
        elif item.state is DecisionState.RECOVERED:
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.1, 2.2])
        painter.setPen(pen)
        painter.drawLine(QPointF(left, y), QPointF(right, y))

    def draw_ring(self, painter: QPainter, rect: QRectF, color: QColor, width: float = 2.0) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, width))
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
                painter.setPen(self.theme.groups[item.span.group].ink)
                painter.drawText(at, text)
                return

    def _width(self, text: str) -> float:
        if text not in self._widths:
            self._widths[text] = self._metrics.horizontalAdvance(text)
        return self._widths[text]


def tag_texts(item: ReviewItem, doubtful: bool) -> tuple[str, ...]:
    """Tags for an item, the longest first."""
    label = item.span.label
    short = _SHORT.get(label, label.value)
    match item.state:
        case DecisionState.REJECTED:
            return ()
        case DecisionState.RECOVERED:
            return (RECOVERED_SIGN,)
    sign = "?" if doubtful else ""
    whole = label.value.replace("_", " ")
    return tuple(dict.fromkeys((f"{whole} {sign}".rstrip(), short + sign)))
