"""The pages of the open document, beside its text or in its place."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.preview import PreviewController
from chartveil.gui.pages.panel import page_image
from chartveil.gui.preferences import PageViewMode
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.tasks import BackgroundTasks
from chartveil.service.page_pictures import RenderedPage, render_page


class PagesController(QObject):
    """Shows the pages of the open document, where it has pages.

    Args:
        tasks: draws pages in the background.
        document: the open document.
        page: shows them.
        preview: gives way to them.
        parent: owns the controller.

    Signals:
        filled: the pages of a document are shown, without its boxes yet.
        mode_changed: what the user wants to see of documents that have pages: a ``PageViewMode``.
    """

    filled = Signal()
    mode_changed = Signal(object)

    def __init__(
        self,
        tasks: BackgroundTasks,
        document: DocumentController,
        page: ReviewPage,
        preview: PreviewController,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._document = document
        self._page = page
        self._preview = preview
        self._mode = PageViewMode.BESIDE
        self._shown: tuple[int, str] | None = None
        self._connect()

    def _connect(self) -> None:
        pages = self._page.pages
        pages.page_image_requested.connect(partial(self._render, small=False))
        pages.thumbnail_requested.connect(partial(self._render, small=True))
        pages.text_clicked.connect(lambda offset: self._document.show_range(offset, offset + 1))

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

    def toggle(self) -> None:
        """Pages beside the text, or the text alone."""
        self._choose(PageViewMode.TEXT if self._mode is PageViewMode.BESIDE else PageViewMode.BESIDE)

    def toggle_alone(self) -> None:
        """Pages instead of the text, or beside it."""
        self._choose(PageViewMode.BESIDE if self._mode is PageViewMode.ALONE else PageViewMode.ALONE)

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
        loaded = self._document.loaded
        if loaded is None or loaded.pages is None:
            return
        key = loaded.document.id
        self._tasks.run(
            partial(render_page, loaded.pages, page, scale),
            partial(self._take_picture, key, page, small),
            partial(self._take_error, key, page, small),
        )

    def _is_open(self, document: str) -> bool:
        loaded = self._document.loaded
        return loaded is not None and loaded.document.id == document

    def _take_picture(self, document: str, page: int, small: bool, picture: RenderedPage) -> None:
        if not self._is_open(document):
            return
        if small:
            self._page.pages.thumbnails.set_thumbnail(page, page_image(picture))
        else:
            self._page.pages.set_page_image(page, page_image(picture))

    def _take_error(self, document: str, page: int, small: bool, error: Exception) -> None:
        if not self._is_open(document):
            return
        if small:
            self._page.pages.thumbnails.set_thumbnail(page, None)
        else:
            self._page.pages.set_page_error(page, type(error).__name__)
