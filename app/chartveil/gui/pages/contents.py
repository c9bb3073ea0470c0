"""What is shown on the pages of a document, and where: in one column, at a scale, turned by quarters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QTransform

from chartveil.domain.page_layout import PageLayout, WordBox
from chartveil.formats.pages.covered_regions import words_under_regions
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.review.model import DecisionState, PageBox, ReviewItem
from chartveil.review.page_review import PageArea

PAGE_GAP = 12
PAGE_MARGIN = 16


class PageGeometry:
    """Maps places of pages to the column that is scrolled, and back. Rectangles and points are of the column,
    in logical pixels; places are of pages as they were read, in points.

    Args:
        pages: width and height of each in points.

    Attributes:
        viewport_width: pixels of width there are.
        scale: pixels a point.
        width, height: of the column.
    """

    def __init__(self, pages: Sequence[tuple[float, float]]) -> None:
        self.pages = tuple(pages)
        self.viewport_width = 0
        self._turns: dict[int, int] = {}
        self.set_scale(1.0)

    def rotation(self, page: int) -> int:
        """Quarters clockwise by which a page is turned, 0 to 3."""
        return self._turns.get(page, 0)

    def rotate(self, page: int, quarters: int) -> None:
        """Turns a page by quarters clockwise."""
        self._turns[page] = (self.rotation(page) + quarters) % 4
        self.set_scale(self.scale)

    def set_scale(self, scale: float) -> None:
        """Draws all pages at another scale, in pixels a point."""
        self.scale = scale
        self._sizes = [(round(w * scale), round(h * scale)) for w, h in self._turned_sizes()]
        self._tops: list[int] = []
        at = PAGE_MARGIN
        for _, height in self._sizes:
            self._tops.append(at)
            at += height + PAGE_GAP
        self.height = at - PAGE_GAP + PAGE_MARGIN if self._sizes else 0
        self.width = max((w for w, _ in self._sizes), default=0) + 2 * PAGE_MARGIN

    def fit_width_scale(self) -> float:
        """Scale at which the widest page fills the room."""
        widest = max((width for width, _ in self._turned_sizes()), default=1.0)
        return max(self.viewport_width - 2 * PAGE_MARGIN, 50) / max(widest, 1.0)

    def page_rect(self, page: int) -> QRectF:
        """Where a page is drawn: in the middle of the width there is, or of the column if that is wider."""
        width, height = self._sizes[page]
        return QRectF((max(self.viewport_width, self.width) - width) // 2, self._tops[page], width, height)

    def transform(self, page: int) -> QTransform:
        """Brings points of a page as it was read to where they are drawn."""
        center, (width, height) = self.page_rect(page).center(), self.pages[page]
        way = QTransform.fromTranslate(center.x(), center.y())
        way.rotate(90 * self.rotation(page))
        way.scale(self.scale, self.scale)
        way.translate(-width / 2, -height / 2)
        return way

    def to_rect(self, place: PageArea) -> QRectF:
        """Where a place is drawn."""
        corners = QPointF(place.left, place.top), QPointF(place.right, place.bottom)
        return self.transform(place.page).mapRect(QRectF(*corners))

    def to_area(self, page: int, rect: QRectF) -> PageArea:
        """The place of a page that a rectangle shows; it may reach beyond the page."""
        back, _ = self.transform(page).inverted()
        place = back.mapRect(rect)
        return PageArea(page, place.left(), place.top(), place.right(), place.bottom())

    def page_at(self, y: float) -> int:
        """The page at a height of the column, or the one above it; the first where there is none."""
        return max(bisect_right(self._tops, y) - 1, 0)

    def visible_pages(self, top: float, bottom: float) -> range:
        """Pages that reach into a stretch of the column."""
        return range(self.page_at(top), self.page_at(bottom) + 1) if self.pages else range(0)

    def _turned_sizes(self) -> list[tuple[float, float]]:
        return [(h, w) if self.rotation(page) % 2 else (w, h) for page, (w, h) in enumerate(self.pages)]


_SAME_LINE = 0.5
"""Share of the lower one's height that two boxes must share to stand in one line."""
_WORD_GAP = 2.0
"""Boxes of one line with less than this many heights between them are drawn as one."""
_NEAR = 3.0
"""Points beside a box that still count as on it."""


