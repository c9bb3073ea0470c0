"""Holidays and the order of day and month are those of the country that the notes come from."""

import pytest

from case_notes import case_of, days_told


def test_bank_holidays_are_those_of_the_country_that_the_notes_come_from():
    note = "Clinic letter\n28th May 2019\n{}Return after the August bank holiday."
    days = [
        days_told(
            case_of("Letter\n21 October 2019\nSeen on 14/10/2019.", note.format(sign)), note.format(sign)
        )
        for sign in ("NHS clinic. ", "HSE clinic. ", "")
    ]
    assert days == ["08-26", "08-05", "08-05..08-26"]


@pytest.mark.parametrize(("sign", "days"), [("NHS clinic. ", "03-31"), ("", "05-12")])
def test_mothers_day_is_that_of_the_country_that_the_notes_come_from(sign, days):
    note = f"Clinic letter\n28th May 2019\n{sign}She was ill on Mother's Day."
    assert days_told(case_of("Letter\n21 October 2019\nSeen.", note), note) == days


def test_the_month_of_a_year_is_no_day_where_notes_write_the_day_first():
    letter = "Clinic letter\n28/05/2019\nDEXA Mar 17 was low, scan of [[DATE|Mar 17]]."
    plain = letter.replace("[[DATE|", "").replace("]]", "")
    assert days_told(case_of("Letter\nDate: 15/01/2019\nSeen.", plain), plain) == ";".join(
        ["2017-03-01..2017-03-31"] * 2
    )


def test_the_year_behind_a_month_or_an_apostrophe_is_no_day_where_the_day_stands_first():
    letter = "Clinic letter\n28/05/2019\nHIV negative [[DATE|06/18]], colitis since [[DATE|'09]]."
    plain = letter.replace("[[DATE|", "").replace("]]", "")
    others = "Letter\nDate: 15/01/2019\nSeen.", letter
    case = case_of(*others)
    id = next(n.note.id for n in case.notes if n.note.text == plain)
    days = [f"{e.when.first} {e.when.last}" for e in case.events if e.note == id][1:]
    assert days == ["2018-06-01 2018-06-30", "2009-01-01 2009-12-31"]
