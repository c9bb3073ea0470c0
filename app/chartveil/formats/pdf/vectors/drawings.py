"""Which shapes and pictures of a page are kept as they are, and which make it a picture.

Nobody can tell a drawn letter from a drawn line. So nothing that is curved or slants may run through a box,
nothing that could hide something may lie over it, and what shows nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from chartveil.formats.pages.pictures import PagePicture
from chartveil.formats.pdf.layer_matching import has_ink
from chartveil.formats.pdf.text_layer import Rect
from chartveil.formats.pdf.vectors.content_writing import KeptPicture
from chartveil.formats.pdf.vectors.glyphs import Glyph, PdfiumPage
from chartveil.formats.pdf.vectors.page_items import (
    NotSafeAsVectors,
    PageItem,
    PdfRect,
    PlacedImage,
    Point,
    Segment,
    Shape,
    bounding_box,
    is_inside,
    shared_size,
    to_pdf_rect,
)
from chartveil.formats.pdf.writing import RasterPage

if TYPE_CHECKING:
    from chartveil.formats.pages.box_drawing import RedactionBox

_POINTS = 72.0
_AROUND = 1.5
"""Points around a shape that are looked at to see whether it shows anything."""
_THIN = 1.5
"""Points: a rule that is no wider hides nothing."""
_SHARED = 0.3
"""Points that two things must share both ways to lie over each other."""
_OUTSIDE = 1.0
"""Points by which a drawing may reach out of its page or clip."""
_NEAR = 3.0
"""Points between the end of a rule and the side of a box from which the rule is the box's."""


def kept_drawings(
    items: Sequence[PageItem],
    glyphs: Iterable[Glyph],
    sheet: PdfRect,
    covered: RasterPage,
    covers: Sequence[RedactionBox],
    shown: PdfiumPage,
) -> list[Shape | KeptPicture]:
    """The shapes and pictures of a page that stay, in their order.

    Args:
        items: all that the page paints.
        glyphs: those that stay.
        sheet: the page, as its content counts.
        covered: its picture with boxes.
        covers: what is covered.
        shown: the page as PDFium has it.

    Raises:
        Unfit: if something may hide below something else, or letters may be drawn in a box.
    """
    places = [_flipped_cover(c, sheet) for c in covers]
    grid = _POINTS / covered.dpi
    kept: list[tuple[int, Shape | PlacedImage]] = []
    for at, item in enumerate(items):
        if isinstance(item, Shape):
            for place in places:
                _check_letters(item, place)
            whole = _visible(item, sheet, places)
            if whole is not None and _has_ink(whole.bounds, sheet, covered):
                kept.append((at, _snapped_at_boxes(whole, places, grid)))
        elif isinstance(item, PlacedImage) and _has_ink(_seen(item, sheet), sheet, covered):
            kept.append((at, item))
    _check_hidden(kept, [(g.item_index, to_pdf_rect(g.rect, sheet)) for g in glyphs])
    found: list[Shape | KeptPicture] = []
    for _, thing in kept:
        found.append(thing if isinstance(thing, Shape) else _placed(thing, sheet, covered, covers, shown))
    return found


def is_visible_in(page: RasterPage, rect: Rect) -> bool:
    """Whether anything is seen in a rectangle of a page's picture."""
    return has_ink(PagePicture(0, page.picture, page.dpi), rect)


def _flipped_cover(cover: RedactionBox, sheet: PdfRect) -> PdfRect:
    return to_pdf_rect(Rect(cover.left, cover.top, cover.right, cover.bottom), sheet)


def _unflipped(clip: PdfRect, sheet: PdfRect) -> Rect:
    """A place as the content counts, from the upper left corner of the page."""
    return Rect(clip[0] - sheet[0], sheet[3] - clip[3], clip[2] - sheet[0], sheet[3] - clip[1])


def _has_ink(place: PdfRect, sheet: PdfRect, covered: RasterPage) -> bool:
    rect = _unflipped(place, sheet)
    return is_visible_in(
        covered, Rect(rect.left - _AROUND, rect.top - _AROUND, rect.right + _AROUND, rect.bottom + _AROUND)
    )


def _check_letters(shape: Shape, place: PdfRect) -> None:
    """Raises Unfit if an edge that neither lies level nor stands upright runs through a box."""
    if shape.is_straight or min(shared_size(shape.bounds, place)) <= 0:
        return
    half = shape.stroke.width / 2 if shape.stroke else 0.0
    for edge in shape.edges():
        left, bottom, right, top = bounding_box(edge)
        if min(shared_size((left - half, bottom - half, right + half, top + half), place)) > 0:
            raise NotSafeAsVectors("drawing in a box")


