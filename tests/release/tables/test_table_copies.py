"""Whole tables: what is guessed, what a copy holds, and what stops one."""

import csv
import datetime as dt
import io
import json
import re
from dataclasses import replace

import pytest
from openpyxl import load_workbook

from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span
from chartveil.domain.tables.column_plan import ChosenColumn, ColumnOperator, ColumnRules, UnsureColumns
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef, read_documents
from chartveil.release.job import FileTask, OutputFormat, ProcessingJob, ReviewedSpans
from chartveil.release.tables.choices import load_choices
from chartveil.release.tables.guess import ColumnGuesser
from table_files import csv_bytes, jsonl_bytes, opened, parquet_bytes, xlsx_bytes

MAKERS = {"csv": csv_bytes, "jsonl": jsonl_bytes, "parquet": parquet_bytes, "xlsx": xlsx_bytes}
HEADER = [
    "MRN",
    "Patient Name",
    "DOB",
    "Visit Date",
    "Test",
    "Value",
    "Flag",
    "BP",
    "Dx",
    "Charge",
    "Comment",
]
PEOPLE = [("00417", "Quarzbrenner, Greta"), ("00418", "Winterhalder, Otto"), ("00419", "Eisenkolb, Ida")]
ROWS = [
    [
        *PEOPLE[n % 3],
        f"{1950 + n % 3}-03-1{n % 3}",
        f"2024-0{1 + n % 9}-15",
        ("Glucose", "Creatinine", "Hemoglobin A1c")[n % 3],
        f"{5 + n % 7}.{n % 10}",
        ("", "H", "L")[n % 3],
        f"{110 + n}/{70 + n}",
        ("E11.9", "I10", "J45.40")[n % 3],
        f"$1,{200 + n}.50",
        ("No answer.", "Seen with the mother, well again.", "")[n % 3],
    ]
    for n in range(27)
]


@pytest.fixture(scope="module")
def pipeline():
    return build_pipeline(load_policy(), models=None)


@pytest.fixture
def release(pipeline, tmp_path):
    """Takes a table through all stages: its outcome, the copy's bytes and the record beside it."""

    def run(
        data,
        name="t.csv",
        mode=ReplacementMode.SURROGATE,
        policy="safe_harbor_plus",
        key=bytes(range(32)),
        **options,
    ):
        out = tmp_path / "out"
        out.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
        rules = options.pop("columns", ColumnRules())
        outputs = options.pop("outputs", (OutputFormat.SAME,))
        read = ReadOptions(columns=rules, **options)
        job = ProcessingJob(load_policy(policy), mode, key, out, outputs, read)
        finder = replace(pipeline, policy=job.policy)
        outcome = FileProcessor(job, "0" * 12, finder).process(FileTask(InputRef(str(tmp_path / name))))
        if outcome.failure is not None:
            assert not list(out.iterdir())
            return outcome, b"", {}
        copy, record, *more = (d.draft.temporary_path.read_bytes() for d in outcome.drafts)
        for draft in outcome.drafts:
            draft.draft.discard()
        return outcome, copy, json.loads(record), *more

    return run


@pytest.mark.parametrize("suffix", MAKERS)
def test_a_copy_is_the_same_whatever_else_is_written(release, suffix):
    """Beside another format it held its text alone, and guarded no formula."""
    data = MAKERS[suffix](HEADER, ROWS)
    alone, copy, _ = release(data, f"t.{suffix}")
    beside, again, _, *texts = release(data, f"t.{suffix}", outputs=(OutputFormat.SAME, OutputFormat.TXT))
    assert (alone.failure, beside.failure) == (None, None)
    assert again == copy
    assert beside.counts.left_out == alone.counts.left_out
    cells = [row[-1] for row in read_rows(f"t.{suffix}", copy) if row[-1]]
    assert sorted(t.decode() for t in texts) == sorted(cells)


def read_rows(name, data):
    return [r.cells for r in opened(SourceFile(name, data)).rows()]


