"""Estimates the style of words of which only places are known, as OCR gives them, from the words around."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.formats.pages.lettering import (
    LONG,
    MOST_STRETCH,
    TypesetText,
    WordStyle,
    blurred_ink,
    ink_of,
    text_width,
)
from chartveil.formats.pages.page_picture import Colour, PagePicture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HIGH = re.compile(r"[A-Z0-9bdfhklt/()\[\]|!?'’\"À-Þ]")
_LOW = re.compile(r"[gjpqy,;()\[\]/|Q]")
_CAPITALS, _SMALL, _BELOW = 0.72, 0.53, 0.21
"""What letters reach above and below their line, in sizes."""
_UNUSUAL = 1.2
"""How much better a font must fit than the most frequent one."""
_TYPEWRITER = "Courier"
_FACES = {"Helvetica": "Helvetica-Bold", "Times-Roman": "Times-Bold", "Courier": "Courier-Bold"}
_ALIKE = 0.2
"""Share by which a size that is told by a place alone may differ from the usual one and be taken for it."""
_TOO_TALL = 1.35
"""How much taller a word may be than one of its width is."""
_NEXT = 1.6
"""Heights of a place from its middle to that of the next line."""
_FIELDS = 6
"""Words alone on their line, of one size, that are values in the fields of a form."""
_TALLER = 1.12
"""How much taller it is where it may have specks above or below it."""
_ODD = 1.6
"""How much a size may differ from the usual one that is not surely seen."""
_BLANK = 0.15
"""Gap in sizes from which two pieces of ink are of two words."""
_FEW, _FEWEST = 4, 2
"""Letters that tell whether their line is bold; and those that tell it where they are clearly so."""
_COMPARED = 24
"""Words whose letters are compared with ours."""
_BOLD, _CLEARLY_BOLD = 1.2, 1.27
"""How much more ink bold letters have than others, at least; and where few tell it. A line of ours has up to
1.16 times the usual ink, a bold one 1.29 and more."""
_HEADING = 1.15
"""How much larger than the usual letters those of a letterhead are, which is bold where no word stays."""
_CAPITALS_OF = {"Helvetica": 0.72, "Times-Roman": 0.662, "Courier": 0.571}
"""Height of a capital of each face, in sizes."""
_EVEN, _EVENER = 0.06, 0.5
"""Spread of widths in heights of a typewriter's letters, and by that of the page's face, of a line in one
width: the line of a fax's sender."""
_MARGIN, _MARGIN_STEP = 0.35, 0.12
"""Sizes by which a word may be off the margin where other lines begin, and by which those may differ."""
_APART = 1.2
"""Heights of a place: a gap between columns is wider."""
_BESIDE = 3.0
"""Sizes up to which a word before another belongs to its line."""
_MARGIN_WORDS = 3
"""Words that make a margin."""
_DARK_GROUND = 110
"""Brightness of the ground (of 255) below which letters are light."""
_DARK = 0.2
"""Share of a page's words that are darker than the ink of one alone."""
_BLURS = (0.0, 0.4, 0.7, 1.0)
"""Pixels by which letters may be washed out."""
_THINNED = (1.0, 0.8, 0.65, 1.25, 1.5, 1.8, 2.2)
"""Powers by which letters may be thinner or heavier than ours."""
_LEVELS = 64
"""Levels of ink, from none to all."""
_LEVEL_RULE, _UPRIGHT_RULE = 0.7, 0.75
"""Shares of the pixels beside a place that a level and an upright rule fill."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word that stays.

    Attributes:
        text: what it says.
        place: as it was read.
        ink: where its ink is.
        size, base: of its letters, and the line they stand on.
        is_clear: whether nothing but its letters was seen in its place.
    """

    text: str
    place: Rect
    ink: Rect
    size: float
    base: float
    is_clear: bool = True


