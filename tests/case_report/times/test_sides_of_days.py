"""On which side of its note a day lies that its words alone do not tell, and from which day it is told."""

import pytest

from case_notes import case_of, days_told

_ADMISSION = "Admission note\nDate of admission: 11 March 2019\nShe came."
_HEAD = "Progress note\nDate: 25/03/2019\n"


def _told(line, head=_HEAD, admission=_ADMISSION):
    return days_told(case_of(admission, head + line), head + line)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("Fever starting Wednesday. Tired.", "03-20"),
        ("cough and chills beginning on Thursday", "03-21"),
        ("Rash and itch, worse Friday, no cause", "03-22"),
        ("Seizures starting early Sunday", "03-24"),
        ("numbness of the left leg starting Saturday", "03-23"),
        ("Back pain commencing Tuesday", "03-19"),
        ("Antibiotics starting Wednesday.", "03-27"),
        ("Radiotherapy starting Thursday.", "03-28"),
        ("Plan: TTE tomorrow.\n- TTE Fri EF 60, RV nl", "03-26;03-22"),
        ("CTPA Wed Hb 104", "03-20"),
        ("MRI Wed 1400", "03-20..03-27"),
        ("Please have a trough and liver tests drawn Wednesday before your dose", "03-27"),
        ("She needs to have bloods and an ECG done Thursday", "03-28"),
        ("Could you get her INR checked Friday", "03-29"),
        ("You should have the stitches and the drain taken out Saturday", "03-30"),
        ("She had a trough and liver tests drawn Wednesday.", "03-20"),
        ("We have her bloods drawn Thursday: normal", "03-21"),
        (
            "Plan: 1 ward tmrw 2 gabapentin 300 3 bowel regime 4 outreach Thurs 5 HSE form 6 sitting Friday",
            "03-28;03-29",
        ),
        ("Plan 1. MRI Thurs 2. echo Fri 3. home Sat", "03-28;03-29;03-30"),
        ("ALP peaked 538 on 18/3, 201 on Monday.", "03-18;03-18..03-25"),
        ("seen 18/3 for a check, Monday", "03-18;03-18"),
        ("CRP 90 on 15/3, 12 on Friday", "03-15;03-22"),
    ],
)
def test_words_tell_the_side_of_a_weekday(said, day):
    assert _told(said) == day


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("MRI postponed from February (flu).", "02-01..02-28"),
        ("Operation put back from January.", "01-01..01-31"),
        ("Clinic moved from March to May.", "03-01..03-31;05-01..05-31"),
        ("surgery delayed from Thursday", "03-21..03-28"),
        ("hunt next April", "04-01..2020-04-30"),
        ("wedding next September", "09-01..09-30"),
        ("leave next May", "05-01..2020-05-31"),
        ("moves house next June", "06-01..06-30"),
        ("ROP regressed (31 January)", "01-31"),
        ("seen 28 May and well", "2018-05-28"),
        ("RV 2 wks Tues", "04-09"),
        ("R/V 2/52 Thurs", "04-11"),
        ("clinic 6 weeks Mon", "05-06"),
        ("in 3 weeks on Friday", "04-12"),
        ("TCA 4/52 Wed", "04-24"),
        ("back in two weeks, Saturday", "04-06"),
        ("swelling for 2 weeks, Tuesday worse", "03-19"),
    ],
)
def test_a_month_or_week_that_words_put_elsewhere(said, days):
    assert _told(said) == days


@pytest.mark.parametrize(
    "head",
    [
        "SURGICAL PATHOLOGY REPORT\nCollected: 18/03/2019    Received: 18/03/2019    Reported: 21/03/2019\n",
        "Microbiology\nReceived: 18/03/2019  Reported on: 21/03/2019\n",
        "Collected 18/03/19 16:05   Received 18/03/19 17:40   Reported 21/03/19 13:12\nHISTOLOGY\n",
        "HISTOLOGY\nDate received: 18/03/2019   Date reported: 21/03/2019\n",
    ],
)
def test_a_report_of_a_specimen_tells_from_the_day_of_the_report(head):
    assert _told("Phoned on Wednesday. No growth as of today, day 3.", head) == "03-20;03-21"


