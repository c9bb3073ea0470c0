"""Paper as it would look where something is taken off it: its shade, its grain, the rules that cross it.

Only what lies around a place tells how it is filled, so that nothing of what was there has a part in it.
"""

from __future__ import annotations

import math
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
_STEADY, _STEADIEST = 0.55, 0.8
"""Shares of the pixels of a level and of an upright rule beside a place that are alike."""
_LEAST_RULE = 5
"""Pixels beside a place over which a rule has to go on."""


class Paper:
    """The paper of a part of a picture.

    Args:
        part: of a picture; grey, or with three colours.
        hole: which of its pixels say nothing, since they are to be filled.
        inked: which others are no paper, as those of words that stay.

    Attributes:
        known: whether there is enough paper around the hole to tell.
        grain: standard deviation of its brightness, in steps.
    """

    def __init__(
        self, part: Picture, hole: NDArray[np.bool_], inked: NDArray[np.bool_] | None = None
    ) -> None:
        import numpy as np

        self._shape = part.shape
        self._values = part.reshape(*part.shape[:2], -1).astype(np.float32)
        self._hole, self._inked = hole, inked is not None and bool(inked.any())
        free = ~hole if inked is None else ~(hole | inked)
        self.known = int(free.sum()) >= _FEW
        self.grain = 0.0
        if not self.known:
            return
        known = self._values[free]
        usual = np.median(known[:: max(len(known) // _MOST_MEASURED, 1)], axis=0)
        paper = free & (np.abs(self._values - usual).max(axis=2) < STRANGE)
        if int(paper.sum()) < _FEW:
            paper = free
        self.plane = self._fitted(paper, usual)
        self._rest = self._values - self.plane
        near = np.abs(self._rest).max(axis=2)
        bound = max(3 * float(np.sqrt(np.mean(near[paper] ** 2))), 4.0)
        self._is_paper = free & (near < bound)
        if int(self._is_paper.sum()) >= _FEW:
            self.plane = self._fitted(self._is_paper, usual)
            self._rest = self._values - self.plane
            self.plane += self._near_mean(2 * (part.shape[0] // 2) + 1)
            self._rest = self._values - self.plane
            self._grains = self._rest - self._near_mean(_NEAR)
            self.grain = float(self._grains[self._is_paper].std())

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

        places = np.argwhere(paper)
        places = places[:: max(len(places) // _MOST_MEASURED, 1)]
        rows, columns = self._shape[:2]
        down, across = places[:, 0] / rows, places[:, 1] / columns
        known = np.c_[np.ones(len(places)), down, across, across**2]
        found = np.linalg.lstsq(known, self._values[tuple(places.T)].astype(np.float64), rcond=None)[0]
        y, x = np.arange(rows)[:, None, None] / rows, np.arange(columns)[None, :, None] / columns
        plane = found[0] + y * found[1] + x * found[2] + x**2 * found[3]
        low, high = usual - STRANGE, usual + STRANGE
        return np.asarray(np.clip(plane, low, high), np.float32)

    @property
    def strange(self) -> NDArray[np.bool_]:
        """Pixels outside of the hole that are no paper."""
        import numpy as np

        return np.asarray(~self._hole & (np.abs(self._rest).max(axis=2) >= STRANGE), bool)

    def filling(self) -> Picture:
        """The whole part as paper, with the rules that cross it."""
        import numpy as np

        rules = self._crossing(self._rest, self.plane, self._hole, _STEADY)
        if self._inked:
            # Letters beside the hole make many pale rows that only look like stripes.
            rules[np.abs(rules).max(axis=2) < STRANGE] = 0
        # A stem of a letter above and one below are no rule.
        turned = self._rest.transpose(1, 0, 2), self.plane.transpose(1, 0, 2), self._hole.T
        columns = self._crossing(*turned, _STEADIEST).transpose(1, 0, 2)
        columns[np.abs(columns).max(axis=2) < STRANGE] = 0
        away = np.where(np.abs(columns) > np.abs(rules), columns, rules)
        filled = self.plane + away + self._grain_like()
        return np.asarray(np.rint(filled).clip(0, 255), np.uint8).reshape(self._shape)

    def _crossing(
        self, rest: NDArray[np.float32], plane: NDArray[np.float32], hole: NDArray[np.bool_], least: float
    ) -> NDArray[np.float32]:
        """How much each row differs from paper where the same is seen on both sides of the hole."""
        import numpy as np

        out = np.zeros_like(rest)
        inside = np.flatnonzero(hole.any(axis=0))
        if not inside.size:
            return out
        left, right = rest[:, : inside[0]], rest[:, inside[-1] + 1 :]
        if min(left.shape[1], right.shape[1]) < _LEAST_RULE:
            return out
        ends = [np.median(side, axis=1) for side in (left, right)]
        bound = _LEVEL + 2 * self.grain
        steady = [
            (np.abs(side - end[:, None]).max(axis=2) < bound).mean(axis=1) > least
            for side, end in zip((left, right), ends, strict=True)
        ]
        # Of a rule the ink is alike, of shaded stripes the step from the paper.
        shade = [side.mean(axis=1) for side in (plane[:, : inside[0]], plane[:, inside[-1] + 1 :])]
        step = np.abs(ends[0] - ends[1]).max(axis=1)
        alike = np.minimum(step, np.abs(ends[0] + shade[0] - ends[1] - shade[1]).max(axis=1)) < bound
        telling = alike & steady[0] & steady[1] & (np.abs(ends[0] + ends[1]).max(axis=1) > 2 * self.grain + 2)
        share = np.linspace(0.0, 1.0, len(hole[0]), dtype=np.float32)[None, :, None]
        out[telling] = ends[0][telling][:, None] * (1 - share) + ends[1][telling][:, None] * share
        return out

    def _grain_like(self) -> NDArray[np.float32]:
        """Grain as the paper has it; the same surroundings give the same."""
        import cv2
        import numpy as np

        if self.grain < 0.5:
            return np.zeros_like(self.plane)
        values = self._grains[self._is_paper]
        pairs = self._is_paper[:, 1:] & self._is_paper[:, :-1]
        grey = self._grains.mean(axis=2)
        alike = 0.0
        if pairs.sum() > _FEW:
            alike = float(np.corrcoef(grey[:, 1:][pairs], grey[:, :-1][pairs])[0, 1])
        chance = np.random.default_rng(self._shape[0] * self._shape[1])
        picked = values[chance.integers(0, len(values), self._shape[:2])]
        if alike > 0.1:
            # Neighbours of white noise blurred by s pixels agree by exp(-1 / 4 s²).
            blurred = cv2.GaussianBlur(picked, (0, 0), math.sqrt(-0.25 / math.log(min(alike, 0.9))))
            blurred = blurred.reshape(picked.shape)
            picked = blurred * (values.std() / max(float(blurred.std()), 0.1))
        return np.asarray(picked, np.float32)
