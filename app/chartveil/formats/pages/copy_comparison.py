"""Compares the drawn copy of a paged document with its drawn original, and reads again where they differ.

Outside the places that were replaced or covered, and the lines set anew behind them, a copy looks as its
original, which was read. Inside them it must not. So OCR reads a copy only where one of both does not hold:
where something appeared or went that nobody planned, and where letters of a replaced word, or parts of a
covered region, look as they did before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from chartveil.domain.document import Document
from chartveil.domain.errors import StageError
from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.domain.page_layout import PageLayout, PageReading, Region
from chartveil.domain.span import Replacement
from chartveil.formats.pages.line_reflow import WordInRun, runs_of
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE, turn_page_as_read
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.ocr.engine_interface import Picture
from chartveil.ocr.options import PageOptions
from chartveil.ocr.preprocessing import to_grey
from chartveil.system.page_progress import PageStep, report_page

if TYPE_CHECKING:
    from chartveil.ocr.preprocessing import Mask

_DPI = 120
"""At which pages are compared."""
_AROUND = 2.0
"""Points around a replaced word, or a covered region, in which a copy may differ."""
_DIFFERENT = 112
"""Steps of 256 by which places differ, after a blur, from all that is a pixel away: letters' edges are drawn
in more than one way."""
_LEAST = 6
"""Pixels of a difference, or of ink, below which nobody reads a letter."""
_TILE = 1.8
"""Side of the tiles of a word in heights of its ink: two or three letters."""
_LARGEST_TILE = 32
_INK = 48
"""Steps by which ink differs from the paper around it."""
_SAME = 0.7
"""Share of ink in common from which a tile looks as before."""
_WORD = re.compile(r"[^\W_]+")
_LIKE = 0.9
"""Correlation from which a word is seen."""
_MOST_PLACES = 12
"""Places above which the whole page is read."""
_READ_AROUND = 4.0
"""Points around a place that are read with it."""


def changed_page_texts(
    document: Document,
    originals: Iterator[PagePicture],
    copies: Iterator[PagePicture],
    replacements: Sequence[Replacement],
    regions: Sequence[Region],
    options: PageOptions,
) -> Iterator[tuple[str, str]]:
    """The texts that OCR reads on a copy where it differs from the original with its replacements, as (where,
    text).

    Args:
        document: the original as it was read, with its layout.
        originals: its pages as they are drawn.
        copies: the pages of the copy as they are drawn.
        replacements: what was replaced.
        regions: what was covered besides.
        options: of OCR.

    Raises:
        StageError: if the copy has other pages than the document.
    """
    layout = document.layout
    assert layout is not None
    words, gone = _words_by_page(document.text, layout, replacements)
    seen = set[int]()
    for original, copy in zip(originals, copies, strict=True):
        number = original.number
        seen.add(number)
        report_page(PageStep.CHECKING, number, len(layout.pages))
        reading = layout.readings[number] if layout.readings else PageReading()
        before = _reduced(turn_page_as_read(original, reading))
        after = _reduced(copy, before.shape)

        def shown(places: Iterable[Rect], page: PagePicture = original) -> list[Rect]:
            """Those of places on the page that the picture shows, in pixels."""
            on_picture = map(page.on_picture, places)
            width, height = page.size
            whole = Rect(0.0, 0.0, width, height)
            return [r.scaled(_DPI / POINTS_PER_INCH) for r in on_picture if r.overlaps(whole)]

        replaced = shown(w.place for w in words.get(number, ()) if w.is_replaced)
        sought = shown(gone.get(number, ()))
        covered = shown(Rect.of(r) for r in regions if r.page == number)
        lines = shown(run.changed for run in runs_of(words.get(number, ())))
        places = [rect for rect in (*sought, *covered) if _looks_as_before(before, after, rect)]
        again = (_seen_again(before, after, line, sought) for line in lines)
        places += [place for place in again if place is not None]
        places += _unplanned(before, after, [*replaced, *covered, *lines])
        places = _once(places)
        where = f"what OCR reads on page {number + 1}"
        if len(places) > _MOST_PLACES:
            yield where, OCR_PAGE_CACHE.read(copy, options).text
            continue
        for rect in places:
            place = rect.scaled(POINTS_PER_INCH / _DPI).moved(*original.corner)
            part = copy.crop(place, _READ_AROUND)
            if part is not None:
                yield (
                    f"{where}, {place.place_on(layout.pages[number])}",
                    OCR_PAGE_CACHE.read(PagePicture(number, part, copy.dpi), options).text,
                )
    if len(seen) != len(layout.pages):
        raise StageError("proof", "the copy has other pages than the original.", document.id)


def _once(places: Iterable[Rect]) -> list[Rect]:
    """The places; where one lies within what is read around another, both as one: they are one word, found
    in two ways."""
    around = _READ_AROUND * _DPI / POINTS_PER_INCH
    found: list[Rect] = []
    for place in places:
        same = next(
            (
                k
                for k, other in enumerate(found)
                if _holds(other.grown(around, around), place) or _holds(place.grown(around, around), other)
            ),
            None,
        )
        if same is None:
            found.append(place)
        else:
            found[same] = found[same].union(place)
    return found


def _holds(whole: Rect, part: Rect) -> bool:
    return whole.union(part) == whole


def _words_by_page(
    text: str, layout: PageLayout, replacements: Sequence[Replacement]
) -> tuple[dict[int, list[WordInRun]], dict[int, list[Rect]]]:
    """The words of each page, and the places of those that must be gone: what is replaced by other words."""
    found: dict[int, list[WordInRun]] = {}
    gone: dict[int, list[Rect]] = {}
    ordered = sorted(replacements)
    at = 0
    for box in sorted(layout.boxes, key=lambda b: (b.start, b.end)):
        while at < len(ordered) and ordered[at].end <= box.start:
            at += 1
        is_replaced = at < len(ordered) and ordered[at].start < box.end
        place = Rect.of(box)
        found.setdefault(box.page, []).append(WordInRun(place, is_replaced))
        if is_replaced and _parts(text[box.start : box.end]) - _parts(ordered[at].text):
            gone.setdefault(box.page, []).append(place)
    return found, gone


def _parts(text: str) -> set[str]:
    return set(_WORD.findall(text))


def _seen_again(before: Picture, after: Picture, line: Rect, replaced: Sequence[Rect]) -> Rect | None:
    """The part of a line, as it is set now, on which words that were replaced are seen; None without one."""
    import cv2
    import numpy as np

    around = line.grown(2, 2)
    shown, found = _part(after, around), None
    left, top = max(int(around.left), 0), max(int(around.top), 0)
    for rect in (r for r in replaced if r.overlaps(line)):
        word = _part(before, rect)
        height, width = word.shape
        fits = all(a <= b for a, b in zip(word.shape, shown.shape, strict=True))
        if not (fits and width >= height and _ink(word).sum() >= _LEAST):
            continue
        rows, columns = np.nonzero(cv2.matchTemplate(shown, word, cv2.TM_CCOEFF_NORMED) > _LIKE)
        if len(rows):
            right, bottom = columns.max() + width, rows.max() + height
            place = Rect(*map(float, (columns.min(), rows.min(), right, bottom))).moved(left, top)
            # Words beside it are read with it: one that is cut through is read as another.
            place = place.grown(height, 0)
            found = place if found is None else found.union(place)
    return found


def _part(picture: Picture, rect: Rect) -> Picture:
    """The pixels of a rectangle, as far as it is on the page."""
    left, top = max(int(rect.left), 0), max(int(rect.top), 0)
    return picture[top : max(int(rect.bottom) + 1, 0), left : max(int(rect.right) + 1, 0)]


def _reduced(page: PagePicture, shape: tuple[int, ...] | None = None) -> Picture:
    """The page in grey, small, without the sharpness of its edges."""
    import cv2
    import numpy as np

    grey = to_grey(page.picture)
    if shape is None:
        shape = tuple(max(round(n * _DPI / page.dpi), 1) for n in grey.shape)
    small = cv2.resize(grey, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)


def _looks_as_before(before: Picture, after: Picture, rect: Rect) -> bool:
    """Whether letters, or a part, of a replaced place look as they did."""
    old_word, new_word = _part(before, rect), _part(after, rect)
    rows, columns = old_word.shape
    side = max(int(min(_TILE * min(rows, columns), _LARGEST_TILE)), 4)
    for top in _starts(rows, side):
        for left in _starts(columns, side):
            tile = slice(top, top + side), slice(left, left + side)
            old, new = _ink(old_word[tile]), _ink(new_word[tile])
            if old.sum() >= _LEAST and (old & new).sum() > _SAME * (old | new).sum():
                return True
    return False


def _starts(length: int, side: int) -> list[int]:
    """Where tiles of a side begin that overlap by half and end with the length."""
    last = max(length - side, 0)
    return sorted({*range(0, last, max(side // 2, 1)), last})


def _ink(part: Picture) -> Mask:
    """What differs from most of a part."""
    import numpy as np

    if not part.size:
        return np.zeros(part.shape, bool)
    middle = (part.size - 1) // 2, part.size // 2
    lower, upper = np.partition(part, middle, axis=None)[list(middle)].astype(int)
    return np.abs(part.astype(np.int16) - int(lower + upper) // 2) > _INK


def _outside(one: Picture, other: Picture) -> Mask:
    """Where a picture is darker or lighter than the other is anywhere near."""
    import cv2
    import numpy as np

    near = np.ones((3, 3), np.uint8)
    darker = cv2.subtract(cv2.erode(other, near), one) > _DIFFERENT
    lighter = cv2.subtract(one, cv2.dilate(other, near)) > _DIFFERENT
    return np.asarray(darker | lighter, bool)


def _unplanned(before: Picture, after: Picture, planned: Sequence[Rect]) -> list[Rect]:
    """Places outside of those planned where the copy differs."""
    import cv2
    import numpy as np

    different = (_outside(before, after) | _outside(after, before)).astype(np.uint8)
    around = _AROUND * _DPI / POINTS_PER_INCH
    for rect in (r.grown(around, around) for r in planned):
        different[
            max(int(rect.top), 0) : int(rect.bottom) + 1, max(int(rect.left), 0) : int(rect.right) + 1
        ] = 0
    if not different.any():
        return []
    near = cv2.dilate(different, np.ones((5, 9), np.uint8))
    count, numbers, stats, _ = cv2.connectedComponentsWithStats(near)
    pixels = np.bincount(numbers[different > 0], minlength=count)
    return [
        Rect(float(x), float(y), float(x + width), float(y + height))
        for number, (x, y, width, height, _) in enumerate(stats)
        if number and pixels[number] >= _LEAST
    ]
