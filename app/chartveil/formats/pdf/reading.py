"""Reads the pages of a PDF: by their text layer, compared with what the page shows, or by OCR."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.domain.page_layout import PageReading
from chartveil.formats.pages.content import WORD_PATTERN, PageContent, PageContentBuilder
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.formats.pages.page_picture import PagePicture, grey_if_colourless, has_contrast
from chartveil.formats.pages.unexplained_ink import InkPlace, places_like_text, with_dark_letters
from chartveil.formats.pdf import layer_matching as page_match
from chartveil.formats.pdf.font_proof import FontProof, without_disbelieved
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.page import PdfPage, draw, drawing_scale, read_page
from chartveil.formats.pdf.text_layer import TextLine, in_reading_order, rect_of_characters
from chartveil.ocr.options import PageOptions

_LEVEL = 1.0
"""Degrees from which a scan is shown level, though a part of it has a text layer."""
_AROUND = 3.0
"""Points around a place that are read with it: letters at its very edge are lost else."""
_CLOSE = 0.3
"""The same around faint letters, in heights of them: the paper next to them may end there."""
_SCAN_AREA = 0.5
"""Share of a page that is no text of its layer from which it may be a scan, and is read as a whole."""
_MOST_PLACES = 8
"""Places that are read one by one; of more the whole page is read at once."""
_TINY = 10.0
"""Pixels of letters below which a page is drawn finer."""
_FINER = 2.5
"""By how much."""


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

    What the page shows counts: of the text layer only what is seen, and of all else what OCR reads.

    Raises:
        ResourceError: if a page needs OCR and the engine is not ready.
        StageError: if the engine fails.
    """
    proof = FontProof(options)
    for number in range(len(pdf)):
        yield _page_content(pdf, number, options, proof)


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
        scale = drawing_scale(page, dpi)
        picture = draw(page, scale, hard_edges=hard_edges)
    finally:
        page.close()
    return PagePicture(number, grey_if_colourless(picture), scale * POINTS_PER_INCH)


def _page_content(pdf: Any, number: int, options: PageOptions, proof: FontProof) -> PageContent:
    """A page: the words of its layer that are seen, what OCR reads of the rest, and notes that open at a
    click."""
    with PDFIUM_LOCK:
        page = read_page(pdf, number, options.dpi)
    page = _without_false_fonts(page, proof)
    places = places_like_text(page.rest)
    width, height = page.size
    if page.claimed or sum(p.rect.area for p in places) >= _SCAN_AREA * width * height:
        content = _compared(page, options)
    elif page.seen:
        content = _with_rest(page, places, partial(_finer_rest, pdf, number, options.dpi), options)
    elif places or has_contrast(page.picture.picture):
        content = OCR_PAGE_CACHE.read(page.picture, options)
    else:
        content = PageContent("", (), page.size)
    text = PageContentBuilder(content)
    for note in page.notes:
        text.add_unseen(note)
    return replace(text.content_like(content), left_out=content.left_out + page.hidden)


def _without_false_fonts(page: PdfPage, proof: FontProof) -> PdfPage:
    """The page without the words whose fonts show other letters than they say: they stand in its rest."""
    wrong = proof.disbelieved(page.picture, page.seen, page.fonts)
    if not wrong:
        return page
    seen, places = without_disbelieved(page.seen, page.fonts, wrong)
    rest = page.rest.picture.copy()
    for rect in places:
        rows, columns = page.rest.pixels(rect.grown(_AROUND, _AROUND))
        rest[rows, columns] = page.picture.picture[rows, columns]
    return replace(page, seen=tuple(seen), rest=replace(page.rest, picture=rest))


def _layer(
    lines: Iterable[TextLine], size: tuple[float, float], *, turned: bool = False
) -> tuple[PageContent, frozenset[int]]:
    """The words of lines in reading order, and where those begin that show nothing of their own."""
    text = PageContentBuilder()
    claimed = set[int]()
    for line in in_reading_order(list(lines), turned=turned):
        whole = line.text
        start = len(whole) - len(whole.lstrip())
        characters = line.characters[start : len(whole.rstrip())]
        at = len(text.text) + bool(text.text)
        rects = []
        for match in WORD_PATTERN.finditer(whole.strip()):
            word = characters[match.start() : match.end()]
            rect = rect_of_characters(word)
            if rect is not None:
                rects.append((match.start(), match.end(), rect, 1.0))
            if not all(c.seen for c in word):
                claimed.add(at + match.start())
        text.add_line(whole.strip(), rects)
    return text.content_like(PageContent("", (), size)), frozenset(claimed)


