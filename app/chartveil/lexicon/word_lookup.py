"""Prepares the words of a text for matching: keys, flags, and phrases."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.term_keys import word_key


@dataclass(frozen=True, slots=True)
class LookedUpWords:
    """Words of one text.

    Attributes:
        ranges: range of each word.
        keys: key of each word: folded, without possessive ``'s``.
        flags: what each word is known as, see ``chartveil.lexicon.word_flags``.
        joined_to_next: for each word whether the next one stands with it: parted by blanks, a hyphen, ``&``,
            ``/``, an apostrophe, one line break, or the dot of a short word (``St. Louis``). One entry a
            word; the last is False.
    """

    ranges: list[tuple[int, int]]
    keys: list[str]
    flags: list[int]
    joined_to_next: list[bool]


_PLAIN = frozenset(
    (" ", "-", "\n", "\r\n", "  ", " - ", "/", " & ", "&", "-\n", " \n", "\n ", "’ ", "' ", "‐", "–")
)
_SHORT = 3
_JOINERS = frozenset(("", "-", "&", "/", "'", "’", "–", "‐", "®", "™"))


def find_joined_words(text: str, ranges: list[tuple[int, int]]) -> list[bool]:
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


def look_up_words(view: TokenizedText, known: dict[str, int]) -> LookedUpWords:
    """The words of a view with what is known of each."""
    keys = [word_key(w) for w in view.folded_words]
    get = known.get
    return LookedUpWords(
        view.word_ranges, keys, [get(k, 0) for k in keys], find_joined_words(view.text, view.word_ranges)
    )
