"""What comes out of a case: files that are read back, signed, and hold nothing that should have gone."""

import csv
import io
from xml.etree import ElementTree as ET

import docx
import pypdfium2
import pytest
from reportlab.pdfgen import canvas

from chartveil.case_report.model import Consent, FactChoice, FactDecision
from chartveil.domain.errors import InputError, LeakError, OutputError
from chartveil.domain.paths import UserPaths
from chartveil.service.case_report_files.writing import RECORD_NAME, record_problems, write_case
from chartveil.service.case_reports import CaseReportService, CaseRequest

_NOTES = {
    "1.txt": """HARROWGATE GENERAL HOSPITAL
ADMISSION NOTE
Patient: Lindqvist, Eva   MRN: 77-402-118   DOB: 05/02/1949
Date: 03/04/2019   Attending: Dr. Kwame Osei

Mrs. Lindqvist is a 69-year-old woman from Harrowgate with a rash since 2/27. Her son Nils brought her.
CRP 112 mg/L. Prednisolone 40 mg daily for 6 weeks.
""",
    "2.txt": """DISCHARGE SUMMARY
Patient: Eva Lindqvist   MRN: 77-402-118
Admitted: 03/04/2019   Discharged: 03/12/2019

Eva was seen by Dr. Osei on Friday. On March 6th a biopsy was taken. Call 555-210-0192 with questions.
""",
}
_NAMES = ("Lindqvist", "Eva", "Nils", "Osei", "Harrowgate", "77-402-118", "2019", "March", "Friday", "1949")


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    folder = tmp_path_factory.mktemp("writing")
    (folder / "notes").mkdir()
    for name, text in _NOTES.items():
        (folder / "notes" / name).write_text(text)
    service = CaseReportService(UserPaths(folder / "home"))
    id = service.bring_in(CaseRequest((folder / "notes",)))
    yield service, id, folder
    service.close()


@pytest.fixture(scope="module")
def written(case):
    service, id, folder = case
    return write_case(service, id, folder / "out", "A. Reader", as_suggested=True)


def _texts(folder):
    for path in sorted(folder.iterdir()):
        if path.suffix == ".docx":
            document = docx.Document(str(path))
            cells = [c.text for t in document.tables for row in t.rows for c in row.cells]
            yield path.name, "\n".join([p.text for p in document.paragraphs] + cells)
        else:
            yield path.name, path.read_text(encoding="utf-8-sig")


def test_no_output_names_anybody_or_any_day(written):
    for name, text in _texts(written.folder):
        if name != RECORD_NAME:
            assert [n for n in _NAMES if n in text] == [], name


def test_the_prose_is_whole(written):
    text = (written.folder / "case-report.txt").read_text()
    assert "Day 0 is the day of admission." in text
    assert "The patient is a 65- to 69-year-old woman from a town with a rash since day -5." in text
    assert "Her son brought her.\nCRP 112 mg/L. Prednisolone 40 mg daily for 6 weeks." in text
    assert "The patient was seen by the attending physician on day 4. On day 2 a biopsy was taken." in text
    document = docx.Document(str(written.folder / "case-report.docx"))
    shown = [p.text for p in document.paragraphs]
    assert all(line in shown for line in text.splitlines() if line and not line.startswith("Case report"))


def test_the_timeline_is_a_drawing_and_a_table(written):
    root = ET.fromstring((written.folder / "timeline.svg").read_text())
    rows = list(csv.DictReader(io.StringIO((written.folder / "timeline.csv").read_text("utf-8-sig"))))
    days = [int(r["first day"]) for r in rows]
    assert days == sorted(days)
    assert {-5, 0, 2, 4, 8} <= set(days)
    circles = [e for e in root.iter() if e.tag.endswith("circle")]
    assert len(circles) == sum(r["first day"] == r["last day"] for r in rows)


def test_the_record_tells_any_change(written, tmp_path):
    assert record_problems(written.folder) == ([], written.fingerprint)
    assert record_problems(written.folder, "0000")[0]
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in written.folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    (copy / "case-report.txt").write_text("other")
    assert record_problems(copy)[0] == ["case-report.txt was changed since it was signed."]
    record = copy / RECORD_NAME
    record.write_text(record.read_text().replace('"notes":2', '"notes":3'))
    assert "The record is not the one that was signed." in record_problems(copy)[0]


