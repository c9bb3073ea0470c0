"""Encodes text as the input of a member: sub-words, their letter shapes and gaps, and dictionary features.

The encoder that our members start from lowers its input and drops white space. Case and lay-out tell names
and headers apart, so two further inputs give them back: the letter shape of the word that a sub-word
belongs to, and the kind of gap before the sub-word. A third tells what the dictionaries know of the word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from chartveil.detection.models.gazetteer_features import GazetteerFeatures
from chartveil.domain.errors import ResourceError

IntArray = NDArray[np.int64]

# Words of capitals with more than one letter. "O'BRIEN" and "SMITH-JONES" count by part.
_CAPITALS = regex.compile(r"\p{Lu}{2,}")
_OTHER_LINE_END = regex.compile(r"[\x0b\x0c\x85]")
"""Ends of pages and lines but those that all tokenizers know."""
# Halves of characters, which broken files hold and no tokenizer takes.
_LONE_SURROGATE = regex.compile(r"[\ud800-\udfff]")
_BRACKETS = (("[CLS]", "[SEP]"), ("<s>", "</s>"))


class LetterShape(IntEnum):
    """How the letters of a word look."""

    NONE = 0  # special tokens, padding
    LOWER = 1
    TITLE = 2
    CAPITALS = 3
    ONE_CAPITAL = 4
    MIXED_TITLE = 5  # McDonald
    MIXED = 6  # iPhone, mmHg
    DIGITS = 7
    CAPITALS_DIGITS = 8  # A1C, K20
    MIXED_DIGITS = 9  # 3rd, 62yo
    PUNCTUATION = 10
    OTHER = 11  # letters without case


class GapBefore(IntEnum):
    """The characters before a sub-word."""

    NONE = 0  # nothing: it goes on the piece before, or starts the text
    BLANK = 1
    WIDE = 2  # two blanks or more, a tab
    LINE = 3  # a line end
    PARAGRAPH = 4  # an empty line


@dataclass(frozen=True, slots=True)
class EncodedText:
    """A text's sub-words, without special tokens; all arrays have the same length.

    Attributes:
        ids: of the vocabulary.
        shapes: ``Shape`` of the word that each belongs to.
        gaps: ``GapBefore`` before each.
        gazetteer_codes: what the dictionaries know of the word that each belongs to
            (``gazetteer_features.GAZETTEER_QUESTIONS``).
        starts, ends: range of each in the text, in characters.
    """

    ids: IntArray
    shapes: IntArray
    gaps: IntArray
    gazetteer_codes: IntArray
    starts: IntArray
    ends: IntArray

    def __len__(self) -> int:
        return len(self.ids)


class TextEncoder:
    """Parts texts into sub-words.

    Args:
        tokenizer: a ``tokenizers.Tokenizer``.
        title_capitals: whether words in capitals are made title case first (the "text-normalised" members of
            Murugadoss et al. 2021); offsets do not change.
        words: what is known of words; where it is None, nothing is.
    """

    def __init__(
        self, tokenizer: Any, *, title_capitals: bool = False, words: GazetteerFeatures | None = None
    ) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._title_capitals = title_capitals
        self._words = words

    @staticmethod
    def load(
        path: Path, *, title_capitals: bool = False, words: GazetteerFeatures | None = None
    ) -> TextEncoder:
        """An encoder from a ``tokenizer.json``.

        Raises:
            ResourceError: if the file cannot be read.
        """
        from tokenizers import Tokenizer

        try:
            tokenizer = Tokenizer.from_file(str(path))
        except Exception as e:
            raise ResourceError(
                f"cannot be read as a tokenizer ({type(e).__name__}).",
                where=str(path),
                remedy="Install Chartveil anew, or add the model again from a whole export.",
            ) from e
        return TextEncoder(tokenizer, title_capitals=title_capitals, words=words)

    def with_title_case(self, *, title: bool) -> TextEncoder:
        """An encoder of the same tokenizer that makes words in capitals title case, or does not."""
        return TextEncoder(self._tokenizer, title_capitals=title, words=self._words)

    def special_token_id(self, name: str) -> int:
        """Id of a special token.

        Raises:
            KeyError: if the vocabulary has no such token.
        """
        found = self._tokenizer.token_to_id(name)
        if found is None:
            raise KeyError(name)
        return int(found)

    def special_ids_around(self) -> tuple[list[int], list[int]]:
        """Ids of the special tokens that stand before and behind a text, as the tokenizer itself sets them.

        A tokenizer that sets none, but knows ``[CLS]`` and ``[SEP]`` or ``<s>`` and ``</s>``, is given those.
        """
        encoding = self._tokenizer.encode("a", add_special_tokens=True)
        marks = list(encoding.special_tokens_mask)
        if any(marks):
            first = marks.index(0) if 0 in marks else len(marks)
            behind = [id_ for id_, mark in zip(encoding.ids[first:], marks[first:], strict=True) if mark]
            return list(encoding.ids[:first]), behind
        for pair in _BRACKETS:
            ids = [self._tokenizer.token_to_id(name) for name in pair]
            if None not in ids:
                return [int(ids[0])], [int(ids[1])]
        return [], []

    def padding_id(self) -> int:
        """Id of the token that fills up a batch; 0 where the vocabulary has none."""
        for name in ("[PAD]", "<pad>"):
            found = self._tokenizer.token_to_id(name)
            if found is not None:
                return int(found)
        return 0

    def encode(self, text: str) -> EncodedText:
        """The text's sub-words in order."""
        seen = capitals_to_title_case(text) if self._title_capitals else text
        # Tokenizers drop these, and join what stands before and behind them to one word.
        seen = _OTHER_LINE_END.sub("\n", seen)
        if not seen.isascii():
            seen = _LONE_SURROGATE.sub("\ufffd", seen)
        encoding = self._tokenizer.encode(seen, add_special_tokens=False)
        offsets = _without_blanks(seen, encoding.offsets)
        ids = np.asarray(encoding.ids, dtype=np.int64)
        # Signs that the normaliser drops leave tokens without a range in some vocabularies, and so do blanks
        # in those that make tokens of them.
        real = offsets[:, 0] < offsets[:, 1]
        if not real.all():
            offsets, ids = offsets[real], ids[real]
        shapes: list[int] = []
        gaps: list[int] = []
        end = first = 0
        for i, (a, b) in enumerate(offsets.tolist()):
            gaps.append(_gap(seen[end:a]) if a > end else GapBefore.NONE)
            if i and (a > end or not _within(seen, end, a)):
                shapes += [_shape(seen[first:end])] * (i - len(shapes))
                first = a
            elif not i:
                first = a
            end = b
        shapes += [_shape(seen[first:end])] * (len(ids) - len(shapes))
        starts = offsets[:, 0].copy()
        known = np.zeros_like(starts) if self._words is None else self._words.codes(text, starts)
        return EncodedText(
            ids, np.array(shapes, np.int64), np.array(gaps, np.int64), known, starts, offsets[:, 1].copy()
        )


