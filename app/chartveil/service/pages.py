"""Pages of a PDF as pictures, for the window."""

from __future__ import annotations

from dataclasses import dataclass

from chartveil.errors import InputError
from chartveil.formats.pdf import PDFIUM

MOST_PIXELS = 24_000_000
"""Of one picture: a page as large as a poster, or a scale that makes it so, is drawn smaller."""


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


def render_page(data: bytes, page: int, scale: float) -> RenderedPage:
    """Draws a page with its annotations and filled form fields, on white. May run in any thread.

    Args:
        data: the PDF file.
        page: number of the page, from 0.
        scale: pixels a point (1/72 inch); less is taken where the picture would have more than
            ``MOST_PIXELS``.

    Raises:
        InputError: if the file cannot be opened or drawn, or has no such page.
        ValueError: if ``scale`` is not above 0.
    """
    import pypdfium2

    if scale <= 0:
        raise ValueError(f"not a scale: {scale}")
    with PDFIUM:
        try:
            return _render(pypdfium2, data, page, scale)
        except pypdfium2.PdfiumError:
            raise InputError(
                "the pages of this file cannot be drawn.", remedy="Read its text; what was found stays."
            ) from None


def _render(pypdfium2: object, data: bytes, page: int, scale: float) -> RenderedPage:
    pdf = pypdfium2.PdfDocument(data)  # type: ignore[attr-defined]
    try:
        if not 0 <= page < len(pdf):
            raise InputError(f"there is no page {page + 1}.", remedy=f"Choose one from 1 to {len(pdf)}.")
        pdf.init_forms()
        drawn = pdf[page]
        width, height = drawn.get_size()
        most = (MOST_PIXELS / max(width * height, 1.0)) ** 0.5
        bitmap = drawn.render(scale=min(scale, most), rev_byteorder=True)
        try:
            return RenderedPage(bitmap.width, bitmap.height, bitmap.stride, bytes(bitmap.buffer))
        finally:
            bitmap.close()
            drawn.close()
    finally:
        pdf.close()
