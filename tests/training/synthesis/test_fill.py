from __future__ import annotations

import datetime as dt
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.surrogates.dates.parsing import parse_date
from chartveil_training.synthesis.generators.dates import NUMERIC_FORMATS, WORD_FORMATS, DateShifter
from chartveil_training.synthesis.generators.handles import HandleGenerator
from chartveil_training.synthesis.generators.identifiers import (
    ListIdentifierGenerator,
    SurfaceStyle,
    format_day,
)
from chartveil_training.synthesis.generators.lists import IdentifierLists, natural_case
from chartveil_training.synthesis.generators.name_patterns import abbreviation
from chartveil_training.synthesis.generators.names import NameGenerator, misspelt
from chartveil_training.synthesis.generators.numbers import (
    NumberGenerator,
    code_from_pattern,
    nearby_age,
    number_words,
    ordinal_words,
    other_spoken_number,
    randomised_code,
)
from chartveil_training.synthesis.generators.organizations import OrganizationGenerator
from chartveil_training.synthesis.generators.places import PlaceGenerator
from chartveil_training.synthesis.generators.random_draws import PseudowordModel, WeightedChoice


@pytest.fixture(scope="module")
def lists() -> IdentifierLists:
    return IdentifierLists.load()


@pytest.fixture(scope="module")
def names(lists: IdentifierLists) -> NameGenerator:
    return NameGenerator(lists)


@pytest.fixture(scope="module")
def places(lists: IdentifierLists, names: NameGenerator) -> PlaceGenerator:
    return PlaceGenerator(lists, names)


@pytest.fixture(scope="module")
def organizations(lists: IdentifierLists, places: PlaceGenerator) -> OrganizationGenerator:
    return OrganizationGenerator(lists, places)


# ── lists and grammar ────────────────────────────────────────────────────────────────────────────


def test_word_lists_hold_what_they_promise(lists: IdentifierLists) -> None:
    assert len(set(lists.words["professions.nouns"])) >= 600
    assert len(lists.words["dates.holidays"]) > 100
    assert len(lists.family_names["us"]) > 80_000
    for origin in lists.origins.items:
        assert len(lists.given_names[origin, "F"]) >= 12
        assert len(lists.given_names[origin, "M"]) >= 12
        assert len(lists.family_names[origin]) >= 20


@pytest.mark.parametrize("file", ["hospitals", "organizations", "places"])
def test_every_pattern_can_be_filled(lists: IdentifierLists, places: PlaceGenerator, file: str) -> None:
    rng = random.Random(1)
    patterns = [p for key, group in lists.words.items() if key.startswith(file + ".") for p in group]
    assert len(patterns) > 200
    for pattern in patterns:
        made = places.patterns.fill(pattern, rng)
        assert made == made.strip()
        assert made
        assert not set("{}\n") & set(made)


def test_a_town_that_is_given_stands_in_the_name(places: PlaceGenerator) -> None:
    assert places.patterns.fill("{town} {made} General", random.Random(1), "Elko") == "Elko Elko General"


def _source(folder: Path) -> Path:
    files = {
        "us_census_1990_female_first.tsv": "name\tpercent\nMary\t2.6\nXimena\t0.001\n",
        "us_census_1990_male_first.tsv": "name\tpercent\nJames\t3.3\n",
        "us_census_1990_surnames.tsv": "name\tpercent\nSmith\t1.0\nZzyzx\t0.0001\nMcsomebody\t0.0\n",
        "names_by_country_forenames.csv": (
            "\ufeffCountry,Gender,Localized Name,Romanized Name\nPL,F,Żaneta,Zaneta\n"
        ),
        "names_by_country_surnames.csv": "\ufeffCountry,Localized Name,Romanized Name\nJP,佐藤,Satō-Test\n",
        "us_cities_states_counties.csv": "City|State short\nNowhere Flats|NV\n",
        "geonames_cities15000.tsv": "name\tcountry\tadmin1\tpopulation\nŁódź\tPL\t1\t690000\n",
        "us_hospitals_cms.tsv": "name\taddress\nST ELSEWHERE OF THE HILL\tx\n",
        "companies_and_organizations.csv": "organization\nAcme Test Inc\n",
    }
    (folder / "lists").mkdir()
    (folder / "names").mkdir()
    for name, text in files.items():
        (folder / "lists" / name).write_text(text, encoding="utf-8")
    xml = "<c><Name><A>blue</A> <B>bottle</B>\n</Name></c>"
    (folder / "names" / "company_labeled.xml").write_text(xml, encoding="utf-8")
    return folder


