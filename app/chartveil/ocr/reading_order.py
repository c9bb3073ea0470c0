"""The order in which a person reads the lines of a page: columns one after the other, tables by rows, a key
before its value.

The page is cut along the white between its lines. Bands whose lines share a gutter stay together, and the
gutter parts columns only if what stands beside it reads as running text, or its lines do not stand level.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chartveil.domain.geometry import Rect, rect_around
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from chartveil.ocr.orientation import is_vertical

_CUT = 1.5
"""White within a line at which it is cut, in heights: the finder may join what stands in two columns."""
_CELL = 0.65
"""White between two words from which they are of two columns, in heights of their line."""
_GUTTER = 0.9
"""Least width of a gutter, in heights of the middling line."""
_CORE = 0.5
"""Share of a line's height, around its middle, by which lines part: ascenders and descenders interlock."""
_LEVEL = 0.35
"""Lines stand level if their middles differ by less than this share of a height."""
_ROWS = 3
"""Fewer rows are no column."""

_Gap = tuple[float, float]
_FAR = 1e9


@dataclass(frozen=True, slots=True)
class LinePiece:
    """Words side by side that belong together."""

    words: tuple[OcrWord, ...]
    place: Rect

    @property
    def middle(self) -> float:
        """Its y, halfway between top and bottom."""
        return (self.place.top + self.place.bottom) / 2

    @property
    def text(self) -> str:
        """Its words with a blank between them."""
        return " ".join(w.text for w in self.words)


@dataclass(frozen=True, slots=True)
class WordInText:
    """A word at its place in the text: ``text[start:end]``."""

    start: int
    end: int
    word: OcrWord


def rows_in_reading_order(lines: Sequence[OcrLine]) -> list[list[LinePiece]]:
    """Rows in reading order, each with its pieces from the left. Lines without words are left out; those that
    run up or down come last."""
    read = [line for line in lines if line.words]
    pieces = [piece for line in read if not is_vertical(line) for piece in _pieces(line)]
    rows = _ordered(sorted(pieces, key=_key))
    tall = sorted((line for line in read if is_vertical(line)), key=lambda n: (n.place.left, n.place.top))
    return rows + [[LinePiece(line.words, line.place)] for line in tall]


def text_of_rows(rows: Iterable[Sequence[LinePiece]], start: int = 0) -> tuple[str, list[WordInText]]:
    """Rows as text, with each word's range in it.

    Words are joined by a blank, those far from each other by a tab, rows by a line end.

    Args:
        rows: in order.
        start: what the first range counts from.
    """
    text: list[str] = []
    words: list[WordInText] = []
    at = start
    for row in rows:
        if text:
            text.append("\n")
            at += 1
        last: Rect | None = None
        for word in (w for piece in row for w in piece.words):
            if last is not None:
                far = word.place.left - last.right > _CELL * max(word.place.height, last.height)
                text.append("\t" if far else " ")
                at += 1
            text.append(word.text)
            words.append(WordInText(at, at + len(word.text), word))
            at += len(word.text)
            last = word.place
    return "".join(text), words


def _key(piece: LinePiece) -> tuple[float, float, str]:
    return (piece.place.top, piece.place.left, piece.text)


def _pieces(line: OcrLine) -> list[LinePiece]:
    groups: list[list[OcrWord]] = []
    for word in sorted(line.words, key=lambda w: (w.place.left, w.place.right, w.text)):
        if groups and word.place.left - groups[-1][-1].place.right <= _CUT * line.place.height:
            groups[-1].append(word)
        else:
            groups.append([word])
    return [LinePiece(tuple(group), rect_around(w.place for w in group)) for group in groups]


def _ordered(pieces: Sequence[LinePiece]) -> list[list[LinePiece]]:
    if not pieces:
        return []
    height = statistics.median(p.place.height for p in pieces)
    out: list[list[LinePiece]] = []
    for block in _blocks(_slabs(pieces), _GUTTER * height):
        out += _of_block(block, _GUTTER * height)
    return out


def _of_block(block: Sequence[LinePiece], least: float) -> list[list[LinePiece]]:
    """Columns of a block one after the other, or its rows."""
    for gap in _parting(_gaps(block, least), block):
        left, right = _sides(block, gap)
        if _are_columns(_next_to(gap, left, least), _next_to(gap, right, least)):
            return _ordered(left) + _ordered(right)
    return _rows(block)


def _slabs(pieces: Sequence[LinePiece]) -> list[list[LinePiece]]:
    """Bands of the page from the top, each parted from the next by a level that no line crosses."""

    def core(piece: LinePiece) -> tuple[float, float]:
        half = _CORE * piece.place.height / 2
        return piece.middle - half, piece.middle + half

    slabs: list[list[LinePiece]] = []
    reach = 0.0
    for piece in sorted(pieces, key=lambda p: (*core(p), *_key(p))):
        top, bottom = core(piece)
        if slabs and top < reach:
            slabs[-1].append(piece)
            reach = max(reach, bottom)
        else:
            slabs.append([piece])
            reach = bottom
    return slabs


