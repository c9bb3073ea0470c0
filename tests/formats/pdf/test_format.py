"""PDF with a text layer: text, boxes, form values, annotations. Scans: test_reading.py."""

import io

import pikepdf
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader

from chartveil.domain.errors import InputError
from chartveil.domain.page_layout import UNDRAWN_PICTURES
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.pdf.format import PdfFormat
from table_files import lines, pdf_bytes, written

FORM = PdfFormat()


def read(*pages, **options):
    (document,) = FORM.read(SourceFile("a.pdf", pdf_bytes(*pages, **options)), ReadOptions())
    return document


def boxes(document):
    return {document.text[b.start : b.end]: b for b in document.layout.boxes}


def grey_noise():
    """A picture that is no single colour."""
    from PIL import Image

    return ImageReader(Image.frombytes("L", (60, 80), bytes(i * i * 37 % 251 for i in range(4800))))


def form(canvas):
    lines("Intake form")(canvas)
    canvas.acroForm.textfield(name="patient", value="Jane Formvalue", x=100, y=500, width=200, height=20)
    canvas.acroForm.choice(
        name="ward",
        value="North ward",
        options=["North ward", "South ward"],
        x=100,
        y=450,
        width=200,
        height=20,
    )
    canvas.acroForm.checkbox(name="smoker", checked=True, x=100, y=400)
    canvas.textAnnotation("Called Dr. Sidenote about it", Rect=[300, 300, 320, 320])
    canvas.linkURL("mailto:jane@hidden.example", (72, 700, 200, 720))


def test_text_of_all_pages_with_form_feeds():
    document = read(lines("Patient: Jane Doe", "seen today"), lines("page two"))
    assert document.text == "Patient: Jane Doe\nseen today\fpage two"
    assert document.layout.pages == ((595.0, 842.0), (595.0, 842.0))


