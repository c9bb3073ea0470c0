"""Days that a person decides, and days of notes that contradict each other."""

import datetime as dt

import pytest

from case_notes import case_note, case_of, prose
from chartveil.case_report.model import DateStyle, DayRange, IndexEvent, IndexKind

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."
# Written on a Monday a week later.
_HEAD = "Progress note\nDate: 06/10/2019\n"


def test_the_index_event_and_single_dates_can_be_changed():
    index = IndexEvent(IndexKind.OPERATION, dt.date(2019, 6, 5), wording="the operation")
    assert prose(_ADMISSION, _HEAD + "Fever on June 7.", index=index).endswith("Fever on day 2.")
    words = prose(_ADMISSION, _HEAD + "Fever on June 7.", index=index, style=DateStyle.WORDS)
    assert words.endswith("Fever 2 days after the operation.")
    case = case_of(_ADMISSION, _HEAD + "In April she fell.")
    key = next(e.key for e in case.events if e.written == "April")
    day = DayRange(dt.date(2019, 4, 20), dt.date(2019, 4, 20))
    assert prose(_ADMISSION, _HEAD + "In April she fell.", dates={key: day}).endswith("On day -44 she fell.")


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
