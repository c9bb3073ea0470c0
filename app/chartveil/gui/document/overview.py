"""Marks beside the scroll bar for all spans of the text, by urgency."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionSlider, QWidget

from chartveil.domain.labels import LabelGroup
from chartveil.gui.document.view import DocumentView
from chartveil.gui.widgets.layouts import named
from chartveil.review.model import DecisionState, ReviewItem

_WIDTH = 16
_STEP = 3
"""Pixels that one mark takes; items closer than this share a mark, which shows the most pressing."""


class OverviewMark(NamedTuple):
    """The most pressing item at a place; of two as pressing, the first."""

    rank: int
    group: LabelGroup


_LEFT, _DECIDED, _UNDECIDED, _DOUBTFUL = range(4)


def urgency(item: ReviewItem, doubtful: bool) -> int:
    """The urgency of an item, 0 to 3."""
    if doubtful:
        return _DOUBTFUL
    if item.state is DecisionState.PROPOSED:
        return _UNDECIDED
    return _DECIDED if item.state.taken_out else _LEFT


class OverviewBar(QWidget):
    """All spans of the view's document in one strip; a click or drag there moves the view."""

    def __init__(self, view: DocumentView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._starts: dict[int, int] = {}
        self._edges = [0, 1]
        self._marks: list[OverviewMark | None] = []
        self._stale = True
        self.setFixedWidth(_WIDTH)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        named(
            self,
            self.tr("Overview of spans"),
            description=self.tr("Where spans stand in the whole text. A click goes there."),
            tip=self.tr("All spans of the document; wide marks are not decided yet. Click to go there."),
        )
        view.items_changed.connect(self._follow)
        view.lines_counted.connect(self._forget)
        view.current_changed.connect(lambda _: self.update())

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 0)

    def marks(self) -> list[tuple[float, OverviewMark]]:
        """Where marks stand, in pixels from above, and what they show."""
        self._build()
        top = self._track().top()
        return [(top + k * _STEP, mark) for k, mark in enumerate(self._marks) if mark is not None]

    def y_of(self, offset: int) -> float:
        """Where an offset stands in the strip, in pixels from above."""
        track = self._track()
        return track.top() + self._view.vertical_fraction(offset) * track.height()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._view.themes.theme.page)
        for y, mark in self.marks():
            rect, color = self._shape(y, mark)
            painter.fillRect(rect, color)
            if mark.rank == _DOUBTFUL:
                painter.fillRect(QRectF(1, y, 4, _STEP), self._view.themes.theme.warning)
        current = self._view.current
        if current is not None:
            y = self.y_of(current.span.start)
            painter.setPen(self._view.themes.theme.accent)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawRoundedRect(QRectF(0.5, y - 2, self.width() - 1, _STEP + 4), 2, 2)

    def _shape(self, y: float, mark: OverviewMark) -> tuple[QRectF, QColor]:
        ink = QColor(self._view.themes.theme.groups[mark.group].ink)
        right = self.width() - 2.0
        if mark.rank >= _UNDECIDED:
            return QRectF(6, y, right - 6, _STEP), ink
        if mark.rank == _LEFT:
            ink = QColor(self._view.themes.theme.border)
        ink.setAlphaF(0.55)
        return QRectF(right - 4, y, 4, _STEP), ink

    def _track(self) -> QRectF:
        """Where the scroll bar's handle runs: marks stand beside the text they mean."""
        bar = self._view.verticalScrollBar()
        option = QStyleOptionSlider()
        bar.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_ScrollBar, QStyle.SubControl.SC_ScrollBarGroove
        groove = bar.style().subControlRect(control, option, part, bar)
        if groove.height() <= 0:
            return QRectF(self.rect())
        top = bar.mapTo(self._view, groove.topLeft()).y()
        return QRectF(0, top, self.width(), groove.height())

    # marks

    def _follow(self, ids: Iterable[int]) -> None:
        changed = list(ids)
        if not changed or self._stale:
            self._forget()
            return
        slots: set[int] = set()
        for id in changed:
            if id in self._starts:
                slots.add(self._slot(self._starts.pop(id)))
            item = self._view.review.find_item(id)
            if item is not None:
                self._starts[id] = item.span.start
                slots.add(self._slot(item.span.start))
        for slot in sorted(slots):
            self._marks[slot] = self._strongest(slot)
        self.update()

    def _forget(self) -> None:
        self._stale = True
        self.update()

    def _build(self) -> None:
        if not self._stale:
            return
        count = max(1, int(self._track().height()) // _STEP)
        edges = [self._view.offset_at_fraction(k / count) for k in range(count)]
        self._edges = [0, *edges[1:], len(self._view.text) + 1]
        self._starts = {item.id: item.span.start for item in self._view.review.items}
        self._marks = [self._strongest(slot) for slot in range(count)]
        self._stale = False

    def _slot(self, offset: int) -> int:
        return bisect_right(self._edges, offset) - 1

    def _strongest(self, slot: int) -> OverviewMark | None:
        review, (start, end) = self._view.review, self._edges[slot : slot + 2]
        best: OverviewMark | None = None
        for item in review.items_touching(start, end) if start < end else ():
            if item.span.start < start:
                continue
            pressing = urgency(item, review.is_doubtful(item))
            if best is None or pressing > best.rank:
                best = OverviewMark(pressing, item.span.group)
                if pressing == _DOUBTFUL:
                    break
        return best

    # events of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._jump(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._jump(event)

    def _jump(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        track = self._track()
        share = (event.position().y() - track.top()) / max(1.0, track.height())
        self._view.center(self._view.offset_at_fraction(min(max(share, 0.0), 1.0)))
