"""Names, places, organisations and occupations by rule: tables of cases, and what holds for any text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.rules.engine import RuleDetector
from chartveil.detection.rules.names import rules as names
from chartveil.detection.rules.organizations import rules as organizations
from chartveil.detection.rules.places import rules as places
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import StageError
from chartveil.domain.tokenized_text import TokenizedText

from .rule_cases import Case, Family, check, load_cases, untested

FAMILIES = (
    Family("names", names.RULES, names.VETOES),
    Family("places", places.RULES, places.VETOES),
    Family("organizations", organizations.RULES, organizations.VETOES),
)
CASES = load_cases("names.jsonl", "places.jsonl", "organizations.jsonl")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.place)
def test_case(case: Case) -> None:
    check(case, FAMILIES)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_every_rule_has_cases_of_both_kinds(family: Family) -> None:
    assert untested(family, CASES) == []


DETECTOR = RuleDetector(
    names.RULES + places.RULES + organizations.RULES, names.VETOES + places.VETOES + organizations.VETOES
)
PIECES = st.sampled_from(
    "Dr. |Mr |Name: |Patient  |, |MD|RN |Jane|ROE|van |der |O'|-|(|)|\"|wife |son,|at |in |St. |12 |Main |"
    "Street|, OH |44907|Hospital|Clinic|works as a |roofer|J.|\n|  |^|PID|é|l|0|/|by |=|: |’s ".split("|")
)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_spans_lie_in_the_text_and_are_no_blanks(text: str) -> None:
    spans = DETECTOR.detect(TokenizedText(Document(text, DocumentSource("case", "txt", "0" * 64))))
    for span in spans:
        assert span.end <= len(text)
        assert span.text(text).strip() == span.text(text), span
    assert spans == sorted(spans, key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))


def test_the_same_text_gives_the_same_spans() -> None:
    text = "\n".join(c.text for c in CASES)
    first, second = (
        DETECTOR.detect(TokenizedText(Document(text, DocumentSource("case", "txt", "0" * 64)))) for _ in "ab"
    )
    assert [(s, s.evidence) for s in first] == [(s, s.evidence) for s in second]


def test_a_cue_that_takes_too_long_is_an_error() -> None:
    text = "RE: " + "Patient: " * 20000
    with pytest.raises(StageError):
        RuleDetector(places.RULES + names.RULES, seconds=1e-9).detect(
            TokenizedText(Document(text, DocumentSource("case", "txt", "0" * 64)))
        )