def test_boxes_point_at_their_words():
    document = read(lines("Patient: Jane Doe", "seen today"), lines("page two", x=200, top=100))
    found = document.layout.boxes
    assert [document.text[b.start : b.end] for b in found] == document.text.split()
    assert list(found) == sorted(found, key=lambda b: b.start)
    jane, two = boxes(document)["Jane"], boxes(document)["two"]
    assert (jane.page, two.page) == (0, 1)
    # The baseline is 760 points from below, 82 from above; 12-point letters stand some 9 points high.
    assert jane.top == pytest.approx(73, abs=1)
    assert jane.bottom == pytest.approx(82, abs=1)
    assert 72 < jane.left < jane.right < boxes(document)["Doe"].left
    assert two.left > 200
    assert two.bottom == pytest.approx(742, abs=1)


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_pages_whose_lines_run_otherwise_are_read_upright(angle):
    def draw(canvas):
        canvas.setPageRotation(angle)
        lines("Turned words", "in two lines", top=400)(canvas)

    document = read(draw)
    assert document.text == "Turned words\nin two lines"
    (reading,) = document.layout.readings
    assert (reading.engine, reading.quarter_turns) == ("", (4 - angle // 90) % 4)
    width, height = document.layout.pages[0]
    # reportlab swaps the sides of the sheet that it turns by quarters.
    assert (width, height) == ((595, 842) if angle == 180 else (842, 595))
    turned, words = (boxes(document)[w] for w in ("Turned", "words"))
    assert all(0 <= b.left < b.right <= width and 0 <= b.top < b.bottom <= height for b in (turned, words))
    assert turned.right < words.left
    assert abs(turned.bottom - words.bottom) < 3


def test_form_values_and_annotations_are_read():
    document = read(form, lines("page two"))
    first, second = document.text.split("\f")
    assert first.splitlines()[:4] == [
        "Intake form",
        "Jane Formvalue",
        "North ward",
        "Called Dr. Sidenote about it",
    ]
    assert second == "page two"
    value = boxes(document)["Formvalue"]
    assert 100 < boxes(document)["Jane"].right < value.left < value.right < 200, "the word, not the field"
    assert 842 - 520 < value.top < value.bottom < 842 - 500
    assert "Sidenote" not in boxes(document), "the note has no place on the page"


def test_words_that_only_an_annotation_draws_are_read():
    import pypdfium2
    import pypdfium2.raw as raw

    pdf = pypdfium2.PdfDocument(pdf_bytes(lines("visible")))
    page = pdf[0]
    stamp = raw.FPDFPage_CreateAnnot(page.raw, raw.FPDF_ANNOT_STAMP)
    raw.FPDFAnnot_SetRect(stamp, raw.FS_RECTF(left=100, bottom=100, right=300, top=150))
    text = raw.FPDFPageObj_NewTextObj(pdf.raw, b"Helvetica", 12.0)
    encoded = ("Signed Stampname" + "\0").encode("utf-16-le")
    buffer = (raw.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded)
    assert raw.FPDFText_SetText(text, buffer)
    raw.FPDFPageObj_Transform(text, 1, 0, 0, 1, 110, 120)
    assert raw.FPDFAnnot_AppendObject(stamp, text)
    raw.FPDFPage_CloseAnnot(stamp)
    out = io.BytesIO()
    pdf.save(out)
    (document,) = FORM.read(SourceFile("a.pdf", out.getvalue()), ReadOptions())
    assert document.text == "visible\nSigned Stampname"
    assert boxes(document)["Stampname"].left > 100


def test_everything_shows_what_pages_hide():
    def draw(canvas):
        form(canvas)
        canvas.setTitle("Titlesecret")
        canvas.setAuthor("Authorsecret")
        canvas.bookmarkPage("x")
        canvas.addOutlineEntry("Outlinesecret", "x")

    found = " ".join(text for _, text in FORM.all_text(SourceFile("a.pdf", pdf_bytes(draw))))
    for hidden in (
        "Titlesecret",
        "Authorsecret",
        "Outlinesecret",
        "jane@hidden.example",
        "Formvalue",
        "Sidenote",
    ):
        assert hidden in found


def test_hyphens_at_line_ends_stay():
    assert read(lines("Mrs. Anders-", "son was seen")).text == "Mrs. Anders-\nson was seen"


def test_values_drawn_after_all_labels_join_them():
    def draw(canvas):
        lines("Name:", "MRN:", "Born:", "Ward:", top=700)(canvas)
        lines("Jane Doe", "1234567", "3/4/1950", "North", x=200, top=700)(canvas)
        lines("Intake form", top=780)(canvas)

    assert read(draw).text.splitlines() == [
        "Intake form",
        "Name:\tJane Doe",
        "MRN:\t1234567",
        "Born:\t3/4/1950",
        "Ward:\tNorth",
    ]


def test_cells_of_a_row_are_parted_and_a_typewriter_s_numbers_are_whole():
    def draw(canvas):
        canvas.setFont("Helvetica", 9)
        for n, row in enumerate((("Team", "Code"), ("R Lindqvist MD", "99214"), ("Brandt", "Full"))):
            for x, cell in zip((72, 152), row, strict=True):
                canvas.drawString(x, 700 - 15 * n, cell)
        canvas.setFont("Courier", 8.2)
        canvas.drawString(72, 600, "512-38-9941    HOLLOWAY, ANN")

    assert read(draw).text.splitlines() == [
        "Team\tCode",
        "R Lindqvist MD\t99214",
        "Brandt\tFull",
        "512-38-9941\tHOLLOWAY, ANN",
    ]


def test_letters_that_are_drawn_one_by_one_with_white_between_them_make_words():
    def draw(canvas):
        for n, letter in enumerate("Patient: Margaret Holloway"):
            canvas.drawString(72 + 8 * n, 700, letter)
        for n, cell in enumerate("A B C D"):
            canvas.drawString(72 + 20 * n, 600, cell)

    assert read(draw).text.split() == ["Patient:", "Margaret", "Holloway", "A", "B", "C", "D"]


def test_columns_of_prose_stay_apart():
    left = [f"Left column line {i} tells a long story" for i in range(8)]
    right = [f"Right column line {i} tells another one" for i in range(8)]

    def in_order(canvas):
        lines(*left)(canvas)
        lines(*right, x=330)(canvas)

    def scrambled(canvas):
        for i in range(7, -1, -1):
            lines(right[i], x=330, top=760 - 20 * i)(canvas)
            lines(left[i], top=760 - 20 * i)(canvas)

    assert read(in_order).text.splitlines() == left + right
    assert read(scrambled).text.splitlines() == left + right


def test_a_page_drawn_from_below_is_turned_round():
    def draw(canvas):
        for i in range(9, -1, -1):
            lines(f"sentence number {i} of this page", top=760 - 30 * i)(canvas)

    assert read(draw).text.splitlines() == [f"sentence number {i} of this page" for i in range(10)]


def test_blank_pages_among_others_are_fine():
    document = read(
        lines("one"), lambda canvas: None, lambda canvas: canvas.drawString(72, 72, " "), lines("four")
    )
    assert document.text == "one\f\f\ffour"


def test_write_makes_a_pdf():
    file = SourceFile("a.pdf", pdf_bytes(lines("Patient: Jane Doe"), lines("Jane again")))
    out = written(FORM, file, "Jane", "Lucja")
    assert FORM.output_suffix == ".pdf"
    (document,) = FORM.read(out, ReadOptions())
    assert document.text.split() == "Patient: Lucja Doe Lucja again".split()
    assert len(document.layout.pages) == 2


def drawn_only(canvas):
    path = canvas.beginPath()
    path.moveTo(100, 100)
    path.curveTo(150, 200, 200, 50, 250, 150)
    canvas.drawPath(path)


def scan(canvas):
    canvas.drawImage(grey_noise(), 0, 0, 595, 842)


def stamped_scan(canvas):
    scan(canvas)
    canvas.drawString(72, 820, "FAX from Clinic page 2 of 3")


@pytest.mark.parametrize("page", [drawn_only, scan, stamped_scan])
def test_pages_that_are_not_told_by_their_layer_are_read_by_ocr(page):
    document = read(lines("fine"), page, lines("fine"))
    assert [bool(reading.engine) for reading in document.layout.readings] == [False, True, False]
    first, second, third = document.text.split("\f")
    assert (first, third) == ("fine", "fine")
    if page is stamped_scan:
        assert "FAX from Clinic page 2 of 3" in second


def test_a_scan_with_a_text_layer_is_read():
    def sandwich(canvas):
        scan(canvas)
        text = canvas.beginText(72, 760)
        text.setTextRenderMode(3)  # invisible, as OCR writes it
        for _ in range(6):
            text.textLine("the patient was seen by the doctor")
        canvas.drawText(text)

    assert read(sandwich).text.count("doctor") == 6


def dynamic_form():
    """A form whose fields are in XML alone; its one page asks the reader to wait."""
    data = pdf_bytes(lines("Please wait..."))
    xfa = b"/AcroForm << /Fields [] /XFA [(template) << >>] >> /NeedsRendering true /Type /Catalog"
    return data.replace(b"/Type /Catalog", xfa)


def good():
    return pdf_bytes(lines("one"), lines("two"))


BAD = [
    ("protected", lambda: pdf_bytes(lines("a"), encrypt=StandardEncryption("pw")), InputLimits(), "password"),
    ("cut off", lambda: good()[:300], InputLimits(), "damaged"),
    ("no PDF", lambda: b"%PDF-1.7\nrubbish", InputLimits(), "damaged"),
    (
        "no pages",
        lambda: good().replace(b"/Count 2", b"/Count 0").replace(b"/Kids [", b"/Kidz ["),
        InputLimits(),
        "damaged|no pages",
    ),
    ("dynamic form", dynamic_form, InputLimits(), "dynamic form.*print it to PDF"),
    ("too many pages", good, InputLimits(members=1), "more than 1 pages"),
    ("too much text", good, InputLimits(text_chars=5), "more than 5 characters"),
    ("blank", lambda: pdf_bytes(lambda canvas: None), InputLimits(), "only blank pages"),
]


def test_a_file_without_pages_is_not_told_to_be_protected_as_the_last_one_was():
    for make, message in ((BAD[0][1], "password"), (BAD[3][1], "damaged|no pages")):
        with pytest.raises(InputError, match=message):
            FORM.read(SourceFile("bad.pdf", make()), ReadOptions())


def test_a_file_that_says_less_pages_than_it_holds_is_refused():
    data = pdf_bytes(lines("Jane Roe"), lines("John Poe"))
    assert data.count(b"/Count 2") == 1
    with pytest.raises(InputError, match="holds 2 pages and says that it has 1") as e:
        FORM.read(SourceFile("a.pdf", data.replace(b"/Count 2", b"/Count 1")), ReadOptions())
    assert "save it anew" in str(e.value)


def test_pictures_that_cannot_be_drawn_are_counted():
    data = pdf_bytes(
        lines("Patient: Jane Doe"), lambda canvas: canvas.drawImage(grey_noise(), 99, 99, 99, 99)
    )
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (picture,) = pdf.pages[1].Resources.XObject.values()
        picture.write(b"no picture", filter=pikepdf.Name.JPXDecode)
        out = io.BytesIO()
        pdf.save(out)
    (document,) = FORM.read(SourceFile("a.pdf", out.getvalue()), ReadOptions())
    assert document.left_out == {UNDRAWN_PICTURES: 1}


@pytest.mark.parametrize(("make", "limits", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_files(make, limits, message):
    with pytest.raises(InputError, match=message) as caught:
        FORM.read(SourceFile("bad.pdf", make()), ReadOptions(limits=limits))
    assert caught.value.remedy
