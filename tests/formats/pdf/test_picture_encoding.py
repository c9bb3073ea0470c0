"""Which pages a program drew, and which are scans."""

import numpy as np
import pypdfium2 as pdfium
import pytest

from chartveil.formats.pages.lettering import TypesetText, WordStyle, blurred_ink, ink_of
from chartveil.formats.pdf.page_parts import draw
from chartveil.formats.pdf.picture_encoding import encode_picture, is_drawn
from chartveil.formats.pdf.writing import CodedPart, RasterPage, build_pdf

LINE = "The wound is clean and dry; sutures may be removed in ten days."
SHAPE = (800, 1200)


def page(paper=255, grain=0.0, blur=None):
    """A page of text: with hard edges, or with soft ones where it is blurred."""
    texts = [TypesetText(LINE, WordStyle("Helvetica", 11.0, 20.0, 30.0 + 20 * k)) for k in range(12)]
    ink = ink_of(texts, SHAPE, 200, crisp=blur is None).astype(float) / 255
    if blur is not None:
        ink = blurred_ink((255 * ink).astype(np.uint8), blur).astype(float) / 255
    noise = np.random.default_rng(1).normal(0, grain, SHAPE) if grain else 0.0
    return (paper * (1 - ink) + 20 * ink + noise).round().clip(0, 255).astype(np.uint8)


def striped():
    """A table with pale rows, drawn with hard edges."""
    drawn = page()
    drawn[::2][:, :][drawn[::2] == 255] = 253
    return drawn


@pytest.mark.parametrize("drawn", [page(), page(paper=230), striped()], ids=["white", "grey", "striped"])
def test_hard_edges_and_few_colours_are_drawn(drawn):
    assert is_drawn(drawn)


@pytest.mark.parametrize("larger", [1, 2])
@pytest.mark.parametrize(
    "scan",
    [page(blur=0.0), page(blur=0.7), page(paper=225, grain=2.0, blur=0.7), page(paper=225, grain=2.0)],
    ids=["smoothed", "white paper", "grain", "hard edges on grain"],
)
def test_soft_edges_and_grain_are_of_a_scan(scan, larger):
    """Also where a PDF shows it larger than it is."""
    assert not is_drawn(scan.repeat(larger, axis=0).repeat(larger, axis=1))


def test_each_ink_is_painted_where_it_stands_and_nowhere_else():
    """Also at the edges of the page, and small."""
    drawn = np.full((*SHAPE, 3), 255, np.uint8)
    inks = ((200, 0, 0), (0, 0, 200), (30, 90, 30))
    places = (np.s_[:40, :500], np.s_[300:340, 500:520], np.s_[-24:, -16:])
    for ink, place in zip(inks, places, strict=True):
        drawn[place] = ink
    part = CodedPart.of(drawn, 200)
    assert {layer.ink for layer in part.coded.layers} == set(inks)
    size = (SHAPE[1] * 72 / 200, SHAPE[0] * 72 / 200)
    with pdfium.PdfDocument(build_pdf([RasterPage([part], size, [])])) as pdf:
        assert np.array_equal(draw(pdf[0], 200 / 72), drawn)
        small = draw(pdf[0], 50 / 72)
    assert np.array_equal(small, drawn[2::4, 2::4])


def test_a_scan_is_one_picture():
    layers = encode_picture(page(paper=225, grain=2.0, blur=0.7), 200).layers
    assert len(layers) == 1
    assert layers[0].ink is None
    assert "/DCTDecode" in layers[0].dictionary_entries


def test_what_packs_well_loses_nothing():
    (layer,) = encode_picture(page(blur=0.0), 200).layers
    assert "/FlateDecode" in layer.dictionary_entries
