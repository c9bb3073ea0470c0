"""Reads the pages of a PDF: by their text layer, compared with what the page shows, or by OCR."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.domain.page_layout import PageReading
from chartveil.formats.pages.content import PageContent, without_unseen_places
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.formats.pages.page_picture import (
    MOST_PIXELS,
    PagePicture,
    grey_if_colourless,
    has_contrast,
)
from chartveil.formats.pdf import layer_matching as page_match
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.page import PdfPage, read_page
from chartveil.ocr.options import PageOptions

_LEVEL = 1.0
"""Degrees from which a scan is shown level, though a part of it has a text layer."""
_AROUND = 3.0
"""Points around a picture that are read with it: letters at its very edge are lost else."""


@dataclass(frozen=True, slots=True)
class PageRotation:
    """How a page was turned about its middle.

    Attributes:
        drawn_size, read_size: width and height before and after, in points.
        reading: by quarters clockwise, then by the skew counter-clockwise.
    """

    drawn_size: tuple[float, float]
    read_size: tuple[float, float]
    reading: PageReading

    def drawn_to_read(self, rect: Rect) -> Rect:
        """The rectangle on the page as read that covers one on the page as drawn."""
        return self._turned(rect, self.drawn_size, self.read_size, self._degrees)

    def read_to_drawn(self, rect: Rect) -> Rect:
        """The rectangle on the page as drawn that covers one on the page as read."""
        return self._turned(rect, self.read_size, self.drawn_size, -self._degrees)

    @property
    def _degrees(self) -> float:
        """Clockwise."""
        return 90.0 * self.reading.quarter_turns - self.reading.skew

    def _turned(self, rect: Rect, old: tuple[float, float], new: tuple[float, float], degrees: float) -> Rect:
        if degrees == 0.0 and old == new:
            return rect
        sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        xs, ys = [], []
        for x in (rect.left - old[0] / 2, rect.right - old[0] / 2):
            for y in (rect.top - old[1] / 2, rect.bottom - old[1] / 2):
                # The y axis points down, so that this is clockwise.
                xs.append(x * cosine - y * sine + new[0] / 2)
                ys.append(x * sine + y * cosine + new[1] / 2)
        return Rect(round(min(xs), 3), round(min(ys), 3), round(max(xs), 3), round(max(ys), 3))


def read_page_contents(pdf: Any, options: PageOptions) -> Iterator[PageContent]:
    """The pages of an opened document, one after the other; PDFium is held only while it works.

    Raises:
        ResourceError: if a page needs OCR and the engine is not ready.
        StageError: if the engine fails.
    """
    for number in range(len(pdf)):
        yield _page_content(pdf, number, options)


def drawn_pages(pdf: Any, dpi: float) -> Iterator[PagePicture]:
    """The pages of an opened document as they are drawn, one after the other."""
    for number in range(len(pdf)):
        with PDFIUM_LOCK:
            page = draw_page(pdf, number, dpi)
        yield page


def draw_page(pdf: Any, number: int, dpi: float, *, hard_edges: bool = False) -> PagePicture:
    """A page of an opened PDF with its forms and annotations, on white. The caller holds PDFium.

    Args:
        number: from 0.
        dpi: less is taken where the picture would have more than ``MOST_PIXELS``.
        hard_edges: whether letters and lines have only their own colours, none between them and the paper.
    """
    page = pdf[number]
    try:
        width, height = page.get_size()
        most = (MOST_PIXELS / max(width * height, 1.0)) ** 0.5
        scale = min(dpi / POINTS_PER_INCH, most)
        bitmap = page.render(
            scale=scale,
            rev_byteorder=True,
            no_smoothtext=hard_edges,
            no_smoothpath=hard_edges,
            no_smoothimage=hard_edges,
        )
        try:
            picture = bitmap.to_numpy().copy()
        finally:
            bitmap.close()
    finally:
        page.close()
    return PagePicture(number, grey_if_colourless(picture), scale * POINTS_PER_INCH)


def _page_content(pdf: Any, number: int, options: PageOptions) -> PageContent:
    with PDFIUM_LOCK:
        page = read_page(pdf, number)
        drawn = draw_page(pdf, number, options.dpi) if _must_be_drawn(page) else None
    if drawn is None:
        return page.content
    if page.needs_ocr:
        return _by_ocr(_extras_only(page), drawn, options)
    if page.may_show_more_than_layer:
        return _compared(page.content, drawn, options)
    return _with_pictures(_visible_only(page.content, drawn), page, drawn, options)


def _must_be_drawn(page: PdfPage) -> bool:
    """Whether the page's picture tells more than its layer. To draw it takes longer than to read it."""
    return (
        page.needs_ocr
        or page.may_show_more_than_layer
        or page.drawn_objects.has_hardly_visible_text
        or bool(page.drawn_objects.pictures)
    )


