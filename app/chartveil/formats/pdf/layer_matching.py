"""Compares a text layer with what OCR read on the picture of the same page.

Neither is believed alone: a text layer may be the work of a poor OCR, or hold words that nobody sees; OCR
misreads letters. Where they agree the layer's text stands, with what only the picture shows below it; else
what OCR read stands, with what only the layer holds below it.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from chartveil.domain.geometry import Rect, rect_around
from chartveil.domain.page_layout import RegionKind
from chartveil.formats.pages.content import (
    WORD_PATTERN,
    LineWord,
    PageContent,
    PageContentBuilder,
    PageRegion,
    PageWord,
)

_ALIKE = 0.7
"""Share of equal letters from which two readings of a place are the same word, OCR's errors allowed."""
MIN_AGREEMENT = 0.85
"""Share of the letters that OCR read which the layer must have in the same places to be the page's text; and
share of the layer's letters that OCR must have read alike for the layer to be a part of the page's text."""
_SURE = 0.5
"""Words of OCR below this confidence do not count for that share."""
_AROUND = 2.0
"""Points by which places of one word may differ."""
_PIECE = 0.3
"""Heights of a word beside it within which a single letter may be a piece of it."""
_BAND = 48.0
"""Points of the bands in which words are sought."""
_KNOWN = 0.6
"""Share of a region that words of the layer must cover to explain it."""
_BESIDE = 3.0
"""Gap between words of one line, in heights of them."""
_CONFUSED = str.maketrans("015i", "olsl")


@dataclass(frozen=True, slots=True)
class WordMatches:
    """Which words stand for each other.

    Attributes:
        layer_places: places in the list of the layer's words that OCR read too, each with where it read them.
        ocr_words: places in the list of OCR's words that the layer has.
        layer_words_over_ocr: places in the list of the layer's words where OCR read something, alike or not.
        ocr_agreement: share of OCR's letters that the layer has, in [0, 1]; 1 where there are none.
        layer_agreement: share of the layer's letters that OCR read alike, of those where it read something;
            0 where it read nothing.
    """

    layer_places: dict[int, Rect]
    ocr_words: frozenset[int]
    layer_words_over_ocr: frozenset[int]
    ocr_agreement: float
    layer_agreement: float


def match_words(layer: Sequence[tuple[str, Rect]], ocr: Sequence[tuple[str, Rect, float]]) -> WordMatches:
    """Holds words against each other by place and letters. A word of one may be several of the other."""
    layer_bands = _bands(rect for _, rect in layer)
    ocr_bands = _bands(rect for _, rect, _ in ocr)
    found: dict[int, Rect] = {}
    matched: set[int] = set()
    covered: set[int] = set()
    for k, (text, rect, _) in enumerate(ocr):
        inside = [i for i in layer_bands(rect) if _holds(rect, layer[i][1])]
        covered.update(inside)
        inside.sort(key=lambda i: layer[i][1].left)
        if inside and _alike("".join(layer[i][0] for i in inside), text):
            matched.add(k)
            for i in inside:
                found[i] = _grown_to_ink(found.get(i, layer[i][1]), rect, whole=len(inside) == 1)
    for i, (text, rect) in enumerate(layer):
        inside = [k for k in ocr_bands(rect) if _holds(rect, ocr[k][1]) or _is_piece(rect, *ocr[k][:2])]
        if inside:
            covered.add(i)
        inside.sort(key=lambda k: ocr[k][1].left)
        if inside and _alike("".join(ocr[k][0] for k in inside), text):
            matched.update(inside)
            for k in inside:
                found[i] = found.get(i, rect).union(ocr[k][1])
    total = agreed = 0
    for k, (text, _, confidence) in enumerate(ocr):
        if confidence >= _SURE:
            total += len(_folded(text))
            agreed += len(_folded(text)) if k in matched else 0
    letters = {i: len(_folded(layer[i][0])) for i in covered}
    confirmed = sum(n for i, n in letters.items() if i in found) / max(sum(letters.values()), 1)
    share = agreed / total if total else 1.0
    return WordMatches(found, frozenset(matched), frozenset(covered), share, confirmed)


