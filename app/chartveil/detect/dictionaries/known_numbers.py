"""Finds known numbers in a text, whatever stands between their digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from chartveil.detect.dictionaries.spelling import misread_figures, mostly_figures, number_key

LEAST = 4
"""Signs of the shortest number that is looked for."""
_LEAST_ALONE = 6
"""Figures that a number of figures alone needs to be known without a word for it beside it."""
_CUE = re.compile(
    r"(?i)(?:\b(?:mrn|mr|m\.r\.n|record|chart|id|no|nr|number|acct|account|member|policy|plan|case|file|patient"
    r"|pt)\b\.?|#)(?:\W{0,3}(?:(?:no|nr|number|id)\b\.?|#))?\W{0,4}$"
)
_BEFORE = 32


def needs_cue(key: str) -> bool:
    """Whether a number is one that years, doses and counts look like."""
    return key.isdigit() and len(key) < _LEAST_ALONE


def has_cue(text: str, start: int) -> bool:
    """Whether a word for a number stands right before the place."""
    return _CUE.search(text, max(0, start - _BEFORE), start) is not None


class TextNumbers:
    """Letters and digits of a text in a row, with their places.

    Args:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = [i for i, c in enumerate(text) if c.isalnum()]
        folded = (text[i].casefold() for i in self._places)
        self._plain = "".join(c if len(c) == 1 else "?" for c in folded)
        self._figures = misread_figures(self._plain)

    def find(self, key: str) -> Iterator[tuple[int, int, bool]]:
        """Range of each place that a number has, and whether figures of it were misread there."""
        read = misread_figures(key)
        cue = needs_cue(key)
        at = self._figures.find(read)
        while at >= 0:
            place = self._range(at, len(key))
            there = self._plain[at : at + len(key)]
            fits = there == key or mostly_figures(there)
            if place is not None and fits and (not cue or has_cue(self._text, place[0])):
                yield *place, there != key
            at = self._figures.find(read, at + 1)

    def _range(self, at: int, length: int) -> tuple[int, int] | None:
        """Where signs of the row stand, if they are a number of their own: nothing touches its ends, and no
        more than three signs part any two of its characters."""
        places = self._places
        start, end = places[at], places[at + length - 1] + 1
        if _touches(self._text, start - 1) or _touches(self._text, end):
            return None
        if any(places[k + 1] - places[k] > 4 for k in range(at, at + length - 1)):
            return None
        return start, end


def _touches(text: str, i: int) -> bool:
    return 0 <= i < len(text) and text[i].isalnum()


_MOST_WORDS = 5
"""Words of a text that one number may be parted into: ``123 - 45 - 6789`` has three."""


class NumberIndex:
    """Tells whose numbers stand in a text, at the cost of the text's length, however many numbers there are.

    Args:
        owners: rows by key (``number_key``).
    """

    def __init__(self, owners: Mapping[str, frozenset[int]]) -> None:
        self._owners = owners
        self._read: dict[str, set[str]] = {}
        for key in owners:
            self._read.setdefault(misread_figures(key), set()).add(key)

    def found(
        self, text: str, ranges: Sequence[tuple[int, int]], folded: Sequence[str]
    ) -> set[frozenset[int]]:
        """The owners of each number that stands in the text.

        Args:
            text: the text.
            ranges, folded: its words, and each folded.
        """
        hits: set[frozenset[int]] = set()
        keys = [number_key(word) for word in folded]
        for i in range(len(keys)):
            if not any(map(str.isalnum, keys[i])):
                continue
            whole = ""
            for j in range(i, min(i + _MOST_WORDS, len(keys))):
                if j > i and ranges[j][0] - ranges[j - 1][1] > 3:
                    break
                whole += keys[j]
                for key in self._read.get(misread_figures(whole), ()):
                    fits = key == whole or mostly_figures(whole)
                    if fits and (not needs_cue(key) or has_cue(text, ranges[i][0])):
                        hits.add(self._owners[key])
        return hits
