"""PNG, JPEG and TIFF as scanners, faxes and cameras make them."""

import functools
import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from chartveil.domain.errors import InputError
from chartveil.domain.page_layout import OTHER_PICTURES
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.pictures.format import PictureFormat
from chartveil.formats.pictures.frames import frame_counts, frame_pictures
from chartveil.formats.registry import format_for
from scan_files import FIRST, SECOND, fax, printed, saved
from table_files import replaced

FORM = PictureFormat()


@functools.cache
def sheet(*texts, dpi=150):
    return printed(texts, dpi=dpi)


def file(data, name="scan.tif"):
    return SourceFile(name, data)


def read(data, options=None):
    (document,) = FORM.read(file(data), options or ReadOptions())
    return document


def frames(data, dpi=200.0):
    return list(frame_pictures(file(data), dpi))


# Pictures of pages


@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF"])
@pytest.mark.parametrize("mode", ["L", "RGB"])
def test_all_kinds_are_told_and_opened(form, mode):
    data = saved(sheet(*FIRST).convert(mode), form, dpi=(150, 150))
    assert format_for(file(data, "a.txt")).name == "picture"
    (page,) = frames(data)
    assert page.picture.shape == (417, 938), "grey in colours is grey"
    assert page.dpi == pytest.approx(150, abs=0.1)
    assert page.size == pytest.approx((450, 200), abs=1)


def test_colour_stays_colour():
    stamped = sheet(*FIRST).convert("RGB")
    stamped.paste((200, 30, 30), (600, 20, 700, 60))
    (page,) = frames(saved(stamped, "PNG", dpi=(150, 150)))
    assert tuple(page.picture[40, 650]) == (200, 30, 30)


@pytest.mark.parametrize("tag", range(1, 9))
@pytest.mark.parametrize("form", ["JPEG", "TIFF", "PNG"])
def test_the_rotation_tag_is_obeyed(form, tag):
    """Orientation (tag 274): how the camera was held."""
    upright = Image.new("L", (600, 400), 255)
    upright.paste(0, (0, 0, 300, 100))
    turns = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    exif = Image.Exif()
    exif[274] = tag
    stored = upright.transpose(turns[tag]) if tag in turns else upright
    (page,) = frames(saved(stored, form, exif=exif, dpi=(150, 150)))
    assert page.picture.shape == (400, 600)
    assert page.picture[50, 150] < 50
    assert page.picture[50, 450] > 200
    assert page.picture[350, 150] > 200


def test_faxes_are_as_high_as_they_were():
    first, second = (sheet(*texts, dpi=204) for texts in (FIRST, SECOND))
    pages = frames(fax(first, second))
    assert frame_counts(file(fax(first, second))) == (2, 0)
    assert [p.number for p in pages] == [0, 1]
    for page in pages:
        assert page.picture.shape == pytest.approx((567, 1275), abs=2)
        assert page.dpi == pytest.approx(204)
        assert page.size == pytest.approx((450, 200), abs=1)


@pytest.mark.parametrize(
    ("told", "size", "dpi"),
    [
        ((300, 300), (900, 400), 200.0),
        ((72, 72), (1700, 2200), 200.0),
        (None, (3400, 4400), 200.0),
        (None, (850, 1100), 100.0),
        ((0, 0), (300, 200), 100.0),
        ((200, 200), (900, 400), 200.0),
    ],
)
def test_the_density_is_told_or_guessed_from_the_size(told, size, dpi):
    options = {"dpi": told} if told else {}
    (page,) = frames(saved(Image.new("L", size, 255), "JPEG", **options))
    assert page.dpi == pytest.approx(dpi, rel=0.01)


DEEP = {
    "16 bits": lambda grey: grey.astype(np.uint16) * 257,
    "12 bits": lambda grey: grey.astype(np.uint16) * 16,
    "32 bits": lambda grey: grey.astype(np.int32) * 235,
    "floating points": lambda grey: grey.astype(np.float32) / 255,
    "below zero": lambda grey: grey.astype(np.float32) * 16 - 1000,
}
"""Values of pixels that take more than a byte."""


@pytest.mark.parametrize("mode", ["1", "P", "LA", "RGBA", "CMYK", *DEEP])
def test_other_kinds_of_colour(mode):
    grey = Image.new("L", (400, 300), 255)
    grey.paste(0, (100, 100, 200, 200))
    if mode in DEEP:
        picture = Image.fromarray(DEEP[mode](np.asarray(grey)))
    else:
        picture = grey.convert("RGB").convert(mode) if mode != "LA" else grey.convert("LA")
    (page,) = frames(saved(picture, "TIFF", dpi=(150, 150)))
    values = page.picture if page.picture.ndim == 2 else page.picture[:, :, 1]
    assert values[150, 150] < 60
    assert values[50, 50] > 200


def test_what_is_transparent_is_white():
    picture = Image.new("RGBA", (400, 300), (0, 0, 0, 0))
    picture.paste((0, 0, 0, 255), (100, 100, 200, 200))
    (page,) = frames(saved(picture, "PNG"))
    assert (page.picture[50, 50], page.picture[150, 150]) == (255, 0)


