"""Formats are told by content, then by ending; what cannot be read is named with a remedy."""

import io
import subprocess
import sys
import tempfile
import time

import pytest

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.span import Replacement
from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator, TablePlan
from chartveil.formats import registry
from chartveil.formats.base import NoteFormat, ReadOptions, SourceFile
from chartveil.formats.endings import PACKED_TABLE_FORMATS, TABLE_FORMATS, is_named_as
from chartveil.formats.registry import all_formats, format_for, format_named
from chartveil.formats.text.format import TextFormat
from chartveil.release.input_files import InputRef, read_documents
from table_files import (
    MAKERS,
    copied,
    csv_bytes,
    lines,
    opened,
    parquet_bytes,
    pdf_bytes,
    table_file,
    xlsx_bytes,
    zip_bytes,
)

DOCX = zip_bytes({"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"})
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)

TOLD = [
    ("a.txt", b"A note.", "text"),
    ("a", b"A note.", "text"),
    ("a.md", b"# Title", "text"),
    ("a.csv", csv_bytes(["id", "note"], [[1, "x"]]), "delimited"),
    ("A.TSV", b"id\tnote\n1\tx\n", "tsv"),
    ("a.jsonl", b'{"text": "x"}\n', "jsonl"),
    ("a.json", b'{"text": "x"}\n', "jsonl"),
    ("a.txt", b'{"text": "x"}\n{"text": "y"}\n', "jsonl"),
    ("a.txt", b'{"text": "' + b"x" * 100_000 + b'"}\n', "jsonl"),
    ("a.txt", b"{a brace} begins this note", "text"),
    ("a.jsonl", b"\xef\xbb\xbf\n", "jsonl"),
    ("a.txt", b"{\\rtf1 x}", "rtf"),
    ("a.doc", b"{\\rtf1 x}", "rtf"),
    ("a.html", b"<p>x</p>", "html"),
    ("a.doc", b"<!DOCTYPE html><html>x</html>", "html"),
    ("a.txt", b"\xef\xbb\xbf  <HTML><body>x", "html"),
    ("a.txt", "<html><body>x".encode("utf-16"), "html"),
    ("a.txt", b"<?xml version='1.0'?>\n<!-- x -->\n<html xmlns='x'>", "html"),
    ("a.html", b"no tag at all", "text"),
    ("a.txt", b"<!DOCTYPE html><!-- x --><script>", "html"),
    ("a.html", b"<!DOCTYPE html><article class='note'>x</article>", "html"),
    ("a.html", b"<!-- x --><main id='x'>y</main>", "html"),
    ("a.html", b"<meta charset='utf-8'><p>x</p>", "html"),
    ("a.htm", b"<article class='note'><p>x</p></article>", "html"),
    ("a.xhtml", b"<?xml version='1.0'?><div xmlns='http://www.w3.org/1999/xhtml'><p>x</p></div>", "html"),
    ("a.txt", b"temp <38 and > 36", "text"),
    ("a.csv", b"%PDF-1.4 x", "pdf"),
    ("a.txt", b"\n" + pdf_bytes(lines("x")), "pdf"),
    ("a.txt", b"The file began with %PDF-1.4 and could not be opened.", "text"),
    ("a.txt", DOCX, "docx"),
    ("a.docx", xlsx_bytes(["note"], [["x"]]), "xlsx"),
    ("a.bin", parquet_bytes(["note"], [["x"]]), "parquet"),
    ("a.txt", b"\x89PNG\r\n\x1a\n\0", "picture"),
    ("a.pdf", b"\xff\xd8\xff\xe0", "picture"),
    ("a.tif", b"II*\0\x08", "picture"),
    ("a.tif", b"MM\0*\0", "picture"),
    ("a.txt", b"MZ is a note of two letters", "text"),
    ("a.txt", b"Took a spoon of " * 16 + b"mustard each day.", "text"),
    ("a.txt", b"BM 10.1.2020, patient well", "text"),
]


@pytest.mark.parametrize(("path", "data", "name"), TOLD, ids=range(len(TOLD)))
def test_formats_are_told(path, data, name):
    assert format_for(SourceFile(path, data)).name == name