def _visible(shape: Shape, sheet: PdfRect, places: Sequence[PdfRect]) -> Shape | None:
    """The shape without contours that lie in a box, off the page or out of its clip; None for nothing.

    Raises:
        Unfit: if a part of a drawing that is no rule is not seen.
    """
    seen = sheet if shape.clip is None else _intersection(sheet, shape.clip)
    if not shape.is_straight:
        if min(shared_size(shape.bounds, seen)) <= 0:
            return None
        if not is_inside(shape.bounds, seen, _OUTSIDE):
            raise NotSafeAsVectors("drawing that is clipped")
        return shape
    half = shape.stroke.width / 2 if shape.stroke else 0.0
    path: list[Segment] = []
    for contour in _contours(shape.path):
        left, bottom, right, top = bounding_box(p for _, points in contour for p in points)
        place = (left - half, bottom - half, right + half, top + half)
        # A rule without a width of its own is drawn one pixel wide.
        if min(shared_size(place, seen)) >= 0 and not any(is_inside(place, box) for box in places):
            path += contour
    return replace(shape, path=tuple(path)) if path else None


def _contours(path: Sequence[Segment]) -> list[list[Segment]]:
    found: list[list[Segment]] = []
    for segment in path:
        if segment[0] == "m" or not found:
            found.append([])
        found[-1].append(segment)
    return found


def _intersection(one: PdfRect, other: PdfRect) -> PdfRect:
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def _snapped_at_boxes(shape: Shape, places: Sequence[PdfRect], grid: float) -> Shape:
    """A thin rule with those ends moved to a pixel's side that stand at the side of a box: an underline must
    not tell the width of what it underlined more exactly than the picture does."""
    left, bottom, right, top = bounding_box(p for _, points in shape.path for p in points)
    if top - bottom > _THIN or not shape.is_straight:
        return shape
    ends: dict[float, float] = {}
    for place in places:
        if bottom > place[3] + _NEAR or top < place[1] - _NEAR:
            continue
        if min(abs(left - place[0]), abs(left - place[2])) < _NEAR:
            ends[left] = left // grid * grid
        if min(abs(right - place[0]), abs(right - place[2])) < _NEAR:
            ends[right] = -(-right // grid) * grid

    def at(point: Point) -> Point:
        for end, to in ends.items():
            if abs(point[0] - end) < 0.01:
                return (to, point[1])
        return point

    if not ends:
        return shape
    return replace(shape, path=tuple((kind, tuple(map(at, points))) for kind, points in shape.path))


def _check_hidden(
    kept: Sequence[tuple[int, Shape | PlacedImage]], glyphs: Sequence[tuple[int, PdfRect]]
) -> None:
    """Raises Unfit if an area is painted over a letter, a drawing or a picture that was painted before."""
    below = [*glyphs, *((at, i.bounds) for at, i in kept if isinstance(i, PlacedImage) or not i.is_straight)]
    for at, item in kept:
        if isinstance(item, Shape) and item.fill is None:
            continue
        area = item.bounds if item.clip is None else _intersection(item.bounds, item.clip)
        left, bottom, right, top = area
        if min(right - left, top - bottom) <= _THIN:
            continue
        if any(before < at and min(shared_size(area, place)) > _SHARED for before, place in below):
            raise NotSafeAsVectors("something that lies over another")


def _seen(photo: PlacedImage, sheet: PdfRect) -> PdfRect:
    """The part of a picture that lies on the page and in its clip."""
    place = _intersection(photo.bounds, sheet)
    return place if photo.clip is None else _intersection(place, photo.clip)


def _placed(
    photo: PlacedImage, sheet: PdfRect, covered: RasterPage, covers: Sequence[RedactionBox], shown: PdfiumPage
) -> KeptPicture:
    """The pixels of a picture as they are seen, in the resolution in which the page was read at most, without
    what lies below boxes."""
    place = _unflipped(_seen(photo, sheet), sheet)
    pixels = shown.pixels(photo, place, covered.dpi)
    height, width = pixels.shape[:2]
    across, down = width / (place.right - place.left), height / (place.bottom - place.top)
    for c in covers:
        left, top = int((c.left - place.left) * across // 1), int((c.top - place.top) * down // 1)
        right, bottom = (
            int(-(-(c.right - place.left) * across // 1)),
            int(-(-(c.bottom - place.top) * down // 1)),
        )
        if right > 0 and bottom > 0:
            pixels[max(top, 0) : bottom, max(left, 0) : right] = 0
    return KeptPicture(pixels, place)
