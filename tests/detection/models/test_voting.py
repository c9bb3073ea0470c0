"""From votes on words to spans. In the cases ``{PATIENT:John}`` is what a member votes for."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.detection.models.encoder import EncodedText
from chartveil.detection.models.manifest import EnsembleMember
from chartveil.detection.models.voting import (
    NO_VOTE,
    MemberVotes,
    SubwordMap,
    VotedWords,
    cast_votes,
    pooled_probability,
    spans_from_votes,
)
from chartveil.domain.labels import Label
from chartveil.domain.span import Span

MARK = re.compile(r"\{([A-Z_]+):([^{}]*)\}")


def member(
    name: str = "a", priority: int = 1, votes: tuple[Label, ...] = tuple(Label), **keys: object
) -> EnsembleMember:
    classes = ("O", *(v.value for v in votes))
    none = Path("none")
    return EnsembleMember(name, none, "", none, "", classes, (None, *votes), votes, priority=priority, **keys)  # type: ignore[arg-type]


def votes_of(marked: str, who: EnsembleMember, sure: float = 0.9) -> tuple[str, MemberVotes]:
    """The text without marks, and votes on every word and sign of the marked parts."""
    text = MARK.sub(lambda m: m[2], marked)
    words = VotedWords.of(text)
    scores = np.zeros((len(words), len(who.votes)), np.float32)
    removed = 0
    for m in MARK.finditer(marked):
        start = m.start() - removed
        removed += len(m[0]) - len(m[2])
        inside = (words.starts >= start) & (words.ends <= start + len(m[2]))
        scores[inside, who.votes.index(Label(m[1]))] = sure
    total = scores.max(axis=1)
    return text, MemberVotes(
        who, scores, total, np.where(total >= who.threshold, scores.argmax(axis=1), NO_VOTE)
    )


def found(marked: str) -> tuple[str, list[Span]]:
    text, votes = votes_of(marked, member())
    return text, spans_from_votes(text, VotedWords.of(text), [votes])


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("Dr. {DOCTOR:John Smith} said", ["DOCTOR|John Smith"]),
        ("Dr. {DOCTOR:John Smith,} MD", ["DOCTOR|John Smith"]),
        ("({PATIENT:(John Smith).})", ["PATIENT|John Smith"]),
        ("{PATIENT:Smith}'s wife", ["PATIENT|Smith"]),
        ("{PATIENT:Smith's} wife", ["PATIENT|Smith"]),
        ("{PATIENT:SMITH’S} wife", ["PATIENT|SMITH"]),
        ("{PATIENT:O'Brien} came", ["PATIENT|O'Brien"]),
        ("{PATIENT:O}'{PATIENT:Brien} came", ["PATIENT|O'Brien"]),
        ("at {HOSPITAL:St. Mary's}.", ["HOSPITAL|St. Mary's"]),
        ("{PATIENT:J}. {PATIENT:Smith}", ["PATIENT|J. Smith"]),
        ("{PATIENT:Ann}-{PATIENT:Marie}", ["PATIENT|Ann-Marie"]),
        ("{PATIENT:Smith, John} came", ["PATIENT|Smith, John"]),
        ("{PATIENT:Smith}, {PATIENT:John} came", ["PATIENT|Smith", "PATIENT|John"]),
        ("{DOCTOR:Anna Smith}\n{DOCTOR:Ben Jones}", ["DOCTOR|Anna Smith", "DOCTOR|Ben Jones"]),
        ("{DOCTOR:Anna Smith\tBen Jones}", ["DOCTOR|Anna Smith", "DOCTOR|Ben Jones"]),
        ("{DOCTOR:Anna}\u00a0{DOCTOR:Smith}", ["DOCTOR|Anna\u00a0Smith"]),
        ("{HOSPITAL:Mercy General}\n{HOSPITAL:Hospital} for", ["HOSPITAL|Mercy General\nHospital"]),
        ("{HOSPITAL:Mercy}\n\n{HOSPITAL:Hospital} for", ["HOSPITAL|Mercy", "HOSPITAL|Hospital"]),
        ("{STREET:12 Oak St.,}\r\n{STREET:Apt 4}", ["STREET|12 Oak St.,\r\nApt 4"]),
        ("{HOSPITAL:Mercy} {ORGANIZATION:Group}", ["HOSPITAL|Mercy Group"]),
        ("{CITY:Boston} {STATE:MA} {ZIP:02115}", ["CITY|Boston", "STATE|MA", "ZIP|02115"]),
        ("{CITY:Boston}, {STATE:MA}", ["CITY|Boston", "STATE|MA"]),
        ("{PATIENT:John} {DOCTOR:Smith}", ["PATIENT|John Smith"]),
        ("{PATIENT:John} and {DOCTOR:Smith}", ["PATIENT|John", "DOCTOR|Smith"]),
        ("on {DATE:3/4/2021}.", ["DATE|3/4/2021"]),
        ("on {DATE:3}/{DATE:4}/{DATE:2021}.", ["DATE|3/4/2021"]),
        ("{DATE:3/4/2021 3/5/2021}", ["DATE|3/4/2021", "DATE|3/5/2021"]),
        ("on {DATE:March 3, 2021},", ["DATE|March 3, 2021"]),
        ("call {PHONE:(555) 010-0199} now", ["PHONE|(555) 010-0199"]),
        ("call ({PHONE:555}) {PHONE:010}-{PHONE:0199} now", ["PHONE|(555) 010-0199"]),
        ("{PHONE:(555) 010-0199 (555) 010-0188}", ["PHONE|(555) 010-0199", "PHONE|(555) 010-0188"]),
        ("{PHONE:+44 20 7946 0182}", ["PHONE|+44 20 7946 0182"]),
        ("{MRN:1234567} {IDNUM:S21-12345}", ["MRN|1234567", "IDNUM|S21-12345"]),
        ("a {AGE:62yo} man", ["AGE|62"]),
        ("a {AGE:62}-year-old", ["AGE|62"]),
        ("{DOCTOR:“Tiny” Ledbetter}", ["DOCTOR|“Tiny” Ledbetter"]),
        ('{DOCTOR:"Tiny" Ledbetter}', ['DOCTOR|"Tiny" Ledbetter']),
        ("{PATIENT:Smith (Jones)} came", ["PATIENT|Smith (Jones)"]),
        ("{EMAIL:a.b@c.org} {EMAIL:d@e.org}", ["EMAIL|a.b@c.org", "EMAIL|d@e.org"]),
        ("nothing {PATIENT:...} here", []),
        ("", []),
    ],
)
def test_runs(marked: str, expected: list[str]) -> None:
    text, got = found(marked)
    assert [f"{s.label}|{s.text(text)}" for s in got] == expected


def test_the_label_is_that_of_the_first_in_priority_and_every_vote_is_kept() -> None:
    first, second, third = member("x", 1), member("y", 2), member("z", 2)
    text, a = votes_of("{DOCTOR:John} Smith at Mercy", first, 0.6)
    _, b = votes_of("{PATIENT:John Smith} at {CITY:Mercy}", second, 0.9)
    _, c = votes_of("John Smith at {HOSPITAL:Mercy}", third, 0.7)
    name, place = spans_from_votes(text, VotedWords.of(text), [a, b, c])
    assert (name.label, name.text(text), name.score) == (Label.DOCTOR, "John Smith", pytest.approx(0.9))
    assert [(e.name, e.label, e.start, e.end) for e in name.evidence] == [
        ("x", Label.DOCTOR, 0, 4),
        ("y", Label.PATIENT, None, None),
    ]
    assert place.label is Label.CITY  # of equals the surer
    assert [(e.name, e.score) for e in place.evidence] == [
        ("y", pytest.approx(0.9)),
        ("z", pytest.approx(0.7)),
    ]


def test_a_word_torn_in_pieces_counts_by_its_likeliest_piece() -> None:
    text = "Okonkwo came"
    encoded = _encoded([(0, 2), (2, 5), (5, 7), (8, 12)])
    who = member(votes=(Label.PATIENT, Label.DOCTOR))
    probabilities = np.asarray([[0.9, 0.1, 0], [0.2, 0.3, 0.5], [0.8, 0.1, 0.1], [1, 0, 0]], np.float32)
    votes = cast_votes(who, SubwordMap.of(VotedWords.of(text), encoded), probabilities)
    assert votes.identifier_probability.tolist() == pytest.approx([0.8, 0])
    assert votes.label_of(0) is Label.DOCTOR
    assert votes.label_of(1) is None


def test_labels_count_together_and_the_threshold_is_that_of_the_likeliest() -> None:
    encoded = _encoded([(0, 4)])
    probabilities = np.asarray([[0.4, 0.35, 0.25]], np.float32)
    labels = (Label.PATIENT, Label.DOCTOR)
    words = SubwordMap.of(VotedWords.of("John"), encoded)
    assert cast_votes(member(votes=labels), words, probabilities).label_of(0) is Label.PATIENT
    strict = member(votes=labels, thresholds={Label.PATIENT: 0.7})
    assert cast_votes(strict, words, probabilities).label_of(0) is None
    one = EnsembleMember(**{**_fields(member(votes=labels)), "votes": (Label.PATIENT,)})
    assert cast_votes(one, words, probabilities).label_of(0) is None


def test_a_piece_over_several_words_counts_for_each() -> None:
    probabilities = np.asarray([[0.1, 0.9]], np.float32)
    votes = cast_votes(
        member(votes=(Label.PATIENT,)),
        SubwordMap.of(VotedWords.of("J.Smith x"), _encoded([(0, 7)])),
        probabilities,
    )
    assert votes.identifier_probability.tolist() == pytest.approx([0.9, 0.9, 0.9, 0])


def _encoded(ranges: list[tuple[int, int]]) -> EncodedText:
    pairs = np.asarray(ranges, np.int64)
    zeros = np.zeros(len(ranges), np.int64)
    return EncodedText(zeros, zeros, zeros, zeros, pairs[:, 0], pairs[:, 1])


def _fields(who: EnsembleMember) -> dict[str, object]:
    return {name: getattr(who, name) for name in EnsembleMember.__slots__}


shares = st.floats(0, 1, width=32)


def together(a: float, b: float, weight: float = 0.6) -> float:
    (found,) = pooled_probability(np.array([[a], [b]], np.float32), np.array([weight, 1 - weight]))
    return float(found)


@given(shares, shares, st.floats(0, 1))
def test_networks_together_say_no_less_than_the_least_and_no_more_than_the_most(
    a: float, b: float, weight: float
) -> None:
    assert min(a, b) - 1e-4 <= together(a, b, weight) <= max(a, b) + 1e-4


@given(shares, shares, shares)
def test_a_network_that_is_surer_never_makes_the_networks_less_sure(a: float, more: float, b: float) -> None:
    low, high = sorted((a, more))
    assert together(low, b) <= together(high, b) + 1e-9


def test_a_network_that_is_sure_counts_for_more_than_one_that_wavers() -> None:
    assert together(0.99, 0.3, 0.5) > together(0.66, 0.63, 0.5)
    assert together(0.5, 0.5) == pytest.approx(0.5)
    assert 0 < together(0.0, 0.0) < 0.001 < 0.999 < together(1.0, 1.0) < 1
