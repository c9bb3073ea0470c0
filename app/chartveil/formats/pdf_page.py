"""One page of a PDF: its text with words in place, and whether it shows more than its text layer holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from chartveil.formats import pdf_extras
from chartveil.formats.pdf_order import in_reading_order
from chartveil.formats.pdf_text import Line, PageSpace, Rect, read_lines, union

_UNREADABLE = 0.2
"""Share of glyphs without a Unicode value from which a page's text layer is taken for unreadable."""
_SCAN_AREA = 0.5
"""Share of a page that one picture covers from which it may be a scan."""
_SCAN_WORDS = 30
"""A page with such a picture and fewer words is a scan with a stamp or a fax line on it."""

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """A run of visible characters: its range in the page's text, and where it stands."""

    start: int
    end: int
    rect: Rect


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        text: lines parted by line feeds; without a form feed.
        words: those that have a place, sorted by start.
        size: width and height in points, as shown.
        needs_ocr: whether it shows something that its text layer lacks.
    """

    text: str
    words: tuple[Word, ...]
    size: tuple[float, float]
    needs_ocr: bool


def read_page(pdf: Any, number: int) -> Page:
    """Reads a page of a document whose forms were initialised; annotations may be flattened by it.

    Args:
        number: from 0.
    """
    page = pdf[number]
    try:
        space = PageSpace(page)
        lines, unmapped = _lines(page, space)
        builder = _Builder()
        for line in in_reading_order(lines):
            builder.add(line)
        needs_ocr = _needs_ocr(page, space, len(builder.words), unmapped)
        for extra in pdf_extras.page_extras(page, space):
            builder.add_text(extra.text, extra.rect)
        drawn = pdf_extras.has_drawn_annotations(page)
    finally:
        page.close()
    if drawn:
        for line in _drawn_only(pdf, number, builder.text):
            builder.add(line)
    return Page(builder.text, tuple(builder.words), (space.width, space.height), needs_ocr)


class _Builder:
    """Puts the text of a page together and keeps the place of each word."""

    def __init__(self) -> None:
        self.text = ""
        self.words: list[Word] = []
        self._parts: list[str] = []

    def add(self, line: Line) -> None:
        """Appends a line, without blanks at its ends."""
        text = line.text
        start = len(text) - len(text.lstrip())
        glyphs = line.glyphs[start : len(text.rstrip())]
        text = text.strip()
        at = self._next_line(text)
        for match in _WORD.finditer(text):
            rect = union(g.rect for g in glyphs[match.start() : match.end()])
            if rect is not None:
                self.words.append(Word(at + match.start(), at + match.end(), rect))

    def add_text(self, text: str, rect: Rect | None) -> None:
        """Appends a text whose words all stand in one rectangle, if anywhere."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
        at = self._next_line(text)
        if rect is not None:
            self.words += [Word(at + m.start(), at + m.end(), rect) for m in _WORD.finditer(text)]

    def _next_line(self, text: str) -> int:
        """Appends on a new line and tells where the text starts."""
        if self.text:
            self.text += "\n"
        at = len(self.text)
        self.text += text
        return at


def _lines(page: Any, space: PageSpace) -> tuple[list[Line], float]:
    textpage = page.get_textpage()
    try:
        return read_lines(textpage, space)
    finally:
        textpage.close()


def _needs_ocr(page: Any, space: PageSpace, words: int, unmapped: float) -> bool:
    """Whether the page shows something that its text layer lacks: nothing but pictures or drawn letters,
    glyphs without a meaning, or a scan under a stamp."""
    if words == 0:
        return not _is_blank(page)
    if unmapped > _UNREADABLE:
        return True
    return words < _SCAN_WORDS and _picture_area(page) >= _SCAN_AREA * space.width * space.height


def _is_blank(page: Any) -> bool:
    """Whether the page as drawn, without its annotations, is of one colour."""
    bitmap = page.render(scale=1, may_draw_forms=False, draw_annots=False, grayscale=True)
    try:
        rows = bytes(bitmap.buffer)
        width, stride = bitmap.width * bitmap.n_channels, bitmap.stride
        pixels = b"".join(rows[i * stride : i * stride + width] for i in range(bitmap.height))
        return len(set(pixels)) <= 1
    finally:
        bitmap.close()


def _picture_area(page: Any) -> float:
    """Area in square points that pictures cover, overlaps counted twice (scans come in stripes)."""
    return sum(map(_area, _pictures(page)))


def _pictures(page: Any) -> Iterator[tuple[float, float, float, float]]:
    """Bounds of each picture on the page; of the group that a picture stands in."""
    import pypdfium2.raw as raw

    for item in page.get_objects(max_depth=1):
        if item.type == raw.FPDF_PAGEOBJ_IMAGE:
            yield item.get_bounds()
        elif item.type == raw.FPDF_PAGEOBJ_FORM:
            inner = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], form=item.raw, level=1)
            if any(True for _ in inner):
                yield item.get_bounds()


def _area(bounds: Iterable[float]) -> float:
    left, bottom, right, top = bounds
    return max(right - left, 0.0) * max(top - bottom, 0.0)


def _drawn_only(pdf: Any, number: int, known: str) -> list[Line]:
    """Lines that appear once annotations are drawn into the page, with words that ``known`` lacks."""
    import pypdfium2.raw as raw

    page = pdf[number]
    try:
        if raw.FPDFPage_Flatten(page.raw, raw.FLAT_NORMALDISPLAY) != raw.FLATTEN_SUCCESS:
            return []
    finally:
        page.close()
    page = pdf[number]
    try:
        lines, _ = _lines(page, PageSpace(page))
    finally:
        page.close()
    left = Counter(known.split())
    found = []
    for line in lines:
        words = Counter(line.text.split())
        if words - left:
            found.append(line)
        left -= words
    return found
