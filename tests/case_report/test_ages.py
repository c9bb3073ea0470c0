"""Ages of persons become bands; everything else that counts years, months and days stays."""

import pytest

from chartveil.case_report.ages import age_band, find_ages
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, Span, apply_replacements


def _banded(text):
    made = [Replacement(a.start, a.end, a.text, a.label) for a in find_ages(text)]
    return apply_replacements(text, made)


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("A 43-year-old woman", "A 40- to 44-year-old woman"),
        ("a 79 year old man", "a 75- to 79-year-old man"),
        ("An 18-year-old and his 83-year-old aunt", "A 15- to 19-year-old and his 80- to 84-year-old aunt"),
        ("She is 43 years old.", "She is 40 to 44 years old."),
        ("Age: 43  Sex: F", "Age: 40 to 44  Sex: F"),
        ("54M with cough", "50- to 54-year-old male with cough"),
        ("Mrs Ott, 54 yrs/F, cough", "Mrs Ott, 50- to 54-year-old/F, cough"),
        ("6 wk 3 d chronologic, 34 weeks PMA", "4 to 7 weeks chronologic, 34 weeks PMA"),
        ("91 y/o lady", "90-or-more-year-old lady"),
        ("He turned 30 in May.", "He reached the age of 30 to 34 in May."),
        ("On her 40th birthday she fell.", "At the age of 40 to 44 she fell."),
        ("died at the age of 61", "died at the age of 60 to 64"),
        ("children aged 4 and 9", "children aged 2 to 4 and 5 to 9"),
        ("a 7-week-old boy", "a 4- to 7-week-old boy"),
        ("a 14-month-old girl", "a 12- to 17-month-old girl"),
        ("Kofi is 10 weeks 4 days old.", "Kofi is 8 to 12 weeks old."),
        ("3 months 3 weeks (2 months corrected)", "3 to 5 months (1 to 2 months corrected)"),
        ("34 y.o. woman", "30- to 34-year-old woman"),
        ("A 34yrs female", "A 30- to 34-year-old female"),
        ("34 y G1P0 for a scan", "30- to 34-year-old G1P0 for a scan"),
        ("Husband 38 yrs, well", "Husband 35 to 39 years, well"),
        ("Newborn, 2 days", "Newborn, 0 to 6 days"),
        ("a toddler of 2 at home", "a toddler of 2 to 4 at home"),
        ("a three-day-old neonate", "a 0- to 6-day-old neonate"),
        ("DOL 5: feeding", "age 0 to 6 days: feeding"),
        ("Yazhini, 7th standard, reads", "Yazhini, secondary school, reads"),
        ("he is in grade 11.", "he is at secondary-school age."),
        ("an eighth grader", "a secondary-school pupil"),
        ("asthma since third grade", "asthma at primary-school age"),
        ("seventy-one-year-old man", "70- to 74-year-old man"),
    ],
)
def test_an_age_becomes_a_band(text, becomes):
    assert _banded(text)[:1].lower() + _banded(text)[1:] == becomes[:1].lower() + becomes[1:]


@pytest.mark.parametrize(
    "text",
    [
        "She is 6 months pregnant.",
        "at 31 weeks of gestation",
        "a 10-year history of gout",
        "a 3-month-old fracture and a 2-year-old stent",
        "5-year survival was 40%",
        "prednisolone 40 mg for 12 days",
        "14F catheter, 8 M units",
        "Came with fever 102 F, chills.",
        "In her twenties she smoked.",
        "The patient was turned 30 degrees.",
        "sodium 138, age-adjusted",
    ],
)
def test_what_is_no_age_of_a_person_stays(text):
    assert _banded(text) == text


def test_bands_hold_every_age_once():
    for unit, most in (("days", 27), ("weeks", 25), ("months", 23), ("years", 120)):
        for age in range(2 if unit == "years" else 0, most + 1):
            low, high, given = age_band(age, unit)
            assert given == unit
            assert low <= age <= (high if high is not None else age)


def test_a_value_behind_a_name_is_no_age():
    span = Span(0, 5, Label.PATIENT, 1.0)
    assert not find_ages("Ito R 7.9 (8.4), then 3.1 kg.", [span])
    assert [a.text for a in find_ages("Ito R, 79. Well.", [span])] == ["75 to 79"]
