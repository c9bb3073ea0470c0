"""Small pictures of all pages, with how far each is: to see where work is left, and to go there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from chartveil.gui.pages.wording import page_progress_text
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.item_views import NO_PARENT, Index

THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT = 96, 112
"""Pixels that a small picture has at most."""
_AROUND = 24
"""Pages before and after those in sight whose small pictures are kept."""
_PAUSE = 150
"""Milliseconds that the strip must stand before pictures are asked for: later than the pages beside it."""
_AT_ONCE = 2
"""Pictures that are asked for at once, so that the pages themselves do not wait for them."""
_SIGNS = {"left": "●", "done": "✓", "none": "–"}
_OWN_KEYS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Space,
)


@dataclass(frozen=True, slots=True)
class PageProgress:
    """How far a page is.

    Attributes:
        undecided: spans and boxes on it that nobody has decided.
        decided: those that somebody has.
    """

    undecided: int = 0
    decided: int = 0

    @property
    def sign(self) -> str:
        """One character that tells how far the page is."""
        return _SIGNS["left" if self.undecided else "done" if self.decided else "none"]

    @property
    def text(self) -> str:
        """How far the page is, in words."""
        return page_progress_text(self.undecided, self.decided)


class _Pages(QAbstractListModel):
    """One row a page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sizes: tuple[tuple[float, float], ...] = ()
        self.progress: tuple[PageProgress, ...] = ()
        self.images: dict[int, QImage] = {}

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.sizes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        page = index.row()
        progress = self.progress[page] if page < len(self.progress) else PageProgress()
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self.tr("Page {n}: {state}").format(n=page + 1, state=progress.text)
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{page + 1} {progress.sign}"
        return None

    def show(self, sizes: Sequence[tuple[float, float]]) -> None:
        self.beginResetModel()
        self.sizes, self.progress, self.images = tuple(sizes), (), {}
        self.endResetModel()

    def set_progress(self, progress: Sequence[PageProgress]) -> None:
        if tuple(progress) != self.progress:
            self.progress = tuple(progress)
            self.touch(0, len(self.sizes) - 1)

    def touch(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, 0))


class _Delegate(QStyledItemDelegate):
    """Draws a page: its picture, below it number, sign and words."""

    theme: Theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT + 2 * option.fontMetrics.height() + 18)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, page, theme = index.model(), index.row(), self.theme
        assert isinstance(model, _Pages)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        current = bool(state & QStyle.StateFlag.State_Selected)
        if current:
            painter.fillRect(rect, theme.selection)
        paper = _fitted(model.sizes[page], rect)
        painter.fillRect(paper, QColor(Qt.GlobalColor.white))
        image = model.images.get(page)
        if image is not None:
            painter.drawImage(paper, image)
        painter.setPen(QPen(theme.accent, 2) if current else QPen(theme.border, 1))
        painter.drawRect(paper)
        progress = model.progress[page] if page < len(model.progress) else PageProgress()
        line = painter.fontMetrics().height()
        below = QRect(rect.left(), rect.top() + THUMBNAIL_HEIGHT + 12, rect.width(), line)
        painter.setPen(theme.on_selection if current else theme.text)
        flags = int(Qt.AlignmentFlag.AlignCenter)
        painter.drawText(below, flags, f"{page + 1}  {progress.sign}")
        if not current:
            painter.setPen(theme.muted)
        painter.drawText(below.translated(0, line), flags, progress.text)
        painter.restore()


