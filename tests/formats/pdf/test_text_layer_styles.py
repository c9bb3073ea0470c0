"""How words look of which the text layer tells the font: as large and as wide as the page's letters are."""

import io

import pikepdf
import pypdfium2 as pdfium
import pytest
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from chartveil.domain.geometry import Rect
from chartveil.formats.pages.lettering import x_height
from chartveil.formats.pdf.text_layer import PageCoordinates, read_lines
from chartveil.formats.pdf.text_layer_styles import text_layer_styles

WORDS = ["waxy", "vivid", "buzz", "Vandersteen", "xanthoma"]
SIZE, HEIGHT = 10.0, 400.0


def looks(font, stated="Vandersteen"):
    """The look of a word on a page in a font of which the other words stay."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(300, HEIGHT), invariant=1)
    canvas.setFont(font, SIZE)
    places = {}
    for k, word in enumerate(WORDS):
        base = 40 + 20 * k
        canvas.drawString(30, HEIGHT - base, word)
        places[word] = Rect(30, base - 8, 30 + stringWidth(word, font, SIZE), base + 2)
    canvas.save()
    with pdfium.PdfDocument(out.getvalue()) as pdf, text_layer_styles(pdf, 0) as known:
        known.measure([(word, place) for word, place in places.items() if word != stated])
        return known.of(stated, places[stated]), places[stated]


@pytest.mark.parametrize("font", ["Helvetica", "Times-Roman", "Courier"])
def test_a_font_that_every_reader_has_is_taken_as_it_is(font):
    look, place = looks(font)
    assert (look.face, look.size) == (font, SIZE)
    assert look.width_of("Vandersteen") == pytest.approx(place.width, rel=0.01)


def test_letters_are_as_tall_as_those_of_a_font_that_we_do_not_have():
    registerFont(TTFont("Vera", "Vera.ttf"))
    look, place = looks("Vera")
    assert look.face == "Helvetica"
    # An x of Vera is 1120 of 2048 units high.
    assert look.size * x_height(look.face) == pytest.approx(SIZE * 1120 / 2048, rel=0.01)
    assert look.width_of("Vandersteen") == pytest.approx(place.width, rel=0.06)


def unknown_font(widths):
    """A page in a font whose name tells nothing, and which the file does not hold: each word by the widths of
    another font; and their places."""
    words = [*WORDS, "willow", "minimum", "Illinois", "moment", "fitting", "hammock"]
    shown, places = [], {}
    for k, word in enumerate(words):
        base = 40 + 20 * k
        shown.append(f"1 0 0 1 30 {HEIGHT - base} Tm ({word}) Tj")
        places[word] = Rect(30, base - 8, 30 + stringWidth(word, widths, SIZE), base + 2)
    told = " ".join(str(round(stringWidth(chr(code), widths, 1000))) for code in range(32, 127))
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(300, HEIGHT))
        page = pdf.pages[0]
        font = f"<</Type/Font/Subtype/TrueType/BaseFont/Quux/FirstChar 32/LastChar 126/Widths[{told}]>>"
        page.Resources = pikepdf.Object.parse(f"<</Font<</F {font}>>>>".encode())
        page.Contents = pdf.make_stream(f"BT /F {SIZE} Tf {' '.join(shown)} ET".encode())
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue(), places


@pytest.mark.parametrize("like", ["Helvetica", "Times-Roman", "Courier"])
def test_a_font_whose_name_tells_nothing_is_told_by_its_widths(like):
    data, places = unknown_font(like)
    place = places.pop("Vandersteen")
    with pdfium.PdfDocument(data) as pdf, text_layer_styles(pdf, 0) as known:
        before = known.of("Vandersteen", place)
        known.measure(list(places.items()))
        assert before.face == "Helvetica", "nothing was measured"
        assert known.of("Vandersteen", place).face == like


@pytest.mark.parametrize(
    ("matrix", "mirrored"),
    [
        ((1, 0, 0, 1), False),
        ((0, 1, -1, 0), False),
        ((-1, 0, 0, -1), False),
        ((0.87, 0.5, -0.5, 0.87), False),
        ((1, 0, 0.3, 1), False),
        ((-1, 0, 0, 1), True),
        ((1, 0, 0, -1), True),
        ((0, 1, 1, 0), True),
        ((0, -1, -1, 0), True),
        ((-0.87, 0.5, 0.5, 0.87), True),
        ((-2, 0, 0, 1), True),
    ],
)
def test_letters_seen_as_in_a_mirror_have_no_look_of_their_line(matrix, mirrored):
    """They stand on the other side of it, so that a box by their line would leave half of them."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(400, 400), invariant=1)
    canvas.transform(*matrix, 200, 200)
    canvas.drawString(0, 0, "Vandersteen")
    canvas.save()
    with pdfium.PdfDocument(out.getvalue()) as pdf, text_layer_styles(pdf, 0) as known:
        (line,) = read_lines(pdf[0].get_textpage(), PageCoordinates(pdf[0]))
        assert (known.of("Vandersteen", line.rect) is None) is mirrored
