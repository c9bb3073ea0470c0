"""Files of patients as clinics export them: what is taken of them, and what is said of one that is wrong."""

import datetime as dt
import os

import openpyxl
import pytest

from chartveil.detection.lists.patient_file import load_patient_file
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label

COLUMNS = (
    ("Patient ID", "P-1"),
    ("First Name", "Nora"),
    ("MiddleName", "Margaret"),
    ("Last Name", "Foley"),
    ("Maiden name", "Quillan"),
    ("Nickname", "Nonie;Nor"),
    ("Date of Birth", "3/4/1951"),
    ("MRN", "QS-220481"),
    ("SSN", "123-45-6789"),
    ("Member ID", "HP99120"),
    ("Home Phone", "(313) 555-0148"),
    ("Mobile phone 2", ""),
    ("E-mail", "n@example.org"),
    ("Address", '"14 Tanner\'s Row, Apt 3"'),
    ("City", "Grand Rapids"),
    ("Zip code", "49503"),
    ("Next of kin", "Jan de Vries (husband) 313-555-0199; Ana Foley - sister"),
    ("Emergency contact phone", "313-555-0133"),
    ("Employer", "Quorn Works"),
    ("Driver's licence no", "D55-1200"),
    ("Sex", "F"),
    ("Favourite colour", "green"),
    ("PCP", "Dr. Okafor"),
)
FULL = "".join(",".join(cells) + "\n" for cells in zip(*COLUMNS, strict=True))


def write(folder, text, name="patients.csv", encoding="utf-8"):
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def only(path):
    (row,) = load_patient_file(path).rows
    return row


def test_every_usual_column_is_taken(tmp_path):
    read = load_patient_file(write(tmp_path, FULL))
    (row,) = read.rows
    facts = row.facts
    assert row.id == "P-1"
    assert facts.names[0] == "Nora Margaret Foley"
    assert {"Quillan", "Nora Quillan", "Nonie", "Nonie Foley", "Nor"} <= set(facts.names)
    assert facts.births == {dt.date(1951, 3, 4), dt.date(1951, 4, 3)}
    assert dict(facts.numbers) == {
        Label.IDNUM: "P-1",
        Label.MRN: "QS-220481",
        Label.SSN: "123-45-6789",
        Label.HEALTHPLAN: "HP99120",
        Label.LICENSE: "D55-1200",
    }
    assert set(facts.phones) == {"(313) 555-0148", "313-555-0133", "313-555-0199"}
    assert facts.relatives == ("Jan de Vries", "Ana Foley")
    assert facts.addresses == ("14 Tanner's Row", "Apt 3")
    assert (facts.emails, facts.cities, facts.zips) == (("n@example.org",), ("Grand Rapids",), ("49503",))
    assert facts.employers == ("Quorn Works",)
    assert read.remarks == ("Columns not used: Favourite colour, PCP.",)
    assert ("SSN", "SSN") in read.columns


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\ufeffmrn,name\nQS-1204,Nora Foley\n", "p.csv"),
        ("MRN\tName\r\nQS-1204\tNora Foley\r\n", "p.tsv"),
        ('"MRN";"Name"\n"QS-1204";"Nora Foley"\n', "p.csv"),
        ("medical_record_number|patientName\nQS-1204|Nora Foley\n\n", "p.txt"),
    ],
)
def test_every_usual_way_of_writing_a_table(tmp_path, text, name):
    facts = only(write(tmp_path, text, name)).facts
    assert (facts.numbers, facts.names) == (((Label.MRN, "QS-1204"),), ("Nora Foley",))


def test_an_excel_workbook(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["id", "name", "dob", "phone"])
    sheet.append([4711, "Nora Foley", dt.datetime(1951, 3, 4), 3135550148.0])
    book.save(tmp_path / "p.xlsx")
    row = only(tmp_path / "p.xlsx")
    assert row.id == "4711"
    assert row.facts.births == {dt.date(1951, 3, 4)}
    assert row.facts.phones == ("3135550148",)


