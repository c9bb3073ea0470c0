from collections.abc import Callable
from pathlib import Path

import pytest

from build import find, shown, view
from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.judgement.propagation import (
    load_words_that_are_names,
    ordinary_uses_of_names,
    propagate,
)
from chartveil.domain.errors import ResourceError

COMMON = {"day", "long", "may", "rose", "case", "green", "hope", "will"}


def names_in(text, spans):
    return MentionFinder(text, spans, COMMON.__contains__)


def carried(text, *spans, claimed=(), agreement=None):
    found = propagate(view(text), sorted(spans), names_in(text, spans), claimed, agreement=agreement)
    return shown(text, found)


def test_parts_of_a_name_are_found_everywhere():
    text = "Dr. Jane Smith saw her. Smith's plan: SMITH to call; jane agrees. Blacksmith."
    got = carried(text, find(text, "Jane Smith", "DOCTOR"))
    assert got == [("DOCTOR", "Smith"), ("DOCTOR", "SMITH"), ("DOCTOR", "jane")]


@pytest.mark.parametrize("again", ["Bryec", "BRYCE", "Rbyce", "Byrce"])
def test_a_name_with_two_letters_in_the_wrong_order_is_found(again):
    text = f"Bryce Apple was seen. Nurse wrote {again} and bryec. The brown dog."
    assert carried(text, find(text, "Bryce Apple", "PATIENT")) == [("PATIENT", again)]


def test_a_short_name_with_two_letters_in_the_wrong_order_is_found_where_the_networks_see_a_little():
    text = "Marc Keeble came. Nurse wrote Mrac, and Macr is no word."
    name = find(text, "Marc Keeble", "PATIENT")
    seen = carried(text, name, agreement=lambda a, _: 0.2 if text[a:].startswith("Mrac") else 0.0)
    assert seen == [("PATIENT", "Mrac")]


def test_another_word_is_no_slip_of_a_name():
    text = "Adya Dorse was seen. A Day later, Drose and Dsoer. Dorsey came."
    assert carried(text, find(text, "Adya Dorse", "PATIENT")) == [("PATIENT", "Drose")]


def test_a_name_over_a_line_break_is_one_mention():
    text = "Maria Ndu was seen. Later Maria\n   Ndu left."
    assert carried(text, find(text, "Maria Ndu", "PATIENT")) == [("PATIENT", "Maria\n   Ndu")]


def test_a_name_that_is_a_word_is_found_only_where_its_capital_says_so():
    text = "Hollis Day here. Day 3 of stay. One day Mr Day woke. We told Day to rest."
    assert carried(text, find(text, "Hollis Day", "PATIENT")) == [("PATIENT", "Day"), ("PATIENT", "Day")]


@pytest.mark.parametrize(
    ("again", "carries"),
    [
        ("The patient is a retired fisherman who came from\nHope and was seen", ["Hope"]),
        ("The patient is a retired fisherman, and as he says,\r\n  Hope is far", ["Hope"]),
        ("The patient is a retired fisherman who came today.\nHope is not lost", []),
        ("Plan\nHope is not lost", []),
        ("The patient is a retired fisherman who came today\n\nHope is not lost", []),
    ],
)
def test_a_line_that_is_wrapped_ends_no_sentence(again, carries):
    text = f"Born in Hope. {again}."
    assert [t for _, t in carried(text, find(text, "Hope", "CITY"))] == carries


def test_capitals_within_a_phrase_of_ordinary_words_tell_at_the_start_of_a_sentence():
    text = "From Green Hope. Green Hope called. Green hope is left."
    assert carried(text, find(text, "Green Hope", "CITY")) == [("CITY", "Green Hope")]


def test_days_of_the_week_are_nobody_behind_a_word_for_time():
    text = "Dr. Sunday Eze came. Worse since Sunday, back next\nSunday. Sunday will call. Eze agrees."
    got = carried(text, find(text, "Sunday Eze", "DOCTOR"))
    assert got == [("DOCTOR", "Sunday"), ("DOCTOR", "Eze")]
    text = "SUN, WEI. Mr. Sun agreed. Sun will be seen on Sun."
    name = [find(text, "SUN, WEI", "PATIENT")]
    got = propagate(view(text), name, names_in(text, name))
    assert [s.start for s in got] == [text.index("Sun "), text.index("Sun will")]


def test_in_capitals_a_name_that_is_a_word_is_left():
    text = "DR. LONG CAME. AFTER A LONG CASE CONFERENCE"
    assert carried(text, find(text, "LONG", "DOCTOR")) == []


