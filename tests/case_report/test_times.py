"""Dates of a case: every form becomes an interval from one day 0, the same in all notes."""

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from case_notes import case_note, case_of, prose
from chartveil.case_report.building import build_case
from chartveil.case_report.model import CaseDecisions, Certainty, DateStyle, DayRange, IndexEvent, IndexKind

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."
# Written on a Monday a week later.
_HEAD = "Progress note\nDate: 06/10/2019\n"


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("Rash since 5/29.", "Rash since day -5."),
        ("Seen on June 5th.", "Seen on day 2."),
        ("Seen on 5 June 2019 at noon.", "Seen on day 2 at noon."),
        ("Fever on Wednesday, June 5.", "Fever on day 2."),
        ("Last Thursday she fell.", "On day 3 she fell."),
        ("She fell on Saturday.", "She fell on day 5."),
        ("Review next Monday.", "Review on day 14."),
        ("It grew after the next visit, on Memorial Day.", "It grew after the next visit, on day -7."),
        ("She turns 53 in August.", "She reaches the age of 50 to 54 between day 59 and day 89."),
        ("She fell yesterday.", "She fell on day 6."),
        ("She fell 3 days ago.", "She fell on day 4."),
        ("Cough began two weeks ago.", "Cough began between day -10 and day -4."),
        ("She was well until last March.", "She was well until about day -79 (day -94 to day -64)."),
        ("In April she travelled.", "Between day -63 and day -34 she travelled."),
        ("Stroke in 2015.", "Stroke 3 to 5 years before day 0."),
        ("Unchanged since 2015.", "Unchanged since about 3 to 5 years before day 0."),
        ("Scan from 2015.", "Scan from a time 3 to 5 years before day 0."),
        ("Well until the autumn of 2018.", "Well until about 6 to 10 months before day 0."),
        ("Surgery in the summer of 2017.", "Surgery 21 to 25 months before day 0."),
        ("On Memorial Day she was well.", "On day -7 she was well."),
        ("At Christmas 2018 she coughed.", "On day -160 she coughed."),
        ("Hospital day 3: afebrile.", "Day 2: afebrile."),
        ("On the 7th she had fever.", "On day 4 she had fever."),
        ("Visits on alternate Sundays.", "Visits every other week."),
        ("She wants to play at Christmas Eve service.", "She wants to play on day 204 at the service."),
        ("Dialysis on Mondays, Wednesdays and Fridays.", "Dialysis three times a week."),
        ("Follow-up on 7/1.", "Follow-up on day 28."),
        ("Labs 6/4: CRP 90, 6/6: CRP 40.", "Labs on day 1: CRP 90, day 3: CRP 40."),
        ("Cultures 6/4/19, 6/5/19.", "Cultures on day 1, day 2."),
        ("Fever June 4-6, 2019.", "Fever on day 1-day 3."),
        ("Immunised in the 2017-18 school year.", "Immunised 11 to 23 months before day 0."),
        ("Smoked through the 1990s.", "Smoked through 19 to 30 years before day 0."),
        ("CT of early May 2019 was normal.", "CT of about day -29 (day -33 to day -24) was normal."),
    ],
)
def test_an_expression_becomes_an_interval(written, becomes):
    marked = written.replace("5/29", "[[DATE|5/29]]").replace("7/1", "[[DATE|7/1]]")
    marked = marked.replace("6/4:", "[[DATE|6/4]]:").replace("6/6:", "[[DATE|6/6]]:")
    assert prose(_ADMISSION, _HEAD + marked).split("\n")[-1] == becomes


def test_a_bare_day_in_december_is_no_number_of_months():
    head = "Ward round\nDate: 31/12/2018\n"
    assert prose(head + "CT head 30/12 stable.").endswith("CT head on day -1 stable.")
    assert prose(head + "Plate for 18/12, review in 13/12.").endswith("Plate for 18/12, review in 13/12.")


@pytest.mark.parametrize(
    "text",
    [
        "Prednisolone 5 mg for 6 months, then 2 weeks off.",
        "28 weeks pregnant; ferritin 2019 ng/mL; 2000 mL over 24 h.",
        "Strength 3/5, reflexes 2/4, Apgar 8/9, BP 120/80, pain 7/10.",
        "Day 3 of antibiotics; cycle 2 day 1; Christmas disease; she may fall.",
        "A 5-year history of falls; survival 3 years; took 1/2 tablet.",
        "Sun exposure; march fracture; augmented betalactam; 40-50 mg.",
        "Three days later she walked; two weeks before admission she was well.",
        "Biopsies from D2; D2 gastrectomy; sensation lost from D10 level; Haloperidol D2 receptor block.",
        "Shelcal D3 60k IU weekly; wean off D10 dextrose; Caltrate D3 with vitamin C.",
        "Power 3/5-4/5, murmur 2/6-3/6, reflexes 2/4-3/4, pain 3/10-5/10.",
        "Gestation 28 4/7 weeks, then 30 1/7; sections at 27+4 and 39+0.",
    ],
)
def test_durations_doses_and_values_stay(text):
    assert prose(_ADMISSION, _HEAD + text).split("\n")[-1] == text