def test_a_column_settles_the_order_of_its_dates(tmp_path):
    path = write(tmp_path, "id,dob\n1,03/04/1951\n2,25/12/1960\n")
    assert [r.facts.births for r in load_patient_file(path).rows] == [
        {dt.date(1951, 4, 3)},
        {dt.date(1960, 12, 25)},
    ]


def test_an_address_in_one_cell_is_taken_apart(tmp_path):
    text = 'id,address\n1,"14 Tanner Row, Unit 3, Grand Rapids, MI 49503-1111"\n'
    facts = only(write(tmp_path, text)).facts
    assert facts.addresses == ("14 Tanner Row", "Unit 3")
    assert (facts.cities, facts.zips) == (("Grand Rapids",), ("49503",))


def test_what_stands_for_nothing_is_nothing(tmp_path):
    path = write(tmp_path, "id,name,mrn,dob,employer\n1,N/A,unknown,-,retired\n2,Nora Foley,,,\n")
    first, second = load_patient_file(path).rows
    assert (first.facts.names, first.facts.numbers, first.facts.employers) == ((), ((Label.IDNUM, "1"),), ())
    assert second.facts.names == ("Nora Foley",)


def test_what_should_be_known_is_said_with_its_line_and_without_a_cell(tmp_path):
    text = 'id,name,dob\nP-1,"Nora\nFoley",unclear\nP-2,Jan Vries,1950-01-01\nP-2,Ana Vries,1951-01-01\n'
    remarks = load_patient_file(write(tmp_path, text)).remarks
    assert remarks[0] == "1 row has a date of birth that cannot be read, the first in line 2."
    assert remarks[1].startswith("2 rows have the id of another, the first in line 4")
    assert len(remarks) == 2


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            "Nora,Foley,QS-220481\nJan,Vries,QS-220482\n",
            "p.csv",
            "line 1: has no header that tells of patients",
        ),
        ("id,name\nQS-1,Nora,Foley\n", "p.csv", "line 2: has 3 cells where the header has 2"),
        ("id,name,dob\nQS-1,Nora Foley,1\nQS-2,Jan\n", "p.csv", "line 3: has 2 cells"),
        ("id,name\n", "p.csv", "has a header and no patient"),
        ("", "p.csv", "is empty"),
        ('id,name\n1,"Nora Foley\n', "p.csv", "line 2: has a quote that is not closed"),
        ("Nora Foley", "p.docx", "is no table"),
        ("Nora Foley", "p.xlsx", "zip"),
    ],
)
def test_what_is_wrong_is_said_with_place_and_remedy_and_without_a_cell(tmp_path, text, name, said):
    path = write(tmp_path, text, name)
    with pytest.raises(ResourceError) as error:
        load_patient_file(path)
    assert said in str(error.value)
    assert str(path) in error.value.where
    assert error.value.remedy
    assert error.value.__cause__ is None
    for cell in ("Nora", "Foley", "QS-"):
        assert cell not in str(error.value)


