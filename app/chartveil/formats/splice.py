"""Text whose characters each know their range in a source, and replacements turned into edits of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from chartveil.domain import Replacement
from chartveil.formats.pieces import piece_changes

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
        self.chars.append(char)
        self.starts.append(start)
        self.ends.append(end)

    def add_run(self, text: str, start: int) -> None:
        """Characters that each stand for one unit of the source, from ``start`` on."""
        self.chars.extend(text)
        self.starts.extend(range(start, start + len(text)))
        self.ends.extend(range(start + 1, start + 1 + len(text)))

    def extend(self, other: SourceMappedText) -> None:
        self.chars += other.chars
        self.starts += other.starts
        self.ends += other.ends

    @property
    def text(self) -> str:
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
