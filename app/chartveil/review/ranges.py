"""Where a range may begin and end: without blanks at its ends, by words, by characters."""

from __future__ import annotations

import unicodedata

from chartveil.words import word_ranges

_WINDOW = 64
"""Characters beside an edge in which the next word is first looked for."""
_JOINER = "\u200d"


def without_outer_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blanks at its ends; start equals end where nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def remainder(text: str, start: int, end: int, *, cut_start: bool, cut_end: bool) -> tuple[int, int] | None:
    """What remains of a range that was cut, without signs at the cut edges; None without letter or digit."""
    if not any(c.isalnum() for c in text[start:end]):
        return None
    while cut_start and not text[start].isalnum():
        start += 1
    while cut_end and not text[end - 1].isalnum():
        end -= 1
    return start, end


def next_word_edge(text: str, at: int, direction: int, *, ends: bool) -> int | None:
    """The nearest edge of a word before or behind an offset.

    Args:
        text: of the document.
        at: the offset.
        direction: 1 towards the end of the text, -1 towards its start.
        ends: whether ends of words are wanted, not starts.

    Returns:
        The offset; None where there is none that way.
    """
    width = _WINDOW
    while True:
        low, high = max(0, at - width), min(len(text), at + width)
        edges = [
            (b if ends else a) + low
            for a, b in word_ranges(text[low:high])
            # A word that the window cuts is not known whole.
            if (a > 0 or low == 0) and (b < high - low or high == len(text))
        ]
        beyond = [e for e in edges if (e > at if direction > 0 else e < at)]
        if beyond:
            return min(beyond) if direction > 0 else max(beyond)
        if low == 0 and high == len(text):
            return None
        width *= 4


def next_character_edge(text: str, at: int, direction: int, *, ends: bool) -> int | None:
    """The nearest offset before or behind, at which a range may begin or end: not beside a blank inside it,
    not within a character and its marks. Arguments and result as of :func:`next_word_edge`."""
    while True:
        at += direction
        if not 0 <= at <= len(text):
            return None
        edge = text[at - 1 : at] if ends else text[at : at + 1]
        if edge and not edge.isspace() and not _splits_character(text, at):
            return at


def _splits_character(text: str, at: int) -> bool:
    """Whether an offset lies between a character and a mark that belongs to it."""
    if not 0 < at < len(text):
        return False
    return unicodedata.category(text[at]).startswith("M") or _JOINER in (text[at], text[at - 1])
