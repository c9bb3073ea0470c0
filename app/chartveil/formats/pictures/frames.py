"""The pages of a picture file: frames of a PNG, JPEG or TIFF, upright and as fine as wanted."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from chartveil.domain.errors import InputError
from chartveil.formats.base import SourceFile
from chartveil.formats.pages.page_picture import MOST_PIXELS, PagePicture, grey_if_colourless

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_UNPACKED_BYTES = 640 * 2**20
"""Bytes of one frame of a picture file while it is unpacked, at most: 20,000 x 20,000 pixels of grey fit."""
_USUAL_DPI = (100.0, 1300.0)
"""Densities in which pages are scanned. What a file says besides, like the 72 of screens and cameras, says
nothing of the paper."""
_LETTER = (8.5, 11.0)
"""Inches of the paper that is supposed where a file does not tell the density."""
_STEPS = 255.0
"""Levels of brightness above black."""
_FINER = 1.25
"""A picture that is this much finer than wanted is made smaller; less is not worth a loss."""


def frame_counts(file: SourceFile) -> tuple[int, int]:
    """How many pages a picture file has, and how many other pictures.

    Raises:
        InputError: if it cannot be opened.
    """
    with _open(file) as image, _pillow_errors(file):
        pages = len(_page_frames(image))
        return pages, int(getattr(image, "n_frames", 1)) - pages


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
    with _open(file) as image:
        with _pillow_errors(file):
            frames = _page_frames(image)
        for number in range(first, len(frames) if last is None else min(last, len(frames))):
            with _pillow_errors(file):
                image.seek(frames[number])
                upright, density = _upright_frame(image, dpi, file)
            yield _scaled(upright, number, density, dpi)


@contextmanager
def _pillow_errors(file: SourceFile) -> Iterator[None]:
    """Turns what Pillow raises into an InputError that names the file and nothing of its content. Its readers
    raise whatever the bytes lead them to (struct.error, SyntaxError, KeyError and others), so any error
    counts; nothing but calls of Pillow may stand within."""
    try:
        yield
    except (InputError, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - see above
        raise InputError(
            "is damaged and cannot be opened as a picture.",
            where=file.path,
            remedy="Scan or export it again.",
        ) from None


def _open(file: SourceFile) -> Image:
    from PIL import Image

    # Pillow's own bound is a warning first and an error far above ours; ours is ``_check_size``.
    Image.MAX_IMAGE_PIXELS = None
    with _pillow_errors(file):
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


def _upright_frame(image: Image, dpi: float, file: SourceFile) -> tuple[Image, tuple[float, float]]:
    """The frame at hand, turned as its rotation tag says, with its pixels an inch across and down."""
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
    return _plain(image), (y_dpi, x_dpi) if turned else (x_dpi, y_dpi)


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
    dpi_tag = image.info.get("dpi")
    try:
        across, down = (float(v) for v in dpi_tag)  # type: ignore[union-attr]
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

    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        return Images.fromarray(_eight_bits(image))
    if image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
        over = image.convert("RGBA")
        image = Images.new("RGBA", over.size, (255, 255, 255, 255))
        image.alpha_composite(over)
    return image if image.mode == "L" else image.convert("L" if image.mode == "1" else "RGB")


def _eight_bits(image: Image) -> Any:
    """The values of a deep picture in steps of 256 from its darkest to its brightest, whatever numbers those
    are; as they stand where they are in such steps already."""
    import numpy as np

    values = np.nan_to_num(np.asarray(image, np.float32))
    low, high = float(values.min()), float(values.max())
    if image.mode != "F" and low >= 0 and high <= _STEPS:
        return values.astype(np.uint8)
    return ((values - low) * (_STEPS / max(high - low, 1e-12))).astype(np.uint8)


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
    return PagePicture(number, grey_if_colourless(picture), finest * factor)