def test_days_after_an_operation_are_counted_from_it_in_every_note():
    operation = "Operative note\nDate of surgery: 06/05/2019\nLaparotomy."
    later = "Discharge summary\nDate: 06/20/2019\nOn POD 2 she ate; on postoperative day 4 she walked."
    assert prose(_ADMISSION, operation, later).endswith("On day 4 she ate; on day 6 she walked.")


def test_a_note_without_a_year_is_placed_by_the_others():
    note = "Progress note\nDate: [[DATE|12/30]]\nYesterday she fell."
    other = "Clinic note\nDate: 01/04/2020\nWell."
    assert prose("Admission note\nAdmitted: 12/28/2019\nPain.", other, note).endswith("On day 1 she fell.")


def test_uncertain_times_are_ranges_and_say_so():
    case = case_of(_ADMISSION, _HEAD + "In April she fell; seen 3 days ago.")
    by_text = {e.written: e for e in case.events}
    assert by_text["April"].certainty is Certainty.RANGE
    assert by_text["April"].when == DayRange(dt.date(2019, 4, 1), dt.date(2019, 4, 30))
    assert by_text["3 days ago"].when.is_exact


def test_what_no_word_tells_is_shown_as_uncertain():
    case = case_of(_ADMISSION, _HEAD + "Potassium on Friday.")
    event = next(e for e in case.events if e.written == "Friday")
    assert event.certainty is Certainty.RANGE
    assert event.when == DayRange(dt.date(2019, 6, 7), dt.date(2019, 6, 14))
    assert event.reason == "no word tells whether it lies before or after its note"


def test_the_index_event_and_single_dates_can_be_changed():
    index = IndexEvent(IndexKind.OPERATION, dt.date(2019, 6, 5), wording="the operation")
    assert prose(_ADMISSION, _HEAD + "Fever on June 7.", index=index).endswith("Fever on day 2.")
    words = prose(_ADMISSION, _HEAD + "Fever on June 7.", index=index, style=DateStyle.WORDS)
    assert words.endswith("Fever 2 days after the operation.")
    case = case_of(_ADMISSION, _HEAD + "In April she fell.")
    key = next(e.key for e in case.events if e.written == "April")
    day = DayRange(dt.date(2019, 4, 20), dt.date(2019, 4, 20))
    assert prose(_ADMISSION, _HEAD + "In April she fell.", dates={key: day}).endswith("On day -44 she fell.")


def test_dates_of_birth_go_unless_birth_is_day_0():
    text = _HEAD.replace("\n", "\nDOB: 04/12/1957   Sex: F\n", 1) + "Born on April 12, 1957, she was well."
    assert prose(_ADMISSION, text).split("\n") == ["Sex: F", "Date: Day 7", "She was well."]
    infant = "Birth record\nDate of birth: 06/01/2019\nDate: 06/01/2019\nTerm infant."
    case = case_of(infant, _HEAD + "Weight 3,100 g.")
    assert case.index.kind is IndexKind.BIRTH


def test_contradictions_are_told():
    head = "Clinic note\nPatient: [[PATIENT|Ott, Lena]]  DOB: "
    one = head + "04/12/1957\nDate: 06/03/2019\nShe fell on 09/09/2019."
    two = head + "04/21/1957\nDate: 06/04/2019\nWell."
    assert {c.kind for c in case_of(one, two).contradictions} == {"birth", "order"}


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        # A diary, and an addendum: several entries with their own days.
        ("She slept.\n06/05/2019 She ate.\n06/07/2019 She walked on 06/06/2019.", 0),
        ("She slept.\n- 06/05/2019: ate.\n- 06/07/2019: walked.", 0),
        ("She slept.\nADDENDUM 06/07/2019: she was seen on 06/06/2019.", 0),
        # Within an entry it is still one.
        ("She slept.\n06/05/2019 She ate.\nShe was seen on 06/09/2019.", 1),
        ("She was seen on 06/09/2019.", 1),
    ],
)
def test_entries_of_a_diary_contradict_nothing(entries, told):
    note = "Ward diary\nDate: 06/04/2019\n" + entries
    assert [c.kind for c in case_of(_ADMISSION, note).contradictions] == ["order"] * told


