"""The column of pages, with spans and boxes drawn over their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from chartveil.domain.page_layout import PageLayout
from chartveil.gui.pages import drawing
from chartveil.gui.pages.box_editor import BoxEditor
from chartveil.gui.pages.contents import PageContents, PageGeometry
from chartveil.gui.theme.colors import Theme, ThemeName, theme_by_name
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import item_description
from chartveil.review.model import PageBox, ReviewItem
from chartveil.review.page_review import PageArea, box_area

_PAUSE = 60
"""Milliseconds that place and size must stand before pictures are asked for."""


class PageImageCache(QObject):
    """Keeps the pictures of pages near what is in sight, and asks for those that are missing.

    Args:
        wanted: pages in sight, those near them as well, and pixels a point; nothing while none are shown.
        parent: owns it.

    Signals:
        page_image_requested: number of a page, from 0, and pixels a point for its picture.
    """

    page_image_requested = Signal(int, float)

    def __init__(self, wanted: Callable[[], tuple[range, range, float]], parent: QObject) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._images: dict[int, QImage] = {}
        self._asked: dict[int, float] = {}
        self._failed: dict[int, str] = {}
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._ask)

    @property
    def cached_pages(self) -> frozenset[int]:
        """Pages whose pictures are kept."""
        return frozenset(self._images)

    def clear(self) -> None:
        """Forgets all pictures: other pages are shown."""
        self._images.clear()
        self._asked.clear()
        self._failed.clear()

    def image(self, page: int) -> QImage | None:
        """The picture of a page; None where there is none yet."""
        return self._images.get(page)

    def error(self, page: int) -> str:
        """Why there is no picture of a page; empty where nothing is known."""
        return self._failed.get(page, "")

    def add(self, page: int, image: QImage) -> bool:
        """Takes a picture; one of a page that is far away by now is dropped."""
        if page not in self._wanted()[1]:
            return False
        self._images[page] = image
        self._failed.pop(page, None)
        return True

    def set_error(self, page: int, message: str) -> None:
        """Keeps why there is no picture of a page."""
        self._failed[page] = message

    def refresh(self) -> None:
        """Drops pictures that are far away, and asks for those that come near, after a moment."""
        near = self._wanted()[1]
        self._images = {page: image for page, image in self._images.items() if page in near}
        self._asked = {page: scale for page, scale in self._asked.items() if page in near}
        self._pause.start()

    def _ask(self) -> None:
        seen, near, scale = self._wanted()
        # What is in sight comes first.
        for page in _in_order(seen, near):
            if scale > 0 and self._asked.get(page) != scale:
                self._asked[page] = scale
                self.page_image_requested.emit(page, scale)


def _in_order(seen: range, near: range) -> Iterable[int]:
    return (*seen, *(p for p in near if p not in seen))


PAPER_THEME = theme_by_name(ThemeName.LIGHT)
"""Its colours: paper is white in every theme."""


def draw_page(
    painter: QPainter,
    theme: Theme,
    shown: PageContents,
    pictures: PageImageCache,
    editor: BoxEditor,
    page: int,
) -> None:
    """Draws one page where it stands in the column."""
    geometry = shown.geometry
    rect = geometry.page_rect(page)
    painter.fillRect(rect, QColor(Qt.GlobalColor.white))
    image = pictures.image(page)
    if image is not None:
        painter.save()
        painter.setTransform(geometry.transform(page), True)
        painter.drawImage(QRectF(0, 0, *geometry.pages[page]), image)
        painter.restore()
    else:
        waits = QCoreApplication.translate("PageView", "Page {n} is being drawn…").format(n=page + 1)
        painter.setPen(PAPER_THEME.muted)
        inner = rect.adjusted(24, 24, -24, -24)
        painter.drawText(inner, int(Qt.TextFlag.TextWordWrap), pictures.error(page) or waits)
    for item, area in shown.item_areas(page):
        doubtful = shown.is_doubtful(item)
        drawing.draw_span(painter, PAPER_THEME, item, geometry.to_rect(area), doubtful=doubtful)
    _draw_boxes(painter, shown, editor, page)
    if shown.ringed_range is not None and editor.selected is None:
        for place in shown.areas_of(*shown.ringed_range):
            if place.page == page:
                drawing.draw_ring(painter, PAPER_THEME, geometry.to_rect(place))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.border, 1))
    painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))


def _draw_boxes(painter: QPainter, shown: PageContents, editor: BoxEditor, page: int) -> None:
    selected, draft = editor.selected, editor.draft
    for box in editor.boxes:
        if box.region.page == page and not (box is selected and editor.is_moving_selected):
            drawing.draw_box(painter, PAPER_THEME, box, editor.rect_of(box))
    for place in shown.struck_words.get(page, ()):
        drawing.draw_strikethrough(painter, PAPER_THEME, shown.geometry.to_rect(place))
    if draft is not None and draft.page == page:
        drawing.draw_draft(painter, PAPER_THEME, shown.geometry.to_rect(draft))
    if selected is not None and selected.region.page == page:
        rect = shown.geometry.to_rect(draft or box_area(selected))
        drawing.draw_ring(painter, PAPER_THEME, rect)
        drawing.draw_handles(painter, PAPER_THEME, rect)


_AROUND = 1
"""Pages before and after those in sight whose pictures are made and kept."""
_STEP, _SMALLEST, _LARGEST = 1.2, 0.25, 8.0
_EDGE = 32
_RING = 2
"""Pixels of the ring around the pages while they have the keyboard."""


class PageView(QAbstractScrollArea):
    """Draws pages from pictures it is given. Paper is white in every theme, and boxes on it are those of the
    light one. What is done with boxes its ``editor`` says.

    Signals:
        page_image_requested: number of a page, from 0, and pixels a point for its picture.
        text_clicked: offset in the text.
        page_changed: number of the page in sight.
        zoomed: pixels a point, and whether pages fill the width.
        context_requested: a place on the screen for what can be done with the chosen box, or the page.
    """

    page_image_requested = Signal(int, float)
    text_clicked = Signal(int)
    page_changed = Signal(int)
    zoomed = Signal(float, bool)
    context_requested = Signal(QPoint)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._shown = PageContents(PageLayout((), ()))
        self._fit = True
        self._page = 0
        self._pictures = PageImageCache(self._wanted, self)
        self._pictures.page_image_requested.connect(self.page_image_requested)
        self.editor = BoxEditor(self._geometry, self)
        self.editor.changed.connect(self.viewport().update)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Pages"))
        # Always there, so that pages that fill the width do not change it by coming or going.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(40)
        self.horizontalScrollBar().setSingleStep(40)

    @property
    def current_page(self) -> int:
        """Number of the page in sight, from 0."""
        return self._page

    @property
    def first_visible_page(self) -> int:
        """Number of the first page of which something is in sight."""
        return self._visible_pages().start

    @property
    def cached_pages(self) -> frozenset[int]:
        """Pages whose pictures are kept."""
        return self._pictures.cached_pages

    @property
    def _geometry(self) -> PageGeometry:
        return self._shown.geometry

    @property
    def visible_rect(self) -> QRectF:
        """The part of the column that is in sight."""
        return QRectF(self._origin(), QRectF(self.viewport().rect()).size())

    # What is shown

    def show_layout(self, layout: PageLayout) -> None:
        """Shows other pages, the first one first."""
        self._shown = PageContents(layout, self.viewport().width())
        self._pictures.clear()
        self.editor.set_geometry(self._geometry)
        self._scale_to(self._geometry.fit_width_scale() if self._fit else self._geometry.scale)
        self.verticalScrollBar().setValue(0)
        self._moved()

    def show_items(self, items: Iterable[ReviewItem], is_doubtful: Callable[[ReviewItem], bool]) -> None:
        """Shows the items of the document as they are now."""
        self._shown.set_items(items, is_doubtful)
        self.viewport().update()

    def items_on(self, page: int) -> list[ReviewItem]:
        """The items that stand on a page, each once."""
        return self._shown.items_on(page)

    def show_boxes(self, boxes: Sequence[PageBox], *, asked: bool) -> None:
        """Shows the boxes as they are now; ``asked`` tells whether somebody has to decide about them."""
        self._shown.set_boxes(boxes, asked=asked)
        self.editor.set_boxes(boxes)

    def show_range(self, start: int, end: int) -> bool:
        """Rings a range and brings it into sight; false where it stands on no page."""
        self._shown.ringed_range = (start, end) if self._shown.areas_of(start, end) else None
        mark = self._ringed()
        if mark is not None:
            self._bring(mark)
        self.viewport().update()
        return mark is not None

    def show_box(self, id: int) -> None:
        """Chooses a box and brings it into sight."""
        self.editor.select(id)
        box = self.editor.selected
        if box is not None:
            self._bring(self.editor.rect_of(box))

    def describe_box(self, box: PageBox) -> str:
        """A box in words."""
        return self._shown.describe_box(box)

    def set_page_image(self, page: int, image: QImage) -> None:
        """Takes a picture that was asked for; one of a page that is far away by now is dropped."""
        if self._pictures.add(page, image):
            self.viewport().update()

    def set_page_error(self, page: int, message: str) -> None:
        """Shows on a page why there is no picture of it."""
        self._pictures.set_error(page, message)
        self.viewport().update()

    # How it is shown

    def go_to_page(self, page: int) -> None:
        """Scrolls to the top of a page; numbers that no page has do nothing."""
        if 0 <= page < len(self._geometry.pages):
            self.verticalScrollBar().setValue(round(self._geometry.page_rect(page).top()) - 8)

    def zoom(self, steps: int) -> None:
        """Larger by steps, smaller where they are below 0."""
        self._fit = False
        self._scale_to(min(max(self._geometry.scale * _STEP**steps, _SMALLEST), _LARGEST))

    def fit_width(self) -> None:
        """Makes pages fill the width, also when it changes."""
        self._fit = True
        self._scale_to(self._geometry.fit_width_scale())

    def rotate_page(self, quarters: int) -> None:
        """Turns the page in sight by quarters clockwise, to be looked at; nothing else turns with it. Where
        several are, it is that of the chosen box."""
        if not self._geometry.pages:
            return
        chosen, visible = self.editor.selected, self._visible_pages()
        page = chosen.region.page if chosen is not None and chosen.region.page in visible else self._page
        self.editor.commit()
        self.editor.cancel_drag()
        self._geometry.rotate(page, quarters)
        self._scale_to(self._geometry.fit_width_scale() if self._fit else self._geometry.scale)
        self.go_to_page(page)

    def box_rect(self, id: int) -> QRectF:
        """Where a box is drawn, in the viewport; empty where there is none."""
        box = next((b for b in self.editor.boxes if b.id == id), None)
        return self.area_rect(box_area(box)) if box is not None else QRectF()

    def area_rect(self, area: PageArea) -> QRectF:
        """Where an area of a page is drawn, in the viewport."""
        return self._geometry.to_rect(area).translated(-self._origin())

    def range_position(self, start: int, end: int) -> QPoint | None:
        """The lower left corner of a range on the screen; None where it stands on no page."""
        places = self._shown.areas_of(start, end)
        if not places:
            return None
        return self.viewport().mapToGlobal(self.area_rect(places[0]).bottomLeft().toPoint())

    # What happens to it

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._themes.theme.window)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(-self._origin())
        for page in self._visible_pages():
            draw_page(painter, self._themes.theme, self._shown, self._pictures, self.editor, page)
        if self.hasFocus():
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._themes.theme.focus, _RING))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        top, mark = self.verticalScrollBar().value(), self._mark()
        seen = mark is not None and top <= mark.top() and mark.bottom() <= top + event.oldSize().height()
        self._geometry.viewport_width = self.viewport().width()
        if self._fit:
            self._scale_to(self._geometry.fit_width_scale())
        else:
            self._set_bars()
        mark = self._mark()
        if seen and mark is not None:
            self._bring(mark)
        self._moved()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()
        self._moved()

    def event(self, event: QEvent) -> bool:
        # Keys that are about a box are not the commands' that have the same keys.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self.editor.handles_key(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.editor.handle_key(event, self.visible_rect):
            draft = self.editor.draft
            if draft is not None:
                self._bring(self._geometry.to_rect(draft))
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
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

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.editor.commit()
        super().focusOutEvent(event)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        at = event.position() + self._origin()
        offset = self._shown.offset_at(at)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not self.editor.press(at, draw=shift, word=offset is not None) and offset is not None:
            self.text_clicked.emit(offset)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position() + self._origin()
        if self.editor.move(at):
            return
        shape = self.editor.cursor(at)
        if shape is None:
            over = self._shown.item_at(at) is not None
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.editor.release()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            box = self.editor.box_at(QPointF(event.pos()) + self._origin())
            self.editor.select(box.id if box is not None else None)
        elif self.editor.selected is not None:
            at = self.box_rect(self.editor.selected.id).center().toPoint()
            place = self.viewport().mapToGlobal(at)
        self.context_requested.emit(place)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tooltip(QPointF(event.pos())), self)
            return True
        return super().viewportEvent(event)

    # Where things are

    def _origin(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _visible_pages(self) -> range:
        top = self.verticalScrollBar().value()
        return self._geometry.visible_pages(top, top + self.viewport().height())

    def _wanted(self) -> tuple[range, range, float]:
        visible = self._visible_pages()
        near = range(max(visible.start - _AROUND, 0), min(visible.stop + _AROUND, len(self._geometry.pages)))
        return visible, near, self._geometry.scale * self.devicePixelRatioF() if self.isVisible() else 0.0

    def _tooltip(self, at: QPointF) -> str:
        """What is said of a place: of the span there, else of the box."""
        at = at + self._origin()
        item, box = self._shown.item_at(at), self.editor.box_at(at)
        if item is not None:
            return item_description(item, self._shown.is_doubtful(item))
        return self.describe_box(box) if box is not None else ""

    # What moves

    def _scale_to(self, scale: float) -> None:
        """Another scale; what is in the middle of the window stays there."""
        middle = self.verticalScrollBar().value() + self.viewport().height() / 2
        before = self._geometry.height
        if scale != self._geometry.scale:
            self.editor.cancel_drag()
        share = middle / before if before else 0.0
        self._geometry.set_scale(scale)
        self._set_bars()
        at = share * self._geometry.height - self.viewport().height() / 2
        self.verticalScrollBar().setValue(round(at))
        self.zoomed.emit(scale, self._fit)
        self.viewport().update()
        self._moved()

    def _set_bars(self) -> None:
        room, column = self.viewport().size(), self._geometry
        for bar, whole, page in (
            (self.verticalScrollBar(), column.height, room.height()),
            (self.horizontalScrollBar(), 0 if self._fit else column.width, room.width()),
        ):
            bar.setPageStep(page)
            bar.setRange(0, max(0, whole - page))

    def _ringed(self) -> QRectF | None:
        """The first place of the range with the ring."""
        ringed = self._shown.ringed_range
        places = self._shown.areas_of(*ringed) if ringed else ()
        return self._geometry.to_rect(places[0]) if places else None

    def _mark(self) -> QRectF | None:
        """The chosen box, or else the range with the ring: what one looks at."""
        box = self.editor.selected
        return self.editor.rect_of(box) if box is not None else self._ringed()

    def _bring(self, rect: QRectF) -> None:
        for bar, low, high, room in (
            (self.verticalScrollBar(), rect.top(), rect.bottom(), self.viewport().height()),
            (self.horizontalScrollBar(), rect.left(), rect.right(), self.viewport().width()),
        ):
            if low < bar.value() + _EDGE or high > bar.value() + room - _EDGE:
                bar.setValue(round((low + high - room) / 2))

    def _moved(self) -> None:
        self._pictures.refresh()
        page = self._geometry.page_at(self.verticalScrollBar().value() + self.viewport().height() / 3)
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)

    def showEvent(self, event: QEvent) -> None:
        self._pictures.refresh()
