"""What is told as sure, and what is a range of two readings or is not told: a wrong day is worse."""

import pytest

from case_notes import case_note, case_of, days_told
from chartveil.case_report.model import Basis, Certainty

_ADMITTED = "Admission note\nDate of admission: 03/06/2019\nPain."
_OPERATED = "Operation note\nDate of operation: 05/06/2019\nProcedure: laparotomy\nSurgeon: Mr X"
_LATER = "Letter\nDate: 14/10/2019\nWell."
# A Wednesday.
_HEAD = "Clinic note\nDate: 12/06/2019\n"


def _days(note, *others):
    return days_told(case_of(*(others or (_ADMITTED, _OPERATED, _LATER)), note), case_note(note).text)


@pytest.mark.parametrize(
    ("body", "days"),
    [
        # A plan or the first visit of a pregnancy.
        ("LMP 26/4/19, EDD 31/1/20. Booked 3rd January.", "04-26;2020-01-31;01-03..2020-01-03"),
        ("Hb 3rd January fine. Scan booked 19th September.", "01-03;09-19"),
        # No word tells the side, and the day lies nearer on the other.
        ("Immunology 4 May. Clinic 9 September.", "05-04;09-09"),
        ("Hold dose (was this Monday). Seen this Monday.", "06-10;06-10"),
        ("Hold dose (was this Friday).", "06-07..06-14"),
        # Nothing speaks against these.
        ("Fever since the 9th. Clinic on the 20th. Well till 28 April.", "06-09;06-20;04-28"),
        ("Worse since discharge on the 6th.", "06-06"),
    ],
)
def test_a_day_is_a_range_of_both_where_words_and_nearness_disagree(body, days):
    assert _days(_HEAD + body) == days


def test_a_range_of_two_readings_says_why():
    note = _HEAD + "LMP 26/4/19. Booked 3rd January."
    event = next(e for e in case_of(_ADMITTED, note).events if e.written == "3rd January")
    assert (event.certainty, event.reason) == (Certainty.RANGE, Basis.TWO_READINGS)


def test_the_request_of_a_report_may_tell_from_the_day_that_its_specimen_came():
    head = "PATHOLOGY\nRecd: 10/06/19   Final: 20/06/19\n"
    note = head + "Clinical: rash, burn 5 days back.\nSeen yesterday. Day 1 of meropenem = 14/6/19."
    assert _days(note) == "06-05..06-15;06-19;06-14;06-14"


def test_a_feast_that_was_kept_early_may_be_that_of_this_year():
    note = "ED note\nDate: 07/03/2019\nHurt by fireworks; family was doing [[DATE|the Fourth]] early."
    assert _days(note, "Admission\nDate of admission: 06/30/2019\nPain.") == "2018-07-04..07-04"


@pytest.mark.parametrize(
    ("body", "days"),
    [
        ("Catheter out POD 5.", "?"),
        ("She had a laparotomy on 05/06/2019, drain out POD 5.", "06-05;06-10"),
        ("13/10 POD 3 well. Staples out POD 8, note says POD 2.", "10-13;10-13;10-18;10-12"),
    ],
)
def test_a_count_far_from_its_operation_is_told_of_one_that_is_not_told(body, days):
    assert _days("Progress note\nDate: 14/10/2019\n" + body) == days


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("DOB 19/04/1960   Cycle 1 Day 1 R-CHOP (C1D1)\nNext C1D8.", "06-12;06-12;06-19"),
        (
            "Day   Date     dose\n1     12/6     25\n4     15/6     50\nSenna from day 8.",
            "06-12;06-12;06-15;06-15;06-19",
        ),
        ("Dad home Sat week. Sun fortnight at the beach.", "06-22;06-30"),
        ("Walked Friday 25 ft. Myocarditis window days 15-22.", "06-07"),
        ("Given 17-May-2019, rpt 19-May 2.2, 21-May 3.0", "05-17;05-19;05-21"),
        ("#   Due     Given    Comment\n1   11/4    18/4     late, texted Tuesday", "04-11;04-18;04-09"),
        ("Rituximab [[DATE|September 12, March 13, 2019]].", "2018-09-12;03-13"),
    ],
)
def test_what_is_beside_a_time_tells_what_it_counts_or_measures(written, days):
    note = _HEAD + written
    assert _days(note).replace("1960-04-19;", "") == days


@pytest.mark.parametrize(
    "head",
    [
        "DISCHARGE SUMMARY\nDOA 10.06.2019   DOS 11.06.2019   DOD 20.06.2019\n",
        "PATHOLOGY\nRecd: 10-06-19 16:20     Provisional: 12-06-19     Final: 20-06-19\n",
        "OPD     20.06.2019     6/12 visit\nSeen.\n",
    ],
)
def test_a_note_tells_from_the_day_it_was_written_and_not_from_those_beside_it(head):
    note = head + "Well since yesterday. Supplement 10/7."
    assert "06-19" in _days(note).split(";")
