"""Finds stretches of a text without a span that may still hold an identifier.

What no detector saw has no item, so no score tells of it. Two kinds of place are worth a look all the same:
blocks in capitals, where names do not stand out, and lines like those of a letterhead or a signature.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import regex

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText, word_ranges

_LEAST_WORDS = 10
_LEAST_LETTERS = 40
_CAPITALS_SHARE = 0.85
"""Share of letters in capitals from which a line counts as written in capitals."""
_LONGEST_LINE = 90
_EDGE_LINES = 12
"""Lines with text, from either end of a document, in which a letterhead or a signature is looked for."""
_LETTERHEAD = regex.compile(
    r"(?i:\b(?:hospital|clinic|medical cent(?:er|re)|health ?care|infirmary|physicians|associates|institute|"
    r"university|department of|division of|suite|street|avenue|boulevard|p\.? ?o\.? box|tel|telephone|phone|"
    r"fax|pager|ext|attending|dictated by|signed by|electronically signed|referring|cc|dear|sincerely|"
    r"yours)\b)|www\.|@"
)
_NAME_LIKE = regex.compile(r"\b\p{Lu}[\p{L}\p{M}'’.-]*[ \t,]+\p{Lu}[\p{L}\p{M}'’.-]*|\d{3,}")


@dataclass(frozen=True, slots=True)
class UnmarkedBlock:
    """A stretch that holds no span, and why it is worth a look.

    Attributes:
        start, end: its range, in code points.
        score: what a look is worth, in [0, 1].
        reason: short phrase for people.
    """

    start: int
    end: int
    score: float
    reason: str


def find_unmarked_blocks(text: str, spans: Sequence[Span]) -> list[UnmarkedBlock]:
    """Stretches worth a look, in order of the text, disjoint.

    Args:
        text: of the document.
        spans: what is taken, in any order; a stretch that one of them touches is not given. Give also what
            a reviewer left in the text, so that a stretch that was looked at is not shown again.
    """
    lines = [
        (start, end)
        for a, b in TokenizedText(Document(text, DocumentSource("", "", ""))).line_ranges()
        for start, end in [_without_blanks(text, a, b)]
    ]
    held = _SpanIndex(spans)
    found = _capital_blocks(text, lines, held)
    found += _letterhead_lines(text, lines, held, [(f.start, f.end) for f in found])
    return sorted(found, key=lambda f: f.start)


class _SpanIndex:
    """Tells whether a span touches a range."""

    def __init__(self, spans: Sequence[Span]) -> None:
        ordered = sorted((s.start, s.end) for s in spans)
        self._starts = [start for start, _ in ordered]
        self._reach: list[int] = []
        for _, end in ordered:
            self._reach.append(max(end, self._reach[-1]) if self._reach else end)

    def touches(self, start: int, end: int) -> bool:
        at = bisect_right(self._starts, end - 1)
        return at > 0 and self._reach[at - 1] > start


def _without_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """A line without the blanks at its ends."""
    line = text[start:end]
    inner = line.strip()
    if not inner:
        return start, start
    first = start + len(line) - len(line.lstrip())
    return first, first + len(inner)


def _capital_blocks(text: str, lines: list[tuple[int, int]], held: _SpanIndex) -> list[UnmarkedBlock]:
    """Paragraphs in capitals: lines in capitals that no empty or other line parts."""
    found: list[UnmarkedBlock] = []
    block: list[tuple[int, int]] = []
    for start, end in [*lines, (len(text), len(text))]:
        if start < end and _in_capitals(text[start:end]):
            block.append((start, end))
            continue
        if block:
            first, last = block[0][0], block[-1][1]
            words = [b - a for a, b in word_ranges(text[first:last])]
            enough = len(words) >= _LEAST_WORDS and sum(words) >= _LEAST_LETTERS
            if enough and not held.touches(first, last):
                score = round(min(0.3 + len(words) / 200, 0.7), 4)
                found.append(UnmarkedBlock(first, last, score, "long block in capitals, nothing found in it"))
        block = []
    return found


def _in_capitals(line: str) -> bool:
    letters = [c for c in line if c.isalpha()]
    return bool(letters) and sum(c.isupper() for c in letters) >= _CAPITALS_SHARE * len(letters)


def _letterhead_lines(
    text: str, lines: list[tuple[int, int]], held: _SpanIndex, seen: list[tuple[int, int]]
) -> list[UnmarkedBlock]:
    full = [(a, b) for a, b in lines if a < b]
    edge = sorted({*full[:_EDGE_LINES], *full[-_EDGE_LINES:]})
    found = []
    for start, end in edge:
        line = text[start:end]
        if len(line) > _LONGEST_LINE or any(a < end and start < b for a, b in seen):
            continue
        if _LETTERHEAD.search(line) and _NAME_LIKE.search(line) and not held.touches(start, end):
            found.append(
                UnmarkedBlock(start, end, 0.4, "looks like a letterhead or signature, nothing found in it")
            )
    return found
