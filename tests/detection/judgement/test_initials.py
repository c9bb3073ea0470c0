"""Initials of people whom the document names."""

import pytest

from build import find, shown, view
from chartveil.detection.judgement.initials import find_initials
from chartveil.detection.judgement.span_support import is_initials

COMMON = {"low", "mew"}


def taken(text, *spans, claimed=()):
    found = find_initials(view(text), sorted(spans), COMMON.__contains__, claimed)
    assert all(map(is_initials, found))
    return shown(text, found)


def test_initials_of_staff_are_found_in_a_table_and_in_a_sentence():
    text = "16 | exo, suture | BSU\nCleared by BSU today.\nBernadette Salazar-Uy, DMD"
    got = taken(text, find(text, "Bernadette Salazar-Uy", "DOCTOR"))
    assert got == [("DOCTOR", "BSU"), ("DOCTOR", "BSU")]


@pytest.mark.parametrize(
    "line",
    [
        "All embedded. (RM)",
        "Typed: RM/cd",
        "Checked, d/w RM today",
        "gs | RM | 40",
        "seen\nRM",
        "seen by R.M.",
    ],
)
def test_two_letters_count_where_initials_are_put(line):
    text = f"{line}\n\nPathologist: Dr R. Merriweather"
    written = "R.M." if "R.M." in line else "RM"
    assert taken(text, find(text, "R. Merriweather", "DOCTOR")) == [("DOCTOR", written)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Moved to RM 214 today", "R. Merriweather"),  # within a sentence two letters are a word
        ("BP 120/80 (BP)", "Bram Peters"),  # an abbreviation by usage
        ("seen by her PA", "Priya Anand"),
        ("TC: police drone in the ceiling", "Tomas Cray"),  # a heading
        ("score PI-RADS 4, L|PI-QUAL", "Petra Ives"),  # part of a word
        ("GIVEN TO ALL WHO ASK, BSU SAID SHE WAS HERE", "Bernadette Salazar-Uy"),  # a line in capitals
        ("(RM)", "Merriweather"),  # one word has no initials
    ],
)
def test_what_only_looks_like_initials_stays(line, name):
    text = f"{line}\n\nDr {name}"
    assert taken(text, find(text, name, "DOCTOR")) == []


@pytest.mark.parametrize(
    ("line", "letters", "name"),
    [
        ("ALP/lp\n", "lp", "Lena Przybylski"),
        ("gels frozen (kvq)", "kvq", "Karl V. Quist"),
        ("cc kvq. more", "", "Karl V. Quist"),  # within a sentence small letters are a word
        ("pH was (low)", "", "Lena O. Wirth"),
    ],
)
def test_small_letters_of_staff_count_where_initials_are_put(line, letters, name):
    text = f"Seen with {name}.\n{line}"
    assert taken(text, find(text, name, "DOCTOR")) == ([("DOCTOR", letters)] if letters else [])
    assert taken(text, find(text, name, "PATIENT")) == []


def test_a_patients_letters_count_only_where_initials_are_put():
    text = "Name: Sean Noel Ahern\nHis SNA, Mrs Kehoe, agrees.\nSigned (SNA)"
    got = find_initials(view(text), [find(text, "Sean Noel Ahern", "PATIENT")], COMMON.__contains__)
    assert [s.start for s in got] == [text.rindex("SNA")]


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Merriweather, Rose A.", "RAM"),
        ("Merriweather, Rose A.", "RM"),
        ("Pim van der Waal", "PvdW"),
        ("Pim van der Waal", "PW"),
        ("Ewan McIntyre", "EMcI"),
        ("Ewan McIntyre", "EM"),
        ("John Quill Jr.", "JQ"),
    ],
)
def test_forms_of_initials(name, letters):
    text = f"Dr {name} dictated.\n{letters}/mt\n"
    assert taken(text, find(text, name, "DOCTOR")) == [("DOCTOR", letters)]


def test_covered_and_claimed_places_and_unsure_names_are_left():
    text = "Dr Rose Merriweather (RM) (RM)"
    name = find(text, "Rose Merriweather", "DOCTOR")
    at = text.index("RM")
    spans = sorted([name, find(text, "RM", "DOCTOR")])
    assert [s.start for s in find_initials(view(text), spans, COMMON.__contains__)] == [text.rindex("RM")]
    assert [s.start for s in find_initials(view(text), [name], COMMON.__contains__, [(at, at + 2)])] == [
        text.rindex("RM")
    ]
    doubtful = find(text, "Rose Merriweather", "DOCTOR", score=0.5)
    assert find_initials(view(text), [doubtful], COMMON.__contains__) == []
