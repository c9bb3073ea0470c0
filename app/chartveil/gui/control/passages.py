"""Passages of the open document that detection does not cover: shown, gone to, marked as read."""

from __future__ import annotations

from collections.abc import Callable

from chartveil.gui.control.boxes import BoxController
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.review.model import ReviewPassage
from chartveil.service import passages as service_passages


class PassageController(Controller):
    """Shows the passages and marks them as read.

    The current passage is the one gone to last, or the one that the caret or the current span is in. Spans
    and boxes come first where the next undecided place is asked for.
    """

    def __init__(self, parts: WindowParts, document: DocumentController, boxes: BoxController) -> None:
        super().__init__(parts)
        self._document = document
        self._boxes = boxes
        self._visited: int | None = None
        banner = self._page.passages
        banner.next_requested.connect(self.go_to_next)
        banner.read_requested.connect(self.mark_read)
        # At a span, what was gone to before is not current any more.
        self._page.document.view.current_changed.connect(self._forget_visited)
        document.opened.connect(self._forget_visited)
        document.opened.connect(self.show)
        document.passages_changed.connect(self.show)

    def commands(self, next_undecided: Callable[[], object]) -> dict[str, Callable[[], object]]:
        """The function of each command, by its id.

        Args:
            next_undecided: to the next span or box.
        """

        def step() -> None:
            review = self._document.review
            spans = review.counts().undecided if review is not None else 0
            if self.blocking() and not spans and not self._boxes.undecided_boxes:
                self.go_to_next()
            else:
                next_undecided()

        return {"read-passage": self.mark_read, "next-undecided": step}

    @property
    def passages(self) -> list[ReviewPassage]:
        """The passages of the open document."""
        review = self._document.review
        return service_passages.passages_of(self._service, review.row, review.reading) if review else []

    def blocking(self) -> list[ReviewPassage]:
        """Passages that keep the open document from being signed off."""
        review = self._document.review
        return service_passages.unread_passages(self._service, review.row, review.reading) if review else []

    def show(self) -> None:
        """Shows the passages as they are now."""
        found = self.passages
        self._page.document.view.set_passages(found)
        self._page.passages.show_passages(found, locked=self._document.is_signed)

    def go_to_next(self) -> None:
        """To the next passage that is not read, round at the end."""
        unread = [p for p in self.passages if not p.is_read]
        if not unread:
            self._say(self.tr("Every passage of this document is read."))
            return
        here = self._current()
        after = [p for p in unread if here is not None and p.id > here.id]
        self._go_to((after or unread)[0])

    def mark_read(self) -> None:
        """Marks the current passage as read, and goes to the next; to the first where none is current."""
        here, review = self._current(), self._document.review
        if review is None or not self._document.ensure_editable():
            return
        if here is not None and not here.is_read:
            done = self._attempt(
                lambda: service_passages.mark_read(self._service, review.row, review.reading, here)
            )
            if done is None:
                return
            self._document.show_action(done)
        self.go_to_next()

    def go_to(self, passage: int) -> None:
        """To a passage of the open document, by its id."""
        found = next((p for p in self.passages if p.id == passage), None)
        if found is not None:
            self._go_to(found)

    def _go_to(self, passage: ReviewPassage) -> None:
        where = passage.passage
        view = self._page.document.view
        view.reveal(where.start, where.end)
        view.select(where.start, where.start)
        view.setFocus()
        self._visited = passage.id
        self._say(self.tr("{name}: detection does not cover this. Read it.").format(name=where.name))

    def _current(self) -> ReviewPassage | None:
        found, view = self.passages, self._page.document.view
        visited = next((p for p in found if p.id == self._visited), None)
        if visited is not None:
            return visited
        item = self._document.current_item
        places = [view.offsets.offset(view.textCursor().position())] if view.caret_mode else []
        places += [item.span.start] if item is not None else []
        return next((p for at in places for p in found if p.passage.start <= at < p.passage.end), None)

    def _forget_visited(self) -> None:
        self._visited = None
