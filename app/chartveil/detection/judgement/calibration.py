"""Calibration: turns the agreement of the networks into the probability that a word is an identifier.

The networks are trained to be right, not to know how often they are. Of the words of kept-out notes to which
they give .2, fewer than one in five are identifiers. A monotone curve through what was counted there mends
that (isotonic regression: Zadrozny and Elkan, KDD 2002), so that .9 means nine of ten.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from chartveil.detection.model_choice import ModelProfile
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import models_folder
from chartveil.domain.resource_files import read_toml

_LEAST = 1e-4
"""Odds are reckoned with probabilities no nearer to 0 or 1 than this."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A monotone curve, straight between its points.

    Attributes:
        agreement: of the networks, rising, in [0, 1].
        probability: that a word with this agreement is an identifier, never falling, in [0, 1].
        weights: of the networks in the agreement, by the name of their file.
    """

    agreement: tuple[float, ...]
    probability: tuple[float, ...]
    weights: Mapping[str, float] = field(default_factory=dict, hash=False)

    def probability_of(self, agreement: float) -> float:
        """How likely a word is an identifier to which the networks give this."""
        i = bisect_right(self.agreement, agreement)
        if i == 0:
            return self.probability[0]
        if i == len(self.agreement):
            return self.probability[-1]
        low, high = self.agreement[i - 1], self.agreement[i]
        share = (agreement - low) / (high - low)
        return self.probability[i - 1] + share * (self.probability[i] - self.probability[i - 1])


def raised(probability: float, odds: float) -> float:
    """A probability after news that makes it this many times as likely.

    Args:
        probability: in [0, 1].
        odds: ratio by which the odds change (a likelihood ratio), above 0.
    """
    p = min(max(probability, _LEAST), 1 - _LEAST)
    return 1 / (1 + math.exp(-(math.log(p / (1 - p)) + math.log(odds))))


def load_calibration(path: Path | None = None, profile: ModelProfile = ModelProfile.QUICK) -> Calibration:
    """Reads a profile's curve from ``models/calibration.toml`` or another file of that form.

    Raises:
        ResourceError: if the file is missing, or its points do not rise from 0 to 1.
    """
    return _read_once(path or models_folder() / "calibration.toml", profile)


@cache
def _read_once(path: Path, profile: ModelProfile) -> Calibration:
    data = read_toml(path, "the calibration of the models")
    curve = data.get(profile.value)
    curve = curve if isinstance(curve, dict) else {}
    weights = curve.get("weights", {})
    if not isinstance(weights, dict) or not all(
        isinstance(w, int | float) and w >= 0 for w in weights.values()
    ):
        raise ResourceError(
            f"the weights of the networks for the profile {profile.value} are not numbers from 0 on.",
            where=str(path),
            remedy="Give weights as a table of names of files in models/ with a number each.",
        )
    found = Calibration(_numbers(curve.get("agreement")), _numbers(curve.get("probability")), weights)
    rising = all(a < b for a, b in zip(found.agreement, found.agreement[1:], strict=False))
    never_falls = all(a <= b for a, b in zip(found.probability, found.probability[1:], strict=False))
    fits = len(found.agreement) == len(found.probability) >= 2
    if not (fits and rising and never_falls and all(0 <= x <= 1 for x in found.probability)):
        raise ResourceError(
            f"the calibration of the models for the profile {profile.value} is not a rising curve.",
            where=str(path),
            remedy="Give agreement and probability as two lists of as many numbers, both rising from 0 to 1.",
        )
    return found


def _numbers(value: object) -> tuple[float, ...]:
    if not isinstance(value, Sequence) or not all(isinstance(x, int | float) for x in value):
        return ()
    return tuple(float(x) for x in value)
