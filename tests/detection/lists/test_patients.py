"""Which patient a document is of: by its id, by its file's name, by its text; one or nobody."""

import datetime as dt
import time

import pytest

from chartveil.detection.lists.dossier import PatientFacts
from chartveil.detection.lists.patients import PatientRegister, PatientRow
from chartveil.detection.model_choice import PatientMatch
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText


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
    row("0417", "Brona O'Brien", "1944-05-06"),
    row("1718", "Jörg Müller", "1945-05-06"),
)


@pytest.fixture(scope="module")
def patients():
    return PatientRegister(ROWS, lambda word: False, lambda word: False)


def of(patients, text="Nothing.", path="notes/visit.txt", patient_id=None):
    whose = patients.patient_of(TokenizedText(Document(text, DocumentSource(path, "text", "0"), patient_id)))
    return whose.row_index if whose.match is PatientMatch.ONE else whose.match


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
        ("17_18.txt", 2),  # a date or a count, and no 1718
        ("visit 17-18-2021.txt", NONE),
        ("visit_0417.txt", 7),
        ("page_0017.png", NONE),
        ("17.18.61.txt", 2),
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
        ("Brona O Brien, DOB 5/6/1944", 7),
        ("OBRIEN, BRONA 5/6/44", 7),
        ("Joerg Mueller, 5/6/1945", 8),
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


def test_a_short_id_in_a_name_yields_to_what_the_text_tells(patients):
    """``12 lead ECG`` is of no patient 12."""
    assert of(patients, "MRN QS-220481", "17 lead.pdf") == 0
    assert of(patients, "MRN QS-220481", "visit_0417.txt") == 0
    assert of(patients, "MRN QS-220481, MRN QS-220482", "17 lead.pdf") == 2
    assert of(patients, "MRN QS-220481", "17.pdf") == 2


def test_zeros_before_a_number_that_a_table_dropped():
    rows = (row("417", "Nora Foley", mrn="220481"), row("0052", mrn="00417"), row("52", mrn="7"))
    patients = PatientRegister(rows, lambda word: False, lambda word: False)
    assert [of(patients, patient_id=id) for id in ("00417", "0052", "00052")] == [0, 1, SEVERAL]
    assert of(patients, "MRN 00220481") == 0
    assert of(patients, "MRN00220481") == 0
    assert of(patients, "chart 417") is NONE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BP 120/80, pulse 72", NONE),
        ("1208072 platelets", NONE),
        ("MRN 120807, 2 visits", NONE),
        ("MRN 1208072", 0),
        ("MRN: 12-080-72", 0),
        ("1208072 Foley", 0),
        ("120 80 72, Mrs. Foley", 0),
        ("phone 123 45 6789", NONE),
        ("123-45-6789", 1),
        ("SSN 123 45 6789", 1),
    ],
)
def test_figures_that_make_up_a_number_by_chance_tell_nobody(text, expected):
    """Of ten thousand record numbers, one of fifty notes held another patient's so."""
    ssn = PatientRow("b", PatientFacts(numbers=((Label.SSN, "123-45-6789"),)))
    rows = (row("a", "Nora Foley", mrn="1208072"), ssn)
    assert of(PatientRegister(rows, lambda word: False, lambda word: False), text) == expected


def test_thousands_born_on_a_day_that_stands_for_none_cost_little():
    rows = [row(f"P{i:05}", f"Nora{i} Foley{i}", "1900-01-01") for i in range(5_000)]
    patients = PatientRegister(rows, lambda word: False, lambda word: False)
    started = time.process_time()
    assert of(patients, "Born 1/1/1900. The patient came. " * 500 + "Nora77 Foley77") is not NONE
    assert time.process_time() - started < 3  # a look at each word for each row takes a minute


def test_the_facts_of_one_are_for_his_own_document(patients):
    for path, text in (("12345/a.txt", "Vries"), ("a.txt", "Foley"), ("12345_12346.txt", "Foley")):
        view = TokenizedText(Document(text, DocumentSource(path, "text", "0")))
        finder = patients.dossier_of(view)
        assert (finder is not None) == (path == "12345/a.txt")


def test_ten_thousand_patients_cost_a_document_no_more_than_its_length():
    rows = [
        row(f"P{i:05}", f"Nora{i} Foley{i}", str(dt.date(1930, 1, 1) + dt.timedelta(3 * i)), f"{7000000 + i}")
        for i in range(10_000)
    ]
    patients = PatientRegister(rows, lambda word: False, lambda word: False)
    text = "Seen 3/4/2021 with 120/80, MRN 7003333 and Nora 5. " * 40
    started = time.process_time()
    for i in range(20):
        assert of(patients, text, f"{i}/note.txt") == 3333
    assert time.process_time() - started < 5  # two orders below a look at each row
