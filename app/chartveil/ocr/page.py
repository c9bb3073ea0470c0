"""Reads one page: brings it upright and level, has it read, sets its words in order, and marks what was not
read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartveil.layout import PageReading
from chartveil.ocr import choice, marks, photo, skew, spread, turn
from chartveil.ocr.doubts import InkOfPage, PictureRegion, doubts, ink_of
from chartveil.ocr.model import Engine, Place, ReadLine, ReadWord
from chartveil.ocr.options import PageOptions
from chartveil.ocr.order import SetWord, in_order, set_text
from chartveil.ocr.places import covering

if TYPE_CHECKING:
    from chartveil.ocr.model import Picture
    from chartveil.ocr.photo import Mask

__all__ = ["PageRead", "PictureRegion", "PlacedWord", "as_read", "read_picture", "read_with"]


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """Where a word of the text stands on the page.

    Attributes:
        start, end: range of :attr:`PageRead.text`.
        place: in pixels of :attr:`PageRead.picture`; covers the word's ink.
        confidence: of the engine, in [0, 1].
    """

    start: int
    end: int
    place: Place
    confidence: float


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page that was read.

    Attributes:
        text: its words in reading order; blanks join those of one line, line ends the lines.
        words: each word's range and place, by start; every character but white space is in one.
        reading: how the page was turned, and by which engine it was read.
        picture: the page upright and level.
        regions: what no text stands for, from the top.
    """

    text: str
    words: tuple[PlacedWord, ...]
    reading: PageReading
    picture: Picture
    regions: tuple[PictureRegion, ...]


def read_picture(picture: Picture, dpi: float, options: PageOptions) -> PageRead:
    """Reads a page.

    Args:
        picture: of one page, or of two side by side; any way up, level to 10 degrees.
        dpi: its resolution; 0 if it is not known.
        options: which engines read it.

    Raises:
        ResourceError: if an engine is not ready.
        StageError: if an engine fails.
    """
    first = choice.engine(options.engine, options.threads)
    second = choice.engine(options.second, options.threads) if options.second is not None else None
    return read_with(picture, dpi, first, second)


def read_with(picture: Picture, dpi: float, first: Engine, second: Engine | None = None) -> PageRead:
    """Reads a page by these engines; see :func:`read_picture`.

    Args:
        second: reads it once more, when it stands upright; what only it finds is added.
    """
    name = str(first.name) if second is None else f"{first.name}+{second.name}"
    brightness = photo.grey(picture)
    if photo.is_blank(brightness):
        return PageRead("", (), PageReading(name), picture, ())
    attempt = _Attempt.by_ink(picture, dpi, PageReading(name))
    lines = attempt.read(first)
    for _ in range(2):  # on its side, and then perhaps on its head
        quarters = attempt.quarters_left(lines, first)
        if not quarters:
            break
        attempt = attempt.turned_by(quarters)
        lines = attempt.read(first)
    if second is not None:
        # The second engine is loaded where it is wanted alone.
        from chartveil.ocr.unite import unite

        lines = [unite(a, b) for a, b in zip(lines, attempt.read(second), strict=True)]
    return _finished(attempt, lines)


def as_read(picture: Picture, reading: PageReading) -> Picture:
    """A freshly drawn picture of a page, turned as the page was when it was read.

    The same picture, not a copy, where it was not turned.
    """
    return skew.levelled(turn.turned(picture, reading.quarter_turns), reading.skew)


