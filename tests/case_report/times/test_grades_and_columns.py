"""Grades, shares and lengths of time that look like days, and days at the head of a table."""

import pytest

from case_notes import case_of, days_told, prose

_KNOWN = (
    "Admission note\nDate of admission: 11 March 2019\n"
    "Seen 3 May 2019, 4 May 2019, 10 October 2019, 4 October 2018."
)
"""Days that figures of the notes below could be."""
_HEAD = "Progress note\nDate: 25/03/2019\n"


def _told(line):
    marked = _HEAD + line
    text = marked.replace("[[DATE|", "").replace("]]", "")
    return days_told(case_of(_KNOWN, marked), text)


@pytest.mark.parametrize(
    "line",
    [
        "Sitting balance static [[DATE|4/5]], dynamic 3/5.",
        "quads R 3-/5, L 3+/5; HF R 2, L 3/5; TA R 0",
        "L3                2/5  3/5\nL4                0/5  4/5",
        "DF power      4/5      5/5",
        "Legs as before: L TA 3/5, walks.",
        "Motor: quadriceps 4+/5, hip flexors 4/5, TA R 2/5, L 3/5.",
        "Strength 3/5 hip flexors, 4/5 elsewhere",
        "grip 4/5 both",
        "wrist extensors R 3/5 L 4/5",
        "deltoid 4/5, biceps 3/5, triceps 4/5",
        "ankle dorsiflexion 3/5 right",
        "Knee ext | 4/5 | 3/5",
        "Pain burning both thighs 4/10; worse",
        "Itch on arms still 4/10.",
        "Headache eased, now 4/10",
        "Sensation [[DATE|10/10]] monofilament.",
        "nausea after each cycle 4/10",
        "Cellular crescents [[DATE|3/5]], 4/5 globally sclerosed.",
        "MEM S (0.75), SXT S ([[DATE|4/10]]), DOX S",
        "B. pseudomallei, SXT [[DATE|4/10]] still S.",
    ],
)
def test_a_grade_or_share_is_no_day_though_the_notes_tell_that_day(line):
    assert not _told(line)
    assert prose(_KNOWN, _HEAD + line).endswith(line.replace("[[DATE|", "").replace("]]", ""))


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("XR L hip 3/5: clear", "05-03"),
        ("Weak legs since 3/5.", "05-03"),
        ("MRI of right knee 4/5: tear", "05-04"),
        ("Pain since 4/10.", "2018-10-04"),
        ("Knee washed out on 3/5.", "05-03"),
        ("Hip injection 4/5, better", "05-04"),
    ],
)
def test_a_day_beside_a_muscle_or_pain_stays_one(line, day):
    assert _told(line) == day


@pytest.mark.parametrize(
    "line",
    [
        "MAP >85 for [[DATE|5/7]]. Log roll",
        "metaraminol off (planned [[DATE|5/7]] but stopped)",
        "- [[DATE|14/7]] if CSF clean, 21/7 if not",
        "prescribed [[DATE|10/7]] of it",
        "continued 14/7 more",
        "Anaes (spinal, [[DATE|L3/4]])",
        "disc C5/6 and T9/10",
        "[[DATE|L4/5]] decompression",
    ],
)
def test_a_course_or_vertebra_is_no_day(line):
    assert not _told(line)


