"""Redacts a document of pages: what a replacement touches is covered, and a new PDF is made of the pictures.

First it is planned what each page will show and say, from the text and its boxes alone; then each page's
picture is covered and written. A word that a replacement touches is covered whole. Words of one replacement
on one line become one box, and what takes their place stands in the first of them. The text below a region
that is covered goes as well.
"""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import groupby, pairwise

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError, StageError
from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import PageLayout, PageReading, Region
from chartveil.domain.span import Replacement
from chartveil.formats.pages.box_drawing import RedactionBox, burn_boxes, label_in_box
from chartveil.formats.pages.covered_regions import (
    regions_in_question,
    undecided_regions_error,
    words_under_regions,
)
from chartveil.formats.pages.estimated_styles import EstimatedStyles
from chartveil.formats.pages.ocr_cache import turn_page_as_read
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pdf.picture_encoding import is_drawn
from chartveil.formats.pdf.reader_view import NOTHING_KEPT, ReaderView
from chartveil.formats.pdf.text_layer_styles import TextLayerStyles
from chartveil.formats.pdf.writing import CodedPart, RasterPage, TextLayerWord, build_pdf
from chartveil.ocr.options import PageOptions
from chartveil.system.page_progress import PageStep, report_page

_MARGIN = 0.5
"""Points by which a cover is larger than its words, where no neighbour stands in the way."""
_WIDEST_GAP = 4.0
"""Gap between two words of one box, in heights of them."""
_PROBED = 8
"""Words by which it is told whether a page's text layer knows their places to the hair."""
_SIZE_ERROR = 0.02
"""Share by which a picture may be larger or smaller than the page that was read."""


@dataclass(frozen=True, slots=True)
class PageRedactionPlan:
    """The boxes and words of one page of a copy.

    Attributes:
        boxes: boxes to burn in, in this order; regions last.
        text_layer_words: of the text layer, in reading order.
        kept: words that stay, with their places.
        glued: places of words before which no blank stands.
    """

    boxes: tuple[RedactionBox, ...]
    text_layer_words: tuple[TextLayerWord, ...]
    kept: tuple[tuple[str, Rect], ...] = ()
    glued: frozenset[Rect] = frozenset()


@dataclass(frozen=True, slots=True)
class _Item:
    """A word that stays, or words that are covered by one box.

    Attributes:
        start, end: range of the document's text.
        rect: place of them all.
        touching: the replacements that touch them; empty for a word that stays.
        hidden: whether a region that is covered hides one of them.
        words: end and place of each of them.
    """

    start: int
    end: int
    rect: Rect
    touching: tuple[Replacement, ...]
    hidden: bool
    words: tuple[tuple[int, Rect], ...]


def redacted_pdf(
    document: Document,
    pictures: Iterator[PagePicture],
    replacements: Sequence[Replacement],
    options: PageOptions,
    where: str,
    unseen: Sequence[tuple[int, int]] = (),
    regions: Sequence[Region] | None = None,
    text_layer_styles: Callable[[int], AbstractContextManager[TextLayerStyles]] | None = None,
    view: ReaderView = NOTHING_KEPT,
) -> bytes:
    """The document as a new PDF: pictures of its pages with boxes burnt in, under a text layer.

    Args:
        document: as it was read, with its layout.
        pictures: all of its pages in order, as they are drawn, not yet turned as they were read.
        replacements: disjoint ranges of the document's text.
        options: style of the boxes, and what happens to regions that were not read.
        where: the file, for messages.
        unseen: ranges of the text that no page shows, as those of notes that open when they are clicked.
            They are in neither picture nor text layer.
        regions: what is covered besides, as a reviewer decided; None for those of the layout, if the options
            let them be covered without him.
        text_layer_styles: the styles of the words of a page by its text layer, by number of the page.
        view: language and numbers of pages that the copy has.

    Raises:
        InputError: if pages have regions that may not be covered silently, or a replaced word has no place
            on a page and is not ``unseen``.
        StageError: if the pictures are not those of the document's pages.
        ValueError: if replacements overlap or reach past the text.
    """
    plans = plan_redaction(document, replacements, options, where, unseen, regions)
    return build_pdf(_redacted_pages(document, pictures, plans, options, text_layer_styles), view)


