"""The order in which a person would read the lines of a PDF page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from chartveil.formats.pdf_text import PlacedCharacter, Rect, TextLine

_BACKWARD = 0.25
"""Share of line changes that may go up the page, columns aside, before the order counts as scrambled."""
_BAND = 0.8
"""White between two bands of a page, in line heights."""
_GUTTER = 1.0
"""White between two columns, in line heights."""
_TALL = 2.0
"""Height of a line in heights of its letters, roughly: small ones have no ascenders."""
_FORM_CHARS = 30
"""Mean length up to which the lines of a column may be the labels of a form."""

_Placed = tuple[TextLine, Rect]


def in_reading_order(lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines as the stream has them, if that runs down the page; else as they stand on it.

    Some programs write in the order of drawing: all labels of a form, then all values, or the foot before
    the body. Such a page is cut into blocks along the white between them (recursive X-Y cut, Nagy and
    Seth 1984), and pieces side by side become one line.
    """
    placed = _placed(lines)
    if len(placed) < len(lines) or _runs_down_the_page(placed):
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
            if last is not None and rect.left - last.right > _GUTTER * _TALL * (last.bottom - last.top):
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
    for line, _ in row:
        if glyphs:
            glyphs.append(PlacedCharacter(" ", None))
        glyphs.extend(line.characters)
    return TextLine(tuple(glyphs))
