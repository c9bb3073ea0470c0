"""How many people a case still fits, and what would help most."""

from __future__ import annotations

import pytest

from case_notes import case_of
from chartveil.case_report.building import CaseTools
from chartveil.case_report.estimate import Assumptions, estimate, k_by_rung, rare_diseases, small_numbers
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.indirect_facts.occupations import occupation_ladder
from chartveil.case_report.model import FactCategory, FactChoice, FactDecision

TOOLS = CaseTools(find_facts, occupation_ladder)
PEOPLE_2010 = 308_745_538
HEAD = "Clinic note\nPatient: [[PATIENT|Lindqvist, Eva]]\nDate: 03/04/2019\nShe is well. "


def case(text: str, **decisions):
    return case_of(HEAD + text, tools=TOOLS, **decisions)


def test_without_any_fact_the_population_and_the_sex_are_left() -> None:
    now = estimate(case("Her knee hurts."))
    assert now.people == 331_449_281
    assert [f.name for f in now.factors] == ["women"]
    assert now.k == pytest.approx(331_449_281 * (1 - 151_781_326 / PEOPLE_2010))
    assert now.is_low
    assert not now.warnings
    assert "no proof" in now.caveat


def test_k_is_the_product_of_its_factors() -> None:
    now = estimate(
        case("A [[AGE|32]]-year-old woman with Wilson disease. She works as a glassblower."),
        Assumptions(population=5_000_000),
    )
    shares = {f.name: f.share for f in now.factors}
    assert shares["wilson disease"] == pytest.approx(1 / 30_000)
    # Women from 30 to 34 of all people, 2010 census.
    assert shares["age 30 to 34, women"] == pytest.approx((19_962_099 - 9_996_500) / PEOPLE_2010)
    k = 5_000_000.0
    for share in shares.values():
        k *= share
    assert now.k == pytest.approx(k)
    assert now.risk == 1
    assert any("Fewer than 12" in w for w in now.warnings)


def test_each_rung_shows_what_it_does() -> None:
    made = case("She works as a glassblower.")
    (fact,) = made.facts
    ks = k_by_rung(fact, estimate(made))
    assert list(ks) == sorted(ks)
    assert len(ks) == len(fact.ladder) == 4
    decided = case("She works as a glassblower.", facts={fact.key: FactDecision(FactChoice.KEEP, reason="x")})
    assert estimate(decided).k == pytest.approx(ks[0])
    left_out = case("She works as a glassblower.", facts={fact.key: FactDecision(FactChoice.LEAVE_OUT)})
    assert estimate(left_out).k == pytest.approx(ks[-1])


def test_what_several_notes_tell_alike_counts_once() -> None:
    once = estimate(case("She works as a glassblower."))
    twice = estimate(
        case_of(HEAD + "She works as a glassblower.", HEAD + "A glass blower by trade.", tools=TOOLS)
    )
    assert [f.name for f in twice.factors if f.facts] == ["work"]
    assert twice.k == pytest.approx(once.k)


def test_what_reads_alike_counts_once() -> None:
    """Two animals that both become ``farm animals`` tell no more than one of them."""
    one, two = case("She keeps alpacas."), case("She keeps alpacas. She keeps donkeys.")
    assert {f.wording for f in two.facts} == {one.facts[0].wording}
    assert estimate(two).k == pytest.approx(estimate(one).k)
    keep = {f.key: FactDecision(FactChoice.KEEP, reason="the point") for f in two.facts}
    as_they_stand = case("She keeps alpacas. She keeps donkeys.", facts=keep)
    assert len([f for f in estimate(as_they_stand).factors if f.facts]) == 2


def test_three_facts_that_stand_are_warned_of_and_the_rarest_named_first() -> None:
    text = "She keeps alpacas. She plays the theremin. She is a retired colonel. She speaks only Tigrinya."
    open_case = case(text)
    keep = {f.key: FactDecision(FactChoice.KEEP, reason="the point") for f in open_case.facts}
    now = estimate(case(text, facts=keep))
    assert now.standing == 4
    assert any(w.startswith("4 indirect facts") for w in now.warnings)
    assert len(now.most_telling) == 3
    assert now.most_telling[0].name == FactCategory.RANK
    assert estimate(open_case).standing == 0


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("She is one of 14 patients of ours.", [(1, 14)]),
        ("Of these, 2 of 250 cases died.", [(2, 250)]),
        ("It was seen in 60 of 900 patients.", []),
        ("Three of the seven survivors smoke.", [(3, 7)]),
        ("Pain 3 of 10. Strength 4/5.", []),
    ],
)
def test_small_numbers_of_people(text: str, numbers: list[tuple[int, int]]) -> None:
    case = case_of(HEAD + text)
    assert [(n.count, n.of) for n in small_numbers(case)] == numbers
    assert bool(estimate(case).warnings) == bool(numbers)


def test_typed_assumptions_take_the_place_of_ours_and_are_kept() -> None:
    made = case("She works as a glassblower.")
    (fact,) = made.facts
    typed = Assumptions(1000, 0.5, sex="", shares={fact.key: 0.25})
    kept = case(
        "She works as a glassblower.",
        assumptions=typed.as_stored(),
        facts={fact.key: FactDecision(FactChoice.KEEP, reason="x")},
    )
    now = estimate(kept)
    assert Assumptions.from_stored(kept.decisions.assumptions) == typed
    assert now.k == pytest.approx(1000 * 0.5 * 0.25)
    assert now.population.source == "typed"
    assert now.risk == pytest.approx(1 / 125)


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ({"population": 0}, "population"),
        ({"prevalence": 0}, "prevalence"),
        ({"prevalence": 2}, "prevalence"),
        ({"disease": "hay fever"}, "type its prevalence"),
        ({"sex": "x"}, "sex"),
        ({"age": [40, 30]}, "age"),
        ({"moon": 1}, "moon"),
    ],
)
def test_assumptions_that_cannot_be_are_refused(stored, said) -> None:
    with pytest.raises(ValueError, match=said):
        Assumptions.from_stored(stored)


def test_the_rarest_disease_that_the_notes_name_is_proposed() -> None:
    now = estimate(case("Cystic fibrosis was excluded; Huntington's disease and alkaptonuria remain."))
    assert now.diseases == ("alkaptonuria", "huntington disease", "cystic fibrosis")
    assert now.factors[0].name == "alkaptonuria"
    assert all(0 < share < 0.01 for share in rare_diseases().values())
