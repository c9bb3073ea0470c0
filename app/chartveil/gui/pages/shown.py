"""What is shown on the pages of a document, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF

from chartveil.formats.covered import words_below
from chartveil.gui.pages.boxes import PageBoxes
from chartveil.gui.pages.regions import mark_words
from chartveil.gui.pages.sheet import Sheet
from chartveil.gui.parts import label_words, score_words
from chartveil.layout import Layout
from chartveil.review.marks import Area
from chartveil.review.model import Item, PageMark, State


class ShownPages:
    """Pages with their items. Rectangles and points are of the column of ``sheet``.

    Args:
        layout: the pages.
        room: pixels of width there are.

    Attributes:
        sheet: where pages are.
        struck: words that go with the box over them, by page.
        current: the range that is ringed; None for none.
    """

    def __init__(self, layout: Layout, room: int = 0) -> None:
        self.sheet = Sheet(layout.pages)
        self.sheet.room = room
        self.struck: dict[int, list[Area]] = {}
        self.current: tuple[int, int] | None = None
        self._layout = layout
        self._boxes = PageBoxes(layout)
        self._by_page: dict[int, list[tuple[Item, Area]]] = {}
        self._doubtful: Callable[[Item], bool] = lambda _: False
        self._asked = False

    def set_items(self, items: Iterable[Item], is_doubtful: Callable[[Item], bool]) -> None:
        self._doubtful = is_doubtful
        self._by_page = {}
        for item in items:
            for place in self.places(item.span.start, item.span.end):
                self._by_page.setdefault(place.page, []).append((item, place))

    def set_marks(self, marks: Sequence[PageMark], *, asked: bool) -> None:
        """Takes the boxes; ``asked`` tells whether somebody has to decide about them."""
        self._asked = asked
        self.struck = {}
        for box in words_below(self._layout, [m.region for m in marks if m.state.taken]):
            place = Area(box.page, box.left, box.top, box.right, box.bottom)
            self.struck.setdefault(box.page, []).append(place)

    def places(self, start: int, end: int) -> tuple[Area, ...]:
        """Where a range of the text stands, one place a line."""
        return self._boxes.places(start, end)

    def pieces(self, page: int) -> Sequence[tuple[Item, Area]]:
        """The items on a page, line by line."""
        return self._by_page.get(page, ())

    def items_on(self, page: int) -> list[Item]:
        """The items on a page, each once."""
        return list({item.id: item for item, _ in self.pieces(page)}.values())

    def is_doubtful(self, item: Item) -> bool:
        return self._doubtful(item)

    def rect_of(self, item: int) -> QRectF:
        """Where the first piece of an item is drawn; empty where it is on no page."""
        for pieces in self._by_page.values():
            for drawn, place in pieces:
                if drawn.id == item:
                    return self.sheet.rect(place)
        return QRectF()

    def offset_at(self, at: QPointF) -> int | None:
        """The character of the text at a point; None where no word stands."""
        page = self.sheet.page_at(at)
        if page is None:
            return None
        place = self.sheet.place(page, QRectF(at, at))
        return self._boxes.offset(page, place.left, place.top)

    def item_at(self, at: QPointF) -> Item | None:
        page = self.sheet.page_at(at)
        pieces = self.pieces(page) if page is not None else ()
        return next((item for item, place in pieces if self.sheet.rect(place).contains(at)), None)

    def item_said(self, item: Item) -> str:
        """An item in words."""
        tr = QCoreApplication.translate
        state = {
            State.PROPOSED: tr("PageView", "proposed"),
            State.ACCEPTED: tr("PageView", "accepted"),
            State.ADDED: tr("PageView", "added"),
            State.REJECTED: tr("PageView", "rejected"),
            State.RECOVERED: tr("PageView", "given back as medical"),
        }[item.state]
        doubt = tr("PageView", ", doubtful") if self._doubtful(item) else ""
        return f"{label_words(item.span.label)} · {state}{doubt} · {score_words(item.span.score)}"

    def mark_said(self, mark: PageMark) -> str:
        """A box in words."""
        return mark_words(mark, len(words_below(self._layout, [mark.region])), asked=self._asked)
