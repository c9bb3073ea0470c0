"""Intervals, kappa, sample sizes: against numbers from hand or from the literature."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.document import Label, Span
from chartveil.evaluation.agreement import annotator_agreement
from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.evaluation.sampling import SampleCandidate, Stratum, draw_sample, stratified_sizes
from chartveil.evaluation.stats import (
    Interval,
    MatchCounts,
    bootstrap_intervals,
    cohen_kappa,
    f1,
    precision,
    proportion_interval,
    recall,
)


def test_rates() -> None:
    t = MatchCounts(10, 8, 16, 12)
    assert (recall(t), precision(t)) == (0.8, 0.75)
    assert f1(t) == pytest.approx(2 * 0.8 * 0.75 / 1.55)
    assert (recall(MatchCounts()), precision(MatchCounts()), f1(MatchCounts())) == (None, None, None)
    assert f1(MatchCounts(1, 0, 1, 0)) == 0.0


def test_bootstrap_of_equal_documents_has_no_width() -> None:
    same = {"a": [MatchCounts(4, 3, 5, 4)] * 7}
    r, p, f = bootstrap_intervals(same)["a"]
    assert (r, p) == (Interval(0.75, 0.75), Interval(0.8, 0.8))
    assert f is not None
    assert f.low == f.high


def test_bootstrap_of_two_documents() -> None:
    # One found, one not: a draw of two has mean 0, 1/2 or 1 with probability 1/4, 1/2, 1/4.
    r, p, f = bootstrap_intervals({"a": [MatchCounts(1, 1), MatchCounts(1, 0)]})["a"]
    assert r == Interval(0.0, 1.0)
    assert (p, f) == (None, None)


def test_bootstrap_is_near_the_binomial_for_single_words() -> None:
    # 320 of 400 found, a word a document: standard error sqrt(.8 * .2 / 400) = .02
    r, _, _ = bootstrap_intervals({"a": [MatchCounts(1, int(i < 320)) for i in range(400)]}, resamples=2000)[
        "a"
    ]
    assert r is not None
    assert r.low == pytest.approx(0.8 - 1.96 * 0.02, abs=0.004)
    assert r.high == pytest.approx(0.8 + 1.96 * 0.02, abs=0.004)


def test_bootstrap_is_the_same_every_time_and_none_without_resamples_or_documents() -> None:
    tallies = {"a": [MatchCounts(i, i // 2, i, i // 3) for i in range(9)]}
    assert bootstrap_intervals(tallies) == bootstrap_intervals(tallies)
    assert bootstrap_intervals(tallies) != bootstrap_intervals(tallies, seed=1)
    assert bootstrap_intervals(tallies, resamples=0) == {"a": (None, None, None)}
    assert bootstrap_intervals({"a": [MatchCounts(1, 1, 1, 1)]}) == {"a": (None, None, None)}
    assert bootstrap_intervals({}) == {}
    with pytest.raises(ValueError, match="one tally a document"):
        bootstrap_intervals({"a": [MatchCounts()], "b": []})


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (0, 50, 0.0, 0.0582),  # one-sided: 1 - .05 ** (1/50); "fewer than 6 in 100"
        (0, 100, 0.0, 0.0295),
        (50, 50, 0.9418, 1.0),
        (5, 10, 0.1871, 0.8129),  # the textbook case of the exact interval
        (1, 10, 0.0025, 0.4450),
        (10, 100, 0.0490, 0.1762),
    ],
)
def test_exact_interval_of_a_share(k: int, n: int, low: float, high: float) -> None:
    interval = proportion_interval(k, n)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


def test_exact_interval_of_large_counts_and_bad_ones() -> None:
    big = proportion_interval(300, 10_000)
    assert 0.026 < big.low < 0.03 < big.high < 0.034
    for k, n in ((1, 0), (3, 2), (-1, 5)):
        with pytest.raises(ValueError, match="not a share"):
            proportion_interval(k, n)


def test_kappa_by_hand() -> None:
    # Cohen's table 20, 5 / 10, 15 of 50: observed .7, by chance (25*30 + 25*20) / 2500 = .5, kappa .4
    a = ["y"] * 25 + ["n"] * 25
    b = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert cohen_kappa(a, b) == pytest.approx(0.4)
    assert cohen_kappa(a, a) == 1.0
    assert cohen_kappa(["y", "n"], ["n", "y"]) == pytest.approx(-1.0)
    assert cohen_kappa(["y"], ["y"]) is None
    assert cohen_kappa([], []) is None
    with pytest.raises(ValueError, match="one class"):
        cohen_kappa(["y"], [])


def test_agreement_by_word() -> None:
    #       0         1
    #       0123456789012345
    text = "Ann saw Bo in Ely"
    first = (Span(0, 3, Label.DOCTOR, 1.0), Span(8, 10, Label.PATIENT, 1.0), Span(14, 17, Label.CITY, 1.0))
    second = (Span(0, 3, Label.PATIENT, 1.0), Span(8, 9, Label.PATIENT, 1.0))
    # words: Ann saw Bo in Ely. First y n y n y, second y n y n n: observed 4/5,
    # by chance (3*2 + 2*3) / 25 = .48, kappa (.8 - .48) / .52
    out = annotator_agreement([GoldAndPrediction("n", text, first, second)])
    assert (out.words, out.both, out.first_only, out.second_only) == (5, 2, 1, 0)
    assert out.kappa == pytest.approx(0.32 / 0.52)
    # by label: DOCTOR - PATIENT - CITY against PATIENT - PATIENT - -: observed 3/5 (saw, Bo, in),
    # by chance: none 2*3 + PATIENT 1*2 = 8 of 25; kappa (.6 - .32) / .68
    assert out.kappa_labelled == pytest.approx(0.28 / 0.68)
    assert out.to_dict()["kappa"] == 0.615385


def test_label_of_a_word_is_the_one_that_covers_most() -> None:
    spans = (Span(0, 2, Label.DATE, 1.0), Span(2, 9, Label.IDNUM, 1.0))
    out = annotator_agreement([GoldAndPrediction("n", "12Mar2020 x", spans, (Span(0, 9, Label.IDNUM, 1.0),))])
    assert out.kappa_labelled == 1.0


# --- samples ----------------------------------------------------------------------------------------


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
