"""Delimiters, quotes, encodings and line ends of tables as text."""

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.tables.delimited import DelimitedFormat
from table_files import copied, texts, with_cells

FORM = DelimitedFormat()

# name, content, texts that are read
KEPT = [
    ("crlf", b'id,note\r\n1,"a ""b"""\r\n2,c\r\n', ['a "b"', "c"]),
    ("cr", b"id,note\r1,a b\r2,c\r", ["a b", "c"]),
    ("no end", b"id,note\n1,a b\n2,c", ["a b", "c"]),
    ("semicolon", b"id;note\n1;a, b\n2;c", ["a, b", "c"]),
    ("bar", b"id|note\n1|a; b\n2|c", ["a; b", "c"]),
    ("quoted all", b'"id","note"\n"1","a"\n"2","b"\n', ["a", "b"]),
    ("line in quotes", b'id,note\n1,"a\r\nb"\n2,c\n', ["a\r\nb", "c"]),
    ("inch", b'id,note\n1,5" needle\n2,c\n', ['5" needle', "c"]),
    ("blank before", b'id, note\n1, "a, b"\n2, c\n', ["a, b", " c"]),
    ("blank lines", b"id,note\n\n1,a\n\n2,c\n\n", ["a", "c"]),
    ("escapes", b'id,note\n1,"a \\"b\\", c"\n2,"d"\n', ['a "b", c', "d"]),
    ("one column", b"note\na, b\nc\n", ["a, b", "c"]),
    ("short rows", b"id,note,date\n1,a\n2,c\n", ["a", "c"]),
    ("index of R", b'"note","age"\n"1","a b","7"\n"2","c","7"\n', ["a b", "c"]),
    ("no header", b"7,A long day it was\n8,And so it went on\n", ["A long day it was", "And so it went on"]),
]


@pytest.mark.parametrize(("content", "expected"), [k[1:] for k in KEPT], ids=[k[0] for k in KEPT])
def test_what_stays_comes_back_byte_for_byte(content, expected):
    file = SourceFile("notes.csv", content)
    assert texts(FORM, file) == expected
    assert copied(file).data == content


def test_a_field_too_many_that_is_empty_is_no_matter():
    file = SourceFile("notes.csv", b"id,note\n1,a,,\n2,c\n3,d\n4,e\n5,f\n")
    assert texts(FORM, file) == ["a", "c", "d", "e", "f"]


def test_tabs_with_stray_quotes():
    file = SourceFile("notes.tsv", b'note_id\tnote\n1\t"Quoted" start\n2\tplain\n')
    assert texts(FORM, file) == ['"Quoted" start', "plain"]
    assert texts(FORM, copied(file, with_cells("plain", "a\tb\nc"))) == ['"Quoted" start', "a b c"]


@pytest.mark.parametrize(
    "encode",
    [
        lambda t: t.encode(),
        lambda t: t.encode("utf-8-sig"),
        lambda t: t.encode("utf-16"),
        lambda t: t.encode("utf-16-le"),
        lambda t: t.encode("cp1252"),
    ],
    ids=["utf-8", "bom", "utf-16", "utf-16 without mark", "cp1252"],
)
def test_encodings_are_kept(encode):
    content = "note\nFrau Müller war müde\nsie hörte schlecht\n"
    file = SourceFile("notes.csv", encode(content))
    assert texts(FORM, file) == ["Frau Müller war müde", "sie hörte schlecht"]
    assert copied(file).data == file.data


def test_what_the_encoding_lacks_becomes_utf8():
    file = SourceFile("notes.csv", "note\nFrau Müller war müde\n".encode("cp1252"))
    out = copied(file, with_cells("Müller", "Łukasz"))
    assert texts(FORM, out) == ["Frau Łukasz war müde"]


def test_huge_fields_are_no_matter():
    text = "word " * 100_000
    assert texts(FORM, SourceFile("a.csv", f'id,note\n1,"{text}"\n'.encode())) == [text]


BAD = [
    ("empty", b"", "is empty"),
    ("only blanks", b" \r\n\r\n", "is empty"),
    ("binary", bytes(range(256)) * 20, "binary"),
    ("quote not closed", b'id,note\n1,a\n2,"b\n3,c\n', "row 3: a quote is not closed"),
    ("quote not doubled", b'id,note\n1,"a "b" c"\n2,"c"\n', "row 2: a quote is not closed"),
    (
        "delimiter in text",
        b"id,note\n1,a\n2,b\n3,c\n4,d\n5,well, and so on\n",
        "row 6 has 3 fields where there are 2",
    ),
    ("line end in text", b"id,note\n1,a\n2,b\n3,c\n4,d\nand so on\n", "row 6 has 1 fields where there are 2"),
    ("no agreement", b"a,b,c\n1\n2,3,4,5\nx,y\nz,z,z,z,z,z\n", "rows differ in their number of fields"),
    ("header only", b"id,note\n", "no row with text|no column looks like text"),
    ("half of utf-16", "note\nabc\n".encode("utf-16")[:-1], "UTF-16"),
]


@pytest.mark.parametrize(("content", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_files(content, message):
    with pytest.raises(InputError, match=message) as caught:
        FORM.read(SourceFile("bad.csv", content), ReadOptions())
    assert str(caught.value).startswith("bad.csv")
    assert caught.value.remedy


def test_titles_above_the_header_are_told_beside_the_first_text():
    content = b"Report for Jane SECRET\nid,note\n1,a\n2,b\n3,c\n4,d\n5,e\n"
    first, *_ = FORM.read(SourceFile("a.csv", content), ReadOptions())
    assert (first.text, first.left_out["row above the header"]) == ("a", 1)
    assert first.beside[0] == ("row above the header", "Report for Jane SECRET")
