"""What can be decided about the current span: one small function each."""

from __future__ import annotations

from PySide6.QtCore import QObject

from chartveil.domain import Label
from chartveil.gui.control.reviewing import DocumentController
from chartveil.gui.review_page import ReviewPage
from chartveil.review.model import ActionKind, DecisionState, ReviewItem
from chartveil.review.session import SpanSide


class SpanDecisions(QObject):
    """Decisions on the current span of the open document; each can be undone.

    Args:
        reviewing: the open document.
        page: shows it.
    """

    def __init__(self, reviewing: DocumentController, page: ReviewPage) -> None:
        super().__init__(reviewing)
        self._reviewing = reviewing
        self._page = page
        self._view = page.document.view

    def accept(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            if item.state in (DecisionState.PROPOSED, DecisionState.REJECTED, DecisionState.RECOVERED):
                kind = (
                    ActionKind.TAKE_RECOVERED if item.state is DecisionState.RECOVERED else ActionKind.ACCEPT
                )
                if not self._reviewing.decide(kind, lambda: review.accept([item.id]), stay=False):
                    return
            self._go_on(item)

    def reject(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            if item.state is not DecisionState.REJECTED and not self._reviewing.decide(
                ActionKind.REJECT, lambda: review.reject([item.id]), stay=False
            ):
                return
            self._go_on(item)

    def _go_on(self, item: ReviewItem) -> None:
        """To the next undecided item; stays where there is none, and says so."""
        review = self._reviewing.review
        assert review is not None
        found = review.find_next(item.span.start, review.is_undecided)
        if found is not None:
            self._reviewing.select(found)
            return
        self._reviewing.show_current_item()
        self._reviewing.message_posted.emit(self.tr("Nothing is undecided in this document any more."))

    def relabel(self, label: Label) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.RELABEL, lambda: review.relabel([item.id], label))

    def add(self, start: int, end: int, label: Label) -> None:
        review = self._reviewing.review
        if review is not None and self._reviewing.decide(
            ActionKind.ADD, lambda: review.add_span(start, end, label)
        ):
            self._view.set_caret_mode(False)
            found = next((i for i in review.items_touching(start, end) if i.state.taken_out), None)
            self._reviewing.select(found)

    def move_edge(self, side: SpanSide, direction: int, by: str) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is None or review is None:
            return
        if by == "word":
            self._reviewing.decide(
                ActionKind.RESIZE, lambda: review.move_edge(item.id, side, direction, "word")
            )
        else:
            self._reviewing.decide(
                ActionKind.RESIZE, lambda: review.move_edge(item.id, side, direction, "character")
            )

    def take_recovered(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.TAKE_RECOVERED, lambda: review.take_recovered([item.id]))

    def reopen(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.REOPEN, lambda: review.reopen([item.id]))

    def annotate(self, note: str) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.NOTE, lambda: review.annotate(item.id, note))

    def split(self) -> None:
        """Parts the current item at the text cursor, or at its middle blank."""
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is None or review is None:
            return
        at = self._page.split_offset(item, review.text)
        if at is None:
            self._reviewing.message_posted.emit(self.tr("There is no place to split it: it is one word."))
            return
        self._reviewing.decide(ActionKind.SPLIT, lambda: review.split(item.id, at))

    def join_with_next(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is None or review is None:
            return
        following = review.find_next(item.span.start, lambda i: i.state.taken_out, wrap=False)
        if following is None:
            self._reviewing.message_posted.emit(self.tr("There is no span after it to join with."))
            return
        self._reviewing.decide(ActionKind.JOIN, lambda: review.join([item.id, following.id]))
