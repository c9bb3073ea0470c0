"""Which patient a document is of: by its id, by its file's name, by its text; one or nobody."""

import datetime as dt
import time

import pytest

from chartveil.detect.choice import PatientMatch
from chartveil.detect.dictionaries import PatientFacts, PatientRow, Patients
from chartveil.domain import Document, Label, Source
from chartveil.words import View


def row(id="", name="", born=None, mrn="", plan=""):
    numbers = [(label, n) for label, n in ((Label.MRN, mrn), (Label.HEALTHPLAN, plan)) if n]
    births = frozenset({dt.date.fromisoformat(born)} if born else ())
    return PatientRow(id, PatientFacts(names=(name,) if name else (), numbers=numbers, births=births))


ROWS = (
    row("12345", "Nora Foley", "1951-03-04", "QS-220481", "HP-7712001"),
    row("12346", "Jan de Vries", "1951-03-04", "QS-220482", "HP-7712001"),
    row("17", "Nora Foley", "1980-01-02", "QS-999123"),
    row("2021", "Thessaly Brannigan", "1966-07-08", "88120"),
    row("QS-44-1", "Ana Lind"),
    row("dup", "One"),
    row("dup", "Two"),
)


@pytest.fixture(scope="module")
def patients():
    return Patients(ROWS, lambda word: False, lambda word: False)


def of(patients, text="Nothing.", path="notes/visit.txt", patient_id=None):
    whose = patients.whose(View(Document(text, Source(path, "text", "0"), patient_id)))
    return whose.row if whose.match is PatientMatch.ONE else whose.match


NONE, SEVERAL = PatientMatch.NONE, PatientMatch.SEVERAL


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("12345/visit.txt", 0),
        ("12345_2021-03.pdf", 0),
        ("in/12345 letter.docx", 0),
        ("in/visit-12345.txt", 0),
        ("notes.zip!/12346/a.txt", 1),
        ("C:\\notes\\12346\\a.txt", 1),
        ("12345/12346_a.txt", 1),  # the nearest part decides
        ("qs-44-1/a.txt", 4),
        ("scan_QS_44_1.pdf", 4),
        ("17.txt", 2),
        ("17/a.txt", 2),
        ("17_a.txt", 2),
        ("page_17.txt", NONE),  # as well a page
        ("2021/a.txt", 3),
        ("a_2021-03.txt", NONE),  # as well a year
        ("112345.txt", NONE),
        ("12345x.txt", NONE),
        ("12345_12346.txt", SEVERAL),
        ("dup.txt", SEVERAL),
        ("visit.txt", NONE),
        ("", NONE),
    ],
)
def test_by_the_name_of_file_and_folder(patients, path, expected):
    assert of(patients, path=path) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MRN qs 220481", 0),
        ("MRN QS-22O481", 0),  # misread
        ("MRN QS-2204811", NONE),
        ("QS-220481 and QS-220482", SEVERAL),
        ("Member HP-7712001", SEVERAL),  # the number of a family
        ("Member HP-7712001, MRN QS-220482", 1),
        ("Member HP-7712001. Foley, Nora M., born 4 March 1951", 0),
        ("NORA FOLEY DOB 1/2/1980", 2),
        ("Nora Foley", NONE),
        ("born 3/4/1951", NONE),
        ("Jan was seen. " + "word " * 9 + "Vries. DOB 03/04/1951", NONE),
        ("Thessaly Branigan, 08-Jul-1966", 3),  # misspelt
        ("chart 88120", 3),
        ("88120 platelets", NONE),
        ("Nora Foley and Jan de Vries, both 3/4/1951", SEVERAL),
        ("", NONE),
    ],
)
def test_by_the_text(patients, text, expected):
    assert of(patients, text) == expected


def test_an_id_that_the_document_bears_comes_first_then_the_path(patients):
    assert of(patients, "MRN QS-220481", "12346/a.txt", "17") == 2
    assert of(patients, "MRN QS-220481", "12346/a.txt", "qs220482") == 1
    assert of(patients, "MRN QS-220481", "12346/a.txt", "not there") == 1
    assert of(patients, "MRN QS-220481", "12346/a.txt") == 1
    assert of(patients, patient_id="dup") is SEVERAL


def test_the_facts_of_one_are_for_his_own_document(patients):
    for path, text in (("12345/a.txt", "Vries"), ("a.txt", "Foley"), ("12345_12346.txt", "Foley")):
        view = View(Document(text, Source(path, "text", "0")))
        finder = patients.finder(view)
        assert (finder is not None) == (path == "12345/a.txt")


def test_ten_thousand_patients_cost_a_document_no_more_than_its_length():
    rows = [
        row(f"P{i:05}", f"Nora{i} Foley{i}", str(dt.date(1930, 1, 1) + dt.timedelta(3 * i)), f"{7000000 + i}")
        for i in range(10_000)
    ]
    patients = Patients(rows, lambda word: False, lambda word: False)
    text = "Seen 3/4/2021 with 120/80, 7003333 and Nora 5. " * 40
    started = time.process_time()
    for i in range(20):
        assert of(patients, text, f"{i}/note.txt") == 3333
    assert time.process_time() - started < 5  # two orders below a look at each row
