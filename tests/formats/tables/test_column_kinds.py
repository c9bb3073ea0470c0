"""What single cells of a column of names hold."""

import pytest

from chartveil.domain.labels import Label
from chartveil.formats.tables.column_kinds import label_of_cell


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
