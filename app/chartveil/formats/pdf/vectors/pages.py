"""Keeps pages of a PDF as vectors where that is safe: weaker than pictures, and off unless asked for.

A page is taken apart into shapes, pictures and glyphs, of which only what is known to belong to words that
stay is written anew; nothing is taken away from the old page. Glyphs of words that stay become shapes of a
font of our own. Whatever is not known without doubt makes the page a picture, as it is by default, and so
does a result that looks different from that picture.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from chartveil.domain.document import Document, Replacement
from chartveil.domain.page_layout import PageReading
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.text_layer import PageCoordinates, Rect
from chartveil.formats.pdf.vectors.comparison import looks_alike
from chartveil.formats.pdf.vectors.content_reading import codes_by_font, read_page_items
from chartveil.formats.pdf.vectors.content_writing import DrawnBox, KeptGlyphs, VectorPage, drawn_box
from chartveil.formats.pdf.vectors.drawings import is_visible_in, kept_drawings
from chartveil.formats.pdf.vectors.fonts import FontGlyphs
from chartveil.formats.pdf.vectors.glyphs import Glyph, PdfiumPage
from chartveil.formats.pdf.vectors.outline_fonts import MAX_GLYPHS, GlyphOutline
from chartveil.formats.pdf.vectors.page_items import (
    NotSafeAsVectors,
    PageItem,
    PdfRect,
    PlacedImage,
    TextRun,
    is_inside,
    to_pdf_rect,
)
from chartveil.formats.pdf.writing import RasterPage, build_pdf
from chartveil.ocr.options import BoxStyle

if TYPE_CHECKING:
    import pikepdf

    from chartveil.formats.pages.box_drawing import RedactionBox
    from chartveil.formats.pdf.redaction import PageRedactionPlan

_POINTS = 72.0
_LARGEST = 14_400.0
"""Longest side of a page that is not made smaller."""
_SMALLEST = 2.0
"""Points of letters below which nobody reads a word."""
_TOUCH = 0.05
"""Points by which a glyph may lie outside of its word, for rounding."""
_BESIDE = 0.4
"""Points by which a word may reach below a box before it is drawn first."""
_CLIPPED = 1.0
"""Points by which a letter may reach out of a clip: those of lines are narrow."""
_CONTENT_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What libraries and we raise at content that is not as it should be. Errors of checks are none of these."""
_EDGE = 0.5
"""Points around a letter that are looked at with it, as that of a bar is of one colour."""
_BAND = 24.0


@dataclass(frozen=True, slots=True)
class _KeptWord:
    """A word that stays: where its text begins, its text and its place."""

    start: int
    text: str
    rect: Rect


