"""Pages kept as vectors: what stays is sharp and in its place, what goes is gone, whatever is not known makes
the page a picture, and a copy that keeps something is caught."""

import io
import re

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader

from chartveil.domain import Label, Region, RegionKind, Replacement
from chartveil.formats import pdf_vectors, pdf_vectors_art
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf import PdfFormat
from chartveil.formats.pdf_outlines import BLANK, Outline, outline, outline_font, read_font
from chartveil.formats.pdf_proof import everything_in, strange_parts
from chartveil.formats.pdf_text import PageSpace, placed_chars
from chartveil.formats.pdf_vectors_proof import in_boxes
from chartveil.ocr.options import BoxStyle, Keep, PageOptions
from table_files import pdf_bytes

PAGES = PageOptions(keep=Keep.VECTORS)
GRID = 72 / 200


def changed(text, *pairs):
    """Replacements of every place of texts."""
    found = [
        Replacement(m.start(), m.end(), new, Label.PATIENT)
        for old, new in pairs
        for m in re.finditer(re.escape(old), text)
    ]
    return sorted(found)


class Copy:
    """A vector copy of a PDF, with why pages of it became pictures."""

    def __init__(self, monkeypatch, data, *pairs, pages=PAGES, regions=None):
        self.options = pages
        options, file = ReadOptions(pages=pages), SourceFile("a.pdf", data)
        (self.document,) = PdfFormat().read(file, options)
        self.edits = changed(self.document.text, *pairs)
        self.regions = regions
        made = []
        start = pdf_vectors.VectorPages.__init__

        def kept(vectors, *given):
            start(vectors, *given)
            made.append(vectors)

        monkeypatch.setattr(pdf_vectors.VectorPages, "__init__", kept)
        given = None if regions is None else {self.document.id: regions}
        self.data = PdfFormat().write(file, options, {self.document.id: self.edits}, given)
        monkeypatch.setattr(pdf_vectors.VectorPages, "__init__", start)
        self.reasons = made[0].reasons

    def wrong(self):
        return in_boxes(self.data, self.document, self.edits, self.options, self.regions)

    def said(self, page=0):
        return pypdfium2.PdfDocument(self.data)[page].get_textpage().get_text_range().split()

    def picture(self, scale=200 / 72):
        return np.asarray(pypdfium2.PdfDocument(self.data)[0].render(scale=scale).to_pil().convert("L"))

    def everything(self):
        return "\n".join(text for _, text in everything_in(self.data))


@pytest.fixture
def copy(monkeypatch):
    return lambda *given, **options: Copy(monkeypatch, *given, **options)


def logo():
    picture = Image.new("RGB", (120, 80), "white")
    ImageDraw.Draw(picture).polygon(((10, 70), (60, 20), (110, 70)), fill=(140, 190, 220))
    return ImageReader(picture)


def report(canvas):
    canvas.setPageSize((400, 300))
    canvas.setFillGray(0.9)
    canvas.rect(20, 195, 300, 20, fill=1, stroke=0)
    canvas.setFillGray(0)
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(30, 250, "General Hospital")
    canvas.setFont("Helvetica", 11)
    canvas.drawString(30, 200, "Patient: Augustin Pellworth, born 07/22/1951, in room 12")
    canvas.setFont("Times-Italic", 10)
    canvas.drawString(30, 170, "Amoxicillin 500 mg; Pellworth was seen again.")
    canvas.line(30, 150, 350, 150)
    canvas.drawImage(logo(), 320, 240, 60, 40)


NAMES = (("Augustin Pellworth", "Peter Marsh"), ("07/22/1951", "03/01/1950"), ("; Pellworth", "; Marsh"))


def chars(data, page=0):
    pdf = pypdfium2.PdfDocument(data)
    return [(text, r) for _, text, r in placed_chars(pdf[page].get_textpage(), PageSpace(pdf[page]))]


def test_a_report_keeps_its_text_and_lines_and_says_what_takes_the_place(copy):
    data = pdf_bytes(report)
    made = copy(data, *NAMES)
    assert made.reasons == {}
    assert (
        made.said()
        == (
            "General Hospital Patient: Peter Marsh, born 03/01/1950, in room 12 "
            "Amoxicillin 500 mg; Marsh was seen again."
        ).split()
    )
    assert strange_parts(made.data, vectors=True) == []
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
        shapes = read_font(font.DescendantFonts[0].FontDescriptor.FontFile3.read_bytes())
    assert re.findall(r"<0...> <(....)>", told)[1:] == [f"{ord(c):04X}" for c in "sen "]
    assert len(shapes) == 4
    assert shapes[3] == BLANK
    assert b"Helvetica" in made.data, "of the box"


