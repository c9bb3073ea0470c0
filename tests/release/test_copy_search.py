"""The search of a copy finds what no reader saw, in any encoding, and says nothing of clean copies."""

import base64
import io
import json
import zipfile

import pytest

from build import find
from chartveil.domain.paths import resources_folder
from chartveil.formats.base import NoteFormat, ReadOptions, SourceFile
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.registry import format_for
from chartveil.formats.tables.headers import harmless_words
from chartveil.formats.tables.new_workbook import NewWorkbook
from chartveil.release.copy_search import CopySearch, WrittenDocument
from table_files import copied, opened

NAME = "Quarzbrenner"
SAMPLES = [p for p in sorted((resources_folder() / "samples").glob("*.*")) if p.suffix not in (".pdf",)]
TEXT = "Seen today, doing well."


def search(copy, format_name, original=None, text=TEXT, spans=(), output=None, own=()):
    document = WrittenDocument(text, spans, text if output is None else output)
    found = CopySearch({"day"}.__contains__).search(
        copy if original is None else original, copy, format_name, [document], own
    )
    return [(f.kind, f.where) for f in found]


def package(parts, comment=b""):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
        archive.comment = comment
    return out.getvalue()


def workbook(**parts):
    """A workbook as our writer makes it, with further parts."""
    with NewWorkbook() as book:
        book.add_sheet("Sheet 1").append([TEXT])
        copy = book.to_bytes()
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        return {name: archive.read(name) for name in archive.namelist()} | parts


def strings_of(table):
    """What a copy of a table may say: its cells, and headers and titles of known words."""
    it = opened(table)
    return [
        *sorted(harmless_words()),
        *(x for h in it.heads for x in h.labels),
        *(c for row in it.rows() for c in row.cells),
    ]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.name)
def test_a_clean_copy_holds_nothing_that_was_not_read(path):
    file = SourceFile(str(path), path.read_bytes())
    fmt = format_for(file)
    documents = fmt.read(file, ReadOptions())
    written = [WrittenDocument(d.text, (), d.text) for d in documents]
    if isinstance(fmt, NoteFormat):
        copy, own = fmt.write(file, ReadOptions(), {d.id: () for d in documents}), []
    else:
        copy, own = copied(file).data, strings_of(file)
    assert CopySearch(lambda w: False).search(file.data, copy, fmt.name, written, own) == []


@pytest.mark.parametrize(
    "planted",
    [
        TEXT + " " + NAME,
        TEXT + "\n47114711",
        TEXT + " Quarz\u00adbrenner",
        TEXT + " \uff31uarzbrenner",
    ],
)
def test_a_word_that_was_not_read_is_found_in_a_text(planted):
    assert search(planted.encode(), "text") == [("unread", "the file")]


def test_a_word_that_the_original_does_not_hold_is_ours():
    assert search(f"{TEXT} {NAME}".encode(), "text", original=TEXT.encode()) == []


def test_an_unknown_encoding_parts_no_words():
    text = "Frau Müller aß Brötchen"
    assert search(text.encode("cp1252"), "text", text=text) == []


def test_every_part_of_a_workbook_is_read():
    clean = workbook()
    assert search(package(clean), "xlsx") == []
    for name, part in (
        ("xl/comments1.xml", f"<comments><t>{NAME}</t></comments>".encode()),
        ("xl/vba.bin", NAME.encode()),
        (f"{NAME}.xml", b"<a/>"),
        ("docProps/custom.xml", f'<p name="{NAME}"/>'.encode()),
        ("docProps/odd.xml", f"<p><!--{NAME}--></p>".encode()),
        ("xl/pi.xml", f"<?{NAME} x?><p/>".encode()),
    ):
        found = search(package(clean | {name: part}), "xlsx")
        assert {kind for kind, _ in found} == {"unread"}, name
    assert search(package(clean, NAME.encode()), "xlsx") == [("unread", "the archive")]


def test_keys_and_headers_that_nobody_knows_are_found():
    line = json.dumps({"text": TEXT, NAME: None})
    assert search(line.encode(), "jsonl", own=["text"]) == [("unread", "a key")]
    assert (
        search(json.dumps({"text": TEXT, "note_id": "x7"}).encode(), "jsonl", own=["x7", "text", "note_id"])
        == []
    )


@pytest.mark.parametrize(
    "hidden",
    [
        NAME.encode("utf-16-le"),
        b"Quarz&#98;renner",
        rb"Quarz\u0062renner",
        rb"Quarz\'62renner",
        b"Qu\xc2\xadarzbrenner",
    ],
)
def test_an_original_is_found_in_any_encoding(hidden):
    text = f"Seen by Dr. {NAME}."
    spans = [find(text, NAME, "DOCTOR")]
    output = text.replace(NAME, "Lind")
    copy = package({"text": output, "more": hidden})
    found = search(copy, "xlsx", original=b"", text=text, spans=spans, output=output)
    assert ("original", "the bytes of the file") in found
    assert (
        search(package({"text": output}), "xlsx", original=b"", text=text, spans=spans, output=output) == []
    )


