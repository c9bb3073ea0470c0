"""What can be decided about the current span: one small function each."""

from __future__ import annotations

from PySide6.QtCore import QObject

from chartveil.domain import Label
from chartveil.gui.control.reviewing import Reviewing
from chartveil.gui.review_page import ReviewPage
from chartveil.review.model import Item, Kind, State
from chartveil.review.session import Side


class SpanActs(QObject):
    """Decisions on the current span of the open document; each can be undone.

    Args:
        reviewing: the open document.
        page: shows it.
    """

    def __init__(self, reviewing: Reviewing, page: ReviewPage) -> None:
        super().__init__(reviewing)
        self._reviewing = reviewing
        self._page = page
        self._view = page.document.view

    def accept(self) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is not None and review is not None:
            if item.state in (State.PROPOSED, State.REJECTED, State.RECOVERED):
                kind = Kind.TAKE_BACK if item.state is State.RECOVERED else Kind.ACCEPT
                if not self._reviewing.decide(kind, lambda: review.accept([item.id]), stay=False):
                    return
            self._go_on(item)

    def reject(self) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is not None and review is not None:
            if item.state is not State.REJECTED and not self._reviewing.decide(
                Kind.REJECT, lambda: review.reject([item.id]), stay=False
            ):
                return
            self._go_on(item)

    def _go_on(self, item: Item) -> None:
        """To the next undecided item; stays where there is none, and says so."""
        review = self._reviewing.review
        assert review is not None
        found = review.next(item.span.start, review.is_undecided)
        if found is not None:
            self._reviewing.select(found)
            return
        self._reviewing.show_item()
        self._reviewing.said.emit(self.tr("Nothing is undecided in this document any more."))

    def relabel(self, label: Label) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(Kind.RELABEL, lambda: review.relabel([item.id], label))

    def add(self, start: int, end: int, label: Label) -> None:
        review = self._reviewing.review
        if review is not None and self._reviewing.decide(Kind.ADD, lambda: review.add(start, end, label)):
            self._view.set_caret_mode(False)
            found = next((i for i in review.touching(start, end) if i.state.taken), None)
            self._reviewing.select(found)

    def grow(self, side: Side, direction: int, by: str) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is None or review is None:
            return
        if by == "word":
            self._reviewing.decide(Kind.RESIZE, lambda: review.grow_word(item.id, side, direction, "word"))
        else:
            self._reviewing.decide(
                Kind.RESIZE, lambda: review.grow_word(item.id, side, direction, "character")
            )

    def take_back(self) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(Kind.TAKE_BACK, lambda: review.take_back([item.id]))

    def reopen(self) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(Kind.REOPEN, lambda: review.reopen([item.id]))

    def annotate(self, note: str) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(Kind.NOTE, lambda: review.annotate(item.id, note))

    def split(self) -> None:
        """Parts the current item at the text cursor, or at its middle blank."""
        item, review = self._reviewing.item, self._reviewing.review
        if item is None or review is None:
            return
        at = self._page.cut_in(item, review.text)
        if at is None:
            self._reviewing.said.emit(self.tr("There is no place to split it: it is one word."))
            return
        self._reviewing.decide(Kind.SPLIT, lambda: review.split(item.id, at))

    def join(self) -> None:
        item, review = self._reviewing.item, self._reviewing.review
        if item is None or review is None:
            return
        following = review.next(item.span.start, lambda i: i.state.taken, wrap=False)
        if following is None:
            self._reviewing.said.emit(self.tr("There is no span after it to join with."))
            return
        self._reviewing.decide(Kind.JOIN, lambda: review.join([item.id, following.id]))