def test_the_same_page_gives_the_same_bytes_whatever_was_covered(copy):
    """Digits of one width, begun and ended alike: only they differ, and nothing tells them."""

    def page(number):
        def draw(canvas):
            canvas.drawString(50, 700, f"Record {number} of today")
            canvas.line(110, 698, 145, 698)

        return pdf_bytes(draw)

    one, other = (copy(page(n), (n, "555")) for n in ("123456781", "187654321"))
    assert one.reasons == other.reasons == {}
    assert one.data == other.data == copy(page("123456781"), ("123456781", "555")).data


def test_pages_fall_back_one_by_one(copy):
    def turned(canvas):
        canvas.setPageRotation(90)
        canvas.drawString(50, 200, "Sideways Pellworth")

    made = copy(pdf_bytes(report, turned), *NAMES, ("ways Pellworth", "ways Marsh"))
    assert made.reasons == {1: "page that is turned or large"}
    assert made.wrong() == []
    assert strange_parts(made.data, vectors=True) == []
    assert made.said(1) == ["Sideways", "Marsh"]
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert [("/F" in p.resources.Font) for p in pdf.pages] == [False, True]
    assert "Pellworth" not in made.everything()


def with_content(change, **resources):
    """A page of one line whose content and resources are changed."""
    data = pdf_bytes(lambda canvas: canvas.drawString(50, 700, "Seen Pellworth today"))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        content = page.Contents.read_bytes()
        page.Contents = pdf.make_stream(change(content))
        for kind, entries in resources.items():
            page.resources[f"/{kind}"] = pdf.make_indirect(pikepdf.Dictionary(entries(pdf)))
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def before(operators, **resources):
    return with_content(lambda content: operators + b"\n" + content, **resources)


def after(operators, **resources):
    return with_content(lambda content: content + b"\n" + operators, **resources)


def around(begin, end, **resources):
    return with_content(lambda content: begin + b"\n" + content + b"\n" + end, **resources)


def form(pdf):
    made = pdf.make_stream(b"0 0 50 20 re f")
    made.Type, made.Subtype, made.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 50, 20]
    return {"/X": made}


def state(**entries):
    return lambda pdf: {"/E": pikepdf.Dictionary(**entries)}


def hatched(pdf):
    tile = pdf.make_stream(b"0 0 2 2 re f")
    tile.PatternType = tile.PaintType = tile.TilingType = 1
    tile.BBox, tile.XStep, tile.YStep, tile.Resources = [0, 0, 4, 4], 4, 4, pikepdf.Dictionary()
    return {"/P": tile}


UNFIT = {
    "form": (before(b"q 1 0 0 1 300 300 cm /X Do Q", XObject=form), "form or shading"),
    "inline picture": (
        before(b"q 9 0 0 5 300 300 cm BI /W 1 /H 1 /CS /G /BPC 8 ID A EI Q"),
        "inline picture",
    ),
    "pattern": (
        before(b"/Pattern cs /P scn 10 10 20 20 re f 0 g", Pattern=hatched),
        "colour space that is not known",
    ),
    "transparent": (before(b"/E gs", ExtGState=state(ca=0.5)), "graphics state that is not known"),
    "mask": (
        before(b"/E gs", ExtGState=state(BM=pikepdf.Name.Multiply)),
        "graphics state that is not known",
    ),
    "spoken": (around(b"/Span <</ActualText (x)>> BDC", b"EMC"), "text that stands for another"),
    "layer": (
        around(
            b"/OC /L BDC", b"EMC", Properties=lambda pdf: {"/L": pikepdf.Dictionary(Type=pikepdf.Name.OCG)}
        ),
        "form or layer",
    ),
    "clip": (before(b"0 0 m 600 0 l 300 900 l h W n"), "clip that is no rectangle"),
    "text that clips": (before(b"BT 7 Tr /F1 12 Tf (x) Tj ET 0 Tr"), "text that clips"),
    "cut letters": (before(b"0 0 600 705 re W n"), "letters that are clipped"),
    "operator": (before(b"1 2 zz"), "operator that is not known"),
    "unbalanced": (after(b"q"), "unbalanced states"),
    "area over letters": (after(b"1 g 40 690 60 20 re f 0 g"), None),
    "curve in a box": (after(b"75 700 m 90 712 100 690 120 708 c S"), "drawing in a box"),
    "slanted line in a box": (after(b"75 700 m 120 708 l S"), "drawing in a box"),
    "curve under an area": (
        after(b"300 300 m 320 340 340 260 360 300 c S 1 g 290 300 100 50 re f 0 g"),
        "something that lies over another",
    ),
    "drawing off the page": (after(b"560 300 m 620 340 640 260 660 300 c S"), "drawing that is clipped"),
    "tiny letters": (
        after(b"BT /F1 1 Tf 1 0 0 1 300 300 Tm (small) Tj ET"),
        "letters that nobody can read",
    ),
    "uneven lines": (after(b"q 1 0 0 3 0 0 cm 10 10 m 50 10 l S Q"), "lines of uneven width"),
}