def plan_redaction(
    document: Document,
    replacements: Sequence[Replacement],
    options: PageOptions,
    where: str,
    unseen: Sequence[tuple[int, int]] = (),
    regions: Sequence[Region] | None = None,
) -> list[PageRedactionPlan]:
    """The plan of each page; arguments and errors as of ``redacted_pdf``."""
    layout = _layout(document)
    ordered = sorted(replacements)
    if any(a.end > b.start for a, b in pairwise(ordered)) or (
        ordered and ordered[-1].end > len(document.text)
    ):
        raise ValueError("replacements overlap or reach past the text")
    if regions is None:
        asked = regions_in_question(layout.pages, layout.regions, options.unread)
        if asked:
            raise undecided_regions_error(asked, options.unread, where)
    _check_places(document.text, layout, ordered, unseen, where)
    covered: dict[int, list[Rect]] = defaultdict(list)
    regions = layout.regions if regions is None else regions
    for region in regions:
        covered[region.page].append(Rect.of(region))
    remaining = _RemainingText(document.text)
    plans = []
    items = _items(layout, ordered, regions)
    for number in range(len(layout.pages)):
        plans.append(_plan(_merged(items[number]), covered[number], remaining))
    return plans


def _layout(document: Document) -> PageLayout:
    layout = document.layout
    if layout is None or not layout.pages:
        raise StageError("redaction", "the document has no pages.", document.id)
    return layout


def _check_places(
    text: str,
    layout: PageLayout,
    replacements: Iterable[Replacement],
    unseen: Sequence[tuple[int, int]],
    where: str,
) -> None:
    """Raises InputError if a replaced character has no place that could be covered."""
    placed = [
        (b.start, b.end) for b in layout.boxes if Rect.of(b).area > 0 and 0 <= b.page < len(layout.pages)
    ]
    ranges = sorted([*placed, *unseen])
    starts = [start for start, _ in ranges]
    ends: list[int] = []
    for _, end in ranges:
        ends.append(max(end, ends[-1] if ends else 0))
    for r in replacements:
        for at in range(r.start, r.end):
            k = bisect.bisect_right(starts, at)
            if not text[at].isspace() and (k == 0 or ends[k - 1] <= at):
                kind = f"an identifier of kind {r.label.value}" if r.label else "something to be covered"
                raise InputError(
                    f"holds {kind} that stands nowhere on its pages, so that it cannot be covered.",
                    where=where,
                    remedy="Print it to a new PDF, so that all it says is on its pages, and give that.",
                )


def _items(
    layout: PageLayout, replacements: Sequence[Replacement], regions: Iterable[Region]
) -> dict[int, list[_Item]]:
    """The words of each page that lie on it at least in part, in the order of the text."""
    ends = [r.end for r in replacements]
    below = frozenset(words_under_regions(layout, regions))
    found: dict[int, list[_Item]] = defaultdict(list)
    for box in sorted(layout.boxes, key=lambda b: (b.start, b.end, b.page)):
        if not 0 <= box.page < len(layout.pages):
            continue
        width, height = layout.pages[box.page]
        rect = Rect.of(box)
        if rect.shared_area(Rect(0.0, 0.0, width, height)) <= 0:
            continue
        first = last = bisect.bisect_right(ends, box.start)
        while last < len(replacements) and replacements[last].start < box.end:
            last += 1
        touching = tuple(replacements[first:last])
        found[box.page].append(_Item(box.start, box.end, rect, touching, box in below, ((box.end, rect),)))
    return found


def _merged(items: Sequence[_Item]) -> list[_Item]:
    """The same items, words of one replacement that follow each other on a line as one."""
    kept = [item.rect for item in items if not item.touching]
    found: list[_Item] = []
    for item in items:
        before = found[-1] if found else None
        if (
            before is not None
            and set(before.touching) & set(item.touching)
            and _is_one_line(before.rect, item.rect)
            and not _swallows(before.rect, item.rect, kept)
        ):
            touching = tuple(dict.fromkeys(before.touching + item.touching))
            whole = before.rect.union(item.rect)
            hidden = before.hidden or item.hidden
            end = max(before.end, item.end)
            found[-1] = _Item(before.start, end, whole, touching, hidden, before.words + item.words)
        else:
            found.append(item)
    return found


def _is_one_line(a: Rect, b: Rect) -> bool:
    height = min(a.height, b.height)
    gap = max(a.left, b.left) - min(a.right, b.right)
    return min(a.bottom, b.bottom) - max(a.top, b.top) > 0.5 * height and gap < _WIDEST_GAP * height


