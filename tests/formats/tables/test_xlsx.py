"""What an Excel workbook holds besides cells does not survive."""

import datetime as dt
import gc
import io
import zipfile

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font, NamedStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from chartveil.domain.errors import InputError
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.tables.new_workbook import NewWorkbook
from chartveil.formats.tables.xlsx import XlsxFormat
from table_files import copied, strings, texts, with_cells, xlsx_bytes, zip_bytes

FORM = XlsxFormat()
HEADER = ["note_id", "mrn", "note"]
ROWS = [["1", "SECRET", "first note"], ["2", "SECRET", "second note"]]


def plant(workbook, sheet):
    """Puts the word into every place of a workbook that openpyxl can reach."""
    sheet.title = "SECRET ward"
    properties = workbook.properties
    properties.creator = properties.title = properties.keywords = properties.description = "SECRET"
    workbook.defined_names["SECRET"] = DefinedName("SECRET", attr_text="'SECRET ward'!$A$1")
    cell = sheet["C2"]
    cell.comment = Comment("SECRET", "SECRET author")
    cell.hyperlink = "https://example.org/SECRET"
    cell.value = "first note"
    cell.number_format = '"SECRET"@'
    workbook.add_named_style(NamedStyle("SECRET style"))
    sheet["C3"].style = "SECRET style"
    sheet["C3"].font = Font(name="SECRET_font", bold=True)
    validation = DataValidation(type="list", formula1='"SECRET,other"')
    validation.add("B2")
    sheet.add_data_validation(validation)
    sheet.oddHeader.center.text = "SECRET"
    sheet["E9"] = "SECRET far away"
    hidden = workbook.create_sheet("SECRET hidden")
    hidden.sheet_state = "veryHidden"
    hidden.append(["name", "report"])
    hidden.append(["SECRET", "hidden note"])


def test_nothing_but_texts_survives():
    file = SourceFile("a.xlsx", xlsx_bytes(HEADER, ROWS, plant))
    assert sum("SECRET" in text for text in strings(FORM, file)) >= 5
    out = copied(file, operators=dict.fromkeys(["mrn", "name", "column 5"], "empty"))
    assert not [text for text in strings(FORM, out) if "SECRET" in text]
    assert texts(FORM, out) == ["first note", "second note", "hidden note"]
    assert openpyxl.load_workbook(io.BytesIO(out.data)).sheetnames == ["Sheet 1", "Sheet 2"]


def test_what_sheets_hold_besides_cells_is_told():
    told = FORM.read(SourceFile("a.xlsx", xlsx_bytes(HEADER, ROWS, plant)), ReadOptions())[0].left_out
    kinds = ("link", "validation", "defined name", "header or footer")
    assert {kind: told[kind] for kind in kinds} == dict.fromkeys(kinds, 1)
    assert "formula" not in told


def test_a_workbook_of_the_strict_form_is_named():
    parts = {
        name: data.replace(
            b"schemas.openxmlformats.org/spreadsheetml/2006/main", b"purl.oclc.org/ooxml/spreadsheetml/main"
        )
        for name, data in parts_of(xlsx_bytes(HEADER, ROWS)).items()
    }
    with pytest.raises(InputError, match="strict form.*Save it in Excel as"):
        FORM.read(SourceFile("a.xlsx", zip_bytes(parts)), ReadOptions())


def test_looks_of_text_cells_are_kept():
    def edit(workbook, sheet):
        sheet["C2"].font = Font(bold=True, color="FFFF0000")
        sheet["C1"].font = Font(italic=True)

    sheet = openpyxl.load_workbook(
        io.BytesIO(copied(SourceFile("a.xlsx", xlsx_bytes(HEADER, ROWS, edit))).data)
    ).active
    assert sheet["C2"].font.b
    assert sheet["C2"].font.color.rgb == "FFFF0000"
    assert sheet["C1"].font.i
    assert not sheet["C3"].font.b


def test_a_cell_that_names_a_look_which_is_not_there_goes_without():
    def edit(workbook, sheet):
        sheet["C2"].font = Font(bold=True)

    parts = parts_of(xlsx_bytes(HEADER, ROWS, edit))
    styles = parts["xl/styles.xml"].replace(b'fontId="1"', b'fontId="77"')
    assert styles != parts["xl/styles.xml"]
    damaged = SourceFile("a.xlsx", zip_bytes({**parts, "xl/styles.xml": styles}))
    sheet = openpyxl.load_workbook(io.BytesIO(copied(damaged).data)).active
    assert sheet["C2"].value
    assert not sheet["C2"].font.b


