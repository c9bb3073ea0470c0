"""Pictures of the pages in sight: which are kept, which are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

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
