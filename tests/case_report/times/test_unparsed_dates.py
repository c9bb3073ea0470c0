"""What no form of times reads and still leads to a calendar goes, and is shown as uncertain."""

import pytest

from case_notes import case_of, prose

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."
_NOTE = "Clinic note\nDate: 12 June 2019\n"


def _told(*marked):
    """The last note as it becomes, without its head."""
    return prose(*marked).partition("\n")[2]


@pytest.mark.parametrize("word", [
    "Jumamosi", "Alhamisi", "Sábado", "jueves", "vendredi", "Mittwoch", "Donnerstag", "sexta-feira",
    "giovedì", "sobota", "Woensdag", "shukrawar",
])  # fmt: skip
def test_a_weekday_of_another_language_goes(word):
    assert word not in _told(_ADMISSION, f"{_NOTE}Fell at home {word}, no injury.")


@pytest.mark.parametrize("feast", [
    "Nyepi", "Galungan", "Qingming", "Thaipusam", "Losar", "Songkran", "Obon", "Samhain", "Las Posadas",
    "Pfingsten", "Harbour Town Day", "Cairns Show Day", "Flinders Cup day", "Toussaint",
])  # fmt: skip
def test_a_feast_that_has_no_rule_goes_and_is_shown_as_uncertain(feast):
    note = f"{_NOTE}Well until {feast}, then fever."
    case = case_of(_ADMISSION, note)
    altered, at = next(n for n in case.notes if n.note.text == note), note.index(feast)
    assert feast not in altered.text
    assert [e.when for e in case.events if e.note == altered.note.id and e.start <= at < e.end] == [None]


@pytest.mark.parametrize("part", [
    "Term 4", "at the start of Term 2", "week 3 of Term 2", "Term 3 week 9", "school term 1",
    "the first week of the holidays", "1st wk of hols", "Aug hols", "since the schools went back",
    "school hols", "when schools closed",
])  # fmt: skip
def test_a_part_of_the_school_year_goes(part):
    assert part not in _told(_ADMISSION, f"{_NOTE}Back at work {part}, tired.")


@pytest.mark.parametrize("sentence", [
    "Born at term.", "Term 40+1, well.", "Post Op Day.", "Seen on the Day Ward.", "Reached full term.",
    "Hospital Day Unit again.", "O2 Sat 98 on air.", "Sat up in bed.", "Sat out for tea.",
    "Sun exposure avoided.", "Sunburn of the nose.", "Sat with her all night.", "Same Day Surgery.",
])  # fmt: skip
def test_what_only_looks_like_a_day_stays(sentence):
    assert _told(_ADMISSION, _NOTE + sentence) == sentence


@pytest.mark.parametrize("day", [
    "Sat wk 4", "Sat D: cake", "Sun roast at home", "Sat drive", "Sun lunch w family",
    "Sat visit by her son", "Sat dinner out", "Sun mass", "Sat football", "Sun walk",
])  # fmt: skip
def test_sat_and_sun_are_days_but_before_what_makes_them_none(day):
    assert day[:4] not in _told(_ADMISSION, f"{_NOTE}Day leave {day}.")


_DOTTED = "Clinic note\nDate: 12.6.19\nSeen 31.5.19.\n"


@pytest.mark.parametrize("written", [
    "scan 23.8", "term 23.3", "due 14.9", "EDD 30.11", "review 4.7", "swab 2.5", "echo 11.6", "booked 28.6",
    "adm 1.6", "repeat CT 9.7",
])  # fmt: skip
def test_a_day_with_a_point_goes_where_a_word_says_that_it_is_one(written):
    assert written.split()[-1] not in _told(
        "Ward note\nDate: 3.6.19\nShe came.", f"{_DOTTED}Plan: {written}, then home."
    )


