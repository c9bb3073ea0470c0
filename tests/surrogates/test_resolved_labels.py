"""A person or town that is known keeps its surrogate under any label and spelling."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from benchmarks.hospital.grading import graded
from benchmarks.hospital.made_hospital import made_notes, made_patient
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists

from .conftest import KEY, Run

PATIENTS = ["a", "b", "c"]
NAMED = "Patient: [[PATIENT|Gregor Lindqvist]]\nSex: M\n"


@pytest.mark.parametrize(
    "label", ["ORGANIZATION", "HOSPITAL", "DOCTOR", "RELATIVE", "DATE", "STREET", "LOCATION_OTHER", "CITY"]
)
@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("Gregor Lindqvist", "{f} {l}"),
        ("Gregro Lindqvist", "{f} {l}"),
        ("LINDQVIST, GREGOR", "{L}, {F}"),
        ("G. Lindqvist", "{i}. {l}"),
        ("Dr. Lindqvsit", "Dr. {l}"),
        ("Lindqvst", "{l}"),
        ("GregorLindqvist", "{f}{j}"),
        ("Gregor", "{f}"),
    ],
)
def test_a_name_is_the_persons_under_any_label(texts: Run, label: str, written: str, form: str) -> None:
    for patient in PATIENTS:
        whole, again = texts(f"{NAMED}Note by [[{label}|{written}]].", patient=patient)
        first, last = whole.split()
        made = form.format(f=first, l=last, F=first.upper(), L=last.upper(), i=first[0], j=last.lower())
        assert again == made


@pytest.mark.parametrize("label", ["AGE", "ORGANIZATION", "HOSPITAL", "IDNUM", "DOCTOR", "LOCATION_OTHER"])
@pytest.mark.parametrize("header", ["[[PATIENT|Xiulan Quach]]", "[[PATIENT|QUACH, XIULAN]]"])
def test_initials_follow_the_name_under_any_label(texts: Run, label: str, header: str) -> None:
    for patient in PATIENTS:
        name, initials = texts(f"Patient: {header}. Seen: [[{label}|XQ]]", patient=patient)
        first, last = name.title().split(", ")[::-1] if "," in name else name.split()
        assert initials == first[0] + last[0]


def test_initials_in_brackets_behind_a_name_are_no_state(texts: Run) -> None:
    for patient in PATIENTS:
        name, initials, _, *states = texts(
            "[[PATIENT|Ana Zapata]] ([[STATE|AZ]]) of [[CITY|Phoenix]], [[STATE|AZ]] ([[STATE|AZ]])",
            patient=patient,
        )
        assert initials == "".join(w[0] for w in name.split())
        assert len(set(states)) == 1


@pytest.mark.parametrize("short", ["Bob", "Bobby", "Rob", "Robret"])
@pytest.mark.parametrize("label", ["ORGANIZATION", "CITY", "LOCATION_OTHER", "DOCTOR"])
def test_a_short_form_is_the_persons_under_any_label(texts: Run, short: str, label: str) -> None:
    from chartveil.lexicon.nicknames import load_nicknames

    for patient in PATIENTS:
        whole, again = texts(f"[[PATIENT|Robert Miller]]: [[{label}|{short}]] slept.", patient=patient)
        first = whole.split()[0]
        assert again == first or again in load_nicknames().get(fold(first), ())


@pytest.mark.parametrize(
    ("sex", "label"), [("F", "DOCTOR"), ("M", "DOCTOR"), ("F", "RELATIVE"), ("M", "ORGANIZATION")]
)
def test_gender_comes_from_the_person(texts: Run, lists: SurrogateLists, sex: str, label: str) -> None:
    for patient in PATIENTS:
        field, again = texts(
            f"Patient: [[DOCTOR|Jordan Pell]]\nSex: {sex}\nNote on [[{label}|Jodran Pell]]", patient=patient
        )
        assert field == again
        assert lists.names[fold(field.split()[0])][0][-1] == sex


@pytest.mark.parametrize("label", ["STREET", "LOCATION_OTHER", "ORGANIZATION", "RELATIVE", "CITY"])
@pytest.mark.parametrize("town", ["Battle Creek", "Baltimore", "Williamsburg"])
def test_a_town_keeps_its_place_under_any_label(texts: Run, label: str, town: str) -> None:
    state = {"Battle Creek": "MI", "Baltimore": "MD", "Williamsburg": "VA"}[town]
    for patient in PATIENTS:
        one, code, zip_code = texts(
            f"Address: [[{label}|{town}]], [[STATE|{state}]] [[ZIP|49017]]", patient=patient
        )
        two, *rest = texts(f"Address: [[CITY|{town}]], [[STATE|{state}]] [[ZIP|49017]]", patient=patient)
        assert [one, code, zip_code] == [two, *rest]
        assert texts(f"She lives in [[{label}|{town}]].", patient=patient) == [one]


@pytest.mark.parametrize("label", ["IDNUM", "LICENSE", "ZIP"])
def test_state_and_code_that_were_taken_for_a_number_are_those_of_the_town(texts: Run, label: str) -> None:
    for patient in PATIENTS:
        town, both, number = texts(
            f"[[CITY|Sarasota]], [[{label}|FL 34236]]; no. [[IDNUM|FL 34236]]", patient=patient
        )
        assert [town, *both.split(" ")] == texts(
            "[[CITY|Sarasota]], [[STATE|FL]] [[ZIP|34236]]", patient=patient
        )
        assert re.fullmatch(r"[A-Z]{2} \d{5}", number)


def test_a_town_with_the_name_of_a_country_is_the_town_of_the_note(texts: Run) -> None:
    for patient in PATIENTS:
        town, *_, again = texts(
            "[[CITY|Lebanon]], [[STATE|VA]] [[ZIP|24266]]; lives in [[COUNTRY|Lebanon]]", patient=patient
        )
        assert again == town


def test_a_slip_in_a_name_of_two_spans_is_the_name(texts: Run) -> None:
    for patient in PATIENTS:
        name, first, last = texts(
            "[[PATIENT|Nele Gmeiner]]: [[RELATIVE|Neel]] [[DOCTOR|Gmeiner]]", patient=patient
        )
        assert f"{first} {last}" == name


def test_a_misspelt_town_is_the_town_beside_it(texts: Run) -> None:
    for patient in PATIENTS:
        one, two, three = texts(
            "Lives in [[CITY|Baltimore]]; [[CITY|Baltimroe]], near [[LOCATION_OTHER|Baltmore]]",
            patient=patient,
        )
        assert one == two == three


def test_state_and_code_without_their_town_are_those_of_the_town(texts: Run, lists: SurrogateLists) -> None:
    for patient in PATIENTS:
        state, code, town = texts(
            "Home: [[STATE|MD]] [[ZIP|21201]]. Born in [[CITY|Baltimore]].", patient=patient
        )
        real = {(p.state, z[:3]) for p in lists.us_towns_by_name[fold(town)] for z in p.zips}
        assert (state, code[:3]) in real or code.startswith("000")


@pytest.mark.parametrize(
    ("note", "stays"),
    [
        ("[[PATIENT|Whitney Houston]] of [[CITY|Houston]], [[STATE|TX]]", "town"),
        ("[[PATIENT|Charlotte Ives]] lives in [[CITY|Charlotte]]", "town"),
        ("[[PATIENT|Len Baker]] works as a [[PROFESSION|baker]]", "job"),
        ("[[PATIENT|April Lund]] fell in [[PATIENT|Jordan]], [[COUNTRY|Jordan]]", "country"),
        ("[[PATIENT|April Lund]], better since [[DATE|April]]", "month"),
        ("[[PATIENT|Amy Hope]]: [[HOSPITAL|Hope Medical Center]]", "Medical Center"),
        ("[[PATIENT|Gary Moss]] at [[ORGANIZATION|Great Meadow Foods]], [[ORGANIZATION|GMF]]", "acronym"),
    ],
)
def test_what_only_looks_like_the_name_stays_what_it_is(
    texts: Run, lists: SurrogateLists, note: str, stays: str
) -> None:
    for patient in PATIENTS:
        name, *rest = texts(note, patient=patient)
        first, last = name.split()
        if stays == "town":
            assert fold(rest[0]) in lists.us_towns_by_name
            assert rest[0] not in (first, last)
        elif stays == "job":
            assert rest[0] in lists.words["professions"]
        elif stays == "country":
            assert rest[-1] in lists.words["countries"]
        elif stays == "month":
            assert rest[0] in (*calendar_words().months["en"], *calendar_words().month_abbreviations["en"])
        elif stays == "acronym":
            assert rest[1] == "".join(w[0] for w in rest[0].split())
        else:
            assert rest[0].endswith(stays)


def test_a_name_of_another_note_is_known_by_its_words(lists: SurrogateLists) -> None:
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, lists)
    others = ["Margaret Dunmore", "Dunmore Clinic"]

    def made(text: str, label: Label, patient: str) -> str:
        document = Document(text, DocumentSource("n", "txt", text), patient_id=patient)
        (one,) = engine.replacements(document, [Span(0, len(text), label, 1.0)], others)
        return one.text

    for patient in PATIENTS:
        whole = made("Margaret Dunmore", Label.PATIENT, patient)
        assert made("Maragret Dunmore", Label.ORGANIZATION, patient) == whole


def test_no_name_is_a_word_of_a_place_an_employer_or_a_job(texts: Run) -> None:
    places = "; ".join(
        f"[[ORGANIZATION|{name} Ridge Foods]]" for name in ("Chandler", "Walker", "Parker", "Mason", "Foster")
    )
    jobs = "[[PROFESSION|head carpenter]] [[CITY|East Thornton]]"
    originals = set(re.findall(r"[a-z]{4,}", fold(places + jobs))) - {"ridge", "foods", "organization"}
    for patient in map(str, range(30)):
        for name in texts(
            f"[[PATIENT|Kevin Shaw]] [[DOCTOR|Dr. Tara Cole]] {places} {jobs}", patient=patient
        )[:2]:
            assert originals.isdisjoint(re.findall(r"[a-z]+", fold(name))), name


WRONG = {
    "slip": "ORGANIZATION DOCTOR RELATIVE LOCATION_OTHER DATE HOSPITAL STREET CITY IDNUM",
    "first": "ORGANIZATION DOCTOR RELATIVE LOCATION_OTHER CITY",
    "full": "DOCTOR RELATIVE",
    "last": "DOCTOR RELATIVE ORGANIZATION CITY",
    "initials": "ORGANIZATION AGE IDNUM HOSPITAL",
    "town": "STREET LOCATION_OTHER ORGANIZATION RELATIVE",
}
"""What a made note tells, and labels that detection may give it."""


def test_a_code_that_is_taken_for_a_date_becomes_a_code_and_a_misspelt_month_a_month(texts: Run) -> None:
    code, month = texts("S2 [[DATE|09-PDEA-55]] since [[DATE|12NOVEMBR2019]]")
    assert re.fullmatch(r"\d\d-[A-Z]{4}-\d\d", code)
    assert code[3:7] != "PDEA"
    assert re.fullmatch(r"\d\d[A-Z]+20\d\d", month)
    assert month[2:5].capitalize() in calendar_words().month_abbreviations["en"]


def test_patients_stay_one_where_every_other_label_is_wrong(lists: SurrogateLists) -> None:
    rng, wrong = random.Random(23), random.Random(4)
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, lists)
    total: Counter[str] = Counter()
    for number in range(12):
        patient = made_patient(rng, lists, number)
        told = []
        for n, note in enumerate(made_notes(rng, patient)):
            document = Document(note.text, DocumentSource("n", "txt", str(n)), patient_id=patient.id)
            spans = [
                Span(start, end, Label(wrong.choice(WRONG[tells].split())), 1.0)
                if tells in WRONG and wrong.random() < 0.5
                else Span(start, end, label, 1.0)
                for start, end, label, tells, _ in note.marks
            ]
            made = {r.start: r.text for r in engine.replacements(document, spans)}
            told.append([(tells, value, made[start]) for start, _, _, tells, value in note.marks])
        total.update(graded(patient, told, lists))
    for what in ("one given name", "one family name", "gender right", "one town", "one state"):
        assert total[what] == 12, what
    assert total["triples real"] == total["of triples"] == 48
    assert (
        sum(total[f"origin {o}"] for o in {k.removeprefix("of ") for k in total if k.startswith("of ")}) == 12
    )
