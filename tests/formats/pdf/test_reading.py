"""PDFs of scans, with and without a text layer, and pages that show more than their layer holds."""

import functools
import io
import math
import re

import pypdfium2
import pytest
from reportlab.graphics import renderPDF
from reportlab.graphics.barcode import createBarcodeDrawing
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import ATTACHED_FILES, HIDDEN_WORDS, RegionKind
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pages.content import PageContent
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.formats.pdf import page_parts
from chartveil.formats.pdf import reading as pdf_read
from chartveil.formats.pdf.forensics import unexpected_parts
from chartveil.formats.pdf.format import PdfFormat
from chartveil.ocr import page_reading
from chartveil.ocr.barcode_bars import rows_of_bars
from chartveil.ocr.options import PageOptions
from formats.pdf.test_format import boxes
from scan_files import FIRST, SECOND, hidden_lines, printed, scan_page
from table_files import lines, pdf_bytes, replaced

FORM = PdfFormat()


@functools.cache
def scan(*texts, angle=0.0, turns=0):
    return printed(texts, angle=angle).rotate(-90 * turns, expand=True, fillcolor=255)


def read(*pages, options=None, **canvas):
    (document,) = FORM.read(SourceFile("a.pdf", pdf_bytes(*pages, **canvas)), options or ReadOptions())
    return document


def words(document):
    return document.text.split()


def darkest(document, word, data):
    """The darkest value in the box of a word, on the page drawn as it is."""
    box = boxes(document)[word]
    pdf = pypdfium2.PdfDocument(data)
    try:
        page = pdf[box.page].render(scale=2, grayscale=True).to_numpy()
    finally:
        pdf.close()
    return page[round(box.top * 2) : round(box.bottom * 2), round(box.left * 2) : round(box.right * 2)].min()


def test_a_scan_among_pages_with_text():
    data = pdf_bytes(lines("Typed by Ostrowski"), scan_page(scan(*FIRST)), lambda canvas: None)
    (document,) = FORM.read(SourceFile("a.pdf", data), ReadOptions())
    typed, scanned, blank = document.text.split("\f")
    assert typed == "Typed by Ostrowski"
    assert scanned.splitlines() == FIRST
    assert blank == ""
    assert [r.engine for r in document.layout.readings] == ["", "rapidocr", ""]
    assert document.layout.pages[1] == pytest.approx((450, 200), abs=1)
    assert [document.text[b.start : b.end] for b in document.layout.boxes] == words(document)
    for word in ("Pellworth", "07/22/1951", "Corvallis"):
        box = boxes(document)[word]
        assert box.page == 1
        assert darkest(document, word, data) < 100
    # The baseline of the first line is 50 points from above; letters of 15 points stand 11 high.
    assert boxes(document)["Pellworth"].top == pytest.approx(39, abs=3)
    assert boxes(document)["Pellworth"].bottom == pytest.approx(53, abs=4)


@pytest.mark.parametrize(("turns", "angle"), [(2, 0.0), (1, 0.0), (0, 2.0)])
def test_a_scan_that_lies_otherwise_is_read_upright(turns, angle):
    document = read(scan_page(scan(*FIRST, angle=angle, turns=turns)))
    assert words(document) == " ".join(FIRST).split()
    (reading,) = document.layout.readings
    assert (reading.quarter_turns + turns) % 4 == 0
    assert reading.skew == pytest.approx(-angle, abs=0.5)
    width, height = document.layout.pages[0]
    assert width > height
    assert all(
        0 <= b.left < b.right <= width and 0 <= b.top < b.bottom <= height for b in document.layout.boxes
    )


def test_a_good_hidden_text_layer_is_taken():
    texts = ["Patient: Augustin Pellwörth", *FIRST[1:]]
    document = read(scan_page(scan(*FIRST), overlay=hidden_lines(texts)))
    assert document.text.splitlines() == texts
    assert {b.confidence for b in document.layout.boxes} == {1.0}


