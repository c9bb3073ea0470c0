"""Initials of people whom the document names."""

import pytest

from build import find, shown, view
from chartveil.detection.judgement.initials import find_initials
from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.judgement.span_support import is_initials

COMMON = {"low", "mew"}


def initials_in(text, spans, claimed=(), agreement=None):
    people = MentionFinder(text, spans, COMMON.__contains__).initials
    return find_initials(view(text), sorted(spans), people, claimed, agreement)


def taken(text, *spans, claimed=(), seen=None):
    """What is found where the networks see so much in everything; None without networks."""
    found = initials_in(text, spans, claimed, None if seen is None else lambda start, end: seen)
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
        ("GIVEN TO ALL WHO ASK, BSU WAS SHUT THAT DAY", "Bernadette Salazar-Uy"),  # a line in capitals
        ("SSN: 900-12-3456", "Sara S. Nolan"),  # names of fields
        ("VIN 1M8GDM9AXKP042788", "Vera I. Novak"),
        ("DEA number: AP5836727", "Dora E. Ames"),
        ("NPI: 1234567893", "Nora P. Ivers"),
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
    got = initials_in(text, [find(text, "Sean Noel Ahern", "PATIENT")])
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
    assert [s.start for s in initials_in(text, spans)] == [text.rindex("RM")]
    assert [s.start for s in initials_in(text, [name], [(at, at + 2)])] == [text.rindex("RM")]
    doubtful = find(text, "Rose Merriweather", "DOCTOR", score=0.5)
    assert initials_in(text, [doubtful]) == []


NAME = "Iris Dahl"


@pytest.mark.parametrize(
    "line",
    [
        "ID will call.",
        "ID: will call",
        "ID agrees with plan",
        "ID SPOKE WITH THE FAMILY",
        "I.D. notified.",
        "ID and I discussed it.",
        "Left message for ID.",
        "left word with ID",
        "d/w ID by phone",
        "Call back from ID awaited",
    ],
)
def test_an_abbreviation_beside_what_people_do_is_initials_whatever_the_networks_see(line):
    text = f"{line}\nDr. {NAME} is on."
    got = taken(text, find(text, NAME, "DOCTOR"), seen=0.0)
    assert [letters.replace(".", "") for _, letters in got] == ["ID"]


@pytest.mark.parametrize(
    "line", ["ID", "- ID", "seen (ID)", "per ID", "Signed: ID", "ID/mt", "ID: will follow"]
)
def test_an_abbreviation_where_initials_are_put_needs_a_little_agreement(line):
    text = f"Dr. {NAME} is on.\n{line}\nmore"
    assert taken(text, find(text, NAME, "DOCTOR"), seen=0.001) == []
    assert taken(text, find(text, NAME, "DOCTOR"), seen=0.01) == [("DOCTOR", "ID")]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Trace TR.", "Thea Rusk"),
        ("heparin 5000 SC", "Sven Clarke"),
        ("moderate MR", "Mona Reyes"),
        ("- VS stable", "Vera Stone"),
        ("1. TM intact", "Timo Marsh"),
        ("BP:120", "Bram Peters"),
    ],
)
def test_an_abbreviation_as_a_term_needs_much_agreement(line, name):
    text = f"Dr. {name} is on.\n{line}\nmore"
    assert taken(text, find(text, name, "DOCTOR"), seen=0.2) == []
    assert len(taken(text, find(text, name, "DOCTOR"), seen=0.4)) == 1


@pytest.mark.parametrize("line", ["FS 142 before lunch", "- MV replaced", "KP sensitive", "WB as tolerated"])
def test_letters_of_no_list_need_some_agreement_where_initials_are_not_put(line):
    name = {"F": "Finn Starr", "M": "Mona Voss", "K": "Kai Penn", "W": "Wim Bell"}[line.strip("- ")[0]]
    text = f"Dr. {name} is on.\n{line}\nmore"
    assert taken(text, find(text, name, "DOCTOR"), seen=0.01) == []
    assert len(taken(text, find(text, name, "DOCTOR"), seen=0.05)) == 1


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("PT will follow up", "Pia Thorne"),
        ("RN notified", "Rolf Nash"),
        ("d/w SW", "Sara Wynn"),
        ("Per MD, hold it", "Max Dorn"),
    ],
)
def test_a_role_does_what_people_do(line, name):
    text = f"{name} is on.\n{line}\nmore"
    assert taken(text, find(text, name, "DOCTOR"), seen=0.04) == []
    assert len(taken(text, find(text, name, "DOCTOR"), seen=0.1)) == 1


@pytest.mark.parametrize(
    ("name", "text", "label"),
    [
        ("Eduardo Ruiz", "{name} came. Mr. [Ruiz] (ER) feels well.\nmore", "PATIENT"),
        ("Sanna Wirtanen", "{name} (SW) asks for a letter.\nmore", "PATIENT"),
        ("Petra Thorn", "{name}, RN.\nwalked twice /PT\nmore", "DOCTOR"),
        ("Edda Dorn", "{name}, RN.\nvoided\n/ED\nmore", "DOCTOR"),
        ("Olga Reuter", "{name} wrote:\nslept well\n~ OR\nmore", "DOCTOR"),
        ("Sten Winge", "{name}, LCSW.\nPlaced.\nSW\n", "DOCTOR"),
        ("Dora Rask", "{name} is on. To be seen by DR.\nmore", "DOCTOR"),
        ("Olga Reuter", "{name} is on. Held per OR today.\nmore", "DOCTOR"),
    ],
)
def test_a_ward_or_role_is_initials_where_only_a_person_stands(name, text, label):
    text = text.format(name=name)
    spans = [find(text.replace("[", "").replace("]", ""), name, label)]
    if "[" in text:
        again = text[text.index("[") + 1 : text.index("]")]
        text = text.replace("[", "").replace("]", "")
        spans.append(find(text, again, label, nth=1))
    letters = "".join(word[0] for word in name.split())
    assert taken(text, *spans, seen=0.0) == [(label, letters)]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Eduardo Ruiz", "Seen in ER (ER) last night."),
        ("Eduardo Ruiz", "Came by way of ER. ER visit was short."),
        ("Olga Reuter", "Taken to OR at noon."),
        ("Dora Rask", "Sent by DR Voss."),
        ("Petra Thorn", "Cleared by PT, then home."),
        ("Sten Winge", "- SW"),
        ("Edda Dorn", "Discharged from the ED/ICU."),
    ],
)
def test_a_ward_or_role_stays_in_its_own_sense(name, line):
    text = f"{name} is on.\n{line}\nmore"
    assert taken(text, find(text, name, "DOCTOR"), seen=0.0) == []


def test_initials_of_a_person_whom_another_document_of_the_patient_names():
    elsewhere, text = "Dr. Rose Merriweather dictated.", "Wound clean.\nRM will call."
    finder = MentionFinder(elsewhere, [find(elsewhere, "Rose Merriweather", "DOCTOR")], COMMON.__contains__)
    assert shown(text, find_initials(view(text), [], finder.initials)) == [("DOCTOR", "RM")]
    more = "Kasimir Vole, RN"
    finder.add(more, [find(more, "Kasimir Vole", "DOCTOR")])
    assert set(finder.initials) == {"RM", "rm", "KV", "kv"}


def test_a_reading_as_staff_does_not_depend_on_capitals_round_it():
    text = "GIVEN TO ALL WHO ASK, BSU SAID SHE WAS HERE\nDr Bernadette Salazar-Uy"
    assert taken(text, find(text, "Bernadette Salazar-Uy", "DOCTOR")) == [("DOCTOR", "BSU")]
