"""Encodes the picture of a page for a PDF: drawn text without loss in few bytes, photographs as photographs.

A page that a program drew has few colours and hard edges. Each ink is a mask of one bit a pixel that is
painted in its colour (mixed raster content, ITU-T T.44), and only what has more colours (photographs) is a
picture below. A shade over the whole page is a coarse picture below its inks. A scan, whose paper has grain
or whose letters have soft edges, is one picture.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

from chartveil.domain.geometry import Rect
from chartveil.formats.pages.page_picture import Colour
from chartveil.formats.pdf.jbig2 import encode_jbig2
from chartveil.ocr.engine_interface import Picture

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartveil.ocr.preprocessing import Mask

_QUALITIES = (85, 70, 50)
"""Qualities of JPEG that are tried in order; the first whose result is within the bound is taken."""
_BYTES_A_PIXEL = 0.25
"""Bound of a JPEG's size; only pictures of noise come near it."""
_JPEG_SIDE = 65_500
_WORTH = 1.25
"""How much larger a picture without loss may be than a JPEG of it."""
_PHOTO_DPI = 200
"""Highest resolution of pictures with many colours."""
_INKS = 12
"""Colours of a page, besides its paper's, that are painted as masks."""
MOST_LAYERS = 100
"""Masks and photographs of a page; more photographs than that are coded as one."""
_STEP = 4
"""One pixel in so many, across and down, tells a page's colours."""
_LEAST_INK = 3
"""Such pixels that an ink has at least."""
_TILE = 16
"""Pixels across and down of the tiles by which photographs are told from drawings."""
_SHADE_DPI = 40
"""Resolution of a shade."""
_SHADE_STEPS = 3
"""Steps of 256 by which a shade differs from its median around."""
_SHADE_AROUND = 21
"""Side of the square around, in pixels of the sample: seven millimetres."""
_STRANGE = 0.02
"""Share of what is not the shade that may be of no ink: edges of large figures."""
_MUCH = 0.1
"""Share of a page's tiles with more colours from which they may be a shade."""
_DRAWN = 0.5
"""Share of a page's tiles with more colours up to which a program drew it."""
_EDGE = 60
"""Steps of 256 from pixel to pixel at the edge of a letter."""
_EDGE_STEP = 16
"""Steps by which a pixel of a soft edge differs from paper and from ink."""
_EDGE_ROWS = 8
"""One row in so many tells how soft edges are."""
_SOFT = 0.15
"""Share of edges that are soft on a scan: a third and more; where a program drew with hard edges none."""
_GRAIN = 3
"""Steps by which the grain of paper differs from it, or more."""
_GRAINED = 0.25
"""Pixels so near to the paper's colour on a scan, by those that have it; .01 at most where a program drew."""
_BANDS, _BAND = 8, 24
"""Bands of rows by which it is told how well a picture packs, and rows of each."""
_FAR = 1.5
"""How much worse a picture may pack than its bands say."""


@dataclass(frozen=True, slots=True)
class PictureLayer:
    """A picture, or a mask to be painted in a colour, for a part of a page.

    Attributes:
        left, top, width, height: of the part, in pixels of the page's picture.
        dictionary_entries: size, colour space, bits and filter as entries of a PDF dictionary.
        data: the coded bytes.
        ink: colour of a mask; None for a picture.
        inked: what a mask paints, in pixels of the page's picture; None for a picture, which paints all.
    """

    left: int
    top: int
    width: int
    height: int
    dictionary_entries: str
    data: bytes
    ink: Colour | None = None
    inked: Rect | None = None


