"""One page of a PDF: its text layer with words in place, and what else the page may show."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from chartveil.formats import pdf_extras
from chartveil.formats.pdf_objects import DrawnObjects, find_drawn_objects
from chartveil.formats.pdf_order import in_reading_order
from chartveil.formats.pdf_text import PageCoordinates, Rect, TextLine, bounding_rect, read_lines
from chartveil.formats.sheets import WORD_PATTERN, PageContent, PageContentBuilder, without_unseen_places

_UNREADABLE = 0.2
"""Share of glyphs without a Unicode value from which a page's text layer is taken for unreadable."""
_SCAN_AREA = 0.5
"""Share of a page that pictures cover from which it may be a scan."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    """One page by its text layer.

    Attributes:
        sheet: text and words of the layer, then form values, annotations, and what only the look of an
            annotation shows; words off the page have no place.
        layer_length: length of the text of the layer alone.
        is_layer_readable: whether the layer's glyphs have a meaning.
        is_blank: whether the page as drawn, without its annotations, is of one colour; told only where the
            layer is empty, else false.
        drawn_objects: what it draws besides.
    """

    sheet: PageContent
    layer_length: int
    is_layer_readable: bool
    is_blank: bool
    drawn_objects: DrawnObjects

    @property
    def needs_ocr(self) -> bool:
        """Whether the layer tells nothing of what the page shows."""
        return not self.is_layer_readable or (not self.layer_length and not self.is_blank)

    @property
    def may_show_more_than_layer(self) -> bool:
        """Whether it may be a scan, or draws letters as shapes: all of it is to be looked at."""
        width, height = self.sheet.size
        return (
            self.drawn_objects.may_draw_letters
            or self.drawn_objects.picture_area >= _SCAN_AREA * width * height
        )


def read_page(pdf: Any, number: int) -> PdfPage:
    """Reads a page of a document whose forms were initialised; annotations may be flattened by it. The
    caller holds PDFium.

    Args:
        number: from 0.
    """
    page = pdf[number]
    try:
        space = PageCoordinates(page)
        lines, unmapped = _lines(page, space)
        text = PageContentBuilder()
        for line in in_reading_order(lines):
            _add(text, line)
        body = len(text.text)
        seen = find_drawn_objects(page, space)
        blank = not body and _is_blank(page)
        for extra in pdf_extras.annotation_texts(page, space):
            text.add_text(extra.text, extra.rect)
        drawn = pdf_extras.has_drawn_annotations(page)
    finally:
        page.close()
    if drawn:
        for line in _drawn_only(pdf, number, text.text):
            _add(text, line)
    size = (space.width, space.height)
    sheet = without_unseen_places(
        text.content_like(PageContent("", (), size)), lambda rect: _is_on(rect, size)
    )
    return PdfPage(sheet, body, unmapped <= _UNREADABLE, blank, seen)


def _add(text: PageContentBuilder, line: TextLine) -> None:
    """Appends a line, without blanks at its ends."""
    whole = line.text
    start = len(whole) - len(whole.lstrip())
    glyphs = line.characters[start : len(whole.rstrip())]
    whole = whole.strip()
    rects = []
    for match in WORD_PATTERN.finditer(whole):
        rect = bounding_rect(g.rect for g in glyphs[match.start() : match.end()])
        if rect is not None:
            rects.append((match.start(), match.end(), rect, 1.0))
    text.add_line(whole, rects)


def _is_on(rect: Rect, size: tuple[float, float]) -> bool:
    """Whether a rectangle reaches onto the page."""
    return rect.left < size[0] and rect.top < size[1] and rect.right > 0 and rect.bottom > 0


def _lines(page: Any, space: PageCoordinates) -> tuple[list[TextLine], float]:
    textpage = page.get_textpage()
    try:
        return read_lines(textpage, space)
    finally:
        textpage.close()


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


def _drawn_only(pdf: Any, number: int, known: str) -> list[TextLine]:
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
        lines, _ = _lines(page, PageCoordinates(page))
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
