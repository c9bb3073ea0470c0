"""How words look of which the text layer tells the font: as large and as wide as the page's letters are."""

import io

import pypdfium2 as pdfium
import pytest
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from chartveil.domain.geometry import Rect
from chartveil.formats.pages.lettering import x_height
from chartveil.formats.pdf.word_looks import layer_looks

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
    with pdfium.PdfDocument(out.getvalue()) as pdf, layer_looks(pdf, 0) as known:
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
