"""Signing documents off, and opening them again."""

from __future__ import annotations

from chartveil.gui.control.boxes import BoxController
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.passages import PassageController
from chartveil.gui.control.second_reading import SecondReadingController
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.file_dialogs import ask_to_confirm
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import OPEN_STATES, Reading
from chartveil.service import sign_off as signing


class SignOffController(Controller):
    """Signs the open document off, and shows what keeps it from that: spans, then boxes, then passages."""

    def __init__(
        self,
        parts: WindowParts,
        document: DocumentController,
        boxes: BoxController,
        passages: PassageController,
        second_reading: SecondReadingController,
    ) -> None:
        super().__init__(parts)
        self._document = document
        self._boxes = boxes
        self._passages = passages
        self._second_reading = second_reading

    def sign_off(self) -> None:
        """Signs the open document off, and goes to the next that is not."""
        review, row = self._document.review, self._document.row
        if review is None or row is None:
            return
        if self._document.is_signed:
            self._say(self.tr("This document is signed off already."))
            return
        if not self._may_leave_what_is_taken(review):
            return
        signed = self._attempt(lambda: signing.sign_off(self._service, review))
        if signed is None:
            self._show_blocker()
            return
        self._document.rows_changed.emit([signed])
        if review.reading is Reading.SECOND:
            self._second_reading.after_sign_off()
            return
        following = self._next_to_review(row.row)
        self._document.reload()
        if following is not None:
            self._document.open(following)

    def _may_leave_what_is_taken(self, review: DocumentReview) -> bool:
        """Asks where something was rejected whose text is taken elsewhere; goes there if that was a slip.

        The search for leaks does not stop at what a person rejected.
        """
        left = signing.items_left_though_taken(self._service, review)
        if not left or signing.count_undecided_spans(self._service, review):
            return True
        first = left[0].span.text(review.text)
        more = self.tr(" and {n} more").format(n=f"{len(left) - 1:,}") if len(left) > 1 else ""
        self._document.select(left[0])
        return ask_to_confirm(
            self._page,
            self.tr("“{text}”{more} stays in the text. Sign off all the same?").format(
                text=one_line(first), more=more
            ),
            self.tr(
                "You rejected it here, and elsewhere in this document the same text, or a name with the same "
                "word, is taken out. The search for leaks lets stay what a person rejected."
            ),
            self.tr("Sign off"),
            self.tr("Look at it"),
        )

    def withdraw(self) -> None:
        """Opens the document, which is signed off, for review again."""
        row = self._document.row
        if row is None or not self._document.is_signed:
            return
        opened = self._attempt(lambda: signing.take_back_signature(self._service, row.row))
        if opened is not None:
            self._document.rows_changed.emit([opened])
            self._document.reload()

    def go_to_blocker(self) -> None:
        """To the first span, box or passage that has to be decided before the document can be signed off."""
        if self._show_blocker():
            self._page.focus_document()

    def _show_blocker(self) -> bool:
        """Shows what ``go_to_blocker`` goes to; says whether it is a span."""
        review = self._document.review
        spans = signing.undecided_spans(self._service, review) if review is not None else []
        boxes = self._boxes.blocking_boxes()
        if spans:
            self._document.select(spans[0])
        elif boxes:
            self._boxes.go_to_box(boxes[0])
        elif self._passages.blocking():
            self._passages.go_to_next()
        return bool(spans)

    def _next_to_review(self, row: int) -> int | None:
        """The next document below, as the worklist is shown, that can be read and is not signed off."""
        wanted = {r.row for r in self._service.rows() if r.state in OPEN_STATES}
        found = self._page.worklist.neighbour(row, 1)
        while found is not None and found not in wanted:
            found = self._page.worklist.neighbour(found, 1)
        return found
