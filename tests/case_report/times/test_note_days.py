"""The own day of a note, by what its head says or the other notes tell."""

import datetime as dt

import pytest

from case_notes import case_note, case_of, prose
from chartveil.case_report.building import build_case
from chartveil.case_report.model import CaseDecisions

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."


@pytest.mark.parametrize(
    ("note", "day"),
    [
        ("Discharge summary\nAdm: 3 March - Disch: 14 March 2019\nWell.", "2019-03-14"),
        ("Ward round 0830 Tues 12th Mar\nWell.", "2019-03-12"),
        ("Clinic letter\nTyped 18/03/2019  Clinic 12/03/2019\nWell.", "2019-03-12"),
        ("OPD\nDate of referral 01/03/2019   Date seen 12/03/2019\nWell.", "2019-03-12"),
        ("Physio\nOtt Lena  12.04.57  W338\nTues 12/3\nWalked.", "2019-03-12"),
        (
            "Physio\nOtt Lena  F  03/07/1949\nTues 12/3/2019\nWalked.",
            "2019-03-12",
        ),  # nobody says that it is one
        ("Clinic\nNext appointment 12/06/2019\nSeen 12/03/2019 by nurse\nWell.", "2019-03-12"),
        ("Death summary\nDied 12 March 2019 at 04:10. Admitted 1 March 2019.\nShe died.", "2019-03-12"),
        ("Implant card\nDevice implanted 01/02/2018\nChecked 12/03/2019\nOk.", "2019-03-12"),
        ("Letter\n12th March, 2019\nYour ref of 1st March 2019\nWell.", "2019-03-12"),
        ("Inpatient stay 1/3/2019 - 12/3/2019 Discharge letter\nWell.", "2019-03-12"),
        # Fields without a colon, and what is to come.
        ("e-Discharge\nAdm 29/2/2019 0714   Disch 12/3/2019 1500   LOS 7\nWell.", "2019-03-12"),
        ("e-Discharge\nAdm: 01/03/2019 07:14   Disch: 12/03/2019 15:00\nWell.", "2019-03-12"),
        ("Ward\nDOA 1/3/19   DOD 12/3/19\nWell.", "2019-03-12"),
        ("Paeds\nOtt Lena  DOB 11.8.17  17/12  F\nAdm Tues 12/3/19 03:20\nFever.", "2019-03-12"),
        ("Consult      DOS 12/3/2019 (clinic day)\nTimeline:\n  2/8/18    shock\nOk.", "2019-03-12"),
        ("Rehab - visit of 12 March 2019 (video)\nR/V 11/1/20 in person.", "2019-03-12"),
        ("OT flowsheet     Eval: Tue 12-Mar\nVisits auth 36, thru 3/31/2020\nOk.", "2019-03-12"),
        ("Progress 12/3/2019\nAdm 1/3/2019   HD 12\nWell.", "2019-03-12"),
        ("Transfer form\nWell.\nForm rev 07/18   Faxed 12/3 1841", "2019-03-12"),
        ("Ward entries (copied 12/3)\n5-Mar. Ate.\nThurs 7/3 walked.\nHome Tues 12/3.", "2019-03-12"),
    ],
)
def test_the_own_day_of_a_note_is_none_that_its_head_tells_of(note, day):
    others = (
        "Clinic note\nDate: 15/01/2019\nPatient: [[PATIENT|Ott, Lena]] DOB: 12/04/1957\nSeen.",
        "Letter\n21 October 2019\nSeen on 14/10/2019.",
    )
    case = case_of(*others, note)
    assert str(next(n for n in case.notes if n.note.text == note).when.first) == day


@pytest.mark.parametrize(
    ("head", "becomes"),
    [
        ("ICU progress note\nHD 4 / POD 1   Thursday\n", "day 2; drain out on day 4"),
        ("Ward round   POD 3\n", "day 4; drain out on day 6"),
        # One head that leads to two days leads to none.
        ("Surgery progress\nPOD 5, hospital day 7\n", "yesterday; drain out tomorrow"),
        ("Progress note   Friday\n", "yesterday; drain out tomorrow"),
    ],
)
def test_a_note_without_a_date_is_placed_by_the_counts_at_its_head(head, becomes):
    operation = "Operation note\nDate of surgery: 06/05/2019\nLaparotomy."
    note = head + "Fever since yesterday; drain out tomorrow."
    assert prose(_ADMISSION, operation, note).endswith(f"Fever since {becomes}.")


