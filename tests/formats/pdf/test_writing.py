"""New PDFs of pictures under a text layer."""

import io
import tracemalloc

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfminer.high_level import extract_text
from PIL import Image
from pypdf import PdfReader

from chartveil.domain.geometry import Rect
from chartveil.formats.pdf.picture_encoding import encode_picture
from chartveil.formats.pdf.text_layer import PageCoordinates, read_lines
from chartveil.formats.pdf.writing import CodedPart, RasterPage, TextLayerWord, build_pdf


def picture(kind, height=200, width=300):
    """A page of some kind."""
    noise = np.random.default_rng(7)
    page = np.full((height, width), 255, np.uint8)
    page[20:40, 20:120] = 0
    if kind == "dithered":
        page[:] = np.where(noise.random(page.shape) < 0.5, 0, 255)
    elif kind == "grey":
        page[60:160] = np.linspace(0, 255, width).astype(np.uint8)
    elif kind == "photo":
        waves = 128 + 60 * np.sin(np.arange(width) / 25) + noise.normal(0, 6, page.shape)
        page[:] = waves.clip(0, 255).astype(np.uint8)
    elif kind == "colour":
        page = np.stack([page, page, page], axis=2)
        page[60:160, :, 0] = 90
    elif kind == "grey in three":
        page = np.stack([page, page, page], axis=2)
        page[100:120] = 77
    return page


def pdf(*words, kind="white", pages=1, size=(108, 72)):
    return build_pdf(RasterPage([CodedPart.of(picture(kind), 200)], size, words) for _ in range(pages))


def drawn(data, number=0):
    """A page as PDFium draws it at 200 dpi."""
    document = pypdfium2.PdfDocument(data)
    return np.asarray(document[number].render(scale=200 / 72).to_pil().convert("RGB")).astype(int)


@pytest.mark.parametrize(
    ("kind", "filters", "most"),
    [
        ("white", {"/JBIG2Decode"}, 0),
        ("dithered", {"/JBIG2Decode"}, 0),
        ("grey", {"/JBIG2Decode", "/FlateDecode"}, 1),
        ("photo", {"/DCTDecode"}, 6),
        ("colour", {"/JBIG2Decode"}, 0),
        ("grey in three", {"/JBIG2Decode"}, 0),
    ],
)
def test_a_page_looks_like_its_picture(kind, filters, most):
    given_picture = picture(kind)
    data = build_pdf([RasterPage([CodedPart.of(given_picture, 200)], (108, 72), [])])
    wanted = given_picture if given_picture.ndim == 3 else np.stack([given_picture] * 3, axis=2)
    assert np.abs(drawn(data) - wanted).mean() <= most
    with pikepdf.open(io.BytesIO(data)) as opened:
        images = opened.pages[0].Resources.XObject.values()
        assert {str(image.Filter) for image in images} <= filters


