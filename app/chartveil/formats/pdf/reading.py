"""Reads the pages of a PDF: by their text layer, compared with what the page shows, or by OCR."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.domain.page_layout import PageReading, RegionKind
from chartveil.formats.pages.content import WORD_PATTERN, PageContent, PageContentBuilder, PageRegion
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.formats.pages.page_picture import PagePicture, has_contrast
from chartveil.formats.pages.unexplained_ink import InkPlace, places_like_text, with_dark_letters
from chartveil.formats.pdf import layer_matching as page_match
from chartveil.formats.pdf.fonts.font_check import FontCheck
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.page import PdfPage, fine_parts_without_words, read_page
from chartveil.formats.pdf.page_parts import page_pictures, part_places
from chartveil.formats.pdf.text_layer import (
    TextLine,
    in_reading_order,
    rect_of_characters,
    without_curved_text,
)
from chartveil.ocr.engine_interface import OcrWord
from chartveil.ocr.identifying_marks import body_pictures, picture_regions
from chartveil.ocr.options import PageOptions
from chartveil.system.page_progress import PageStep, report_page
from chartveil.system.time_limit import allow_more_time

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
_BESIDE, _SURE_OF_BARS, _SURE_OF_CURVES = 1.0, 0.7, 0.9
"""Points that are covered around bars and letters on a curve, and how sure it is that they are such."""
_WITHIN = 0.95
"""Share of a region that lies in another where it is a part of that."""
_FINER = 2.5
"""Factor of the resolution for small print."""
_SECONDS = 3.0
"""Seconds that each page adds to the time limit of its file, besides those for its size and OCR."""
_OVERLAP = 144.0
"""Points by which the parts of a large page overlap where they are read."""
_LARGE = 60.0
"""Points of letters that are read on a large page as a whole."""


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


def read_page_contents(
    pdf: Any, options: PageOptions, step: PageStep = PageStep.READING, doubtful_fonts: Collection[str] = ()
) -> Iterator[PageContent]:
    """The pages of an opened document, one after the other; PDFium is held only while it works.

    What the page shows counts: of the text layer only what is seen, and of all else what OCR reads.

    Args:
        step: as which each page is told.
        doubtful_fonts: names of those whose characters are not believed.

    Raises:
        ResourceError: if a page needs OCR and the engine is not ready.
        StageError: if the engine fails.
    """
    proof = FontCheck(options, doubtful_fonts)
    for number in range(len(pdf)):
        report_page(step, number, len(pdf))
        allow_more_time(_SECONDS)
        yield _page_content(pdf, number, options, proof)


def drawn_pages(pdf: Any, dpi: float) -> Iterator[PagePicture]:
    """The pages of an opened document as they are drawn, one after the other; large ones in parts."""
    for number in range(len(pdf)):
        yield from page_pictures(pdf, number, dpi)


def _page_content(pdf: Any, number: int, options: PageOptions, proof: FontCheck) -> PageContent:
    """A page: the words of its layer that are seen, what OCR reads of the rest, and notes that open at a
    click."""
    with PDFIUM_LOCK:
        page = read_page(pdf, number, options.dpi)
    page = _without_false_fonts(page, proof)
    seen, curved = without_curved_text(page.seen)
    page = replace(page, seen=seen)
    places = places_like_text(page.rest)
    width, height = page.size
    if page.picture.dpi < options.dpi:
        content = _in_parts(pdf, page, options, curved)
    elif page.claimed or sum(p.rect.area for p in places) >= _SCAN_AREA * width * height:
        content = _with_faint_places(_compared(page, options), page, places, options)
    elif page.seen:
        finer = partial(fine_parts_without_words, pdf, page, _FINER * options.dpi)
        content = _with_rest(page, places, finer, options, curved)
    elif places or has_contrast(page.picture.picture):
        content = OCR_PAGE_CACHE.read(page.picture, options)
    else:
        content = PageContent("", (), page.size)
    text = PageContentBuilder(content)
    for note in page.notes:
        text.add_unseen(note)
    content = text.content_like(content)
    return replace(content, left_out=content.left_out + page.hidden, undrawn=page.undrawn)


def _without_false_fonts(page: PdfPage, proof: FontCheck) -> PdfPage:
    """The page without the words whose fonts show other letters than they say: they stand in its rest."""
    seen, places = proof.believed(page.picture, page.seen, page.fonts)
    if not places:
        return page
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


def _with_faint_places(
    content: PageContent, page: PdfPage, places: Iterable[InkPlace], options: PageOptions
) -> PageContent:
    """The page with what is read in its pale places by themselves, as a watermark across it, which a reading
    of the whole page does not turn level."""
    if page.claimed or content.reading.quarter_turns or content.reading.skew:
        return content
    for place in places:
        ocr = _read_place(page.rest, place, options) if place.is_faint else None
        if ocr is not None:
            content = _with_ocr(content, ocr)
    return content


def _with_rest(
    page: PdfPage,
    places: Sequence[InkPlace],
    finer: Callable[[Iterable[Rect]], Iterator[PagePicture]],
    options: PageOptions,
    curved: Sequence[Rect],
) -> PageContent:
    """The words of the layer, and what OCR reads of the rest, on the page turned so that its lines are level.

    Args:
        places: of the rest, where letters may stand.
        finer: draws parts of the rest finer.
        curved: letters along curves, which are not read.
    """
    size = page.size
    turned = (size[1], size[0]) if page.quarter_turns % 2 else size
    rotation = PageRotation(size, turned, PageReading("", page.quarter_turns))
    lines = page.seen
    if page.quarter_turns:
        lines = tuple(line.moved(rotation.drawn_to_read) for line in lines)
    layer, _ = _layer(lines, turned, turned=page.quarter_turns > 0)
    parts: Iterable[tuple[PagePicture, InkPlace]] = _read_together(page.rest, size, places)
    if len(places) <= _MOST_PLACES and any(p.letter < _TINY for p in places):
        whole = Rect(0.0, 0.0, *size)
        around = (p.rect.grown(2 * _AROUND, 2 * _AROUND).intersection(whole) or p.rect for p in places)
        parts = zip(finer(around), places, strict=True)
    for rest, place in parts:
        ocr = _read_place(rest, place, options)
        if ocr is not None:
            as_read = page_match.with_places_moved(ocr, rotation.drawn_to_read, layer.size)
            layer = _with_ocr(layer, as_read, page.quarter_turns)
    reading = replace(layer.reading, quarter_turns=page.quarter_turns)
    bars = [bar for p in places for bar in p.bars]
    regions = _with_pictures(layer, page, rotation, bars) if places else ()
    return replace(layer, reading=reading, regions=(*regions, *_unread(curved, rotation)))


def _unread(letters: Iterable[Rect], rotation: PageRotation) -> Iterator[PageRegion]:
    """Letters that are seen and make no words."""
    for rect in letters:
        around = rotation.drawn_to_read(rect.grown(_BESIDE, _BESIDE))
        yield PageRegion(around, RegionKind.UNREAD, _SURE_OF_CURVES)


def _with_ocr(layer: PageContent, ocr: PageContent, quarter_turns: int = 0) -> PageContent:
    """The page with what only OCR read of a part of it."""
    found = page_match.layer_with_ocr_words(layer, ocr, _matches(layer, ocr))
    return replace(found, reading=PageReading(ocr.reading.engine, quarter_turns))


def _read_together(
    rest: PagePicture, size: tuple[float, float], places: Sequence[InkPlace]
) -> list[tuple[PagePicture, InkPlace]]:
    """Places of the rest that are read one by one; of many all of it is read at once, and faint ones again.

    Args:
        size: of the picture in points.
    """
    if len(places) <= _MOST_PLACES:
        return [(rest, p) for p in places]
    whole = InkPlace(Rect(0.0, 0.0, *size).moved(*rest.corner), _TINY, 255)
    return [(rest, p) for p in (whole, *(p for p in places if p.is_faint))]


def _in_parts(pdf: Any, page: PdfPage, options: PageOptions, curved: Sequence[Rect]) -> PageContent:
    """The words of the layer of a page that is too large to be drawn at once, and what OCR reads of its rest:
    large letters on the page as a whole, all others on overlapping parts, each word where its middle is."""
    layer, _ = _layer(page.seen, page.size)
    scale = POINTS_PER_INCH / page.rest.dpi
    bars: list[Rect] = []
    for place in places_like_text(page.rest):
        bars += place.bars
        ocr = _read_place(page.rest, place, options) if place.letter * scale >= _LARGE else None
        if ocr is not None:
            layer = _with_ocr(layer, ocr)
    whole = Rect(0.0, 0.0, *page.size)
    cores = [
        core
        for core in part_places(page.size, options.dpi)
        if (near := page.rest.crop(core)) is not None and near.min() < near.max()
    ]
    wide = [core.grown(_OVERLAP, _OVERLAP).intersection(whole) or core for core in cores]
    for core, rest in zip(cores, fine_parts_without_words(pdf, page, options.dpi, wide), strict=True):
        scale = POINTS_PER_INCH / rest.dpi
        here = places_like_text(rest)
        bars += (bar.moved(*rest.corner) for p in here for bar in p.bars)
        found = (replace(p, rect=p.rect.moved(*rest.corner)) for p in here)
        places = [p for p in found if p.letter * scale < _LARGE]
        for picture, place in _read_together(rest, rest.size, places):
            ocr = _read_place(picture, place, options)
            if ocr is not None:
                layer = _with_ocr(layer, page_match.within(ocr, core))
    level = PageRotation(page.size, page.size, PageReading())
    regions = _with_pictures(layer, page, level, bars)
    return replace(layer, regions=(*regions, *_unread(curved, level)))


def _with_pictures(
    layer: PageContent, page: PdfPage, rotation: PageRotation, bars: Iterable[Rect]
) -> tuple[PageRegion, ...]:
    """The regions of a page with its pictures whole: in a place read by itself most of a picture is ground.

    Args:
        layer: what was read of the page.
        rotation: from the page as drawn to the page as read.
        bars: where rows of bars stand on the page as drawn, whether what they say could be read or not.
    """
    rest, program_drawn = page.rest, bool(page.seen)
    scale = POINTS_PER_INCH / rest.dpi
    words = [
        OcrWord(layer.text[w.start : w.end], rotation.read_to_drawn(w.rect).scaled(1 / scale), w.confidence)
        for w in layer.words
    ]
    pictures = [
        PageRegion(rotation.drawn_to_read(r.place.scaled(scale)), r.kind, r.score)
        for r in picture_regions(rest.picture, words, program_drawn=program_drawn)
    ]
    bodies = [
        rotation.drawn_to_read(place.scaled(scale))
        for place in body_pictures(rest.picture, program_drawn=program_drawn)
    ]
    others = (
        r
        for r in layer.regions
        if not any(_is_within(r.rect, p.rect) for p in pictures)
        and not (r.kind is RegionKind.FACE and any(_is_within(r.rect, body) for body in bodies))
    )
    placed = (rotation.drawn_to_read(bar.grown(_BESIDE, _BESIDE)) for bar in bars)
    codes = [PageRegion(bar, RegionKind.BARCODE, _SURE_OF_BARS) for bar in placed]
    kept = [r for r in others if not any(_is_within(r.rect, code.rect) for code in codes)]
    codes = [
        c for c in codes if not any(k.kind is RegionKind.BARCODE and _is_within(c.rect, k.rect) for k in kept)
    ]
    return tuple(sorted((*kept, *codes, *pictures), key=lambda r: (r.rect.top, r.rect.left)))


def _is_within(rect: Rect, other: Rect) -> bool:
    return rect.shared_area(other) >= _WITHIN * rect.area


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
    x, y = rest.corner
    corner = (x + (columns.start - added) * scale, y + (rows.start - added) * scale)
    rotation = PageRotation(picture.size, ocr.size, ocr.reading)
    return page_match.with_places_moved(ocr, partial(_shifted, rotation, corner), rest.size)


def _shifted(rotation: PageRotation, corner: tuple[float, float], rect: Rect) -> Rect:
    """A place of a part of the page on the page."""
    return rotation.read_to_drawn(rect).moved(*corner)


def _matches(layer: PageContent, ocr: PageContent) -> page_match.WordMatches:
    placed = page_match.placed_words(layer)
    return page_match.match_words([(text, rect) for text, rect, _ in placed], page_match.placed_words(ocr))
