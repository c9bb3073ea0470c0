"""Reflows a line of a scan: its words move, and the paper is filled in where they stood."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect
from chartveil.formats.pages.line_reflow import WordRun
from chartveil.formats.pages.paper import Paper, letters_of_neighbours
from chartveil.ocr.engine_interface import Picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ROUGHEST = 14.0
"""Steps by which the grain of paper may vary; more is a picture."""
_SPECK = 0.16
"""Side of a speck in heights of the line: it is no part of a rule, a stamp or a letter."""
_OFF = 0.35
"""Heights that a line keeps off what stands behind it."""
_BESIDE, _ABOVE = 0.1, 0.14
"""Heights by which the ink of a word may reach beyond its place."""
_AROUND = 1.3
"""Heights above and below a line by which its paper is told."""


class ScannedLine:
    """One line with what lies around it.

    Args:
        picture: of the page; changed by ``reflow``.
        pixels: left, top, right and bottom pixel of a rectangle in points.
        run: the words of the line.
        covers: what has to be covered on it.
        gone: left, top, right and bottom pixel of all that has to be covered on the page.

    Attributes:
        is_free: whether nothing but its words stands on it, so that it can be set anew.
    """

    def __init__(
        self,
        picture: Picture,
        pixels: Callable[[Rect], tuple[int, int, int, int]],
        run: WordRun,
        covers: Sequence[Rect],
        gone: Sequence[tuple[int, int, int, int]] = (),
    ) -> None:
        import numpy as np

        self._run, self._pixels = run, pixels
        whole = run.changed
        for place in covers:
            whole = whole.union(place)
        left, top, right, bottom = pixels(whole.grown(run.height, _AROUND * run.height))
        rows, columns = picture.shape[:2]
        self._x, self._y = max(left, 0), max(top, 0)
        self._part = picture[self._y : min(bottom, rows), self._x : min(right, columns)]
        self.is_free, self._clear = False, math.inf
        if min(self._part.shape[:2]) < 4:
            return
        self._covered = self._mask(covers)
        grown = [w.place.grown(_BESIDE * run.height, _ABOVE * run.height) for w in run.words]
        self._words = self._mask(grown) | self._covered
        self._paper = paper = Paper(self._part, self._words)
        if not paper.known or paper.grain > _ROUGHEST:
            return
        own = self._inside(run.changed.grown(0.0, _ABOVE * run.height))
        strips = [(0, own[1], self._part.shape[1], own[3]), *map(self._inside, covers)]
        ink, x, y = paper.ink, self._x, self._y
        self._others = letters_of_neighbours(ink, strips)
        places = ((x0 - x, y0 - y, x1 - x, y1 - y) for x0, y0, x1, y1 in gone)
        self._staying = letters_of_neighbours(ink, strips, places)
        strange = self._strange(paper)
        reach = int(np.flatnonzero(self._words.any(axis=0))[-1])
        self.is_free = all(x > reach for x in strange)
        if strange:
            self._clear = min(strange) + self._x

    def clear_until(self, scale: float, left: float) -> float:
        """Up to where the line may reach, in points: something else begins behind it.

        Args:
            scale: pixels a point.
            left: of the picture on the page, in points.
        """
        return self._clear / scale + left - _OFF * self._run.height

    def _strange(self, paper: Paper) -> list[int]:
        """Where something that is no paper and no speck begins on the line, in pixels of the part."""
        import cv2
        import numpy as np

        x0, y0, x1, y1 = self._inside(self._run.changed)
        odd = np.zeros(self._part.shape[:2], np.uint8)
        odd[y0:y1, x0:x1] = (paper.strange & ~self._others)[y0:y1, x0:x1]
        count, _, stats, _ = cv2.connectedComponentsWithStats(odd)
        side = _SPECK * (y1 - y0)
        return [int(s[cv2.CC_STAT_LEFT]) for s in stats[1:count] if s[cv2.CC_STAT_AREA] > side**2]

    def reflow(self, first: int, places: Sequence[Rect], scale: float) -> list[Rect]:
        """Moves the words that stay and takes all else off the line; where its words stand then.

        Args:
            first: the first replaced word.
            places: of all words.
            scale: pixels a point.
        """
        import numpy as np

        run, part = self._run, self._part
        right = max(places[-1].right, run.words[-1].place.right)
        strip = replace(run.changed, right=right + _BESIDE * run.height).grown(0.0, _ABOVE * run.height)
        left, top, end, bottom = self._inside(strip)
        rows = slice(top, bottom)
        hole = self._covered.copy()
        hole[rows, left:end] = True
        hole &= ~self._staying
        paper = self._paper
        ink = part[rows].reshape(-1, *paper.plane.shape[1:]) - paper.plane[rows]
        ink[(self._covered | self._others)[rows]] = 0
        found, moves = list(places), []
        for k, (word, place) in enumerate(zip(run.words, places, strict=True)):
            if k > first and not word.is_replaced:
                by = round((place.left - word.place.left) * scale)
                x0, _, x1, _ = self._inside(word.place.grown(_BESIDE * run.height, 0.0))
                moves.append((x0, x1, by))
                found[k] = word.place.moved(by / scale, 0.0)
        part[hole] = paper.filling(hole)
        for x0, x1, by in moves:
            x1 = min(x1, part.shape[1] - by)
            new = paper.plane[rows, x0 + by : x1 + by] + ink[:, x0:x1]
            shown = part[rows, x0 + by : x1 + by]
            moved = np.rint(new).clip(0, 255).astype(np.uint8).reshape(shown.shape)
            stays = self._staying[rows, x0 + by : x1 + by]
            shown[~stays] = moved[~stays]
        return found

    def _mask(self, places: Sequence[Rect]) -> NDArray[np.bool_]:
        import numpy as np

        mask = np.zeros(self._part.shape[:2], bool)
        for place in places:
            x0, y0, x1, y1 = self._inside(place)
            mask[y0:y1, x0:x1] = True
        return mask

    def _inside(self, rect: Rect) -> tuple[int, int, int, int]:
        """The pixels of a rectangle within the part."""
        rows, columns = self._part.shape[:2]
        x0, y0, x1, y1 = self._pixels(rect)
        return (
            min(max(x0 - self._x, 0), columns),
            min(max(y0 - self._y, 0), rows),
            min(max(x1 - self._x, 0), columns),
            min(max(y1 - self._y, 0), rows),
        )
