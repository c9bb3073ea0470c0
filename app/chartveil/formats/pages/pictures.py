"""Pages as pictures: those of a PDF drawn by PDFium, and the frames of a picture file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chartveil.domain.errors import InputError
from chartveil.formats.base import SourceFile

if TYPE_CHECKING:
    from PIL.Image import Image

    from chartveil.ocr.engine_interface import Picture

POINTS_PER_INCH = 72.0
"""Points an inch."""
MOST_PIXELS = 24_000_000
"""Of one page: one as large as a poster is drawn smaller. A page in A2 has 15.5 million at 200 dpi."""
MOST_UNPACKED_BYTES = 640 * 2**20
"""Bytes of one frame of a picture file while it is unpacked, at most: 20,000 x 20,000 pixels of grey fit."""
_USUAL_DPI = (100.0, 1300.0)
"""Densities in which pages are scanned. What a file says besides, like the 72 of screens and cameras, says
nothing of the paper."""
_LETTER = (8.5, 11.0)
"""Inches of the paper that is supposed where a file does not tell the density."""
_FINER = 1.25
"""A picture that is this much finer than wanted is made smaller; less is not worth a loss."""
_GREY_STEP = 3
"""Channels that differ by less are grey: JPEG does not keep them alike."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as a picture.

    Attributes:
        number: of the page, from 0.
        picture: height x width of grey, or height x width x 3 of red, green and blue; 255 is white.
        dpi: pixels an inch, the same along both axes.
    """

    number: int
    picture: Picture
    dpi: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        height, width = self.picture.shape[:2]
        return width * POINTS_PER_INCH / self.dpi, height * POINTS_PER_INCH / self.dpi


def draw_page(pdf: Any, number: int, dpi: float) -> PagePicture:
    """A page of an opened PDF with its forms and annotations, on white. The caller holds PDFium.

    Args:
        number: from 0.
        dpi: less is taken where the picture would have more than ``MOST_PIXELS``.
    """
    page = pdf[number]
    try:
        width, height = page.get_size()
        most = (MOST_PIXELS / max(width * height, 1.0)) ** 0.5
        scale = min(dpi / POINTS_PER_INCH, most)
        bitmap = page.render(scale=scale, rev_byteorder=True)
        try:
            picture = bitmap.to_numpy().copy()
        finally:
            bitmap.close()
    finally:
        page.close()
    return PagePicture(number, _grey_if_grey(picture), scale * POINTS_PER_INCH)


def frame_count(file: SourceFile) -> int:
    """How many pages a picture file has.

    Raises:
        InputError: if it cannot be opened.
    """
    with _input_errors(file), _open(file) as image:
        return len(_page_frames(image))


def frame_pictures(
    file: SourceFile, dpi: float, first: int = 0, last: int | None = None
) -> Iterator[PagePicture]:
    """The pages of a PNG, JPEG or TIFF, upright as its rotation tag says, one in memory at a time.

    Args:
        dpi: finer pages are made coarser; coarser ones stay.
        first, last: numbers of the pages, from 0, ``last`` exclusive; all without.

    Raises:
        InputError: if it is damaged or too large to be unpacked; the message names the file.
    """
    with _input_errors(file), _open(file) as image:
        frames = _page_frames(image)
        for number in range(first, len(frames) if last is None else min(last, len(frames))):
            image.seek(frames[number])
            yield _frame(image, number, dpi, file)


class _input_errors:  # noqa: N801 - used like a function
    """What Pillow raises, as an error that names the file and not what the library says of its content."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        # Pillow's readers raise what they like: struct.error, SyntaxError, KeyError and others.
        if isinstance(error, Exception) and not isinstance(error, InputError | MemoryError):
            raise damaged_picture_error(self._file) from None


def damaged_picture_error(file: SourceFile) -> InputError:
    return InputError(
        "is damaged and cannot be opened as a picture.",
        where=file.path,
        remedy="Scan or export it again.",
    )


def _open(file: SourceFile) -> Image:
    from PIL import Image

    # Pillow's own bound is a warning first and an error far above ours; ours is ``_check_size``.
    Image.MAX_IMAGE_PIXELS = None
    return Image.open(io.BytesIO(file.data), formats=("PNG", "JPEG", "TIFF"))


def _page_frames(image: Image) -> list[int]:
    """Frames that are pages: previews of another frame are none, nor what a camera or an animation adds."""
    if image.format != "TIFF":
        return [0]
    frames = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        # Tag 254: bit 0 marks a smaller version of another page, bit 2 a mask (TIFF 6.0, page 36).
        if not int(image.tag_v2.get(254, 0) or 0) & 0b101:  # type: ignore[attr-defined]
            frames.append(number)
    return frames or [0]