def _extras_only(page: PdfPage) -> PageContent:
    """What the layer holds besides letters of the page: form values and annotations."""
    start = page.layer_length + 1 if page.layer_length else 0
    words = (w for w in page.content.words if w.start >= start)
    moved = (replace(w, start=w.start - start, end=w.end - start) for w in words)
    unseen = tuple((a - start, b - start) for a, b in page.content.unseen if a >= start)
    return replace(page.content, text=page.content.text[start:], words=tuple(moved), unseen=unseen)


def _visible_only(layer: PageContent, drawn: PagePicture) -> PageContent:
    return without_unseen_places(layer, drawn.has_ink)


def _by_ocr(extras: PageContent, drawn: PagePicture, options: PageOptions) -> PageContent:
    """The page by OCR alone, with form values and annotations that it did not read below."""
    ocr = OCR_PAGE_CACHE.read(drawn, options)
    return _ocr_with_layer_below(ocr, extras, drawn)


def _compared(layer: PageContent, drawn: PagePicture, options: PageOptions) -> PageContent:
    """The layer where it agrees with what OCR reads on the whole page, or is a part of it; else what OCR
    reads."""
    ocr = OCR_PAGE_CACHE.read(drawn, options)
    rotation = PageRotation(drawn.size, ocr.size, ocr.reading)
    ocr_as_drawn = page_match.with_places_moved(ocr, rotation.read_to_drawn, layer.size)
    found = _matches(layer, ocr_as_drawn)
    level = not ocr.reading.quarter_turns and abs(ocr.reading.skew) < _LEVEL
    if found.ocr_agreement < page_match.MIN_AGREEMENT and not (
        level and found.layer_agreement >= page_match.MIN_AGREEMENT
    ):
        return _ocr_with_layer_below(ocr, layer, drawn)
    reading = PageReading(ocr.reading.engine)
    return replace(
        _visible_only(page_match.layer_with_ocr_words(layer, ocr_as_drawn, found), drawn), reading=reading
    )


def _ocr_with_layer_below(ocr: PageContent, layer: PageContent, drawn: PagePicture) -> PageContent:
    """What OCR read, with what only the layer holds below it."""
    rotation = PageRotation(drawn.size, ocr.size, ocr.reading)
    covered = _matches(
        layer, page_match.with_places_moved(ocr, rotation.read_to_drawn, layer.size)
    ).layer_words_over_ocr

    def place(rect: Rect) -> Rect | None:
        return rotation.drawn_to_read(rect) if drawn.has_ink(rect) else None

    return page_match.ocr_with_layer_words(ocr, layer, covered.__contains__, place)


def _with_pictures(
    layer: PageContent, page: PdfPage, drawn: PagePicture, options: PageOptions
) -> PageContent:
    """The layer with what the pictures on the page show."""
    for rect in page.drawn_objects.pictures:
        part = drawn.crop(rect, _AROUND)
        if part is None or not has_contrast(part):
            continue
        ocr = OCR_PAGE_CACHE.read(PagePicture(drawn.number, part, drawn.dpi), options)
        if not ocr.words and not ocr.regions:
            continue
        size = PagePicture(drawn.number, part, drawn.dpi).size
        rotation = PageRotation(size, ocr.size, ocr.reading)
        corner = (max(rect.left - _AROUND, 0.0), max(rect.top - _AROUND, 0.0))
        ocr_as_drawn = page_match.with_places_moved(ocr, partial(_shifted, rotation, corner), layer.size)
        layer = page_match.layer_with_ocr_words(layer, ocr_as_drawn, _matches(layer, ocr_as_drawn))
        layer = replace(layer, reading=PageReading(ocr.reading.engine))
    return layer


def _shifted(rotation: PageRotation, corner: tuple[float, float], rect: Rect) -> Rect:
    """A place of a part of the page on the page."""
    back = rotation.read_to_drawn(rect)
    x, y = corner
    return Rect(back.left + x, back.top + y, back.right + x, back.bottom + y)


def _matches(layer: PageContent, ocr: PageContent) -> page_match.WordMatches:
    placed = page_match.placed_words(layer)
    return page_match.match_words([(text, rect) for text, rect, _ in placed], page_match.placed_words(ocr))