def test_a_text_that_holds_what_its_row_names_is_in_no_format(release, monkeypatch):
    """The networks and rules may miss a name that only the column beside tells."""
    from chartveil.release import file_processor

    monkeypatch.setattr(file_processor, "named_beside", lambda _: [])
    rows = [["471182", "Quarzbrenner, Ida", "quarzbrenner is well"], ["471183", "Otto Krantz", "No pain."]]
    data = csv_bytes(["MRN", "Patient Name", "Note"], rows)
    outcome, copy, _, *texts = release(data, outputs=(OutputFormat.SAME, OutputFormat.TXT))
    assert outcome.failure is None
    assert texts == [b"No pain."]
    assert b"quarzbrenner" not in copy
    assert any("withheld: row:2" in remark for remark in outcome.remarks)


def test_times_and_numbers_of_every_type_of_parquet_are_released(release):
    """Numbers in a column whose cells became texts, and the bounds of kept times, stopped the file."""
    import datetime as dt

    rows = [
        [f"44718{n}", f"Quarzbrenner {n}", dt.time(8, n), dt.timedelta(n + 1), float(n), 1.5, "Slept well."]
        for n in range(9)
    ]
    rows[3][5] = 83920174.0
    header = ["MRN", "Patient Name", "Time", "Duration", "Birth epoch", "Value", "Note"]
    kept = tuple(ChosenColumn(name, ColumnOperator.KEEP) for name in ("Time", "Duration"))
    chosen = ColumnRules(kept, UnsureColumns.TEXT)
    outcome, copy, _ = release(parquet_bytes(header, rows), "t.parquet", columns=chosen)
    assert outcome.failure is None, outcome.failure
    assert [row[2] for row in read_rows("t.parquet", copy)] == [f"08:0{n}:00" for n in range(9)]
    assert "83920174" not in str(read_rows("t.parquet", copy))


@pytest.mark.parametrize("number", ["83920174.0", "83,920,174", "8.3920174E+07"])
def test_a_record_number_that_a_program_wrote_as_its_own_number_goes(release, number):
    rows = [[str(n), "Sodium", v] for n, v in enumerate(["140", "1,250,000", "3.2e8", number, "12.0"] * 3)]
    outcome, copy, _ = release(csv_bytes(["MRN", "Test", "Value"], rows))
    assert outcome.failure is None
    values = [row["Value"] for row in table(copy)]
    assert number not in values
    assert values[:3] == ["140", "1,250,000", "3.2e8"]


def test_a_date_in_a_column_of_people_is_a_date(release):
    """In a form that was saved as a table a day of birth stands below a name; it became 51/32/8053."""
    rows = [[str(n), name] for n, name in enumerate(["Ida Quarzbrenner", "03/12/1948", "Otto Krantz"] * 3)]
    _, copy, _ = release(csv_bytes(["Row", "Patient Name"], rows))
    assert [row["Patient Name"] for row in table(copy)][1::3] == ["1948"] * 3


def test_headers_are_no_words_of_ours_because_the_writer_says_so(release, monkeypatch):
    from chartveil.formats.tables import headers

    monkeypatch.setattr(headers, "is_made_of", lambda *_: True)
    rows = [[str(n), "12"] for n in range(9)]
    header, title = ["MRN", "Quarzbrenner result"], lambda _, sheet: setattr(sheet, "title", "Quarzbrenner")
    for name, data in (
        ("t.csv", csv_bytes(header, rows)),
        ("t.xlsx", xlsx_bytes(["MRN", "Result"], rows, title)),
    ):
        outcome, *_ = release(data, name)
        assert "LeakError" in outcome.failure.kind


def test_each_row_adds_to_the_time_that_a_table_may_take(pipeline, tmp_path):
    """Two thousand short texts of half a megabyte were broken off as if they were one note."""
    seconds = []
    for rows in (20, 320):
        path = tmp_path / f"{rows}.csv"
        path.write_bytes(csv_bytes(["note text"], [[f"Slept well {n}."] for n in range(rows)]))
        job = ProcessingJob(load_policy(), ReplacementMode.TAG, bytes(32), output_folder=tmp_path)
        told = []
        processor = FileProcessor(job, "0" * 12, pipeline, lambda _, most, told=told: told.append(most))
        outcome = processor.process(FileTask(InputRef(str(path))))
        for draft in outcome.drafts:
            draft.draft.discard()
        seconds.append(max(told))
    assert seconds[1] - seconds[0] > 300 * job.read_options.limits.seconds_per_row


