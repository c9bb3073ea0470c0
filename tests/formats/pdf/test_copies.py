"""Copies of digital pages as others see them: qpdf, PDFium, pdfminer, and what finds bad redactions."""

import ctypes
import io
import re

import numpy as np
import pikepdf
import pypdfium2
import pytest
from pdfminer.high_level import extract_pages, extract_text
from pdfminer.layout import LTChar, LTContainer, LTCurve, LTImage

from benchmarks.pages.copies import copy_page
from benchmarks.pages.digital_pages import make_digital_page
from chartveil.formats.pdf.fonts.own_fonts import use_own_fonts
from chartveil.ocr.options import BoxStyle

SCALE = 150 / 72


def parts(item):
    yield item
    if isinstance(item, LTContainer):
        for inner in item:
            yield from parts(inner)


@pytest.fixture(
    scope="module", params=["letter", "justified", "results:black", "turned", "turned:label", "shaded"]
)
def copied(request):
    kind, _, style = request.param.partition(":")
    return copy_page(make_digital_page(kind, 3), BoxStyle(style or "surrogate"))


@pytest.fixture(scope="module")
def black():
    return copy_page(make_digital_page("letter", 4), BoxStyle.BLACK)


def unreplaced(copied):
    """What of the text stays."""
    text, left, at = copied.document.text, [], 0
    for r in sorted(copied.replacements):
        left.append(text[at : r.start])
        at = r.end
    return " ".join([*left, text[at:]])


def gone(copied):
    """Words of identifiers that no replacement says and no other text of the page."""
    text = copied.document.text
    stays = " ".join([unreplaced(copied), *(r.text for r in copied.replacements)]).casefold()
    words = {w for r in copied.replacements for w in re.findall(r"[\w/-]{4,}", text[r.start : r.end])}
    return {w for w in words if w.casefold() not in stays}


def test_qpdf_and_pdfium_open_it_without_a_warning(copied):
    with pikepdf.open(io.BytesIO(copied.copy)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.get_warnings() == []
    page = pypdfium2.PdfDocument(copied.copy)[0]
    assert page.get_textpage().count_chars() > 100
    assert np.asarray(page.render(scale=1).to_pil().convert("L")).min() < 100


def test_no_rectangle_lies_over_text(copied):
    """What x-ray of the Free Law Project looks for: letters below something that was drawn over them."""
    (page,) = extract_pages(io.BytesIO(copied.copy))
    drawn = [item for item in parts(page) if isinstance(item, LTCurve)]
    assert drawn == [], "nothing is drawn but pictures of the whole page"
    assert [item for item in parts(page) if isinstance(item, LTImage)]


def test_text_stands_where_the_page_shows_ink_and_nowhere_below_a_box(copied):
    page = pypdfium2.PdfDocument(copied.copy)[0]
    seen = np.asarray(page.render(scale=SCALE).to_pil().convert("L")).astype(int)
    (layout,) = extract_pages(io.BytesIO(copied.copy))
    covered = total = 0
    for item in parts(layout):
        if isinstance(item, LTChar) and not item.get_text().isspace():
            left, right = int(item.x0 * SCALE), int(item.x1 * SCALE) + 1
            top, bottom = int((layout.height - item.y1) * SCALE), int((layout.height - item.y0) * SCALE) + 1
            part = seen[max(top, 0) : bottom, max(left, 0) : right]
            covered += bool(part.size and part.max() < 60)
            total += 1
    assert total > 100
    assert covered == 0


def test_no_word_of_an_identifier_is_left_in_any_layer(copied):
    words = gone(copied)
    assert len(words) >= 5
    texts = [
        extract_text(io.BytesIO(copied.copy)),
        pypdfium2.PdfDocument(copied.copy)[0].get_textpage().get_text_range(),
        re.sub(r"[0-9]{10} [0-9]{5} n", "", copied.copy.decode("latin-1")),  # where objects begin
    ]
    assert not [w for w in words for text in texts if w.casefold() in text.casefold()]


def test_black_boxes_hide_no_text(black):
    """Neither an original nor what takes its place in other styles."""
    words = gone(black)
    new = {w for r in black.replacements for w in re.findall(r"[A-Za-z]{5,}", r.text)}
    words |= {w for w in new if w.casefold() not in unreplaced(black).casefold()}
    text = extract_text(io.BytesIO(black.copy)).casefold()
    assert len(words) >= 5
    assert not [w for w in words if w.casefold() in text]


def test_it_is_small_and_hardly_read_again(copied):
    assert copied.is_small
    assert copied.read_again <= 12


def test_the_same_page_gives_the_same_copy(black):
    assert copy_page(make_digital_page("letter", 4), BoxStyle.BLACK).copy == black.copy


def test_names_of_several_words_on_slanted_lines_are_covered_to_their_end():
    """Lines that are a little askew, whose words share a box, and steep ones, whose words have one each."""
    for seed in (11, 12):
        copied = copy_page(make_digital_page("turned", seed))
        page, copy = (
            np.asarray(pypdfium2.PdfDocument(data)[0].render(scale=SCALE).to_pil().convert("L")).astype(int)
            for data in (copied.page.data, copied.copy)
        )
        assert copied.document.layout
        for box in copied.document.layout.boxes:
            word = copied.document.text[box.start : box.end]
            replaced = [r for r in copied.replacements if r.start < box.end and box.start < r.end]
            if not replaced or len(word) < 5 or word in replaced[0].text or box.bottom - box.top < 14:
                continue
            place = np.s_[
                int(box.top * SCALE) : int(box.bottom * SCALE), int(box.left * SCALE) : int(box.right * SCALE)
            ]
            old, new = page[place] < 160, copy[place] < 160
            assert (old & new).sum() < 0.85 * old.sum(), word


def test_standard_fonts_are_those_of_pdfium_on_every_computer():
    info, _ = use_own_fonts()
    exact = ctypes.c_int()

    def font(name):
        face = ctypes.create_string_buffer(name)
        return info.contents.MapFont(info, 400, 0, 0, 0, face, exact)

    assert {font(name) for name in (b"Helvetica", b"Times-Bold", b"Courier-Oblique")} == {None}
