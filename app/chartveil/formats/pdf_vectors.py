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

from chartveil.domain import Document, Replacement
from chartveil.formats.pdf_build import CoveredPage, build_pdf
from chartveil.formats.pdf_open import PDFIUM
from chartveil.formats.pdf_outlines import MOST, Outline
from chartveil.formats.pdf_text import PageSpace, Rect
from chartveil.formats.pdf_vectors_art import kept_art, shown_in
from chartveil.formats.pdf_vectors_boxes import Box, box_of
from chartveil.formats.pdf_vectors_fonts import Faces
from chartveil.formats.pdf_vectors_glyphs import Glyph, Shown
from chartveil.formats.pdf_vectors_look import looks_alike
from chartveil.formats.pdf_vectors_model import Clip, Codes, Item, Photo, Unfit, flipped, lies_in
from chartveil.formats.pdf_vectors_walk import codes_of, walk
from chartveil.formats.pdf_vectors_write import ShownGlyphs, VectorPage
from chartveil.layout import PageReading
from chartveil.ocr.options import BoxStyle

if TYPE_CHECKING:
    import pikepdf

    from chartveil.formats.cover import Cover
    from chartveil.formats.redaction import PagePlan

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
_ODD = (
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
class _Word:
    """A word that stays: where its text begins, its text and its place."""

    start: int
    text: str
    rect: Rect


class VectorPages:
    """The pages of an opened PDF that can be kept as vectors.

    Attributes:
        reasons: by number of a page, why it became a picture; in fixed words.
    """

    def __init__(self, pdf: Any, data: bytes, password: str | None) -> None:
        import pikepdf

        self.reasons: dict[int, str] = {}
        self._pdf = pdf
        self._shapes: set[tuple[Outline, str]] = set()
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

    def of(
        self,
        document: Document,
        replacements: Sequence[Replacement],
        plans: Sequence[PagePlan],
        style: BoxStyle,
        pages: Iterable[CoveredPage],
    ) -> Iterator[CoveredPage | VectorPage]:
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
                    raise Unfit("read by OCR")
                if any(c.label is None for c in plans[number].covers):
                    raise Unfit("region that is covered")
                yield self._page(number, page, plans[number], words[number], starts[number], style)
            except (Unfit, *_ODD) as why:
                self.reasons[number] = str(why) if isinstance(why, Unfit) else "content that cannot be read"
                yield page

    def _page(
        self,
        number: int,
        page: CoveredPage,
        plan: PagePlan,
        words: Sequence[_Word],
        starts: Sequence[tuple[int, Rect]],
        style: BoxStyle,
    ) -> VectorPage:
        if self._source is None or number >= len(self._source.pages):
            raise Unfit("file that is read in two ways")
        with PDFIUM:
            made = self._made(number, self._source, page, plan, words, starts, style)
        seen = self._shapes | {(g.shape, g.text) for w in made.spelt for g in w.glyphs}
        if len(seen) >= MOST:
            raise Unfit("too many glyphs")
        if not looks_alike(build_pdf([made]), page, plan.covers):
            raise Unfit("other look")
        self._shapes = seen
        return made

    def _made(
        self,
        number: int,
        whole: pikepdf.Pdf,
        covered: CoveredPage,
        plan: PagePlan,
        words: Sequence[_Word],
        starts: Sequence[tuple[int, Rect]],
        style: BoxStyle,
    ) -> VectorPage:
        """The page before it is known how it looks. The caller holds PDFium."""
        page, source = self._pdf[number], whole.pages[number]
        try:
            _check_page(page, source.obj)
            space = PageSpace(page)
            left, bottom, right, top = page.get_bbox()
            sheet = (left, bottom, right, top)
            textpage = page.get_textpage()
            try:
                shown = Shown(page, textpage, space)
                with Faces(whole, source, *codes_of(source)) as faces:
                    items = walk(source, faces.width)
                    counts = (
                        sum(isinstance(i, Codes) for i in items),
                        sum(isinstance(i, Photo) for i in items),
                    )
                    if shown.counts != counts:
                        raise Unfit("content that is read in two ways")
                    spelt = _spelt(items, shown, faces, words, plan.covers)
                glyphs = [g for _, held in spelt for g in held]
                _check_glyphs(glyphs, items, covered, sheet)
                art = kept_art(items, glyphs, sheet, covered, plan.covers, shown)
            finally:
                textpage.close()
        finally:
            page.close()
        grid = _POINTS / covered.dpi
        boxes = [box_of(c, style, grid) for c in plan.covers]
        entries: list[tuple[int, list[Glyph] | Box]] = [*spelt, *_begins(boxes, starts)]
        told = sorted(entries, key=lambda entry: entry[0])
        under: list[ShownGlyphs] = []
        order: list[ShownGlyphs | Box] = []
        for _, entry in told:
            if isinstance(entry, Box):
                order.append(entry)
                continue
            word = _snapped(entry, grid) if boxes else ShownGlyphs(tuple(entry))
            (under if _is_under(entry, plan.covers) else order).append(word)
        return VectorPage(covered.size, (left, bottom), tuple(art), tuple(under), tuple(boxes), tuple(order))


def _words(
    document: Document, replacements: Sequence[Replacement]
) -> tuple[dict[int, list[_Word]], dict[int, list[tuple[int, Rect]]]]:
    """By page: the words that stay, and where the text of each word that goes begins and stands."""
    import bisect

    layout = document.layout
    assert layout is not None
    ordered = sorted(replacements)
    ends = [r.end for r in ordered]
    words: dict[int, list[_Word]] = defaultdict(list)
    starts: dict[int, list[tuple[int, Rect]]] = defaultdict(list)
    for box in layout.boxes:
        at = bisect.bisect_right(ends, box.start)
        rect = Rect(box.left, box.top, box.right, box.bottom)
        if at < len(ordered) and ordered[at].start < box.end:
            starts[box.page].append((box.start, rect))
        else:
            words[box.page].append(_Word(box.start, document.text[box.start : box.end], rect))
    return words, starts


def _check_page(page: Any, source: Any) -> None:
    """Raises Unfit if the page is turned or enlarged, or more than links lie on it."""
    import pypdfium2.raw as raw

    if page.get_rotation() or "/UserUnit" in source or max(page.get_size()) > _LARGEST:
        raise Unfit("page that is turned or large")
    for i in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, i)
        if not annotation:
            raise Unfit("annotation")
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        drawn = raw.FPDFAnnot_HasKey(annotation, b"AP")
        raw.FPDFPage_CloseAnnot(annotation)
        if kind != raw.FPDF_ANNOT_LINK or drawn:
            raise Unfit("annotation")