@pytest.mark.parametrize("written", [
    "CXR 24.5", "Comparison: CXR 24.5", "CT 22.5", "USS 24.5", "Film of 24.5", "plain films 22.5", "HRCT 3.6",
    "MRI 30.4", "photos of 24.5", "X-ray: 24.5", "mammogram 2.5",
])  # fmt: skip
def test_a_day_with_a_point_behind_a_picture_goes_wherever_it_stands(written):
    assert written.split()[-1] not in _told(_ADMISSION, f"Imaging\nDate: 12/6/2019\n{written}, clear.")


@pytest.mark.parametrize("value", [
    "MRI 1.5 T", "MRI 1.5T", "CT 5.5 cm", "Ct 19.4", "ultrasound 3.5 MHz", "CT 2.5 mm", "CT 4.2 mSv",
    "Hb 8.1 compared with 10.2", "K 3.11", "USS 9.5 cm",
])  # fmt: skip
def test_a_value_behind_a_picture_stays(value):
    assert value in _told(_ADMISSION, f"Imaging\nDate: 12/6/2019\n{value} seen.")


@pytest.mark.parametrize("value", [
    "INR 2.3", "wt 9.2", "K 4.1", "Ct 19.4", "MVA 1.3", "Hb 11.8", "lactate 2.4", "CRP 3.1", "T 38.3",
    "pH 7.2",
])  # fmt: skip
def test_a_value_with_a_point_stays(value):
    assert value in _told("Ward note\nDate: 3.6.19\nShe came.", f"{_DOTTED}{value} today.")


_DIARY = "Message log\nDate: 12/6/2019\n9/6 seen\n13/6 needle\n25/6 dawn\n"


@pytest.mark.parametrize(
    "figures", ["3/7", "5/7", "1/12", "10/7", "7/7", "4/12", "12/7", "6/7", "2/7", "8/12"]
)
def test_figures_that_begin_a_line_of_a_diary_are_a_day(figures):
    admission = "Ward note\nDate of admission: 13/05/2019\nShe came."
    assert figures not in _told(admission, f"{_DIARY}{figures} given, well.")


@pytest.mark.parametrize(
    "figures", ["13/12", "21/12", "10/12", "3/12", "9/12", "4/12", "6/12", "18/12", "11/12", "2/12"]
)
def test_figures_in_a_column_of_days_are_a_day(figures):
    admission = "Ward note\nDate of admission: 13/05/2019\nShe came."
    rows = f"1    15/11     15/11    L\n2    {figures}     {figures}    R\n3    18/1     18/1     L\n"
    table = f"no   due      given\n{rows}"
    assert figures not in _told(admission, f"Register\nDate: 12/6/2019\n{table}")


@pytest.mark.parametrize(("written", "becomes"), [
    ("TCA [[DATE|10/7]].", "TCA 1 to 5 months after day 0."),
    ("Echo [[DATE|3/12]].", "Echo 3 to 10 months after day 0."),
    ("EMG at [[DATE|4/12]].", "EMG 4 to 10 months after day 0."),
    ("ARVs [[DATE|1/12]].", "ARVs 1 to 10 months after day 0."),
    ("Clinic [[DATE|9/7]].", "Clinic 1 to 5 months after day 0."),
    ("CT [[DATE|6/12]].", "CT 6 to 10 months after day 0."),
    ("MRI [[DATE|12/12]].", "MRI 9 to 14 months after day 0."),
    ("Bloods [[DATE|14/7]].", "Bloods 1 to 5 months after day 0."),
    ("Depot [[DATE|2/12]].", "Depot 2 to 10 months after day 0."),
    ("Due [[DATE|20/7]].", "Due on day 157."),
    ("History 3/12 of cough.", "History 3/12 of cough."),
    ("Cough x [[DATE|5/7]].", "Cough x 5/7."),
    ("Amoxicillin tds [[DATE|10/7]] then stop.", "Amoxicillin tds 10/7 then stop."),
    ("Review [[DATE|3/12]].", "Review 3/12."),
])  # fmt: skip
def test_figures_that_may_be_a_day_or_a_count_are_a_range_of_both(written, becomes):
    admission = "Ward note\nDate of admission: 13/02/2019\nShe came."
    assert _told(admission, f"Clinic note\nDate: 12/3/2019\n{written}") == becomes
