"""The text layer of a PDF page as PDFium gives it: characters with boxes, in lines, in the order in which a
person reads them."""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from chartveil.domain.geometry import Rect, rect_around

_SOFT_HYPHEN = 0x2
"""The character that PDFium gives for a hyphen and the line end after it."""
_UNMAPPED = frozenset({0, 0xFFFD, 0xFFFE, 0xFFFF})
_UNTOLD = frozenset("\ufffd\x01")
_SCALE = 1000
"""Steps per point, as PDFium gives whole numbers."""
_SPAN = 1000.0
"""Points between the places by which the transformation is told."""
_BACKWARD = 0.25
"""Share of line changes that may go up the page, columns aside, before the order counts as scrambled."""
_BAND = 0.8
"""White between two bands of a page, in line heights."""
_GUTTER = 1.0
"""White between two columns, in line heights."""
_TALL = 2.0
"""Height of a line in heights of its letters, roughly: small ones have no ascenders."""
_CELL, _CELL_OF_BLANKS, _CELL_OF_LINES = 1.0, 1.5, 0.5
"""White from which what follows is of another column, in heights of the line: where the page has no blank of
its own, where it has some, and between what PDFium takes for two lines."""
_TOUCH = 0.05
"""White between two characters up to which they stand side by side in one word, in heights of their line."""
_SPACED, _APART, _WORD_STEP = 0.35, 0.8, 1.6
"""Blanks for each letter of a line, and share of its letters that are drawn by themselves, from which its
letters are spaced; and steps from one letter to the next from which a word ends."""
_FORM_CHARS = 30
"""Mean length up to which the lines of a column may be the labels of a form."""


@dataclass(frozen=True, slots=True)
class PlacedCharacter:
    """One character.

    Attributes:
        char: of one code point.
        rect: None for those that PDFium made up (blanks between words).
        source: tells the texts of a page apart that were drawn by themselves; 0 where none drew it.
        angle: degrees clockwise in which its line runs on the sheet.
        seen: whether the drawn page shows it.
    """

    char: str
    rect: Rect | None
    source: int = 0
    angle: int = 0
    seen: bool = True

    @property
    def has_meaning(self) -> bool:
        """Whether its font tells which character it is."""
        return self.char not in _UNTOLD and not "\ue000" <= self.char <= "\uf8ff"


@dataclass(frozen=True, slots=True)
class TextLine:
    """Glyphs of one line without its line end; never empty, never only white."""

    characters: tuple[PlacedCharacter, ...]

    @property
    def text(self) -> str:
        """The characters of the line."""
        return "".join(g.char for g in self.characters)

    def moved(self, move: Callable[[Rect], Rect]) -> TextLine:
        """The line with the places of its characters moved."""
        return TextLine(
            tuple(c if c.rect is None else replace(c, rect=move(c.rect)) for c in self.characters)
        )

    @property
    def rect(self) -> Rect | None:
        """Around all characters that are seen; None where none has a place."""
        return rect_of_characters(g for g in self.characters if not g.char.isspace())


def rect_of_characters(characters: Iterable[PlacedCharacter]) -> Rect | None:
    """The smallest rectangle around the characters that have a place; None where none has."""
    rects = [c.rect for c in characters if c.rect is not None]
    return rect_around(rects) if rects else None


class PageCoordinates:
    """Turns page coordinates into those of ``Rect``, as PDFium does, which knows rotation and crop box."""

    def __init__(self, page: Any) -> None:
        self.width, self.height = page.get_size()
        x0, y0 = self._probe(page, 0, 0)
        xx, xy = self._probe(page, _SPAN, 0)
        yx, yy = self._probe(page, 0, _SPAN)
        self._x = (x0, (xx - x0) / _SPAN, (yx - x0) / _SPAN)
        self._y = (y0, (xy - y0) / _SPAN, (yy - y0) / _SPAN)

    def rect(self, left: float, bottom: float, right: float, top: float) -> Rect:
        """The rectangle between two corners given in page coordinates (origin below)."""
        (x0, xx, yx), (y0, xy, yy) = self._x, self._y
        x1, y1 = x0 + xx * left + yx * top, y0 + xy * left + yy * top
        x2, y2 = x0 + xx * right + yx * bottom, y0 + xy * right + yy * bottom
        return Rect(
            round(min(x1, x2), 3), round(min(y1, y2), 3), round(max(x1, x2), 3), round(max(y1, y2), 3)
        )

    def _probe(self, page: Any, x: float, y: float) -> tuple[float, float]:
        """Where PDFium puts a point, in points."""
        import pypdfium2.raw as raw

        shown_x, shown_y = ctypes.c_int(), ctypes.c_int()
        size = (round(self.width * _SCALE), round(self.height * _SCALE))
        raw.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, x, y, shown_x, shown_y)
        return shown_x.value / _SCALE, shown_y.value / _SCALE


