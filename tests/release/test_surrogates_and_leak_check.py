"""No surrogate is one that the leak check takes for an original: the export would be refused by chance."""

from dataclasses import replace

import pytest

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Replacement, Span, apply_replacements
from chartveil.release.leak_check import LeakCheck
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import load_surrogate_lists

FREE = "Ivo Ulla Tove Ragna Sixten Maj Egil Dagny Folke Helga Gustaf Signe Nils Berit Olof Hedda".split()
"""Names that are taken for none of those below."""


@pytest.fixture(scope="module")
def lists():
    return load_surrogate_lists()


def note(name):
    """A note of two people, one of whom has the name."""
    text = f"Seen by Dr. {name} with her daughter Wilhelmina."
    spans = [
        Span(at, at + len(word), label, 1.0)
        for word, label in ((name, Label.DOCTOR), ("Wilhelmina", Label.RELATIVE))
        for at in [text.index(word)]
    ]
    return Document(text, DocumentSource("n", "txt", name)), spans


def leaks(document, spans, made):
    check = LeakCheck(rules=lambda view: [], is_common={"seen", "daughter"}.__contains__)
    return check.check_text(document, spans, made, apply_replacements(document.text, made), ())


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Benedikt", "Benedikta"),
        ("Rosalind", "Rosalinda"),
        ("Christian", "Christiansen"),
        ("Alexander", "Alexandersson"),
        ("Selam", "Selma"),
        ("Garnier", "Granier"),
        ("Krisztian", "Krisztina"),
        ("Sheila", "Shiela"),
        ("Donald", "McDonald"),
        ("Connor", "O'Connor"),
        ("Oconnor", "O'Connor"),
        ("Annemarie", "Anne-Marie"),
        ("Asimon", "Nomisa"),
        ("Van Houten", "Vanhouten"),
        ("Ana Cristina", "Anacristina"),
        ("Jean Pierre", "Jeanpierre"),
        ("Her Nandez", "Hernandez"),
        ("De La Fuente", "Delafuente"),
    ],
)
def test_a_name_that_would_be_taken_for_an_original_is_not_drawn(lists, name, like):
    document, spans = note(name)
    made = [Replacement(s.start, s.end, n, s.label) for s, n in zip(spans, ("Egil", like), strict=True)]
    assert {f.kind for f in leaks(document, spans, made)} == {"original"}, "the check takes it for one"

    # Most of the names that there are to draw from are that one.
    few = replace(lists, name_pools=dict.fromkeys(lists.name_pools, (like,) * 30 + tuple(FREE)))
    for key in range(10):
        engine = SurrogateEngine(b"%016d" % key, load_policy(), ReplacementMode.SURROGATE, few)
        drawn = engine.replacements(document, spans)
        assert leaks(document, spans, drawn) == [], [r.text for r in drawn]


def test_it_is_drawn_where_nobody_is_called_alike(lists):
    document, spans = note("Tancred")
    few = replace(lists, name_pools=dict.fromkeys(lists.name_pools, ("Benedikta",) * 30 + tuple(FREE)))
    engine = SurrogateEngine(b"0" * 16, load_policy(), ReplacementMode.SURROGATE, few)
    assert "Benedikta" in [r.text for r in engine.replacements(document, spans)]


def test_words_of_kind_stay_though_another_note_has_a_slip_of_them(lists):
    text = "Transferred from Blue Heron Hospital."
    at = text.index("Blue")
    span = Span(at, len(text) - 1, Label.HOSPITAL, 1.0)
    engine = SurrogateEngine(b"0" * 16, load_policy(), ReplacementMode.SURROGATE, lists)
    document = Document(text, DocumentSource("n", "txt", "0"), patient_id="7")
    for others in ((), ("Mercy Hopsital",), ("Mercy Medical Center", "Cedar Medical Center")):
        (made,) = engine.replacements(document, [span], others)
        assert made.text.endswith(" Hospital"), made.text


@pytest.mark.parametrize(
    "name", ["Blue Heron Medical Center", "Lake Orrin Regional Hospital", "Quarry Street Family Practice"]
)
def test_practices_of_other_notes_keep_their_words_of_kind(lists, name):
    text = f"Transferred from {name}."
    span = Span(17, len(text) - 1, Label.HOSPITAL, 1.0)
    engine = SurrogateEngine(b"0" * 16, load_policy(), ReplacementMode.SURROGATE, lists)
    document = Document(text, DocumentSource("n", "txt", "0"), patient_id="7")
    (made,) = engine.replacements(document, [span], (name, "Greta Vanderhoof"))
    assert made.text.split()[-1] == name.split()[-1]
