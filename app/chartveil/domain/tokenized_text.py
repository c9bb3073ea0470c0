"""Words of a text: one definition, shared by detection, recovery, propagation and evaluation.

A word is a run of letters, digits and combining marks, with apostrophes inside it (``O'Brien``).
Hyphens, dots, slashes and underscores part words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol

import regex

from chartveil.domain.document import Document

_WORD = regex.compile(r"[^\W_]\p{M}*(?:[^\W_]|\p{M}|(?<=\w)['’](?=\p{L}))*")
_MARKS = regex.compile(r"\p{M}+")
_SPACES = regex.compile(r"\s+")
_STOP = regex.compile(r"\.\s{1,2}")
_LETTERS_BEFORE = regex.compile(r"[\p{L}\p{M}]+$")
_INITIALS_BEHIND = regex.compile(r"\p{Lu}{2,3}\b")
_FULL_NAME = 5
"""Letters of a name from which on it is no abbreviation."""

# Beyond ASCII, what a pattern takes for a plain letter (case folding: ß, İ, ſ, K, ligatures such as ﬁ) or
# for a digit.
_ODD_CHARACTERS = regex.compile(
    r"[\d--0-9]|[\u00DF\u0130\u0131\u0149\u017F\u01F0\u1E96-\u1E9A\u1E9E\u212A\uFB00-\uFB06]", regex.VERSION1
)


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


def stop_parts_names(text: str, left_end: int, right_start: int) -> bool:
    """Whether a stop between two words of names ends a sentence (``Kilgarriff. TK``), and no initial or
    abbreviation (``J. Doe``, ``Thos. Doe``)."""
    if not _STOP.fullmatch(text, left_end, right_start):
        return False
    left = _LETTERS_BEFORE.search(text, max(0, left_end - _FULL_NAME), left_end)
    length = len(left[0]) if left else 0
    return length >= _FULL_NAME or (length > 1 and _INITIALS_BEHIND.match(text, right_start) is not None)


class Feature(Protocol):
    """Something worked out of a view; kept there by the object that works it out."""

    def make(self, view: TokenizedText) -> Any: ...


class TokenizedText:
    """A document with what several detectors need of it, each worked out once when first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text
        self._features: dict[Any, Any] = {}

    def cached(self, maker: Feature) -> Any:
        """The feature that ``maker`` computes from this view; cached with the view.

        Args:
            maker: hashable; makers that are equal make the same.
        """
        kept = self._features
        if maker not in kept:
            kept[maker] = maker.make(self)
        return kept[maker]

    def keep(self, maker: Feature, made: Any) -> None:
        """Has ``cached`` give what was worked out elsewhere."""
        self._features[maker] = made

    def of_document(self, document: Document) -> TokenizedText:
        """The view of another document with the same text, with all that was or will be worked out of it.

        Args:
            document: one of whose text alone everything is made that is asked for.
        """
        assert document.text == self.text
        other = TokenizedText(document)
        other.__dict__.update((k, v) for k, v in self.__dict__.items() if k != "document")
        return other

    @cached_property
    def has_odd_characters(self) -> bool:
        """Whether a character beyond ASCII may count as a plain letter or a digit: ``K`` as k, ``ﬁ`` as fi,
        ``ß`` as ss, Arabic figures. Then ``lowered`` tells less than the text."""
        return not self.text.isascii() and _ODD_CHARACTERS.search(self.text) is not None

    @cached_property
    def lowered(self) -> str:
        """The text in lower case, of the same length."""
        return self.text.replace("\u0130", "i").lower()

    @cached_property
    def word_ranges(self) -> list[tuple[int, int]]:
        """Range of each word, in order."""
        return word_ranges(self.text)

    @cached_property
    def folded_words(self) -> list[str]:
        """Each word folded for comparison; same length as ``words``."""
        text = self.text
        return [fold(text[a:b]) for a, b in self.word_ranges]

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        starts = [0]
        starts += [m.end() for m in regex.finditer(r"\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]", self.text)]
        return starts

    def line_ranges(self) -> Iterator[tuple[int, int]]:
        """Range of each line, its line end included."""
        yield from pairwise([*self.line_starts, len(self.text)])
