"""The second reading of a document: begins it, compares it with the first, and resolves differences."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal

from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.review.footer import SecondReadingState
from chartveil.gui.second_reader.page import Resolution
from chartveil.review.agreement import Disagreement
from chartveil.review.model import ActionKind, DecisionState, DocumentRow, Reading, ReviewItem
from chartveil.service import second_reader as second


class SecondReadingController(Controller):
    """Drives the second reading of the open document.

    Signals:
        rows_changed: ``DocumentRow``s whose state changed.
    """

    rows_changed = Signal(list)

    def __init__(self, parts: WindowParts, document: DocumentController) -> None:
        super().__init__(parts)
        self._document = document
        self._found: tuple[Disagreement, ...] = ()
        self._shown = 0
        self._page.disagreements.chosen.connect(self._choose)
        self._page.disagreements.closed.connect(self.close)

    def reading_state(self, row: DocumentRow | None) -> tuple[SecondReadingState, int]:
        """How far the second reading of a document is, and on how many places the readers differ still."""
        if row is None or not (self._service.settings.second_reader or row.second_by):
            return SecondReadingState.OFF, 0
        if not row.signed_by:
            return SecondReadingState.AWAITING_FIRST, 0
        review = self._document.review
        if not row.second_by:
            if review is not None and review.reading is Reading.SECOND:
                return SecondReadingState.READING, 0
            open_to = second.may_be_second_reader(self._service, row)
            return (SecondReadingState.AWAITING_SECOND if open_to else SecondReadingState.AWAITING_FIRST), 0
        if row.resolved:
            return SecondReadingState.SETTLED, 0
        items = self._service.store.items(self._service.worklist, row.row, Reading.RESOLVED)
        return SecondReadingState.HAS_DISAGREEMENTS, sum(i.state is DecisionState.PROPOSED for i in items)

    def begin(self) -> None:
        """Opens the open document for its second reader."""
        row = self._document.row
        if row is None:
            return
        changed = self._attempt(lambda: second.begin_second_reading(self._service, row.row))
        if changed is not None:
            self.rows_changed.emit([changed])
            self._document.reload()

    def after_sign_off(self) -> None:
        """After a second sign-off: what differs is put up to be settled."""
        row, document = self._document.row, self._document.document
        if row is None or document is None:
            return
        row = self._service.row(row.row)  # as it is since the signature
        if row.signed_by and row.second_by:
            self._attempt(lambda: second.begin_resolution(self._service, row.row, document))
            self.rows_changed.emit([self._service.row(row.row)])
        self._document.reload()

    def show_disagreements(self) -> None:
        """Lists what the readers of the open document differ on."""
        row, document = self._document.row, self._document.document
        if row is None or document is None:
            return
        found = self._attempt(lambda: second.compare_readings(self._service, row.row, document))
        if found is None:
            return
        if self._document.review is None or self._document.review.reading is not Reading.RESOLVED:
            self.after_sign_off()
        self._found = found.disagreements
        disputes = [(d, self._resolution(d)) for d in self._found]
        self._page.disagreements.set_disagreements(
            document.text, disputes, found.kappa, row.signed_by, row.second_by
        )
        self._page.middle_stack.setCurrentWidget(self._page.disagreements)
        self._shown = row.row

    @property
    def is_open(self) -> bool:
        """Whether the list of disagreements is shown."""
        return self._page.middle_stack.currentWidget() is self._page.disagreements

    def close(self) -> None:
        """Back to the document."""
        if self.is_open:
            self._page.show_document()

    def follow_document(self, row: int) -> None:
        """Closes the list of disagreements when another document, or another reading, is shown."""
        review = self._document.review
        if self.is_open and (row != self._shown or review is None or review.reading is not Reading.RESOLVED):
            self.close()
        self.refresh()

    def refresh(self) -> None:
        """Shows which disagreements are settled now, also by undo or in the document itself."""
        if self.is_open:
            for number, place in enumerate(self._found):
                self._page.disagreements.set_resolution(number, self._resolution(place))

    def _standing(self, place: Disagreement) -> ReviewItem | None:
        review = self._document.review
        if review is None or review.reading is not Reading.RESOLVED:
            return None
        touching = review.items_touching(place.start, place.end)
        return next((i for i in touching if i.by or i.state is DecisionState.PROPOSED), None)

    def _resolution(self, place: Disagreement) -> Resolution | None:
        """Whose decision stands at a place; None while nobody has settled it."""
        item = self._standing(place)
        if item is None or not item.state.decided:
            return None
        for resolution, theirs in ((Resolution.FIRST, place.first), (Resolution.SECOND, place.second)):
            if theirs is None:
                if item.state is DecisionState.REJECTED:
                    return resolution
            elif item.state.taken_out and _place(item) == _place(theirs):
                return resolution
        return Resolution.OWN

    def _choose(self, number: int, resolution: Resolution) -> None:
        place = self._found[number]
        review, item = self._document.review, self._standing(place)
        if review is None or item is None:
            return
        if resolution is Resolution.OWN:
            self.close()
            self._document.select(item)
            return
        theirs = place.first if resolution is Resolution.FIRST else place.second
        if theirs is None:
            work = partial(review.reject, [item.id])
        else:
            work = partial(review.add_span, theirs.span.start, theirs.span.end, theirs.span.label)
        self._document.select(item)
        if not self._document.decide(ActionKind.RESOLVE, work):
            self._page.disagreements.set_resolution(number, self._resolution(place))


def _place(item: ReviewItem) -> tuple[int, int, object]:
    return item.span.start, item.span.end, item.span.label
