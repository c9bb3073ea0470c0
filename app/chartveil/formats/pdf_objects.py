"""What a page of a PDF draws besides letters of its text layer: pictures, drawn letters, hidden text."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chartveil.formats.pdf_text import PageCoordinates, Rect

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


@dataclass(frozen=True, slots=True)
class DrawnObjects:
    """What a page draws.

    Attributes:
        pictures: rectangles of pictures that are large enough to hold a word, those that touch as one.
        picture_area: square points of all pictures, overlaps counted twice.
        may_draw_letters: whether it draws shapes or pictures that may be letters.
        has_hardly_visible_text: whether some of its text may not be seen: invisible, transparent, or nearly white.
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
            area += (rect.right - rect.left) * (rect.bottom - rect.top)
            if rect.right - rect.left >= _LEAST_WIDTH and rect.bottom - rect.top >= _LEAST_HEIGHT:
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
    return intersection(rect, Rect(0.0, 0.0, space.width, space.height))


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


def intersection(rect: Rect, sheet: Rect) -> Rect | None:
    """The part of a rectangle that lies in another; None where there is none."""
    left, top = max(rect.left, sheet.left), max(rect.top, sheet.top)
    right, bottom = min(rect.right, sheet.right), min(rect.bottom, sheet.bottom)
    return Rect(left, top, right, bottom) if left < right and top < bottom else None


def _joined(rects: list[Rect]) -> list[Rect]:
    """Rectangles, those that touch as one."""
    found: list[Rect] = []
    for rect in sorted(rects, key=lambda r: (r.top, r.left, r.bottom, r.right)):
        whole = rect
        near = [r for r in found if _touch(r, whole)]
        while near:
            for other in near:
                found.remove(other)
                whole = whole.union(other)
            near = [r for r in found if _touch(r, whole)]
        found.append(whole)
    return sorted(found, key=lambda r: (r.top, r.left))


def _touch(a: Rect, b: Rect) -> bool:
    return (
        a.left - _NEAR < b.right
        and b.left - _NEAR < a.right
        and a.top - _NEAR < b.bottom
        and b.top - _NEAR < a.bottom
    )
