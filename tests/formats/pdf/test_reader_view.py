"""What a reader shows beside the pages of a PDF: kept in the copy where it can name nobody, else counted."""

import io

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, OutlineItem

from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.forensics import all_text_in, unexpected_parts
from chartveil.formats.pdf.format import PdfFormat
from chartveil.formats.pdf.reader_view import PageLabel, page_label
from chartveil.ocr.options import BoxStyle, PageOptions
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


def test_the_structure_of_a_tagged_document_is_counted_and_gone():
    """Its alternative texts and titles may say anything, and it hangs on content that no copy has."""
    with pikepdf.open(io.BytesIO(pdf_bytes(lines("She is well.")))) as pdf:
        pdf.Root.MarkInfo = Dictionary(Marked=True)
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        figure = Dictionary(Type=Name.StructElem, S=Name.Figure, P=root, Alt="Ada Quibblewood")
        root.K = Array([pdf.make_indirect(figure)])
        pdf.Root.StructTreeRoot = root
        out = io.BytesIO()
        pdf.save(out)
    left_out, copy = copied(out.getvalue())
    assert left_out == {"structure for screen readers": 1}
    assert unexpected_parts(copy) == []
    assert b"StructTreeRoot" not in copy
    assert not any("Quibblewood" in text for _, text in all_text_in(copy))


def with_outline():
    """Two pages with titles that stand on them, on another page, or nowhere."""
    pages = lines("Letter of Ada Quibblewood", "She is well."), lines("Results of tests", "All is well.")
    with pikepdf.open(io.BytesIO(pdf_bytes(*pages))) as pdf:
        with pdf.open_outline() as outline:
            letter, stray = OutlineItem("Letter of Ada  Quibblewood", 0), OutlineItem("Letter", 1)
            letter.children.extend([OutlineItem("She is well", 0), OutlineItem("Quibblewood!", 0)])
            outline.root.extend([letter, stray, OutlineItem("Results of tests", 1)])
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("style", "said"), [(BoxStyle.SURROGATE, "Letter of Eva Roth"), (BoxStyle.BLACK, "Letter of [PATIENT]")]
)
def test_titles_that_stand_on_their_page_say_what_the_copy_of_it_says(style, said):
    file, form, options = (
        SourceFile("a.pdf", with_outline()),
        PdfFormat(),
        ReadOptions(pages=PageOptions(style=style)),
    )
    (document,) = form.read(file, options)
    assert document.left_out == {"outline titles": 2}
    at = document.text.index("Ada")
    edits = [Replacement(at, at + len("Ada Quibblewood"), "Eva Roth", Label.PATIENT)]
    copy = form.write(file, options, {document.id: edits})
    with pikepdf.open(io.BytesIO(copy)) as pdf:
        assert pdf.check_pdf_syntax() == []
        with pdf.open_outline() as outline:
            told = [(item.title, [child.title for child in item.children]) for item in outline.root]
    assert told == [(said, ["She is well"]), ("Results of tests", [])]
    toc = list(pypdfium2.PdfDocument(copy).get_toc())
    assert [t.get_dest().get_index() for t in toc] == [0, 0, 1]
    assert unexpected_parts(copy) == []
    texts = [text for _, text in all_text_in(copy)]
    assert any(said in text for text in texts), "so that the search for leaks sees it"
    assert not any("Quibblewood" in text for text in texts)


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
