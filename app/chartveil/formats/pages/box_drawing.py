"""Burns boxes into the picture of a page: what lay below them is gone, in every style.

A box is black, or has the colour of the paper around it, with the kind of identifier or what takes its place
written as its line is written. Where the text fits at no width down to four fifths it is abbreviated, then it
gives way to the kind, and that to black. Lines are set anew around what was replaced where nothing but their
words stands on them (``line_reflow``). Nothing but the pixels around a box decides how it looks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.domain.labels import PERSON_LABELS, Label, LabelGroup
from chartveil.formats.pages.lettering import (
    ASCENT,
    DESCENT,
    TypesetText,
    WordStyle,
    abbreviations,
    blurred_ink,
    drawable_text,
    fitted,
    ink_of,
)
from chartveil.formats.pages.line_reflow import WordInRun, WordRun, reflowed_places, runs_of
from chartveil.formats.pages.page_picture import Colour, is_black_and_white
from chartveil.formats.pages.paper import Paper, letters_of_neighbours
from chartveil.formats.pages.scanned_line import ScannedLine
from chartveil.ocr.engine_interface import Picture
from chartveil.ocr.options import BoxStyle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STEP = 4.0
"""Black boxes that can be set anew are so many letters' heights wide, or twice as many, and so on."""
_SMALLEST = 4.0
"""Size in points below which nobody reads a word."""
_OVERLAP = 0.15
"""Heights by which words of a line may overlap."""
_STRANGE = 40
"""Steps of 256 by which pixels beside the words of a line differ from paper: a rule, a stamp, a picture."""
_ROUGH = 6
"""Steps by which paper is told from a photograph of paper."""
_RING = 3
"""Pixels around a box that tell the paper."""


@dataclass(frozen=True, slots=True)
class RedactionBox:
    """A box to burn into a page.

    Attributes:
        rect: in points of the page; all of it is covered.
        label: kind of the identifier; None where nothing but black is to be shown.
        text: what takes the identifier's place, with what stays of its words; may be empty.
        place: of the words alone; ``rect`` where it is None.
        originals: the words, with their places.
        word_style: of the words; None where that is not known.
        kinds: as ``text``, with its kind for the identifier; empty for the kind alone.
    """

    rect: Rect
    label: Label | None
    text: str = ""
    place: Rect | None = None
    originals: tuple[tuple[str, Rect], ...] = ()
    word_style: WordStyle | None = None
    kinds: str = ""

    @property
    def words(self) -> Rect:
        """The place of the words alone."""
        return self.place or self.rect


@dataclass(frozen=True, eq=False)
class BurntPage:
    """A page with its boxes.

    Attributes:
        picture: of the page.
        moved: where words that stay stand now, by where they stood.
        black: places of words over which there is nothing but black.
    """

    picture: Picture
    moved: dict[Rect, Rect] = field(default_factory=dict)
    black: frozenset[Rect] = frozenset()


def label_in_box(label: Label) -> str:
    """The text of a box that names its kind."""
    return label.value.removesuffix("_OTHER")


def burn_boxes(
    picture: Picture,
    dpi: float,
    boxes: Sequence[RedactionBox],
    style: BoxStyle,
    kept: Sequence[Rect] = (),
    *,
    drawn: bool = False,
    corner: tuple[float, float] = (0.0, 0.0),
    glued: Container[Rect] | None = None,
    tight: Callable[..., Rect] | None = None,
) -> BurntPage:
    """A copy of the picture with the boxes in it. A picture in black and white stays so.

    Args:
        picture: of a page, or of a part of it.
        dpi: of the picture.
        boxes: later ones lie over earlier ones; parts outside the page are passed over.
        style: what boxes show.
        kept: places of the words that stay.
        drawn: whether a program drew the page, so that its letters have hard edges.
        corner: where the picture begins on the page, in points.
        glued: places of words before which no blank stands; None where only the gaps tell.
        tight: where a word stands exactly, given its place and whether it ``stays``; None where places are
            exact, as those of a text layer are.
    """
    crisp = drawn or is_black_and_white(picture)
    page = _Page(picture.copy(), dpi, crisp, corner, [box.rect for box in boxes], exact=tight is None)
    told = [box for box in boxes if box.label is not None]
    upright = [box for box in told if box.word_style is None or not box.word_style.is_turned]
    given: dict[Rect, Rect] = {}

    def word(rect: Rect, *, stays: bool) -> WordInRun:
        place = tight(rect, stays=stays) if tight is not None else rect
        given[place] = rect
        return WordInRun(place, not stays, None if glued is None else rect in glued)

    beside = kept if tight is None else _beside(kept, upright)
    words = [word(box.words, stays=False) for box in upright] + [word(rect, stays=True) for rect in beside]
    by_place = {box.words: box for box in told}
    moved: dict[Rect, Rect] = {}
    left = set(by_place)
    for run in runs_of(words) if kept or drawn else ():
        own = {w.place: by_place[given[w.place]] for w in run.words if w.is_replaced}
        places = page.set_line(run, own, style)
        if places is not None:
            for w, p in zip(run.words, places, strict=True):
                if not w.is_replaced:
                    moved[given[w.place]] = given[w.place].moved(p.left - w.place.left, 0.0)
            left -= {box.words for box in own.values()}
    for box in boxes:
        if box.label is None or box.words in left:
            page.cover(box, style)
    return BurntPage(page.finished(), moved, frozenset(page.black))


