"""Finds what OCR did not read on a page: lines without words, words that are gibberish, ink that looks like
text or handwriting.

A line that is not read is neither replaced nor covered, so it is marked. Rules, frames, tick boxes, specks,
dots of a screen and large solid shapes are no text. A single letter by itself is left: ticks, bullets and
crosses look the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect, rect_around
from chartveil.domain.page_layout import RegionKind
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from chartveil.ocr.ink_shapes import (
    InkShapes,
    covered_share,
    find_dark_fields,
    find_shapes,
    group_nearby,
    halved_mask,
    mask_of_places,
    median_height,
    rect_around_boxes,
    upright_runs,
    without_rules,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture
    from chartveil.ocr.preprocessing import Mask

UNSURE_CONFIDENCE = 0.5
"""Below this confidence a word is not believed, whatever it looks like. True words of clean pages, scans and
faxes were read with 0.6 and more, signatures with less."""
DOUBTFUL_CONFIDENCE = 0.75
"""Below this one it is not if it looks like no word, or is written in one stroke."""

TICK_BOX_CHARACTERS = "□☐☑☒■▢"
"""Characters that OCR reads tick boxes as."""

_LETTER = 0.62
"""Height of a letter in heights of its word's box, which is padded."""
_SPARE_LETTER = 20.0
_LARGE = 11.0
"""Letters of this height, in pixels, are told apart on half of the rows and columns too."""
_SEEN = 0.5
"""A piece of ink is read if words cover so much of it."""
_REACH = 0.25
"""Ink that stands so near a word belongs to it, in heights of the word's box."""
_OPEN, _SHUT = 0.05, 0.85
"""Share of a letter's box that is ink lies between these."""
_ON_FIELD = 45
"""Letters differ so much from the field they stand on."""
_TRACING, _ONE_HEIGHT = 25.0, 0.85
"""Heights of a letter from which a curve may be a tracing, and share of it that has one height."""
_STRETCHED, _SURE = 3.0, 0.9
"""Width of a character in heights of its line, on average, from which most of the line was not read; and what
its words are surer than where it was."""
_STACK, _STACK_SIDE = 4, 2.0
"""Letters below each other, at least, that are a word written downwards, and heights of one beside it
in which no word stands."""
_VOWELS = frozenset("aeiouyAEIOUY0123456789")


@dataclass(frozen=True, slots=True)
class PictureRegion:
    """A part of a page that no text stands for.

    Attributes:
        place: in pixels of the page.
        kind: what it seems to be.
        score: how sure that is, in [0, 1].
    """

    place: Rect
    kind: RegionKind
    score: float


@dataclass(frozen=True, slots=True)
class PageInk:
    """The ink of a page, small enough to be looked at quickly.

    Attributes:
        brightness: of the page, as small as the mask.
        mask: where the ink is, without rules and fields.
        shapes: its pieces.
        upright_runs: high upright runs of ink: bars, rules.
        fields: dark or shaded ones, with the letters on them; their ink is not in the mask.
        step: pixels of the page for one of the mask.
        letter_height: height of a letter, in pixels of the mask.
    """

    brightness: Picture
    mask: Mask
    shapes: InkShapes
    upright_runs: Mask
    fields: Mask
    step: int
    letter_height: float

    def to_mask(self, place: Rect) -> Rect:
        """A place of the page on the mask."""
        return place.scaled(1 / self.step)

    def to_page(self, place: Rect) -> Rect:
        """A place of the mask on the page."""
        return place.scaled(self.step)


def page_ink(brightness: Picture, mask: Mask, words: Sequence[OcrWord]) -> PageInk:
    """Takes the ink of a page apart.

    Args:
        brightness: of the page, height x width.
        mask: where its ink is.
        words: that were read on it; they tell how high letters are.
    """
    import cv2
    import numpy as np

    letter = _LETTER * median_height([w.place.height for w in words], _SPARE_LETTER / _LETTER)
    step = 2 if letter >= _LARGE else 1
    small = halved_mask(mask) if step == 2 else mask
    if step == 2:
        size = small.shape[::-1]
        brightness = np.asarray(cv2.resize(brightness, size, interpolation=cv2.INTER_AREA), np.uint8)
    dark = find_dark_fields(small, letter / step)
    upright = upright_runs(small, letter / step)
    small = without_rules(small & ~dark, letter / step)
    shapes = find_shapes(small)
    drawn = _tracings(shapes, letter / step)
    if drawn:
        small = small & ~np.isin(shapes.labels, [n + 1 for n in drawn])
        shapes = find_shapes(small)
    return PageInk(brightness, small, shapes, upright, dark, step, letter / step)