def test_previews_are_no_pages():
    out = io.BytesIO()
    small = Image.new("L", (60, 40), 255)
    # Tag 254, bit 0: a smaller version of another page.
    sheet(*FIRST).save(out, "TIFF", save_all=True, append_images=[small], tiffinfo={254: 0})
    assert frame_counts(file(out.getvalue())) == (2, 0)
    marked = out.getvalue()
    whole = io.BytesIO()
    with Image.open(io.BytesIO(marked)) as image:
        image.seek(1)
        preview = image.copy()
    preview.save(whole, "TIFF", tiffinfo={254: 1})
    assert frame_counts(file(whole.getvalue())) == (1, 0), "the only page is one"


# Read and written


@pytest.mark.parametrize("form", ["PNG", "MPO"])
def test_pictures_that_a_camera_or_an_animation_adds_are_told(form):
    first = sheet(*FIRST)
    data = saved(first, form, save_all=True, append_images=[first.transpose(Image.Transpose.ROTATE_180)])
    assert frame_counts(file(data)) == (1, 1)
    assert read(data).left_out == {OTHER_PICTURES: 1}


def test_a_fax_of_two_pages():
    document = read(fax(sheet(*FIRST, dpi=204), sheet(*SECOND, dpi=204)))
    first, second = document.text.split("\f")
    assert first.splitlines() == FIRST
    assert second.splitlines() == SECOND
    assert [r.engine for r in document.layout.readings] == ["rapidocr"] * 2
    assert {b.page for b in document.layout.boxes} == {0, 1}
    for size in document.layout.pages:
        assert size == pytest.approx((450, 200), abs=1)


def test_a_photo_on_its_head_and_askew():
    askew = printed(FIRST, angle=3.0).rotate(180, fillcolor=255)
    document = read(saved(askew, "JPEG", quality=70, dpi=(150, 150)))
    assert document.text.splitlines() == FIRST
    (reading,) = document.layout.readings
    assert reading.quarter_turns == 2
    assert abs(reading.skew) == pytest.approx(3.0, abs=0.4)


def test_the_copy_is_a_pdf_without_what_was_replaced():
    askew = printed(FIRST, angle=3.0)
    exif = Image.Exif()
    exif[0x010E] = "Pellworth in the description"
    source = file(saved(askew, "JPEG", dpi=(150, 150), exif=exif), "photo.jpg")
    documents = FORM.read(source, ReadOptions())
    data = FORM.write(source, ReadOptions(), replaced(documents, "Pellworth", "Sandoval"))
    assert format_for(file(data)).name == "pdf"
    assert FORM.output_suffix == ".pdf"
    found = [text for _, text in FORM.all_text(file(data, "out.pdf"))]
    assert not [text for text in found if "Pellworth" in text]
    assert any("Sandoval" in text for text in found)


# What cannot be read


def png(width, height, kind=0):
    """A PNG that says it is large; its bytes are few."""

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    body = zlib.compress(bytes(1_000_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


BAD = [
    ("bomb", lambda: png(60_000, 60_000), "60,000 x 60,000 pixels"),
    ("colour bomb", lambda: png(20_000, 20_000, 2), "20,000 x 20,000 pixels"),
    ("cut off", lambda: saved(sheet(*FIRST), "PNG")[:2000], "damaged"),
    ("head only", lambda: b"II*\0" + bytes(60), "damaged"),
    ("no JPEG", lambda: b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(40), "damaged"),
    ("blank", lambda: saved(Image.new("L", (600, 400), 255), "PNG"), "holds no text that could be read"),
]


@pytest.mark.parametrize(("make", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_pictures_are_named_with_a_remedy(make, message):
    with pytest.raises(InputError, match=message) as caught:
        FORM.read(file(make(), "bad.png"), ReadOptions())
    assert caught.value.where == "bad.png"
    assert caught.value.remedy


def test_too_many_pages():
    data = fax(*[sheet(*SECOND, dpi=204)] * 3)
    with pytest.raises(InputError, match="more than 2 pages"):
        FORM.read(file(data), ReadOptions(limits=InputLimits(members=2)))


def test_a_large_page_is_made_smaller(monkeypatch):
    """Twenty thousand pixels on a side, as plotters and some phones have, are no reason to refuse."""
    monkeypatch.setattr("chartveil.formats.pictures.frames.MOST_PIXELS", 400_000)
    (page,) = frames(saved(Image.new("1", (20_000, 3_000), 1), "TIFF", compression="group4", dpi=(600, 600)))
    assert page.picture.size <= 401_000
    assert page.size == pytest.approx((2400, 360), rel=0.01)


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"\0\0\0\x18ftypheic", "HEIC"), (b"GIF89a", "GIF"), (b"RIFF\0\0\0\0WEBPVP8 ", "WebP")],
)
def test_other_pictures_are_named_with_what_to_do(data, kind):
    with pytest.raises(InputError, match=f"{kind} image.*PNG, JPEG, TIFF or PDF"):
        format_for(file(data + bytes(600), "photo"))