@pytest.mark.parametrize("decided", ["the Friday", "Friday", "Since the Friday"])
def test_a_stored_day_is_found_again_where_the_expression_begins_elsewhere(decided):
    """A later version of the forms may take ``the`` along, or leave it."""
    note = _HEAD + "Ill. Since the Friday she had rigors."
    key = f"{case_note(note, '1.txt').id}:{note.index(decided)}"
    day = DayRange(dt.date(2019, 5, 31), dt.date(2019, 5, 31))
    assert prose(_ADMISSION, note, dates={key: day}).endswith("Since day -3 she had rigors.")


def test_a_stored_day_of_other_words_is_not_taken():
    note = _HEAD + "Seen Monday. Since the Friday she had rigors."
    day = DayRange(dt.date(2019, 5, 31), dt.date(2019, 5, 31))
    for words in ("Seen", "she", "rigors"):
        key = f"{case_note(note, '1.txt').id}:{note.index(words)}"
        assert prose(_ADMISSION, note, dates={key: day}) == prose(_ADMISSION, note)


def test_no_date_at_all_is_said():
    case = case_of("Clinic note\nShe is well.", "Letter\nStill well.")
    assert case.index is None
    assert any("No note has a date" in r for r in case.remarks)


@given(st.dates(dt.date(2018, 1, 1), dt.date(2022, 12, 31)), st.integers(-300, 300))
def test_any_two_days_keep_their_interval(start, days):
    later = start + dt.timedelta(days)
    admitted = f"Admission note\nDate of admission: {start:%m/%d/%Y}\nPain."
    scanned = f"Scan of {later:%B} {later.day}, {later.year} was clear."
    note = f"Clinic note\nDate: {max(start, later):%Y-%m-%d}\n{scanned}"
    assert prose(admitted, note).endswith(f"Scan of day {days} was clear.")


_TOLD = "Admission note\nDate of admission: 06/03/2019\nShe came."
# A Wednesday of the next week.
_NOTE = "Clinic note\nDate: 06/12/2019\n"


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        # The verb.
        ("She was seen on Friday.", "She was seen on day 4."),
        ("She will come on Friday.", "She will come on day 11."),
        ("Home on 6/5/2019. On the 10th she fell.", "Home on day 2. On day 7 she fell."),
        ("On Friday she will be seen.", "On day 11 she will be seen."),
        ("She was told to return on Friday.", "She was told to return on day 11."),
        ("She missed her appointment on Friday.", "She missed her appointment on day 4."),
        ("Flies home on Sunday.", "Flies home on day 13."),
        ("She is going home on Saturday.", "She is going home on day 12."),
        ("Rash since Friday.", "Rash since day 4."),
        ("Admit now because of pain on Sunday.", "Admit now because of pain on day 6."),
        # What was planned.
        ("Booked for Friday.", "Booked for day 11."),
        ("Surgery due Friday.", "Surgery due on day 11."),
        ("Drain out Friday if dry.", "Drain out on day 11 if dry."),
        ("She was seen, on leave until Friday.", "She was seen, on leave until day 11."),
        # An order, a heading, a result.
        ("Stop heparin on Friday.", "Stop heparin on day 11."),
        ("Plan\nPotassium on Friday.", "Potassium on day 11."),
        ("Potassium on Friday: 4.1.", "Potassium on day 4: 4.1."),
        # Nothing tells: a range that holds both.
        ("Potassium on Friday.", "Potassium between day 4 and day 11."),
        # Neighbours and idioms.
        (
            "She fell on June 5; the following Monday she was sore.",
            "She fell on day 2; on day 7 she was sore.",
        ),
        ("She fell on June 5 and drank on the Monday before.", "She fell on day 2 and drank on day 0."),
        ("Off oxygen last Tuesday week.", "Off oxygen on day 1."),
        ("Immunised tomorrow week.", "Immunised on day 17."),
        ("Weight 4.1 kg (3.9 kg on Monday).", "Weight 4.1 kg (3.9 kg on day 7)."),
        ("On high flow until Monday, now in air.", "On high flow until day 7, now in air."),
        (
            "See at 6 months corrected, in December.",
            "See at 6 to 8 months corrected, between day 181 and day 211.",
        ),
        ("Seen June 14, given on the Monday.", "Seen on day 11, given on day 7."),
        ("She was well until the late May bank holiday.", "She was well until day -7."),
        ("Home by the 7th: eating.", "Home by day 4: eating."),
        ("She was placed on St David's Day.", "She was placed on day -94."),
        ("Home a week ago Monday.", "Home on day 0."),
        ("Clot two weeks ago Wednesday.", "Clot on day -5."),
        ("WBC 14 Sun, 11 today.", "WBC 14 on day 6, 11 today."),
        ("O2 Sat. 98 %.", "O2 Sat. 98 %."),
        ("Review in the first week of August.", "Review between day 59 and day 65."),
        ("Well by [[DATE|the Fourth]].", "Well by day 31."),
        ("Vancomycin through Friday.", "Vancomycin through day 11."),
        ("CTA Friday: occluded graft.", "CTA on day 4: occluded graft."),
        ("Review Friday week.", "Review on day 18."),
        ("Drain out Sunday, POD 4.", "Drain out on day 6, day 6."),
        ("Seen on 13 June last.", "Seen on day -355."),
        ("She worked until the day after the bank holiday.", "She worked until day 1."),
        # Holidays, months and dates without a year.
        ("Back at work by Labor Day.", "Back at work by day 91."),
        ("She was well at Easter.", "She was well on day -43."),
        ("She fell on Saturday night.", "She fell on the night of day 5."),
        ("Well since Sunday morning.", "Well since the morning of day 6."),
        ("Easter was spent in bed.", "Day -43 was spent in bed."),
        ("She walks alone since Memorial Day.", "She walks alone since day -7."),
        ("MRI in August.", "MRI between day 59 and day 89."),
        ("Seen [[DATE|6/10 2019]].", "Seen on day 7."),
        ("Seen [[DATE|June 10 @ 2016]].", "Seen on day 7."),
        ("Seen June 10 2016 hrs.", "Seen on day 7 2016 hrs."),
        ("Fever on 6/10, cultures 6/10-11.", "Fever on day 7, cultures on day 7-day 8."),
        ("Home on 6/5/2019. On the 1st she fell.", "Home on day 2. On day -2 she fell."),
    ],
)
def test_the_side_of_a_note_is_told_by_the_words(written, becomes):
    operation = "Operation note\nDate of surgery: 06/05/2019\nLaparotomy."
    marked = written.replace("6/10-11", "[[DATE|6/10-11]]")
    assert prose(_TOLD, operation, _NOTE + marked).split("\n")[-1] == becomes


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
    assert prose(_TOLD, operation, note).split("\n")[-1] == becomes


