"""Rows of days at the head of charts, and the weekdays above them."""

import pytest

from case_notes import case_of

_OTHERS = "Admission note\nDate of admission: 03/04/2019\nPain.", "Letter\nDate: 20/05/2019\nWell."


def _told(note):
    case = case_of(*_OTHERS, note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    head = note.index("\n")
    return [str(e.when.first)[5:] for e in case.events if e.note == id and e.start > head and e.when]


@pytest.mark.parametrize(
    ("rows", "days"),
    [
        ("      4   5   7   11\nALT   48  56  61  28", ["04-04", "04-05", "04-07", "04-11"]),
        ("    2 | 9 | 16 | 23\nHb  99 | 98 | 97 | 96", ["04-02", "04-09", "04-16", "04-23"]),
        ("\t6\t8\t9\t12\nCRP\t80\t60\t40\t20", ["04-06", "04-08", "04-09", "04-12"]),
        (
            "     Mon  Tue  Wed\n     15   16   17\nWt   2.1  2.2  2.3",
            ["04-15", "04-16", "04-17"] * 2,
        ),
        (
            "     Mon  Tue  Wed  Thu\n      8    9   10   11\nWt   2.1  2.2  2.3  2.3\n\n   12  13\nWt 2 2",
            ["04-08", "04-09", "04-10", "04-11"] * 2,
        ),
        (
            "     Mon  Tue  Wed  Thu\n      8    9   10   11\nWt   2.1  2.2  2.3  2.3\n\n"
            "     12   13   14   15\nWt   2.4  2.5  2.6  2.7",
            ["04-08", "04-09", "04-10", "04-11"] * 2 + ["04-12", "04-13", "04-14", "04-15"],
        ),
        # What is no row of days.
        ("Pain   2   3   4   6\nSleep  4   5   6   7", []),
        ("      4   5   7   41\nALT   48  56  61  28", []),
        ("Week  1   2   3   4\nALT   48  56  61  28", []),
        ("      9   5   7   3\nALT   48  56  61  28", []),
    ],
)
def test_a_row_of_bare_days_is_read_in_a_chart_of_a_month(rows, days):
    assert _told(f"Ward board    Ott    April 2019\n\n{rows}") == days


@pytest.mark.parametrize(
    ("lines", "days"),
    [
        (("11-26 11-7. Slept", "11-29 0510. Fell", "12-1 Conference"), ["11-26", "11-29", "12-01"]),
        (("3-4: fever", "3-6: better", "3-10: home"), ["03-04", "03-06", "03-10"]),
        (
            ("3-4 fever since 3-1", "3-6 ok, due 4-2", "3-10 home on 3-12"),
            ["03-04", "03-01", "03-06", "04-02", "03-10", "03-12"],
        ),
        (("12-30 x", "1-2 y", "1-5 z"), ["12-30", "01-02", "01-05"]),
        # What is no diary: too few lines, out of order, no days.
        (("3-4 fever", "3-6 better"), []),
        (("3-14 a", "2-10 b", "3-11 c", "1-2 d", "4-8 e"), []),
        (("0-4 fever", "3-6 better", "3-10 home"), []),
        (("2-3 eggs", "2-3 eggs", "2-3 eggs"), []),
        (("13-4 a", "14-4 b", "15-4 c"), []),
    ],
)
def test_days_with_a_dash_that_begin_lines_are_those_of_a_diary(lines, days):
    note = "Nursing notes   year 2019\n" + "\n".join(lines)
    others = "Admission note\nDate of admission: 02/26/2019\nPain.", "Letter\nDate: 12/28/2019\nWell."
    case = case_of(*others, note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    told = [str(e.when.first)[5:] for e in case.events if e.note == id and e.start > 24 and e.when]
    assert told == days
