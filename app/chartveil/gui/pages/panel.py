"""Pages beside the text, with the bar above them, the strip of small pages, and the line below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QImage, QKeyEvent
from PySide6.QtWidgets import QLabel, QSpinBox, QWidget

from chartveil.domain.page_layout import PageLayout
from chartveil.gui.pages.thumbnails import PageProgress, ThumbnailStrip
from chartveil.gui.pages.view import PageView
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.flow_layout import FlowLayout
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.review.model import DecisionState, PageBox, ReviewItem
from chartveil.service.page_pictures import RenderedPage

_NUMBER_KEYS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Backspace,
    Qt.Key.Key_Delete,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)

_MOST_NAMED = 10
"""Pages that are named one by one."""


class PagePanel(QWidget):
    """Shows the pages of one document. It draws no page itself: it asks for pictures. It changes no box: it
    says what the user wants.

    Attributes:
        view: the column of pages: what has the keyboard. It asks for pictures; its ``editor`` says what is
            wanted of boxes.
        thumbnails: the strip of small pages.

    Signals:
        thumbnails_toggled: whether the user wants the strip of small pages.
    """

    thumbnails_toggled = Signal(bool)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pages of the document"))
        self.view = PageView(themes)
        self.setFocusProxy(self.view)
        self._themes = themes
        self.thumbnails = ThumbnailStrip()
        self.thumbnails.hide()
        self._wants_strip = False
        self._pages = 0
        self._hidden_on = list[int]()
        self._keys: dict[str, str] = {}
        self._make_bar()
        self._line = text_label("", "small", plain=True)
        self._line.setContentsMargins(2 * GRID_UNIT, GRID_UNIT // 2, 2 * GRID_UNIT, GRID_UNIT // 2)
        self._nothing = text_label(
            self.tr("This document has no pages to show: only its text is known."), "muted"
        )
        self._nothing.setContentsMargins(16, 16, 16, 16)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()
        self._connect()
        themes.changed.connect(self._set_icons)
        self._set_icons()
        self.set_keys({})
        self.clear()

    @property
    def selected_box(self) -> PageBox | None:
        """The box that is chosen."""
        return self.view.editor.selected

    @property
    def status_text(self) -> str:
        """What is said below the pages."""
        return self._line.text()

    def show_document(self, layout: PageLayout) -> None:
        """Shows the pages of another document; no items and boxes are on them yet."""
        n = self._pages = len(layout.pages)
        self._hidden_on = [page + 1 for page, words in enumerate(layout.hidden_words) if words]
        for part in (self._bar, self.view, self._line):
            part.setVisible(n > 0)
        self._nothing.setVisible(n == 0)
        self._number.blockSignals(True)
        self._number.setRange(1, max(n, 1))
        self._number.blockSignals(False)
        self._of.setText(self.tr("of {n}").format(n=f"{n:,}"))
        self.thumbnails.show_pages(layout.pages)
        self._show_number(0)
        self._show_strip()
        self.view.show_layout(layout)
        self.set_items(())
        self._show_status()

    def set_items(
        self, items: Iterable[ReviewItem], is_doubtful: Callable[[ReviewItem], bool] = lambda _: False
    ) -> None:
        """Shows the items as they are now."""
        self.view.show_items(items, is_doubtful)
        self._show_page_progress()

    def set_boxes(self, boxes: Sequence[PageBox], *, asked: bool = False, locked: bool = False) -> None:
        """Shows the boxes as they are now.

        Args:
            boxes: all of the document, in their order.
            asked: whether somebody has to decide about each before the document goes out.
            locked: whether none can be changed.
        """
        self._draw.setEnabled(not locked)
        if locked:
            self.view.editor.set_drawing(False)
        self.view.show_boxes(boxes, asked=asked)
        self._show_page_progress()

    def show_range(self, start: int, end: int) -> bool:
        """Rings a range of the text and brings it into sight; no box is chosen then.

        Returns:
            False where no word of it stands on a page.
        """
        self.view.editor.select(None)
        return self.view.show_range(start, end)

    def show_thumbnails(self, shown: bool) -> None:
        """Whether the small pages stand at the left."""
        self._wants_strip = shown
        self._show_strip()

    def _set_icons(self) -> None:
        for button, icon in (
            (self._strip_button, "strip"),
            (self._draw, "box"),
            (self._left, "turn-left"),
            (self._right, "turn-right"),
        ):
            button.setIcon(self._themes.icons.icon(icon))

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Shows the keys of commands, by id, as the system writes them."""
        self._keys = dict(keys)
        for button, id, tip in (
            (self._strip_button, "page-strip", self.tr("Small pages at the left")),
            (self._draw, "draw-box", self.tr("Draw boxes over what is to be covered; Shift and drag too")),
            (self._left, "turn-left", self.tr("Turn this page to the left, to look at it")),
            (self._right, "turn-right", self.tr("Turn this page to the right, to look at it")),
        ):
            shown = self._keys.get(id, "")
            button.setToolTip(f"{tip} ({shown})" if shown else tip)
            button.setAccessibleDescription(button.toolTip())
        self._show_status()

    def clear(self) -> None:
        """Shows that there are no pages."""
        self.show_document(PageLayout((), ()))

    # What is said below the pages

    def _show_page_progress(self) -> None:
        """How far each page is."""
        left, decided = [0] * self._pages, [0] * self._pages
        for page in range(self._pages):
            for item in self.view.items_on(page):
                if item.state is DecisionState.PROPOSED:
                    left[page] += 1
                elif item.state.decided:
                    decided[page] += 1
        for each in self.view.editor.boxes:
            (decided if each.state.decided else left)[each.region.page] += 1
        self.thumbnails.show_progress([PageProgress(a, b) for a, b in zip(left, decided, strict=True)])

    def _show_status(self) -> None:
        """The chosen box in words; else how to get to one."""
        editor, chosen = self.view.editor, self.selected_box
        if chosen is not None:
            at = [b.id for b in editor.boxes].index(chosen.id) + 1
            of = self.tr("box {n} of {all}").format(n=at, all=len(editor.boxes))
            text = f"{self.view.describe_box(chosen)} · {of}"
        elif editor.drawing:
            text = self.tr(
                "Drag over what is to be covered, or move the box with the arrows (Ctrl: further, Shift: "
                "its size) and press Enter. Esc ends."
            )
        else:
            text = self._summary(len(editor.boxes), sum(not b.state.decided for b in editor.boxes))
        if text != self._line.text():
            self._line.setText(text)
            self._line.setAccessibleName(text)
            self.view.setAccessibleDescription(text)
            if chosen is not None or editor.drawing:
                QAccessible.updateAccessibility(QAccessibleEvent(self._line, QAccessible.Event.Alert))

    def _summary(self, n: int, open: int) -> str:
        hidden = self._hidden_summary()
        if not n:
            key = self._keys.get("draw-box", "")
            drawn = self.tr("No boxes. Shift and drag covers a place")
            said = self.tr("{said}, {key} by keyboard.").format(said=drawn, key=key) if key else f"{drawn}."
            return f"{said} {hidden}".rstrip()
        count = self.tr("1 box") if n == 1 else self.tr("{n} boxes").format(n=f"{n:,}")
        left = self.tr("{n} not decided").format(n=f"{open:,}") if open else self.tr("all decided")
        key = self._keys.get("next-box", "")
        way = self.tr("{key} goes to the next").format(key=key) if key else ""
        return " · ".join(x for x in (count, left, way, hidden) if x)

    def _hidden_summary(self) -> str:
        """On which pages the file says words that are not seen; they are in no copy."""
        if not self._hidden_on:
            return ""
        shown = ", ".join(map(str, self._hidden_on[:_MOST_NAMED]))
        more = " …" if len(self._hidden_on) > _MOST_NAMED else ""
        return self.tr("Hidden words left out on page {pages}").format(pages=shown + more)

    def _show_number(self, page: int) -> None:
        self._number.blockSignals(True)
        self._number.setValue(page + 1)
        self._number.blockSignals(False)
        self.thumbnails.set_current_page(page)

    def _show_zoom(self, scale: float, fit: bool) -> None:
        # A point is 1/72 inch, and 96 logical pixels are an inch.
        self._percent.setText(f"{scale * 72 / 96:.0%}")
        self._fit.setChecked(fit)

    def _show_drawing(self, on: bool) -> None:
        self._draw.setChecked(on)
        shape = Qt.CursorShape.CrossCursor if on else Qt.CursorShape.ArrowCursor
        self.view.viewport().setCursor(shape)
        self._show_status()

    def _show_strip(self) -> None:
        shown = self._wants_strip and self._pages > 0
        self.thumbnails.setVisible(shown)
        self._strip_button.setChecked(shown)

    # Building

    def _make_bar(self) -> None:
        self._bar = QWidget()
        self._strip_button = push_button("", name=self.tr("Small pages"), checkable=True)
        self._draw = push_button("", name=self.tr("Draw boxes"), checkable=True)
        self._left = push_button("", name=self.tr("Turn to the left"), quiet=True)
        self._right = push_button("", name=self.tr("Turn to the right"), quiet=True)
        self._number = named(_PageNumber(), self.tr("Page number"))
        self._number.setKeyboardTracking(False)
        self._of = QLabel()
        self._percent = named(QLabel(), self.tr("Zoom"))
        self._percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._percent.setMinimumWidth(self._percent.fontMetrics().horizontalAdvance("000 %"))
        self._smaller = push_button("−", name=self.tr("Smaller"), tip=self.tr("Smaller (-)"), quiet=True)
        self._larger = push_button("+", name=self.tr("Larger"), tip=self.tr("Larger (+)"), quiet=True)
        self._fit = push_button(self.tr("Fit width"), tip=self.tr("Pages fill the width (0)"), checkable=True)

    def _lay_out(self) -> None:
        page = QLabel(self.tr("Page"))
        page.setBuddy(self._number)
        flow = FlowLayout(gap=GRID_UNIT // 2)
        for group in (
            (self._strip_button, page, self._number, self._of),
            (self._draw, self._left, self._right),
            (self._smaller, self._percent, self._larger),
            (self._fit,),
        ):
            together = QWidget()
            row(*group, parent=together, margins=0, gap=GRID_UNIT // 2)
            flow.addWidget(together)
        column(flow, parent=self._bar, margins=GRID_UNIT)
        beside = row(self.thumbnails, (self.view, 1), gap=0)
        column(self._bar, (beside, 1), self._line, (self._nothing, 1), parent=self, margins=0, gap=0)

    def _connect(self) -> None:
        view, editor = self.view, self.view.editor
        view.page_changed.connect(self._show_number)
        view.zoomed.connect(self._show_zoom)
        editor.selection_changed.connect(self._show_status)
        editor.drawing_changed.connect(self._show_drawing)
        self.thumbnails.page_chosen.connect(view.go_to_page)
        self._number.valueChanged.connect(lambda n: view.go_to_page(n - 1))
        self._smaller.clicked.connect(lambda: view.zoom(-1))
        self._larger.clicked.connect(lambda: view.zoom(1))
        self._fit.clicked.connect(view.fit_width)
        self._left.clicked.connect(lambda: view.rotate_page(-1))
        self._right.clicked.connect(lambda: view.rotate_page(1))
        self._draw.clicked.connect(self._begin_drawing)
        self._strip_button.clicked.connect(self.thumbnails_toggled)

    def _begin_drawing(self, on: bool) -> None:
        self.view.setFocus()
        self.view.editor.set_drawing(on)


class _PageNumber(QSpinBox):
    """Keeps the keys that a number is written with: elsewhere in the panel some of them decide."""

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in _NUMBER_KEYS
        ):
            event.accept()
            return True
        return super().event(event)


def page_image(page: RenderedPage) -> QImage:
    """A picture of a page for the window; it owns its bytes. May run in any thread."""
    image = QImage(page.rgb, page.width, page.height, page.stride, QImage.Format.Format_RGB888)
    return image.copy()
