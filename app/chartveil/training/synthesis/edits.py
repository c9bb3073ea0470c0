"""Changes of a sample's text that carry its marks along."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

from chartveil.training.sample import IdentifierMark, Sample

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
