"""Notes of several days in one file, each under a heading with its date; and numbered treatments."""

from __future__ import annotations

import pytest

from case_notes import case_of

_HEAD = "Progress notes\nDate: 07/07/2021\nPatient: [[PATIENT|Eva Lindqvist]]\n\nExtubated. CT Friday.\n"


def days_in(marked: str) -> dict[str, str]:
    """The exact days of a note by the words that tell them, the last of each."""
    (note,) = (case := case_of(marked)).notes
    return {
        note.note.text[e.start : e.end]: str(e.when.first)
        for e in case.events
        if e.when is not None and e.when.is_exact
    }


@pytest.mark.parametrize(
    "heading",
    [
        "7/9/21 HD#6 POD#4",
        "7/9/21  Day 6",
        "07/09/2021 0645 TRAUMA/STICU",
        "OPD 07/09/2021 (Fri)",
        "Fri 7/9/21  Ward round",
        "WR 07/09/2021 10.30 am",
        "7/9/2021 28+5",
        "7/9/2021 note",
    ],
)
def test_a_heading_with_a_date_is_the_day_of_what_stands_below_it(heading: str) -> None:
    text = f"{_HEAD}\n{heading}\nTube out yesterday, chest film normal.\n\nDrain stays.\n"
    assert days_in(text)["yesterday"] == "2021-07-08"


@pytest.mark.parametrize(
    "line",
    [
        "7/9/21 was fine for her.",
        "Seen by us on 7/9/21.",
        "CT of 7/9/21 clear",
        "Follow-up 7/9/21 with her doctor",
    ],
)
def test_a_line_that_tells_something_is_no_heading(line: str) -> None:
    text = f"{_HEAD}\n{line}\nTube out yesterday, chest film normal.\n"
    assert days_in(text)["yesterday"] == "2021-07-06"


def test_months_below_a_heading_are_told_from_its_day() -> None:
    text = (
        "Teleconsultation\nDate: 04/14/2020\n\nWell. Tablets until summer.\n\n"
        "OPD 11/09/2020 (Mon)\nCompleted the tablets in August.\n"
    )
    (note,) = (case := case_of(text)).notes
    august = next(e for e in case.events if note.note.text[e.start : e.end].endswith("August"))
    assert str(august.when.first) == "2020-08-01"


@pytest.mark.parametrize("written", ["#4 Apr 20, #6 Jun 1", "#4 Apr 20; # 6 Jun 1"])
def test_the_number_of_a_treatment_is_no_day(written: str) -> None:
    found = days_in(f"Clinic note\nDate: 19/03/2015\n\nInfusions: #1 Mar 1, {written}. Well.\n")
    assert found["Apr 20"] == "2015-04-20"
    assert found["Jun 1"] == "2015-06-01"


@pytest.mark.parametrize("row", ["20-FEB  27-FEB  01-MAR", "20-Feb  27-Feb  01-Mar"])
def test_a_row_of_days_that_detection_took_as_one_is_read_day_by_day(row: str) -> None:
    found = days_in(f"Lab report\nDate: 19/03/2015\n\nTest   [[DATE|{row}]]\nHb  110  98  92\n")
    assert [found[d] for d in row.split()] == ["2015-02-20", "2015-02-27", "2015-03-01"]
