"""Boxes on the pages of the open document: what can be decided about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QDialog, QMenu

from chartveil.domain.errors import ReviewError
from chartveil.domain.page_layout import RegionKind
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.pages import PagesController
from chartveil.gui.dialogs.same_form import SameFormDialog
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.review.model import ActionKind, BoxChange, DecisionState, PageBox
from chartveil.review.page_review import PageArea, PageReview, area_on_pages, box_area
from chartveil.service import page_boxes
from chartveil.service.decisions import StoredDecision


class BoxController(Controller):
    """The commands of the menu Page; and those of Decide and Go to, while a box is what is current.

    A box is current from when it is chosen until a span is, as long as neither the text nor the inspector has
    the keyboard.

    Signals:
        state_changed: another box is chosen, or drawing begins or ends: other commands can be done.
    """

    state_changed = Signal()

    def __init__(self, parts: WindowParts, document: DocumentController, pages: PagesController) -> None:
        super().__init__(parts)
        self._document = document
        self._pages = pages
        self._panel = self._page.pages
        self._view = self._panel.view
        self._panel.view.editor.box_drawn.connect(self._draw)
        self._panel.view.editor.box_reshaped.connect(self._reshape)
        self._panel.view.context_requested.connect(self._show_menu)
        self._panel.view.editor.selection_changed.connect(self.state_changed)
        self._view.editor.drawing_changed.connect(self.state_changed)
        pages.filled.connect(self._fill)

    def commands(self, others: Mapping[str, Callable[[], object]]) -> dict[str, Callable[[], object]]:
        """The function of each command, by its id.

        Args:
            others: what commands do while no box is current.
        """

        def either(work: Callable[[PageBox], object], other: Callable[[], object]) -> None:
            self._view.editor.commit()
            box = self.current_box
            if box is not None:
                work(box)
            else:
                other()

        return {
            "accept": partial(either, self._accept, others["accept"]),
            "reject": partial(either, self._reject, others["reject"]),
            "reopen": partial(either, self._reopen, others["reopen"]),
            "next-undecided": lambda: self._next_undecided(others["next-undecided"]),
            "previous-undecided": lambda: self._next_undecided(others["previous-undecided"], backwards=True),
            "draw-box": self._toggle_drawing,
            "drop-box": self._drop,
            "cover-pages": self._cover_pages,
            "cover-documents": self._cover_documents,
            "next-box": self._step,
            "previous-box": lambda: self._step(backwards=True),
            "turn-right": lambda: self._view.rotate_page(1),
            "turn-left": lambda: self._view.rotate_page(-1),
        }

    @property
    def current_box(self) -> PageBox | None:
        """The box that commands are about; None while they are about a span."""
        focused = self._page.window().focusWidget()
        if not self._panel.isVisible() or focused is None:
            return None
        elsewhere = any(p.isAncestorOf(focused) for p in (self._page.document, self._page.inspector))
        return None if elsewhere else self._panel.selected_box

    @property
    def undecided_boxes(self) -> list[PageBox]:
        """Boxes of the open document that nobody has decided about."""
        pages = self._document.page_review
        return pages.undecided if pages is not None else []

    def blocking_boxes(self) -> list[PageBox]:
        """Boxes that keep the open document from being signed off."""
        pages = self._document.page_review
        return page_boxes.undecided_boxes(self._service, pages) if pages is not None else []

    # Showing

    def _fill(self) -> None:
        """Puts the boxes on the pages that are shown."""
        pages = self._document.page_review
        asked = bool(self.blocking_boxes())
        self._panel.set_boxes(
            pages.boxes if pages is not None else (), asked=asked, locked=self._document.is_signed
        )

    def show_changes(self, box: int) -> None:
        """Shows the boxes as they are now, and goes to one of them; to none with an id that no box has."""
        if not self._pages.pages_shown:
            return
        self._fill()
        if any(m.id == box for m in self._view.editor.boxes):
            self._view.show_box(box)

    def go_to_box(self, box: PageBox) -> None:
        """Shows a box, and gives the pages the keyboard."""
        self._pages.reveal()
        self._view.show_box(box.id)
        self._view.setFocus()

    def next_undecided_box(self) -> None:
        """To the next undecided box, round at the end."""
        self._view.editor.commit()
        found = self._following(self._panel.selected_box) or self._following(None)
        if found is not None:
            self.go_to_box(found)

    def _step(self, *, backwards: bool = False) -> None:
        self._view.editor.commit()
        self._pages.reveal()
        found = self._view.editor.next_box(self._view.first_visible_page, backwards=backwards)
        if found is None:
            self._say(self.tr("There is no box on the pages of this document."))
        else:
            self.go_to_box(found)

    def _next_undecided(self, spans: Callable[[], object], *, backwards: bool = False) -> None:
        """To the next that nobody has decided about: spans after spans and boxes after boxes, and from one
        kind to the other where none of it is left."""
        self._view.editor.commit()
        review, box = self._document.review, self.current_box
        if review is None:
            return
        following = self._following(box, backwards=backwards)
        open_spans = review.counts().undecided > 0
        if following is not None and (box is not None or not open_spans):
            self.go_to_box(following)
            return
        if box is not None and open_spans:
            self._view.editor.select(None)
            self._page.focus_document()
        spans()

    def _following(self, box: PageBox | None, *, backwards: bool = False) -> PageBox | None:
        """The undecided box after a box, to the last one; the first of the document after none."""
        pages = self._document.page_review
        marks = pages.boxes if pages is not None else []
        ids = [m.id for m in marks]
        if box is not None and box.id in ids:
            at = ids.index(box.id)
            marks = marks[:at][::-1] if backwards else marks[at + 1 :]
        elif backwards:
            marks = marks[::-1]
        return next((m for m in marks if not m.state.decided), None)

    # Deciding

    def _decide(
        self, kind: ActionKind, work: Callable[[PageReview], list[BoxChange]]
    ) -> StoredDecision | None:
        """Stores the changes that ``work`` gives and shows them; None where that cannot be done."""
        pages = self._document.page_review
        if pages is None or not self._document.ensure_editable():
            return None
        return self._store(lambda: page_boxes.decide_boxes(self._service, kind, pages, work(pages)))

    def _store(self, work: Callable[[], StoredDecision]) -> StoredDecision | None:
        done = self._attempt(work)
        if done is None:
            return None
        pages = self._document.page_review
        ours = [c.id for c in done.action.box_changes if pages is not None and c.document == pages.row]
        chosen = self._panel.selected_box
        self._say("")
        self._document.show_action(done, box=chosen.id if chosen is not None else ours[0] if ours else -1)
        return done

    def _accept(self, box: PageBox) -> None:
        decided = box.state in (DecisionState.ACCEPTED, DecisionState.ADDED)
        if decided or self._decide(ActionKind.COVER, lambda pages: pages.cover([box.id])):
            self._go_on(box)

    def _reject(self, box: PageBox) -> None:
        following = self._following(box) or self._following(None)
        decided = box.state is DecisionState.REJECTED
        if decided or self._decide(ActionKind.LEAVE, lambda pages: pages.leave([box.id])):
            self._go_on(box, following)

    def _go_on(self, box: PageBox, following: PageBox | None = None) -> None:
        """To the next undecided box; where there is none, says what is left."""
        found = following or self._following(box) or self._following(None)
        if found is not None and found.id != box.id:
            self.go_to_box(found)
            return
        review = self._document.review
        left = review.counts().undecided if review is not None else 0
        said = self.tr("Every box of this document is decided.")
        if left:
            key = self._commands.shortcut_text("next-undecided")
            said = self.tr("Every box is decided. Spans are not: {key} goes there.").format(key=key)
        self._say(said)

    def _reopen(self, box: PageBox) -> None:
        self._decide(ActionKind.REOPEN, lambda pages: pages.reopen([box.id]))

    def _drop(self) -> None:
        self._view.editor.commit()
        box = self._panel.selected_box
        if box is not None:
            self._decide(ActionKind.LEAVE, lambda pages: pages.leave([box.id]))

    # Drawing

    def _toggle_drawing(self) -> None:
        """Begins to draw with a box in the middle of what is seen, or ends it."""
        editor = self._view.editor
        if editor.drawing:
            editor.set_drawing(False)
        elif self._document.ensure_editable():
            self._pages.reveal()
            self._view.setFocus()
            editor.set_drawing(True, self._view.visible_rect)

    def _draw(self, area: PageArea) -> None:
        done = self._decide(ActionKind.DRAW, lambda pages: pages.draw([area]))
        if done is not None:
            self._view.editor.select(done.action.box_changes[0].id)

    def _reshape(self, box: int, area: PageArea) -> None:
        self._decide(ActionKind.MOVE, lambda pages: pages.reshape(box, area))

    def _cover_pages(self) -> None:
        """The chosen box on every page of the document, as one step."""
        self._view.editor.commit()
        box, pages = self._panel.selected_box, self._document.page_review
        if box is None or pages is None:
            return
        if len(pages.pages) == 1:
            self._say(self.tr("This document has one page only."))
            return

        def work(review: PageReview) -> list[BoxChange]:
            mine = (
                [] if box.state in (DecisionState.ACCEPTED, DecisionState.ADDED) else review.cover([box.id])
            )
            others = [p for p in range(len(review.pages)) if p != box.region.page]
            try:
                return mine + review.draw(area_on_pages(box_area(box), review.pages, others))
            except ReviewError:
                if mine:
                    return mine
                raise

        done = self._decide(ActionKind.DRAW, work)
        if done is not None:
            n = len(pages.pages)
            self._say(self.tr("Covered on all {n} pages. {key} undoes it.").format(n=n, key=self._undo_key()))

    def _cover_documents(self) -> None:
        """The chosen box in other documents, after a look at which, as one step."""
        self._view.editor.commit()
        box, pages, service = self._panel.selected_box, self._document.page_review, self._service
        if box is None or pages is None:
            return
        rows = page_boxes.documents_of_same_form(service, pages.row, box.region.page)
        if not rows:
            self._say(self.tr("No other document that can be changed has a page of this number and size."))
            return
        dialog = SameFormDialog(rows, box.region.page, self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        size = pages.pages[box.region.page]
        area, chosen = box_area(box), dialog.chosen()
        done = self._store(lambda: page_boxes.cover_in_documents(service, area, size, chosen, pages, box.id))
        if done is not None:
            said = counted_text(
                len(done.action.documents),
                self.tr("Covered in 1 document."),
                self.tr("Covered in {n} documents."),
            )
            self._say(f"{said} {self.tr('{key} undoes it.').format(key=self._undo_key())}")

    def _undo_key(self) -> str:
        return self._commands.shortcut_text("undo")

    # Menu

    def _show_menu(self, position: QPoint) -> None:
        """What can be done with the chosen box, or with the page."""
        self.state_changed.emit()
        menu = QMenu(self._window)
        box = self._panel.selected_box
        if box is not None:
            drawn, free = box.region.kind is RegionKind.DRAWN, not self._document.is_signed
            covered = box.state in (DecisionState.ACCEPTED, DecisionState.ADDED)
            entries = (
                ("accept", self.tr("Cover"), not covered),
                ("reject", self.tr("Leave visible"), not drawn and box.state is not DecisionState.REJECTED),
                ("reopen", self.tr("Undecided"), not drawn and box.state.decided),
                ("drop-box", self.tr("Delete"), drawn),
            )
            for id, text, sensible in entries:
                self._add(menu, id, text, enabled=free and sensible)
            menu.addSeparator()
            for id in ("cover-pages", "cover-documents"):
                self._add(menu, id, enabled=free)
            menu.addSeparator()
        for id in ("draw-box", "turn-right", "turn-left"):
            menu.addAction(self._commands.action(id))
        menu.exec(position)
        menu.deleteLater()

    def _add(self, menu: QMenu, id: str, text: str = "", *, enabled: bool) -> None:
        """A command in other words, with its key."""
        action = self._commands.action(id)
        key = self._commands.shortcut_text(id)
        made = menu.addAction(action.icon(), f"{text or action.text()}\t{key}")
        made.setEnabled(enabled and action.isEnabled())
        made.triggered.connect(action.trigger)
