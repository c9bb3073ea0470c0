"""Feasts of religions and nations on the days on which they were kept."""

import datetime as dt

import pytest

from case_notes import case_of, days_told, prose
from chartveil.case_report.times.holidays import holiday_days
from chartveil.case_report.times.moon_feasts import moon_feast

_KEPT = """
kol nidre 2019-10-08, kol nidre 2021-09-15, kol nidre 2022-10-04, lag baomer 2019-05-23, lag baomer
2022-05-19, lag ba'omer 2023-05-09, simchat torah 2022-10-17, hoshana rabbah 2021-09-27, first seder
2022-04-15, second seder 2023-04-06, rosh hashanah eve 2021-09-06, orthodox easter 2019-04-28, orthodox
easter 2021-05-02, orthodox easter 2022-04-24, orthodox easter 2024-05-05, greek easter 2023-04-16, orthodox
good friday 2018-04-06, maulid 2019-11-10, maulid 2022-10-08, islamic new year 2021-08-10, arafah day
2022-07-08, tabaski 2023-06-28, lebaran 2024-04-10, laylat al-qadr 2023-04-18, tisha b'av 2022-08-07, tisha
b'av 2021-07-18
"""


@pytest.mark.parametrize("kept", " ".join(_KEPT.split()).split(", "))
def test_a_feast_of_the_moon_lies_on_the_day_it_was_kept(kept):
    name, _, day = kept.rpartition(" ")
    found, kept_on = moon_feast(name, int(day[:4])), dt.date.fromisoformat(day)
    assert found.first <= kept_on <= found.last
    assert (found.last - found.first).days <= 2


_FIXED = """
assumption 2022-08-15, immaculate conception 2021-12-08, ascension 2019-05-30, corpus christi octave
2022-06-23, wigilia 2022-12-24, boże ciało 2022-06-16, st nicholas 2022-12-06, advent sunday 2022-11-27,
advent sunday 2023-12-03, gaudete sunday 2023-12-17, laetare sunday 2019-03-31, rosenmontag 2020-02-24,
clean monday 2019-03-04, holy innocents 2019-12-28, melb cup day 2023-11-07, coming of the light 2024-07-01,
orthodox christmas 2020-01-07, meskel 2019-09-27, all souls 2019-11-02, stir-up sunday 2022-11-20, ijumaa
kuu 2017-04-14, pasaka 2017-04-16, krismasi 2017-12-25, viernes santo 2019-04-19, nochebuena 2019-12-24,
karfreitag 2022-04-15, ostermontag 2022-04-18, wielkanoc 2022-04-17, día de los muertos 2021-11-02,
pfingstmontag 2022-06-06
"""


@pytest.mark.parametrize("kept", " ".join(_FIXED.split()).split(", "))
def test_a_feast_of_a_rule_is_on_its_day(kept):
    name, _, day = kept.rpartition(" ")
    assert str(holiday_days(name, int(day[:4])).first) == day


_ADMISSION = "Admission note\nDate of admission: 3 June 2019\nShe came."
_NOTE = "Clinic note\nDate: 20 December 2019\n"


@pytest.mark.parametrize(("told", "day"), [
    ("Fever since the Assumption.", "08-15"), ("Ill since the Immaculate Conception.", "12-08"),
    ("Fell on St Nicholas.", "12-06"), ("Cough since the 3rd Sun of Advent.", "12-15"),
    ("Cough since the second Sunday in Advent.", "12-08"), ("Died on the 1st Sunday of Advent.", "12-01"),
    ("Lumbar puncture on Kol Nidre.", "10-08"), ("Fever since All Souls.", "11-02"),
    ("Fever since the new St Andrew's holiday.", "12-02"), ("Seen on St Martin's.", "11-11"),
    ("She fell a fortnight ago yesterday.", "12-05"), ("She fell a week ago tomorrow.", "12-14"),
    ("She fell two weeks ago today.", "12-06"), ("She fell a fortnight ago tomorrow.", "12-07"),
])  # fmt: skip
def test_a_feast_or_day_word_is_placed(told, day):
    note = _NOTE + told
    assert days_told(case_of(_ADMISSION, note), note) == day


@pytest.mark.parametrize("sentence", [
    "Assumption of care by the ward.", "On the assumption that it heals.", "Immaculate conception ward.",
    "The ascension was slow.", "Working on the assumption of sepsis.", "Assumption: viral.",
    "She goes to Assumption College.", "under the assumption it was viral.", "No annunciation.",
    "all souls on board.",
])  # fmt: skip
def test_a_common_word_is_no_feast(sentence):
    assert prose(_ADMISSION, _NOTE + sentence).partition("\n")[2] == sentence


@pytest.mark.parametrize(
    "feast",
    [
        "Lag [[DOCTOR|BaOmer]]",
        "[[HOSPITAL|Kol Nidre]]",
        "Rosh [[PATIENT|Hashanah]]",
        "[[HOSPITAL|Simchat Torah]]",
    ],
)
def test_what_detection_took_for_a_name_in_a_feast_is_the_feast(feast):
    told = prose(_ADMISSION, f"{_NOTE}She sang on {feast} at home.")
    assert "day" in told.split("sang")[1]
    assert not any(w in told for w in ("BaOmer", "Nidre", "Hashanah", "Torah"))
