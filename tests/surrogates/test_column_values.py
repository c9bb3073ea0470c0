"""Cells of columns that are not searched."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.policy import load_policy
from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator
from chartveil.surrogates.column_values import ColumnValues, is_day_first, read_date, zip3

VALUES = ColumnValues(bytes(range(32)), load_policy())
OTHER_KEY = ColumnValues(bytes(range(1, 33)), load_policy())


def cell(operator, text, patient="P1", newest=2024, **more):
    return VALUES.cell(ColumnChoice("c", ColumnOperator(operator), **more), text, patient, newest)


@pytest.mark.parametrize(
    "text",
    ["2024-07-13 14:02", "07/13/2024 1402", "2024-07-13T14:02:11Z", "7/13/24", "13-Jul-24", "20240713",
     "45486", "45486.58", "1720828800", "1720828800123", "202407131402", "July 13, 2024", "13.07.2024"],
)  # fmt: skip
def test_all_writings_of_a_day_move_to_one_day_and_keep_their_form(text):
    moved = cell("shift-date", text)
    assert read_date(moved).day == read_date(cell("shift-date", "2024-07-13")).day != dt.date(2024, 7, 13)
    assert [c.isdigit() for c in moved][-4:] == [c.isdigit() for c in text][-4:]


@settings(derandomize=True, deadline=None, max_examples=200)
@given(
    st.dates(dt.date(1960, 1, 1), dt.date(2024, 12, 31)), st.dates(dt.date(1960, 1, 1), dt.date(2024, 12, 31))
)
def test_intervals_between_dates_of_a_patient_are_exact(a, b):
    moved = [read_date(cell("shift-date", day.isoformat())).day for day in (a, b)]
    assert moved[1] - moved[0] == b - a


def test_a_date_of_nobody_or_none_at_all_becomes_empty():
    assert cell("shift-date", "2024-07-13", patient=None) == ""
    assert cell("shift-date", "unknown") == ""


def test_dates_that_tell_an_age_over_89_are_told_no_closer():
    assert cell("shift-date", "1901-02-03") == cell("shift-date", "1925-11-30") == "1934-01-01"
    assert cell("band", "02/03/1901") == "1934"


@pytest.mark.parametrize(
    ("operator", "text", "expected"),
    [
        ("top-code", "89", "89"),
        ("top-code", "91 y", "90+"),
        ("top-code", "95 mo", "95 mo"),
        ("top-code", "85-95", "90+"),
        ("top-code", "unknown", ""),
        ("band", "47", "45-49"),
        ("band", "101", "90+"),
        ("band", "2021-03-04", "2021"),
        ("zip3", "45402-1234", "454**"),
        ("zip3", "4401", "044**"),
        ("zip3", "03601", "000**"),
        ("zip3", "K1A 0B1", ""),
        ("mask", "Ann B", "███ █"),
        ("empty", "Ann", ""),
    ],
)
def test_coarser_cells(operator, text, expected):
    made = cell(operator, text)
    assert made == expected or (operator == "mask" and len(made) == len(text) and "A" not in made)


def test_codes_are_the_same_in_every_file_and_differ_by_key_and_value():
    assert cell("pseudonym", " a-17 ") == cell("pseudonym", "A-17", patient="P2")
    choice = ColumnChoice("c", ColumnOperator.PSEUDONYM)
    made = {VALUES.cell(choice, f"A-{n}", None) for n in range(2000)}
    assert len(made) == 2000
    assert made.isdisjoint(OTHER_KEY.cell(choice, f"A-{n}", None) for n in range(2000))
    assert cell("hash", "A-17") != cell("pseudonym", "A-17")


def test_what_is_encrypted_can_be_read_with_the_key_alone():
    made = cell("encrypt", "Ann Büchner")
    assert "Ann" not in made
    assert made == cell("encrypt", "Ann Büchner")
    assert made != OTHER_KEY.cell(ColumnChoice("c", ColumnOperator.ENCRYPT), "Ann Büchner", None)


def test_the_order_of_day_and_month():
    assert [is_day_first(t) for t in ("13/2/2024", "2/13/24", "2/3/2024", "2024-02-13", "Feb 3")] == [
        True, False, None, None, None
    ]  # fmt: skip
    assert zip3("") == ""