def test_a_poor_hidden_text_layer_gives_way_to_ocr():
    poor = ["Pat1ent; A gusl n Pe1 w rlh", "Dale ol b rth 0Z/2Z 19S|", "5een hy 0r 0slr wsk n C rva is"]
    document = read(scan_page(scan(*FIRST), overlay=hidden_lines(poor)))
    assert document.text.splitlines() == FIRST


def test_a_hidden_layer_in_the_wrong_place_does_not_give_boxes():
    """What is replaced would be covered beside its ink."""
    document = read(scan_page(scan(*FIRST), overlay=hidden_lines(FIRST, height=120)))
    assert document.text.startswith("\n".join(FIRST))
    assert boxes(document)["Augustin"].top < 60


def test_a_stamp_on_a_scan_and_a_line_of_the_fax_are_read_with_it():
    def stamp(canvas):
        canvas.drawString(30, 180, "FAX from Blueheron page 2")

    document = read(scan_page(scan(*SECOND), overlay=stamp))
    assert set("FAX from Blueheron page 2".split()) | set(" ".join(SECOND).split()) == set(words(document))


def test_what_an_annotation_draws_on_a_scan_is_read_once():
    def note(canvas):
        canvas.acroForm.textfield(name="p", value="Formvalue", x=250, y=20, width=150, height=25)
        canvas.textAnnotation("Called Sidenote about it", Rect=[10, 10, 20, 20])

    document = read(scan_page(scan(*SECOND), overlay=note))
    assert words(document).count("Formvalue") == 1
    assert "Sidenote" in words(document)
    assert "Sidenote" not in boxes(document)
    assert boxes(document)["Formvalue"].left > 240


def test_text_in_a_picture_on_a_page_with_text():
    def draw(canvas):
        lines("Typed by Ostrowski", top=800)(canvas)
        from reportlab.lib.utils import ImageReader

        canvas.drawImage(ImageReader(scan("Pictured Pellworth", "born 07/22/1951")), 100, 300, 450, 200)

    document = read(draw)
    assert document.text == "Typed by Ostrowski\nPictured Pellworth\nborn 07/22/1951"
    box = boxes(document)["Pellworth"]
    assert 100 < box.left < box.right < 550
    assert 842 - 500 < box.top < box.bottom < 842 - 300
    # As ``printed`` has it: 50 points below the picture's upper edge.
    assert box.bottom == pytest.approx(842 - 500 + 53, abs=4)


def test_a_picture_behind_text_is_not_read_twice():
    def draw(canvas):
        from reportlab.lib.utils import ImageReader

        canvas.drawImage(ImageReader(scan("")), 50, 600, 450, 200)
        lines("Typed by Ostrowski", top=700)(canvas)

    assert read(draw).text == "Typed by Ostrowski"


def test_text_that_the_page_does_not_show_is_left_out_and_counted():
    def draw(canvas):
        lines("Seen by Ostrowski")(canvas)
        hidden_lines(["Invisible Pellworth"], height=500)(canvas)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(72, 300, "White Lindahl")
        canvas.setFillColorRGB(0.8, 0.8, 0.8)
        canvas.drawString(72, 200, "Pale Moran")
        canvas.drawString(72, -300, "Below Farouk")

    document = read(draw)
    assert document.text == "Seen by Ostrowski\nPale Moran"
    assert document.left_out == {HIDDEN_WORDS: 6}
    assert document.layout.hidden_words == (6,)


def outlines(picture, scale):
    """Draws a picture's black shapes as paths, as programs do that turn letters into outlines."""
    import cv2
    import numpy as np

    dark = (np.asarray(picture) < 128).astype(np.uint8)
    shapes, tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)

    def draw(canvas):
        for i, shape in enumerate(shapes):
            if tree[0][i][3] >= 0:
                continue
            path = canvas.beginPath()
            for part in (shape, *(s for s, t in zip(shapes, tree[0], strict=True) if t[3] == i)):
                points = [(x * scale + 50, 700 - y * scale) for x, y in part[:, 0]]
                path.moveTo(*points[0])
                for point in points[1:]:
                    path.lineTo(*point)
                path.close()
            canvas.drawPath(path, stroke=0, fill=1, fillMode=0)

    return draw


