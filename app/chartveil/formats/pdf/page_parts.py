"""Draws pages of opened PDFs. A page that is too large to be drawn at once, a plan or a poster, is drawn in
parts that each fit into memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.formats.pages.page_picture import MOST_PIXELS, PagePicture, grey_if_colourless
from chartveil.formats.pdf.opening import PDFIUM_LOCK

if TYPE_CHECKING:
    from chartveil.ocr.engine_interface import Picture

FINE_DPI = 300.0
"""At which pages that a program drew are drawn to be written: their letters are one bit a pixel."""
_SIDE = 4_800
"""Pixels across and down of a part."""
MOST_PARTS = 16
"""Parts in which a page is written: of a larger one each is coarser."""
_NO_EDGE = 0.5
"""Pixels of which the sides of a part are off those of pixels, so that rounding up finds these."""


def drawing_scale(page: Any, dpi: float) -> float:
    """Pixels a point at which a page is drawn whole: fewer than wanted where it would be too large."""
    width, height = page.get_size()
    most = (MOST_PIXELS / max(width * height, 1.0)) ** 0.5
    return float(min(dpi / POINTS_PER_INCH, most))


def draw(page: Any, scale: float, *, part: Rect | None = None, hard_edges: bool = False) -> Picture:
    """The page with its forms and annotations on white, in red, green and blue.

    Args:
        part: what is drawn of it, in points; all of it where it is None.
        hard_edges: whether letters and lines have only their own colours, none between them and the paper.
    """
    crop = (0.0, 0.0, 0.0, 0.0)
    if part is not None:
        width, height = (math.ceil(side * scale) for side in page.get_size())
        sides = (part.left, height / scale - part.bottom, width / scale - part.right, part.top)
        crop = tuple(max(side - _NO_EDGE / scale, 0.0) for side in sides)  # type: ignore[assignment]
    bitmap = page.render(
        scale=scale,
        crop=crop,
        rev_byteorder=True,
        no_smoothtext=hard_edges,
        no_smoothpath=hard_edges,
        no_smoothimage=hard_edges,
    )
    try:
        return bitmap.to_numpy()[:, :, :3].copy()  # type: ignore[no-any-return]
    finally:
        bitmap.close()


def draw_page(pdf: Any, number: int, dpi: float) -> PagePicture:
    """A whole page of an opened PDF with its forms and annotations, on white. The caller holds PDFium.

    Args:
        number: from 0.
        dpi: less is taken where the picture would have more than ``MOST_PIXELS``.
    """
    page = pdf[number]
    try:
        return _drawn(page, number, dpi, None)
    finally:
        page.close()


def part_places(size: tuple[float, float], dpi: float) -> list[Rect]:
    """The parts in which a page of a size is drawn at a resolution, side by side, in points."""
    scale = dpi / POINTS_PER_INCH
    width, height = (math.ceil(side * scale) for side in size)
    return [
        Rect(left, top, min(left + _SIDE, width), min(top + _SIDE, height)).scaled(1 / scale)
        for top in range(0, height, _SIDE)
        for left in range(0, width, _SIDE)
    ]


def _dpi_of_parts(size: tuple[float, float], dpi: float) -> float:
    """The resolution at which a page has no more than ``MOST_PARTS`` parts: at most the one that is given."""
    while len(part_places(size, dpi)) > MOST_PARTS:
        dpi *= 0.95
    return dpi


def page_pictures(
    pdf: Any, number: int, dpi: float, kept_fine: Callable[[PagePicture], PagePicture | None] | None = None
) -> Iterator[PagePicture]:
    """A page as it is drawn: as one picture where it may be whole at a resolution, else its parts.

    Args:
        number: from 0.
        dpi: tells whether it is drawn in parts, too.
        kept_fine: a picture that was drawn at ``FINE_DPI`` with hard edges as it is to be kept; None where it
            is to be drawn as others are. Without it none is drawn so.
    """
    with PDFIUM_LOCK:
        page = pdf[number]
    try:
        with PDFIUM_LOCK:
            size = page.get_size()
            is_whole = drawing_scale(page, dpi) * POINTS_PER_INCH >= dpi
        finest = FINE_DPI if kept_fine is not None else dpi
        parts: Sequence[Rect | None] = (None,)
        if not is_whole:
            dpi = finest = _dpi_of_parts(size, finest)
            parts = part_places(size, finest)
        for part in parts:
            drawn = None
            if kept_fine is not None:
                drawn = kept_fine(_drawn(page, number, finest, part, hard_edges=True))
            yield drawn or _drawn(page, number, dpi, part)
    finally:
        with PDFIUM_LOCK:
            page.close()


def _drawn(page: Any, number: int, dpi: float, part: Rect | None, *, hard_edges: bool = False) -> PagePicture:
    with PDFIUM_LOCK:
        scale = drawing_scale(page, dpi) if part is None else dpi / POINTS_PER_INCH
        picture = draw(page, scale, part=part, hard_edges=hard_edges)
    corner = (0.0, 0.0) if part is None else (part.left, part.top)
    return PagePicture(number, grey_if_colourless(picture), scale * POINTS_PER_INCH, corner)
