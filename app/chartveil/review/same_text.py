"""Finds the places of one text in a document, for decisions that hold for all of them."""

from __future__ import annotations

import unicodedata

import regex

from chartveil.domain.tokenized_text import fold
from chartveil.review.model import ReviewItem
from chartveil.review.sorted_items import SortedItems

_BLANKS = regex.compile(r"\s+")
_BEFORE = regex.compile(r"(?:[^\W_]\p{M}*|\w['’])$")
_BEHIND = regex.compile(r"[^\W_]|\p{M}|['’](?!s(?![^\W_]))\p{L}")
_REACH = 8
"""Characters before a place that tell whether a word goes on into it."""


class SameTextFinder:
    """Finds items and places of the same folded text (``words.fold``) in one document.

    Args:
        text: of the document.
        table: its items.
    """

    def __init__(self, text: str, table: SortedItems) -> None:
        self._text = text
        self._table = table
        self._plain: str | None = None
        self._folded: dict[tuple[int, int], str] = {}

    def folded(self, start: int, end: int) -> str:
        """The text of a range, folded; kept, since the same few ranges are asked for again and again."""
        key = (start, end)
        if key not in self._folded:
            self._folded[key] = fold(self._text[start:end])
        return self._folded[key]

    def items_with_text(self, wanted: str) -> list[ReviewItem]:
        """Items of this folded text, in any state, in order."""
        return [i for i in self._table.in_order if self.folded(i.span.start, i.span.end) == wanted]

    def unmarked_occurrences(self, start: int, end: int) -> list[tuple[int, int]]:
        """Whole-word places of a range's text that no item touches, in order."""
        wanted, surface = self.folded(start, end), _plain(self._text[start:end])
        text = self._plain_text()
        pattern = _pattern(surface, marks=not text.isascii())
        found: list[tuple[int, int]] = []
        at = 0
        while match := pattern.search(text, at):
            a, b = match.span()
            at = a + 1
            if not _is_whole(text, a, b) or self._table.every.touching(a, b):
                continue
            if fold(self._text[a:b]) == wanted:
                found.append((a, b))
                at = b
        return found

    def _plain_text(self) -> str:
        if self._plain is None:
            self._plain = _plain(self._text)
        return self._plain


def _pattern(surface: str, *, marks: bool) -> regex.Pattern[str]:
    """What finds a plain text whatever its white space, and with marks also between its characters."""
    end = r"\p{M}*" if marks else ""
    parts = (
        "".join(regex.escape(c) + end for c in part if not _is_mark(c)) for part in _BLANKS.split(surface)
    )
    return regex.compile(r"\s+".join(part for part in parts if part))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word goes on beyond a place, but for a possessive ``'s``."""
    if text[start].isalnum() and _BEFORE.search(text, max(0, start - _REACH), start):
        return False
    last = text[end - 1]
    return not ((last.isalnum() or _is_mark(last)) and _BEHIND.match(text, end))


def _plain(text: str) -> str:
    """The text in small letters without accents, of the same length: each character by itself."""
    if text.isascii():
        return text.lower()
    table = {ord(c): one for c in set(text) if len(one := fold(c)) == 1}
    return text.translate(table)


def _is_mark(char: str) -> bool:
    return bool(char) and unicodedata.category(char).startswith("M")