REFUSED = [
    ("a.txt", b"", "is empty"),
    ("a.doc", OLE + "WordDocument".encode("utf-16-le"), r"old Word file.*save it as \.docx"),
    ("a.xls", OLE + "Workbook".encode("utf-16-le"), r"old Excel file.*save it as \.xlsx"),
    ("a.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "protected by a password.*remove the password"),
    ("a.msg", OLE + "__properties_version1.0".encode("utf-16-le"), "Outlook message"),
    ("a.ppt", OLE + "PowerPoint Document".encode("utf-16-le"), "PowerPoint"),
    ("a.bin", OLE, "old Office file"),
    ("a.pptx", zip_bytes({"[Content_Types].xml": b"", "ppt/x.xml": b"x"}), "PowerPoint"),
    ("a.xlsb", zip_bytes({"[Content_Types].xml": b"", "xl/workbook.bin": b"x"}), "binary Excel workbook"),
    ("a.odt", zip_bytes({"mimetype": b"x", "content.xml": b"x"}), "OpenDocument"),
    ("a.epub", zip_bytes({"mimetype": b"x", "META-INF/container.xml": b"x"}), "e-book"),
    ("a.zip", zip_bytes({"a.txt": b"x"}), "zip archive.*Unpack"),
    ("a.docx", DOCX[:40], "damaged zip file"),
    ("a.gz", b"\x1f\x8b\x08\0", "gzip.*Unpack"),
    ("a.7z", b"7z\xbc\xaf\x27\x1c\0", "7-Zip.*Unpack"),
    ("a.rar", b"Rar!\x1a\x07\0", "RAR.*Unpack"),
    ("a.tar", bytes(257) + b"ustar\0", "tar.*Unpack"),
    ("a.tar", bytes(257) + b"ustar  \0", "tar.*Unpack"),
    ("a.jpg", b"GIF89a", "GIF image.*Save it as PNG"),
    ("a.heic", b"\0\0\0\x18ftypheic", "HEIC image.*Save it as PNG"),
    ("a.dcm", bytes(128) + b"DICM", "DICOM image.*Save it as PNG"),
    ("a.dcm", b"\x08\0\x05\0CS\x0a\0ISO_IR 100", "DICOM image.*Save it as PNG"),
    ("a.dcm", b"\x08\0\0\0\x04\0\0\0\x9a\0\0\0", "DICOM image.*Save it as PNG"),
    ("a.bmp", b"BM\x10\0\0\0\0\0\0\0", "BMP image.*Save it as PNG"),
    ("a.db", b"SQLite format 3\0", "database.*CSV"),
    ("a.exe", b"MZ\x90\0\x03", "program"),
    ("a.json", b'{\n  "text": "x"\n}', "JSON, but not one object a line"),
    ("a.json", b'[{"text": "x"}]', "JSON, but not one object a line"),
]


# Ids without the bytes: a zip file's hold the time, and two workers must name the tests alike.
@pytest.mark.parametrize(("path", "data", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_read_is_named(path, data, message):
    with pytest.raises(InputError, match=message) as caught:
        format_for(SourceFile(path, data))
    assert str(caught.value).startswith(path)


def test_all_formats_have_their_facts():
    assert {f.name for f in all_formats()} == {
        "text", "html", "rtf", "docx", "pdf", "picture", "delimited", "tsv", "xlsx", "jsonl", "parquet",
    }  # fmt: skip
    for form in all_formats():
        assert format_named(form.name) is form
        assert all(s.startswith(".") and s == s.lower() for s in (*form.suffixes, form.output_suffix))
        assert all(issubclass(error, Exception) and error is not Exception for error in form.library_errors())
    suffixes = [s for form in all_formats() for s in form.suffixes]
    assert len(suffixes) == len(set(suffixes))
    with pytest.raises(KeyError):
        format_named("odt")


TABLES = "a.csv a.psv A.TSV a.tab a.jsonl a.ndjson a.xlsx a.xlsm a.xltx a.XLTM a.parquet in/a.b.pq".split()


@pytest.mark.parametrize("name", TABLES)
def test_every_ending_of_a_table_is_one(name):
    assert is_named_as(name, TABLE_FORMATS)
    packed = name.lower().rsplit(".", 1)[1] in {"xlsx", "xlsm", "xltx", "xltm", "parquet", "pq"}
    assert is_named_as(name, PACKED_TABLE_FORMATS) == packed


@pytest.mark.parametrize("name", ["a.txt", "csv", "a.docx", "a.csv.txt", "a.xlsx.pdf", "", "a.html"])
def test_other_endings_are_of_no_table(name):
    assert not is_named_as(name, TABLE_FORMATS)


class CapitalsFormat(TextFormat):
    """A format that somebody adds: text behind a line of its own, told by that line."""

    name = "capitals"
    suffixes = (".caps",)
    output_suffix = ".caps"

    def recognizes(self, file):
        return file.data.startswith(b"CAPITALS\n")


def test_a_format_is_added_by_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "FORMAT_CLASSES", (f"{__name__}:CapitalsFormat", *registry.FORMAT_CLASSES))
    path = tmp_path / "a.txt"
    path.write_bytes(b"CAPITALS\nMR. POE WAS SEEN.\n")
    file, form, (document,) = read_documents(InputRef(str(path)), ReadOptions())
    assert form.name == "capitals"
    assert document.source.format == "capitals"
    assert format_named("capitals") is form
    at = document.text.index("POE")
    made = form.write(file, ReadOptions(), {document.id: [Replacement(at, at + 3, "ROE", Label.PATIENT)]})
    assert made == b"CAPITALS\nMR. ROE WAS SEEN.\n"
    # Files of other formats are told as before.
    assert format_for(SourceFile("a.txt", b"A note.")).name == "text"


def test_plain_text_imports_no_heavy_library():
    code = (
        "import sys; from chartveil.formats.base import SourceFile;"
        "from chartveil.formats.registry import format_for; format_for(SourceFile('a.txt', b'x'));"
        "heavy = ('pyarrow', 'openpyxl', 'pypdfium2', 'docx', 'lxml', 'PIL', 'cv2', 'pikepdf', 'numpy');"
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


RTF_CELL = r"{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}\f0\fs20 Seen\par {\b today}\par\plain well\par}"


@pytest.mark.parametrize("ending", [".csv", ".psv", ".tsv", ".tab"])
@pytest.mark.parametrize(
    "cell",
    [
        RTF_CELL,
        "MSH|^~\\&|LAB|SBH",
        "<p>Seen</p><p>well</p>",
        "INSERT INTO notes VALUES (1)",
        "TVJOIDQ0NzE5MjAz" * 20,
        "2024-01-05 08:30:00 INFO seen",
    ],
)
def test_what_stands_in_the_cells_of_a_table_makes_it_no_other_kind(ending, cell):
    mark = {".csv": ",", ".psv": "|"}.get(ending, "\t")
    rows = "".join(f'{n}{mark}"{cell}"\n' for n in range(4))
    found = format_for(SourceFile(f"a{ending}", f"note_id{mark}note_text\n{rows}".encode()))
    assert found.name == ("delimited" if ending in (".csv", ".psv") else "tsv")


@pytest.fixture(params=[0.0, 6e9], ids=["1970", "2160"])
def leave_memory_alone(request, monkeypatch):
    """From its call on no temporary file can be made, and the clock tells what no zip entry can hold."""

    def leave():
        monkeypatch.setattr(tempfile, "tempdir", "/no such folder")
        monkeypatch.setattr(time, "time", lambda: request.param)

    return leave


@pytest.mark.parametrize(
    "path", sorted(resources_folder().glob("samples/*[!f]")), ids=lambda p: p.suffix.removeprefix(".")
)
def test_a_copy_is_made_in_memory_whatever_the_clock_says(path, leave_memory_alone):
    file = SourceFile(path.name, path.read_bytes())
    form = format_for(file)
    documents = form.read(file, ReadOptions())
    leave_memory_alone()
    if isinstance(form, NoteFormat):
        copy = SourceFile(path.name, form.write(file, ReadOptions(), {d.id: () for d in documents}))
    else:
        copy = copied(file)
    assert [d.text for d in form.read(copy, ReadOptions())] == [d.text for d in documents]


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_long_table_is_made_in_memory_whatever_the_clock_says(kind, leave_memory_alone):
    file = table_file(kind, ["note_id", "note"], [["1", "Seen today.\n"], ["2", " Seen again."]])
    table = opened(file)
    rows = [row.cells for row in table.rows()]
    plan = TablePlan(tuple(ColumnChoice(n, ColumnOperator.KEEP) for n in table.heads[0].names))
    out = io.BytesIO()
    leave_memory_alone()
    table.write([plan], lambda: rows, out)
    copy = SourceFile(file.path, out.getvalue())
    assert [row.cells for row in opened(copy).rows()] == rows
