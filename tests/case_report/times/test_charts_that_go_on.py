"""Days in notes that go on for weeks or months, and what is told of plans that were put off."""

from itertools import pairwise

import pytest

from case_notes import case_of, days_told

_ADMISSION = "Admission note\nDate of admission: 11 March 2019\nShe came."


def _days(note, *more):
    return days_told(case_of(_ADMISSION, *more, note), note).replace("2020-", "20/").split(";")


@pytest.mark.parametrize("word", [
    "delayed", "moved", "postponed", "deferred", "rescheduled", "put off", "put back", "slipped", "changed",
    "moved on",
])  # fmt: skip
def test_what_was_put_off_was_planned_before_the_day_it_has_now(word):
    note = f"Clinic note\n6 April 2019\nRelease 3 May ({word} from the 29th)."
    assert _days(note) == ["05-03", "04-29"]


@pytest.mark.parametrize(("figures", "day"), [
    ("3/9", "09-03"), ("12/9", "09-12"), ("14/8", "08-14"), ("11/9", "09-11"), ("29/7", "07-29"),
    ("30/8", "08-30"), ("5/9", "09-05"), ("21/7", "07-21"), ("10/9", "09-10"), ("28/8", "08-28"),
])  # fmt: skip
def test_a_day_of_a_card_that_goes_on_for_months_is_before_its_last_date(figures, day):
    note = f"Treatment card\nStart 20/03/2019\nExtended on {figures}.\nOutcome: cured 13/9/19"
    assert _days(note)[0] == day


@pytest.mark.parametrize("test", [
    "If missed", "If delayed", "If cancelled", "If still needed", "If needed", "If required",
    "If tolerated", "If settled", "If improved", "If refused",
])  # fmt: skip
def test_what_may_be_lies_ahead(test):
    assert (
        _days(f"Clinic note\n28 November 2019\n{test}, first Thursday of February is too late.")[0]
        == "20/02-06"
    )


@pytest.mark.parametrize(
    "told",
    ["19th", "the 16th", "17th", "the 18th", "20th", "the 21st", "22nd", "the 23rd", "24th", "the 25th"],
)
def test_a_day_alone_in_a_chart_that_has_gone_on_is_a_range_of_both_months(told):
    number = int("".join(c for c in told if c.isdecimal()))
    note = f"Flow sheet\nDate: 6 April 2019\nD3 well. Cake on 12/4.\nLast event on {told}."
    assert _days(note)[-1] == f"2019-03-{number:02d}..2019-04-{number:02d}".replace("2019-", "")


@pytest.mark.parametrize("written", [
    "same day 15:10", "same day 9.30", "day 15:10", "recd same day 12", "same day 4", "day 08:45",
    "same day 7.15", "day 3:20", "same day 11:00", "day 12.45",
])  # fmt: skip
def test_an_hour_behind_day_is_no_count(written):
    note = f"Lab form\nDate: 16 March 2019\ncoll 16/03/19 recd {written} run."
    assert _days(note) == ["03-16"]


@pytest.mark.parametrize(("weekday", "days"), [
    ("Thursday", "06-13..06-20"), ("Friday", "06-14..06-21"), ("Saturday", "06-15"), ("Sunday", "06-16"),
    ("Monday", "06-17"), ("Tuesday", "06-18"),
])  # fmt: skip
def test_the_next_weekday_may_be_the_one_after_where_it_is_near(weekday, days):
    assert _days(f"Clinic note\n12 June 2019\nThrough next {weekday}.") == [days]


@pytest.mark.parametrize("head", [
    "no", "No.", "visit", "month", "dose", "week", "session", "s/no", "item", "cycle", "entry",
])  # fmt: skip
def test_the_numbers_of_rows_are_no_days(head):
    rows = "[[DATE|5]]        13/5     L\n[[DATE|6]]        27/5     R\n[[DATE|7]]        10/6     L\n"
    table = f"{head:<8} due      site\n{rows}"
    note = f"Register\nStart 20/04/2019\n\n{table}"
    case = case_of(_ADMISSION, note)
    text = next(n.note.text for n in case.notes if n.note.text.startswith("Register"))
    assert days_told(case, text) == "05-13;05-27;06-10"


@pytest.mark.parametrize("rows", [
    ("6/9", "18/10", "15/11", "13/12", "18/1", "15/2"), ("1/10", "3/11", "2/12", "4/1", "5/2", "6/3"),
    ("20/8", "19/9", "20/10", "21/11", "22/12", "20/1"), ("9/7", "8/8", "7/9", "6/10", "5/11", "4/12"),
    ("30/9", "28/10", "25/11", "23/12", "20/1", "17/2"), ("1/5", "1/7", "1/9", "1/11", "1/1", "1/3"),
    ("15/6", "15/8", "14/10", "13/12", "12/2", "10/4"), ("2/6", "30/6", "28/7", "25/8", "22/9", "20/10"),
    ("14/9", "14/12", "14/3", "14/6"), ("3/8", "3/11", "3/2", "3/5"),
])  # fmt: skip
def test_the_days_of_a_column_go_on_over_the_year(rows):
    table = "\n".join(f"{n}    {day:<9}  L   ward" for n, day in enumerate(rows, 1))
    note = f"Register\nStart 20/04/2019\n\nno   given      site where\n{table}\n"
    case = case_of(_ADMISSION, note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    days = [e.when.first for e in case.events if e.note == id and e.start > note.index("given")]
    assert days == sorted(days)
    assert all(0 < (b - a).days < 120 for a, b in pairwise(days))