class EstimatedStyles:
    """Styles of words of which only places are known, from those that stay.

    Args:
        words: texts and places of words that stay.
        page: that they stand on.
        covered: places of those that do not stay.
    """

    def __init__(
        self, words: Sequence[tuple[str, Rect]], page: PagePicture, covered: Sequence[Rect] = ()
    ) -> None:
        import numpy as np

        self._page = page
        self._covered = covered
        self._word_styles: dict[Rect, WordStyle] = {}
        self._darkest = cache(page.darkest)
        self._words: list[_Word] = []
        for text, place in words:
            ink = page.ink_place(place) if sum(map(str.isalnum, text)) > 1 else None
            if ink is not None and ink.height > 0:
                self._words.append(_Word(text, place, ink, *_size_and_line(text, ink)))
        self._face = _likeliest_face([(w.text, w.ink) for w in self._words])
        self._stretch = _stretch_of([(w.text, w.ink.width, w.size) for w in self._words], self._face)
        self._words = [found for w in self._words if (found := self._without_rules(w)) is not None]
        self._usual = _median((w.size for w in self._words), 0.0)
        places = [(w.place.left, w.place.top, w.place.bottom) for w in self._words]
        self._places = np.array(places, np.float64).reshape(-1, 3)
        # What OCR adds to the ink on each side, in heights of its places, and where lines stand in them.
        own = [w for w in self._words if abs(w.size - self._usual) <= _ALIKE * self._usual]
        self._before = _median((max(w.ink.left - w.place.left, 0.0) / w.place.height for w in own), 0.0)
        self._behind = _median((max(w.place.right - w.ink.right, 0.0) / w.place.height for w in own), 0.0)
        self._pad = _median((w.place.height - (_CAPITALS + _BELOW) * w.size for w in own), 0.0)
        self._foot = _median((w.place.bottom - w.base - _BELOW * w.size for w in own), 0.0)
        # Words in fields of a form stand alone, and are larger than its captions.
        alone = [self._size_in(place.height) for place in covered if not self._on_line(place)]
        usual = _median(alone, 0.0)
        alike = sum(abs(size - usual) <= _ALIKE * usual for size in alone)
        self._alone = usual if alike >= max(_FIELDS, 0.6 * len(alone)) else 0.0
        self._starts = np.sort([w.ink.left for w in self._words])
        self._blur, self._thinned, self._weights = self._compared(own)
        weights = sorted(self._weights.values()) or [1.0]
        light, dark = (weights[int(share * (len(weights) - 1))] for share in (0.15, 0.85))
        self._heavy = (light * dark) ** 0.5 if dark > _BOLD * light else _BOLD * _median(weights)

    def _without_rules(self, word: _Word) -> _Word | None:
        """The word with the size that its width tells, where its ink is too tall for that: a broken rule, a
        stamp, another line. None where its line is not found in it."""
        import numpy as np

        natural = text_width(word.text, self._face) * self._stretch if word.text.isascii() else 0.0
        if word.size * natural > _TALLER * word.ink.width:
            inked = self._page.ink_place(word.place, specks=False)
            if inked is not None:
                word = _Word(word.text, word.place, inked, *_size_and_line(word.text, inked))
        if not natural or word.size * natural <= _TOO_TALL * word.ink.width:
            return word
        ink = self._page.ink_of_word(word.place)
        assert ink is not None
        size, scale = word.ink.width / natural, self._page.dpi / POINTS_PER_INCH
        above, below = _reach(word.text)
        rows = ink.mean(axis=1)
        rows[rows > 0.5] = 0.0
        tall = max(round((above + below) * size * scale), 1)
        if tall >= len(rows):
            return None
        sums = np.convolve(rows, np.ones(tall), "valid")
        top = word.place.top + int(sums.argmax()) / scale
        place = Rect(word.ink.left, top, word.ink.right, top + (above + below) * size)
        return _Word(word.text, word.place, place, size, top + above * size, is_clear=False)

    def of(self, rect: Rect) -> WordStyle:
        """The style of a word at a place: that of its line."""
        if rect not in self._word_styles:
            self._word_styles[rect] = self._word_style(rect)
        return self._word_styles[rect]

    def _word_style(self, rect: Rect) -> WordStyle:
        line = self._on_line(rect)
        clear = self._between_rules(rect)
        size, base = self._of_line(line) if line else self._by_place(rect, clear)
        is_large = bool(self._usual) and size > _HEADING * self._usual
        is_heading = is_large and not any(w.place.bottom < rect.top for w in self._words)
        beside = self._in_run(line, rect)
        if not line and not is_heading:
            beside = self._next_line(rect, size)
            if beside:
                found = _median(w.size for w in beside)
                size, base = found, base + _BELOW * (size - found)
        face = self._face_of(line)
        weight = self._weight(face, beside, is_heading=is_heading)
        near = sorted(
            (w for w in line or beside if weight != face or not self._is_heavy(w)),
            key=lambda w: abs(w.place.left - rect.left),
        )[:3]
        ink = self._ink_of(rect, near) or self._usual_ink(heavy=weight != face)
        height = min(rect.height, size + max(self._pad, 0.0))
        start = max(rect.left + self._before * height, clear.left)
        places = (*(w.place for w in line), *self._covered)
        if not any(_stands_before(place, rect, _BESIDE * size) for place in places):
            start = self._on_margin(start, size)
        end = min(rect.right - self._behind * height, clear.right)
        length = max(end - start, 0.5 * rect.width)
        larger = _CAPITALS / _CAPITALS_OF[face]
        stretch = self._stretch_of(line, face) / larger
        # Small print is thinned most; larger letters are not.
        soft = self._blur, self._thinned if size < _HEADING * self._usual else 1.0
        return WordStyle(weight, larger * size, start, base, 0.0, ink, length, stretch, *soft)

    def _ink_of(self, rect: Rect, near: Sequence[_Word]) -> Colour | None:
        """The colour of words beside a place; white on a dark ground, None where there are none."""
        import numpy as np

        ground = self._page.crop(rect)
        if ground is not None:
            grey = ground if ground.ndim == 2 else ground.mean(axis=2)
            if float(np.median(grey)) < _DARK_GROUND:
                return (255, 255, 255)
        return min((self._darkest(w.place) for w in near), key=sum, default=None)

    def _usual_ink(self, *, heavy: bool) -> Colour:
        """The colour of the page's darker words, of bold ones or of others."""
        some = [w for w in self._words if self._is_heavy(w) == heavy] or self._words
        if not some:
            return (0, 0, 0)
        some = some[:: max(len(some) // _COMPARED, 1)]
        inks = sorted((self._darkest(w.place) for w in some), key=lambda ink: (sum(ink), ink))
        return inks[int(_DARK * len(inks))]

    def _is_heavy(self, word: _Word) -> bool:
        """Whether a word's letters are heavier than those of others of the page: their ink is darker too."""
        return self._weights.get(word.place, 0.0) > self._heavy

    def _on_margin(self, start: float, size: float) -> float:
        """Where a word begins: where other lines do, if that is near."""
        import numpy as np

        near = self._starts[np.abs(self._starts - start) < _MARGIN * size]
        if len(near) < _MARGIN_WORDS:
            return start
        usual = float(np.median(near))
        together = np.abs(near - usual) < _MARGIN_STEP * size
        return usual if together.sum() >= max(_MARGIN_WORDS, 0.7 * len(near)) else start

    def _face_of(self, line: Sequence[_Word]) -> str:
        """The face of a line: that of the page, or a typewriter's where all its letters are as wide."""
        words = [(w.text, w.ink) for w in line if len(w.text) >= LONG - 1 and w.text.isascii()]
        if self._face == _TYPEWRITER or len(words) < _MARGIN_WORDS:
            return self._face
        spread = {face: _spread(words, face) for face in (_TYPEWRITER, self._face)}
        is_even = spread[_TYPEWRITER] < min(_EVEN, _EVENER * spread[self._face])
        return _TYPEWRITER if is_even else self._face

    def _stretch_of(self, line: Sequence[_Word], face: str) -> float:
        """How much wider letters of a face are on a line than ours of their height."""
        if face == self._face:
            return self._stretch
        return _stretch_of([(w.text, w.ink.width, w.size) for w in line], face)

    def _of_line(self, line: Sequence[_Word]) -> tuple[float, float]:
        """Size and baseline of a line by its words."""
        size = statistics.median(w.size for w in line)
        near_usual = max(size, self._usual) < _ODD * min(size, self._usual)
        if near_usual and not any(w.is_clear for w in line):
            size = self._usual
        return size, statistics.median(w.base for w in line)

    def _on_line(self, rect: Rect) -> list[_Word]:
        """The words that stay on the line of a place."""
        import numpy as np

        if not self._words:
            return []
        left, top, bottom = self._places.T
        shared = np.minimum(bottom, rect.bottom) - np.maximum(top, rect.top)
        own = shared > 0.5 * np.minimum(bottom - top, rect.height)
        own &= np.abs(left - rect.left) < 40 * rect.height
        return [self._words[k] for k in np.flatnonzero(own)]

    def _by_place(self, rect: Rect, clear: Rect) -> tuple[float, float]:
        """Size and baseline by a place alone; by those beside it where it holds more than its word."""
        pad, foot = max(self._pad, 0.0), max(self._foot, 0.0)
        tallest = _TOO_TALL * (self._usual * (_CAPITALS + _BELOW) + pad)
        row = [
            place
            for place in self._covered
            if min(place.bottom, rect.bottom) - max(place.top, rect.top) > 0.5 * place.height
        ]
        height, bottom = clear.height, clear.bottom
        plain = [place for place in row if place.height <= tallest]
        if self._usual and height > tallest and not plain and clear != rect:
            return self._usual, bottom - foot - _BELOW * self._usual
        if plain and (len(row) > 1 or height > tallest):
            height = _median(place.height for place in plain)
            bottom = _median(place.bottom for place in plain)
        # Words side by side have one size.
        beside = (place.height for place in row if abs(place.height - height) <= _ALIKE * height)
        size = self._size_in(_median(beside, height))
        known = (u for u in (self._alone, self._usual) if u and abs(size - u) <= _ALIKE * max(size, u))
        size = next(known, size)
        return size, bottom - foot - _BELOW * size

    def _size_in(self, height: float) -> float:
        """Size of the letters in a place of a height."""
        return max(height - max(self._pad, 0.0), 0.6 * height) / (_CAPITALS + _BELOW)

    def tight(self, rect: Rect, *, stays: bool) -> Rect:
        """A word's place on its line without the blanks that OCR adds.

        Args:
            rect: its place.
            stays: whether it is not replaced, so that its ink may be looked at.
        """
        line = self._on_line(rect) if stays else []
        if line:
            size, base = self._of_line(line)
            ends = self._ends_of_ink(rect, size) or (rect.left, rect.right)
        else:
            word_style = self.of(rect)
            size, base, ends = (
                word_style.size,
                word_style.baseline,
                (word_style.x, word_style.x + word_style.length),
            )
        return Rect(ends[0], base - _CAPITALS * size, ends[1], base + _BELOW * size)

    def _ends_of_ink(self, rect: Rect, size: float) -> tuple[float, float] | None:
        """From where to where the ink of a word goes that stays: what OCR cut off it counts, and what it took
        of the next word does not."""
        import numpy as np

        around = rect.grown(0.5 * size, 0.0)
        ink = self._page.ink_of_word(around)
        if ink is None:
            return None
        step = POINTS_PER_INCH / self._page.dpi
        inked = np.flatnonzero(ink.any(axis=0))
        parts = np.split(inked, np.flatnonzero(np.diff(inked) * step > _BLANK * size) + 1)
        start = self._page.corner[0] + self._page.pixels(around)[1].start * step
        ranges = [(start + part[0] * step, start + (part[-1] + 1) * step) for part in parts]
        own = [(a, b) for a, b in ranges if rect.left < (a + b) / 2 < rect.right]
        inside = [(a, b) for a, b in own if 2 * (min(b, rect.right) - max(a, rect.left)) > b - a]
        return (inside[0][0], inside[-1][1]) if inside else None

    def _next_line(self, rect: Rect, size: float) -> list[_Word]:
        """The words of the line just above or below a place on whose own line none stays, if they are as
        large: lines of a letterhead or of an address look alike."""
        middle = (rect.top + rect.bottom) / 2
        near = [
            (abs(w.base - 0.5 * w.size - middle), w)
            for w in self._words
            if abs(w.base - 0.5 * w.size - middle) < _NEXT * rect.height
            and abs(w.size - size) <= _ALIKE * size
            and min(abs(w.ink.left - rect.left), abs(w.ink.left - rect.right)) < 20 * rect.height
        ]
        if not near:
            return []
        nearest = min(near, key=lambda one: (one[0], one[1].ink.left))[1]
        return [w for _, w in near if abs(w.base - nearest.base) < 0.5 * size]

    def _in_run(self, line: Sequence[_Word], rect: Rect) -> list[_Word]:
        """Of the words on the line of a place those that no gap of a table or form parts from it."""
        covered = [place for place in self._covered if _is_level(place, rect)]
        places = sorted({rect, *covered, *(w.place for w in line)}, key=lambda p: (p.left, p.right))
        run: set[Rect] = set()
        for place in places:
            if run and place.left - max(p.right for p in run) > _APART * rect.height:
                if rect in run:
                    break
                run.clear()
            run.add(place)
        return [w for w in line if w.place in run]

    def _between_rules(self, rect: Rect) -> Rect:
        """A place without the rules at its edges, which go on beside it, and without words above and below it
        that it overlaps."""
        reach, step = rect.height, POINTS_PER_INCH / self._page.dpi
        aside = (
            Rect(rect.left - reach, rect.top, rect.left, rect.bottom),
            Rect(rect.right, rect.top, rect.right + reach, rect.bottom),
        )
        level = self._ruled(aside, 1, _LEVEL_RULE)
        top, bottom, left, right = rect.top, rect.bottom, rect.left, rect.right
        middle = (top + bottom) / 2
        for at in rect.top + level * step:
            if at < middle:
                top = max(top, at + 2 * step)
            else:
                bottom = min(bottom, at - step)
        for w in self._words:
            if min(w.place.right, rect.right) - max(w.place.left, rect.left) > 0.3 * w.place.width:
                if rect.top < w.place.bottom < middle:
                    top = max(top, w.ink.bottom, w.place.bottom - 0.15 * w.place.height)
                elif middle < w.place.top < rect.bottom:
                    bottom = min(bottom, w.ink.top, w.place.top + 0.15 * w.place.height)
        ends = (
            Rect(left, rect.top - reach, right, rect.top),
            Rect(left, rect.bottom, right, rect.bottom + reach),
        )
        for at in rect.left + self._ruled(ends, 0, _UPRIGHT_RULE) * step:
            if at < rect.left + reach:
                left = max(left, at + 0.25 * reach)
            elif at > rect.right - reach:
                right = min(right, at - 0.25 * reach)
        if bottom - top < 0.35 * rect.height or right - left < 0.5 * rect.width:
            return rect
        return Rect(left, top, right, bottom)

    def _ruled(self, beside: Sequence[Rect], axis: int, least: float) -> NDArray[np.intp]:
        """Rows (axis 1) or columns (axis 0) that are dark throughout in both of two places."""
        import numpy as np

        found = None
        for place in beside:
            part = self._page.crop(place)
            if part is None or min(part.shape[:2]) < 4:
                return np.zeros(0, np.intp)
            grey = part if part.ndim == 2 else part.mean(axis=2)
            dark = (grey < np.median(grey) - 30).mean(axis=axis) > least
            found = dark if found is None else found[: len(dark)] & dark[: len(found)]
        return np.flatnonzero(found if found is not None else np.zeros(0, bool))

    def _weight(self, face: str, line: Sequence[_Word], *, is_heading: bool) -> str:
        """The face, bold where the letters of the line are so heavy: by themselves, or beside the others."""
        measured = [w for w in line if w.place in self._weights and w.is_clear]
        letters = sum(len(w.text) for w in measured)
        usual = _median(self._weights.values(), 1.0)
        heavy = _median((self._weights[w.place] for w in measured), usual)
        if letters < _FEWEST or (letters < _FEW and heavy < _CLEARLY_BOLD * usual):
            # A heading of which no word stays is bold as most are.
            is_bold = usual > _BOLD or (not measured and is_heading)
        else:
            is_bold = usual > _BOLD if heavy < _BOLD * usual else heavy > 0.8
        return _FACES[face] if is_bold else face

    def _compared(self, words: Sequence[_Word]) -> tuple[float, float, dict[Rect, float]]:
        """How much letters are washed out and thinned, and how much more ink each word has than ours."""
        import numpy as np

        plain = [w for w in words if len(w.text) >= 2 and w.text.isascii() and w.text.isprintable()]
        usual = plain[:: max(len(plain) // _COMPARED, 1)][:_COMPARED]
        if not usual:
            return 0.0, 1.0, {}
        beside = (
            {w.place: w for place in self._covered for w in self._on_line(place)} if self._covered else {}
        )
        compared = {w.place: w for w in (*usual, *(beside.values() or self._words))}
        long = [
            w for w in compared.values() if len(w.text) >= 2 and w.text.isascii() and w.text.isprintable()
        ]
        seen = {w.place: self._darkness(w) for w in long}
        soft = _median((_softness(d) for w in usual if (d := seen[w.place]) is not None), 0.0)
        drawn = self._drawn(usual)
        blur = min(
            _BLURS, key=lambda b: abs(_median((_softness(d) for d in _washed_out(drawn, b)), 0.0) - soft)
        )
        levels = np.linspace(0.0, 1.0, _LEVELS)
        pairs = [
            (
                float(own.sum()),
                np.bincount((light * (_LEVELS - 1)).astype(np.intp).ravel(), minlength=_LEVELS),
            )
            for w, light in zip(usual, _washed_out(drawn, blur), strict=True)
            if (own := seen[w.place]) is not None and light.any()
        ]
        thinned = min(
            _THINNED,
            key=lambda p: abs(_median((own / float(d @ levels**p) for own, d in pairs), 1.0) - 1.0),
        )
        weights = {}
        for w, drawn_light in zip(long, _washed_out(self._drawn(long), blur), strict=True):
            own = seen[w.place]
            if own is not None and drawn_light.any():
                weights[w.place] = float(own.sum()) / float(drawn_light.sum())
        return blur, thinned, weights

    def _darkness(self, word: _Word) -> NDArray[np.float32] | None:
        """How dark each pixel of a word is, between its paper and its ink; None without any."""
        import numpy as np

        part = self._page.crop(word.ink, 1.0)
        if part is None:
            return None
        grey = (part if part.ndim == 2 else part.mean(axis=2)).astype(np.float32)
        rank = int(0.85 * (grey.size - 1))
        return _levelled(np.abs(grey - np.partition(grey, rank, axis=None)[rank]))

    def _drawn(self, words: Sequence[_Word]) -> tuple[NDArray[np.uint8], list[int]]:
        """Words as we would draw them, one below the other, and the rows at which they begin and end."""
        scale = self._page.dpi / POINTS_PER_INCH
        texts, rows, top = [], [0], 0.0
        for w in words:
            top += 1.7 * w.size + 2 / scale
            rows.append(int(top * scale))
            larger = _CAPITALS / _CAPITALS_OF[self._face]
            word_style = WordStyle(self._face, larger * w.size, 3.0, top - 0.5 * w.size)
            word_style = replace(word_style, stretch=self._stretch / larger)
            natural = word_style.width_of(w.text)
            texts.append(TypesetText(w.text, word_style, w.ink.width / natural if natural else 1.0))
        shape = rows[-1] + 1, int((max(w.ink.width for w in words) + 9) * scale) + 2
        return ink_of(texts, shape, self._page.dpi, crisp=False), rows


def _washed_out(drawn: tuple[NDArray[np.uint8], list[int]], blur: float) -> list[NDArray[np.float32]]:
    """How dark each pixel of drawn words is, with soft edges."""
    import numpy as np

    ink = blurred_ink(drawn[0], blur).astype(np.float32)
    return [_levelled(ink[a:b]) for a, b in pairwise(drawn[1])]


def _levelled(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """Ink from 0 to 1, grain taken away."""
    import numpy as np

    dark = np.sort(ink[ink > ink.max() / 2])
    most = float(dark[3 * (len(dark) - 1) // 4]) if len(dark) else 1.0
    share = np.minimum(ink / most, 1.0)
    return np.where(share < 0.15, np.float32(0), share).astype(np.float32)


def _softness(ink: NDArray[np.float32]) -> float:
    """Share of the pixels of letters that are neither ink nor paper."""
    inked = int((ink > 0.15).sum())
    return float(((ink > 0.15) & (ink < 0.75)).sum()) / inked if inked else 0.0


def _median(values: Iterable[float], default: float = 0.0) -> float:
    found = list(values)
    return float(statistics.median(found)) if found else default


def _size_and_line(text: str, rect: Rect) -> tuple[float, float]:
    """Size and baseline of a word, from what its letters reach above and below the line."""
    above, below = _reach(text)
    size = rect.height / (above + below)
    return size, rect.bottom - below * size


def _reach(text: str) -> tuple[float, float]:
    """What the letters of a text reach above and below their line, in sizes."""
    return _CAPITALS if _HIGH.search(text) else _SMALL, _BELOW if _LOW.search(text) else 0.0


def _stands_before(place: Rect, rect: Rect, gap: float) -> bool:
    """Whether a place is left of another on its line, with a gap of so many points at most."""
    return _is_level(place, rect) and place.left < rect.left and rect.left - place.right < gap


def _is_level(place: Rect, rect: Rect) -> bool:
    """Whether two places stand at one height."""
    return min(place.bottom, rect.bottom) - max(place.top, rect.top) > 0.5 * min(place.height, rect.height)


def _stretch_of(words: Iterable[tuple[str, float, float]], face: str) -> float:
    """How much wider letters of a face are than ours of their height.

    Args:
        words: text, width and size of each.
    """
    shares = [
        width / (text_width(text, face) * size)
        for text, width, size in words
        if len(text) >= LONG and text.isascii()
    ]
    return min(max(_median(shares, 1.0), 1 / MOST_STRETCH), MOST_STRETCH)


def _likeliest_face(words: Sequence[tuple[str, Rect]]) -> str:
    """The font in which the words are most nearly as wide as their places."""
    long = [w for w in words if len(w[0]) >= LONG and w[0].isascii() and w[0].isalpha()]
    usual = next(iter(_FACES))
    if len(long) < 8:
        return usual
    return min(_FACES, key=lambda f: _spread(long[:80], f) * (1.0 if f == usual else _UNUSUAL))


def _spread(words: Sequence[tuple[str, Rect]], face: str) -> float:
    """How much words differ in how wide they are beside a face's, by the mean of that."""
    shares = [rect.width / text_width(text, face) for text, rect in words]
    return statistics.pstdev(shares) / statistics.mean(shares)
