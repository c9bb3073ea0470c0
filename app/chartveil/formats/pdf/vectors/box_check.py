"""Proves of a copy whose pages were kept as vectors that nothing stands in its boxes but what we wrote there.

What is to be in the boxes is computed anew from the document and its replacements, and held against what
PDFium finds in the finished file: characters, lines, pixels of pictures, and the page as it is drawn.
"""

from __future__ import annotations

import ctypes
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from chartveil.domain.document import Document, Replacement
from chartveil.domain.errors import StageError
from chartveil.domain.page_layout import Region
from chartveil.formats.pages.pictures import draw_page
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.redaction import PageRedactionPlan, plan_redaction
from chartveil.formats.pdf.text_layer import PageCoordinates, placed_characters
from chartveil.formats.pdf.vectors.comparison import draw_first_page
from chartveil.formats.pdf.vectors.content_writing import FRAME_WIDTH, DrawnBox, VectorPage, drawn_box
from chartveil.formats.pdf.vectors.page_items import PdfRect, Point, bounding_box, shared_size
from chartveil.formats.pdf.writing import build_pdf
from chartveil.ocr.options import PageOptions

if TYPE_CHECKING:
    from chartveil.formats.pages.box_drawing import RedactionBox
    from chartveil.ocr.engine_interface import Picture

_POINTS = 72.0
_SIDES = 2
"""Pixels at the sides of a box that letters beside it may touch."""
_EDGE = 0.5
"""Points at the sides of a box that do not count for what stands in it."""
_DARK = 96
"""Grey below which a pixel of a picture counts as burnt out; those at the sides are not quite black."""
_TOKEN = re.compile(
    rb"-?[0-9]+(?:\.[0-9]+)?|<[0-9A-F]*>|/I[0-9]+|/[HK]|q|Q|cm|Do|W|n|m|l|c|h|re|f\*?|B\*?|S|w|J|j|M|d"
    rb"|g|rg|k|G|RG|K|BT|ET|Tf|Tm|Tr|Tj|TJ"
)
"""All that content of our own consists of, besides brackets."""
_BRACKETS = re.compile(rb"(?=<)|(?<=>)|[\[\]]")


def problems_in_boxes(
    data: bytes,
    document: Document,
    replacements: Sequence[Replacement],
    options: PageOptions,
    regions: Sequence[Region] | None = None,
) -> list[str]:
    """What stands in boxes of pages kept as vectors, or shines through them; empty for a sound copy.

    Args:
        data: the copy.
        document: as it was read, with its layout.
        replacements, options, regions: with which the copy was written.

    Returns:
        Places and what is wrong there, in fixed words.

    Raises:
        StageError: if it cannot be opened, or has other pages than the document.
    """
    import pypdfium2

    # Where replaced text stands on no page has been told when the copy was written.
    plans = plan_redaction(document, replacements, options, "", [(0, len(document.text))], regions)
    vectors = _vector_pages(data)
    if len(vectors) != len(plans):
        raise StageError("proof", "it has other pages than the original.", document.id)
    found: list[str] = []
    with PDFIUM_LOCK:
        pdf = pypdfium2.PdfDocument(data)
        try:
            for number, plan in enumerate(plans):
                if vectors[number]:
                    found += [f"page {number + 1}: {what}" for what in _page(pdf, number, plan, options)]
        finally:
            pdf.close()
    return found


def _vector_pages(data: bytes) -> list[bool]:
    """Of each page, whether it is more than one picture under the invisible layer."""
    import pikepdf

    try:
        pdf = pikepdf.open(io.BytesIO(data))
    except pikepdf.PdfError:
        raise StageError("proof", "it cannot be opened as PDF.") from None
    with pdf:
        return ["/F" not in page.resources.get("/Font", {}) for page in pdf.pages]


def is_written_content(data: bytes) -> bool:
    """Whether a page's content consists of nothing but operators, numbers and codes, as we write it."""
    return all(_TOKEN.fullmatch(token) for token in _BRACKETS.sub(b" ", data).split())


def _page(pdf: Any, number: int, plan: PageRedactionPlan, options: PageOptions) -> Iterator[str]:
    """What is wrong on one page. The caller holds PDFium."""
    drawn = draw_page(pdf, number, options.dpi)
    boxes = [drawn_box(c, options.style, _POINTS / drawn.dpi) for c in plan.boxes]
    if not boxes:
        return
    page = pdf[number]
    try:
        size = page.get_size()
        texts = tuple(b for b in boxes if b.text)
        alone = draw_first_page(
            build_pdf([VectorPage(size, (0.0, 0.0), (), (), tuple(boxes), texts)]), drawn.dpi
        )
        if not all(_same(drawn.picture, alone, c, drawn.dpi) for c in plan.boxes):
            yield "something shines through a box"
        if _has_other_text(page, boxes, plan.boxes):
            yield "text in a box"
        yield from _strange_objects(page, boxes, plan.boxes)
    finally:
        page.close()


def _same(one: Picture, other: Picture, cover: RedactionBox, dpi: float) -> bool:
    """Whether two pictures show the same within a box."""
    import numpy as np

    scale = dpi / _POINTS
    middle = int((cover.top + cover.bottom) / 2 * scale), int((cover.left + cover.right) / 2 * scale)
    top, left = int(cover.top * scale) + _SIDES, int(cover.left * scale) + _SIDES
    bottom, right = int(cover.bottom * scale) - _SIDES, int(cover.right * scale) - _SIDES
    rows = slice(max(min(top, middle[0]), 0), max(bottom, middle[0] + 1))
    columns = slice(max(min(left, middle[1]), 0), max(right, middle[1] + 1))
    first, second = one[rows, columns], other[rows, columns]
    if first.ndim != second.ndim:
        first, second = _in_colour(first), _in_colour(second)
    return first.shape == second.shape and bool(np.array_equal(first, second))


