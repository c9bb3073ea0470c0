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
    ("body", "days"),
    [
        ("CYC: #1 Mar 1, #2 16, #3 30, #4 Apr 20, #5 May 11.", "03-01;03-16;03-30;04-20;05-11"),
        ("ECT #1 May 28; #2 31; #3 4; #4 7.", "05-28;05-31;06-04;06-07"),
        ("CYC: #1 Mar 1, #3 16 mg, #[[DATE|4 Apr 20]].", "03-01;04-20"),
        ("Knee opened on 06/08 (day 9).", "06-08;06-08"),
    ],
)
def test_days_of_a_numbered_list_share_the_month_before_them_and_a_count_its_date(body, days):
    assert _days(body) == days


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


@pytest.mark.parametrize(
    "row",
    ["{} HD 9 fever", "{}   HD 9   38.1", "{}\tHD 9\t38.1", "{} hospital day 9, well", "{} 0920 HD 9 well"],
)
@pytest.mark.parametrize("day", ["[[DATE|6/9]]", "[[DATE|6/9/2019]]", "June 9"])
def test_the_count_of_a_row_is_the_day_of_its_date_whatever_it_is_counted_from(row, day):
    # From the admission it would be the eleventh of June.
    assert _days(f"Treatment\n{row.format(day)}\n") == "06-09;06-09"


_REPORT = (
    "Imaging, Fenton Hospital\nPoe, Jo\n\n{first} 06/04/2019 09:20\nClear.\nDr Poe\n\n"
    "{title}\nPain since Saturday. Drain tomorrow.\n\nImpression: better than a week ago."
)


@pytest.mark.parametrize(
    "title",
    [
        "2) CT THORAX   20-Jun-2019 09:50",
        "ULTRASOUND REPORT    20 June 2019",
        "FDG PET/CT + Rb perfusion    20-JUN-2019 0815",
        "EEG   20 Jun 2019, 09:00, ICU bed 5",
        "MRI spine 06/20/2019",
        "Echo (06/20/2019)",
        "Bronchoscopy 06/20/2019 at 14:00",
        "Skin histology 06/20/2019",
        "Chest X-ray 06/20/2019 10:15 AM Acc 51022",
        "HRCT report 2019-06-20",
    ],
)
def test_a_report_below_another_tells_from_its_own_day(title):
    note = _REPORT.format(first="CT HEAD", title=title)
    told = days_told(case_of(*_OTHERS, note), note).split(";")
    assert told[-3:] == ["06-15", "06-21", "06-10..06-16"]


@pytest.mark.parametrize(
    "title", ["Seen in the clinic on 06/20/2019", "She will have her CT on 06/20/2019. She is afraid of it."]
)
def test_a_sentence_that_ends_with_a_date_is_no_title_of_a_report(title):
    note = _REPORT.format(first="CT HEAD", title=title)
    assert days_told(case_of(*_OTHERS, note), note).split(";")[-2] == "06-05"


def test_a_result_in_a_letter_does_not_move_what_stands_below_it():
    note = _REPORT.format(first="Clinic letter", title="CT THORAX 05/02/2019 09:50")
    assert days_told(case_of(*_OTHERS, note), note).split(";")[-2] == "06-05"


@pytest.mark.parametrize(
    "head",
    [
        "Admitted acute 06/03/2019   Rehab 06/06/2019   Home 06/19/2019",
        "IN 06/03/2019   OUT 06/19/2019 (16 nights)",
        "Admitted 06/03/2019, home 06/19/2019",
        "Admitted 06/03/2019; left 06/19/2019",
    ],
)
def test_a_discharge_note_tells_from_the_day_that_the_patient_went_home(head):
    note = f"DISCHARGE SUMMARY\n{head}\nReview in two weeks. Visit done this Wednesday."
    case = case_of(*_OTHERS, note)
    assert next(str(n.when.first) for n in case.notes if n.note.text == note) == "2019-06-19"


@pytest.mark.parametrize("named", ["Memorial Day observed", "Memorial Day (observed)", "Memorial Day obs"])
def test_a_holiday_behind_the_date_that_it_is_observed_on_is_that_date(named):
    # Memorial Day is the 27th of May.
    assert _days(f"Called 05/28/2019 ({named}), pain.") == "05-28;05-28"


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("Scan 06/20/2018: clear. Yearly scan is due June 20.", "06-20"),
        ("Scan 06/20/2018: clear. She will be seen again on June 20.", "06-20"),
        ("Scan 06/20/2018: clear. Report of June 20 filed.", "2018-06-20"),
    ],
)
def test_what_is_to_come_is_not_the_same_day_of_the_year_before(body, day):
    assert _days(body).split(";")[-1] == day
