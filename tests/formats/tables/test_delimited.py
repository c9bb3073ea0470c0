"""Delimiters, quotes, encodings and line ends of tables as text."""

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.tables.delimited import DelimitedFormat
from table_files import texts, written

FORM = DelimitedFormat()

# name, content, texts read, content written without replacements and with {0}, {1} for the documents' ids
KEPT = [
    ("crlf", b'id,note\r\n1,"a ""b"""\r\n2,c\r\n', ['a "b"', "c"], b'id,note\r\n{0},"a ""b"""\r\n{1},c\r\n'),
    ("cr", b"id,note\r1,a b\r2,c\r", ["a b", "c"], b"id,note\r{0},a b\r{1},c\r"),
    ("no end", b"id,note\n1,a b\n2,c", ["a b", "c"], b"id,note\n{0},a b\n{1},c"),
    ("semicolon", b"id;note\n1;a, b\n2;c", ["a, b", "c"], b"id;note\n{0};a, b\n{1};c"),
    ("bar", b"id|note\n1|a; b\n2|c", ["a; b", "c"], b"id|note\n{0}|a; b\n{1}|c"),
    ("quoted all", b'"id","note"\n"1","a"\n"2","b"\n', ["a", "b"], b'"id","note"\n"{0}","a"\n"{1}","b"\n'),
    ("line in quotes", b'id,note\n1,"a\r\nb"\n2,c\n', ["a\r\nb", "c"], b'id,note\n{0},"a\r\nb"\n{1},c\n'),
    ("inch", b'id,note\n1,5" needle\n2,c\n', ['5" needle', "c"], b'id,note\n{0},5" needle\n{1},c\n'),
    ("blank before", b'id, note\n1, "a, b"\n2, c\n', ["a, b", " c"], b'id, note\n{0}, "a, b"\n{1}, c\n'),
    ("blank lines", b"id,note\n\n1,a\n\n2,c\n\n", ["a", "c"], b"id,note\n\n{0},a\n\n{1},c\n\n"),
    (
        "escapes",
        b'id,note\n1,"a \\"b\\", c"\n2,"d"\n',
        ['a "b", c', "d"],
        b'id,note\n{0},"a \\"b\\", c"\n{1},"d"\n',
    ),
    ("one column", b"note\na, b\nc\n", ["a, b", "c"], b"note\na, b\nc\n"),
    ("short rows", b"id,note,x\n1,a\n2,c\n", ["a", "c"], b"id,note,column 3\n{0},a\n{1},c\n"),
    ("empty extra", b"id,note\n1,a,,\n2,c\n3,d\n4,e\n5,f\n", ["a", "c", "d", "e", "f"], None),
    (
        "index of R",
        b'"note","x"\n"1","a b","z"\n"2","c","z"\n',
        ["a b", "c"],
        b'"note","column 3"\n"","a b",""\n"","c",""\n',
    ),
    (
        "no header",
        b"7,A long day it was\n8,And so it went on\n",
        ["A long day it was", "And so it went on"],
        b",A long day it was\n,And so it went on\n",
    ),
]


@pytest.mark.parametrize(("content", "expected", "out"), [k[1:] for k in KEPT], ids=[k[0] for k in KEPT])
def test_what_is_not_replaced_comes_back_byte_for_byte(content, expected, out):
    file = SourceFile("notes.csv", content)
    documents = FORM.read(file, ReadOptions())
    assert [d.text for d in documents] == expected
    back = written(FORM, file).data
    if out is not None:
        for i, d in enumerate(documents):
            out = out.replace(b"{%d}" % i, d.id.encode())
        assert back == out


def test_tabs_with_stray_quotes():
    file = SourceFile("notes.tsv", b'note_id\tnote\n1\t"Quoted" start\n2\tplain\n')
    assert texts(FORM, file) == ['"Quoted" start', "plain"]
    assert texts(FORM, written(FORM, file, "plain", "a\tb\nc")) == ['"Quoted" start', "a b c"]


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
    assert written(FORM, file).data == file.data


def test_what_the_encoding_lacks_becomes_utf8():
    file = SourceFile("notes.csv", "note\nFrau Müller war müde\n".encode("cp1252"))
    out = written(FORM, file, "Müller", "Łukasz")
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


def test_titles_above_the_header_are_named():
    content = b"Report for Jane SECRET\nid,note\n1,a\n2,b\n3,c\n4,d\n5,e\n"
    with pytest.raises(InputError, match=r"row 1 .*title above the header") as caught:
        FORM.read(SourceFile("a.csv", content), ReadOptions())
    assert "SECRET" not in str(caught.value)
