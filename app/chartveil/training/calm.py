"""Evens out what matrices are given, so that rounding it to uint8 costs less.

A matrix's input is rounded by its range, in steps of a 255th. In networks of this kind a few channels reach
ten times as far as the others, most of all at ``[CLS]``, and waste the steps. Dividing such channels, and
multiplying their rows of the matrix by as much, changes nothing but the rounding (SmoothQuant, Xiao et al.
2023). The division is a node of its own, because the input goes other ways too.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from chartveil.detect.ensemble.halves import NamedWeights

Floats = NDArray[np.float32]

_LIMIT = 3.0
"""How far a channel may reach, in medians of all channels' reach. On a first trained network this halved the
mean error of a probability, from .010 to .005; limits of 2 and 4 gave .006, because a matrix whose rows
differ is rounded more coarsely itself."""

_LEAST_EXCESS = 2.0
"""By how much the furthest channel must pass the limit for a node to be added."""


def smoothed(weights: NamedWeights, reach: Mapping[str, Floats]) -> dict[str, Floats]:
    """The weights with the inputs of matrices evened out where that pays.

    Args:
        weights: as listed in ``detect.ensemble.halves``.
        reach: by name of matrix, e.g. ``layer.0.wide``: largest magnitude that each channel of its input was
            seen to have.

    Returns:
        All weights; ``NAME.calm`` is what the input of the matrix ``NAME`` is multiplied by.
    """
    found = dict(weights)
    for name, furthest in sorted(reach.items()):
        limit = _LIMIT * float(np.median(furthest))
        if limit > 0 and float(furthest.max()) > _LEAST_EXCESS * limit:
            divisor = np.maximum(furthest / limit, 1).astype(np.float32)
            found[f"{name}.calm"] = 1 / divisor
            found[f"{name}.weight"] = weights[f"{name}.weight"] * divisor[:, None]
    return found
