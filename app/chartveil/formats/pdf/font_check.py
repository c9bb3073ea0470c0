"""Whether the fonts of a PDF show the characters that they say: words that hold each of them once are read by
OCR. A font whose map to Unicode is wrong gives a text layer that says something else than the page shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.formats.pages.content import WORD_PATTERN
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pdf.layer_matching import without_ocr_confusions
from chartveil.formats.pdf.text_layer import PlacedCharacter, TextLine, rect_of_characters
from chartveil.ocr.options import PageOptions

if TYPE_CHECKING:
    from chartveil.ocr.engine_interface import Picture

_WIDTH = 1200
"""Pixels of a sheet of words."""
_GAP = 30
_WRONG = 0.5
"""Share of the characters of one kind that OCR read as others from which a font's are not believed."""
_LEAST = 2
"""So many of them, at least: OCR misreads one now and then."""
_MOST_LETTERS = 240
"""Letters of a sheet, at most; what is left is tried on the next page."""

_Glyph = tuple[str, str]
"""A font and a character."""


@dataclass(frozen=True, slots=True)
class _SheetWord:
    characters: tuple[PlacedCharacter, ...]
    place: Rect


class FontCheck:
    """Tries the characters of a document's fonts, each once."""

    def __init__(self, options: PageOptions) -> None:
        self._options = options
        self._tried: dict[_Glyph, bool] = {}

    def untrusted(
        self, page: PagePicture, lines: Iterable[TextLine], fonts: Mapping[int, str]
    ) -> frozenset[tuple[str, str]]:
        """Fonts and kinds of characters (``a``, ``A``, ``0``) that show others than they say.

        Args:
            page: as it is drawn.
            lines: its words that are seen.
            fonts: names of the fonts to be tried, by ``PlacedCharacter.source``.

        Raises:
            ResourceError: if the OCR engine is not ready.
            StageError: if it fails.
        """
        chosen = self._chosen(lines, fonts)
        if chosen:
            sheet, words = _sheet(page, chosen)
            self._compare(PagePicture(page.number, sheet, page.dpi), words, fonts)
        counts: dict[tuple[str, str], list[bool]] = defaultdict(list)
        for (font, char), right in self._tried.items():
            counts[font, kind_of(char)].append(right)
        return frozenset(
            key for key, right in counts.items()
            if right.count(False) >= _LEAST and right.count(False) >= _WRONG * len(right)
        )  # fmt: skip

    def _chosen(
        self, lines: Iterable[TextLine], fonts: Mapping[int, str]
    ) -> list[tuple[PlacedCharacter, ...]]:
        """Words that hold characters which were not tried, few for all of them."""
        left = set[_Glyph]()
        words = []
        for word in _words(lines):
            glyphs = {(fonts[c.source], c.char) for c in word if c.source in fonts and kind_of(c.char)}
            new = glyphs - self._tried.keys()
            if new and all(c.angle == word[0].angle for c in word):
                words.append((word, new))
                left |= new
        found, letters = [], 0
        # Long words first: they hold most, and OCR is surest of them.
        for word, new in sorted(words, key=lambda item: -len(item[1])):
            if new & left and letters < _MOST_LETTERS:
                found.append(word)
                letters += len(word)
                left -= new
        return found

    def _compare(self, sheet: PagePicture, words: Sequence[_SheetWord], fonts: Mapping[int, str]) -> None:
        read = OCR_PAGE_CACHE.read(sheet, self._options)
        scale = POINTS_PER_INCH / sheet.dpi
        verdicts: dict[_Glyph, list[bool]] = defaultdict(list)
        for word in words:
            place = word.place.scaled(scale)
            near = [w for w in read.words if place.shared_area(w.rect) > 0.5 * w.rect.area]
            near.sort(key=lambda w: w.rect.left)
            there = "".join(read.text[w.start : w.end] for w in near)
            for c, right in zip(word.characters, _agreement(word.characters, there), strict=True):
                if c.source in fonts and kind_of(c.char):
                    verdicts[fonts[c.source], c.char].append(right)
        for glyph, found in verdicts.items():
            self._tried.setdefault(glyph, any(found))


def kind_of(char: str) -> str:
    """The kind of a character that is tried: figure, capital or other letter; empty for signs."""
    if not char.isalnum():
        return ""
    return "0" if char.isdigit() else "A" if char.isupper() else "a"


def without_untrusted(
    lines: Iterable[TextLine], fonts: Mapping[int, str], wrong: frozenset[tuple[str, str]]
) -> tuple[list[TextLine], list[Rect]]:
    """The lines without the words of which a character is not believed, and where those stand."""
    kept, places = list[TextLine](), list[Rect]()
    for line in lines:
        characters = list(line.characters)
        for match in WORD_PATTERN.finditer(line.text):
            at = slice(match.start(), match.end())
            word = line.characters[at]
            if any((fonts.get(c.source, ""), kind_of(c.char)) in wrong for c in word):
                characters[at] = [PlacedCharacter(" ", None)] * len(word)
                places += [c.rect for c in word if c.rect is not None]
        if any(not c.char.isspace() for c in characters):
            kept.append(TextLine(tuple(characters)))
    return kept, places


def _words(lines: Iterable[TextLine]) -> Iterator[tuple[PlacedCharacter, ...]]:
    for line in lines:
        for match in WORD_PATTERN.finditer(line.text):
            yield line.characters[match.start() : match.end()]


def _agreement(characters: Sequence[PlacedCharacter], read: str) -> list[bool]:
    """Of each character whether OCR read it, or one that it confuses with it."""
    said = [without_ocr_confusions(c.char) or c.char for c in characters]
    text = without_ocr_confusions(read)
    right = [False] * len(said)
    matcher = SequenceMatcher(None, "".join(s[0] for s in said), text, autojunk=False)
    for block in matcher.get_matching_blocks():
        for n in range(block.a, block.a + block.size):
            right[n] = True
    return right


def _sheet(page: PagePicture, words: Iterable[Sequence[PlacedCharacter]]) -> tuple[Picture, list[_SheetWord]]:
    """Words cut from a page, in rows on white, with their places in pixels."""
    import numpy as np

    from chartveil.ocr.preprocessing import to_grey

    parts = []
    for word in words:
        rect = rect_of_characters(word)
        part = page.crop(rect, 1.0) if rect is not None else None
        if part is not None:
            parts.append((to_grey(part), word))
    rows: list[list[tuple[Picture, Sequence[PlacedCharacter]]]] = [[]]
    at = _GAP
    for part, word in parts:
        if at + part.shape[1] + _GAP > _WIDTH and rows[-1]:
            rows.append([])
            at = _GAP
        rows[-1].append((part, word))
        at += part.shape[1] + _GAP
    heights = [max((part.shape[0] for part, _ in row), default=0) for row in rows]
    width = max([_WIDTH, *(part.shape[1] + 2 * _GAP for part, _ in parts)])
    sheet = np.full((sum(heights) + _GAP * (len(rows) + 1), width), 255, np.uint8)
    placed, top = [], _GAP
    for row, height in zip(rows, heights, strict=True):
        left = _GAP
        for part, word in row:
            base = top + height - part.shape[0]
            sheet[base : base + part.shape[0], left : left + part.shape[1]] = part
            rect = Rect(float(left), float(top), float(left + part.shape[1]), float(top + height))
            placed.append(_SheetWord(tuple(word), rect.grown(_GAP / 3, _GAP / 3)))
            left += part.shape[1] + _GAP
        top += height + _GAP
    return sheet, placed
