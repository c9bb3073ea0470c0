"""The date and age rules against their tables of cases, and what holds for any text."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.rules.ages import rules as ages
from chartveil.detection.rules.dates import rules as dates
from chartveil.detection.rules.engine import RuleDetector
from chartveil.domain.labels import Label
from chartveil.lexicon.calendar import is_day_month, is_year, month_kind, read_number

from .rule_cases import Case, Family, check, load_cases, untested, view_of

DATES = Family("dates", dates.RULES, dates.VETOES)
AGES = Family("ages", ages.RULES, ages.VETOES)
FAMILIES = (DATES, AGES)
CASES = load_cases("dates.jsonl", "ages.jsonl")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.place)
def test_case(case: Case) -> None:
    check(case, FAMILIES)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_every_rule_and_veto_has_cases(family: Family) -> None:
    assert untested(family, CASES) == []


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_rules_are_explained_and_scored(family: Family) -> None:
    for rule in family.rules:
        assert rule.description
        assert 0 < rule.score <= 1
    for veto in family.vetoes:
        assert veto.description
        assert veto.labels == {Label.DATE if family is DATES else Label.AGE}


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.dates(min_value=dt.date(1900, 1, 1), max_value=dt.date(2049, 12, 31)),
    st.sampled_from(
        ["%m/%d/%Y", "%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d-%b-%Y", "%d%b%Y", "%d.%m.%Y", "%b %d, %Y"]
    ),
)
def test_every_full_date_is_found_whole(day: dt.date, form: str) -> None:
    written = format(day, form)
    text = f"Seen on {written} in clinic."
    spans = RuleDetector(dates.RULES, dates.VETOES).detect(view_of(text))
    assert any(s.text(text) == written and s.score >= 0.6 for s in spans)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(alphabet="0123456789/-.: lOIySFMmarcht'\n", max_size=60))
def test_any_text_gives_sorted_spans_within_it(text: str) -> None:
    detector = RuleDetector(dates.RULES + ages.RULES, dates.VETOES + ages.VETOES)
    spans = detector.detect(view_of(text))
    assert spans == sorted(spans)
    assert all(s.end <= len(text) and s.text(text).strip() for s in spans)
    assert spans == detector.detect(view_of(text))


@pytest.mark.parametrize(
    ("text", "value"), [("12", 12), ("l2", 12), ("2O", 20), ("S", 5), ("x", None), ("", None), ("٣", None)]
)
def test_number(text: str, value: int | None) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("May", "plain"),
        ("Novernber", "misread"),
        ("0ct", "misread"),
        ("Febuary", "misread"),
        ("août", "foreign"),
        ("man", ""),
    ],
)
def test_month_kind(word: str, kind: str) -> None:
    assert month_kind(word) == kind


def test_calendar() -> None:
    assert is_day_month("2", "29")
    assert is_day_month("31", "12")
    assert not is_day_month("2", "30")
    assert not is_day_month("13", "13")
    assert is_year("98")
    assert is_year("2014")
    assert not is_year("2314")
    assert not is_year("201")


@pytest.mark.parametrize(
    "unit",
    [
        "1",
        "1 ",
        "1/",
        "1-",
        "1, ",
        "3/4 ",
        "3/4-",
        "may ",
        "Ann, 44, ",
        "in 2014 ",
        "the 4th ",
        "x" + " " * 30,
    ],
)
def test_long_runs_end_in_time(unit: str) -> None:
    text = unit * (12_000 // len(unit))
    for family in FAMILIES:
        RuleDetector(family.rules, seconds=2.0).detect(view_of(text))
