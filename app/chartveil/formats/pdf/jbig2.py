"""Encodes a picture of one bit a pixel as JBIG2 (ITU-T T.88), without loss.

Drawn text is made of few shapes: each letter of a font looks the same wherever it stands. A shape that comes
more than once is told once, and then its places; all else (rules, frames, drawings) is coded as a fax
(ITU-T T.6) in the same stream. Only shapes that are the same in every pixel are taken for one: a shape is
never put in another's place, as programs did that look for likeness.
"""

from __future__ import annotations

import bisect
import heapq
import io
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from PIL import Image, TiffImagePlugin

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartveil.ocr.preprocessing import Mask

_LARGEST_SHAPE = 160
"""Pixels across and down: larger shapes hardly come twice."""
_SMALLEST_SHAPE = 4
"""Pixels of ink: specks cost less in the fax."""
_SYMBOLS, _TEXT, _FAX, _PAGE = 0, 7, 39, 48
"""Types of segments: dictionary of symbols, places of symbols, generic region, page (T.88, 7.3)."""
_FAX_END = 0x001001
"""End of a block (T.6, 2.4.1)."""
_RUN_CODES = 35
_LENGTH_BITS = 5
"""Codes by which lengths of symbols' codes are told, of which we use those that say a length, all alike."""
_INFINITY = 32
"""Bits of a number beyond the last range of a table."""

_Row = tuple[int, int, int]
"""First value of a range, bits of its prefix, bits that tell the value within it."""


class _Code(NamedTuple):
    """A code word: its bits as a number, and how many there are."""

    bits: int
    length: int


class _Table:
    """A table of prefix codes for numbers (T.88, annex B).

    Args:
        rows: ranges from the lowest value to the highest, the last one open.
        below: bits of the prefix for values below the first; 0 for none.
        end: bits of the prefix for the mark of an end; 0 for none.
    """

    def __init__(self, rows: Sequence[_Row], below: int = 0, end: int = 0) -> None:
        self._rows = rows
        self._firsts = [first for first, _, _ in rows]
        lengths = [length for _, length, _ in rows]
        # Codes are given by length, then in the order of the standard: the open ranges and the end are last.
        codes = prefix_codes([*lengths[:-1], below, lengths[-1], end])
        self._codes = [*codes[: len(rows) - 1], codes[-2]]
        self._below, self._end = codes[-3], codes[-1]

    def put(self, out: _Bits, value: int) -> None:
        """Writes a number."""
        first = self._rows[0][0]
        if value < first:
            out.put(*self._below)
            out.put(first - 1 - value, _INFINITY)
            return
        at = bisect.bisect_right(self._firsts, value) - 1
        out.put(*self._codes[at])
        out.put(value - self._rows[at][0], self._rows[at][2])

    def put_end(self, out: _Bits) -> None:
        """Writes the mark of an end."""
        out.put(*self._end)


class _Bits:
    """Bits one after the other, the highest of a byte first."""

    def __init__(self) -> None:
        self._out = bytearray()
        self._held = self._count = 0

    def put(self, bits: int, length: int) -> None:
        """Appends the lowest ``length`` bits of a number."""
        self._held = self._held << length | bits
        self._count += length
        while self._count >= 8:
            self._count -= 8
            self._out.append(self._held >> self._count)
            self._held &= (1 << self._count) - 1

    def align(self) -> None:
        """Fills the last byte with zeros."""
        if self._count:
            self.put(0, 8 - self._count)

    def put_bytes(self, data: bytes) -> None:
        """Appends whole bytes; only where the last one is full."""
        self._out += data

    def finish(self) -> bytes:
        """All bytes."""
        self.align()
        return bytes(self._out)


def prefix_codes(lengths: Sequence[int]) -> list[_Code]:
    """The code words of these lengths, as T.88 gives them out (B.3); a length of 0 has none."""
    codes = [_Code(0, 0)] * len(lengths)
    following = 0
    for length in range(1, max(lengths, default=0) + 1):
        following <<= 1
        for k in (k for k, own in enumerate(lengths) if own == length):
            codes[k] = _Code(following, length)
            following += 1
    return codes