def _swallows(a: Rect, b: Rect, kept: Iterable[Rect]) -> bool:
    """Whether one box for both would hide more of a word that stays than two boxes do."""
    whole = a.union(b)
    near = (k for k in kept if k.top < whole.bottom and k.bottom > whole.top)
    return any(whole.shared_area(k) > a.shared_area(k) + b.shared_area(k) + 0.1 * k.area for k in near)


class _RemainingText:
    """What is left of ranges of a text; what takes a replaced range's place is told once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._told: set[Replacement] = set()

    def original(self, start: int, end: int) -> str:
        """The text as it was."""
        return self._text[start:end]

    def with_kinds(self, item: _Item) -> str:
        """The text of an item with the kinds of its replacements in their places."""
        parts, at = [], item.start
        for r in item.touching:
            parts += [self._text[at : max(r.start, at)], f"[{label_in_box(r.label)}]" if r.label else ""]
            at = max(min(r.end, item.end), at)
        return "".join([*parts, self._text[at : item.end]])

    def of(self, item: _Item) -> str:
        """The text of an item with its replacements made, for items in the order of the text."""
        parts, at = [], item.start
        for r in item.touching:
            parts.append(self._text[at : max(r.start, at)])
            if r not in self._told:
                self._told.add(r)
                parts.append(r.text)
            at = max(min(r.end, item.end), at)
        return "".join([*parts, self._text[at : item.end]])


def _plan(items: Sequence[_Item], regions: Sequence[Rect], remaining: _RemainingText) -> PageRedactionPlan:
    kept = [item.rect for item in items if not item.touching]
    covers, words = [], []
    for item in items:
        text = remaining.of(item)
        if item.touching:
            starts = [item.start, *(end for end, _ in item.words[:-1])]
            originals = tuple(
                (remaining.original(start, end).strip(), place)
                for start, (end, place) in zip(starts, item.words, strict=True)
            )
            cover = _with_margin(item.rect, kept)
            label, kinds = item.touching[0].label, remaining.with_kinds(item)
            covers.append(RedactionBox(cover, label, text, item.rect, originals, kinds=kinds))
        if text.strip() and not item.hidden:
            words.append(TextLayerWord(text, item.rect))
    covers += [RedactionBox(_with_margin(region, kept), None) for region in regions]
    staying = tuple((remaining.original(i.start, i.end), i.rect) for i in items if not i.touching)
    glued = frozenset(b.rect for a, b in pairwise(items) if a.end >= b.start)
    return PageRedactionPlan(tuple(covers), tuple(_spread_over_shared_place(words)), staying, glued)


def _with_margin(rect: Rect, kept: Iterable[Rect]) -> Rect:
    """The rectangle with a margin on each side that ends where a word that stays begins."""
    left = top = right = bottom = _MARGIN
    for k in kept:
        if k.bottom > rect.top and k.top < rect.bottom:
            left = min(left, rect.left - k.right) if k.right <= rect.left else left
            right = min(right, k.left - rect.right) if k.left >= rect.right else right
        if k.right > rect.left and k.left < rect.right:
            top = min(top, rect.top - k.bottom) if k.bottom <= rect.top else top
            bottom = min(bottom, k.top - rect.bottom) if k.top >= rect.bottom else bottom
    return Rect(rect.left - left, rect.top - top, rect.right + right, rect.bottom + bottom)


def _spread_over_shared_place(words: Iterable[TextLayerWord]) -> Iterator[TextLayerWord]:
    """Words that were given one place for all, as those of a form's value, side by side within it."""
    for rect, group in groupby(words, key=lambda w: w.rect):
        same = list(group)
        total = sum(len(w.text) + 1 for w in same) - 1
        step = rect.width / max(total, 1)
        at = rect.left
        for word in same:
            yield TextLayerWord(word.text, replace(rect, left=at, right=at + step * len(word.text)))
            at += step * (len(word.text) + 1)