def test_texts_are_never_formulas():
    file = SourceFile("a.xlsx", xlsx_bytes(["note"], [["=SUM(A1)"], ["=HYPERLINK(1)"]]))
    sheet = openpyxl.load_workbook(io.BytesIO(copied(file).data)).active
    assert [sheet["A2"].data_type, sheet["A2"].value] == ["s", "=SUM(A1)"]


def test_dates_and_numbers_in_a_text_column_are_texts():
    rows = [["a b c"], [dt.datetime(1950, 3, 4)], [12345], [2.5]]
    file = SourceFile("a.xlsx", xlsx_bytes(["note"], rows))
    assert texts(FORM, file) == ["a b c", "1950-03-04", "12345", "2.5"]
    assert texts(FORM, copied(file, with_cells("1950-03-04", "x"))) == ["a b c", "x", "12345", "2.5"]


def test_rows_and_parts_keep_their_numbers():
    def edit(workbook, sheet):
        sheet["C7"] = "late note"
        sheet.row_dimensions[7].hidden = True

    file = SourceFile("a.xlsx", xlsx_bytes(HEADER, ROWS, edit))
    parts = [d.source.part for d in FORM.read(file, ReadOptions())]
    assert parts == ["sheet:1/row:2", "sheet:1/row:3", "sheet:1/row:7"]
    assert [d.source.part for d in FORM.read(copied(file), ReadOptions())] == parts


