"""Mended readings of text that OCR gave, for detection to read beside the text itself.

A scan's text lacks blanks (``2023-09-0507:59``), has letters for figures (``O3/04/l961``), broken words and
wrong marks, and rules that check what they match do not know an identifier in it. Here the text is mended
as far as its neighbourhood and the lexicon tell how; detection reads the mended text as well
(``detection.aligned_reading``).
"""

from __future__ import annotations

from chartveil.detection.aligned_reading import AlignedReading, AlignedText, Excerpt
from chartveil.detection.misread.digits import mend_digits, mend_lost_blanks, mend_tildes
from chartveil.detection.misread.words import WordMender
from chartveil.domain.document import Document
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon

MENDED_DETAIL = "in a mended reading of the scan"
"""Remark in the evidence of spans that a mended reading gave."""


class OcrTextMender:
    """Mends texts of scans. What it makes is kept with a view (``TokenizedText.cached``).

    Args:
        lexicon: which words there are.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = WordMender(lexicon)

    def make(self, view: TokenizedText) -> AlignedReading | None:
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
        return AlignedReading.of(document, Excerpt(aligned.text, aligned), "mended", MENDED_DETAIL)


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
