"""A text with what is known of its identifiers: what synthesis makes and fine-tuning reads."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from chartveil.domain.labels import Label

_CHARACTERS_PER_SUBWORD = 4.2
"""Of clinical text, blanks counted; an estimate."""


@dataclass(frozen=True, slots=True, order=True)
class IdentifierMark:
    """An identifier in a text.

    Attributes:
        start, end: range in characters.
        labels: what it may be. One label where that is known; several where the source says less
            (a corpus that marks persons does not say whether they are patients).
    """

    start: int
    end: int
    labels: tuple[Label, ...]

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a range: [{self.start}, {self.end})")
        if not self.labels:
            raise ValueError("a mark without a label")


@dataclass(frozen=True, slots=True)
class Sample:
    """A text to learn from.

    Attributes:
        text: as a model will see it.
        marks: disjoint, sorted.
        unmarked_labels: labels that the source does not mark: a word without a mark may still bear one.
        source: where it comes from, e.g. ``skeleton a017`` or ``btc``; free of list entries.
    """

    text: str
    marks: tuple[IdentifierMark, ...]
    unmarked_labels: frozenset[Label] = frozenset()
    source: str = ""

    def __post_init__(self) -> None:
        at = 0
        for mark in self.marks:
            if mark.start < at or mark.end > len(self.text):
                raise ValueError(f"marks overlap, are not sorted, or reach past the text at {mark.start}")
            at = mark.end

    @property
    def estimated_subwords(self) -> float:
        """About how many sub-words the text has, from its length."""
        return len(self.text) / _CHARACTERS_PER_SUBWORD


class SampleBuilder:
    """Puts a sample together piece by piece, so that nobody counts offsets by hand."""

    def __init__(self, source: str = "", unmarked: Iterable[Label] = ()) -> None:
        self._parts: list[str] = []
        self._marks: list[IdentifierMark] = []
        self._length = 0
        self._source = source
        self._unmarked = frozenset(unmarked)

    def add(self, text: str, *labels: Label) -> SampleBuilder:
        """Adds a piece of text, an identifier when labels are given. Empty pieces leave no mark."""
        if text and labels:
            self._marks.append(IdentifierMark(self._length, self._length + len(text), labels))
        self._parts.append(text)
        self._length += len(text)
        return self

    def add_sample(self, sample: Sample) -> SampleBuilder:
        """Adds another sample's text and marks."""
        shift = self._length
        self._marks += [IdentifierMark(m.start + shift, m.end + shift, m.labels) for m in sample.marks]
        self._parts.append(sample.text)
        self._length += len(sample.text)
        return self

    def build(self) -> Sample:
        """The sample as put together so far."""
        return Sample("".join(self._parts), tuple(self._marks), self._unmarked, self._source)


def join_samples(parts: Sequence[Sample], separator: str, source: str = "") -> Sample:
    """The parts in order with a separator between them; what any part does not mark is unmarked in all."""
    builder = SampleBuilder(source, frozenset().union(*(p.unmarked_labels for p in parts)))
    for i, part in enumerate(parts):
        if i:
            builder.add(separator)
        builder.add_sample(part)
    return builder.build()


# Changes of a sample's text that carry its marks along.


SampleEdit = tuple[int, int, str]
"""Range of the text, and what stands there afterwards."""


def apply_edits(sample: Sample, edits: Iterable[SampleEdit]) -> Sample:
    """The sample after edits, which are disjoint and sorted.

    Marks cover what became of the text they covered, without blanks at their edges; a mark of which nothing
    is left is gone. An edit across the edge of a mark is left out.
    """
    edges = sorted({e for m in sample.marks for e in (m.start, m.end)})
    kept: list[SampleEdit] = []
    for start, end, new in edits:
        after = bisect_right(edges, start)
        if after == len(edges) or edges[after] >= end:
            kept.append((start, end, new))
    parts: list[str] = []
    at = 0
    for start, end, new in kept:
        parts += (sample.text[at:start], new)
        at = end
    text = "".join([*parts, sample.text[at:]])
    ends = [end for _, end, _ in kept]
    shifts = [0, *accumulate(len(new) - (end - start) for start, end, new in kept)]
    marks = []
    for mark in sample.marks:
        before_end = bisect_right(ends, mark.end)
        # What is put in right behind a mark is no part of it.
        while before_end and kept[before_end - 1][0] >= mark.end:
            before_end -= 1
        start = mark.start + shifts[bisect_right(ends, mark.start)]
        end = mark.end + shifts[before_end]
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            marks.append(IdentifierMark(start, end, mark.labels))
    return replace(sample, text=text, marks=tuple(marks))


def is_marked(sample: Sample, at: int) -> bool:
    """Whether the character at this offset is part of a mark."""
    i = bisect_right(sample.marks, at, key=lambda m: m.start) - 1
    return i >= 0 and at < sample.marks[i].end
