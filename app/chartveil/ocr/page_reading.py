"""Reads one page: brings it upright and level, has it read, sets its words in order, and marks what was not
read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import PageReading, RegionKind
from chartveil.ocr.burnt_in import with_burnt_in_words
from chartveil.ocr.coloured_print import with_coloured_words
from chartveil.ocr.engine_interface import OcrEngine, OcrLine, OcrWord
from chartveil.ocr.engines.registry import get_engine
from chartveil.ocr.faint_print import with_faint_words
from chartveil.ocr.identifying_marks import (
    barcode_regions,
    is_toned,
    picture_regions,
    with_signatures_marked,
)
from chartveil.ocr.options import PageOptions
from chartveil.ocr.orientation import (
    are_lines_vertical,
    find_letter_feet,
    is_upside_down,
    levelled,
    lies_on_its_side,
    measure_skew,
    turned_by_quarters,
)
from chartveil.ocr.photographed_sheet import PhotographedSheet, find_sheet
from chartveil.ocr.preprocessing import EnginePicture, ink_mask, is_blank, prepared_for_engine, to_grey
from chartveil.ocr.reading_order import WordInText, rows_in_reading_order, text_of_rows
from chartveil.ocr.two_page_spread import find_gutter
from chartveil.ocr.unread_regions import PageInk, PictureRegion, page_ink, unread_regions
from chartveil.ocr.word_places import grown_over_ink
from chartveil.system.page_progress import report_part
from chartveil.system.time_limit import allow_page_time

if TYPE_CHECKING:
    from chartveil.ocr.engine_interface import Picture
    from chartveil.ocr.preprocessing import Mask


_PARTS = 4
"""Number of parts of the work on a page: turning it, reading it, words that are hard to read, what was not
read."""
_PICTURE_LETTERS = 5.0
"""Heights of a letter from which what looks like writing or bars may be a picture."""


@dataclass(frozen=True, slots=True)
class PlacedOcrWord:
    """The place of a word of the text on the page.

    Attributes:
        start, end: range of :attr:`OcrPage.text`.
        place: in pixels of :attr:`OcrPage.picture`; covers the word's ink.
        confidence: of the engine, in [0, 1].
    """

    start: int
    end: int
    place: Rect
    confidence: float


@dataclass(frozen=True, slots=True)
class OcrPage:
    """A page that was read.

    Attributes:
        text: its words in reading order; blanks join those of one line, line ends the lines.
        words: each word's range and place, by start; every character but white space is in one.
        reading: how the page was turned, and by which engine it was read.
        picture: the page upright and level.
        regions: what no text stands for, from the top.
    """

    text: str
    words: tuple[PlacedOcrWord, ...]
    reading: PageReading
    picture: Picture
    regions: tuple[PictureRegion, ...]


def read_page_picture(picture: Picture, dpi: float, options: PageOptions) -> OcrPage:
    """Reads a page.

    Args:
        picture: of one page, or of two side by side; any way up, level to 30 degrees.
        dpi: its resolution; 0 if it is not known.
        options: which engines read it.

    Raises:
        ResourceError: if an engine is not ready.
        StageError: if an engine fails.
    """
    allow_page_time()
    first = get_engine(options.engine)
    second = get_engine(options.second) if options.second is not None else None
    return read_page_picture_with(picture, dpi, first, second)


def read_page_picture_with(
    picture: Picture, dpi: float, first: OcrEngine, second: OcrEngine | None = None
) -> OcrPage:
    """Reads a page by these engines; see :func:`read_page_picture`.

    Args:
        second: reads it once more, when it stands upright; what only it finds is added.
    """
    name = str(first.name) if second is None else f"{first.name}+{second.name}"
    if is_blank(picture):
        return OcrPage("", (), PageReading(name), picture, ())
    report_part(1, _PARTS)
    attempt = _TurnedPage.by_ink(picture, dpi, PageReading(name))
    report_part(2, _PARTS)
    lines = attempt.read(first)
    for _ in range(2):  # on its side, and then perhaps on its head
        quarters = attempt.quarters_left(lines, first)
        if not quarters:
            break
        attempt = attempt.turned_by(quarters)
        lines = attempt.read(first)
    if second is not None:
        # The second engine is loaded where it is wanted alone.
        from chartveil.ocr.second_reading import merge_readings

        lines = [merge_readings(a, b) for a, b in zip(lines, attempt.read(second), strict=True)]
    report_part(3, _PARTS)
    lines, faint = attempt.with_hard_words(lines, first)
    report_part(_PARTS, _PARTS)
    return _finished(attempt, lines, faint)


def turn_as_read(picture: Picture, reading: PageReading) -> Picture:
    """A freshly drawn picture of a page, turned as the page was when it was read.

    The same picture, not a copy, where it was not turned.
    """
    return levelled(turned_by_quarters(picture, reading.quarter_turns), reading.skew)


@dataclass(frozen=True, slots=True)
class _TurnedPage:
    """A page turned in one way, as engines see it: whole, or as the two pages of a spread.

    Attributes:
        original: the page as it came.
        dpi: its resolution.
        reading: how it was turned.
        picture: the page so turned.
        mask: its ink.
        parts: what is read, each with where it begins on the page, in pixels from the left.
    """

    original: Picture
    dpi: float
    reading: PageReading
    picture: Picture
    mask: Mask
    parts: tuple[tuple[EnginePicture, int], ...]

    @classmethod
    def by_ink(cls, original: Picture, dpi: float, reading: PageReading) -> _TurnedPage:
        """The page turned as far as its ink tells."""
        mask = ink_mask(to_grey(original))
        upright, aside = find_letter_feet(mask), find_letter_feet(_quarter(mask))
        if lies_on_its_side(upright.points, aside.points):
            reading = PageReading(reading.engine, 1, measure_skew(aside.points))
            return cls._of(original, dpi, reading, None, aside.letter_height)
        reading = PageReading(reading.engine, 0, measure_skew(upright.points))
        return cls._of(original, dpi, reading, mask if not reading.skew else None, upright.letter_height)

    @classmethod
    def _of(
        cls, original: Picture, dpi: float, reading: PageReading, mask: Mask | None, letter: float | None
    ) -> _TurnedPage:
        picture = turn_as_read(original, reading)
        if mask is None:
            mask = ink_mask(to_grey(picture))
        gutter = find_gutter(mask)
        if gutter is None:
            parts: tuple[tuple[EnginePicture, int], ...] = ((prepared_for_engine(picture, dpi, letter), 0),)
        else:
            left, right = picture[:, :gutter], picture[:, gutter:]
            parts = (
                (prepared_for_engine(left, dpi, letter), 0),
                (prepared_for_engine(right, dpi, letter), gutter),
            )
        return cls(original, dpi, reading, picture, mask, parts)

    def turned_by(self, quarters: int) -> _TurnedPage:
        """The same page turned further clockwise."""
        turns = (self.reading.quarter_turns + quarters) % 4
        feet = find_letter_feet(ink_mask(turned_by_quarters(to_grey(self.original), turns)))
        reading = PageReading(self.reading.engine, turns, measure_skew(feet.points))
        return self._of(self.original, self.dpi, reading, None, feet.letter_height)

    def read(self, engine: OcrEngine) -> list[list[OcrLine]]:
        """The lines of each part, in places of the page."""
        return [
            [_moved(line, seen.scale, offset) for line in engine.read(seen.picture, self.dpi * seen.scale)]
            for seen, offset in self.parts
        ]

    def with_hard_words(
        self, lines: Sequence[Sequence[OcrLine]], engine: OcrEngine
    ) -> tuple[list[list[OcrLine]], list[PictureRegion]]:
        """The lines of each part with words in pictures and faint ones; and faint print that was not read."""
        found: list[list[OcrLine]] = []
        unread: list[PictureRegion] = []
        starts = [offset for _, offset in self.parts]
        for own, left, right in zip(lines, starts, [*starts[1:], self.picture.shape[1]], strict=True):
            part = self.picture[:, left:right]
            seen = [_moved(line, 1.0, -left) for line in own]
            seen = with_coloured_words(engine, part, self.dpi, seen)
            seen = with_burnt_in_words(engine, to_grey(part), self.dpi, seen)
            seen, missed = with_faint_words(engine, part, self.dpi, seen)
            found.append([_moved(line, 1.0, left) for line in seen])
            unread += (replace(region, place=region.place.moved(left, 0.0)) for region in missed)
        return found, unread

    def quarters_left(self, lines: Sequence[Sequence[OcrLine]], engine: OcrEngine) -> int:
        """Quarters clockwise by which the page is still to be turned, as its lines tell."""
        if are_lines_vertical([line for part in lines for line in part]):
            return 1
        fullest = max(range(len(lines)), key=lambda n: (len(lines[n]), -n))
        seen, offset = self.parts[fullest]
        own = [_back(line, seen.scale, offset) for line in lines[fullest]]
        return 2 if is_upside_down(seen.picture, own, engine, self.dpi * seen.scale) else 0


def _quarter(mask: Mask) -> Mask:
    """The ink turned clockwise."""
    import numpy as np

    return np.rot90(mask, -1)


def _moved(line: OcrLine, scale: float, offset: int) -> OcrLine:
    if scale == 1.0 and not offset:
        return line

    def move(place: Rect) -> Rect:
        return Rect(
            place.left / scale + offset, place.top / scale, place.right / scale + offset, place.bottom / scale
        )

    words = tuple(OcrWord(w.text, move(w.place), w.confidence) for w in line.words)
    return OcrLine(words, move(line.place))


def _back(line: OcrLine, scale: float, offset: int) -> OcrLine:
    p = line.place
    place = Rect((p.left - offset) * scale, p.top * scale, (p.right - offset) * scale, p.bottom * scale)
    return OcrLine(line.words, place)


def _finished(
    attempt: _TurnedPage, lines: Sequence[Sequence[OcrLine]], faint: Sequence[PictureRegion]
) -> OcrPage:
    """Text in order, places that cover, regions that were not read.

    Args:
        faint: places of faint print that was not read.
    """
    texts: list[str] = []
    words: list[WordInText] = []
    at = 0
    for part in lines:
        text, own = text_of_rows(rows_in_reading_order(part), at)
        if text:
            texts.append(text)
            words += own
            at += len(text) + 1
    brightness = to_grey(attempt.picture)
    page = page_ink(brightness, attempt.mask, [w.word for w in words])
    places = grown_over_ink(page, [w.word.place for w in words], attempt.picture.shape)
    placed = [
        PlacedOcrWord(w.start, w.end, place, w.word.confidence)
        for w, place in zip(words, places, strict=True)
    ]
    flat = [line for part in lines for line in part]
    sheet = find_sheet(to_grey(attempt.original), attempt.reading)
    regions = _regions(attempt.picture, brightness, page, flat, faint, sheet)
    return OcrPage("\n".join(texts), tuple(placed), attempt.reading, attempt.picture, regions)


def _regions(
    picture: Picture,
    brightness: Picture,
    page: PageInk,
    lines: Sequence[OcrLine],
    faint: Sequence[PictureRegion],
    sheet: PhotographedSheet | None,
) -> tuple[PictureRegion, ...]:
    """All that no text stands for, from the top, kept on the page."""
    words = [w for line in lines for w in line.words]
    codes = barcode_regions(page, brightness, words)
    known = [*codes, *picture_regions(picture, words, codes)]
    unread = [*with_signatures_marked(unread_regions(page, lines, known), words), *faint]
    if sheet is not None:
        unread = sheet.without_surroundings(unread, page)
    # Speckles of a picture look like pens and bars.
    large = _PICTURE_LETTERS * page.letter_height * page.step
    found = [
        r
        for r in (*known, *unread)
        if r.kind is RegionKind.FACE
        or r.score == 1.0
        or min(r.place.width, r.place.height) < large
        or not is_toned(brightness, r.place)
    ]
    rows, columns = brightness.shape
    kept = (
        PictureRegion(
            Rect(
                max(0.0, r.place.left),
                max(0.0, r.place.top),
                min(float(columns), r.place.right),
                min(float(rows), r.place.bottom),
            ),
            r.kind,
            r.score,
        )
        for r in found
    )
    return tuple(sorted(kept, key=lambda r: (r.place.top, r.place.left, r.kind)))