def test_a_wrong_dimension_hides_no_cells():
    data = xlsx_bytes(HEADER, ROWS)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {n: archive.read(n) for n in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    assert b'<dimension ref="A1:C3"' in parts[name]
    parts[name] = parts[name].replace(b'<dimension ref="A1:C3"', b'<dimension ref="A1:A1"')
    assert texts(FORM, SourceFile("a.xlsx", zip_bytes(parts))) == ["first note", "second note"]


def test_a_formula_without_result_is_refused():
    def edit(workbook, sheet):
        sheet["C3"] = "=A1&B2"

    with pytest.raises(InputError, match=r"cell C3 has a formula without its result"):
        FORM.read(SourceFile("a.xlsx", xlsx_bytes(HEADER, ROWS, edit)), ReadOptions())


def test_a_sheet_that_lies_elsewhere_is_checked_too():
    parts = parts_of(xlsx_bytes(HEADER, ROWS, lambda _, sheet: sheet.append(["3", "m", "=A1"])))
    moved = {
        name.replace("worksheets/sheet1", "other/s"): data.replace(b"worksheets/sheet1", b"other/s")
        for name, data in parts.items()
    }
    with pytest.raises(InputError, match=r"other/s.xml, cell C4 has a formula without"):
        FORM.read(SourceFile("a.xlsx", zip_bytes(moved)), ReadOptions())


def test_a_text_that_no_longer_fits_a_cell_is_refused():
    file = SourceFile("a.xlsx", xlsx_bytes(["note"], [["x" * 32000]]))
    with pytest.raises(InputError, match=r"sheet:1/row:2.*32,767"):
        copied(file, with_cells("xxxxxxxxxx", "y" * 40))


def test_a_sheet_that_cannot_be_finished_is_left_without_a_word(capfd):
    with NewWorkbook() as workbook:
        workbook.add_sheet("Sheet 1").append(["note"])
        workbook.add_sheet("Sheet 2").append(["note"])
    del workbook
    gc.collect()
    assert capfd.readouterr() == ("", "")


def parts_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {n: archive.read(n) for n in archive.namelist()}


def with_part(name, change):
    parts = parts_of(xlsx_bytes(HEADER, ROWS))
    parts[name] = change(parts[name])
    return zip_bytes(parts)


SHEET = "xl/worksheets/sheet1.xml"
ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "SECRET">]>'
BAD = [
    ("cut off", lambda: xlsx_bytes(HEADER, ROWS)[:3000], "damaged zip file"),
    ("broken sheet", lambda: with_part(SHEET, lambda d: d[: len(d) // 2]), "damaged"),
    ("no workbook", lambda: zip_bytes({"xl/x.xml": b"<x/>", "[Content_Types].xml": b"<x/>"}), "damaged"),
    ("bomb", lambda: with_part(SHEET, lambda d: d + b" " * 3_000_000), "zip bomb"),
    (
        "entities",
        lambda: with_part(SHEET, lambda d: ENTITIES + d.partition(b"?>")[2] + b"<f"),
        "declares a document type",
    ),
    ("no cells", lambda: xlsx_bytes([], []), "holds no cells"),
]


@pytest.mark.parametrize(("make", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_workbooks(make, message):
    with pytest.raises(InputError, match=message) as caught:
        FORM.read(SourceFile("bad.xlsx", make()), ReadOptions())
    assert "SECRET" not in str(caught.value)


def test_too_large_when_unpacked():
    with pytest.raises(InputError, match="unpacks to more than 1,000 bytes"):
        FORM.read(
            SourceFile("a.xlsx", xlsx_bytes(HEADER, ROWS)),
            ReadOptions(limits=InputLimits(unpacked_bytes=1000)),
        )


def test_a_formula_with_its_result_is_read_as_text_and_written_as_text():
    def change(sheet):
        cell = b'<c r="C2" t="inlineStr"><is><t>first note</t></is></c>'
        assert cell in sheet
        return sheet.replace(cell, b'<c r="C2" t="str"><f>A1&amp;"SECRET"</f><v>note of a formula</v></c>')

    file = SourceFile("a.xlsx", with_part(SHEET, change))
    assert texts(FORM, file) == ["note of a formula", "second note"]
    out = copied(file, operators={"mrn": "empty"})
    assert texts(FORM, out) == ["note of a formula", "second note"]
    assert not [text for text in strings(FORM, out) if "SECRET" in text]


def test_shared_strings_with_several_runs():
    """As Excel writes them, with a word in bold and a line break."""
    parts = parts_of(xlsx_bytes(HEADER, ROWS))
    cell = b'<c r="C2" t="inlineStr"><is><t>first note</t></is></c>'
    assert cell in parts[SHEET]
    parts[SHEET] = parts[SHEET].replace(cell, b'<c r="C2" t="s"><v>0</v></c>')
    parts["xl/sharedStrings.xml"] = (
        b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="1"><si>'
        b'<r><t xml:space="preserve">Mrs. </t></r>'
        b"<r><rPr><b/></rPr><t>Doe_x000D_\nwas seen</t></r></si></sst>"
    )
    types = parts["[Content_Types].xml"]
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = b'<Override PartName="/xl/sharedStrings.xml" ContentType="' + kind + b'"/></Types>'
    parts["[Content_Types].xml"] = types if kind in types else types.replace(b"</Types>", override)
    file = SourceFile("a.xlsx", zip_bytes(parts))
    assert texts(FORM, file) == ["Mrs. Doe\r\nwas seen", "second note"]
    assert texts(FORM, copied(file, with_cells("Doe", "Poe"))) == ["Mrs. Poe\r\nwas seen", "second note"]


def test_only_known_looks_of_cells_are_kept():
    def edit(workbook, sheet):
        sheet["C2"].font = Font(name="Quarzbrenner Sans", size=471.1233, color="00471123")
        sheet["C3"].font = Font(name="Georgia", size=14)

    out = copied(SourceFile("a.xlsx", xlsx_bytes(HEADER, ROWS, edit)))
    sheet = openpyxl.load_workbook(io.BytesIO(out.data)).active
    assert [sheet["C2"].font.name, sheet["C3"].font.name] == ["Calibri", "Georgia"]
    assert [sheet["C2"].font.sz, sheet["C3"].font.sz] == [409, 14]


def far_cell(place):
    number = "".join(filter(str.isdigit, place))
    cell = f'<row r="{number}"><c r="{place}" t="inlineStr"><is><t>far</t></is></c></row>'
    return with_part(SHEET, lambda d: d.replace(b"</sheetData>", cell.encode() + b"</sheetData>"))


def test_a_cell_in_the_last_row_of_excel_is_read():
    assert texts(FORM, SourceFile("a.xlsx", far_cell("C1048576"))) == ["first note", "second note", "far"]


@pytest.mark.parametrize("place", ["A1048577", "C99999999", "B4294967295"])
def test_a_row_that_excel_does_not_have_is_refused(place):
    with pytest.raises(InputError, match=r"a row beyond the 1,048,576 .*Delete what stands far below"):
        FORM.read(SourceFile("a.xlsx", far_cell(place)), ReadOptions())


@pytest.mark.parametrize("title", ["Notes/Labs", "Notes: [2]", "12 34 56 78", "note \u2802\u2816"])
def test_titles_that_a_sheet_cannot_have_or_that_may_tell_something_are_numbered(title):
    def change(book):
        return book.replace(b'name="Sheet"', f'name="{title}"'.encode())

    out = copied(SourceFile("a.xlsx", with_part("xl/workbook.xml", change)))
    assert openpyxl.load_workbook(io.BytesIO(out.data)).sheetnames == ["Sheet 1"]
