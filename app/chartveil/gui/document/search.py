"""Words and hits in a text, without Qt."""

from __future__ import annotations

import regex

from chartveil.domain.tokenized_text import word_ranges

_AROUND = 200
"""Characters around an offset in which its word is sought."""
_MOST = 100_000


def word_at(text: str, offset: int) -> tuple[int, int] | None:
    """Range of the word on, or just before, an offset; None where there is none."""
    low = max(0, offset - _AROUND)
    before = None
    for word in word_ranges(text[low : offset + _AROUND]):
        start, end = low + word[0], low + word[1]
        if start > offset:
            break
        if offset < end:
            return start, end
        before = (start, end) if end == offset else None
    return before


def find_hits(
    text: str, wanted: str, *, case: bool = False, whole_word: bool = False
) -> list[tuple[int, int]]:
    """Ranges of all hits, in order; they do not overlap. At most 100,000.

    Args:
        text: to search.
        wanted: what is sought; a blank stands for any white space, so that a hit may go over a line end.
        case: whether upper and lower case differ.
        whole_word: whether a hit must not go on with a letter or digit at either side.
    """
    parts = [regex.escape(part, literal_spaces=True) for part in wanted.split()]
    if not parts:
        return []
    pattern = r"\s+".join(parts)
    if whole_word:
        pattern = rf"(?<![^\W_]|\p{{M}}){pattern}(?![^\W_]|\p{{M}})"
    sought = regex.compile(pattern, 0 if case else regex.IGNORECASE)
    hits: list[tuple[int, int]] = []
    for match in sought.finditer(text):
        hits.append(match.span())
        if len(hits) == _MOST:
            break
    return hits
