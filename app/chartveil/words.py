"""Words of a text: one definition, shared by detection, recovery, propagation and evaluation.

A word is a run of letters, digits and combining marks, with apostrophes inside it (``O'Brien``).
Hyphens, dots, slashes and underscores part words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import regex

from chartveil.domain import Document

_WORD = regex.compile(r"[^\W_]\p{M}*(?:[^\W_]|\p{M}|(?<=\w)['’](?=\p{L}))*")
_MARKS = regex.compile(r"\p{M}+")
_SPACES = regex.compile(r"\s+")


def word_ranges(text: str) -> list[tuple[int, int]]:
    """Range of each word of the text, in order."""
    return [m.span() for m in _WORD.finditer(text)]


def fold(text: str) -> str:
    """The text for comparison: no case, no accents, one blank for any white space, plain apostrophes.

    The length may differ from the input's.
    """
    if text.isascii():
        return text.lower() if text.isalnum() else str(_SPACES.sub(" ", text.lower()))
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text.replace("’", "'")))
    return str(_SPACES.sub(" ", plain.casefold()))


class View:
    """A document with what several detectors need of it, each worked out once when first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text

    @cached_property
    def words(self) -> list[tuple[int, int]]:
        """Range of each word, in order."""
        return word_ranges(self.text)

    @cached_property
    def folded(self) -> list[str]:
        """Each word folded for comparison; same length as ``words``."""
        text = self.text
        return [fold(text[a:b]) for a, b in self.words]

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        starts = [0]
        starts += [m.end() for m in regex.finditer(r"\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]", self.text)]
        return starts

    def lines(self) -> Iterator[tuple[int, int]]:
        """Range of each line, its line end included."""
        yield from pairwise([*self.line_starts, len(self.text)])
