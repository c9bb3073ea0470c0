"""What single cells of a column of names hold."""

import pytest

from chartveil.domain.labels import Label
from chartveil.formats.tables.column_kinds import column_kinds, label_of_cell


@pytest.mark.parametrize(
    ("column", "cell", "label"),
    [
        ("DOCTOR", "Lakeside Urology Partners", "HOSPITAL"),
        ("DOCTOR", "ELM ROAD FAMILY PRACTICE", "HOSPITAL"),
        ("PATIENT", "Northfield Eye Center", "HOSPITAL"),
        ("DOCTOR", "Dr. Ottilie Krantz", "DOCTOR"),
        ("DOCTOR", "Care, Melvin", "HOSPITAL"),
        ("DOCTOR", "Center", "DOCTOR"),  # one word may be a surname
        ("HOSPITAL", "Dr. Ottilie Krantz", "DOCTOR"),
        ("HOSPITAL", "Krantz, Ottilie NP", "DOCTOR"),
        ("HOSPITAL", "Lakeside Urology", "HOSPITAL"),
        ("HOSPITAL", "St. Brendan's", "HOSPITAL"),
        ("PHONE", "none", "PHONE"),
    ],
)
def test_a_cell_is_what_its_words_say(column, cell, label):
    assert label_of_cell(Label(column), cell) is Label(label)


@pytest.mark.parametrize(
    ("column", "cell", "stays"),
    [
        ("DOCTOR", "Front Desk", True),
        ("DOCTOR", "N/A", True),
        ("RELATIVE", "unknown", True),
        ("ORGANIZATION", "Self-Employed", True),
        ("ORGANIZATION", "retired", True),
        ("PROFESSION", "Unemployed", True),
        ("PATIENT", "Self", False),  # somebody's surname
        ("PATIENT", "Desk", False),
        ("DOCTOR", "Retired", False),
        ("ORGANIZATION", "Retired Riders Club", False),
    ],
)
def test_cells_that_name_nobody_stay(column, cell, stays):
    assert (label_of_cell(Label(column), cell) is None) is stays


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        ("test", "K"),
        ("test", "Cl"),
        ("test", "Cr"),
        ("test", "Na, serum"),
        ("test", "Hgb/Hct"),
        ("test", "SpO2"),
        ("test", "HCO3-"),
        ("test", "Wt"),
        ("test", "Phos"),
        ("test", "Glu (fasting)"),
        ("drug", "KCl"),
        ("drug", "IN"),
        ("diagnosis", "Peanut"),
        ("diagnosis", "dye, latex"),
        ("procedure", "BUN + Cr"),
        ("result", "Clinda"),
        ("procedure", "HepB"),
        ("procedure", "Zoster"),
        ("procedure", "Tdap"),
        ("procedure", "MenACWY"),
        ("procedure", "PCV13"),
        ("procedure", "DTaP/IPV/Hib"),
    ],
)
def test_short_clinical_terms_stay_in_clinical_columns(kind, cell):
    assert column_kinds()[kind].has_form(cell)


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        ("test", "Cole"),
        ("test", "Al Ross"),
        ("test", "E. T."),
        ("test", "K Ross"),
        ("test", "Hickman"),
        ("test", "E. Krantz"),
        ("procedure", "Burch"),
        ("drug", "Krantz, Ottilie"),
        ("diagnosis", "Addison"),
        ("patient_name", "Li"),
        ("provider_name", "Cord"),
        ("facility", "K"),
    ],
)
def test_names_and_columns_of_people_have_no_short_terms(kind, cell):
    assert not column_kinds()[kind].has_form(cell)
