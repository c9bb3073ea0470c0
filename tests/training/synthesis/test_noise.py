"""Marks stay with their text, whatever noise does to it."""

import difflib
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.labels import Label
from chartveil_training.samples import IdentifierMark, Sample, SampleBuilder, apply_edits
from chartveil_training.synthesis.noise import NoiseKind, add_noise, add_noise_of_kind

NOTE = (
    SampleBuilder("test", [Label.PROFESSION])
    .add("QUARRY STREET CLINIC", Label.HOSPITAL)
    .add("   Seen: ")
    .add("2023-09-05", Label.DATE)
    .add(" 07:59\n\n")
    .add("Ms. ")
    .add("María-José Ndu", Label.PATIENT)
    .add(", ")
    .add("52", Label.AGE)
    .add(", of ")
    .add("1408 Mulberry Hollow Court", Label.STREET)
    .add(", comes with her neighbour ")
    .add("Tomas Okonkwo-Reyes", Label.RELATIVE)
    .add(', who says: "it\'s worse".\n  1. Call ')
    .add("(555) 010-1188", Label.PHONE)
    .add(".\n  2. See Dr. ")
    .add("O'Brien", Label.DOCTOR)
    .add("/")
    .add("mtn", Label.DOCTOR)
    .add(" at ten; lisinopril 10 mg daily.\n")
    .build()
)

PIECES = st.lists(
    st.tuples(
        st.text(st.sampled_from("abmOIl0158rn .,:;-'\"\n\téßİ()"), max_size=12),
        st.text(st.sampled_from("AbclmnOI015-' .éß"), min_size=1, max_size=12).filter(
            lambda s: s == s.strip()
        ),
    ),
    max_size=6,
)


def surfaces(sample: Sample) -> list[str]:
    return [sample.text[m.start : m.end] for m in sample.marks]


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum()).casefold()


@pytest.mark.parametrize("kind", NoiseKind)
@pytest.mark.parametrize("seed", range(12))
def test_marks_cover_what_became_of_their_text(kind: NoiseKind, seed: int) -> None:
    noisy = add_noise_of_kind(NOTE, kind, random.Random(seed))
    assert [m.labels for m in noisy.marks] == [m.labels for m in NOTE.marks]
    for before, after in zip(surfaces(NOTE), surfaces(noisy), strict=True):
        assert after == after.strip()
        if kind in (NoiseKind.TYPOS, NoiseKind.SCANNED):
            assert len(before) < 4 or difflib.SequenceMatcher(None, before, after).ratio() > 0.45
        elif kind is NoiseKind.TYPESET:
            assert len(before) == len(after)
        else:
            assert letters(before) == letters(after)
    assert (noisy.unmarked_labels, noisy.source) == (NOTE.unmarked_labels, NOTE.source)


@settings(max_examples=80, deadline=None)
@given(PIECES, st.sampled_from(list(NoiseKind)), st.integers(0, 9))
def test_text_of_any_kind_keeps_its_marks_in_order(
    pieces: list[tuple[str, str]], kind: NoiseKind, seed: int
) -> None:
    builder = SampleBuilder()
    for plain, name in pieces:
        builder.add(plain).add(name, Label.PATIENT)
    sample = builder.build()
    noisy = add_noise_of_kind(sample, kind, random.Random(seed))
    assert len(noisy.marks) <= len(sample.marks)
    assert all(s and s == s.strip() for s in surfaces(noisy))
    if kind in (
        NoiseKind.JOINED,
        NoiseKind.MORE_BLANKS,
        NoiseKind.LOST_BLANKS,
        NoiseKind.WRAPPED,
        NoiseKind.CRLF,
    ):
        assert list(map(letters, surfaces(noisy))) == list(map(letters, surfaces(sample)))


def drawn(kind: NoiseKind, tries: int = 60) -> list[Sample]:
    return [add_noise_of_kind(NOTE, kind, random.Random(seed)) for seed in range(tries)]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (NoiseKind.LOST_BLANKS, "2023-09-0507:59"),
        (NoiseKind.LOST_BLANKS, "Dr.O'Brien"),
        (NoiseKind.CAPITALS, "MARÍA-JOSÉ NDU"),
        (NoiseKind.LOWER, "quarry street clinic"),
        (NoiseKind.TITLE, "Comes With Her Neighbour"),
        (NoiseKind.TITLE, "Quarry Street Clinic"),
        (NoiseKind.DICTATED, "Dr O'Brien"),
        (NoiseKind.CRLF, "07:59\r\n\r\nMs."),
        (NoiseKind.TYPESET, "O’Brien"),
        (NoiseKind.TYPESET, "Maria-Jose"),
        (NoiseKind.TYPESET, "“it’s worse”"),
        (NoiseKind.COLUMNS, "CLINIC\tSeen"),
        (NoiseKind.JOINED, "07:59 Ms."),
        (NoiseKind.MORE_BLANKS, "her  neighbour"),
    ],
)
def test_noise_of_a_kind_looks_like_it(kind: NoiseKind, expected: str) -> None:
    assert any(expected in sample.text for sample in drawn(kind))


def test_lines_break_inside_names_and_words() -> None:
    wrapped = drawn(NoiseKind.WRAPPED, 200)
    assert any("Tomas\n" in s for sample in wrapped for s in surfaces(sample))
    assert any("-\n" in sample.text for sample in wrapped)


def test_scans_take_figures_and_letters_for_each_other() -> None:
    phones = {s for sample in drawn(NoiseKind.SCANNED) for s in surfaces(sample) if "55" in s}
    assert any("O" in s or "l" in s or "I" in s for s in phones)


def test_capitals_and_small_letters_come_as_often_as_promised() -> None:
    rng = random.Random(4)
    counts: Counter[str] = Counter()
    for _ in range(1000):
        text = add_noise(NOTE, rng).text
        counts["upper"] += text.upper() == text
        counts["lower"] += text.lower() == text
        counts["same"] += text == NOTE.text
    assert 0.14 < counts["upper"] / 1000 < 0.22
    assert 0.11 < counts["lower"] / 1000 < 0.19
    assert counts["same"] / 1000 < 0.1


def test_same_seed_same_noise() -> None:
    assert [add_noise(NOTE, random.Random(s)) for s in range(40)] == [
        add_noise(NOTE, random.Random(s)) for s in range(40)
    ]


def test_edits_at_the_edges_of_marks() -> None:
    sample = Sample("ab cd", (IdentifierMark(0, 2, (Label.PATIENT,)), IdentifierMark(3, 5, (Label.DOCTOR,))))
    around = apply_edits(sample, [(0, 0, "<"), (2, 2, ">"), (3, 3, "(")])
    assert around.text == "<ab> (cd"
    assert surfaces(around) == ["ab", "cd"]
    assert surfaces(apply_edits(sample, [(1, 1, "\n")])) == ["a\nb", "cd"]
    assert surfaces(apply_edits(sample, [(1, 2, " ")])) == ["a", "cd"]
    assert surfaces(apply_edits(sample, [(0, 2, "")])) == ["cd"]
    assert apply_edits(sample, [(1, 4, "x")]) == sample
