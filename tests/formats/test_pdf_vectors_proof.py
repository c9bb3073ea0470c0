"""A vector copy that keeps something, or holds what we do not write, is caught."""

import io

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from chartveil.formats.pdf.forensics import unexpected_parts
from chartveil.formats.pdf.vectors import drawings as pdf_vectors_art
from chartveil.formats.pdf.vectors import pages as pdf_vectors
from formats.vector_files import NAMES, UNFIT, report
from table_files import pdf_bytes


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
    assert made.fallback_reasons == {}
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
    assert made.fallback_reasons == {}
    assert made.wrong() == ["page 1: a drawing in a box"]


def test_a_picture_below_a_box_is_burnt_out_and_caught_else(copy, monkeypatch):
    def draw(canvas):
        canvas.drawImage(ImageReader(Image.new("L", (60, 60), 160)), 80, 695, 18, 18)
        canvas.drawString(50, 700, "Seen Pellworth today")

    made = copy(pdf_bytes(draw), ("Pellworth", "Marsh"))
    assert made.fallback_reasons == {}
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
    usual = set(unexpected_parts(rebuilt.getvalue(), vectors=True))
    assert set(unexpected_parts(out.getvalue(), vectors=True)) - usual


def test_a_picture_copy_may_have_no_vectors(copy):
    made = copy(pdf_bytes(report), *NAMES)
    assert unexpected_parts(made.data)