def test_the_same_case_gives_the_same_bytes(case, written):
    service, id, folder = case
    again = write_case(service, id, folder / "again", as_suggested=True)
    assert again.files == {k: v for k, v in written.files.items() if k != RECORD_NAME} | {
        RECORD_NAME: again.files[RECORD_NAME]
    }


def test_a_folder_with_something_in_it_is_refused(case, written):
    service, id, _ = case
    with pytest.raises(OutputError, match="not empty"):
        write_case(service, id, written.folder, as_suggested=True)


def test_a_name_that_comes_back_by_own_words_blocks_everything(case, tmp_path):
    service, id, _ = case
    note = service.case(id).notes[0].note
    start = note.text.index("a rash")
    service.decide_wording(id, note.id, start, start + 6, "the Lindqvist rash")
    with pytest.raises(LeakError):
        write_case(service, id, tmp_path / "out", as_suggested=True)
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())
    service.undo(id)


def test_a_file_that_could_not_be_read_holds_the_report_back(tmp_path):
    (tmp_path / "notes").mkdir()
    for name, text in _NOTES.items():
        (tmp_path / "notes" / name).write_text(text)
    (tmp_path / "notes" / "scan.pdf").write_bytes(b"%PDF-1.7 broken")
    service = CaseReportService(UserPaths(tmp_path / "home"))
    id = service.bring_in(CaseRequest((tmp_path / "notes",)))
    with pytest.raises(InputError, match="1 file could not be read") as error:
        write_case(service, id, tmp_path / "out", as_suggested=True)
    assert "scan.pdf" in error.value.where
    assert not (tmp_path / "out").exists()
    assert len(write_case(service, id, tmp_path / "out", as_suggested=True, without_unread=True).files) == 9
    service.close()


def test_covered_pages_hide_what_the_prose_leaves_out(tmp_path):
    (tmp_path / "notes").mkdir()
    drawing = canvas.Canvas(str(tmp_path / "notes" / "letter.pdf"))
    lines = ("Clinic note", "Patient: Lindqvist, Eva   Date: 03/04/2019", "She keeps thirty racing pigeons.",
             "She won the county cup for ploughing.", "The rash is better.")  # fmt: skip
    for n, line in enumerate(lines):
        drawing.drawString(72, 760 - 24 * n, line)
    drawing.save()
    service = CaseReportService(UserPaths(tmp_path / "home"))
    id = service.bring_in(CaseRequest((tmp_path / "notes",)))
    case = service.case(id)
    text = case.notes[0].note.text
    pigeons = next(f for f in case.facts if "pigeons" in text[f.start : f.end])
    cup = text.index("won the county cup")
    service.decide_wording(id, case.notes[0].note.id, cup, text.index(".", cup), "has a pastime")
    service.decide_fact(id, pigeons.key, FactDecision(FactChoice.LEAVE_OUT))
    assert write_case(service, id, tmp_path / "out", as_suggested=True).untold == ()
    (copy,) = (tmp_path / "out" / "pages").glob("*.pdf")
    page = pypdfium2.PdfDocument(copy)[0]
    left = page.get_textpage().get_text_bounded()
    assert "The rash is better" in left
    assert not any(word in left for word in ("pigeons", "county cup", "Lindqvist", "2019"))
    page = None
    service.close()


def test_who_refused_is_in_no_sentence(case, tmp_path):
    service, id, _ = case
    son = next(p for p in service.case(id).people if p.role == "her son")
    service.decide_person(id, son.key, "", Consent.REFUSED)
    write_case(service, id, tmp_path / "out", as_suggested=True)
    assert "son" not in (tmp_path / "out" / "case-report.txt").read_text().replace("person", "")
    service.undo(id)


def test_notes_of_two_patients_are_refused_until_one_is_named(tmp_path):
    (tmp_path / "notes").mkdir()
    for number, who in enumerate(("Ott, Lena", "Ott, Lena", "Brandt, Karl")):
        text = f"Clinic note\nPatient: {who}   MRN: 4{number // 2}-22-118\n"
        text += f"Date: 03/0{number + 1}/2019\nDoing well.\n"
        (tmp_path / "notes" / f"{number}.txt").write_text(text)
    service = CaseReportService(UserPaths(tmp_path / "home"))
    id = service.bring_in(CaseRequest((tmp_path / "notes",), patient="Lena Ott"))
    with pytest.raises(InputError, match="2 patients"):
        write_case(service, id, tmp_path / "out", as_suggested=True)
    assert service.leave_others_out(id) == 1
    assert len(write_case(service, id, tmp_path / "out", as_suggested=True).files) == 9
    service.close()
