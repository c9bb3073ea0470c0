"""Codes the picture of a page for a PDF: as small as it gets without harm to what it shows."""

from __future__ import annotations

import io
import zlib
from dataclasses import dataclass

from chartveil.formats.pages.page_picture import is_black_and_white
from chartveil.ocr.engine_interface import Picture

_QUALITIES = (85, 70, 50)
"""Of JPEG, the first whose result is no larger than the bound."""
_BYTES_A_PIXEL = 0.25
"""Bound of a JPEG's size; only pictures of noise come near it."""
_JPEG_SIDE = 65_500
_SAMPLE = 8
"""One row in so many tells how well a picture packs without loss."""
_STRIPE = 16
"""Rows that are sampled together, since packing lives from what rows share."""
_WORTH = 1.25
"""How much larger a picture without loss may be than a JPEG of it."""


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A coded picture.

    Attributes:
        width, height: in pixels.
        dictionary_entries: colour space, bits and filter as entries of a PDF dictionary.
        data: the coded bytes.
    """

    width: int
    height: int
    dictionary_entries: str
    data: bytes


def encode_picture(picture: Picture) -> EncodedPicture:
    """The picture in one bit a pixel if it is black and white, in grey if it has no colour; without loss
    where that is not much larger than a JPEG."""
    grey = _grey(picture)
    if is_black_and_white(grey):
        return _black_and_white(grey)
    height, width = grey.shape[:2]
    space = "/ColorSpace/DeviceGray" if grey.ndim == 2 else "/ColorSpace/DeviceRGB"
    jpeg = _jpeg(grey) if max(width, height) <= _JPEG_SIDE else None
    if jpeg is None or _packed_size(grey) < _WORTH * len(jpeg):
        packed = zlib.compress(grey.tobytes(), 6)
        if jpeg is None or len(packed) < _WORTH * len(jpeg):
            return EncodedPicture(width, height, f"{space}/BitsPerComponent 8/Filter/FlateDecode", packed)
    return EncodedPicture(width, height, f"{space}/BitsPerComponent 8/Filter/DCTDecode", jpeg)


def _grey(picture: Picture) -> Picture:
    """The picture without its colour channels if they are all the same."""
    if picture.ndim == 2:
        return picture
    red, green, blue = (picture[:, :, k] for k in range(3))
    return red if bool((red == green).all() and (red == blue).all()) else picture


def _packed_size(picture: Picture) -> float:
    """About how many bytes the picture takes without loss, told from a part of its rows."""
    step = _STRIPE * _SAMPLE
    parts = [picture[at : at + _STRIPE].tobytes() for at in range(0, picture.shape[0], step)]
    sample = b"".join(parts)
    return len(zlib.compress(sample, 6)) * (picture.size / len(sample))


def _jpeg(picture: Picture) -> bytes:
    from PIL import Image

    image = Image.fromarray(picture)
    data = b""
    for quality in _QUALITIES:
        out = io.BytesIO()
        image.save(out, "JPEG", quality=quality, optimize=True)
        data = out.getvalue()
        if len(data) <= _BYTES_A_PIXEL * picture.shape[0] * picture.shape[1]:
            break
    return data


def _black_and_white(picture: Picture) -> EncodedPicture:
    """One bit a pixel, in the fax coding (ITU-T T.6) or packed, whichever is smaller."""
    import numpy as np

    height, width = picture.shape
    packed = zlib.compress(np.packbits(picture > 0, axis=1).tobytes(), 9)
    head = "/ColorSpace/DeviceGray/BitsPerComponent 1"
    fax = _fax(picture)
    if fax is not None and len(fax) < len(packed):
        parms = f"/DecodeParms<</K -1/Columns {width}/Rows {height}>>"
        return EncodedPicture(width, height, f"{head}/Filter/CCITTFaxDecode{parms}", fax)
    return EncodedPicture(width, height, f"{head}/Filter/FlateDecode", packed)


def _fax(picture: Picture) -> bytes | None:
    """The picture in the coding of group 4; None where Pillow was built without it."""
    from PIL import Image, TiffImagePlugin, features

    if not features.check("libtiff"):
        return None
    height, width = picture.shape
    out = io.BytesIO()
    # Pillow writes one as black, which is what PDF takes zero for: the picture is turned round before.
    image = Image.fromarray(255 - picture).convert("1", dither=Image.Dither.NONE)
    image.save(out, "TIFF", compression="group4", strip_size=(width // 8 + 1) * height + 1)
    with Image.open(out) as tiff:
        assert isinstance(tiff, TiffImagePlugin.TiffImageFile)
        tags = tiff.tag_v2
        starts, sizes = tags[TiffImagePlugin.STRIPOFFSETS], tags[TiffImagePlugin.STRIPBYTECOUNTS]
        if len(starts) != 1 or tags.get(TiffImagePlugin.FILLORDER, 1) != 1:
            return None
        turned = tags[TiffImagePlugin.PHOTOMETRIC_INTERPRETATION] == 0
    data = out.getvalue()[starts[0] : starts[0] + sizes[0]]
    return None if turned else data
