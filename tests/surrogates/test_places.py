from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.policy import AgeMethod, LabelAction, ZipMethod, load_policy
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.places import RESTRICTED_ZIP3
from chartveil.surrogates.spoken_numbers import number_from_words

from .conftest import Run

PATIENTS = [f"p{i}" for i in range(12)]


@pytest.mark.parametrize(
    ("label", "text", "pattern"),
    [
        ("HOSPITAL", "Mercy Valley Medical Center", r"\w+ \w+ Medical Center"),
        ("HOSPITAL", "ST. ALBANS HOSPITAL", r"ST\. [A-Z]+ HOSPITAL"),
        ("HOSPITAL", "St. Brendan's", r"St\. \w+'s"),
        ("HOSPITAL", "Riverbend Pharmacy #588", r"\w+ Pharmacy #[1-9]\d\d"),
        ("HOSPITAL", "Wexford\nGeneral", r"\w+\nGeneral"),
        ("HOSPITAL", "M.R.H.", r"[A-Z]\.[A-Z]\.[A-Z]\."),
        ("HOSPITAL", "7W", r"[1-9][A-Z]"),
        ("ORGANIZATION", "Corning Bearing Works, Inc.", r"\w+ \w+ Works, Inc\."),
        ("ORGANIZATION", "university of dunmore", r"university of [a-z]+"),
        ("LOCATION_OTHER", "Lake Junaway", r"Lake [A-Z][a-z]+"),
        ("STREET", "1408 SE 3rd Ct, Lot 19", r"[1-9]\d{3} SE [1-9](st|nd|rd|th) Ct, Lot [1-9]\d"),
        ("STREET", "P.O. Box 338", r"P\.O\. Box [1-9]\d\d"),
        ("STREET", "77 OLD FERRY LN APT 3C", r"[1-9]\d OLD [A-Z]+ LN APT [1-9][A-Z]"),
        ("STREET", "88 1/2 Tannery Ln", r"[1-9]\d 1/2 [A-Z]\w+ Ln"),
        ("STREET", "ONE PLAZA CIRCLE, STE 900", r"[A-Z]+ (?!PLAZA)[A-Z]+ CIRCLE, STE [1-9]\d\d"),
        ("HOSPITAL", "Wilmington VA CBOC", r"\w+ VA CBOC"),
        ("HOSPITAL", "L0RD HENNESSY MEM0RIAL H0SPITAL", r"[A-Z]+ [A-Z]+ MEMORIAL HOSPITAL"),
        ("STREET", "I-57", r"I-[1-9]\d"),
        ("STREET", "route nine", r"route [a-z]+"),
        ("CITY", "SEMINOLE CO.", r"[A-Z ]+ CO\."),
        ("CITY", "Lawrence County", r"[\w ]+ County"),
        ("CITY", "spokane", r"[a-z ]+"),
        ("CITY", "Dublin 7", r"[A-Z]\w+ \d"),
        ("STATE", "MA", r"[A-Z]{2}"),
        ("STATE", "Mass.", r"[A-Z][a-z]+\."),
        ("STATE", "N.Y.", r"[A-Z]\.[A-Z][a-z]?\."),
        ("STATE", "north dakota", r"[a-z ]+"),
        ("COUNTRY", "USA", r"[A-Z]{2,3}"),
        ("COUNTRY", "Mongolia", r"[A-Z][\w ]+"),
        ("PROFESSION", "GAME WARDEN", r"[A-Z ]+"),
        ("PROFESSION", "FIFO electrician", r"[a-z -]+"),
        ("PROFESSION", "retired piano tuner", r"retired [a-z -]+"),
    ],
)
def test_kind_and_form_stay(texts: Run, label: str, text: str, pattern: str) -> None:
    for patient in PATIENTS:
        (made,) = texts(f"[[{label}|{text}]]", patient=patient)
        assert re.fullmatch(pattern, made), made
        assert made.lower() != text.lower()


def test_a_city_stays_in_its_country(texts: Run, lists: SurrogateLists) -> None:
    for patient in PATIENTS:
        (made,) = texts("[[CITY|Jalandhar]]", patient=patient)
        assert made in lists.place_pools[("IN", 1)]


def test_long_and_short_name_of_a_hospital_agree(texts: Run) -> None:
    for patient in PATIENTS:
        full, short, letters = texts(
            "[[HOSPITAL|Dovercrest General Hospital]] [[HOSPITAL|Dovercrest]] [[HOSPITAL|DGH]]",
            patient=patient,
        )
        assert full.split()[0] == short
        assert letters == "".join(w[0] for w in full.split())


def test_articles_go_with_occupations(rewritten: Callable[..., str]) -> None:
    for patient in PATIENTS:
        text = rewritten(
            "She is a [[PROFESSION|welder]]; he is an [[PROFESSION|architect]].", patient=patient
        )
        assert not re.search(r"\ba [aeiou]|\ban [^aeiou]", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("59412", "594**"),
        ("59412-0118", "594**"),
        ("594", "594**"),
        ("03601", "000**"),
        ("89301-1234", "000**"),
        ("837l2", "837**"),
    ],
)
def test_zip_is_generalised(texts: Run, text: str, expected: str) -> None:
    assert texts(f"[[ZIP|{text}]]") == [expected]


def test_restricted_areas_are_those_of_the_guidance() -> None:
    assert len(RESTRICTED_ZIP3) == 17 + 2  # of the census of 2000; 205 and 369 by that of 2010


