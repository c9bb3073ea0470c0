"""Word documents: no hiding place survives, and what cannot be read safely is refused."""

import io
import re
import zipfile

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.word.format import DocxFormat
from chartveil.release.copy_strings import copy_strings
from formats.prose_files import (
    MAIN_TYPE,
    OPTIONS,
    W_NS,
    all_strings,
    body,
    docx,
    hiding_places,
    package,
    para,
    read_text,
    rels,
    story,
    unpacked,
    write,
)

DOCX = DocxFormat()
SECRET = "Quibblewood"


def test_no_hiding_place_survives() -> None:
    data = hiding_places(SECRET)
    assert unpacked(data).count(SECRET) > 60
    text = read_text(DOCX, data)
    assert SECRET not in text
    for shown in (
        "Ann ",
        "inserted",
        "a link",
        "mail",
        "typed",
        "controlled",
        "smart",
        "custom",
        "a comment",
    ):
        assert shown in text
    out = write(DOCX, data, [])
    assert SECRET not in unpacked(out)
    assert SECRET.encode("utf-16-le").decode("latin-1") not in unpacked(out)
    assert SECRET not in all_strings(DOCX, out)
    assert read_text(DOCX, out) == text


def test_another_reader_sees_every_hiding_place_of_the_input() -> None:
    with zipfile.ZipFile(io.BytesIO(hiding_places(SECRET))) as archive:
        parts = {n for n in archive.namelist() if SECRET.encode() in archive.read(n)}
    told = {s.where for s in copy_strings(hiding_places(SECRET), "docx") if SECRET in s.text}
    assert parts <= told


def test_font_names_that_are_no_fonts_are_told_and_go() -> None:
    data = docx(para(f'<w:r><w:rPr><w:rFonts w:ascii="{SECRET}"/></w:rPr><w:t>x</w:t></w:r>'))
    assert SECRET not in unpacked(write(DOCX, data, []))


def test_settings_that_shape_the_page_stay() -> None:
    out = unpacked(write(DOCX, hiding_places(SECRET), []))
    assert '<w:defaultTabStop w:val="720"/>' in out
    assert "docVars" not in out
    assert "mailMerge" not in out


def test_a_picture_becomes_white_and_keeps_its_size() -> None:
    out = unpacked(write(DOCX, hiding_places(SECRET), []))
    assert '<wp:extent cx="914000" cy="457000"/>' in out
    assert re.findall(r"word/media/\S+", out) == ["word/media/blank.png"]


def test_a_lost_header_does_not_end_the_cleaning() -> None:
    lost = '<w:pPr><w:sectPr><w:headerReference w:type="first" r:id="rIdX"/></w:sectPr></w:pPr>'
    data = docx(para("one", properties=lost) + para(f'<w:r w:rsidR="{SECRET}"><w:t>two</w:t></w:r>'))
    assert SECRET not in unpacked(write(DOCX, data, []))


def test_text_where_the_format_has_none_does_not_survive() -> None:
    stray = f"<w:sectPr><w:r><w:t>{SECRET}</w:t></w:r><w:foo w:bar='{SECRET}'>{SECRET}</w:foo></w:sectPr>"
    data = docx(para("x") + stray)
    assert SECRET not in unpacked(write(DOCX, data, []))


def test_custom_styles_keep_their_look_under_a_number() -> None:
    out = unpacked(write(DOCX, hiding_places(SECRET), []))
    assert '<w:pStyle w:val="Style2"/>' in out
    assert re.search(r'w:styleId="Style2".{1,80}<w:name w:val="Style 2"/>.{1,80}<w:b/>', out)


def test_page_numbers_stay_live() -> None:
    assert "<w:instrText> PAGE </w:instrText>" in unpacked(write(DOCX, hiding_places(SECRET), []))


def _encrypted_member() -> bytes:
    data = bytearray(docx(para("x")))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(signature, at + 4)
    return bytes(data)


def _damaged() -> bytes:
    """A document whose deflated text has one byte changed."""
    data = bytearray(docx(para("x")))
    at = data.find(b"word/document.xml") + len(b"word/document.xml") + 20
    data[at] ^= 0xFF
    return bytes(data)


def _twice() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", body(para("one")))
        archive.writestr("word/Document.xml", body(para("two")))
    return out.getvalue()


_ENTITY = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
_OUTSIDE = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
_DOCUMENT = f'<w:document xmlns:w="{W_NS}"><w:body>{para("&a;")}</w:body></w:document>'
_STRICT = rels(("r1", "officeDocument", "word/document.xml")).replace(
    "http://schemas.openxmlformats.org/officeDocument/2006", "http://purl.oclc.org/ooxml/officeDocument"
)

BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is empty"),
    "no zip file": (b"Just a note.", "damaged zip file"),
    "cut off": (docx(para("x"))[:-40], "damaged zip file"),
    "wrong sum": (_damaged(), "damaged inside its zip file"),
    "encrypted zip": (_encrypted_member(), "protected by a password"),
    "no document": (package({}), "holds no document part"),
    "other root": (package({"word/document.xml": story("glossary", "")}), "holds no text document"),
    "not XML": (package({"word/document.xml": "<w:document"}), "not well-formed XML"),
    "binary XML": (package({"word/document.xml": b"\0\1\2"}), "not well-formed XML"),
    "entity bomb": (package({"word/document.xml": _ENTITY + _DOCUMENT}), "document type"),
    "outside entity": (package({"word/document.xml": _OUTSIDE + _DOCUMENT}), "document type"),
    "strict": (package({"_rels/.rels": _STRICT, "word/document.xml": body("")}), "Strict Open XML"),
    "macros": (
        package(
            {"word/document.xml": body(para("x"))},
            main_type=MAIN_TYPE.replace("document.main", "document.macroEnabled.main"),
        ),
        "macros",
    ),
    "macro part": (docx(para("x"), **{"word/vbaProject.bin": b"x"}), "macros"),
    "missing part": (
        docx(para("x"), **{"word/_rels/document.xml.rels": rels(("r1", "header", "header1.xml"))}),
        "does not hold",
    ),
    "two of one name": (_twice(), "two parts of one name"),
    "no text": (docx(para("")), "holds no text"),
}


@pytest.mark.parametrize("case", BAD)
def test_refuses(case: str) -> None:
    data, message = BAD[case]
    with pytest.raises(InputError, match=message) as caught:
        DOCX.read(SourceFile("in/letter.docx", data), OPTIONS)
    assert caught.value.where == "in/letter.docx"
    assert caught.value.remedy
    assert "aaaa" not in str(caught.value)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (InputLimits(file_bytes=100), "larger than the limit of 100 bytes"),
        (InputLimits(members=2), "more than 2 members"),
        (InputLimits(unpacked_bytes=500), "more than 500 bytes"),
        (InputLimits(text_chars=3), "limit of 3 characters"),
    ],
)
def test_limits(limits: InputLimits, message: str) -> None:
    with pytest.raises(InputError, match=message):
        DOCX.read(SourceFile("x.docx", docx(para("hello"))), ReadOptions(limits=limits))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(InputError, match="more than 200 times its size"):
        DOCX.read(SourceFile("x.docx", docx(para("x"), **{"word/big.bin": b"\0" * 2**22})), OPTIONS)
