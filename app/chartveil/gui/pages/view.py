"""The column of pages with the spans drawn over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from chartveil.domain import Layout, Region
from chartveil.gui.pages.boxes import PageBoxes, Place
from chartveil.gui.pages.column import Column, fitting
from chartveil.gui.pages.regions import region_words
from chartveil.gui.parts import draw_state_line, label_words, score_words
from chartveil.gui.theme import Theme, ThemeName, theme
from chartveil.review.model import Item, State

_AROUND = 1
"""Pages before and after those in sight whose pictures are made and kept."""
_PAUSE = 60
"""Milliseconds that place and size must stand before pictures are asked for."""
_STEP, _SMALLEST, _LARGEST = 1.2, 0.25, 8.0
_EDGE = 32
_RADIUS = 2.0
_RECIPE = "\u211e"


class PageView(QAbstractScrollArea):
    """Draws pages from pictures it is given. Paper is white in every theme, and marks on it are those of the
    light one.

    Signals:
        page_wanted: number of a page, from 0, and pixels a point for its picture.
        place_clicked: offset in the text.
        page_changed: number of the page in sight.
        zoomed: pixels a point, and whether pages fill the width.
    """

    page_wanted = Signal(int, float)
    place_clicked = Signal(int)
    page_changed = Signal(int)
    zoomed = Signal(float, bool)

    def __init__(self, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = look
        self._paper = theme(ThemeName.LIGHT)
        self._layout = Layout((), ())
        self._boxes = PageBoxes(self._layout)
        self._column = Column((), 1.0)
        self._fit = True
        self._page = 0
        self._images: dict[int, QImage] = {}
        self._asked: dict[int, float] = {}
        self._failed: dict[int, str] = {}
        self._by_page: dict[int, list[tuple[Item, Place]]] = {}
        self._regions: dict[int, list[Region]] = {}
        self._doubtful: Callable[[Item], bool] = lambda _: False
        self._current: tuple[int, int] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._ask)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Pages"))
        # Always there, so that pages that fill the width do not change it by coming or going.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(40)
        self.horizontalScrollBar().setSingleStep(40)

    @property
    def page(self) -> int:
        """Number of the page in sight, from 0."""
        return self._page

    @property
    def kept(self) -> frozenset[int]:
        """Pages whose pictures are kept."""
        return frozenset(self._images)

    def show_layout(self, layout: Layout) -> None:
        """Shows other pages, the first one first."""
        self._layout = layout
        self._boxes = PageBoxes(layout)
        self._images.clear()
        self._asked.clear()
        self._failed.clear()
        self._by_page = {}
        self._regions = {}
        for region in layout.regions:
            self._regions.setdefault(region.page, []).append(region)
        self._current = None
        self._scale_to(fitting(layout.pages, self.viewport().width()) if self._fit else self._column.scale)
        self.verticalScrollBar().setValue(0)
        self._moved()

    def show_items(self, items: Iterable[Item], is_doubtful: Callable[[Item], bool]) -> None:
        self._doubtful = is_doubtful
        self._by_page = {}
        for item in items:
            for place in self._boxes.places(item.span.start, item.span.end):
                self._by_page.setdefault(place.page, []).append((item, place))
        self.viewport().update()

    def show_range(self, start: int, end: int) -> bool:
        """Rings a range and brings it into sight; false where it stands on no page."""
        places = self._boxes.places(start, end)
        self._current = (start, end) if places else None
        if places:
            self._bring(self._rect(places[0]))
        self.viewport().update()
        return bool(places)

    def set_page(self, page: int, image: QImage) -> None:
        """Takes a picture that was asked for; one of a page that is far away by now is dropped."""
        if page in self._near():
            self._images[page] = image
            self._failed.pop(page, None)
            self.viewport().update()

    def set_failed(self, page: int, message: str) -> None:
        """Shows on a page why there is no picture of it."""
        self._failed[page] = message
        self.viewport().update()

    def go_to_page(self, page: int) -> None:
        if 0 <= page < len(self._column):
            self.verticalScrollBar().setValue(self._column.rect(page, 0)[1] - 8)

    def zoom(self, steps: int) -> None:
        """Larger by steps, smaller where they are below 0."""
        self._fit = False
        self._scale_to(min(max(self._column.scale * _STEP**steps, _SMALLEST), _LARGEST))

    def fit_width(self) -> None:
        self._fit = True
        self._scale_to(fitting(self._layout.pages, self.viewport().width()))

    def set_theme(self, look: Theme) -> None:
        self._theme = look
        self.viewport().update()

    def region_rect(self, number: int) -> QRectF:
        """Where a region of the layout is drawn, in the viewport."""
        return self._rect(_place(self._layout.regions[number])).translated(-self._origin())

    def item_rect(self, item: int) -> QRectF:
        """Where the first piece of an item is drawn, in the viewport; empty where it is on no page."""
        for places in self._by_page.values():
            for drawn, place in places:
                if drawn.id == item:
                    return self._rect(place).translated(-self._origin())
        return QRectF()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.window)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(-self._origin())
        for page in self._seen():
            self._draw_page(painter, page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fit:
            self._scale_to(fitting(self._layout.pages, self.viewport().width()))
        else:
            self._set_bars()
        self._moved()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()
        self._moved()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom(-1)
        elif event.key() == Qt.Key.Key_0:
            self.fit_width()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar = self.verticalScrollBar()
            bar.setValue(0 if event.key() == Qt.Key.Key_Home else bar.maximum())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        offset = self._offset_at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and offset is not None:
            self.place_clicked.emit(offset)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._item_at(event.position()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip(QPointF(event.pos())), self)
            return True
        return super().viewportEvent(event)

    # Where things are

    def _origin(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _page_rect(self, page: int) -> QRectF:
        return QRectF(*self._column.rect(page, self.viewport().width()))

    def _rect(self, place: Place) -> QRectF:
        """A place in the column."""
        page, scale = self._page_rect(place.page), self._column.scale
        return QRectF(
            page.left() + place.left * scale,
            page.top() + place.top * scale,
            (place.right - place.left) * scale,
            (place.bottom - place.top) * scale,
        ).adjusted(-1.5, -1, 1.5, 1.5)

    def _seen(self) -> range:
        top = self.verticalScrollBar().value()
        return self._column.seen(top, top + self.viewport().height())

    def _near(self) -> range:
        seen = self._seen()
        return range(max(seen.start - _AROUND, 0), min(seen.stop + _AROUND, len(self._column)))

    def _offset_at(self, at: QPointF) -> int | None:
        at = at + self._origin()
        if not len(self._column):
            return None
        page = self._column.page_at(at.y())
        rect, scale = self._page_rect(page), self._column.scale
        return self._boxes.offset(page, (at.x() - rect.left()) / scale, (at.y() - rect.top()) / scale)

    def _item_at(self, at: QPointF) -> Item | None:
        where = at + self._origin()
        page = self._column.page_at(where.y()) if len(self._column) else 0
        drawn = self._by_page.get(page, ())
        return next((item for item, place in drawn if self._rect(place).contains(where)), None)

    def _region_at(self, at: QPointF) -> Region | None:
        where = at + self._origin()
        page = self._column.page_at(where.y()) if len(self._column) else 0
        return next((r for r in self._regions.get(page, ()) if self._rect(_place(r)).contains(where)), None)

    def _tip(self, at: QPointF) -> str:
        """What is said of a place: of the span there, else of the region."""
        item = self._item_at(at)
        if item is not None:
            return self._words(item)
        region = self._region_at(at)
        return region_words(region.kind) if region is not None else ""

    # What moves

    def _scale_to(self, scale: float) -> None:
        """Another scale; what is in the middle of the window stays there."""
        middle = self.verticalScrollBar().value() + self.viewport().height() / 2
        share = middle / self._column.height if self._column.height else 0.0
        self._column = Column(self._layout.pages, scale)
        self._set_bars()
        self.verticalScrollBar().setValue(round(share * self._column.height - self.viewport().height() / 2))
        self.zoomed.emit(scale, self._fit)
        self.viewport().update()
        self._moved()

    def _set_bars(self) -> None:
        room = self.viewport().size()
        for bar, whole, page in (
            (self.verticalScrollBar(), self._column.height, room.height()),
            (self.horizontalScrollBar(), 0 if self._fit else self._column.width, room.width()),
        ):
            bar.setPageStep(page)
            bar.setRange(0, max(0, whole - page))

    def _bring(self, rect: QRectF) -> None:
        for bar, low, high, room in (
            (self.verticalScrollBar(), rect.top(), rect.bottom(), self.viewport().height()),
            (self.horizontalScrollBar(), rect.left(), rect.right(), self.viewport().width()),
        ):
            if low < bar.value() + _EDGE or high > bar.value() + room - _EDGE:
                bar.setValue(round((low + high - room) / 2))

    def _moved(self) -> None:
        """Drops pictures that are far away, and asks for those that come near."""
        near = self._near()
        self._images = {page: image for page, image in self._images.items() if page in near}
        self._asked = {page: scale for page, scale in self._asked.items() if page in near}
        self._pause.start()
        page = self._column.page_at(self.verticalScrollBar().value() + self.viewport().height() / 3)
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)

    def _ask(self) -> None:
        if not self.isVisible():
            return
        scale = self._column.scale * self.devicePixelRatioF()
        seen = self._seen()
        # What is in sight comes first.
        for page in (*seen, *(p for p in self._near() if p not in seen)):
            if self._asked.get(page) != scale:
                self._asked[page] = scale
                self.page_wanted.emit(page, scale)

    def showEvent(self, event: QEvent) -> None:
        self._pause.start()

    # What is drawn

    def _draw_page(self, painter: QPainter, page: int) -> None:
        rect = self._page_rect(page)
        painter.fillRect(rect, QColor(Qt.GlobalColor.white))
        image = self._images.get(page)
        if image is not None:
            painter.drawImage(rect, image)
        else:
            message = self._failed.get(page) or self.tr("Page {n} is being drawn…").format(n=page + 1)
            painter.setPen(self._paper.muted)
            painter.drawText(rect.adjusted(24, 24, -24, -24), int(Qt.TextFlag.TextWordWrap), message)
        self._draw_regions(painter, page)
        for item, place in self._by_page.get(page, ()):
            self._draw_item(painter, item, self._rect(place))
        if self._current is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._paper.accent, 2.5))
            for place in self._boxes.places(*self._current):
                if place.page == page:
                    painter.drawRoundedRect(self._rect(place).adjusted(-2, -2, 2, 2), 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.border, 1))
        painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _draw_regions(self, painter: QPainter, page: int) -> None:
        """Dashed outlines: what is there is no text, and nobody has decided about it."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._paper.muted, 1.5, Qt.PenStyle.DashLine))
        for region in self._regions.get(page, ()):
            painter.drawRect(self._rect(_place(region)))

    def _draw_item(self, painter: QPainter, item: Item, rect: QRectF) -> None:
        colors = self._paper.groups[item.span.group]
        painter.save()
        if item.state.taken:
            # Multiplied, so that the letters stay as dark as they are.
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.tint)
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if item.state is State.REJECTED:
            painter.setPen(QPen(self._paper.border, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        draw_state_line(painter, item.state, colors.ink, rect.bottomLeft(), rect.right())
        sign = _RECIPE if item.state is State.RECOVERED else "?" if self._doubtful(item) else ""
        if sign:
            font = QFont(self.font())
            font.setPixelSize(max(9, round(rect.height() * 0.6)))
            font.setWeight(QFont.Weight.Bold)
            painter.setFont(font)
            painter.setPen(colors.ink)
            at = QRectF(rect.left() - 12, rect.top() - 5, 12, rect.height())
            painter.drawText(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, sign)
        painter.restore()

    def _words(self, item: Item) -> str:
        state = {
            State.PROPOSED: self.tr("proposed"),
            State.ACCEPTED: self.tr("accepted"),
            State.ADDED: self.tr("added"),
            State.REJECTED: self.tr("rejected"),
            State.RECOVERED: self.tr("given back as medical"),
        }[item.state]
        doubt = self.tr(", doubtful") if self._doubtful(item) else ""
        return f"{label_words(item.span.label)} · {state}{doubt} · {score_words(item.span.score)}"


def _place(region: Region) -> Place:
    return Place(region.page, region.left, region.top, region.right, region.bottom)