@pytest.mark.parametrize(
    "row",
    [
        "14-Oct  18-Oct  04-Nov  21-Nov  05-Dec",
        "14 Oct  18 Oct  4 Nov  21 Nov  5 Dec",
        "14 Oct 18 Oct 4 Nov 21 Nov 5 Dec",
        "14-Oct\t18-Oct\t04-Nov\t21-Nov\t05-Dec",
        "14-Oct | 18-Oct | 04-Nov | 21-Nov | 05-Dec",
        "Oct 14   Oct 18  Nov 4   Nov 21  Dec 5",
        "Oct-14  Oct-18  Nov-04  Nov-21  Dec-05",
        "[[DATE|14-Oct  18-Oct  04-Nov  21-Nov  05-Dec]]",
        "[[DATE|14-Oct  18-Oct]]  04-Nov  21-Nov  05-Dec",
        "[[DATE|14-Oct]]  18-Oct  [[DATE|04-Nov  21-Nov]]  05-Dec",
    ],
)
def test_days_at_the_head_of_a_table_each_have_their_own_month(row):
    told = _told(f"Test        {row}\nHb          138     92      109     118     121")
    assert told == "2018-10-14;2018-10-18;2018-11-04;2018-11-21;2018-12-05"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("Seen 5 Oct 18. Then home.", "2018-10-05"),
        ("Scan 5 Oct 18, clear", "2018-10-05"),
        ("Bloods (5th Oct 18) fine", "2018-10-05"),
        ("On 12 Mar 14 staples out", "03-12"),
        ("from 12 Mar 20 mg daily", "03-12"),
    ],
)
def test_a_year_of_two_figures_is_told_from_a_number_behind_a_day(said, day):
    note = _HEAD + said
    assert days_told(case_of(_KNOWN, note, "Note\nDate: 30/03/2019\nWell."), note) == day


@pytest.mark.parametrize(
    "head",
    [
        "RESULTS REVIEW   Printed 07/14/2021 18:22\nOTT, MARIA  34 Y  F   Loc: MICU 12\n\n"
        "                 07/11     07/12     07/13     07/14",
        "CUMULATIVE REPORT   Printed: 14-Jul-2021 14:10\n\nDate        11-Jul  12-Jul  13-Jul  14-Jul",
        "Lab printout 14 July 2021\nDate   11 Jul   12 Jul  13 Jul",
    ],
)
def test_a_day_at_the_head_of_a_column_is_not_the_notes_own(head):
    note = f"{head}\nHb      138     92      109     118"
    case = case_of("Admission note\nDate of admission: 07/10/2021\nSeen 07/16/2021.", note)
    altered = next(n for n in case.notes if n.note.text == note)
    assert str(altered.when.first) == "2021-07-14"
    days = [e.when.first.day for e in case.events if e.note == altered.note.id]
    assert days[1:4] == [11, 12, 13]


@pytest.mark.parametrize(
    "line",
    [
        "16/3          23       17       9\n22/3          [[DATE|24]]       18       4",
        "16/3\t23\t17\n22/3\t[[DATE|24]]\t18",
        "16/3 | 23 | 17\n22/3 | [[DATE|24]] | 18",
        "16.3.   23    17\n22.3.   [[DATE|24]]    18",
    ],
)
def test_a_value_in_a_row_of_its_date_is_no_day(line):
    assert "24" in prose(_KNOWN, f"{_HEAD}Date   L   W   Depth\n{line}").splitlines()[-1]


@pytest.mark.parametrize(
    "said",
    [
        "Power out [[DATE|1910–1950]]hrs, generator late.",
        "Power out 1910-1950 hrs.",
        "Off CPAP 2010-2040, well.",
        "Dialysis 1930-2030h.",
        "Kayla here [[DATE|11-6]], kids drew pictures.",
        "Husband visiting [[DATE|2-4]] daily.",
        "Clinic open [[DATE|9-12]].",
        "Slept [[DATE|10-5]] well",
    ],
)
def test_hours_are_no_days_or_years(said):
    assert not _told(said)


def test_years_of_a_run_are_still_years():
    assert _told("Smoked 1990-2010.") == "1990-01-01..2010-12-31"


@pytest.mark.parametrize(
    "line",
    [
        "glucose [[DATE|5.7]]",
        "K [[DATE|4.7]] Na 131",
        "Hb [[DATE|10.2]] today",
        "T [[DATE|3.6]]",
        "bed [[DATE|12/7]]",
        "Para [[DATE|2/1]], well",
        "[[DATE|7/10]] pain",
        "rash and itch for [[DATE|5/7]]",
        "diarrhoea x 3/7",
    ],
)
def test_values_beds_and_courses_are_no_days(line):
    assert not _told(line)


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("seen from [[DATE|4.7]] on", "2018-07-04"),
        ("clinic [[DATE|4.3]]", "03-04"),
        ("booked for [[DATE|3/4]]", "04-03"),
    ],
)
def test_days_beside_other_words_stay_days(line, day):
    assert _told(line) == day
