"""What can be decided about the current span: one small function each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QDialog, QMenu

from chartveil.domain.document import Label
from chartveil.domain.errors import ReviewError
from chartveil.gui.control.document import DocumentController
from chartveil.gui.dialogs.label_palette import LABEL_KEYS, LabelPalette
from chartveil.gui.dialogs.note import NoteDialog
from chartveil.gui.preferences import PageViewMode, Preferences
from chartveil.gui.review.footer import FooterState
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.theme.colors import Theme
from chartveil.review.document_review import SpanSide, WantedItems
from chartveil.review.model import ActionKind, DecisionState, DocumentState, Reading, ReviewItem
from chartveil.service import sign_off as signing
from chartveil.service.bulk_decisions import DecisionScope

if TYPE_CHECKING:
    from chartveil.gui.main_window import MainWindow


class SpanDecisions(QObject):
    """Decisions on the current span of the open document; each can be undone.

    Args:
        reviewing: the open document.
        page: shows it.
    """

    def __init__(self, reviewing: DocumentController, page: ReviewPage) -> None:
        super().__init__(reviewing)
        self._reviewing = reviewing
        self._page = page
        self._view = page.document.view

    def accept(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            if item.state in (DecisionState.PROPOSED, DecisionState.REJECTED, DecisionState.RECOVERED):
                kind = (
                    ActionKind.TAKE_RECOVERED if item.state is DecisionState.RECOVERED else ActionKind.ACCEPT
                )
                if not self._reviewing.decide(kind, lambda: review.accept([item.id]), stay=False):
                    return
            self._go_on(item)

    def reject(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            if item.state is not DecisionState.REJECTED and not self._reviewing.decide(
                ActionKind.REJECT, lambda: review.reject([item.id]), stay=False
            ):
                return
            self._go_on(item)

    def _go_on(self, item: ReviewItem) -> None:
        """To the next undecided item; stays where there is none, and says so."""
        review = self._reviewing.review
        assert review is not None
        found = review.find_next(item.span.start, WantedItems.UNDECIDED)
        if found is not None:
            self._reviewing.select(found)
            return
        self._reviewing.show_current_item()
        self._reviewing.message_posted.emit(self.tr("Nothing is undecided in this document any more."))

    def relabel(self, label: Label) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.RELABEL, lambda: review.relabel([item.id], label))

    def add(self, start: int, end: int, label: Label) -> None:
        review = self._reviewing.review
        if review is not None and self._reviewing.decide(
            ActionKind.ADD, lambda: review.add_span(start, end, label)
        ):
            self._view.set_caret_mode(False)
            found = next((i for i in review.items_touching(start, end) if i.state.taken_out), None)
            self._reviewing.select(found)

    def move_edge(self, side: SpanSide, direction: int, by: str) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is None or review is None:
            return
        if by == "word":
            self._reviewing.decide(
                ActionKind.RESIZE, lambda: review.move_edge(item.id, side, direction, "word")
            )
        else:
            self._reviewing.decide(
                ActionKind.RESIZE, lambda: review.move_edge(item.id, side, direction, "character")
            )

    def take_recovered(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.TAKE_RECOVERED, lambda: review.take_recovered([item.id]))

    def reopen(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.REOPEN, lambda: review.reopen([item.id]))

    def annotate(self, note: str) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is not None and review is not None:
            self._reviewing.decide(ActionKind.NOTE, lambda: review.annotate(item.id, note))

    def split(self) -> None:
        """Parts the current item at the text cursor, or at its middle blank."""
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is None or review is None:
            return
        at = self._page.split_offset(item, review.text)
        if at is None:
            self._reviewing.message_posted.emit(self.tr("There is no place to split it: it is one word."))
            return
        self._reviewing.decide(ActionKind.SPLIT, lambda: review.split(item.id, at))

    def join_with_next(self) -> None:
        item, review = self._reviewing.current_item, self._reviewing.review
        if item is None or review is None:
            return
        following = review.find_next(item.span.start, WantedItems.TAKEN, wrap=False)
        if following is None:
            self._reviewing.message_posted.emit(self.tr("There is no span after it to join with."))
            return
        self._reviewing.decide(ActionKind.JOIN, lambda: review.join([item.id, following.id]))


# Commands on spans and documents: what each of them does, and the small questions they ask first.


_TO_DO = (DocumentState.TO_REVIEW, DocumentState.IN_REVIEW)


class ReviewCommands(QObject):
    """The commands of the menus Decide, Span, Go to, Edit and View that concern the open document."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._reviewing = window.document
        self._view = window.review_page.document.view
        self._acts = window.span_decisions
        self._palette = LabelPalette(window.theme_switcher.theme, window)
        self._palette.chosen.connect(self._take_label)
        self._adding: tuple[int, int] | None = None

    def commands(self) -> dict[str, Callable[[], object]]:
        """What each command does, by its id."""
        r, a = self._reviewing, self._acts
        panel = self._window.review_page.document
        done: dict[str, Callable[[], object]] = {
            "accept": a.accept,
            "reject": a.reject,
            "relabel": self.choose_label,
            "add": self.mark_selection,
            "medical": self._window.bulk_decisions.mark_medical_everywhere,
            "take-back": a.take_recovered,
            "same": self._window.bulk_decisions.decide_same_text,
            "accept-above": self._window.bulk_decisions.accept_above,
            "reopen": a.reopen,
            "note": self.edit_note,
            "sign-off": self.sign_off,
            "withdraw": self.withdraw_sign_off,
            "split": a.split,
            "join": a.join_with_next,
            "text-cursor": lambda: self._view.set_caret_mode(not self._view.caret_mode),
            "next": r.step,
            "previous": lambda: r.step(backwards=True),
            "next-doubtful": r.step_doubtful,
            "previous-doubtful": lambda: r.step_doubtful(backwards=True),
            "next-undecided": r.step_undecided,
            "previous-undecided": lambda: r.step_undecided(backwards=True),
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
                    done[f"{edge}-{way}-{by}"] = partial(a.move_edge, side, direction, by)
        return done

    def set_theme(self, theme: Theme) -> None:
        self._palette.set_theme(theme)

    # Labels

    def choose_label(self) -> None:
        item = self._reviewing.current_item
        if item is not None and self._reviewing.ensure_editable():
            self._adding = None
            self._palette.open_at(self._place(item.span.end), item.span.label, self._most_used())

    def mark_selection(self) -> None:
        """Marks what is selected; where nothing is, says how to select."""
        chosen = self._view.selected_range()
        if chosen is None:
            self._window.review_page.show_message(
                self.tr("Select the text first: with the mouse, or with {key} and Shift+arrows.").format(
                    key=self._window.keymap.shortcut_text("text-cursor")
                )
            )
            return
        if self._reviewing.ensure_editable():
            self._adding = chosen
            self._palette.open_at(self._place(chosen[1]), None, self._most_used())

    def _take_label(self, label: Label) -> None:
        adding, self._adding = self._adding, None
        if adding is not None:
            self._acts.add(*adding, label)
        else:
            self._acts.relabel(label)
        self._window.review_page.focus_document()

    def _most_used(self) -> Sequence[Label]:
        review = self._reviewing.review
        counts = (
            Counter(i.span.label for i in review.items if i.state.taken_out) if review else Counter[Label]()
        )
        return [label for label, _ in counts.most_common(4)]

    def _place(self, offset: int) -> QPoint:
        """Where a character stands on the screen: in the text, or on the page that is shown instead."""
        page = self._window.review_page
        if not page.document.isHidden():
            return self._view.screen_position(offset)
        found = page.pages.view.range_position(max(offset - 1, 0), offset)
        return found or page.pages.mapToGlobal(page.pages.rect().center())

    def label_keys(self) -> dict[str, list[tuple[str, str]]]:
        """The letters of the labels, for the sheet of keys."""
        pairs = [(key, f"{label.value}: {label.info.meaning}") for label, key in LABEL_KEYS.items()]
        return {
            self.tr("Labels, after {key}").format(key=self._window.keymap.shortcut_text("relabel")): pairs
        }

    def edit_note(self) -> None:
        item = self._reviewing.current_item
        if item is None or not self._reviewing.ensure_editable():
            return
        dialog = NoteDialog(item.note, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.note() != item.note:
            self._acts.annotate(dialog.note())

    def decide_same_text_in(self, scope: str) -> None:
        self._window.bulk_decisions.decide_same_text(scope=DecisionScope(scope))

    def context_menu(self, offset: int, place: QPoint) -> None:
        """What can be done at a place of the text."""
        review = self._reviewing.review
        item = review.item_at(offset) if review is not None else None
        if item is not None:
            self._reviewing.select(item)
        menu = QMenu(self._window)
        ids = (
            ("accept", "reject", "relabel", "medical", "take-back", "same", "reopen", "note", "split", "join")
            if item is not None
            else ("add", "copy", "find")
        )
        for id in ids:
            menu.addAction(self._window.action(id))
        menu.exec(place)

    # Documents

    def step_document(self, step: int) -> None:
        """To the next document as the worklist is sorted and filtered."""
        row = self._reviewing.row
        if row is None:
            return
        found = self._window.review_page.worklist.neighbour(row.row, step)
        if found is None:
            self._window.review_page.show_message(self.tr("That is the last document shown in the worklist."))
        else:
            self._reviewing.open(found)

    def sign_off(self) -> None:
        """Signs the open document off, and goes to the next that is not."""
        review, row = self._reviewing.review, self._reviewing.row
        if review is None or row is None:
            return
        if self._reviewing.is_signed:
            self._window.review_page.show_message(self.tr("This document is signed off already."))
            return
        try:
            signed = signing.sign_off(self._window.service, review)
        except ReviewError as e:
            self._window.review_page.show_message(str(e))
            blockers = signing.undecided_spans(self._window.service, review)
            boxes = self._window.boxes.blocking_boxes()
            if blockers:
                self._reviewing.select(blockers[0])
            elif boxes:
                self._window.boxes.go_to_box(boxes[0])
            return
        except Exception as e:  # noqa: BLE001 - told to the user; nothing was signed
            self._window.notice_bar.show_error(e)
            return
        self._reviewing.rows_changed.emit([signed])
        if review.reading is Reading.SECOND:
            self._window.second_reading.after_sign_off()
            return
        following = self._next_to_do(row.row)
        self._reviewing.reload()
        if following is not None:
            self._reviewing.open(following)

    def _next_to_do(self, row: int) -> int | None:
        """The next document below, as the worklist is shown, that can be read and is not signed off."""
        wanted = {r.row for r in self._window.service.rows() if r.state in _TO_DO}
        found = self._window.review_page.worklist.neighbour(row, 1)
        while found is not None and found not in wanted:
            found = self._window.review_page.worklist.neighbour(found, 1)
        return found

    def withdraw_sign_off(self) -> None:
        row = self._reviewing.row
        if row is None or not self._reviewing.is_signed:
            return
        try:
            opened = signing.take_back_signature(self._window.service, row.row)
        except ReviewError as e:
            self._window.review_page.show_message(str(e))
            return
        self._reviewing.rows_changed.emit([opened])
        self._reviewing.reload()

    def go_to_blocker(self) -> None:
        review = self._reviewing.review
        blockers = signing.undecided_spans(self._window.service, review) if review is not None else []
        boxes = self._window.boxes.blocking_boxes()
        if blockers:
            self._reviewing.select(blockers[0])
            self._window.review_page.focus_document()
        elif boxes:
            self._window.boxes.go_to_box(boxes[0])

    def go_to_place(self, row: int, start: int, end: int) -> None:
        """To a place that the leak check stopped at."""
        self._window.preview.close()
        self._window.second_reading.close()
        self._window.activateWindow()
        self._view.setFocus()
        self._reviewing.open_at(row, start, end)

    def footer_state(self) -> FooterState:
        """What the footer tells."""
        desk, row, review = self._window.service, self._reviewing.row, self._reviewing.review
        if not desk.worklist:
            return FooterState()
        second, differ = self._window.second_reading.reading_state(row)
        return FooterState(
            worklist_counts=desk.total_counts(),
            state=row.state if row is not None and review is not None else None,
            must_decide=signing.must_decide(desk, review),
            blocking_spans=signing.count_undecided_spans(desk, review) if review is not None else 0,
            blocking_boxes=len(self._window.boxes.blocking_boxes()) if review is not None else 0,
            undecided_boxes=len(self._window.boxes.undecided_boxes) if review is not None else 0,
            signed_by=row.signed_by if row is not None else "",
            second_reading=second,
            disagreements=differ,
            exportable_files=self._window.export.exportable_count(),
        )

    # Preferences that the view itself changes

    def preferences_with_zoom(self, percent: int) -> Preferences:
        return replace(self._window.settings.preferences, zoom=percent / 100)

    def preferences_with_pages(self, shown: PageViewMode) -> Preferences:
        return replace(self._window.settings.preferences, pages=shown)

    def preferences_with_layout(self, geometry: str, layout: str) -> Preferences:
        return replace(self._window.settings.preferences, geometry=geometry, layout=layout)
