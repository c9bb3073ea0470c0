"""Undo and redo of decisions, in whichever document they were made."""

from __future__ import annotations

from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.passages import PassageController
from chartveil.review.model import ReviewAction
from chartveil.service import decisions


class UndoController(Controller):
    """Undoes decisions and makes them again; goes to the place that each was about."""

    def __init__(self, parts: WindowParts, document: DocumentController, passages: PassageController) -> None:
        super().__init__(parts)
        self._document = document
        self._passages = passages

    def undo(self) -> None:
        """Undoes the last decision."""
        if decisions.history(self._service)[0] is None:
            self._say(self.tr("Nothing to undo."))
        else:
            self._step(undo=True)

    def redo(self) -> None:
        """Makes the decision again that was undone last."""
        if decisions.history(self._service)[1] is None:
            self._say(self.tr("Nothing to redo."))
        else:
            self._step(undo=False)

    def _step(self, *, undo: bool) -> None:
        document, work = self._document, decisions.undo if undo else decisions.redo

        done = self._attempt_asking(
            lambda withdraw: work(self._service, document.review, document.page_review, withdraw=withdraw)
        )
        if done is None:
            return
        self._say("")  # what was said of the decision does not hold any more
        action, here = done.action, document.row.row if document.row is not None else None
        # To the first box of the open document that it was about.
        box = next((c.id for c in action.box_changes if c.document == here), -1)
        document.show_action(done, action.inverse().changes if undo else None, box=box)
        document.reload_if_reading_changed()
        self._go_to(action)

    def _go_to(self, action: ReviewAction) -> None:
        """To what the action was about, in the document where it was."""
        d = self._document
        here = d.row.row if d.row is not None else None
        if action.passage_changes:
            first_passage = action.passage_changes[0]
            d.open(first_passage.document, then=lambda: self._passages.go_to(first_passage.id))
        elif action.changes:
            row, item = action.focus or (action.changes[0].document, action.changes[0].id)
            if row != here:
                d.open(row, item)
            else:
                d.select_by_id(item)
        elif action.focus is not None or here not in action.documents:
            first_box = action.box_changes[0]
            d.open_at_box(*(action.focus or (first_box.document, first_box.id)))