def _without_blanks(text: str, offsets: list[tuple[int, int]]) -> IntArray:
    """The ranges without blanks at their edges, which some tokenizers count to the word behind them."""
    ranges = np.asarray(offsets, dtype=np.int64).reshape(-1, 2)
    for i, (a, b) in enumerate(offsets):
        if a < b and (text[a].isspace() or text[b - 1].isspace()):
            piece = text[a:b]
            ranges[i, 0] = a + len(piece) - len(piece.lstrip())
            ranges[i, 1] = max(ranges[i, 0], b - len(piece) + len(piece.rstrip()))
    return ranges


def capitals_to_title_case(text: str) -> str:
    """The text with words in capitals made title case (``SMITH`` → ``Smith``), of the same length."""
    return str(_CAPITALS.sub(lambda m: m[0][0] + _lower(m[0][1:]), text))


def _lower(letters: str) -> str:
    low = letters.lower()
    return (
        low if len(low) == len(letters) else "".join(x if len(x.lower()) != 1 else x.lower() for x in letters)
    )


def _within(text: str, end: int, start: int) -> bool:
    """Whether two pieces that touch are of one word."""
    return text[end - 1].isalnum() and text[start].isalnum()


@lru_cache(4096)
def _gap(between: str) -> int:
    lines = between.count("\n") + between.count("\r") - between.count("\r\n")
    if lines:
        return GapBefore.PARAGRAPH if lines > 1 else GapBefore.LINE
    if between.isspace():
        return GapBefore.WIDE if len(between) > 1 or between == "\t" else GapBefore.BLANK
    return GapBefore.BLANK


