"""Whether a page that was kept as vectors looks like the picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chartveil.formats.pages.pictures import draw_page
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.writing import RasterPage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.formats.pages.box_drawing import RedactionBox
    from chartveil.ocr.engine_interface import Picture

_CELL = 0.02
"""Inches of the squares whose mean grey is compared: strokes may shift by a pixel, no letter may be lost."""
_STEP = 90
"""Steps of 256 by which the grey of a square may differ."""
_MEAN = 2.0
"""Steps of 256 by which squares may differ on the whole."""


def looks_alike(data: bytes, page: RasterPage, covers: Sequence[RedactionBox]) -> bool:
    """Whether the first page of a PDF shows what a picture does; boxes aside, whose letters differ."""
    import numpy as np

    drawn = draw_first_page(data, page.dpi)
    one, other = _grey(drawn), _grey(page.picture)
    height, width = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    if max(abs(one.shape[0] - other.shape[0]), abs(one.shape[1] - other.shape[1])) > 1:
        return False
    one, other = one[:height, :width].copy(), other[:height, :width].copy()
    scale = page.dpi / 72
    for c in covers:
        rows = slice(max(int(c.top * scale) - 2, 0), max(int(c.bottom * scale) + 3, 0))
        columns = slice(max(int(c.left * scale) - 2, 0), max(int(c.right * scale) + 3, 0))
        one[rows, columns] = other[rows, columns] = 255
    cell = max(round(_CELL * page.dpi), 1)
    apart = np.abs(_means(one, cell) - _means(other, cell))
    return bool(apart.max() <= _STEP and apart.mean() <= _MEAN)


def draw_first_page(data: bytes, dpi: float) -> Picture:
    """The first page of a PDF as it is drawn."""
    import pypdfium2

    with PDFIUM_LOCK:
        pdf: Any = pypdfium2.PdfDocument(data)
        try:
            return draw_page(pdf, 0, dpi).picture
        finally:
            pdf.close()


def _grey(picture: Picture) -> NDArray[np.float32]:
    import numpy as np

    plain = picture.astype(np.float32)
    return plain if plain.ndim == 2 else plain.mean(axis=2)


def _means(grey: NDArray[np.float32], cell: int) -> NDArray[np.float32]:
    """Mean of each square of so many pixels; what is left at the sides counts with the last ones."""
    import cv2
    import numpy as np

    size = max(grey.shape[1] // cell, 1), max(grey.shape[0] // cell, 1)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
