"""The commands about the open document: decisions on its spans, going from one to another, and its text."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import Literal

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QMenu

from chartveil.domain.labels import Label
from chartveil.gui.control.bulk import BulkDecisions
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.dialogs.label_palette import LabelPalette
from chartveil.gui.dialogs.prompts import NoteDialog
from chartveil.review.document_review import DocumentReview, SpanSide, WantedItems
from chartveil.review.model import ActionKind, DecisionState, ItemChange, ReviewItem
from chartveil.service.bulk_decisions import DecisionScope

_Change = Callable[[DocumentReview, ReviewItem], list[ItemChange]]
"""Works out what changes by a decision on an item."""


_STEPS: tuple[Literal["word", "character"], ...] = ("word", "character")


class ReviewCommands(Controller):
    """The commands of the menus Decide, Span, Go to, Edit and View that concern the open document."""

    def __init__(self, parts: WindowParts, document: DocumentController, bulk: BulkDecisions) -> None:
        super().__init__(parts)
        self._document = document
        self._bulk = bulk
        self._view = self._page.document.view
        self._palette = LabelPalette(self._themes, self._window)
        self._adding: tuple[int, int] | None = None
        self._palette.chosen.connect(self._take_label)
        inspector = self._page.inspector
        inspector.command_requested.connect(self._run_on_span)
        inspector.same_text_requested.connect(lambda scope: bulk.decide_same_text(scope=DecisionScope(scope)))
        self._view.word_double_clicked.connect(lambda *_: self._commands.trigger("add"))
        self._view.item_double_clicked.connect(lambda *_: self._commands.trigger("relabel"))
        self._view.context_requested.connect(self._show_menu)

    def commands(self) -> dict[str, Callable[[], object]]:
        """The function of each command, by its id."""
        document, bulk, view, panel = self._document, self._bulk, self._view, self._page.document
        work: dict[str, Callable[[], object]] = {
            "accept": self.accept,
            "reject": self.reject,
            "relabel": self._choose_label,
            "add": self._mark_selection,
            "medical": partial(bulk.decide_same_text, ActionKind.MEDICAL_TERM, DecisionScope.WORKLIST),
            "take-back": partial(
                self._decide, ActionKind.TAKE_RECOVERED, lambda r, i: r.take_recovered([i.id])
            ),
            "same": bulk.decide_same_text,
            "accept-above": bulk.accept_above,
            "reopen": partial(self._decide, ActionKind.REOPEN, lambda r, i: r.reopen([i.id])),
            "note": self._edit_note,
            "split": partial(self._decide, ActionKind.SPLIT, self._split),
            "join": partial(self._decide, ActionKind.JOIN, self._join),
            "text-cursor": lambda: view.set_caret_mode(not view.caret_mode),
            "next": document.step,
            "previous": lambda: document.step(backwards=True),
            "next-doubtful": lambda: document.step(WantedItems.DOUBTFUL),
            "previous-doubtful": lambda: document.step(WantedItems.DOUBTFUL, backwards=True),
            "next-undecided": lambda: document.step(WantedItems.UNDECIDED),
            "previous-undecided": lambda: document.step(WantedItems.UNDECIDED, backwards=True),
            "next-document": lambda: self._step_document(1),
            "previous-document": lambda: self._step_document(-1),
            "find": panel.open_find,
            "find-next": lambda: panel.step_hit(1),
            "find-previous": lambda: panel.step_hit(-1),
            "copy": view.copy,
            "zoom-in": lambda: view.set_zoom(view.zoom + 10),
            "zoom-out": lambda: view.set_zoom(view.zoom - 10),
            "zoom-reset": lambda: view.set_zoom(100),
        }
        for edge, side in (("end", SpanSide.END), ("start", SpanSide.START)):
            for way, direction in (("right", 1), ("left", -1)):
                for by in _STEPS:
                    change = _edge_move(side, direction, by)
                    work[f"{edge}-{way}-{by}"] = partial(self._decide, ActionKind.RESIZE, change)
        return work

    # Decisions on the current span; each can be undone

    def accept(self) -> None:
        """Accepts the span, and goes to the next undecided one. At a place that nothing marks, asks for its
        label."""
        item = self._document.current_item
        if item is None and self._view.selected_range() is not None:
            self._mark_selection()
            return
        recovered = item is not None and item.state is DecisionState.RECOVERED
        self._decide_unless(
            ActionKind.TAKE_RECOVERED if recovered else ActionKind.ACCEPT,
            (DecisionState.ACCEPTED, DecisionState.ADDED),
            lambda review, item: review.accept([item.id]),
        )

    def reject(self) -> None:
        """Rejects the span, and goes to the next undecided one. A place that nothing marks stays in the
        text."""
        chosen = self._view.selected_range()
        if self._document.current_item is None and chosen is not None:
            self._leave(*chosen)
            return
        self._decide_unless(
            ActionKind.REJECT,
            (DecisionState.REJECTED,),
            lambda review, item: review.reject([item.id]),
        )

    def _decide_unless(self, kind: ActionKind, states: Container[DecisionState], work: _Change) -> None:
        """Decides on the span, unless it is so already. Goes to the next undecided one; stays where there is
        none, and says so."""
        item, review = self._document.current_item, self._document.review
        if item is None or review is None:
            return
        if item.state not in states and not self._decide(kind, work, stay=False):
            return
        self._go_on(review, item.span.start)

    def _leave(self, start: int, end: int) -> None:
        """Says of a place that nothing marks that it stays in the text."""
        review = self._document.review
        if review is not None and self._document.decide(
            ActionKind.REJECT, lambda: review.leave_range(start, end)
        ):
            self._document.select(review.item_at(start))
            self._go_on(review, start)

    def _go_on(self, review: DocumentReview, offset: int) -> None:
        """To the next undecided span."""
        found = review.find_next(offset, WantedItems.UNDECIDED)
        if found is not None:
            self._document.select(found)
        else:
            self._document.show_current_item()
            self._say(self.tr("Nothing is undecided in this document any more."))

    def relabel(self, label: Label) -> None:
        """Gives the span another label; it is accepted with it."""
        self._decide(ActionKind.RELABEL, lambda review, item: review.relabel([item.id], label))

    def _decide(self, kind: ActionKind, work: _Change, *, stay: bool = True) -> bool:
        item, review = self._document.current_item, self._document.review
        if item is None or review is None:
            return False
        return self._document.decide(kind, lambda: work(review, item), stay=stay)

    def add(self, start: int, end: int, label: Label) -> None:
        """Marks a range of the text as an identifier."""
        review = self._document.review
        if review is not None and self._document.decide(
            ActionKind.ADD, lambda: review.add_span(start, end, label)
        ):
            self._view.set_caret_mode(False)
            found = next((i for i in review.items_touching(start, end) if i.state.taken_out), None)
            self._document.select(found)

    def _split(self, review: DocumentReview, item: ReviewItem) -> list[ItemChange]:
        """Makes two spans of one, at the text cursor or at the blank nearest to the middle."""
        at = self._page.split_offset(item, review.text)
        if at is None:
            self._say(self.tr("There is no place to split it: it is one word."))
        return review.split(item.id, at) if at is not None else []

    def _join(self, review: DocumentReview, item: ReviewItem) -> list[ItemChange]:
        """Makes one span of this one, the next one, and what lies between."""
        following = review.find_next(item.span.start, WantedItems.TAKEN, wrap=False)
        if following is None:
            self._say(self.tr("There is no span after it to join with."))
        return review.join([item.id, following.id]) if following is not None else []

    # Labels

    def _choose_label(self) -> None:
        """Opens the palette of labels for the current span."""
        item = self._document.current_item
        if item is not None and self._document.ensure_editable():
            self._adding = None
            self._palette.open_at(self._position(item.span.end), item.span.label)

    def _mark_selection(self) -> None:
        """Opens the palette of labels for the selected text; where nothing is selected, says how to."""
        chosen = self._view.selected_range()
        if chosen is None:
            self._say(
                self.tr("Select the text first: with the mouse, or with {key} and Shift+arrows.").format(
                    key=self._commands.shortcut_text("text-cursor")
                )
            )
            return
        if self._document.ensure_editable():
            self._adding = chosen
            self._palette.open_at(self._position(chosen[1]), None)

    def _take_label(self, label: Label) -> None:
        adding, self._adding = self._adding, None
        if adding is not None:
            self.add(*adding, label)
        else:
            self.relabel(label)
        self._page.focus_document()

    def _position(self, offset: int) -> QPoint:
        """Where a character stands on the screen: in the text, or on the page that is shown instead."""
        pages = self._page.pages
        if not self._page.document.isHidden():
            return self._view.screen_position(offset)
        found = pages.view.range_position(max(offset - 1, 0), offset)
        return found or pages.mapToGlobal(pages.rect().center())

    def label_keys(self) -> dict[str, list[tuple[str, str]]]:
        """The letters of the labels, for the sheet of keys."""
        pairs = [(label.info.key, f"{label.value}: {label.info.meaning}") for label in Label]
        heading = self.tr("Labels, after {key}").format(key=self._commands.shortcut_text("relabel"))
        return {heading: pairs}

    def _edit_note(self) -> None:
        """Asks for a note on the current span."""
        item = self._document.current_item
        if item is None or not self._document.ensure_editable():
            return
        dialog = NoteDialog(item.note, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.note() != item.note:
            self._decide(ActionKind.NOTE, lambda review, item: review.annotate(item.id, dialog.note()))

    def _step_document(self, step: int) -> None:
        """To the next document as the worklist is sorted and filtered; with -1 to the one before."""
        row = self._document.target_row
        if row is None:
            return
        found = self._page.worklist.neighbour(row, step)
        if found is None:
            self._say(self.tr("That is the last document shown in the worklist."))
        else:
            self._document.open(found)

    def _run_on_span(self, id: str) -> None:
        """What the inspector offers is about the span it shows, also where a box is chosen."""
        self._page.pages.view.editor.select(None)
        self._commands.trigger(id)

    def _show_menu(self, offset: int, position: QPoint) -> None:
        """What can be done at a place of the text."""
        review = self._document.review
        item = review.item_at(offset) if review is not None else None
        if item is not None:
            self._document.select(item)
        menu = QMenu(self._window)
        ids = (
            ("accept", "reject", "relabel", "medical", "take-back", "same", "reopen", "note", "split", "join")
            if item is not None
            else ("add", "copy", "find")
        )
        for id in ids:
            menu.addAction(self._commands.action(id))
        menu.exec(position)


def _edge_move(side: SpanSide, direction: int, by: Literal["word", "character"]) -> _Change:
    """Moves the start or the end of a span by a word or a character, forwards for 1, back for -1."""
    return lambda review, item: review.move_edge(item.id, side, direction, by)
