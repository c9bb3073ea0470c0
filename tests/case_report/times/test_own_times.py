"""What a note's own day is by its head, and what a day beside its weekday, row or count is by them."""

import pytest

from case_notes import case_of, days_told, prose

_ADMISSION = "Admission note\nDate of admission: 11 March 2019\nShe came."


def _own(note):
    case = case_of(_ADMISSION, note)
    return str(next(n.when.first for n in case.notes if n.note.text == note))


@pytest.mark.parametrize("head", [
    "Visit of Tuesday 28 May 2019. Letter 4/6; received 3/7/19.", "Visit of 28 May 2019. Typed 4/6/19.",
    "Clinic of 28 May 2019. Dictated 30 May 2019.", "Review on 28 May 2019. Sent 1 June 2019.",
    "Letter dated 28 May 2019. Received 3 June 2019.", "Contact of 28 May 2019. Filed 3/6/19.",
    "Round of 28 May 2019. Printed 3/6/19.", "Report of 28 May 2019. Faxed 4/6/19.",
    "Session on 28 May 2019. Typed 3/6/19.", "Call of 28 May 2019. Written up 29/5/19.",
])  # fmt: skip
def test_a_visit_told_below_the_title_is_the_day_of_a_note(head):
    assert _own(f"North Heart Clinic - outreach\n\n{head}\nDear colleague\nShe is well.") == "2019-05-28"


@pytest.mark.parametrize("told", [
    "Discharged 26 Apr 2019.", "Discharged: 26 Apr 2019", "D/C 26 Apr 2019.", "Disch 26 Apr 2019.",
    "DOD 26 Apr 2019", "Discharge date 26 Apr 2019", "Discharged 26/04/2019.",
    "Date of discharge: 26/04/2019", "d/c 26-04-2019", "Discharged 2019-04-26.",
])  # fmt: skip
def test_the_day_of_a_transfer_summary_is_that_of_leaving(told):
    assert (
        _own(f"DISCHARGE / TRANSFER SUMMARY\nAdmitted 11 Mar 2019 (to Leeside 14 Mar).\n{told}\nWell.")
        == "2019-04-26"
    )


@pytest.mark.parametrize("noun", [
    "look yesterday: clean", "dose given", "debridement done", "toe blue", "attempt failed", "line sited",
    "opinion sought", "scan clear", "seizure at 3", "transfusion", "tap 30 ml",
])  # fmt: skip
def test_an_ordinal_behind_a_weekday_counts_what_stands_behind_it(noun):
    note = f"Ward notes\n25 March 2019\nWed 2nd {noun}."
    assert days_told(case_of(_ADMISSION, note), note).split(";")[0] != "05-02"
    assert "2nd" in prose(_ADMISSION, note)


@pytest.mark.parametrize("weekdays", [
    "Mon    Tue    Wed    Thu    Fri    Sat    Sun    Mon", "Mon  Tue  Wed  Thu", "Mon Tues Wed Thurs Fri",
    "Mon | Tue | Wed | Thu | Fri", "Monday Tuesday Wednesday Thursday Friday",
    "Mon   Tue   Wed   Thu   Fri   Sat", "MON  TUE  WED  THU  FRI", "Mon\tTue\tWed\tThu\tFri",
    "Mon Tue Wed Thu Fri Sat Sun", "Mon  Tue  Wed  Thu  Fri  Sat  Sun  Mon  Tue",
])  # fmt: skip
def test_weekdays_that_head_a_chart_go_on_from_its_day_of_admission(weekdays):
    note = f"NURSING KARDEX      Bed 22     adm 25/3\n\n        {weekdays}\nT       38   37   37   37"
    case = case_of(_ADMISSION, note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    days = [e.when.first.day for e in case.events if e.note == id and e.start >= note.index("\n\n")]
    assert days[:4] == [25, 26, 27, 28]


@pytest.mark.parametrize(("day", "year"), [
    ("Friday 8/20", 2021), ("Thursday 8/19", 2021), ("Wed 8/18", 2021), ("Tuesday 8/17", 2021),
    ("Mon 8/16", 2021), ("Saturday 8/20", 2022), ("Fri 8/19", 2022), ("Thurs 8/18", 2022),
    ("Sunday 8/22", 2021), ("Tue 8/24", 2021),
])  # fmt: skip
def test_a_date_beside_its_weekday_is_in_the_year_in_which_it_falls_on_it(day, year):
    figures = day.split()[1]
    first = f"Lab report\nCollected 08/10/2021\nSeen {figures}/{year}."
    note = f"Pathology\n04/08/2022\nSlides sent to review on {day}; recuts."
    case = case_of(first, note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    assert [e.when.first.year for e in case.events if e.note == id][-1] == year


@pytest.mark.parametrize(
    "head",
    [
        "C6\nD1",
        "C1\nD8",
        "Cycle 2\nD1",
        "C3\nD15",
        "C2\nD2",
        "C4\nD1",
        "C5\nD8",
        "C6\nD21",
        "C2\nD10",
        "C1\nD1",
    ],
)
def test_a_cycle_and_a_day_in_two_lines_are_no_day_of_the_cycle(head):
    assert head in prose(_ADMISSION, f"Chart\nDate: 25 March 2019\nResponse {head} fine.")


@pytest.mark.parametrize("word", [
    "Letter", "Typed", "Dictated", "Received", "Printed", "Sent", "Signed", "Faxed", "Posted", "Stamped",
    "rec'd",
])  # fmt: skip
def test_figures_behind_what_is_done_to_a_paper_are_a_day(word):
    assert "4/7" not in prose(_ADMISSION, f"Clinic note\n20 May 2019\nWell. {word} 4/7; copied.")
