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


def _days_told(note, *others):
    case = case_of(*(others or _OTHERS), note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    return [str(e.when.first)[5:] for e in case.events if e.note == id and e.when and e.when.is_exact]


@pytest.mark.parametrize(
    ("note", "days"),
    [
        (
            "Cell therapy\nAdm 5/4/2019, infused 5/10/2019 1122 = Day 0\n\n"
            "day   -5    -3    0     +2    +10\nT     98    98    99    101   98",
            ["05-05", "05-07", "05-10", "05-12", "05-20"],
        ),
        (
            "Nursery chart  D0 = 6/22/2019\n\n"
            "day     0     1     2     4     8\nwt   1640  1610  1555  1520  1545",
            ["06-22", "06-23", "06-24", "06-26", "06-30"],
        ),
        (
            "Chart\nDate: 05/25/2019\nDay 0 = 5/18/2019\nDays | -2 | 0 | +1 | +4\nCRP | 5 | 8 | 20 | 9",
            ["05-16", "05-18", "05-19", "05-22"],
        ),
        (
            "Summary\nDate: 06/28/2019\nScan of 06/27/2019 = D+28. Fever on D+5, home D+14.",
            ["06-04", "06-13"],
        ),
    ],
)
def test_a_chart_counts_from_the_day_that_is_told_as_zero(note, days):
    first = "Admission note\nDate of admission: 03/24/2019\nPain.", "Letter\nDate: 05/20/2019\nWell."
    assert _days_told(note, *first)[-len(days) :] == days


@pytest.mark.parametrize(
    ("row", "days"),
    [
        ("adm 22/4/2019\n\n       Mon   Tue   Wed   Thu\nT      39    38    38    37", 22),
        ("Ward 3   from 23/4/2019   Tue  Wed  Thu  Fri\nT   39  38  38  37", 23),
        ("Chart 27/4/2019\n      Sat | Sun | Mon | Tue\nT     39 | 38 | 38 | 37", 27),
    ],
)
def test_weekdays_at_the_head_of_a_chart_go_on_from_the_date_above(row, days):
    found = _days_told("Kardex  " + row)[-4:]
    assert [int(day[3:]) + 30 * (day[:2] == "05") for day in found] == [days + n for n in range(4)]


def test_weekdays_of_another_day_than_the_date_above_are_no_chart():
    assert "04-25" not in _days_told("Kardex  adm 22/4/2019\n\n       Wed   Thu   Fri   Sat\nT   39 38 38 37")


def test_days_with_a_point_at_the_heads_of_a_diary():
    visits = "Visit book\nDate: 30/03/2019\n31.3 he itches.\n5.4 dreams too much.\n9.6 no drug.\n14.6 I walk."
    assert _days_told(visits)[-4:] == ["03-31", "04-05", "06-09", "06-14"]
    values = "Labs\nDate: 30/03/2019\n3.5 potassium\n4.1 albumin\n2.2 calcium\n1.1 magnesium"
    assert _days_told(values) == ["03-30"]


@pytest.mark.parametrize(
    ("entry", "day"),
    [
        ("13/6 HD 2, off CPAP.", "06-13"),
        ("Thu 13/6 POD 2 drain out.", "06-13"),
        ("13/6 (HD 6) rash.", "06-13"),
        ("13/6 - POD 4: home.", "06-13"),
    ],
)
def test_a_count_without_its_event_is_the_day_before_it(entry, day):
    note = f"Ward notes\nDate: 11/06/2019\nStable.\n{entry}"
    assert _days_told(note, "Letter\nDate: 20/05/2019\nWell.")[-1] == day