def test_another_encoding_is_an_error_with_the_line(tmp_path):
    path = write(tmp_path, "id,name\n1,Nora\n2,Zoë\n", encoding="latin-1")
    with pytest.raises(ResourceError, match=r"line 3: is not in UTF-8\. Save it as CSV in UTF-8"):
        load_patient_file(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(ResourceError, match="cannot be read"):
        load_patient_file(tmp_path / "none.csv")


def test_cells_of_a_file_without_a_header_are_not_named_as_columns(tmp_path):
    """A first row that happens to hold a known word."""
    read = load_patient_file(write(tmp_path, "mrn,313-555-0148,x\nQS-1204,313-555-0133,y\n"))
    assert "Columns not used: column 2, column 3." in read.remarks


def test_the_line_by_which_excel_tells_the_separator(tmp_path):
    path = write(tmp_path, "\ufeffsep=;\r\nid;name;dob\r\nP-1;Nora Foley;unclear\r\n")
    read = load_patient_file(path)
    assert [(r.id, r.facts.names) for r in read.rows] == [("P-1", ("Nora Foley",))]
    assert read.remarks == ("1 row has a date of birth that cannot be read, the first in line 3.",)


def test_rows_of_one_patient_are_taken_together(tmp_path):
    """A table of visits; as two patients they would tell nobody."""
    text = (
        "id,name,dob,phone\nP-1,Nora Foley,1951-03-04,313-555-0148\nP-2,Jan Vries,1951-03-04,\n"
        "p1,NORA FOLEY,3/4/1951,313-555-0149\nP-1,Nora Foley,1951-03-04,313-555-0148\n"
        "P-2,Ana Vries,1951-03-04,\n"
    )
    read = load_patient_file(write(tmp_path, text.replace("3/4/1951", "1951-03-04")))
    assert [r.facts.names[0] for r in read.rows] == ["Nora Foley", "Jan Vries", "Ana Vries"]
    assert read.rows[0].facts.phones == ("313-555-0148", "313-555-0149")
    assert read.remarks[0].startswith("2 rows have the patient of another row, the first in line 4")
    assert read.remarks[1].startswith("2 rows have the id of another, the first in line 3")


def test_several_values_of_a_cell_and_what_spreadsheets_do_to_numbers(tmp_path):
    text = (
        "id,mrn,phone,email,next of kin,zip\n"
        '4711.0,"QS-1204, QS-1205",H 313-555-0148 C: (313) 555-0149,"a@b.org, c@d.org",'
        "Jan (see (old) list),2139.0\n"
        '4712,"1,234,567",+49 30 123456,,,\n'
        "4713,1.23457E+11,,,,\n"
    )
    read = load_patient_file(write(tmp_path, text))
    first, second, _ = read.rows
    assert first.id == "4711"
    assert [n for _, n in first.facts.numbers] == ["4711", "QS-1204", "QS-1205"]
    assert first.facts.phones == ("313-555-0148", "(313) 555-0149")
    assert (first.facts.emails, first.facts.zips) == (("a@b.org", "c@d.org"), ("2139",))
    assert (Label.MRN, "1,234,567") in second.facts.numbers
    assert second.facts.phones == ("+49 30 123456",)
    assert read.remarks == (
        "1 row has a number that a spreadsheet has shortened (as 1.23E+09), which is found nowhere: "
        "export it as text.",
    )


@pytest.mark.parametrize("header", ["DOB (MM/DD/YYYY)", "D.O.B.", "Date of birth (d/m/y)", "birthdate ISO"])
def test_a_day_of_birth_with_its_form_in_the_header(tmp_path, header):
    facts = only(write(tmp_path, f'"Name (Last, First)",{header}\n"Foley, Nora",1951-03-04\n')).facts
    assert (facts.names, facts.births) == (("Foley, Nora",), {dt.date(1951, 3, 4)})


def test_nothing_of_a_first_row_that_holds_a_patient_is_named(tmp_path):
    read = load_patient_file(write(tmp_path, "Nora Foley,Patient,F\nJan Vries,Patient,M\n"))
    assert "Columns not used: column 1, column 3." in read.remarks
    read = load_patient_file(write(tmp_path, "Nora,Foley,mrn,name,1951-03-04\nJan,Vries,Q,Q,1951-03-04\n"))
    assert "Foley" not in "".join(read.remarks)


@pytest.mark.parametrize("cell", ["(" * 50_000, "1/" * 50_000, "a" * 50_000, "1-" * 50_000])
def test_a_cell_without_end_is_an_error_with_its_line(tmp_path, cell):
    text = f"id,name,next of kin,dob,comment\nP-1,{cell},{cell},{cell},{cell}\n"
    with pytest.raises(ResourceError, match="line 2: has a cell of more than 2,000 characters"):
        load_patient_file(write(tmp_path, text))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of this kind are not there")
def test_what_is_no_file_is_neither_waited_for_nor_read_without_end(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "zeros.csv").symlink_to("/dev/zero")
    (tmp_path / "folder.csv").mkdir()
    for name in ("pipe.csv", "zeros.csv", "folder.csv"):
        with pytest.raises(ResourceError, match="is no file"):
            load_patient_file(tmp_path / name)
