"""Drawing from lists: items that are not equally likely, words made up after others."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise


class WeightedChoice:
    """Items, each with a weight.

    Args:
        items: at least one.
        weights: one for each item, above zero; all alike when not given.

    Raises:
        ValueError: if there is no item, or not one weight for each.
    """

    __slots__ = ("_sums", "items")

    def __init__(self, items: Iterable[str], weights: Iterable[float] | None = None) -> None:
        self.items: Sequence[str] = tuple(items)
        if not self.items:
            raise ValueError("nothing to draw from")
        self._sums = None if weights is None else tuple(accumulate(weights))
        if self._sums is not None and len(self._sums) != len(self.items):
            raise ValueError("not one weight for each item")

    def __len__(self) -> int:
        return len(self.items)

    def items_weighing(self, least: float) -> list[str]:
        """The items with at least this weight; all where all are alike."""
        sums = self._sums
        if sums is None:
            return list(self.items)
        return [n for n, (a, b) in zip(self.items, pairwise((0.0, *sums)), strict=True) if b - a >= least]

    def draw(self, rng: random.Random) -> str:
        """One of the items, as likely as its weight says."""
        if self._sums is None:
            return self.items[int(rng.random() * len(self.items))]
        at = bisect_right(self._sums, rng.random() * self._sums[-1])
        return self.items[min(at, len(self.items) - 1)]


class PseudowordModel:
    """Makes up words that read like those it has seen: each letter drawn by the three letters before it.

    Three give names that can be said and mostly are new.

    Args:
        words: what to learn from.
    """

    _END = "$"
    _ORDER = 3

    def __init__(self, words: Iterable[str]) -> None:
        order = self._ORDER
        following: dict[str, list[str]] = defaultdict(list)
        for word in words:
            padded = "^" * order + word.lower() + self._END
            for i in range(order, len(padded)):
                following[padded[i - order : i]].append(padded[i])
        self._following = {k: "".join(v) for k, v in following.items()}

    def make(self, rng: random.Random, least: int = 4, most: int = 12) -> str:
        """A word in title case, of ``least`` to ``most`` letters where a few tries give one."""
        word = ""
        for _ in range(8):
            context = "^" * self._ORDER
            word = ""
            while len(word) <= most:
                letter = rng.choice(self._following[context])
                if letter == self._END:
                    break
                word += letter
                context = context[1:] + letter
            if least <= len(word) <= most:
                break
        return word[:1].upper() + word[1:most]


def chance(rng: random.Random, probability: float) -> bool:
    """True with the probability given."""
    return rng.random() < probability