# Tables B.1, B.2, B.4, B.6, B.8 and B.11 of T.88.
_SIZES = _Table(((0, 1, 4), (16, 2, 8), (272, 3, 16), (65808, 3, 32)))
_WIDTHS = _Table(((0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 4, 3), (11, 5, 6), (75, 6, 32)), end=6)
_HEIGHTS = _Table(((1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 4, 3), (12, 5, 6), (76, 5, 32)))
_FIRSTS = _Table(
    (
        *((-2048, 5, 10), (-1024, 4, 9), (-512, 4, 8), (-256, 4, 7), (-128, 5, 6), (-64, 5, 5), (-32, 4, 5)),
        *((0, 2, 7), (128, 3, 7), (256, 3, 8), (512, 4, 9), (1024, 4, 10), (2048, 6, 32)),
    ),
    below=6,
)
_STEPS = _Table(
    (
        *((-15, 8, 3), (-7, 9, 1), (-5, 8, 1), (-3, 9, 0), (-2, 7, 0), (-1, 4, 0), (0, 2, 1), (2, 5, 0)),
        *((3, 6, 0), (4, 3, 4), (20, 6, 1), (22, 4, 4), (38, 4, 5), (70, 5, 6), (134, 5, 7), (262, 6, 7)),
        *((390, 7, 8), (646, 6, 10), (1670, 9, 32)),
    ),
    below=9,
    end=2,
)
_ROWS = _Table(
    (
        *((1, 1, 0), (2, 2, 1), (4, 4, 0), (5, 4, 1), (7, 5, 1), (9, 5, 2), (13, 6, 2), (17, 7, 2)),
        *((21, 7, 3), (29, 7, 4), (45, 7, 5), (77, 7, 6), (141, 7, 32)),
    )
)


class _Shape(NamedTuple):
    """A shape, so that sorting brings those of one height together: its size in pixels and packed rows."""

    height: int
    width: int
    rows: bytes


class _Place(NamedTuple):
    """Where a shape stands: its lowest row, its left edge, and its number."""

    bottom: int
    left: int
    shape: int


def encode_jbig2(ink: Mask, box: Sequence[int] | None = None) -> bytes:
    """A mask as JBIG2 segments, as PDF holds them; ink is black.

    Args:
        box: left, top, width and height of its ink, where they are known.
    """
    height, width = ink.shape
    out = _segment(0, _PAGE, struct.pack(">IIIIBH", width, height, 0, 0, 1, 0))
    left, top, across, down = cv2.boundingRect(ink.view(np.uint8)) if box is None else box
    if not across:
        return out
    shapes, places, rest = _shapes_of(ink[top : top + down, left : left + across])
    region = struct.pack(">IIIIB", across, down, left, top, 0)
    if places:
        out += _segment(1, _SYMBOLS, _dictionary(shapes))
        out += _segment(2, _TEXT, region + _text_region(shapes, places), refers_to=1)
    if rest.any():
        out += _segment(3, _FAX, region + b"\x01" + encode_fax(rest))
    return out


