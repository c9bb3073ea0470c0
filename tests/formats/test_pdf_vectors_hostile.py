"""No secret of a hostile file comes along where its page is kept as vectors."""

import io
import re

import pikepdf
import pytest

from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.forensics import unexpected_parts
from chartveil.formats.pdf.format import PdfFormat
from chartveil.formats.pdf.vectors import pages as pdf_vectors
from chartveil.formats.pdf.vectors.box_check import problems_in_boxes
from chartveil.ocr.options import PageOptions, PageOutput
from hostile_pdf import SECRETS, hostile_pdf
from pdf_extractors import EXTRACTORS, found_by

OPTIONS = ReadOptions(pages=PageOptions(keep=PageOutput.VECTORS))
UNFIT = (b"/OC /L BDC", b"/Span", b"/X Do", b"/M 9 Tf")


def fit(data):
    """The hostile file with one more revision, in which its page has no annotations and none of the operators
    that would make it a picture. Every secret is still in the file."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        numbers = page.obj.objgen[0], page.Contents.objgen[0]
        entries = pikepdf.Dictionary({k: v for k, v in page.obj.items() if k not in ("/Annots", "/Parent")})
        parent = page.obj.Parent.objgen[0]
        head = entries.unparse().removesuffix(b">>") + b"/Parent %d 0 R>>" % parent
        lines = page.Contents.read_bytes().split(b"\n")
        content = b"\n".join(line for line in lines if not any(u in line for u in UNFIT))
        root, size = pdf.Root.objgen[0], int(pdf.trailer["/Size"])
    before = re.findall(rb"startxref\s+([0-9]+)", data)[-1]
    out, offsets = bytearray(data), []
    for number, body in zip(
        numbers, (head, b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content)), strict=True
    ):
        offsets.append((number, len(out)))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows = b"".join(b"%d 1\n%010d 00000 n \n" % entry for entry in sorted(offsets))
    start = len(out)
    out += b"xref\n%strailer\n<</Size %d/Root %d 0 R/Prev %s>>\n" % (rows, size, root, before)
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start


def written(data, names):
    """A vector copy in which each of the secrets that are read is replaced; why pages became pictures; what
    is wrong in its boxes."""
    file = SourceFile("a.pdf", data)
    (document,) = PdfFormat().read(file, OPTIONS)
    edits = [
        Replacement(m.start(), m.end(), "Roe", Label.PATIENT)
        for m in re.finditer("|".join(names), document.text)
    ]
    reasons = {}
    leave = pdf_vectors.VectorPages.__exit__

    def told(vectors, *given):
        reasons.update(vectors.fallback_reasons)
        leave(vectors, *given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf_vectors.VectorPages, "__exit__", told)
        made = PdfFormat().write(file, OPTIONS, {document.id: edits})
    return made, reasons, problems_in_boxes(made, document, edits, OPTIONS.pages), len(edits)


@pytest.fixture(scope="module")
def original():
    return fit(hostile_pdf())


@pytest.fixture(scope="module")
def kept(original):
    return written(original, SECRETS.values())


def test_the_page_is_kept_as_vectors(kept):
    data, reasons, wrong, edits = kept
    assert reasons == {}
    assert wrong == []
    assert edits >= 8
    assert unexpected_parts(data, vectors=True) == []


@pytest.mark.parametrize("extractor", EXTRACTORS)
def test_no_secret_comes_along(original, kept, extractor):
    assert len(found_by(extractor, original)) >= 5, "an extractor that finds nothing proves nothing"
    assert found_by(extractor, kept[0]) == set()


def test_the_search_finds_every_secret_of_the_original(original):
    assert found_by("ours", original) == set(SECRETS)


def test_a_secret_that_is_not_replaced_is_found(original):
    data, reasons, _, _ = written(original, [w for p, w in SECRETS.items() if p != "kerned"])
    assert reasons == {}
    for extractor in ("pdfium", "pdfminer", "pypdf", "ours"):
        assert found_by(extractor, data) == {"kerned"}


@pytest.mark.parametrize("extractor", EXTRACTORS)
def test_the_whole_hostile_file_has_no_secret_left_either(whole, extractor):
    data, reasons, _, _ = whole
    assert list(reasons) == [0]
    assert found_by(extractor, data) == set()


@pytest.fixture(scope="module")
def whole():
    return written(hostile_pdf(), SECRETS.values())