def _beside(kept: Sequence[Rect], boxes: Sequence[RedactionBox]) -> list[Rect]:
    """The words that stand at the height of a box."""
    heights = sorted({(box.words.top, box.words.bottom) for box in boxes})
    return [r for r in kept if any(top < r.bottom and r.top < bottom for top, bottom in heights)]


class _Page:
    """A picture that boxes are burnt into.

    Args:
        gone: places of all boxes.
        exact: whether the places of words are those of their ink.
    """

    def __init__(
        self,
        picture: Picture,
        dpi: float,
        crisp: bool,
        corner: tuple[float, float],
        gone: Sequence[Rect],
        *,
        exact: bool,
    ) -> None:
        self._exact = exact
        self._picture = picture
        self._corner = corner
        self._scale = dpi / POINTS_PER_INCH
        self._dpi = dpi
        self._crisp = crisp
        self._gone = list(map(self._pixels, gone))
        self._texts: list[TypesetText] = []
        self.black = set[Rect]()

    def set_line(self, run: WordRun, boxes: dict[Rect, RedactionBox], style: BoxStyle) -> list[Rect] | None:
        """Sets a line anew; where its words stand then. None where that cannot be, and nothing is done."""
        own = [boxes[w.place] for w in run.words if w.is_replaced]
        texts = [_texts_of(box, style) for box in own]
        word_styles = [box.word_style for box in own]
        if any(word_style is None for word_style in word_styles) or not all(
            t or style is BoxStyle.BLACK for t in texts
        ):
            return None
        if any(b.place.left - a.place.right < -_OVERLAP * run.height for a, b in pairwise(run.words)):
            return None
        covers = [box.rect for box in own]
        scanned = None if self._exact else ScannedLine(self._picture, self._pixels, run, covers, self._gone)
        if scanned is not None:
            if not scanned.is_free:
                return None
            run = replace(run, limit=min(run.limit, scanned.clear_until(self._scale, self._corner[0])))
        first = run.words.index(next(w for w in run.words if w.is_replaced))
        for short in range(max(len(t) for t in texts) or 1):
            shown = [t[min(short, len(t) - 1)] if t else None for t in texts]

            def widths(narrowed: float, shown: Sequence[str | None] = shown) -> list[float]:
                return [
                    _STEP * run.height * math.ceil(box.words.width / (_STEP * run.height))
                    if text is None or word_style is None
                    else narrowed * word_style.width_of(text)
                    for box, text, word_style in zip(own, shown, word_styles, strict=True)
                ]

            places = reflowed_places(run, widths)
            if places is not None:
                right = max(places[-1].right, run.words[-1].place.right)
                strip = replace(run.changed, right=right)
                if scanned is not None:
                    places = scanned.reflow(first, places, self._scale)
                    self._write(run, strip, places, shown, word_styles)
                    return places
                paper = self._paper_of_line(run, strip, covers)
                if paper is None:
                    return None
                for cover in covers:
                    x0, y0, x1, y1 = self._pixels(cover)
                    self._picture[max(y0, 0) : y1, max(x0, 0) : x1] = _in(self._picture, paper)
                return self._move(run, strip, first, places, paper, shown, word_styles)
        return None

    def _paper_of_line(self, run: WordRun, changed: Rect, covers: Sequence[Rect]) -> Colour | None:
        """The colour of the paper of a line; None if something else than its words stands on it."""
        import numpy as np

        left, top, right, bottom = self._pixels(changed)
        strip = self._picture[top - 1 : bottom + 1, left - 1 : right + 1]
        rows, columns = self._picture.shape[:2]
        if not strip.size or top < 1 or left < 1 or bottom >= rows or right >= columns:
            return None
        free = np.ones(strip.shape[:2], bool)
        for place in (*(word.place for word in run.words), *covers):
            x0, y0, x1, y1 = self._pixels(place)
            free[max(y0 - top - 1, 0) : y1 - top + 3, max(x0 - left - 1, 0) : max(x1 - left + 3, 0)] = False
        around = strip[free]
        if len(around) < 20:
            return None
        paper = np.median(around, axis=0)
        bound = 1 if self._crisp else _STRANGE
        if (np.abs(around.astype(np.int16) - paper.astype(np.int16)) >= bound).any():
            return None
        if not self._crisp and float(np.std(around)) > _ROUGH:
            return None
        return _as_colour(paper)

    def _move(
        self,
        run: WordRun,
        changed: Rect,
        first: int,
        places: list[Rect],
        paper: Colour,
        shown: Sequence[str | None],
        word_styles: Sequence[WordStyle | None],
    ) -> list[Rect]:
        left, top, right, bottom = self._pixels(changed)
        blocks = []
        for k, (word, place) in enumerate(zip(run.words, places, strict=True)):
            if k > first and not word.is_replaced:
                x0, y0, x1, y1 = self._pixels(word.place)
                by = round((place.left - word.place.left) * self._scale)
                blocks.append((x0 + by, y0 - 1, self._picture[y0 - 1 : y1 + 1, x0:x1].copy()))
                places[k] = replace(
                    place, left=word.place.left + by / self._scale, right=word.place.right + by / self._scale
                )
        self._picture[top - 1 : bottom + 1, left - 1 : right + 1] = _in(self._picture, paper)
        for x, y, block in blocks:
            self._picture[y : y + block.shape[0], x : x + block.shape[1]] = block
        self._write(run, changed, places, shown, word_styles)
        return places

    def _write(
        self,
        run: WordRun,
        changed: Rect,
        places: Sequence[Rect],
        shown: Sequence[str | None],
        word_styles: Sequence[WordStyle | None],
    ) -> None:
        """Writes what takes the place of the replaced words, where the line has room for it now."""
        replaced = [k for k, w in enumerate(run.words) if w.is_replaced]
        for k, text, word_style in zip(replaced, shown, word_styles, strict=True):
            place = places[k]
            if text is None or word_style is None:
                self.black.add(run.words[k].place)
                x0, y0, x1, y1 = self._pixels(replace(place, top=changed.top, bottom=changed.bottom))
                self._picture[y0:y1, x0:x1] = 0
            else:
                natural = word_style.width_of(text)
                narrowed = min(1.0, place.width / natural) if natural else 1.0
                start = place.left + (word_style.x - run.words[k].place.left if self._exact else 0.0)
                self._texts.append(TypesetText(text, replace(word_style, x=start), narrowed))

    def cover(self, box: RedactionBox, style: BoxStyle) -> None:
        """Burns one box in where it stands."""
        import cv2
        import numpy as np

        left, top, right, bottom = self._pixels(box.rect)
        rows, columns = self._picture.shape[:2]
        if right <= 0 or bottom <= 0 or left >= columns or top >= rows:
            return
        word_style = box.word_style
        texts = _texts_of(box, style)
        if box.label is None or style is BoxStyle.BLACK or word_style is None or word_style.size < _SMALLEST:
            shown = None
        else:
            # A place from OCR reaches into the blanks beside its word, where the text stands only if it must.
            room, around = box.words.right - word_style.x, max(word_style.x - box.words.left, 0.0)
            rooms = (word_style.length,) if word_style.is_turned else (room - around, room)
            fits = (fitted([text], word_style, room) for text in (*texts, *_kinds(box)) for room in rooms)
            shown = next((text for text in fits if text is not None), None)
        outline = None
        if word_style is not None and word_style.is_turned:
            corners = (np.array(_corners(word_style), np.float64) - self._corner) * self._scale
            outline = np.round(corners).astype(np.int32)
            (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0) + 1
        # Only the box and what lies around it is looked at: a page has millions of pixels.
        x, y = max(int(left) - _RING, 0), max(int(top) - _RING, 0)
        near = self._picture[y : max(int(bottom) + _RING, 0), x : max(int(right) + _RING, 0)]
        inside = np.zeros(near.shape[:2], np.uint8)
        if outline is not None:
            cv2.fillPoly(inside, [outline - np.array((x, y), np.int32)], 1)
        else:
            inside[max(top, 0) - y : bottom - y, max(left, 0) - x : right - x] = 1
        if not inside.any():
            return
        if shown is None:
            self.black.add(box.words)
            near[inside > 0] = 0
            return
        if self._exact:
            self._fill_with_paper(near, inside)
        else:
            self._fill_as_scanned(box.words.height, inside, (x, y))
        self._texts.append(shown)

    def _fill_as_scanned(self, height: float, inside: NDArray[np.uint8], corner: tuple[int, int]) -> None:
        """Fills a part with the paper around it, with its shade, its grain, and the rules that cross it.

        Args:
            height: of the words, in points.
            inside: which pixels are filled, from ``corner`` on.
        """
        import cv2
        import numpy as np

        x, y, width, tall = cv2.boundingRect(inside)
        left, top = corner[0] + x, corner[1] + y
        aside, above = max(round(height * self._scale), 8), max(round(1.3 * height * self._scale), 8)
        x0, y0 = max(left - aside, 0), max(top - above, 0)
        part = self._picture[y0 : top + tall + above, x0 : left + width + aside]
        hole = np.zeros(part.shape[:2], bool)
        hole[top - y0 : top - y0 + tall, left - x0 : left - x0 + width] = (
            inside[y : y + tall, x : x + width] > 0
        )
        paper = Paper(part, hole)
        if not paper.known:
            part[hole] = 255
            return
        strip = (left - x0, top - y0, left - x0 + width, top - y0 + tall)
        gone = ((a - x0, b - y0, c - x0, d - y0) for a, b, c, d in self._gone)
        hole &= ~letters_of_neighbours(paper.ink, [strip], gone)
        part[hole] = paper.filling(hole)

    def _fill_with_paper(self, near: Picture, inside: NDArray[np.uint8]) -> None:
        """Fills a part with the paper around it.

        Args:
            near: the part of the picture around it.
            inside: which pixels of that are filled.
        """
        import cv2
        import numpy as np

        x, y, width, height = cv2.boundingRect(inside)
        top = max(y - _RING, 0)
        part = np.s_[top : y + height + _RING, max(x - _RING, 0) : x + width + _RING]
        shown, hole = near[part], inside[part] > 0
        around = np.ones((2 * _RING - 1, 2 * _RING - 1), np.uint8)
        ring = cv2.dilate(inside[part], around).astype(bool) & ~hole
        if not ring.any():
            shown[hole] = 255
            return
        usual = np.median(shown[ring], axis=0)
        shown[hole] = _in(shown, _as_colour(usual))
        if self._crisp:
            _continue_shade(shown, hole, ring, usual)

    def finished(self) -> Picture:
        """The picture with all texts written."""
        import numpy as np

        inks: dict[tuple[Colour, float, float], list[TypesetText]] = {}
        for text in map(self._on_picture, self._texts):
            word_style = text.word_style
            inks.setdefault((word_style.ink, word_style.blur, word_style.thinned), []).append(text)
        for (ink, blur, thinned), texts in inks.items():
            x0, y0, x1, y1 = self._around(texts)
            near = self._picture[y0:y1, x0:x1]
            if not near.size:
                continue
            moved = [_moved(t, x0 / self._scale, y0 / self._scale) for t in texts]
            covered = ink_of(moved, near.shape[:2], self._dpi, crisp=self._crisp)
            if not self._crisp:
                covered = blurred_ink(covered, blur, thinned)
            colour = _in(self._picture, ink)
            if self._crisp:
                near[covered > 127] = colour
            else:
                where = covered > 0
                share = covered[where].astype(np.float32) / 255
                share = share if near.ndim == 2 else share[:, None]
                mixed = near[where] * (1 - share) + np.asarray(colour, np.float32) * share
                near[where] = np.round(mixed).astype(np.uint8)
        return self._picture

    def _on_picture(self, text: TypesetText) -> TypesetText:
        """A text with its place from the corner of the picture."""
        return _moved(text, *self._corner)

    def _around(self, texts: Sequence[TypesetText]) -> tuple[int, int, int, int]:
        """Left, top, right and bottom pixel around texts; nothing of the picture where they are off it."""
        reaches = [
            max(
                t.word_style.width_of(t.text) * t.narrowed if t.word_style.is_turned else 0.0,
                1.5 * t.word_style.size,
            )
            for t in texts
        ]
        places = [
            Rect(
                t.word_style.x - reach,
                t.word_style.baseline - reach,
                t.word_style.x + t.word_style.width_of(t.text) * t.narrowed + reach,
                t.word_style.baseline + reach,
            )
            for t, reach in zip(texts, reaches, strict=True)
        ]
        rows, columns = self._picture.shape[:2]
        left, right = min(p.left for p in places), max(p.right for p in places)
        top, bottom = min(p.top for p in places), max(p.bottom for p in places)
        x0, x1 = (min(max(round(v * self._scale), 0), columns) for v in (left, right))
        y0, y1 = (min(max(round(v * self._scale), 0), rows) for v in (top, bottom))
        return x0, y0, x1, y1

    def _pixels(self, rect: Rect) -> tuple[int, int, int, int]:
        """The smallest box of whole pixels that holds a rectangle; at least one pixel each way."""
        x, y = self._corner
        scaled = rect.moved(-x, -y).scaled(self._scale)
        left, top = math.floor(scaled.left), math.floor(scaled.top)
        right, bottom = math.ceil(scaled.right), math.ceil(scaled.bottom)
        return left, top, max(right, left + 1), max(bottom, top + 1)


