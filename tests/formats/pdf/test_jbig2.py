"""Pictures of one bit a pixel coded as JBIG2, as PDFium decodes them."""

import io

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.formats.pdf.jbig2 import encode_fax, encode_jbig2, prefix_codes


def decoded(ink):
    """What PDFium makes of a mask, one point a pixel."""
    height, width = ink.shape
    pdf = pikepdf.new()
    image = pdf.make_stream(
        encode_jbig2(ink),
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Image,
        Width=width,
        Height=height,
        ImageMask=True,
        BitsPerComponent=1,
        Filter=pikepdf.Name.JBIG2Decode,
    )
    page = pdf.add_blank_page(page_size=(width, height))
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image))
    page.Contents = pdf.make_stream(b"%d 0 0 %d 0 0 cm /I Do" % (width, height))
    out = io.BytesIO()
    pdf.save(out)
    drawn = pypdfium2.PdfDocument(out.getvalue())[0].render(scale=1, grayscale=True).to_numpy()
    return drawn.reshape(height, width) < 128


def page_of_shapes(seed, height, width, shapes, places):
    """Shapes of chance at places of chance, some cut at the edge, some over each other."""
    chance = np.random.default_rng(seed)
    ink = np.zeros((height, width), bool)
    drawn = [chance.random(chance.integers(1, 170, 2)) < 0.8 for _ in range(shapes)]
    for _ in range(places):
        shape = drawn[chance.integers(shapes)]
        y, x = chance.integers(0, height), chance.integers(0, width)
        part = ink[y : y + shape.shape[0], x : x + shape.shape[1]]
        part |= shape[: part.shape[0], : part.shape[1]]
    return ink


@given(
    st.integers(0, 10**6), st.integers(3, 900), st.integers(3, 2600), st.integers(1, 9), st.integers(0, 90)
)
@settings(max_examples=25, deadline=None)
def test_every_pixel_comes_back(seed, height, width, shapes, places):
    ink = page_of_shapes(seed, height, width, shapes, places)
    assert (decoded(ink) == ink).all()


@pytest.mark.parametrize("shapes", [1, 2, 40])
def test_letters_that_repeat_take_few_bytes(shapes):
    chance = np.random.default_rng(shapes)
    letters = [np.pad(chance.random((22, 14)) < 0.6, 1) for _ in range(shapes)]
    ink = np.zeros((1600, 1600), bool)
    for k in range(40 * 80):
        y, x = 40 * (k // 80), 20 * (k % 80)
        ink[y : y + 24, x : x + 16] = letters[k % shapes]
    assert (decoded(ink) == ink).all()
    assert len(encode_jbig2(ink)) < 0.4 * len(encode_fax(ink))


def test_shapes_that_differ_in_one_pixel_stay_apart():
    ink = np.zeros((60, 400), bool)
    for k in range(8):
        ink[20:50, 10 + 40 * k : 40 + 40 * k] = True
        ink[30, 20 + 40 * k] = k % 2 == 0
    assert (decoded(ink) == ink).all()


def test_codes_are_given_out_by_length_and_order():
    codes = prefix_codes([2, 0, 1, 3, 3])
    assert [f"{c.bits:0{c.length}b}" if c.length else "" for c in codes] == ["10", "", "0", "110", "111"]
