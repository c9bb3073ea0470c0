"""What members are told of words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.detection.models.encoder import TextEncoder
from chartveil.detection.models.gazetteer_features import (
    ANSWER_COUNTS,
    ANSWER_STEPS,
    GAZETTEER_CODE_COUNT,
    GAZETTEER_QUESTIONS,
    GazetteerFeatures,
    code_of_answers,
)
from chartveil.domain.tokenized_text import word_ranges
from chartveil.lexicon.lexicon import bundled_lexicon
from tiny_models import tokenizer

WORDS = GazetteerFeatures(bundled_lexicon())


def told(text: str) -> list[dict[str, int]]:
    """The answers that are not "nothing known", for each word of a text."""
    numbers = WORDS.codes(text, np.array([a for a, _ in word_ranges(text)], np.int64))
    names = [name for name, _ in GAZETTEER_QUESTIONS]
    answers = [
        [int(n) // step % size for step, size in zip(ANSWER_STEPS, ANSWER_COUNTS, strict=True)]
        for n in numbers
    ]
    return [{name: a for name, a in zip(names, of_word, strict=True) if a} for of_word in answers]


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("Smith", {"surname": 3}),
        ("María", {"first name": 2}),
        ("Uloric", {"medical": 2}),
        ("the", {"ordinary": 4}),
        ("Xqzzv", {}),
    ],
)
def test_a_word_is_told_as_the_lists_have_it(word: str, known: dict[str, int]) -> None:
    (answers,) = told(word)
    assert known.items() <= answers.items()
    assert bool(known) == bool(answers)


def test_a_word_of_two_trades_bears_both() -> None:
    (foley,) = told("Foley")
    assert foley["surname"]
    assert foley["medical"] == 3
    (rose,) = told("rose")
    assert {"first name", "ordinary"} <= rose.keys()


def test_words_are_known_together() -> None:
    alone, together = told("Jose"), told("seen in San\nJose twice")
    assert alone[0].get("place", 0) < together[3]["place"] == together[2]["place"] == 3
    assert "place" not in told("San, not Jose")[1]


def test_case_accents_and_possessives_do_not_matter() -> None:
    assert told("NUÑEZ") == told("Nunez") == told("nunez’s")


@given(st.lists(st.sampled_from(range(GAZETTEER_CODE_COUNT)), min_size=1, max_size=5))
def test_numbers_and_answers_are_the_same(numbers: list[int]) -> None:
    for number in numbers:
        answers = [number // step % size for step, size in zip(ANSWER_STEPS, ANSWER_COUNTS, strict=True)]
        assert code_of_answers(answers) == number


@given(st.text(alphabet="aB' -.\nßé1𝒳\u0301", max_size=40))
def test_every_sub_word_bears_what_its_word_does_and_signs_nothing(text: str) -> None:
    encoded = TextEncoder(tokenizer(), words=WORDS).encode(text)
    of_words = dict(zip(word_ranges(text), told(text), strict=True))
    assert len(encoded.gazetteer_codes) == len(encoded)
    for start, number in zip(encoded.starts.tolist(), encoded.gazetteer_codes.tolist(), strict=True):
        mine = [known for (a, b), known in of_words.items() if a <= start < b]
        answers = [number // step % size for step, size in zip(ANSWER_STEPS, ANSWER_COUNTS, strict=True)]
        assert [a for a in answers if a] == (list(mine[0].values()) if mine else [])


def test_without_lists_nothing_is_known() -> None:
    assert not TextEncoder(tokenizer()).encode("John Smith of Boston").gazetteer_codes.any()


def test_what_is_told_is_the_same_when_asked_again_after_another_text() -> None:
    first, other = "Dr. Smith gave Uloric.", "no words of that"
    before = told(first)
    assert told(other) != before
    assert told(first) == before == told(first)
    assert told("...") == []
