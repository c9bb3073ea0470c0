"""Sentences made to order: the same each time, various, and marked as they mean to be."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from benchmarks.made_sentences.kinds import KINDS
from benchmarks.made_sentences.scoring import find_faults
from benchmarks.made_sentences.sentence import (
    SENTENCES_A_KIND,
    Identifier,
    Kind,
    LetterCase,
    MadeSentence,
    make_sentences,
)
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.formats.annotations.inline import read_inline

every_kind = pytest.mark.parametrize("name", list(KINDS))


@cache
def sentences(name: str) -> list[MadeSentence]:
    return make_sentences(KINDS[name])


@every_kind
def test_the_same_sentences_come_each_time(name: str) -> None:
    assert make_sentences(KINDS[name]) == sentences(name)


@every_kind
def test_a_kind_has_three_hundred_sentences_of_a_dozen_frames_and_more(name: str) -> None:
    made = sentences(name)
    assert len(made) == SENTENCES_A_KIND == 300
    assert len({s.text.casefold() for s in made}) >= 250
    assert len({s.frame for s in made}) >= 12


@every_kind
def test_marks_read_back_as_they_were_made(name: str) -> None:
    for sentence in sentences(name):
        document = read_inline(sentence.marked, "made", "made")
        assert document.text == sentence.text
        assert [Identifier(m.start, m.end, m.label) for m in document.spans] == list(sentence.identifiers)


@every_kind
def test_ranges_are_apart_and_hold_no_blanks_at_their_ends(name: str) -> None:
    for sentence in sentences(name):
        ranges = sorted([(i.start, i.end) for i in sentence.identifiers] + list(sentence.stays))
        assert ranges, "a sentence without truth tells nothing"
        assert all(a[1] <= b[0] for a, b in pairwise(ranges))
        for start, end in ranges:
            assert sentence.text[start:end] == sentence.text[start:end].strip() != ""


@every_kind
def test_no_slot_or_sign_of_a_frame_is_left(name: str) -> None:
    for sentence in sentences(name):
        assert not any(sign in sentence.text for sign in ("$", "{", "}", "[[", "]]", ".."))


@every_kind
def test_about_a_tenth_is_in_capitals_and_a_tenth_in_small_letters(name: str) -> None:
    kind, made = KINDS[name], sentences(name)
    with_letters = [s for s in made if any(c.isalpha() for c in s.text)]
    capitals = sum(s.text.isupper() for s in with_letters) / len(made)
    small = sum(s.text.islower() for s in with_letters) / len(made)
    if kind.capitals:
        assert 0.05 <= capitals <= 0.3
    if kind.small:
        assert 0.05 <= small <= 0.35


def test_the_kinds_are_those_that_users_told_of() -> None:
    assert set(KINDS) == {
        "eponym-person", "eponym-term", "maker-employer", "maker-product", "scale-date", "scale-score",
        "lost-slash", "list-of-dates", "list-of-ratios", "initials", "initials-term", "dose-capitals",
        "call-count", "no-identifier", "family-name-forms",
    }  # fmt: skip
    assert not any(s.identifiers for s in sentences("no-identifier"))


TOY = Kind(
    name="toy",
    counts="all",
    frames=("Seen [[DATE|$day]] by [[DOCTOR|Ann Bell]]. {{Bell's palsy}} gone.",),
    small=("bp {{<100..199>/<50..99>}}, [[DATE|$day]]",),
    slots={"day": ("3/4", "3/5")},
)


def test_the_truth_shows_what_stays_too() -> None:
    sentence = of_toy()
    assert sentence.truth == "Seen [[DATE|3/4]] by [[DOCTOR|Ann Bell]]. {{Bell's palsy}} gone."
    assert sentence.marked == "Seen [[DATE|3/4]] by [[DOCTOR|Ann Bell]]. Bell's palsy gone."


def of_toy() -> MadeSentence:
    return next(s for s in make_sentences(TOY, 20) if "Seen 3/4" in s.text)


def faults(sentence: MadeSentence, *spans: Span, recovered: tuple[Span, ...] = ()) -> list[tuple[bool, str]]:
    document = Document(sentence.text, DocumentSource("toy", "text", "0" * 64))
    proposal = Proposal(document.id, tuple(sorted(spans)), recovered)
    found = find_faults(sentence, proposal, [*spans, *recovered], None)
    return [(f.missed, sentence.text[f.start : f.end]) for f in found]


def span(sentence: MadeSentence, text: str, label: Label = Label.DOCTOR) -> Span:
    start = sentence.text.index(text)
    evidence = Evidence(EvidenceKind.RULE, "TOY", label, 0.9)
    return Span(start, start + len(text), label, 0.9, (evidence,))


def test_a_value_is_the_same_within_a_sentence_and_numbers_are_in_their_range() -> None:
    made = make_sentences(TOY, 40)
    assert {s.text for s in made if s.text.startswith("Seen")} <= {
        f"Seen {day} by Ann Bell. Bell's palsy gone." for day in ("3/4", "3/5")
    }
    for sentence in made:
        if sentence.text.startswith("bp"):
            start, end = sentence.stays[0]
            upper, lower = map(int, sentence.text[start:end].split("/"))
            assert 100 <= upper <= 199
            assert 50 <= lower <= 99


def test_a_sentence_is_right_when_all_goes_and_all_stays() -> None:
    sentence = of_toy()
    right = [span(sentence, "3/4", Label.DATE), span(sentence, "Ann Bell")]
    assert faults(sentence, *right) == []
    # Blanks between words need no cover, and the label does not matter.
    assert faults(sentence, *right[:1], span(sentence, "Ann", Label.CITY), span(sentence, "Bell.")) == []


def test_a_part_that_is_left_is_a_fault_and_so_is_a_part_that_is_taken() -> None:
    sentence = of_toy()
    assert faults(sentence, span(sentence, "3/4"), span(sentence, "Ann")) == [(True, "Bell")]
    assert faults(sentence, span(sentence, "3/4"), span(sentence, "Ann Bell. Bell")) == [(False, "Bell's")]


def test_labels_that_do_not_count_may_be_left() -> None:
    sentence = of_toy()
    proposal = Proposal("toy", (span(sentence, "Ann Bell"),))
    assert find_faults(sentence, proposal, [], frozenset({Label.DOCTOR})) == []
    assert [f.missed for f in find_faults(sentence, proposal, [], None)] == [True]


def test_faults_tell_who_spoke() -> None:
    sentence = of_toy()
    name = span(sentence, "Ann Bell")
    back = name.with_evidence(Evidence(EvidenceKind.RECOVERY, "eponyms", detail="eponym in clinical use"))
    day = span(sentence, "3/4", Label.DATE)

    def reasons(proposal: Proposal, found: list[Span]) -> list[tuple[str, ...]]:
        return [f.reasons for f in find_faults(sentence, proposal, found, None)]

    assert reasons(Proposal("toy", (day,), (back,)), [name]) == [
        ("recovered: eponyms (eponym in clinical use)",)
    ]
    assert reasons(Proposal("toy", (day,)), [name]) == [("dropped: rule TOY",)]
    assert reasons(Proposal("toy", (day,)), []) == [("nobody found it",)]
    palsy = span(sentence, "palsy")
    assert reasons(Proposal("toy", (day, name, palsy)), []) == [("DOCTOR: rule TOY",)]


def test_a_kind_that_is_worn_out_says_so() -> None:
    few = Kind("few", "all", ("{{a}}", "{{b}}"), {}, capitals=False)
    assert {s.text for s in make_sentences(few, 2)} == {"a", "b"}
    with pytest.raises(ValueError, match="only 2"):
        make_sentences(few, 3)


def test_a_frame_whose_mark_is_broken_is_refused() -> None:
    with pytest.raises(ValueError, match="not well written"):
        make_sentences(Kind("bad", "all", ("{{a} [[DATE|3/4]]",), {}), 1)
    with pytest.raises(KeyError):
        make_sentences(Kind("bad", "all", ("{{$nobody}}",), {}), 1)


def test_small_letters_come_from_frames_that_allow_them_alone() -> None:
    assert set(TOY.cases) == set(LetterCase)
    small = [s for s in make_sentences(TOY, 100) if s.text.islower()]
    assert small
    assert {s.frame for s in small} == set(TOY.small)
