"""Faults that were seen in copies of made folders of patients from many countries, each with others of its
kind."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import apply_replacements
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.countries import country_codes
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.patient_words import NO_WORDS

from .conftest import KEY, Run, parse

PATIENTS = [f"p{n}" for n in range(6)]


@pytest.fixture(scope="module")
def copies(lists: SurrogateLists) -> Callable[..., list[str]]:
    """The copies of a patient's notes, each of which knows the words of the others."""
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, lists)

    def run(*marked: str, patient: str = "p1") -> list[str]:
        parsed = [parse(m, patient) for m in marked]
        words = engine.with_words_from([document for document, _ in parsed], NO_WORDS)
        return [apply_replacements(d.text, engine.replacements(d, s, words=words)) for d, s in parsed]

    return run


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Juan de la Cruz", r"[A-Z]\w+ de la [A-Z]\w+"),
        ("Maria del Pilar Soto", r"[A-Z]\w+ del [A-Z]\w+ [A-Z]\w+"),
        ("Fatima bint Yusuf al-Rashid", r"[A-Z]\w+ bint [A-Z]\w+ al-[A-Z]\w+"),
        ("Khalid bin Nasser", r"[A-Z]\w+ bin [A-Z]\w+"),
        ("Omar Al-Hakim", r"[A-Z]\w+ Al-[A-Z]\w+"),
        ("Aoife Ní Bhriain", r"[A-Z]\w+ Ní [A-Z]\w+"),
        ("Ludwig van der Berg", r"[A-Z]\w+ van der [A-Z]\w+"),
        ("Ana dos Santos", r"[A-Z]\w+ dos [A-Z]\w+"),
        ("Hendrik ter Horst", r"[A-Z]\w+ ter [A-Z]\w+"),
        ("De La Cruz, Juan", r"De La [A-Z]\w+, [A-Z]\w+"),
    ],
)
def test_particles_stay_whatever_else_they_are(texts: Run, name: str, shape: str) -> None:
    for patient in PATIENTS:
        (made,) = texts(f"[[PATIENT|{name}]] came.", patient=patient)
        assert re.fullmatch(shape, made), made


@pytest.mark.parametrize(
    ("eastern", "western"),
    [
        ("Tran Van Duc", "Duc Tran"),
        ("Kim Min-jun", "Minjun Kim"),
        ("Wang Xiaoming", "Xiaoming Wang"),
        ("Li Xiaohong", "Xiaohong Li"),
        ("Park Jihye", "Jihye Park"),
    ],
)
def test_a_surname_that_comes_first_is_the_same_at_the_end(texts: Run, eastern: str, western: str) -> None:
    for patient in PATIENTS:
        (first,) = texts(f"[[PATIENT|{eastern}]] came.", patient=patient)
        (second,) = texts(f"[[PATIENT|{western}]] came.", patient=patient)
        assert first.split()[0] == second.split()[-1]
        assert first.split()[-1] == second.split()[0]


@pytest.mark.parametrize(
    ("whole", "alone"),
    [
        ("[[PATIENT|J.R. Okafor (Jeremiah Raymond Okafor)]]", "Mr. [[PATIENT|Okafor]]"),
        ("[[RELATIVE|E. Okafor (Esther)]]", "Mrs. [[RELATIVE|Okafor]]"),
        ('[[PATIENT|Robert "Bobby" Hayes]]', "Mr. [[PATIENT|Hayes]]"),
        ("[[PATIENT|Hayes (Robert)]]", "Mr. [[PATIENT|Hayes]]"),
        ("[[PATIENT|Margaret (Peggy) Tran]]", "Ms. [[PATIENT|Tran]]"),
    ],
)
def test_what_stands_in_brackets_is_no_surname(texts: Run, whole: str, alone: str) -> None:
    for patient in PATIENTS:
        made = texts(f"Mr. {whole} came.", patient=patient)
        (surname,) = texts(f"{alone} came.", patient=patient)
        assert surname in re.split(r"[^\w-]+", made[0]), (made, surname)


@pytest.mark.parametrize(
    ("one", "other"), [("Müller", "Mueller"), ("Lüdenscheidt", "Luedenscheidt"), ("Schröder", "Schroeder")]
)
def test_an_umlaut_may_be_written_with_an_e(texts: Run, one: str, other: str) -> None:
    for patient in PATIENTS:
        assert texts(f"Mr. [[PATIENT|{one}]]", patient=patient) == texts(
            f"Mr. [[PATIENT|{other}]]", patient=patient
        )


def test_a_man_and_his_wife_share_a_slavic_surname(texts: Run) -> None:
    for patient in PATIENTS:
        man, wife = texts("[[PATIENT|Ivan Sidorov]] and [[RELATIVE|Anna Sidorova]]", patient=patient)
        assert wife.split()[1].removesuffix("a") == man.split()[1].removesuffix("a")


