"""The controller of the open document: shows it, steps through its spans, stores decisions, makes
surrogates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal

from chartveil.domain.document import Document
from chartveil.domain.errors import ChartveilError, ReviewError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.domain.wording import capitalized
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.widgets.notices import notice_for_error
from chartveil.review.document_review import DocumentReview, WantedItems
from chartveil.review.model import ActionKind, DocumentRow, DocumentState, ItemChange, Reading, ReviewItem
from chartveil.review.page_review import PageReview
from chartveil.service import bulk_decisions as bulk
from chartveil.service import decisions, page_boxes
from chartveil.service import second_reader as second
from chartveil.service.decisions import StoredDecision
from chartveil.service.document_cache import LoadedDocument

_PAUSE = 200
"""Milliseconds after the last decision until surrogates are made anew, and the place is kept."""
_LARGE = 200_000
"""Characters from which on the same text is counted after a pause only."""


class DocumentController(Controller):
    """Holds the open document and does what is decided about it.

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

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
        self._view = self._page.document.view
        self.row: DocumentRow | None = None
        self.loaded: LoadedDocument | None = None
        self.review: DocumentReview | None = None
        self.page_review: PageReview | None = None
        self._surrogates: dict[tuple[int, int], str] | None = None
        self._surrogates_coming = False
        self._opening = 0  # the document on its way; 0 for none
        self._later = self._pause(self._catch_up)
        self._count_later = self._pause(self._count_same)
        self._view.item_clicked.connect(self.select_by_id)
        self._page.inspector.offset_requested.connect(self._show_place)

    def _pause(self, work: Callable[[], None]) -> QTimer:
        """A timer that does something once, some time after it was started last."""
        timer = QTimer(self, singleShot=True, interval=_PAUSE)
        timer.timeout.connect(work)
        return timer

    # What is open

    @property
    def target_row(self) -> int | None:
        """The document that is being opened, else the one that is open: what the next one is next to."""
        return self._opening or (self.row.row if self.row is not None else None)

    @property
    def current_item(self) -> ReviewItem | None:
        """The current item."""
        current = self._view.current
        return self._item(current.id) if current is not None else None

    def _item(self, id: int) -> ReviewItem | None:
        """An item of the open document; None where it is gone meanwhile."""
        try:
            return self.review.item(id) if self.review is not None else None
        except ReviewError:
            return None

    @property
    def document(self) -> Document | None:
        """The text and layout of the open document."""
        return self.loaded.document if self.loaded else None

    def open(self, row: int, item: int | None = None, then: Callable[[], object] = lambda: None) -> None:
        """Opens a document, at an item or at the first undecided one; ``then`` is done when it is shown."""
        if self.row is not None and self.row.row == row and not self._opening and self.review is not None:
            if item is not None:
                self.select_by_id(item)
            then()
            return
        now = self._service.row(row)
        if now.state is DocumentState.FAILED:
            self._show_unopened(now, now.reason)
            return
        if not now.document_id:
            self._say(self.tr("This document is still being searched."))
            return
        if second.is_hidden_from_reviewer(self._service, now):
            said = self.tr("It waits for you as its second reader. Begin at the foot of the window.")
            self._show_unopened(now, said)
            return
        self._opening = row
        work = self._service.loading_work(now)
        shown, failed = partial(self._show, row, item, then), partial(self._not_opened, row)
        self._tasks.run_latest("open", work, shown, failed)

    def reload(self) -> None:
        """Shows the open document anew, e.g. in another reading."""
        if self.row is not None:
            row, item = self.row.row, self.current_item
            chosen = self._view.selected_range() if item is None and self.review is not None else None
            self.review = None
            if chosen is not None:
                self.open_at(row, *chosen)
            else:
                self.open(row, item.id if item else None)

    def reload_if_reading_changed(self) -> None:
        """Shows the open document anew if whoever is named as the reviewer now has another reading of it."""
        if self.row is None or self._opening:
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
        self._opening = 0
        self._discard_surrogates()
        self._tasks.cancel_latest("open")
        self._view.clear(message)
        self._page.inspector.clear()
        self._page.show_title(None)
        self._page.left_out.show_counts({})
        self.opened.emit(0)

    def _not_opened(self, row: int, error: Exception) -> None:
        """Says why in the document's place: from there one goes on to the next."""
        notice = notice_for_error(error)
        self._show_unopened(self._service.row(row), f"{capitalized(notice.what)} {notice.remedy}".rstrip())
        if not isinstance(error, ChartveilError):
            self._notices.show_error(error)

    def _show_unopened(self, row: DocumentRow, why: str) -> None:
        """Shows which document it is, and why nothing of it is seen."""
        self.close(why)
        self.row = row
        self._page.show_title(row)
        self.opened.emit(row.row)

    def _show(self, row: int, item: int | None, then: Callable[[], object], loaded: LoadedDocument) -> None:
        self._opening = 0
        other = self.loaded is None or self.loaded.document.id != loaded.document.id
        self.row = self._service.row(row)
        self.loaded = loaded
        self.review = self._service.review_of(row, loaded.document)
        self.page_review = page_boxes.page_review(self._service, row, loaded.document, self.review.reading)
        if other or self._view.shown_document is None:
            self._view.show_document(loaded.document)
        self._view.show_review(self.review)
        self._page.left_out.show_counts(loaded.document.left_out)
        self._discard_surrogates()
        self._page.banner.setVisible(self.review.reading is Reading.SECOND and not self.row.second_by)
        self._refresh()
        self.opened.emit(row)
        first = self.review.find_next(-1, WantedItems.UNDECIDED, wrap=False)
        wanted = self._item(item) if item is not None else None
        self.select(wanted or first or next(iter(self.review.items), None))
        self._later.start()
        then()

    def _refresh(self) -> None:
        """Title and lock, by the figures as they are."""
        if self.row is None or self.review is None:
            return
        self.row = self._service.row(self.row.row)
        self._page.show_title(self.row, self.review.counts())
        locked = self.tr("Signed off. Withdraw the sign-off to change something.")
        self._page.inspector.set_locked(locked if self.is_signed else "")

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
        found = self._item(id)
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
        layout = self.loaded.document.layout if self.loaded is not None else None
        place = layout.place_of(item.span.start, item.span.end) if layout is not None else ""
        inspector.show_item(item, self.review.text, self.review.risk(item).reasons, place)
        if len(self.review.text) > _LARGE:
            self._count_later.start()  # it takes as long as all the rest: not at every key that is held
        else:
            self._count_same()
        self._show_surrogate()

    def count_again(self) -> None:
        """After other documents were searched, in which the current text may stand too."""
        self._count_later.start()

    def forget_surrogates(self) -> None:
        """After all was searched: no surrogate is a word of any document of its patient."""
        self._discard_surrogates()
        self._later.start()

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

    def open_at(self, row: int, start: int, end: int, message: str = "") -> None:
        """Opens a document at a place of its text, and says something about it. Where no item is, none is
        current: a key that decides must not take one that stands elsewhere."""

        def go() -> None:
            if self.review is not None and self.review.item_at(start) is None:
                self.select(None)
            self.show_range(start, end)
            self._say(message)

        self.open(row, then=go)

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
        here, chosen = self.current_item, self._view.selected_range()
        if here is not None:
            offset = here.span.start
        elif chosen is not None:
            offset = chosen[0]
        else:
            offset = len(review.text) if backwards else -1
        found = review.find_next(offset, wanted, backwards=backwards)
        if found is None:
            self._say(self.tr("There is none in this document."))
        else:
            self.select(found)

    # Deciding

    def decide(self, kind: ActionKind, work: Callable[[], list[ItemChange]], *, stay: bool = True) -> bool:
        """Stores the changes that ``work`` gives and shows them; says whether that was done.

        With ``stay`` false the caller goes on to an item and shows that.
        """
        review, item = self.review, self.current_item
        if review is None or not self.ensure_editable():
            return False
        focus = item.id if item is not None else None
        changes = self._attempt(work)
        if not changes:
            return False
        done = self._attempt(lambda: decisions.decide_spans(self._service, kind, review, changes, focus))
        if done is None:
            return False
        self.show_action(done, stay=stay)
        return True

    def ensure_editable(self) -> bool:
        """Whether the document is open for decisions; says why where it is not."""
        if self.is_signed:
            self._say(self.tr("This document is signed off. Withdraw the sign-off to change it."))
            return False
        return self.review is not None

    def show_action(
        self,
        done: StoredDecision,
        changes: Iterable[ItemChange] | None = None,
        *,
        box: int = -1,
        stay: bool = True,
    ) -> None:
        """Shows what an action changed.

        Args:
            done: the action.
            changes: of items, in the order they were applied; None for those of the action.
            box: goes to this one, where the action is about boxes.
            stay: shows the current item as it is now.
        """
        action = done.action
        self._show_items(action.changes if changes is None else changes, stay=stay)
        if action.box_changes or action.passage_changes:
            self._refresh()
        if action.box_changes:
            self.boxes_changed.emit(box)
        if action.passage_changes:
            self.passages_changed.emit()
        self.rows_changed.emit(list(done.rows))

    def _show_items(self, changes: Iterable[ItemChange], *, stay: bool) -> None:
        row = self.row.row if self.row else 0
        ours = [c for c in changes if self.review and (c.document, c.reading) == (row, self.review.reading)]
        if not ours:
            return
        self._view.show_changes({c.id for c in ours})
        if _moves_text(ours):
            self._discard_surrogates()
        if stay:
            self.show_current_item()
        self._refresh()
        self.items_changed.emit()
        self._later.start()

    # Surrogates

    def _catch_up(self) -> None:
        """Makes the surrogates of the document as it stands, and keeps the place."""
        if self.review is None or self.loaded is None or self.row is None:
            return
        item = self.current_item
        if item is not None:
            self._service.save_bookmark(self.row.row, item.id)
        if self._surrogates is None and not self._surrogates_coming:
            self._surrogates_coming = True
            spans = self.review.spans_to_replace()
            document = self.loaded.document
            words = self._service.words_of_patient(document.patient_id)
            work = partial(self._service.replacements, document, spans, words=words)
            self._tasks.run_latest("surrogates", work, self._take_surrogates, self._no_surrogates)

    def _discard_surrogates(self) -> None:
        """Drops them; those on their way are of another text or of other spans."""
        self._surrogates, self._surrogates_coming = None, False
        self._tasks.cancel_latest("surrogates")

    def _take_surrogates(self, made: Iterable[Replacement]) -> None:
        self._surrogates, self._surrogates_coming = {(r.start, r.end): r.text for r in made}, False
        self._show_surrogate()

    def _no_surrogates(self, error: Exception) -> None:
        """Says why there are none, in one line that quotes no text."""
        self._surrogates_coming = False
        self._page.inspector.set_surrogate(None, notice_for_error(error).what)

    def _show_surrogate(self) -> None:
        item = self.current_item
        if item is not None and item.state.taken_out and self._surrogates is not None:
            text = self._surrogates.get((item.span.start, item.span.end))
            reason = "" if text is not None else self.tr("stays as it is under this policy")
            self._page.inspector.set_surrogate(text, reason)


def _moves_text(changes: Sequence[ItemChange]) -> bool:
    """Whether a change alters what is taken: else every surrogate stays."""

    def place(item: ReviewItem | None) -> tuple[int, int, Label] | None:
        return (item.span.start, item.span.end, item.span.label) if item and item.state.taken_out else None

    return any(place(c.before) != place(c.after) for c in changes)
