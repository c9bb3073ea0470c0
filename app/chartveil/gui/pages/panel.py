"""Pages beside the text, with the bar above them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from chartveil.domain import Layout
from chartveil.gui.pages.view import PageView
from chartveil.gui.theme import Theme
from chartveil.review.model import Item
from chartveil.service.pages import RenderedPage


class PagePanel(QWidget):
    """Shows the pages of one document. It draws no page itself: it asks for pictures.

    Signals:
        page_wanted: number of a page, from 0, and pixels a point for its picture (``service.pages``).
        place_clicked: offset in the text of the word that was clicked.
    """

    page_wanted = Signal(int, float)
    place_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pages of the document"))
        self._view = PageView(theme)
        self._number = QSpinBox()
        self._number.setAccessibleName(self.tr("Page number"))
        self._number.setKeyboardTracking(False)
        self._of = QLabel()
        self._percent = QLabel()
        self._percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._percent.setAccessibleName(self.tr("Zoom"))
        self._smaller = _button("−", self.tr("Smaller"), self.tr("Smaller (-)"))
        self._larger = _button("+", self.tr("Larger"), self.tr("Larger (+)"))
        self._fit = _button(self.tr("Fit width"), self.tr("Fit width"), self.tr("Pages fill the width (0)"))
        self._fit.setCheckable(True)
        self._fit.setProperty("quiet", False)
        self._nothing = QLabel(self.tr("This document has no pages to show: only its text is known."))
        self._nothing.setWordWrap(True)
        self._nothing.setProperty("role", "muted")
        self._nothing.setContentsMargins(16, 16, 16, 16)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()
        self._view.page_wanted.connect(self.page_wanted)
        self._view.place_clicked.connect(self.place_clicked)
        self._view.page_changed.connect(self._show_number)
        self._view.zoomed.connect(self._show_zoom)
        self._number.valueChanged.connect(lambda n: self._view.go_to_page(n - 1))
        self._smaller.clicked.connect(lambda: self._view.zoom(-1))
        self._larger.clicked.connect(lambda: self._view.zoom(1))
        self._fit.clicked.connect(self._view.fit_width)
        self.clear()

    @property
    def view(self) -> PageView:
        """The column of pages: what has the keyboard."""
        return self._view

    def show_document(
        self,
        layout: Layout,
        items: Iterable[Item] = (),
        is_doubtful: Callable[[Item], bool] = lambda _: False,
    ) -> None:
        """Shows the pages of another document."""
        n = len(layout.pages)
        self._bar.setVisible(n > 0)
        self._view.setVisible(n > 0)
        self._nothing.setVisible(n == 0)
        self._number.blockSignals(True)
        self._number.setRange(1, max(n, 1))
        self._number.setValue(1)
        self._number.blockSignals(False)
        self._of.setText(self.tr("of {n}").format(n=f"{n:,}"))
        self._view.show_layout(layout)
        self._view.show_items(items, is_doubtful)

    def set_items(self, items: Iterable[Item], is_doubtful: Callable[[Item], bool] = lambda _: False) -> None:
        """Shows the items as they are now."""
        self._view.show_items(items, is_doubtful)

    def set_page(self, page: int, image: QImage) -> None:
        """Takes a picture that was asked for (see ``to_image``). Any size does: it is drawn as large as its
        page is, so that an earlier one stands in while a sharper one is made."""
        self._view.set_page(page, image)

    def set_page_failed(self, page: int, message: str) -> None:
        """Shows on a page why there is no picture of it."""
        self._view.set_failed(page, message)

    def show_range(self, start: int, end: int) -> bool:
        """Rings a range of the text and brings it into sight.

        Returns:
            False where no word of it stands on a page.
        """
        return self._view.show_range(start, end)

    def set_theme(self, theme: Theme) -> None:
        self._view.set_theme(theme)

    def clear(self) -> None:
        """Shows that there are no pages."""
        self.show_document(Layout((), ()))

    def _show_number(self, page: int) -> None:
        self._number.blockSignals(True)
        self._number.setValue(page + 1)
        self._number.blockSignals(False)

    def _show_zoom(self, scale: float, fit: bool) -> None:
        # A point is 1/72 inch, and 96 logical pixels are an inch.
        self._percent.setText(f"{scale * 72 / 96:.0%}")
        self._fit.setChecked(fit)

    def _lay_out(self) -> None:
        self._bar = QWidget()
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(4)
        page = QLabel(self.tr("Page"))
        page.setBuddy(self._number)
        row.addWidget(page)
        row.addSpacing(4)
        row.addWidget(self._number)
        row.addWidget(self._of)
        row.addStretch()
        self._percent.setMinimumWidth(self._percent.fontMetrics().horizontalAdvance("000 %"))
        for widget in (self._smaller, self._percent, self._larger, self._fit):
            row.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._bar)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._nothing, 1)


def to_image(page: RenderedPage) -> QImage:
    """A picture of a page for the window; it owns its bytes. May run in any thread."""
    image = QImage(page.rgb, page.width, page.height, page.stride, QImage.Format.Format_RGB888)
    return image.copy()


def _button(text: str, name: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("quiet", True)
    button.setAutoDefault(False)
    button.setAccessibleName(name)
    button.setToolTip(tip)
    return button
