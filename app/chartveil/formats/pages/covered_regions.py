"""The words under covered parts of pages, and the error where nobody decided about a part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import PageLayout, Region, WordBox
from chartveil.domain.span import Replacement
from chartveil.ocr.options import UnreadPolicy

_HIDDEN = 0.2
"""Share of a word's place from which a region over it takes the word away; or of its height, where the region
hides a letter of it: what is read as one word may be a whole line."""
_LETTER = 4.0
"""Points across and down that may be a letter, however large the place."""
MOST_COVERED = 0.25
"""Share of a page that is covered without a question."""
COVERED_TEXT = "[covered]"
"""The replacement of words that stood below a covered part."""


def words_under_regions(layout: PageLayout, regions: Iterable[Region]) -> list[WordBox]:
    """Places of the words that regions hide: in a good part, or a letter of them."""
    by_page: dict[int, list[Region]] = {}
    for region in regions:
        by_page.setdefault(region.page, []).append(region)
    if not by_page:
        return []
    return [
        box for box in layout.boxes if any(_is_below(box, region) for region in by_page.get(box.page, ()))
    ]


def _is_below(box: WordBox, region: Region) -> bool:
    word = Rect.of(box)
    hidden = word.intersection(Rect.of(region))
    if hidden is None:
        return False
    letter = min(word.width / (box.end - box.start), _LETTER), min(_HIDDEN * word.height, _LETTER)
    return hidden.area >= _HIDDEN * word.width * word.height or (
        hidden.width >= letter[0] and hidden.height >= letter[1]
    )


def with_covered_text(
    document: Document, replacements: Sequence[Replacement], regions: Sequence[Region]
) -> list[Replacement]:
    """The replacements, and one for what stands below regions and is not replaced, line by line.

    Args:
        document: with the layout that the regions are on.
        replacements: sorted and disjoint.
        regions: that are covered.
    """
    made = list(replacements)
    if document.layout is None or not regions:
        return made
    text = document.text
    taken = [(r.start, r.end) for r in made]
    for start, end in _joined(text, words_under_regions(document.layout, regions)):
        made += [Replacement(a, b, COVERED_TEXT, None) for a, b in _without(start, end, taken)]
    return sorted(made, key=lambda r: r.start)


def regions_in_question(
    pages: Sequence[tuple[float, float]], regions: Iterable[Region], unread: UnreadPolicy
) -> list[Region]:
    """Which regions somebody has to decide about: none, all, or those on pages of which they take too much.

    Args:
        pages: width and height of each in points.
        regions: that nobody has decided about.
        unread: what the policy says.
    """
    found = list(regions)
    if unread is UnreadPolicy.COVER_ALL:
        return []
    if unread is not UnreadPolicy.COVER:
        return found
    taken: defaultdict[int, float] = defaultdict(float)
    for region in found:
        width, height = pages[region.page]
        taken[region.page] += Rect.of(region).area / (width * height)
    return [r for r in found if taken[r.page] > MOST_COVERED]


def undecided_regions_error(regions: Sequence[Region], unread: UnreadPolicy, where: str) -> InputError:
    """The error for regions that nobody has decided about where the policy asks that somebody does."""
    pages = sorted({r.page + 1 for r in regions})
    shown = ", ".join(map(str, pages[:20])) + (f" and {len(pages) - 20} more" if len(pages) > 20 else "")
    return InputError(
        f"shows something on page {shown} that may identify somebody and was not read.",
        where=where,
        remedy="Open it in the window and decide about each box on its pages."
        if unread is UnreadPolicy.ASK
        else "They take more than a quarter of the page: open it in the window and decide about each box, or "
        "choose that all such parts are covered (cover-all)."
        if unread is UnreadPolicy.COVER
        else "Choose that such parts of pages are covered, or that a reviewer is asked.",
    )


def _joined(text: str, boxes: Sequence[WordBox]) -> list[tuple[int, int]]:
    """Ranges of words, those of one line with nothing but blanks between them as one."""
    ranges = sorted({(b.start, b.end) for b in boxes})
    out: list[tuple[int, int]] = []
    for start, end in ranges:
        if out and (start <= out[-1][1] or _is_blank(text[out[-1][1] : start])):
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def _is_blank(between: str) -> bool:
    return between.isspace() and not any(c in between for c in "\n\r\f\t")


def _without(start: int, end: int, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What is left of a range outside of others, which are sorted and disjoint."""
    inner = [(max(a, start), min(b, end)) for a, b in taken if a < end and start < b]
    edges = [(start, start), *inner, (end, end)]
    return [(a[1], b[0]) for a, b in pairwise(edges) if a[1] < b[0]]