def _redacted_pages(
    document: Document,
    pictures: Iterator[PagePicture],
    plans: Sequence[PageRedactionPlan],
    options: PageOptions,
    text_layer_styles: Callable[[int], AbstractContextManager[TextLayerStyles]] | None,
) -> Iterator[RasterPage]:
    """The pages with their boxes, one in memory at a time."""
    layout = _layout(document)
    done = 0
    for number, parts in groupby(pictures, key=lambda page: page.number):
        if number != done or done >= len(plans):
            raise StageError("redaction", "the pictures are not those of its pages.", document.id)
        report_page(PageStep.WRITING, done, len(plans))
        reading = layout.readings[done] if layout.readings else PageReading()
        plan = plans[done]
        level = not reading.quarter_turns and not reading.skew
        kept = [rect for _, rect in plan.kept]
        coded: list[CodedPart] = []
        moved: dict[Rect, Rect] = {}
        black: list[Rect] = []
        right = bottom = 0.0
        for drawn in parts:
            page = turn_page_as_read(drawn, reading)
            if any(page.corner == part.corner for part in coded):
                raise StageError("redaction", "the pictures are not those of its pages.", document.id)
            right = max(right, page.corner[0] + page.size[0])
            bottom = max(bottom, page.corner[1] + page.size[1])
            guessed = cache(partial(_estimated_styles, plan, page))
            with (
                text_layer_styles(done) if text_layer_styles is not None and level else nullcontext() as known
            ):
                if known is not None:
                    known.measure(plan.kept)
                boxes = _turned_as_one([_with_word_style(box, known, guessed) for box in plan.boxes])
                words = [*plan.kept[:_PROBED], *(w for box in plan.boxes[:_PROBED] for w in box.originals)]
                is_told = known is not None and any(known.of(*word) is not None for word in words)
            is_crisp = is_drawn(page.picture) if page.is_drawn is None else page.is_drawn
            burnt = burn_boxes(
                page.picture,
                page.dpi,
                boxes,
                options.style,
                kept,
                drawn=is_crisp,
                corner=page.corner,
                glued=plan.glued,
                tight=None if is_told else guessed().tight,
            )
            moved |= burnt.moved
            black += burnt.black
            coded.append(CodedPart.of(burnt.picture, page.dpi, page.corner))
        size = layout.pages[done]
        for drawn_points, points in zip((right, bottom), size, strict=True):
            if abs(drawn_points - points) > _SIZE_ERROR * points + 1:
                raise StageError("redaction", "a page is drawn in another size than it had.", document.id)
        layer = [
            TextLayerWord(word.text, moved.get(word.rect, word.rect))
            for word in plan.text_layer_words
            if not any(place.holds_middle_of(word.rect) for place in black)
        ]
        yield RasterPage(coded, size, layer)
        done += 1
    if done < len(plans):
        raise StageError("redaction", "pictures of its last pages are missing.", document.id)


def _estimated_styles(plan: PageRedactionPlan, page: PagePicture) -> EstimatedStyles:
    """Looks by the words that stay; nothing of what is covered has a part in them."""
    covered = [box.words for box in plan.boxes if box.label is not None]
    return EstimatedStyles(plan.kept, page.wiped(box.rect for box in plan.boxes), covered)


def _with_word_style(
    box: RedactionBox, known: TextLayerStyles | None, guessed: Callable[[], EstimatedStyles]
) -> RedactionBox:
    """The box with the style of its words: as the layer says, else as the words around have it. Without one
    where they are turned and do not stand on one line, so that the whole box is covered."""
    if not box.originals:
        return box
    word_styles = [known.of(*word) if known is not None else None for word in box.originals]
    first = word_styles[0]
    if any(word_style is not None and word_style.is_turned for word_style in word_styles):
        for word_style in word_styles[1:]:
            if first is not None and word_style is not None and first.is_followed_by(word_style):
                first = replace(first, length=first.distance_to(word_style) + word_style.length)
            else:
                return box
        return replace(box, word_style=first)
    return replace(box, word_style=first or guessed().of(box.words))


def _turned_as_one(boxes: Sequence[RedactionBox]) -> list[RedactionBox]:
    """The boxes, each turned one as long as those that follow it on its line and say nothing themselves."""
    found = list(boxes)
    start = 0
    for k in range(1, len(found)):
        word_style, own = found[start].word_style, found[k].word_style
        if found[k].text or word_style is None or own is None or not word_style.is_followed_by(own):
            start = k
        else:
            reach = word_style.distance_to(own) + own.length
            found[start] = replace(found[start], word_style=replace(word_style, length=reach))
    return found
