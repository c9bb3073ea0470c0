"""Rates and intervals, against numbers by hand or from the literature."""

from __future__ import annotations

import pytest

from chartveil.evaluation.stats import (
    Interval,
    MatchCounts,
    bootstrap_intervals,
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
