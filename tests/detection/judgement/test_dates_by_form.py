import pytest

from build import find, shown
from chartveil.detection.judgement.dates_by_form import with_dates_by_form


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("20-FEB  27-FEB  01-MAR", ["20-FEB", "27-FEB", "01-MAR"]),
        ("20/Feb | 27/Feb", ["20/Feb", "27/Feb"]),
        ("20-FEB 15-MAR", ["20-FEB", "15-MAR"]),
        ("20-FEB-15 15-MAR-15", ["20-FEB-15", "15-MAR-15"]),
        ("20-FEB-2015\t27-FEB-2015", ["20-FEB-2015", "27-FEB-2015"]),
        ("20-FEB", ["20-FEB"]),
        ("03-MAI  15-DEZ", ["03-MAI", "15-DEZ"]),
        ("05MAR2019", ["05MAR2019"]),
    ],
)
@pytest.mark.parametrize("label", ["DOCTOR", "HOSPITAL", "CITY", "AGE"])
def test_what_is_days_in_all_its_text_is_dates(written, days, label):
    text = f"Test  Units  {written}  Range"
    found = with_dates_by_form(text, [find(text, written, label, 0.9)])
    assert shown(text, found) == [("DATE", day) for day in days]


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("April 12", "PATIENT"),
        ("April May", "PATIENT"),
        ("Jan 5, June 7", "RELATIVE"),
        ("5 Jan  7 June", "RELATIVE"),
        ("June Marsh", "PATIENT"),
        ("May", "DOCTOR"),
        ("Unit 4 May Ward", "HOSPITAL"),
        ("12-MAR-0042", "IDNUM"),
        ("41-FEB", "DOCTOR"),
        ("20-FEB ward", "HOSPITAL"),
    ],
)
def test_what_is_not_only_days_keeps_its_label(written, label):
    text = f"seen {written} today"
    span = find(text, written, label, 0.9)
    assert with_dates_by_form(text, [span]) == [span]