def test_a_pale_picture_of_words_across_the_page_is_read():
    words = printed(["Outlined Ostrowski"], size=(400, 400), points=34, angle=20).point(
        lambda v: 255 if v > 127 else 225
    )

    def draw(canvas):
        canvas.setPageSize((420, 420))
        canvas.drawImage(ImageReader(words), 10, 10, 400, 400)
        lines("Typed by Lindahl", top=380)(canvas)

    assert "Ostrowski" in read(draw).text


def test_letters_drawn_as_shapes_are_read():
    def draw(canvas):
        lines("Typed by Lindahl")(canvas)
        outlines(scan("Outlined Ostrowski in Corvallis"), 72 / 150)(canvas)

    document = read(draw)
    assert document.text == "Typed by Lindahl\nOutlined Ostrowski in Corvallis"
    assert boxes(document)["Ostrowski"].bottom == pytest.approx(842 - 700 + 50, abs=5)


@pytest.mark.parametrize(
    ("radius", "first", "step"),
    [
        (60, 90, -7.5),
        (60, 180, -7.5),
        (45, 270, -9),
        (90, 135, -5),
        (110, 150, -6),
        (150, 120, -3),
        (60, 270, 7.5),
        (90, 225, 5),
        (30, 90, -14),
        (60, 45, -8),
        (75, 200, 6),
    ],
)
def test_letters_along_a_curve_are_covered_and_make_no_words(radius, first, step):
    """Round stamps and logos, written on the outside or on the inside of the curve."""

    def page(canvas):
        canvas.drawString(72, 700, "Seen for cough. Lungs clear.")
        for k, letter in enumerate("DR QUARZBRENNER * SEABROOK"):
            way = math.radians(first + k * step)
            canvas.saveState()
            canvas.translate(300 + radius * math.cos(way), 400 + radius * math.sin(way))
            canvas.rotate(math.degrees(way) + (-90 if step < 0 else 90))
            canvas.drawCentredString(0, 0, letter)
            canvas.restoreState()

    document = read(page)
    assert document.text.strip() == "Seen for cough. Lungs clear."
    unread = [r for r in document.layout.regions if r.kind is RegionKind.UNREAD]
    assert len(unread) == len("DRQUARZBRENNER*SEABROOK")


def test_labels_of_an_axis_and_turned_lines_are_read():
    def page(canvas):
        canvas.drawString(72, 700, "Seen for cough. Lungs clear.")
        for k, turn in enumerate((45, 90, 30, -45, 60)):
            canvas.saveState()
            canvas.translate(100 + 80 * k, 400)
            canvas.rotate(turn)
            for n, letter in enumerate("Monday"):
                canvas.drawString(9 * n, 0, letter)
            canvas.restoreState()

    document = read(page)
    assert document.text.count("M") == 5
    assert not document.layout.regions


BARCODES = {
    "Code128": {"value": "44719203", "barHeight": 30, "barWidth": 1.2},
    "Standard39": {"value": "MRN44719203", "barHeight": 25, "barWidth": 0.8, "checksum": 0},
    "Standard93": {"value": "44719203", "barHeight": 20},
    "Extended93": {"value": "mrn 44719203", "barHeight": 30, "barWidth": 1.0},
    "I2of5": {"value": "44719203", "barHeight": 20},
    "Codabar": {"value": "44719203", "barHeight": 20},
    "MSI": {"value": "44719203", "barHeight": 20},
    "Code11": {"value": "44719203", "barHeight": 20},
    "EAN13": {"value": "447192030199"},
    "EAN8": {"value": "4471920"},
    "UPCA": {"value": "44719203019"},
}