def _in_colour(picture: Picture) -> Picture:
    import numpy as np

    return picture if picture.ndim == 3 else np.repeat(picture[:, :, None], 3, axis=2)


def _has_other_text(page: Any, boxes: Sequence[DrawnBox], covers: Sequence[RedactionBox]) -> bool:
    """Whether a box has characters that are not its own."""
    space = PageCoordinates(page)
    textpage = page.get_textpage()
    try:
        chars = [
            ((r.left + r.right) / 2, (r.top + r.bottom) / 2, text)
            for _, text, r in placed_characters(textpage, space)
            if not text.isspace()
        ]
    finally:
        textpage.close()
    for box, c in zip(boxes, covers, strict=True):
        inside = "".join(t for x, y, t in chars if c.left < x < c.right and c.top < y < c.bottom)
        own = "".join(box.text.split())
        others = "".join(b.text for b in boxes if b is not box and _overlap(b, box))
        if inside != own and (not others or Counter(inside) - Counter(own + others)):
            return True
    return False


def _overlap(one: DrawnBox, other: DrawnBox) -> bool:
    sides = [(b.left, b.top, b.right, b.bottom) for b in (one, other)]
    return min(shared_size(*sides)) > 0


def _strange_objects(page: Any, boxes: Sequence[DrawnBox], covers: Sequence[RedactionBox]) -> Iterator[str]:
    """What lies in boxes besides themselves: drawings, pictures that were not burnt out."""
    import pypdfium2.raw as raw

    height = page.get_height()
    places = [
        (c.left + _EDGE, height - c.bottom + _EDGE, c.right - _EDGE, height - c.top - _EDGE) for c in covers
    ]
    own = [_sides(b, height, 0.0 if b.is_black else FRAME_WIDTH / 2) for b in boxes]
    for i in range(raw.FPDFPage_CountObjects(page.raw)):
        item = raw.FPDFPage_GetObject(page.raw, i)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            continue
        if kind not in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE):
            yield "an object that we do not write"
            continue
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            place = _bounds(item)
            if any(min(shared_size(place, p)) > 0 and not _is_blacked_out(item, place, p) for p in places):
                yield "a picture in a box"
            continue
        edges = list(_edges(item))
        around = bounding_box(p for edge in edges for p in edge) if edges else (0.0,) * 4
        if any(_is_same(around, o) for o in own) and all(_is_level(edge) for edge in edges):
            continue
        if any(_is_strange(edge, p) for edge in edges for p in places):
            yield "a drawing in a box"


def _sides(box: DrawnBox, height: float, inset: float) -> PdfRect:
    return (box.left + inset, height - box.bottom + inset, box.right - inset, height - box.top - inset)


def _bounds(item: Any) -> PdfRect:
    import pypdfium2.raw as raw

    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(item, left, bottom, right, top)
    return (left.value, bottom.value, right.value, top.value)


def _is_same(one: PdfRect, other: PdfRect) -> bool:
    return all(abs(a - b) < 0.02 for a, b in zip(one, other, strict=True))


def _edges(path: Any) -> Iterator[list[Point]]:
    """Each line and curve of a path by its points."""
    import pypdfium2.raw as raw

    x, y = ctypes.c_float(), ctypes.c_float()
    begin = last = (0.0, 0.0)
    held: list[Point] = []
    for k in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, k)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = (x.value, y.value)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begin = last = point
            continue
        held.append(point)
        if kind == raw.FPDF_SEGMENT_BEZIERTO and len(held) % 3:
            continue
        yield [last, *held]
        last, held = point, []
        if raw.FPDFPathSegment_GetClose(segment):
            yield [last, begin]
            last = begin


def _is_level(edge: Sequence[Point]) -> bool:
    left, bottom, right, top = bounding_box(edge)
    return len(edge) == 2 and (right - left < 0.02 or top - bottom < 0.02)


def _is_strange(edge: Sequence[Point], place: PdfRect) -> bool:
    """Whether a line lies in a place that is neither level nor upright, or that ends within it both ways."""
    left, bottom, right, top = bounding_box(edge)
    if min(shared_size((left - 0.01, bottom - 0.01, right + 0.01, top + 0.01), place)) <= 0:
        return False
    inside = left > place[0] and right < place[2] and bottom > place[1] and top < place[3]
    return not _is_level(edge) or inside


def _is_blacked_out(item: Any, place: PdfRect, box: PdfRect) -> bool:
    """Whether the pixels of a picture in a box are dark all over."""
    import pypdfium2
    import pypdfium2.raw as raw

    handle = raw.FPDFImageObj_GetBitmap(item)
    if not handle:
        return False
    bitmap = pypdfium2.PdfBitmap.from_raw(handle)
    try:
        pixels = bitmap.to_numpy()
        rows, columns = pixels.shape[:2]
        across, down = columns / (place[2] - place[0]), rows / (place[3] - place[1])
        left, right = int((box[0] - place[0]) * across) + 1, int((box[2] - place[0]) * across)
        top, bottom = int((place[3] - box[3]) * down) + 1, int((place[3] - box[1]) * down)
        part = pixels[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
        return not part.size or int(part.max()) <= _DARK
    finally:
        bitmap.close()