@pytest.mark.parametrize(
    ("told", "again", "sex"),
    [
        ("Her daughter [[RELATIVE|Savannah]] drives.", "[[PATIENT|Savannah]] called.", "F"),
        ("His son [[RELATIVE|Kim]] drives.", "[[RELATIVE|Kim]] called.", "M"),
        ("Sister: [[RELATIVE|Jordan]]", "[[RELATIVE|Jordan]] was at the bedside.", "F"),
        ("Rosa and [[RELATIVE|Luis]]. Grandmother Carmen helps.", "[[RELATIVE|Luis]] called.", "M"),
    ],
)
def test_the_sex_of_kin_holds_in_all_notes(
    copies: Callable[..., list[str]], lists: SurrogateLists, told: str, again: str, sex: str
) -> None:
    for patient in PATIENTS:
        first, second = copies(f"Sex: M. {told}", f"Sex: M. {again}", patient=patient)
        made = re.search(r"M\. ([A-Z]\w+)", second)
        assert made
        assert lists.names[fold(made[1])][0][-1] == sex
        assert made[1] in first.split("M. ")[1]


@pytest.mark.parametrize(
    "kin", ["son [[CITY|Jackson]]", "wife [[CITY|Charlotte]]", "daughter [[CITY|Savannah]]"]
)
def test_kin_called_like_a_town_are_people(
    copies: Callable[..., list[str]], lists: SurrogateLists, kin: str
) -> None:
    name = kin.split("|")[1].strip("]")
    address = f"Lives in [[CITY|{name}]], [[STATE|MS]] [[ZIP|39201]]. "
    for patient in PATIENTS:
        first, second = copies(
            f"{address}Her {kin} works.",
            f"[[CITY|{name}]] will visit her in [[CITY|{name}]].",
            patient=patient,
        )
        town = re.search(r"Lives in ([^,]+),", first)
        person, again, there = (
            m[1]
            for m in (
                re.search(r"Her \w+ (\w+) works", first),
                re.match(r"(.+?) will visit her", second),
                re.search(r"her in (.+)\.", second),
            )
            if m
        )
        assert town
        assert person == again != there == town[1]
        assert fold(person) in lists.names


@pytest.mark.parametrize(
    ("town", "country"),
    [
        ("Ibadan", "Nigeria"),
        ("Chennai", "India"),
        ("Riyadh", "Saudi Arabia"),
        ("Akureyri", "Iceland"),
        ("Tralee", "Ireland"),
        ("Minsk", "Belarus"),
    ],
)
def test_a_town_and_its_country_belong_together_in_all_notes(
    copies: Callable[..., list[str]], lists: SurrogateLists, town: str, country: str
) -> None:
    for patient in PATIENTS:
        first, second = copies(
            f"From [[CITY|{town}]], [[COUNTRY|{country}]].", f"From [[CITY|{town}]].", patient=patient
        )
        m = re.fullmatch(r"From (.+), (.+)\.", first)
        assert m
        code = country_codes()[fold(m[2])]
        assert any(m[1] in lists.place_pools.get((code, n), ()) for n in (1, 2, 3)), first
        assert second == f"From {m[1]}."


def test_a_county_may_stand_between_town_and_country(
    copies: Callable[..., list[str]], lists: SurrogateLists
) -> None:
    for patient in PATIENTS:
        (made,) = copies("Of [[CITY|Tralee]], [[CITY|Co. Kerry]], [[COUNTRY|Ireland]].", patient=patient)
        m = re.fullmatch(r"Of (.+), Co\. \w+, (.+)\.", made)
        assert m
        assert m[1] in lists.place_pools[country_codes()[fold(m[2])], len(m[1].split())]


@pytest.mark.parametrize("name", ["Maya", "Ruby", "Santiago", "Jordan"])
def test_who_is_called_by_a_given_name_elsewhere_is_no_surname(
    copies: Callable[..., list[str]], name: str
) -> None:
    for patient in PATIENTS:
        for whole in (f"{name} Castellanos", f"Castellanos, {name}"):
            first, second = copies(
                f"Seen: [[PATIENT|{whole}]].", f"[[DOCTOR|{name}]] slept well.", patient=patient
            )
            assert second.split()[0] in re.split(r"\W+", first)


def test_a_man_called_alex_is_not_alexandra(copies: Callable[..., list[str]]) -> None:
    for patient in PATIENTS:
        first, second = copies(
            "Gender: Male. [[PATIENT|Alexander Novak]], called [[PATIENT|Alex]].",
            "[[PATIENT|Alex Novak]]; old records under [[PATIENT|Alexandra]].",
            patient=patient,
        )
        called = re.search(r"called (\w+)", first)
        assert called
        assert second.startswith(f"{called[1]} ")


