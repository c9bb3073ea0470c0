"""A text's words prepared for matching: keys, bits, and which words stand together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from chartveil.lexicon.keys import word_key


class Words(Protocol):
    """What a view of a document offers; ``chartveil.words.View`` does."""

    @property
    def text(self) -> str: ...
    @property
    def words(self) -> list[tuple[int, int]]: ...
    @property
    def folded(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Scan:
    """Words of one text.

    Attributes:
        ranges: range of each word.
        keys: key of each word: folded, without possessive ``'s``.
        bits: what each word is known as, see ``chartveil.lexicon.bits``.
        joined: for each word whether the next one stands with it: parted by blanks, a hyphen, ``&``, ``/``,
            an apostrophe, one line break, or the dot of a short word (``St. Louis``). One entry a word;
            the last is False.
    """

    ranges: list[tuple[int, int]]
    keys: list[str]
    bits: list[int]
    joined: list[bool]


_PLAIN = frozenset(
    (" ", "-", "\n", "\r\n", "  ", " - ", "/", " & ", "&", "-\n", " \n", "\n ", "’ ", "' ", "‐", "–")
)
_SHORT = 3
_JOINERS = frozenset(("", "-", "&", "/", "'", "’", "–", "‐", "®", "™"))


def joins(text: str, ranges: list[tuple[int, int]]) -> list[bool]:
    """For each word whether the next one stands with it."""
    out = []
    for (a, end), (start, _) in pairwise(ranges):
        gap = text[end:start]
        if gap in _PLAIN:
            out.append(True)
        elif len(gap) > 12:
            out.append(False)
        else:
            core = gap.strip()
            fits = core in _JOINERS or (core == "." and end - a <= _SHORT)
            out.append(fits and gap.count("\n") <= 1)
    if ranges:
        out.append(False)
    return out


def scan(view: Words, known: dict[str, int]) -> Scan:
    """The words of a view with what is known of each."""
    keys = [word_key(w) for w in view.folded]
    get = known.get
    return Scan(view.words, keys, [get(k, 0) for k in keys], joins(view.text, view.words))
