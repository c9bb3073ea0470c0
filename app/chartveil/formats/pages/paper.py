"""Reconstructs the paper where something is taken off it: its shade, its grain, the rules that cross it.

Only what lies around a place tells how it is filled, so that nothing of what was there has a part in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from chartveil.ocr.engine_interface import Picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STRANGE = 40
"""Steps of 256 by which a pixel differs from paper: ink, a rule, a stamp, a picture."""
_LEVEL = 20
"""Steps by which pixels along a rule, or on both sides of it, may differ."""
_FEW = 24
"""Pixels of paper without which nothing can be said of it."""
_NEAR = 9
"""Pixels across of a place whose paper has one brightness."""
_MOST_MEASURED = 6000
"""Pixels of paper that are measured."""
_ROWS = 3
"""One row in so many tells how coarse the grain is."""
_STEADY, _STEADIEST = 0.55, 0.8
"""Shares of the pixels of a level and of an upright rule beside a place that are alike."""
_REACHING = 0.3
"""Share of a strip's height into which letters of the lines above and below it reach."""
_LEAST_RULE = 5
"""Pixels beside a place over which a rule has to go on."""


class Paper:
    """The paper of a part of a picture.

    Args:
        part: of a picture; grey, or with three colours.
        hidden: which of its pixels say nothing: what is to be taken off it, and words that stay.

    Attributes:
        known: whether there is enough paper beside them to tell.
        plane: the paper without its grain, at each pixel and in each colour.
        grain: standard deviation of its brightness, in steps.
    """

    def __init__(self, part: Picture, hidden: NDArray[np.bool_]) -> None:
        import numpy as np

        self._is_grey = part.ndim == 2
        self._values = part.reshape(*part.shape[:2], -1).astype(np.float32)
        self._hidden = hidden
        free = ~hidden
        self.known = int(free.sum()) >= _FEW
        self.grain = 0.0
        if not self.known:
            return
        usual = np.median(self._some_of(free)[1], axis=0).astype(np.float32)
        paper = free & (_largest(self._values - usual) < STRANGE)
        if int(paper.sum()) < _FEW:
            paper = free
        self._rest = self._take_off(self._fitted(paper, usual))
        near = _largest(self._rest)
        bound = max(3 * float(np.sqrt(np.mean(near[paper] ** 2))), 4.0)
        self._is_paper = free & (near < bound)
        if int(self._is_paper.sum()) >= _FEW:
            self._rest = self._take_off(self._fitted(self._is_paper, usual))
            self._rest = self._take_off(self.plane + self._near_mean(2 * (part.shape[0] // 2) + 1))
            self._grains = self._rest - self._near_mean(_NEAR)
            self.grain = float(self._grains[self._is_paper].std())

    def _take_off(self, plane: NDArray[np.float32]) -> NDArray[np.float32]:
        """What is left beside a plane, which becomes that of the paper."""
        self.plane = plane
        return self._values - plane

    def _some_of(
        self, pixels: NDArray[np.bool_], values: NDArray[np.float32] | None = None
    ) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Some of the pixels, spread over them: their numbers from the upper left corner on, and what they
        have of the values; of the part's colours without any."""
        import numpy as np

        found = np.flatnonzero(pixels)
        found = found[:: max(len(found) // _MOST_MEASURED, 1)]
        values = self._values if values is None else values
        return found, values.reshape(-1, values.shape[2])[found]

    def _near_mean(self, across: int) -> NDArray[np.float32]:
        """How much the paper so many pixels around differs from its shade: stripes, shadows."""
        import cv2
        import numpy as np

        weight = self._is_paper.astype(np.float32)
        size = (across, across)
        total = cv2.blur(self._rest * weight[..., None], size).reshape(self._rest.shape)
        return np.asarray(total / np.maximum(cv2.blur(weight, size), 1e-3)[..., None], np.float32)

    def _fitted(self, paper: NDArray[np.bool_], usual: NDArray[np.float32]) -> NDArray[np.float32]:
        """The shade that lies nearest to the paper: even downwards, bent once across."""
        import numpy as np

        places, values = self._some_of(paper)
        rows, columns = paper.shape
        down, across = places // columns / rows, places % columns / columns
        known = np.c_[np.ones(len(places)), down, across, across**2]
        found = np.linalg.lstsq(known.T @ known, known.T @ values, rcond=None)[0].astype(np.float32)
        y = np.arange(rows, dtype=np.float32)[:, None, None] / rows
        x = np.arange(columns, dtype=np.float32)[None, :, None] / columns
        plane = (found[0] + y * found[1]) + (x * found[2] + x**2 * found[3])
        return np.asarray(np.clip(plane, usual - STRANGE, usual + STRANGE), np.float32)

    @property
    def strange(self) -> NDArray[np.bool_]:
        """Pixels beside those that say nothing that are no paper."""
        import numpy as np

        return np.asarray(~self._hidden & (_largest(self._rest) >= STRANGE), bool)

    @property
    def ink(self) -> NDArray[np.bool_]:
        """Pixels that are no paper, also where something is hidden."""
        import numpy as np

        return np.asarray(_largest(self._rest) >= STRANGE, bool)

    def filling(self, hole: NDArray[np.bool_]) -> Picture:
        """Paper for some pixels, with the rules that cross them, in the order of the pixels.

        Args:
            hole: the pixels; those outside of it and beside what says nothing tell which rules there are.
        """
        import cv2
        import numpy as np

        x, y, width, height = cv2.boundingRect(hole.view(np.uint8))
        box = np.s_[y : y + height, x : x + width]
        left, right = np.s_[y : y + height, :x], np.s_[y : y + height, x + width :]
        above, below = np.s_[:y, x : x + width], np.s_[y + height :, x : x + width]
        # Letters beside the hole make many pale rows that only look like stripes.
        pale = not (self._hidden & ~hole).any()
        rules = self._crossing(left, right, width, 1, _STEADY, pale=pale)
        # A stem of a letter above and one below are no rule.
        columns = self._crossing(above, below, height, 0, _STEADIEST, pale=False)
        away = np.where(np.abs(columns) > np.abs(rules), columns, rules)
        filled = (self.plane[box] + away + self._grain_like((height, width)))[hole[box]]
        found = np.asarray(np.rint(filled).clip(0, 255), np.uint8)
        return found[:, 0] if self._is_grey else found

    def _crossing(
        self,
        before: tuple[slice, slice],
        behind: tuple[slice, slice],
        length: int,
        axis: int,
        least: float,
        *,
        pale: bool,
    ) -> NDArray[np.float32]:
        """How much the rows (axis 1) or columns (axis 0) of a hole differ from paper, where the same is seen
        on both sides of it.

        Args:
            before, behind: the sides.
            length: from one to the other, in pixels.
            least: share of the pixels of a rule on each side that are alike.
            pale: whether pale ones count, too.
        """
        import numpy as np

        sides = [np.moveaxis(self._rest[side], axis, 0) for side in (before, behind)]
        lines = sides[0].shape[1]
        out = np.zeros((length, lines, self._rest.shape[2]), np.float32)
        if not lines or min(len(side) for side in sides) < _LEAST_RULE:
            return np.moveaxis(out, 0, axis)
        shades = [np.moveaxis(self.plane[side], axis, 0) for side in (before, behind)]
        seen = np.arange(lines)
        if not pale:
            # Few lines are dark enough; the others need not be looked at closely.
            dark = [(_largest(side) >= STRANGE / 2).mean(axis=0) > 0.5 for side in sides]
            seen = np.flatnonzero(dark[0] & dark[1])
        if seen.size:
            sides = [side[:, seen] for side in sides]
            ends = [np.median(side, axis=0) for side in sides]
            bound = _LEVEL + 2 * self.grain
            steady = [
                (_largest(side - end) < bound).mean(axis=0) > least
                for side, end in zip(sides, ends, strict=True)
            ]
            # Of a rule the ink is alike, of shaded stripes the step from the paper.
            shade = [plane[:, seen].mean(axis=0) for plane in shades]
            away = ends[0] - ends[1]
            alike = np.minimum(_largest(away), _largest(away + shade[0] - shade[1])) < bound
            telling = alike & steady[0] & steady[1] & (_largest(ends[0] + ends[1]) > 2 * self.grain + 2)
            share = np.linspace(0.0, 1.0, length, dtype=np.float32)[:, None, None]
            out[:, seen[telling]] = ends[0][telling] * (1 - share) + ends[1][telling] * share
        if not pale:
            out[_largest(out) < STRANGE] = 0
        return np.moveaxis(out, 0, axis)

    def _grain_like(self, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Grain as the paper has it, for rows and columns of pixels; the same surroundings give the same."""
        import cv2
        import numpy as np

        if self.grain < 0.5:
            return np.zeros((*shape, self._values.shape[2]), np.float32)
        values = self._some_of(self._is_paper, self._grains)[1]
        grey, paper = self._grains[::_ROWS, :, 0], self._is_paper[::_ROWS]
        pairs = paper[:, 1:] & paper[:, :-1]
        alike = 0.0
        if pairs.sum() > _FEW:
            alike = float(np.corrcoef(grey[:, 1:][pairs], grey[:, :-1][pairs])[0, 1])
        chance = np.random.default_rng(self._values.shape[0] * self._values.shape[1])
        picked = values[chance.integers(0, len(values), shape)]
        if alike > 0.1:
            # Neighbours of white noise blurred by s pixels agree by exp(-1 / 4 s²).
            blurred = cv2.GaussianBlur(picked, (0, 0), math.sqrt(-0.25 / math.log(min(alike, 0.9))))
            blurred = blurred.reshape(picked.shape)
            picked = blurred * (values.std() / max(float(blurred.std()), 0.1))
        return np.asarray(picked, np.float32)


def letters_of_neighbours(
    ink: NDArray[np.bool_],
    strips: Sequence[tuple[int, int, int, int]],
    gone: Iterable[tuple[int, int, int, int]] = (),
) -> NDArray[np.bool_]:
    """Ink in strips of a page that is of lines above or below them, as tails of g and p are: pieces that lie
    outside for the most part and reach a little way in.

    Args:
        strips: left, top, right and bottom of each, in pixels; ink in more than one is judged in each.
        gone: places of which nothing is to be seen: a piece whose middle is in one is passed over.
    """
    import cv2
    import numpy as np

    _, pieces, stats, middles = cv2.connectedComponentsWithStats(ink.view(np.uint8))
    tops, bottoms = stats[:, cv2.CC_STAT_TOP], stats[:, cv2.CC_STAT_TOP] + stats[:, cv2.CC_STAT_HEIGHT]
    inside, found = np.zeros(ink.shape, bool), ink.copy()
    stays = np.ones(len(stats), bool)
    for x0, y0, x1, y1 in gone:
        if x1 <= 0 or y1 <= 0 or x0 >= ink.shape[1] or y0 >= ink.shape[0]:
            continue
        stays &= ~((middles >= (x0, y0)) & (middles < (x1, y1))).all(axis=1)
    for x0, y0, x1, y1 in strips:
        deep = _REACHING * (y1 - y0)
        reaching = (tops < y0) & (middles[:, 1] < y0) & (bottoms <= y0 + deep)
        reaching |= (bottoms > y1) & (middles[:, 1] > y1) & (tops >= y1 - deep)
        strip = np.s_[y0:y1, x0:x1]
        inside[strip] = True
        found[strip] &= (reaching & stays)[pieces[strip]]
    found &= inside
    soft = cv2.dilate(found.view(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(soft.astype(bool) & inside, bool)


def _largest(steps: NDArray[np.float32]) -> NDArray[np.float32]:
    """The largest of the steps of each pixel's colours, up or down; colours are the last axis."""
    import numpy as np

    return np.abs(steps[..., 0]) if steps.shape[-1] == 1 else np.abs(steps).max(axis=-1)