@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize("kind", BARCODES)
def test_barcodes_that_a_program_drew_as_bars_are_found(kind, lying):
    drawn = createBarcodeDrawing(kind, **BARCODES[kind])
    left, top, right, bottom = drawn.getBounds()

    def page(canvas):
        canvas.setPageSize((500, 450))
        canvas.drawString(72, 410, "Seen for cough. Lungs clear.")
        canvas.saveState()
        canvas.translate(220, 60)
        canvas.rotate(90 if lying else 0)
        renderPDF.draw(drawn, canvas, 0, 0)
        canvas.restoreState()

    codes = [r for r in read(page).layout.regions if r.kind is RegionKind.BARCODE]
    assert codes
    long = [max(r.right - r.left, r.bottom - r.top) for r in codes]
    assert max(long) >= 0.55 * max(right - left, bottom - top)  # the bounds hold the white beside it too


def test_rules_graph_paper_and_bars_of_a_chart_are_no_rows_of_bars():
    def page(canvas):
        canvas.drawString(72, 700, "Weight over time, illicitly filling little white mills")
        for k in range(60):
            canvas.setLineWidth(0.9 if k % 5 == 0 else 0.4)
            canvas.line(72 + 3 * k, 500, 72 + 3 * k, 600)
            canvas.line(72, 300 + 3 * k, 372, 300 + 3 * k)
        for k in range(12):
            canvas.rect(72 + 30 * k, 100, 18, 20 + 12 * k, fill=1)

    drawn = pypdfium2.PdfDocument(pdf_bytes(page))[0].render(scale=200 / 72).to_numpy()
    assert rows_of_bars(drawn[:, :, 0]) == []


def test_pages_of_text_are_not_read_by_ocr(monkeypatch):
    def never(*_):
        raise AssertionError("a page with a good text layer was read by OCR")

    monkeypatch.setattr(OCR_PAGE_CACHE, "read", never)

    def ruled(canvas):
        lines("Typed by Ostrowski")(canvas)
        canvas.grid([70, 200, 330], [700, 720, 740, 790])
        canvas.setFillGray(0.9)
        canvas.rect(70, 600, 260, 40, fill=1)

    assert read(ruled, lines("page two")).text == "Typed by Ostrowski\fpage two"


# What is written


def texts_in(data):
    return "\n".join(text for _, text in FORM.all_text(SourceFile("out.pdf", data)))


def test_a_redacted_scan_holds_the_new_text_alone():
    file = SourceFile("a.pdf", pdf_bytes(scan_page(scan(*FIRST, angle=2.0)), lines("Pellworth again")))
    documents = FORM.read(file, ReadOptions())
    data = FORM.write(file, ReadOptions(), replaced(documents, "Pellworth", "Sandoval"))
    found = texts_in(data)
    assert "Pellworth" not in found
    assert "Augustin" in found
    assert found.count("Sandoval") >= 2, "in the layer of both pages"
    assert found.index("07/22/1951") > 0


def test_what_no_page_shows_is_in_no_copy():
    def draw(canvas):
        lines("Seen by Ostrowski today")(canvas)
        canvas.textAnnotation("Called Sidenote about it", Rect=[300, 300, 320, 320])
        canvas.drawString(72, -300, "Below Farouk")

    file = SourceFile("a.pdf", pdf_bytes(draw))
    (document,) = FORM.read(file, ReadOptions())
    at = [document.text.index(w) for w in ("Ostrowski", "Sidenote")]
    edits = [Replacement(a, a + 6, "X", Label.DOCTOR) for a in sorted(at)]
    found = texts_in(FORM.write(file, ReadOptions(), {document.id: edits}))
    assert "Seen by" in found
    assert not [w for w in ("Ostrowski", "Farouk", "Below", "Sidenote", "Called") if w in found]


# Bad input


def locked():
    return pdf_bytes(lines("Seen by Ostrowski"), encrypt=StandardEncryption("open sesame", canPrint=0))