def _frame(image: Image, number: int, dpi: float, file: SourceFile) -> PagePicture:
    from PIL import ImageOps

    x_dpi, y_dpi = _density(image)
    if image.format in ("JPEG", "MPO"):
        # The decoder itself makes it smaller, by halves, so that the whole never lies in memory.
        factor = _shrink(image.size, (x_dpi, y_dpi), dpi)
        before = image.size
        image.draft(None, (int(before[0] * factor) or 1, int(before[1] * factor) or 1))
        x_dpi, y_dpi = x_dpi * image.size[0] / before[0], y_dpi * image.size[1] / before[1]
    _check_size(image, file)
    turned = image.getexif().get(274, 1) in (5, 6, 7, 8)
    image.load()
    ImageOps.exif_transpose(image, in_place=True)
    plain = _plain(image)
    if turned:
        x_dpi, y_dpi = y_dpi, x_dpi
    return _scaled(plain, number, (x_dpi, y_dpi), dpi)


def _check_size(image: Image, file: SourceFile) -> None:
    """Raises InputError for what would not fit into memory, before it is unpacked."""
    width, height = image.size
    if width * height * len(image.getbands()) > MOST_UNPACKED_BYTES:
        raise InputError(
            f"has a page of {width:,} x {height:,} pixels, which is more than can be unpacked.",
            where=file.path,
            remedy="Save it in a lower resolution, 200 to 300 dpi.",
        )


def _density(image: Image) -> tuple[float, float]:
    """Pixels an inch across and down, as the file says, or as they would be on a sheet of paper."""
    across, down = _density_in_file(image)
    low, high = _USUAL_DPI
    # Faxes have half as many rows an inch as columns: 204 x 98.
    if low <= across <= high and low * 0.9 <= down <= high:
        return across, down
    short, long = sorted(image.size)
    guess = min(max(short / _LETTER[0], long / _LETTER[1], low), high)
    return guess, guess


def _density_in_file(image: Image) -> tuple[float, float]:
    told = image.info.get("dpi")
    try:
        across, down = (float(v) for v in told)  # type: ignore[union-attr]
    except (TypeError, ValueError, ZeroDivisionError):
        return 0.0, 0.0
    return across, down


def _shrink(size: tuple[int, int], density: tuple[float, float], dpi: float) -> float:
    """By what a picture is made smaller, in (0, 1], to be no finer than wanted and not too large."""
    finest = max(density)
    factor = dpi / finest if finest > dpi * _FINER else 1.0
    equal = size[0] * finest / density[0] * size[1] * finest / density[1]
    return float(min(factor, (MOST_PIXELS / max(equal, 1.0)) ** 0.5))


def _plain(image: Image) -> Image:
    """As grey or as red, green and blue, on white where it is transparent."""
    from PIL import Image as Images

    if image.mode.startswith("I;16") or image.mode == "I":
        return Images.fromarray(_eight_bits(image))
    if image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
        over = image.convert("RGBA")
        image = Images.new("RGBA", over.size, (255, 255, 255, 255))
        image.alpha_composite(over)
    return image if image.mode == "L" else image.convert("L" if image.mode == "1" else "RGB")


def _eight_bits(image: Image) -> Any:
    import numpy as np

    values = np.asarray(image)
    return (values >> 8 if int(values.max(initial=0)) > 255 else values).astype(np.uint8)


def _scaled(image: Image, number: int, density: tuple[float, float], dpi: float) -> PagePicture:
    """With as many pixels an inch across as down, no finer than wanted."""
    import cv2
    import numpy as np

    finest = max(density)
    factor = _shrink(image.size, density, dpi)
    width = max(round(image.size[0] * finest / density[0] * factor), 1)
    height = max(round(image.size[1] * finest / density[1] * factor), 1)
    picture: Any = np.array(image, dtype=np.uint8)
    if (width, height) != image.size:
        way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        picture = cv2.resize(picture, (width, height), interpolation=way)
    return PagePicture(number, _grey_if_grey(picture), finest * factor)


def _grey_if_grey(picture: Any) -> Any:
    """One channel where all three are alike."""
    import cv2
    import numpy as np

    if picture.ndim == 2:
        return picture
    red, green, blue = cv2.split(np.ascontiguousarray(picture[:, :, :3]))
    if max(int(cv2.absdiff(red, green).max()), int(cv2.absdiff(green, blue).max())) < _GREY_STEP:
        return green
    return np.ascontiguousarray(picture[:, :, :3])