def _continue_shade(
    shown: Picture, hole: NDArray[np.bool_], ring: NDArray[np.bool_], usual: NDArray[np.float64]
) -> None:
    """Fills a hole with the plane that lies nearest to the paper of the ring around it, where that changes
    from place to place.

    Args:
        usual: the median of the ring.
    """
    import numpy as np

    values = shown.reshape(*shown.shape[:2], -1)
    places, around = np.argwhere(ring), values[ring].astype(np.float64)
    away = np.abs(around - usual.astype(np.int16)).max(axis=1)
    paper = away < _STRANGE
    if not away[paper].any():
        return
    places = places[paper]
    found = np.linalg.lstsq(np.c_[np.ones(len(places)), places], around[paper])[0]
    rows, columns = (np.arange(length)[:, None] for length in hole.shape)
    plane = (found[0] + rows * found[1])[:, None] + columns * found[2]
    values[hole] = np.rint(plane[hole]).clip(0, 255).astype(np.uint8)


def _moved(text: TypesetText, x: float, y: float) -> TypesetText:
    """A text with its place from another corner, in points."""
    word_style = text.word_style
    return replace(text, word_style=replace(word_style, x=word_style.x - x, baseline=word_style.baseline - y))


def _texts_of(box: RedactionBox, style: BoxStyle) -> list[str]:
    """What a box may show, the best first; nothing for black, or where the fonts lack a sign."""
    if box.label is None or style is BoxStyle.BLACK:
        return []
    if style is BoxStyle.LABEL:
        return _kinds(box)
    shown = drawable_text(box.text)
    if not box.text.strip() or shown is None:
        return [] if shown is None else [""]
    if box.label in PERSON_LABELS or box.label.group is LabelGroup.ORGANIZATION:
        return [shown, *abbreviations(shown, of_person=box.label in PERSON_LABELS)]
    return [shown]


