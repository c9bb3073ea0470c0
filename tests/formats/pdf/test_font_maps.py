"""Fonts whose maps to Unicode may lie are told, and are not believed; nor are texts that are only stated."""

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.fonts.font_maps import doubtful_fonts
from chartveil.formats.pdf.format import PdfFormat

SHOWN, SAID = "Margaret Holloway", "plavixen statinzi"


def cmap(pairs):
    rows = "".join(f"<{code:02X}> <{ord(char):04X}>\n" for code, char in pairs)
    return f"1 begincodespacerange <00> <FF> endcodespacerange 9 beginbfchar\n{rows}endbfchar".encode()


def pdf_with(content, pairs=None, *, held=b"", names=()):
    """A page in Helvetica, with a second font F that has a map, and may have a file of its own."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(300, 100))
    base = {"Type": Name.Font, "Subtype": Name.Type1, "BaseFont": Name.Helvetica}
    fonts = Dictionary(H=Dictionary(**base, Encoding=Name.WinAnsiEncoding))
    if pairs is not None:
        encoding = Dictionary(BaseEncoding=Name.WinAnsiEncoding, Differences=Array([200, *map(Name, names)]))
        fonts.F = pdf.make_indirect(
            Dictionary(**base, Encoding=encoding, ToUnicode=pdf.make_stream(cmap(pairs)))
        )
        if held:
            fonts.F.FontDescriptor = Dictionary(Type=Name.FontDescriptor, FontFile=pdf.make_stream(held))
    page.Resources = Dictionary(Font=fonts)
    page.Contents = pdf.make_stream(content)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


LIE = list({ord(a): b for a, b in zip(SHOWN, SAID, strict=True)}.items())


@pytest.mark.parametrize(
    ("pairs", "options", "is_doubtful"),
    [
        ([(77, "M"), (97, "a"), (32, " ")], {}, False),
        (LIE, {}, True),
        ([(52, ".")], {}, True),
        ([(200, "M")], {"names": ["/M"]}, False),
        ([(200, "p")], {"names": ["/M"]}, True),
        ([(77, "M"), (45, "-"), (173, "-")], {"held": b"letters"}, False),
        ([(77, "p"), (112, "p")], {"held": b"letters"}, True),
    ],
)
def test_a_font_says_what_it_draws_and_no_letter_twice(pairs, options, is_doubtful):
    found = doubtful_fonts(pdf_with(b"", pairs, **options))
    assert found == ({"Helvetica"} if is_doubtful else frozenset())


@pytest.mark.parametrize(
    "data",
    [
        pdf_with(f"BT /F 14 Tf 20 40 Td ({SHOWN}) Tj ET".encode(), LIE),
        pdf_with(f"/Span <</ActualText ({SAID})>> BDC BT /H 14 Tf 20 40 Td ({SHOWN}) Tj ET EMC".encode()),
    ],
    ids=["map", "stated text"],
)
def test_what_is_shown_is_read(data):
    (document,) = PdfFormat().read(SourceFile("a.pdf", data), ReadOptions())
    assert document.text == SHOWN


def test_a_drawn_letter_that_is_a_whole_line_is_read():
    pdf = pikepdf.open(io.BytesIO(pdf_with(b"BT /T 1 Tf 20 40 Td (a) Tj ET")))
    page = pdf.pages[0]
    glyph = pdf.make_stream(f"200 0 0 -5 200 20 d1 BT /H 14 Tf ({SHOWN}) Tj ET".encode())
    page.Resources.Font.T = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=[0, -5, 200, 20],
        FontMatrix=[1, 0, 0, 1, 0, 0],
        CharProcs=Dictionary(a=glyph),
        Encoding=Dictionary(Differences=[97, Name.a]),
        FirstChar=97,
        LastChar=97,
        Widths=[200],
        Resources=Dictionary(Font=Dictionary(H=page.Resources.Font.H)),
    )
    out = io.BytesIO()
    pdf.save(out)
    (document,) = PdfFormat().read(SourceFile("a.pdf", out.getvalue()), ReadOptions())
    assert document.text == SHOWN
