"""Mended readings of text that OCR gave, for detection to read beside the text itself.

A scan's text lacks blanks (``2023-09-0507:59``), has letters for figures (``O3/04/l961``), broken words and
wrong marks, and rules that check what they match do not know an identifier in it. Here the text is mended
as far as its neighbourhood and the lexicon tell how; detection reads the mended text as well, and what it
finds is put back on the characters that stood there. The document's text never changes, and a mended reading
only adds spans.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from chartveil.detection.misread.digits import mend_digits, mend_lost_blanks, mend_tildes
from chartveil.detection.misread.words import WordMender
from chartveil.domain.document import Document
from chartveil.domain.span import Evidence, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon

MENDED_DETAIL = "in a mended reading of the scan"
"""Remark in the evidence of spans that a mended reading gave."""

TextEdit = tuple[int, int, str]
"""Range of a text, empty where something is put in, and what is to stand there."""
TextRanges = Sequence[tuple[int, int]]


class AlignedText:
    """A text with the range of the original that each of its characters stands for.

    Args:
        text: the original.
        ranges: where it may be edited, sorted and disjoint; None for everywhere.
    """

    def __init__(self, text: str, ranges: TextRanges | None = None) -> None:
        self.text = text
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
            if len(new) == b - a:
                new_starts += starts[a:b]
                new_ends += ends[a:b]
            else:
                first = starts[a]
                last = ends[b - 1] if b > a else first
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

    def _may_edit(self, at: int) -> bool:
        if at >= len(self._starts):
            return False
        if self._ranges is None:
            return True
        place = self._starts[at]
        i = bisect_right(self._firsts, place) - 1
        return i >= 0 and place < self._ranges[i][1]


@dataclass(frozen=True, eq=False)
class MendedText:
    """A mended text.

    Attributes:
        view: of the mended text, which is a document of its own, without a layout.
        alignment: where its characters stand in the original.
        original_text: the original text.
    """

    view: TokenizedText
    alignment: AlignedText
    original_text: str

    def spans_in_original(self, spans: Iterable[Span], known: Sequence[Span]) -> list[Span]:
        """Spans of the mended text on the original, without those that add nothing.

        A span adds nothing when what is known covers each of its letters and digits, and is of its kind or
        as sure.

        Args:
            spans: of the mended text.
            known: found in the original as it is; disjoint and sorted.
        """
        ends = [k.end for k in known]
        found = []
        for span in spans:
            place = self.alignment.original_range(span.start, span.end)
            if place is None:
                continue
            start, end = place
            first = last = bisect_right(ends, start)
            while last < len(known) and known[last].start < end:
                last += 1
            near = known[first:last]
            if not self._adds(span, start, end, near):
                continue
            evidence = tuple(self._seen(e) for e in span.evidence)
            found.append(replace(span, start=start, end=end, evidence=evidence))
        return found

    def _adds(self, span: Span, start: int, end: int, near: Sequence[Span]) -> bool:
        at = start
        for known in near:
            if any(map(str.isalnum, self.original_text[at : known.start])):
                return True
            at = max(at, known.end)
        if any(map(str.isalnum, self.original_text[at:end])):
            return True
        return all(known.group is not span.group and known.score < span.score for known in near)

    def _seen(self, evidence: Evidence) -> Evidence:
        """The evidence with its range in the original, and a remark that mending led to it."""
        detail = f"{evidence.detail}; {MENDED_DETAIL}" if evidence.detail else MENDED_DETAIL
        if evidence.start is None or evidence.end is None:
            return replace(evidence, detail=detail)
        place = self.alignment.original_range(evidence.start, evidence.end)
        start, end = place if place is not None else (None, None)
        return replace(evidence, start=start, end=end, detail=detail)


class OcrTextMender:
    """Mends texts of scans. What it makes is kept with a view (``TokenizedText.cached``).

    Args:
        lexicon: which words there are.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = WordMender(lexicon)

    def make(self, view: TokenizedText) -> MendedText | None:
        """The mended reading of a document; None where no page of it was read by OCR, or nothing is to be
        mended."""
        document = view.document
        if not was_read_by_ocr(document):
            return None
        aligned = AlignedText(document.text, _ranges(document))
        for step in (
            mend_tildes,
            mend_lost_blanks,
            mend_digits,
            mend_lost_blanks,
            self._words.join_broken_words,
            self._words.correct_words,
            self._words.correct_punctuation,
        ):
            aligned.apply_edits(step(aligned.text))
        if aligned.text == document.text:
            return None
        # The path too, by which the document's patient may be told.
        source = replace(document.source, format="mended")
        mended = Document(aligned.text, source, document.patient_id)
        return MendedText(TokenizedText(mended), aligned, document.text)


def was_read_by_ocr(document: Document) -> bool:
    """Whether an OCR engine read a page of the document."""
    return document.layout is not None and any(r.engine for r in document.layout.readings)


def _ranges(document: Document) -> list[tuple[int, int]] | None:
    """Where the text of pages stands that an engine read; None for everywhere.

    A page's text reaches from its first word to the next page's first. Where no word tells, the whole text
    counts.
    """
    layout = document.layout
    assert layout is not None
    if not layout.boxes or all(r.engine for r in layout.readings):
        return None
    starts: list[tuple[int, int]] = []
    for box in layout.boxes:
        if not starts or starts[-1][1] != box.page:
            starts.append((box.start, box.page))
    ends = [start for start, _ in starts[1:]] + [len(document.text)]
    read = [r.engine != "" for r in layout.readings]
    return [(a, b) for (a, page), b in zip(starts, ends, strict=True) if page < len(read) and read[page]]
