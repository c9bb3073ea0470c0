"""Whose a file is: one patient is one person with one shift in all files, whatever tells the patient."""

import re
from dataclasses import replace

import pytest

from chartveil.domain.errors import InputError
from chartveil.domain.patient_source import PatientSource
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.formats.base import ReadOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.patient_preview import preview_patients
from chartveil.release.patients import patients_at_head
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.workspace import Workspace
from chartveil.surrogates.dates.parsing import parse_date

pytestmark = pytest.mark.usefixtures("pipelines_kept")

TABLE = """\
id,first name,last name,dob,mrn
77001,Nora,Foley,1951-03-04,QS-220481
77002,Corwin,Oduya,1960-01-02,QS-9
"""
WAYS = [
    "MRN: QS-220481\nPatient: Nora Foley\nSeen on 03/04/2021.",
    "mrn qs-220481\nPatient: FOLEY, NORA\nVisit 05/06/2021.",
    "Name: Nora Foley | MRN: QS-220481 | DOB: 3/4/1951\nSeen on 07/08/2021.",
    "Patient: Nora M. Foley\nMedical record number: QS-220481\nCalled on 08/09/2021.",
    "MRN # QS-220481   DOB: 03/04/1951\nPatient: Nora Foley\nSeen 2021-09-10.",
    "**MRN:** QS-220481\nPatient: Foley, Nora\nLetter of 10/11/2021.",
]
DAYS = ["2021-03-04", "2021-05-06", "2021-07-08", "2021-08-09", "2021-09-10", "2021-10-11"]


def release(tmp_path, folder, source, patients=None, **more):
    job = ProcessingJob(
        load_policy(),
        ReplacementMode.SURROGATE,
        bytes(range(32)),
        output_folder=tmp_path / "out",
        read_options=ReadOptions(patients_from=PatientSource.parse(source)),
        patients_file=patients,
        **more,
    )
    with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as workspace:
        report = run_batch(BatchRequest((folder,), job, processes=1), workspace)
    assert report.failures == []
    return {f.path: (tmp_path / "out" / f.outputs[0].name).read_text() for f in report.files}, report


def shifts(copies):
    """By how many days the last date of each copy was moved from its own of ``DAYS``."""
    found = set()
    for day, text in zip(DAYS, copies, strict=True):
        date = re.findall(r"\d\d/\d\d/\d{4}|\d{4}-\d\d-\d\d", text)[-1]
        found.add((parse_date(date).completed(1, 1, 1) - parse_date(day).completed(1, 1, 1)).days)
    return found


def surnames(copies):
    return {
        re.search(r"(?:Patient|Name): (?:(\w+), \w+|\w+ (?:\w\. )?(\w+))", c).expand(r"\1\2").title()
        for c in copies
    }


@pytest.mark.parametrize(
    ("source", "name", "with_file"),
    [
        ("folder", "p1/{}.txt", False),
        ("folder:P{patient}", "P1/visits/{}.txt", False),
        ("name:{patient}_*", "4711_{}.txt", False),
        ("name:*{Q####}*", "visit-{} q4711 final.txt", False),
        ("header", "{}.txt", False),
        ("column", "{}.txt", True),
        ("header", "{}.txt", True),
        ("folder", "77001/{}.txt", True),
    ],
)
def test_six_notes_of_a_patient_are_one_person_with_one_shift(tmp_path, source, name, with_file):
    notes = tmp_path / "notes"
    for n, text in enumerate(WAYS):
        path = notes / name.format(n)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    table = tmp_path / "ours.csv"
    table.write_text(TABLE)
    copies, _ = release(tmp_path, notes, source, table if with_file else None)
    texts = [copies[path] for path in sorted(copies)]
    assert len(shifts(texts)) == len(surnames(texts)) == 1
    assert "Foley" not in "".join(texts).title()


