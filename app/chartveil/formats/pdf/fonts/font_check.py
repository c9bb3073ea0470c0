"""Whether the fonts of a PDF show the characters that they say: words that hold each of them once are read by
OCR. A font whose map to Unicode is wrong gives a text layer that says something else than the page shows."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeAlias

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.formats.pages.content import WORD_PATTERN
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pdf.layer_matching import without_ocr_confusions
from chartveil.formats.pdf.page import PageFont
from chartveil.formats.pdf.text_layer import PlacedCharacter, TextLine, rect_of_characters
from chartveil.ocr.options import PageOptions

if TYPE_CHECKING:
    from chartveil.ocr.engine_interface import Picture

_WIDTH = 1200
"""Pixels of a sheet of words."""
_GAP = 30
_WRONG = 0.5
"""Share of the characters of one kind that OCR read as others from which none of a font's are believed."""
_LEAST = 2
"""So many of them, at least: OCR misreads one now and then."""
_TRIALS = 3
"""Words in which a character is tried that OCR did not read, at most."""
_MORE = 2.0
"""Letters that are read in a word's place, as a share of its own, from which it shows another."""
_MOST_LETTERS = 240
"""Letters of a sheet, at most; what is left is tried on the next page."""

_SIGN = "."
_SIGN_LIKE = re.compile(r"[ol]")
"""Letters, as OCR's confusions are folded, that it takes bars, rings and bullets for."""

_Glyph: TypeAlias = tuple[str, str]
"""A font and a character."""
_Words: TypeAlias = list[tuple[PlacedCharacter, ...]]


@dataclass(frozen=True, slots=True)
class _SheetWord:
    characters: tuple[PlacedCharacter, ...]
    place: Rect


class FontCheck:
    """Tries the characters of the fonts that a document holds, until each was read once.

    Args:
        options: how pages are read.
        doubtful: names of fonts of which no character is believed.
    """

    def __init__(self, options: PageOptions, doubtful: Collection[str] = ()) -> None:
        self._options = options
        self._doubtful = doubtful
        self._right: set[_Glyph] = set()
        self._wrong: Counter[_Glyph] = Counter()

    def believed(
        self, page: PagePicture, lines: Iterable[TextLine], fonts: Mapping[int, PageFont]
    ) -> tuple[list[TextLine], list[Rect]]:
        """The lines without the words of which a character may show another than it says, and where those
        stand.

        Args:
            page: as it is drawn.
            lines: its words that are seen.
            fonts: by ``PlacedCharacter.source``.

        Raises:
            ResourceError: if the OCR engine is not ready.
            StageError: if it fails.
        """
        keys = {s: f.key for s, f in fonts.items() if f.is_held and f.name not in self._doubtful}
        lines = list(lines)
        left = list(_words(lines))
        for _ in range(_TRIALS):
            chosen, left = self._chosen(left, keys)
            if not chosen:
                break
            sheet, words = _sheet(page, chosen)
            self._compare(PagePicture(page.number, sheet, page.dpi), words, keys)
        kinds = self._wrong_kinds()

        def is_believed(c: PlacedCharacter) -> bool:
            kind = kind_of(c.char)
            if not kind or c.source not in fonts:
                return True
            key = keys.get(c.source)
            if key is None:
                return fonts[c.source].name not in self._doubtful
            if (key, c.char) in self._right:
                return (key, kind) not in kinds
            # OCR reads few letters of other alphabets than ours.
            is_ours = _folded(c.char).isascii()
            return (
                not is_ours and not (kind == _SIGN and self._wrong[key, c.char]) and (key, kind) not in kinds
            )

        return _without(lines, is_believed)

    def _wrong_kinds(self) -> frozenset[tuple[str, str]]:
        """Fonts and kinds of characters (``a``, ``A``, ``0``) of which so many were read as others that OCR
        may take the few that were not for what they say."""
        counts: dict[tuple[str, str], list[bool]] = defaultdict(list)
        for glyph in self._right | self._wrong.keys():
            if kind_of(glyph[1]) != _SIGN:
                counts[glyph[0], kind_of(glyph[1])].append(glyph in self._right)
        return frozenset(
            key for key, right in counts.items()
            if right.count(False) >= _LEAST and right.count(False) >= _WRONG * len(right)
        )  # fmt: skip

    def _chosen(self, words: _Words, keys: Mapping[int, str]) -> tuple[_Words, _Words]:
        """Words that hold characters which were not read yet, few for all of them; and the other words."""
        wanted = set[_Glyph]()
        found, candidates = [], []
        for word in words:
            glyphs = {(keys[c.source], c.char) for c in word if c.source in keys and kind_of(c.char)}
            new = {g for g in glyphs - self._right if self._wrong[g] < _TRIALS}
            if new and all(c.angle == word[0].angle for c in word):
                candidates.append((word, new))
                wanted |= new
        letters = 0
        others = []
        # Long words first: they hold most, and OCR is surest of them.
        for word, new in sorted(candidates, key=lambda item: -len(item[1])):
            if new & wanted and letters < _MOST_LETTERS:
                found.append(word)
                letters += len(word)
                wanted -= new
            else:
                others.append(word)
        return found, others

    def _compare(self, sheet: PagePicture, words: Sequence[_SheetWord], keys: Mapping[int, str]) -> None:
        read = OCR_PAGE_CACHE.read(sheet, self._options)
        scale = POINTS_PER_INCH / sheet.dpi
        missed = set[_Glyph]()
        for word in words:
            place = word.place.scaled(scale)
            near = [w for w in read.words if place.shared_area(w.rect) > 0.5 * w.rect.area]
            near.sort(key=lambda w: w.rect.left)
            there = "".join(read.text[w.start : w.end] for w in near)
            for c, right in zip(word.characters, _agreement(word.characters, there), strict=True):
                if c.source in keys and kind_of(c.char):
                    (self._right if right else missed).add((keys[c.source], c.char))
        self._wrong.update(missed - self._right)


