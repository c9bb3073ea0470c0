"""From which event a count is told that does not say it: ``day 9`` in a discharge summary."""

import pytest

from case_notes import case_of, days_told

_MEDICAL = (
    "Emergency department note\nDate: 11/03/2019\nFever and cough, admitted.",
    "Ward round\nDate: 13/03/2019\nBetter.",
)
_SURGICAL = (
    "Emergency department note\nDate: 11/03/2019\nPain, admitted.",
    "OPERATION NOTE\nDate: 13/03/2019\nProcedure: sigmoid colectomy\nSurgeon: Mr X",
)
_NEWBORN = (
    "Newborn admission\nDOB: 11/03/2019\nDate of admission: 11/03/2019\nBaby 29+2.",
    "NICU round\nDate: 20/03/2019\nDOL 9\nWell.",
    "Operation note\nDate of operation: 02/04/2019\nProcedure: PDA ligation\nSurgeon: Mr X",
)
_OLDER_INFANT = (
    "Clinic note\nDOB: 11/03/2019\nDate: 12/04/2019\nBaby vomits.",
    "Admission note\nDate of admission: 14/04/2019\nProjectile vomiting.",
    "Operation note\nDate of operation: 16/04/2019\nProcedure: pyloromyotomy\nSurgeon: Mr X",
)
_MOTHER = ("Labour ward record\nDate: 11/03/2019\nDelivered a girl by LSCS 11/03/2019 0412.",)


def _told(notes, head, said):
    note = head + said
    return days_told(case_of(*notes, note), note)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("On day 3 she was switched to oral amoxicillin.", "03-13"),
        ("Fever settled by day 4.", "03-14"),
        ("CXR on day 2 showed effusion; tapped on day 5.", "03-12;03-15"),
        ("IV ceftriaxone from day 1 to day 4.", "03-11;03-14"),
        ("On hospital day 6 echo normal.", "03-16"),
        ("On the second day of admission she had a rash.", "03-12"),
        ("Discharged on day 10.", "03-20"),
        ("D3: better. D5: home leave.", "03-13;03-15"),
        ("48 hours after admission she was well.", ""),
    ],
)
def test_days_of_a_stay_without_an_operation_are_those_in_hospital(said, days):
    head = "Discharge summary\nDate of admission: 11/03/2019  Date of discharge: 20/03/2019\n"
    assert _told(_MEDICAL, head, said) == days


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("Taken to theatre on day 3 for colectomy.", "03-13"),
        ("Colectomy on day 3.", "03-13"),
        ("Postoperatively she was well; ileus on day 4, resolved by day 6.", "03-17;03-19"),
        ("After surgery she was slow to eat and walked on day 4.", "03-17"),
        ("Drain removed on postoperative day 5.", "03-18"),
        ("Stoma active from POD 2, NG out day 3.", "03-15;03-16"),
        ("On POD 1 she walked and on day 4 she ate.", "03-14;03-17"),
        ("Ileus on day 7.", "03-17..03-20"),
        ("Seen on hospital day 2. On day 9 a scan.", "03-12;03-19..03-22"),
        ("Extubated on day 2 after colectomy.", "03-15"),
    ],
)
def test_days_of_a_stay_with_an_operation_are_told_by_the_words_around_or_are_a_range(said, days):
    head = "Discharge summary\nDate of admission: 11/03/2019  Date of discharge: 25/03/2019\n"
    assert _told(_SURGICAL, head, said) == days


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("Intubated until day 4.", "03-15"),
        ("Sepsis on day 12, treated.", "03-23"),
        ("PDA ligated on day 22.", "04-02"),
        ("NEC on day 30.", "04-10"),
        ("Cranial USS day 3: IVH.", "03-14"),
        ("Extubated on day 3 after ligation.", "04-05"),
        ("Postoperatively stable; extubated on day 2.", "04-04"),
        ("Extubated POD 2.", "04-04"),
        ("Full feeds day 35.", "04-15"),
        ("First stool DOL 2.", "03-13"),
    ],
)
def test_days_of_who_was_never_out_of_hospital_are_days_of_life(said, days):
    head = "NICU discharge summary\nDOA: 11/03/2019  DOD: 20/05/2019\n"
    assert _told(_NEWBORN, head, said) == days


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("Full feeds on day 2.", "04-15..04-18"),
        ("Postoperatively feeds on day 2.", "04-18"),
        ("Fed from POD 1.", "04-17"),
        ("Vomited on day 1 after pyloromyotomy.", "04-17"),
    ],
)
def test_days_of_an_infant_that_came_from_home_are_no_days_of_life(said, days):
    head = "Discharge summary\nDate of admission: 14/04/2019  Date of discharge: 20/04/2019\n"
    assert _told(_OLDER_INFANT, head, said) == days


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("Wound oozing since day 2.", "03-13"),
        ("Baby jaundiced on day 3.", "03-14"),
        ("Temp on day 3 38.4", "03-14"),
        ("PPD 4, lochia normal", "03-15"),
    ],
)
def test_days_of_a_mother_are_told_from_her_delivery(said, days):
    note = f"Postnatal ward\nDate: 15/03/2019\nDay 4 post LSCS\n{said}"
    told = days_told(case_of(*_MOTHER, note), note)
    assert told.removeprefix("03-15;") == days or told == days


_HURT = (
    "Trauma record\nDate of injury: 10/03/2019\nDate: 10/03/2019\nFell from a tree.",
    "Operation note\nDate of operation: 11/03/2019\nProcedure: posterior fixation\nSurgeon: Mr X",
    "Rehabilitation unit admission\nDate of admission: 02/04/2019\nTransferred.",
    "Ward round\nDate: 20/05/2019\nDoppler yesterday no clot (3rd since injury).",
)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("AIS D (was B on the day of injury, C on day 4).", "03-14"),
        ("Power was 0 on the day of the accident and 2 on day 10.", "03-20"),
        ("CRP 12 on the day of surgery, 180 on day 3.", "03-14"),
        ("Catheter out on day 4.", "03-14..04-05"),
    ],
)
def test_a_long_stay_after_another_hospital_is_told_from_what_is_named_or_is_a_range(said, days):
    fields = "Date of injury 10/03/2019  Date of admission: 02/04/2019  Date of discharge: 20/08/2019"
    head = f"Discharge summary\n{fields}\n"
    assert _told(_HURT, head, said).split(";")[-1] == days


def test_a_bare_day_without_a_place_is_not_read_as_one_from_day_0():
    note = "Clinic letter\nDate: 20/11/2019\nAfter an illness abroad she was tapped on day 4 and went home."
    case = case_of(*_MEDICAL, note)
    assert "on day 4" not in next(n.text for n in case.notes if n.note.text == note)


_CHART = "NICU ward round\nDate: 16/03/2019\nWell.\n\n17/3/19   Day 7\nFed.\n\n20/3/19   Day 10\nUSS D12."
_MOVED = "Admission note\nDate of admission: 02/05/2019\nBaby back from the city hospital.", _NEWBORN[2]


def test_days_of_an_infant_are_of_life_where_its_chart_counts_so():
    head = "Neonatal discharge summary\nDOB: 11/03/2019   Discharged: 20/05/2019\n"
    notes = (_NEWBORN[0], _CHART, *_MOVED)
    assert _told(notes, head, "Ventilated until day 2, again from day 13.") == "03-12;03-23"
    assert days_told(case_of(*notes), _CHART).endswith("03-20;03-20;03-22")