def table(data, **how):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), **how))


@pytest.mark.parametrize("suffix", MAKERS)
def test_clinical_columns_stay_and_people_go_in_every_format(release, suffix):
    outcome, copy, record = release(MAKERS[suffix](HEADER, ROWS), f"t.{suffix}")
    assert outcome.failure is None, outcome.failure
    back = SourceFile(f"t.{suffix}", copy)
    rows = [dict(zip(HEADER, r.cells, strict=True)) for r in opened(back).rows()]
    for old, new in zip(ROWS, rows, strict=True):
        was = dict(zip(HEADER, old, strict=True))
        assert [new[c] for c in HEADER[4:]] == [was[c] for c in HEADER[4:]]
        assert not {was["MRN"], was["Patient Name"], was["DOB"], was["Visit Date"]} & set(new.values())
        assert all(new[c] for c in HEADER[:4])
    for column in ("MRN", "Patient Name", "DOB"):
        assert len({(old[0], new[column]) for old, new in zip(ROWS, rows, strict=True)}) == 3, column
    operators = {c["column"]: c["operator"] for c in record["tables"][0]["columns"]}
    assert operators["MRN"] == "pseudonym"
    assert operators["DOB"] == operators["Visit Date"] == "shift-date"
    said = json.dumps(record)
    assert not [name for _, full in PEOPLE for name in full.split(", ") if name in said]


def test_a_patient_has_one_code_one_name_and_one_shift_in_two_files(release):
    _, first, _ = release(csv_bytes(HEADER, ROWS))
    second = [["00417", "2024-01-15", "Greta Quarzbrenner"], ["00418", "2024-01-15", "Otto Winterhalder"]]
    _, other, _ = release(csv_bytes(["Chart No", "Service Date", "Full name"], second), "u.csv")
    a, b = table(first)[0], table(other)[0]
    assert (a["MRN"], a["Visit Date"]) == (b["Chart No"], b["Service Date"])
    assert sorted(a["Patient Name"].replace(",", "").split()) == sorted(b["Full name"].split())


def test_names_of_a_row_are_sought_in_its_texts_also_in_pieces_and_in_kept_cells(release):
    rows = [[*r] for r in ROWS]
    rows[3][10] = "quarzbrenner came late, Q-u-a-r-z-b-r-e-n-n-e-r"
    rows[6][4] = "Quarzbrenner"
    rows[9][6] = "00417"
    outcome, copy, record = release(csv_bytes(HEADER, rows))
    assert outcome.failure is None, outcome.failure
    assert "quarzbrenner" not in "".join(filter(str.isalpha, copy.decode().lower()))
    assert "00417" not in copy.decode()
    assert any(w["column"] == "Flag" and w["row"] == "row 11" for w in record["withheld"])


def test_a_cell_of_a_kept_column_that_is_something_else_is_searched(release):
    rows = [[*r] for r in ROWS]
    rows[20][5] = "call 206-555-0188"
    rows[21][6] = "SSN 219-09-9999"
    _, copy, _ = release(csv_bytes(HEADER, rows))
    assert "555-0188" not in copy.decode()
    assert "219-09-9999" not in copy.decode()
    assert [r["Value"] for r in table(copy)][:20] == [r[5] for r in rows][:20]


@pytest.mark.parametrize("keys", ["Question", "Test", "Attribute", "Field name"])
def test_of_keys_and_values_each_value_is_what_its_key_says(release, keys):
    fields = [
        ("Patient Name", "Quarzbrenner, Greta"),
        ("MRN", "417203"),
        ("DOB", "03/14/1961"),
        ("Age", "93"),
        ("Zip", "52001"),
        ("Phone", "4125550188"),
        ("Hemoglobin", "12.1"),
        ("Glucose", "104"),
        ("Weight", "71"),
    ]
    rows = [["7", key, value] for key, value in fields * 3]
    rows += [["7", "Sodium", str(130 + n)] for n in range(60)]
    outcome, copy, _ = release(csv_bytes(["Patient ID", keys, "Value"], rows))
    assert outcome.failure is None, outcome.failure
    new = {row[keys]: row["Value"] for row in table(copy)}
    assert {key: new[key] for key in ("Age", "Zip", "Hemoglobin", "Glucose", "Weight")} == {
        "Age": "90+",
        "Zip": "520**",
        "Hemoglobin": "12.1",
        "Glucose": "104",
        "Weight": "71",
    }
    left = set(re.findall(r"[\w/]+", copy.decode()))
    assert not left & {"Quarzbrenner", "417203", "03/14/1961", "4125550188"}