def test_source_lists_bring_shares_accents_and_natural_case(tmp_path: Path) -> None:
    lists = IdentifierLists.load(_source(tmp_path))
    rng = random.Random(1)
    drawn = [lists.family_names["us"].draw(rng) for _ in range(4000)]
    assert drawn.count("Smith") > 4 * drawn.count("Zzyzx") > 0
    assert "McSomebody" in lists.family_names["us"].items
    assert "Żaneta" in lists.given_names["slavic", "F"].items
    assert "Satō-Test" in lists.family_names["japanese"].items
    assert "Łódź" in lists.towns["PL"].items
    assert "Nowhere Flats" in lists.towns["US"].items
    assert lists.hospitals.items == ("St Elsewhere of the Hill",)
    assert lists.companies.items == ("Acme Test Inc", "Blue Bottle")


def test_a_source_list_that_is_missing_is_named(tmp_path: Path) -> None:
    _source(tmp_path)
    (tmp_path / "lists" / "us_census_1990_surnames.tsv").unlink()
    with pytest.raises(ResourceError, match=r"us_census_1990_surnames\.tsv"):
        IdentifierLists.load(tmp_path)


def test_weights_decide_how_often_an_item_is_drawn() -> None:
    rng = random.Random(2)
    pool = WeightedChoice(["a", "b"], [9, 1])
    drawn = [pool.draw(rng) for _ in range(2000)]
    assert 120 < drawn.count("b") < 280
    with pytest.raises(ValueError):
        WeightedChoice([])
    with pytest.raises(ValueError):
        WeightedChoice(["a"], [1, 2])


def test_a_model_makes_words_like_those_it_saw() -> None:
    model = PseudowordModel(["Kowalski", "Kowalczyk", "Nowak", "Nowicki", "Wilczek"])
    made = {model.make(random.Random(i)) for i in range(40)}
    assert all(4 <= len(w) <= 12 and w[0].isupper() for w in made)
    assert len(made) > 3


# ── names ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("listed", "natural"),
    [
        ("mcdonald", "McDonald"),
        ("o'brien", "O'Brien"),
        ("SMITH", "Smith"),
        ("mca", "Mca"),
        ("d'amico", "D'Amico"),
    ],
)
def test_names_of_lists_get_their_natural_case(listed: str, natural: str) -> None:
    assert natural_case(listed) == natural


def test_family_names_have_the_variety_of_the_world(names: NameGenerator) -> None:
    rng = random.Random(3)
    made = [names.family_name(rng, names.origin(rng)) for _ in range(2000)]
    assert len(set(made)) > 1600
    assert sum("-" in n for n in made) > 60
    assert sum(" " in n for n in made) > 20
    assert sum(not n.isascii() for n in made) > 30
    assert all(n == n.strip() and n for n in made)


def test_given_names_keep_the_gender_asked_for(names: NameGenerator) -> None:
    rng = random.Random(4)
    for gender, other in (("F", "M"), ("M", "F")):
        made = [names.given_name(rng, names.origin(rng), gender) for _ in range(400)]
        assert sum(names.gender(n) == other for n in made) < 12


@pytest.mark.parametrize(("short", "given"), [("maggie", "Margaret"), ("Bob", "robert"), ("jax", "Jaxon")])
def test_nicknames_are_known(names: NameGenerator, short: str, given: str) -> None:
    assert names.is_nickname(short, given)


@pytest.mark.parametrize("other", ["Robert", "Margaux", "Ma"])
def test_other_names_are_no_nicknames(names: NameGenerator, other: str) -> None:
    assert not names.is_nickname(other, "Margaret")


def test_a_misspelt_name_keeps_its_first_letter_and_most_others() -> None:
    for i in range(60):
        made = misspelt("Thibodeaux", random.Random(i))
        assert made[0] == "T"
        assert abs(len(made) - 10) <= 1
    assert misspelt("Li", random.Random(1)) == "Li"


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────


def test_codes_keep_their_shape() -> None:
    for i in range(30):
        made = randomised_code("S19-04471 B/xxx", random.Random(i))
        assert re.fullmatch(r"[A-Z]\d\d-\d{5} [A-Z]/xxx", made)
    assert re.fullmatch(
        r"\d[A-Z][a-z][0-9A-F]-[1-9]", code_from_pattern(random.Random(1), "#@?~-%"), re.IGNORECASE
    )
    spoken = other_spoken_number("five oh one dash two", random.Random(1))
    assert len(spoken.split()) == 5
    assert "dash" in spoken


@pytest.mark.parametrize("label", [Label.MRN, Label.PHONE, Label.IP, Label.ZIP, Label.SSN, Label.VEHICLE])
def test_numbers_of_a_label_are_varied(lists: IdentifierLists, label: Label) -> None:
    rng = random.Random(5)
    made = [NumberGenerator(lists.words).make(label, rng) for _ in range(300)]
    assert len(set(made)) > 200
    assert all(m == m.strip() and m for m in made)
    shapes = {re.sub("[A-Za-z]", "a", re.sub(r"\d", "0", m)) for m in made}
    assert len(shapes) >= 8


