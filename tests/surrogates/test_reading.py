"""What a clinician reads: names that fit the person, dates that fit the calendar, tags that tell nobody."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from chartveil.domain.policy import ReplacementMode
from chartveil.surrogates.lists import SurrogateLists

from .conftest import Run

KEYS = [bytes([n]) * 32 for n in range(12)]


def kind(lists: SurrogateLists, name: str) -> str:
    return lists.names.get(name.lower(), ("?", ""))[0]


@pytest.mark.parametrize(
    ("marked", "wrong"),
    [
        ("Her husband [[RELATIVE|Jean-Bosco]] agrees.", "F"),
        ("Pt's wife [[RELATIVE|Hodan]] was called.", "M"),
        ("Son [[RELATIVE|Andrea]] visits.", "F"),
        ("Shri [[PATIENT|Gajendra Singh]] was seen.", "F"),
    ],
)
def test_a_word_of_kin_or_a_title_tells_the_gender(
    texts: Run, lists: SurrogateLists, marked: str, wrong: str
) -> None:
    for key in KEYS:
        first = re.split(r"[- ]", texts(marked, key=key)[0])[0]
        unisex = first in lists.words["unisex"]
        assert unisex or kind(lists, first)[-1] != wrong, first


@pytest.mark.parametrize("signs", ["{}/mw", "{}:mw", "{}/MW", "mw/{}"])
def test_initials_of_author_and_typist_stay_initials(texts: Run, signs: str) -> None:
    for key in KEYS:
        name, both = texts(f"[[DOCTOR|Tomasz Kilgarriff]] signed. [[DOCTOR|{signs.format('TK')}]]", key=key)
        first, last = name.split()
        found = re.fullmatch(signs.format("(..)").replace("mw", "[a-z]{2}").replace("MW", "[A-Z]{2}"), both)
        assert found, both
        assert found[1] == first[0] + last[0]


def test_initials_follow_the_name_they_stand_for(texts: Run) -> None:
    name, initials = texts("[[DOCTOR|Ailbhe Hartigan-Osei]] / [[DOCTOR|AHO]]")
    assert initials == "".join(w[0] for w in re.split(r"[- ]", name))
    first, last, dotted = texts("[[PATIENT|Lonnie]] [[PATIENT|Moons]] [[PATIENT|L.M.]]")
    assert dotted == f"{first[0]}.{last[0]}."


def test_a_signed_double_name_has_no_first_name_in_it(texts: Run, lists: SurrogateLists) -> None:
    for key in KEYS:
        made = texts("[[DOCTOR|N. PRICE-ODHIAMBO]], MD", key=key)[0]
        assert kind(lists, made.split("-")[1]) not in ("F", "M", "U")


@pytest.mark.parametrize(
    ("marked", "same"),
    [
        ("Dr [[DOCTOR|Fontanilla]] came; note [[DOCTOR|Fontanila]] rounds early", "whole"),
        ("Dr. [[DOCTOR|Bhupinder Sandhu]]; [[DOCTOR|Bhupinder Sand hu]]", "whole"),
        ("Dr. [[DOCTOR|Siobhan McElhatton]]; [[DOCTOR|Siobhan Mc Elhatton]]", "whole"),
        ("[[PATIENT|Jaxon]] goes by [[PATIENT|jax]]", "start"),
    ],
)
def test_misspelt_and_shortened_names_go_with_the_whole(texts: Run, marked: str, same: str) -> None:
    whole, other = texts(marked)
    assert other == whole if same == "whole" else whole.lower().startswith(other)
    assert len(other) > 2


def test_a_clinic_that_bears_a_name_of_the_note_goes_with_it(texts: Run) -> None:
    name, clinic = texts("Dr. [[DOCTOR|Ezra Lowenthal]], [[HOSPITAL|Lowenthal Wound Center]]")
    assert clinic == f"{name.split()[1]} Wound Center"


@pytest.mark.parametrize(
    ("marked", "pattern"),
    [
        ("[[HOSPITAL|Hal sted Free Clin ic]]", r"\w+ Free Clinic"),
        ("[[HOSPITAL|Masjid Al-Rahma]]", r"Masjid \w\w+-\w+|Masjid Al-\w+"),
        ("[[STREET|l6 0ld Ferry Rd]]", r"\d\d [Oo]ld \w+ Rd"),
        ("[[PHONE|3l2 555 Ol O2]]", r"\d{3} 555 01 \d\d"),
        ("[[HEALTHPLAN|lEG4-TE5-MK7Z]]", r"\d[A-Z]{2}\d-[A-Z]{2}\d-[A-Z]{2}\d[A-Z]"),
        ("[[PATIENT|G. Hernández y Gil]]", r"[A-Z]\. \w+ y \w+"),
    ],
)
def test_the_form_stays_also_where_scanning_spoilt_it(texts: Run, marked: str, pattern: str) -> None:
    assert re.fullmatch(pattern, texts(marked)[0]), texts(marked)


@pytest.mark.parametrize(
    ("marked", "pattern"),
    [
        ("since the [[DATE|nineties]]", "nineties"),
        ("in the [[DATE|early 1990s]]", "early 1990s"),
        ("[[DATE|Spring 2019]]", r"(Winter|Spring|Summer|Fall|Autumn) 20(18|19|20)"),
        ("[[DATE|fall of 2020]]", r"(winter|spring|summer|fall) of 20(19|20|21)"),
        ("[[DATE|Q3 2019]]", r"Q[1-4] 20(18|19|20)"),
        ("school year [[DATE|2019-20]]", r"(2018-19|2019-20|2020-21)"),
        ("seen on [[DATE|Tuesdays]]", r"[MTWFS]\w+days"),
        ("T: [[DATE|09/81/2013]]", r"(0[1-9]|1[0-2])/([01]\d|2[0-8])/201[234]"),
        ("[[DATE|Lúnasa 3, 2021]]", r"[A-ZÉI]\w+( Fómhair)? \d+, 202[0-2]"),
    ],
)
def test_times_that_are_no_day_keep_their_form(texts: Run, marked: str, pattern: str) -> None:
    for key in KEYS:
        assert re.fullmatch(pattern, texts(marked, key=key)[0]), texts(marked, key=key)


def test_a_range_stays_in_order(texts: Run) -> None:
    for key in KEYS:
        first, second = texts("shift of [[DATE|5/2/2021]]-[[DATE|3]]", key=key)
        day = int(first.split("/")[1])
        assert int(second) == day + 1 or (int(second) == 1 and day >= 28)


def test_a_date_is_padded_as_the_others_are(texts: Run) -> None:
    for key in KEYS:
        made = texts(
            "[[DATE|08/08/16]] [[DATE|10/11/16]] [[DATE|03/02/17]] [[DATE|12-30]] [[DATE|11/21]]", key=key
        )
        assert all(re.fullmatch(r"\d\d[/-]\d\d([/-]\d\d)?", m) for m in made), made


@pytest.mark.parametrize("month", ["May", "June", "March", "August"])
def test_no_month_brings_a_name_back(texts: Run, month: str) -> None:
    for key in KEYS:
        for date in ("4-AUG-2015", "June 10th, 2010", "Mar 3", "May 1"):
            if month.lower()[:3] in date.lower():
                continue
            for patient in ("p1", None):
                made = texts(f"[[DOCTOR|{month}]] [[DATE|{date}]]", key=key, patient=patient)[1]
                assert month.lower() not in re.findall(r"[a-z]+", made.lower())


@pytest.mark.parametrize("mode", [ReplacementMode.TAG, ReplacementMode.NUMBERED])
def test_no_tag_brings_a_name_back(rewritten: Callable[..., str], mode: ReplacementMode) -> None:
    note = (
        "Mr. [[PATIENT|Street]] of [[STREET|4 Elm Rd]], [[DOCTOR|Hospital]] at [[HOSPITAL|St. Ann]]; "
        "[[ORGANIZATION|Acme]], Dr [[DOCTOR|Label]], [[RELATIVE|Location]]"
    )
    made = rewritten(note, mode=mode)
    assert not re.search(r"street|hospital|location|label\b", made.lower())
    tags = re.findall(r"\[([A-Z0-9_]+)", made)
    assert tags == ["PATIENT", tags[1], "DOCTOR", tags[3], "ORGANIZATION", "DOCTOR", "RELATIVE"]
    assert len({tags[1], tags[3], "ORGANIZATION"}) == 3


def test_days_are_counted_from_the_first_event_not_from_a_birth(texts: Run) -> None:
    note = "[[DATE|11/2/2021]] band ([[DATE|3/13/37]]), not [[DATE|3/31/37]]; fx [[DATE|2018]]; [[DATE|11/5]]"
    made = texts(note, policy="case_report")
    assert made[0] == "day 0"
    assert made[-1] == "day 3"
    assert made[1] == made[2] == "a date"
    assert made[3] == "year -3"


def test_a_number_that_recurs_does_not_bring_a_short_road_back(texts: Run) -> None:
    for key in KEYS:
        road, address = texts("[[STREET|CR 19]] and [[STREET|4420 CR 19]]", key=key)
        assert road != "CR 19"
        assert not address.endswith("CR 19")


def test_a_tag_names_its_label_though_a_hospital_is_called_hospital(texts: Run) -> None:
    marked = (
        "[[HOSPITAL|Mercy Hospital]] [[LOCATION_OTHER|Date Street Location Park]] [[CITY|Elko]] [[DATE|3/4]]"
    )
    assert texts(marked, mode=ReplacementMode.TAG) == ["[HOSPITAL]", "[LOCATION_OTHER]", "[CITY]", "[DATE]"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr Adeyemi. Kowalczyk", "[DOCTOR]. [DOCTOR]"),
        ("Adeyemi.\nMr Kowalczyk", "[DOCTOR].\n[DOCTOR]"),
        ("Wm. Smith", "[DOCTOR]"),
        ("J. R. Smith", "[DOCTOR]"),
        ("Smith, Jane. MD", "[DOCTOR]. [DOCTOR]"),
    ],
)
def test_two_sentences_are_two_tags(texts: Run, text: str, expected: str) -> None:
    assert texts(f"[[DOCTOR|{text}]] came", mode=ReplacementMode.TAG)[0].strip() == expected


def test_numbers_know_short_forms_slips_and_maiden_names(texts: Run) -> None:
    marked = (
        "[[PATIENT|Robert Hale]] [[PATIENT|Bob]] [[PATIENT|Bobby Hale]] [[PATIENT|Robret]] "
        "[[PATIENT|Jane Roe]] née [[PATIENT|Lindqvist]]; Ms. [[PATIENT|Lindqvist]]"
    )
    numbers = [t.strip("[]").rpartition("-")[2] for t in texts(marked, mode=ReplacementMode.NUMBERED)]
    assert numbers == ["1", "1", "1", "1", "2", "2", "2"]