def test_other_postcodes_and_random_zip(texts: Run) -> None:
    policy = replace(load_policy(), zips=ZipMethod.RANDOM)
    assert re.fullmatch(r"[A-Z]{2}\d \d[A-Z]{2}", texts("[[ZIP|SE8 3QJ]]")[0])
    assert re.fullmatch(r"[A-Z]\d[A-Z] \d[A-Z]\d", texts("[[ZIP|G5A 1T1]]")[0])
    for patient in PATIENTS:
        (made,) = texts("[[ZIP|59412-0118]]", policy=policy, patient=patient)
        assert re.fullmatch(r"\d{5}-\d{4}", made)
        assert made != "59412-0118"


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("[[AGE|89]]", "89"),
        ("[[AGE|90]]", "90+"),
        ("[[AGE|103]]", "90+"),
        ("[[AGE|90+]]", "90+"),
        ("[[AGE|>95]]", ">90+"),
        ("[[AGE|92-year-old]]", "90+-year-old"),
        ("[[AGE|ninety-two]]", "90+"),
        ("[[AGE|one hundred and one]]", "90+"),
        ("[[AGE|90s]]", "90+"),
        ("[[AGE|nineties]]", "90+"),
        ("[[AGE|ninetieth]]", "90+"),
        ("[[AGE|eighty-nine]]", "eighty-nine"),
        ("[[AGE|80s]]", "80s"),
        ("[[AGE|9l]]", "90+"),
        ("[[AGE|95]] days old", "95"),
        ("[[AGE|94]] hours of life", "94"),
        ("[[AGE|???x]]", "[AGE]"),
        ("[[AGE|57]]", "57"),
    ],
)
def test_ages_over_89(texts: Run, marked: str, expected: str) -> None:
    assert texts(marked) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("57", "55-59"), ("four", "0-4"), ("30s", "30-39"), ("91", "90+"), ("5O", "50-54"), ("89", "85-89")],
)
def test_ages_in_bands(texts: Run, text: str, expected: str) -> None:
    policy = replace(load_policy(), ages=AgeMethod.BAND)
    assert texts(f"[[AGE|{text}]]", policy=policy) == [expected]


def test_replaced_ages_move_a_little(texts: Run) -> None:
    base = load_policy()
    policy = replace(base, actions=base.actions | {Label.AGE: LabelAction.REPLACE})
    for patient in PATIENTS:
        a, b = texts("[[AGE|57]] [[AGE|57]]", policy=policy, patient=patient)
        assert a == b
        assert 1 <= abs(int(a) - 57) <= 2


@pytest.mark.parametrize(
    ("text", "number"),
    [("seventyone", 71), ("eightieth", 80), ("twelve", 12), ("one hundred and two", 102), ("dozen", None)],
)
def test_spelled_numbers(text: str, number: int | None) -> None:
    assert number_from_words(text) == number


ADDRESSES = [
    ("Elko", "NV", "89801"),
    ("Chicago", "Illinois", "60614"),
    ("SANTA ROSA", "CA", "95404"),
    ("New Haven", "Conn.", "06511"),
    ("Valentine", "Nebraska", "69201-1234"),
    ("Springfield", "MO", "65807"),
]


@pytest.mark.parametrize(("town", "state", "code"), ADDRESSES)
def test_an_invented_place_is_a_real_one(
    texts: Run, lists: SurrogateLists, town: str, state: str, code: str
) -> None:
    real = {(fold(p.name), p.state, z) for p in lists.us_places for z in p.zips}
    codes = {form: r.split(":")[1] for r in lists.words["states_us"] for form in r.split(":")}
    policy = replace(load_policy(), zips=ZipMethod.RANDOM)
    for patient in PATIENTS:
        marked = f"[[CITY|{town}]], [[STATE|{state}]] [[ZIP|{code}]]"
        made = texts(marked, patient=patient, policy=policy)
        new_state = next(codes[s] for s in (made[1], made[1] + ".", made[1].rstrip(".")) if s in codes)
        assert (fold(made[0]), new_state, made[2][:5]) in real
        assert made[1] != state
        first_digits = texts(marked, patient=patient)[2]
        assert any(
            (fold(made[0]), new_state, z) in real and z[:3] == first_digits[:3] for _, _, z in real
        ) or (first_digits == "000**")


def test_a_town_is_of_like_size_and_the_same_in_all_notes(texts: Run, lists: SurrogateLists) -> None:
    for patient in PATIENTS:
        town, state, _ = texts("[[CITY|Chicago]], [[STATE|IL]] [[ZIP|60614]]", patient=patient)
        (alone,) = texts("Born in [[CITY|Chicago]].", patient=patient)
        _, spelled = texts("[[CITY|Chicago]] is in [[STATE|Illinois]]", patient=patient)
        assert alone == town
        assert f"{spelled}:{state}:" in "|".join(lists.words["states_us"]) + "|"
        sizes = [p.size for p in lists.us_places if p.name == town and p.state == state]
        assert sizes == [3]


def test_first_digits_stay_only_beside_a_state_that_stays(texts: Run, lists: SurrogateLists) -> None:
    for patient in PATIENTS:
        assert texts("[[ZIP|89801]]", patient=patient) == ["898**"]
        town, code = texts(
            "[[CITY|Elko]], NV [[ZIP|89801]]", patient=patient, policy=load_policy("safe_harbor")
        )
        assert code == "898**"
        assert any(p.name == town and p.state == "NV" for p in lists.us_places)
        _, code = texts("from [[STATE|Nevada]]; zip [[ZIP|89801]]", patient=patient)
        assert lists.state_of_zip3.get(code[:3]) != "NV"
