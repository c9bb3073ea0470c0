"""The forms in which what is known of a patient stands in a note, and what looks like it and is not."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.detect.dictionaries import Dossier, PatientFacts, word_test
from chartveil.detect.dictionaries.spelling import is_typo, misread_figures, one_typo
from chartveil.domain import Document, Label, Source
from chartveil.lexicon import Lexicon
from chartveil.words import View

FACTS = PatientFacts(
    names=("Foley, Nora Margaret", "Nonie", "Nora May", "Brannigan-Oduya"),
    relatives=("Jan de Vries", "Ana Foley", "Wu O'Hanlon"),
    numbers=((Label.MRN, "QS-220481"), (Label.SSN, "123-45-6789"), (Label.IDNUM, "4711")),
    phones=("+1 (313) 555-0148",),
    addresses=("14 Tanner's Street",),
    births=frozenset({dt.date(1951, 3, 4)}),
    emails=("nfoley@example.org",),
    cities=("Reading", "Grand Rapids"),
    zips=("48201-1234",),
    employers=("Quorn Works", "Self"),
)


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.load()


@pytest.fixture(scope="module")
def find(lexicon):
    dossier = Dossier(FACTS, lexicon.is_common, word_test(lexicon))

    def run(text):
        view = View(Document(text, Source("case", "txt", "0")))
        return [f"{s.label} {s.text(text)}" for s in dossier.find(lexicon.scan(view), view)]

    return run


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Names
        ("FOLEY, NORA M. came", ["PATIENT FOLEY", "PATIENT NORA", "PATIENT M"]),
        ("N. Foley; Foley, N.", ["PATIENT N", "PATIENT Foley", "PATIENT Foley", "PATIENT N"]),
        ("K. Foley", ["PATIENT Foley"]),
        ("Nora Foely", ["PATIENT Nora", "PATIENT Foely"]),
        ("a Foely line", []),
        ("Mrs. Folley said; a Folley", ["PATIENT Folley"]),
        ("Norafoley, NORA\nFOLEY", ["PATIENT Norafoley", "PATIENT NORA", "PATIENT FOLEY"]),
        ("Branniganoduya", ["PATIENT Branniganoduya"]),
        ("Pt N.F. came, patient NF, Ms. F.", ["PATIENT N.F", "PATIENT NF", "PATIENT F"]),
        ("NF type 1, N.F. excluded", []),
        # Names that are words: only where they stand as names
        ("May 3 she came. May need more.", []),
        ("Mrs. May said. Nora May came.", ["PATIENT May", "PATIENT Nora", "PATIENT May"]),
        ("THE PATIENT MAY GO", []),
        ("PATIENT: MAY AGE: 50", ["PATIENT MAY"]),
        ("ANA positive, Ana Foley here", ["RELATIVE Ana", "RELATIVE Foley"]),
        ("Wu came. wu, WU of it", ["RELATIVE Wu"]),
        ("Jan de Vries; de novo", ["RELATIVE Jan", "RELATIVE de", "RELATIVE Vries"]),
        ("O Hanlon, OHanlon", ["RELATIVE O", "RELATIVE Hanlon", "RELATIVE OHanlon"]),
        # Numbers
        ("MRN QS 22O481, 123456789", ["MRN QS 22O481", "SSN 123456789"]),
        ("QS-2204811", []),
        ("chart 4711, 4711 ml", ["IDNUM 4711"]),
        ("555-0148, 313.555.0148", ["PHONE 555-0148", "PHONE 313.555.0148"]),
        ("loss of sol", []),
        # Dates, places, addresses
        ("DOB 3/4/51, 4 March 1951, 3/4/2020", ["DATE 3/4/51", "DATE 4 March 1951"]),
        ("14 Tanner's St., Reading, PA 48201", ["STREET 14 Tanner's St", "CITY Reading", "ZIP 48201"]),
        ("on Tanner's Street", ["STREET Tanner's Street"]),
        ("Reading was hard. 48201 platelets", []),
        ("from Grand Rapids, grand rapids", ["CITY Grand Rapids"]),
        ("NFoley@example.org, xnfoley@example.org", ["EMAIL NFoley@example.org"]),
        ("at Quorn Works; self care", ["ORGANIZATION Quorn Works"]),
    ],
)
def test_forms(find, text, found):
    assert find(text) == found


def test_numbers_of_letters_alone_and_empty_facts_find_nothing(lexicon):
    facts = PatientFacts(
        numbers=((Label.MRN, "none"), (Label.MRN, "")), phones=("-",), zips=("x",), emails=("",)
    )
    view = View(Document("none of it, - x", Source("case", "txt", "0")))
    assert Dossier(facts, lexicon.is_common).find(lexicon.scan(view), view) == []


words = st.text("abcdefghij", min_size=1, max_size=9)


@given(words, words)
def test_words_one_error_apart_share_a_shorter_spelling(a, b):
    """By which they are looked up."""
    if is_typo(a, b):
        assert one_typo(a) & one_typo(b)


@given(st.text("0123456789", min_size=6, max_size=12), st.data())
def test_a_number_is_found_however_it_is_parted_and_misread(number, data):
    text = ""
    for figure in number:
        text += data.draw(st.sampled_from(("", "-", " ", ". "))) + figure
    text = text.strip("-. ")
    at = data.draw(st.integers(0, len(text) - 1))
    letter = {"0": "O", "1": "l", "5": "S", "8": "B"}.get(text[at], text[at])
    text = f"see {text[:at]}{letter}{text[at + 1 :]} there"
    view = View(Document(text, Source("case", "txt", "0")))
    from chartveil.lexicon import scan

    dossier = Dossier(PatientFacts(numbers=((Label.MRN, number),)), lambda word: False)
    found = [s.text(text) for s in dossier.find(scan.scan(view, {}), view)]
    assert found == [text[4:-6]]
    assert len(misread_figures(number)) == len(number)