def _compared(page: PdfPage, options: PageOptions) -> PageContent:
    """The layer where it agrees with what OCR reads on the whole page, or is a part of it; else what OCR
    reads. Words that show nothing of their own are left out where OCR reads others."""
    drawn = page.picture
    layer, claimed = _layer((*page.seen, *page.claimed), page.size)
    ocr = OCR_PAGE_CACHE.read(drawn, options)
    rotation = PageRotation(drawn.size, ocr.size, ocr.reading)
    ocr_as_drawn = page_match.with_places_moved(ocr, rotation.read_to_drawn, layer.size)
    found = _matches(layer, ocr_as_drawn)
    level = not ocr.reading.quarter_turns and abs(ocr.reading.skew) < _LEVEL
    agrees = found.ocr_agreement >= page_match.MIN_AGREEMENT or (
        level and found.layer_agreement >= page_match.MIN_AGREEMENT
    )
    layer, left_out = page_match.without_unconfirmed(layer, claimed, found)
    if left_out:
        found = _matches(layer, ocr_as_drawn)
    if not agrees:

        def place(rect: Rect) -> Rect | None:
            return rotation.drawn_to_read(rect) if drawn.has_ink(rect) else None

        text = page_match.ocr_with_layer_words(ocr, layer, found.layer_words_over_ocr.__contains__, place)
    else:
        text = page_match.layer_with_ocr_words(layer, ocr_as_drawn, found)
        text = replace(text, reading=PageReading(ocr.reading.engine))
    return replace(text, left_out=left_out)


def _with_rest(
    page: PdfPage, places: Sequence[InkPlace], finer: Callable[[], PagePicture], options: PageOptions
) -> PageContent:
    """The words of the layer, and what OCR reads of the rest, on the page turned so that its lines are level.

    Args:
        places: of the rest, where letters may stand.
        finer: draws the rest finer.
    """
    size = page.size
    turned = (size[1], size[0]) if page.quarter_turns % 2 else size
    reading = PageReading("", page.quarter_turns)
    rotation = PageRotation(size, turned, reading)
    lines = (line.moved(rotation.drawn_to_read) for line in page.seen)
    layer, _ = _layer(lines, turned, turned=page.quarter_turns > 0)
    if places and len(places) <= _MOST_PLACES:
        if any(p.letter < _TINY for p in places):
            rest = finer()
        else:
            rest = page.rest
        parts = [(rest, p) for p in places]
    elif places:
        whole = InkPlace(Rect(0.0, 0.0, *size), _TINY, 255)
        parts = [(page.rest, whole), *((page.rest, p) for p in places if p.is_faint)]
    else:
        parts = []
    for rest, place in parts:
        ocr = _read_place(rest, place, options)
        if ocr is None:
            continue
        as_read = page_match.with_places_moved(ocr, rotation.drawn_to_read, layer.size)
        layer = page_match.layer_with_ocr_words(layer, as_read, _matches(layer, as_read))
        reading = PageReading(ocr.reading.engine, page.quarter_turns)
    return replace(layer, reading=reading)


def _read_place(rest: PagePicture, place: InkPlace, options: PageOptions) -> PageContent | None:
    """What OCR reads in a place of a page, with places on the page; None where nothing stands there."""
    around = _CLOSE * place.letter * POINTS_PER_INCH / rest.dpi if place.is_faint else _AROUND
    rect = place.rect.grown(around, around)
    rows, columns = rest.pixels(rect)
    part, added = rest.picture[rows, columns], 0
    if not part.size:
        return None
    if place.is_faint:
        part, added = with_dark_letters(part, place.contrast)
    picture = PagePicture(rest.number, part.copy(), rest.dpi)
    ocr = OCR_PAGE_CACHE.read(picture, options)
    if not ocr.words and not ocr.regions:
        return None
    scale = POINTS_PER_INCH / rest.dpi
    corner = ((columns.start - added) * scale, (rows.start - added) * scale)
    rotation = PageRotation(picture.size, ocr.size, ocr.reading)
    return page_match.with_places_moved(ocr, partial(_shifted, rotation, corner), rest.size)


def _finer_rest(pdf: Any, number: int, dpi: float) -> PagePicture:
    """The rest of a page drawn finer, for letters that are too small to be read."""
    with PDFIUM_LOCK:
        return read_page(pdf, number, _FINER * dpi).rest


def _shifted(rotation: PageRotation, corner: tuple[float, float], rect: Rect) -> Rect:
    """A place of a part of the page on the page."""
    back = rotation.read_to_drawn(rect)
    x, y = corner
    return Rect(back.left + x, back.top + y, back.right + x, back.bottom + y)


def _matches(layer: PageContent, ocr: PageContent) -> page_match.WordMatches:
    placed = page_match.placed_words(layer)
    return page_match.match_words([(text, rect) for text, rect, _ in placed], page_match.placed_words(ocr))
