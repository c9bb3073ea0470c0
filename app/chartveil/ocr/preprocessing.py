"""Prepares a page's picture for OCR: even light, dark letters on white, large enough; and finds its ink."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture

    Mask: TypeAlias = "NDArray[np.bool_]"
    """Rows of a page, true where there is ink."""

_BLOCK = 8
"""Pixels of a block by which the paper's brightness is measured."""
_WINDOW = 15
"""Blocks around one whose median is its paper; odd."""
_CONTRAST = 36
"""Least difference of ink from its paper; noise can raise it."""
_NOISES = 5.0
"""Ink differs from its paper by so many standard deviations of the noise."""
_DARK = 110
"""Paper darker than this may be the ground of light letters."""
_DIM = 120
"""Brightness of the paper below which there was little light."""
_WHITE = 255.0
_EVEN = 20
"""Paper that varies by no more is taken for even."""
_UNEVEN = 45
"""Paper that varies by more than this was lit unevenly."""
_LEAST_LETTER = 9.0
"""Median height of letters, in pixels, below which a page is enlarged before it is read."""
_LETTER = 18.0
"""The height they are enlarged to."""
_LEAST_DPI = 110.0
_MOST_SCALE = 3.0
_MOST_PIXELS = 40_000_000


@dataclass(frozen=True, slots=True)
class EnginePicture:
    """A page as an engine reads it.

    Attributes:
        picture: what is read.
        scale: its pixels for one of the page.
    """

    picture: Picture
    scale: float


def to_grey(picture: Picture) -> Picture:
    """Brightness, height x width."""
    import cv2
    import numpy as np

    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)


def paper_brightness(brightness: Picture) -> Picture:
    """Brightness of the paper behind each pixel: what most of its surroundings show."""
    import cv2
    import numpy as np

    rows, columns = brightness.shape
    size = (max(1, columns // _BLOCK), max(1, rows // _BLOCK))
    # The median of each block's brightest and darkest part would cost more and differ little.
    small = cv2.resize(brightness, size, interpolation=cv2.INTER_NEAREST)
    small = cv2.medianBlur(small, min(_WINDOW, _odd(min(size))))
    return np.asarray(cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR), np.uint8)


def _odd(n: int) -> int:
    return max(1, n if n % 2 else n - 1)


def ink_mask(brightness: Picture) -> Mask:
    """Where a page differs from its paper by more than noise does, to the dark or to the light."""
    import cv2
    import numpy as np

    behind = paper_brightness(brightness)
    even = _even(behind)
    if even is not None:
        # A dark field would be paper in its middle and ink at its ends, as the window sees it.
        behind = np.full_like(behind, even)
    differs = np.asarray(cv2.absdiff(brightness, behind), np.uint8)
    return np.asarray(differs > _threshold(differs), np.bool_)


def _even(behind: Picture) -> int | None:
    """The brightness of the paper where it is the same all over, dark fields aside; None if it is not."""
    import numpy as np

    blocks = behind[::_BLOCK, ::_BLOCK]
    light = float(np.median(blocks))
    own = blocks[np.abs(blocks - light) < 0.4 * 255]
    low, high = (float(v) for v in np.percentile(own, (3, 97)))
    return round(light) if high - low <= _EVEN else None


def _threshold(differs: Picture) -> float:
    """Noise is measured on every fourth row and column: most of a page is paper."""
    import numpy as np

    median = float(np.median(differs[::4, ::4]))
    return float(max(_CONTRAST, _NOISES * median / 0.6745))


def is_blank(picture: Picture) -> bool:
    """Whether nothing can stand on the page: all of it is of one colour, or nearly."""
    import numpy as np

    return bool(np.all(np.ptp(picture, axis=(0, 1)) < 6))


def prepared_for_engine(picture: Picture, dpi: float, letter: float | None) -> EnginePicture:
    """The page as it is read best. Ordinary scans and drawn pages stay as they are.

    Args:
        picture: upright and level.
        dpi: its resolution, as far as known; 0 if not.
        letter: median height of its letters, in pixels; None if it is not known.
    """
    import numpy as np

    brightness = to_grey(picture)
    behind = paper_brightness(brightness)
    low, high = (float(v) for v in np.percentile(behind[::_BLOCK, ::_BLOCK], (5, 95)))
    if is_light_on_dark(brightness, behind):
        picture = with_even_light(255 - brightness)
    elif high - low > _UNEVEN or high < _DIM:
        picture = with_even_light(brightness)
    scale = _scale(brightness.size, dpi, letter)
    return EnginePicture(picture if scale == 1.0 else _enlarged(picture, scale), scale)


def is_light_on_dark(brightness: Picture, behind: Picture) -> bool:
    """Whether a page is mostly dark and what stands on it is lighter than its paper."""
    import numpy as np

    if float(np.median(behind[::_BLOCK, ::_BLOCK])) >= _DARK:
        return False
    step = brightness[::2, ::2].astype(np.int16) - behind[::2, ::2]
    return int((step > _CONTRAST).sum()) > int((step < -_CONTRAST).sum())


def with_even_light(brightness: Picture) -> Picture:
    """Dark ink on even white: each pixel in shares of its paper."""
    import cv2
    import numpy as np

    behind = np.maximum(paper_brightness(brightness), 1)
    return np.asarray(cv2.divide(brightness, behind, scale=_WHITE), np.uint8)


def _scale(pixels: int, dpi: float, letter: float | None) -> float:
    """By how much to enlarge: letters tell, and where there are few, the resolution."""
    if letter is None:
        wanted = 200.0 / dpi if 0 < dpi < _LEAST_DPI else 1.0
    else:
        wanted = _LETTER / letter if letter < _LEAST_LETTER else 1.0
    most = math.sqrt(_MOST_PIXELS / pixels)
    return max(1.0, min(wanted, _MOST_SCALE, most))


def _enlarged(picture: Picture, scale: float) -> Picture:
    import cv2
    import numpy as np

    rows, columns = picture.shape[:2]
    size = (round(columns * scale), round(rows * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC), np.uint8)