def _blocks(slabs: Sequence[list[LinePiece]], least: float) -> list[list[LinePiece]]:
    """Slabs joined as long as a gutter runs through all of them, or none has any."""
    blocks: list[list[LinePiece]] = []
    common: list[_Gap] = []
    for slab in slabs:
        own = _gaps(slab, least)
        if blocks:
            shared = _shared(common, own, least)
            together = blocks[-1] + slab
            alone = not _parting(common, blocks[-1]) and not _parting(own, slab)
            if alone or _parting(shared, together):
                blocks[-1], common = together, shared
                continue
        blocks.append(list(slab))
        common = own
    return blocks


def _gaps(pieces: Sequence[LinePiece], least: float) -> list[_Gap]:
    """White from top to bottom, at least so wide; also to the left and right of everything."""
    out: list[_Gap] = []
    reach = -_FAR
    for piece in sorted(pieces, key=lambda p: p.place.left):
        if piece.place.left - reach >= least:
            out.append((reach, piece.place.left))
        reach = max(reach, piece.place.right)
    return [*out, (reach, _FAR)]


def _shared(a: Sequence[_Gap], b: Sequence[_Gap], least: float) -> list[_Gap]:
    both = ((max(p[0], q[0]), min(p[1], q[1])) for p in a for q in b)
    return [gap for gap in both if gap[1] - gap[0] >= least]


def _parting(gaps: Iterable[_Gap], pieces: Sequence[LinePiece]) -> list[_Gap]:
    """Gaps with something on both sides, from the widest."""
    left, right = min(p.place.left for p in pieces), max(p.place.right for p in pieces)
    inner = [gap for gap in gaps if gap[0] > left and gap[1] < right]
    return sorted(inner, key=lambda g: (g[0] - g[1], g[0]))


def _sides(pieces: Sequence[LinePiece], gap: _Gap) -> tuple[list[LinePiece], list[LinePiece]]:
    left = [p for p in pieces if p.place.right <= gap[0] + 1e-6]
    return left, [p for p in pieces if p.place.right > gap[0] + 1e-6]


def _next_to(gap: _Gap, side: Sequence[LinePiece], least: float) -> list[LinePiece]:
    """The column of a side that stands next to the gap, where it has several."""
    before = side[0].place.right <= gap[0] + 1e-6
    inner = [g for g in _gaps(side, least) if g[0] > -_FAR and g[1] < _FAR]
    if not inner:
        return list(side)
    left, right = _sides(side, inner[-1] if before else inner[0])
    return right if before else left


def _rows(pieces: Sequence[LinePiece]) -> list[list[LinePiece]]:
    """Pieces that stand level as one row, rows from the top, each from the left."""
    rows: list[list[LinePiece]] = []
    for piece in sorted(pieces, key=lambda p: (p.middle, *_key(p))):
        if rows and _level(statistics.fmean(p.middle for p in rows[-1]), rows[-1][0], piece):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda p: (p.place.left, *_key(p))) for row in rows]


def _level(middle: float, a: LinePiece, b: LinePiece) -> bool:
    return abs(middle - b.middle) < 0.5 * min(a.place.height, b.place.height)


def _are_columns(left: Sequence[LinePiece], right: Sequence[LinePiece]) -> bool:
    """Whether the sides are to be read one after the other, and not row by row."""
    lefts, rights = _rows(left), _rows(right)
    if min(len(lefts), len(rights)) < _ROWS or _are_keys(lefts):
        return False
    prose = _is_prose(lefts), _is_prose(rights)
    if all(prose):
        return True
    level = _level_share(lefts, rights)
    return level < (0.8 if any(prose) else 0.6)


def _are_keys(rows: Sequence[Sequence[LinePiece]]) -> bool:
    """Whether many rows end as a key does that waits for its value."""
    return sum(row[-1].text.endswith(":") for row in rows) >= 0.3 * len(rows)


def _is_prose(rows: Sequence[Sequence[LinePiece]]) -> bool:
    """Whether rows are lines of running text: several words each, most of them as long as the column."""
    whole = rect_around(p.place for row in rows for p in row)
    widths = sorted(row[-1].place.right - row[0].place.left for row in rows)
    words = statistics.median(sum(len(p.words) for p in row) for row in rows)
    pieces = statistics.fmean(len(row) for row in rows)
    full = sum(width >= 0.75 * whole.width for width in widths)
    return words >= 3 and pieces < 1.5 and full >= 0.6 * len(rows)


def _level_share(lefts: Sequence[Sequence[LinePiece]], rights: Sequence[Sequence[LinePiece]]) -> float:
    """Share of the shorter side's rows that stand level with one of the other side."""
    few, many = sorted((lefts, rights), key=len)
    level = sum(
        any(abs(a[0].middle - b[0].middle) < _LEVEL * min(a[0].place.height, b[0].place.height) for b in many)
        for a in few
    )
    return level / len(few)