def test_notes_without_a_known_patient_stand_each_alone(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    for n, text in enumerate(WAYS):
        (notes / f"{n}.txt").write_text(text)
    copies, _ = release(tmp_path, notes, "column")
    assert len(shifts([copies[path] for path in sorted(copies)])) > 1


def test_folders_table_and_headers_agree_about_a_patient(tmp_path):
    notes = tmp_path / "notes"
    (notes / "QS-220481").mkdir(parents=True)
    (notes / "QS-220481" / "a.txt").write_text("Seen on 03/04/2021 for Nora Foley.")
    (notes / "QS-220481" / "b.csv").write_text(
        "mrn,note text\nqs-220481,Nora Foley was seen on 03/04/2021.\n"
    )
    by_folder, _ = release(tmp_path, notes, "folder")
    (tmp_path / "c.txt").write_text("MRN: QS-220481\nNora Foley was seen on 03/04/2021.")
    by_header, _ = release(tmp_path, tmp_path / "c.txt", "header")
    texts = [*by_folder.values(), *by_header.values()]
    assert len({re.search(r"\d\d/\d\d/\d{4}", t)[0] for t in texts}) == 1


def test_what_a_person_said_counts_before_the_path(tmp_path):
    notes = tmp_path / "notes"
    for n, text in enumerate(WAYS):
        (notes / f"F{n}").mkdir(parents=True)
        (notes / f"F{n}" / "1.txt").write_text(text)
    job = ProcessingJob(
        load_policy(), ReplacementMode.SURROGATE, bytes(range(32)), output_folder=tmp_path / "out",
        read_options=ReadOptions(patients_from=PatientSource.parse("folder")),
    )  # fmt: skip
    with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as workspace:
        report = run_batch(
            BatchRequest((notes,), job, processes=1),
            workspace,
            prepare=lambda _, tasks: [replace(t, patient_id="one") for t in tasks],
        )
    assert len(shifts([(tmp_path / "out" / f.outputs[0].name).read_text() for f in report.files])) == 1


def test_a_reviewer_sees_whose_a_document_is(tmp_path):
    """As a worklist is searched, whose settings hold what tells the patient."""
    (tmp_path / "P1").mkdir()
    (tmp_path / "P1" / "a.txt").write_text("Seen on 03/04/2021.")
    read = WorklistSettings(read=ReadOptions(patients_from=PatientSource.parse("folder"))).read
    job = ProcessingJob(
        load_policy(), ReplacementMode.SURROGATE, bytes(range(32)), outputs=(), read_options=read,
        models=None, for_review=True,
    )  # fmt: skip
    (document,) = FileProcessor(job).process(FileTask(InputRef(str(tmp_path / "P1" / "a.txt")))).documents
    assert document.patient == "P1"


@pytest.mark.parametrize(
    ("source", "path", "patient"),
    [
        ("folder", "notes/P1/a.txt", "P1"),
        ("folder", "notes\\p1\\a.txt", "P1"),
        ("folder", "a.txt", None),
        ("folder", "./a.txt", None),
        ("folder", "all.zip!/P 1/a.txt", "P 1"),
        ("folder", "P1.zip!/a.txt", "P1"),
        ("folder", "P1/letter.pdf!/scan.png", "P1"),
        ("folder:P{patient}", "in/P12/2021/visits/a.txt", "12"),
        ("folder:{P##}", "in/P12/2021/a.txt", "P12"),
        ("folder:{P##}", "in/P123/2021/a.txt", None),
        ("name:{patient}_*", "in/12_2021_ecg.txt", "12"),
        ("name:{patient}", "in/12.txt", "12"),
        ("name:*{####}*", "in/ecg-4711.pdf", "4711"),
        ("name:*{####}*", "in/ecg-47112.pdf", None),
        ("name:{patient}_*", "in/12_ecg.pdf!/trace.png", "12"),
        ("header", "in/P1/a.txt", None),
    ],
)
def test_the_path_tells_the_patient(source, path, patient):
    assert PatientSource.parse(source).from_path(path) == patient


@pytest.mark.parametrize(
    "source", ["", "files", "name", "name:abc", "folder:abc", "name:{a}{b}", "header:{patient}"]
)
def test_a_source_that_tells_nothing_is_refused(source):
    with pytest.raises(InputError, match=r"Write folder"):
        PatientSource.parse(source)


@pytest.mark.parametrize(
    ("text", "patients"),
    [
        ("Patient ID\t55-A\nMRN: 12345", ("12345",)),
        ("Unit no. 40-11-22, bed 4", ("40-11-22",)),
        ("NHS number: 943 476 5919", ("943 476 5919",)),
        ("Patient: Foley, Nora    DOB: 3/4/1951", ("NORA FOLEY 1951-03-04",)),
        ("Name: Nora Q. Foley\nDate of birth: March 4, 1951", ("NORA FOLEY 1951-03-04",)),
        ("MRN: 12345\nMRN: 12345", ("12345",)),
        ("MRN: 12345\n\nMRN: 99999", ("12345", "99999")),
        ("Patient: Nora Foley\nDOB: 3/4/51\n\nPatient: Max Roe\nDOB: 4/5/66",
         ("NORA FOLEY 1951-03-04", "MAX ROE 1966-04-05")),
        ("Account: 12345. The patient is 55 years old; record of 12345 steps.", ()),
        ("x" * 4000 + "\nMRN: 12345", ()),
    ],
)  # fmt: skip
def test_the_head_of_a_text_tells_the_patient(text, patients):
    assert patients_at_head(text) == patients


def test_what_may_be_wrong_is_shown_before_a_run(tmp_path):
    notes = tmp_path / "n"
    texts = {
        "P1/a.txt": "MRN: 11111\nWell.",
        "P1/b.txt": "MRN: 22222\nWell.",
        "x/P1/c.txt": "MRN: 11111\nWell.",
        "P2/d.txt": "MRN: 22222\nWell.",
        "P3/e.txt": "MRN: 33333\nMRN: 44444\nWell.",
        "P4/f.csv": "mrn,note text\n5,Well.\n6,Well too.\n",
        "loose.txt": "Well.",
    }
    for name, text in texts.items():
        path = notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    options = ReadOptions(patients_from=PatientSource.parse("folder"))
    job = ProcessingJob(load_policy(), None, bytes(32), read_options=options)
    tasks = [FileTask(InputRef(str(notes / name))) for name in texts]
    found = preview_patients(job, tasks, read=True)
    assert found.files == {"P1": 3, "P2": 1, "P3": 1, "5": 1, "6": 1, "N": 1}
    assert found.warnings == [
        f"{notes}/P3/e.txt: names more than one patient at its head",
        "P1: 2 folders of this name",
        "N: its folder holds those of other patients",
        "P1: its files bear 2 record numbers",
        "P3: its files bear 2 record numbers",
        "22222: the record number of 2 patients",
    ]
    by_name = replace(options, patients_from=PatientSource.parse("name:{patient}-*"))
    without = preview_patients(replace(job, read_options=by_name), tasks, read=False).without
    assert without == [str(notes / name) for name in texts]
