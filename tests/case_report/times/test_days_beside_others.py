"""Days that are told by what stands beside them: a date behind a feast, an entry's head, the days around."""

import pytest

from case_notes import case_note, case_of, days_told

_OTHERS = "Admission note\nDate of admission: 06/03/2019\nShe came.", "Clinic note\nDate: 10/21/2019\nSeen."
# A Wednesday.
_HEAD = "Clinic note\nDate: 06/12/2019\n"


def _days(body, *others):
    note = _HEAD + body
    return days_told(case_of(*(others or _OTHERS), note), case_note(note).text)


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("Hunted on [[DATE|opening day]], June 8, from a blind.", "06-08"),
        ("Hurt on [[DATE|prom night]], June 8.", "06-08"),
        ("Fell at [[DATE|field day]], last Friday.", "06-07"),
        ("Ill since [[DATE|homecoming]] (June 8).", "06-08"),
        ("Fell on [[DATE|show day]], the 8th of June.", "06-08"),
        ("Ill since [[DATE|homecoming]]. June 8 she fell.", None),
        ("Ill since [[DATE|homecoming]], born June 8, 1990.", None),
    ],
)
def test_a_day_that_no_calendar_has_is_the_date_right_behind_it(body, day):
    told = _days(body).split(";")
    assert told[0] == (day or "?")


@pytest.mark.parametrize(
    "course",
    ["steroid day 1", "IVIG day 2", "ceftriaxone day 4", "chemo day 3", "insulin day 2", "ECT day 1"],
)
def test_a_day_of_a_course_at_the_head_of_an_entry_is_the_day_of_the_entry(course):
    assert _days(f"Seen.\n[[DATE|6/13]] {course}. No fever.\n[[DATE|6/14]] well.").split(";")[1] == "06-13"


@pytest.mark.parametrize(
    ("told", "chart", "day"),
    [
        # A day that words tell, or a year that stands first.
        ("Clinic note\n5 November 2019\nSeen.", "Ward chart\n05/11/2019 Admitted.", "2019-11-05"),
        ("Clinic note\nNov 5, 2019\nSeen.", "Ward chart\n05/11/19 Admitted.", "2019-11-05"),
        ("Clinic note\n2019-11-05\nSeen.", "Ward chart\n05.11.2019 Admitted.", "2019-11-05"),
        ("Clinic note\nMay 11, 2019\nSeen.", "Ward chart\n05/11/2019 Admitted.", "2019-05-11"),
        ("Clinic note\n2019-05-11\nSeen.", "Ward chart\n05/11/19 Admitted.", "2019-05-11"),
        ("Clinic note\n12 November 2019\nSeen.", "Ward chart\n05/11/2019 In.\n08/11/2019 Out.", "2019-11-05"),
        ("Clinic note\n12 November 2019\nSeen.", "Ward chart\n05/11/2019 May be chance.", "2019-05-11"),
        # The entries of a chart, one a day.
        (
            "Clinic note\n20 August 2019\nSeen.",
            "Ward chart\n05/11/2019 Admitted.\n06/11/2019 Well.\n07/11/2019 Home.",
            "2019-11-05",
        ),
        (
            "Clinic note\n20 August 2019\nSeen.",
            "Ward chart\n11/05/2019 Admitted.\n11/06/2019 Well.\n11/07/2019 Home.",
            "2019-11-05",
        ),
        (
            "Clinic note\n20 August 2019\nSeen.",
            "Ward chart\n05/11/2019 Admitted.\n07/11/2019 Well.\n10/11/2019 Home.",
            "2019-11-05",
        ),
        # Nothing tells: the month stands first.
        ("Clinic note\n20 August 2019\nSeen.", "Ward chart\n05/11/2019 Admitted.", "2019-05-11"),
    ],
)
def test_days_beside_a_date_tell_whether_its_day_stands_first(told, chart, day):
    case = case_of(told, chart)
    assert str(next(n.when.first for n in case.notes if "chart" in n.note.text)) == day


def test_a_month_in_words_before_its_day_is_no_year_where_only_days_beside_tell_the_order():
    letter = "Clinic letter\n5 November 2019\nFever since October 10."
    case = case_of(letter, "Ward chart\n05/11/2019 Admitted.\n06/11/2019 Well.")
    assert days_told(case, letter) == "10-10"


def test_a_weekday_above_a_paragraph_is_the_day_of_what_stands_below():
    note = "\nJune 12, hospital day 10\nWell.\n\nThursday\nNo fever since yesterday. CBC tomorrow."
    assert _days(note) == "06-12;06-12;06-13;06-12;06-14"
