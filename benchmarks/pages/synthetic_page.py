"""What is known of a made page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from chartveil.domain.geometry import Rect
from chartveil.domain.labels import Label
from chartveil.ocr.engine_interface import Picture

InkOwners: TypeAlias = "NDArray[np.uint16]"
"""Height x width of a page: the number of the word whose ink each pixel is, :data:`PEN_STROKE`, or 0."""

PEN_STROKE = 0xFFFF
"""Owner of strokes of a pen that are no text: a reader does right to cover them."""


@dataclass(frozen=True, slots=True)
class LabelledText:
    """Text with at most one label; blanks and line breaks in it part words."""

    text: str
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class GoldWord:
    """A word that was drawn.

    Attributes:
        number: its number in the map of owners, from 1; numbers rise in reading order.
        text: as drawn, without blanks.
        place: covers its ink, to the pixel.
        label: of the identifier that it is or belongs to; None for other words.
        line: words of one line have one number.
        block: words of one block have a sure order; -1 where none is sure (stamps, margins).
    """

    number: int
    text: str
    place: Rect
    label: Label | None
    line: int
    block: int


@dataclass(frozen=True, slots=True)
class SyntheticPage:
    """A page with all that stands on it.

    Attributes:
        picture: as a reader gets it.
        dpi: of the picture.
        words: with ink, by number.
        owners: whose ink each pixel is, of the picture's height and width.
    """

    picture: Picture
    dpi: float
    words: tuple[GoldWord, ...]
    owners: InkOwners

    def after_change(self, picture: Picture, owners: InkOwners) -> SyntheticPage:
        """The page after it was turned, bent or scaled: places follow the owners of the pixels.

        Words of which no ink is left are left out.
        """
        places = ink_places(owners)
        words = tuple(replace(w, place=places[w.number]) for w in self.words if w.number in places)
        return SyntheticPage(picture, self.dpi, words, owners)


def ink_places(owners: InkOwners) -> dict[int, Rect]:
    """For each word that has ink, the rectangle of it."""
    if not owners.any():
        return {}
    rows, columns = np.nonzero(owners)
    ids = owners[rows, columns].astype(np.intp)
    size = int(ids.max()) + 1
    far = max(owners.shape)
    left, top = np.full(size, far), np.full(size, far)
    right, bottom = np.full(size, -1), np.full(size, -1)
    np.minimum.at(left, ids, columns)
    np.minimum.at(top, ids, rows)
    np.maximum.at(right, ids, columns)
    np.maximum.at(bottom, ids, rows)
    return {
        n: Rect(float(left[n]), float(top[n]), float(right[n] + 1), float(bottom[n] + 1))
        for n in range(1, size)
        if right[n] >= 0
    }
