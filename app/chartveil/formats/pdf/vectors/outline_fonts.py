"""Fonts of outlines alone: shapes of glyphs that a page shows, and nothing else of the font they came from.

A font is written as CFF with a CID for each glyph (Adobe Technical Notes 5176 and 5177), without names,
hints, subroutines or any table in which something else could stand. ``read_outline_font`` takes no other file than
``write_outline_font`` writes, so that a font in a finished PDF can be proved to hold shapes and nothing else.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

FONT_NAME = "Kept"
UNITS_PER_EM = 1000
"""Units of a font's square."""
MAX_GLYPHS = 65_000
"""Glyphs of one font, at most."""
_WIDEST = 9_999
_MOVE, _LINE, _CURVE, _END = 21, 5, 8, 14
_VALUES = {_MOVE: 2, _LINE: 2, _CURVE: 6}
_HEAD = b"\x01\x00\x04\x04"
_STRINGS = (b"Adobe", b"Identity")
_FIRST_STRING = 391
"""Number of the first string of a font's own; those below are the standard's."""
_PRIVATE = b"\x8b\x14\x8b\x15"
"""Widths in the glyphs count from 0, and glyphs without one have 0."""


@dataclass(frozen=True, slots=True)
class GlyphOutline:
    """The shape of a glyph.

    Attributes:
        width: its advance, in thousandths of the font size.
        steps: operator and its values in thousandths of the font size, each relative to the last point:
            ``(21, dx, dy)`` begins a contour, ``(5, dx, dy)`` is a line, ``(8, six values)`` a curve.
    """

    width: int
    steps: tuple[tuple[int, ...], ...] = ()


BLANK_GLYPH = GlyphOutline(250)


def outline_from_points(width: float, points: Sequence[tuple[str, float, float]]) -> GlyphOutline:
    """A shape from absolute points in shares of the font size.

    Args:
        width: in thousandths.
        points: ``m`` begins a contour, ``l`` ends a line, three ``c`` in a row make a curve.
    """
    steps: list[tuple[int, ...]] = []
    x = y = 0
    held: list[int] = []
    for kind, px, py in points:
        nx, ny = _whole(px * UNITS_PER_EM), _whole(py * UNITS_PER_EM)
        dx, dy = nx - x, ny - y
        x, y = nx, ny
        if kind == "c":
            held += [dx, dy]
            if len(held) == 6:
                steps.append((_CURVE, *held))
                held = []
        elif kind == "m":
            if steps and steps[-1][0] == _MOVE:
                dx, dy = dx + steps[-1][1], dy + steps[-1][2]
                steps.pop()
            steps.append((_MOVE, dx, dy))
        else:
            steps.append((_LINE, dx, dy))
    if steps and steps[-1][0] == _MOVE:
        steps.pop()
    if steps and steps[0][0] != _MOVE:
        steps.insert(0, (_MOVE, 0, 0))
    return GlyphOutline(min(_whole(width), _WIDEST), tuple(steps))


def _whole(value: float) -> int:
    return max(-16_000, min(16_000, round(value)))


def write_outline_font(glyphs: Sequence[GlyphOutline]) -> bytes:
    """A CFF font whose glyphs have the numbers 1, 2, … in this order; 0 is empty."""
    shapes = [_shape(g) for g in (GlyphOutline(0), *(glyphs or [BLANK_GLYPH]))]
    count = len(shapes)
    head = _HEAD + _index([FONT_NAME.encode()])
    strings = _index(_STRINGS) + _index([])
    top_size = len(_index([_top(count, 0, 0, 0, 0)]))
    charset_at = len(head) + top_size + len(strings)
    charset = struct.pack(">BHH", 2, 1, count - 2)
    select = struct.pack(">BHHBH", 3, 1, 0, 0, count)
    shapes_at = charset_at + len(charset) + len(select)
    body = _index(shapes)
    fonts_at = shapes_at + len(body)
    fonts = _index([_private(0)])
    private_at = fonts_at + len(fonts)
    top = _index([_top(count, charset_at, charset_at + len(charset), shapes_at, fonts_at)])
    return head + top + strings + charset + select + body + _index([_private(private_at)]) + _PRIVATE


