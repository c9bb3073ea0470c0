"""Days that are counted: after an operation, in hospital, of life, of treatment."""

import pytest

from case_notes import case_of, prose, text_of

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."
# A Wednesday of the next week.
_NOTE = "Clinic note\nDate: 06/12/2019\n"


def test_days_after_an_operation_are_counted_from_it_in_every_note():
    operation = "Operative note\nDate of surgery: 06/05/2019\nLaparotomy."
    later = "Discharge summary\nDate: 06/20/2019\nOn POD 2 she ate; on postoperative day 4 she walked."
    assert prose(_ADMISSION, operation, later).endswith("On day 4 she ate; on day 6 she walked.")


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("Drain out day 2. Day 4 post surgery.", "Drain out on day 4. Day 6."),
        ("Rejection on day 3.", "Rejection between day 2 and day 5."),  # of the operation or in hospital
        ("PPD 2, POD#4.", "Day 4, day 6."),
        ("POD 4 from surgery, POD 3.", "POD 4 from surgery, day 5."),
        ("Home on 6th day.", "Home between day 5 and day 8."),
    ],
)
def test_a_count_of_days_is_read_from_what_it_names(written, becomes):
    operation = "Operation note\nDate of surgery: 06/05/2019\nLaparotomy."
    note = "Ward round\nDate: 06/09/2019\n" + written
    assert prose(_ADMISSION, operation, note).split("\n")[-1] == becomes


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("Day 8 post right hemicolectomy and well.", ["2019-06-13"]),
        ("Clips out D12.", ["2019-06-14..2019-06-17"]),
        ("Hosp. day 10, well.", ["2019-06-12"]),
        ("Fever from the 3rd day.", ["2019-06-05..2019-06-08"]),
        ("Vitamin D3 1000 units, D5W at 50 mL/h, pain at D8-D9.", []),
        ("ID: day 3 of cefazolin, off it after day 7 of cefazolin.", ["2019-06-12", "2019-06-16"]),
        ("Off it after day 7 of cefazolin.", [None]),
        ("Culture clear on 6th day of intensive phase.", [None]),
    ],
)
def test_counts_of_days_are_placed_and_what_only_looks_like_one_is_not(written, days):
    operation = "Operation note\nDate of surgery: 06/05/2019\nHemicolectomy."
    note = _NOTE + written
    case = case_of(_ADMISSION, operation, note)
    found = [e.when for e in case.events if e.start >= len(_NOTE) and _NOTE in text_of(case, e.note)]
    assert [
        None if w is None else str(w.first) if w.is_exact else f"{w.first}..{w.last}" for w in found
    ] == days


def test_a_chart_says_itself_that_it_counts_from_one():
    birth = "Newborn admission note\nDate: 04/03/2019   DOB: 04/03/2019\nTerm boy born by section."
    chart = "Weekly sheet\n13/03/2019\n(this unit counts day of birth as day 1)\nSlept. Fed since day 8."
    assert prose(birth, chart).endswith("Fed since day 7.")


@pytest.mark.parametrize(
    ("first_note", "becomes"),
    [
        ("Nursery note\nDate: 03/06/2019   DOL 2\nWell.", "day 2"),
        ("Nursery note\nDate: 03/06/2019   DOL 3\nWell.", "day 1"),  # this nursery calls the day of birth 1
    ],
)
def test_days_of_life_are_counted_as_the_notes_count_them(first_note, becomes):
    birth = "Newborn admission note\nDate: 03/04/2019   DOB: 03/04/2019\nTerm boy born by section."
    note = "Nursery note\nDate: 03/07/2019\nPhototherapy since DOL 2."
    assert prose(birth, first_note, note).endswith(f"Phototherapy since {becomes}.")


def test_of_two_operations_the_one_told_before_is_counted_from():
    first = "Operation note\nDate of surgery: 06/05/2019\nLaparotomy."
    second = "Operation note\nDate of surgery: 08/05/2019\nClosure of stoma."
    course = "Discharge summary\nDate: 08/20/2019\nLong course: laparotomy on 6/5/2019, extubated POD 3. "
    told = prose(_ADMISSION, first, second, course + "\n\nStoma closed 8/5/2019, eating on POD 2.")
    assert "laparotomy on day 0, extubated on day 3." in told
    assert told.endswith("eating on day 63.")


def test_a_count_at_the_head_of_a_dated_note_tells_what_others_count_from():
    first = "Operation note\nDate of surgery: 06/05/2019\nFirst excision."
    note = "Burns round   06/17/2019   PBD 14, POD 3\nWell. Dressing off POD 7, splints from PBD 20."
    shown = prose(_ADMISSION, first, note)
    assert shown == "Well. Dressing off on day 18, splints from day 20."


_SEVERAL = (
    "Operation note\nDate of surgery: 06/05/2019\nLaparotomy and bowel resection.",
    "Operation note\nDate of surgery: 06/08/2019\nRe-laparotomy for leak.",
)


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("Progress   06/10/2019\nPOD 5 resection, POD 2 washout\nWell.", "06-10;06-10;06-10"),
        ("Progress   06/14/2019\nOff pressors. Second dose given POD 4.", "06-14;06-12"),
        ("Progress   06/10/2019\nOff pressors. Second dose given POD 4.", "06-10;06-09"),
        ("Progress   06/20/2019\nResection, then revision POD 3, slow.", "06-20;06-08"),
        ("Progress   06/20/2019\nLeak, second look POD#3.", "06-20;06-08"),
        ("Progress   06/20/2019\nLeak, returned to theatre POD 3.", "06-20;06-08"),
    ],
)
def test_of_several_operations_the_one_is_counted_from_that_fits(written, days):
    case = case_of(_ADMISSION, *_SEVERAL, written)
    id = next(n.note.id for n in case.notes if n.note.text == written)
    assert ";".join(str(e.when.first)[5:] for e in case.events if e.note == id) == days


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("Post-PCI day #1: no pain.", "Day 3: no pain."),
        ("Post-angioplasty day 2.", "Day 4."),
        ("Post ERCP day 3 amylase falls.", "Day 5 amylase falls."),
        # The day that a bare count leads to is the one it is told on.
        ("CT chest. Day 10, creat 274.", "CT chest. Day 9, creat 274."),
        ("Ventilated. Day 7.", "Ventilated. Day 9."),
        # A bare day behind a count goes on with it.
        ("POD 1: well. 2nd day: walked.", "Day 3: well. Day 4: walked."),
        ("POD 2: fever. Better day 4.", "Day 4: fever. Better on day 6."),
        # A day of a treatment is told from the day in its sentence.
        ("Seen yesterday, stopped = day 8 of pred. Rash fell day 4.", "Rash fell on day 4."),
        ("On 06/10/2019 day 3 of amikacin. Better day 2.", "Better on day 6."),
        ("Fever yesterday = day 9 of mero. Best day 7.", "Best on day 6."),
    ],
)
def test_a_count_that_names_little_is_told_by_what_stands_around_it(written, becomes):
    operation = "Operative note\nDate of surgery: 06/05/2019\nPCI of the left main stem."
    pad = "Seen on the ward by the team of the day, who went through all the charts with her and her son.\n"
    assert prose(_ADMISSION, operation, f"{_NOTE}{pad}{pad}{written}").endswith(becomes)