def test_a_place_that_recovery_claims_is_left():
    text = "Ms. Graves has Graves disease. Graves left."
    at = text.index("Graves disease")
    name = [find(text, "Graves", "PATIENT")]
    got = propagate(view(text), name, names_in(text, name), [(at, at + len("Graves disease"))])
    assert [s.start for s in got] == [text.rindex("Graves")]


@pytest.mark.parametrize(
    ("label", "first", "again"),
    [
        ("MRN", "QS-220481", "qs-220481"),
        ("PHONE", "555-0148", "555 0148"),
        ("EMAIL", "a.b@c.org", "A.B@c.org"),
        ("HOSPITAL", "Quarry Street Clinic", "QUARRY STREET\nCLINIC"),
        ("CITY", "Cutbank Falls", "Cutbank  Falls"),
    ],
)
def test_numbers_addresses_and_places_are_found_again(label, first, again):
    text = f"first {first} then {again}."
    assert carried(text, find(text, first, label)) == [(label, again)]


@pytest.mark.parametrize(
    ("label", "value"), [("AGE", "66"), ("DATE", "3/17"), ("PHONE", "4410"), ("STATE", "MT")]
)
def test_what_says_nothing_alone_is_not_followed(label, value):
    text = f"first {value} then {value}."
    assert carried(text, find(text, value, label)) == []


def test_an_unsure_find_is_not_followed():
    text = "Winters said. Winters left."
    assert carried(text, find(text, "Winters", "PATIENT", 0.45)) == []


def test_initials_particles_and_suffixes_are_not_followed_alone():
    text = "J. van der Berg Jr. came. The van is der Jr. plan J."
    assert carried(text, find(text, "J. van der Berg Jr.", "PATIENT")) == []


def test_a_short_name_is_found_where_it_has_a_capital():
    text = 'Client "Teo" Fonseca. D: Teo joined. teo is a tooth.'
    assert carried(text, find(text, "Teo", "PATIENT")) == [("PATIENT", "Teo")]


def test_an_initial_of_the_same_name_goes_with_its_mention():
    text = "Ignacio Castellanos. Castellanos, I. and I. Castellanos, but Castellanos A. and Castellanos I'm"
    assert carried(text, find(text, "Ignacio Castellanos", "PATIENT")) == [
        ("PATIENT", "Castellanos, I"),
        ("PATIENT", "I. Castellanos"),
        ("PATIENT", "Castellanos"),
        ("PATIENT", "Castellanos"),
    ]


def test_login_names_made_of_a_name_are_found():
    text = "Greta Vanderhoof, LCSW. by gvanderhoof, VANDERHOOFG, not vander"
    assert carried(text, find(text, "Greta Vanderhoof", "DOCTOR")) == [
        ("USERNAME", "gvanderhoof"),
        ("USERNAME", "VANDERHOOFG"),
    ]


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        (
            "Otto Priestman here. The priestman of the parish called. Priestman left.",
            "Otto Priestman",
            ["Priestman"],
        ),
        ("DR. PHAM AGREES. THE PHAM IN THE ORDER MEANS DIET.", "PHAM", []),
        (
            "Ada Castellan spoke. Her castellan cat bit. The Castellan family came.",
            "Ada Castellan",
            ["Castellan"],
        ),
        ("Ada Castellan spoke. His Castellan left.", "Ada Castellan", ["Castellan"]),
    ],
)
def test_an_article_makes_a_thing_of_a_name(text: str, name: str, found: list[str]) -> None:
    got = carried(text, find(text, name, "DOCTOR"))
    assert [word for _, word in got] == found


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Sister Juniper, 5. She planted juniper berries. Juniper left.", "Juniper", ["Juniper"]),
        ("Dr. Lou Frost came. There was frost at dawn; Frost saw it.", "Lou Frost", ["Frost"]),
        ("seen by frost, then frost again", "frost", ["frost"]),
        ("Dr. Okonjo came. okonjo agrees.", "Okonjo", ["okonjo"]),
        ("Basil here; the basil family came.", "Basil", ["basil"]),
    ],
)
def test_a_word_in_small_letters_that_names_a_thing_is_none(text: str, name: str, found: list[str]) -> None:
    got = carried(text, find(text, name, "DOCTOR"))
    assert [word for _, word in got] == found
    kept = ordinary_uses_of_names(view(text), [find(text, name, "DOCTOR")], COMMON.__contains__)
    assert not {text[a:b] for a, b in kept} & set(found)


