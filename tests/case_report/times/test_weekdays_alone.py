"""A weekday whose week no word tells is a range or not given, and never a day that may be wrong."""

import pytest

from case_notes import case_of, days_told, prose

_ADMISSION = "Admission note\nDate of admission: 3 June 2019\nShe came."
# A Wednesday of the next week.
_NOTE = "Clinic note\nDate: 12 June 2019\n"


def _days(text, *more):
    note = _NOTE + text
    return days_told(case_of(_ADMISSION, *more, note), note)


@pytest.mark.parametrize("told", [
    "Fri of wk 5", "Sat wk 4", "Tues of wk 8", "Thursday of her first week back",
    "Monday of his second week", "Wed of term 2", "Friday of week 3", "Sunday of that week",
    "Mon of the fifth wk", "Thurs wk 12", "Tuesday of her week off",
])  # fmt: skip
def test_a_weekday_of_a_week_that_is_not_told_is_not_given(told):
    assert _days(f"Leave {told}: well.").split(";")[0] == "?"
    assert told.split()[0] not in prose(_ADMISSION, f"{_NOTE}Leave {told}: well.")


@pytest.mark.parametrize(("told", "day"), [
    ("Exc bx Tues of last wk.", "06-04"), ("Seen Friday of last wk.", "06-07"),
    ("Home Mon of this wk.", "06-10"), ("Clinic Thurs of next wk.", "06-20"),
    ("Seen Wednesday of last week.", "06-05"), ("Fell Sat of last week.", "06-08"),
    ("CT Mon of next week.", "06-17"), ("Bled Sun of last wk.", "06-09"), ("MRI Fri of next wk.", "06-21"),
    ("Came Thu of last wk.", "06-06"),
])  # fmt: skip
def test_a_weekday_of_the_week_beside_the_note_is_its_day(told, day):
    assert _days(told) == day


@pytest.mark.parametrize(("told", "day"), [
    ("the Wednesday of the week after Low Sunday", "05-01"),
    ("the Monday of the week before Easter", "04-08"), ("Tuesday of the week after Easter", "04-23"),
    ("Friday of the week after St David's Day", "03-08"),
    ("the Thursday of the week after Valentine's Day", "02-21"),
    ("Monday of the week after Mother's Day", "05-13"),
    ("Saturday of the week before St Patrick's Day", "03-09"),
    ("Wednesday of the week after Whitsun", "06-12"), ("Friday of the week before Ash Wednesday", "03-01"),
    ("Sunday of the week after Good Friday", "04-28"),
])  # fmt: skip
def test_a_weekday_of_the_week_beside_a_feast_is_told_from_it(told, day):
    assert _days(f"She was injected on {told}.") == day


@pytest.mark.parametrize("plan", [
    "Counselled, wife to come Friday.", "Discussed, mother to attend Friday.",
    "Explained, he is to ring Friday.", "Swabbed, team to chase Friday.", "Rested, family to visit Friday.",
    "Advised, GP to see Friday.", "Listed, anaesthetist to review Friday.",
    "Consented, bloods to repeat Friday.", "Weighed, dietitian to call Friday.",
    "Asked, husband to bring drugs Friday.",
])  # fmt: skip
def test_what_somebody_is_to_do_lies_ahead_whatever_was_done_before(plan):
    assert _days(plan) == "06-14"


@pytest.mark.parametrize(
    "drug",
    ["Pred 100 to Friday.", "Methylpred 500 till Friday.", "Pred 40 until Friday.", "Med hold to Friday."],
)
def test_a_drug_in_ed_is_no_verb(drug):
    assert _days(drug) == "06-14"


@pytest.mark.parametrize("text", [
    "Findings\nGradient 16. PET Fri.", "Results\nStaging. PET Fri.", "O/E\nWell. Echo Fri.",
    "Investigations\nPET Fri.", "Objective\nStaging. CT Fri.", "Labs\nPET Fri.",
    "Summary\nStaging. MRI Fri.", "Background\nDLBCL. PET Fri.", "Course\nStaging. Marrow Fri.",
    "History\nStaging. PET Fri.",
])  # fmt: skip
def test_a_heading_alone_does_not_tell_that_a_weekday_has_passed(text):
    assert _days(text) == "06-07..06-14"


@pytest.mark.parametrize(
    "word",
    [
        "injury",
        "accident",
        "fall",
        "crash",
        "assault",
        "burn",
        "collision",
        "overdose",
        "ingestion",
        "explosion",
    ],
)
def test_a_weekday_beside_an_injury_is_told_from_it_in_every_note(word):
    first = f"ED note\nDate: 3 June 2019\nDate of {word}: 2 June 2019."
    assert _days(f"Paid from Monday after {word}.", first) == "06-03"