def _kinds(box: RedactionBox) -> list[str]:
    """How a box names its kind, from the best: with the comma behind it, with brackets, alone."""
    assert box.label is not None
    name = label_in_box(box.label)
    whole = drawable_text(box.kinds)
    return [*([whole] if whole else []), f"[{name}]", name]


def _corners(word_style: WordStyle) -> list[tuple[float, float]]:
    """Corners of a turned word, in points."""
    sine, cosine = math.sin(math.radians(word_style.angle)), math.cos(math.radians(word_style.angle))
    margin = 0.06 * word_style.size
    return [
        (word_style.x + along * cosine - up * sine, word_style.baseline - along * sine - up * cosine)
        for along, up in (
            (-margin, -DESCENT * word_style.size),
            (word_style.length + margin, -DESCENT * word_style.size),
            (word_style.length + margin, ASCENT * word_style.size),
            (-margin, ASCENT * word_style.size),
        )
    ]


def _as_colour(value: NDArray[np.float64]) -> Colour:
    import numpy as np

    channels = [round(float(v)) for v in np.atleast_1d(value)]
    return channels[0], channels[len(channels) // 2], channels[-1]


def _in(picture: Picture, colour: Colour) -> int | tuple[int, ...]:
    """A colour as pixels of a picture have it."""
    return round(sum(colour) / 3) if picture.ndim == 2 else colour