@pytest.mark.parametrize(("header", "searched"), [("Value", 12), ("Remark", 24)])
def test_decimals_in_a_column_of_values_that_is_searched_are_no_dates(release, header, searched):
    """Somebody had written sentences among the values, and the networks took `12.1` for a day."""
    said = "Seen with her mother today, well, and she asked again for the results of last week."
    cells = ["12.1", said, "3.12", "No answer."]
    rows = [[f"0041{n % 4}", "Lipase", cells[n % 4]] for n in range(24)]
    outcome, copy, record = release(csv_bytes(["MRN", "Test", header], rows))
    assert outcome.failure is None, outcome.failure
    (column,) = (c for c in record["tables"][0]["columns"] if c["column"] == header)
    assert (column["operator"], column["cells"]["searched"]) == ("text", searched)
    assert [row[header] for row in table(copy)][::2] == ["12.1", "3.12"] * 6


@pytest.mark.parametrize(
    ("header", "cells", "secret"),
    [
        ("Unit", ["Kestrel Ward", "Maple Pavilion", "Otto Krantz", "mg/dL"], "Krantz"),
        ("Amount", ["120.00", "512489037", "80.50", "12.00"], "512489037"),
        ("Provider Code", ["KRANT", "OTTOK", "18271", "SMITH"], "SMITH"),
        ("Patient Code", ["18271", "18272", "18273", "18274"], "18272"),
        ("Result", ["7.1", "555-0142", "6.4", "5.9"], "555-0142"),
        ("Type Code", ["99213", "LT", "QUARZ", "RT"], "QUARZ"),
    ],
)
def test_nothing_stays_for_its_form_that_is_no_unit_code_or_amount(release, header, cells, secret):
    people = ["Quarz, Greta", "Winterhalder, Otto", "Eisenkolb, Ida", "Falk, Ida"]
    rows = [[f"0041{n % 4}", people[n % 4], "Glucose", cells[(n + 2) % 4]] for n in range(24)]
    data = csv_bytes(["MRN", "Patient Name", "Test", header], rows)
    outcome, copy, _ = release(data, columns=ColumnRules(unsure=UnsureColumns.TEXT))
    assert outcome.failure is None, outcome.failure
    assert secret not in {row[header] for row in table(copy)}


def test_unsure_columns_block_or_are_searched_or_emptied(release):
    header, rows = [*HEADER, "Quorn"], [[*r, f"{n}.{n}7"] for n, r in enumerate(ROWS)]
    outcome, _, _ = release(csv_bytes(header, rows))
    assert "it is not known what this column holds: column 12." in outcome.failure.message
    assert "Quorn" not in outcome.failure.message
    assert "--unsure" in outcome.failure.message
    for unsure, same in ((UnsureColumns.TEXT, True), (UnsureColumns.EMPTY, False)):
        outcome, copy, _ = release(csv_bytes(header, rows), columns=ColumnRules(unsure=unsure))
        assert outcome.failure is None
        assert ([r["column 12"] for r in table(copy)] == [r[-1] for r in rows]) is same


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ("keep", "keeps"),
        ("drop", "gone"),
        ("hash", "other"),
        ("mask", "other"),
        ("encrypt", "other"),
        ("empty", "empty"),
    ],
)
def test_what_a_person_chose_is_done(release, operator, expected):
    chosen = ColumnRules((ChosenColumn("patient name", ColumnOperator(operator)),))
    _, copy, record = release(csv_bytes(HEADER, ROWS), columns=chosen)
    cells = [r.get("Patient Name") for r in table(copy)]
    was = [r[1] for r in ROWS]
    assert {"keeps": cells == was, "gone": set(cells) == {None}, "empty": set(cells) == {""}}.get(
        expected, all(cells) and not set(cells) & set(was)
    )
    assert [c["chosen"] for c in record["tables"][0]["columns"]] == [c == "Patient Name" for c in HEADER]


