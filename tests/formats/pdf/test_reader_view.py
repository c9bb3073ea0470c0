"""What a reader shows beside the pages of a PDF: kept in the copy where it can name nobody, else counted."""

import io

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, OutlineItem

from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.forensics import all_text_in, unexpected_parts
from chartveil.formats.pdf.format import PdfFormat
from chartveil.formats.pdf.reader_view import PageLabel, page_label
from table_files import lines, pdf_bytes


def viewed(language, *ranges, titles=()):
    """A PDF of five pages with a language, numbers of pages, and titles."""
    data = pdf_bytes(*(lines("Seen on the ward, well.") for _ in range(5)))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.Root.Lang = language
        pdf.Root.PageLabels = Dictionary(Nums=Array([part for one in ranges for part in one]))
        with pdf.open_outline() as outline:
            outline.root.extend(OutlineItem(title, 0) for title in titles)
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def copied(data):
    """What is left out, and the copy."""
    file, form, options = SourceFile("a.pdf", data), PdfFormat(), ReadOptions()
    (document,) = form.read(file, options)
    return document.left_out, form.write(file, options, {document.id: []})


def labels(data):
    pdf = pypdfium2.PdfDocument(data)
    return [pdf.get_page_label(n) for n in range(len(pdf))]


def test_language_and_plain_numbers_stay():
    data = viewed("en-US", (0, Dictionary(S=Name.r)), (2, Dictionary(S=Name.D, St=7)))
    left_out, copy = copied(data)
    assert left_out == {}
    assert labels(copy) == labels(data) == ["i", "ii", "7", "8", "9"]
    with pikepdf.open(io.BytesIO(copy)) as pdf:
        assert pdf.Root.Lang == "en-US"
        assert len(pdf.Root.PageLabels.Nums) == 4
        assert pdf.check_pdf_syntax() == []
    assert unexpected_parts(copy) == []
    assert not any("US" in text for _, text in all_text_in(copy))


def test_whatever_may_name_somebody_is_counted_and_gone():
    data = viewed(
        "Quibblewood",
        (0, Dictionary(S=Name.D, P="Quibblewood-")),
        (1, Dictionary(S=Name.D, St=4450013)),
        (2, Dictionary(S=Name.R)),
        titles=("Quibblewood", "Results"),
    )
    left_out, copy = copied(data)
    assert left_out == {"outline titles": 2, "page labels": 2}
    assert labels(copy) == ["", "", "I", "II", "III"]
    assert unexpected_parts(copy) == []
    for told in ("Quibblewood", "4450013", "Results"):
        assert told.encode() not in copy
        assert not any(told in text for _, text in all_text_in(copy))


@pytest.mark.parametrize(
    ("text", "label"),
    [("12", PageLabel("D", 12)), ("xiv", PageLabel("r", 14)), ("MCM", PageLabel("R", 1900)),
     ("A", None), ("007", None), ("12345", None), ("iiii", None), ("Iv", None), ("", None)],
)  # fmt: skip
def test_labels_that_are_numbers(text, label):
    assert page_label(text) == label


def test_any_other_language_in_a_copy_is_told():
    _, copy = copied(viewed("en"))
    assert unexpected_parts(copy) == []
    assert unexpected_parts(copy.replace(b"/Lang(en)", b"/Lang(Em)")) != []
