"""Random numbers from a key alone: the same on every machine and in every version of Python."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MIN_KEY_BYTES = 16


class KeyedRandom:
    """An endless stream of numbers seeded by HMAC-SHA256 over a key and some texts.

    Block ``n`` of the stream is HMAC(key, seed ‖ n). Numbers are drawn by rejection, so that all are
    equally likely. Texts are joined with their lengths: ("ab", "c") and ("a", "bc") differ.

    Args:
        key: the secret.
        parts: what the stream is for, e.g. scope, kind and normalised original.
    """

    __slots__ = ("_at", "_block", "_buffer", "_key", "_seed")

    def __init__(self, key: bytes, *parts: str) -> None:
        encoded = [p.encode("utf-8", "surrogatepass") for p in parts]
        self._seed = b"".join(b"%d:%b" % (len(e), e) for e in encoded)
        self._key = key
        self._block = 0
        self._buffer = b""
        self._at = 0

    def _take(self, n: int) -> int:
        if self._at + n > len(self._buffer):
            message = b"%b#%d" % (self._seed, self._block)
            self._buffer = hmac.digest(self._key, message, "sha256")
            self._block += 1
            self._at = 0
        value = int.from_bytes(self._buffer[self._at : self._at + n], "big")
        self._at += n
        return value

    def below(self, n: int) -> int:
        """A number in [0, n), each equally likely.

        Raises:
            ValueError: if n is not in 1 … 2³².
        """
        if not 1 <= n <= 1 << 32:
            raise ValueError(f"not a bound: {n}")
        size = 1 if n <= 1 << 8 else 2 if n <= 1 << 16 else 4
        bound = (1 << 8 * size) // n * n
        while True:
            value = self._take(size)
            if value < bound:
                return value % n

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def digit(self) -> str:
        """A decimal digit."""
        return "0123456789"[self.below(10)]

    def letter(self) -> str:
        """A capital letter."""
        return _UPPER[self.below(26)]

    def cyclic_permutation(self, items: Sequence[str]) -> dict[str, str]:
        """A random permutation of the items, one cycle through all, so that none stays (Sattolo)."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i)
            order[i], order[j] = order[j], order[i]
        return dict(zip(items, order, strict=True))