def test_a_photograph_on_a_drawn_page_is_one_and_all_else_stays_sharp():
    page = np.full((1100, 850, 3), 255, np.uint8)
    page[20:60, 40:800] = (20, 40, 120)
    for k in range(300):
        page[100 + 20 * (k // 30) : 110 + 20 * (k // 30), 40 + 20 * (k % 30) : 46 + 20 * (k % 30)] = 0
    page[400:410, 50:60] = (200, 0, 0)
    waves = np.random.default_rng(3).normal(128, 30, (300, 400, 3)).clip(0, 255)
    page[600:900, 300:700] = waves.astype(np.uint8)
    data = build_pdf([RasterPage([CodedPart.of(page, 100)], (612, 792), [])])
    shown = np.asarray(pypdfium2.PdfDocument(data)[0].render(scale=100 / 72).to_pil().convert("RGB"))
    difference = np.abs(shown.astype(int) - page).max(axis=2)
    assert not difference[:576].any(), "a bar, letters and a small red mark without any loss"
    assert difference[600:900, 300:700].mean() < 60
    kinds = [layer.ink for layer in encode_picture(page, 100).layers]
    assert sorted(kinds, key=str) == [(0, 0, 0), (20, 40, 120), (200, 0, 0), None]


WORDS = (
    TextLayerWord("Patient:", Rect(9, 10, 32, 22)),
    TextLayerWord("Jané Доу", Rect(34, 11, 70, 22)),
    TextLayerWord("漢字", Rect(72, 11, 90, 22)),
    TextLayerWord("MRN:", Rect(9, 30, 30, 42)),
    TextLayerWord("A😀7", Rect(35, 31, 50, 42)),
)


@pytest.mark.parametrize("reader", ["pdfium", "pdfminer", "pypdf"])
def test_every_reader_copies_the_words_in_order(reader):
    data = pdf(*WORDS)
    if reader == "pdfium":
        text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    elif reader == "pdfminer":
        text = extract_text(io.BytesIO(data))
    else:
        text = PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert text.split() == "Patient: Jané Доу 漢字 MRN: A😀7".split()
    assert len([line for line in text.splitlines() if line.strip()]) == 2


def test_blanks_are_read_between_words_whose_padded_boxes_touch():
    """As those of pages that OCR read: PDFium drops a blank that has no width."""
    words = [
        TextLayerWord("Thank", Rect(10, 10, 32.5, 22)),
        TextLayerWord("you", Rect(32, 10, 48, 22)),
        TextLayerWord("Mr.", Rect(47, 10, 62, 22)),
    ]
    page = pypdfium2.PdfDocument(pdf(*words))[0]
    assert page.get_textpage().get_text_bounded().split() == ["Thank", "you", "Mr."]


def test_words_are_found_at_their_boxes():
    page = pypdfium2.PdfDocument(pdf(*WORDS))[0]
    lines = read_lines(page.get_textpage(), PageCoordinates(page))
    assert all(g.has_meaning for line in lines for g in line.characters)
    glyphs = [g for line in lines for g in line.characters if g.char in "Pé漢7"]
    assert [g.char for g in glyphs] == ["P", "é", "漢", "7"]
    for glyph, word in zip(glyphs, (WORDS[0], WORDS[1], WORDS[2], WORDS[4]), strict=True):
        assert word.rect.left - 0.1 <= glyph.rect.left < glyph.rect.right <= word.rect.right + 0.1
        assert glyph.rect.top == pytest.approx(word.rect.top, abs=1.2)
        assert glyph.rect.bottom == pytest.approx(word.rect.bottom, abs=0.2)


def test_the_text_layer_has_no_ink_even_where_it_is_made_visible():
    data = pdf(*WORDS)
    before = drawn(data)
    with pikepdf.open(io.BytesIO(data)) as opened:
        shown = opened.pages[0].Contents.read_bytes().replace(b"3 Tr", b"0 Tr")
        assert b"0 Tr" in shown
        opened.pages[0].Contents = opened.make_stream(shown)
        out = io.BytesIO()
        opened.save(out)
    assert (drawn(out.getvalue()) == before).all()


def test_the_same_pages_give_the_same_bytes_and_nothing_of_the_machine():
    data = pdf(*WORDS, kind="colour", pages=2)
    assert data == pdf(*WORDS, kind="colour", pages=2)
    assert data != pdf(*WORDS[1:], kind="colour", pages=2)
    with pikepdf.open(io.BytesIO(data)) as opened:
        assert not opened.check_pdf_syntax()
        assert set(opened.trailer.keys()) == {"/Size", "/Root", "/ID"}
        assert set(opened.Root.keys()) == {"/Type", "/Pages"}
    for word in (b"Date", b"Producer", b"Creator", b"Metadata", b"Annot", b"pikepdf"):
        assert word not in data


@given(st.lists(st.text(max_size=12), max_size=8))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_a_sound_file_that_says_it(texts):
    words = [TextLayerWord(t, Rect(5 + 12 * k, 10, 15 + 12 * k, 20)) for k, t in enumerate(texts)]
    data = build_pdf([RasterPage([CodedPart.of(np.full((8, 8), 255, np.uint8), 72)], (120, 40), words)])
    with pikepdf.open(io.BytesIO(data)) as opened:
        assert not opened.check_pdf_syntax()
    pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()


def test_pages_of_any_size():
    words = [TextLayerWord("far", Rect(20_000, 100, 21_000, 400))]
    data = build_pdf([RasterPage([CodedPart.of(picture("white"), 10)], (28_800, 720), words)])
    page = pypdfium2.PdfDocument(data)[0]
    assert page.get_size() == (14_400, 360)
    assert page.get_textpage().get_text_range().strip() == "far"


@pytest.mark.parametrize("pages", [[], [RasterPage([CodedPart.of(picture("white"), 200)], (0, 72), [])]])
def test_no_file_without_a_page(pages):
    with pytest.raises(ValueError, match=r"no pages|no area"):
        build_pdf(pages)


def test_only_one_page_lies_in_memory():
    page = picture("photo", 400, 400)

    def pages(count):
        for _ in range(count):
            yield RasterPage([CodedPart.of(page.copy(), 200)], (144, 144), WORDS)

    def peak(count):
        tracemalloc.start()
        try:
            size = len(build_pdf(pages(count)))
            return tracemalloc.get_traced_memory()[1] - size
        finally:
            tracemalloc.stop()

    peak(1)
    (layer,) = encode_picture(page, 200).layers
    assert peak(120) < peak(10) + 40 * len(layer.data)


def test_a_jpeg_has_no_remark():
    (coded,) = encode_picture(picture("photo", 64, 64), 200).layers
    with Image.open(io.BytesIO(coded.data)) as image:
        assert not image.getexif()
        assert "comment" not in image.info
