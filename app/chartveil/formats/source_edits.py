"""Shared by the prose formats: texts joined from pieces of a source, and replacements put back into it.

A piece is a stretch of a document's text with its place in the file. Structure (paragraph and cell ends)
is a piece too, a fixed one: it shows in the text, and no replacement takes it away. What replaces a
range that runs over several pieces goes into the first that can be written to and the others lose their
share. Where the replacement holds the same line ends and tabs as the structure it covers, each part goes
to its own side, so that ``John⏎Smith`` becomes ``Alan⏎Poe`` in two lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from chartveil.domain.span import Replacement

_LINES = re.compile(r"\r\n|[\n\r\t\x0b\x0c\x85\u2028\u2029]")


def split_at_line_ends(text: str, replacements: Iterable[Replacement]) -> list[Replacement]:
    """The replacements parted so that none takes away a line end or a tab.

    In most formats these are structure and stay whatever replaces them, so that the text written would
    differ from ``apply_replacements``; of parted replacements it never does. Where the new text holds the
    same line ends and tabs it is parted at them; else all of it goes to the first part that is not empty.

    Args:
        text: of the document.
        replacements: sorted and disjoint.
    """
    out: list[Replacement] = []
    for r in replacements:
        covered = text[r.start : r.end]
        marks = [m.span() for m in _LINES.finditer(covered)]
        if not marks:
            out.append(r)
            continue
        bounds = [0, *(x for span in marks for x in span), len(covered)]
        sides = list(zip(bounds[::2], bounds[1::2], strict=True))
        parts = _LINES.split(r.text)
        if _LINES.findall(r.text) != _LINES.findall(covered) or any(
            part and a == b for part, (a, b) in zip(parts, sides, strict=False)
        ):
            first = next((k for k, (a, b) in enumerate(sides) if a < b), None)
            parts = [r.text if k == first else "" for k in range(len(sides))]
        out += [
            Replacement(r.start + a, r.start + b, part, r.label)
            for part, (a, b) in zip(parts, sides, strict=True)
            if a < b
        ]
    return out


@dataclass(frozen=True, slots=True)
class PieceChange:
    """A change to one piece: ``[start, end)`` of the piece's own text gives way to ``text``."""

    piece: int
    start: int
    end: int
    text: str


def piece_changes(
    pieces: Sequence[tuple[str, bool]], replacements: Iterable[Replacement]
) -> list[PieceChange]:
    """The changes of each piece that make the replacements.

    Args:
        pieces: text of each piece and whether it is fixed (structure).
        replacements: sorted and disjoint, in offsets of the pieces' texts put end to end.

    Returns:
        changes sorted by piece and start, disjoint, none of them in a fixed piece unless there is
        nothing else to write to.
    """
    starts: list[int] = []
    at = 0
    for text, _ in pieces:
        starts.append(at)
        at += len(text)
    out: list[PieceChange] = []
    for r in replacements:
        out += _changes_of_one(pieces, starts, r)
    out.sort(key=lambda c: (c.piece, c.start, c.end))
    return out


def _changes_of_one(
    pieces: Sequence[tuple[str, bool]], starts: list[int], r: Replacement
) -> list[PieceChange]:
    # bisect_right: of pieces with the same start all but the last are empty and hold nothing to cut.
    i = bisect_right(starts, r.start) - 1
    covered: list[tuple[int, int, int]] = []
    while i < len(pieces) and starts[i] < r.end:
        a, b = max(r.start - starts[i], 0), min(r.end - starts[i], len(pieces[i][0]))
        if a < b:
            covered.append((i, a, b))
        i += 1
    sides = _writable_sides(pieces, covered)
    writable = [side for side in sides if side]
    if not writable:
        i, a, b = _nearest_writable(pieces, covered[0][0])
        return [PieceChange(i, a, b, r.text)]
    parts = _split_like(r.text, pieces, covered) if len(sides) > 1 else None
    if parts is None or any(part and not side for part, side in zip(parts, sides, strict=True)):
        parts = [""] * len(sides)
        parts[next(k for k, side in enumerate(sides) if side)] = r.text
    out: list[PieceChange] = []
    for part, side in zip(parts, sides, strict=True):
        out += [PieceChange(i, a, b, part if k == 0 else "") for k, (i, a, b) in enumerate(side)]
    return out


def _writable_sides(
    pieces: Sequence[tuple[str, bool]], covered: list[tuple[int, int, int]]
) -> list[list[tuple[int, int, int]]]:
    """The writable ranges before, between and after the fixed pieces."""
    sides: list[list[tuple[int, int, int]]] = [[]]
    for i, a, b in covered:
        if pieces[i][1]:
            sides.append([])
        else:
            sides[-1].append((i, a, b))
    return sides


def _split_like(
    text: str, pieces: Sequence[tuple[str, bool]], covered: list[tuple[int, int, int]]
) -> list[str] | None:
    """The text parted at the same fixed texts, in order; None if it does not hold them."""
    parts: list[str] = []
    at = 0
    for i, a, b in covered:
        if pieces[i][1]:
            found = text.find(pieces[i][0][a:b], at)
            if found < 0:
                return None
            parts.append(text[at:found])
            at = found + (b - a)
    return [*parts, text[at:]]