def _tracings(found: InkShapes, letter: float) -> list[int]:
    """Pieces that are long curves, as an ECG draws."""
    import numpy as np

    long = np.flatnonzero(found.widths >= _TRACING * letter)
    pieces = ((int(n), _piece(found, int(n))) for n in long)
    return [n for n, piece in pieces if piece is not None and _is_tracing(piece)]


def unread_regions(
    page: PageInk, lines: Sequence[OcrLine], known: Sequence[PictureRegion] = ()
) -> list[PictureRegion]:
    """The regions that were not read, or only with doubt, from the top.

    Args:
        page: its ink.
        lines: what was read, in places of the page.
        known: regions that are marked already; what lies in them is not marked again.
    """
    words = [w for line in lines for w in line.words]
    letters = [w for w in words if w.confidence >= DOUBTFUL_CONFIDENCE or not _is_tick(page, w)]
    found = [*_empty_lines(page, lines), *unsure_word_regions(letters), *_unread(page, words, known)]
    found += [*_handwritten_strokes(page, words), *_lines_with_two_rows(page, lines)]
    found += [*_stretched_lines(lines), *_stacked_letters(words)]
    return sorted(merge_regions(found), key=lambda r: (r.place.top, r.place.left, r.kind))


def unsure_word_regions(words: Iterable[OcrWord]) -> list[PictureRegion]:
    """Words that are not believed. A tick box before a word lowers its confidence, and says nothing."""
    out = []
    for word in words:
        bare = word.text.lstrip(TICK_BOX_CHARACTERS)
        limit = DOUBTFUL_CONFIDENCE if is_gibberish(bare) else UNSURE_CONFIDENCE if bare == word.text else 0.0
        if word.confidence < limit:
            out.append(PictureRegion(word.place, RegionKind.UNREAD, round(1.0 - word.confidence, 2)))
    return out


def is_gibberish(text: str) -> bool:
    """Whether this looks like no word, number or code: signs among letters, letters of case by turns, or many
    letters without a vowel."""
    inner = text.strip(".,;:!?()[]\"'-/")
    if not inner:
        return len(text) > 2
    signs = sum(not c.isalnum() and c not in "-'./:,&@+%" for c in inner)
    turns = sum(a.islower() and b.isupper() for a, b in pairwise(inner))
    strange = sum(ord(c) > 0x24F for c in inner)
    mute = len(inner) >= 5 and inner.isalpha() and not inner.isupper() and not _VOWELS & set(inner)
    return signs * 3 >= len(inner) or turns >= 2 or strange > 0 or mute


def _empty_lines(page: PageInk, lines: Iterable[OcrLine]) -> list[PictureRegion]:
    """Lines that were found, hold ink, and gave no word."""
    out = []
    for line in lines:
        if line.words:
            continue
        at = page.to_mask(line.place)
        part = page.mask[max(0, int(at.top)) : int(at.bottom) + 1, max(0, int(at.left)) : int(at.right) + 1]
        if part.size and part.mean() > 0.01:
            out.append(PictureRegion(line.place, RegionKind.UNREAD, 0.9))
    return out


def _stretched_lines(lines: Iterable[OcrLine]) -> Iterator[PictureRegion]:
    """Lines of which a few characters were read, each much wider than high: letters as in a mirror."""
    for line in lines:
        width = sum(w.place.width for w in line.words)
        count = sum(len(w.text) for w in line.words)
        is_read = all(w.confidence >= _SURE for w in line.words if any(c.isalnum() for c in w.text))
        if not is_read and width > _STRETCHED * count * line.place.height:
            yield PictureRegion(line.place, RegionKind.UNREAD, 0.8)


