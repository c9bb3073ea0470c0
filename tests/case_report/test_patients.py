"""Whose notes they are: one patient's under several spellings, and another's among them."""

import pytest

from chartveil.case_report.model import CaseNote
from chartveil.case_report.patients import group_by_patient, header_patient, may_be_one, note_type_of
from chartveil.domain.labels import Label
from chartveil.domain.span import Span


def _note(id, patient="", number=""):
    text = f"MRN: {number}\nText." if number else "Text."
    spans = (Span(5, 5 + len(number), Label.MRN, 1.0),) if number else ()
    return CaseNote(id, text, spans, patient=patient)


@pytest.mark.parametrize(
    ("a", "b", "one"),
    [
        ("KELLER, MARIA T.", "Mrs. Maria Keller", True),
        ("M. Keller", "Maria Keller", True),
        ("Keler, Maria", "Maria Keller", True),
        ("Maria Keller", "Mario Keller-Ott", False),
        ("Anna Keller", "Maria Keller", False),
        ("Keller", "Maria Keller", True),
        ("Oyelaran, Tunde", "Ngozi Oyelaran", False),
        # An initial alone is nobody's name.
        ("Colm", "C. Berg", False),
        ("Pryce", "P. Raman-Oakes", False),
        ("S", "S. Mukherjee", False),
    ],
)
def test_names_of_one_person(a, b, one):
    assert may_be_one(a, b) is one


def test_a_second_patient_is_a_group_of_its_own_and_nameless_notes_join_the_first():
    notes = [
        _note("1", "KELLER, MARIA"),
        _note("2", "Maria Keller"),
        _note("3", "Anna Ostrow"),
        _note("4"),
    ]
    groups = group_by_patient(notes)
    assert [g.notes for g in groups] == [("1", "2", "4"), ("3",)]
    assert [g.notes for g in group_by_patient(notes, "Ostrow")] == [("3", "4"), ("1", "2")]


def test_a_record_number_joins_what_names_do_not():
    notes = [
        _note("1", "Maria Keller", "40-11"),
        _note("2", "Maria Ott", "4011"),
        _note("3", "Keller", "77-2"),
    ]
    assert [g.notes for g in group_by_patient(notes)] == [("1", "2"), ("3",)]


def test_the_header_names_the_patient():
    text = "CITY HOSPITAL\nDischarge Summary\nAttending: Dr. Lee\nPatient: OTT, LENA   MRN: 1\n"
    at = text.index("OTT")
    assert header_patient(text, [Span(at, at + 9, Label.PATIENT, 0.9)]) == "OTT, LENA"
    assert note_type_of(text) == "discharge summary"


@pytest.mark.parametrize(
    "text",
    [
        "OPERATION NOTE\nProcedure: SPC\nSurgeon Mr C. *Okafor* / assist L. Tamihana\n",
        "OPERATION NOTE\nTheatre 3    Anaes Dr P. *Wynn*      ASA 4E\n",
        "WARD ROUND\nConsultant *Nerida Castelow*   Ward B2\n",
        "WARD ROUND\nRegistrar: *Amiri, Hana*   Ward B2\n",
        "CT report\nReported by *Hugo Brandt*\n",
        "Letter\nGP Dr *Rewi Pohatu*, Ongaonga\n",
        "DISTRICT NURSING\nNurse *Kahu Renata* visited\n",
        "SOCIAL WORK\nSeen with wife *Lynette Tohill* today\n",
        "PHYSIO\nphysiotherapist: *Josh Aiono* Day 2\n",
        "OPAT log    client ZKT4417\n\n23/11 KR. First visit.\n4/12 *Sione F. Rash* gone\n",
        "KARDEX\n2023-11-04 quiet night\n2023-11-05 *Ana Moana* gave a bath\n",
        "DIARY\nTuesday 24 October\nKia ora, I'm *Moana Reid*, your nurse.\n",
    ],
)
def test_who_treats_or_writes_an_entry_is_not_whose_note_it_is(text):
    assert _header(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "ICU DISCHARGE SUMMARY\n*Graeme Tohill*, 58, NHI ZKT4417\n",
        "*TOHILL, Graeme*   58M   NHI ZKT4417\nConsult 19/10/23 16:50   Dr R Pohatu (GP)\n",
        "23/10/2023\n*Graeme Tohill* DOB 17.5.65\n",
        "Seen 19/10/23\nThank you for seeing *Graeme Tohill* with a fever.\n",
        "ED note   Dr Lyall   *Graeme Tohill* 58M\n",
        "Surgeon: Mr Okafor\tPatient *Graeme Tohill*\n",
        "Resident *Graeme Tohill*   room 4\n",
        "Dear Dr Pohatu,\nRe your patient *Graeme Tohill*, 218 Fernhill Rd\n",
        "Consultant round. *Graeme Tohill* slept.\n",
        "19 Oct 2023 clinic\nMr *Graeme Tohill* came.\n",
    ],
)
def test_a_name_without_a_field_is_the_patients_where_nothing_else_stands_beside_it(text):
    assert "tohill" in _header(text).lower()


def _header(marked):
    before, name, after = marked.split("*")
    span = Span(len(before), len(before) + len(name), Label.PATIENT, 0.9)
    return header_patient(before + name + after, [span])


def test_a_note_that_a_person_says_is_the_patients_joins_the_first():
    notes = [_note("1", "Maria Keller"), _note("2", "C. Okafor"), _note("3", "Maria Keller")]
    assert [g.notes for g in group_by_patient(notes, ours={"2"})] == [("1", "3", "2")]