def test_what_is_packed_in_a_part_is_opened():
    text = f"Seen by Dr. {NAME}."
    copy = package({"inner.zip": package({"x": NAME})})
    found = search(
        copy, "xlsx", original=b"", text=text, spans=[find(text, NAME, "DOCTOR")], output="Dr. Lind"
    )
    assert ("original", "the bytes of the file") in found


@pytest.mark.parametrize("number", ["(313) 555-0148", "412-55-7731", "3/14/1951", "1951-03-14"])
def test_a_number_that_tells_a_person_is_no_measure(number):
    page = f'<p align="{number}">{TEXT}</p>'.encode()
    assert ("unread", "an attribute") in search(page, "html")
    assert search(b'<p style="margin:12px 140px">Seen today, doing well.</p>', "html") == []


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>Se<b>en</b> to<i></i>day, doing well.</p>", []),
        ("<p>Seen today, doing</p><p>we<b>ll</b></p>", []),
        ("<p>Seen</p><div>today</div>doing<br>well", []),
        ("<p>Seen today, doing well.</p><p>ell</p>", [("unread", "the text")]),
        ("<p>Seen today, <b>ing</b> well.</p>", [("unread", "the text")]),
    ],
)
def test_a_piece_of_a_word_is_read_where_its_neighbours_make_it_one(page, found):
    assert search(page.encode(), "html") == found


def test_an_original_in_percent_signs_is_found():
    text = f"Seen by {NAME}."
    span = find(text, NAME, "DOCTOR")
    page = b'<a title="q%51uarzbrenne%72">Seen by Lind.</a>'.replace(b"q%51", b"%20%51")
    found = search(page, "html", text=text, spans=[span], output="Seen by Lind.")
    assert ("original", "the bytes of the file") in found


def test_findings_quote_nothing():
    document = WrittenDocument(TEXT, (), TEXT)
    data = f"{TEXT} {NAME}".encode()
    (found,) = CopySearch(lambda w: False).search(data, data, "text", [document])
    assert NAME.lower() not in str(found).lower()
    assert base64.b64encode(NAME.encode()).decode() not in str(found)


def test_line_ends_of_unicode_part_no_lines_of_json():
    line = json.dumps({"text": TEXT + "\u2028\x85 fine"}, ensure_ascii=False)
    assert search(line.encode(), "jsonl", text=TEXT + " fine", own=["text"]) == []


def test_a_picture_of_our_own_is_passed_over_and_no_other():
    page = f'<p>{TEXT}</p><img src="data:image/png;base64,Quarzbrenner">'
    assert set(search(page.encode(), "html")) == {("unread", "an attribute")}
    ours = page.replace("Quarzbrenner", base64.b64encode(BLANK_PNG).decode())
    assert search(ours.encode(), "html") == []


def test_a_short_name_is_no_colour():
    part = b'<p val="Ada"/>'
    assert search(package({"xl/x.xml": part}), "xlsx") == [("unread", "xl/x.xml")]


def test_a_page_with_looks_links_and_pictures_is_clean():
    page = (
        '<html><head><meta charset="utf-8"></head><body><p>Seen today. <a href="#x1">go</a>'
        '<a id="x1" name="x2">z</a></p><label for="q">Yes</label><input id="q" type="checkbox" checked>'
        '<table border=1 bgcolor="#c0ffee"><colgroup><col width="3"></colgroup><tr>'
        '<td style="font-family:Times New Roman,Arial;color:rgb(1,2,3);margin-left:0.5in">a</td></tr></table>'
        '<font face="Verdana" color="#102030">b</font><img src="x.png" width="40" height=30 alt="pic">'
        "</body></html>"
    )
    file = SourceFile("a.html", page.encode())
    fmt = format_for(file)
    (document,) = fmt.read(file, ReadOptions())
    copy = fmt.write(file, ReadOptions(), {document.id: ()})
    assert search(copy, "html", file.data + b"010203 102030", document.text) == []


def test_a_letter_with_lists_styles_fields_and_pictures_is_clean():
    letter = (
        rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman Times New Roman;}{\f1\fswiss Weird Sans;}}"
        rb"{\colortbl;\red255\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s2 My Style;}}"
        rb"{\*\listtable{\list\listtemplateid123456789\listhybrid{\listlevel\levelnfc0\levelstartat1"
        rb"{\leveltext\'02\'00.;}{\levelnumbers\'01;}\fi-360\li720}\listid987654321}}"
        rb"{\*\listoverridetable{\listoverride\listid987654321\listoverridecount0\ls1}}"
        rb"{\header Page {\field{\*\fldinst PAGE}{\fldrslt 1}}\par}\pard\s1 Visit\par\pard\ls1"
        rb"{\listtext 1.\tab}"
        rb"Item\par\trowd\cellx2000\intbl a\cell\row"
        rb"{\pict\pngblip\picw10\pich10\picwgoal1500\pichgoal1500 8950}"
        rb"M\u252?ller \emdash {\field{\*\fldinst FORMCHECKBOX{\*\formfield{\fftype1\ffres1}}}"
        rb"{\fldrslt}}\par}"
    )
    file = SourceFile("a.rtf", letter)
    fmt = format_for(file)
    (document,) = fmt.read(file, ReadOptions())
    copy = fmt.write(file, ReadOptions(), {document.id: ()})
    assert search(copy, "rtf", letter, document.text) == []