@lru_cache(1 << 16)
def _shape(word: str) -> int:
    letters = [c for c in word if c.isalpha()]
    digits = any(c.isdigit() for c in word)
    if not letters:
        return LetterShape.DIGITS if digits else LetterShape.PUNCTUATION
    upper = sum(c.isupper() for c in letters)
    lower = sum(c.islower() for c in letters)
    if digits:
        return LetterShape.CAPITALS_DIGITS if upper and not lower else LetterShape.MIXED_DIGITS
    if not upper:
        return LetterShape.LOWER if lower else LetterShape.OTHER
    if not lower:
        return LetterShape.ONE_CAPITAL if upper == 1 and len(letters) == 1 else LetterShape.CAPITALS
    if letters[0].isupper():
        return LetterShape.TITLE if upper == 1 else LetterShape.MIXED_TITLE
    return LetterShape.MIXED


# Cuts a text's sub-words into windows that a member can read.


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


def cut_windows(
    encoded: EncodedText, text: str, size: int, overlap: int, part: range | None = None
) -> Iterator[TokenWindow]:
    """Windows of at most ``size`` sub-words.

    What two windows own meets at the best place there is: at an empty line, a line end, a sentence end, a
    blank, in this order (clinical text often has no sentence ends), and inside a word only where it is longer
    than a window.

    Args:
        encoded: the sub-words.
        text: the text they are of.
        size: most sub-words in a window, without special tokens.
        overlap: sub-words of context at either side; the ends of the text have less.
        part: the sub-words to be owned; all when not given.

    Raises:
        ValueError: if the context leaves no room.
    """
    if size - 2 * overlap < 1 or overlap < 0:
        raise ValueError("no room between the contexts")
    at, last = (0, len(encoded)) if part is None else (part.start, part.stop)
    while at < last:
        before = max(0, at - overlap)
        if min(len(encoded), last + overlap) - before <= size:
            end = last
        else:
            room = size - (at - before) - overlap
            end = _best_end(encoded, text, at + room - room // _LATE, at + room)
        yield TokenWindow(before, min(len(encoded), end + overlap), at, end)
        at = end


def windows_around(
    encoded: EncodedText, text: str, wanted: NDArray[np.bool_], size: int, overlap: int
) -> Iterator[TokenWindow]:
    """Windows that own some sub-words and their neighbours, a third of the context to either side (the other
    half of a name), and no more.

    Args:
        encoded, text, size, overlap: as for :func:`cut_windows`.
        wanted: for each sub-word whether it is to be owned, ``[sub-words]``.
    """
    places = np.flatnonzero(wanted)
    if not len(places):
        return
    beside = overlap // 3
    # Two parts whose contexts would meet are read as one: that is less to read.
    breaks = np.flatnonzero(np.diff(places) > 2 * (beside + overlap))
    firsts = places[np.concatenate([[0], breaks + 1])]
    lasts = places[np.concatenate([breaks, [len(places) - 1]])]
    for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        part = range(max(0, first - beside), min(len(encoded), last + 1 + beside))
        yield from cut_windows(encoded, text, size, overlap, part)


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