@dataclass(frozen=True, slots=True)
class _Attempt:
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
    parts: tuple[tuple[photo.Seen, int], ...]

    @classmethod
    def by_ink(cls, original: Picture, dpi: float, reading: PageReading) -> _Attempt:
        """The page turned as far as its ink tells."""
        mask = photo.ink(photo.grey(original))
        upright, aside = skew.feet(mask), skew.feet(_quarter(mask))
        if turn.lies(upright.points, aside.points):
            reading = PageReading(reading.engine, 1, skew.measure(aside.points))
            return cls._of(original, dpi, reading, None, aside.letter)
        reading = PageReading(reading.engine, 0, skew.measure(upright.points))
        return cls._of(original, dpi, reading, mask if not reading.skew else None, upright.letter)

    @classmethod
    def _of(
        cls, original: Picture, dpi: float, reading: PageReading, mask: Mask | None, letter: float | None
    ) -> _Attempt:
        picture = as_read(original, reading)
        if mask is None:
            mask = photo.ink(photo.grey(picture))
        gutter = spread.gutter(mask)
        if gutter is None:
            parts: tuple[tuple[photo.Seen, int], ...] = ((photo.for_engine(picture, dpi, letter), 0),)
        else:
            left, right = picture[:, :gutter], picture[:, gutter:]
            parts = (
                (photo.for_engine(left, dpi, letter), 0),
                (photo.for_engine(right, dpi, letter), gutter),
            )
        return cls(original, dpi, reading, picture, mask, parts)

    def turned_by(self, quarters: int) -> _Attempt:
        """The same page turned further clockwise."""
        turns = (self.reading.quarter_turns + quarters) % 4
        feet = skew.feet(photo.ink(turn.turned(photo.grey(self.original), turns)))
        reading = PageReading(self.reading.engine, turns, skew.measure(feet.points))
        return self._of(self.original, self.dpi, reading, None, feet.letter)

    def read(self, engine: Engine) -> list[list[ReadLine]]:
        """The lines of each part, in places of the page."""
        return [
            [_moved(line, seen.scale, offset) for line in engine.read(seen.picture, self.dpi * seen.scale)]
            for seen, offset in self.parts
        ]

    def quarters_left(self, lines: Sequence[Sequence[ReadLine]], engine: Engine) -> int:
        """Quarters clockwise by which the page is still to be turned, as its lines tell."""
        if turn.lines_lie([line for part in lines for line in part]):
            return 1
        fullest = max(range(len(lines)), key=lambda n: (len(lines[n]), -n))
        seen, offset = self.parts[fullest]
        own = [_back(line, seen.scale, offset) for line in lines[fullest]]
        return 2 if turn.on_its_head(seen.picture, own, engine, self.dpi * seen.scale) else 0


def _quarter(mask: Mask) -> Mask:
    """The ink turned clockwise."""
    import numpy as np

    return np.rot90(mask, -1)


def _moved(line: ReadLine, scale: float, offset: int) -> ReadLine:
    if scale == 1.0 and not offset:
        return line

    def move(place: Place) -> Place:
        return Place(
            place.left / scale + offset, place.top / scale, place.right / scale + offset, place.bottom / scale
        )

    words = tuple(ReadWord(w.text, move(w.place), w.confidence) for w in line.words)
    return ReadLine(words, move(line.place))


def _back(line: ReadLine, scale: float, offset: int) -> ReadLine:
    p = line.place
    place = Place((p.left - offset) * scale, p.top * scale, (p.right - offset) * scale, p.bottom * scale)
    return ReadLine(line.words, place)


def _finished(attempt: _Attempt, lines: Sequence[Sequence[ReadLine]]) -> PageRead:
    """Text in order, places that cover, regions that were not read."""
    texts: list[str] = []
    words: list[SetWord] = []
    at = 0
    for part in lines:
        text, own = set_text(in_order(part), at)
        if text:
            texts.append(text)
            words += own
            at += len(text) + 1
    brightness = photo.grey(attempt.picture)
    page = ink_of(brightness, attempt.mask, [w.word for w in words])
    places = covering(page, [w.word.place for w in words], attempt.picture.shape)
    placed = [
        PlacedWord(w.start, w.end, place, w.word.confidence) for w, place in zip(words, places, strict=True)
    ]
    flat = [line for part in lines for line in part]
    regions = _regions(brightness, page, flat)
    return PageRead("\n".join(texts), tuple(placed), attempt.reading, attempt.picture, regions)


def _regions(brightness: Picture, page: InkOfPage, lines: Sequence[ReadLine]) -> tuple[PictureRegion, ...]:
    """All that no text stands for, from the top, kept on the page."""
    words = [w for line in lines for w in line.words]
    codes = marks.barcodes(page, brightness)
    known = [*codes, *marks.pictures(brightness, words, codes)]
    found = [*known, *marks.signatures(doubts(page, lines, known), words)]
    rows, columns = brightness.shape
    kept = (
        PictureRegion(
            Place(
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