def read_lines(textpage: Any, space: PageCoordinates) -> list[TextLine]:
    """The lines of a page in the order of its stream, with a tab between two columns.

    A hyphen at a line's end stays, and the line ends there.
    """
    lines: list[TextLine] = []
    current: list[PlacedCharacter] = []

    def close() -> None:
        if any(not g.char.isspace() for g in current):
            lines.append(TextLine(tuple(_without_spacing(current))))
        current.clear()

    for code, character in _characters(textpage, space):
        if code not in (0x0A, 0x0D):
            current.append(character)
        if code in (0x0A, 0x0D, _SOFT_HYPHEN):
            close()
    close()
    return lines


def _char(code: int) -> str:
    """The character of a code point; a blank for those that would part lines, and the sign of the unknown for
    those that say nothing, as fonts without a map to Unicode give."""
    if code == _SOFT_HYPHEN:
        return "-"
    if code in (0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029):
        return "\t" if code == 0x09 else " "
    silent = code in _UNMAPPED or code < 0x20 or 0xD800 <= code <= 0xDFFF
    return "\ufffd" if silent else chr(code)


def _characters(textpage: Any, space: PageCoordinates) -> Iterator[tuple[int, PlacedCharacter]]:
    """Code point and box of each character, surrogate pairs joined."""
    import pypdfium2.raw as raw

    handle = textpage.raw
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    angles: dict[int, int] = {}
    high = 0
    for i in range(raw.FPDFText_CountChars(handle)):
        code = raw.FPDFText_GetUnicode(handle, i)
        if 0xD800 <= code <= 0xDBFF:
            high = code
            continue
        if high and 0xDC00 <= code <= 0xDFFF:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
        high = 0
        if code == 0x20:
            blank = _blank(handle, i)
            if blank:
                yield code, PlacedCharacter(blank, None)
            continue
        if code in (0x0A, 0x0D) or not raw.FPDFText_GetCharBox(handle, i, left, right, bottom, top):
            yield code, PlacedCharacter(_char(code), None)
            continue
        if code == _SOFT_HYPHEN and not raw.FPDFText_IsHyphen(handle, i):
            code = 0
        source = object_address(raw.FPDFText_GetTextObject(handle, i))
        if source not in angles:
            angles[source] = round(math.degrees(raw.FPDFText_GetCharAngle(handle, i)))
        rect = space.rect(left.value, bottom.value, right.value, top.value)
        yield code, PlacedCharacter(_char(code), rect, source, angles[source])


def _gap(handle: Any, before: int, behind: int) -> float | None:
    """The white between two characters of a page with what their font leaves beside them, in heights of the
    line; None where they do not stand side by side on a level line."""
    import pypdfium2.raw as raw

    boxes = (raw.FS_RECTF(), raw.FS_RECTF())
    for box, i in zip(boxes, (before, behind), strict=True):
        if round(math.degrees(raw.FPDFText_GetCharAngle(handle, i))) % 360:
            return None
        if not raw.FPDFText_GetLooseCharBox(handle, i, box):
            return None
    left, right = boxes
    height = min(left.top - left.bottom, right.top - right.bottom)
    shared = min(left.top, right.top) - max(left.bottom, right.bottom)
    return (right.left - left.right) / height if height > 0 and shared > height / 2 else None


def _blank(handle: Any, i: int) -> str:
    """What a blank of PDFium is: a tab where another column begins; nothing where it made the blank up and
    both characters stand side by side, as behind the thin signs of a typewriter's font."""
    import pypdfium2.raw as raw

    gap = _gap(handle, i - 1, i + 1)
    made_up = raw.FPDFText_IsGenerated(handle, i) == 1
    if gap is None:
        return " "
    if gap > (_CELL if made_up else _CELL_OF_BLANKS):
        return "\t"
    return "" if made_up and abs(gap) < _TOUCH else " "