def test_tags_and_other_policies(release):
    _, copy, _ = release(csv_bytes(HEADER, ROWS), mode=ReplacementMode.TAG)
    assert {r["Patient Name"] for r in table(copy)} == {"[PATIENT]"}
    _, copy, _ = release(csv_bytes(HEADER, ROWS), policy="safe_harbor")
    assert [r["Visit Date"] for r in table(copy)] == [r[3][:4] for r in ROWS]
    outcome, copy, _ = release(csv_bytes(HEADER, ROWS), policy="limited_data_set")
    assert outcome.failure is None, outcome.failure
    assert [r["Visit Date"] for r in table(copy)] == [r[3] for r in ROWS]


def test_without_a_patient_dates_are_years_and_moving_them_is_refused(release):
    header, rows = ["Visit Date", "Comment"], [[f"2024-0{n}-15", "No answer."] for n in range(1, 9)]
    _, copy, _ = release(csv_bytes(header, rows))
    assert {r["Visit Date"] for r in table(copy)} == {"2024"}
    chosen = ColumnRules((ChosenColumn("Visit Date", ColumnOperator.SHIFT_DATE),))
    outcome, _, _ = release(csv_bytes(header, rows), columns=chosen)
    assert "no column tells the patient" in outcome.failure.message


def test_no_invented_place_stands_beside_true_digits_of_a_zip_code(release):
    header = ["MRN", "City", "State", "Zip", "Comment"]
    rows = [[f"0041{n}", "Dayton", "OH", "45402", "No answer."] for n in range(8)]
    _, copy, _ = release(csv_bytes(header, rows))
    assert {(r["City"], r["State"], r["Zip"]) for r in table(copy)} == {("", "", "454**")}
    _, copy, _ = release(csv_bytes(header[:3], [r[:3] for r in rows]))
    assert all(r["City"] not in ("", "Dayton") for r in table(copy))


def test_a_workbook_with_dates_of_its_own_and_a_hidden_sheet(release):
    def edit(workbook, sheet):
        from openpyxl.comments import Comment

        sheet["B2"].comment = Comment("Quarzbrenner", "Quarzbrenner")
        other = workbook.create_sheet("Quarzbrenner")
        other.sheet_state = "hidden"
        other.append(["Name", "Phone"])
        other.append(["Otto Winterhalder", "206-555-0188"])

    rows = [[10010 + n % 3, dt.datetime(2024, 1, 5 + n, 8, 30), 5.5 + n, True] for n in range(9)]
    data = xlsx_bytes(["MRN", "Collected at", "Result", "Paid"], rows, edit)
    outcome, copy, _ = release(data, "t.xlsx")
    assert outcome.failure is None, outcome.failure
    first, second = load_workbook(io.BytesIO(copy)).worksheets
    assert [c.value for c in first[2]][2:] == [5.5, True]
    assert str(first["B2"].value).endswith(" 08:30:00")
    assert str(first["B2"].value) != "2024-01-05 08:30:00"
    assert (second.title, second.sheet_state) == ("Sheet 2", "visible")
    assert second["A2"].value not in (None, "Otto Winterhalder")
    assert outcome.counts.left_out["part of the file"] > 0


def test_dates_in_both_orders_stop_the_file_at_the_row(release):
    header = ["MRN", "Visit Date"]
    rows = [[str(n), "03/25/2024"] for n in range(1500)]
    rows[1400][1] = "25/03/2024"
    outcome, _, _ = release(csv_bytes(header, rows))
    assert "row 1402: its date begins with the day" in outcome.failure.message
    rows[5][1] = "25/03/2024"
    outcome, _, _ = release(csv_bytes(header, rows))
    assert (
        "holds: Visit Date (some dates begin with the day, others with the month)" in outcome.failure.message
    )


