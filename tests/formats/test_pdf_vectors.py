"""Pages kept as vectors: what stays is sharp and in its place, what goes is gone, and boxes show what they
should."""

import io
import re

import pikepdf
import pypdfium2
import pytest

from chartveil.domain.page_layout import Region, RegionKind
from chartveil.formats.pdf.forensics import unexpected_parts
from chartveil.formats.pdf.text_layer import PageCoordinates, placed_characters
from chartveil.formats.pdf.vectors.outline_fonts import BLANK_GLYPH, read_outline_font
from chartveil.ocr.options import BoxStyle, PageOptions, PageOutput
from formats.vector_files import GRID, NAMES, report
from table_files import pdf_bytes


def chars(data, page=0):
    pdf = pypdfium2.PdfDocument(data)
    return [
        (text, r) for _, text, r in placed_characters(pdf[page].get_textpage(), PageCoordinates(pdf[page]))
    ]


def test_a_report_keeps_its_text_and_lines_and_says_what_takes_the_place(copy):
    data = pdf_bytes(report)
    made = copy(data, *NAMES)
    assert made.fallback_reasons == {}
    assert (
        made.said()
        == (
            "General Hospital Patient: Peter Marsh, born 03/01/1950, in room 12 "
            "Amoxicillin 500 mg; Marsh was seen again."
        ).split()
    )
    assert unexpected_parts(made.data, vectors=True) == []
    assert made.wrong() == []
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        (page,) = pdf.pages
        assert set(page.resources.Font.keys()) == {"/H", "/K"}
        (picture,) = page.resources.XObject.values()
        assert (int(picture.Width), int(picture.Height)) == (120, 80), "no picture but the logo"
        assert page.Contents.read_bytes().count(b" l\n") >= 1
    assert len(made.data) < 12_000


def test_what_stays_stays_in_its_place(copy):
    data = pdf_bytes(report)
    made = copy(data, *NAMES)
    after = chars(made.data)
    kept = [
        b
        for b in made.document.layout.boxes
        if not any(e.start < b.end and b.start < e.end for e in made.edits)
    ]
    assert len(kept) > 10
    for text, rect in chars(data):
        if any(b.left <= rect.left and rect.right <= b.right and b.top <= rect.top < b.bottom for b in kept):
            near = [r for t, r in after if t == text and abs(r.top - rect.top) < 0.25]
            assert any(abs(r.left - rect.left) < GRID for r in near), (text, rect, near)


def test_words_stand_where_pixels_begin_beside_boxes(copy):
    made = copy(pdf_bytes(report), *NAMES)
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode()
    starts = [float(x) for x in re.findall(r"/K \S+ Tf \S+ \S+ \S+ \S+ (\S+) \S+ Tm", content)]
    assert len(starts) > 10
    assert all(abs(x / GRID - round(x / GRID)) < 0.005 for x in starts)


def test_the_font_has_the_letters_that_are_seen_and_no_others(copy):
    def page(canvas):
        canvas.drawString(50, 700, "seen Zyqx seen")

    made = copy(pdf_bytes(page), ("Zyqx", "Roe"))
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        font = pdf.pages[0].resources.Font["/K"]
        told = font.ToUnicode.read_bytes().decode()
        shapes = read_outline_font(font.DescendantFonts[0].FontDescriptor.FontFile3.read_bytes())
    assert re.findall(r"<0...> <(....)>", told)[1:] == [f"{ord(c):04X}" for c in "sen "]
    assert len(shapes) == 4
    assert shapes[3] == BLANK_GLYPH
    assert b"Helvetica" in made.data, "of the box"


def test_the_same_page_gives_the_same_bytes_whatever_was_covered(copy):
    """Digits of one width, begun and ended alike: only they differ, and nothing tells them."""

    def page(number):
        def draw(canvas):
            canvas.drawString(50, 700, f"Record {number} of today")
            canvas.line(110, 698, 145, 698)

        return pdf_bytes(draw)

    one, other = (copy(page(n), (n, "555")) for n in ("123456781", "187654321"))
    assert one.fallback_reasons == other.fallback_reasons == {}
    assert one.data == other.data == copy(page("123456781"), ("123456781", "555")).data


def test_pages_fall_back_one_by_one(copy):
    def turned(canvas):
        canvas.setPageRotation(90)
        canvas.drawString(50, 200, "Sideways Pellworth")

    made = copy(pdf_bytes(report, turned), *NAMES, ("ways Pellworth", "ways Marsh"))
    assert made.fallback_reasons == {1: "page that is turned or large"}
    assert made.wrong() == []
    assert unexpected_parts(made.data, vectors=True) == []
    assert made.said(1) == ["Sideways", "Marsh"]
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert [("/F" in p.resources.Font) for p in pdf.pages] == [False, True]
    assert "Pellworth" not in made.everything()


@pytest.mark.parametrize("style", list(BoxStyle))
def test_boxes_show_what_is_asked_for(copy, style):
    made = copy(pdf_bytes(report), *NAMES, pages=PageOptions(keep=PageOutput.VECTORS, style=style))
    said = " ".join(made.said())
    shown = {BoxStyle.BLACK: "Patient: born", BoxStyle.LABEL: "Patient: PATIENT born"}
    assert shown.get(style, "Patient: Peter Marsh, born") in said
    assert made.wrong() == []
    box = made.picture()[int(94 / GRID) : int(99 / GRID), int(78 / GRID) : int(160 / GRID)]
    assert (box.mean() < 1) == (style is BoxStyle.BLACK)


def test_what_does_not_fit_gives_way_to_the_label_and_that_to_black(copy):
    data = pdf_bytes(lambda c: c.drawString(50, 700, "Seen Pellworth and Al here"))
    made = copy(data, ("Pellworth", "Ostrowski-Featherstonehaugh von der Marwitz"), ("Al", "Бо"))
    assert made.said() == ["Seen", "PATIENT", "and", "here"]
    assert made.wrong() == []


def test_a_region_that_is_covered_makes_the_page_a_picture(copy):
    region = Region(0, 60, 130, 200, 180, RegionKind.DRAWN)
    made = copy(pdf_bytes(report), *NAMES, regions=[region])
    assert made.fallback_reasons == {0: "region that is covered"}
    assert not made.picture()[int(132 / GRID) : int(178 / GRID), int(62 / GRID) : int(198 / GRID)].any()
