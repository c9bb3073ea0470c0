"""What is shown on the pages of a document, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF

from chartveil.formats.covered import words_under_regions
from chartveil.gui.pages.boxes import PageTextMap
from chartveil.gui.pages.regions import box_text
from chartveil.gui.pages.sheet import PageGeometry
from chartveil.gui.parts import label_text, score_text
from chartveil.layout import PageLayout
from chartveil.review.marks import PageArea
from chartveil.review.model import DecisionState, PageBox, ReviewItem


class PageContents:
    """Pages with their items. Rectangles and points are of the column of ``sheet``.

    Args:
        layout: the pages.
        room: pixels of width there are.

    Attributes:
        geometry: where pages are.
        struck_words: words that go with the box over them, by page.
        ringed_range: the range that is ringed; None for none.
    """

    def __init__(self, layout: PageLayout, room: int = 0) -> None:
        self.geometry = PageGeometry(layout.pages)
        self.geometry.viewport_width = room
        self.struck_words: dict[int, list[PageArea]] = {}
        self.ringed_range: tuple[int, int] | None = None
        self._layout = layout
        self._boxes = PageTextMap(layout)
        self._by_page: dict[int, list[tuple[ReviewItem, PageArea]]] = {}
        self._doubtful: Callable[[ReviewItem], bool] = lambda _: False
        self._asked = False

    def set_items(self, items: Iterable[ReviewItem], is_doubtful: Callable[[ReviewItem], bool]) -> None:
        self._doubtful = is_doubtful
        self._by_page = {}
        for item in items:
            for place in self.areas_of(item.span.start, item.span.end):
                self._by_page.setdefault(place.page, []).append((item, place))

    def set_boxes(self, marks: Sequence[PageBox], *, asked: bool) -> None:
        """Takes the boxes; ``asked`` tells whether somebody has to decide about them."""
        self._asked = asked
        self.struck_words = {}
        for box in words_under_regions(self._layout, [m.region for m in marks if m.state.taken_out]):
            place = PageArea(box.page, box.left, box.top, box.right, box.bottom)
            self.struck_words.setdefault(box.page, []).append(place)

    def areas_of(self, start: int, end: int) -> tuple[PageArea, ...]:
        """Where a range of the text stands, one place a line."""
        return self._boxes.areas_of(start, end)

    def item_areas(self, page: int) -> Sequence[tuple[ReviewItem, PageArea]]:
        """The items on a page, line by line."""
        return self._by_page.get(page, ())

    def items_on(self, page: int) -> list[ReviewItem]:
        """The items on a page, each once."""
        return list({item.id: item for item, _ in self.item_areas(page)}.values())

    def is_doubtful(self, item: ReviewItem) -> bool:
        return self._doubtful(item)

    def rect_of(self, item: int) -> QRectF:
        """Where the first piece of an item is drawn; empty where it is on no page."""
        for pieces in self._by_page.values():
            for drawn, place in pieces:
                if drawn.id == item:
                    return self.geometry.to_rect(place)
        return QRectF()

    def offset_at(self, at: QPointF) -> int | None:
        """The character of the text at a point; None where no word stands."""
        page = self.geometry.page_at(at)
        if page is None:
            return None
        place = self.geometry.to_area(page, QRectF(at, at))
        return self._boxes.offset_at(page, place.left, place.top)

    def item_at(self, at: QPointF) -> ReviewItem | None:
        page = self.geometry.page_at(at)
        pieces = self.item_areas(page) if page is not None else ()
        return next((item for item, place in pieces if self.geometry.to_rect(place).contains(at)), None)

    def describe_item(self, item: ReviewItem) -> str:
        """An item in words."""
        tr = QCoreApplication.translate
        state = {
            DecisionState.PROPOSED: tr("PageView", "proposed"),
            DecisionState.ACCEPTED: tr("PageView", "accepted"),
            DecisionState.ADDED: tr("PageView", "added"),
            DecisionState.REJECTED: tr("PageView", "rejected"),
            DecisionState.RECOVERED: tr("PageView", "given back as medical"),
        }[item.state]
        doubt = tr("PageView", ", doubtful") if self._doubtful(item) else ""
        return f"{label_text(item.span.label)} · {state}{doubt} · {score_text(item.span.score)}"

    def describe_box(self, mark: PageBox) -> str:
        """A box in words."""
        return box_text(mark, len(words_under_regions(self._layout, [mark.region])), asked=self._asked)