def test_what_the_operator_cannot_read_is_empty_and_counted(release):
    rows = [[*r] for r in ROWS]
    rows[4][3] = "next Tuesday or so"
    outcome, copy, record = release(csv_bytes(HEADER, rows))
    assert table(copy)[4]["Visit Date"] == ""
    cells = {c["column"]: c["cells"] for c in record["tables"][0]["columns"]}
    assert cells["Visit Date"]["unread"] == 1
    assert any("could not read" in r for r in outcome.remarks)


def test_remarks_tell_a_header_that_may_be_a_name_by_its_number(release):
    header = [*HEADER[:10], "Quarzbrenner G"]
    rows = [[*r] for r in ROWS]
    rows[4][3] = "next Tuesday or so"
    chosen = ColumnRules((ChosenColumn("Quarzbrenner G", ColumnOperator.TEXT),))
    outcome, _, _ = release(csv_bytes(header, rows), columns=chosen)
    told = "\n".join(outcome.remarks)
    assert "Quarzbrenner" not in told
    assert "text Patient Name, column 11;" in told
    assert "Visit Date 1" in told


def test_two_choices_that_name_one_column_stop_the_file(release):
    header, rows = [*HEADER, "Quorn"], [[*r, "7"] for r in ROWS]
    chosen = tuple(ChosenColumn(name, ColumnOperator.KEEP) for name in ("Quorn", "column 12"))
    outcome, _, _ = release(csv_bytes(header, rows), columns=ColumnRules(chosen))
    assert "'column 12' has two operators: 'Quorn' and 'column 12' both name it" in outcome.failure.message


def test_columns_that_hold_the_same_few_cells_are_looked_at_once(pipeline):
    header = ["MRN", *(f"Quorn{n:03d}" for n in range(300))]
    rows = [[f"{700 + n}", *(("ponk", "tolk")[n % 2] for _ in range(300))] for n in range(6)]
    file = SourceFile("wide.csv", csv_bytes(header, rows))
    head = opened(file).heads[0]
    asked = []

    def find(document):
        asked.append(document.text)
        return pipeline.propose(document).spans

    plan = ColumnGuesser(load_policy(), find).plan(head, ReadOptions())
    assert len(plan.columns) == 301
    assert asked == ["ponk\ntolk"]


@pytest.mark.parametrize("header", ["Sent To", "Referred To", "Refer To"])
def test_practices_in_a_column_of_people_stay_practices(release, header):
    places = [
        "Harbor View Cardiology Associates",
        "Dr. Ottilie Krantz",
        "Pine Ridge Orthopedics",
        "Front Desk",
    ]
    specialties = ["Cardiology", "Neurology", "Orthopedics", "None"]
    rows = [[f"4{n:04}", places[n % 4], specialties[n % 4], "Seen, well again."] for n in range(16)]
    chosen = () if header != "Sent To" else (ChosenColumn(header, ColumnOperator.TEXT, Label.DOCTOR),)
    outcome, copy, record = release(
        csv_bytes(["MRN", header, "Specialty", "Comment"], rows), columns=ColumnRules(chosen=chosen)
    )
    assert outcome.failure is None, outcome.failure
    for old, new in zip(rows, table(copy), strict=True):
        assert new["Specialty"] == old[2]
        last = old[1].split()[-1]
        if last in ("Associates", "Orthopedics"):
            assert new[header].split()[-1] == last
            assert not {"Harbor", "View", "Pine", "Ridge"} & set(new[header].split())
        elif last == "Krantz":
            assert new[header].startswith("Dr. ")
            assert "Krantz" not in new[header]
        else:
            assert new[header] == "Front Desk"
    labels = {c["column"]: c.get("label") for c in record["tables"][0]["columns"]}
    assert labels[header if header in labels else "column 2"] == ("DOCTOR" if chosen else "HOSPITAL")


@pytest.mark.parametrize("name", ["Center, Ottilie", "Practice, Ansgar", "Ottilie Group"])
def test_a_person_called_like_a_practice_goes_where_practices_stay(release, name):
    rows = [[f"4{n:04}", name if n == 3 else "Krantz, Ida", "Seen, well again."] for n in range(16)]
    outcome, copy, _ = release(csv_bytes(["MRN", "Patient Name", "Comment"], rows), policy="safe_harbor")
    assert outcome.failure is None, outcome.failure
    (new,) = [row["Patient Name"] for row, old in zip(table(copy), rows, strict=True) if old[1] == name]
    assert not set(name.replace(",", "").split()) & set(new.replace(",", "").split())


