"""What one note of a patient tells, the others know: words that are no surrogate, towns, sex."""

from __future__ import annotations

import pytest

from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.patient_words import NO_WORDS, KnownWords, hashes_of, words_to_avoid

from .conftest import KEY, parse

PATIENTS = [f"p{n}" for n in range(12)]


@pytest.fixture(scope="module")
def engine(lists: SurrogateLists) -> SurrogateEngine:
    return SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, lists)


def made(engine: SurrogateEngine, marked: str, patient: str, *others: str) -> list[str]:
    """The surrogates of a note where other notes of the patient are known."""
    document, spans = parse(marked, patient)
    words = engine.with_words_from([parse(other, patient)[0] for other in (marked, *others)], NO_WORDS)
    return [r.text for r in engine.replacements(document, spans, words=words)]


@pytest.mark.parametrize(
    "marked",
    [
        "[[PATIENT|Keiko Hamada]] came.",
        "Works as a [[PROFESSION|florist]].",
        "Lives in [[CITY|Dubuque]], [[STATE|IA]].",
        "Works at [[ORGANIZATION|Amber Fields Bakery]].",
        "Home: [[STREET|1840 Juniper Crescent]].",
        "Seen at [[HOSPITAL|Saint Odile Hospital]] by Dr. [[DOCTOR|Obi]].",
        "[[PATIENT|Bobby]] and [[PATIENT|Robert Tran]].",
    ],
)
def test_a_word_of_another_note_is_drawn_in_none(engine: SurrogateEngine, marked: str) -> None:
    kinds = {"saint", "hospital", "bakery", "crescent", "a", "at"}
    for patient in PATIENTS:
        alone = {w for text in made(engine, marked, patient) for w in fold(text).split()} - kinds
        other = " ".join(w.title() for w in sorted(alone)) + ", seen again."
        here = {w for text in made(engine, marked, patient, other) for w in fold(text).split()}
        there = [w for w in alone if len(w) > 2 and not any(c.isdecimal() for c in w)]
        assert here.isdisjoint(there), (alone, here)


def test_words_that_are_known_later_change_nothing(lists: SurrogateLists, engine: SurrogateEngine) -> None:
    first, spans = parse("[[PATIENT|Keiko Hamada]] came.", "p1")
    words = engine.with_words_from([first], NO_WORDS)
    (before,) = engine.replacements(first, spans, words=words)
    later = words.with_hashes(hashes_of(KEY, "patient:p1", words_to_avoid(before.text, lists)))
    assert len(later.known) == 2
    assert engine.replacements(first, spans, words=later) == [before]
    again, spans = parse("[[PATIENT|Keiko Hamada]] and [[DOCTOR|Wilma Ostrander]] came.", "p1")
    patient, doctor = engine.replacements(again, spans, words=later.with_hashes([1]))
    assert patient.text == before.text
    assert set(doctor.text.split()).isdisjoint(before.text.split())


def test_a_name_that_cannot_stay_is_told(engine: SurrogateEngine, lists: SurrogateLists) -> None:
    first, spans = parse("[[PATIENT|Keiko Hamada]] came.", "p1")
    words = engine.with_words_from([first], NO_WORDS)
    (before,) = engine.replacements(first, spans, words=words)
    told: list[bool] = []
    later, spans = parse(f"[[PATIENT|Keiko Hamada]], by Dr. [[DOCTOR|{before.text}]].", "p1")
    words = engine.with_words_from([later], words)
    patient, _ = engine.replacements(later, spans, words=words, changed=lambda: told.append(True))
    assert set(patient.text.split()).isdisjoint(before.text.split())
    assert told == [True]