_OPERATION_NOTE = "Operation note\nDate of surgery: 06/05/2019\nTotal colectomy for colitis."


@pytest.mark.parametrize(
    ("notes", "kind", "day"),
    [
        # A great operation that later notes go on naming.
        ((_TOLD, _OPERATION_NOTE, _NOTE + "Well after colectomy."), IndexKind.OPERATION, dt.date(2019, 6, 5)),
        # A stay, told by its run of days.
        (("Letter\n06/20/2019\nWe report on her stay from 3 June to 14 June 2019.",
          "Clinic note\nDate: 07/01/2019\nWell."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        # A small one, and one that nobody speaks of again.
        ((_TOLD, _OPERATION_NOTE, _NOTE + "Well."), IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        ((_TOLD, "Operation note\nDate of surgery: 06/05/2019\nBiopsy.", _NOTE + "Well after biopsy."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        # Somebody who was hurt: the arrival, whatever was operated then.
        (("ED triage 06/03/2019\nMotorcycle crash.", _OPERATION_NOTE, _NOTE + "Well after colectomy."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        (("ED triage 06/03/2019\nBelly pain. No trauma. PMH: stroke.", _OPERATION_NOTE,
          _NOTE + "Well after colectomy."), IndexKind.OPERATION, dt.date(2019, 6, 5)),
        # A bed that came the day after somebody was seen; a stay long before the notes that follow it.
        (("ED consult 06/02/2019\nMute.", "Ward note\nDate: 06/04/2019\nAdmitted 06/03/2019.",
          _NOTE + "Well."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        (("Discharge summary\nDate of admission: 03/04/2019\nDischarged: 03/09/2019\nFever.", _OPERATION_NOTE,
          _NOTE + "Well.", "Clinic note\nDate: 07/01/2019\nFever since 06/28/2019."),
         IndexKind.ADMISSION, dt.date(2019, 3, 4)),
        # One that is told in running text alone, long before the notes.
        (("Clinic letter\n06/20/2019\nShe was admitted on 03/04/2019 with fever.",
          "Clinic letter\n07/01/2019\nWell. Cough since 06/28/2019."),
         IndexKind.ADMISSION, dt.date(2019, 3, 4)),
        (("Clinic note\nDate: 01/15/2019\nTired.", "CODE STROKE 2019-06-03\nAphasia.", _NOTE + "Speaks."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
    ],
)  # fmt: skip
def test_the_day_that_the_case_is_about_is_proposed_first(notes, kind, day):
    index = case_of(*notes).index
    assert (index.kind, index.date) == (kind, day)


_CASES = {
    "American": (
        "Clinic note\nDate: 01/15/2019\nSeen.",
        "Admission note\nDate of admission: 06/03/2019\nShe came.",
        "Operation note\nDate of surgery: 06/05/2019\nLaparotomy.",
        "Clinic note\nDate: 10/21/2019\nSeen.",
        # A Wednesday.
        "Clinic note\nDate: 06/12/2019\n",
    ),
    "British": (
        "Clinic letter\n15th January 2019\nSeen.",
        "Operation note\nDate: 14/05/2019\nTotal knee replacement.",
        "Admission clerking\nDate of admission: 13/05/2019\nPain.",
        "Letter\n21 October 2019\nSeen on 14/10/2019.",
        # A Tuesday.
        "Clinic letter\n28th May 2019\n",
    ),
    "Australian": (
        "Clinic letter\n18 March 2019\nABN 51 990 244 118\nSeen.",
        "Operation note\nDate: 20/11/2019\nTotal knee replacement.",
        # A Monday.
        "Clinic letter\n25/11/2019\n",
    ),
    "South African": (
        "Clinic letter\n18/03/2019\nKwaZulu clinic. Seen.",
        # A Monday.
        "Clinic letter\n25/11/2019\n",
    ),
    "Indian": (
        "OPD\n18/03/2019\nUHID 4471\nSeen.",
        # A Monday.
        "OPD\n25/11/2019\n",
    ),
    "Canadian": (
        "Clinic note\nDate: 2019-03-18\nOHIP 4471\nSeen.",
        # A Monday.
        "Clinic note\nDate: 2019-11-25\n",
    ),
    "Obstetric": (
        "Labour ward\n16/12/2019\nAdmitted 15/12/2019. DOB: 14/03/1991\nIn labour.",
        "Theatre note - caesarean section\n17/12/2019\nGirl, 3.1 kg.",
        # A Saturday.
        "Ward round\n21/12/2019\n",
    ),
    "Chemotherapy": (
        "Day unit\n02/07/2019   C1D1\nStarted.",
        "Day unit\n16/07/2019   C2D1\nGiven.",
        # A Tuesday.
        "Clinic note\n30/07/2019\n",
    ),
    "Irish": (
        "Letter\n15/01/2019\nHSE clinic. Seen.",
        "Admission note\nDate of admission: 13/05/2019\nPain.",
        "Letter\n21 October 2019\nSeen.",
        # A Tuesday.
        "Ward round\n28/05/2019\n",
    ),
    "Kenyan": (
        "OPD card\n18/03/2019\nKisumu. Seen.",
        "Admission\nDate of admission: 28/10/2019\nFever.",
        # A Monday.
        "OPD card\n25/11/2019\n",
    ),
    "Indian ward": (
        "Ward record\n19/11/2019\nUHID 4471\nAdmitted 19/11/2019.",
        "Operation note\nDate: 20/11/2019\nLSCS.",
        "Ward record\n25/11/2019\n",
    ),
    "Transplant": (
        "Ward admission\nDate of admission: 01/04/2019\nFor transplant.",
        "Transplant note\n08/04/2019   Day 0\nStem cells infused.",
        "Ward round\n22/04/2019\n",
    ),
    "Newborn": (
        "Newborn admission note\nDate: 04/03/2019   DOB: 04/03/2019\nTerm girl born by section.",
        "Baby clinic\n18/03/2019\n",
    ),
    "First course": (
        "Day unit\n02/07/2019\nC1D1 FOLFOX given.",
        "Oncology clinic\n16/07/2019\n",
    ),
    "Second course": (
        "Day unit\n02/07/2019   C1D1\nGiven.",
        "Day unit\n23/07/2019   C2D1\nGiven.",
        # A Thursday.
        "ED\n01/08/2019   C2D10\n",
    ),
    "January": (
        "Letter\n11/11/2019\nSeen.",
        "Admission note\nDate of admission: 27/12/2019\nPain.",
        # A Friday.
        "Ward round\n03/01/2020\n",
    ),
    "December": (
        "Admission note\nDate of admission: 27/12/2019\nPain.",
        "Letter\n20/01/2020\nSeen.",
        # A Sunday.
        "Ward round\n29/12/2019\n",
    ),
    "Electroconvulsive": (
        "Admission note\nDate of admission: 10/14/2013\nMute.",
        "Discharge note\nDate: 12/20/2013\nWell.",
        "ECT record\nTreatments\n",
    ),
}


def _sentences(name):
    family = case = ""
    path = Path(__file__).parents[1] / "cases" / name
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            case = line[2:]
        elif line.startswith("## "):
            family = f"{line[3:]}, "
        elif not line.startswith("#"):
            days, _, sentence = line.partition("|")
            yield pytest.param(case, sentence.replace("\\n", "\n"), days, id=f"{family}{case}: {sentence}")


def _days_told(case, note):
    """The days of a note below its head, as ``time_days.txt`` has them."""
    altered = next(n for n in case.notes if n.note.text == note)
    head = len("\n".join(note.split("\n")[:2])) + 1
    whens = [e.when for e in case.events if e.note == altered.note.id and e.start >= head]
    days = ["?" if w is None else str(w.first) if w.is_exact else f"{w.first}..{w.last}" for w in whens]
    return ";".join(days).replace("2019-", "")


@pytest.mark.parametrize(
    ("case", "sentence", "days"), [*_sentences("time_days.txt"), *_sentences("time_families.txt")]
)
def test_a_time_is_the_day_or_range_that_the_sentence_means(case, sentence, days):
    *others, head = _CASES[case]
    assert _days_told(case_of(*others, head + sentence), head + sentence) == days


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
    assert prose(_TOLD, operation, note).endswith(f"Fever since {becomes}.")


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
    case = case_of(_TOLD, operation, note)
    found = [e.when for e in case.events if e.start >= len(_NOTE) and _NOTE in _text(case, e.note)]
    assert [
        None if w is None else str(w.first) if w.is_exact else f"{w.first}..{w.last}" for w in found
    ] == days


def test_files_that_are_numbered_tell_which_year_is_meant():
    names = ("01-letter.txt", "02-round.txt", "03-letter.txt")
    texts = ("Letter\n20/04/2018\nSeen.", "Ward entries (copied 25/5)\nSlept.", "Letter\n23/05/2019\nSeen.")
    notes = [case_note(text, name) for text, name in zip(texts, names, strict=True)]
    days = {n.note.name: str(n.when.first) for n in build_case(notes, CaseDecisions()).notes}
    assert days["02-round.txt"] == "2018-05-25"


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("Score due (last [[DATE|14, June 2018]]).", "Score due (last 14, between day -367 and day -338)."),
        ("It was 21 on June 5 and [[DATE|12]] on June 9.", "It was 21 on day 2 and 12 on day 6."),
        ("Scored [[DATE|9]] in June.", "Scored 9 between day -2 and day 27."),
    ],
)
def test_a_value_before_its_day_stays(written, becomes):
    text = prose(_ADMISSION, _HEAD + written)
    assert text.split("\n")[-1] == becomes


def test_the_number_of_a_list_is_no_day_before_a_year():
    births = "Antenatal card\nDate: 06/12/2019\n[[DATE|1. 2015]] - home birth"
    assert prose(_ADMISSION, births).endswith("1. 3 to 5 years before day 0 - home birth")


def test_a_month_alone_is_the_own_time_of_a_chart():
    chart = "Drug chart   Month: MAY\n        20   21   22   23\nNight 20th/21st: slept."
    case = case_of("Admission note\nDate of admission: 19/05/2019\nPain.", chart)
    found = [str(e.when.first) for e in case.events if _text(case, e.note) == chart and e.when.is_exact]
    assert found == [f"2019-05-{d}" for d in (20, 21, 22, 23, 20, 21)]


def test_entries_that_a_count_heads_tell_from_their_own_day():
    birth = "Newborn admission note\nDate: 03/04/2019   DOB: 03/04/2019\nTerm boy born by section."
    chart = "Feed chart\nDOL 0 = birth\nNotes\nDOL 2: extubated last evening.\nDOL 5: scan yesterday."
    assert prose(birth, chart).endswith("Day 2: extubated on day 1.\nDay 5: scan on day 4.")


def test_a_chart_says_itself_that_it_counts_from_one():
    birth = "Newborn admission note\nDate: 04/03/2019   DOB: 04/03/2019\nTerm boy born by section."
    chart = "Weekly sheet\n13/03/2019\n(this unit counts day of birth as day 1)\nSlept. Fed since day 8."
    assert prose(birth, chart).endswith("Fed since day 7.")


@pytest.mark.parametrize(
    "letter",
    [
        "Letter\nClinic Wed 5 June 2019, dictated the following Monday\n\nDear Dr Ott\n\n",
        "Letter\nClinic date: 5 June 2019   Dictated: 10 June 2019\n\nDear Dr Ott\n\n",
    ],
)
def test_a_letter_tells_from_the_day_of_its_dictation(letter):
    assert prose(_ADMISSION, letter + "I saw her last Wednesday.").endswith("I saw her on day 2.")


def _text(case, id):
    return next(n.note.text for n in case.notes if n.note.id == id)


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
    told = prose(_TOLD, first, second, course + "\n\nStoma closed 8/5/2019, eating on POD 2.")
    assert "laparotomy on day 0, extubated on day 3." in told
    assert told.endswith("eating on day 63.")


def test_bank_holidays_are_those_of_the_country_that_the_notes_come_from():
    note = "Clinic letter\n28th May 2019\n{}Return after the August bank holiday."
    days = [
        _days_told(
            case_of("Letter\n21 October 2019\nSeen on 14/10/2019.", note.format(sign)), note.format(sign)
        )
        for sign in ("NHS clinic. ", "HSE clinic. ", "")
    ]
    assert days == ["08-26", "08-05", "08-05..08-26"]


def test_the_month_of_a_year_is_no_day_where_notes_write_the_day_first():
    letter = "Clinic letter\n28/05/2019\nDEXA Mar 17 was low, scan of [[DATE|Mar 17]]."
    plain = letter.replace("[[DATE|", "").replace("]]", "")
    assert _days_told(case_of("Letter\nDate: 15/01/2019\nSeen.", plain), plain) == ";".join(
        ["2017-03-01..2017-03-31"] * 2
    )


def test_a_count_at_the_head_of_a_dated_note_tells_what_others_count_from():
    first = "Operation note\nDate of surgery: 06/05/2019\nFirst excision."
    note = "Burns round   06/17/2019   PBD 14, POD 3\nWell. Dressing off POD 7, splints from PBD 20."
    shown = prose(_TOLD, first, note)
    assert shown == "Well. Dressing off on day 18, splints from day 20."


@pytest.mark.parametrize(
    ("event", "day"),
    [
        ("his birthday", "day -57"),
        ("he went home", "day 13"),
        ("his operation", "day 6"),
        ("the drain came out", "day 13"),
        ("he sang", None),
    ],
)
def test_a_weekday_is_told_from_the_event_behind_it(event, day):
    operation = "Operation note\nDate of surgery: 06/05/2019\nLaparotomy."
    home = "Discharge summary\nDischarged: 06/12/2019\nDrain out 6/11/2019."
    head = "Clinic note\nDate: 07/03/2019\nDOB: 04/03/1979\n"
    note = f"{head}Drain until 06/12/2019. Ill on the Sunday after {event}."
    told = prose(_TOLD, operation, home, note)
    assert told.endswith(f"Ill on {day} after {event}." if day else f"Ill at one time after {event}.")


def test_a_figure_in_the_title_of_a_note_is_its_day_where_nothing_else_is():
    note = "Ward round 6/7   reg\nNo fits since Tue. Home tomorrow. Age 14/12."
    assert prose(_TOLD, note).endswith("No fits since day 1. Home on day 5. Age 12 to 17 months.")


def test_a_sentence_behind_a_salutation_stays():
    note = "Letter\n06/10/2019\nDear colleagues, we report on her stay from 3 June to 7 June 2019."
    assert prose(_TOLD, note).endswith("We report on her stay from day 0 to day 4.")


@pytest.mark.parametrize(("sign", "days"), [("NHS clinic. ", "03-31"), ("", "05-12")])
def test_mothers_day_is_that_of_the_country_that_the_notes_come_from(sign, days):
    note = f"Clinic letter\n28th May 2019\n{sign}She was ill on Mother's Day."
    assert _days_told(case_of("Letter\n21 October 2019\nSeen.", note), note) == days


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
    case = case_of(_TOLD, *_SEVERAL, written)
    id = next(n.note.id for n in case.notes if n.note.text == written)
    assert ";".join(str(e.when.first)[5:] for e in case.events if e.note == id) == days


_SEEN_FROM = (
    "Round\n06/10/2019\nWell.\n--- copied forward from 06/09/2019 ---\n{}\n--- end copied\nHome tomorrow.",
    'Round\n06/10/2019\nNote copied from 9 June by night team: "{}". Home tomorrow.',
    'Round\n06/10/2019\nSummary brought forward from 06/09/2019: "{}". Home tomorrow.',
    "Round\n06/10/2019\nWell. [c/f from 06/09/2019: {}] Home tomorrow.",
)


@pytest.mark.parametrize("frame", _SEEN_FROM)
def test_copied_text_is_told_from_the_day_it_was_written(frame):
    shown = prose(_TOLD, frame.format("Fever 102 yesterday, drain out tomorrow"))
    assert "Fever 102 on day 5, drain out on day 7" in shown
    assert shown.endswith("Home on day 8.")


_PAD = "He was seen by the team on the ward and slept well through the night. " * 3


@pytest.mark.parametrize(
    ("entry", "becomes"),
    [
        ("06/15/2019\n06.15 Fever since yesterday.", "Fever since day 11."),
        ("6/15 0910 callback: fever since yesterday.", "callback: fever since day 11."),
        ("Follow-on, 06/15/2019: fever since yesterday.", "fever since day 11."),
        ("Addl note 06/15/2019: fever since yesterday.", "fever since day 11."),
        ("06/15/2019: fever, ceftriaxone day 3, since yesterday.", "ceftriaxone day 3, since day 11."),
        ("Home Friday.\n\n06/15/2019\nFever since yesterday.", "Fever since day 11."),
    ],
)
def test_an_entry_tells_from_its_own_day(entry, becomes):
    note = f"Ward chart\n06/12/2019\n06.10 {_PAD}\n19.40 {_PAD}\n\n{entry.replace('6/15 ', '[[DATE|6/15]] ')}"
    assert prose(_TOLD, note).endswith(becomes)


def test_a_discharge_summary_is_of_the_day_of_discharge_and_not_of_surgery():
    note = (
        "Discharge summary\nDate of surgery: 06/05/2019   Date of discharge: 06/12/2019\nDrain out yesterday."
    )
    assert prose(_TOLD, note).endswith("Drain out on day 8.")


def test_the_year_behind_a_month_or_an_apostrophe_is_no_day_where_the_day_stands_first():
    letter = "Clinic letter\n28/05/2019\nHIV negative [[DATE|06/18]], colitis since [[DATE|'09]]."
    plain = letter.replace("[[DATE|", "").replace("]]", "")
    others = "Letter\nDate: 15/01/2019\nSeen.", letter
    case = case_of(*others)
    id = next(n.note.id for n in case.notes if n.note.text == plain)
    days = [f"{e.when.first} {e.when.last}" for e in case.events if e.note == id][1:]
    assert days == ["2018-06-01 2018-06-30", "2009-01-01 2009-12-31"]


def test_a_print_of_days_side_by_side_is_read_day_by_day():
    note = "Laboratory\n03-Jan-2020\n  28-Nov  04-Dec  20-Dec  02-Jan\nHb  131  109  92  104"
    case = case_of("Admission\nAdmitted: 28-Nov-2019\nPain.", note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    days = [str(e.when.first) for e in case.events if e.note == id][1:]
    assert days == ["2019-11-28", "2019-12-04", "2019-12-20", "2020-01-02"]


@pytest.mark.parametrize("word", ["OLT", "DDLT", "liver transplant"])
def test_names_of_one_operation_count_as_that_operation(word):
    arrival = "ED note 06/03/2019\nFever, jaundice."
    operation = f"Operative report\nDOS: 06/05/2019\n{word} for cholangitis."
    later = "Clinic note\nDate: 07/12/2019\nWell after transplant."
    index = case_of(arrival, operation, later).index
    assert (index.kind, index.date) == (IndexKind.OPERATION, dt.date(2019, 6, 5))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("12.03", "14.03", "15.03"), ["2019-03-12", "2019-03-14", "2019-03-15"]),
        (("08.05", "12.03", "19.40"), []),  # hours
    ],
)
def test_figures_that_begin_lines_are_days_unless_some_can_only_be_hours(lines, told):
    diary = "\n".join(f"[[DATE|{day}]] Reviewed, well." for day in lines)
    head = "Ward diary\n28/03/2019\n"
    case = case_of("Letter\n20/01/2019\nSeen.", head + diary)
    id = next(n.note.id for n in case.notes if n.note.text.startswith(head))
    assert [str(e.when.first) for e in case.events if e.note == id and e.start > len(head) - 1] == told


@pytest.mark.parametrize(
    ("date", "written", "day"),
    [
        ("24/11/2019", "Review 3/12", "day 9"),  # rather the day: it is near
        ("24/03/2019", "Review 3/12", None),
        ("24/06/2019", "Booked for 5/7", "day 11"),
        ("24/11/2019", "Amoxicillin for 5/7", None),
    ],
)
def test_a_number_of_days_or_months_is_a_day_where_it_may_be_one(date, written, day):
    marked = written.replace("5/7", "[[DATE|5/7]]").replace("3/12", "[[DATE|3/12]]")
    shown = prose(f"Letter\n{date}\n{marked}.")
    assert shown.split("\n")[-1] == (
        f"{written.rpartition(' ')[0]} on {day}." if day else f"{written}."
    ).replace("for on", "for")