def test_addresses_of_the_internet_are_possible(lists: IdentifierLists) -> None:
    rng = random.Random(6)
    made = [NumberGenerator(lists.words).replacement_for("10.4.8.99", Label.IP, rng, 0) for _ in range(200)]
    for address in (m for m in made if ":" not in m):
        assert [str(int(p)) for p in address.split(".")] == address.split(".")
        assert all(int(p) < 256 for p in address.split("."))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("45", r"\d\d"),
        ("7", r"\d\d?"),
        ("067", r"\d{3}"),
        ("40s", r"\d0s"),
        ("3 weeks", r"\d weeks"),
        ("38.6", r"\d\d\.\d"),
        ("seventy-one", r"[a-z]+(-[a-z]+)?"),
        ("SIXTY ONE", r"[A-Z]+( [A-Z]+)?"),
        ("Four", r"[A-Z][a-z]+"),
        ("eightieth", r"[a-z-]+(th|st|nd|rd)"),
    ],
)
def test_ages_keep_their_kind(text: str, form: str) -> None:
    made = {nearby_age(text, random.Random(i), i / 40) for i in range(40)}
    assert all(re.fullmatch(form, m) for m in made), made
    assert len(made) > 2


def test_numbers_in_words() -> None:
    assert number_words(42) == "forty-two"
    assert number_words(100) == "one hundred"
    assert number_words(104) == "one hundred and four"
    assert [ordinal_words(n) for n in (1, 12, 20, 43)] == ["first", "twelfth", "twentieth", "forty-third"]


# ── dates ────────────────────────────────────────────────────────────────────────────────────────

_DATES = ("3/14/2017", "2017-03-20", "April 2, 2017", "4/9", "May 2017", "'16", "the 9th", "2015")


def _style_kept(filler: DateShifter) -> bool:
    return bool(re.fullmatch(r"\d{1,2}/\d{1,2}/\d{4}", filler.replacement_for("3/14/2017")))


def test_dates_of_a_document_move_together_and_keep_their_form() -> None:
    kept = 0
    for seed in range(60):
        filler = DateShifter(_DATES, random.Random(seed), ("Easter",))
        if not _style_kept(filler):
            continue
        kept += 1
        first, second = (
            parse_date(filler.replacement_for("3/14/2017")),
            parse_date(filler.replacement_for("2017-03-20")),
        )
        assert first
        assert second
        assert second.completed(1, 1, 1) - first.completed(1, 1, 1) == dt.timedelta(6)
        assert re.fullmatch(r"\d{1,2}/\d{1,2}", filler.replacement_for("4/9"))
        assert re.fullmatch(r"[A-Z][a-z]+ \d{4}", filler.replacement_for("May 2017"))
        assert re.fullmatch(r"'\d\d", filler.replacement_for("'16"))
        assert re.fullmatch(r"the \d{1,2}(st|nd|rd|th)", filler.replacement_for("the 9th"))
        assert 1990 < int(filler.replacement_for("2015")) <= 2026
    assert 30 < kept < 60


def test_a_document_has_one_style() -> None:
    for seed in range(60):
        filler = DateShifter(_DATES, random.Random(seed), ())
        shapes = {
            re.sub(r"\d+", "0", filler.replacement_for(d)) for d in ("3/14/2017", "3/15/2017", "12/1/2016")
        }
        assert len({re.sub("[A-Za-z]+", "a", s) for s in shapes}) == 1


@pytest.mark.parametrize("text", ["13/45/2019", "202108142210", "2023-226"])
def test_what_is_no_date_keeps_its_shape(text: str) -> None:
    made = DateShifter([text], random.Random(1), ("Easter",)).replacement_for(text)
    assert re.sub(r"\d", "0", made) == re.sub(r"\d", "0", text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("october nine nineteen sixty two", r"[a-z]+ (?:[a-z]+ ){1,2}nineteen [a-z]+(?: [a-z]+)?"),
        ("MARCH THIRD", r"[A-Z]+ [A-Z-]+"),
        ("Easter 2019", r"(Easter|Purim) (19|20)\d\d"),
        ("May Day", r"May Day|Easter|Purim"),
        ("late May", r"late [A-Z][a-z]+"),
    ],
)
def test_dates_in_words_stay_words(text: str, form: str) -> None:
    made = {
        DateShifter([text], random.Random(i), ("Easter", "Purim", "May Day")).replacement_for(text)
        for i in range(20)
    }
    assert len(made) > 1
    assert all(re.fullmatch(form, m) or "May Day" in m for m in made), made


