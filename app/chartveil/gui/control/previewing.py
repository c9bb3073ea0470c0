"""What the document becomes, beside the original, and its page beside the text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from chartveil.formats.covered import with_covered
from chartveil.gui.control.reviewing import Reviewing
from chartveil.gui.pages import to_image
from chartveil.gui.preferences import PagesShown
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
        pages_filled: the pages of a document are shown, without boxes yet, or their items anew.
        pages_changed: what the user wants to see of documents that have pages: a ``PagesShown``.
        failed: an error to be told.
    """

    shown = Signal(bool)
    pages_filled = Signal()
    pages_changed = Signal(object)
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
        self._pages = PagesShown.BESIDE
        self._drawn: tuple[int, str] | None = None
        page.preview.mode_changed.connect(self._set_mode)
        page.preview.item_clicked.connect(reviewing.select_id)
        page.pages.page_wanted.connect(self._render)
        page.pages.thumb_wanted.connect(self._render_small)
        page.pages.place_clicked.connect(self._go)
        reviewing.opened.connect(self._opened)
        reviewing.items_changed.connect(self._refresh)
        reviewing.marks_changed.connect(lambda _: self._refresh())

    @property
    def open(self) -> bool:
        return self._page.middle.currentWidget() is self._page.preview

    def toggle(self) -> None:
        """Shows the preview, or the document again."""
        if self.open or self._reviewing.review is None:
            self._page.middle.setCurrentWidget(self._page.beside)
            self._page.focus_document()
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

        covered = self._reviewing.pages.covered if self._reviewing.pages is not None else ()

        def work() -> Prepared:
            made = self._desk.replacements(document, spans, mode)
            return prepare(document.text, with_covered(document, made, covered), ids)

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

    @property
    def pages_shown(self) -> bool:
        return self._pages is not PagesShown.TEXT and self.has_pages

    @property
    def pages_alone(self) -> bool:
        """Whether pages stand in the place of the text."""
        return self._pages is PagesShown.ALONE and self.has_pages

    def set_pages(self, wanted: PagesShown) -> None:
        """What is shown of documents that have pages."""
        if wanted is not self._pages:
            self._pages = wanted
            self._show_pages()

    def toggle_pages(self) -> None:
        """Pages beside the text, or the text alone."""
        self._want(PagesShown.TEXT if self._pages is PagesShown.BESIDE else PagesShown.BESIDE)

    def toggle_alone(self) -> None:
        """Pages instead of the text, or beside it."""
        self._want(PagesShown.BESIDE if self._pages is PagesShown.ALONE else PagesShown.ALONE)

    def reveal_pages(self) -> None:
        """Shows the pages where they are not."""
        self.leave()
        if self.has_pages and not self.pages_shown:
            self._want(PagesShown.BESIDE)

    def _want(self, wanted: PagesShown) -> None:
        self.set_pages(wanted)
        self.pages_changed.emit(wanted)

    def _show_pages(self) -> None:
        self._page.show_pages(self.pages_shown, alone=self.pages_alone)
        loaded, review = self._reviewing.loaded, self._reviewing.review
        if self.pages_shown and loaded is not None and review is not None:
            assert loaded.document.layout is not None
            key = (review.row, loaded.document.id)
            if self._drawn != key:
                self._drawn = key
                self._page.pages.show_document(loaded.document.layout)
            self._page.pages.set_items(review.items, review.is_doubtful)
            self.pages_filled.emit()
            item = self._reviewing.item
            if item is not None and self._page.pages.chosen is None:
                self._page.pages.show_range(item.span.start, item.span.end)

    def _opened(self, row: int) -> None:
        self._mode = None
        if self._reviewing.loaded is None:
            self._drawn = None
            self._page.pages.clear()
        self._show_pages()
        if self.open:
            if row:
                self._refresh()
            else:
                self.toggle()

    def _render(self, page: int, scale: float) -> None:
        self._draw(page, scale, small=False)

    def _render_small(self, page: int, scale: float) -> None:
        self._draw(page, scale, small=True)

    def _draw(self, page: int, scale: float, *, small: bool) -> None:
        """Makes a picture of a page of the open document, in a thread."""
        loaded = self._reviewing.loaded
        if loaded is None or loaded.pages is None:
            return
        key = loaded.document.id
        self._tasks.run(
            partial(render_page, loaded.pages, page, scale),
            partial(self._take_page, key, page, small),
            partial(self._no_page, key, page, small),
        )

    def _is_open(self, document: str) -> bool:
        loaded = self._reviewing.loaded
        return loaded is not None and loaded.document.id == document

    def _take_page(self, document: str, page: int, small: bool, made: RenderedPage) -> None:
        if not self._is_open(document):
            return
        if small:
            self._page.pages.strip.set_thumb(page, to_image(made))
        else:
            self._page.pages.set_page(page, to_image(made))

    def _no_page(self, document: str, page: int, small: bool, error: Exception) -> None:
        if not self._is_open(document):
            return
        if small:
            self._page.pages.strip.set_thumb(page, None)
        else:
            self._page.pages.set_page_failed(page, type(error).__name__)

    def _go(self, offset: int) -> None:
        self._reviewing.show_range(offset, offset + 1)
