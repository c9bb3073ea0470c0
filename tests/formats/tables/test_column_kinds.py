"""What single cells of a column of names hold."""

import pytest

from chartveil.domain.labels import Label
from chartveil.formats.tables.column_kinds import (
    column_kinds,
    is_measure,
    kind_of_header,
    kind_of_key,
    label_of_cell,
)


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


@pytest.mark.parametrize(
    "cell",
    "mg/dL|10^3/uL|x10*6/uL|mL/min/1.73m2|%|U/L|K/uL|mm Hg|cmH2O|°C|mg/g creat|/HPF|copies/mL|ng/mL FEU|"
    "beats/min|cells/mcL|units/kg/hr".split("|"),
)
def test_units_stay_in_columns_of_units(cell):
    assert column_kinds()["unit"].has_form(cell)


@pytest.mark.parametrize(
    "cell", "Kestrel Ward|Otto Krantz|83920174|617-555-0142|Maple|KRANTZ|4 West|mg Krantz|12345 mg".split("|")
)
def test_wards_people_and_numbers_do_not_pass_for_units(cell):
    assert not column_kinds()["unit"].has_form(cell)


@pytest.mark.parametrize("cell", ["KRANT", "SMITH", "48213-A", "Krantz"])
def test_words_of_four_letters_do_not_pass_for_codes(cell):
    assert not column_kinds()["code"].has_form(cell)


@pytest.mark.parametrize("cell", "99213 E11.9 LT 25 GT J1885 4548-4 ABCD12 0002-8215-01".split())
def test_codes_stay(cell):
    assert column_kinds()["code"].has_form(cell)


@pytest.mark.parametrize(
    ("cell", "stays"),
    [
        ("$1,204.50", True),
        ("(85.00)", True),
        ("1204567.25", True),
        ("980", True),
        ("512489037", False),  # nine figures are a social security number's
        ("83920174", False),
    ],
)
def test_amounts_stay_and_numbers_of_people_do_not_pass_for_them(cell, stays):
    assert column_kinds()["money"].has_form(cell) is stays


@pytest.mark.parametrize(
    ("cell", "measures"),
    [
        ("70-99", True),
        ("150-4500", True),
        ("3.5-5.1", True),
        ("120/110", True),
        ("10-5", True),
        ("<5", True),
        ("555-0142", False),
        ("4471-2096", False),
        ("01602-1234", False),
        ("4471/2096", False),
    ],
)
def test_the_figures_of_a_range_ascend(cell, measures):
    assert is_measure(cell) is measures


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("Provider Code", "provider_number"),
        ("Ordering MD code", "provider_number"),
        ("Patient Code", "patient_id"),
        ("Patient Index", "patient_id"),
        ("Resident Code", "patient_id"),
        ("SSN Value", "official_number"),
        ("Phone Line", "official_number"),
        ("Facility Code", "record_id"),
        ("DOB value", "date"),
        ("Area Code", "address"),
        ("Diagnosis Code", "code"),
        ("Type Code", "code"),
        ("Order Line", "code"),
        ("Claim line", "code"),
        ("Test Value", "result"),
        ("Sex code", "sex"),
        ("Line", "code"),
        ("Unit", "unit"),
    ],
)
def test_a_code_or_value_of_somebody_is_theirs(header, kind):
    found = kind_of_header(header)
    assert found is not None
    assert found.name == kind


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("DOB", "date"),
        ("Patient Name", "patient_name"),
        ("MRN", "patient_id"),
        ("Emergency contact", "relative_name"),
        ("Age", "age"),
        ("Zip code", "zip"),
        ("Hemoglobin", "vital_sign"),
    ],
)
def test_a_field_s_name_tells_what_stands_beside_it(key, kind):
    found = kind_of_key(key)
    assert found is not None
    assert found.name == kind


@pytest.mark.parametrize(
    "key", ["Contact", "PT", "E. T.", "Number of drinks", "Patient position", "Seen your doctor?", ""]
)
def test_other_cells_are_no_names_of_fields(key):
    assert kind_of_key(key) is None