def test_a_password_opens_a_file_and_its_copy_needs_none():
    file = SourceFile("a.pdf", locked())
    with pytest.raises(InputError, match=r"a\.pdf: is protected by a password.*--password-file"):
        FORM.read(file, ReadOptions())
    wrong = ReadOptions(pages=PageOptions(passwords=("open says me",)))
    with pytest.raises(InputError, match="another password") as caught:
        FORM.read(file, wrong)
    assert "says" not in str(caught.value)
    right = ReadOptions(pages=PageOptions(passwords=("open sesame",)))
    documents = FORM.read(file, right)
    assert documents[0].text == "Seen by Ostrowski"
    data = FORM.write(file, right, replaced(documents, "Ostrowski", "Lindahl"))
    assert "Lindahl" in FORM.read(SourceFile("out.pdf", data), ReadOptions())[0].text


def test_a_poster_of_large_letters_is_read():
    data = pdf_bytes(scan_page(printed(FIRST[:1], size=(280, 70)), dpi=30))
    (document,) = FORM.read(SourceFile("a.pdf", data), ReadOptions())
    assert words(document) == FIRST[0].split()
    # 280 points at 150 dpi, a pixel of which is a thirtieth of an inch now.
    assert document.layout.pages[0][0] == pytest.approx(280 * 150 / 30, abs=20)
    assert boxes(document)["Pellworth"].left > 300


def plan(canvas):
    """A page of a plotter, with small words, and a stamp where two of its parts meet."""
    canvas.setPageSize((2900, 300))
    canvas.setFont("Helvetica", 11)
    canvas.drawString(60, 270, "Drawn for Quentin Ostrowski, ward 7")
    canvas.drawString(2500, 60, "Approved by Quentin Ostrowski")
    stamp = scan("Filed by Ottoline Pellworth")
    seam = 4800 * 72 / 200
    canvas.drawImage(ImageReader(stamp), seam - 80, 90, stamp.width * 72 / 150, stamp.height * 72 / 150)


def test_a_large_page_is_read_and_written_in_parts(monkeypatch):
    monkeypatch.setattr(page_parts, "MOST_PIXELS", 4_000_000)  # or the page would have to be a large one
    file = SourceFile("a.pdf", pdf_bytes(plan))
    documents = FORM.read(file, ReadOptions())
    assert documents[0].text.count("Ostrowski") == 2
    assert words(documents[0]).count("Pellworth") == 1
    edits = {
        documents[0].id: [
            Replacement(m.start(), m.end(), "Lindahl", Label.DOCTOR)
            for m in re.finditer("Ostrowski|Pellworth", documents[0].text)
        ]
    }
    copy = FORM.write(file, ReadOptions(), edits)
    assert unexpected_parts(copy) == []
    (back,) = FORM.read(SourceFile("copy.pdf", copy), ReadOptions())
    assert back.text.count("Lindahl") == 3
    assert "Pellworth" not in back.text
    for place, word in ((60, "Drawn"), (2500, "Approved")):
        assert boxes(back)[word].left == pytest.approx(place, abs=2)
        assert darkest(back, word, copy) < 100


def test_a_page_that_no_reader_need_take_is_refused_by_its_number():
    data = pdf_bytes(lines("fine"), lambda canvas: canvas.setPageSize((15_000, 400)))
    with pytest.raises(InputError, match=r"a\.pdf: .*page 2 is 208 x 6 inches.*smaller paper size"):
        FORM.read(SourceFile("a.pdf", data), ReadOptions())


def nested_groups(depth):
    """Groups that draw ten of the next below."""
    import pikepdf

    name = pikepdf.Name
    with pikepdf.new() as pdf:

        def group(content, inner):
            objects = pikepdf.Dictionary(X=inner) if inner is not None else pikepdf.Dictionary()
            return pdf.make_stream(
                content,
                Type=name.XObject,
                Subtype=name.Form,
                BBox=[0, 0, 9, 9],
                Resources=pikepdf.Dictionary(XObject=objects),
            )

        inner = group(b"0 0 9 9 re f", None)
        for _ in range(depth):
            inner = group(b"/X Do " * 10, inner)
        pdf.add_blank_page(page_size=(144, 144))
        pdf.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=inner))
        pdf.pages[0].Contents = pdf.make_stream(b"/X Do")
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