def _without_spacing(line: Sequence[PlacedCharacter]) -> Sequence[PlacedCharacter]:
    """A line without the blanks in its words where each letter is drawn by itself, one step behind the last:
    PDFium takes the white beside narrow letters for blanks."""
    letters = [c for c in line if c.rect is not None]
    blanks = sum(c.rect is None for c in line)
    apart = len({c.source for c in letters})
    if blanks < _SPACED * len(letters) or apart < _APART * len(letters) or any(c.angle for c in letters):
        return line
    steps = [b.rect.left - a.rect.left for a, b in pairwise(letters) if a.rect and b.rect]
    widest = _WORD_STEP * sorted(steps)[len(steps) // 2] if steps else 0.0
    out: list[PlacedCharacter] = []
    last, white = None, list[PlacedCharacter]()
    for character in line:
        if character.rect is None:
            white.append(character)
            continue
        is_cell = any(w.char == "\t" for w in white)
        if last is None or is_cell or not 0 < character.rect.left - last.left < widest:
            out += white
        out.append(character)
        last, white = character.rect, []
    return out


def object_address(handle: Any) -> int:
    """Tells the objects of a page apart, as long as it is open."""
    return ctypes.cast(handle, ctypes.c_void_p).value or 0


_Placed = tuple[TextLine, Rect]


def in_reading_order(lines: Sequence[TextLine], *, turned: bool = False) -> list[TextLine]:
    """The lines as the stream has them, if that runs down the page; else as they stand on it.

    Args:
        turned: whether the page was turned, of which the stream knows nothing.

    Some programs write in the order of drawing: all labels of a form, then all values, or the foot before
    the body. Such a page is cut into blocks along the white between them (recursive X-Y cut, Nagy and
    Seth 1984), and pieces side by side become one line.
    """
    placed = _placed(lines)
    if len(placed) < len(lines) or (not turned and _runs_down_the_page(placed)):
        return list(lines)
    placed = _placed(piece for line in lines for piece in _pieces(line))
    return [_joined(row) for block in _cut(placed) for row in _rows(block)]


def _placed(lines: Iterable[TextLine]) -> list[_Placed]:
    return [(line, rect) for line in lines if (rect := line.rect) is not None]


def _pieces(line: TextLine) -> list[TextLine]:
    """The line cut at wide white: PDFium joins what stands on one level, even over a gutter."""
    pieces: list[list[PlacedCharacter]] = [[]]
    last: Rect | None = None
    for glyph in line.characters:
        rect = glyph.rect
        if rect is not None:
            # A hyphen is low: the higher neighbour tells how large the letters are.
            if last is not None and rect.left - last.right > _GUTTER * _TALL * max(last.height, rect.height):
                pieces.append([])
            last = rect
        pieces[-1].append(glyph)
    return [TextLine(tuple(piece)) for piece in pieces if any(not g.char.isspace() for g in piece)]


def _runs_down_the_page(placed: Sequence[_Placed]) -> bool:
    """Whether the lines run down the page, going up for another column only, a header or a foot aside."""
    runs = [[placed[0]]] if placed else []
    for before, after in pairwise(placed):
        same_level = _level(before[1], after[1])
        backward = after[1].right <= before[1].left if same_level else after[1].top < before[1].top
        if backward:
            runs.append([])
        runs[-1].append(after)
    odd = 0
    for left, right in pairwise(runs):
        if _is_form(left, right):
            return False
        odd += right[0][1].left < max(rect.right for _, rect in left)
    return odd <= max(2.0, _BACKWARD * (len(placed) - 1))


def _is_form(left: Sequence[_Placed], right: Sequence[_Placed]) -> bool:
    """Whether the left lines are labels of the right ones: short, and most of them level with one."""
    if min(len(left), len(right)) < 2:
        return False
    mean = sum(len(line.text) for line, _ in left) / len(left)
    level = sum(any(_level(a, b) for _, b in right) for _, a in left)
    return mean < _FORM_CHARS and level * 2 > min(len(left), len(right))


def _level(a: Rect, b: Rect) -> bool:
    """Whether two lines stand side by side: half of the lower one's height is shared."""
    shorter = min(a.bottom - a.top, b.bottom - b.top)
    return min(a.bottom, b.bottom) - max(a.top, b.top) > shorter / 2


def _cut(placed: Sequence[_Placed]) -> list[list[_Placed]]:
    """Blocks in reading order: columns side by side where that is what they are, else bands."""
    height = sorted(rect.bottom - rect.top for _, rect in placed)[len(placed) // 2]
    columns = _split(placed, lambda r: (r.left, r.right), _GUTTER * height)
    if len(columns) > 1 and _are_columns(columns):
        return [block for column in columns for block in _cut(column)]
    bands = _split(placed, lambda r: (r.top, r.bottom), _BAND * height)
    if len(bands) > 1:
        return [block for band in bands for block in _cut(band)]
    return [list(placed)]


def _split(
    placed: Sequence[_Placed], extent: Callable[[Rect], tuple[float, float]], gap: float
) -> list[list[_Placed]]:
    """Groups along one axis, parted where nothing stands over at least ``gap`` points."""
    groups: list[list[_Placed]] = []
    reach = 0.0
    for item in sorted(placed, key=lambda p: (*extent(p[1]), p[1].top, p[1].left)):
        start, stop = extent(item[1])
        if groups and start - reach < gap:
            groups[-1].append(item)
            reach = max(reach, stop)
        else:
            groups.append([item])
            reach = stop
    return groups


def _are_columns(columns: Sequence[Sequence[_Placed]]) -> bool:
    """Whether the groups are columns to be read one after the other, and not labels beside their values:
    each has three rows or more, and the lines of all are long, or do not stand level with the next."""
    if any(len(_rows(column)) < 3 for column in columns):
        return False
    return not any(_is_form(left, right) for left, right in pairwise(columns))


def _rows(block: Sequence[_Placed]) -> list[list[_Placed]]:
    """Lines side by side as one row, rows from the top, each from the left."""
    rows: list[list[_Placed]] = []
    for item in sorted(block, key=lambda p: (p[1].top + p[1].bottom, p[1].left)):
        if rows and _level(rows[-1][0][1], item[1]):
            rows[-1].append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda p: (p[1].left, p[1].top)) for row in rows]