@pytest.mark.parametrize(
    ("label", "town", "state"),
    [
        ("COUNTRY", "Jamaica", "NY"),
        ("COUNTRY", "Lebanon", "PA"),
        ("COUNTRY", "Mexico", "MO"),
        ("COUNTRY", "Peru", "IN"),
        ("COUNTRY", "Cuba", "MO"),
        ("COUNTRY", "Poland", "OH"),
        ("COUNTRY", "Norway", "ME"),
        ("COUNTRY", "Denmark", "SC"),
        ("STATE", "Washington", "IA"),
        ("STATE", "Delaware", "OH"),
        ("STATE", "Indiana", "PA"),
        ("STATE", "Nevada", "MO"),
        ("STATE", "Virginia", "MN"),
        ("STATE", "Oregon", "OH"),
    ],
)
def test_a_town_of_an_address_is_no_country_or_state_in_the_other_notes(
    engine: SurrogateEngine, label: str, town: str, state: str
) -> None:
    address = f"Address: 12 Elm St, [[CITY|{town}]], [[STATE|{state}]] [[ZIP|50112]]"
    other = f"He lives in [[{label}|{town}]] with a dog."
    for patient in PATIENTS[:4]:
        there = made(engine, address, patient, other)[0]
        assert made(engine, other, patient, address) == [there]
    assert made(engine, other, "p1") != [made(engine, address, "p1")[0]]


def test_a_state_behind_a_town_stays_a_state(engine: SurrogateEngine, lists: SurrogateLists) -> None:
    note = "From [[CITY|Seattle]], [[STATE|Washington]]. Moved from Oregon."
    address = "Address: Washington, IA 52353"
    _, state = made(engine, note, "p1", address)
    assert state in {row.split(":")[0] for row in lists.words["states_us"]}


@pytest.mark.parametrize(
    "told", ["Sex: F", "Gender: Female", "A 44 y.o. woman", "She said she felt her knee."]
)
def test_the_sex_that_one_note_tells_holds_in_all(
    engine: SurrogateEngine, lists: SurrogateLists, told: str
) -> None:
    for name in ("Kim", "Jordan", "Taylor", "Ngozi", "Xiu"):
        (made_name,) = made(engine, f"[[PATIENT|{name} Hartwell]] slept well.", "p1", told)
        assert lists.names[fold(made_name.split()[0])][0][-1] == "F", made_name


def test_words_of_two_patients_have_nothing_in_common() -> None:
    words = ["marlow", "park", "town jamaica"]
    assert hashes_of(KEY, "patient:p1", words).isdisjoint(hashes_of(KEY, "patient:p2", words))


@pytest.mark.parametrize(
    ("texts", "later", "sex"),
    [
        (["Sex: F", "Sex: M"], [], ""),
        (["Sex: F"], ["Sex: M"], "F"),
        (["Sex: M", "He came with her daughter, a 12 year old girl."], [], "M"),
        (["A 44-year-old man.", "Her sister, a 50 year old woman."], [], ""),
        (["A 44-year-old man.", "A 50 year old woman."], ["Sex: F"], "F"),
        (["A 44-year-old man."], ["Sex: F"], "M"),
        (["Well today."], [], ""),
    ],
)
def test_sexes_that_contradict_each_other_tell_nothing(
    lists: SurrogateLists, texts: list[str], later: list[str], sex: str
) -> None:
    words = NO_WORDS
    for known in (texts, later):
        told = (word for text in known for word in words_to_avoid(text, lists))
        words = words.with_hashes(hashes_of(KEY, "patient:p1", told))
    assert KnownWords(KEY, "patient:p1", words, ()).sex() == sex


def test_what_a_text_tells(lists: SurrogateLists) -> None:
    text = "Address: 4 Elm St, Woodland Park, CO 80863. Seen by Jane Doe, MD, in a park."
    told = words_to_avoid(text, lists)
    assert {"park", "woodland", "doe", "town woodland park", "state CO", "state MD"} <= told
    assert told.isdisjoint({"by", "seen by", "4"})


def test_words_of_towns_and_jobs_are_listed_folded(lists: SurrogateLists) -> None:
    assert {"schenectady", "carpenter", "hopital", "strasse"} <= lists.listed_words
    assert all(word == fold(word) for word in lists.listed_words)
