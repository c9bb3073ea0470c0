"""Boxes on the pages of the open document: what can be decided about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QDialog, QMenu

from chartveil.errors import ReviewError
from chartveil.gui.form_dialog import FormDialog
from chartveil.layout import RegionKind
from chartveil.review.marks import Area, PageReview, area_of, on_pages
from chartveil.review.model import Kind, MarkChange, PageMark, State
from chartveil.service import marking
from chartveil.service.decisions import Done

if TYPE_CHECKING:
    from chartveil.gui.main_window import MainWindow


class Marking(QObject):
    """The commands of the menu Page; and those of Decide and Go to, while a box is what is current.

    A box is current from when it is chosen until a span is, as long as neither the text nor the inspector has
    the keyboard.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._reviewing = window.reviewing
        self._panel = window.page.pages
        self._view = self._panel.view
        self._panel.box_drawn.connect(self._draw)
        self._panel.box_placed.connect(self._place)
        self._panel.context_requested.connect(self._menu)
        self._panel.box_chosen.connect(window.enable)
        self._view.editor.drawing_changed.connect(lambda _: window.enable())
        self._reviewing.marks_changed.connect(self._show)
        window.previewing.pages_filled.connect(self._fill)

    def commands(self, others: dict[str, Callable[[], object]]) -> dict[str, Callable[[], object]]:
        """What each command does, by its id.

        Args:
            others: what commands do while no box is current.
        """

        def either(id: str, work: Callable[[PageMark], object]) -> Callable[[], object]:
            def do() -> None:
                self._view.editor.commit()
                box = self.current
                if box is not None:
                    work(box)
                else:
                    others[id]()

            return do

        return {
            "accept": either("accept", self._accept),
            "reject": either("reject", self._reject),
            "reopen": either("reopen", self._reopen),
            "next-undecided": lambda: self._next_undecided(others["next-undecided"]),
            "previous-undecided": lambda: self._next_undecided(others["previous-undecided"], backwards=True),
            "draw-box": self.toggle_drawing,
            "drop-box": self._drop,
            "cover-pages": self._cover_pages,
            "cover-documents": self._cover_documents,
            "next-box": self._step,
            "previous-box": lambda: self._step(backwards=True),
            "turn-right": lambda: self._view.turn(1),
            "turn-left": lambda: self._view.turn(-1),
        }

    @property
    def current(self) -> PageMark | None:
        """The box that commands are about; None while they are about a span."""
        page, focused = self._window.page, self._window.focusWidget()
        if not self._panel.isVisible() or focused is None:
            return None
        elsewhere = any(p.isAncestorOf(focused) for p in (page.document, page.inspector))
        return None if elsewhere else self._panel.chosen

    @property
    def undecided(self) -> list[PageMark]:
        """Boxes of the open document that nobody has decided about."""
        pages = self._reviewing.pages
        return pages.undecided if pages is not None else []

    def left_to_decide(self) -> list[PageMark]:
        """Boxes that keep the open document from being signed off."""
        pages = self._reviewing.pages
        return marking.left_to_decide(self._window.desk, pages) if pages is not None else []

    def enabled(self) -> dict[str, bool]:
        """Which commands about pages and boxes can be done now."""
        r, shown = self._reviewing, self._window.previewing
        paged = self._window.reviews and r.review is not None and shown.has_pages
        free = paged and not r.is_signed
        chosen = free and self._panel.chosen is not None
        boxes = paged and r.pages is not None and bool(r.pages.marks)
        return {
            **dict.fromkeys(("page-view", "pages-only"), paged),
            **dict.fromkeys(("turn-right", "turn-left", "page-strip"), paged and shown.pages_shown),
            **dict.fromkeys(("drop-box", "cover-pages", "cover-documents"), chosen),
            **dict.fromkeys(("next-box", "previous-box"), boxes),
            "draw-box": free,
        }

    # Showing

    def _fill(self) -> None:
        """Puts the boxes on the pages that are shown."""
        pages = self._reviewing.pages
        asked = bool(self.left_to_decide())
        self._panel.set_marks(
            pages.marks if pages is not None else (), asked=asked, locked=self._reviewing.is_signed
        )

    def _show(self, box: int) -> None:
        """Shows the boxes as they are now, and one of them."""
        if not self._window.previewing.pages_shown:
            return
        self._fill()
        if any(m.id == box for m in self._view.editor.marks):
            self._view.show_mark(box)

    def go_to(self, mark: PageMark) -> None:
        """Shows a box, and gives the pages the keyboard."""
        self._window.previewing.reveal_pages()
        self._view.show_mark(mark.id)
        self._view.setFocus()

    def next_undecided_box(self) -> None:
        """To the next undecided box, round at the end."""
        self._view.editor.commit()
        found = self._following(self._panel.chosen) or self._following(None)
        if found is not None:
            self.go_to(found)

    def commit(self) -> None:
        """Keeps what keys have moved, at once: no moment is left to wait for more of them."""
        self._view.editor.commit()

    def _step(self, *, backwards: bool = False) -> None:
        self._view.editor.commit()
        self._window.previewing.reveal_pages()
        found = self._view.editor.following(self._view.first, backwards=backwards)
        if found is None:
            self._say(self.tr("There is no box on the pages of this document."))
        else:
            self.go_to(found)

    def _next_undecided(self, spans: Callable[[], object], *, backwards: bool = False) -> None:
        """To the next that nobody has decided about: spans after spans and boxes after boxes, and from one
        kind to the other where none of it is left."""
        self._view.editor.commit()
        review, box = self._reviewing.review, self.current
        if review is None:
            return
        following = self._following(box, backwards=backwards)
        open_spans = any(review.is_undecided(i) for i in review.items)
        if following is not None and (box is not None or not open_spans):
            self.go_to(following)
            return
        if box is not None and open_spans:
            self._view.editor.select(None)
            self._window.page.focus_document()
        spans()

    def _following(self, box: PageMark | None, *, backwards: bool = False) -> PageMark | None:
        """The undecided box after a box, to the last one; the first of the document after none."""
        pages = self._reviewing.pages
        marks = pages.marks if pages is not None else []
        ids = [m.id for m in marks]
        if box is not None and box.id in ids:
            at = ids.index(box.id)
            marks = marks[:at][::-1] if backwards else marks[at + 1 :]
        elif backwards:
            marks = marks[::-1]
        return next((m for m in marks if not m.state.decided), None)

    # Deciding

    def _decide(self, kind: Kind, work: Callable[[PageReview], list[MarkChange]]) -> Done | None:
        """Does what ``work`` works out, stores it and shows it; tells why where it cannot be."""
        pages = self._reviewing.pages
        if pages is None or not self._reviewing.may_change():
            return None
        return self._try(lambda: marking.mark(self._window.desk, kind, pages, work(pages)))

    def _try(self, work: Callable[[], Done]) -> Done | None:
        try:
            done = work()
        except ReviewError as e:
            self._say(str(e))
            return None
        except Exception as e:  # noqa: BLE001 - told to the user; nothing was changed
            self._reviewing.failed.emit(e)
            return None
        pages = self._reviewing.pages
        ours = [c.mark for c in done.action.marks if pages is not None and c.document == pages.row]
        chosen = self._panel.chosen
        self._say("")
        self._reviewing.show_marked(done, chosen.id if chosen is not None else ours[0] if ours else -1)
        return done

    def _accept(self, box: PageMark) -> None:
        decided = box.state in (State.ACCEPTED, State.ADDED)
        if decided or self._decide(Kind.COVER, lambda pages: pages.cover([box.id])):
            self._go_on(box)

    def _reject(self, box: PageMark) -> None:
        following = self._following(box) or self._following(None)
        decided = box.state is State.REJECTED
        if decided or self._decide(Kind.LEAVE, lambda pages: pages.leave([box.id])):
            self._go_on(box, following)

    def _go_on(self, box: PageMark, following: PageMark | None = None) -> None:
        """To the next undecided box; where there is none, says what is left."""
        found = following or self._following(box) or self._following(None)
        if found is not None and found.id != box.id:
            self.go_to(found)
            return
        review = self._reviewing.review
        left = sum(review.is_undecided(i) for i in review.items) if review is not None else 0
        said = self.tr("Every box of this document is decided.")
        if left:
            key = self._window.keymap.shown("next-undecided")
            said = self.tr("Every box is decided. Spans are not: {key} goes there.").format(key=key)
        self._say(said)

    def _reopen(self, box: PageMark) -> None:
        self._decide(Kind.REOPEN, lambda pages: pages.reopen([box.id]))

    def _drop(self) -> None:
        self._view.editor.commit()
        box = self._panel.chosen
        if box is not None:
            self._decide(Kind.LEAVE, lambda pages: pages.leave([box.id]))

    # Drawing

    def toggle_drawing(self) -> None:
        """Begins to draw with a box in the middle of what is seen, or ends it."""
        editor = self._view.editor
        if editor.drawing:
            editor.set_drawing(False)
        elif self._reviewing.may_change():
            self._window.previewing.reveal_pages()
            self._view.setFocus()
            editor.set_drawing(True, self._view.seen)

    def _draw(self, area: Area) -> None:
        done = self._decide(Kind.DRAW, lambda pages: pages.draw([area]))
        if done is not None:
            self._view.editor.select(done.action.marks[0].mark)

    def _place(self, box: int, area: Area) -> None:
        self._decide(Kind.MOVE, lambda pages: pages.place(box, area))

    def _cover_pages(self) -> None:
        """The chosen box on every page of the document, as one step."""
        self._view.editor.commit()
        box, pages = self._panel.chosen, self._reviewing.pages
        if box is None or pages is None:
            return
        if len(pages.pages) == 1:
            self._say(self.tr("This document has one page only."))
            return

        def work(review: PageReview) -> list[MarkChange]:
            mine = [] if box.state in (State.ACCEPTED, State.ADDED) else review.cover([box.id])
            others = [p for p in range(len(review.pages)) if p != box.region.page]
            try:
                return mine + review.draw(on_pages(area_of(box), review.pages, others))
            except ReviewError:
                if mine:
                    return mine
                raise

        done = self._decide(Kind.DRAW, work)
        if done is not None:
            n = len(pages.pages)
            self._say(self.tr("Covered on all {n} pages. {key} undoes it.").format(n=n, key=self._undo_key()))

    def _cover_documents(self) -> None:
        """The chosen box in other documents, after a look at which, as one step."""
        self._view.editor.commit()
        box, pages, desk = self._panel.chosen, self._reviewing.pages, self._window.desk
        if box is None or pages is None:
            return
        rows = marking.same_form(desk, pages.row, box.region.page)
        if not rows:
            self._say(self.tr("No other document that can be changed has a page of this number and size."))
            return
        dialog = FormDialog(rows, box.region.page, self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        size = pages.pages[box.region.page]
        area, chosen = area_of(box), dialog.chosen()
        done = self._try(lambda: marking.cover_in(desk, area, size, chosen, pages, box.id))
        if done is not None:
            n = len(done.action.documents)
            said = self.tr("Covered in 1 document.") if n == 1 else self.tr("Covered in {n} documents.")
            undo = self.tr("{key} undoes it.").format(key=self._undo_key())
            self._say(f"{said.format(n=f'{n:,}')} {undo}")

    def _undo_key(self) -> str:
        return self._window.keymap.shown("undo")

    def _say(self, text: str) -> None:
        self._reviewing.said.emit(text)

    # Menu

    def _menu(self, place: QPoint) -> None:
        """What can be done with the chosen box, or with the page."""
        self._window.enable()
        menu = QMenu(self._window)
        box = self._panel.chosen
        if box is not None:
            drawn, free = box.region.kind is RegionKind.DRAWN, not self._reviewing.is_signed
            covered = box.state in (State.ACCEPTED, State.ADDED)
            entries = (
                ("accept", self.tr("Cover"), not covered),
                ("reject", self.tr("Leave visible"), not drawn and box.state is not State.REJECTED),
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
            menu.addAction(self._window.action(id))
        menu.exec(place)
        menu.deleteLater()

    def _add(self, menu: QMenu, id: str, text: str = "", *, enabled: bool) -> None:
        """A command in other words, with its key."""
        action = self._window.action(id)
        key = self._window.keymap.shown(id)
        made = menu.addAction(action.icon(), f"{text or action.text()}\t{key}")
        made.setEnabled(enabled and action.isEnabled())
        made.triggered.connect(action.trigger)
