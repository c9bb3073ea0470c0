"""Undo and redo, wherever the step was."""

from __future__ import annotations

from PySide6.QtCore import QObject

from chartveil.domain.errors import ReviewError
from chartveil.gui.control.document import DocumentController
from chartveil.review.model import ReviewAction
from chartveil.service import decisions
from chartveil.service.review_service import ReviewService


class UndoController(QObject):
    """Takes steps back and makes them again; goes to where they were."""

    def __init__(self, desk: ReviewService, reviewing: DocumentController) -> None:
        super().__init__(reviewing)
        self._desk = desk
        self._reviewing = reviewing

    def undo(self) -> None:
        self._wind(back=True)

    def redo(self) -> None:
        self._wind(back=False)

    def _wind(self, *, back: bool) -> None:
        r = self._reviewing
        wind = decisions.undo if back else decisions.redo
        try:
            done = wind(self._desk, r.review, r.page_review)
        except ReviewError as e:
            r.message_posted.emit(str(e))
            return
        except Exception as e:  # noqa: BLE001 - told to the user; nothing was changed
            r.failed.emit(e)
            return
        if done is None:
            r.message_posted.emit(self.tr("Nothing to undo.") if back else self.tr("Nothing to redo."))
            return
        action = done.action
        r.message_posted.emit("")  # what was said of the step is not true any more
        if action.box_changes:
            r.show_box_changes(done, self._box(action))
        if action.changes:
            r.show_changes(done, action.undo_changes() if back else action.changes)
        r.reload_if_reading_changed()
        self._go(action)

    def _box(self, action: ReviewAction) -> int:
        """The first box of the open document that it was about; -1 for none."""
        row = self._reviewing.row
        return next((c.id for c in action.box_changes if row is not None and c.document == row.row), -1)

    def _go(self, action: ReviewAction) -> None:
        """To what it was about, in the document where it was."""
        r = self._reviewing
        if not action.changes:
            here = r.row.row if r.row is not None else None
            first_box = action.box_changes[0]
            if action.focus is None and here in action.documents:
                return
            r.open_at_box(*(action.focus or (first_box.document, first_box.id)))
            return
        first = action.changes[0]
        row, item = action.focus or (first.document, first.id)
        if r.row is None or row != r.row.row:
            r.open(row, item)
        elif r.review is not None and any(i.id == item for i in r.review.items):
            r.select_by_id(item)