@pytest.mark.parametrize("header", ["Referred To", "Clinic"])
def test_people_among_practices_go_where_practices_stay(release, tmp_path, header):
    text = (resources_folder() / "policies" / "safe_harbor_plus.toml").read_text(encoding="utf-8")
    policy = tmp_path / "ours.toml"
    policy.write_text(text.replace('HOSPITAL = "replace"', 'HOSPITAL = "keep"'), encoding="utf-8")
    rows = [[f"4{n:04}", "Harbor View Cardiology Associates", "Seen, well again."] for n in range(16)]
    rows[3][1], rows[7][1] = "Dr. Ottilie Krantz", "Dr. Ansgar Quarz"
    outcome, copy, _ = release(csv_bytes(["MRN", header, "Comment"], rows), policy=str(policy))
    assert outcome.failure is None, outcome.failure
    text = copy.decode()
    assert not [name for name in ("Ottilie", "Krantz", "Ansgar", "Quarz") if name in text]


def test_thousands_of_columns_are_asked_about_few_cells(pipeline):
    asked = []

    def find(document):
        asked.extend(document.text.splitlines())
        return ()

    names = [
        "MRN",
        *(f"Item{chr(97 + n // 26 // 26)}{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}" for n in range(5000)),
    ]
    rows = [[f"4{n:04}", *(f"word {n}x{c}" for c in range(5000))] for n in range(20)]
    file = SourceFile("t.csv", csv_bytes(names, rows))
    head = opened(file).heads[0]
    ColumnGuesser(load_policy(), find).plan(head, ReadOptions())
    assert len(asked) <= 60_000 + 20


def test_what_an_error_calls_a_column_names_it_in_a_choice(release):
    header, rows = [*HEADER, "Quorn"], [[*r, f"{n}.{n}7"] for n, r in enumerate(ROWS)]
    chosen = ColumnRules((ChosenColumn("column 12", ColumnOperator.KEEP),))
    outcome, copy, _ = release(csv_bytes(header, rows), columns=chosen)
    assert outcome.failure is None
    assert [r["column 12"] for r in table(copy)] == [r[-1] for r in rows]


@pytest.mark.parametrize("suffix", MAKERS)
def test_so_do_remarks_where_texts_alone_are_written(pipeline, tmp_path, suffix):
    header = ["Encounter ID", "Ida Eisenkolb", "Quarzbrenner Greta", "Comment"]
    rows = [
        [f"E{n}", "12", "Seen again for the same cough, which is better now. " * 3, "Well."] for n in range(5)
    ]
    (tmp_path / f"t.{suffix}").write_bytes(MAKERS[suffix](header, rows))
    (tmp_path / "out").mkdir()
    job = ProcessingJob(
        load_policy(), None, bytes(32), output_folder=tmp_path / "out", outputs=(OutputFormat.JSON,)
    )
    outcome = FileProcessor(job, pipeline=pipeline).process(FileTask(InputRef(str(tmp_path / f"t.{suffix}"))))
    assert outcome.failure is None, outcome.failure
    (told,) = outcome.remarks
    assert (
        told.removeprefix("sheet:1: ")
        == "columns guessed: text column 3, Comment, patient –, id –; left out: Encounter ID, column 2"
    )


def test_cells_of_a_csv_are_no_formulas(release):
    rows = [[*r] for r in ROWS]
    rows[0][10] = "=HYPERLINK(1) was typed"
    _, copy, _ = release(csv_bytes(HEADER, rows))
    assert table(copy)[0]["Comment"].startswith("'=")


@pytest.mark.parametrize("data", [b"PAR1" + bytes(200) + b"PAR1", b"PAR1"])
def test_a_broken_parquet(release, data):
    outcome, _, _ = release(data, "t.parquet")
    assert "damaged" in outcome.failure.message


