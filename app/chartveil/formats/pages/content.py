"""Pages with their words in place, and the document that they make. Places are in points (1/72 inch) from the
upper left corner of the page as it was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import (
    HIDDEN_WORDS,
    UNDRAWN_PICTURES,
    PageLayout,
    PageReading,
    Region,
    RegionKind,
    WordBox,
)
from chartveil.formats.base import ReadOptions, SourceFile

WORD_PATTERN = re.compile(r"\S+")
_BY_LAYER = PageReading()


@dataclass(frozen=True, slots=True)
class PageWord:
    """A run of visible characters: its range in the page's text, where it stands, and how sure its reader
    was, in [0, 1]."""

    start: int
    end: int
    rect: Rect
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class PageRegion:
    """A part of a page that no text stands for."""

    rect: Rect
    kind: RegionKind
    score: float


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page as it was read.

    Attributes:
        text: lines parted by line feeds; without a form feed.
        words: those that have a place, sorted by start.
        size: width and height in points.
        reading: how it was read.
        regions: what is to be covered besides.
        unseen: ranges of the text that the page does not show: notes that open at a click.
        left_out: how many words a text layer holds that the page does not show; they are in no text.
        undrawn: how many of its pictures cannot be drawn.
    """

    text: str
    words: tuple[PageWord, ...]
    size: tuple[float, float]
    reading: PageReading = _BY_LAYER
    regions: tuple[PageRegion, ...] = ()
    unseen: tuple[tuple[int, int], ...] = ()
    left_out: int = 0
    undrawn: int = 0

    def is_unseen(self, start: int) -> bool:
        """Whether the page does not show the word that begins here."""
        return any(a <= start < b for a, b in self.unseen)


@dataclass(frozen=True, slots=True)
class LineWord:
    """A word of a line; ``unseen`` where it is known that the page does not show it; ``white`` what parts it
    from the word before."""

    text: str
    rect: Rect | None
    confidence: float = 1.0
    unseen: bool = False
    white: str = " "


class PageContentBuilder:
    """Puts the text of a page together, line by line, and keeps the place of each word."""

    def __init__(self, start: PageContent | None = None) -> None:
        self.text = start.text if start else ""
        self.words = list(start.words) if start else []
        self.unseen = list(start.unseen) if start else []

    def add_line(self, text: str, rects: Iterable[tuple[int, int, Rect, float]]) -> None:
        """Appends a line, with start, end, place and confidence of its words that have a place."""
        at = self._next_line(text)
        self.words += [
            PageWord(at + start, at + end, rect, confidence) for start, end, rect, confidence in rects
        ]

    def add_words(self, words: Sequence[LineWord]) -> None:
        """Appends a line of words."""
        at = self._next_line("".join(w.white * (n > 0) + w.text for n, w in enumerate(words)))
        for n, word in enumerate(words):
            at += len(word.white) * (n > 0)
            end = at + len(word.text)
            if word.rect is not None:
                self.words.append(PageWord(at, end, word.rect, word.confidence))
            elif word.unseen:
                self.unseen.append((at, end))
            at = end

    def add_unseen(self, text: str) -> None:
        """Appends lines that stand nowhere on the page."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
        at = self._next_line(text)
        self.unseen.append((at, at + len(text)))

    def content_like(self, like: PageContent) -> PageContent:
        """The page with this text, in all else like another."""
        return replace(like, text=self.text, words=tuple(self.words), unseen=tuple(self.unseen))

    def _next_line(self, text: str) -> int:
        """Appends on a new line and tells where the text starts."""
        if self.text:
            self.text += "\n"
        at = len(self.text)
        self.text += text
        return at


@dataclass(frozen=True, slots=True)
class PagedDocument:
    """A document with its layout, and the ranges of its text that no page shows, sorted."""

    document: Document
    unseen_ranges: tuple[tuple[int, int], ...]


def paged_document(
    pages: Iterable[PageContent],
    file: SourceFile,
    format_name: str,
    options: ReadOptions,
    *,
    empty_message: str,
    remedy: str,
    left_out: Mapping[str, int] = MappingProxyType({}),
) -> PagedDocument:
    """The document that pages make, a form feed between them.

    Args:
        format_name: of the file.
        empty_message, remedy: what is wrong where no page has text, and what to do.
        left_out: what else of the file is in no copy, by kind.

    Raises:
        InputError: if there is no text, or too much.
    """
    parts, sizes, readings = list[str](), list[tuple[float, float]](), list[PageReading]()
    boxes, regions, unseen = list[WordBox](), list[Region](), list[tuple[int, int]]()
    at, hidden, undrawn = 0, list[int](), 0
    for number, content in enumerate(pages):
        for w in content.words:
            r = w.rect
            place = (number, r.left, r.top, r.right, r.bottom)
            boxes.append(WordBox(w.start + at, w.end + at, *place, w.confidence))
        for s in content.regions:
            r = s.rect
            regions.append(Region(number, r.left, r.top, r.right, r.bottom, s.kind, s.score))
        unseen += [(a + at, b + at) for a, b in content.unseen]
        sizes.append(content.size)
        readings.append(content.reading)
        hidden.append(content.left_out)
        undrawn += content.undrawn
        parts.append(content.text)
        at += len(content.text) + 1
        if at > options.limits.text_chars:
            raise InputError(
                f"holds more than {options.limits.text_chars:,} characters.",
                where=file.path,
                remedy="Split it into several files.",
            )
    text = "\f".join(parts)
    if not any(c.isalnum() for c in text):  # OCR reads dots and bars in dirt
        raise InputError(empty_message, where=file.path, remedy=remedy)
    if all(r == _BY_LAYER for r in readings):
        readings = []
    told = {**left_out, HIDDEN_WORDS: sum(hidden), UNDRAWN_PICTURES: undrawn}
    counts = {what: n for what, n in sorted(told.items()) if n}
    hidden_words = tuple(hidden) if any(hidden) else ()
    layout = PageLayout(tuple(sizes), tuple(boxes), tuple(readings), tuple(regions), hidden_words)
    document = Document(
        text, file.source(format_name), patient_id=options.patient_id, layout=layout, left_out=counts
    )
    return PagedDocument(document, tuple(sorted(unseen)))
