"""The rules for dates and ages together: every full date is found, and what looks like one is left alone."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.rules import build_rules
from chartveil.detection.rules.engine import RuleDetector

from .rule_cases import view_of

RULES = tuple(r for r in build_rules().rules if r.family in ("dates", "ages"))
DETECTOR = RuleDetector(RULES, seconds=5)
SURE = RuleDetector([r for r in RULES if r.agreement == 0], seconds=5)
"""What no network may overrule."""


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.dates(min_value=dt.date(1900, 1, 1), max_value=dt.date(2049, 12, 31)),
    st.sampled_from(
        ["%m/%d/%Y", "%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d-%b-%Y", "%d%b%Y", "%d.%m.%Y", "%b %d, %Y"]
    ),
)
def test_every_full_date_is_found_whole_without_a_network(day: dt.date, form: str) -> None:
    written = format(day, form)
    text = f"Seen on {written} in clinic."
    assert written in {s.text(text) for s in SURE.detect(view_of(text))}


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.dates(min_value=dt.date(1900, 1, 1), max_value=dt.date(2030, 12, 31)),
    st.sampled_from(["%m/%d/%y", "%m-%d-%Y", "%m%d%y", "%m %d %y", "%m%d%Y", "%d %b %y", "%b %d, %Y"]),
    st.sampled_from(["DOB {}", "D.O.B.: {}", "Born {}", "Date of birth: {}", "birthdate = {}"]),
)
def test_a_date_of_birth_is_found_without_a_network(day: dt.date, form: str, field: str) -> None:
    written = format(day, form)
    text = field.format(written)
    assert written in {s.text(text) for s in SURE.detect(view_of(text))}


@pytest.mark.parametrize("age", range(90, 116))
@pytest.mark.parametrize(
    "form", ["a {}-year-old man", "{} y/o", "{}yo F", "{} years old", "turned {} today."]
)
def test_an_age_of_ninety_and_more_is_found_without_a_network(age: int, form: str) -> None:
    text = form.format(age)
    assert str(age) in {s.text(text) for s in SURE.detect(view_of(text))}


@pytest.mark.parametrize(
    "text",
    [
        "pT3 N1 M0, I50.23, CPT 99213, software v3.17.21, host 10.3.17.21, count 45/67/89, tel 207-555-0138",
        "BP 120/80, HR 98, T 101 F, RR 16, SpO2 95%, wt 93 kg, Hgb 10.4, 300 mg, 98 units, 10 F pigtail",
        "20 pack-years, 5 years ago, for 10 years, 10-year risk 12%, bone age 12, age-appropriate, the 60s",
        "rest 6-8 weeks, CN 2-12 intact, type 5-6 stools, L4-L5, C5-6, at 40 mg, room 412, MRN 041719",
    ],
)
def test_sure_rules_leave_clinical_numbers_alone(text: str) -> None:
    assert [(s.text(text), s.evidence[0].name) for s in SURE.detect(view_of(text))] == []


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(alphabet="0123456789/-.: lOIySFMmarcht'\n", max_size=60))
def test_any_text_gives_sorted_spans_within_it(text: str) -> None:
    spans = DETECTOR.detect(view_of(text))
    assert spans == sorted(spans)
    assert all(s.end <= len(text) and s.text(text).strip() for s in spans)
