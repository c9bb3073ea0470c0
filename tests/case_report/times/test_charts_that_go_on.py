"""Days in notes that go on for weeks or months, and what is told of plans that were put off."""

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
