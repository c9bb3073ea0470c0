"""The second reading: begun, compared, settled."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from chartveil.domain.errors import ChartveilError
from chartveil.gui.control.document import DocumentController
from chartveil.gui.review.footer import SecondReadingState
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.second_reader.model import DisagreementRow, Resolution
from chartveil.review.agreement import Disagreement
from chartveil.review.model import ActionKind, DecisionState, DocumentRow, Reading, ReviewItem
from chartveil.service import second_reader as second
from chartveil.service.review_service import ReviewService


class SecondReadingController(QObject):
    """Drives the second reading of the open document.

    Signals:
        rows_changed: ``DocumentRow``s whose state changed.
        failed: an error to be told.
    """

    rows_changed = Signal(list)
    failed = Signal(object)

    def __init__(
        self, desk: ReviewService, reviewing: DocumentController, page: ReviewPage, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._reviewing = reviewing
        self._page = page
        self._found: tuple[Disagreement, ...] = ()
        self._shown = 0
        page.disagreements.chosen.connect(self._choose)
        page.disagreements.finished.connect(self._finish)
        page.disagreements.closed.connect(self.close)
        reviewing.opened.connect(self._follow)
        reviewing.items_changed.connect(self._follow_items)

    def reading_state(self, row: DocumentRow | None) -> tuple[SecondReadingState, int]:
        """How far the second reading of a document is, and on how many places the readers differ still."""
        if row is None or not (self._desk.settings.second_reader or row.second_by):
            return SecondReadingState.OFF, 0
        if not row.signed_by:
            return SecondReadingState.AWAITING_FIRST, 0
        review = self._reviewing.review
        if not row.second_by:
            if review is not None and review.reading is Reading.SECOND:
                return SecondReadingState.READING, 0
            open_to = second.may_be_second_reader(self._desk, row)
            return (SecondReadingState.AWAITING_SECOND if open_to else SecondReadingState.AWAITING_FIRST), 0
        if row.resolved:
            return SecondReadingState.SETTLED, 0
        items = self._desk.store.items(self._desk.worklist, row.row, Reading.RESOLVED)
        return SecondReadingState.HAS_DISAGREEMENTS, sum(i.state is DecisionState.PROPOSED for i in items)

    def begin(self) -> None:
        """Opens the open document for its second reader."""
        row = self._reviewing.row
        if row is None:
            return
        try:
            changed = second.begin_second_reading(self._desk, row.row)
        except ChartveilError as e:
            self.failed.emit(e)
            return
        self.rows_changed.emit([changed])
        self._reviewing.reload()

    def after_sign_off(self) -> None:
        """After a second sign-off: what differs is put up to be settled."""
        row, document = self._reviewing.row, self._reviewing.document
        if row is None or document is None:
            return
        row = self._desk.row(row.row)  # as it is since the signature
        if not (row.signed_by and row.second_by):
            self._reviewing.reload()
            return
        try:
            second.begin_resolution(self._desk, row.row, document)
        except ChartveilError as e:
            self.failed.emit(e)
            return
        self.rows_changed.emit([self._desk.row(row.row)])
        self._reviewing.reload()

    def show_disagreements(self) -> None:
        """Lists what the readers of the open document differ on."""
        row, document = self._reviewing.row, self._reviewing.document
        if row is None or document is None:
            return
        try:
            found = second.compare_readings(self._desk, row.row, document)
        except ChartveilError as e:
            self.failed.emit(e)
            return
        if self._reviewing.review is None or self._reviewing.review.reading is not Reading.RESOLVED:
            self.after_sign_off()
        self._found = found.disagreements
        disputes = [DisagreementRow(d, self._verdict(d)) for d in self._found]
        self._page.disagreements.set_disagreements(
            document.text, disputes, found.kappa, row.signed_by, row.second_by
        )
        self._page.middle_stack.setCurrentWidget(self._page.disagreements)
        self._shown = row.row

    @property
    def is_open(self) -> bool:
        return self._page.middle_stack.currentWidget() is self._page.disagreements

    def close(self) -> None:
        """Back to the document."""
        if self.is_open:
            self._page.middle_stack.setCurrentWidget(self._page.document_splitter)
            self._page.focus_document()

    def _follow(self, row: int) -> None:
        """The list is of one document, settled in one reading: with another it goes."""
        review = self._reviewing.review
        if self.is_open and (row != self._shown or review is None or review.reading is not Reading.RESOLVED):
            self.close()
        self._follow_items()

    def _follow_items(self) -> None:
        """Shows what was settled, also by undo or in the document."""
        if self.is_open:
            for number, place in enumerate(self._found):
                self._page.disagreements.set_resolution(number, self._verdict(place))

    def _standing(self, place: Disagreement) -> ReviewItem | None:
        review = self._reviewing.review
        if review is None or review.reading is not Reading.RESOLVED:
            return None
        return next(
            (
                i
                for i in review.items_touching(place.start, place.end)
                if i.by or i.state is DecisionState.PROPOSED
            ),
            None,
        )

    def _verdict(self, place: Disagreement) -> Resolution | None:
        """Whose decision stands at a place; None while nobody has settled it."""
        item = self._standing(place)
        if item is None or not item.state.decided:
            return None
        for verdict, theirs in ((Resolution.FIRST, place.first), (Resolution.SECOND, place.second)):
            if theirs is None:
                if item.state is DecisionState.REJECTED:
                    return verdict
            elif item.state.taken_out and _place(item) == _place(theirs):
                return verdict
        return Resolution.OWN

    def _choose(self, number: int, verdict: Resolution) -> None:
        place = self._found[number]
        review, item = self._reviewing.review, self._standing(place)
        if review is None or item is None:
            return
        if verdict is Resolution.OWN:
            self.close()
            self._reviewing.select(item)
            return
        theirs = place.first if verdict is Resolution.FIRST else place.second
        if theirs is None:
            work = partial(review.reject, [item.id])
        else:
            work = partial(review.add_span, theirs.span.start, theirs.span.end, theirs.span.label)
        self._reviewing.select(item)
        if not self._reviewing.decide(ActionKind.RESOLVE, work):
            self._page.disagreements.set_resolution(number, self._verdict(place))

    def _finish(self) -> None:
        self.close()


def _place(item: ReviewItem) -> tuple[int, int, object]:
    return item.span.start, item.span.end, item.span.label