def kind_of(char: str) -> str:
    """The kind of a character: figure, capital or other letter, sign; empty for blanks."""
    if not char.isalnum():
        return "" if char.isspace() else _SIGN
    return "0" if char.isdigit() else "A" if char.isupper() else "a"


def _without(
    lines: Iterable[TextLine], is_believed: Callable[[PlacedCharacter], bool]
) -> tuple[list[TextLine], list[Rect]]:
    """The lines without the words of which a character is not believed, and where those stand."""
    kept, places = list[TextLine](), list[Rect]()
    for line in lines:
        characters = list(line.characters)
        for match in WORD_PATTERN.finditer(line.text):
            at = slice(match.start(), match.end())
            word = line.characters[at]
            if _is_mixed(word) or not all(map(is_believed, word)):
                characters[at] = [PlacedCharacter(" ", None)] * len(word)
                places += [c.rect for c in word if c.rect is not None]
        if any(not c.char.isspace() for c in characters):
            kept.append(TextLine(tuple(characters)))
    return kept, places


def _words(lines: Iterable[TextLine]) -> Iterator[tuple[PlacedCharacter, ...]]:
    for line in lines:
        for match in WORD_PATTERN.finditer(line.text):
            yield line.characters[match.start() : match.end()]


def _is_mixed(word: Sequence[PlacedCharacter]) -> bool:
    """Whether a word has letters of our alphabet, and several of others: ``β-blocker`` has one."""
    ours = [_folded(c.char).isascii() for c in word if c.char.isalpha()]
    return ours.count(False) > 1 and any(ours)


def _folded(char: str) -> str:
    """A character without the marks on it."""
    return unicodedata.normalize("NFKD", char)[:1]


def _agreement(characters: Sequence[PlacedCharacter], read: str) -> list[bool]:
    """Of each character whether OCR read it, or one that it confuses with it."""
    said = [without_ocr_confusions(c.char) or c.char for c in characters]
    text = without_ocr_confusions(read)
    right = [False] * len(said)
    if len(text) >= _MORE * len(said) + 1:
        return right
    # A sign shows a letter where more are read than the word says, but for those that signs look like.
    own = "".join(s for c, s in zip(characters, said, strict=True) if c.char.isalnum())
    more = len(_SIGN_LIKE.sub("", text)) > len(_SIGN_LIKE.sub("", own))
    right = [not c.char.isalnum() and not more for c in characters]
    matcher = SequenceMatcher(None, "".join(s[0] for s in said), text, autojunk=False)
    matched = {n for block in matcher.get_matching_blocks() for n in range(block.a, block.a + block.size)}
    # Of a word that is another one some letters agree by chance.
    if 2 * sum(characters[n].char.isalnum() for n in matched) > sum(c.char.isalnum() for c in characters):
        right = [right[n] or n in matched for n in range(len(right))]
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
