"""Windows: each sub-word is asked about once, with context; words and lines stay whole where they can."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.models.encoder import (
    EncodedText,
    TextEncoder,
    TokenWindow,
    cut_windows,
    windows_around,
)
from tiny_models import tokenizer

ENCODER = TextEncoder(tokenizer())
PARTS = ("john", "zq", "q9", ".", "!", ", ", " ", "\n", "\n\n", "Dr. Smith", "a-b", "é", "\t")


def texts(parts: tuple[str, ...], between: str = "") -> st.SearchStrategy[str]:
    """Texts of up to 120 parts; drawn from a seed, which is much quicker than part by part."""
    return st.builds(
        lambda seed, count: between.join(Random(seed).choices(parts, k=count)),
        st.integers(0, 2**32),
        st.integers(0, 120),
    )


def windows(text: str, size: int, overlap: int) -> tuple[EncodedText, list[TokenWindow]]:
    encoded = ENCODER.encode(text)
    return encoded, list(cut_windows(encoded, text, size, overlap))


@settings(max_examples=200, deadline=None)
@given(texts(PARTS), st.integers(4, 40), st.data())
def test_windows_partition_the_text_and_fit(text: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, (size - 1) // 3))
    encoded, found = windows(text, size, overlap)
    owned = [i for w in found for i in range(w.own_start, w.own_end)]
    assert owned == list(range(len(encoded)))
    for w in found:
        assert 0 < w.end - w.start <= size
        assert w.start <= w.own_start < w.own_end <= w.end
        # Context on both sides, but where the text ends.
        assert w.own_start - w.start == min(overlap, w.own_start)
        assert w.end - w.own_end == min(overlap, len(encoded) - w.own_end)


@settings(max_examples=100, deadline=None)
@given(texts(("qqz", "q9", "."), " "), st.integers(16, 40))
def test_no_word_is_parted_where_there_is_a_blank_to_part_at(text: str, size: int) -> None:
    encoded, found = windows(text, size, size // 8)
    for left, right in pairwise(found):
        assert left.own_end == right.own_start
        assert encoded.gaps[right.own_start] > 0


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("a b c d e f g.\nh i\n\nj k l m n o p q r s t u v w x y z", "h i\n\n"),  # an empty line
        ("a b c d e f g. h i\nj k l m n o p q r s t u v w x y z", "h i\n"),  # before a sentence end
        ("a b c d e f g h. i j k l m n o p q r s t u v w x y z", "g h. "),
    ],
)
def test_the_best_place_is_taken(text: str, ends: str) -> None:
    encoded, found = windows(text, 14, 2)
    second = int(encoded.starts[found[1].own_start])
    assert text[:second].endswith(ends)


def test_a_short_text_is_one_window_and_an_empty_one_none() -> None:
    assert windows("john seen", 10, 2)[1] == [TokenWindow(0, 2, 0, 2)]
    assert windows(" \n", 10, 2)[1] == []


def test_contexts_that_fill_the_window_are_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        windows("john", 8, 4)


@settings(max_examples=200, deadline=None)
@given(texts(PARTS), st.integers(8, 40), st.integers(0, 2**32), st.sampled_from((0.02, 0.1, 0.5)))
def test_windows_around_some_sub_words_own_each_of_them_once_with_its_context(
    text: str, size: int, seed: int, share: float
) -> None:
    overlap = (size - 1) // 4
    encoded = ENCODER.encode(text)
    draw = Random(seed)
    wanted = np.array([draw.random() < share for _ in range(len(encoded))], np.bool_)
    found = list(windows_around(encoded, text, wanted, size, overlap))
    owned = [i for w in found for i in range(w.own_start, w.own_end)]
    assert owned == sorted(set(owned))
    assert set(np.flatnonzero(wanted)) <= set(owned)
    for i in owned:  # nothing far from what is wanted is read
        assert wanted[max(0, i - overlap * 3) : i + overlap * 3 + 1].any()
    for w in found:
        assert 0 < w.end - w.start <= size
        assert w.own_start - w.start == min(overlap, w.own_start)
        assert w.end - w.own_end == min(overlap, len(encoded) - w.own_end)


def test_windows_around_all_sub_words_are_the_usual_ones() -> None:
    text = "a b c d e f g.\nh i\n\nj k l m n o p q r s t u v w x y z"
    encoded, usual = windows(text, 14, 3)
    assert list(windows_around(encoded, text, np.ones(len(encoded), np.bool_), 14, 3)) == usual


def test_one_word_in_a_long_text_is_read_with_its_neighbours_alone() -> None:
    text = " ".join(["a"] * 100)
    wanted = np.zeros(100, np.bool_)
    wanted[50] = True
    assert list(windows_around(ENCODER.encode(text), text, wanted, 40, 9)) == [TokenWindow(38, 63, 47, 54)]
