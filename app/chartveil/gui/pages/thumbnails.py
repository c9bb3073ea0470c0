"""Small pictures of all pages, with how far each is: to see where work is left, and to go there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from chartveil.gui.theme.colors import ThemeName, theme_by_name

THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT = 96, 112
"""Pixels that a small picture has at most."""
_AROUND = 24
"""Pages before and after those in sight whose small pictures are kept."""
_PAUSE = 150
"""Milliseconds that the strip must stand before pictures are asked for: later than the pages beside it."""
_AT_ONCE = 2
"""Pictures that are asked for at once, so that the pages themselves do not wait for them."""
_SIGNS = {"left": "●", "done": "✓", "none": "–"}
_CHOOSING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_OWN_KEYS = (
    *_CHOOSING_KEYS,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)


@dataclass(frozen=True, slots=True)
class PageProgress:
    """The progress of the review on a page.

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


class ThumbnailStrip(QListWidget):
    """The pages in small. It draws none itself: it asks for pictures near what is in sight.

    Signals:
        thumbnail_requested: number of a page, from 0, and pixels a point for its small picture.
        page_chosen: number of a page to go to.
    """

    thumbnail_requested = Signal(int, float)
    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._asked: set[int] = set()
        self._drawn: set[int] = set()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._next = QTimer(self, singleShot=True, interval=0)
        for timer in (self._pause, self._next):
            timer.timeout.connect(self._ask)
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setFlow(QListWidget.Flow.TopToBottom)
        self.setWrapping(False)
        self.setMovement(QListWidget.Movement.Static)
        self.setUniformItemSizes(True)
        self.setIconSize(QSize(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Pages in small"))
        self._set_width()
        self.verticalScrollBar().valueChanged.connect(lambda _: self._pause.start())
        self.currentRowChanged.connect(self._choose)

    @property
    def cached_pages(self) -> frozenset[int]:
        """Pages whose small pictures are kept."""
        return frozenset(self._drawn)

    def accessible_text(self, page: int) -> str:
        """A page as a screen reader says it."""
        return str(self.item(page).data(Qt.ItemDataRole.AccessibleTextRole))

    def show_pages(self, sizes: Sequence[tuple[float, float]]) -> None:
        """Shows other pages, of so many points each."""
        self._sizes = tuple(sizes)
        self._asked, self._drawn = set(), set()
        self.blockSignals(True)
        self.clear()
        papers = {size: self._icon(size) for size in set(sizes)}
        for size in sizes:
            self.addItem(QListWidgetItem(papers[size], ""))
        self.blockSignals(False)
        self.show_progress([PageProgress()] * len(sizes))
        self._pause.start()

    def show_progress(self, progress: Sequence[PageProgress]) -> None:
        """Shows how far each page is."""
        for page, each in enumerate(progress):
            item, text = self.item(page), f"{page + 1}  {each.sign}\n{each.text}"
            if item.text() != text:
                said = self.tr("Page {n}: {state}").format(n=page + 1, state=each.text)
                item.setText(text)
                item.setToolTip(said)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, said)

    def set_thumbnail(self, page: int, image: QImage | None) -> None:
        """Takes a picture that was asked for; None where there is none of it."""
        self._asked.discard(page)
        if page < len(self._sizes):
            self._drawn.add(page)
            self.item(page).setIcon(self._icon(self._sizes[page], image))
        if not self._pause.isActive():
            self._next.start()

    def set_current_page(self, page: int) -> None:
        """Marks the page in sight, without going anywhere."""
        if page != self.currentRow() and 0 <= page < len(self._sizes):
            self.blockSignals(True)
            self.setCurrentRow(page)
            self.blockSignals(False)

    def _icon(self, size: tuple[float, float], image: QImage | None = None) -> QIcon:
        """The paper of a page with its picture, or empty; white in every theme."""
        ratio = self.devicePixelRatioF()
        scale = _scale(*size) * ratio
        paper = QPixmap(*(max(round(side * scale), 1) for side in size))
        paper.fill(QColor(Qt.GlobalColor.white))
        painter = QPainter(paper)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if image is not None:
            painter.drawImage(QRectF(paper.rect()), image)
        painter.setPen(theme_by_name(ThemeName.LIGHT).border)
        painter.drawRect(paper.rect().adjusted(0, 0, -1, -1))
        painter.end()
        paper.setDevicePixelRatio(ratio)
        icon = QIcon(paper)
        # Else the style mixes the colour of what is chosen into the picture.
        icon.addPixmap(paper, QIcon.Mode.Selected)
        return icon

    def event(self, event: QEvent) -> bool:
        # Keys that go from page to page here are those of commands elsewhere.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            bare = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
            if bare and event.key() in _OWN_KEYS:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _CHOOSING_KEYS:
            self._choose(self.currentRow())
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
        metrics = self.fontMetrics()
        words = max(metrics.horizontalAdvance(page_progress_text(n, 0)) for n in (888, 0))
        width = max(THUMBNAIL_WIDTH + 24, words + 24)
        self.setGridSize(QSize(width, THUMBNAIL_HEIGHT + 2 * metrics.height() + 24))
        self.setFixedWidth(width + self.verticalScrollBar().sizeHint().width())

    def _choose(self, page: int) -> None:
        if page >= 0:
            self.page_chosen.emit(page)

    def _ask(self) -> None:
        n = len(self._sizes)
        if not self.isVisible() or not n:
            return
        top, row = self.verticalScrollBar().value(), self.gridSize().height()
        first, last = min(top // row, n - 1), min((top + self.viewport().height()) // row, n - 1)
        near = range(max(first - _AROUND, 0), min(last + _AROUND + 1, n))
        for page in self._drawn - set(near):
            self._drawn.discard(page)
            self.item(page).setIcon(self._icon(self._sizes[page]))
        self._asked &= set(near)
        for page in range(first, last + 1):
            if len(self._asked) >= _AT_ONCE:
                return
            if page not in self._drawn and page not in self._asked:
                self._asked.add(page)
                scale = self.devicePixelRatioF() * _scale(*self._sizes[page])
                self.thumbnail_requested.emit(page, scale)


def _scale(width: float, height: float) -> float:
    """Pixels a point at which a page is as large as a small picture may be."""
    return min(THUMBNAIL_WIDTH / width, THUMBNAIL_HEIGHT / height)


def page_progress_text(left: int, decided: int) -> str:
    """How far a page is.

    Args:
        left: spans and boxes on it that nobody has decided.
        decided: those that somebody has.
    """
    if left:
        return _tr("1 to decide") if left == 1 else _tr("{n} to decide").format(n=f"{left:,}")
    return _tr("all decided") if decided else _tr("nothing found")


def _tr(text: str) -> str:
    return QCoreApplication.translate("PageRegions", text)