class PageTextMap:
    """Finds where ranges of the text stand on pages, and what text stands at a place.

    Inside a word's box characters are taken to be of one width.
    """

    def __init__(self, layout: PageLayout) -> None:
        self._boxes = layout.boxes
        self._starts = [b.start for b in layout.boxes]
        self._furthest = list(accumulate((b.end for b in layout.boxes), max))
        self._by_page: dict[int, list[WordBox]] = {}
        for box in layout.boxes:
            self._by_page.setdefault(box.page, []).append(box)
        self._known: dict[tuple[int, int], tuple[PageArea, ...]] = {}

    def areas_of(self, start: int, end: int) -> tuple[PageArea, ...]:
        """Rectangles of a range, one a line, in order; none where no word of it stands on a page."""
        if (start, end) not in self._known:
            self._known[start, end] = tuple(self._lines(start, end))
        return self._known[start, end]

    def offset_at(self, page: int, x: float, y: float) -> int | None:
        """Offset of the character at a place of a page; None where no word stands there."""
        best: tuple[float, WordBox] | None = None
        for box in self._by_page.get(page, ()):
            away = max(box.left - x, x - box.right, 0.0) + max(box.top - y, y - box.bottom, 0.0)
            if away <= _NEAR and (best is None or away < best[0]):
                best = away, box
        if best is None:
            return None
        box = best[1]
        share = (x - box.left) / max(box.right - box.left, 0.01)
        return min(max(box.start + int(share * (box.end - box.start)), box.start), box.end - 1)

    def _lines(self, start: int, end: int) -> list[PageArea]:
        first = bisect_right(self._furthest, start)
        last = bisect_left(self._starts, end, lo=first)
        lines: list[PageArea] = []
        for box in self._boxes[first:last]:
            if box.end <= start:
                continue
            place = _part(box, start, end)
            if lines and _one_line(lines[-1], place):
                before = lines.pop()
                place = PageArea(
                    before.page,
                    min(before.left, place.left),
                    min(before.top, place.top),
                    max(before.right, place.right),
                    max(before.bottom, place.bottom),
                )
            lines.append(place)
        return lines


def _part(box: WordBox, start: int, end: int) -> PageArea:
    """The part of a word's box that a range covers."""
    width = (box.right - box.left) / max(box.end - box.start, 1)
    left = box.left + max(start - box.start, 0) * width
    right = box.right - max(box.end - end, 0) * width
    return PageArea(box.page, left, box.top, right, box.bottom)


def _one_line(a: PageArea, b: PageArea) -> bool:
    shared = min(a.bottom, b.bottom) - max(a.top, b.top)
    lower = min(a.bottom - a.top, b.bottom - b.top)
    gap = max(b.left - a.right, a.left - b.right)
    return a.page == b.page and shared > lower * _SAME_LINE and gap < _WORD_GAP * max(lower, 1.0)


class PageContents:
    """Pages with their items. Rectangles and points are of the column of ``geometry``.

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
        """Takes the items of the document as they are now."""
        self._doubtful = is_doubtful
        self._by_page = {}
        for item in items:
            for place in self.areas_of(item.span.start, item.span.end):
                self._by_page.setdefault(place.page, []).append((item, place))

    def set_boxes(self, boxes: Sequence[PageBox], *, asked: bool) -> None:
        """Takes the boxes; ``asked`` tells whether somebody has to decide about them."""
        self._asked = asked
        self.struck_words = {}
        for word in words_under_regions(self._layout, [b.region for b in boxes if b.state.taken_out]):
            area = PageArea(word.page, word.left, word.top, word.right, word.bottom)
            self.struck_words.setdefault(word.page, []).append(area)

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
        """Whether an item is to be marked as doubtful."""
        return self._doubtful(item)

    def offset_at(self, at: QPointF) -> int | None:
        """The character of the text at a point; None where no word stands."""
        if not self.geometry.pages:
            return None
        page = self.geometry.page_at(at.y())
        place = self.geometry.to_area(page, QRectF(at, at))
        return self._boxes.offset_at(page, place.left, place.top)

    def item_at(self, at: QPointF) -> ReviewItem | None:
        """The item drawn at a point; None where there is none."""
        pieces = self.item_areas(self.geometry.page_at(at.y()))
        return next((item for item, place in pieces if self.geometry.to_rect(place).contains(at)), None)

    def describe_box(self, box: PageBox) -> str:
        """A box in words."""
        return box_text(box, len(words_under_regions(self._layout, [box.region])), asked=self._asked)


def box_state_text(box: PageBox, *, asked: bool) -> str:
    """What happens to the text below a box.

    Args:
        box: the box.
        asked: whether somebody has to decide before the document goes out.
    """
    if box.state is DecisionState.REJECTED:
        return _tr("stays visible")
    if box.state is not DecisionState.PROPOSED:
        return _tr("to be covered")
    return _tr("not decided") if asked else _tr("not decided, will be covered")


def words_below_text(n: int) -> str:
    """How many words lie below a box."""
    if n == 0:
        return _tr("no word below")
    return _tr("1 word below") if n == 1 else _tr("{n} words below").format(n=f"{n:,}")


def box_text(box: PageBox, words: int, *, asked: bool) -> str:
    """A box in one line: kind, state, page, words below."""
    page = _tr("page {n}").format(n=box.region.page + 1)
    parts = (
        choice_name(box.region.kind),
        box_state_text(box, asked=asked),
        page,
        words_below_text(words),
    )
    return " · ".join(parts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("PageRegions", text)
