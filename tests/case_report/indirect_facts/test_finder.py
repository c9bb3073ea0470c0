"""What is marked as an indirect fact, and how the text reads with each wording."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from case_notes import prose
from chartveil.case_report.building import CaseTools
from chartveil.case_report.indirect_facts.fact_rules import fact_rules
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.indirect_facts.flat_text import FlatText
from chartveil.case_report.indirect_facts.occupations import occupation_ladder
from chartveil.case_report.model import LEFT_OUT, CaseNote, FactChoice, FactDecision, IndirectFact
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.span import Span

CASES = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "indirect_facts.toml").read_text(encoding="utf-8")
)


def note(text: str, *spans: tuple[str, Label]) -> CaseNote:
    found = (Span(text.index(s), text.index(s) + len(s), label, 0.9) for s, label in spans)
    return CaseNote("0" * 16, text, tuple(found))


def facts(text: str, *spans: tuple[str, Label]) -> tuple[IndirectFact, ...]:
    return find_facts([note(text, *spans)])


def with_rung(text: str, fact: IndirectFact, rung: int) -> str:
    decision = FactDecision(FactChoice.GENERALISE, rung)
    decided = IndirectFact(
        fact.note, fact.start, fact.end, fact.category, fact.reason, fact.ladder, 1, decision=decision
    )
    start, end = decided.altered_range
    return text[:start] + (decided.wording or "") + text[end:]


@pytest.mark.parametrize("case", CASES["case"], ids=lambda c: f"{c['fact']} in {c['text'][:30]}")
def test_a_fact_is_marked_and_every_wording_leaves_whole_sentences(case: dict[str, Any]) -> None:
    text = case["text"]
    found = {text[f.start : f.end]: f for f in facts(text)}
    assert case["fact"] in found
    fact = found[case["fact"]]
    assert fact.category.value == case["category"]
    assert fact.reason
    assert fact.ladder[0].wording == case["fact"]
    assert [with_rung(text, fact, n) for n in range(1, len(fact.ladder))] == case["rungs"]


@pytest.mark.parametrize("text", CASES["plain"]["texts"])
def test_plain_clinical_prose_is_left_alone(text: str) -> None:
    assert [text[f.start : f.end] for f in facts(text)] == []


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("She fed a blind cock called Admiral.", "She fed a blind cock."),
        ("The boat named Duke of Kent sank.", "The boat sank."),
        ("She was made honorary harbor master.", "She held an office."),
        ("He became mayor.", "He held an office."),
        ("He is a retired colonel.", "He is an officer."),
        ("He is a lighthouse keeper.", "He is a worker in personal services."),
        ("She was moved to our regional burns unit.", "She was moved to a burns unit."),
    ],
)
def test_what_is_suggested_is_a_sentence_and_says_nothing_wrong(written: str, becomes: str) -> None:
    tools = CaseTools(find_facts, occupation_ladder)
    assert prose("Clinic note\nDate: 06/10/2019\n" + written, tools=tools).split("\n")[-1] == becomes


FILES = (resources_folder() / "case_report" / "facts").glob("*.toml")
IDS = sorted(
    rule["id"] for path in FILES for rule in tomllib.loads(path.read_text(encoding="utf-8")).get("rule", ())
)
"""Of all rules; these are not compiled by processes that only look which tests there are."""


def test_every_rule_is_read() -> None:
    assert sorted(rule.id for rule in fact_rules()) == IDS


@pytest.mark.parametrize("rule_id", IDS)
def test_each_rule_bears_out_its_examples(rule_id: str) -> None:
    (rule,) = (r for r in fact_rules() if r.id == rule_id)
    assert rule.examples
    assert rule.counterexamples
    for marked in (*rule.examples, *rule.counterexamples):
        plain, wanted, at = "", [], 0
        for part in marked.replace("]]", "[[").split("[["):
            if at % 2:
                wanted.append(part)
            plain, at = plain + part, at + 1
        assert [m.group() for m in rule.find(FlatText(plain), 5.0)] == wanted, marked


def test_facts_of_a_note_do_not_overlap_and_stand_in_order() -> None:
    text = "He is the only vet on the island, keeps alpacas, and is a retired colonel who plays the cello."
    found = facts(text)
    assert len(found) >= 3
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_a_wording_never_carries_an_identifier_on() -> None:
    text = "She was bitten by Maria's iguana."
    found = facts(text, ("Maria", Label.RELATIVE))
    assert any(f.category == "animals" for f in found)
    assert all("Maria" not in rung.wording for f in found for rung in f.ladder[1:])


def test_an_occupation_that_detection_found_has_its_ladder() -> None:
    text = "Employment: retired clavichord voicer"
    found = {text[f.start : f.end]: f for f in facts(text, ("clavichord voicer", Label.PROFESSION))}
    assert [r.wording for r in found["clavichord voicer"].ladder] == ["clavichord voicer", "worker", LEFT_OUT]


def test_what_stands_out_by_its_words_alone_stays_until_a_person_has_looked() -> None:
    text = "For years he has told the same joke at the village pub on Sundays."
    found = [f for f in facts(text) if f.category == "other"]
    assert found
    assert all(f.wording is None and f.ladder[-1].wording == LEFT_OUT for f in found)


def test_values_stay_as_they_are_until_a_person_has_decided() -> None:
    text = "Birth weight 884 g. The cyst was 2.2 cm. CK 2310, 870 and 110 U/L."
    found = facts(text)
    assert found
    assert all(f.wording is None and len(f.ladder) > 2 for f in found)


def test_a_clause_that_is_left_out_leaves_the_stop_of_its_sentence() -> None:
    text = 'He stopped the tablets, as "counts were less". He restarted.'
    (fact,) = facts(text)
    assert with_rung(text, fact, len(fact.ladder) - 1) == "He stopped the tablets. He restarted."


def test_a_broken_rule_names_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "case_report" / "facts"
    folder.mkdir(parents=True)
    (folder / "common.toml").write_text("[parts]\n", encoding="utf-8")
    (folder / "animals.toml").write_text(
        'category = "animals"\n[[rule]]\nid = "A-B"\npattern = "("\n', encoding="utf-8"
    )
    monkeypatch.setattr("chartveil.case_report.indirect_facts.fact_rules.resources_folder", lambda: tmp_path)
    with pytest.raises(ResourceError, match="A-B") as error:
        fact_rules()
    assert "animals.toml" in error.value.where
