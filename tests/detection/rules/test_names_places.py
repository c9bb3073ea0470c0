"""The rules for names, places and organisations together: any text, and what they leave alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.rules.engine import RuleDetector
from chartveil.detection.rules.rule_files import load_rules

from .rule_cases import view_of

RULES = tuple(r for r in load_rules() if r.family in ("names", "places", "organizations"))
DETECTOR = RuleDetector(RULES, seconds=5)
PIECES = st.sampled_from(
    "Dr. |Mr |Name: |Patient  |, |MD|RN |Jane|ROE|van |der |O'|-|(|)|\"|wife |son,|at |in |St. |12 |Main |"
    "Street|, OH |44907|Hospital|Clinic|works as a |roofer|J.|\n|  |^|PID|é|l|0|/|by |=|: |’s ".split("|")
)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_spans_lie_in_the_text_and_are_no_blanks(text: str) -> None:
    spans = DETECTOR.detect(view_of(text))
    for span in spans:
        assert span.end <= len(text)
        assert span.text(text).strip() == span.text(text), span
    assert spans == sorted(spans, key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))


@pytest.mark.parametrize(
    "text",
    [
        "12 LEAD ST ELEVATION, 2 view chest, 5 mg daily, ADVAIR 250/50 BID. 200 feet down the road",
        "PCP: none\nPatient: is a good historian\nPt: denies pain\nNext of kin: none\nProvider: great",
        "Mother has HTN, father with diabetes. FATHER, CAD. wife states he fell; social worker notified",
        "seen by the doctor, caused by staph, as described by the team; ms. failed splinting; 8 Fr catheter",
        "CBC, BMP, MRI done; ICU bed; VA 20/40 OD; at the hospital; wound clinic; Medicare and Medicaid",
    ],
)
def test_clinical_words_are_left_alone(text: str) -> None:
    assert [(s.text(text), s.evidence[0].name) for s in DETECTOR.detect(view_of(text))] == []


def test_long_texts_without_line_ends_stay_quick() -> None:
    text = (
        "Patient: " * 2000
        + "Mr. Roe " * 2000
        + "A" * 20000
        + "O'" * 5000
        + "12 Main " * 2000
        + "Jane A. " * 2000
    )
    assert DETECTOR.detect(view_of(text)) == DETECTOR.detect(view_of(text))
