"""The forms in which a word may hide: the leak check searches for them, and surrogates avoid them.

The measures of both are these, so that a surrogate is never taken for an original by our own search.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from chartveil.domain.tokenized_text import fold

LEAST_FOR_SLIP = 5
"""Letters of a name from which on another order of two of them is that name, and no other word."""
LEAST_PART = 5
"""Letters of a name from which on it counts where a capital or a sign parts it from what it touches."""
LEAST_TURNED = 6
"""Letters of a name from which on it counts turned round."""
LEAST_BEGINNING = 6
"""Letters of a name from which on it counts at the beginning of what is no word (``okaforchi_``)."""
LEAST_REST = 2
"""Letters that such a name has behind it: with one more it is a form of the name, or another."""
LEAST_WITHIN = 8
"""Letters of one word, and figures of a number, from which on they count within another word."""

_MOST_LETTERS = 32
"""Letters of the longest word that names somebody; a longer one would have thousands of parts."""
_MOST_JOINED = 3
"""Words of a text that one word of a name may be in."""
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PARTS = re.compile(r"[^\W\d_]+")


def slips_of(word: str) -> list[str]:
    """A word with two neighbouring letters in the wrong order, each way: ``Bryce`` → ``Bryec``, …"""
    if not word.isalpha():
        return []
    swapped = (
        word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        for i in range(len(word) - 1)
        if word[i] != word[i + 1]
    )
    return list(dict.fromkeys(swapped))


@lru_cache(maxsize=1024)
def words_in_disguise(text: str) -> frozenset[str]:
    """Folded words that a text may be taken to hold, though it has none of them as a word of its own.

    ``Benedikta`` holds ``benedikt``, ``Selma`` is a slip of ``selam``, ``McDonald`` holds ``donald``,
    ``O'Connor`` ``connor``, and ``Anne-Marie`` is ``annemarie``.
    """
    words = _WORDS.findall(text)
    letters = ["".join(filter(str.isalpha, fold(word))) for word in words]
    found: set[str] = set()
    for word, whole in zip(words, letters, strict=True):
        if len(whole) > _MOST_LETTERS:
            continue
        parts = [fold(part) for run in _PARTS.findall(word) for part in _parted_at_capitals(run)]
        found.update((whole, *parts, *_within(whole)))
        found.update(whole[:n] for n in range(LEAST_BEGINNING, len(whole) - LEAST_REST + 1))
        if len(whole) >= LEAST_TURNED:
            turned = whole[::-1]
            found.add(turned)
            found.update(_within(turned))
        if len(whole) >= LEAST_FOR_SLIP:
            found.update(slips_of(whole))
    found |= joined_words(letters)
    own = {fold(word).removesuffix("'s") for word in words}
    return frozenset(word for word in found - own if len(word) >= LEAST_PART)


def joined_words(words: Sequence[str]) -> set[str]:
    """Two and three neighbouring words as one: ``vanhouten`` of ``Van Houten``."""
    return {"".join(words[i : i + n]) for n in range(2, _MOST_JOINED + 1) for i in range(len(words) - n + 1)}


def _parted_at_capitals(run: str) -> list[str]:
    """A run of letters where each capital after a small letter begins a word: ``Mc`` and ``Donald``."""
    starts = [i for i in range(1, len(run)) if run[i - 1].islower() and run[i].isupper()]
    return [run[a:b] for a, b in zip((0, *starts), (*starts, len(run)), strict=True)]


def _within(word: str) -> set[str]:
    """Its parts that are long enough to be seen in it."""
    return {
        word[a:b] for a in range(len(word) - LEAST_WITHIN + 1) for b in range(a + LEAST_WITHIN, len(word) + 1)
    }
