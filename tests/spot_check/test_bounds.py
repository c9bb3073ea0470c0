"""Bounds against published vectors, a full enumeration, and what was drawn."""

from __future__ import annotations

import itertools
import math
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, hypergeom

from chartveil.evaluation.stats import lower_bound, upper_bound
from chartveil.spot_check.bounds import (
    ReadersTest,
    SequentialBound,
    StratifiedReadersTest,
    StratifiedTest,
    StratumResult,
    bound_with_readers,
    bounds_at,
    divided_bound,
    finite_sample_size,
    finite_upper_bound,
    leaking_share_bound,
    missed_by_both,
    patient_share,
    sample_size,
)


@pytest.mark.parametrize(("bound", "units"), [(0.05, 59), (0.01, 299), (0.005, 598)])
def test_units_needed_without_a_leak(bound: float, units: int) -> None:
    assert sample_size(bound, 0.05) == units
    assert upper_bound(0, units, 0.05) <= bound < upper_bound(0, units - 1, 0.05)


def test_none_found_gives_the_closed_form() -> None:
    assert upper_bound(0, 300, 0.05) == pytest.approx(1 - 0.05 ** (1 / 300), rel=1e-10)
    assert lower_bound(0, 300, 0.05) == 0
    assert upper_bound(7, 7, 0.05) == 1
    assert lower_bound(7, 7, 0.05) == pytest.approx(0.05 ** (1 / 7), rel=1e-10)


def test_published_vector_of_the_stratified_test() -> None:
    strata = [StratumResult(500, 75, 2), StratumResult(300, 50, 1), StratumResult(200, 25, 0)]
    assert StratifiedTest(strata).p_value(50) == pytest.approx(0.02767569, abs=5e-9)


def enumerated_p_value(strata: list[StratumResult], total: int) -> float:
    """The definition, by every share and every outcome."""
    weights = [s.population / s.read for s in strata]
    seen = sum(w * s.found for w, s in zip(weights, strata, strict=True))
    outcomes = [
        x
        for x in itertools.product(*(range(s.read + 1) for s in strata))
        if sum(w * n for w, n in zip(weights, x, strict=True)) <= seen + 1e-9
    ]
    best = 0.0
    for share in itertools.product(*(range(s.found, s.population - s.read + s.found + 1) for s in strata)):
        if sum(share) == total:
            chances = [
                hypergeom.pmf(range(s.read + 1), s.population, k, s.read)
                for s, k in zip(strata, share, strict=True)
            ]
            best = max(best, sum(math.prod(c[n] for c, n in zip(chances, x, strict=True)) for x in outcomes))
    return best


def test_search_for_the_rarest_case_equals_enumeration() -> None:
    rng = random.Random(4)
    for _ in range(25):
        strata = []
        for _ in range(rng.choice([2, 3])):
            population = rng.randint(4, 14)
            read = rng.randint(1, min(population, 5))
            strata.append(StratumResult(population, read, rng.choice([0, 0, 0, 1]) if read else 0))
        least = sum(s.found for s in strata)
        most = sum(s.population - s.read + s.found for s in strata)
        total = rng.randint(least, most)
        assert StratifiedTest(strata).p_value(total) == pytest.approx(
            enumerated_p_value(strata, total), rel=1e-9
        ), (strata, total)


def test_one_stratum_is_the_plain_finite_bound() -> None:
    for found in range(4):
        test = StratifiedTest([StratumResult(800, 120, found), StratumResult(0, 0, 0)])
        assert test.upper_bound(0.05) == finite_upper_bound(800, 120, found, 0.05)


@given(st.integers(1, 400), st.data())
@settings(max_examples=60, deadline=None)
def test_finite_bound_is_the_last_total_that_is_not_rare(population: int, data: st.DataObject) -> None:
    read = data.draw(st.integers(1, population))
    found = data.draw(st.integers(0, read))
    bound = finite_upper_bound(population, read, found, 0.05)
    assert found <= bound <= population - read + found
    assert hypergeom.cdf(found, population, bound, read) >= 0.05
    if bound < population - read + found:
        assert hypergeom.cdf(found, population, bound + 1, read) < 0.05


def test_reading_everything_leaves_no_doubt() -> None:
    assert finite_upper_bound(50, 50, 2, 0.05) == 2
    assert SequentialBound(50, 0.05, 0.1).upper_bound(50, 2) == 2


def test_size_of_a_finite_sample_is_the_smallest() -> None:
    size = finite_sample_size(5000, 50, 1, 0.05)
    assert size is not None
    assert finite_upper_bound(5000, size, 1, 0.05) <= 50 < finite_upper_bound(5000, size - 1, 1, 0.05)
    assert finite_sample_size(5000, 1, 2, 0.05) is None


def test_a_sequential_bound_holds_at_every_look() -> None:
    rng = random.Random(9)
    broken = 0
    bound = SequentialBound(400, 0.05, 0.02)
    for _ in range(100):
        leaking = 12
        order = [1] * leaking + [0] * (400 - leaking)
        rng.shuffle(order)
        looks = itertools.accumulate(order[:300])
        broken += any(bound.upper_bound(i, f) < leaking for i, f in enumerate(looks, 1) if i % 10 == 0)
    assert broken <= 9  # 5 % of 100, and two standard errors


def test_a_sequential_bound_costs_something() -> None:
    assert SequentialBound(5000, 0.05, 0.01).upper_bound(299, 0) >= finite_upper_bound(5000, 299, 0, 0.05)


