"""The preview: what the document becomes, shown in its place."""

from __future__ import annotations

from chartveil.domain.policy import ReplacementMode
from chartveil.formats.pages.covered_regions import with_covered_text
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.preview.text_view import PreparedPreview, prepare_preview


class PreviewController(Controller):
    """Shows what the open document becomes."""

    def __init__(self, parts: WindowParts, document: DocumentController) -> None:
        super().__init__(parts)
        self._document = document
        self._mode: ReplacementMode | None = None
        self._page.preview.mode_changed.connect(self._set_mode)
        self._page.preview.item_clicked.connect(document.select_by_id)

    @property
    def is_open(self) -> bool:
        """Whether the preview is shown."""
        return self._page.middle_stack.currentWidget() is self._page.preview

    def toggle(self) -> None:
        """Shows the preview, or the document again."""
        if self.is_open or self._document.review is None:
            self._page.show_document()
        else:
            self._page.middle_stack.setCurrentWidget(self._page.preview)
            self.refresh()
            self._page.preview.setFocus()

    def close(self) -> None:
        """Back to the document, if the preview stands in its place."""
        if self.is_open:
            self._page.show_document()

    def follow_document(self, row: int) -> None:
        """Shows another document, with the worklist's own mode; 0 for none, which closes the preview."""
        self._mode = None
        if row:
            self.refresh()
        else:
            self.close()

    def refresh(self) -> None:
        """Makes the preview anew, where it is shown."""
        review, document = self._document.review, self._document.document
        if not self.is_open or review is None or document is None:
            return
        mode = self._mode or self._service.settings.mode
        preview = self._page.preview
        preview.set_mode(mode)
        preview.show_busy()
        spans = review.spans_to_replace()
        ids = {(i.span.start, i.span.end): i.id for i in review.items if i.state.taken_out}
        boxes = self._document.page_review
        covered = boxes.covered_regions if boxes is not None else ()
        words = self._service.words_of_patient(document.patient_id)

        def work() -> PreparedPreview:
            made = self._service.replacements(document, spans, mode, words)
            return prepare_preview(document.text, with_covered_text(document, made, covered), ids)

        self._tasks.run_latest("preview", work, self._show, lambda e: preview.show_error(str(e)))

    def _set_mode(self, mode: str) -> None:
        self._mode = ReplacementMode(mode)
        self.refresh()

    def _show(self, prepared: PreparedPreview) -> None:
        self._page.preview.show_prepared(prepared)
        item = self._document.current_item
        self._page.preview.set_current_item(item.id if item is not None else None)
