"""Pages for tests of vector copies, and the copies made of them."""

import io
import re

import numpy as np
import pikepdf
import pypdfium2
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader

from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.forensics import all_text_in
from chartveil.formats.pdf.format import PdfFormat
from chartveil.formats.pdf.vectors import pages as pdf_vectors
from chartveil.formats.pdf.vectors.box_check import problems_in_boxes
from chartveil.ocr.options import PageOptions, PageOutput
from table_files import pdf_bytes

PAGES = PageOptions(keep=PageOutput.VECTORS)
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
        self.fallback_reasons = made[0].fallback_reasons

    def wrong(self):
        return problems_in_boxes(self.data, self.document, self.edits, self.options, self.regions)

    def said(self, page=0):
        return pypdfium2.PdfDocument(self.data)[page].get_textpage().get_text_range().split()

    def picture(self, scale=200 / 72):
        return np.asarray(pypdfium2.PdfDocument(self.data)[0].render(scale=scale).to_pil().convert("L"))

    def everything(self):
        return "\n".join(text for _, text in all_text_in(self.data))


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