def _joined(row: Sequence[_Placed]) -> TextLine:
    glyphs: list[PlacedCharacter] = []
    last = row[0][1]
    for line, rect in row:
        if glyphs:
            far = rect.left - last.right > _CELL_OF_LINES * min(rect.height, last.height)
            glyphs.append(PlacedCharacter("\t" if far else " ", None))
        glyphs.extend(line.characters)
        last = rect
    return TextLine(tuple(glyphs))


# -- letters along curves --

_OWN_TEXT = 2
"""Letters of one text, at most: on a curve each has its own."""
_TURNED = 3
"""Degrees from level or upright from which on a letter is turned."""
_BEND = (1, 45)
"""Degrees between two neighbours on a curve."""
_REACH = 3.0
"""Distance of two neighbours, in sizes of the larger one."""
_LETTERS, _WAYS = 5, 4
"""Letters of a curve, and different angles of them, at least."""


def without_curved_text(lines: Iterable[TextLine]) -> tuple[tuple[TextLine, ...], list[Rect]]:
    """The lines without letters that stand along curves, as in stamps and logos, and the places of these.

    Each is drawn by itself, turned a little against the last, and their order in the layer is not that in
    which they are read (``OORB AES`` at the foot of a round stamp): no word of them can be believed.
    """
    lines = tuple(lines)
    placed = [c for line in lines for c in line.characters if c.rect is not None and not c.char.isspace()]
    texts = Counter(c.source for c in placed)
    alone = [c for c in placed if texts[c.source] <= _OWN_TEXT and c.source]
    if sum(map(_is_turned, alone)) < _WAYS:
        return lines, []
    curved = {id(c) for curve in _curves(alone) for c in curve}
    if not curved:
        return lines, []
    left = (replace(t, characters=tuple(c for c in t.characters if id(c) not in curved)) for t in lines)
    rects = [c.rect for c in alone if id(c) in curved and c.rect is not None]
    return tuple(t for t in left if t.text.strip()), rects


def _is_turned(character: PlacedCharacter) -> bool:
    return _TURNED <= character.angle % 90 <= 90 - _TURNED


def _curves(letters: list[PlacedCharacter]) -> list[list[PlacedCharacter]]:
    """Letters of which each has a neighbour that is turned a little against it."""
    import numpy as np

    rects = np.array([(c.rect.left, c.rect.top, c.rect.right, c.rect.bottom) for c in letters if c.rect])
    middles, sizes = (rects[:, :2] + rects[:, 2:]) / 2, (rects[:, 2:] - rects[:, :2]).max(axis=1)
    angles = np.array([c.angle for c in letters])
    met: set[int] = set()
    found = []
    for seed in range(len(letters)):
        if seed in met or not _is_turned(letters[seed]):
            continue
        met.add(seed)
        curve = [seed]
        for n in curve:
            apart = np.hypot(*(middles - middles[n]).T)
            bend = np.abs((angles - angles[n] + 180) % 360 - 180)
            near = (apart <= _REACH * np.maximum(sizes, sizes[n])) & (bend >= _BEND[0]) & (bend <= _BEND[1])
            new = [k for k in np.flatnonzero(near).tolist() if k not in met]
            met.update(new)
            curve += new
        if len(curve) >= _LETTERS and len({letters[n].angle for n in curve}) >= _WAYS:
            found.append([letters[n] for n in curve])
    return found
