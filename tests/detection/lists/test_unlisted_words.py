"""Words that only a name explains: where they are taken, and where a list or the writing forbids it."""

import pytest

from build import view
from chartveil.detection.lists.list_detector import DictionaryDetector
from chartveil.lexicon.lexicon import Lexicon


@pytest.fixture(scope="module")
def detector():
    return DictionaryDetector(Lexicon.load())


def unlisted(detector, text):
    spans = [s for s in detector.detect(view(text)) if s.evidence[0].name == "unlisted"]
    assert all(s.score < 0.6 and s.evidence[0].detail for s in spans)
    return [(s.label.value, text[s.start : s.end]) for s in spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met at Quellbrook about the knee.", [("PATIENT", "Quellbrook")]),
        ("The pain began near Quellbrook's gate.", [("PATIENT", "Quellbrook")]),
        ("pt says the knee hurts, seen by kowalczyk today", [("PATIENT", "kowalczyk")]),
    ],
)
def test_a_word_without_another_explanation_is_taken_as_doubtful(detector, text, expected):
    assert unlisted(detector, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The Knee was swollen and the Patient felt Pain.",  # ordinary words, capitals or not
        "He takes Metoprolol and Lisinopril, and wears a Holter.",  # drugs, devices
        "Zaontzlike changes were seen.",  # a sentence start explains the capital
        "The tumor is Wilms type, the sign is Babinski.",  # eponyms
        "STDs and LFTs were sent, Kx7 and Lp2 too.",  # abbreviations, codes
        "The kowalczyk was small in a text with Capitals at Sentence starts. It was. He did.",
    ],
)
def test_what_a_list_or_the_writing_explains_is_left(detector, text):
    assert unlisted(detector, text) == []