def _stacked_letters(words: Sequence[OcrWord]) -> Iterator[PictureRegion]:
    """Words whose letters stand below each other, where each was read as a line of its own."""

    def stands_alone(word: OcrWord) -> bool:
        beside = word.place.grown(_STACK_SIDE * word.place.height, 0.0)
        return not any(w is not word and len(w.text) > 1 and w.place.overlaps(beside) for w in words)

    single = [w for w in words if len(w.text) == 1 and w.text.isalnum()]
    stacks: list[list[OcrWord]] = []
    for word in sorted(single, key=lambda w: w.place.top):
        stack = next((s for s in stacks if _stands_below(word.place, s[-1].place)), None)
        if stack is None:
            stacks.append([word])
        else:
            stack.append(word)
    for stack in stacks:
        # A column of figures, or of few letters again and again, is one of a table.
        half = len(stack) / 2
        various = len({w.text for w in stack}) > half and sum(w.text.isalpha() for w in stack) > half
        if len(stack) >= _STACK and various and all(map(stands_alone, stack)):
            yield PictureRegion(rect_around(w.place for w in stack), RegionKind.UNREAD, 0.6)


def _stands_below(letter: Rect, last: Rect) -> bool:
    """Whether a letter may be the next one of a word that is written downwards."""
    high = max(letter.height, last.height)
    aside = abs(letter.left + letter.right - last.left - last.right) / 2
    apart = letter.top - last.bottom
    return aside < high / 2 and abs(apart - high / 2) < high and high < 2.0 * min(letter.height, last.height)


def _is_tick(page: PageInk, word: OcrWord) -> bool:
    """Whether a single letter was read where a tick box stands."""
    import numpy as np

    if len(word.text) > 1:
        return False
    at, found = page.to_mask(word.place), page.shapes
    width, height = found.widths, found.heights
    x, y = (found.boxes[:, 0] + found.boxes[:, 2]) / 2, (found.boxes[:, 1] + found.boxes[:, 3]) / 2
    inside = (x > at.left) & (x < at.right) & (y > at.top) & (y < at.bottom)
    square = (np.minimum(width, height) >= 0.6 * page.letter_height) & (
        np.abs(width - height) <= 0.35 * height
    )
    return any(_is_frame(found, int(n)) for n in np.flatnonzero(inside & square))


def _handwritten_strokes(page: PageInk, words: Sequence[OcrWord]) -> list[PictureRegion]:
    """Sprawling joined strokes that were taken for a word, without much confidence: handwriting."""
    import numpy as np

    width, height = page.shapes.widths, page.shapes.heights
    share = page.shapes.areas / np.maximum(width * height, 1)
    wide = (
        (width >= 3.5 * page.letter_height)
        & (height >= 1.8 * page.letter_height)
        & (height <= 14 * page.letter_height)
    )
    strokes = [
        page.to_page(rect_around_boxes(page.shapes.boxes[n : n + 1]))
        for n in np.flatnonzero(wide & (share > 0.02) & (share < 0.35))
    ]
    unsure_words = [w for w in words if w.confidence < DOUBTFUL_CONFIDENCE]
    return [
        PictureRegion(widened(place, 2.0 * page.step), RegionKind.HANDWRITING, 0.6)
        for place in strokes
        if any(w.place.overlaps(place) for w in unsure_words)
    ]


def _lines_with_two_rows(page: PageInk, lines: Sequence[OcrLine]) -> list[PictureRegion]:
    """Lines much higher than the others that hold two rows of ink: one of them was not read."""
    import numpy as np

    read = [line for line in lines if line.words]
    usual = median_height([line.place.height for line in read], 0.0)
    out = []
    for line in read:
        at = page.to_mask(line.place)
        if line.place.height < 1.6 * usual or line.place.height > line.place.width:
            continue
        part = page.mask[max(0, int(at.top)) : int(at.bottom) + 1, max(0, int(at.left)) : int(at.right) + 1]
        filled = np.concatenate(([0], (part.mean(axis=1) > 0.01).astype(np.int8), [0]))
        starts, stops = np.flatnonzero(np.diff(filled) == 1), np.flatnonzero(np.diff(filled) == -1)
        if int(((stops - starts) >= 0.6 * page.letter_height).sum()) > 1:
            out.append(PictureRegion(line.place, RegionKind.UNREAD, 0.6))
    return out