def _bands(rects: Iterable[Rect]) -> Callable[[Rect], list[int]]:
    """Finds the numbers of the rectangles that may have their middle in another."""
    bands: dict[int, list[int]] = defaultdict(list)
    for i, rect in enumerate(rects):
        bands[int((rect.top + rect.bottom) / 2 // _BAND)].append(i)

    def near(rect: Rect) -> list[int]:
        first, last = int((rect.top - _AROUND) // _BAND), int((rect.bottom + _AROUND) // _BAND)
        return [i for band in range(first, last + 1) for i in bands.get(band, ())]

    return near


def _holds(rect: Rect, other: Rect) -> bool:
    """Whether a rectangle holds the middle of another."""
    return rect.grown(_AROUND, _AROUND).holds_middle_of(other)


def _is_piece(rect: Rect, text: str, other: Rect) -> bool:
    """Whether it may be the first or last letter of a word: OCR's places of single letters are vague."""
    return len(text) == 1 and _holds(rect.grown(_PIECE * rect.height, 0.0), other)


def _grown_to_ink(rect: Rect, ocr: Rect, *, whole: bool) -> Rect:
    """The layer's place of a word, made larger by where its ink was seen; of a part of that, in height."""
    return rect.union(ocr if whole else Rect(rect.left, ocr.top, rect.right, ocr.bottom))


def _folded(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def without_ocr_confusions(text: str) -> str:
    """Letters and figures of a text without case, and without the differences that OCR confuses most."""
    return _folded(text).translate(_CONFUSED).replace("rn", "m")


def _alike(a: str, b: str) -> bool:
    a, b = without_ocr_confusions(a), without_ocr_confusions(b)
    if not a or not b:
        return a == b
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= _ALIKE


def placed_words(content: PageContent) -> list[tuple[str, Rect, float]]:
    """The words of a page that have a place."""
    return [(content.text[w.start : w.end], w.rect, w.confidence) for w in content.words]


def with_places_moved(
    content: PageContent, move: Callable[[Rect], Rect], size: tuple[float, float]
) -> PageContent:
    """The page with all its places moved."""
    return replace(
        content,
        words=tuple(replace(w, rect=move(w.rect)) for w in content.words),
        regions=tuple(replace(s, rect=move(s.rect)) for s in content.regions),
        size=size,
    )


def layer_with_ocr_words(layer: PageContent, ocr: PageContent, found: WordMatches) -> PageContent:
    """The layer's text, its words where their ink is, with what only OCR read where it stands: beside the
    words of its line, or below the line above it.

    Args:
        ocr: with places on the page as the layer has it.
    """
    words = tuple(replace(w, rect=found.layer_places.get(i, w.rect)) for i, w in enumerate(layer.words))
    lines = [[token for _, token in line] for line in _lines(replace(layer, words=words))]
    changed = False
    for line in _lines(ocr):
        new = [token for k, token in line if k not in found.ocr_words and _folded(token.text)]
        if new:
            _put_in_place(lines, new)
            changed = True
    regions = (*layer.regions, *(s for s in ocr.regions if not _is_known(s, words)))
    if not changed:
        return replace(layer, words=words, regions=regions)
    text = PageContentBuilder()
    for own in lines:
        text.add_words(own)
    return replace(text.content_like(layer), regions=regions)


def _put_in_place(lines: list[list[LineWord]], new: list[LineWord]) -> None:
    """Adds words of one line to those of a page."""
    place = rect_around(w.rect for w in new if w.rect is not None)
    for line in lines:
        placed = [w.rect for w in line if w.rect is not None]
        if any(_beside(rect, place) for rect in placed):
            at = next((n for n, w in enumerate(line) if w.rect and w.rect.left > place.left), len(line))
            line[at:at] = new
            return
    above, bottom = -1, float("-inf")
    for n, line in enumerate(lines):
        placed = [w.rect for w in line if w.rect is not None]
        if not placed:
            continue
        own = rect_around(placed)
        over = own.left < place.right and place.left < own.right
        if own.bottom <= place.top + place.height / 2 and (over, own.bottom) > (above >= 0, bottom):
            above, bottom = n, own.bottom
    lines.insert(above + 1, list(new))


def _beside(a: Rect, b: Rect) -> bool:
    """Whether two places stand on one line, near each other."""
    shared = min(a.bottom, b.bottom) - max(a.top, b.top)
    low, high = sorted((a.height, b.height))
    gap = max(a.left, b.left) - min(a.right, b.right)
    return shared > 0.5 * low and high < 2.0 * low and gap < _BESIDE * high


def without_unconfirmed(
    layer: PageContent, claimed: frozenset[int], found: WordMatches
) -> tuple[PageContent, int]:
    """The layer without words that it claims to stand on a scan where OCR read something else, and how many
    those are.

    Args:
        claimed: where the words begin that show nothing of their own.
        found: of the layer's words.
    """
    wrong = {
        w.start
        for i, w in enumerate(layer.words)
        if w.start in claimed and i not in found.layer_places and i in found.layer_words_over_ocr
    }
    return without_words(layer, wrong), len(wrong)


def within(content: PageContent, part: Rect) -> PageContent:
    """The page with those words and regions alone whose middle lies in a part of it."""
    regions = tuple(region for region in content.regions if part.holds_middle_of(region.rect))
    outside = {word.start for word in content.words if not part.holds_middle_of(word.rect)}
    return without_words(replace(content, regions=regions), outside)


def without_words(content: PageContent, starts: Collection[int]) -> PageContent:
    """The page without the words that begin there."""
    if not starts:
        return content
    text = PageContentBuilder()
    at = 0
    for line, words in zip(content.text.split("\n"), _lines(content), strict=True):
        begins = [at + m.start() for m in WORD_PATTERN.finditer(line)]
        kept = [word for begin, (_, word) in zip(begins, words, strict=True) if begin not in starts]
        if kept:
            text.add_words(kept)
        at += len(line) + 1
    return text.content_like(content)


def _lines(content: PageContent) -> Iterator[list[tuple[int | None, LineWord]]]:
    """The words of each line, with their numbers among those that have a place."""
    numbers = {w.start: i for i, w in enumerate(content.words)}
    at = 0
    for line in content.text.split("\n"):
        words: list[tuple[int | None, LineWord]] = []
        end = 0
        for m in WORD_PATTERN.finditer(line):
            i = numbers.get(at + m.start())
            if i is None:
                word = LineWord(m.group(), None, unseen=content.is_unseen(at + m.start()))
            else:
                word = LineWord(m.group(), content.words[i].rect, content.words[i].confidence)
            words.append((i, replace(word, white=line[end : m.start()] or " ")))
            end = m.end()
        yield words
        at += len(line) + 1


def _is_known(region: PageRegion, words: Iterable[PageWord]) -> bool:
    """Whether it is a region that was not read, and words of the layer stand there."""
    if region.kind is not RegionKind.UNREAD:
        return False
    return sum(region.rect.shared_area(w.rect) for w in words) >= _KNOWN * region.rect.area


def ocr_with_layer_words(
    ocr: PageContent,
    layer: PageContent,
    covered: Callable[[int], bool],
    place: Callable[[Rect], Rect | None],
) -> PageContent:
    """The text from OCR, with the words that only the layer holds below it.

    Args:
        covered: whether OCR read something where a word of the layer stands, by its number.
        place: where a word of the layer stands on the page as read; None where nothing of it is seen.
    """
    text = PageContentBuilder(ocr)
    known = _folded(ocr.text)
    for line in _lines(layer):
        new: list[LineWord] = []
        for i, token in line:
            if i is None and _folded(token.text) not in known:
                new.append(token)
            elif i is not None and token.rect is not None and not covered(i):
                rect = place(token.rect)
                new.append(replace(token, rect=rect, confidence=1.0, unseen=rect is None))
        if new:
            text.add_words(new)
    return text.content_like(ocr)
