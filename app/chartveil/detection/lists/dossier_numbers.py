"""Finds known numbers in a text, whatever stands between their digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chartveil.detection.lists.misspellings import (
    is_mostly_digits,
    number_key,
    ocr_number_key,
    without_leading_zeros,
)

MIN_NUMBER_LENGTH = 4
"""Signs of the shortest number that is looked for."""
_LEAST_ALONE = 6
"""Figures that a number of figures alone needs to be known without a word for it beside it."""
_CUE = re.compile(
    r"(?i)(?:\b(?:mrn|mr|m\.r\.n|record|chart|id|no|nr|number|acct|account|member|policy|plan|case|file|patient"
    r"|pt|ssn|security|insurance|subscriber|medicare|medicaid|mbi|hicn)\b\.?|#)(?:\W{0,3}(?:(?:no|nr|number|id)\b\.?|#))?\W{0,4}$"
)
_BEFORE = 32
_GLUED = re.compile(r"(?i)(?<![^\W_])(?:mrn|mr|id|no|nr|acct|ssn|tel|ph|fax)$")
"""Words for a number that touch it: ``MRN123456``."""
_SHORT_GAP = re.compile(r"[ \-–.]?")
_SIGNS = frozenset("-–.")
_UNLIKELY_BY_CHANCE = 9
"""Figures of a number that hardly stands in a text by chance."""
_MOST_ZEROS = 12
"""Zeros before a number that are of it."""
_LEAST_MIXED = 8
_LEAST_FIGURES = 3


def needs_cue(key: str, there: str) -> bool:
    """Whether a number, as it is written there, is one that years, doses and counts look like."""
    return key.isdigit() and len(there) < _LEAST_ALONE


def has_cue(text: str, start: int) -> bool:
    """Whether a word for a number stands right before the place."""
    return _CUE.search(text, max(0, start - _BEFORE), start) is not None


class NumberSearch:
    """Letters and digits of a text in a row, with their places.

    Args:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = [i for i, c in enumerate(text) if c.isalnum()]
        folded = (text[i].casefold() for i in self._places)
        self._plain = "".join(c if len(c) == 1 else "?" for c in folded)
        self._figures = ocr_number_key(self._plain)

    def find(self, key: str) -> Iterator[tuple[int, int, bool]]:
        """Range of each place that a number has, and whether figures of it were misread there."""
        read = ocr_number_key(key)
        at = self._figures.find(read)
        while at >= 0:
            place = self._range(at, len(key))
            there = self._plain[at : at + len(key)]
            if place is not None and _fits(key, there):
                whole = number_key(self._text[slice(*place)])
                if not needs_cue(key, whole) or self._named(at, len(key), place[0]):
                    yield *place, there != key
            at = self._figures.find(read, at + 1)

    def _range(self, at: int, length: int) -> tuple[int, int] | None:
        """Where signs of the row stand, if they are a number of their own: nothing touches its ends, and no
        more than three signs part any two of its characters."""
        places = self._places
        end = places[at + length - 1] + 1
        if _touches(self._text, end):
            return None
        if any(places[k + 1] - places[k] > 4 for k in range(at, at + length - 1)):
            return None
        if self._plain[at : at + length].isdigit():
            least = max(0, at - _MOST_ZEROS)
            while at > least and self._plain[at - 1] == "0" and places[at - 1] + 1 == places[at]:
                at -= 1
        start = places[at]
        if _touches(self._text, start - 1) and not _glued(self._text, start):
            return None
        return start, end

    def _named(self, at: int, length: int, start: int) -> bool:
        """Whether a short number has a word for it and is in one piece: ``Pt 120/80`` is a blood pressure."""
        gaps = (self._text[self._places[k] + 1 : self._places[k + 1]] for k in range(at, at + length - 1))
        in_piece = all(_SHORT_GAP.fullmatch(gap) for gap in gaps)
        return in_piece and (has_cue(self._text, start) or _glued(self._text, start))


def _touches(text: str, i: int) -> bool:
    return 0 <= i < len(text) and text[i].isalnum()


def _glued(text: str, start: int) -> bool:
    """Whether a word for a number touches it, and nothing that word."""
    return text[start].isdigit() and _GLUED.search(text, max(0, start - 5), start) is not None


def _fits(key: str, there: str) -> bool:
    """Whether what stands there is a number of which letters may have been misread, and not a word."""
    if key == there or is_mostly_digits(there):
        return True
    return len(key) >= _LEAST_MIXED and sum(map(str.isdigit, there)) >= _LEAST_FIGURES


_MOST_WORDS = 5
"""Words of a text that one number may be parted into: ``123 - 45 - 6789`` has three."""


class NumberOwnerIndex:
    """Tells whose numbers stand in a text, at the cost of the text's length, however many numbers there are.

    Args:
        owners: rows by key (``number_key``).
    """

    def __init__(self, owners: Mapping[str, frozenset[int]]) -> None:
        self._owners = owners
        self._read: dict[str, set[str]] = {}
        for key in owners:
            self._read.setdefault(without_leading_zeros(ocr_number_key(key)), set()).add(key)

    def owners_in(
        self, text: str, ranges: Sequence[tuple[int, int]], folded: Sequence[str]
    ) -> dict[frozenset[int], bool]:
        """The owners of each number that stands in the text, and whether it surely is the number: of ten
        thousand numbers of six figures, counts and times of a long note make up one by chance.

        Args:
            text: the text.
            ranges, folded: its words, and each folded.
        """
        hits: dict[frozenset[int], bool] = {}
        words = [_Word.of(text, a, number_key(word)) for (a, _), word in zip(ranges, folded, strict=True)]
        for i, first in enumerate(words):
            if not first.key:
                continue
            whole, gaps = "", []
            for j in range(i, min(i + _MOST_WORDS, len(words))):
                if j > i:
                    if ranges[j][0] - ranges[j - 1][1] > 3:
                        break
                    gaps.append(text[ranges[j - 1][1] : ranges[j][0]].strip(" \t"))
                whole += words[j].key
                if len(whole) < MIN_NUMBER_LENGTH:
                    continue
                for key in self._read.get(without_leading_zeros(ocr_number_key(whole)), ()):
                    cue = first.glued or has_cue(text, ranges[i][0])
                    if _fits(without_leading_zeros(key), without_leading_zeros(whole)) and (
                        cue or not needs_cue(key, whole)
                    ):
                        owners = self._owners[key]
                        hits[owners] = hits.get(owners, False) or _is_sure(key, gaps, cue=cue)
        return hits


@dataclass(frozen=True, slots=True)
class _Word:
    """A word's key as a part of a number, and whether a word for a number touched it there."""

    key: str
    glued: bool

    @staticmethod
    def of(text: str, start: int, key: str) -> _Word:
        figures = key.lstrip("abcdefghijklmnopqrstuvwxyz")
        at = start + len(key) - len(figures)
        glued = figures.isdigit() and figures != key and text[at : at + 1].isdigit() and _glued(text, at)
        return _Word(figures if glued else key, glued)


def _is_sure(key: str, gaps: Sequence[str], *, cue: bool) -> bool:
    """Whether words with these gaps between are surely the number."""
    if not key.isdigit():
        return True
    in_piece = len(set(gaps)) <= 1 and _SIGNS.issuperset(gaps)
    return (cue and (in_piece or len(key) >= _UNLIKELY_BY_CHANCE)) or (
        in_piece and len(key) >= _UNLIKELY_BY_CHANCE
    )
