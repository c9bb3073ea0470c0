"""The rules for contacts and ids: tables of cases, validators, cues, and what holds for any text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.rules import checks, contacts
from chartveil.detection.rules.engine import RuleDetector
from chartveil.detection.rules.ids import rules as ids
from chartveil.detection.rules.ids.cued import fold_cue, label_by_cue
from chartveil.detection.rules.ids.logins import looks_like_login
from chartveil.domain import check_digits
from chartveil.domain.labels import Label, LabelGroup

from .rule_cases import Case, Family, check, load_cases, untested, view_of

CONTACTS = Family("contacts", contacts.RULES, contacts.VETOES)
IDS = Family("ids", ids.RULES, ids.VETOES)
FAMILIES = (CONTACTS, IDS)
CONTACT_RULES = RuleDetector(contacts.RULES, contacts.VETOES)
ID_RULES = RuleDetector(ids.RULES, ids.VETOES)
CASES = load_cases("contacts.jsonl", "ids.jsonl")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.place)
def test_case(case: Case) -> None:
    check(case, FAMILIES)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_every_rule_and_veto_has_cases(family: Family) -> None:
    assert untested(family, CASES) == []


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_rules_are_explained_and_of_their_group(family: Family) -> None:
    group = LabelGroup.CONTACT if family is CONTACTS else LabelGroup.ID
    for rule in family.rules:
        assert rule.description
        assert 0 < rule.score <= 1
        labels = {label for _, label in rule.label_groups} or {rule.label}
        assert {label.group for label in labels if label not in (Label.USERNAME, Label.PHONE)} <= {group}


@pytest.mark.parametrize(
    ("valid", "good", "bad"),
    [
        (check_digits.is_npi, "1234567893", "1234567890"),
        (check_digits.is_dea_number, "AB1234563", "AB1234564"),
        (check_digits.is_vin, "1HGCM82633A004352", "1HGCM82643A004352"),
        (check_digits.is_vin, "11111111111111111", "11111111211111111"),
        (checks.mbi, "1EG4-TE5-MK73", "1EG4-TE5-MKI3"),
        (checks.ssn, "412-55-7731", "000-55-7731"),
        (check_digits.is_nhs_number, "943 476 5919", "943 476 5918"),
        (checks.iban, "DE89 3704 0044 0532 0130 00", "DE88 3704 0044 0532 0130 00"),
        (check_digits.passes_luhn, "4111 1111 1111 1111", "4111 1111 1111 1112"),
        (checks.ipv4, "172.20.9.143", "172.20.9.256"),
        (checks.ipv6, "2001:db8:41::9f", "10:10:00"),
        (checks.is_possible_phone, "+44 20 7946 0182", "+44 12"),
        (checks.is_possible_phone, "0049 170 5550192", "00999 1"),
        (checks.is_possible_phone, "+44 (0)20 7946 0182", "+44 (0)20 7946"),
        (checks.is_possible_phone, "+1 555 010 0199", "+1 555 0100"),
        (checks.is_possible_phone, "+353 1 555 0123", "+210 555 0123"),
        (checks.looks_like_date, "3/17/2019", "13/45/2019"),
        (checks.looks_like_date, "2019-03-17", "33-90-12"),
        (checks.looks_like_timestamp, "201411232219", "77411232219"),
    ],
)
def test_check_digits_and_shapes(valid: object, good: str, bad: str) -> None:
    assert callable(valid)
    assert valid(good)
    assert not valid(bad)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(min_value=100_000_000, max_value=299_999_999), st.integers(min_value=0, max_value=9))
def test_one_last_digit_in_ten_makes_an_npi(body: int, digit: int) -> None:
    right = [d for d in range(10) if check_digits.is_npi(f"{body}{d}")]
    assert len(right) == 1
    assert check_digits.is_npi(f"{body}{digit}") == (digit == right[0])


@pytest.mark.parametrize(
    ("misread", "cue"),
    [
        ("Mernber 1D", "member id"),
        ("NPl", "npi"),
        ("5/N", "s/n"),
        ("Seria1", "serial"),
        ("M R N", "mrn"),
        ("A.C.C.", "acc"),
    ],
)
def test_a_misread_cue_folds_to_the_cue(misread: str, cue: str) -> None:
    assert fold_cue(misread) == fold_cue(cue)
    assert fold_cue(cue) in label_by_cue()


def test_a_valid_check_digit_raises_the_score_and_a_wrong_one_still_counts() -> None:
    def score(text: str) -> float:
        return max(s.score for s in ID_RULES.detect(view_of(text)) if s.label is Label.LICENSE)

    assert score("NPI 1234567893") > score("NPI 1234567890") >= 0.9


@pytest.mark.parametrize("token", ["kmoyer", "dwhitfield", "jdoe4", "tx_amori", "l.marchetti", "KHOLLIS"])
def test_logins_are_told_from_words(token: str) -> None:
    assert looks_like_login(token)


@pytest.mark.parametrize(
    "token", ["nursing", "provider", "them.dentistry", "scheduled", "thrombus", "STAFF", "a1"]
)
def test_words_are_no_logins(token: str) -> None:
    assert not looks_like_login(token)


@pytest.mark.parametrize(
    "text",
    [
        "Na 138, K 4.1, Cl 104, CO2 24, BUN 18, Cr 0.9, glucose 112, WBC 7800, plt 233,000, Hgb 11.2 g/dL",
        "T 98.6 F, BP 120/80, HR 72, RR 16, SpO2 98% on RA, wt 81.2 kg, BMI 24.1",
        "metoprolol 25 mg BID, heparin 5000 units, KCl 20 mEq, 18 gauge, 3/16 inch needle, 500 mL/h",
        "CPT 99214-25, ICD-10 E11.9, J44.1, LOINC 718-7, NDC 0002-7510-01, RxNorm 197361, NCT01234567",
        "Gleason 3+4=7, BI-RADS 4, pT2N0M0, ECOG 1, GCS 15, Apgar 8/9, MMSE 27/30, CHA2DS2-VASc 3",
        "BRCA1 c.5266dupC, EGFR L858R, TP53 g.7578395G>C, CD19, HLA-B27, FK506, COVID-19",
        "at 0730, 14:25, 2300-0400, in 2019, on 03/17/2019, 2019-03-17, 20190317; week 24 of 40; L4-L5, C5/6",
        "Room 412, bed 4, bay 12, page 3 of 9, step 2, 911 or 988, v2.14.1, series 5 image 33/68",
    ],
)
def test_clinical_numbers_are_left_alone(text: str) -> None:
    found = CONTACT_RULES.detect(view_of(text)) + ID_RULES.detect(view_of(text))
    assert [(s.text(text), s.evidence[0].name) for s in found] == []


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.sampled_from(
        ["MRN: {}", "Chart # {}", "Acct {}", "Member ID {}", "S/N {}", "Accession no. {}", "NPI: {}"]
    ),
    st.from_regex(r"(?:[A-Z]{1,3}-?)?[1-9][0-9]{5,9}", fullmatch=True),
)
def test_a_number_after_a_sure_cue_is_found_whole(form: str, number: str) -> None:
    text = form.format(number) + "  seen today"
    spans = ID_RULES.detect(view_of(text))
    assert any(s.text(text) == number and s.score >= 0.6 for s in spans)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.from_regex(r"[2-9][0-9]{2}[-. ][2-9][0-9]{2}[-. ][0-9]{4}", fullmatch=True))
def test_every_ten_digit_number_is_found_whole(number: str) -> None:
    text = f"Call {number}, ask for the nurse."
    assert any(s.text(text) == number for s in CONTACT_RULES.detect(view_of(text)))


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.text(alphabet="0123456789-/.:#()@ lOIxXMRNSacctedox|^\n\t", max_size=80))
def test_any_text_gives_sorted_spans_within_it(text: str) -> None:
    detector = RuleDetector(contacts.RULES + ids.RULES, contacts.VETOES + ids.VETOES)
    spans = detector.detect(view_of(text))
    assert spans == sorted(spans)
    assert all(s.end <= len(text) for s in spans)
    assert detector.detect(view_of(text)) == spans


def test_long_texts_without_line_ends_stay_quick() -> None:
    text = "MRN 12-34 " * 2000 + "1" * 20000 + "a." * 5000 + "x@" * 5000 + "one two " * 2000
    detector = RuleDetector(contacts.RULES + ids.RULES, contacts.VETOES + ids.VETOES, seconds=5)
    assert detector.detect(view_of(text))
