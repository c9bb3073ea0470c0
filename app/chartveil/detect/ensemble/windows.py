"""Cuts a text's sub-words into windows that a member can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chartveil.detect.ensemble.encode import EncodedText, GapBefore

_CLOSERS = "\"'’”)]"
_LATE = 3
"""A window ends in the last third of what it may hold: sooner, and there are more windows than need be."""


@dataclass(frozen=True, slots=True)
class TokenWindow:
    """A range of an :class:`EncodedText`, by numbers of sub-words.

    Attributes:
        start, end: what the member reads.
        own_start, own_end: what it is asked about. Every sub-word is owned by one window.
    """

    start: int
    end: int
    own_start: int
    own_end: int


def cut_windows(encoded: EncodedText, text: str, size: int, overlap: int) -> Iterator[TokenWindow]:
    """Windows of at most ``size`` sub-words.

    What two windows own meets at the best place there is: at an empty line, a line end, a sentence end, a
    blank, in this order (clinical text often has no sentence ends), and inside a word only where it is longer
    than a window.

    Args:
        encoded: the sub-words.
        text: the text they are of.
        size: most sub-words in a window, without special tokens.
        overlap: sub-words of context at either side; the ends of the text have less.

    Raises:
        ValueError: if the context leaves no room.
    """
    if size - 2 * overlap < 1 or overlap < 0:
        raise ValueError("no room between the contexts")
    total = len(encoded)
    at = 0
    while at < total:
        before = max(0, at - overlap)
        if total - before <= size:
            end = total
        else:
            room = size - (at - before) - overlap
            end = _best_end(encoded, text, at + room - room // _LATE, at + room)
        yield TokenWindow(before, min(total, end + overlap), at, end)
        at = end


def _best_end(encoded: EncodedText, text: str, first: int, last: int) -> int:
    """The best place for an end among ``first`` to ``last``; the latest of equals."""
    first = min(first, last)
    return max(range(first, last + 1), key=lambda i: (_rank(encoded, text, i), i))


def _rank(encoded: EncodedText, text: str, i: int) -> int:
    """How good it is to part before sub-word ``i``."""
    gap = int(encoded.gaps[i])
    if gap >= GapBefore.LINE:
        return 5 if gap == GapBefore.PARAGRAPH else 4
    before = int(encoded.ends[i - 1])
    if gap != GapBefore.NONE:
        said = text[max(0, before - 3) : before].rstrip(_CLOSERS)
        return 3 if said.endswith((".", "!", "?", ";")) else 2
    start = int(encoded.starts[i])
    return 0 if text[before - 1 : before].isalnum() and text[start : start + 1].isalnum() else 1
