"""Pages of a document: where its words stand on them, how they were read, and what else they hold.

All places are in points (1/72 inch) from the upper left corner of a page as it was read.
Everything here is frozen: a change is ``dataclasses.replace``.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

from chartveil.domain.geometry import Rect


@dataclass(frozen=True, slots=True)
class WordBox:
    """The place of a range of the text on a page.

    Attributes:
        start, end: range of the document's text.
        page: page number, from 0.
        left, top, right, bottom: in points (1/72 inch) from the page's upper left corner.
        confidence: of the reader, in [0, 1]; 1 for a text layer.
    """

    start: int
    end: int
    page: int
    left: float
    top: float
    right: float
    bottom: float
    confidence: float = 1.0


HIDDEN_WORDS, ATTACHED_FILES = "hidden words", "attached files"
"""Kinds of what no page shows: words of a text layer, files within a file."""
UNDRAWN_PICTURES, OTHER_PICTURES = "pictures that cannot be drawn", "other pictures of the file"
"""Kinds of pictures that are in no copy: damaged ones of a page; previews, masks, and what a camera or an
animation adds to a page."""


class RegionKind(StrEnum):
    """The content of a region of a page, besides text that was read."""

    UNREAD = "unread"
    """It looks like text, and was not read or only with doubt."""
    HANDWRITING = "handwriting"
    SIGNATURE = "signature"
    FACE = "face"
    BARCODE = "barcode"
    """A barcode or QR code."""
    DRAWN = "drawn"
    """Whatever a reviewer drew a box over."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page that may identify somebody and that no text stands for.

    Attributes:
        page: page number, from 0.
        left, top, right, bottom: in points from the upper left corner of the page as it was read.
        kind: what it seems to be.
        score: how sure that is, in [0, 1].
    """

    page: int
    left: float
    top: float
    right: float
    bottom: float
    kind: RegionKind
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class PageReading:
    """How a page was read. A picture that is drawn anew is turned in the same way: first by quarters, then
    by the skew.

    Attributes:
        engine: name of the OCR engine; empty for a text layer.
        quarter_turns: clockwise, 0 to 3, that brought the page upright.
        skew: degrees, counter-clockwise, by which it was turned then to make its lines level.
    """

    engine: str = ""
    quarter_turns: int = 0
    skew: float = 0.0


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Pages of a document.

    Attributes:
        pages: width and height of each page in points, as it was read (upright).
        boxes: one box a word, sorted by start; words that have no place on a page have none.
        readings: how each page was read, one a page; empty where all pages have a text layer.
        regions: what is to be covered though no text stands for it, by page.
        hidden_words: how many words of a text layer each page does not show, which are in no text; empty for
            none.
    """

    pages: tuple[tuple[float, float], ...]
    boxes: tuple[WordBox, ...]
    readings: tuple[PageReading, ...] = ()
    regions: tuple[Region, ...] = ()
    hidden_words: tuple[int, ...] = ()

    def place_of(self, start: int, end: int) -> str:
        """Where a range of the text begins on the pages, for people: ``page 3, upper third, left, 20 mm from
        the left and 51 mm from the top``; empty where no page shows it."""
        at = bisect_right(self.boxes, start, key=lambda box: box.end)
        box = self.boxes[at] if at < len(self.boxes) else None
        if box is None or box.start >= end:
            return ""
        return f"page {box.page + 1}, {Rect.of(box).place_on(self.pages[box.page])}"