class VectorPages:
    """The pages of an opened PDF that can be kept as vectors.

    Attributes:
        fallback_reasons: by number of a page, why it became a picture; in fixed words.
    """

    def __init__(self, pdf: Any, data: bytes, password: str | None) -> None:
        import pikepdf

        self.fallback_reasons: dict[int, str] = {}
        self._pdf = pdf
        self._shapes: set[tuple[GlyphOutline, str]] = set()
        self._source: pikepdf.Pdf | None
        try:
            self._source = pikepdf.open(io.BytesIO(data), password=password or "")
        except pikepdf.PdfError:
            self._source = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._source is not None:
            self._source.close()

    def pages_for(
        self,
        document: Document,
        replacements: Sequence[Replacement],
        plans: Sequence[PageRedactionPlan],
        style: BoxStyle,
        pages: Iterable[RasterPage],
    ) -> Iterator[RasterPage | VectorPage]:
        """The pages, each as vectors where it can be, else as the picture that is given.

        Args:
            document: as it was read, with its layout.
            plans: what becomes of each page.
            pages: the pictures, covered; all in order.
        """
        words, starts = _words(document, replacements)
        layout = document.layout
        assert layout is not None
        for number, page in enumerate(pages):
            try:
                if layout.readings and layout.readings[number] != PageReading():
                    raise NotSafeAsVectors("read by OCR")
                if any(c.label is None for c in plans[number].boxes):
                    raise NotSafeAsVectors("region that is covered")
                yield self._page(number, page, plans[number], words[number], starts[number], style)
            except (NotSafeAsVectors, *_CONTENT_ERRORS) as why:
                self.fallback_reasons[number] = (
                    str(why) if isinstance(why, NotSafeAsVectors) else "content that cannot be read"
                )
                yield page

    def _page(
        self,
        number: int,
        page: RasterPage,
        plan: PageRedactionPlan,
        words: Sequence[_KeptWord],
        starts: Sequence[tuple[int, Rect]],
        style: BoxStyle,
    ) -> VectorPage:
        if self._source is None or number >= len(self._source.pages):
            raise NotSafeAsVectors("file that is read in two ways")
        with PDFIUM_LOCK:
            made = self._made(number, self._source, page, plan, words, starts, style)
        seen = self._shapes | {(g.outline, g.text) for w in made.kept_words for g in w.glyphs}
        if len(seen) >= MAX_GLYPHS:
            raise NotSafeAsVectors("too many glyphs")
        if not looks_alike(build_pdf([made]), page, plan.boxes):
            raise NotSafeAsVectors("other look")
        self._shapes = seen
        return made

    def _made(
        self,
        number: int,
        whole: pikepdf.Pdf,
        covered: RasterPage,
        plan: PageRedactionPlan,
        words: Sequence[_KeptWord],
        starts: Sequence[tuple[int, Rect]],
        style: BoxStyle,
    ) -> VectorPage:
        """The page before it is known how it looks. The caller holds PDFium."""
        page, source = self._pdf[number], whole.pages[number]
        try:
            _check_page(page, source.obj)
            space = PageCoordinates(page)
            left, bottom, right, top = page.get_bbox()
            sheet = (left, bottom, right, top)
            textpage = page.get_textpage()
            try:
                shown = PdfiumPage(page, textpage, space)
                with FontGlyphs(whole, source, *codes_by_font(source)) as faces:
                    items = read_page_items(source, faces.width)
                    counts = (
                        sum(isinstance(i, TextRun) for i in items),
                        sum(isinstance(i, PlacedImage) for i in items),
                    )
                    if shown.object_counts != counts:
                        raise NotSafeAsVectors("content that is read in two ways")
                    spelt = _glyphs_of_words(items, shown, faces, words, plan.boxes)
                glyphs = [g for _, held in spelt for g in held]
                _check_glyphs(glyphs, items, covered, sheet)
                art = kept_drawings(items, glyphs, sheet, covered, plan.boxes, shown)
            finally:
                textpage.close()
        finally:
            page.close()
        grid = _POINTS / covered.dpi
        boxes = [drawn_box(c, style, grid) for c in plan.boxes]
        entries: list[tuple[int, list[Glyph] | DrawnBox]] = [*spelt, *_boxes_with_text(boxes, starts)]
        told = sorted(entries, key=lambda entry: entry[0])
        under: list[KeptGlyphs] = []
        order: list[KeptGlyphs | DrawnBox] = []
        for _, entry in told:
            if isinstance(entry, DrawnBox):
                order.append(entry)
                continue
            word = _snapped(entry, grid) if boxes else KeptGlyphs(tuple(entry))
            (under if _is_under(entry, plan.boxes) else order).append(word)
        return VectorPage(covered.size, (left, bottom), tuple(art), tuple(under), tuple(boxes), tuple(order))


def _words(
    document: Document, replacements: Sequence[Replacement]
) -> tuple[dict[int, list[_KeptWord]], dict[int, list[tuple[int, Rect]]]]:
    """By page: the words that stay, and where the text of each word that goes begins and stands."""
    import bisect

    layout = document.layout
    assert layout is not None
    ordered = sorted(replacements)
    ends = [r.end for r in ordered]
    words: dict[int, list[_KeptWord]] = defaultdict(list)
    starts: dict[int, list[tuple[int, Rect]]] = defaultdict(list)
    for box in layout.boxes:
        at = bisect.bisect_right(ends, box.start)
        rect = Rect(box.left, box.top, box.right, box.bottom)
        if at < len(ordered) and ordered[at].start < box.end:
            starts[box.page].append((box.start, rect))
        else:
            words[box.page].append(_KeptWord(box.start, document.text[box.start : box.end], rect))
    return words, starts


def _check_page(page: Any, source: Any) -> None:
    """Raises Unfit if the page is turned or enlarged, or more than links lie on it."""
    import pypdfium2.raw as raw

    if page.get_rotation() or "/UserUnit" in source or max(page.get_size()) > _LARGEST:
        raise NotSafeAsVectors("page that is turned or large")
    for i in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, i)
        if not annotation:
            raise NotSafeAsVectors("annotation")
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        drawn = raw.FPDFAnnot_HasKey(annotation, b"AP")
        raw.FPDFPage_CloseAnnot(annotation)
        if kind != raw.FPDF_ANNOT_LINK or drawn:
            raise NotSafeAsVectors("annotation")