@pytest.mark.parametrize("kind", UNFIT)
def test_what_is_not_known_makes_the_page_a_picture(copy, kind):
    data, reason = UNFIT[kind]
    made = copy(data, ("Pellworth", "Marsh"))
    assert list(made.reasons) == [0]
    assert reason is None or made.reasons[0] == reason
    assert "Pellworth" not in made.everything()
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert set(pdf.pages[0].resources.Font.keys()) == {"/F"}
        assert len(pdf.pages[0].resources.XObject) == 1


@pytest.mark.parametrize(
    "harmless",
    [
        b"/E gs 0 0 595 842 re W n /Artifact BMC EMC /P <</MCID 0>> BDC EMC",
        b"q 0.2 0.4 0.6 RG 2 w [3 1] 0 d 1 J 20 20 100 50 re S Q",
        b"q /DeviceRGB cs 1 0 0 sc 20 20 100 50 re f* Q",
        b"q 20 20 m 60 80 100 80 140 20 c b Q",
        b"q 0 0 0 0.5 k 200 300 40 40 re f Q",
    ],
)
def test_what_is_known_is_drawn_as_it_was(copy, harmless):
    data = before(harmless, ExtGState=state(ca=1, CA=1, BM=pikepdf.Name.Normal, SMask=pikepdf.Name("/None")))
    made = copy(data, ("Pellworth", "Marsh"))
    assert made.reasons == {}
    assert made.said() == ["Seen", "Marsh", "today"]
    old = np.asarray(pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil().convert("L")).astype(int)
    apart = np.abs(made.picture(1) - old)[150:]
    assert np.percentile(apart, 99.9) < 40


@pytest.mark.parametrize(
    "hidden",
    [
        b"BT 3 Tr /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj 0 Tr ET",
        b"BT 1 g /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET 0 g",
        b"BT /F1 12 Tf 1 0 0 1 900 600 Tm (Quibblewood) Tj ET",
        b"BT 1 g /F1 0.01 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET 0 g",
        b"/Remark <</Quibblewood (Quibblewood)>> BDC EMC %Quibblewood",
    ],
)
def test_what_nobody_sees_does_not_come_along(copy, hidden):
    made = copy(before(hidden), ("Pellworth", "Marsh"))
    assert made.reasons == {}
    assert "Quibblewood" not in made.everything()
    assert made.said() == ["Seen", "Marsh", "today"]


@pytest.mark.parametrize(
    "hidden",
    [
        b"q 0 0 10 10 re W n BT /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET Q",
        b"BT /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET 1 g 40 590 200 30 re f 0 g",
    ],
)
def test_words_that_are_read_and_not_seen_make_the_page_a_picture(copy, hidden):
    made = copy(before(hidden), ("Pellworth", "Marsh"))
    assert made.reasons[0] in ("letters that are clipped", "letters that nobody sees")


def test_a_white_drawing_on_white_is_left_out(copy):
    made = copy(before(b"1 1 1 RG 300 300 m 320 340 340 260 360 300 c S 0 G"), ("Pellworth", "Marsh"))
    assert made.reasons == {}
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert b" c\n" not in pdf.pages[0].Contents.read_bytes()


def test_rules_pass_below_boxes_and_those_within_them_go(copy):
    data = after(b"40 702 m 200 702 l S 85 703 m 85 707 l S")
    made = copy(data, ("Pellworth", "Marsh"))
    assert made.reasons == {}
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        content = pdf.pages[0].Contents.read_bytes()
    assert b"200 702 l" in content
    assert b"85 703" not in content
    assert made.wrong() == []


@pytest.mark.parametrize("style", list(BoxStyle))
def test_boxes_show_what_is_asked_for(copy, style):
    made = copy(pdf_bytes(report), *NAMES, pages=PageOptions(keep=Keep.VECTORS, style=style))
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
    assert made.reasons == {0: "region that is covered"}
    assert not made.picture()[int(132 / GRID) : int(178 / GRID), int(62 / GRID) : int(198 / GRID)].any()


# Copies that keep something are caught.


