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