def _unread(page: PageInk, words: Sequence[OcrWord], known: Sequence[PictureRegion]) -> list[PictureRegion]:
    """Ink that looks like text or handwriting where no word is."""
    import numpy as np

    taken = [page.to_mask(w.place.grown(_REACH * w.place.height, _REACH * w.place.height)) for w in words] + [
        page.to_mask(r.place) for r in known
    ]
    covered = mask_of_places(page.mask.shape, taken)
    left = np.flatnonzero(covered_share(page.shapes, covered) < _SEEN)
    out = _regions(page, page.shapes, left)
    for field in find_shapes(page.fields).boxes:
        out += _in_field(page, field, covered)
    return out


def _in_field(page: PageInk, field: NDArray[np.int32], covered: Mask) -> list[PictureRegion]:
    """Letters on a dark or shaded field, lighter or darker than it, that no word covers."""
    import numpy as np

    x0, y0, x1, y1 = (int(v) for v in field)
    part = page.brightness[y0:y1, x0:x1].astype(np.int16)
    ground = np.median(part[page.fields[y0:y1, x0:x1]])
    letters = find_shapes(np.abs(part - ground) > _ON_FIELD)
    share = covered_share(letters, covered[y0:y1, x0:x1])
    edge = (letters.boxes[:, 0] == 0) | (letters.boxes[:, 1] == 0)
    edge |= (letters.boxes[:, 2] == x1 - x0) | (letters.boxes[:, 3] == y1 - y0)
    moved = InkShapes(letters.labels, letters.boxes + np.array([x0, y0, x0, y0], np.int32), letters.areas)
    return _regions(page, moved, np.flatnonzero((share < _SEEN) & ~edge))


def _regions(page: PageInk, found: InkShapes, which: NDArray[np.int64]) -> list[PictureRegion]:
    """Pieces that may be letters, gathered to lines; those lines that look like text or handwriting."""
    everything = found.boxes[which]
    which = which[_may_be_letters(found, which, page.letter_height)]
    boxes = found.boxes[which]
    out = []
    for group in group_nearby(boxes, page.mask.shape, 1.1 * page.letter_height, 0.3 * page.letter_height):
        region = _classified(boxes[group], found.areas[which[group]], page.letter_height)
        if region is not None:
            place = page.to_page(_with_points(region.place, everything, page.letter_height))
            out.append(PictureRegion(widened(place, page.step * 2), region.kind, region.score))
    return out


def _with_points(place: Rect, boxes: NDArray[np.int32], letter: float) -> Rect:
    """The place with what small things are unread beside it: points, dashes, thin letters."""
    near = 0.5 * letter
    small = (boxes[:, 2:] - boxes[:, :2]).max(axis=1) <= 2.5 * letter
    across = (boxes[:, 0] < place.right + near) & (boxes[:, 2] > place.left - near)
    down = (boxes[:, 1] < place.bottom + near / 2) & (boxes[:, 3] > place.top - near / 2)
    beside = boxes[small & across & down]
    if not len(beside):
        return place
    return place.union(rect_around_boxes(beside))


def widened(place: Rect, by: float) -> Rect:
    """The place with so many pixels more on each side, not beyond the page's left and upper edge."""
    return Rect(max(0.0, place.left - by), max(0.0, place.top - by), place.right + by, place.bottom + by)


def _may_be_letters(found: InkShapes, which: NDArray[np.int64], letter: float) -> NDArray[np.bool_]:
    """Neither specks nor thin remains of rules, solid shapes, frames or tick boxes."""
    import numpy as np

    width, height, area = found.widths[which], found.heights[which], found.areas[which]
    share = area / np.maximum(width * height, 1)
    large = np.maximum(width, height) >= 0.45 * letter
    thin = (height <= 0.3 * letter) | ((width <= 0.35 * letter) & (height > 2.5 * letter))
    solid = (share > _SHUT) & (width > 0.7 * letter)
    high = height > 6 * letter
    stroke = (share < 0.3) & (height <= 14 * letter) & (width <= 50 * letter)
    keep = large & ~thin & ~solid & (share > np.where(high, 0.02, _OPEN)) & (~high | stroke)
    # Small letters fill their boxes as frames do.
    for n in np.flatnonzero(keep & (np.minimum(width, height) >= 1.25 * letter)):
        keep[n] = not _is_frame(found, int(which[n]))
    return np.asarray(keep, np.bool_)