@pytest.mark.parametrize("suffix", MAKERS)
def test_texts_that_a_reviewer_decided_stand_among_the_other_columns(pipeline, tmp_path, suffix):
    path, out = tmp_path / f"t.{suffix}", tmp_path / "out"
    out.mkdir()
    path.write_bytes(MAKERS[suffix](HEADER, ROWS))
    job = ProcessingJob(load_policy(), ReplacementMode.SURROGATE, bytes(range(32)), output_folder=out)
    processor = FileProcessor(job, "0" * 12, pipeline)
    ref = InputRef(str(path))
    _, form, documents = read_documents(ref, job.read_options)
    mother = [Span(14, 20, Label.RELATIVE, 1.0)]
    reviewed = {
        d.source.part: ReviewedSpans(d.id, tuple(mother if "mother" in d.text else ())) for d in documents
    }
    outcome = processor.process(FileTask(ref, reviewed=reviewed))
    assert outcome.failure is None, outcome.failure
    assert [len(d.spans) for d in outcome.documents] == [len(r.spans) for r in reviewed.values()]
    back = SourceFile(path.name, outcome.drafts[0].draft.temporary_path.read_bytes())
    rows = [dict(zip(HEADER, r.cells, strict=True)) for r in form.open(back, ReadOptions()).rows()]
    for old, new in zip(ROWS, rows, strict=True):
        assert [new[c] for c in HEADER[4:10]] == [str(x) for x in old[4:10]]
        assert new["MRN"] != old[0]
        assert ("mother" in new["Comment"]) is False
        assert new["Comment"].endswith(old[10][-12:])


BAD = {
    "names no column": ("c.toml", "[columns]\n", "names no column"),
    "two operators": (
        "c.csv",
        "column,operator\nMRN,keep\nmrn,drop\n",
        "'mrn' has two operators .entries 1 and 2",
    ),
    "two operators in JSON": (
        "c.json",
        '{"columns": {"MRN": "keep", "MRN": "drop"}}',
        "'MRN' has two operators",
    ),
    "two operators in TOML": (
        "c.toml",
        '[columns]\nMRN = "keep"\nMRN = "drop"\n',
        "a column stands there twice .at line 3",
    ),
    "no such operator": ("c.json", '{"columns": {"MRN": "leave"}}', "'leave', which there is not"),
    "no such label": (
        "c.toml",
        '[columns]\nMRN = {operator = "text", label = "HERO"}',
        "'HERO', which there is not",
    ),
    "not TOML": ("c.toml", "MRN = keep", "not valid"),
    "other headers": ("c.csv", "name,what\nMRN,keep\n", "Write 'column,operator' above"),
    "another form": ("c.json", "[1, 2]", "not valid"),
    "not UTF-8": ("c.toml", "\udcff", "cannot be read"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_of_columns(tmp_path, name):
    file, text, message = BAD[name]
    (tmp_path / file).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=message) as caught:
        load_choices(tmp_path / file)
    assert str(tmp_path / file) in str(caught.value)


def test_files_of_columns_in_three_forms_say_the_same(tmp_path):
    (tmp_path / "c.toml").write_text(
        '[columns]\nMRN = "hash"\nName = {operator = "text", label = "DOCTOR"}\n'
        '[tables."sheet:2"]\nCode = "keep"\n'
    )
    (tmp_path / "c.json").write_text(
        '{"columns": {"MRN": "hash", "Name": {"operator": "text", "label": "DOCTOR"}},'
        ' "tables": {"sheet:2": {"Code": "keep"}}}'
    )
    (tmp_path / "c.csv").write_text(
        "column,operator,label,table\nMRN,hash,,\nName,text,DOCTOR,\nCode,keep,,sheet:2\n"
    )
    found = [load_choices(tmp_path / f"c.{s}") for s in ("toml", "json", "csv")]
    assert found[0] == found[1] == found[2]
    assert found[0][1] == ChosenColumn("Name", ColumnOperator.TEXT, Label.DOCTOR)


def test_a_choice_for_a_column_that_is_not_there_stops_the_file(release):
    chosen = ColumnRules((ChosenColumn("Mrm", ColumnOperator.KEEP),))
    outcome, _, _ = release(csv_bytes(HEADER, ROWS), columns=chosen)
    assert "there is no column 'Mrm'" in outcome.failure.message
    assert "Patient Name" in outcome.failure.message