@pytest.mark.parametrize(
    ("sender", "rule"),
    [
        ("From: Jill V, RN   {} 10:05 AM", "---"),
        ("From: Jill V, RN   {} 10:05", ""),
        ("Sent by: Jill V   {} 10:05 AM", "***"),
        ("> From: Jill V {}, 10:05 AM", "---"),
    ],
)
def test_each_message_of_a_thread_tells_from_its_own_day(sender, rule):
    head = "Message thread\nSubject: numbers\n"
    days = ("03/26/2019", "04/02/2019", "04/03/2019")
    told = ("Well since Sunday.", "Your level from Monday was 6.", "Owen was ill on Sunday.")
    note = "\n".join(f"{rule}\n{sender.format(d)}\n{t}" for d, t in zip(days, told, strict=True))
    admission = "Admission note\nDate of admission: 03/11/2019\nShe came."
    assert _told(note, head, admission) == "03-26;03-24;04-02;04-01;04-03;03-31"


@pytest.mark.parametrize(
    "said",
    [
        "Hc 31, above birth weight since yesterday!",
        "Birth weight regained yesterday.",
        "birth wt reached 4/1/2020",
        "birth length 38, today 42. Yesterday well.",
        "on the birth centile since yesterday",
    ],
)
def test_an_infant_is_born_once(said):
    notes = (
        "Newborn admission record\nDOB: 23/11/2019\nDate of adm: 23/11/2019\nAge 40 minutes.",
        f"NBU notes\nDate: 05/01/2020\n{said}",
        "Discharge summary\nDOB 23/11/2019\nDOA 23/11/2019  DOD 06/01/2020\n"
        "Meropenem from day 9. Pallor on day 3. "
        "The last tap on day 25. Full feeds by day 19.",
    )
    case = case_of(*notes)
    last = next(n.note for n in case.notes if n.note.text == notes[-1])
    told = [str(e.when.first) for e in case.events if e.note == last.id and e.start > 70]
    assert told == ["2019-12-02", "2019-11-26", "2019-12-18", "2019-12-12"]


@pytest.mark.parametrize(
    ("feast", "words", "day"),
    [
        ("Cup Day", "Whitecliffs Practice, Rye VIC 3941.", "11-05"),
        ("the day after Cup Day", "Rye VIC 3941.", "11-06"),
        ("Melb Cup Day", "Rye VIC 3941.", "11-05"),
        ("Cup Day", "Te Whatu Ora.", "11-12"),
        ("Adelaide Cup Day", "SA 5000.", "03-11"),
        ("Canberra Day", "ACT 2600.", "03-11"),
        ("Picnic Day", "Darwin.", "08-05"),
        ("Mazingira Day", "Nairobi.", "10-10"),
        ("Mashujaa Day", "Nairobi.", "10-20"),
        ("Nyerere Day", "Dodoma.", "10-14"),
        ("Martyrs' Day", "Kampala.", "06-03"),
        ("Indigenous Peoples Day", "Denver.", "10-14"),
        ("WA Day", "WA 6000.", "06-03"),
    ],
)
def test_feasts_of_more_countries(feast, words, day):
    head = "Clinic note\nDate: 20/11/2019\n"
    assert _told(f"She fell on {feast}. {words}".replace("on the day", "the day"), head).split(";")[0] == day


_ROUND = "Surgical ward round\nDate: 18/03/2019\n"


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("Tmax 38.4 Sat 2200", "03-16"),
        ("off oxygen Sun 0400", "03-17"),
        ("going home on leave at the weekend", "03-23..03-24"),
        ("going out for lunch Sunday", "03-24"),
        ("was going home on Saturday but bled", "03-16"),
        ("Doppler yesterday no DVT (3rd this month)", "03-17"),
        ("4th this year, 2nd this month", ""),
        ("the 3rd of this month", "03-03"),
        ("since the 9th of last month", "02-09"),
        ("on the 3rd inst", "03-03"),
        ("CRP 120 Fri, 80 Sun, 45 today", "03-15;03-17"),
        ("heparin stopped Thurs", "03-14"),
        ("stop heparin Thurs", "03-21"),
        ("MRI Fri 1400", "03-15..03-22"),
    ],
)
def test_a_ward_round_tells_of_days_in_few_words(said, days):
    assert _told(said, _ROUND) == days