def _spelt(
    items: Sequence[Item], shown: Shown, faces: Faces, words: Sequence[_Word], covers: Sequence[Cover]
) -> list[tuple[int, list[Glyph]]]:
    """The glyphs of each word that stays, by where its text begins. All others are passed over.

    Raises:
        Unfit: if the glyphs of a word do not spell it.
    """
    bands: dict[int, list[_Word]] = defaultdict(list)
    for word in words:
        for band in range(int(word.rect.top // _BAND), int(word.rect.bottom // _BAND) + 1):
            bands[band].append(word)
    held: dict[int, list[Glyph]] = defaultdict(list)
    for at, item in enumerate(items):
        if not isinstance(item, Codes) or item.mode == 3:
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
        glyphs = sorted(held[word.start], key=lambda g: g.order)
        if "".join(g.text for g in glyphs) != word.text:
            raise Unfit("word whose letters are not its own")
        found.append((word.start, glyphs))
    return found


def _is_in(rect: Rect, cover: Cover) -> bool:
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


def _check_glyphs(glyphs: Iterable[Glyph], items: Sequence[Item], covered: CoveredPage, sheet: Clip) -> None:
    """Raises Unfit if a glyph is too small to be read, clipped, or nothing of it is seen."""
    for g in glyphs:
        a, b, c, d = g.look.linear
        if min(a * a + b * b, c * c + d * d) < _SMALLEST**2 or abs(a * d - b * c) < 1:
            raise Unfit("letters that nobody can read")
        clip = items[g.at].clip
        if clip is not None and not lies_in(flipped(g.rect, sheet), clip, _CLIPPED):
            raise Unfit("letters that are clipped")
        r = g.rect
        if not shown_in(covered, Rect(r.left - _EDGE, r.top - _EDGE, r.right + _EDGE, r.bottom + _EDGE)):
            raise Unfit("letters that nobody sees")


def _begins(boxes: Sequence[Box], starts: Sequence[tuple[int, Rect]]) -> Iterator[tuple[int, Box]]:
    """The boxes that say something, with where the text begins that they stand for."""
    for box in boxes:
        inside = [at for at, rect in starts if box.left <= (rect.left + rect.right) / 2 <= box.right
                  and box.top <= (rect.top + rect.bottom) / 2 <= box.bottom]  # fmt: skip
        if box.text and inside:
            yield min(inside), box


def _snapped(glyphs: Sequence[Glyph], grid: float) -> ShownGlyphs:
    """The word moved along its line to the nearest pixel of the picture, so that its place tells no more of
    the width of what stood beside it than the picture does."""
    first = glyphs[0]
    a, b, _, _ = first.look.linear
    if abs(a) >= abs(b):
        return ShownGlyphs(tuple(glyphs), dx=round(first.x / grid) * grid - first.x)
    return ShownGlyphs(tuple(glyphs), dy=round(first.y / grid) * grid - first.y)


def _is_under(glyphs: Sequence[Glyph], covers: Sequence[Cover]) -> bool:
    """Whether a part of the word lies below a box, by more than rounding."""
    return any(
        min(g.rect.right, c.right) - max(g.rect.left, c.left) > _BESIDE
        and min(g.rect.bottom, c.bottom) - max(g.rect.top, c.top) > _BESIDE
        for g in glyphs
        for c in covers
    )