def test_a_word_that_the_networks_see_no_name_in_is_a_thing() -> None:
    text = "Pat Doyle gave it. Pat dry, no bleeding. Pat came back. Call Doyle."
    origin = [find(text, "Pat Doyle", "DOCTOR")]

    def agreement(start: int, end: int) -> float:
        return 0.001 if text[start:].startswith(("Pat dry", "Doyle.")) else 0.6

    def found(agreement: Callable[[int, int], float] | None) -> list[str]:
        spans = propagate(view(text), origin, names_in(text, origin), agreement=agreement)
        return [text[s.start : s.end + 5] for s in spans]

    assert found(None) == ["Pat dry,", "Pat came", "Doyle."]
    assert found(agreement) == ["Pat came"]
    # The leak check does not believe them.
    assert ordinary_uses_of_names(view(text), origin, COMMON.__contains__) == []


def test_a_name_that_the_networks_do_not_know_at_all_is_carried_everywhere() -> None:
    text = "Seen by Quirp Doyle. Quirp agreed. Call doyle."
    origin = [find(text, "Quirp Doyle", "DOCTOR")]

    def blind(start: int, end: int) -> float:
        return 0.0

    carried = propagate(view(text), origin, names_in(text, origin), agreement=blind)
    assert [s.text(text) for s in carried] == ["Quirp", "doyle"]


def test_a_list_of_things_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="Restore"):
        load_words_that_are_names(tmp_path / "things.txt")


def seen(text, *words):
    """Networks that see a little of an identifier in some words, and nothing in others."""
    return lambda start, end: 0.02 if text[start:end] in words else 0.0005


def test_a_nickname_is_found_where_the_networks_see_a_little():
    text = "Robert Okonjo here. Bob left. We saw Bob again. bob up and down."
    name = find(text, "Robert Okonjo", "PATIENT")
    assert carried(text, name) == []
    assert carried(text, name, agreement=seen(text, "Bob", "bob")) == [("PATIENT", "Bob")] * 2
    assert carried(text, name, agreement=seen(text)) == []


def test_a_name_of_two_letters_is_found_with_a_capital_where_the_networks_see_a_little():
    text = "Dr. Li Wu came. Wu agrees, wu wei, li. Ask Li."
    name = find(text, "Li Wu", "DOCTOR")
    assert carried(text, name) == []
    found = propagate(
        view(text), [name], names_in(text, [name]), agreement=seen(text, "Wu", "wu", "Li", "li")
    )
    assert [s.start for s in found] == [text.index("Wu agrees"), text.rindex("Li")]


def test_an_ordinary_word_in_small_letters_is_a_name_where_the_networks_see_a_little():
    text = "Hope Green was seen. green stool. told hope to rest"
    name = find(text, "Hope Green", "PATIENT")
    assert carried(text, name) == []
    assert carried(text, name, agreement=seen(text, "hope")) == [("PATIENT", "hope")]


def test_weak_mentions_leave_what_is_claimed_or_covered():
    text = "Robert Okonjo. Bob. Bob."
    spans = sorted([find(text, "Robert Okonjo", "PATIENT"), find(text, "Bob", "DOCTOR")])
    second = text.rindex("Bob")
    found = propagate(
        view(text), spans, names_in(text, spans), [(second, second + 3)], agreement=seen(text, "Bob")
    )
    assert found == []


def test_what_another_document_of_the_patient_names_is_found_and_says_so():
    elsewhere, text = "Nurse Robert Okonjo", "OKONJO gave it. Bob will call."
    names = names_in(elsewhere, [find(elsewhere, "Robert Okonjo", "DOCTOR")])
    got = propagate(view(text), [], names, same_document=False, agreement=seen(text, "Bob"))
    assert shown(text, got) == [("DOCTOR", "OKONJO"), ("DOCTOR", "Bob")]
    assert {e.name for s in got for e in s.evidence} == {"same-patient"}


@pytest.mark.parametrize(
    ("said", "stays"), [("the catheter", True), ("an Okonjo", False), ("a okonjo", False)]
)
def test_an_article_makes_a_thing_only_of_what_is_a_word(said: str, stays: bool) -> None:
    word = said.split()[1]
    text = f"Dr. {word.title()} came. Then {said} was seen."
    name = [find(text, word.title(), "DOCTOR")]
    is_word = {"catheter"}.__contains__
    got = propagate(view(text), name, names_in(text, name), is_word=is_word)
    assert bool(got) is not stays
    assert bool(ordinary_uses_of_names(view(text), name, COMMON.__contains__, is_word)) is stays