def test_a_note_without_a_year_is_placed_by_the_others():
    note = "Progress note\nDate: [[DATE|12/30]]\nYesterday she fell."
    other = "Clinic note\nDate: 01/04/2020\nWell."
    assert prose("Admission note\nAdmitted: 12/28/2019\nPain.", other, note).endswith("On day 1 she fell.")


def test_a_note_without_a_year_takes_it_from_the_nearest_note():
    # The middle of all notes would make it a year later.
    round_ = "ICU round NYE\nShe slept."
    notes = (
        "Retrieval\nDate: 12/27/2018\nCrash.",
        "Clinic note\nDate: 08/21/2019\nWell.",
        "Letter\nDate: 11/02/2019\nOk.",
    )
    case = case_of(*notes, round_)
    assert dt.date(2018, 12, 31) in {n.when.first for n in case.notes}


def test_files_that_are_numbered_tell_which_year_is_meant():
    names = ("01-letter.txt", "02-round.txt", "03-letter.txt")
    texts = ("Letter\n20/04/2018\nSeen.", "Ward entries (copied 25/5)\nSlept.", "Letter\n23/05/2019\nSeen.")
    notes = [case_note(text, name) for text, name in zip(texts, names, strict=True)]
    days = {n.note.name: str(n.when.first) for n in build_case(notes, CaseDecisions()).notes}
    assert days["02-round.txt"] == "2018-05-25"


def test_a_figure_in_the_title_of_a_note_is_its_day_where_nothing_else_is():
    note = "Ward round 6/7   reg\nNo fits since Tue. Home tomorrow. Age 14/12."
    assert prose(_ADMISSION, note).endswith("No fits since day 1. Home on day 5. Age 12 to 17 months.")


def test_a_discharge_summary_is_of_the_day_of_discharge_and_not_of_surgery():
    note = (
        "Discharge summary\nDate of surgery: 06/05/2019   Date of discharge: 06/12/2019\nDrain out yesterday."
    )
    assert prose(_ADMISSION, note).endswith("Drain out on day 8.")


@pytest.mark.parametrize(
    ("note", "day"),
    [
        ("BIOCHEMISTRY   accreditation valid to 30/06/2026\nColl 12/03/2019 06:10\nK 4.", "2019-03-12"),
        ("Echo lab\nMachine serviced 02/01/2019\nEcho 12/03/2019\nEF 40%.", "2019-03-12"),
        ("Pharmacy\nVancomycin lot A12 exp 31/12/2020\n12/03/2019 given\nOk.", "2019-03-12"),
        ("Form MH-4 revised 01/02/2017\nSection papers 12/03/2019\nOk.", "2019-03-12"),
        ("X-ray\nLicence until 31.12.2021\nExam 12.03.2019\nClear.", "2019-03-12"),
        ("Cath lab  ISO certificate renewed to 1 June 2022\n12 March 2019\nStent.", "2019-03-12"),
        # A run in the date field of a chart: its last day.
        ("PARTOGRAPH   membranes out (10/3/2019 19:00)\nDate 11–12/3/2019\nOk.", "2019-03-12"),
        ("ICU CHART  line day 4 (9/3/2019)\nDate: 11-12 March 2019\nOk.", "2019-03-12"),
        # Discharge in short.
        ("Discharge letter\nAdm 01/03/2019 Dis 12/03/2019 Cons Ott\nWell.", "2019-03-12"),
        ("Discharge letter\nAdm: 01/03/2019  DC: 12/03/2019\nWell.", "2019-03-12"),
    ],
)
def test_the_own_day_of_a_note_is_none_of_a_paper_and_the_last_of_a_chart(note, day):
    others = "Clinic\nDate: 15/01/2019\nSeen.", "Letter\n21 October 2019\nSeen on 14/10/2019."
    case = case_of(*others, note)
    assert str(next(n for n in case.notes if n.note.text == note).when.first) == day