@pytest.mark.parametrize(
    "written",
    [
        ("Seo Yeon Choi", "Seo-Yeon Choi", "Seoyeon Choi", "Choi Seo-yeon", "Choi Seo Yeon"),
        ("Xiao Hong Li", "Xiaohong Li", "Li Xiao-Hong"),
        ("Abd el-Karim Haddad", "Abdelkarim Haddad", "Abdul Karim Haddad", "Haddad, Abdul-Karim"),
        ("Oluwafemi Adeyemi", "Femi Adeyemi"),
    ],
)
def test_a_given_name_parted_in_any_way_is_one(
    copies: Callable[..., list[str]], written: tuple[str, ...]
) -> None:
    for patient in PATIENTS:
        made = copies(*(f"[[PATIENT|{name}]] came." for name in written), patient=patient)
        assert len({frozenset(re.findall(r"[^\W\d_]{2,}", note)) for note in made}) == 1, made
        (together,) = copies(" ".join(f"[[PATIENT|{name}]] came." for name in written), patient=patient)
        assert together == " ".join(made)


@pytest.mark.parametrize(
    ("parted", "hyphened", "solid", "first"),
    [
        ("Hans Peter Krause", "Hans-Peter Krause", "Hanspeter Krause", "Hans Krause"),
        ("Rose Marie Gallagher", "Rose-Marie Gallagher", "Rosemarie Gallagher", "Rose Gallagher"),
        ("Jean Claude Fournier", "Jean-Claude Fournier", "Jeanclaude Fournier", "Jean Fournier"),
    ],
)
def test_a_double_name_keeps_its_two_parts(
    copies: Callable[..., list[str]], parted: str, hyphened: str, solid: str, first: str
) -> None:
    for patient in PATIENTS:
        made = copies(
            *(f"[[PATIENT|{name}]] came." for name in (parted, hyphened, solid, first)), patient=patient
        )
        names = made[0].removesuffix(" came.").split(" ")
        assert made[1] == made[2] == f"{names[0]}-{names[1]} {names[2]} came."
        assert made[3] == f"{names[0]} {names[2]} came."


@pytest.mark.parametrize(
    ("whole", "given"),
    [
        ("Luis Miguel Ortega", "Luis Miguel"),
        ("Ortega, Luis Miguel", "Luis Miguel"),
        ("Karl Heinz Bauer", "Karl Heinz"),
        ("Jin Woo Park", "Jin Woo"),
    ],
)
def test_two_given_names_alone_are_no_surname(
    copies: Callable[..., list[str]], whole: str, given: str
) -> None:
    for patient in PATIENTS:
        first, second = copies(f"[[PATIENT|{whole}]] came.", f"[[PATIENT|{given}]] slept.", patient=patient)
        assert second.removesuffix(" slept.") in first


def test_a_given_name_and_a_surname_are_not_made_one(copies: Callable[..., list[str]]) -> None:
    for patient in PATIENTS:
        for name in ("Anna Lee", "Min Park", "Abdul Malik"):
            given, surname = name.split(" ")
            first, second = copies(
                f"[[PATIENT|{name}]] came.", f"Mr. [[PATIENT|{surname}]] left.", patient=patient
            )
            assert len(first.split(" ")) == 3, given
            assert first.split(" ")[1] == second.split(" ")[1]


@pytest.mark.parametrize("unlisted", ["Zuberi", "Tavish", "Ixchelle"])
def test_a_given_name_that_no_list_has_is_the_same_alone(
    copies: Callable[..., list[str]], unlisted: str
) -> None:
    for patient in PATIENTS:
        whole, alone = copies(
            f"[[PATIENT|Lindqvist, {unlisted}]].", f"[[DOCTOR|{unlisted}]] asked.", patient=patient
        )
        assert whole.removesuffix(".").split(", ")[1] == alone.removesuffix(" asked.")


@pytest.mark.parametrize("listed", ["HOLLOWAY RUTH", "MARCHETTI LETICIA", "DELGADO KEITH", "Quesada Odalys"])
def test_a_surname_before_a_given_name_needs_no_comma(copies: Callable[..., list[str]], listed: str) -> None:
    surname, given = listed.title().split(" ")
    for patient in PATIENTS:
        first, address, second = copies(
            f"[[RELATIVE|{listed}]]",
            f"[[EMAIL|{given.lower()}.{surname.lower()}@example.org]]",
            f"[[PATIENT|{given} {surname}]]",
            patient=patient,
        )
        made = first.title().split(" ")
        assert second == f"{made[1]} {made[0]}"
        assert fold(address).startswith(fold(f"{made[1]}.{made[0]}@"))


def test_a_credential_in_capitals_is_no_surname(texts: Run) -> None:
    for patient in PATIENTS:
        assert texts("[[DOCTOR|R. Pemberton MA]]", patient=patient)[0].endswith(" MA")
        assert not texts("[[DOCTOR|Weiming Ma]]", patient=patient)[0].endswith(" Ma")
        assert not texts("[[DOCTOR|WEIMING MA]]", patient=patient)[0].endswith(" MA")
