"""One page of a PDF by PDFium: the words of its text layer, its form values and annotations, and what else it
draws: pictures, drawn letters, text that is hardly visible."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chartveil.domain.geometry import Rect
from chartveil.formats.pages.content import (
    WORD_PATTERN,
    PageContent,
    PageContentBuilder,
    without_unseen_places,
)
from chartveil.formats.pdf import annotations as pdf_extras
from chartveil.formats.pdf.text_layer import (
    PageCoordinates,
    TextLine,
    in_reading_order,
    read_lines,
    rect_of_characters,
)

_LEAST_WIDTH, _LEAST_HEIGHT = 24.0, 6.0
"""Points: a smaller picture holds no word."""
_SMALL_PICTURES = 20
"""So many pictures too small for words may be letters, one each."""
_LETTER_HEIGHT = (2.0, 60.0)
"""Points: paths of other heights are no letters."""
_LETTER_SEGMENTS = 8
"""Lines and curves of a path from which it may be a letter."""
_LETTERS = 20
"""So many paths like letters may be words."""
_NEAR_WHITE = 200
"""A fill whose darkest colour is lighter is hard to see on white."""
_DEPTH = 6
"""Groups inside groups that are looked into."""
_NEAR = 2.0
"""Points between pictures that count as one: scans come in stripes."""
_UNREADABLE = 0.2
"""Share of glyphs without a Unicode value from which a page's text layer is taken for unreadable."""
_SCAN_AREA = 0.5
"""Share of a page that pictures cover from which it may be a scan."""


@dataclass(frozen=True, slots=True)
class DrawnObjects:
    """What a page draws.

    Attributes:
        pictures: rectangles of pictures that are large enough to hold a word, those that touch as one.
        picture_area: square points of all pictures, overlaps counted twice.
        may_draw_letters: whether it draws shapes or pictures that may be letters.
        has_hardly_visible_text: whether some of its text may not be seen: invisible, transparent, or nearly
            white.
    """

    pictures: tuple[Rect, ...]
    picture_area: float
    may_draw_letters: bool
    has_hardly_visible_text: bool


def find_drawn_objects(page: Any, space: PageCoordinates) -> DrawnObjects:
    """Looks at each object of a page once; of groups nested deeper than usual, at the group."""
    import pypdfium2.raw as raw

    pictures: list[Rect] = []
    small = letters = 0
    area = 0.0
    odd = False
    for item, groups in _objects(page.raw):
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            odd = odd or _is_hardly_visible(item)
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            letters += letters < _LETTERS and _is_like_a_letter(item)
        elif kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM):
            rect = _on_sheet(item, groups, space)
            if rect is None:
                continue
            area += rect.area
            if rect.width >= _LEAST_WIDTH and rect.height >= _LEAST_HEIGHT:
                pictures.append(rect)
            else:
                small += 1
    drawn = letters >= _LETTERS or small >= _SMALL_PICTURES
    return DrawnObjects(tuple(_joined(pictures)), area, drawn, odd)


def _objects(page: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Objects of a page, each with the groups it stands in, the innermost first."""
    import pypdfium2.raw as raw

    left: list[tuple[Any, tuple[Any, ...]]] = [
        (raw.FPDFPage_GetObject(page, i), ()) for i in range(raw.FPDFPage_CountObjects(page))
    ]
    while left:
        item, groups = left.pop()
        if raw.FPDFPageObj_GetType(item) != raw.FPDF_PAGEOBJ_FORM or len(groups) >= _DEPTH:
            yield item, groups
            continue
        inner = range(raw.FPDFFormObj_CountObjects(item))
        left += [(raw.FPDFFormObj_GetObject(item, k), (item, *groups)) for k in inner]


def _on_sheet(item: Any, groups: tuple[Any, ...], space: PageCoordinates) -> Rect | None:
    """Where an object stands on the page; None where it is off it."""
    import pypdfium2.raw as raw

    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return None
    corners = [(x.value, y.value) for x in (left, right) for y in (bottom, top)]
    for group in groups:
        m = raw.FS_MATRIX()
        if not raw.FPDFPageObj_GetMatrix(group, m):
            continue
        corners = [(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in corners]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    rect = space.rect(min(xs), min(ys), max(xs), max(ys))
    return rect.intersection(Rect(0.0, 0.0, space.width, space.height))


def _is_hardly_visible(item: Any) -> bool:
    """Whether a text may not be seen."""
    import pypdfium2.raw as raw

    mode = raw.FPDFTextObj_GetTextRenderMode(item)
    if mode in (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP):
        return True
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha):
        return False
    return alpha.value < _NEAR_WHITE or min(red.value, green.value, blue.value) > _NEAR_WHITE


def _is_like_a_letter(item: Any) -> bool:
    import pypdfium2.raw as raw

    if raw.FPDFPath_CountSegments(item) < _LETTER_SEGMENTS:
        return False
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return False
    low, high = _LETTER_HEIGHT
    return low <= top.value - bottom.value <= high


def _joined(rects: list[Rect]) -> list[Rect]:
    """Rectangles, those that touch as one."""
    found: list[Rect] = []
    for rect in sorted(rects, key=lambda r: (r.top, r.left, r.bottom, r.right)):
        whole = rect
        near = [r for r in found if r.grown(_NEAR, _NEAR).overlaps(whole)]
        while near:
            for other in near:
                found.remove(other)
                whole = whole.union(other)
            near = [r for r in found if r.grown(_NEAR, _NEAR).overlaps(whole)]
        found.append(whole)
    return sorted(found, key=lambda r: (r.top, r.left))


@dataclass(frozen=True, slots=True)
class PdfPage:
    """One page by its text layer.

    Attributes:
        content: text and words of the layer, then form values, annotations, and what only the look of an
            annotation shows; words off the page have no place.
        layer_length: length of the text of the layer alone.
        is_layer_readable: whether the layer's glyphs have a meaning.
        is_blank: whether the page as drawn, without its annotations, is of one colour; told only where the
            layer is empty, else false.
        drawn_objects: what it draws besides.
    """

    content: PageContent
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
        width, height = self.content.size
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
    content = without_unseen_places(
        text.content_like(PageContent("", (), size)), lambda rect: _is_on(rect, size)
    )
    return PdfPage(content, body, unmapped <= _UNREADABLE, blank, seen)


def _add(text: PageContentBuilder, line: TextLine) -> None:
    """Appends a line, without blanks at its ends."""
    whole = line.text
    start = len(whole) - len(whole.lstrip())
    glyphs = line.characters[start : len(whole.rstrip())]
    whole = whole.strip()
    rects = []
    for match in WORD_PATTERN.finditer(whole):
        rect = rect_of_characters(glyphs[match.start() : match.end()])
        if rect is not None:
            rects.append((match.start(), match.end(), rect, 1.0))
    text.add_line(whole, rects)


def _is_on(rect: Rect, size: tuple[float, float]) -> bool:
    """Whether a rectangle reaches onto the page."""
    return rect.overlaps(Rect(0.0, 0.0, *size))


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