@dataclass(frozen=True, slots=True)
class _PageColours:
    """The colours of a page that a program drew.

    Attributes:
        paper: the most frequent one.
        inks: most frequent first.
        shade: the paper at one pixel in ``_STEP``, where it has more than one colour.
    """

    paper: Colour
    inks: tuple[Colour, ...]
    shade: Picture | None = None


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A coded picture of a page: its paper, and what is painted on it, in this order."""

    paper: Colour
    layers: tuple[PictureLayer, ...]


def encode_picture(picture: Picture, dpi: float) -> EncodedPicture:
    """The picture of a page, by inks where it has few."""
    picture = _grey(picture)
    colours = _few_colours(picture)
    if colours is None:
        return EncodedPicture((255, 255, 255), (_photograph(picture, 0, 0, 1.0),))
    paper, inks, shade = colours.paper, colours.inks, colours.shade
    known = _numbered_colours(picture, inks if shade is not None else (*inks, paper))
    odd = known == 0
    layers: list[PictureLayer] = []
    if shade is not None:
        away, far = _away_from(_enlarged(shade, picture.shape), picture, _SHADE_STEPS, 2 * _SHADE_STEPS)
        # Where a box has a colour that the shade has elsewhere, only the box is painted.
        known *= away
        odd &= far
        thin = _photograph(shade, 0, 0, dpi / _STEP / _SHADE_DPI)
        layers.append(replace(thin, width=picture.shape[1], height=picture.shape[0]))
    if odd.any():
        # First across rows, which lie in memory one after the other.
        tiles = np.asarray(np.any(np.any(_tiles(odd), axis=1), axis=2))
        photographed = _pixels_in(tiles, _TILE, odd.shape)
        layers += _photographs(picture, tiles, photographed, paper, max(1.0, dpi / _PHOTO_DPI))
        known *= ~photographed
    masks = ((ink, known == 1 << k) for k, ink in enumerate(inks))
    layers += (_mask(mask, ink) for ink, mask in masks if mask.any())
    return EncodedPicture(paper, tuple(layers))


def is_drawn(picture: Picture) -> bool:
    """Whether a program drew the page: its colours are few, but for photographs on it and a shade, and its
    edges are hard."""
    return _few_colours(_grey(picture)) is not None


def _few_colours(picture: Picture) -> _PageColours | None:
    """The colours of a page's paper and inks; None for a scan."""
    sample = picture[::_STEP, ::_STEP].astype(np.uint32)
    values = sample if sample.ndim == 2 else sample @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    frequent = _most_frequent(values)
    if _is_grained(picture[::_STEP, ::_STEP], values, frequent):
        return None
    odd = ~np.isin(values, frequent)
    photographed = _tiles(odd, _TILE // _STEP).mean(axis=(1, 3)) > _DRAWN
    if photographed.mean() > _MUCH:
        shaded = _inks_on_shade(np.ascontiguousarray(picture[::_STEP, ::_STEP]), values)
        if shaded is not None or photographed.mean() > _DRAWN:
            return shaded
    # What a photograph has by chance is no ink.
    outside = ~_pixels_in(photographed, _TILE // _STEP, values.shape)
    paper, *inks = _colours(_most_frequent(values[outside]), picture)
    if _share_of_soft_edges(picture, photographed) > _SOFT:
        return None
    return _PageColours(paper, tuple(inks))


def _share_of_soft_edges(picture: Picture, photographed: Mask) -> float:
    """Share of the edges of letters and lines on which a pixel lies between ink and paper.

    Args:
        photographed: tiles that are passed over.
    """
    rows = (picture if picture.ndim == 2 else picture[:, :, 1])[::_EDGE_ROWS]
    tiles = photographed.repeat(_TILE // _EDGE_ROWS, axis=0)[: rows.shape[0]]
    grey = rows[~tiles.repeat(_TILE, axis=1)[:, : rows.shape[1]]]
    # A picture that was drawn larger has each pixel several times.
    steps = np.diff(grey[np.flatnonzero(np.diff(grey))].astype(np.int16))
    first, second = steps[:-1], steps[1:]
    soft = (first > 0) == (second > 0)
    soft &= np.abs(first + second) > _EDGE
    soft &= np.minimum(np.abs(first), np.abs(second)) > _EDGE_STEP
    hard = int((np.abs(steps) > _EDGE).sum())
    found = int(soft.sum())
    return found / max(found + hard, 1)


def _is_grained(sample: Picture, values: NDArray[np.uint32], frequent: Sequence[int]) -> bool:
    """Whether the paper has grain: many pixels have nearly its colour, and more than one pale ink has.

    Args:
        values: of the sample, as numbers.
        frequent: the most frequent of these; the paper's first.
    """
    (paper,) = _colours(frequent[:1], sample) or [(255, 255, 255)]
    (away,) = _away_from(np.full_like(sample, paper[: 1 if sample.ndim == 2 else 3]), sample, _GRAIN)
    near = ~away
    counts = np.sort(np.unique(values[near], return_counts=True)[1])[::-1]
    own = int((values == frequent[0]).sum()) if frequent else 0
    return int(counts.sum()) - own - int(counts[1:2].sum()) > _GRAINED * own


def _inks_on_shade(sample: Picture, values: NDArray[np.uint32]) -> _PageColours | None:
    """The colours of a page whose paper changes slowly from place to place; None for a scan, whose letters
    have no colour of their own.

    Args:
        sample: one pixel in ``_STEP``.
        values: the same as numbers.
    """
    shade = np.asarray(cv2.medianBlur(sample, _SHADE_AROUND), np.uint8)
    (away,) = _away_from(shade, sample, _SHADE_STEPS)
    inks = _most_frequent(values[away])[:_INKS]
    if (away & ~np.isin(values, inks)).sum() > _STRANGE * away.sum() or away.mean() > _DRAWN:
        return None
    return _PageColours((255, 255, 255), tuple(_colours(inks, sample)), shade)


def _away_from(one: Picture, other: Picture, *steps: int) -> list[Mask]:
    """Where two pictures differ by more than so many steps in any colour, for each number of steps."""
    away = cv2.absdiff(one, other)
    if away.ndim == 3:
        red, green, blue = cv2.split(away)
        away = cv2.max(cv2.max(red, green), blue)
    return [np.asarray(away > most, bool) for most in steps]


def _enlarged(shade: Picture, shape: tuple[int, ...]) -> Picture:
    return np.asarray(cv2.resize(shade, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.uint8)


def _colours(values: Iterable[int], picture: Picture) -> list[Colour]:
    """Colours of a picture from numbers."""
    return [(v, v, v) if picture.ndim == 2 else (v >> 16, v >> 8 & 255, v & 255) for v in values]


def _most_frequent(values: NDArray[np.uint32]) -> list[int]:
    """The paper's colour and those of inks, as numbers."""
    found, counts = np.unique(values, return_counts=True)
    order = np.lexsort((found, -counts))[: _INKS + 1]
    return [int(found[k]) for k in order if counts[k] >= _LEAST_INK]


def _tiles(pixels: Mask, side: int = _TILE) -> NDArray[np.bool_]:
    """The pixels as rows and columns of tiles: tile row, row in it, tile column, column in it."""
    rows, columns = pixels.shape
    whole = np.pad(pixels, ((0, -rows % side), (0, -columns % side)))
    return whole.reshape(whole.shape[0] // side, side, whole.shape[1] // side, side)


def _pixels_in(tiles: Mask, side: int, shape: tuple[int, ...]) -> Mask:
    """The pixels in some tiles of a picture of this shape."""
    return tiles.repeat(side, axis=0)[: shape[0]].repeat(side, axis=1)[:, : shape[1]]


def _numbered_colours(picture: Picture, colours: Sequence[Colour]) -> NDArray[np.uint16]:
    """For each pixel the power of two that stands for its colour, by its place among these; 0 for another."""
    found = np.full(picture.shape[:2], (1 << len(colours)) - 1, np.uint16)
    for number, channel in enumerate(cv2.split(picture)):
        powers = np.zeros(256, np.uint16)
        for k, colour in enumerate(colours):
            powers[colour[number]] |= 1 << k
        cv2.bitwise_and(found, cv2.LUT(channel, powers), found)
    return found


def _photographs(
    picture: Picture, tiles: Mask, photographed: Mask, paper: Colour, smaller: float
) -> Iterator[PictureLayer]:
    """The parts of a page with many colours, drawn smaller by a factor; blank where masks are painted."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(tiles.view(np.uint8))
    parts = stats[1:count, :4] if count <= MOST_LAYERS - _INKS else [cv2.boundingRect(tiles.view(np.uint8))]
    for left, top, width, height in parts:
        x, y = int(left) * _TILE, int(top) * _TILE
        part = np.s_[y : y + int(height) * _TILE, x : x + int(width) * _TILE]
        shown = picture[part].copy()
        shown[~photographed[part]] = paper[0] if picture.ndim == 2 else paper
        yield _photograph(shown, x, y, smaller)


def _grey(picture: Picture) -> Picture:
    """The picture without its colour channels if they are all the same."""
    if picture.ndim == 2:
        return picture
    red, green, blue = (picture[:, :, k] for k in range(3))
    return red if bool((red == green).all() and (red == blue).all()) else picture


def _mask(ink: Mask, colour: Colour) -> PictureLayer:
    """A mask of the whole page: PDFium draws parts of pages by a pixel larger than they are."""
    height, width = ink.shape
    entries = f"/ImageMask true/BitsPerComponent 1/Width {width}/Height {height}/Filter/JBIG2Decode"
    box = left, top, across, down = cv2.boundingRect(ink.view(np.uint8))
    inked = Rect(left, top, left + across, top + down)
    return PictureLayer(0, 0, width, height, entries, encode_jbig2(ink, box), colour, inked)


def _photograph(picture: Picture, left: int, top: int, smaller: float) -> PictureLayer:
    """A picture of many colours; without loss where that is not much larger than a JPEG."""
    height, width = picture.shape[:2]
    if smaller > 1.0:
        size = (max(round(width / smaller), 1), max(round(height / smaller), 1))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    rows, columns = picture.shape[:2]
    space = "/DeviceGray" if picture.ndim == 2 else "/DeviceRGB"
    entries = f"/Width {columns}/Height {rows}/ColorSpace{space}/BitsPerComponent 8/Filter"
    jpeg = _jpeg(picture) if max(columns, rows) <= _JPEG_SIDE else None
    if jpeg is None or _packed_size(picture) < _FAR * _WORTH * len(jpeg):
        packed = zlib.compress(picture.tobytes(), 6)
        if jpeg is None or len(packed) < _WORTH * len(jpeg):
            return PictureLayer(left, top, width, height, f"{entries}/FlateDecode", packed)
    return PictureLayer(left, top, width, height, f"{entries}/DCTDecode", jpeg)


def _packed_size(picture: Picture) -> float:
    """About how many bytes a picture takes without loss, by some bands of it: all of it takes long."""
    rows = picture.shape[0]
    if rows <= 2 * _BANDS * _BAND:
        return 0.0
    tops = [k * (rows - _BAND) // (_BANDS - 1) for k in range(_BANDS)]
    packed = sum(len(zlib.compress(picture[top : top + _BAND].tobytes(), 1)) for top in tops)
    return float(packed * rows / (_BANDS * _BAND))


def _jpeg(picture: Picture) -> bytes:
    image = Image.fromarray(picture)
    data = b""
    for quality in _QUALITIES:
        out = io.BytesIO()
        image.save(out, "JPEG", quality=quality, optimize=True)
        data = out.getvalue()
        if len(data) <= _BYTES_A_PIXEL * picture.shape[0] * picture.shape[1]:
            break
    return data
