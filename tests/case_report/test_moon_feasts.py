"""Feasts of the new moon, against the days on which they were kept."""

import datetime as dt

import pytest

from case_notes import prose
from chartveil.case_report.times.moon_feasts import moon_feast

_KEPT = {
    "diwali": "2015-11-11 2016-10-30 2017-10-19 2018-11-07 2019-10-27 2020-11-14 2021-11-04 2022-10-24",
    "mahashivratri": "2016-03-07 2017-02-24 2019-03-04 2020-02-21 2021-03-11 2023-02-18",
    "chinese new year": "2011-02-03 2012-01-23 2014-01-31 2016-02-08 2018-02-16 2020-01-25 2021-02-12",
}


@pytest.mark.parametrize(("name", "day"), [(n, d) for n, days in _KEPT.items() for d in days.split()])
def test_a_feast_is_on_the_day_it_was_kept(name, day):
    found = moon_feast(name, int(day[:4]))
    assert (str(found.first), found.is_exact) == (day, True)


@pytest.mark.parametrize(("name", "days"), [
    ("diwali", "2013-11-02 2013-11-03"), ("diwali", "2024-10-31 2024-11-01"),
    ("mahashivratri", "2018-02-13 2018-02-14"), ("mahashivratri", "2022-02-28 2022-03-01"),
])  # fmt: skip
def test_where_places_differed_it_is_a_range_of_both(name, days):
    found = moon_feast(name, int(days[:4]))
    assert f"{found.first} {found.last}" == days


def test_other_names_are_none_of_these():
    assert moon_feast("easter", 2019) is None


def test_a_note_may_tell_of_one():
    note = "Clinic note\nDate: 11/20/2018\nAdmitted: 11/05/2018\nShe was ill on Diwali, well by Bhai Dooj."
    shown = prose(note)
    assert "She was ill on day 2" in shown
    assert dt.date(2018, 11, 9) in {moon_feast("bhai dooj", 2018).first}