class ThumbnailStrip(QListView):
    """The pages in small. It draws none itself: it asks for pictures near what is in sight.

    Signals:
        thumbnail_requested: number of a page, from 0, and pixels a point for its small picture.
        page_chosen: number of a page to go to.
    """

    thumbnail_requested = Signal(int, float)
    page_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Pages(self)
        self._delegate = _Delegate(self)
        self._delegate.theme = theme
        self._asked: set[int] = set()
        self._follows = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._ask)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Pages in small"))
        self._set_width()
        self.verticalScrollBar().valueChanged.connect(lambda _: self._pause.start())
        self.selectionModel().currentChanged.connect(self._choose)

    @property
    def cached_pages(self) -> frozenset[int]:
        """Pages whose small pictures are kept."""
        return frozenset(self._model.images)

    def accessible_text(self, page: int) -> str:
        """A page as a screen reader says it."""
        return str(self._model.index(page, 0).data(Qt.ItemDataRole.AccessibleTextRole))

    def show_pages(self, sizes: Sequence[tuple[float, float]]) -> None:
        """Shows other pages, of so many points each."""
        self._follows = False
        self._model.show(sizes)
        self._asked = set()
        self._follows = True
        self._pause.start()

    def show_progress(self, progress: Sequence[PageProgress]) -> None:
        """Shows how far each page is."""
        self._model.set_progress(progress)

    def set_thumbnail(self, page: int, image: QImage | None) -> None:
        """Takes a picture that was asked for; None where there is none of it."""
        self._asked.discard(page)
        if image is not None and page < len(self._model.sizes):
            self._model.images[page] = image
            self._model.touch(page, page)
        elif page < len(self._model.sizes):
            self._model.images[page] = QImage()
        self._pause.start(0)

    def set_current_page(self, page: int) -> None:
        """Marks the page in sight, without going anywhere."""
        if page != self.currentIndex().row() and 0 <= page < len(self._model.sizes):
            self._follows = False
            self.setCurrentIndex(self._model.index(page, 0))
            self._follows = True

    def set_theme(self, theme: Theme) -> None:
        """Draws the strip in the colours of another theme."""
        self._delegate.theme = theme
        self.viewport().update()

    def event(self, event: QEvent) -> bool:
        # Keys that go from page to page here are those of commands elsewhere.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            bare = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
            if bare and event.key() in _OWN_KEYS:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._set_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._pause.start()

    def showEvent(self, event: QEvent) -> None:
        self._pause.start()

    def _set_width(self) -> None:
        """Wide enough for the words below a page, in the letters of now."""
        words = max(
            self.fontMetrics().horizontalAdvance(w)
            for w in (page_progress_text(888, 0), page_progress_text(0, 0))
        )
        self.setFixedWidth(max(THUMBNAIL_WIDTH + 24, words + 8) + self.verticalScrollBar().sizeHint().width())

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and self._follows:
            self.page_chosen.emit(index.row())

    def _ask(self) -> None:
        n = len(self._model.sizes)
        if not self.isVisible() or not n:
            return
        first = max(self.indexAt(self.viewport().rect().topLeft()).row(), 0)
        last = self.indexAt(self.viewport().rect().bottomLeft()).row()
        last = last if last >= 0 else n - 1
        near = range(max(first - _AROUND, 0), min(last + _AROUND + 1, n))
        images = self._model.images
        for page in [p for p in images if p not in near]:
            del images[page]
        self._asked &= set(near)
        for page in range(first, last + 1):
            if len(self._asked) >= _AT_ONCE:
                return
            if page not in images and page not in self._asked:
                self._asked.add(page)
                width, height = self._model.sizes[page]
                ratio = self.devicePixelRatioF()
                self.thumbnail_requested.emit(
                    page, ratio * min(THUMBNAIL_WIDTH / width, THUMBNAIL_HEIGHT / height)
                )


def _fitted(size: tuple[float, float], rect: QRect) -> QRectF:
    """The paper of a page in the place there is for it."""
    scale = min(THUMBNAIL_WIDTH / size[0], THUMBNAIL_HEIGHT / size[1])
    paper = QRectF(0, 0, size[0] * scale, size[1] * scale)
    paper.moveCenter(QRectF(rect.left(), rect.top() + 8, rect.width(), THUMBNAIL_HEIGHT).center())
    return paper