@pytest.mark.parametrize("text", ["{}", "{}\n", "\n{}", "  {}", "{} ", "{}\t"])
def test_looks_of_cells_are_clean(text):
    # Files mark texts with blanks at their ends as such, which is a look of the cell too.
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

    book = Workbook()
    cell = book.active["A1"]
    cell.value = text.format("She was seen today in the clinic and was doing well.")
    cell.font = Font("Verdana", 14, b=True, u="doubleAccounting", color="FF1A2B3C")
    cell.fill = PatternFill("lightTrellis", "FF102030")
    cell.border = Border(left=Side("mediumDashDotDot"), top=Side("slantDashDot"), bottom=Side("hair"))
    cell.alignment = Alignment("centerContinuous", "distributed", wrap_text=True)
    out = io.BytesIO()
    book.save(out)
    file = SourceFile("a.xlsx", out.getvalue())
    fmt = format_for(file)
    documents = fmt.read(file, ReadOptions())
    written = [WrittenDocument(d.text, (), d.text) for d in documents]
    own = strings_of(file)
    assert CopySearch(lambda w: False).search(file.data, copied(file).data, "xlsx", written, own) == []


def parquet(columns, **options):
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table(columns), out, **options)
    return out.getvalue()


def parquet_places():
    """Bytes of Parquet files, each with the name in another place than a value that is read."""
    import pyarrow as pa

    unused = pa.DictionaryArray.from_arrays(pa.array([0], pa.int32()), [TEXT, NAME])
    described = pa.field("note", pa.string(), metadata={"by": NAME})
    return {
        "entry that nobody uses": parquet({"note": unused}),
        "name of a column": parquet({"note": [TEXT], NAME: [1]}),
        "name within a structure": parquet({"note": [TEXT], "by": [{"is": {NAME: 1}}]}),
        "description of a column": parquet(pa.table({"note": [TEXT]}).cast(pa.schema([described]))),
        "description of the file": parquet(pa.table({"note": [TEXT]}).replace_schema_metadata({NAME: "a"})),
        "time zone": parquet({"note": [TEXT], "at": pa.array([0], pa.timestamp("s", tz=NAME))}),
        "value in a list": parquet({"note": [TEXT], "tags": [[NAME]]}),
    }


@pytest.mark.parametrize("place", sorted(parquet_places()))
def test_every_place_of_a_parquet_file_is_searched(place):
    data = parquet_places()[place]
    assert {kind for kind, _ in search(data, "parquet", own=["note", "by", "is", "tags", "at"])} == {"unread"}


def test_a_parquet_file_with_its_text_alone_is_clean():
    data = parquet({"note": [TEXT, None], "score": [1.5, 2]})
    assert search(data, "parquet", own=["note", "score"]) == []


def test_the_last_cell_of_a_long_sheet_is_found_and_its_other_cells_are_known():
    with NewWorkbook() as book:
        sheet = book.add_sheet("Sheet 1")
        for _ in range(12_000):
            sheet.append([TEXT, TEXT, TEXT])
        sheet.append([NAME])
        copy = book.to_bytes()
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert archive.getinfo("xl/worksheets/sheet1.xml").file_size > 1 << 20
    assert search(copy, "xlsx") == [("unread", "the text")]
    assert search(copy, "xlsx", own=[NAME]) == []


@pytest.mark.parametrize(
    "packed",
    [b"PAR1" + bytes(40) + b"PAR1", b"PK\x03\x04" + bytes(40), b"\x1f\x8b\x08" + bytes(40)],
    ids=["parquet", "zip", "gzip"],
)
def test_a_packed_part_that_cannot_be_opened_is_taken_to_hold_everything(packed):
    original = package({"a.bin": packed})
    assert search(f"{TEXT} {NAME}".encode(), "text", original)[0] == ("unread", "the file")
    assert search(TEXT.encode(), "text", original) == []
    span = find("Seen by Ann Vell.", "Ann Vell", "PATIENT")
    said = {"text": "Seen by Ann Vell.", "spans": [span], "output": "Seen by Bo Tarr."}
    copy = package({"word/document.xml": b"<t>Seen by Bo Tarr.</t>", "a.bin": packed})
    assert ("unread", "a packed part of the file") in search(copy, "docx", **said)
