"""Undo and redo of decisions, in whichever document they were made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.passages import PassageController
from chartveil.gui.review.page import ReviewPage
from chartveil.review.model import ItemChange, ReviewAction
from chartveil.service import decisions
from chartveil.service.decisions import StoredDecision
from chartveil.service.review_service import ReviewService


class UndoController(QObject):
    """Undoes decisions and makes them again; goes to the place that each was about."""

    def __init__(
        self,
        service: ReviewService,
        document: DocumentController,
        page: ReviewPage,
        passages: PassageController,
    ) -> None:
        super().__init__(document)
        self._service = service
        self._document = document
        self._page = page
        self._passages = passages

    def enabled_commands(self) -> dict[str, bool]:
        """Which commands can be done now."""
        undo, redo = decisions.history(self._service) if self._service.worklist else (None, None)
        return {"undo": undo is not None, "redo": redo is not None}

    def undo(self) -> None:
        """Undoes the last decision."""
        document = self._document
        if decisions.history(self._service)[0] is None:
            self._page.show_message(self.tr("Nothing to undo."))
            return
        done = document.attempt(lambda: decisions.undo(self._service, document.review, document.page_review))
        if done is not None:
            self._show(done, done.action.inverse().changes)

    def redo(self) -> None:
        """Makes the decision again that was undone last."""
        document = self._document
        if decisions.history(self._service)[1] is None:
            self._page.show_message(self.tr("Nothing to redo."))
            return
        done = document.attempt(lambda: decisions.redo(self._service, document.review, document.page_review))
        if done is not None:
            self._show(done, done.action.changes)

    def _show(self, done: StoredDecision, changes: Sequence[ItemChange]) -> None:
        self._page.show_message("")  # what was said of the decision does not hold any more
        action = done.action
        if action.box_changes:
            self._document.show_box_changes(done, self._first_box(action))
        if action.passage_changes:
            self._document.show_passage_changes(done)
        if action.changes:
            self._document.show_changes(done, changes)
        self._document.reload_if_reading_changed()
        self._go_to(action)

    def _first_box(self, action: ReviewAction) -> int:
        """The first box of the open document that it was about; -1 for none."""
        row = self._document.row
        return next((c.id for c in action.box_changes if row is not None and c.document == row.row), -1)

    def _go_to(self, action: ReviewAction) -> None:
        """To what the action was about, in the document where it was."""
        d = self._document
        if action.passage_changes:
            first_passage = action.passage_changes[0]
            d.open(first_passage.document, then=lambda: self._passages.go_to(first_passage.id))
            return
        if not action.changes:
            here = d.row.row if d.row is not None else None
            first_box = action.box_changes[0]
            if action.focus is None and here in action.documents:
                return
            d.open_at_box(*(action.focus or (first_box.document, first_box.id)))
            return
        first = action.changes[0]
        row, item = action.focus or (first.document, first.id)
        if d.row is None or row != d.row.row:
            d.open(row, item)
        elif d.review is not None and any(i.id == item for i in d.review.items):
            d.select_by_id(item)
