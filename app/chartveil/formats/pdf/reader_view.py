"""What a PDF reader shows besides the pages: language, page numbers, titles of an outline.

Language and plain numbers can name nobody, and go into the copy. So do titles that stand on the page that
they lead to, as the copy of that page says them. Whatever else stands there is counted, also the structure of
a tagged document: it hangs on the content of the old pages, which no copy has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from chartveil.domain.span import Replacement
from chartveil.formats.pdf.annotations import utf16_text
from chartveil.formats.pdf.opening import PDFIUM_LOCK

LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Z]{2})?")
"""A language as ISO 639-1 has it, with a country or without."""
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_LONGEST_TITLE = 500
"""Characters of a title; a longer one is left out."""
OUTLINE_TITLES, PAGE_LABELS, STRUCTURE = "outline titles", "page labels", "structure for screen readers"
"""Kinds of what is in no copy."""


@dataclass(frozen=True, slots=True)
class PageLabel:
    """The number that a reader shows for a page.

    Attributes:
        style: ``D`` for figures, ``R`` and ``r`` for Roman ones (ISO 32000-1, 12.4.2).
        number: from 1.
    """

    style: str
    number: int


@dataclass(frozen=True, slots=True)
class TitlePlace:
    """The place of an outline title on the page that it leads to.

    Attributes:
        level: from 0.
        page: from 0.
        start, end: range of the document's text.
    """

    level: int
    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A title of the copy's outline: ``level`` and ``page`` from 0."""

    level: int
    page: int
    title: str


@dataclass(frozen=True, slots=True)
class ReaderView:
    """The parts of a reader's view that a copy keeps.

    Attributes:
        language: of the document, as ``en`` or ``en-US``; empty where it is not told.
        labels: of each page; None for one without. Empty where a document has none.
        outline: its titles, in order.
        left_out: how many things of which kind are not kept.
    """

    language: str = ""
    labels: tuple[PageLabel | None, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


NOTHING_KEPT = ReaderView()


def title_places(pdf: Any, text: str) -> list[TitlePlace]:
    """Where titles of an opened document's outline stand on their pages.

    Args:
        text: of the document, a form feed between pages.
    """
    with PDFIUM_LOCK:
        titles = [(t.level, t.get_title(), t.get_dest()) for t in pdf.get_toc()]
        led_to = [dest.get_index() if dest is not None else None for _, _, dest in titles]
    ends = [m.start() for m in re.finditer("\f", text)] if titles else []
    pages = list(zip([0, *(end + 1 for end in ends)], [*ends, len(text)], strict=True))
    found = []
    for (level, title, _), page in zip(titles, led_to, strict=True):
        words = title.split()
        if page is None or not 0 <= page < len(pages) or not words or len(title) > _LONGEST_TITLE:
            continue
        said = re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, words)) + r"(?!\w)")
        place = said.search(text, *pages[page])
        if place is not None:
            found.append(TitlePlace(level, page, place.start(), place.end()))
    return found


def outline_of_copy(
    text: str, places: Sequence[TitlePlace], replacements: Sequence[Replacement], *, kinds: bool
) -> tuple[OutlineEntry, ...]:
    """The titles as the copy says them.

    Args:
        text: of the document.
        places: of the titles in it.
        replacements: made in the text; those that reach into a title are in it wholly.
        kinds: whether the kind of an identifier stands for it, not what takes its place.
    """
    found = []
    for place in places:
        own = [r for r in replacements if r.start < place.end and r.end > place.start]
        at, end = min([place.start, *(r.start for r in own)]), max([place.end, *(r.end for r in own)])
        said = []
        for r in sorted(own):
            said += [text[at : r.start], f"[{r.label.value}]" if kinds and r.label else r.text]
            at = r.end
        title = " ".join("".join([*said, text[at:end]]).split())
        if title:
            found.append(OutlineEntry(place.level, place.page, title))
    return tuple(found)


def reader_view(pdf: Any) -> ReaderView:
    """What a reader shows of an opened document beside its titles, all of which are counted."""
    import pypdfium2.raw as raw

    with PDFIUM_LOCK:
        language = utf16_text(partial(raw.FPDFCatalog_GetLanguage, pdf.raw))
        shown = [utf16_text(partial(raw.FPDF_GetPageLabel, pdf.raw, n)) for n in range(len(pdf))]
        titles = sum(1 for _ in pdf.get_toc())
        is_tagged = bool(raw.FPDFCatalog_IsTagged(pdf.raw))
    labels = tuple(page_label(text) if text else None for text in shown)
    lost = sum(1 for text, label in zip(shown, labels, strict=True) if text and label is None)
    return ReaderView(
        language if LANGUAGE.fullmatch(language) else "",
        labels if any(labels) else (),
        left_out={OUTLINE_TITLES: titles, PAGE_LABELS: lost, STRUCTURE: int(is_tagged)},
    )


def page_label(text: str) -> PageLabel | None:
    """The label that a text is; None for one with words or signs, which may say anything."""
    if _NUMBER.fullmatch(text):
        return PageLabel("D", int(text))
    if text and _ROMAN.fullmatch(text) and text in (text.lower(), text.upper()):
        values = [_VALUES[letter] for letter in text.lower()]
        following = [*values[1:], 0]
        number = sum(-a if a < b else a for a, b in zip(values, following, strict=True))
        return PageLabel("R" if text.isupper() else "r", number)
    return None


def catalog_entries(view: ReaderView) -> str:
    """The entries of a catalog that say it, as PDF writes them."""
    entries = f"/Lang({view.language})" if view.language else ""
    if not view.labels:
        return entries
    ranges = []
    before: PageLabel | None = None
    for page, label in enumerate(view.labels):
        follows = before is not None and label == PageLabel(before.style, before.number + 1)
        if page == 0 or not (follows or label is before is None):
            ranges.append(f"{page}<</S/{label.style}/St {label.number}>>" if label else f"{page}<<>>")
        before = label
    return f"{entries}/PageLabels<</Nums[{' '.join(ranges)}]>>"


def outline_objects(entries: Sequence[OutlineEntry], first: int, pages: Sequence[int]) -> list[str]:
    """The objects of an outline, its root first, as PDF writes them (ISO 32000-1, 12.3.3).

    Args:
        entries: its titles, one at least.
        first: number of the first object; the others follow.
        pages: numbers of the pages' objects.
    """
    parents, above = list[int](), [(-1, 0)]
    for number, entry in enumerate(entries, 1):
        while above[-1][0] >= entry.level:
            above.pop()
        parents.append(above[-1][1])
        above.append((entry.level, number))
    children: dict[int, list[int]] = {}
    for number, parent in enumerate(parents, 1):
        children.setdefault(parent, []).append(number)

    def ends(number: int) -> str:
        own = children.get(number, [])
        within = f"/First {first + own[0]} 0 R/Last {first + own[-1]} 0 R" if own else ""
        return f"{within}/Count {len(own)}" if own else ""

    found = [f"<</Type/Outlines{ends(0)}>>"]
    for number, entry in enumerate(entries, 1):
        siblings = children[parents[number - 1]]
        at = siblings.index(number)
        before = f"/Prev {first + siblings[at - 1]} 0 R" if at else ""
        after = f"/Next {first + siblings[at + 1]} 0 R" if at + 1 < len(siblings) else ""
        title = entry.title.encode("utf-16-be", "replace").hex().upper()
        found.append(
            f"<</Title<FEFF{title}>/Parent {first + parents[number - 1]} 0 R{before}{after}{ends(number)}"
            f"/Dest[{pages[entry.page]} 0 R/Fit]>>"
        )
    return found