def test_a_day_first_document_stays_so() -> None:
    texts = ["25/3/2018", "28/3/2018", "1/4/2018"]
    for seed in range(20):
        made = [DateShifter(texts, random.Random(seed), ()).replacement_for(t) for t in texts]
        days = [parse_date(m, day_first=True) for m in made]
        if all(re.fullmatch(r"\d{1,2}/\d{1,2}/\d{4}", m) for m in made) and all(days):
            moved = [d.completed(1, 1, 1) for d in days if d]
            gaps = [(b - a).days for a, b in pairwise(moved)]
            # A document restyled to month first reads otherwise here.
            assert gaps == [3, 4] or any(int(m.split("/")[1]) > 12 for m in made)


def test_every_style_can_be_read_again() -> None:
    texts = ["11/23/2018"]
    seen = {DateShifter(texts, random.Random(s), ()).replacement_for("11/23/2018") for s in range(400)}
    unread = [t for t in seen if parse_date(t) is None]
    assert not unread
    assert len(NUMERIC_FORMATS) + len(WORD_FORMATS) > 40


# ── places, organisations, handles ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("like", "form"),
    [
        ("OH", r"[A-Z]{2,3}"),
        ("N.Y.", r"(?:[A-Z][a-z]*\.\s?)+"),
    ],
)
def test_states_are_abbreviated_alike(places: PlaceGenerator, like: str, form: str) -> None:
    made = [places.state(random.Random(i), like) for i in range(60)]
    assert sum(bool(re.fullmatch(form, m)) for m in made) > 45


def test_streets_have_numbers_where_the_original_has(places: PlaceGenerator) -> None:
    numbered = [places.street(random.Random(i), "14 Tannery Lane") for i in range(100)]
    plain = [places.street(random.Random(i), "Tannery Lane") for i in range(100)]
    assert sum(any(c.isdigit() for c in s) for s in numbered) > 90
    assert sum(s[0].isdigit() and not s[1:4].rstrip("stndrh ").isdigit() for s in plain) < 25
    boxes = [places.street(random.Random(i), "P.O. Box 12") for i in range(50)]
    assert sum(bool(re.search(r"box|drawer|apartado|postfach|casilla|bag|bp ", b, re.I)) for b in boxes) > 25


@pytest.mark.parametrize(
    ("like", "cue"),
    [
        (
            "Corner Drug",
            r"pharm|drug|rx|cvs|walg|apoth|farmac|apoth|kroger|publix|heb|h-e-b|boots|costco|rite|wal",
        ),
        (
            "Maple Street Elementary",
            r"school|elem|high|univ|college|academy|day ?care|ps |prep|state|\btech|middle",
        ),
    ],
)
def test_the_kind_of_an_organisation_mostly_stays(
    organizations: OrganizationGenerator, like: str, cue: str
) -> None:
    draw = organizations.hospital if "Drug" in like else organizations.organization
    made = [draw(random.Random(i), like) for i in range(100)]
    assert sum(bool(re.search(cue, m, re.IGNORECASE)) for m in made) > 50
    assert len(set(made)) > 70


def test_abbreviations_of_names() -> None:
    assert abbreviation("South West Indian Medical Center") == "SWIMC"
    assert abbreviation("Our Lady of Hope") == "OLH"
    assert abbreviation("Mercy") == ""


def test_handles_are_made_of_names(lists: IdentifierLists, names: NameGenerator) -> None:
    handles = HandleGenerator(lists, names)
    rng = random.Random(7)
    made = [handles.login_of_person("Zoë", "O'Brien-Łuk", rng) for _ in range(100)]
    assert all(re.fullmatch(r"[a-z0-9._]+", m) for m in made)
    assert sum("obrienluk"[:5] in m for m in made) > 60
    for _ in range(100):
        assert re.fullmatch(r"[^@\s]+@[^@\s]+\.[A-Za-z.]+", handles.email(rng))
        assert " " not in handles.url(rng)
        assert re.fullmatch(r"\S+", handles.username(rng))
    assert handles.url_like("https://visit.example/r/7741", rng).count("//") <= 1


def test_no_date_or_house_is_made_with_an_article_that_marks_leave_out(lists: IdentifierLists) -> None:
    filler, rng = ListIdentifierGenerator(lists), random.Random(5)
    days = [format_day(dt.date(2019, 10, 28), rng, style) for style in SurfaceStyle for _ in range(60)]
    houses = [filler.surface(Label.HOSPITAL, rng, SurfaceStyle.SHORT) for _ in range(300)]
    assert not [made for made in days + houses if made.startswith("the ")]
    assert any(" of " in day for day in days)