def _days_of_files(*files):
    notes = [case_note(text, name) for name, text in files]
    case = build_case(notes, CaseDecisions())
    return {n.note.name: n.when and f"{n.when.first}..{n.when.last}" for n in case.notes}


@pytest.mark.parametrize(
    ("name", "text", "days"),
    [
        ("board.txt", "Ward 9 results    Ott    March 2019\n\nK 4 on the 6th.", "2019-03-01..2019-03-31"),
        ("chart.txt", "MAR CHART\nMarch 2019\nGiven.", "2019-03-01..2019-03-31"),
        ("chart.txt", "Diabetes diary for Lena, Mar 2019\nBM 6.", "2019-03-01..2019-03-31"),
        ("feeding-chart-mar-2019.txt", "FEEDING CHART\nTook 30 ml.", "2019-03-01..2019-03-31"),
        ("peak-flow_March2019.txt", "PEAK FLOW\n300.", "2019-03-01..2019-03-31"),
        ("2019-03 stoma chart.txt", "STOMA CHART\n300 ml.", "2019-03-01..2019-03-31"),
        ("diary.txt", "Kardex\n\nTues nightshift 12th-13th: slept.", "2019-03-12..2019-03-12"),
        ("diary.txt", "Ward diary\n12th\nSlept. Review on Mon 18th.", "2019-03-12..2019-03-12"),
        ("diary.txt", "Nursing\nTues 12th, late shift: slept.", "2019-03-12..2019-03-12"),
        # Neither a month in running text nor a day that may be of two months.
        ("letter.txt", "Letter\nWell since March 2019.\nSeen.", None),
        ("diary.txt", "Ward diary\n12th: slept.", None),
    ],
)
def test_a_month_or_day_at_the_head_of_a_chart_is_its_own_time(name, text, days):
    files = (
        ("a.txt", "Admission note\nDate of admission: 20/12/2018\nPain."),
        ("b.txt", "Ward round\nDate: 15/03/2019\nWell."),
        ("c.txt", "Letter\nDate: 20/04/2019\nWell."),
    )
    assert _days_of_files(*files, (name, text))[name] == days


def test_a_note_without_a_day_lies_between_the_files_beside_it():
    days = ("01/03/2019", "04/03/2019", "", "11/03/2019", "20/03/2019")
    files = [(f"{n:02}-note.txt", f"Note\n{d}\nFever since yesterday.") for n, d in enumerate(days)]
    assert _days_of_files(*files)["02-note.txt"] == "2019-03-04..2019-03-11"
    far = [(name, text.replace("11/03", "11/04").replace("20/03", "20/04")) for name, text in files]
    assert _days_of_files(*far)["02-note.txt"] is None
    mixed = [(f"{9 - n:02}-note.txt", text) for n, (_, text) in enumerate(files)]
    assert _days_of_files(*mixed)["07-note.txt"] is None


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("11/03/2022 (Fri)", "2022-03-11"),
        ("11/03/2022 (Thu)", "2022-11-03"),
        ("Fri 11/03/2022", "2022-03-11"),
        ("Thursday, 11/03/2022", "2022-11-03"),
        ("11.03.22 Friday", "2022-03-11"),
        ("Fri. 11-03-2022", "2022-03-11"),
        ("06/07/2019, Saturday", "2019-07-06"),
        ("06/07/2019 (Friday)", "2019-06-07"),
        ("Mon 1/4/2019", "2019-04-01"),
        ("Fri 1/4/2019", "2019-01-04"),
    ],
)
def test_the_weekday_beside_a_date_tells_whether_the_day_stands_first(date, day):
    case = case_of(f"Ambulance record\nDate of call: {date}\nPain. Form v3 09/20.")
    assert str(case.notes[0].when.first) == day


def test_a_note_that_hardly_tells_its_order_goes_by_the_others():
    form = "Ambulance record\nDate: 11/03/2022\nForm 2 of 09/20."
    case = case_of(form, "Ward\nDate: 21/03/2022\nWell.", "Letter\nDate: 28/03/2022\nWell.")
    assert min(str(n.when.first) for n in case.notes) == "2022-03-11"
