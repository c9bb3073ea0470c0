"""Pages of a PDF or of a picture file as pictures, for the window."""

from __future__ import annotations

from dataclasses import dataclass, field

from chartveil.domain.errors import ChartveilError, InputError
from chartveil.domain.geometry import POINTS_PER_INCH
from chartveil.domain.page_layout import PageReading
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.file_signatures import is_pdf
from chartveil.formats.pages.ocr_cache import turn_page_as_read
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pdf.opening import PDFIUM_LOCK, open_pdf
from chartveil.formats.pdf.page_parts import draw_page
from chartveil.formats.pictures.frames import frame_pictures


@dataclass(frozen=True)
class PageSource:
    """The file that pages are drawn from.

    Attributes:
        data: the bytes of the file.
        options: how it was read; with the password of a protected PDF.
        readings: how each page was read, so that it is shown as its boxes stand on it; empty where none was
            turned.
    """

    data: bytes = field(repr=False)
    options: ReadOptions = field(default_factory=ReadOptions, repr=False)
    readings: tuple[PageReading, ...] = ()


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as a picture.

    Attributes:
        width, height: in pixels.
        stride: bytes from one row to the next; ``3 * width`` or more.
        rgb: rows from the top, three bytes a pixel: red, green, blue.
    """

    width: int
    height: int
    stride: int
    rgb: bytes


def render_page(source: PageSource | bytes, page: int, scale: float) -> RenderedPage:
    """Draws a page with its annotations and filled form fields, on white, turned as it was read. May run in
    any thread.

    Args:
        source: the file, or its bytes where none of its pages was turned.
        page: number of the page, from 0.
        scale: pixels a point (1/72 inch); less is taken where the picture would have more than
            ``MOST_PIXELS``, or a picture file has no more.

    Raises:
        InputError: if the file cannot be opened or drawn, or has no such page.
        ValueError: if ``scale`` is not above 0.
    """
    if scale <= 0:
        raise ValueError(f"not a scale: {scale}")
    source = PageSource(source) if isinstance(source, bytes) else source
    try:
        drawn = _draw(source, page, scale * POINTS_PER_INCH) if page >= 0 else None
        if drawn is not None and source.readings:
            drawn = turn_page_as_read(drawn, source.readings[page])
    except ChartveilError:
        raise InputError(
            "the pages of this file cannot be drawn.", remedy="Read its text; what was found stays."
        ) from None
    if drawn is None:
        raise InputError(f"there is no page {page + 1}.", remedy="Choose another.")
    return _rendered(drawn)


def _draw(source: PageSource, page: int, dpi: float) -> PagePicture | None:
    """The page as it is drawn; None where there is none of that number."""
    file = SourceFile("", source.data)
    if not is_pdf(source.data):
        return next(frame_pictures(file, dpi, page, page + 1), None)
    with open_pdf(file, source.options) as pdf, PDFIUM_LOCK:
        return draw_page(pdf, page, dpi) if page < len(pdf) else None


def _rendered(drawn: PagePicture) -> RenderedPage:
    import numpy as np

    picture = drawn.picture
    if picture.ndim == 2:
        picture = np.repeat(picture[:, :, None], 3, axis=2)
    height, width = picture.shape[:2]
    return RenderedPage(width, height, 3 * width, np.ascontiguousarray(picture).tobytes())
