"""Sizes of samples by hand, and what is drawn."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.evaluation.sampling import SampleCandidate, Stratum, draw_sample, stratified_sizes


def test_sizes_by_hand() -> None:
    # adjusted: 1000 * 2 = 2000, 500 * 3 = 1500, 20 * 1 = 20, 4 * 2 = 8; total 3528. S = 100:
    # 56.69 -> 57; 42.52 -> 43; .57 -> 1 -> k = 10; .23 -> 0 -> 10 -> all 4
    strata = [
        Stratum("progress", 1000, 100),
        Stratum("discharge", 500, 1000),
        Stratum("phone", 20, 10),
        Stratum("letter", 4, 100),
    ]
    assert stratified_sizes(strata, size=100) == {"progress": 57, "discharge": 43, "phone": 10, "letter": 4}
    assert stratified_sizes(strata) == {"progress": 1000, "discharge": 500, "phone": 20, "letter": 4}
    assert stratified_sizes(strata, size=0, least=0) == dict.fromkeys(
        ("progress", "discharge", "phone", "letter"), 0
    )


def test_strata_of_one_word_or_none_count_for_nothing_yet_give_the_least() -> None:
    assert Stratum("x", 50, 1).adjusted_size == 0.0
    assert Stratum("x", 50, 0).adjusted_size == 0.0
    assert Stratum("x", 50, 100).adjusted_size == pytest.approx(50 * math.log10(100))
    assert stratified_sizes([Stratum("x", 50, 1)]) == {"x": 10}
    assert stratified_sizes([]) == {}


def test_bad_strata() -> None:
    with pytest.raises(ValueError, match="negative"):
        stratified_sizes([Stratum("x", -1, 10)])
    with pytest.raises(ValueError, match="same name"):
        stratified_sizes([Stratum("x", 1, 10), Stratum("x", 2, 10)])


def test_draw_takes_every_patient_before_a_second_document() -> None:
    pool = [SampleCandidate(f"d{i}", f"p{i % 4}") for i in range(20)]
    for seed in ("a", "b", "c"):
        drawn = draw_sample(pool, 4, seed=seed)
        assert {int(d[1:]) % 4 for d in drawn} == {0, 1, 2, 3}
        assert draw_sample(pool, 8, seed=seed) == draw_sample(list(reversed(pool)), 8, seed=seed)
        assert set(drawn) <= set(draw_sample(pool, 8, seed=seed))
    assert len({tuple(draw_sample(pool, 4, seed=str(i))) for i in range(5)}) > 1


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.lists(st.none() | st.sampled_from("abc"), max_size=12), st.integers(0, 15))
def test_draw_gives_as_many_as_there_are(patients: list[str | None], size: int) -> None:
    pool = [SampleCandidate(f"d{i}", p) for i, p in enumerate(patients)]
    drawn = draw_sample(pool, size, seed="s")
    assert len(set(drawn)) == len(drawn) == min(size, len(pool))
    assert drawn == sorted(drawn)


def test_bad_draws() -> None:
    with pytest.raises(ValueError, match="negative"):
        draw_sample([], -1, seed="s")
    with pytest.raises(ValueError, match="same id"):
        draw_sample([SampleCandidate("d"), SampleCandidate("d")], 1, seed="s")