def test_readers_who_miss_leaks_widen_the_bound() -> None:
    sure = bound_with_readers(0, 300, ReadersTest(40, 40), 0.05)
    unsure = bound_with_readers(0, 300, ReadersTest(40, 20), 0.05)
    assert upper_bound(0, 300, 0.05) <= sure < unsure
    assert bound_with_readers(0, 300, ReadersTest(40, 0), 0.05) == 1


def test_the_divided_bound_is_the_published_formula() -> None:
    stated = divided_bound(2, 300, ReadersTest(40, 20), 0.05)
    assert stated == pytest.approx(upper_bound(2, 300, 0.025) / lower_bound(20, 40, 0.025), rel=1e-12)
    assert lower_bound(20, 40, 0.025) == pytest.approx(0.3380, abs=1e-4)


@pytest.mark.parametrize("counts", [(0, 40), (0, 12), (2, 30), (6, 20), (1, 5)])
def test_the_joint_bound_is_never_the_wider_one(counts: tuple[int, int]) -> None:
    found, spotted = counts
    readers = ReadersTest(40, spotted)
    assert bound_with_readers(found, 300, readers, 0.05) <= divided_bound(found, 300, readers, 0.05)


@cache
def joint_bound(found: int, read: int, planted: int, spotted: int) -> float:
    """The same for each truth that a bound is tried on."""
    return bound_with_readers(found, read, ReadersTest(planted, spotted), 0.05)


@pytest.mark.parametrize("sensitivity", [0.25, 0.55, 0.8, 0.97])
@pytest.mark.parametrize("share", [0.01, 0.04, 0.15])
def test_the_joint_bound_holds_in_all_outcomes_together(share: float, sensitivity: float) -> None:
    """Coverage by adding up the chances of every outcome, for a small sample and few planted leaks."""
    read, planted = 60, 12
    missed = sum(
        binom.pmf(x, read, share * sensitivity) * binom.pmf(y, planted, sensitivity)
        for x in range(14)
        for y in range(planted + 1)
        if joint_bound(x, read, planted, y) < share
    )
    assert missed <= 0.05


def test_several_strata_with_readers_who_miss_leaks() -> None:
    strata = [StratumResult(500, 75, 1), StratumResult(300, 50, 0)]
    plain = leaking_share_bound(strata, 0.05)
    assert plain == StratifiedTest(strata).upper_bound(0.05) / 800
    assert plain < leaking_share_bound(strata, 0.05, ReadersTest(40, 36)) < 1
    with pytest.raises(ValueError, match="not a share"):
        leaking_share_bound(strata, 0.05, ReadersTest(40, 41))
    assert leaking_share_bound(strata[:1], 0.05) == finite_upper_bound(500, 75, 1, 0.05) / 500


def test_what_both_readers_missed() -> None:
    assert missed_by_both(10, 10, 10) == 0
    assert missed_by_both(9, 8, 6) == pytest.approx(10 * 9 / 7 - 1 - 11)
    with pytest.raises(ValueError, match="found by both"):
        missed_by_both(3, 5, 4)


def test_share_of_patients_with_a_leaking_note() -> None:
    assert patient_share(0.01, 12) == pytest.approx(1 - 0.99**12)
    assert patient_share(1.0, 3) == 1


def test_a_plan_tells_the_bound_at_each_number_of_leaks() -> None:
    shown = bounds_at(5000, 299, 0.05)
    assert [found for found, _ in shown] == [0, 1, 2, 3]
    assert [share for _, share in shown] == sorted(share for _, share in shown)
    assert shown[0][1] < 0.0101


@pytest.mark.parametrize("counts", [(3, 2), (-1, 5), (0, 0)])
def test_impossible_counts_are_refused(counts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="not a share"):
        upper_bound(*counts, 0.05)


SIZES, PLANTED = ((40, 9), (20, 6)), 6
"""Two strata with what is read of each, and few planted leaks."""


@cache
def bound_over_strata(found: tuple[int, int], spotted: int) -> float:
    """The same for each truth that a bound is tried on."""
    return _strata_test().upper_bound(found, spotted)


@cache
def _strata_test() -> StratifiedReadersTest:
    return StratifiedReadersTest(SIZES, PLANTED, 0.05)


@pytest.mark.parametrize("leaking", [(3, 1), (8, 0), (0, 5)])
@pytest.mark.parametrize("sensitivity", [0.4, 0.85])
def test_the_bound_over_strata_holds_in_all_outcomes_together(
    leaking: tuple[int, int], sensitivity: float
) -> None:
    """Coverage by adding up the chances of every outcome."""
    share = sum(leaking) / sum(n for n, _ in SIZES)
    found = [
        sum(
            hypergeom.pmf(k, n, m, read) * binom.pmf(range(6), k, sensitivity)
            for k in range(min(m, read) + 1)
        )
        for m, (n, read) in zip(leaking, SIZES, strict=True)
    ]
    missed = sum(
        found[0][a] * found[1][b] * binom.pmf(y, PLANTED, sensitivity)
        for a in range(6)
        for b in range(6)
        for y in range(PLANTED + 1)
        if bound_over_strata((a, b), y) < share
    )
    assert missed <= 0.05
    assert bound_over_strata((0, 0), PLANTED) < bound_over_strata((1, 0), PLANTED) < 1
