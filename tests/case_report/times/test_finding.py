import datetime as dt
import pickle

import pytest

from case_notes import case_note, case_of
from chartveil.case_report.building import CaseTools, build_case
from chartveil.case_report.model import CaseDecisions, DayRange
from chartveil.case_report.times.finding import FormMatches, find_times

ADMISSION = "Admission note\nDate of admission: 06/03/2019\nPain since [[DATE|May 29]]."
DAY = dt.date(2019, 7, 8)
LATER = (
    "She fell yesterday.",
    "Seen on 5 June and on 6/7.",
    "POD 3: eats. Stroke in 2015.",
    "Well until last March; rash for two weeks.",
    "Review next Monday with [[PATIENT|May]] Ott.",
    "Since Easter she coughs, 3 days ago [[DATE|6/8]] worse.",
    "From 1st April to 11th May 2016 away.",
    "On 1/12 being day 0, then day 4.",
    "Monday, June 3: 12. Tuesday: 14.",
    "She turns 53 in August.",
)


@pytest.mark.parametrize("written", LATER)
def test_a_case_that_is_built_again_is_the_same(written):
    """Whatever was kept of the time before, also after a decision."""
    kept = CaseTools()
    notes = [case_note(ADMISSION, "0.txt"), case_note(f"Progress note\nDate: 06/10/2019\n{written}", "1.txt")]
    for decisions in (CaseDecisions(), CaseDecisions(note_dates={notes[1].id: DayRange(DAY, DAY)})):
        afresh = build_case(notes, decisions, tools=CaseTools())
        assert build_case(notes, decisions, tools=kept) == afresh
        assert build_case(notes, decisions, tools=kept) == afresh


def test_a_text_is_gone_through_once():
    matches = FormMatches()
    assert matches.of("She fell yesterday.") is matches.of("She fell yesterday.")
    assert matches.of("She fell.") == ()
    text = "She fell yesterday, and on 6/7."
    for known in ((), ("6/7",)):
        assert find_times(text, known_days=known, matches=matches) == find_times(text, known_days=known)


def test_what_was_kept_stays_in_its_process():
    tools = CaseTools()
    case_of(ADMISSION, tools=tools)
    assert b"May 29" not in pickle.dumps(tools)
    assert pickle.loads(pickle.dumps(tools)) == tools
