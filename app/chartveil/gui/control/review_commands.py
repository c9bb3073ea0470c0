"""The commands about the open document: decisions on its spans, going from one to another, and its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from chartveil.domain.labels import Label
from chartveil.gui.commands.actions import CommandActions
from chartveil.gui.control.bulk import BulkDecisions
from chartveil.gui.control.document import DocumentController
from chartveil.gui.dialogs.label_palette import LabelPalette
from chartveil.gui.dialogs.note import NoteDialog
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.review.document_review import DocumentReview, SpanSide, WantedItems
from chartveil.review.model import ActionKind, DecisionState, ItemChange, ReviewItem
from chartveil.service.bulk_decisions import DecisionScope


class SpanDecisions(QObject):
    """Decisions on the current span of the open document; each can be undone.

    Args:
        document: the open document.
        page: shows it.
    """

    def __init__(self, document: DocumentController, page: ReviewPage) -> None:
        super().__init__(document)
        self._document = document
        self._page = page

    def accept(self) -> None:
        """Accepts the span, and goes to the next undecided one."""
        item, review = self._document.current_item, self._document.review
        if item is None or review is None:
            return
        recovered = item.state is DecisionState.RECOVERED
        kind = ActionKind.TAKE_RECOVERED if recovered else ActionKind.ACCEPT
        if item.state in (DecisionState.ACCEPTED, DecisionState.ADDED) or self._document.decide(
            kind, lambda: review.accept([item.id]), stay=False
        ):
            self._go_on(item)

    def reject(self) -> None:
        """Rejects the span, and goes to the next undecided one."""
        item, review = self._document.current_item, self._document.review
        if item is None or review is None:
            return
        if item.state is DecisionState.REJECTED or self._document.decide(
            ActionKind.REJECT, lambda: review.reject([item.id]), stay=False
        ):
            self._go_on(item)

    def _go_on(self, item: ReviewItem) -> None:
        """To the next undecided item; stays where there is none, and says so."""
        review = self._document.review
        assert review is not None
        found = review.find_next(item.span.start, WantedItems.UNDECIDED)
        if found is not None:
            self._document.select(found)
            return
        self._document.show_current_item()
        self._page.show_message(self.tr("Nothing is undecided in this document any more."))

    def relabel(self, label: Label) -> None:
        """Gives the span another label; it is accepted with it."""
        self._decide(ActionKind.RELABEL, lambda review, item: review.relabel([item.id], label))

    def take_recovered(self) -> None:
        """Takes a span that was recovered as a medical term: it is an identifier after all."""
        self._decide(ActionKind.TAKE_RECOVERED, lambda review, item: review.take_recovered([item.id]))

    def reopen(self) -> None:
        """Removes the decision on the span."""
        self._decide(ActionKind.REOPEN, lambda review, item: review.reopen([item.id]))

    def annotate(self, note: str) -> None:
        """Puts a note on the span."""
        self._decide(ActionKind.NOTE, lambda review, item: review.annotate(item.id, note))

    def move_edge(self, side: SpanSide, direction: int, by: Literal["word", "character"]) -> None:
        """Moves the start or the end of the span by a word or a character, forwards for 1, back for -1."""
        self._decide(ActionKind.RESIZE, lambda review, item: review.move_edge(item.id, side, direction, by))

    def _decide(
        self, kind: ActionKind, work: Callable[[DocumentReview, ReviewItem], list[ItemChange]]
    ) -> None:
        item, review = self._document.current_item, self._document.review
        if item is not None and review is not None:
            self._document.decide(kind, lambda: work(review, item))

    def add(self, start: int, end: int, label: Label) -> None:
        """Marks a range of the text as an identifier."""
        review = self._document.review
        if review is not None and self._document.decide(
            ActionKind.ADD, lambda: review.add_span(start, end, label)
        ):
            self._page.document.view.set_caret_mode(False)
            found = next((i for i in review.items_touching(start, end) if i.state.taken_out), None)
            self._document.select(found)

    def split(self) -> None:
        """Makes two spans of one, at the text cursor or at the blank nearest to the middle."""
        item, review = self._document.current_item, self._document.review
        if item is None or review is None:
            return
        at = self._page.split_offset(item, review.text)
        if at is None:
            self._page.show_message(self.tr("There is no place to split it: it is one word."))
            return
        self._document.decide(ActionKind.SPLIT, lambda: review.split(item.id, at))

    def join_with_next(self) -> None:
        """Makes one span of this one, the next one, and what lies between."""
        item, review = self._document.current_item, self._document.review
        if item is None or review is None:
            return
        following = review.find_next(item.span.start, WantedItems.TAKEN, wrap=False)
        if following is None:
            self._page.show_message(self.tr("There is no span after it to join with."))
            return
        self._document.decide(ActionKind.JOIN, lambda: review.join([item.id, following.id]))


class ReviewCommands(QObject):
    """The commands of the menus Decide, Span, Go to, Edit and View that concern the open document.

    Args:
        document: the open document.
        page: shows it.
        span_decisions: decides on the current span.
        bulk_decisions: decides on many places at once.
        commands: the actions, for menus and for the names of keys.
        theme_switcher: gives the palette of labels its colours.
        window: dialogs and menus stand over it.
    """

    def __init__(
        self,
        document: DocumentController,
        page: ReviewPage,
        span_decisions: SpanDecisions,
        bulk_decisions: BulkDecisions,
        commands: CommandActions,
        theme_switcher: ThemeSwitcher,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._page = page
        self._view = page.document.view
        self._span_decisions = span_decisions
        self._bulk_decisions = bulk_decisions
        self._commands = commands
        self._window = window
        self._palette = LabelPalette(theme_switcher.theme, window)
        self._adding: tuple[int, int] | None = None
        self._palette.chosen.connect(self._take_label)
        theme_switcher.theme_changed.connect(self._palette.set_theme)
        self._connect()

    def _connect(self) -> None:
        view, inspector = self._view, self._page.inspector
        inspector.command_requested.connect(self._run_on_span)
        inspector.same_text_requested.connect(
            lambda scope: self._bulk_decisions.decide_same_text(scope=DecisionScope(scope))
        )
        view.word_double_clicked.connect(lambda *_: self._commands.trigger("add"))
        view.item_double_clicked.connect(lambda *_: self._commands.trigger("relabel"))
        view.context_requested.connect(self._show_menu)

    def commands(self) -> dict[str, Callable[[], object]]:
        """What each command does, by its id."""
        document, spans, bulk = self._document, self._span_decisions, self._bulk_decisions
        panel = self._page.document
        work: dict[str, Callable[[], object]] = {
            "accept": spans.accept,
            "reject": spans.reject,
            "relabel": self.choose_label,
            "add": self.mark_selection,
            "medical": bulk.mark_medical_everywhere,
            "take-back": spans.take_recovered,
            "same": bulk.decide_same_text,
            "accept-above": bulk.accept_above,
            "reopen": spans.reopen,
            "note": self.edit_note,
            "split": spans.split,
            "join": spans.join_with_next,
            "text-cursor": lambda: self._view.set_caret_mode(not self._view.caret_mode),
            "next": document.step,
            "previous": lambda: document.step(backwards=True),
            "next-doubtful": document.step_doubtful,
            "previous-doubtful": lambda: document.step_doubtful(backwards=True),
            "next-undecided": document.step_undecided,
            "previous-undecided": lambda: document.step_undecided(backwards=True),
            "next-document": lambda: self.step_document(1),
            "previous-document": lambda: self.step_document(-1),
            "find": panel.open_find,
            "find-next": lambda: panel.step_hit(1),
            "find-previous": lambda: panel.step_hit(-1),
            "copy": self._view.copy,
            "zoom-in": lambda: self._view.set_zoom(self._view.zoom + 10),
            "zoom-out": lambda: self._view.set_zoom(self._view.zoom - 10),
            "zoom-reset": lambda: self._view.set_zoom(100),
        }
        for edge, side in (("end", SpanSide.END), ("start", SpanSide.START)):
            for way, direction in (("right", 1), ("left", -1)):
                for by in ("word", "character"):
                    work[f"{edge}-{way}-{by}"] = partial(spans.move_edge, side, direction, by)
        return work

    # Labels

    def choose_label(self) -> None:
        """Opens the palette of labels for the current span."""
        item = self._document.current_item
        if item is not None and self._document.ensure_editable():
            self._adding = None
            self._palette.open_at(self._position(item.span.end), item.span.label, self._most_used())

    def mark_selection(self) -> None:
        """Opens the palette of labels for the selected text; where nothing is selected, says how to."""
        chosen = self._view.selected_range()
        if chosen is None:
            self._page.show_message(
                self.tr("Select the text first: with the mouse, or with {key} and Shift+arrows.").format(
                    key=self._commands.shortcut_text("text-cursor")
                )
            )
            return
        if self._document.ensure_editable():
            self._adding = chosen
            self._palette.open_at(self._position(chosen[1]), None, self._most_used())

    def _take_label(self, label: Label) -> None:
        adding, self._adding = self._adding, None
        if adding is not None:
            self._span_decisions.add(*adding, label)
        else:
            self._span_decisions.relabel(label)
        self._page.focus_document()

    def _most_used(self) -> Sequence[Label]:
        review = self._document.review
        counts = (
            Counter(i.span.label for i in review.items if i.state.taken_out) if review else Counter[Label]()
        )
        return [label for label, _ in counts.most_common(4)]

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

    def edit_note(self) -> None:
        """Asks for a note on the current span."""
        item = self._document.current_item
        if item is None or not self._document.ensure_editable():
            return
        dialog = NoteDialog(item.note, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.note() != item.note:
            self._span_decisions.annotate(dialog.note())

    def step_document(self, step: int) -> None:
        """To the next document as the worklist is sorted and filtered; with -1 to the one before."""
        row = self._document.row
        if row is None:
            return
        found = self._page.worklist.neighbour(row.row, step)
        if found is None:
            self._page.show_message(self.tr("That is the last document shown in the worklist."))
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