def encode_fax(ink: Mask) -> bytes:
    """A mask in the coding of group 4 (ITU-T T.6), where ink is black."""
    height, width = ink.shape
    out = io.BytesIO()
    # Pillow codes one as black: nothing has to be turned round.
    image = Image.frombytes("1", (width, height), np.packbits(ink, axis=1).tobytes())
    image.save(out, "TIFF", compression="group4", strip_size=(width // 8 + 1) * height + 1)
    with Image.open(out) as tiff:
        assert isinstance(tiff, TiffImagePlugin.TiffImageFile)
        (start,) = tiff.tag_v2[TiffImagePlugin.STRIPOFFSETS]
        (size,) = tiff.tag_v2[TiffImagePlugin.STRIPBYTECOUNTS]
    return _without_end_mark(out.getvalue()[start : start + size])


def _without_end_mark(data: bytes) -> bytes:
    """A fax without the mark of its end: where its length is told, PDFium takes the mark for what follows."""
    bits = int.from_bytes(data)
    spare = (bits & -bits).bit_length() - 1
    assert bits >> spare & 0xFFFFFF == _FAX_END
    length = 8 * len(data) - spare - 24
    return (bits >> spare + 24 << -length % 8).to_bytes((length + 7) // 8)


def _shapes_of(ink: Mask) -> tuple[list[_Shape], list[_Place], Mask]:
    """The shapes that come more than once, sorted; their places; and the ink that is in none of them."""
    count, numbers = cv2.connectedComponents(ink.astype(np.uint8), connectivity=8)
    boxes, areas = _boxes_of(ink, np.asarray(numbers, np.int32), count)
    small = np.flatnonzero((boxes[:, 2:].max(axis=1) <= _LARGEST_SHAPE) & (areas >= _SMALLEST_SHAPE))
    found: dict[_Shape, list[tuple[int, int, Mask]]] = {}
    for k, (left, top, width, height) in zip(small.tolist(), boxes[small].tolist(), strict=True):
        own = numbers[top : top + height, left : left + width] == k
        shape = _Shape(height, width, np.packbits(own, axis=1).tobytes())
        found.setdefault(shape, []).append((top, left, own))
    repeated = {shape: places for shape, places in found.items() if len(places) > 1}
    shapes = sorted(repeated)
    rest = ink.copy()
    places = []
    for number, shape in enumerate(shapes):
        for top, left, own in repeated[shape]:
            places.append(_Place(top + shape.height - 1, left, number))
            rest[top : top + shape.height, left : left + shape.width] &= ~own
    return shapes, sorted(places), rest


def _boxes_of(
    ink: Mask, numbers: NDArray[np.int32], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Left, top, width and height of each component, and its number of pixels; the paper, number 0, has none.

    Told from the runs of ink: the figures that OpenCV has of components sum up all pixels, and take four
    times as long as finding them.

    Args:
        numbers: of the component that a pixel is of.
        count: of numbers.
    """
    columns = ink.shape[1] + 2
    # With a blank column on both sides each run begins and ends within its row.
    edges = np.flatnonzero(np.diff(np.pad(ink, ((0, 0), (1, 1))).ravel()))
    starts, lengths = edges[::2], edges[1::2] - edges[::2]
    rows, lefts = starts // columns, starts % columns
    own = numbers[rows, lefts]
    left, top = np.full((2, count), max(ink.shape))
    right, bottom = np.zeros((2, count), np.int64)
    np.minimum.at(left, own, lefts)
    np.minimum.at(top, own, rows)
    np.maximum.at(right, own, lefts + lengths)
    np.maximum.at(bottom, own, rows + 1)
    areas = np.bincount(own, lengths, count).astype(np.int64)
    return np.stack((left, top, right - left, bottom - top), axis=1), areas


def _segment(number: int, kind: int, data: bytes, refers_to: int | None = None) -> bytes:
    """A segment of page 1 with its header (T.88, 7.2)."""
    referred = b"\x00" if refers_to is None else bytes([1 << 5, refers_to])
    return struct.pack(">IB", number, kind) + referred + b"\x01" + struct.pack(">I", len(data)) + data


def _dictionary(shapes: Sequence[_Shape]) -> bytes:
    """The dictionary of symbols: by height, their widths, and then their pixels side by side (T.88, 6.5)."""
    out = _Bits()
    height = 0
    for own_height, group in _by_height(shapes):
        _HEIGHTS.put(out, own_height - height)
        height, width = own_height, 0
        columns = []
        for shape in group:
            _WIDTHS.put(out, shape.width - width)
            width = shape.width
            packed = np.frombuffer(shape.rows, np.uint8).reshape(height, -1)
            columns.append(np.unpackbits(packed, axis=1)[:, :width])
        _WIDTHS.put_end(out)
        pixels = encode_fax(np.hstack(columns) > 0)
        _SIZES.put(out, len(pixels))
        out.align()
        out.put_bytes(pixels)
    _SIZES.put(out, 0)
    _SIZES.put(out, len(shapes))
    return struct.pack(">HII", 1, len(shapes), len(shapes)) + out.finish()


def _by_height(shapes: Sequence[_Shape]) -> Iterable[tuple[int, list[_Shape]]]:
    groups: dict[int, list[_Shape]] = {}
    for shape in shapes:
        groups.setdefault(shape.height, []).append(shape)
    return groups.items()


def _text_region(shapes: Sequence[_Shape], places: Sequence[_Place]) -> bytes:
    """The places of symbols, row by row of their feet, from the left (T.88, 6.4 and 7.4.3)."""
    lengths = _code_lengths(len(shapes), [p.shape for p in places])
    out = _Bits()
    for k in range(_RUN_CODES):
        out.put(_LENGTH_BITS if k < 2**_LENGTH_BITS else 0, 4)
    for length in lengths:
        out.put(length, _LENGTH_BITS)
    out.align()
    codes = prefix_codes(lengths)
    _ROWS.put(out, 1)  # Rows are counted from one above the region.
    row, first, at = -1, 0, 0
    for place in places:
        if place.bottom != row:
            if row >= 0:
                _STEPS.put_end(out)
            _ROWS.put(out, place.bottom - row)
            _FIRSTS.put(out, place.left - first)
            row, first = place.bottom, place.left
        else:
            _STEPS.put(out, place.left - at)
        out.put(*codes[place.shape])
        at = place.left + shapes[place.shape].width - 1
    _STEPS.put_end(out)
    return struct.pack(">HHI", 1, 0, len(places)) + out.finish()


def _code_lengths(count: int, symbols: Iterable[int]) -> list[int]:
    """Bits for each of the symbols by how often it comes (Huffman 1952)."""
    times = Counter(symbols)
    lengths = [1] * count if count == 1 else [0] * count
    heap: list[tuple[int, int, tuple[int, ...]]] = [(times[k], k, (k,)) for k in range(count)]
    heapq.heapify(heap)
    while len(heap) > 1:
        (a, _, left), (b, at, right) = heapq.heappop(heap), heapq.heappop(heap)
        for k in (*left, *right):
            lengths[k] += 1
        heapq.heappush(heap, (a + b, at, left + right))
    return lengths