@pytest.mark.parametrize("depth", [12, 600])
def test_a_page_that_would_never_be_drawn_is_refused_at_once(depth):
    with pytest.raises(InputError, match="over and over") as caught:
        FORM.read(SourceFile("a.pdf", nested_groups(depth)), ReadOptions())
    assert caught.value.where == "a.pdf"


def drawing_itself(times):
    """A PDF whose page draws a group that draws itself so many times, in places of its own."""
    import pikepdf

    name = pikepdf.Name
    with pikepdf.new() as pdf:
        group = pdf.make_stream(
            b"0 0 9 9 re f " + b"q .9 0 0 .9 1 1 cm /X Do Q " * times,
            Type=name.XObject,
            Subtype=name.Form,
            BBox=[0, 0, 99, 99],
        )
        group.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=group))
        pdf.add_blank_page()
        pdf.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=group))
        pdf.pages[0].Contents = pdf.make_stream(b"/X Do")
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def test_a_group_that_draws_itself_twice_is_refused_and_once_is_drawn():
    with pytest.raises(InputError, match="over and over"):
        FORM.read(SourceFile("a.pdf", drawing_itself(2)), ReadOptions())
    with pytest.raises(InputError, match="no text that could be read"):
        FORM.read(SourceFile("a.pdf", drawing_itself(1)), ReadOptions())


def test_groups_inside_groups_are_drawn():
    with pytest.raises(InputError, match="no text that could be read"):
        FORM.read(SourceFile("a.pdf", nested_groups(2)), ReadOptions())


def test_pages_are_read_one_at_a_time(monkeypatch):
    """So that two thousand of them need no more memory than one: no picture of one outlives the next."""
    import weakref

    drawn = []
    inner = pdf_read.read_page

    def watched(*arguments):
        page = inner(*arguments)
        assert sum(picture() is not None for picture in drawn) <= 1
        drawn.append(weakref.ref(page.picture.picture))
        return page

    monkeypatch.setattr(pdf_read, "read_page", watched)
    monkeypatch.setattr(
        pdf_read.OCR_PAGE_CACHE, "read", lambda page, options: PageContent("Seen", (), page.size)
    )
    pages = [scan_page(scan(*SECOND), dpi=300)] * 40
    document = read(*pages)
    assert document.text.count("Seen") == len(drawn) == 40


def test_two_hundred_pages():
    def card(canvas):  # small: each is drawn twice
        canvas.setPageSize((144, 72))
        canvas.drawString(20, 30, "Ostrowski")

    document = read(*[card] * 200)
    assert document.text.count("\f") == 199
    assert [b.page for b in document.layout.boxes] == list(range(200))


def test_a_scan_without_a_word_says_so():
    def bow(canvas):
        canvas.setPageSize((250, 200))
        canvas.bezier(50, 50, 100, 150, 150, 25, 240, 190)

    with pytest.raises(InputError, match=r"a\.pdf: .*no text that could be read") as caught:
        read(bow)
    assert "scan it again" in caught.value.remedy


def test_a_file_is_read_once_for_reading_and_writing(monkeypatch):
    asked = []
    inner = page_reading.read_page_picture
    monkeypatch.setattr(page_reading, "read_page_picture", lambda *a: asked.append(1) or inner(*a))
    OCR_PAGE_CACHE.clear()
    file = SourceFile("a.pdf", pdf_bytes(scan_page(scan(*SECOND))))
    documents = FORM.read(file, ReadOptions())
    FORM.write(file, ReadOptions(), {documents[0].id: ()})
    assert len(asked) == 1


def test_files_within_a_file_are_counted():
    import pikepdf

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf_bytes(lines("Seen by Ostrowski")))) as pdf:
        for name in ("a.txt", "B.TXT", "Pellworth.pellworth"):
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, b"Pellworth", filename=name)
        pdf.save(out)
    (document,) = FORM.read(SourceFile("a.pdf", out.getvalue()), ReadOptions())
    assert document.text == "Seen by Ostrowski"
    assert document.left_out == {f"{ATTACHED_FILES} (txt)": 2, f"{ATTACHED_FILES} (other)": 1}