def _nearest_writable(pieces: Sequence[tuple[str, bool]], fixed: int) -> tuple[int, int, int]:
    """Where text goes that replaces nothing but structure: the end of the last piece before it that can be
    written to, else the start of the first one after it."""
    for i in range(fixed - 1, -1, -1):
        if not pieces[i][1]:
            end = len(pieces[i][0])
            return i, end, end
    for i in range(fixed + 1, len(pieces)):
        if not pieces[i][1]:
            return i, 0, 0
    return fixed, len(pieces[fixed][0]), len(pieces[fixed][0])


def text_with_changes(text: str, changes: Iterable[PieceChange]) -> str:
    """A piece's text with its own changes, sorted, made."""
    out: list[str] = []
    at = 0
    for c in changes:
        out += (text[at : c.start], c.text)
        at = c.end
    return "".join([*out, text[at:]])


S = TypeVar("S", str, bytes)

NO_SOURCE_RANGE = -1
"""End of a character that is structure: it has a place in the source but no range of it."""


@dataclass(frozen=True, slots=True)
class SourceEdit(Generic[S]):
    """``source[start:end]`` gives way to ``new``."""

    start: int
    end: int
    new: S


@dataclass(slots=True)
class SourceMappedText:
    """Characters with their source ranges.

    Attributes:
        chars: the characters.
        starts, ends: range of each in the source; an end of ``NO_SOURCE_RANGE`` marks structure.
    """

    chars: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def add(self, char: str, start: int, end: int) -> None:
        """Appends a character that stands for ``source[start:end]``, or structure at ``start``."""
        self.chars.append(char)
        self.starts.append(start)
        self.ends.append(end)

    def add_run(self, text: str, start: int) -> None:
        """Characters that each stand for one unit of the source, from ``start`` on."""
        self.chars.extend(text)
        self.starts.extend(range(start, start + len(text)))
        self.ends.extend(range(start + 1, start + 1 + len(text)))

    def extend(self, other: SourceMappedText) -> None:
        """Appends another text of the same source."""
        self.chars += other.chars
        self.starts += other.starts
        self.ends += other.ends

    @property
    def text(self) -> str:
        """The characters as one text."""
        return "".join(self.chars)

    def edits_for(
        self, replacements: Iterable[Replacement], escape: Callable[[str, int], S], nothing: S
    ) -> list[SourceEdit[S]]:
        """Edits of the source that put the replacements in place.

        Args:
            replacements: sorted and disjoint.
            escape: what writes a text, which may be empty, at a source position.
            nothing: the empty source.
        """
        pieces, firsts = self._pieces()
        out: list[SourceEdit[S]] = []
        for cut in piece_changes(pieces, replacements):
            first = firsts[cut.piece]
            a, b = first + cut.start, first + cut.end
            ranges = self._ranges(a, b) or [self._point(a)]
            for k, (start, end) in enumerate(ranges):
                new = escape(cut.text, start) if k == 0 else nothing
                out.append(SourceEdit(start, end, new))
        return out

    def _pieces(self) -> tuple[list[tuple[str, bool]], list[int]]:
        """Stretches of structure and of the rest, and the index of the first character of each."""
        pieces: list[tuple[str, bool]] = []
        firsts: list[int] = []
        n = len(self.chars)
        i = 0
        while i < n:
            fixed = self.ends[i] == NO_SOURCE_RANGE
            j = i + 1
            # Each structural character is a piece of its own, so that text can be parted at it.
            while not fixed and j < n and self.ends[j] != NO_SOURCE_RANGE:
                j += 1
            pieces.append(("".join(self.chars[i:j]), fixed))
            firsts.append(i)
            i = j
        return pieces, firsts

    def _ranges(self, a: int, b: int) -> list[tuple[int, int]]:
        """Source ranges of the characters, those that touch made one."""
        out: list[tuple[int, int]] = []
        for i in range(a, b):
            start, end = self.starts[i], self.ends[i]
            if end == NO_SOURCE_RANGE:
                continue
            if out and out[-1][1] == start:
                out[-1] = (out[-1][0], end)
            else:
                out.append((start, end))
        return out

    def _point(self, i: int) -> tuple[int, int]:
        """Empty source range where text goes that stands before character ``i``."""
        if i and self.ends[i - 1] != NO_SOURCE_RANGE:
            return self.ends[i - 1], self.ends[i - 1]
        at = self.starts[min(i, len(self.starts) - 1)]
        return at, at


def merge_edits(edits: Sequence[SourceEdit[S]]) -> list[SourceEdit[S]]:
    """The edits by place; one that lies within another is dropped, two that overlap in part become one
    that takes away what either does, so that nothing that was to go stays."""
    out: list[SourceEdit[S]] = []
    # The longest of those that begin at one place comes first and swallows the rest; an insertion
    # before a removed range stays, as does the order of two insertions.
    for edit in sorted(edits, key=lambda e: (e.start, e.end != e.start, -e.end)):
        if out and edit.start < out[-1].end:
            last = out[-1]
            if edit.end > last.end:
                out[-1] = SourceEdit(last.start, edit.end, last.new + edit.new)
            continue
        out.append(edit)
    return out
