"""One page as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture

Colour = tuple[int, int, int]
"""Red, green and blue."""
MOST_PIXELS = 24_000_000
"""Most pixels of one picture: a larger page is drawn coarser, or in parts. A page in A2 has 15.5 million at
200 dpi."""
MIN_CONTRAST = 12
"""Steps of 256 between darkest and brightest from which a place is not empty."""
_LEVEL_RULE, _UPRIGHT_RULE = 0.75, 0.93
"""Shares of a row and of a column of a word's place that are ink only where a rule runs."""
_AROUND = 1.5
"""Points around a word's place in which its rules are seen to go on."""
_SPECK = 0.011
"""Side of a speck in inches: two pixels of a usual scan."""
_GREY_STEP = 3
"""Channels that differ by less are grey: JPEG does not keep them alike."""
_SOME = 8
"""One pixel in so many, across and down, tells most coloured pictures without a look at all of them."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page, or a part of one, as a picture. Rectangles are given in points of the page.

    Attributes:
        number: of the page, from 0.
        picture: height x width of grey, or height x width x 3 of red, green and blue; 255 is white.
        dpi: pixels an inch, the same along both axes.
        corner: where the picture begins on the page, in points from its upper left corner.
        is_drawn: whether a program drew the page; None where that was not looked at.
    """

    number: int
    picture: Picture
    dpi: float
    corner: tuple[float, float] = (0.0, 0.0)
    is_drawn: bool | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture in points."""
        height, width = self.picture.shape[:2]
        return width * POINTS_PER_INCH / self.dpi, height * POINTS_PER_INCH / self.dpi

    def pixels(self, rect: Rect) -> tuple[slice, slice]:
        """Rows and columns of a rectangle, given in points; empty where it is off the page."""
        height, width = self.picture.shape[:2]
        scale = self.dpi / POINTS_PER_INCH
        rect = self.on_picture(rect)
        rows = slice(max(int(rect.top * scale), 0), max(min(int(rect.bottom * scale) + 1, height), 0))
        return rows, slice(max(int(rect.left * scale), 0), max(min(int(rect.right * scale) + 1, width), 0))

    def on_picture(self, rect: Rect) -> Rect:
        """A rectangle of the page in points from the corner of the picture."""
        x, y = self.corner
        return rect.moved(-x, -y)

    def crop(self, rect: Rect, around: float = 0.0) -> Picture | None:
        """The part of the picture in a rectangle, with some points around it; None where it is off the page.

        Args:
            rect: in points.
            around: points.
        """
        part = self.picture[self.pixels(rect.grown(around, around))]
        return part if part.size else None

    def darkest(self, rect: Rect) -> Colour:
        """The colour of the darkest twentieth of a rectangle, given in points: that of the ink on it."""
        import numpy as np

        part = self.crop(rect)
        if part is None:
            return (0, 0, 0)
        pixels = part.reshape(part.shape[0] * part.shape[1], -1)
        order = np.argsort(pixels.sum(axis=1) if pixels.shape[1] > 1 else pixels[:, 0], kind="stable")
        found = np.median(pixels[order[: max(len(order) // 20, 1)]], axis=0).round().astype(int)
        return (int(found[0]), int(found[-1] if len(found) < 3 else found[1]), int(found[-1]))

    def ink_of_word(self, rect: Rect) -> NDArray[np.bool_] | None:
        """Which pixels of a rectangle, in points, have ink, rules aside; None where there is none."""
        import numpy as np

        part = self.crop(rect, _AROUND)
        if part is None or not has_contrast(part):
            return None
        grey = (part if part.ndim == 2 else part.mean(axis=2)).astype(np.float32)
        rank = int(0.8 * (grey.size - 1))
        away = np.abs(grey - np.partition(grey, rank, axis=None)[rank])
        ink = away > away.max() / 2
        # A rule goes on beyond the place on both sides; letters leave room around them.
        ink[np.count_nonzero(ink, axis=1) > _LEVEL_RULE * ink.shape[1]] = False
        ink[:, np.count_nonzero(ink, axis=0) > _UPRIGHT_RULE * ink.shape[0]] = False
        inside, around = self.pixels(rect), self.pixels(rect.grown(_AROUND, _AROUND))
        ink = ink[inside[0].start - around[0].start :, inside[1].start - around[1].start :]
        ink = ink[: inside[0].stop - inside[0].start, : inside[1].stop - inside[1].start]
        return ink if ink.any() else None

    def ink_place(self, rect: Rect, *, specks: bool = True) -> Rect | None:
        """The part of a rectangle, in points, that ink is seen in, rules aside; None where there is none.

        Args:
            specks: whether specks count; without them small points do not either.
        """
        import cv2
        import numpy as np

        ink = self.ink_of_word(rect)
        if ink is not None and not specks:
            _, pieces, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
            large = stats[:, cv2.CC_STAT_AREA] > (_SPECK * self.dpi) ** 2
            large[0] = False
            ink = large[pieces]
        if ink is None or not ink.any():
            return None
        rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
        top, left = (part.start for part in self.pixels(rect))
        found = Rect(left + columns[0], top + rows[0], left + columns[-1] + 1, top + rows[-1] + 1)
        return found.scaled(POINTS_PER_INCH / self.dpi).moved(*self.corner)

    def wiped(self, rects: Iterable[Rect]) -> PagePicture:
        """The same page with rectangles, in points, as bright as what is seen at their edges."""
        import numpy as np

        picture = self.picture.copy()
        height, width = picture.shape[:2]
        for rows, columns in map(self.pixels, rects):
            around = np.s_[
                max(rows.start - 1, 0) : min(rows.stop + 1, height),
                max(columns.start - 1, 0) : min(columns.stop + 1, width),
            ]
            part = self.picture[around]
            if part.size:
                edge = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
                picture[rows, columns] = np.median(edge, axis=0).astype(np.uint8)
        return replace(self, picture=picture)

    def has_ink(self, rect: Rect) -> bool:
        """Whether anything is seen in a rectangle, given in points."""
        part = self.crop(rect)
        return part is not None and has_contrast(part)


def has_contrast(picture: Picture) -> bool:
    """Whether a picture is not all of one brightness, noise aside."""
    return int(picture.max()) - int(picture.min()) >= MIN_CONTRAST


def is_black_and_white(picture: Picture) -> bool:
    """Whether a grey picture has only black and white pixels."""
    return picture.ndim == 2 and bool(((picture == 0) | (picture == 255)).all())


def grey_if_colourless(picture: Any) -> Any:
    """The picture with one channel where all three are nearly alike, else with red, green and blue."""
    import cv2
    import numpy as np

    if picture.ndim == 2:
        return picture
    coloured = np.ascontiguousarray(picture[:, :, :3])
    for part in (np.ascontiguousarray(coloured[::_SOME, ::_SOME]), coloured):
        red, green, blue = cv2.split(part)
        if max(int(cv2.absdiff(red, green).max()), int(cv2.absdiff(green, blue).max())) >= _GREY_STEP:
            return coloured
    return green
