"""Every way of writing time becomes an interval from one day 0, the same in all notes."""

import datetime as dt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from case_notes import case_of, prose
from chartveil.case_report.model import Certainty, DayRange, IndexKind

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
        ("Saturday's bloods were fine.", "Day 5's bloods were fine."),
        ("Awaiting last Thursday's film.", "Awaiting day 3's film."),
        ("Seen in yesterday’s clinic.", "Seen in day 6’s clinic."),
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


def test_dates_of_birth_go_unless_birth_is_day_0():
    text = _HEAD.replace("\n", "\nDOB: 04/12/1957   Sex: F\n", 1) + "Born on April 12, 1957, she was well."
    assert prose(_ADMISSION, text).split("\n") == ["Sex: F", "Date: Day 7", "She was well."]
    infant = "Birth record\nDate of birth: 06/01/2019\nDate: 06/01/2019\nTerm infant."
    case = case_of(infant, _HEAD + "Weight 3,100 g.")
    assert case.index.kind is IndexKind.BIRTH


def test_no_date_at_all_is_said():
    case = case_of("Clinic note\nShe is well.", "Letter\nStill well.")
    assert case.index is None
    assert any("No note has a date" in r for r in case.remarks)


@given(st.dates(dt.date(2018, 1, 1), dt.date(2022, 12, 31)), st.integers(-300, 300))
def test_any_two_days_keep_their_interval(start, days):
    later = start + dt.timedelta(days)
    # The same figures in the other order would be that other day: then they tell their own order.
    assume((later.month, later.day) != (start.day, start.month) or start.day == start.month)
    admitted = f"Admission note\nDate of admission: {start:%m/%d/%Y}\nPain."
    scanned = f"Scan of {later:%B} {later.day}, {later.year} was clear."
    note = f"Clinic note\nDate: {max(start, later):%Y-%m-%d}\n{scanned}"
    assert prose(admitted, note).endswith(f"Scan of day {days} was clear.")


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


def test_a_sentence_behind_a_salutation_stays():
    note = "Letter\n06/10/2019\nDear colleagues, we report on her stay from 3 June to 7 June 2019."
    assert prose(_ADMISSION, note).endswith("We report on her stay from day 0 to day 4.")


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


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("Repeat CT in 2 weeks.", "Repeat CT between day 18 and day 24."),
        ("Review in 10 days.", "Review on day 17."),
        ("Bloods again in 1/52 please.", "Bloods again between day 11 and day 17 please."),
        ("Plan: physio in 5/7.", "Plan: physio on day 12."),
        ("Stoma closure will be 8-10 weeks from now.", "Stoma closure will be between day 60 and day 80."),
        ("She will be seen in about 3 days' time.", "She will be seen between day 9 and day 11."),
        ("Second look in 48-72 h, planned.", "Second look between day 9 and day 10, planned."),
        ("Return in six weeks' time.", "Return between day 46 and day 52."),
        ("Restart apixaban in 7 days if stable.", "Restart apixaban on day 14 if stable."),
        ("Please see in a fortnight.", "Please see between day 18 and day 24."),
        # Lengths of time.
        ("It healed in 2 weeks.", "It healed in 2 weeks."),
        ("She lost 5 kg in 3 months.", "She lost 5 kg in 3 months."),
        ("Settled in 5 days of rest.", "Settled in 5 days of rest."),
    ],
)
def test_a_time_that_an_order_or_plan_says_lies_ahead(written, becomes):
    assert prose(_ADMISSION, _HEAD + written).split("\n")[-1] == becomes


@pytest.mark.parametrize(
    "text",
    [
        "JVP 8, [[DATE|2/6]] SEM, [[DATE|3/6]] pansystolic murmur.",
        "Cotrimoxazole [[DATE|1/19]] S; amox-clav [[DATE|4/2]] S(I).",
        "APGAR 6/1, [[DATE|8/5]], 9/10.",
        "22w2d \u00b1 [[DATE|10/7]].",
        "Only [[DATE|1/2]] a beer; takes [[DATE|1/2]] tablet.",
        "EPDS then 14, now [[DATE|7/30]]; MMSE [[DATE|9/10]].",
        "They lost by a point, [[DATE|12-11]]; won [[DATE|3-2]].",
        "Erythromycin 250 mg QID for [[DATE|10/7]].",
        "Power 3/5, [[DATE|4/5]] and [[DATE|5/5]].",
        "Silverman [[DATE|6/10]], nodes [[DATE|3/12]] lymph nodes.",
    ],
)
def test_two_numbers_that_are_a_value_stay(text):
    plain = text.replace("[[DATE|", "").replace("]]", "")
    head = "Letter\n20/06/2019\n"
    assert prose("Admission note\nDate of admission: 13/06/2019\nPain.", head + text).endswith(plain)


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("Iron from 6/6 (2 mg/kg).\nEye clinic next.", "Iron from day -7 (2 mg/kg).\nEye clinic next."),
        ("FINAL 17/6: no growth.", "FINAL on day 4: no growth."),
        ("Score fell on 18/6.", "Score fell on day 5."),
        ("Iron 2 mg/kg 19 June; 24/7 skin to skin.", "Iron 2 mg/kg on day 6; 24/7 skin to skin."),
    ],
)
def test_a_day_beside_such_words_is_none(text, becomes):
    head = "Letter\n20/06/2019\n"
    assert prose("Admission note\nDate of admission: 13/06/2019\nPain.", head + text).endswith(becomes)