def keeps_letters(monkeypatch):
    """Every word is kept."""
    words = pdf_vectors._words

    def all_words(document, replacements):
        return words(document, [])[0], words(document, replacements)[1]

    monkeypatch.setattr(pdf_vectors, "_words", all_words)
    monkeypatch.setattr(pdf_vectors, "_is_in", lambda rect, cover: False)
    monkeypatch.setattr(pdf_vectors, "_check_glyphs", lambda *given: None)


def draws_no_box(monkeypatch):
    keeps_letters(monkeypatch)
    make = pdf_vectors.VectorPage
    monkeypatch.setattr(
        pdf_vectors,
        "VectorPage",
        lambda size, corner, art, under, boxes, words: make(size, corner, art, (), (), words),
    )


def test_letters_below_a_box_are_caught(copy, monkeypatch):
    keeps_letters(monkeypatch)
    made = copy(pdf_bytes(report), *NAMES)
    assert made.reasons == {}
    assert "page 1: text in a box" in made.wrong()
    assert "Pellworth" in made.everything()


def test_a_box_that_is_missing_is_caught(copy, monkeypatch):
    draws_no_box(monkeypatch)
    made = copy(pdf_bytes(report), *NAMES)
    assert "page 1: something shines through a box" in made.wrong()


def test_a_drawing_below_a_box_is_caught(copy, monkeypatch):
    monkeypatch.setattr(pdf_vectors_art, "_check_letters", lambda shape, place: None)
    data, _ = UNFIT["curve in a box"]
    made = copy(data, ("Pellworth", "Marsh"))
    assert made.reasons == {}
    assert made.wrong() == ["page 1: a drawing in a box"]


def test_a_picture_below_a_box_is_burnt_out_and_caught_else(copy, monkeypatch):
    def draw(canvas):
        canvas.drawImage(ImageReader(Image.new("L", (60, 60), 160)), 80, 695, 18, 18)
        canvas.drawString(50, 700, "Seen Pellworth today")

    made = copy(pdf_bytes(draw), ("Pellworth", "Marsh"))
    assert made.reasons == {}
    assert made.wrong() == []
    monkeypatch.setattr(
        pdf_vectors_art,
        "_placed",
        lambda p, sheet, page, covers, shown, put=pdf_vectors_art._placed: put(p, sheet, page, (), shown),
    )
    made = copy(pdf_bytes(draw), ("Pellworth", "Marsh"))
    assert made.wrong() == ["page 1: a picture in a box"]


@pytest.mark.parametrize("change", ["comment", "string", "font", "names", "metadata"])
def test_what_we_do_not_write_is_strange(copy, change):
    made = copy(pdf_bytes(report), *NAMES)
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        page = pdf.pages[0]
        content = page.Contents.read_bytes()
        descriptor = page.resources.Font["/K"].DescendantFonts[0].FontDescriptor
        if change == "comment":
            page.Contents.write(content + b"% secret\n")
        elif change == "string":
            page.Contents.write(content.replace(b"BT\n", b"BT (secret) Tj\n", 1))
        elif change == "font":
            descriptor.FontFile3.write(descriptor.FontFile3.read_bytes() + b"secret")
        elif change == "names":
            descriptor.FontName = pikepdf.Name("/ABCDEF+Secret")
        else:
            pdf.Root.Metadata = pdf.make_stream(b"secret")
        out = io.BytesIO()
        pdf.save(out, static_id=True)
    rebuilt = io.BytesIO()
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        pdf.save(rebuilt, static_id=True)
    usual = set(strange_parts(rebuilt.getvalue(), vectors=True))
    assert set(strange_parts(out.getvalue(), vectors=True)) - usual


def test_a_picture_copy_may_have_no_vectors(copy):
    made = copy(pdf_bytes(report), *NAMES)
    assert strange_parts(made.data)


# Fonts of outlines.

SHAPES = [
    outline(600, [("m", 0, 0), ("l", 0.5, 0), ("c", 0.4, 0.8), ("c", 0.2, 0.9), ("c", 0, 0.7)]),
    BLANK,
    outline(1234.4, [("m", 9, 9), ("m", -3, -3.2), ("l", 2, 0.1), ("m", 1, 1)]),
]


def test_a_font_is_read_back_and_nothing_else_is_taken_for_one():
    data = outline_font(SHAPES)
    assert read_font(data) == SHAPES
    assert SHAPES[2] == Outline(1234, ((21, -3000, -3200), (5, 5000, 3300)))
    assert read_font(outline_font([])) == [BLANK]
    for other in (b"", b"\1\0\4\4", data[:-1], data + b"x", data.replace(b"Kept", b"Lost"), bytes(500)):
        assert read_font(other) is None
    for at in range(len(data)):
        flipped = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        shapes = read_font(flipped)
        assert shapes is None or outline_font(shapes) == flipped
