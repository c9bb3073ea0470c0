"""The rules for contacts and ids together: what must be found in any form, what looks like it and is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.rules import build_rules
from chartveil.detection.rules.engine import RuleDetector

from .rule_cases import view_of

RULES = tuple(r for r in build_rules().rules if r.family in ("contacts", "ids"))
DETECTOR = RuleDetector(RULES, seconds=5)


@pytest.mark.parametrize(
    "text",
    [
        "Na 138, K 4.1, Cl 104, CO2 24, BUN 18, Cr 0.9, glucose 112, WBC 7800, plt 233,000, Hgb 11.2 g/dL",
        "T 98.6 F, 101 F, BP 120/80, HR 72, RR 16, SpO2 98% on RA, wt 81.2 kg, BMI 24.1, A1c 10.9, K+ 4.4",
        "metoprolol 25 mg BID, heparin 5000 units, KCl 20 mEq, 18 gauge, 3/16 inch, 500 mL/h, exp 8/21",
        "CPT 99214-25, ICD-10 E11.9, J44.1, LOINC 718-7, NDC 0002-7510-01, RxNorm 197361, NCT01234567",
        "Gleason 3+4=7, BI-RADS 4, pT2N0M0, ECOG 1, GCS 15, Apgar 8/9, MMSE 27/30, CHA2DS2-VASc 3",
        "BRCA1 c.5266dupC, EGFR L858R, TP53 g.7578395G>C, CD19, HLA-B27, FK506, COVID-19",
        "at 0730, 14:25, 2300-0400, in 2019, on 03/17/2019, 2019-03-17, 20190317; week 24 of 40; L4-L5, C5/6",
        "Room 412, bed 4, bay 12, page 3 of 9, step 2, 911 or 988, v2.14.1, series 5 image 33/68, Station 7",
        "PLT 233 150-400, WBC 7.1 4500-11000, cell 150-400, extension 30, ext 2+, vitals x2, LM x2, A/C 14",
    ],
)
def test_clinical_numbers_are_left_alone(text: str) -> None:
    assert [(s.text(text), s.evidence[0].name) for s in DETECTOR.detect(view_of(text))] == []


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.sampled_from(
        ["MRN: {}", "Chart # {}", "Acct {}", "Member ID {}", "S/N {}", "Accession no. {}", "NPI: {}"]
    ),
    st.from_regex(r"(?:[A-Z]{1,3}-?)?[1-9][0-9]{5,9}", fullmatch=True),
)
def test_a_number_in_its_field_is_found_whole(form: str, number: str) -> None:
    text = form.format(number) + "  seen today"
    assert any(s.text(text) == number for s in DETECTOR.detect(view_of(text)))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.from_regex(r"[2-9][0-9]{2}[-. ][2-9][0-9]{2}[-. ][0-9]{4}", fullmatch=True))
def test_every_ten_digit_number_is_found_whole(number: str) -> None:
    text = f"Call {number}, ask for the nurse."
    assert any(s.text(text) == number for s in DETECTOR.detect(view_of(text)))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.sampled_from("-. "), st.from_regex(r"[1-5][0-9]{2} [1-9][0-9] [1-9][0-9]{3}", fullmatch=True))
def test_every_social_security_number_is_found_whole(separator: str, number: str) -> None:
    written = number.replace(" ", separator)
    text = f"He is {written}, she said."
    assert any(s.text(text) == written for s in DETECTOR.detect(view_of(text)))


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.text(alphabet="0123456789-/.:#()@ lOIxXMRNSacctedox|^\n\t", max_size=80))
def test_any_text_gives_sorted_spans_within_it(text: str) -> None:
    spans = DETECTOR.detect(view_of(text))
    assert spans == sorted(spans)
    assert all(s.end <= len(text) for s in spans)


def test_long_texts_without_line_ends_stay_quick() -> None:
    text = "MRN 12-34 " * 2000 + "1" * 20000 + "a." * 5000 + "x@" * 5000 + "one two " * 2000
    assert DETECTOR.detect(view_of(text)) == DETECTOR.detect(view_of(text))
