"""Which day a time means: what sentences of every family mean, by the words, the note and the other notes."""

from pathlib import Path

import pytest

from case_notes import case_of, days_told, prose

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."
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
    assert prose(_ADMISSION, operation, _NOTE + marked).split("\n")[-1] == becomes


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
    told = prose(_ADMISSION, operation, home, note)
    assert told.endswith(f"Ill on {day} after {event}." if day else f"Ill at one time after {event}.")


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
    path = Path(__file__).parents[2] / "cases" / name
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            case = line[2:]
        elif line.startswith("## "):
            family = f"{line[3:]}, "
        elif not line.startswith("#"):
            days, _, sentence = line.partition("|")
            yield pytest.param(case, sentence.replace("\\n", "\n"), days, id=f"{family}{case}: {sentence}")


@pytest.mark.parametrize(
    ("case", "sentence", "days"), [*_sentences("time_days.txt"), *_sentences("time_families.txt")]
)
def test_a_time_is_the_day_or_range_that_the_sentence_means(case, sentence, days):
    *others, head = _CASES[case]
    assert days_told(case_of(*others, head + sentence), head + sentence) == days
