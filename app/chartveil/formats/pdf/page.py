"""Reads one page of a PDF with PDFium: its text layer, compared with the page as it is drawn.

The page is drawn twice, with its text and without. Where both differ a text shows; so it is known of each
character of the layer whether anything of it is seen, whatever hides it: a bar, a picture, a clipping path,
a layer that is switched off, white on white. What the page shows without the text that is seen is told as its
rest: pictures, letters drawn as shapes, patterns, looks of annotations.
"""

from __future__ import annotations

import ctypes
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.formats.pages.content import WORD_PATTERN
from chartveil.formats.pages.page_picture import MIN_CONTRAST, PagePicture, grey_if_colourless
from chartveil.formats.pdf import annotations as pdf_extras
from chartveil.formats.pdf.fonts.font_maps import font_name
from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.formats.pdf.page_parts import draw, drawing_scale
from chartveil.formats.pdf.text_layer import (
    PageCoordinates,
    PlacedCharacter,
    TextLine,
    object_address,
    read_lines,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture
    from chartveil.ocr.preprocessing import Mask

    Boxes = NDArray[np.int64]
    """Left, top, right, bottom in pixels, n x 4."""

_DEPTH = 6
"""Groups inside groups that are looked into."""
_SHOWS = 2
"""Steps of 256 by which a text changes the page where it is seen, however pale it is."""
_SEEN = 0.04
"""Share of a character's box that it changes, at least, where it is seen: thin letters fill a tenth."""
_CROWDED = 1.3
"""Characters that stand in one place, on average, from which each is looked at by itself."""
_OVER = 0.3
"""Share of the smaller one's box that two characters have in common where one may hide the other."""
_TWIN = 0.6
"""The same, of equal characters that are one with its shadow."""
_PILES = 6
"""Texts on top of each other that are told apart."""
_MOST_CROWDED = 3000
"""Characters on top of others that are told apart on one page; what is beyond is read by OCR."""
_LETTER_INK = (0.03, 0.65)
"""Share of a word's box that letters fill, at least and at most: more is a bar."""
_EXPLAINED = 0.5
"""Share of a piece of a text's ink that words which are seen must hold to explain it."""
_SIDEWAYS = 0.7
"""Share of a page's letters that run one way from which it is turned to make them level."""
_UPRIGHT = 5
"""Degrees by which a line may be askew and still counts as level, or as upright."""


@dataclass(frozen=True, slots=True)
class PageFont:
    """A font that writes on a page.

    Attributes:
        name: without a tag; empty where it has none.
        key: tells it from other fonts of the file.
        is_held: whether the file holds its letters, and so may say of them what it likes.
    """

    name: str
    key: str
    is_held: bool


@dataclass(frozen=True, slots=True)
class PdfPage:
    """One page.

    Attributes:
        picture: as it is drawn, with forms and annotations.
        rest: the same without the words that are seen.
        size: width and height in points.
        seen: the words of the layer that the page shows, in lines in the order of its stream.
        claimed: the words of which nothing shows, where the page draws what may be letters: those that the
            layer of a scan claims to stand there.
        hidden: how many other words the layer holds: the page shows nothing of them, or not all.
        quarter_turns: clockwise, that make most of its lines level.
        notes: texts of annotations that open at a click.
        fonts: those that wrote the words, by the source of their characters.
        undrawn: how many pictures cannot be drawn.
    """

    picture: PagePicture
    rest: PagePicture
    size: tuple[float, float]
    seen: tuple[TextLine, ...]
    claimed: tuple[TextLine, ...]
    hidden: int
    quarter_turns: int
    notes: tuple[str, ...]
    fonts: Mapping[int, PageFont]
    undrawn: int


def read_page(pdf: Any, number: int, dpi: float) -> PdfPage:
    """Reads and draws a page of a document whose forms were initialised; annotations become a part of its
    content by it. The caller holds PDFium.

    Args:
        number: from 0.
        dpi: less is taken where the picture would have more than ``MOST_PIXELS``.
    """
    page = pdf[number]
    try:
        scale = drawing_scale(page, dpi)
        shown = draw(page, scale)
        notes = pdf_extras.annotation_notes(page)
        values = pdf_extras.field_values(page, PageCoordinates(page))
        pdf_extras.make_content_of_annotations(page)
    finally:
        page.close()
    page = pdf[number]
    try:
        space = PageCoordinates(page)
        _forget_stated_text(page)
        lines = pdf_extras.with_field_values(_lines(page, space), values)
        rotation = page.get_rotation()
        drawn = _DrawnText(page, number, shown, scale)
        lines = drawn.marked(lines)
        seen, claimed, hidden = drawn.parted(lines)
        rest = drawn.without(seen)
        fonts = drawn.fonts()
        undrawn = sum(_undrawn_pictures(page, space, PagePicture(number, shown, scale * POINTS_PER_INCH)))
    finally:
        page.close()
    letters = {c for line in (*seen, *claimed) for c in line.text if c.isalnum()}
    notes = [n for n in notes if not n.is_drawn or not letters]
    dots = scale * POINTS_PER_INCH
    return PdfPage(
        PagePicture(number, grey_if_colourless(shown), dots),
        PagePicture(number, grey_if_colourless(rest), dots),
        (space.width, space.height),
        tuple(seen),
        tuple(claimed),
        hidden,
        _quarter_turns(seen, rotation),
        tuple(n.text for n in notes),
        fonts,
        undrawn,
    )


def fine_parts_without_words(
    pdf: Any, page: PdfPage, dpi: float, places: Iterable[Rect]
) -> Iterator[PagePicture]:
    """Parts of a page, drawn finer and one by one, without the words that are seen.

    Args:
        pdf: the document that the page was read from.
        page: as it was read.
        dpi: of the parts.
        places: of the parts, in points of the page.
    """
    scale = dpi / POINTS_PER_INCH
    rects = [c.rect for line in page.seen for c in line.characters if c.rect is not None]
    with PDFIUM_LOCK:
        opened = pdf[page.picture.number]
        texts = dict(_texts(opened.raw))
    try:
        for place in places:
            with PDFIUM_LOCK:
                _set_hidden(texts, ())
                shown = draw(opened, scale, part=place)
                _set_hidden(texts, texts)
                bare = draw(opened, scale, part=place)
            marks = _differ(shown, bare)
            own = (rect.moved(-place.left, -place.top) for rect in rects if rect.overlaps(place))
            rest = _without(shown, bare, marks, _boxes_in_pixels(own, scale, marks.shape))
            corner = (place.left, place.top)
            yield PagePicture(page.picture.number, grey_if_colourless(rest), dpi, corner)
    finally:
        with PDFIUM_LOCK:
            opened.close()


def _undrawn_pictures(page: Any, space: PageCoordinates, shown: PagePicture) -> Iterator[bool]:
    """Of each picture of which nothing shows whether it cannot be drawn."""
    import pypdfium2.raw as raw

    edges = [ctypes.c_float() for _ in range(4)]
    for i in range(raw.FPDFPage_CountObjects(page.raw)):
        item = raw.FPDFPage_GetObject(page.raw, i)
        if raw.FPDFPageObj_GetType(item) != raw.FPDF_PAGEOBJ_IMAGE:
            continue
        if not raw.FPDFPageObj_GetBounds(item, *edges) or shown.has_ink(
            space.rect(*(e.value for e in edges))
        ):
            continue
        bitmap = raw.FPDFImageObj_GetBitmap(item)
        yield not bitmap
        if bitmap:
            raw.FPDFBitmap_Destroy(bitmap)


def _forget_stated_text(page: Any) -> None:
    """Takes from a page what it states to be the text of some of its letters (``ActualText``), whatever those
    show: PDFium would tell that in their place."""
    import pypdfium2.raw as raw

    for item, _ in dict(_texts(page.raw)).values():
        for i in range(raw.FPDFPageObj_CountMarks(item)):
            raw.FPDFPageObjMark_RemoveParam(item, raw.FPDFPageObj_GetMark(item, i), b"ActualText")


def _lines(page: Any, space: PageCoordinates) -> list[TextLine]:
    textpage = page.get_textpage()
    try:
        return read_lines(textpage, space)
    finally:
        textpage.close()


class _DrawnText:
    """What a page's text changes on it. The page stays open, and is drawn without its text from here on."""

    def __init__(self, page: Any, number: int, shown: Picture, scale: float) -> None:
        self._page = page
        self._number = number
        self._shown = shown
        self._scale = scale
        self._texts = dict(_texts(page.raw))
        _set_hidden(self._texts, self._texts)
        self._bare = draw(page, scale)
        self._marks = _differ(shown, self._bare)

    def marked(self, lines: Sequence[TextLine]) -> list[TextLine]:
        """The lines with what is known of each character: whether it is seen."""
        import numpy as np

        placed = [c for line in lines for c in line.characters if c.rect is not None]
        if not placed:
            return list(lines)
        boxes = self._boxes(c.rect for c in placed if c.rect is not None)
        seen = _share(self._marks, boxes) >= _SEEN
        self._look_below(placed, boxes, seen)
        known = iter(np.asarray(seen).tolist())

        def told(character: PlacedCharacter) -> PlacedCharacter:
            shows = character.rect is None or next(known)
            return character if shows == character.seen else replace(character, seen=shows)

        return [TextLine(tuple(map(told, line.characters))) for line in lines]

    def parted(self, lines: Iterable[TextLine]) -> tuple[list[TextLine], list[TextLine], int]:
        """Lines of the words that are seen, lines of those that a scan may show, and how many are left."""
        seen, claimed, hidden = list[TextLine](), list[TextLine](), 0
        for line in lines:
            text = line.text
            kept, asked = list(line.characters), [PlacedCharacter(" ", None)] * len(text)
            for match in WORD_PATTERN.finditer(text):
                at = slice(match.start(), match.end())
                word = line.characters[at]
                if _is_seen(word):
                    continue
                kept[at] = [PlacedCharacter(" ", None)] * len(word)
                if self._may_be_letters(word):
                    asked[at] = word
                else:
                    hidden += not all(c.seen for c in word)
            for characters, found in ((kept, seen), (asked, claimed)):
                if any(not c.char.isspace() for c in characters):
                    found.append(TextLine(tuple(characters)))
        return seen, claimed, hidden

    def without(self, lines: Iterable[TextLine]) -> Picture:
        """The page without the words that are seen; other text stays as it is drawn."""
        rects = (c.rect for line in lines for c in line.characters if c.rect is not None)
        return _without(self._shown, self._bare, self._marks, self._boxes(rects))

    def fonts(self) -> dict[int, PageFont]:
        """The fonts of the page by the texts that they write."""
        import pypdfium2.raw as raw

        found = {}
        buffer = ctypes.create_string_buffer(200)
        size = ctypes.c_size_t()
        for address, (item, _) in self._texts.items():
            font = raw.FPDFTextObj_GetFont(item)
            if not font:
                continue
            raw.FPDFFont_GetBaseFontName(font, buffer, len(buffer))
            raw.FPDFFont_GetFontData(font, None, 0, size)
            name = font_name(buffer.value.decode("utf-8", "replace"))
            # Drawn letters (Type 3) have no file: each such font of each page is one of its own.
            key = f"{name} {size.value}" if size.value else f"page {self._number} {object_address(font)}"
            found[address] = PageFont(name, key, bool(raw.FPDFFont_GetIsEmbedded(font)))
        return found

    def _boxes(self, rects: Iterable[Rect]) -> Boxes:
        return _boxes_in_pixels(rects, self._scale, self._marks.shape)

    def _look_below(self, placed: Sequence[PlacedCharacter], boxes: Boxes, seen: Mask) -> None:
        """Tells of characters on top of each other which are seen: each text is left out by itself."""
        import numpy as np

        crowded = np.flatnonzero(_share(_coverage(self._marks.shape, boxes), boxes) > _CROWDED)
        if len(crowded) > _MOST_CROWDED:
            seen[crowded[_MOST_CROWDED:]] = False
            crowded = crowded[:_MOST_CROWDED]
        rivals: dict[int, set[int]] = defaultdict(set)
        doubtful: dict[int, list[int]] = defaultdict(list)
        for n in crowded.tolist():
            for k in _overlapping(n, crowded, placed, boxes):
                rivals[placed[n].source].add(placed[k].source)
                doubtful[placed[n].source].append(n)
        piles: list[set[int]] = [set() for _ in range(_PILES)]
        for source in rivals:
            pile = next((p for p in piles if not p & rivals[source]), None)
            if pile is None:
                seen[doubtful[source]] = False
            else:
                pile.add(source)
        for pile in (p for p in piles if p):
            _set_hidden(self._texts, pile)
            own = _differ(self._shown, draw(self._page, self._scale))
            which = sorted({n for source in pile for n in doubtful[source]})
            seen[which] &= _share(own, boxes[which]) >= _SEEN

    def _may_be_letters(self, word: Sequence[PlacedCharacter]) -> bool:
        """Whether what the page draws in a word's place may be letters: neither nothing nor a bar."""
        rects = [c.rect for c in word if c.rect is not None]
        if not rects:
            return False
        boxes = self._boxes(rects)
        (left, top), (right, bottom) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        part = self._bare[top:bottom, left:right].min(axis=2) if right > left and bottom > top else None
        if part is None:
            return False
        low, high = int(part.min()), int(part.max())
        if high - low < MIN_CONTRAST:
            return False
        dark = float((part < (low + high) / 2).mean())
        least, most = _LETTER_INK
        return least <= min(dark, 1.0 - dark) and (dark <= most or dark >= 1.0 - most)


def _is_seen(word: Sequence[PlacedCharacter]) -> bool:
    """Whether a word's letters all show, and its font tells what they are."""
    letters = [c for c in word if c.char.isalnum()] or [c for c in word if c.rect is not None]
    return (
        bool(letters)
        and all(c.seen and c.rect is not None for c in letters)
        and all(c.has_meaning for c in word)
    )


def _boxes_in_pixels(rects: Iterable[Rect], scale: float, shape: tuple[int, ...]) -> Boxes:
    import numpy as np

    rows, columns = shape
    edges = np.array([(r.left, r.top, r.right, r.bottom) for r in rects], np.float64).reshape(-1, 4)
    edges = np.clip(edges * scale, -1e6, 1e6)
    boxes = np.concatenate((np.floor(edges[:, :2]), np.ceil(edges[:, 2:])), axis=1).astype(np.int64)
    return boxes.clip(0, [columns, rows, columns, rows])


def _without(shown: Picture, bare: Picture, marks: Mask, boxes: Boxes) -> Picture:
    """A picture without the words that are seen; other text stays as it is drawn.

    Args:
        shown, bare: with all text, and without any.
        marks: where both differ.
        boxes: of the characters of these words.
    """
    import cv2
    import numpy as np

    explained = np.zeros(marks.shape, bool)
    for left, top, right, bottom in boxes.tolist():
        explained[max(top - 1, 0) : bottom + 1, max(left - 1, 0) : right + 1] = True
    if not (marks & ~explained).any():
        return bare
    _, pieces = cv2.connectedComponents(marks.astype(np.uint8), connectivity=8)
    whole = np.bincount(pieces.ravel())
    share = np.bincount(pieces[explained], minlength=len(whole)) / whole
    strange = share < _EXPLAINED
    strange[0] = False
    if not strange.any():
        return bare
    around = cv2.dilate(strange[pieces].astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(around[:, :, None], shown, bare)


def _texts(page: Any) -> Iterator[tuple[int, tuple[Any, int]]]:
    """The text objects of a page, those in groups too: address, and object with its render mode."""
    import pypdfium2.raw as raw

    left = [(raw.FPDFPage_GetObject(page, i), 0) for i in range(raw.FPDFPage_CountObjects(page))]
    while left:
        item, depth = left.pop()
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            yield object_address(item), (item, raw.FPDFTextObj_GetTextRenderMode(item))
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEPTH:
            inner = range(raw.FPDFFormObj_CountObjects(item))
            left += [(raw.FPDFFormObj_GetObject(item, ctypes.c_ulong(k)), depth + 1) for k in inner]


def _set_hidden(texts: Mapping[int, tuple[Any, int]], hidden: Collection[int]) -> None:
    """Hides some of a page's texts, by their addresses, and shows all others as the file has them."""
    import pypdfium2.raw as raw

    for address, (item, mode) in texts.items():
        wanted = raw.FPDF_TEXTRENDERMODE_INVISIBLE if address in hidden else mode
        raw.FPDFTextObj_SetTextRenderMode(item, wanted)


def _differ(one: Picture, other: Picture) -> Mask:
    """Where two pictures differ in any colour by as much as a text does that is seen."""
    import cv2
    import numpy as np

    most = (_SHOWS - 1,) * 3
    return np.asarray(cv2.inRange(cv2.absdiff(one, other), (0, 0, 0), most) == 0, bool)


def _share(values: NDArray[np.uint8] | Mask, boxes: Boxes) -> NDArray[np.float64]:
    """The mean of values within each box; 0 in those without an area."""
    import cv2
    import numpy as np

    sums = cv2.integral(values.view(np.uint8))
    left, top, right, bottom = boxes.T
    inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return np.asarray(inside / np.maximum((right - left) * (bottom - top), 1), np.float64)


def _coverage(shape: tuple[int, ...], boxes: Boxes) -> NDArray[np.uint8]:
    """How many boxes lie over each pixel."""
    import numpy as np

    counts = np.zeros(shape, np.uint8)
    for left, top, right, bottom in boxes.tolist():
        counts[top:bottom, left:right] += 1
    return counts


def _overlapping(
    n: int, others: NDArray[np.int64], placed: Sequence[PlacedCharacter], boxes: Boxes
) -> Iterator[int]:
    """The characters of other texts that lie over one or under it, its own shadow aside."""
    import numpy as np

    own, theirs = boxes[n], boxes[others]
    across = np.minimum(own[2], theirs[:, 2]) - np.maximum(own[0], theirs[:, 0])
    down = np.minimum(own[3], theirs[:, 3]) - np.maximum(own[1], theirs[:, 1])
    shared = np.maximum(across, 0) * np.maximum(down, 0)
    areas = (theirs[:, 2] - theirs[:, 0]) * (theirs[:, 3] - theirs[:, 1])
    share = shared / np.maximum(np.minimum(areas, (own[2] - own[0]) * (own[3] - own[1])), 1)
    for i in np.flatnonzero(share > _OVER).tolist():
        k = int(others[i])
        twin = placed[k].char == placed[n].char and share[i] > _TWIN
        if placed[k].source != placed[n].source and not twin:
            yield k


def _quarter_turns(lines: Iterable[TextLine], rotation: int) -> int:
    """Quarters clockwise that make most of a page's lines level.

    Args:
        rotation: of the sheet when it is drawn, in degrees clockwise.
    """
    ways: Counter[int] = Counter()
    total = 0
    for line in lines:
        for c in line.characters:
            if c.rect is not None:
                total += 1
                angle = (c.angle + rotation) % 360
                nearest = round(angle / 90) * 90
                if abs(angle - nearest) <= _UPRIGHT:
                    ways[nearest % 360] += 1
    if not ways:
        return 0
    way, count = max(ways.items(), key=lambda item: (item[1], -item[0]))
    return -way // 90 % 4 if count >= _SIDEWAYS * total else 0