def read_outline_font(data: bytes) -> list[GlyphOutline] | None:
    """The glyphs of a font that ``write_outline_font`` wrote; None for any other bytes."""
    if not data.startswith(_HEAD):
        return None
    at = 4 + len(_index([FONT_NAME.encode()])) + len(_index([_top(2, 0, 0, 0, 0)]))
    at += len(_index(_STRINGS)) + len(_index([])) + 5 + 8
    try:
        glyphs = [_outline(shape) for shape in _entries(data, at)]
    except (ValueError, IndexError, KeyError, struct.error):
        return None
    return glyphs[1:] if glyphs and write_outline_font(glyphs[1:]) == data else None


def _top(count: int, charset: int, select: int, shapes: int, fonts: int) -> bytes:
    """The top dictionary, of the same size for all values."""
    ros = b"".join(_long(v) for v in (_FIRST_STRING, _FIRST_STRING + 1, 0)) + b"\x0c\x1e"
    return (
        ros
        + (_long(count) + b"\x0c\x22")
        + (_long(charset) + b"\x0f")
        + (_long(select) + b"\x0c\x25")
        + (_long(shapes) + b"\x11")
        + (_long(fonts) + b"\x0c\x24")
    )


def _private(at: int) -> bytes:
    return _long(len(_PRIVATE)) + _long(at) + b"\x12"


def _long(value: int) -> bytes:
    return b"\x1d" + value.to_bytes(4, "big", signed=True)


def _index(entries: Sequence[bytes]) -> bytes:
    """Entries with a table of where each begins."""
    if not entries:
        return b"\0\0"
    at, offsets = 1, [1]
    for entry in entries:
        at += len(entry)
        offsets.append(at)
    table = b"".join(o.to_bytes(4, "big") for o in offsets)
    return struct.pack(">HB", len(entries), 4) + table + b"".join(entries)


def _entries(data: bytes, at: int) -> list[bytes]:
    count, size = struct.unpack_from(">HB", data, at)
    if size != 4:
        raise ValueError("not ours")
    offsets = struct.unpack_from(f">{count + 1}I", data, at + 3)
    start = at + 3 + 4 * (count + 1) - 1
    return [data[start + a : start + b] for a, b in pairwise(offsets)]


def _shape(glyph: GlyphOutline) -> bytes:
    """A glyph's program: its width, its steps, the end."""
    out = bytearray(_number(glyph.width))
    for operator, *values in glyph.steps:
        for value in values:
            out += _number(value)
        out.append(operator)
    out.append(_END)
    return bytes(out)


def _number(value: int) -> bytes:
    if -107 <= value <= 107:
        return bytes([value + 139])
    if 108 <= value <= 1131:
        return bytes([247 + (value - 108 >> 8), (value - 108) & 255])
    if -1131 <= value <= -108:
        return bytes([251 + (-value - 108 >> 8), (-value - 108) & 255])
    return b"\x1c" + value.to_bytes(2, "big", signed=True)


def _outline(shape: bytes) -> GlyphOutline:
    """A glyph from its program.

    Raises:
        ValueError, IndexError, KeyError: if it is none of ours.
    """
    values: list[int] = []
    steps: list[tuple[int, ...]] = []
    width: int | None = None
    at = 0
    while shape[at] != _END:
        first = shape[at]
        if first >= 32 or first == 28:
            value, at = _read_number(shape, at)
            values.append(value)
            continue
        if width is None:
            width = values.pop(0)
        if len(values) != _VALUES[first]:
            raise ValueError("not ours")
        steps.append((first, *values))
        values = []
        at += 1
    if width is None:
        (width,) = values
        values = []
    if values or at != len(shape) - 1:
        raise ValueError("not ours")
    return GlyphOutline(width, tuple(steps))


def _read_number(shape: bytes, at: int) -> tuple[int, int]:
    first = shape[at]
    if first == 28:
        return int.from_bytes(shape[at + 1 : at + 3], "big", signed=True), at + 3
    if first <= 246:
        return first - 139, at + 1
    if first <= 250:
        return (first - 247) * 256 + shape[at + 1] + 108, at + 2
    if first <= 254:
        return -(first - 251) * 256 - shape[at + 1] - 108, at + 2
    raise ValueError("not ours")
