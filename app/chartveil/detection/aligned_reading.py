"""Other readings of a text, which detection reads besides the text, with the mapping back to it.

What OCR misread is mended (``detection.misread``), what is written in disguise is written plainly
(``detection.normalised``). The document's text never changes, and another reading only adds spans: what is
found in it is put back on the characters that stood there.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from chartveil.detection.judgement.span_support import supported_by_models_only
from chartveil.domain.document import Document
from chartveil.domain.span import Evidence, Span
from chartveil.domain.tokenized_text import TokenizedText

TextEdit = tuple[int, int, str]
"""Range of a text, empty where something is put in, and what is to stand there."""
TextRanges = Sequence[tuple[int, int]]

_BETWEEN = "\n¶\n"
"""Separator of two pieces of an excerpt. It is no blank line: rules look for initials beside those."""


class AlignedText:
    """A text with the range of the original that each of its characters stands for.

    Args:
        text: the original.
        ranges: where it may be edited, sorted and disjoint; None for everywhere.

    Attributes:
        text: as the edits made it.
        changed: ranges of the original that were edited, in no order.
    """

    def __init__(self, text: str, ranges: TextRanges | None = None) -> None:
        self.text = text
        self.changed: list[tuple[int, int]] = []
        self._starts = array("q", range(len(text)))
        self._ends = array("q", range(1, len(text) + 1))
        self._ranges = ranges
        self._firsts = [a for a, _ in ranges or ()]

    def apply_edits(self, edits: Iterable[TextEdit]) -> None:
        """Edits the text. Of edits that overlap, the first one counts."""
        text, starts, ends = self.text, self._starts, self._ends
        parts: list[str] = []
        new_starts, new_ends = array("q"), array("q")
        at = 0
        for a, b, new in sorted(edits):
            if a < at or text[a:b] == new or not self._may_edit(a):
                continue
            parts += (text[at:a], new)
            new_starts += starts[at:a]
            new_ends += ends[at:a]
            first = starts[a]
            last = ends[b - 1] if b > a else first
            self.changed.append((first, last))
            if len(new) == b - a:
                new_starts += starts[a:b]
                new_ends += ends[a:b]
            else:
                new_starts.extend([first] * len(new))
                new_ends.extend([last] * len(new))
            at = b
        if parts:
            self.text = "".join([*parts, text[at:]])
            self._starts = new_starts + starts[at:]
            self._ends = new_ends + ends[at:]

    def original_range(self, start: int, end: int) -> tuple[int, int] | None:
        """Range of the original that ``[start, end)`` stands for; None if nothing of it stood there."""
        starts, ends = self._starts, self._ends
        while start < end and starts[start] == ends[start]:
            start += 1
        while start < end and starts[end - 1] == ends[end - 1]:
            end -= 1
        return (starts[start], ends[end - 1]) if start < end else None

    def excerpt(self, ranges: TextRanges) -> Excerpt:
        """The parts of the text that stand for ranges of the original, which are sorted and apart."""
        starts = self._starts
        places = [(bisect_left(starts, a), bisect_left(starts, b)) for a, b in ranges]
        parts: list[str] = []
        pieces: list[tuple[int, int]] = []
        length = 0
        for a, b in places:
            pieces.append((length, a))
            parts.append(self.text[a:b])
            length += b - a + len(_BETWEEN)
        return Excerpt(_BETWEEN.join(parts), self, pieces)

    def _may_edit(self, at: int) -> bool:
        if at >= len(self._starts):
            return False
        if self._ranges is None:
            return True
        place = self._starts[at]
        i = bisect_right(self._firsts, place) - 1
        return i >= 0 and place < self._ranges[i][1]


@dataclass(frozen=True, eq=False)
class Excerpt:
    """Pieces of an aligned text, one after the other.

    Attributes:
        text: of all pieces.
        whole: the aligned text.
        pieces: where each begins here and there.
    """

    text: str
    whole: AlignedText
    pieces: Sequence[tuple[int, int]] = field(default=((0, 0),))

    def original_ranges(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Ranges of the original that ``[start, end)`` stands for, one for each piece that it touches."""
        i = max(bisect_right(self.pieces, (start, len(self.whole.text))) - 1, 0)
        while i < len(self.pieces) and self.pieces[i][0] < end:
            here, there = self.pieces[i]
            i += 1
            limit = self.pieces[i][0] - len(_BETWEEN) if i < len(self.pieces) else len(self.text)
            a, b = max(start, here), min(end, limit)
            found = self.whole.original_range(a - here + there, b - here + there) if a < b else None
            if found is not None:
                yield found