@pytest.mark.parametrize(
    "drug",
    [
        "L-AmB",
        "amik.",
        "ceftazidime + amik.",
        "x-pen/gent",
        "remdesivir",
        "Tazocin",
        "IVMP",
        "artesunate",
        "clexane",
        "dexa",
    ],
)
def test_a_day_of_a_drug_is_told_from_the_drug_and_stays(drug):
    note = f"{_ROUND}{drug} day 3, afebrile"
    case = case_of(_ADMISSION, note)
    assert days_told(case, note) == "03-18"
    assert next(n for n in case.notes if n.note.text == note).text.endswith(f"{drug} day 3, afebrile")


@pytest.mark.parametrize(
    "title", ["OT 14.3.19  IM nail R femur.", "THEATRE 14/3/19 ex fix pelvis", "OR Thu 14/3/19: nailing"]
)
def test_a_note_of_the_theatre_is_one_of_an_operation_and_what_comes_off_is_none(title):
    told = "Well on POD 2. Ex fix off (6/4). Walks since St Pat's. Form due 30th."
    summary = f"REHAB DISCHARGE\nAdmitted 30/3/19, D/C 24/4/19\n{told}"
    case = case_of(_ADMISSION, f"{title} EBL 1200.", summary)
    assert days_told(case, summary) == "03-16;04-06;03-17;04-30"


@pytest.mark.parametrize("day", ["16/3 Saturday", "16/3 (Sat)", "16/3  Sat"])
def test_figures_before_their_weekday_are_a_day(day):
    head = f"Postnatal ward\nD2 post CS, {day}\n"
    note = head + "T 38.4 last night."
    case = case_of(_ADMISSION, note)
    altered = next(n for n in case.notes if n.note.text == note)
    assert str(altered.when.first) == "2019-03-16"


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("Dialysed 13th to 18th, last on the 24th.", "03-13;03-18;03-24"),
        ("Drain 20th-22nd.", "03-20;03-22"),
        ("Out of bed on the 15th.", "03-15"),
        ("Clinic on the 10th.", "04-10"),
    ],
)
def test_days_alone_in_a_summary_are_those_of_its_stay(said, days):
    head = "Discharge summary\nDate of admission: 11/03/2019  Date of discharge: 29/03/2019\n"
    assert _told(said, head) == days


def test_what_is_weekly_tells_no_weekday():
    for said in ("bloods weekly Tues.", "bloods Tues weekly.", "Weekly, on a Tuesday, bloods."):
        case = case_of(_ADMISSION, _HEAD + said)
        assert "ues" not in next(n for n in case.notes if n.note.text == _HEAD + said).text


def test_labour_weekend_is_that_of_new_zealand():
    assert _told("No milking until after Labour Weekend. NHI ZZZ0016.") == "10-28"


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("C4 date 2/12 may slip a week.", ""),
        ("Dose 12 may need to rise.", ""),
        ("Beds 3 and 4 may close.", ""),
        ("Seen on 12 may and well.", "2018-05-12"),
        ("see you 12 may.", "05-12"),
        ("Seen 12 May may be wrong.", "2018-05-12"),
    ],
)
def test_may_in_small_letters_before_a_verb_is_one(said, days):
    assert _told(said) == days


@pytest.mark.parametrize(
    "said", ["from day 7 to day 9 of illness", "on day 7 and day 9 of the fever", "day 3-5 of menses"]
)
def test_both_days_of_a_run_are_told_from_what_stands_behind_it(said):
    note = _HEAD + f"Critical phase {said}."
    case = case_of(_ADMISSION, note)
    assert next(n for n in case.notes if n.note.text == note).text.endswith(f"Critical phase {said}.")
