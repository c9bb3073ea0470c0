"""Reads the pages of a PDF: by their text layer, held against what they show, or by OCR."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from chartveil.formats import page_match
from chartveil.formats.page_pictures import PagePicture, draw_page
from chartveil.formats.page_reads import READS
from chartveil.formats.page_turns import Turn
from chartveil.formats.pdf_open import PDFIUM
from chartveil.formats.pdf_page import Page, read_page
from chartveil.formats.pdf_text import Rect
from chartveil.formats.sheets import Sheet, only_seen
from chartveil.layout import PageReading
from chartveil.ocr.options import PageOptions

_LEVEL = 1.0
"""Degrees from which a scan is shown level, though a part of it has a text layer."""
_AROUND = 3.0
"""Points around a picture that are read with it: letters at its very edge are lost else."""


def read_sheets(pdf: Any, options: PageOptions) -> Iterator[Sheet]:
    """The pages of an opened document, one after the other; PDFium is held only while it works.

    Raises:
        ResourceError: if a page needs OCR and the engine is not ready.
        StageError: if the engine fails.
    """
    for number in range(len(pdf)):
        yield _read_sheet(pdf, number, options)


def drawn_pages(pdf: Any, dpi: float) -> Iterator[PagePicture]:
    """The pages of an opened document as they are drawn, one after the other."""
    for number in range(len(pdf)):
        with PDFIUM:
            page = draw_page(pdf, number, dpi)
        yield page


def _read_sheet(pdf: Any, number: int, options: PageOptions) -> Sheet:
    with PDFIUM:
        page = read_page(pdf, number)
        look = _looks(page)
        drawn = draw_page(pdf, number, options.dpi) if look else None
    if drawn is None:
        return page.sheet
    if page.needs_ocr:
        return _by_ocr(_extras_only(page), drawn, options)
    if page.may_show_more:
        return _compared(page.sheet, drawn, options)
    return _with_pictures(_seen_only(page.sheet, drawn), page, drawn, options)


def _looks(page: Page) -> bool:
    """Whether the page's picture tells more than its layer. To draw it takes longer than to read it."""
    return page.needs_ocr or page.may_show_more or page.survey.odd_text or bool(page.survey.pictures)


def _extras_only(page: Page) -> Sheet:
    """What the layer holds besides letters of the page: form values and annotations."""
    start = page.body + 1 if page.body else 0
    words = (w for w in page.sheet.words if w.start >= start)
    moved = (replace(w, start=w.start - start, end=w.end - start) for w in words)
    unseen = tuple((a - start, b - start) for a, b in page.sheet.unseen if a >= start)
    return replace(page.sheet, text=page.sheet.text[start:], words=tuple(moved), unseen=unseen)


def _seen_only(layer: Sheet, drawn: PagePicture) -> Sheet:
    return only_seen(layer, partial(page_match.has_ink, drawn))


def _by_ocr(extras: Sheet, drawn: PagePicture, options: PageOptions) -> Sheet:
    """The page by OCR alone, with form values and annotations that it did not read below."""
    seen = READS.read(drawn, options)
    return _below(seen, extras, drawn)


def _compared(layer: Sheet, drawn: PagePicture, options: PageOptions) -> Sheet:
    """The layer where it agrees with what OCR reads on the whole page, or is a part of it; else what OCR
    reads."""
    seen = READS.read(drawn, options)
    turn = Turn(drawn.size, seen.size, seen.reading)
    flat = page_match.moved(seen, turn.back, layer.size)
    found = _matches(layer, flat)
    level = not seen.reading.quarter_turns and abs(seen.reading.skew) < _LEVEL
    if found.agreed < page_match.AGREED and not (level and found.confirmed >= page_match.AGREED):
        return _below(seen, layer, drawn)
    reading = PageReading(seen.reading.engine)
    return replace(_seen_only(page_match.with_seen(layer, flat, found), drawn), reading=reading)


def _below(seen: Sheet, layer: Sheet, drawn: PagePicture) -> Sheet:
    """What OCR read, with what only the layer holds below it."""
    turn = Turn(drawn.size, seen.size, seen.reading)
    covered = _matches(layer, page_match.moved(seen, turn.back, layer.size)).covered

    def place(rect: Rect) -> Rect | None:
        return turn.forward(rect) if page_match.has_ink(drawn, rect) else None

    return page_match.with_layer(seen, layer, covered.__contains__, place)


def _with_pictures(layer: Sheet, page: Page, drawn: PagePicture, options: PageOptions) -> Sheet:
    """The layer with what the pictures on the page show."""
    for rect in page.survey.pictures:
        part = page_match.crop(drawn, rect, _AROUND)
        if part is None or int(part.max()) - int(part.min()) < page_match.INK:
            continue
        seen = READS.read(PagePicture(drawn.number, part, drawn.dpi), options)
        if not seen.words and not seen.spots:
            continue
        size = PagePicture(drawn.number, part, drawn.dpi).size
        turn = Turn(size, seen.size, seen.reading)
        corner = (max(rect.left - _AROUND, 0.0), max(rect.top - _AROUND, 0.0))
        flat = page_match.moved(seen, partial(_shifted, turn, corner), layer.size)
        layer = page_match.with_seen(layer, flat, _matches(layer, flat))
        layer = replace(layer, reading=PageReading(seen.reading.engine))
    return layer


def _shifted(turn: Turn, corner: tuple[float, float], rect: Rect) -> Rect:
    """A place of a part of the page on the page."""
    back = turn.back(rect)
    x, y = corner
    return Rect(back.left + x, back.top + y, back.right + x, back.bottom + y)


def _matches(layer: Sheet, seen: Sheet) -> page_match.Matches:
    placed = page_match.placed(layer)
    return page_match.match([(text, rect) for text, rect, _ in placed], page_match.placed(seen))
