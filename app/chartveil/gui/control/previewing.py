"""What the document becomes, beside the original, and its page beside the text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from chartveil.gui.control.reviewing import Reviewing
from chartveil.gui.preview.prepared import Prepared, prepare
from chartveil.gui.review_page import ReviewPage
from chartveil.gui.tasks import Tasks
from chartveil.policy import Mode
from chartveil.service.desk import Desk
from chartveil.service.pages import RenderedPage, render_page


class Previewing(QObject):
    """Shows the preview and the pages of the open document.

    Signals:
        shown: whether the preview is.
        failed: an error to be told.
    """

    shown = Signal(bool)
    failed = Signal(object)

    def __init__(
        self, desk: Desk, tasks: Tasks, reviewing: Reviewing, page: ReviewPage, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = tasks
        self._reviewing = reviewing
        self._page = page
        self._mode: Mode | None = None
        self._pages_wanted = False
        page.preview.mode_changed.connect(self._set_mode)
        page.preview.item_clicked.connect(reviewing.select_id)
        page.pages.page_wanted.connect(self._render)
        page.pages.place_clicked.connect(self._go)
        reviewing.opened.connect(self._opened)
        reviewing.items_changed.connect(self._refresh)

    @property
    def open(self) -> bool:
        return self._page.middle.currentWidget() is self._page.preview

    def toggle(self) -> None:
        """Shows the preview, or the document again."""
        if self.open or self._reviewing.review is None:
            self._page.middle.setCurrentWidget(self._page.beside)
            self._page.document.setFocus()
        else:
            self._page.middle.setCurrentWidget(self._page.preview)
            self._refresh()
            self._page.preview.setFocus()
        self.shown.emit(self.open)

    def leave(self) -> None:
        """Back to the document, if the preview stands in its place."""
        if self.open:
            self.toggle()

    def _set_mode(self, mode: str) -> None:
        self._mode = Mode(mode)
        self._refresh()

    def _refresh(self) -> None:
        review, document = self._reviewing.review, self._reviewing.document
        if review is not None and self.pages_shown:
            self._page.pages.set_items(review.items, review.is_doubtful)
        if not self.open or review is None or document is None:
            return
        mode = self._mode or self._desk.settings.mode
        self._page.preview.set_mode(mode)
        self._page.preview.show_busy()
        spans = review.taken_spans()
        ids = {(i.span.start, i.span.end): i.id for i in review.items if i.state.taken}

        def work() -> Prepared:
            return prepare(document.text, self._desk.replacements(document, spans, mode), ids)

        self._tasks.run_latest("preview", work, self._show, self._not_made)

    def _show(self, prepared: Prepared) -> None:
        self._page.preview.show_prepared(prepared)
        item = self._reviewing.item
        self._page.preview.set_current(item.id if item is not None else None)

    def _not_made(self, error: Exception) -> None:
        self._page.preview.show_error(str(error))

    # Pages

    @property
    def has_pages(self) -> bool:
        loaded = self._reviewing.loaded
        return loaded is not None and loaded.pages is not None and loaded.document.layout is not None

    def toggle_pages(self) -> None:
        self._pages_wanted = not self._pages_wanted
        self._show_pages()

    @property
    def pages_shown(self) -> bool:
        return self._pages_wanted and self.has_pages

    def _show_pages(self) -> None:
        self._page.show_pages(self.pages_shown)
        loaded, review = self._reviewing.loaded, self._reviewing.review
        if self.pages_shown and loaded is not None and review is not None:
            assert loaded.document.layout is not None
            self._page.pages.show_document(loaded.document.layout)
            self._page.pages.set_items(review.items, review.is_doubtful)
            item = self._reviewing.item
            if item is not None:
                self._page.pages.show_range(item.span.start, item.span.end)

    def _opened(self, row: int) -> None:
        self._mode = None
        if row and self.has_pages:
            # A page says more than its text: it is shown unless the reviewer closed it.
            self._pages_wanted = True
        self._show_pages()
        if self.open:
            if row:
                self._refresh()
            else:
                self.toggle()

    def _render(self, page: int, scale: float) -> None:
        loaded = self._reviewing.loaded
        if loaded is None or loaded.pages is None:
            return
        key = loaded.document.id
        self._tasks.run(
            partial(render_page, loaded.pages, page, scale),
            partial(self._take_page, key, page),
            lambda e: self._page.pages.set_page_failed(page, type(e).__name__),
        )

    def _take_page(self, document: str, page: int, made: RenderedPage) -> None:
        loaded = self._reviewing.loaded
        if loaded is None or loaded.document.id != document:
            return
        image = QImage(made.rgb, made.width, made.height, made.stride, QImage.Format.Format_RGB888)
        self._page.pages.set_page(page, image.copy())

    def _go(self, offset: int) -> None:
        self._reviewing.show_range(offset, offset + 1)
