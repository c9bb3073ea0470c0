"""What the document becomes, beside the original, and its page beside the text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from chartveil.domain.policy import ReplacementMode
from chartveil.formats.pages.covered_regions import with_covered_text
from chartveil.gui.control.document import DocumentController
from chartveil.gui.pages.panel import page_image
from chartveil.gui.preferences import PageViewMode
from chartveil.gui.preview.changes import PreparedPreview, prepare_preview
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.tasks import BackgroundTasks
from chartveil.service.page_pictures import RenderedPage, render_page
from chartveil.service.review_service import ReviewService


class PreviewController(QObject):
    """Shows the preview and the pages of the open document.

    Signals:
        shown: whether the preview is.
        pages_filled: the pages of a document are shown, without boxes yet, or their items anew.
        page_mode_changed: what the user wants to see of documents that have pages: a ``PageViewMode``.
        failed: an error to be told.
    """

    shown = Signal(bool)
    pages_filled = Signal()
    page_mode_changed = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        desk: ReviewService,
        tasks: BackgroundTasks,
        reviewing: DocumentController,
        page: ReviewPage,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = tasks
        self._reviewing = reviewing
        self._page = page
        self._mode: ReplacementMode | None = None
        self._pages = PageViewMode.BESIDE
        self._drawn: tuple[int, str] | None = None
        page.preview.mode_changed.connect(self._set_mode)
        page.preview.item_clicked.connect(reviewing.select_by_id)
        page.pages.page_image_requested.connect(self._render)
        page.pages.thumbnail_requested.connect(self._render_small)
        page.pages.text_clicked.connect(self._go)
        reviewing.opened.connect(self._opened)
        reviewing.items_changed.connect(self._refresh)
        reviewing.boxes_changed.connect(lambda _: self._refresh())

    @property
    def is_open(self) -> bool:
        return self._page.middle_stack.currentWidget() is self._page.preview

    def toggle(self) -> None:
        """Shows the preview, or the document again."""
        if self.is_open or self._reviewing.review is None:
            self._page.middle_stack.setCurrentWidget(self._page.document_splitter)
            self._page.focus_document()
        else:
            self._page.middle_stack.setCurrentWidget(self._page.preview)
            self._refresh()
            self._page.preview.setFocus()
        self.shown.emit(self.is_open)

    def close(self) -> None:
        """Back to the document, if the preview stands in its place."""
        if self.is_open:
            self.toggle()

    def _set_mode(self, mode: str) -> None:
        self._mode = ReplacementMode(mode)
        self._refresh()

    def _refresh(self) -> None:
        review, document = self._reviewing.review, self._reviewing.document
        if review is not None and self.pages_shown:
            self._page.pages.set_items(review.items, review.is_doubtful)
        if not self.is_open or review is None or document is None:
            return
        mode = self._mode or self._desk.settings.mode
        self._page.preview.set_mode(mode)
        self._page.preview.show_busy()
        spans = review.spans_to_replace()
        ids = {(i.span.start, i.span.end): i.id for i in review.items if i.state.taken_out}

        covered = (
            self._reviewing.page_review.covered_regions if self._reviewing.page_review is not None else ()
        )

        def work() -> PreparedPreview:
            made = self._desk.replacements(document, spans, mode)
            return prepare_preview(document.text, with_covered_text(document, made, covered), ids)

        self._tasks.run_latest("preview", work, self._show, self._not_made)

    def _show(self, prepared: PreparedPreview) -> None:
        self._page.preview.show_prepared(prepared)
        item = self._reviewing.current_item
        self._page.preview.set_current_item(item.id if item is not None else None)

    def _not_made(self, error: Exception) -> None:
        self._page.preview.show_error(str(error))

    # Pages

    @property
    def has_pages(self) -> bool:
        loaded = self._reviewing.loaded
        return loaded is not None and loaded.pages is not None and loaded.document.layout is not None

    @property
    def pages_shown(self) -> bool:
        return self._pages is not PageViewMode.TEXT and self.has_pages

    @property
    def pages_alone(self) -> bool:
        """Whether pages stand in the place of the text."""
        return self._pages is PageViewMode.ALONE and self.has_pages

    def set_page_mode(self, wanted: PageViewMode) -> None:
        """What is shown of documents that have pages."""
        if wanted is not self._pages:
            self._pages = wanted
            self._show_pages()

    def toggle_pages(self) -> None:
        """Pages beside the text, or the text alone."""
        self._want(PageViewMode.TEXT if self._pages is PageViewMode.BESIDE else PageViewMode.BESIDE)

    def toggle_pages_alone(self) -> None:
        """Pages instead of the text, or beside it."""
        self._want(PageViewMode.BESIDE if self._pages is PageViewMode.ALONE else PageViewMode.ALONE)

    def reveal_pages(self) -> None:
        """Shows the pages where they are not."""
        self.close()
        if self.has_pages and not self.pages_shown:
            self._want(PageViewMode.BESIDE)

    def _want(self, wanted: PageViewMode) -> None:
        self.set_page_mode(wanted)
        self.page_mode_changed.emit(wanted)

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
            item = self._reviewing.current_item
            if item is not None and self._page.pages.selected_box is None:
                self._page.pages.show_range(item.span.start, item.span.end)

    def _opened(self, row: int) -> None:
        self._mode = None
        if self._reviewing.loaded is None:
            self._drawn = None
            self._page.pages.clear()
        self._show_pages()
        if self.is_open:
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
            self._page.pages.thumbnails.set_thumbnail(page, page_image(made))
        else:
            self._page.pages.set_page_image(page, page_image(made))

    def _no_page(self, document: str, page: int, small: bool, error: Exception) -> None:
        if not self._is_open(document):
            return
        if small:
            self._page.pages.thumbnails.set_thumbnail(page, None)
        else:
            self._page.pages.set_page_error(page, type(error).__name__)

    def _go(self, offset: int) -> None:
        self._reviewing.show_range(offset, offset + 1)
