"""Feasts of the moon, against the days on which they were kept."""

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
    ("holi", "2019-03-21 2019-03-22"), ("holi", "2023-03-07 2023-03-08"),
    ("dussehra", "2019-10-07 2019-10-08"),
    ("dasara", "2019-10-07 2019-10-08"),
    ("mahashivratri", "2018-02-13 2018-02-14"), ("mahashivratri", "2022-02-28 2022-03-01"),
])  # fmt: skip
def test_where_places_differed_it_is_a_range_of_both(name, days):
    found = moon_feast(name, int(days[:4]))
    assert f"{found.first} {found.last}" == days


# The first day of each, by daylight; of the Islamic ones that of most countries.
_BEGAN = {
    "eid al-fitr": "2016-07-06 2018-06-15 2019-06-05 2020-05-24 2021-05-13 2022-05-02 2023-04-21 2024-04-10",
    "eid al-adha": "2016-09-12 2018-08-21 2019-08-11 2020-07-31 2021-07-20 2022-07-09 2023-06-28 2024-06-16",
    "ramadan": "2018-05-17 2019-05-06 2020-04-24 2022-04-02 2023-03-23 2024-03-11",
    "rosh hashanah": "2016-10-03 2018-09-10 2019-09-30 2020-09-19 2021-09-07 2022-09-26 2023-09-16",
    "yom kippur": "2018-09-19 2019-10-09 2023-09-25",
    "passover": "2016-04-23 2018-03-31 2019-04-20 2020-04-09 2021-03-28 2022-04-16 2023-04-06 2024-04-23",
    "hanukkah": "2016-12-25 2018-12-03 2019-12-23 2020-12-11 2021-11-29 2022-12-19 2024-12-26",
    "purim": "2018-03-01 2019-03-21 2020-03-10 2024-03-24",
}


@pytest.mark.parametrize(("name", "day"), [(n, d) for n, days in _BEGAN.items() for d in days.split()])
def test_a_feast_of_the_islamic_or_hebrew_calendar_is_a_range_of_the_days_it_was_kept_on(name, day):
    found = moon_feast(name, int(day[:4]))
    assert 0 <= (dt.date.fromisoformat(day) - found.first).days <= 2
    assert (found.last - found.first).days <= 32


def test_eid_is_the_nearer_of_two():
    notes = "Clinic note\nDate: 08/20/2019\nAdmitted: 06/03/2019\n{}"
    assert prose(notes.format("She was ill on Eid.")).endswith("She was ill between day 69 and day 71.")
    assert prose(notes.format("She will be ill on Eid.")).endswith("between day 355 and day 357.")


def test_other_names_are_none_of_these():
    assert moon_feast("easter", 2019) is None


def test_a_note_may_tell_of_one():
    note = "Clinic note\nDate: 11/20/2018\nAdmitted: 11/05/2018\nShe was ill on Diwali, well by Bhai Dooj."
    shown = prose(note)
    assert "She was ill on day 2" in shown
    assert dt.date(2018, 11, 9) in {moon_feast("bhai dooj", 2018).first}