def _glyphs_of_words(
    items: Sequence[PageItem],
    shown: PdfiumPage,
    faces: FontGlyphs,
    words: Sequence[_KeptWord],
    covers: Sequence[RedactionBox],
) -> list[tuple[int, list[Glyph]]]:
    """The glyphs of each word that stays, by where its text begins. All others are passed over.

    Raises:
        Unfit: if the glyphs of a word do not spell it.
    """
    bands: dict[int, list[_KeptWord]] = defaultdict(list)
    for word in words:
        for band in range(int(word.rect.top // _BAND), int(word.rect.bottom // _BAND) + 1):
            bands[band].append(word)
    held: dict[int, list[Glyph]] = defaultdict(list)
    for at, item in enumerate(items):
        if not isinstance(item, TextRun) or item.mode == 3:
            continue
        for glyph in shown.glyphs(item, at, faces):
            if any(_is_in(glyph.rect, c) for c in covers):
                continue
            middle = (glyph.rect.top + glyph.rect.bottom) / 2
            fitting = (w for w in bands[int(middle // _BAND)] if _holds(w.rect, glyph.rect))
            mine = next((w for w in fitting if glyph.text in w.text), None)
            if mine is not None:
                held[mine.start].append(glyph)
    found = []
    for word in words:
        glyphs = sorted(held[word.start], key=lambda g: g.character_index)
        if "".join(g.text for g in glyphs) != word.text:
            raise NotSafeAsVectors("word whose letters are not its own")
        found.append((word.start, glyphs))
    return found


def _is_in(rect: Rect, cover: RedactionBox) -> bool:
    """Whether the middle of a rectangle lies in a cover, or most of it."""
    wide = min(rect.right, cover.right) - max(rect.left, cover.left)
    high = min(rect.bottom, cover.bottom) - max(rect.top, cover.top)
    return wide > 0.4 * (rect.right - rect.left) and high > 0.4 * (rect.bottom - rect.top)


def _holds(word: Rect, glyph: Rect) -> bool:
    return (
        word.left - _TOUCH <= glyph.left
        and glyph.right <= word.right + _TOUCH
        and word.top - _TOUCH <= glyph.top
        and glyph.bottom <= word.bottom + _TOUCH
    )


def _check_glyphs(
    glyphs: Iterable[Glyph], items: Sequence[PageItem], covered: RasterPage, sheet: PdfRect
) -> None:
    """Raises Unfit if a glyph is too small to be read, clipped, or nothing of it is seen."""
    for g in glyphs:
        a, b, c, d = g.style.linear
        if min(a * a + b * b, c * c + d * d) < _SMALLEST**2 or abs(a * d - b * c) < 1:
            raise NotSafeAsVectors("letters that nobody can read")
        clip = items[g.item_index].clip
        if clip is not None and not is_inside(to_pdf_rect(g.rect, sheet), clip, _CLIPPED):
            raise NotSafeAsVectors("letters that are clipped")
        r = g.rect
        if not is_visible_in(covered, Rect(r.left - _EDGE, r.top - _EDGE, r.right + _EDGE, r.bottom + _EDGE)):
            raise NotSafeAsVectors("letters that nobody sees")


def _boxes_with_text(
    boxes: Sequence[DrawnBox], starts: Sequence[tuple[int, Rect]]
) -> Iterator[tuple[int, DrawnBox]]:
    """The boxes that say something, with where the text begins that they stand for."""
    for box in boxes:
        inside = [at for at, rect in starts if box.left <= (rect.left + rect.right) / 2 <= box.right
                  and box.top <= (rect.top + rect.bottom) / 2 <= box.bottom]  # fmt: skip
        if box.text and inside:
            yield min(inside), box


def _snapped(glyphs: Sequence[Glyph], grid: float) -> KeptGlyphs:
    """The word moved along its line to the nearest pixel of the picture, so that its place tells no more of
    the width of what stood beside it than the picture does."""
    first = glyphs[0]
    a, b, _, _ = first.style.linear
    if abs(a) >= abs(b):
        return KeptGlyphs(tuple(glyphs), dx=round(first.x / grid) * grid - first.x)
    return KeptGlyphs(tuple(glyphs), dy=round(first.y / grid) * grid - first.y)


def _is_under(glyphs: Sequence[Glyph], covers: Sequence[RedactionBox]) -> bool:
    """Whether a part of the word lies below a box, by more than rounding."""
    return any(
        min(g.rect.right, c.right) - max(g.rect.left, c.left) > _BESIDE
        and min(g.rect.bottom, c.bottom) - max(g.rect.top, c.top) > _BESIDE
        for g in glyphs
        for c in covers
    )
