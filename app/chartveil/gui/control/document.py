"""The document under review: opened, shown, stepped through, decided on; and the surrogates of its spans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from chartveil.domain.document import Document
from chartveil.domain.errors import ReviewError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, Span
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.tasks import BackgroundTasks
from chartveil.gui.widgets.notices import NoticeBar, notice_for_error
from chartveil.review.document_review import DocumentReview, WantedItems
from chartveil.review.model import ActionKind, DocumentRow, DocumentState, ItemChange, Reading, ReviewItem
from chartveil.review.page_review import PageReview
from chartveil.service import bulk_decisions as bulk
from chartveil.service import decisions, page_boxes
from chartveil.service import second_reader as second
from chartveil.service.decisions import StoredDecision
from chartveil.service.document_cache import LoadedDocument
from chartveil.service.review_service import ReviewService

T = TypeVar("T")
ReplacementMaker = Callable[[Document, Sequence[Span]], Iterable[Replacement]]
"""Gives what takes the place of spans; called in a thread."""

_PAUSE = 200
"""Milliseconds after the last decision until surrogates are made anew, and the place is kept."""
_LARGE = 200_000
"""Characters from which on the same text is counted after a pause only."""


class SurrogatePreview(QObject):
    """Makes the surrogates of one document at a time, in the background.

    Args:
        make: gives what takes the place of spans.
        tasks: runs it.

    Signals:
        finished: they are ready to be asked for.
        failed: why there are none, in one line that quotes no text.
    """

    finished = Signal()
    failed = Signal(str)

    def __init__(self, make: ReplacementMaker, tasks: BackgroundTasks, parent: QObject) -> None:
        super().__init__(parent)
        self._make = make
        self._tasks = tasks
        self._made: dict[tuple[int, int], str] | None = None

    @property
    def ready(self) -> bool:
        """Whether they are made."""
        return self._made is not None

    def text_for(self, span: Span) -> str | None:
        """What a span becomes; None where it stays, or nothing is made yet."""
        return (self._made or {}).get((span.start, span.end))

    def start(self, document: Document, spans: Sequence[Span]) -> None:
        """Has them made; ``finished`` or ``failed`` is sent at the end."""
        self._tasks.run_latest("surrogates", partial(self._make, document, spans), self._take, self._fail)

    def discard(self) -> None:
        """Drops them; those on their way are of another text or of other spans."""
        self._made = None
        self._tasks.cancel_latest("surrogates")

    def _take(self, made: Iterable[Replacement]) -> None:
        self._made = {(r.start, r.end): r.text for r in made}
        self.finished.emit()

    def _fail(self, error: Exception) -> None:
        self.failed.emit(notice_for_error(error).what)


class DocumentController(QObject):
    """Holds the open document and does what is decided about it.

    Args:
        service: with the open worklist.
        tasks: reads documents in the background.
        page: shows the document.
        notices: where errors are shown.
        parent: owns the controller.

    Attributes:
        row: the document that is open; None for none.
        loaded: its text and pages; None while they may not be seen.
        review, page_review: its spans and its boxes; None likewise.

    Signals:
        rows_changed: ``DocumentRow``s whose figures changed.
        opened: row of the document that is shown now; 0 for none.
        items_changed: something was decided in the open document, or undone.
        boxes_changed: the same about a box on its pages; id of the box to go to, or -1.
        passages_changed: the same about a passage that detection does not cover.
    """

    rows_changed = Signal(list)
    opened = Signal(int)
    items_changed = Signal()
    boxes_changed = Signal(int)
    passages_changed = Signal()

    def __init__(
        self,
        service: ReviewService,
        tasks: BackgroundTasks,
        page: ReviewPage,
        notices: NoticeBar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._tasks = tasks
        self._page = page
        self._notices = notices
        self._view = page.document.view
        self.row: DocumentRow | None = None
        self.loaded: LoadedDocument | None = None
        self.review: DocumentReview | None = None
        self.page_review: PageReview | None = None
        self._surrogates = SurrogatePreview(service.replacements, tasks, self)
        self._wanted: tuple[int, int | None] | None = None
        self._later = _pause(self)
        self._count_later = _pause(self)
        self._connect()

    def _connect(self) -> None:
        self._surrogates.finished.connect(self._show_surrogate)
        self._surrogates.failed.connect(lambda reason: self._page.inspector.set_surrogate(None, reason))
        self._later.timeout.connect(self._catch_up)
        self._count_later.timeout.connect(self._count_same)
        self._view.item_clicked.connect(self.select_by_id)
        self._page.inspector.offset_requested.connect(self._show_place)

    # What is open

    @property
    def current_item(self) -> ReviewItem | None:
        """The current item."""
        current = self._view.current
        if current is None or self.review is None:
            return None
        try:
            return self.review.item(current.id)
        except ReviewError:
            return None

    @property
    def document(self) -> Document | None:
        """The text and layout of the open document."""
        return self.loaded.document if self.loaded else None

    def open(self, row: int, item: int | None = None, then: Callable[[], object] = lambda: None) -> None:
        """Opens a document, at an item or at the first undecided one; ``then`` is done when it is shown."""
        if self.row is not None and self.row.row == row and self._wanted is None and self.review is not None:
            if item is not None:
                self.select_by_id(item)
            then()
            return
        now = self._service.row(row)
        if now.state is DocumentState.FAILED:
            self.close(now.reason)
            return
        if not now.document_id:
            self._page.show_message(self.tr("This document is still being searched."))
            return
        if second.is_hidden_from_reviewer(self._service, now):
            self.close(self.tr("It waits for you as its second reader. Begin at the foot of the window."))
            self.row = now
            self._page.show_title(now, now.note_type, 0, 0)
            self.opened.emit(row)
            return
        self._wanted = (row, item)
        work = self._service.loading_work(now)
        self._tasks.run_latest("open", work, partial(self._show, row, item, then), self._not_opened)

    def reload(self) -> None:
        """Shows the open document anew, e.g. in another reading."""
        if self.row is not None:
            row, item = self.row.row, self.current_item
            self.review = None
            self.open(row, item.id if item else None)

    def reload_if_reading_changed(self) -> None:
        """Shows the open document anew if whoever is named as the reviewer now has another reading of it."""
        if self.row is None or self._wanted is not None:
            return
        now = self._service.row(self.row.row)
        hidden = self.review is None
        if hidden is not second.is_hidden_from_reviewer(self._service, now) or (
            self.review is not None and self.review.reading is not self._service.reading_of(now.row)
        ):
            self.reload()

    def close(self, message: str = "") -> None:
        """Shows no document."""
        self._later.stop()
        self._count_later.stop()
        self.row = self.loaded = self.review = self.page_review = None
        self._wanted = None
        self._surrogates.discard()
        self._tasks.cancel_latest("open")
        self._view.clear(message)
        self._page.inspector.clear()
        self._page.show_title(None, "", 0, 0)
        self.opened.emit(0)

    def _not_opened(self, error: Exception) -> None:
        self._wanted = None
        self._notices.show_error(error)

    def _show(self, row: int, item: int | None, then: Callable[[], object], loaded: LoadedDocument) -> None:
        self._wanted = None
        other = self.loaded is None or self.loaded.document.id != loaded.document.id
        self.row = self._service.row(row)
        self.loaded = loaded
        self.review = self._service.review_of(row, loaded.document)
        self.page_review = page_boxes.page_review(self._service, row, loaded.document, self.review.reading)
        if other or self._view.shown_document is None:
            self._view.show_document(loaded.document)
        self._view.show_review(self.review)
        self._surrogates.discard()
        self._page.show_second_reader_banner(self.review.reading is Reading.SECOND and not self.row.second_by)
        self._refresh()
        self.opened.emit(row)
        first = self.review.find_next(-1, WantedItems.UNDECIDED, wrap=False)
        if item is not None and any(i.id == item for i in self.review.items):
            self.select_by_id(item)
        else:
            self.select(first or (self.review.items[0] if self.review.items else None))
        self._later.start()
        then()

    def _refresh(self) -> None:
        """Title and lock, by the figures as they are."""
        if self.row is None or self.review is None:
            return
        self.row = self._service.row(self.row.row)
        counts = self.review.counts()
        self._page.show_title(self.row, self.row.note_type, counts.doubtful, counts.spans)
        locked = ""
        if self.is_signed:
            locked = self.tr("Signed off. Withdraw the sign-off to change something.")
        self._page.inspector.set_locked(locked)

    @property
    def is_signed(self) -> bool:
        """Whether the reading that is open bears a signature."""
        if self.row is None or self.review is None:
            return False
        if self.review.reading is Reading.SECOND:
            return bool(self.row.second_by)
        if self.review.reading is Reading.FIRST:
            return bool(self.row.signed_by)
        return self.row.state.is_signed

    # Moving

    def select_by_id(self, id: int) -> None:
        """As ``select``; an item that is gone meanwhile is passed over."""
        found = next((i for i in self.review.items if i.id == id), None) if self.review is not None else None
        if found is not None:
            self.select(found)

    def select(self, item: ReviewItem | None) -> None:
        """Makes an item the current one."""
        self._view.set_current(item)
        self.show_current_item()
        self._page.follow_item(item, self.document)
        if item is not None:
            self._later.start()

    def show_current_item(self) -> None:
        """Shows the current item in the inspector."""
        item, inspector = self.current_item, self._page.inspector
        if item is None or self.review is None or self.row is None:
            inspector.clear()
            return
        inspector.show_item(item, self.review.text, self.review.risk(item).reasons)
        if len(self.review.text) > _LARGE:
            self._count_later.start()  # it takes as long as all the rest: not at every key that is held
        else:
            self._count_same()
        self._show_surrogate()

    def _count_same(self) -> None:
        """How often the current text stands elsewhere."""
        item = self.current_item
        if item is not None and self.review is not None and self.row is not None:
            here, patient, worklist = bulk.count_same_text(self._service, self.review, item)
            self._page.inspector.set_same_text_counts(here, patient if self.row.patient else None, worklist)

    def _show_place(self, offset: int) -> None:
        """Shows a place that a reason speaks of."""
        if self.review is None:
            return
        item = self.review.item_at(offset)
        if item is not None:
            self.select(item)
        else:
            self._view.reveal(offset, offset + 1)

    def open_at(self, row: int, start: int, end: int) -> None:
        """Opens a document at a place of its text."""
        self.open(row, then=lambda: self.show_range(start, end))

    def open_at_box(self, row: int, box: int) -> None:
        """Opens a document at a box on its pages, where it has it."""
        self.open(row, then=lambda: self.boxes_changed.emit(box))

    def show_range(self, start: int, end: int) -> None:
        """Shows a place of the text, and the item there if there is one."""
        item = self.review.item_at(start) if self.review is not None else None
        if item is not None:
            self.select(item)
        else:
            self._view.select(start, end)
            self._view.reveal(start, end)

    def step(self, wanted: WantedItems = WantedItems.ALL, *, backwards: bool = False) -> None:
        """To the next item, or the next that is wanted; round at the ends."""
        review = self.review
        if review is None:
            return
        here = self.current_item
        offset = here.span.start if here is not None else (len(review.text) if backwards else -1)
        found = review.find_next(offset, wanted, backwards=backwards)
        if found is None:
            self._page.show_message(self.tr("There is none in this document."))
        else:
            self.select(found)

    def step_undecided(self, *, backwards: bool = False) -> None:
        """To the next item that nobody has decided."""
        if self.review is not None:
            self.step(WantedItems.UNDECIDED, backwards=backwards)

    def step_doubtful(self, *, backwards: bool = False) -> None:
        """To the next undecided item that is doubtful."""
        if self.review is not None:
            self.step(WantedItems.DOUBTFUL, backwards=backwards)

    # Deciding

    def attempt(self, work: Callable[[], T]) -> T | None:
        """Does something that is stored; shows why, and gives None, where it cannot be done.

        This is the border at which commands that change the worklist end. Any other error than a
        ``ReviewError`` is shown without its text, and the review goes on: the store has rolled it back.
        """
        try:
            return work()
        except ReviewError as e:
            self._page.show_message(str(e))
        except Exception as e:  # noqa: BLE001 - see above
            self._notices.show_error(e)
        return None

    def decide(self, kind: ActionKind, work: Callable[[], list[ItemChange]], *, stay: bool = True) -> bool:
        """Stores the changes that ``work`` gives and shows them; says whether that was done.

        With ``stay`` false the caller goes on to an item and shows that.
        """
        review, item = self.review, self.current_item
        if review is None or not self.ensure_editable():
            return False
        focus = item.id if item is not None else None
        done = self.attempt(lambda: decisions.decide_spans(self._service, kind, review, work(), focus))
        if done is None:
            return False
        self.show_changes(done, done.action.changes, stay=stay)
        return True

    def ensure_editable(self) -> bool:
        """Whether the document is open for decisions; says why where it is not."""
        if self.is_signed:
            self._page.show_message(
                self.tr("This document is signed off. Withdraw the sign-off to change it.")
            )
            return False
        return self.review is not None

    def show_changes(self, done: StoredDecision, changes: Iterable[ItemChange], *, stay: bool = True) -> None:
        """Shows what an action changed, in the order it was applied; the current item too, with ``stay``."""
        row = self.row.row if self.row else 0
        reading = self.review.reading if self.review else None
        ours = [c for c in changes if c.document == row and c.reading is reading]
        if self.review is not None and ours:
            self._view.show_changes({c.id for c in ours})
            if _moves_text(ours):
                self._surrogates.discard()
            if stay:
                self.show_current_item()
            self._refresh()
            self.items_changed.emit()
            self._later.start()
        self.rows_changed.emit(list(done.rows))

    def show_box_changes(self, done: StoredDecision, box: int = -1) -> None:
        """Shows what an action changed about boxes, and goes to one of them."""
        self._refresh()
        self.boxes_changed.emit(box)
        self.rows_changed.emit(list(done.rows))

    def show_passage_changes(self, done: StoredDecision) -> None:
        """Shows what an action changed about passages."""
        self._refresh()
        self.passages_changed.emit()
        self.rows_changed.emit(list(done.rows))

    # Surrogates

    def _catch_up(self) -> None:
        """Makes the surrogates of the document as it stands, and keeps the place."""
        if self.review is None or self.loaded is None or self.row is None:
            return
        item = self.current_item
        if item is not None:
            self._service.save_bookmark(self.row.row, item.id)
        if not self._surrogates.ready:
            self._surrogates.start(self.loaded.document, self.review.spans_to_replace())

    def _show_surrogate(self) -> None:
        item = self.current_item
        if item is not None and item.state.taken_out and self._surrogates.ready:
            text = self._surrogates.text_for(item.span)
            reason = "" if text is not None else self.tr("stays as it is under this policy")
            self._page.inspector.set_surrogate(text, reason)


def _pause(parent: QObject) -> QTimer:
    """A timer that runs out once, some time after it was started last."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(_PAUSE)
    return timer


def _moves_text(changes: Sequence[ItemChange]) -> bool:
    """Whether a change alters what is taken: else every surrogate stays."""

    def place(item: ReviewItem | None) -> tuple[int, int, Label] | None:
        return (item.span.start, item.span.end, item.span.label) if item and item.state.taken_out else None

    return any(place(c.before) != place(c.after) for c in changes)
