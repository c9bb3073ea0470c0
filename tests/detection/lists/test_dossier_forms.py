"""The forms in which what is known of a patient stands in a note, and what looks like it and is not."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.detection.lists.dossier import Dossier, PatientFacts
from chartveil.detection.lists.misspellings import ocr_number_key, typo_keys, within_one_typo
from chartveil.detection.lists.patients import make_word_test
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import bundled_lexicon

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
    return bundled_lexicon()


@pytest.fixture(scope="module")
def find(lexicon):
    dossier = Dossier(FACTS, lexicon.is_common, make_word_test(lexicon))

    def run(text):
        view = TokenizedText(Document(text, DocumentSource("case", "txt", "0")))
        return [f"{s.label} {s.text(text)}" for s in dossier.find(lexicon.look_up(view), view)]

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


WORDS = PatientFacts(
    names=("Grant Long", "Ng Li", "Jörg Brannigan"),
    numbers=(
        (Label.MRN, "12080"),
        (Label.ACCOUNT, "00123456"),
        (Label.IDNUM, "778899"),
        (Label.HEALTHPLAN, "1EG4-TE5-MK73"),
    ),
    phones=("+49 30 123456", "030/7654321"),
    addresses=("5 Stone Row", "Unit 4", "12 Tanner's Way"),
    cities=("Normal", "Grand Rapids"),
    zips=("2139", "K1A 0B1"),
)


@pytest.fixture(scope="module")
def find_words(lexicon):
    dossier = Dossier(WORDS, lexicon.is_common, make_word_test(lexicon))

    def run(text):
        view = TokenizedText(Document(text, DocumentSource("case", "txt", "0")))
        return [f"{s.label} {s.text(text)}" for s in dossier.find(lexicon.look_up(view), view)]

    return run


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Ordinary words at the beginning of a sentence, and in compounds
        ("Long history of it. Long-term use. A Long-acting one.", []),
        ("Long continues to smoke. Long was seen. Mr. Long came", ["PATIENT Long"] * 3),
        ("Li 0.8; Mr. Li came", ["PATIENT Li"]),
        ("LI 0.8. NG TUBE", []),
        ("MR GRANT. LONG HISTORY", ["PATIENT GRANT"]),
        ("GRANT^LONG^G", ["PATIENT GRANT", "PATIENT LONG", "PATIENT G"]),
        ("QRS 2.2 ms L, 0.9 ms L. Ms. L came", ["PATIENT L"]),
        ("the Brannigans; Joerg came", ["PATIENT Brannigans", "PATIENT Joerg"]),
        # Short numbers are no blood pressures; zeros come and go; words touch
        ("Pt 120/80. patient 120, 80; chart 12080, chart 12-080", ["MRN 12080", "MRN 12-080"]),
        ("acct 0123456, 123456, 00123456", ["ACCOUNT 0123456", "ACCOUNT 123456", "ACCOUNT 00123456"]),
        ("MRN000778899, ID778899, A778899", ["IDNUM 000778899", "IDNUM 778899"]),
        ("IEG4-TE5-MK73", ["HEALTHPLAN IEG4-TE5-MK73"]),
        ("030 123456, 0049 30 123456", ["PHONE 030 123456", "PHONE 0049 30 123456"]),
        ("+49 30 7654321", ["PHONE 30 7654321"]),
        # Places that are words
        ("IN NORMAL LIMITS. LIVES IN NORMAL.", ["CITY NORMAL"]),
        ("a stone row; on Stone Row", ["STREET Stone Row"]),
        ("Unit 4 (ward); 5 Stone Row, Unit 4", ["STREET 5 Stone Row", "STREET Unit 4"]),
        ("12 TANNERS WAY", ["STREET 12 TANNERS WAY"]),
        ("MA 02139; HR 02139; Grand Rapids 02139", ["ZIP 02139", "CITY Grand Rapids", "ZIP 02139"]),
        ("K1A0B1", ["ZIP K1A0B1"]),
    ],
)
def test_names_places_and_numbers_that_look_like_something_else(find_words, text, found):
    assert find_words(text) == found


def test_a_word_without_end_is_passed_over(find_words):
    """A picture in letters: each of its spellings with one letter less was made."""
    assert find_words("see " + "ab" * 100_000 + "0" * 100_000 + " Mr. Long") == ["PATIENT Long"]


def test_numbers_of_letters_alone_and_empty_facts_find_nothing(lexicon):
    facts = PatientFacts(
        numbers=((Label.MRN, "none"), (Label.MRN, "")), phones=("-",), zips=("x",), emails=("",)
    )
    view = TokenizedText(Document("none of it, - x", DocumentSource("case", "txt", "0")))
    assert Dossier(facts, lexicon.is_common).find(lexicon.look_up(view), view) == []


words = st.text("abcdefghij", min_size=1, max_size=9)


@given(words, words)
def test_words_one_error_apart_share_a_shorter_spelling(a, b):
    """By which they are looked up."""
    if within_one_typo(a, b):
        assert typo_keys(a) & typo_keys(b)


@given(st.text("0123456789", min_size=6, max_size=12), st.data())
def test_a_number_is_found_however_it_is_parted_and_misread(number, data):
    text = ""
    for figure in number:
        text += data.draw(st.sampled_from(("", "-", " ", ". "))) + figure
    text = text.strip("-. ")
    at = data.draw(st.integers(0, len(text) - 1))
    letter = {"0": "O", "1": "l", "5": "S", "8": "B"}.get(text[at], text[at])
    text = f"see {text[:at]}{letter}{text[at + 1 :]} there"
    view = TokenizedText(Document(text, DocumentSource("case", "txt", "0")))
    from chartveil.lexicon import word_lookup as scan

    dossier = Dossier(PatientFacts(numbers=((Label.MRN, number),)), lambda word: False)
    found = [s.text(text) for s in dossier.find(scan.look_up_words(view, {}), view)]
    assert found == [text[4:-6]]
    assert len(ocr_number_key(number)) == len(number)
