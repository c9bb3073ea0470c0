"""The pages of the open document, beside its text or in its place."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal

from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.preview import PreviewController
from chartveil.gui.pages.panel import page_image
from chartveil.gui.preferences import PageViewMode
from chartveil.service.page_pictures import RenderedPage, render_page


class PagesController(Controller):
    """Shows the pages of the open document, where it has pages; the preview gives way to them.

    Signals:
        filled: the pages of a document are shown, without its boxes yet.
        mode_changed: what the user wants to see of documents that have pages: a ``PageViewMode``.
    """

    filled = Signal()
    mode_changed = Signal(object)

    def __init__(self, parts: WindowParts, document: DocumentController, preview: PreviewController) -> None:
        super().__init__(parts)
        self._document = document
        self._preview = preview
        self._mode = PageViewMode.BESIDE
        self._shown: tuple[int, str] | None = None
        pages = self._page.pages
        pages.view.page_image_requested.connect(partial(self._render, small=False))
        pages.thumbnails.thumbnail_requested.connect(partial(self._render, small=True))
        pages.view.text_clicked.connect(lambda offset: document.show_range(offset, offset + 1))

    @property
    def has_pages(self) -> bool:
        """Whether the open document has pages."""
        loaded = self._document.loaded
        return loaded is not None and loaded.pages is not None and loaded.document.layout is not None

    @property
    def pages_shown(self) -> bool:
        """Whether pages are shown."""
        return self._mode is not PageViewMode.TEXT and self.has_pages

    @property
    def pages_alone(self) -> bool:
        """Whether pages stand in the place of the text."""
        return self._mode is PageViewMode.ALONE and self.has_pages

    def set_mode(self, mode: PageViewMode) -> None:
        """Sets what is shown of documents that have pages."""
        if mode is not self._mode:
            self._mode = mode
            self._show()

    def toggle(self, mode: PageViewMode, other: PageViewMode) -> None:
        """Shows documents in one way, or in the other where they are shown so already."""
        self._choose(other if self._mode is mode else mode)

    def reveal(self) -> None:
        """Shows the pages where they are not."""
        self._preview.close()
        if self.has_pages and not self.pages_shown:
            self._choose(PageViewMode.BESIDE)

    def _choose(self, mode: PageViewMode) -> None:
        self.set_mode(mode)
        self.mode_changed.emit(mode)

    def follow_document(self) -> None:
        """Shows the pages of another document, or none."""
        if self._document.loaded is None:
            self._shown = None
            self._page.pages.clear()
        self._show()

    def refresh(self) -> None:
        """Shows the items of the document as they are now."""
        review = self._document.review
        if review is not None and self.pages_shown:
            self._page.pages.set_items(review.items, review.is_doubtful)

    def _show(self) -> None:
        self._page.show_pages(self.pages_shown, alone=self.pages_alone)
        loaded, review = self._document.loaded, self._document.review
        if not self.pages_shown or loaded is None or review is None:
            return
        assert loaded.document.layout is not None
        key = (review.row, loaded.document.id)
        if self._shown != key:
            self._shown = key
            self._page.pages.show_document(loaded.document.layout)
        self.refresh()
        self.filled.emit()
        item = self._document.current_item
        if item is not None and self._page.pages.selected_box is None:
            self._page.pages.show_range(item.span.start, item.span.end)

    def _render(self, page: int, scale: float, *, small: bool) -> None:
        """Makes a picture of a page of the open document, in a thread."""
        loaded, panel = self._document.loaded, self._page.pages
        if loaded is None or loaded.pages is None:
            return

        def is_open() -> bool:
            now = self._document.loaded
            return now is not None and now.document.id == loaded.document.id

        def take(picture: RenderedPage) -> None:
            if is_open():
                show = panel.thumbnails.set_thumbnail if small else panel.view.set_page_image
                show(page, page_image(picture))

        def fail(error: Exception) -> None:
            if is_open() and small:
                panel.thumbnails.set_thumbnail(page, None)
            elif is_open():
                panel.view.set_page_error(page, type(error).__name__)

        self._tasks.run(partial(render_page, loaded.pages, page, scale), take, fail)
