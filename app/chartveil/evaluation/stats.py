"""Rates and their 95 % intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass

_CONFIDENCE = 0.95
"""Confidence of every interval that this package gives."""
_SEED = 2014
"""Seed of the bootstrap: the same input gives the same intervals."""


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``low`` to ``high``, both included, with 95 % confidence."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MatchCounts:
    """Counts of one document or of many.

    Attributes:
        gold, found: things marked in the gold, and how many of them were found.
        predicted, right: things predicted, and how many of them are right.
    """

    gold: int = 0
    found: int = 0
    predicted: int = 0
    right: int = 0

    def __add__(self, other: MatchCounts) -> MatchCounts:
        return MatchCounts(
            self.gold + other.gold,
            self.found + other.found,
            self.predicted + other.predicted,
            self.right + other.right,
        )


def recall(t: MatchCounts) -> float | None:
    """Found of gold; None without gold."""
    return t.found / t.gold if t.gold else None


def precision(t: MatchCounts) -> float | None:
    """Right of predicted; None without predictions."""
    return t.right / t.predicted if t.predicted else None


def f1(t: MatchCounts) -> float | None:
    """Harmonic mean of recall and precision; None where either is not defined, 0 where both are 0."""
    r, p = recall(t), precision(t)
    if r is None or p is None:
        return None
    return 2 * r * p / (r + p) if r + p else 0.0


RATES: tuple[Callable[[MatchCounts], float | None], ...] = (recall, precision, f1)


def bootstrap_intervals(
    tallies: Mapping[str, Sequence[MatchCounts]], *, resamples: int = 1000
) -> dict[str, tuple[Interval | None, Interval | None, Interval | None]]:
    """Percentile bootstrap over documents: 95 % intervals of recall, precision and F1 for each key.

    Documents are drawn with replacement, the same draws for every key. A draw in which a rate is not
    defined is left out of that rate's interval.

    Args:
        tallies: for each key one tally a document, all of one length, in a fixed order.
        resamples: number of draws; 0 gives no intervals.

    Returns:
        Intervals of recall, precision and F1; None with fewer than two documents or no defined draw.
    """
    import numpy as np

    sizes = {len(ts) for ts in tallies.values()}
    if len(sizes) > 1:
        raise ValueError("every key needs one tally a document")
    n = sizes.pop() if sizes else 0
    if n < 2 or resamples < 1:
        return dict.fromkeys(tallies, (None, None, None))
    table = {key: np.array([astuple(t) for t in ts]) for key, ts in tallies.items()}
    draws: dict[str, list[list[float]]] = {key: [[], [], []] for key in tallies}
    # Not for secrets.
    rng = random.Random(_SEED)  # noqa: S311
    for _ in range(resamples):
        times = np.bincount(rng.choices(range(n), k=n), minlength=n)
        for key, counts in table.items():
            total = MatchCounts(*(times @ counts).tolist())
            for values, rate in zip(draws[key], RATES, strict=True):
                value = rate(total)
                if value is not None:
                    values.append(value)
    return {key: (_middle(a), _middle(b), _middle(c)) for key, (a, b, c) in draws.items()}


def _middle(values: list[float]) -> Interval | None:
    """The range that holds 95 % of the values, by nearest rank."""
    if not values:
        return None
    values.sort()
    tail = (1 - _CONFIDENCE) / 2
    low = max(0, math.ceil(tail * len(values)) - 1)
    high = math.ceil((1 - tail) * len(values)) - 1
    return Interval(values[low], values[high])


def upper_bound(found: int, n: int, alpha: float) -> float:
    """Largest share that is compatible with ``found`` of ``n`` (Clopper and Pearson, Biometrika 1934).

    Args:
        alpha: error, all of it on this side.

    Raises:
        ValueError: unless ``0 <= found <= n`` and ``n > 0``.
    """
    _check_share(found, n)
    return 1.0 if found == n else _beta_quantile(1 - alpha, found + 1, n - found)


def lower_bound(found: int, n: int, alpha: float) -> float:
    """Smallest share that is compatible with ``found`` of ``n``, likewise.

    Raises:
        ValueError: as ``upper_bound``.
    """
    _check_share(found, n)
    return 0.0 if found == 0 else _beta_quantile(alpha, found, n - found + 1)


def _beta_quantile(share: float, a: int, b: int) -> float:
    # Not scipy.stats.beta.ppf, which comes to the same: to load all distributions takes half a second.
    from scipy.special import betaincinv

    return float(betaincinv(a, b, share))


def _check_share(found: int, n: int) -> None:
    if not 0 <= found <= n or n <= 0:
        raise ValueError(f"not a share: {found} of {n}")


def proportion_interval(k: int, n: int) -> Interval:
    """Clopper and Pearson's exact interval for k of n.

    Where k is 0 the whole error goes to the upper end, and likewise to the lower where k is n: "0 of 50,
    so with 95 % confidence fewer than 6 in 100" is one-sided. Bootstrap would say 0 to 0 there.

    Raises:
        ValueError: unless 0 <= k <= n and n > 0.
    """
    error = (1 - _CONFIDENCE) / (1 if k in (0, n) else 2)
    return Interval(lower_bound(k, n, error), upper_bound(k, n, error))