@dataclass(frozen=True, eq=False)
class AlignedReading:
    """Another reading of a document.

    Attributes:
        view: of the reading, which is a document of its own, without a layout.
        excerpt: where its characters stand in the original.
        original_text: the original text.
        remark: in the evidence of what it shows.
        changed: ranges of the original, sorted, that are in disguise. Elsewhere the networks alone are not
            believed: they have read the text itself, with more around it. None where nothing is in disguise.
    """

    view: TokenizedText
    excerpt: Excerpt
    original_text: str
    remark: str
    changed: Sequence[tuple[int, int]] | None = None

    @classmethod
    def of(
        cls,
        document: Document,
        excerpt: Excerpt,
        name: str,
        remark: str,
        changed: Sequence[tuple[int, int]] | None = None,
    ) -> AlignedReading:
        """The reading of a document.

        Args:
            document: the original.
            excerpt: what is read for it.
            name: of the reading, as its document's format.
            remark, changed: as above.
        """
        # The path too, by which the document's patient may be told.
        source = replace(document.source, format=name)
        view = TokenizedText(Document(excerpt.text, source, document.patient_id))
        return cls(view, excerpt, document.text, remark, changed)

    def spans_in_original(self, spans: Iterable[Span], known: Sequence[Span]) -> list[Span]:
        """Spans of the reading on the original, without those that add nothing.

        A span adds nothing when what is known covers each of its letters and digits, and is of its kind or
        as sure; one in disguise, when one span that is known covers all of it.

        Args:
            spans: of the reading.
            known: found in the original as it is; disjoint and sorted.
        """
        ends = [k.end for k in known]
        found = []
        for span in spans:
            for start, end in self.excerpt.original_ranges(span.start, span.end):
                first = last = bisect_right(ends, start)
                while last < len(known) and known[last].start < end:
                    last += 1
                if self._adds(span, start, end, known[first:last]):
                    evidence = tuple(self._seen(e) for e in span.evidence)
                    found.append(replace(span, start=start, end=end, evidence=evidence))
        return found

    def without_parts(self, known: Sequence[Span], found: Sequence[Span]) -> list[Span]:
        """The known spans without those inside a find of this reading, of which they are parts.

        Args:
            known: found in the original as it is; disjoint and sorted.
            found: as ``spans_in_original`` gives it.
        """
        if self.changed is None:
            return list(known)
        starts = [k.start for k in known]
        parts: set[int] = set()
        for span in found:
            first = last = bisect_left(starts, span.start)
            while last < len(known) and known[last].end <= span.end:
                last += 1
            parts.update(range(first, last))
        return [k for i, k in enumerate(known) if i not in parts]

    def _adds(self, span: Span, start: int, end: int, near: Sequence[Span]) -> bool:
        if self.is_changed(start, end):
            return not any(known.start <= start and end <= known.end for known in near)
        if self.changed is not None and supported_by_models_only(span):
            return False
        at = start
        for known in near:
            if any(map(str.isalnum, self.original_text[at : known.start])):
                return True
            at = max(at, known.end)
        if any(map(str.isalnum, self.original_text[at:end])):
            return True
        return all(known.group is not span.group and known.score < span.score for known in near)

    def is_changed(self, start: int, end: int) -> bool:
        """Whether a range of the original holds or touches something in disguise."""
        if not self.changed:
            return False
        i = bisect_left(self.changed, (end + 1, 0)) - 1
        return i >= 0 and self.changed[i][1] >= start

    def _seen(self, evidence: Evidence) -> Evidence:
        """The evidence with its range in the original, and a remark that the reading led to it."""
        detail = f"{evidence.detail}; {self.remark}" if evidence.detail else self.remark
        if evidence.start is None or evidence.end is None:
            return replace(evidence, detail=detail)
        places = self.excerpt.original_ranges(evidence.start, evidence.end)
        start, end = next(places, (None, None))
        return replace(evidence, start=start, end=end, detail=detail)