def _piece(found: InkShapes, n: int) -> Mask | None:
    """The ink of a piece within its box; None for what stands on a field: the labels there begin at the
    field, the boxes do not."""
    import numpy as np

    left, top, right, bottom = (int(v) for v in found.boxes[n])
    if bottom > found.labels.shape[0] or right > found.labels.shape[1]:
        return None
    return np.asarray(found.labels[top:bottom, left:right] == n + 1, np.bool_)


def _is_tracing(piece: Mask) -> bool:
    """Whether a piece is a long curve with one height for nearly each place along it, as an ECG draws; a pen
    that writes goes back and makes loops."""
    import numpy as np

    starts = (np.diff(piece.astype(np.int8), axis=0, prepend=0) == 1).sum(axis=0)
    return float((starts == 1).mean()) >= _ONE_HEIGHT


def _is_frame(found: InkShapes, n: int) -> bool:
    """Whether a piece runs around its own edge: a tick box, a cell, a frame."""
    import numpy as np

    piece = _piece(found, n)
    if piece is None:
        return False
    rim = max(1, min(piece.shape) // 6)
    ends = (slice(None, rim), slice(-rim, None))
    sides = [piece[end].any(axis=0) for end in ends] + [piece[:, end].any(axis=1) for end in ends]
    corners = all(piece[a, b].any() for a in ends for b in ends)
    return corners and all(float(np.mean(side)) > 0.8 for side in sides)


def _classified(boxes: NDArray[np.int32], areas: NDArray[np.int32], letter: float) -> PictureRegion | None:
    """What a group of pieces looks like; None for what is no text."""
    import numpy as np

    place = rect_around_boxes(boxes)
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    if place.height < 0.5 * letter or place.width < letter:
        return None
    share = areas.sum() / max(1.0, place.width * place.height)
    if len(boxes) == 1:
        # One sprawling piece: joined letters, if it is made of strokes.
        if widths[0] < 1.8 * letter or not 0.03 < share < 0.5:
            return None
        return PictureRegion(place, RegionKind.HANDWRITING, 0.5)
    if share > 0.75 or (len(boxes) == 2 and not _are_pair(boxes)):
        return None
    sprawling = float(np.median(widths)) > 1.7 * letter or float(np.max(heights)) > 3.0 * letter
    uneven = float(np.std(boxes[:, 3])) > 0.45 * letter and len(boxes) < 12
    kind = RegionKind.HANDWRITING if sprawling or uneven else RegionKind.UNREAD
    return PictureRegion(place, kind, 0.8 if len(boxes) >= 4 else 0.6)


def _are_pair(boxes: NDArray[np.int32]) -> bool:
    """Whether two pieces stand side by side on one level, about as high as each other: two digits."""
    first, second = (rect_around_boxes(boxes[n : n + 1]) for n in (0, 1))
    high = max(first.height, second.height)
    level = abs(first.bottom - second.bottom) < 0.25 * high
    return level and min(first.height, second.height) > 0.6 * high


def merge_regions(regions: Sequence[PictureRegion]) -> list[PictureRegion]:
    """Regions that overlap become one, if they are of one kind or one of them is merely unread."""
    out: list[PictureRegion] = []
    for region in sorted(regions, key=lambda r: (r.kind, r.place.top, r.place.left, r.place.right, r.score)):
        for n, other in enumerate(out):
            alike = other.kind is region.kind or RegionKind.UNREAD in (other.kind, region.kind)
            if alike and other.place.overlaps(region.place):
                out[n] = _union(other, region)
                break
        else:
            out.append(region)
    return out if len(out) == len(regions) else merge_regions(out)


def _union(a: PictureRegion, b: PictureRegion) -> PictureRegion:
    kind = b.kind if a.kind is RegionKind.UNREAD else a.kind
    return PictureRegion(a.place.union(b.place), kind, max(a.score, b.score))
